"""A stage's games on fewer courts than a round fills: when and where each is played, and what comes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from pairings.schedules.courts import CourtSchedule, on_courts
from pairings.schedules.referees import RefereePlan, assign_referees, replace_absent
from tournaments.core.snapshot import groups_in
from tournaments.core.words.names import isolate
from tournaments.models import Player
from tournaments.models.courts import Referees
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
class PlacedGame:
    """A game with the number of its round, its court, and when it begins. `referee` is None where nobody is free, and
    where no referees are wanted.
    """

    round_: int
    game: Game
    court: int
    at: time
    first: Player
    second: Player
    referee: Player | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    number: int
    at: time
    games: tuple[PlacedGame, ...]


@dataclass(frozen=True, slots=True)
class CourtDay:
    """`courts` are those that games are played on. `calm` are the slots that nobody playing twice running would take,
    None where it is so already. `referee_plan` says who referees how often, None where no referees are wanted.
    """

    slots: tuple[Slot, ...]
    ends: time
    courts: int
    twice_running: int
    calm: int | None
    players: Mapping[int, Player]
    referee_plan: RefereePlan | None = None

    @property
    def overloaded(self) -> list[str]:
        """The names of those who referee most often, where others have at least two fewer games."""
        return (
            []
            if self.referee_plan is None
            else [isolate(self.players[seat].name) for seat in self.referee_plan.overloaded]
        )

    @property
    def by_court(self) -> list[tuple[int, list[PlacedGame]]]:
        """For each court the next three games without a result."""
        left: dict[int, list[PlacedGame]] = defaultdict(list)
        for slot in self.slots:
            for placed in slot.games:
                if not placed.game.result:
                    left[placed.court].append(placed)
        return [(court, left[court][:3]) for court in range(1, self.courts + 1)]

    @property
    def by_player(self) -> list[tuple[Player, list[tuple[PlacedGame, bool]]]]:
        """Everybody's games in the order of time, and whether as the referee; the players by name."""
        found: dict[int, tuple[Player, list[tuple[PlacedGame, bool]]]] = {}
        for slot in self.slots:
            for placed in slot.games:
                for player in (placed.first, placed.second, placed.referee):
                    if player is not None:
                        found.setdefault(player.pk, (player, []))[1].append((placed, player is placed.referee))
        return sorted(found.values(), key=lambda each: each[0].name.casefold())


def court_day(
    whole: Schedule, courts: int, minutes: int, start: time, *, rest: bool, referees: str = Referees.NONE
) -> CourtDay:
    """Return the schedule's games on this many courts, with a slot every `minutes`. Raises DayTooShort.

    Results change nothing: every game keeps its place.
    """
    laid, slots_of_games = lay_out(whole, courts, rest=rest)
    length = timedelta(minutes=minutes)
    begin = datetime.combine(date.min, start)
    if begin + length * len(laid.slots) > datetime.combine(date.min, time()) + DAY:
        raise DayTooShort(len(laid.slots))
    players = whole.players
    referee_plan = referees_of(whole, slots_of_games, Referees(referees))
    slots = []
    for number, slot in enumerate(slots_of_games):
        at = (begin + length * number).time()
        there = referee_plan.slots[number] if referee_plan is not None else [None] * len(slot)
        placed = [
            PlacedGame(round_, game, court, at, players[game.first], players[game.second], players.get(referee or 0))
            for court, ((round_, game), referee) in enumerate(zip(slot, there, strict=True), start=1)
        ]
        slots.append(Slot(number + 1, at, tuple(placed)))
    calm = len(lay_out(whole, courts, rest=True)[0].slots) if laid.twice_running else None
    ends = (begin + length * len(laid.slots)).time()
    return CourtDay(tuple(slots), ends, _count_courts(laid), laid.twice_running, calm, players, referee_plan)


def referees_of(whole: Schedule, slots: Sequence[Sequence[tuple[int, Game]]], referees: Referees) -> RefereePlan | None:
    """Return the referees of each game, slot by slot, by seat: players without a game.

    In games without a result, those who left are replaced. None if players do not referee.
    """
    if referees == Referees.NONE:
        return None
    games = [[(game.first, game.second) for _round, game in slot] for slot in slots]
    groups = groups_in(whole.view) if referees == Referees.OTHER_GROUP else None
    at_once = 2 if whole.view.stage.tournament.table_kind.has_members else 1
    players = whole.players
    found = assign_referees(games, players, groups=groups, at_once=at_once)
    left = [seat for seat, player in players.items() if not player.is_in]
    if not left:
        return found
    over = {
        (number, place) for number, slot in enumerate(slots) for place, (_round, game) in enumerate(slot) if game.result
    }
    return replace_absent(found, games, left, over, groups=groups, at_once=at_once)


def lay_out(whole: Schedule, courts: int, *, rest: bool) -> tuple[CourtSchedule, list[list[tuple[int, Game]]]]:
    """Return the schedule's games on this many courts: the slots, and in each the games with their round numbers."""
    games = [(round_.number, game) for round_ in whole.rounds() for game in round_.games]
    pairs = [(game.first, game.second) for _round, game in games]
    laid = on_courts(pairs, courts, rest=rest)
    waiting: dict[tuple[int, int], list[tuple[int, Game]]] = defaultdict(list)
    for pair, each in zip(pairs, games, strict=True):
        waiting[pair].append(each)
    return laid, [[waiting[pair].pop(0) for pair in slot] for slot in laid.slots]


def _count_courts(laid: CourtSchedule) -> int:
    return max((len(slot) for slot in laid.slots), default=0)


def count_games(whole: Schedule) -> int:
    return sum(len(round_.games) for round_ in whole.rounds())


def courts_asked(text: str) -> str | None:
    """A number of courts as an address says it; what is none is as if the field were empty."""
    return _number(text, MOST_COURTS)


def minutes_asked(text: str) -> str | None:
    return _number(text, LONGEST)


def referees_asked(text: str) -> str | None:
    return text if text in Referees.values else ""


def _number(text: str, most: int) -> str:
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= most:
        return ""
    return str(int(text))


def start_asked(text: str) -> str | None:
    try:
        return time.fromisoformat(text).strftime("%H:%M")
    except ValueError:
        return ""
