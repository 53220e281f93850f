"""An arena on the server: overlapping rounds, tables in use, phones, and undo."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from standings.explain import wording
from standings.explain.derivation import derivation
from standings.web.table.current import standings_of
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.stages.test_stages import names, on
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.words import notation
from tournaments.desk.progress import StepKind, next_step, progress_of
from tournaments.drafts import editing, whatif
from tournaments.hall import table_numbers
from tournaments.history import undo
from tournaments.models import Player, Result, Round, Tournament
from tournaments.players import registration
from tournaments.public.cards import cards_of
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena(make):
    """An arena of eight, with round 1 published: A-B at table 1, C-D at 2, E-F at 3, G-H at 4."""
    stage = make(game="chess", system="arena").with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    return stage


def ends(stage, number, table, text):
    """Enter the result of a game in a round."""
    pairing = stage.tournament.rounds.get(number=number).pairings.get(table=table)
    result = notation.parse(text, stage.tournament.scoring) if text else None
    results.enter_result(stage.orla, stage.tournament, pairing, result)


def at_tables(round_):
    """Return {table: letters of its players, sorted}."""
    return {
        table.table: "".join(sorted(table.appearances.values_list("player__name", flat=True)))
        for table in round_.pairings.order_by("table")
    }


def step_of(stage):
    return next_step(progress_of(Tournament.objects.get(pk=stage.tournament.pk)))


class TestRounds:
    def test_next_round_pairs_finished_players_at_free_tables(self, arena):
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 3, "0-1")
        assert (step_of(arena).kind, step_of(arena).count) == (StepKind.PAIR, 4)
        arena.pair()
        assert at_tables(arena.round) == {1: "AF", 3: "BE"}
        arena.publish()
        assert step_of(arena).kind is StepKind.ENTER_RESULTS
        assert step_of(arena).tables == (1, 2, 3, 4)
        assert [row.status for row in arena.tournament.rounds.order_by("number")] == [Round.Status.PUBLISHED] * 2

    def test_complete_round_closes_with_the_next_one_and_undo_reopens_it(self, arena):
        for table in (1, 2, 3, 4):
            ends(arena, 1, table, "1-0")
        arena.pair()
        assert arena.tournament.rounds.get(number=1).is_running
        arena.publish()
        first = arena.tournament.rounds.get(number=1)
        assert first.status == Round.Status.CLOSED
        undo.undo(arena.orla, arena.tournament, arena.tournament.journal.order_by("-sequence").first())
        first.refresh_from_db()
        assert (first.status, arena.tournament.rounds.get(number=2).is_draft) == (Round.Status.PUBLISHED, True)

    def test_pairing_is_refused_while_all_players_are_playing(self, arena):
        with pytest.raises(Refused, match="Fewer than two players are available") as refused:
            rounds.pair_next_round(arena.orla, arena.tournament, 2)
        assert refused.value.code == "arena-nobody"
        assert arena.tournament.rounds.count() == 1

    def test_two_players_who_just_met_wait_for_others(self, arena):
        ends(arena, 1, 1, "1-0")
        assert step_of(arena).kind is StepKind.ENTER_RESULTS
        with pytest.raises(Refused, match="Pair again when another player has finished"):
            rounds.pair_next_round(arena.orla, arena.tournament, 2)

    def test_waiting_player_has_no_bye_and_plays_next(self, make):
        stage = make(game="chess", system="arena").with_players(*"ABCDE")
        stage.pair()
        stage.publish()
        waiting = stage.round.appearances.get(pairing__isnull=True)
        assert (waiting.bye, waiting.reasons[0]["code"]) == ("zero", "arena-waits")
        assert "waits" in Client().get(reverse("tournaments:round", args=[stage.tournament.slug, 1])).text
        ends(stage, 1, 1, "1-0")
        stage.pair()
        assert waiting.player.name in "".join(at_tables(stage.round).values())

    def test_draft_stays_valid_when_more_players_finish(self, arena):
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        arena.pair()
        ends(arena, 1, 3, "½-½")
        ends(arena, 1, 4, "½-½")
        now = whatif.position_of(arena.round)
        assert (now.edited, now.left_out, whatif.judge(now)) == (False, (), ())
        arena.publish()
        assert set("".join(at_tables(arena.round).values())) == set("ABCD")

    def test_draft_with_a_player_in_a_running_game_is_refused(self, arena):
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        arena.pair()
        editing.pair_by_hand(arena.orla, arena.tournament, arena.round, arena.players["E"], arena.players["A"])
        (text,) = [v.reason for v in whatif.judge(whatif.position_of(arena.round)) if v.reason.code == "arena-plays"]
        assert text.facts["round"] == 1
        with pytest.raises(Refused, match=r"E.* is still playing in round 1 \(table 3\)") as refused:
            arena.publish()
        assert refused.value.code == "still-playing"

    @pytest.mark.rotates(4)
    def test_draft_with_a_table_in_use_is_not_published(self, arena):
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        arena.pair()
        ends(arena, 1, 1, "")
        with pytest.raises(Refused, match="Numbers in use by an earlier round: 1"):
            arena.publish()
        table_numbers.number_tables(arena.orla, arena.tournament, arena.round)
        with pytest.raises(Refused, match=r"is still playing in round 1 \(table 1\)"):
            arena.publish()
        ends(arena, 1, 1, "1-0")
        assert arena.publish().is_running

    @pytest.mark.rotates(4)
    def test_result_of_a_player_with_a_new_game_cannot_be_cleared(self, arena):
        """Otherwise a table would have two open games, and a result could be stored for the wrong one."""
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        entry = arena.tournament.journal.order_by("-sequence").first()
        arena.pair()
        arena.publish()
        before = arena.revision()
        for clear in (
            lambda: ends(arena, 1, 1, ""),
            lambda: undo.undo(arena.orla, arena.tournament, entry),
        ):
            with pytest.raises(Refused, match="has been paired again since round 1") as refused:
                clear()
            assert refused.value.code == "paired-since"
        assert arena.revision() == before
        ends(arena, 1, 1, "0-1")
        publishing.unpublish_round(arena.orla, arena.tournament, arena.round)
        ends(arena, 1, 2, "")
        assert len(snapshot.still_played(arena.tournament)) == 3

    def test_fixed_pair_of_busy_players_is_refused(self, arena):
        editing.fix_pair(arena.orla, arena.tournament, 2, arena.players["A"], arena.players["H"])
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        with pytest.raises(Refused, match="not both are available"):
            rounds.pair_next_round(arena.orla, arena.tournament, 2)
        ends(arena, 1, 4, "1-0")
        arena.pair()
        assert "AH" in at_tables(arena.round).values()

    def test_late_entries_are_paired_but_not_absent_or_withdrawn_players(self, arena):
        late = registration.add_player(arena.orla, arena.tournament, name="I")
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 2, "1-0")
        registration.withdraw(arena.orla, arena.tournament, arena.players["D"])
        registration.request_bye(arena.orla, arena.tournament, arena.players["C"], 2, "zero")
        arena.pair()
        assert set("".join(at_tables(arena.round).values())) <= {"A", "B", "I"}
        assert Player.objects.get(pk=late.pk).entered == 2

    @pytest.mark.rotates(4)
    def test_arena_can_end_only_after_all_games(self, arena):
        for table in (1, 2, 3):
            ends(arena, 1, table, "1-0")
        arena.pair()
        arena.publish()
        with pytest.raises(Refused, match="Round 1 is not closed yet"):
            lifecycle.finish(arena.orla, arena.tournament)
        ends(arena, 1, 4, "1-0")
        for table in arena.round.pairings.values_list("table", flat=True):
            ends(arena, 2, table, "1-0")
        page = signed_in(arena.orla.user).get(reverse("tournaments:desk", args=[arena.tournament.slug])).text
        assert "End the tournament here" in page
        lifecycle.finish(arena.orla, arena.tournament)
        assert set(arena.tournament.rounds.values_list("status", flat=True)) == {Round.Status.CLOSED}

    @pytest.mark.rotates(4)
    def test_last_planned_round_is_followed_by_closing_not_pairing(self, make):
        stage = make(game="chess", system="arena", planned_rounds=2).with_players(*"ABCD")
        stage.play("1-0", "1-0")
        stage.pair()
        stage.publish()
        for table in (1, 2):
            ends(stage, 2, table, "1-0")
        assert step_of(stage).kind is StepKind.CLOSE
        rounds.close_rounds(stage.orla, stage.tournament)
        assert step_of(stage).kind is StepKind.ANNOUNCE


class TestStandings:
    def test_standings_count_results_of_all_rounds_so_far(self, arena):
        ends(arena, 1, 1, "1-0")
        now = standings_of(Tournament.objects.get(pk=arena.tournament.pk))
        assert next((now.player(row).name, row.values["ARN"]) for row in now.table.rows) == ("A", 2)
        assert cards_of(Tournament.objects.get(pk=arena.tournament.pk)).of(arena.players["A"]).place.rank == 1

    @pytest.mark.rotates(4)
    def test_derivation_shows_each_game_and_its_doubled_points(self, make):
        stage = make(game="chess", system="arena", options={"apart": 0}).with_players(*"AB")
        for _round in range(4):
            stage.pair()
            stage.publish()
            first = stage.round.pairings.get().appearances.get(side=1).player.name
            ends(stage, stage.round.number, 1, "1-0" if first == "A" else "0-1")
        now = standings_of(Tournament.objects.get(pk=stage.tournament.pk))
        answer = derivation(now.table, now.view.numbers[stage.players["A"].pk], "ARN")
        sentences = [
            re.sub("[\u2068\u2069]", "", each) for each in wording.sentences(answer, now.table, now.view.names)
        ]
        assert sentences[1:] == [
            "Round 1, won against B: 2.",
            "Round 2, won against B: 2.",
            "Round 3, won against B during a winning streak, counted double: 4.",
            "Round 4, won against B during a winning streak, counted double: 4.",
        ]
        assert answer.value == 12

    def test_best_players_advance_to_a_knock_out(self, arena):
        for table in (1, 2, 3, 4):
            ends(arena, 1, table, "1-0")
        rounds.close_rounds(arena.orla, arena.tournament)
        assert len(names(on(arena, 4, system="knock-out", decision="lot"))) == 4


class TestPages:
    @pytest.fixture
    def two(self, arena):
        """An arena whose round 2 is published while tables 2 and 4 of round 1 are still playing."""
        ends(arena, 1, 1, "1-0")
        ends(arena, 1, 3, "0-1")
        arena.pair()
        arena.publish()
        return arena

    @pytest.mark.rotates(4)
    def test_newest_round_shows_every_table_in_use(self, two):
        for name in ("round", "round-names"):
            page = Client().get(reverse(f"tournaments:{name}", args=[two.tournament.slug, 2]))
            rows = page.context["rows"] if name == "round" else page.context["lines"]
            assert len(rows) == (4 if name == "round" else 8)
        page = Client().get(reverse("tournaments:round", args=[two.tournament.slug, 2])).text
        assert "Unfinished games of earlier rounds are shown, too." in page
        for address in re.findall(r'href="(/t/[^"]+/why/[^"]+|/t/[^"]+/rounds/[^"]+/[^"]+)"', page):
            assert Client().get(address).status_code == 200
        assert len(Client().get(reverse("tournaments:round", args=[two.tournament.slug, 1])).context["rows"]) == 4
        assert Client().get(reverse("tournaments:now", args=[two.tournament.slug])).url.endswith("/2/")

    def test_small_number_is_the_score_before_the_round(self, two):
        page = Client().get(reverse("tournaments:round", args=[two.tournament.slug, 2]))
        assert "The small number is the score before this round." in page.text
        shown = {row.first.name: row.was_first for row in page.context["rows"]}
        shown |= {row.second.name: row.was_second for row in page.context["rows"]}
        assert shown == {**dict.fromkeys("BCDEGH", "0"), "A": "2", "F": "2"}

    @pytest.mark.rotates(4)
    def test_results_of_all_running_rounds_are_entered_on_one_page(self, two):
        client = signed_in(two.orla.user)
        address = reverse("tournaments:results", args=[two.tournament.slug, 2])
        page = client.get(address)
        assert [line.row.pairing.table for line in page.context["lines"]] == [1, 2, 3, 4]
        table = two.tournament.rounds.get(number=1).pairings.get(table=4)
        store = reverse("tournaments:result", args=[two.tournament.slug, table.public_id])
        answer = client.post(store, {"result": "1-0", "version": table.version})
        assert answer.url == address
        assert Result.objects.get(pairing=table).fact.first == "win"
        page = client.get(address)
        assert (page.context["missing"], page.context["last"].facts["round"]) == (3, 1)
        back = reverse("tournaments:results-undo", args=[two.tournament.slug, 2])
        client.post(back, {"entry": page.context["last"].sequence})
        assert client.get(address).context["missing"] == 4

    def test_results_page_counts_free_players(self, two):
        ends(two, 1, 2, "1-0")
        ends(two, 1, 4, "1-0")
        page = signed_in(two.orla.user).get(reverse("tournaments:results", args=[two.tournament.slug, 2])).text
        assert "Pair round 3: 4 players are free" in page

    def test_card_shows_the_table_of_the_running_game(self, two):
        cards = cards_of(Tournament.objects.get(pk=two.tournament.pk))
        shown = {name: cards.of(player) for name, player in two.players.items()}
        assert {name: (card.now.round.number, card.game.table) for name, card in shown.items()} == {
            **dict.fromkeys("AF", (2, 1)),
            **dict.fromkeys("BE", (2, 3)),
            **dict.fromkeys("CD", (1, 2)),
            **dict.fromkeys("GH", (1, 4)),
        }
        ends(two, 1, 2, "1-0")
        card = cards_of(Tournament.objects.get(pk=two.tournament.pk)).of(two.players["C"])
        assert (card.game, card.is_free) == (None, True)
        page = Client().get(reverse("tournaments:player", args=[two.tournament.slug, two.players["C"].public_id])).text
        assert "free: your next match will appear here" in page

    def test_screen_shows_all_tables(self, two):
        page = Client().get(reverse("tournaments:screen", args=[two.tournament.slug])).text
        assert all(f">{name}<" in page for name in "ABCDEFGH")

    def test_why_not_form_is_only_for_drafts(self, two):
        client = signed_in(two.orla.user)
        table = two.round.pairings.first()
        page = client.get(reverse("tournaments:why", args=[two.tournament.slug, 2, table.public_id]))
        assert page.context["can_ask"] is False

    def test_correction_predicts_no_other_pairings(self, two):
        table = two.tournament.rounds.get(number=1).pairings.get(table=1)
        drawn = notation.parse("½-½", two.tournament.scoring)
        assert whatif.later_rounds(table.round.stage, table, drawn) == []


def test_rounds_of_other_systems_do_not_overlap(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
    stage.pair()
    stage.publish()
    assert snapshot.beside(stage.round) == ()
    assert snapshot.still_played(stage.tournament) == []
    assert snapshot.unfinished_appearance(stage.round) is None
    with pytest.raises(Refused, match="Close it first"):
        stage.pair(2)
