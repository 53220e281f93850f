"""Dubov's rounds: recorded positions, a literal reading of the text, the handbook's orders, and what is said."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pairings import judge
from pairings.plan import CannotPair, as_recorded
from pairings.reading import read
from pairings.sentences import sentence
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Player, Result, Snapshot
from pairings.systems.dubov import PRESETS, SYSTEM, Options, why_not
from pairings.systems.dubov.engine import paired
from pairings.systems.dubov.field import DubovField
from pairings.systems.dubov.groups import numbered
from pairings.systems.dubov.history import most_upfloats
from tests.pairings.dubov import literal

DATA = Path(__file__).parents[2] / "data" / "dubov"
RESULTS = (
    *[Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.LOSS, Outcome.WIN)] * 4,
    Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
)


def recorded(request):
    """(name, snapshot, what is to come: a set of (White, Black), (player, 0) for the bye; None: no legal round)."""
    folder = request.config.getoption("--swiss-corpus")
    for path in sorted((Path(folder) if folder else DATA).glob("du_*.trf")):
        source = read(path.read_bytes())
        next_round = path.with_suffix(".next")
        lines = next_round.read_text().splitlines()[1:] if next_round.exists() else None
        expected = None if lines is None else {tuple(map(int, line.split())) for line in lines}
        yield path.name, source.snapshot(source.played + 1), expected


def as_set(plan):
    byes = {(bye.player, 0) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED}
    return {(p.first, p.second) for p in plan.pairings} | byes


def round_of(snapshot, options=None):
    try:
        return SYSTEM.pair(snapshot, options or Options(), Random(1))
    except CannotPair:
        return None


def test_recorded_positions(request):
    differing, seen = [], 0
    for name, snapshot, expected in recorded(request):
        plan = round_of(snapshot)
        seen += 1
        if (None if plan is None else as_set(plan)) != expected:
            differing.append(name)
        assert plan is None or judge.violations(snapshot, plan, SYSTEM.promises, Options()) == ()
    assert differing == []
    assert seen >= 30


def positions(count):
    """Snapshots of small tournaments before each of their rounds, with whatever happens to people."""
    for seed in range(count):
        lots = Random(seed)
        size, planned = lots.randint(2, 9), lots.randint(2, 6)
        players = tuple(
            Player(n, rating=lots.choice((None, *range(1500, 2500, 50))), entered=lots.choice((1, 1, 1, 1, 2)))
            for n in range(1, size + 1)
        )
        forbidden = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.2 else ()
        snapshot = Snapshot(players, planned_rounds=planned, first_colour="first", forbidden=forbidden)
        options = Options("baku") if lots.random() < 0.2 else Options()
        for number in range(1, planned + 1):
            asked = tuple(
                Bye(p.number, lots.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)))
                for p in players
                if p.entered <= number and lots.random() < 0.08
            )
            snapshot = replace(snapshot, next_round=number, byes=asked)
            if not snapshot.to_be_paired():
                break
            plan = round_of(snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            played = as_recorded(plan)
            tables = tuple(replace(p, result=lots.choice(RESULTS)) for p in played.pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))


def test_a_literal_reading_of_the_text_pairs_the_same(request):
    seen = refused = 0
    for snapshot, options, plan in positions(request.config.getoption("--dutch-positions")):
        virtual = options.book.baku(snapshot) if options.acceleration == "baku" else {}
        expected = literal.Round(replace(snapshot, virtual_points=virtual)).paired()
        seen += 1
        if plan is None:
            assert expected is None
            refused += 1
            continue
        bye = next((b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b not in snapshot.byes), None)
        asked = {b.player for b in snapshot.byes}
        bye = None if bye in asked else bye
        assert ({frozenset((p.first, p.second)) for p in plan.pairings}, bye) == expected
    assert seen > 2 * request.config.getoption("--dutch-positions")
    assert refused


@pytest.mark.parametrize(("size", "order"), [(7, "DCEBFAG"), (6, "CDBEAF")])
def test_players_are_shifted_from_the_middle_outwards(size, order):
    """4.3: the handbook's example of seven."""
    field = DubovField(Snapshot(tuple(Player(n) for n in range(1, size + 1)), planned_rounds=5), Options())
    found = numbered(field, field.everybody, whites=False)
    assert "".join("ABCDEFG"[field.players[index].number - 1] for index in found) == order


def test_a_player_may_be_taken_up_more_often_in_a_longer_tournament():
    assert [most_upfloats(rounds) for rounds in (4, 5, 9, 10, 11)] == [2, 3, 3, 4, 4]


class TestWhatIsSaid:
    def test_every_table_has_its_reasons_in_words(self, request):
        """Of each recorded position: who came up, who was shifted, and why not the first who was free."""
        codes = set()
        for _name, snapshot, expected in recorded(request):
            if expected is not None:
                plan = round_of(snapshot)
                for reason in [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]:
                    codes.add(reason.code)
                    assert "{" not in sentence(reason)
                    assert reason.article or reason.code == "bye-requested"
        assert {"dubov-first-free", "dubov-not-first", "dubov-first-barred", "dubov-upfloat", "dubov-shifted"} <= codes
        assert "dubov-bye" in codes

    def test_why_two_do_not_meet(self, request):
        codes = set()
        for _name, snapshot, expected in list(recorded(request))[:8]:
            present = [player.number for player in snapshot.to_be_paired()]
            meet = {frozenset(pair) for pair in expected or ()}
            for a, b in zip(present, present[1:] + present[:1], strict=True):
                if expected and frozenset((a, b)) not in meet and a != b:
                    (reason,) = why_not(snapshot, Options(), a, b)
                    assert reason.article
                    codes.add(reason.code)
        assert {"met-before", "dubov-why-group", "dubov-why-order"} <= codes
        assert {"dubov-why-first-group", "dubov-why-second-group"} & codes

    def test_who_has_no_rating_is_named(self):
        snapshot = Snapshot((Player(1, rating=2000), Player(2)), planned_rounds=1, first_colour="first")
        (reason,) = round_of(snapshot).reasons
        assert (reason.code, reason.facts["players"]) == ("dubov-unrated", (2,))


def test_nobody_comes_up_where_the_group_can_be_paired_by_itself():
    snapshot = Snapshot(tuple(Player(n, rating=2000) for n in range(1, 9)), planned_rounds=5, first_colour="first")
    (bracket,) = paired(snapshot, Options()).brackets
    assert bracket.upfloaters == 0
    assert as_set(round_of(snapshot)) == {(1, 5), (6, 2), (3, 7), (8, 4)}


def test_baku_is_a_preset():
    assert PRESETS["fide-accelerated"].options == Options("baku")
