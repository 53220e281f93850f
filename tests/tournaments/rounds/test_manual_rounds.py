"""Rounds under FIDE rules with manual changes: judged, compared with the engine, and shown publicly."""

import pytest
from django.urls import reverse

from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing, whatif
from tournaments.drafts.reason_texts import Teller
from tournaments.drafts.whatif import judge, position_of
from tournaments.history import undo
from tournaments.models import JournalEntry, Stage
from tournaments.players import registration
from tournaments.report_files import writing
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    """Six players under the Dutch system, one round played: the first player at each table won."""
    stage = make(system="dutch", planned_rounds=4).with_players(*"ABCDEF")
    stage.play("1-0", "1-0", "1-0")
    stage.pair()
    return stage


@pytest.fixture
def desk(swiss, client):
    client.force_login(swiss.orla.user)

    def get(name, **where):
        return client.get(reverse(f"tournaments:{name}", kwargs={"slug": swiss.tournament.slug, **where}))

    return get


def swap(stage, one_table, other_table):
    """Exchange the second players of two tables."""
    one, other = (stage.table(t).appearances.get(side=2).player for t in (one_table, other_table))
    editing.swap_players(stage.orla, stage.tournament, stage.round, one, other)


def games(stage):
    return {
        tuple(place.player.name for place in pairing.appearances.order_by("side")): pairing.table
        for pairing in stage.round.pairings.all()
    }


class TestPublishing:
    def test_unchanged_engine_round_needs_no_reason(self, swiss):
        assert swiss.publish().by_hand is None

    def test_changed_round_needs_a_reason(self, swiss):
        swap(swiss, 2, 3)
        with pytest.raises(Refused, match="Give a reason") as refused:
            swiss.publish()
        assert refused.value.field == "reason"
        assert swiss.round.is_draft

    def test_round_changed_back_needs_no_reason(self, swiss):
        swap(swiss, 2, 3)
        swap(swiss, 2, 3)
        assert swiss.publish().by_hand is None

    def test_difference_and_reason_are_stored_and_journalled(self, swiss):
        before = set(games(swiss))
        swap(swiss, 2, 3)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, reason=" A and B came in one car ")
        swiss.round.refresh_from_db()
        names = {player.public_id: player.name for player in swiss.players.values()}
        stored = swiss.round.by_hand
        assert stored["reason"] == "A and B came in one car"
        assert {tuple(names[key] for key in game) for game in stored["engine"]} == before - set(games(swiss))
        assert stored["worse"][0]["article"].startswith("C.04.3")
        assert JournalEntry.objects.filter(verb="publish-round").latest("sequence").reason == stored["reason"]

    def test_undo_makes_the_round_an_ordinary_draft(self, swiss):
        swap(swiss, 2, 3)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, reason="as agreed")
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.latest("sequence"))
        swiss.round.refresh_from_db()
        assert swiss.round.is_draft
        assert swiss.round.by_hand is None

    def test_report_file_includes_the_reason(self, swiss):
        swap(swiss, 2, 3)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, reason="as agreed")
        lines = writing.report(Stage.objects.get()).decode().splitlines()
        assert "### MPA @ Round 2: as agreed" in lines

    def test_swapped_colours_count_as_a_change(self, swiss):
        one, other = (swiss.table(1).appearances.get(side=side).player for side in (1, 2))
        editing.swap_players(swiss.orla, swiss.tournament, swiss.round, one, other)
        found = whatif.difference(whatif.position_of(swiss.round))
        assert [game[::-1] for game in found.engine] == list(found.round)


