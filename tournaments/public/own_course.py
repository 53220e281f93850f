"""Show a player's progress: a picture of it, the sides that the player had, and the next opponents in a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from threading import Condition

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import amounts, scores
from pictures.progress import Colours, Step, progress
from pictures.shapes import Picture
from tournaments.core.words.figures import local
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import result_letters
from tournaments.models import Player
from tournaments.public.cards import Cards, PlayerCard, PlayerGame
from tournaments.schedule.schedules import schedule_of

#: The maximum number of tournaments whose progress is cached, and of rounds in the picture.
ROOM, MOST_ROUNDS = 8, 15
#: The number of rounds of a schedule that a player's page looks ahead, and the maximum number of players for it.
AHEAD, MOST_SCHEDULED = 3, 200
#: Names of sides that are not colours: being first, second, home or away needs no balance.
NO_COLOURS = frozenset({"First", "Second", "Home", "Away"})


@dataclass(frozen=True, slots=True)
class Coming:
    """A future round: the opponent and the player's side (1 first, 2 second); None if the player is free."""

    round: int
    opponent: Player | None
    side: int = 0


@dataclass(frozen=True, slots=True)
class SideCounts:
    """The numbers of games on the first and second side, with the sides' names, and the side that is drawn light."""

    first: tuple[str, int]
    second: tuple[str, int]
    light: int


def sides_of(card: PlayerCard) -> SideCounts | None:
    """Return a player's colours in games that were played or are still running; None if sides are not colours."""
    tournament = card.tournament
    if not tournament.table_kind.rates_results or tournament.first_label in NO_COLOURS:
        return None
    had = [
        game.side for game in card.games if game.opponent is not None and (game.result is None or game.result.played)
    ]
    if not had:
        return None
    light = 1 if tournament.first_label == "White" else 2
    return SideCounts((tournament.first_side, had.count(1)), (tournament.second_side, had.count(2)), light)


def coming(cards: Cards, player: Player) -> list[Coming]:
    """Return the next opponents, if a schedule determines them; otherwise []."""
    if cards.tournament.finished_at is not None or not player.is_in:
        return []
    return _next_rounds(cards).get(player.pk, [])


@cached(
    LRUCache(ROOM), key=lambda cards: hashkey(cards.tournament.pk, cards.tournament.revision), condition=Condition()
)
def _next_rounds(cards: Cards) -> dict[int, list[Coming]]:
    """Return the next rounds of all players, by the player's key."""
    view = cards.record
    plan = schedule_of(view) if len(view.players) <= MOST_SCHEDULED else None
    found: dict[int, list[Coming]] = {row.pk: [] for row in view.players.values()}
    for number, round_ in plan.ahead(AHEAD) if plan else ():
        for game in round_.pairings:
            first, second = view.players[game.first], view.players[game.second]
            found[first.pk].append(Coming(number, second, 1))
            found[second.pk].append(Coming(number, first, 2))
        for bye in round_.byes:
            found[view.players[bye.player].pk].append(Coming(number, None))
    return found


@cached(
    LRUCache(ROOM), key=lambda cards: hashkey(cards.tournament.pk, cards.tournament.revision), condition=Condition()
)
def _after_rounds(cards: Cards) -> Mapping[int, tuple[Fraction, ...]]:
    return scores.after_rounds(cards.record.snapshot)


def course_of(cards: Cards, card: PlayerCard) -> Picture | None:
    """Return the points after each round of the last stage, next to the best score.

    None before two rounds, without points, or for more than MOST_ROUNDS rounds.
    """
    record = cards.record
    number, rounds = record.numbers.get(card.player.pk), len(record.snapshot.rounds)
    planned = max(rounds, record.snapshot.planned_rounds or 0)
    if number is None or not cards.by_points or not rounds > 1 or planned > MOST_ROUNDS:
        return None
    points = _after_rounds(cards)
    best = [max(each) for each in zip(*points.values(), strict=True)]
    games = {game.round: game for game in card.games}
    shift, halves = record.stage.first_round, cards.tournament.halves

    def with_text(value: Fraction) -> tuple[Fraction, str]:
        return value, local(amounts.decimal_text(value, halves=halves))

    steps = []
    for at in range(planned):
        head = pgettext("round of a tournament", "R{number}").format(number=at + shift)
        if at >= rounds or (games.get(at + shift) is not None and _is_open(games[at + shift])):
            steps.append(Step(head))
            continue
        letter, kind, side, opponent = _in_letters(games.get(at + shift), cards.tournament.game)
        steps.append(Step(head, letter, kind, side, opponent, with_text(points[number][at]), with_text(best[at])))
    sides = sides_of(card)
    colours = Colours((sides.first[0], sides.second[0]), sides.light) if sides else None
    heads = (
        pgettext("round of a tournament", "Round"),
        *((pgettext("side of a game", "Side"),) if colours else ()),
        *(_("Opponent"), _("Result"), _("Points"), _("Best score")),
    )
    description = _("The line shows points after each round. The dashed line shows the best score of all players.")
    if colours:
        light, dark = colours.names if colours.light == 1 else colours.names[::-1]
        dots = _("A dot below a round shows the side: light for {light}, dark for {dark}.")
        description = f"{description} {dots.format(light=isolate(light), dark=isolate(dark))}"
    return progress(_("Points by round"), description, heads, steps, _("Best score"), colours)


def _is_open(game: PlayerGame) -> bool:
    return game.opponent is not None and game.result is None


def _in_letters(game: PlayerGame | None, kind: str) -> tuple[str, str, int, str]:
    """Return the letter of a game's result, its kind, the side and the opponent's name."""
    if game is None or game.opponent is None:
        return "–", "", 0, ""
    return result_letters(kind).get(game.outcome, "•"), game.outcome, game.side, game.opponent.name
