"""The requirements on the rest of a tournament for a norm, and the exemption of a field from the mix of federations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import ByeKind, Snapshot
from standings.core.exact import total
from standings.rating.changes import average_rating
from standings.rating.norms import UNRATED, Setting, counted_ratings, least_company, least_points, least_titled
from standings.rating.opposition import NO_FEDERATION, NormGame, Opposition, Person
from standings.rating.titles import TITLED, NormTitle

#: 1.4.3d: the rated players not of the host's federation, their federations, and those with a title.
LARGE, LARGE_FEDERATIONS, LARGE_TITLED = 20, 3, 10


@dataclass(frozen=True, slots=True)
class Outlook:
    """The requirements on the `rest` of the games, of `games` in all.

    `average` is that of all opponents, if those not known yet are as strong as the others. If that is too little, they
    need the mean rating `wanted`. `points` are the fewest of the rest, None where all are too few. `company` and
    `titled` are how many of the opponents not known yet must have such titles, `foreign` how many federations more they
    must bring. `open_to` says whether that many opponents are still to come.
    """

    games: int
    rest: int
    average: int
    wanted: int | None
    points: Fraction | None
    company: int
    titled: int
    foreign: int
    open_to: bool


def outlook(title: NormTitle, player: Person, faced: Opposition, setting: Setting) -> Outlook | None:
    """Return the requirements on the remaining games; None if none is left or nobody was met."""
    rest = len(faced.coming) + faced.unknown
    if not rest or not faced.games:
        return None
    games, known = len(faced.games) + faced.unknown, faced.games
    ratings, _raised = counted_ratings(title, known)
    short = title.average * games - games // 2 - sum(ratings)  # half a point below is rounded up to it (1.4.7b)
    usual = average_rating([game.opponent.rating or UNRATED for game in known])
    wanted = -(-short // faced.unknown) if faced.unknown and short > usual * faced.unknown else None
    average = average_rating([*ratings, *[usual if wanted is None else wanted] * faced.unknown])
    points = total(game.score or Fraction(0) for game in faced.played)
    least = least_points(title, average, games) if average >= title.average else None
    left = None if least is None or least - points > rest else max(least - points, Fraction(0))
    company = max(least_company(games, setting) - _with(known, title.company), 0)
    titled = max(least_titled(games) - _with(known, TITLED), 0)
    freed = setting.large or setting.exempt
    federations = {game.opponent.federation for game in known} - NO_FEDERATION - {player.federation}
    foreign = 0 if freed else max(2 - len(federations), 0)
    possible = left is not None and max(company, titled, foreign) <= faced.unknown
    return Outlook(games, rest, average, wanted, left, company, titled, foreign, possible)


def _with(games: tuple[NormGame, ...], titles: frozenset[str]) -> int:
    return sum(game.opponent.title in titles for game in games)


def is_large(snapshot: Snapshot, people: Mapping[int, Person], host: str) -> bool:
    """Return whether the field of a Swiss has the 20 players of 1.4.3d.

    They are rated, of at least three federations other than the host's, ten with a title; they miss at most one round,
    but for byes of the pairing.
    """
    if not host:
        return False
    counted = [
        person
        for number, person in people.items()
        if person.rating is not None
        and person.federation not in NO_FEDERATION | {host}
        and _missed_rounds(snapshot, number) <= 1
    ]
    titled = sum(person.title in {"GM", "IM", "WGM", "WIM"} for person in counted)
    federations = {person.federation for person in counted}
    return len(counted) >= LARGE and len(federations) >= LARGE_FEDERATIONS and titled >= LARGE_TITLED


def _missed_rounds(snapshot: Snapshot, number: int) -> int:
    """The rounds in which a player was at no table, but for byes of the pairing."""
    there = 0
    for each in snapshot.rounds:
        paired = any(number in (pair.first, pair.second) for pair in each.pairings)
        there += paired or any(bye.player == number and bye.kind is ByeKind.ALLOCATED for bye in each.byes)
    return len(snapshot.rounds) - there
