"""The requirements on the remaining rounds for a norm, and the exemption of a field from the mix of federations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import ByeKind, Snapshot
from standings.core.exact import total
from standings.rating.changes import average_rating
from standings.rating.norms import (
    UNRATED_RATING,
    Setting,
    counted_ratings,
    least_points,
    min_title_holders,
    min_titled_opponents,
)
from standings.rating.opposition import NO_FEDERATION, NormGame, NormPlayer, Opposition
from standings.rating.titles import COUNTED_TITLES, NormTitle

#: 1.4.3d: the numbers of rated players outside the host's federation, of their federations, and of those with a title.
LARGE, LARGE_FEDERATIONS, LARGE_TITLED = 20, 3, 10


@dataclass(frozen=True, slots=True)
class Outlook:
    """The requirements on the `rest` of the games, out of `games`.

    `average` is that of all opponents, if unknown opponents are as strong as the others. If that is too low, they need
    the mean rating `target`. `points` are the fewest points from the rest, None if no score suffices. `company` and
    `titled` are how many unknown opponents must have such titles. `foreign` is how many more federations they must
    bring. `open_to` is whether enough opponents are still to come.
    """

    games: int
    rest: int
    average: int
    target: int | None
    points: Fraction | None
    company: int
    titled: int
    foreign: int
    open_to: bool


def outlook(title: NormTitle, player: NormPlayer, faced: Opposition, setting: Setting) -> Outlook | None:
    """Return the requirements on the remaining games; None if no game remains or the player has no games yet."""
    rest = len(faced.coming) + faced.unknown
    if not rest or not faced.games:
        return None
    games, known_games = len(faced.games) + faced.unknown, faced.games
    ratings, _raised = counted_ratings(title, known_games)
    short = title.average * games - games // 2 - sum(ratings)  # half a point below is rounded up to it (1.4.7b)
    usual = average_rating([game.opponent.rating or UNRATED_RATING for game in known_games])
    needed_rating = -(-short // faced.unknown) if faced.unknown and short > usual * faced.unknown else None
    average = average_rating([*ratings, *[usual if needed_rating is None else needed_rating] * faced.unknown])
    points = total(game.score or Fraction(0) for game in faced.played)
    least = least_points(title, average, games) if average >= title.average else None
    missing_points = None if least is None or least - points > rest else max(least - points, Fraction(0))
    company = max(min_title_holders(games, setting) - _count_titled(known_games, title.company), 0)
    titled = max(min_titled_opponents(games) - _count_titled(known_games, COUNTED_TITLES), 0)
    freed = setting.large or setting.exempt
    federations = {game.opponent.federation for game in known_games} - NO_FEDERATION - {player.federation}
    foreign = 0 if freed else max(2 - len(federations), 0)
    possible = missing_points is not None and max(company, titled, foreign) <= faced.unknown
    return Outlook(games, rest, average, needed_rating, missing_points, company, titled, foreign, possible)


def can_bring(rest: Outlook, title: NormTitle, left: Collection[NormPlayer], unknown: int) -> bool:
    """Return whether the players who are `left` as opponents of the `unknown` games can fulfil the requirements.

    The strongest of them are the best case: a pairing can only bring less.
    """
    ratings = sorted((each.rating or UNRATED_RATING for each in left), reverse=True)[:unknown]
    if rest.target is not None and (not ratings or sum(ratings) < rest.target * len(ratings)):
        return False
    holders = [sum(each.title in titles for each in left) for titles in (title.company, COUNTED_TITLES)]
    return rest.company <= holders[0] and rest.titled <= holders[1]


def _count_titled(games: tuple[NormGame, ...], titles: frozenset[str]) -> int:
    return sum(game.opponent.title in titles for game in games)


def is_large(snapshot: Snapshot, people: Mapping[int, NormPlayer], host: str) -> bool:
    """Return whether the field of a Swiss has the 20 players of 1.4.3d.

    They are rated, from at least three federations other than the host's, and ten have a title. They miss at most one
    round; pairing-allocated byes are not missed rounds.
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
    """Return the number of rounds without a pairing or a pairing-allocated bye."""
    present = 0
    for each in snapshot.rounds:
        paired = any(number in (pair.first, pair.second) for pair in each.pairings)
        present += paired or any(bye.player == number and bye.kind is ByeKind.ALLOCATED for bye in each.byes)
    return len(snapshot.rounds) - present
