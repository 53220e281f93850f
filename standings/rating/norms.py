"""Norms for titles (Handbook B.01 1.4, edition of 1 January 2024): a result, checked requirement by requirement.

A norm may count all games, the first games of a Swiss (1.4.1e), or all but some won games (1.4.1f); the best choice is
returned. Minimum counts are rounded up, maximum counts down (1.4.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pairings.numbers.rating_tables import hundredths, rating_difference
from pairings.wording.mark import Sentence, ngettext
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import total
from standings.rating.changes import average_rating
from standings.rating.leaving import GameRequirements, NormGames
from standings.rating.opposition import NO_FEDERATION, NormGame, NormPlayer, Opposition
from standings.rating.titles import COUNTED_TITLES, NormTitle

#: 1.4.1a, 1.4.6d, 1.4.8b; games of longer events count as this many (1.7).
GAMES = 9
UNRATED_RATING = 1400
LEAST_SCORE = Fraction(35, 100)
MOST_GAMES = 13
#: 1.4.5f: the fewest players of a double round robin that gives norms.
SMALLEST_DOUBLE = 6


class Format(StrEnum):
    """The format for 1.4.2e: paired round by round, or a schedule known in advance, single or double."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE = "double"


class Exempt(StrEnum):
    """The exemption from the mix of federations (1.4.3a to d).

    The organiser enters it, except that d follows from the field.
    """

    NOT = ""
    NATIONAL = "national"
    TEAMS = "teams"
    ZONAL = "zonal"


@dataclass(frozen=True, slots=True)
class Setting:
    """The tournament's facts for norms: its format, rounds, and the exemption of 1.4.3 that applies.

    `large` is whether the field has the foreign players of 1.4.3d (`outlook.is_large`).
    """

    format: Format
    rounds: int
    exempt: Exempt = Exempt.NOT
    large: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """One article, whether it is met, and the actual and required values as a sentence."""

    article: str
    met: bool
    text: Sentence


@dataclass(frozen=True, slots=True)
class Norm:
    """A player's progress towards a norm with the `games` that count; without a game there is no average.

    `left_out` are rounds not counted by 1.4.1e or f. `raised` is the opponent whose rating is raised to the floor
    (1.4.6c). `worth` is the number of games that the norm counts for (1.4.1c, 1.4.1d, 1.7), 0 without a norm.
    """

    title: NormTitle
    games: tuple[NormGame, ...]
    left_out: tuple[int, ...]
    points: Fraction
    average: int | None
    raised: int | None
    performance: int | None
    requirements: tuple[Requirement, ...]
    worth: int

    @property
    def made(self) -> bool:
        return all(each.met for each in self.requirements)

    @property
    def missing(self) -> tuple[Requirement, ...]:
        return tuple(each for each in self.requirements if not each.met)


def norm(title: NormTitle, player: NormPlayer, faced: Opposition, setting: Setting) -> Norm:
    """Return a player's best result for a title: a norm if there is one, with the most games; else all games."""
    whole = judge(title, player, faced.played, faced, setting)
    fewer = (games for games in choices(title, player, faced, setting) if _can_do(title, games))
    found = [whole, *(judge(title, player, games, faced, setting) for games in fewer)]
    norms = [each for each in found if each.made]
    return max(norms, key=lambda each: (each.worth, len(each.games), each.performance or 0), default=whole)


def choices(
    title: NormTitle, player: NormPlayer, faced: Opposition, setting: Setting
) -> Iterator[tuple[NormGame, ...]]:
    """Yield smaller sets of games that may count by 1.4.1e and 1.4.1f, never fewer than nine.

    Among the won games that may be left out, those are tried that leave the best remainder (`leaving`).
    """
    played = faced.played
    ends = range(len(played), GAMES - 1, -1) if setting.format is Format.SWISS else (len(played),)
    for end in ends:
        field = NormGames(played[:end], COUNTED_TITLES, title.company, player.federation, UNRATED_RATING)
        if end < len(played):
            yield field.games
        for fewer in range(1, end - GAMES + 1):
            for left_out_rounds in field.left_out(fewer, _bounds(end - fewer, setting)):
                yield tuple(game for game in field.games if game.round not in left_out_rounds)


