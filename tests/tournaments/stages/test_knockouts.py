"""Knock-outs on the server: draws that need a decision, corrected results, and later rounds."""

import pytest

from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.desk.progress import StepKind, next_step, progress_of
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Advance, JournalEntry, Player, Round
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.stages import bracket, knockouts
from tournaments.stages.knockouts import Follow

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture
def tree(make):
    """A knock-out of eight players in order of seed."""
    stage = make(system="knock-out", seating="entry")
    return stage.with_players(*NAMES)


def meets(round_):
    """Return the pairs, by table."""
    return [
        "-".join(each.player.name for each in pairing.appearances.select_related("player").order_by("side"))
        for pairing in round_.pairings.order_by("table")
    ]


def table(stage, number, table_):
    return stage.tournament.rounds.get(number=number).pairings.get(table=table_)


def correct(stage, number, table_, text, **more):
    pairing, result = table(stage, number, table_), parse(text, stage.tournament.scoring)
    return results.correct_result(stage.orla, stage.tournament, pairing, result, reason="slip misread", **more)


def status(stage):
    return list(stage.tournament.rounds.order_by("number").values_list("number", "status"))


def undo_last(stage):
    entry = JournalEntry.objects.filter(tournament=stage.tournament).latest("sequence")
    undo.undo(stage.orla, stage.tournament, entry)


def state(stage):
    return [
        (
            row.number,
            row.status,
            meets(row),
            [str(getattr(each, "result", "")) for each in row.pairings.order_by("table")],
        )
        for row in stage.tournament.rounds.order_by("number")
    ]


class TestRounds:
    def test_tournament_is_played_from_quarter_finals_to_the_end(self, tree):
        assert meets(tree.pair()) == ["Ann-Hal", "Di-Ed", "Bo-Gus", "Cy-Flo"]
        tree.publish()
        for number in (1, 2, 3, 4):
            tree.enter(number, "1-0")
        tree.close()
        tree.play("1-0", "1-0")
        assert meets(tree.pair()) == ["Cy-Di", "Ann-Bo"]
        tree.publish()
        tree.enter(1, "1-0")
        tree.enter(2, "0-1")
        tree.close()
        assert next_step(progress_of(tree.tournament)).kind is StepKind.ANNOUNCE

    def test_late_entry_and_forbidden_pair_are_refused_after_the_start(self, tree):
        tree.pair()
        with pytest.raises(Refused, match="bracket is full"):
            registration.add_players(tree.orla, tree.tournament, [{"name": "Ida"}])
        with pytest.raises(Refused, match="seeds and results"):
            editing.forbid_pair(tree.orla, tree.tournament, tree.players["Ann"], tree.players["Bo"])

    def test_withdrawn_player_loses_the_next_match(self, tree):
        tree.play("1-0", "1-0", "1-0", "1-0")
        registration.withdraw(tree.orla, tree.tournament, tree.players["Ann"])
        tree.pair()
        assert str(tree.table(1).result) == "loss-win"
        assert Player.objects.get(name="Ann").withdrawn_after == 1


class TestDraw:
    @pytest.fixture
    def drawn_match(self, tree):
        tree.pair()
        tree.publish()
        for number, text in enumerate(["½-½", "1-0", "1-0", "1-0"], start=1):
            tree.enter(number, text)
        return tree

    def say(self, stage, side, how="games", note="4-3", **more):
        return knockouts.set_advancing_side(
            stage.orla, stage.tournament, stage.table(1), side, how=how, note=note, **more
        )

    def test_round_stays_open_until_the_advancing_player_is_chosen(self, drawn_match):
        with pytest.raises(Refused, match="Round 1 has a draw: 1"):
            drawn_match.close()
        with pytest.raises(Refused, match="Round 1 has a draw: 1"):
            rounds.close_and_pair(drawn_match.orla, drawn_match.tournament, 1)
        self.say(drawn_match, 2)
        assert meets(rounds.close_and_pair(drawn_match.orla, drawn_match.tournament, 1)) == ["Di-Hal", "Bo-Cy"]

    def test_choice_is_journalled_and_undone(self, drawn_match):
        self.say(drawn_match, 2)
        entry = JournalEntry.objects.latest("sequence")
        assert (entry.verb, entry.facts["name"], entry.facts["note"]) == ("say-who-goes-on", "Hal", "4-3")
        undo_last(drawn_match)
        assert not Advance.objects.exists()

    def test_invalid_choice_is_refused(self, drawn_match):
        for side, how, note, code in (
            *((3, "games", "", "who-goes-on"), (1, "vote", "", "who-goes-on")),
            (1, "decision", " ", "reason-missing"),
        ):
            with pytest.raises(Refused) as refused:
                self.say(drawn_match, side, how, note)
            assert refused.value.code == code
        drawn_match.enter(1, "")
        with pytest.raises(Refused, match="Enter the result"):
            self.say(drawn_match, 1)

    def test_new_result_removes_the_choice(self, drawn_match):
        self.say(drawn_match, 2)
        drawn_match.enter(1, "1-0")
        assert not Advance.objects.exists()

    def test_repeated_choice_changes_nothing_and_it_can_be_cleared(self, drawn_match):
        self.say(drawn_match, 2)
        before = drawn_match.revision()
        self.say(drawn_match, 2)
        assert drawn_match.revision() == before
        knockouts.set_advancing_side(drawn_match.orla, drawn_match.tournament, drawn_match.table(1), None)
        assert not Advance.objects.exists()

    def test_choice_is_refused_outside_a_knock_out(self, cup):
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="only in a knock-out"):
            knockouts.set_advancing_side(cup.orla, cup.tournament, cup.table(1), 1, how="lot")


