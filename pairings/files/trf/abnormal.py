"""Points beyond the ordinary ones (records 299)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pairings.files.trf.records import BYES, FORFEIT, OUTCOMES, AbnormalPoints, PlayerRecord
from pairings.snapshot import Decision, Scoring


class Abnormal:
    """Points beyond the ordinary ones, from records 299, summed by player, code and round beforehand."""

    def __init__(self, lines: Iterable[AbnormalPoints], scoring: Scoring) -> None:
        self.sums: dict[int, dict[tuple[str, int], Fraction]] = {}
        for line in lines:
            points = line.points - (_ordinary(line.code, scoring) if line.code else 0)
            for number in set(line.players):
                known = self.sums.setdefault(number, {})
                known[line.code, line.round_number] = known.get((line.code, line.round_number), 0) + points

    def at_start(self, number: int) -> Fraction:
        """What a player of this number in the file has before the first round: without a code and a round."""
        return self.sums.get(number, {}).get(("", 0), Fraction(0))

    def of_rounds(self, record: PlayerRecord) -> dict[int, Fraction]:
        """What a player gets in each round."""
        sums = self.sums.get(record.number, {})
        found = {number: points for (code, number), points in sums.items() if number and not code}
        for number, cell in enumerate(record.cells, start=1) if sums else ():
            if cell is not None and cell.result:
                more = sums.get((cell.result, 0), 0) + (sums.get((cell.result, number), 0))
                found[number] = found.get(number, Fraction(0)) + more
        return found


def _ordinary(code: str, scoring: Scoring) -> Fraction:
    if code in BYES and code in "FHZ":
        return scoring.points_of_bye(BYES[code])
    return scoring.points_of(OUTCOMES[code], Decision.FORFEIT if code in FORFEIT else Decision.PLAYED)