def _bounds(games: int, setting: Setting) -> GameRequirements:
    """Return the bounds on this number of games.

    In a round robin they cover all games played, including those that do not count.
    """
    if setting.format is not Format.SWISS:
        return GameRequirements(0, 0, None, None)
    free = setting.exempt is not Exempt.NOT or setting.large
    own, one = (None, None) if free else (max_own_federation(games), max_one_federation(games))
    return GameRequirements(min_titled_opponents(games), min_title_holders(games, setting), own, one)


def _can_do(title: NormTitle, games: Sequence[NormGame]) -> bool:
    """Return whether score, average and performance suffice; this is cheaper than checking all requirements."""
    points = total(game.score or Fraction(0) for game in games)
    ratings, _raised = counted_ratings(title, games)
    average = average_rating(ratings)
    reached = average + rating_difference(hundredths(points / len(games)))
    return average >= title.average and reached >= title.performance


def judge(
    title: NormTitle, player: NormPlayer, games: tuple[NormGame, ...], faced: Opposition, setting: Setting
) -> Norm:
    """Return the result of these games under every article of 1.4."""
    points = total(game.score or Fraction(0) for game in games)
    ratings, raised = counted_ratings(title, games)
    average = average_rating(ratings) if ratings else None
    reached = None if average is None else average + rating_difference(hundredths(points / len(games)))
    company = faced.played if setting.format is not Format.SWISS else games
    requirements = (
        _enough_games(games, faced, setting),
        *_federations(player, company, setting),
        *_titles(title, company, setting),
        _average(title, average),
        _score(points, len(games)),
        _performance(title, reached),
    )
    left_out_rounds = tuple(game.round for game in faced.played if game not in games)
    is_norm = all(each.met for each in requirements)
    worth = _worth(title, points, average, len(games)) if is_norm and average is not None else 0
    return Norm(title, games, left_out_rounds, points, average, raised, reached, requirements, worth)


def counted_ratings(title: NormTitle, games: Sequence[NormGame]) -> tuple[list[int], int | None]:
    """Return the ratings as they count, and the opponent whose rating was raised (1.4.6b to d).

    Unrated players count as 1400. The lowest rating is raised to the floor if it is below.
    """
    ratings = [game.opponent.rating or UNRATED_RATING for game in games]
    if not ratings or min(ratings) >= title.floor:
        return ratings, None
    lowest = ratings.index(min(ratings))
    ratings[lowest] = title.floor
    return ratings, games[lowest].number


def least_points(title: NormTitle, average: int, games: int) -> Fraction | None:
    """Return the fewest points of this number of games that reach a title's performance and 35 %; None if no score
    does.
    """
    for halves in range(2 * games + 1):
        points = Fraction(halves, 2)
        share = points / games
        if share >= LEAST_SCORE and average + rating_difference(hundredths(share)) >= title.performance:
            return points
    return None