class TestCorrectedResult:
    @pytest.fixture
    def played_tree(self, tree):
        """A knock-out in its last round, with one result; table 1 of round 1 has a wrong result.

        Quarter-finals and semi-finals are closed.
        """
        tree.play("1-0", "1-0", "1-0", "1-0")
        tree.play("1-0", "1-0")
        tree.pair()
        tree.publish()
        tree.enter(1, "1-0")
        return tree

    def test_correction_affecting_matches_is_refused_without_a_decision(self, played_tree):
        before = state(played_tree)
        with pytest.raises(Refused) as refused:
            correct(played_tree, 1, 1, "0-1")
        assert refused.value.code == "matches-follow"
        assert "round 2, table 1" in refused.value.text
        assert state(played_tree) == before

    def test_preview_lists_all_affected_matches(self, played_tree):
        pairing = table(played_tree, 1, 1)
        hanging = bracket.affected_matches(pairing, parse("0-1", played_tree.tournament.scoring))
        assert [(each.round, each.table, each.now and each.now[1].name, each.has_result) for each in hanging.lost] == [
            (2, 1, "Hal", True),
            (3, 1, None, True),
            (3, 2, None, False),
        ]

    def test_replay_removes_dependent_matches_and_reopens_the_round(self, played_tree):
        before = state(played_tree)
        correct(played_tree, 1, 1, "0-1", follow=Follow.REPLAY)
        assert state(played_tree) == [
            (1, "closed", ["Ann-Hal", "Di-Ed", "Bo-Gus", "Cy-Flo"], ["loss-win", "win-loss", "win-loss", "win-loss"]),
            (2, "published", ["Di-Hal", "Bo-Cy"], ["", "win-loss"]),
        ]
        undo_last(played_tree)
        assert state(played_tree) == before

    def test_kept_player_advances_by_decision(self, played_tree):
        correct(played_tree, 1, 1, "0-1", follow=Follow.KEEP)
        assert meets(table(played_tree, 2, 1).round) == ["Ann-Di", "Bo-Cy"]
        advance = Advance.objects.get()
        assert (advance.side, advance.how, advance.note) == (1, "decision", "slip misread")
        _system, options = snapshot.system_of(played_tree.round.stage)
        places = SYSTEMS["knock-out"].questions.places(snapshot.take_view(played_tree.round.stage).snapshot, options)
        assert places[1] == (1, 2)
        entry = JournalEntry.objects.latest("sequence")
        assert entry.facts["kept"] == "Ann"
        undo_last(played_tree)
        assert not Advance.objects.exists()

    def test_correction_with_the_same_winner_needs_no_decision(self, played_tree):
        correct(played_tree, 1, 1, "+--")
        assert len(status(played_tree)) == 3

    def test_reopened_round_accepts_corrected_and_new_results(self, played_tree):
        correct(played_tree, 1, 1, "0-1", follow=Follow.REPLAY)
        played_tree.round = played_tree.tournament.rounds.get(number=2)
        played_tree.enter(2, "+--")
        played_tree.enter(1, "1-0")
        assert next_step(progress_of(played_tree.tournament)).kind is StepKind.CLOSE_AND_PAIR


class TestLaterRounds:
    @pytest.fixture
    def large(self, make):
        """A knock-out of sixteen: round 3 is closed, round 4 is a draft, and table 1 of round 1 has a wrong result."""
        stage = make(system="knock-out", seating="entry").with_players(*(f"P{n:02}" for n in range(1, 17)))
        stage.play(*["1-0"] * 8)
        stage.play(*["1-0"] * 4)
        stage.play(*["1-0"] * 2)
        stage.pair()
        return stage

    @pytest.mark.rotates(2)
    def test_other_matches_keep_their_results_and_removed_ones_return_later(self, large):
        correct(large, 1, 1, "0-1", follow=Follow.REPLAY)
        assert status(large) == [(1, "closed"), (2, "published"), (3, "published")]
        assert meets(Round.objects.get(number=3)) == ["P02-P03"]
        step = next_step(progress_of(large.tournament))
        assert (step.kind, step.round) == (StepKind.ENTER_RESULTS, 2)
        large.round = Round.objects.get(number=2)
        with pytest.raises(Refused, match="later match"):
            large.enter(3, "0-1")
        large.enter(1, "0-1")
        step = next_step(progress_of(large.tournament))
        assert (step.kind, step.round) == (StepKind.CLOSE, 2)
        with pytest.raises(Refused, match="Round 2 is still running"):
            rounds.close_round(large.orla, large.tournament, Round.objects.get(number=3))
        large.close()
        assert meets(Round.objects.get(number=3)) == ["P04-P16", "P02-P03"]
        undo_last(large)
        assert meets(Round.objects.get(number=3)) == ["P02-P03"]
