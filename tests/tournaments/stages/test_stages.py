"""The next stage: who advances, how ties are decided, and what a later correction says."""

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
    """Ann 3, Bo 2, Cy 1, Di 0."""
    for texts in CLEAR:
        cup.play(*texts)
    return cup


@pytest.fixture
def level(make):
    """Four players, every game drawn: nothing separates anybody."""
    even = make().with_players("Ann", "Bo", "Cy", "Di")
    for _round in range(3):
        even.play("½-½", "½-½")
    return even


def on(stage, places, **more):
    usual = {"system": "round-robin", "planned_rounds": None, "decision": "", "by_hand": {}, "reason": ""}
    return go_on(stage.orla, stage.tournament, places=places, **{**usual, **more})


def names(stage_row):
    return [seat.player.name for seat in stage_row.seats.order_by("number")]


class TestWhoGoesOn:
    def test_the_first_places_are_the_seats(self, played_stage):
        assert names(on(played_stage, 2)) == ["Ann", "Bo"]

    @pytest.mark.rotates(2)
    def test_the_rounds_go_on_counting(self, played_stage):
        stage = on(played_stage, 2)
        assert stage.first_round == 4
        assert played_stage.pair().number == 4

    @pytest.mark.rotates(2)
    def test_nobody_takes_points_along(self, played_stage):
        on(played_stage, 2)
        played_stage.pair()
        view = snapshot.take_view(snapshot.current_stage(played_stage.tournament))
        assert view.snapshot.rounds == ()

    @pytest.mark.rotates(2)
    def test_who_has_left_is_passed_over(self, played_stage):
        registration.withdraw(played_stage.orla, played_stage.tournament, played_stage.players["Ann"])
        assert names(on(played_stage, 2)) == ["Bo", "Cy"]

    @pytest.mark.rotates(2)
    def test_any_system_may_follow(self, played_stage):
        assert on(played_stage, 3, system="papp", planned_rounds=2).system == "papp"

    def test_a_running_round_is_in_the_way(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        with pytest.raises(Refused, match="Round 2 is not closed yet"):
            on(cup, 2)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("places", [0, 1, 5])
    def test_as_many_as_there_are(self, played_stage, places):
        with pytest.raises(Refused, match="Choose between 2 and 4"):
            on(played_stage, places)

    def test_a_helper_does_not_start_a_stage(self, played_stage, helper):
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
    def test_a_table_that_has_changed_meanwhile_is_looked_at_again(self, played_stage):
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
    def test_nobody_enters_a_later_stage(self, played_stage):
        on(played_stage, 2)
        with pytest.raises(Refused, match="later stage has started"):
            registration.add_player(played_stage.orla, played_stage.tournament, name="Eve")

    def test_the_seats_of_a_later_stage_stay_the_places_before(self, played_stage):
        on(played_stage, 2)
        with pytest.raises(Refused, match="numbered by their places in the previous stage") as refused:
            lifecycle.change_settings(played_stage.orla, played_stage.tournament, seating="lot")
        assert (refused.value.code, refused.value.field) == ("too-late", "seating")

    @pytest.mark.rotates(2)
    def test_a_stage_that_was_started_can_be_taken_back(self, played_stage):
        on(played_stage, 2)
        undo.undo(played_stage.orla, played_stage.tournament, JournalEntry.objects.get(verb="start-stage"))
        assert played_stage.tournament.stages.count() == 1

    @pytest.mark.rotates(2)
    def test_a_draft_thrown_away_leaves_the_seats_of_a_later_stage(self, played_stage):
        stage = on(played_stage, 2)
        rounds.discard_round(played_stage.orla, played_stage.tournament, played_stage.pair())
        assert names(stage) == ["Ann", "Bo"]
        assert played_stage.pair().number == 4


class TestTies:
    def test_a_tie_that_decides_is_named(self, level):
        (tie,) = qualifiers_of(level.tournament, 2).ties
        assert (tie.first_place, len(tie.players), tie.decisive) == (1, 4, True)

    @pytest.mark.rotates(2)
    def test_a_tie_inside_only_orders_the_seats(self, level):
        (tie,) = qualifiers_of(level.tournament, 4).ties
        assert not tie.decisive

    @pytest.mark.rotates(2)
    def test_is_not_passed_over_in_silence(self, level):
        with pytest.raises(Refused, match="Decide by lot, or manually"):
            on(level, 2)

    @pytest.mark.rotates(2)
    def test_by_lot_with_a_seed_that_repeats_it(self, level):
        stage = on(level, 2, decision="lot")
        (entry,) = stage.qualification["ties"]
        view = snapshot.take_view(level.tournament.stages.get(number=1))
        order = [view.players[number].public_id for number in lot_order(list(view.players), entry["seed"])]
        assert entry["order"] == order
        assert [seat.player.public_id for seat in stage.seats.all()] == order[:2]

    @pytest.mark.rotates(2)
    def test_by_hand_with_a_reason(self, level):
        order = {level.players[name].public_id: place for place, name in enumerate(("Di", "Cy", "Bo", "Ann"), 1)}
        stage = on(level, 2, decision="hand", by_hand=order, reason="Armageddon games")
        assert names(stage) == ["Di", "Cy"]
        assert JournalEntry.objects.get(verb="start-stage").reason == "Armageddon games"

    def test_everybody_can_read_the_reason(self, level):
        order = {level.players[name].public_id: n for n, name in enumerate(("Cy", "Di", "Ann", "Bo"), start=1)}
        stage = on(level, 2, decision="hand", by_hand=order, reason=" Armageddon games ")
        assert sentences_of(stage)[1] == "A tie was decided manually (Armageddon games): Cy, Di, Ann, Bo."

    def test_not_by_hand_without_a_reason(self, level):
        order = {player.public_id: place for place, player in enumerate(level.players.values(), 1)}
        with pytest.raises(Refused, match="Give a reason"):
            on(level, 2, decision="hand", by_hand=order)

    def test_not_by_hand_without_an_order(self, level):
        order = {player.public_id: 1 for player in level.players.values()}
        with pytest.raises(Refused, match="a different number"):
            on(level, 2, decision="hand", by_hand=order, reason="Because")


class TestALaterCorrection:
    def correct(self, stage, round_number, table, text):
        from tournaments.core.words.notation import parse

        pairing = stage.tournament.rounds.get(number=round_number).pairings.get(table=table)
        result = parse(text, stage.tournament.scoring)
        results.correct_result(stage.orla, stage.tournament, pairing, result, reason="slip misread")

    def test_names_who_would_be_in_instead(self, played_stage):
        stage = on(played_stage, 2)
        assert not otherwise(stage)
        self.correct(played_stage, 1, 2, "0-1")
        self.correct(played_stage, 3, 1, "0-1")
        other = otherwise(stage)
        assert ([p.name for p in other.instead], [p.name for p in other.out]) == (["Cy"], ["Bo"])
        assert notices(played_stage.tournament) == ["Under the current results, Cy would be in stage 2 instead of Bo."]

    def test_a_decision_made_for_the_same_tie_still_holds(self, level):
        stage = on(level, 2, decision="lot")
        assert not otherwise(stage)

    def test_says_when_nobody_has_decided_the_tie_it_makes(self, played_stage):
        stage = on(played_stage, 2)
        self.correct(played_stage, 1, 2, "½-½")
        assert [p.name for p in otherwise(stage).open] == ["Bo", "Cy"]
        assert notices(played_stage.tournament) == [
            "Under the current results, Bo, Cy would be tied for the last place in stage 2."
        ]


class TestTheRulesOfAStage:
    """A stage from which players went on keeps its rules and points; a later change is for the later stage."""

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

    def test_are_stored_with_the_step(self, level):
        self.change(level, {"chain": ["PTS", "WIN"]}, draw="0.4")
        stored = on(level, 4, decision="lot").qualification
        assert (stored["rules"], stored["changes"]) == ("fide-2026", {"chain": ["PTS", "WIN"]})
        assert (stored["points"]["win"], stored["points"]["draw"]) == ("1", "2/5")

    def test_stay_when_those_of_the_later_stage_change(self, played_stage):
        stage = on(played_stage, 2)
        before = self.places(played_stage, 1)
        self.change(played_stage, {"chain": ["TPN/R"]}, win="2")
        assert self.places(played_stage, 1) == before
        assert not otherwise(stage)
        assert standings_of(played_stage.tournament).table.rules.chain == ("TPN/R",)

    def test_programs_and_spreadsheets_have_everybody_who_did_not_go_on(self, played_stage, client):
        on(played_stage, 2)
        address = f"/t/{played_stage.tournament.slug}/standings"
        lines = [line.split(",") for line in client.get(f"{address}.csv").content.decode("utf-8-sig").splitlines()]
        assert [line[0] for line in lines[3:]] == ["3", "4"]
        others = client.get(f"/api/v1/tournaments/{played_stage.tournament.slug}/standings").json()["others"]
        assert [(row["rank"], row["player"]["name"], row["stage"]) for row in others] == [
            (rank, name, 1) for rank, name, _points in self.places(played_stage, 1)[2:]
        ]
        assert [line[1] for line in lines[3:]] == [row["player"]["name"] for row in others]

    def test_are_named_where_the_later_stage_has_others(self, played_stage):
        stage = on(played_stage, 2)
        assert sentences_of(stage) == ["The first 2 of stage 1 advance."]
        self.change(played_stage, {"chain": ["PTS"]})
        played_stage.tournament.refresh_from_db()
        stage.tournament = played_stage.tournament
        assert (
            sentences_of(stage)[1] == "According to the rules at that time: FIDE 2026, round robin: PTS DE SB; 1/½/0."
        )

    def test_a_lot_that_was_drawn_leaves_no_tie(self, level):
        self.change(level, {"last_resort": "lot"})
        assert qualifiers_of(level.tournament, 2).ties
        rules.draw_lot(level.orla, level.tournament)
        field = qualifiers_of(level.tournament, 2)
        assert field.ties == ()
        assert names(on(level, 2)) == [field.player(row.player).name for row in field.rows[:2]]

    def test_a_lot_that_the_rules_want_is_drawn_with_the_step(self, level):
        """One seed for everybody, and the table of the stage shows it afterwards."""
        self.change(level, {"last_resort": "lot"})
        stage = on(level, 2, decision="lot")
        (entry,) = stage.qualification["ties"]
        assert stage.qualification["changes"]["lot"] == entry["seed"]
        assert [name for _place, name, _points in self.places(level, 1)][:2] == names(stage)
        assert [place for place, _name, _points in self.places(level, 1)] == [1, 2, 3, 4]
        assert not otherwise(stage)

    def test_the_page_of_the_rules_says_that_an_earlier_stage_keeps_its_own(self, played_stage, orla):
        on(played_stage, 2)
        page = signed_in(orla).get(reverse("standings:rules", kwargs={"slug": played_stage.tournament.slug}))
        assert "Earlier stages keep the rules" in page.content.decode()


class TestTheFinalTable:
    """It holds everybody: those of the last stage, and behind them whom the cut left out."""

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
    def test_all_players_from_1_to_n_with_the_stage_that_decided(self, over):
        places = RULE_BOOKS[0].places(over.tournament)
        assert len({place.player.pk for place in places}) == 10
        assert [place.shown for place in places[:8]] == ["1", "2", "3", "4", *["5–8"] * 4]
        assert (places[8].rank, places[8].stage, places[7].stage) == (9, 1, 2)
        assert [place.level for place in places] == sorted(place.level for place in places)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("path", ["", "standings/"])
    def test_pages_show_them_alike(self, over, client, path):
        html = client.get(f"/t/{over.tournament.slug}/{path}").content.decode()
        assert "5–8" in html
        assert "Decided in" in html
        assert all(name in html for name in over.players)

    @pytest.mark.rotates(2)
    def test_the_head_says_how_it_was_played_and_the_embedded_table_has_all(self, over, client):
        html = client.get(f"/t/{over.tournament.slug}/").content.decode()
        assert re.search(r"Swiss[^<]*, then the first 8: Knock-out", html)
        embedded = client.get(f"/embed/{over.tournament.slug}/standings/").content.decode()
        assert all(name in embedded for name in over.players)

    @pytest.mark.rotates(2)
    def test_who_is_out_reads_his_place_among_all(self, over, client):
        last = RULE_BOOKS[0].places(over.tournament)[-1]
        card = client.get(f"/t/{over.tournament.slug}/players/{last.player.public_id}/card/").content.decode()
        assert f"<strong>Place {last.shown}</strong> of 10" in card


def test_the_head_calls_a_double_elimination_so(make, client):
    make(system="knock-out", options={"lives": "two"}, name="Double").with_players(*"ABCD")
    assert "Double elimination" in client.get("/t/double/").text
