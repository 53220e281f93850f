"""The next stage: who advances, how ties are decided, and the effect of later corrections."""

import re

import pytest
from django.urls import reverse

from standings.web.next_stage.qualification import go_on, lot_order, notices, otherwise, qualifiers_of, sentences_of
from standings.web.table.current import standings_of
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused, StaleSnapshot
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle, rules
from tournaments.stages.stages import start_stage

#: All tables of a round robin of four (Ann-Di, Bo-Cy; Di-Cy, Ann-Bo; Bo-Di, Cy-Ann): Ann wins all, Bo and Cy are level.
CLEAR = (("1-0", "1-0"), ("0-1", "1-0"), ("1-0", "0-1"))


@pytest.fixture
def played_stage(cup):
    """A round robin of four, completely played: Ann has 3, Bo 2, Cy 1 and Di 0 points."""
    for texts in CLEAR:
        cup.play(*texts)
    return cup


@pytest.fixture
def level(make):
    """Four players who drew every game, so that nothing separates them."""
    even = make().with_players("Ann", "Bo", "Cy", "Di")
    for _round in range(3):
        even.play("½-½", "½-½")
    return even


def on(stage, places, **more):
    usual = {"system": "round-robin", "planned_rounds": None, "decision": "", "by_hand": {}, "reason": ""}
    return go_on(stage.orla, stage.tournament, places=places, **{**usual, **more})


def names(stage_row):
    return [seat.player.name for seat in stage_row.seats.order_by("number")]


