"""FIDE tie-breaks: the exercises of the technical commission, the Arbiters' Manual, and random events."""

import json
import os
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from pairings.numbers.rating_tables import REACHES, expected_hundredths, rating_difference
from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.reading import read
from standings.rulesets.presets import RULES, for_system

FOLDER = Path(os.environ.get("KIERROS_STANDINGS_DATA") or Path(__file__).parents[1] / "data" / "standings") / "fide"
EVENTS = sorted((FOLDER / "dev").glob("*.event.json"))


def rules_for(document, edition):
    return for_system(RULES[f"fide-{edition}"], document.round_robin)


def exact(text):
    return None if text is None else Fraction(text)


def groups(document, rules, chain):
    rows = rank(document.snapshot, replace(rules, chain=tuple(chain))).rows
    return [sorted(row.player for row in level) for _, level in groupby(rows, key=lambda row: row.rank)]


def test_there_are_events():
    assert EVENTS


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:8])
@pytest.mark.parametrize("edition", ["2024", "2026"])
class TestRandomEvents:
    def test_every_value(self, path, edition):
        document = read(path.read_bytes())
        data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())["editions"][edition]
        table = rank(document.snapshot, rules_for(document, edition))
        assert set(data["agreed"]) <= set(data["values"]) <= set(table.rules.family)
        for code, values in data["values"].items():
            found = [table.value(player, code) for player in data["players"]]
            assert found == [exact(value) for value in values], code

    def test_every_ranking_list(self, path, edition):
        document = read(path.read_bytes())
        data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())["editions"][edition]
        for ranking in data["rankings"]:
            found = groups(document, rules_for(document, edition), ranking["list"])
            assert found == [sorted(group) for group in ranking["groups"]], ranking["list"]


class TestExercisesOfTheTechnicalCommission:
    @pytest.mark.parametrize("edition", ["2024", "2026"])
    def test_swiss_of_five_rounds(self, samples, edition):
        document = read((samples / "fide" / "tec_swiss5.event.json").read_bytes())
        expected = json.loads((samples / "fide" / "tec.expected.json").read_text())["swiss5"][edition]
        table = rank(document.snapshot, RULES[f"fide-{edition}"])
        for code, values in expected.items():
            found = {str(player.number): table.value(player.number, code) for player in document.snapshot.players}
            assert found == {player: exact(value) for player, value in values.items()}, code

    @pytest.mark.parametrize("edition", ["2024", "2026"])
    def test_round_robin_of_six(self, samples, edition):
        document = read((samples / "fide" / "tec_rr6.event.json").read_bytes())
        expected = json.loads((samples / "fide" / "tec.expected.json").read_text())["rr6"]
        table = rank(document.snapshot, rules_for(document, edition))
        for code, values in expected.items():
            found = {str(player.number): table.value(player.number, code) for player in document.snapshot.players}
            assert found == {player: exact(value) for player, value in values.items()}, code

    def test_direct_encounter_of_the_round_robin(self, samples):
        document = read((samples / "fide" / "tec_rr6.event.json").read_bytes())
        expected = json.loads((samples / "fide" / "tec.expected.json").read_text())["rr6_DE_order"]
        assert groups(document, rules_for(document, "2026"), ["PTS", "DE"]) == expected