def rounded_up_share(part: Fraction, games: int) -> int:
    return -(-part.numerator * games // part.denominator)


def _worth(title: NormTitle, points: Fraction, average: int, games: int) -> int:
    """Return the number of games that a norm counts for: at most 13 (1.7), plus one for each full point above the
    required score (1.4.1d).
    """
    needed = least_points(title, average, games)
    more = 0 if needed is None else int(points - needed)
    return min(max(games, GAMES), MOST_GAMES) + more


def _enough_games(games: Sequence[NormGame], faced: Opposition, setting: Setting) -> Requirement:
    by_gift = len(games) == GAMES - 1 and setting.rounds == GAMES and faced.unplayed > 0
    if by_gift:
        text = Sentence(_("8 games plus a round won without a game, of 9 rounds: counted as 9."))
        return Requirement("1.4.1c", met=True, text=text)
    complete = setting.format is Format.SWISS or not (faced.coming or faced.unknown)
    if not complete:
        return Requirement("1.4.1e", met=False, text=Sentence(_("All rounds of a round robin must be played.")))
    message = ngettext("{count} game; at least {least} required.", "{count} games; at least {least} required.", "count")
    return Requirement("1.4.1a", len(games) >= GAMES, Sentence(message, count=len(games), least=GAMES))


def _federations(player: NormPlayer, games: Sequence[NormGame], setting: Setting) -> Iterator[Requirement]:
    if setting.exempt is not Exempt.NOT or setting.large:
        article = {Exempt.NATIONAL: "1.4.3a", Exempt.TEAMS: "1.4.3b", Exempt.ZONAL: "1.4.3c"}
        text = Sentence(_("No mix of federations is required in this tournament."))
        yield Requirement(article.get(setting.exempt, "1.4.3d"), met=True, text=text)
        return
    met = Counter(game.opponent.federation for game in games if game.opponent.federation not in NO_FEDERATION)
    own = met.get(player.federation, 0)
    foreign = len(met.keys() - {player.federation})
    message = ngettext(
        "{count} foreign federation; at least {least} required.",
        "{count} foreign federations; at least {least} required.",
        "count",
    )
    yield Requirement("1.4.3", foreign >= 2, Sentence(message, count=foreign, least=2))
    most = max_own_federation(len(games))
    message = ngettext(
        "{count} opponent from the player's own federation; at most {most} allowed.",
        "{count} opponents from the player's own federation; at most {most} allowed.",
        "count",
    )
    yield Requirement("1.4.4", own <= most, Sentence(message, count=own, most=most))
    name, largest = max(met.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    most = max_one_federation(len(games))
    message = ngettext(
        "{count} opponent from one federation ({name}); at most {most} allowed.",
        "{count} opponents from one federation ({name}); at most {most} allowed.",
        "count",
    )
    yield Requirement("1.4.4", largest <= most, Sentence(message, count=largest, name=name or "–", most=most))


def max_own_federation(games: int) -> int:
    """Return three fifths of the opponents (1.4.4)."""
    return 3 * games // 5


def max_one_federation(games: int) -> int:
    """Return two thirds of the opponents (1.4.4)."""
    return 2 * games // 3


def min_titled_opponents(games: int) -> int:
    """Return half of the opponents (1.4.5a)."""
    return rounded_up_share(Fraction(1, 2), games)


def min_title_holders(games: int, setting: Setting) -> int:
    """Return a third of the opponents, at least three (1.4.5b to e); in a double round robin half as many players
    (1.4.5f).
    """
    least = max(rounded_up_share(Fraction(1, 3), games), 3)
    return rounded_up_share(Fraction(1, 2), least) if setting.format is Format.DOUBLE else least


def _titles(title: NormTitle, games: Sequence[NormGame], setting: Setting) -> Iterator[Requirement]:
    titled = sum(game.opponent.title in COUNTED_TITLES for game in games)
    least = min_titled_opponents(len(games))
    message = ngettext(
        "{count} titled opponent; at least {least} required. CM and WCM do not count.",
        "{count} titled opponents; at least {least} required. CM and WCM do not count.",
        "count",
    )
    yield Requirement("1.4.5a", titled >= least, Sentence(message, count=titled, least=least))
    company = [game.number for game in games if game.opponent.title in title.company]
    count = len(set(company)) if setting.format is Format.DOUBLE else len(company)
    least = min_title_holders(len(games), setting)
    article = {"GM": "1.4.5b", "IM": "1.4.5c", "WGM": "1.4.5d", "WIM": "1.4.5e"}[title.code]
    message = ngettext(
        "{count} opponent who is {titles}; at least {least} required.",
        "{count} opponents who are {titles}; at least {least} required.",
        "count",
    )
    titles = ", ".join(each for each in ("GM", "IM", "WGM", "WIM") if each in title.company)
    yield Requirement(article, count >= least, Sentence(message, count=count, titles=titles, least=least))
    if setting.format is Format.DOUBLE:
        players = len({game.number for game in games}) + 1
        message = ngettext(
            "{count} player; at least {least} required.", "{count} players; at least {least} required.", "count"
        )
        yield Requirement("1.4.5f", players >= SMALLEST_DOUBLE, Sentence(message, count=players, least=SMALLEST_DOUBLE))


def _average(title: NormTitle, average: int | None) -> Requirement:
    text = Sentence(
        _("Average rating of the opponents: {average}; at least {least} required."),
        average="–" if average is None else average,
        least=title.average,
    )
    return Requirement("1.4.8a", average is not None and average >= title.average, text)


def _score(points: Fraction, games: int) -> Requirement:
    share = hundredths(points / games) if games else 0
    text = Sentence(_("{share}% of the points; at least {least}% required."), share=share, least=35)
    return Requirement("1.4.8b", bool(games) and points >= LEAST_SCORE * games, text)


def _performance(title: NormTitle, reached: int | None) -> Requirement:
    text = Sentence(
        _("Performance: {performance}; at least {least} required."),
        performance="–" if reached is None else reached,
        least=title.performance,
    )
    return Requirement("1.4.8", reached is not None and reached >= title.performance, text)