class TestQualifiers:
    def test_first_places_become_the_seats(self, played_stage):
        assert names(on(played_stage, 2)) == ["Ann", "Bo"]

    @pytest.mark.rotates(2)
    def test_round_numbers_continue(self, played_stage):
        stage = on(played_stage, 2)
        assert stage.first_round == 4
        assert played_stage.pair().number == 4

    @pytest.mark.rotates(2)
    def test_points_do_not_carry_over(self, played_stage):
        on(played_stage, 2)
        played_stage.pair()
        view = snapshot.take_view(snapshot.current_stage(played_stage.tournament))
        assert view.snapshot.rounds == ()

    @pytest.mark.rotates(2)
    def test_withdrawn_player_is_passed_over(self, played_stage):
        registration.withdraw(played_stage.orla, played_stage.tournament, played_stage.players["Ann"])
        assert names(on(played_stage, 2)) == ["Bo", "Cy"]

    @pytest.mark.rotates(2)
    def test_next_stage_can_use_another_system(self, played_stage):
        assert on(played_stage, 3, system="papp", planned_rounds=2).system == "papp"

    def test_running_round_prevents_the_next_stage(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        with pytest.raises(Refused, match="Round 2 is not closed yet"):
            on(cup, 2)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("places", [0, 1, 5])
    def test_number_of_qualifiers_out_of_range_is_refused(self, played_stage, places):
        with pytest.raises(Refused, match="Choose between 2 and 4"):
            on(played_stage, places)

    def test_helper_cannot_start_a_stage(self, played_stage, helper):
        field = qualifiers_of(played_stage.tournament, 2)
        with pytest.raises(Exception, match="do not have permission"):
            start_stage(
                helper,
                played_stage.tournament,
                system="manual",
                options={},
                planned_rounds=None,
                seeds=[field.player(row.player) for row in field.rows],
                qualification={},
            )

    @pytest.mark.rotates(2)
    def test_stale_standings_are_refused(self, played_stage):
        seeds = [qualifiers_of(played_stage.tournament, 2).player(number) for number in (1, 2)]
        old = played_stage.revision()
        registration.change_player(played_stage.orla, played_stage.tournament, played_stage.players["Di"], club="Oulu")
        with pytest.raises(StaleSnapshot):
            start_stage(
                played_stage.orla,
                played_stage.tournament,
                system="manual",
                options={},
                planned_rounds=None,
                seeds=seeds,
                qualification={},
                revision=old,
            )

    @pytest.mark.rotates(2)
    def test_late_entry_is_refused_in_a_later_stage(self, played_stage):
        on(played_stage, 2)
        with pytest.raises(Refused, match="later stage has started"):
            registration.add_player(played_stage.orla, played_stage.tournament, name="Eve")

    def test_seating_of_a_later_stage_cannot_change(self, played_stage):
        on(played_stage, 2)
        with pytest.raises(Refused, match="numbered by their places in the previous stage") as refused:
            lifecycle.change_settings(played_stage.orla, played_stage.tournament, seating="lot")
        assert (refused.value.code, refused.value.field) == ("too-late", "seating")

    @pytest.mark.rotates(2)
    def test_started_stage_can_be_undone(self, played_stage):
        on(played_stage, 2)
        undo.undo(played_stage.orla, played_stage.tournament, JournalEntry.objects.get(verb="start-stage"))
        assert played_stage.tournament.stages.count() == 1

    @pytest.mark.rotates(2)
    def test_discarded_draft_keeps_the_seats_of_a_later_stage(self, played_stage):
        stage = on(played_stage, 2)
        rounds.discard_round(played_stage.orla, played_stage.tournament, played_stage.pair())
        assert names(stage) == ["Ann", "Bo"]
        assert played_stage.pair().number == 4


class TestTies:
    def test_tie_across_the_cut_is_decisive(self, level):
        (tie,) = qualifiers_of(level.tournament, 2).ties
        assert (tie.first_place, len(tie.players), tie.decisive) == (1, 4, True)

    @pytest.mark.rotates(2)
    def test_tie_above_the_cut_is_not_decisive(self, level):
        (tie,) = qualifiers_of(level.tournament, 4).ties
        assert not tie.decisive

    def test_page_shows_all_ties_in_one_box(self, make, orla):
        pairs = make(system="dutch", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di")
        pairs.play("1-0", "1-0")
        assert len(qualifiers_of(pairs.tournament, 4).ties) == 2
        page = signed_in(orla).get(reverse("standings:next-stage", args=[pairs.tournament.slug]), {"places": 4}).text
        assert page.count("share place") == 2
        assert page.count('class="message warning"') == 1

    @pytest.mark.rotates(2)
    def test_decisive_tie_without_a_decision_is_refused(self, level):
        with pytest.raises(Refused, match="Decide by lot, or manually"):
            on(level, 2)

    @pytest.mark.rotates(2)
    def test_lot_is_stored_with_a_seed_that_reproduces_it(self, level):
        stage = on(level, 2, decision="lot")
        (entry,) = stage.qualification["ties"]
        view = snapshot.take_view(level.tournament.stages.get(number=1))
        order = [view.players[number].public_id for number in lot_order(list(view.players), entry["seed"])]
        assert entry["order"] == order
        assert [seat.player.public_id for seat in stage.seats.all()] == order[:2]

    @pytest.mark.rotates(2)
    def test_manual_order_is_stored_with_its_reason(self, level):
        order = {level.players[name].public_id: place for place, name in enumerate(("Di", "Cy", "Bo", "Ann"), 1)}
        stage = on(level, 2, decision="hand", by_hand=order, reason="Armageddon games")
        assert names(stage) == ["Di", "Cy"]
        assert JournalEntry.objects.get(verb="start-stage").reason == "Armageddon games"

    def test_reason_of_a_manual_order_is_public(self, level):
        order = {level.players[name].public_id: n for n, name in enumerate(("Cy", "Di", "Ann", "Bo"), start=1)}
        stage = on(level, 2, decision="hand", by_hand=order, reason=" Armageddon games ")
        assert sentences_of(stage)[1] == "A tie was decided manually (Armageddon games): Cy, Di, Ann, Bo."

    def test_manual_order_requires_a_reason(self, level):
        order = {player.public_id: place for place, player in enumerate(level.players.values(), 1)}
        with pytest.raises(Refused, match="Give a reason"):
            on(level, 2, decision="hand", by_hand=order)

    def test_manual_order_requires_distinct_numbers(self, level):
        order = {player.public_id: 1 for player in level.players.values()}
        with pytest.raises(Refused, match="a different number"):
            on(level, 2, decision="hand", by_hand=order, reason="Because")


class TestLaterCorrection:
    def correct(self, stage, round_number, table, text):
        from tournaments.core.words.notation import parse

        pairing = stage.tournament.rounds.get(number=round_number).pairings.get(table=table)
        result = parse(text, stage.tournament.scoring)
        results.correct_result(stage.orla, stage.tournament, pairing, result, reason="slip misread")

    def test_correction_names_who_would_advance_instead(self, played_stage):
        stage = on(played_stage, 2)
        assert not otherwise(stage)
        self.correct(played_stage, 1, 2, "0-1")
        self.correct(played_stage, 3, 1, "0-1")
        other = otherwise(stage)
        assert ([p.name for p in other.instead], [p.name for p in other.out]) == (["Cy"], ["Bo"])
        assert notices(played_stage.tournament) == ["Under the current results, Cy would be in stage 2 instead of Bo."]

    def test_lot_for_an_unchanged_tie_still_holds(self, level):
        stage = on(level, 2, decision="lot")
        assert not otherwise(stage)

    def test_correction_that_creates_an_undecided_tie_is_noted(self, played_stage):
        stage = on(played_stage, 2)
        self.correct(played_stage, 1, 2, "½-½")
        assert [p.name for p in otherwise(stage).open] == ["Bo", "Cy"]
        assert notices(played_stage.tournament) == [
            "Under the current results, Bo, Cy would be tied for the last place in stage 2."
        ]


class TestRulesOfAStage:
    """A stage from which players advanced keeps its rules and points; a change applies to the next stage."""

    def change(self, stage, changes, **points):
        rules.change_rules(
            stage.orla,
            stage.tournament,
            rules=stage.tournament.rules,
            changes=changes,
            points={f"points_{name}": value for name, value in points.items()},
            reason="announced",
        )

    def places(self, stage, number):
        now = standings_of(stage.tournament, stage=stage.tournament.stages.get(number=number))
        return [(row.rank, now.player(row).name, row.points) for row in now.table.rows]

    def test_rules_are_stored_with_the_next_stage(self, level):
        self.change(level, {"chain": ["PTS", "WIN"]}, draw="0.4")
        stored = on(level, 4, decision="lot").qualification
        assert (stored["rules"], stored["changes"]) == ("fide-2026", {"chain": ["PTS", "WIN"]})
        assert (stored["points"]["win"], stored["points"]["draw"]) == ("1", "2/5")

    def test_earlier_stage_keeps_its_rules_when_later_ones_change(self, played_stage):
        stage = on(played_stage, 2)
        before = self.places(played_stage, 1)
        self.change(played_stage, {"chain": ["TPN/R"]}, win="2")
        assert self.places(played_stage, 1) == before
        assert not otherwise(stage)
        assert standings_of(played_stage.tournament).table.rules.chain == ("TPN/R",)

    def test_csv_and_api_include_players_who_did_not_advance(self, played_stage, client):
        on(played_stage, 2)
        address = f"/t/{played_stage.tournament.slug}/standings"
        lines = [line.split(",") for line in client.get(f"{address}.csv").content.decode("utf-8-sig").splitlines()]
        assert [line[0] for line in lines[3:]] == ["3", "4"]
        others = client.get(f"/api/v1/tournaments/{played_stage.tournament.slug}/standings").json()["others"]
        assert [(row["rank"], row["player"]["name"], row["stage"]) for row in others] == [
            (rank, name, 1) for rank, name, _points in self.places(played_stage, 1)[2:]
        ]
        assert [line[1] for line in lines[3:]] == [row["player"]["name"] for row in others]

    def test_stage_names_its_rules_if_the_later_stage_has_others(self, played_stage):
        stage = on(played_stage, 2)
        assert sentences_of(stage) == ["The first 2 of stage 1 advance."]
        self.change(played_stage, {"chain": ["PTS"]})
        played_stage.tournament.refresh_from_db()
        stage.tournament = played_stage.tournament
        assert (
            sentences_of(stage)[1] == "According to the rules at that time: FIDE 2026, round robin: PTS DE SB; 1/½/0."
        )

    def test_lot_drawn_before_leaves_no_tie(self, level):
        self.change(level, {"last_resort": "lot"})
        assert qualifiers_of(level.tournament, 2).ties
        rules.draw_lot(level.orla, level.tournament)
        field = qualifiers_of(level.tournament, 2)
        assert field.ties == ()
        assert names(on(level, 2)) == [field.player(row.player).name for row in field.rows[:2]]

    def test_lot_required_by_the_rules_is_drawn_with_the_stage(self, level):
        """The lot has one seed for all players, and the standings of the stage show it afterwards."""
        self.change(level, {"last_resort": "lot"})
        stage = on(level, 2, decision="lot")
        (entry,) = stage.qualification["ties"]
        assert stage.qualification["changes"]["lot"] == entry["seed"]
        assert [name for _place, name, _points in self.places(level, 1)][:2] == names(stage)
        assert [place for place, _name, _points in self.places(level, 1)] == [1, 2, 3, 4]
        assert not otherwise(stage)

    def test_rules_page_says_that_earlier_stages_keep_their_rules(self, played_stage, orla):
        on(played_stage, 2)
        page = signed_in(orla).get(reverse("standings:rules", kwargs={"slug": played_stage.tournament.slug}))
        assert "Earlier stages keep the rules" in page.content.decode()


class TestFinalPlaces:
    """The final places include all players: those of the last stage, then those who did not advance."""

    @pytest.fixture
    def over(self, make):
        stage = make(system="dutch", planned_rounds=2).with_players(*(f"Player {letter}" for letter in "ABCDEFGHIJ"))
        for _round in range(2):
            stage.play(*["1-0"] * 5)
        on(stage, 8, system="knock-out", decision="lot")
        for tables in (4, 2, 2):
            stage.play(*["1-0"] * tables)
        stage.finish()
        return stage

    @pytest.mark.rotates(2)
    def test_places_from_first_to_last_name_the_deciding_stage(self, over):
        places = RULE_BOOKS[0].places(over.tournament)
        assert len({place.player.pk for place in places}) == 10
        assert [place.shown for place in places[:8]] == ["1", "2", "3", "4", *["5–8"] * 4]
        assert (places[8].rank, places[8].stage, places[7].stage) == (9, 1, 2)
        assert [place.level for place in places] == sorted(place.level for place in places)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("path", ["", "standings/"])
    def test_every_page_shows_the_final_places(self, over, client, path):
        html = client.get(f"/t/{over.tournament.slug}/{path}").content.decode()
        assert "5–8" in html
        assert "Decided in" in html
        assert all(name in html for name in over.players)

    @pytest.mark.rotates(2)
    def test_tournament_head_names_both_stages_and_embedded_table_lists_all(self, over, client):
        html = client.get(f"/t/{over.tournament.slug}/").content.decode()
        assert re.search(r"Swiss[^<]*, then the first 8: Knock-out", html)
        embedded = client.get(f"/embed/{over.tournament.slug}/standings/").content.decode()
        assert all(name in embedded for name in over.players)

    @pytest.mark.rotates(2)
    def test_card_of_an_eliminated_player_shows_the_final_place(self, over, client):
        last = RULE_BOOKS[0].places(over.tournament)[-1]
        card = client.get(f"/t/{over.tournament.slug}/players/{last.player.public_id}/card/").content.decode()
        assert f"<strong>Place {last.shown}</strong> of 10" in card


def test_tournament_head_says_double_elimination(make, client):
    make(system="knock-out", options={"lives": "two"}, name="Double").with_players(*"ABCD")
    assert "Double elimination" in client.get("/t/double/").text


def test_players_read_swiss_for_the_smallest_penalty(make, orla):
    stage = make(system="papp", name="Cards").with_players(*"ABCD")
    stage.play("1-0", "1-0")
    stage.finish()
    assert RULE_BOOKS[0].places(stage.tournament)[0].decided_in == "Swiss"
    client = signed_in(orla)
    for page in ("", "standings/", "desk/"):
        shown = client.get(f"/t/cards/{page}").text
        assert "Smallest penalty" not in shown
    assert "Swiss" in client.get("/t/cards/").text
    assert "Swiss" in client.get("/t/cards/desk/").text
