"""A stage's games on fewer courts than a round fills: when and where each is played, and what comes next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from pairings.schedules.courts import CourtSchedule, on_courts
from tournaments.models import Player
from tournaments.schedule.schedules import Game, Schedule

#: More games than this are not laid out while somebody waits for a page.
MOST_GAMES = 1_100
MOST_COURTS = 60
#: Minutes of the longest game.
LONGEST = 600
DAY = timedelta(days=1)


class DayTooShort(Exception):
    """The games end on another day."""

    def __init__(self, slots: int) -> None:
        super().__init__(slots)
        self.slots = slots


@dataclass(frozen=True, slots=True)
class Placed:
    """A game with the number of its round, its court, and when it begins."""

    round_: int
    game: Game
    court: int
    at: time
    first: Player
    second: Player


@dataclass(frozen=True, slots=True)
class Slot:
    number: int
    at: time
    games: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class CourtDay:
    """`courts` are those that games are played on. `calm` are the slots that nobody playing twice running would take,
    None where it is so already.
    """

    slots: tuple[Slot, ...]
    ends: time
    courts: int
    twice_running: int
    calm: int | None

    @property
    def by_court(self) -> list[tuple[int, list[Placed]]]:
        """For each court the next three games without a result."""
        left: dict[int, list[Placed]] = defaultdict(list)
        for slot in self.slots:
            for placed in slot.games:
                if not placed.game.result:
                    left[placed.court].append(placed)
        return [(court, left[court][:3]) for court in range(1, self.courts + 1)]

    @property
    def by_player(self) -> list[tuple[Player, list[Placed]]]:
        """Everybody's games in the order of time, the players by name."""
        found: dict[int, tuple[Player, list[Placed]]] = {}
        for slot in self.slots:
            for placed in slot.games:
                for player in (placed.first, placed.second):
                    found.setdefault(player.pk, (player, []))[1].append(placed)
        return sorted(found.values(), key=lambda each: each[0].name.casefold())


def court_day(whole: Schedule, courts: int, minutes: int, start: time, *, rest: bool) -> CourtDay:
    """The schedule's games on so many courts, a slot every so many minutes. Raises DayTooShort.

    Results change nothing: who looks again finds every game where it was.
    """
    laid, slots_of_games = lay_out(whole, courts, rest=rest)
    length = timedelta(minutes=minutes)
    begin = datetime.combine(date.min, start)
    if begin + length * len(laid.slots) > datetime.combine(date.min, time()) + DAY:
        raise DayTooShort(len(laid.slots))
    players = whole.players
    slots = []
    for number, slot in enumerate(slots_of_games):
        at = (begin + length * number).time()
        placed = [
            Placed(round_, game, court, at, players[game.first], players[game.second])
            for court, (round_, game) in enumerate(slot, start=1)
        ]
        slots.append(Slot(number + 1, at, tuple(placed)))
    calm = len(lay_out(whole, courts, rest=True)[0].slots) if laid.twice_running else None
    ends = (begin + length * len(laid.slots)).time()
    return CourtDay(tuple(slots), ends, _used(laid), laid.twice_running, calm)


def lay_out(whole: Schedule, courts: int, *, rest: bool) -> tuple[CourtSchedule, list[list[tuple[int, Game]]]]:
    """The schedule's games on so many courts: the slots, and in each the numbers of the rounds and the games."""
    games = [(round_.number, game) for round_ in whole.rounds() for game in round_.games]
    pairs = [(game.first, game.second) for _round, game in games]
    laid = on_courts(pairs, courts, rest=rest)
    waiting: dict[tuple[int, int], list[tuple[int, Game]]] = defaultdict(list)
    for pair, each in zip(pairs, games, strict=True):
        waiting[pair].append(each)
    return laid, [[waiting[pair].pop(0) for pair in slot] for slot in laid.slots]


def _used(laid: CourtSchedule) -> int:
    return max((len(slot) for slot in laid.slots), default=0)


def count_games(whole: Schedule) -> int:
    return sum(len(round_.games) for round_ in whole.rounds())


def courts_asked(text: str) -> str | None:
    """A number of courts as an address says it; what is none is as if the field were empty."""
    return _number(text, MOST_COURTS)


def minutes_asked(text: str) -> str | None:
    return _number(text, LONGEST)


def _number(text: str, most: int) -> str:
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= most:
        return ""
    return str(int(text))


def start_asked(text: str) -> str | None:
    try:
        return time.fromisoformat(text).strftime("%H:%M")
    except ValueError:
        return ""