class TestPages:
    def test_draft_shows_scoregroups_and_due_colours(self, swiss, desk):
        page = desk("draft", number=2)
        assert [line.group for line in page.context["lines"]] == ["1", "", "0"]
        assert [line.moves_down is not None for line in page.context["lines"]] == [False, True, False]
        assert {card.due for line in page.context["lines"] for card in line.cards} == {"first", "second"}
        assert "Score 1" in page.content.decode()

    def test_draft_shows_the_cost_of_a_change_at_once(self, swiss, desk):
        swap(swiss, 2, 3)
        page = desk("draft", number=2)
        assert page.context["cost"].sentences
        assert page.context["asks_reason"]
        assert "Reason for the manual changes" in page.content.decode()

    @pytest.mark.rotates(4)
    def test_publishing_without_reason_shows_the_draft_again(self, swiss, desk, client):
        swap(swiss, 2, 3)
        where = {"slug": swiss.tournament.slug, "number": 2}
        page = client.post(reverse("tournaments:publish", kwargs=where), {"reason": " "})
        assert page.status_code == 422
        assert 'id="reason-error"' in page.content.decode()
        page = client.post(reverse("tournaments:publish", kwargs=where), {"reason": "as agreed"})
        assert page.status_code == 302
        text = desk("round", number=2).content.decode()
        assert "as agreed" in text
        assert "What the program would have paired" in text

    def test_round_page_names_the_pairs_of_the_engine(self, swiss, desk):
        before = set(games(swiss))
        swap(swiss, 2, 3)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, reason="as agreed")
        shown = desk("round", number=2).context["by_hand"]["games"]
        assert set(map(tuple, shown)) == before - set(games(swiss))

    def test_unchanged_round_shows_no_note(self, swiss, desk):
        swiss.publish()
        assert 'id="by-hand"' not in desk("round", number=2).content.decode()


class TestNoLegalPairing:
    """After three rounds, all four players have met each other."""

    @pytest.fixture
    def all_have_met(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players(*"ABCD")
        for _round in range(3):
            stage.play("1/2", "1/2")
        return stage

    def test_refusal_cites_the_article_and_players_who_have_met(self, all_have_met):
        with pytest.raises(Refused, match="arbiter must decide") as refused:
            all_have_met.pair()
        assert refused.value.code == "dutch-no-legal-pairing"
        assert "have met" in refused.value.text

    @pytest.mark.rotates(2)
    def test_arbiter_pairs_the_round_manually(self, all_have_met, client):
        all_have_met.round = rounds.pair_next_round(all_have_met.orla, all_have_met.tournament, 4, by_hand=True)
        assert not all_have_met.round.pairings.exists()
        for one, other in ("AB", "CD"):
            editing.pair_by_hand(
                all_have_met.orla,
                all_have_met.tournament,
                all_have_met.round,
                all_have_met.players[one],
                all_have_met.players[other],
            )
        judged = {Teller.of_round(all_have_met.round).tell(v.reason) for v in judge(position_of(all_have_met.round))}
        assert any("met" in text for text in judged)
        rounds.publish_round(
            all_have_met.orla, all_have_met.tournament, all_have_met.round, reason="everyone has played everyone"
        )
        all_have_met.round.refresh_from_db()
        assert all_have_met.round.by_hand["engine"] is None
        page = client.get(reverse("tournaments:round", kwargs={"slug": all_have_met.tournament.slug, "number": 4}))
        assert "finds no legal pairing" in page.content.decode()

    def test_requested_bye_takes_precedence_over_a_fixed_pair(self, make):
        stage = make(system="papp", planned_rounds=4).with_players(*"ABCD")
        editing.fix_pair(stage.orla, stage.tournament, 1, stage.players["A"], stage.players["B"])
        registration.request_bye(stage.orla, stage.tournament, stage.players["A"], 1, "half")
        made = rounds.pair_next_round(stage.orla, stage.tournament, by_hand=True)
        assert [(place.player.name, place.bye) for place in made.appearances.all()] == [("A", "half")]

    @pytest.mark.parametrize("system", ["partners", "pods"])
    def test_manual_round_is_refused_with_more_than_two_players_at_a_table(self, make, client, system):
        game = {"partners": "padel", "pods": "cards"}[system]
        stage = make(system=system, game=game, planned_rounds=3).with_players(*"ABCDEFGH")
        editing.fix_pair(stage.orla, stage.tournament, 1, stage.players["A"], stage.players["B"])
        with pytest.raises(Refused, match="cannot be paired manually"):
            rounds.pair_next_round(stage.orla, stage.tournament, by_hand=True)
        assert not stage.tournament.rounds.exists()
        client.force_login(stage.orla.user)
        text = client.get(reverse("tournaments:desk", kwargs={"slug": stage.tournament.slug})).content.decode()
        assert "Pair round 1" in text
        assert "manually" not in text

    def test_desk_warns_before_the_start_and_offers_manual_pairing(self, make, client):
        stage = make(system="dutch", planned_rounds=4).with_players(*"ABCD")
        client.force_login(stage.orla.user)
        text = client.get(reverse("tournaments:desk", kwargs={"slug": stage.tournament.slug})).content.decode()
        assert "4 rounds are not possible" in text
        assert "Pair round 1 manually" in text
