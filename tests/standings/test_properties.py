"""Properties of every tournament, checked on random ones with byes, forfeits, absences and open tables."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.exact import half_up, mean, total
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.rules import Denominator, Percentages, Rematch
from standings.core.tiebreaks import TIEBREAKS, direct, tiebreak
from standings.explain.derivation import derivation
from standings.explain.wording import sentences
from standings.rulesets.presets import GOALS, RULES

settings.load_profile("ci")  # no deadline, and the same cases in every run

OUTCOMES = (
    (Outcome.WIN, Outcome.LOSS),
    (Outcome.DRAW, Outcome.DRAW),
    (Outcome.LOSS, Outcome.WIN),
    (Outcome.LOSS, Outcome.LOSS),
)


@st.composite
def results(draw):
    if draw(st.integers(0, 9)) == 0:
        return None
    outcome = draw(st.sampled_from(OUTCOMES))
    decision = draw(st.sampled_from((*[Decision.PLAYED] * 3, Decision.FORFEIT, Decision.RULING)))
    games = draw(st.sampled_from((None, (2, 0, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1), (0, 0, 3))))
    return Result(*outcome, decision, games, draw(st.tuples(st.integers(0, 64), st.integers(0, 64))))


@st.composite
def snapshots(draw):
    """Draw any tournament with 2 to 7 players and up to 4 rounds; opponents may meet again."""
    count = draw(st.integers(2, 7))
    rounds = draw(st.integers(0, 4))
    players = tuple(
        Player(
            number,
            name=f"Name {number}",
            rating=draw(st.integers(1000, 2800)),
            withdrawn=draw(st.sampled_from((None, None, None, *range(rounds + 1)))),
        )
        for number in range(1, count + 1)
    )
    played = []
    for number in range(1, rounds + 1):
        there = [p.number for p in players if p.withdrawn is None or number <= p.withdrawn]
        there = draw(st.permutations(there)) if there else []
        pairs = draw(st.integers(0, len(there) // 2))
        pairings = tuple(Pairing(t + 1, there[2 * t], there[2 * t + 1], draw(results())) for t in range(pairs))
        byes = tuple(
            Bye(player, draw(st.sampled_from(tuple(ByeKind)))) for player in there[2 * pairs :] if draw(st.booleans())
        )
        played.append(Round(number, pairings, byes))
    return Snapshot(players, tuple(played), GOALS, rounds + 1, rounds)


#: The codes of criteria that can calculate a whole column at once.
COLUMNED = [f"{code}/{marks}".rstrip("/") for code, criterion in TIEBREAKS.items() for marks in criterion.columns]
KEYS = st.sampled_from(tuple(RULES))


def rows_of(table):
    return [(row.rank, row.player, tuple(row.values.items()), row.separated_by) for row in table.rows]


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_renaming_players_changes_nothing(snapshot, key):
    renamed = replace(snapshot, players=tuple(replace(p, name=f"Z{9 - p.number}") for p in snapshot.players))
    assert rows_of(rank(renamed, RULES[key])) == rows_of(rank(snapshot, RULES[key]))


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_renumbering_players_changes_no_rank(snapshot, key):
    """Ranks belong to players, not to their numbers, unless the rules use the number."""
    rules = replace(RULES[key], lot="")
    last = len(snapshot.players) + 1

    def other(number):
        return last - number

    moved = replace(
        snapshot,
        players=tuple(replace(p, number=other(p.number)) for p in reversed(snapshot.players)),
        rounds=tuple(
            replace(
                r,
                pairings=tuple(replace(p, first=other(p.first), second=other(p.second)) for p in r.pairings),
                byes=tuple(replace(b, player=other(b.player)) for b in r.byes),
            )
            for r in snapshot.rounds
        ),
    )
    before = {row.player: (row.rank, row.values) for row in rank(snapshot, rules).rows}
    after = {other(row.player): (row.rank, row.values) for row in rank(moved, rules).rows}
    assert before == after


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_adding_a_later_round_never_changes_an_earlier_table(snapshot, key):
    for through in range(len(snapshot.rounds)):
        earlier = replace(snapshot, rounds=snapshot.rounds[:through])
        assert rows_of(rank(snapshot, RULES[key], through)) == rows_of(rank(earlier, RULES[key]))


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_a_criterion_that_never_separates_can_be_dropped(snapshot, key):
    rules = RULES[key]
    table = rank(snapshot, rules)
    for code in rules.chain:
        if code not in {row.separated_by.code for row in table.rows if row.separated_by}:
            fewer = rank(snapshot, replace(rules, chain=tuple(other for other in rules.chain if other != code)))
            assert {row.player: row.rank for row in fewer.rows} == {row.player: row.rank for row in table.rows}


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_contributions_make_the_value(snapshot, key):
    first, *others = RULES[key].chain
    mini_tables = (code for code in RULES[key].family if tiebreak(code).order is not None)
    table = rank(snapshot, replace(RULES[key], chain=tuple(dict.fromkeys((first, *mini_tables, *others)))))
    for row in table.rows:
        for code in RULES[key].family:
            found = derivation(table, row.player, code)
            assert found.value == table.value(row.player, code)
            amounts = [piece.amount for piece in found.counted_pieces]
            if found.how in ("sum", "brightwell"):
                assert found.raw == sum(amounts, Fraction(0))
            elif found.how == "mean" and amounts and found.raw is not None:
                assert found.raw == sum(amounts, Fraction(0)) / len(amounts)
            final = found.steps[-1].after if found.steps else found.raw
            assert found.value == (final if tiebreak(code).order is None else None)
            assert sentences(found, table, {})


SWITCHES = st.sampled_from(
    (
        Percentages(),
        Percentages(floor=Fraction(33, 100), rounding=2),
        Percentages(floor=Fraction(1, 4), drop_cap=Fraction(3, 4), byes_in_games=False, byes_in_matches=False),
        Percentages(denominator=Denominator.SCHEDULED, rematch=Rematch.ONCE),
    )
)


@settings(max_examples=150, deadline=None)
@given(snapshots(), SWITCHES, st.sampled_from(("fide-2026", "fide-2024", "fide-2026-round-robin")))
@pytest.mark.rotates(3)
def test_columns_equal_contributions(snapshot, percentages, key):
    reckoning = Reckoning(snapshot, replace(RULES[key], percentages=percentages))
    for code in COLUMNED:
        criterion = tiebreak(code)
        for player in snapshot.players:
            assert reckoning.value(criterion, player.number) == reckoning.reckon(criterion, player.number)[-1], code


@settings(max_examples=60, deadline=None)
@given(snapshots(), KEYS)
def test_ranks_count_everybody_above(snapshot, key):
    rows = rank(snapshot, RULES[key]).rows
    for place, row in enumerate(rows, start=1):
        shares = place > 1 and rows[place - 2].separated_by is None
        assert row.rank == (rows[place - 2].rank if shares else place)


@given(st.lists(st.fractions(max_denominator=50)))
@pytest.mark.rotates(4)
def test_sums_and_means_are_exact(values):
    assert total(values) == sum(values, Fraction(0))
    assert mean(values) == (sum(values, Fraction(0)) / len(values) if values else None)


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [("1/2", 0, "1"), ("-1/2", 0, "-1"), ("1/3", 2, "33/100"), ("1/200", 2, "1/100"), ("5/9", 4, "5556/10000")],
)
def test_halves_are_rounded_away_from_zero(value, digits, rounded):
    assert half_up(Fraction(value), digits) == Fraction(rounded)


@given(st.data())
@pytest.mark.rotates(3)
def test_unreachable_group_is_tied_by_its_games(data):
    numbers = list(range(1, data.draw(st.integers(2, 14)) + 1))
    played = []
    for number in range(1, data.draw(st.integers(1, 4)) + 1):
        order = data.draw(st.permutations(numbers))
        tables = enumerate(zip(order[::2], order[1::2], strict=False), start=1)
        played.append(Round(number, tuple(Pairing(table, *pair, data.draw(results())) for table, pair in tables)))
    snapshot = Snapshot(tuple(map(Player, numbers)), tuple(played), next_round=len(played) + 1)
    reckoning = Reckoning(snapshot, RULES["fide-2026"])
    literal = direct.direct_encounter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(direct, "_is_out_of_reach", lambda *_asked: False)
        found = literal(reckoning, numbers)
    if direct._is_out_of_reach(reckoning, len(numbers)):
        assert found == (tuple(numbers),)
    assert found == literal(reckoning, numbers)