def one_players_card(elements):
    """Return a tournament in which player 1 meets opponents with the given adjusted scores. Their scores come from byes
    late enough to count unchanged.
    """
    rounds = [([], []) for _ in elements]
    for index, (score, points, kind, _) in enumerate(elements):
        if kind == "requested_bye":
            rounds[index][1].append(Bye(1, ByeKind.ZERO))
            continue
        own = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}[points]
        theirs = {1: Outcome.LOSS, 0.5: Outcome.DRAW, 0: Outcome.WIN}[points]
        opponent = index + 2
        rounds[index][0].append(Pairing(1, 1, opponent, Result(own, theirs)))
        halves = int(2 * (score - (1 - points)))
        kinds = [ByeKind.FULL] * (halves // 2) + [ByeKind.HALF] * (halves % 2)
        others = [other for other in range(len(elements)) if other != index]
        kinds += [ByeKind.ZERO] * (len(others) - len(kinds))
        for other, bye in zip(reversed(others), kinds, strict=True):
            rounds[other][1].append(Bye(opponent, bye))
    players = tuple(Player(number) for number in range(1, len(elements) + 2) if number == 1 or elements[number - 2][0])
    return Snapshot(
        players, tuple(Round(n, tuple(pairs), tuple(byes)) for n, (pairs, byes) in enumerate(rounds, start=1))
    )


class TestArbitersManual:
    @pytest.mark.parametrize("edition", ["2024", "2026"])
    def test_the_printed_sums(self, samples, edition):
        for case in json.loads((samples / "fide" / "arbiters_manual_2026.json").read_text())["cases"]:
            table = rank(one_players_card(case["elements"]), RULES[f"fide-{edition}"])
            assert table.row(1).points == Fraction(case["own"])
            for code, printed in case["printed"][edition].items():
                assert table.value(1, code) == Fraction(printed), code


class TestCuts:
    """Article 16.5: the contribution of a voluntary unplayed round is cut first, unless it is lower."""

    def test_a_derivation_names_the_article(self, samples):
        from standings.explain.derivation import derivation

        case = json.loads((samples / "fide" / "arbiters_manual_2026.json").read_text())["cases"][0]
        table = rank(one_players_card(case["elements"]), RULES["fide-2026"])
        found = derivation(table, 1, "BH/C1")
        assert [(piece.round, piece.cut) for piece in found.pieces if piece.cut] == [(4, "C.07 16.5")]
        assert sum(piece.amount for piece in found.counted_pieces) == found.value == 50


class TestDirectEncounter:
    """Article 6: direct encounter."""

    def snapshot(self, *results):
        """Return a snapshot of players 1 to 4. Each game (first, second, winner or 0) has its own round."""
        rounds = []
        for number, (first, second, winner) in enumerate(results, start=1):
            outcomes = {
                0: (Outcome.DRAW, Outcome.DRAW),
                first: (Outcome.WIN, Outcome.LOSS),
                second: (Outcome.LOSS, Outcome.WIN),
            }
            rounds.append(Round(number, (Pairing(1, first, second, Result(*outcomes[winner])),)))
        return Snapshot(tuple(Player(number) for number in range(1, 5)), tuple(rounds))

    def order(self, *results, chain=("DE",)):
        rows = rank(self.snapshot(*results), replace(RULES["fide-2026"], chain=chain)).rows
        return [sorted(row.player for row in level) for _, level in groupby(rows, key=lambda row: row.rank)]

    def test_circle_of_wins_separates_nobody(self):
        circle = ((1, 2, 1), (2, 3, 2), (3, 1, 3), (1, 4, 1), (2, 4, 2), (3, 4, 3))
        assert self.order(*circle) == [[1, 2, 3], [4]]

    def test_those_still_level_start_again(self):
        results = ((1, 2, 2), (1, 3, 1), (1, 4, 1), (2, 3, 3), (2, 4, 2), (3, 4, 4))
        assert self.order(*results) == [[2], [1], [4], [3]]

    def test_player_who_cannot_be_overtaken_comes_first_before_all_have_met(self):
        assert self.order((1, 2, 1), (1, 3, 1), (1, 4, 1)) == [[1], [2, 3, 4]]

    def test_without_progress_nobody_is_separated(self):
        assert self.order((1, 2, 1)) == [[1, 2, 3, 4]]

    def test_several_meetings_count_once_by_their_mean(self):
        repeated = ((1, 2, 1), (1, 2, 0), (1, 2, 2), (2, 3, 0), (1, 3, 1), (1, 4, 1), (2, 4, 2), (3, 4, 3))
        assert self.order(*repeated) == [[1], [2], [3], [4]]


class TestRatingTables:
    """Handbook B.02, 8.1.1 and 8.1.2: each table reverses the other."""

    def test_a_difference_gives_the_share_that_gives_it(self):
        assert [expected_hundredths(rating_difference(share)) for share in range(101)] == [*range(101)]

    def test_one_share_ends_midway_to_the_next_up_to_86_hundredths(self):
        middles = [(rating_difference(p) + rating_difference(p + 1)) // 2 for p in range(50, 86)]
        assert middles == [*REACHES[:36]]

    def test_the_shares_above_are_as_printed(self):
        assert [rating_difference(share) for share in range(86, 101)] == [
            309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
        ]  # fmt: skip
        assert REACHES[36:] == (315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735)
