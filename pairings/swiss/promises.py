"""The promises of the Dutch system about a round: absolute criteria, bye and colours.

They are judged from the recorded rounds and the plan alone, independently of the engine's code. Every player's past is
a list of cards, one a round, and each check reads the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Protocol, TypeVar

from pairings.judge import Violation
from pairings.numbers import scores
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Decision, Outcome, Result, Round, Snapshot

#: A colour as a letter; the other one.
OTHER = {"w": "b", "b": "w"}
MILD, STRONG, ABSOLUTE = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of an edition, and its rules for unplayed rounds that bar from the bye.

    `steps` are those of the colours. `asked_bars`: a requested bye bars too, if it is worth a win; `points_bar`: any
    value above a loss bars. `counts_arrived`: the lot uses numbers among the players who have arrived.
    """

    meet_once: str
    bye: str
    same_colour: str
    steps: tuple[str, ...]
    one_bye: str
    asked_bars: bool
    points_bar: bool = False
    counts_arrived: bool = True


BOOKS = {
    "2026": Book(
        "C.04.3 2.1.1",
        "C.04.3 2.1.2",
        "C.04.3 2.1.3",
        tuple(f"C.04.3 5.2.{step}" for step in range(1, 6)),
        "C.04.1 3",
        asked_bars=True,
    ),
    "2017": Book(
        "C.04.3 (2017) C.1",
        "C.04.3 (2017) C.2",
        "C.04.3 (2017) C.3",
        tuple(f"C.04.3 (2017) E.{step}" for step in range(1, 6)),
        "C.04.1 (2017) c",
        asked_bars=False,
    ),
    "2012": Book(
        "C.04.3.1 (2012) B.1.a",
        "C.04.3.1 (2012) B.1.b",
        "C.04.3.1 (2012) B.2",
        tuple(f"C.04.3.1 (2012) E.{step}" for step in range(1, 6)),
        "C.04.3.1 (2012) A.5",
        asked_bars=True,
        points_bar=True,
        counts_arrived=False,
    ),
}
NEWEST = BOOKS["2026"]


@dataclass(slots=True)
class JudgeCard:
    """The card of one player: colours of played games as letters, opponents by round, points in parts, bars from the
    bye.

    `surplus` is the number of Whites minus the number of Blacks.
    """

    number: int
    colours: str = ""
    met: dict[int, int] = field(default_factory=dict)
    points: int = 0
    barred_in: int = 0
    took_part: bool = False
    surplus: int = 0

    @property
    def wish(self) -> tuple[str, int]:
        """The colour due and its strength."""
        return _wish(self.surplus, self.colours[-2:])


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a result on both sides: points in parts, whether they have met, who is barred from the bye.

    It keeps the result, because it is looked up by the result's identity: a large field has few different results.
    """

    result: Result | None
    first: int
    second: int
    met: bool
    bars: tuple[bool, bool]


@cache
def _wish(surplus: int, latest: str) -> tuple[str, int]:
    if abs(surplus) > 1:
        return ("b" if surplus > 0 else "w"), ABSOLUTE
    if latest in ("ww", "bb"):
        return OTHER[latest[-1]], ABSOLUTE
    if surplus:
        return ("b" if surplus > 0 else "w"), STRONG
    return (OTHER[latest[-1]], MILD) if latest else ("", 0)


class Past:
    """The recorded rounds of all players, round by round.

    `extra` are the virtual points, by player and round. Points are whole numbers: `parts` of them are one point.
    """

    def __init__(self, snapshot: Snapshot, extra: Mapping[int, tuple[Fraction, ...]], book: Book = NEWEST) -> None:
        """Start before the first round of the snapshot's tournament; its rounds can then be added."""
        self.book = book
        self.scoring = snapshot.scoring
        self.parts = scores.denominator(
            self.scoring,
            {points for row in extra.values() for points in row} | scores.deducted_amounts(snapshot.rounds),
        )
        self.cards = {player.number: JudgeCard(player.number) for player in snapshot.players}
        self.rounds = 0
        self.first_colour = ""
        self._worth = scores.Worth(self.scoring, Fraction(1, self.parts))
        self._win, self._loss = self._worth.whole(self.scoring.win), self._worth.whole(self.scoring.loss)
        self._extra = {number: tuple(map(self._worth.whole, row)) for number, row in extra.items()}
        self._paired: set[int] = set()
        self._effects: dict[int, Effect] = {}

    def add(self, played: Round) -> None:
        """Add the next recorded round. Points are those of `pairings.numbers.scores`; an open game counts as a draw."""
        self.rounds += 1
        number, cards, effects = played.number, self.cards, self._effects
        for pairing in played.pairings:
            effect = effects.get(id(pairing.result)) or self._effect(pairing.result)
            first, second = cards[pairing.first], cards[pairing.second]
            first.points += effect.first
            second.points += effect.second
            first.took_part = second.took_part = True
            if effect.met:
                first.colours += "w"
                first.surplus += 1
                first.met[second.number] = number
                second.colours += "b"
                second.surplus -= 1
                second.met[first.number] = number
                continue
            for card, bars in zip((first, second), effect.bars, strict=True):
                if bars:
                    card.barred_in = number
        for player, gained in scores.amounts_apart_from_tables(played, self._worth, cards):
            cards[player].points += gained
        for bye in played.byes:
            card = cards[bye.player]
            card.took_part |= bye.kind is ByeKind.ALLOCATED
            requested_bye_bars = self.book.asked_bars and self._bars(self._worth.bye[bye.kind])
            if bye.kind is ByeKind.ALLOCATED or requested_bye_bars:
                card.barred_in = number
        if not self.first_colour:
            self._see_first_colour(played)

    def standing(self, number: int, round_number: int) -> int:
        """Return the pairing score of a player in a round, in parts."""
        extra = self._extra.get(number, ())
        return self.cards[number].points + (extra[round_number - 1] if round_number <= len(extra) else 0)

    def _effect(self, result: Result | None) -> Effect:
        if result is None:
            draw = self._worth.game[Outcome.DRAW, Decision.PLAYED]
            effect = Effect(None, draw, draw, met=True, bars=(False, False))
        else:
            bars = [self._bars(self._worth.game[side, result.decision]) for side in (result.first, result.second)]
            effect = Effect(result, *self._worth.sides(result), met=result.played, bars=(bars[0], bars[1]))
        self._effects[id(result)] = effect
        return effect

    def _bars(self, gained: int) -> bool:
        """Return whether an unplayed round worth `gained` bars from the bye."""
        return gained > self._loss if self.book.points_bar else gained >= self._win

    def _see_first_colour(self, played: Round) -> None:
        """Read the initial colour from the first round that has games."""
        letters = {}
        for pairing in played.pairings:
            self._paired |= {pairing.first, pairing.second}
            if pairing.result is None or pairing.result.played:
                letters.update({pairing.first: "w", pairing.second: "b"})
        self._paired |= {bye.player for bye in played.byes if bye.kind is ByeKind.ALLOCATED}
        for place, number in enumerate(sorted(self._paired) if letters else ()):
            if number in letters:
                self.first_colour = OTHER[letters[number]] if place % 2 else letters[number]
                return


class SwissOptions(Protocol):
    """The options of any Swiss system that the judge needs. Their own classes belong to the engines."""

    @property
    def initial_colour(self) -> str: ...
    @property
    def acceleration(self) -> str: ...


class DutchOptions(SwissOptions, Protocol):
    """The options that the judge needs if the tournament chooses the edition of the rules."""

    @property
    def edition(self) -> str: ...


OptionsT = TypeVar("OptionsT", bound=SwissOptions)


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: DutchOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    return broken_by(snapshot, plan, options, NEWEST if options is None else BOOKS[options.edition], Colours)


def broken_by(
    snapshot: Snapshot,
    plan: RoundPlan,
    options: OptionsT | None,
    book: Book,
    colours_of: Callable[[Past, Snapshot, OptionsT | None], Colours],
) -> Iterator[Violation]:
    """Yield violations by the book of any Swiss system; `colours_of` gives the colours due."""
    past = Past(snapshot, snapshot.virtual_points or _virtual_points(snapshot, options), book)
    for played in snapshot.rounds:
        past.add(played)
    cards = past.cards
    ready = {player.number for player in snapshot.to_be_paired()}
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    yield from _byes(snapshot, plan, book, cards, ready)
    colours = colours_of(past, snapshot, options)
    for pairing in plan.pairings:
        white, black = pairing.first, pairing.second
        if white not in cards or black not in cards or white == black:
            continue
        if pairing.result is None and (white not in ready or black not in ready):
            for number in (white, black):
                if number not in ready:
                    yield Violation(Reason("not-there", {"player": number, "table": pairing.table}, "C.04.2 3.1"))
        round_met = cards[white].met.get(black)
        if round_met is not None:
            facts = {"first": white, "second": black, "round": round_met}
            yield Violation(Reason("met-before", facts, book.meet_once))
        if not by_hand or frozenset((white, black)) not in by_hand:
            yield from map(Violation, colours.of(white, black))


def _byes(
    snapshot: Snapshot, plan: RoundPlan, book: Book, cards: dict[int, JudgeCard], ready: set[int]
) -> Iterator[Violation]:
    """Yield violations of the bye: a player who may not have it, or a bye although the number of players is even."""
    players_with_bye = {bye.player for bye in snapshot.byes}
    allocated_players = [
        b.player
        for b in plan.byes
        if b.kind is ByeKind.ALLOCATED and b.player not in players_with_bye and b.player in cards
    ]
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    if len(allocated_players) > len(ready) % 2:
        yield Violation(
            Reason("dutch-needless-bye", {"players": tuple(allocated_players), "count": len(ready)}, book.one_bye)
        )
    by_hand = {number for pair in snapshot.fixed if 0 in pair for number in pair}
    for player in allocated_players:
        if player in by_hand:
            continue
        if cards[player].barred_in:
            since = cards[player].barred_in
            yield Violation(Reason("dutch-bye-again", {"player": player, "round": since}, book.bye))
        elif player in refuses:
            yield Violation(Reason("dutch-bye-refused", {"player": player}, book.bye))


class Colours:
    """The colours due to two players who meet in the snapshot's next round."""

    def __init__(self, past: Past, snapshot: Snapshot, options: SwissOptions | None) -> None:
        self.past = past
        self.round = snapshot.next_round
        self.last_round = snapshot.planned_rounds is not None and self.round >= snapshot.planned_rounds
        self.initial = _initial(snapshot, options) or past.first_colour
        self._ready = {player.number for player in snapshot.to_be_paired()}

    def of(self, white: int, black: int) -> Iterator[Reason]:
        """Yield the faults in the colours of a table."""
        first, second = self.past.cards[white], self.past.cards[black]
        (wish, strength), (other_wish, other_strength) = self.wish(first), self.wish(second)
        if wish == other_wish and strength == other_strength == ABSOLUTE and not self._topscorers(white, black):
            yield Reason(f"dutch-both-{wish}", {"first": white, "second": black}, self.past.book.same_colour)
            return
        colour, step = self._due(first, second)
        if colour == "b":
            yield Reason("dutch-colours", {"first": white, "second": black}, self.past.book.steps[step - 1])

    def wish(self, card: JudgeCard) -> tuple[str, int]:
        """Return the colour that a player is due, and its strength."""
        return card.wish

    @cached_property
    def _place(self) -> dict[int, int]:
        """The places of the players who have arrived by now; in older books the pairing numbers."""
        if not self.past.book.counts_arrived:
            return {number: number for number in self.past.cards}
        present_numbers = sorted(
            number for number, card in self.past.cards.items() if number in self._ready or card.took_part
        )
        return {number: place for place, number in enumerate(present_numbers, start=1)}

    def _topscorers(self, *numbers: int) -> bool:
        scoring, past = self.past.scoring, self.past
        # Topscorers have more than half of the points possible so far, in the last round only (C.04.3 art. 1.8).
        most = past.rounds * max(scoring.win, scoring.draw) * past.parts
        return self.last_round and any(2 * past.standing(number, self.round) > most for number in numbers)

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        """Return the colour due to the player with White in the plan, and the step that gives it, from 1."""
        (wish, strength), (other_wish, other_strength) = self.wish(white), self.wish(black)
        if wish != other_wish:
            return wish or OTHER[other_wish], 1
        if wish and strength != other_strength:
            return (wish if strength > other_strength else OTHER[wish]), 2
        wider = abs(white.surplus) - abs(black.surplus)
        if strength == ABSOLUTE and wider:
            return (wish if wider > 0 else OTHER[wish]), 2
        other_colour = _last_other(white.colours, black.colours)
        if other_colour:
            return other_colour, 3
        higher = self._higher(white, black)
        if wish:
            return (wish if higher is white else OTHER[wish]), 4
        return self._by_lot(higher, higher is white), 5

    def _higher(self, white: JudgeCard, black: JudgeCard) -> JudgeCard:
        ahead = self.past.standing(white.number, self.round) - self.past.standing(black.number, self.round)
        if ahead:
            return white if ahead > 0 else black
        return white if white.number < black.number else black

    def _by_lot(self, higher: JudgeCard, is_white: bool) -> str:
        """Return the colour of the last step. If the lot is unknown, the first table that depends on it reveals it."""
        colour_of_higher = "w" if is_white else "b"
        odd = self._place.get(higher.number, 1) % 2 == 1
        if not self.initial:
            self.initial = colour_of_higher if odd else OTHER[colour_of_higher]
        due = self.initial if odd else OTHER[self.initial]
        return "w" if due == colour_of_higher else "b"


def _last_other(own_colours: str, other_colours: str) -> str:
    """Return the other player's colour in the last game in which their colours differed; "" if there was none."""
    games = min(len(own_colours), len(other_colours))
    same, differ = 0, 1
    while differ <= games and own_colours.endswith(other_colours[len(other_colours) - differ :]):
        same, differ = differ, 2 * differ
    differ = min(differ, games + 1)
    while differ - same > 1:
        middle = (same + differ) // 2
        if own_colours.endswith(other_colours[len(other_colours) - middle :]):
            same = middle
        else:
            differ = middle
    return other_colours[-differ] if differ <= games else ""


def _initial(snapshot: Snapshot, options: SwissOptions | None) -> str:
    """Return the initial colour from settings or snapshot; "" if unknown."""
    if options is not None and options.initial_colour != "lot":
        return str(options.initial_colour[0])
    return {None: "", "first": "w"}.get(snapshot.first_colour, "b")


def _virtual_points(snapshot: Snapshot, options: SwissOptions | None) -> dict[int, tuple[Fraction, ...]]:
    """Return virtual points of group A (C.04.7): twice a quarter of those paired in round 1, the quarter rounded up."""
    if options is None or options.acceleration != "baku" or snapshot.planned_rounds is None:
        return {}
    byes = snapshot.byes if snapshot.next_round == 1 else [bye for each in snapshot.rounds[:1] for bye in each.byes]
    free = [bye.player for bye in byes if bye.kind.value != "allocated"]
    players = (p for p in snapshot.players if p.number not in free)
    listed = sorted(p.number for p in players if p.entered <= 1 and p.withdrawn != 0)
    group = listed[: (len(listed) + 3) // 4 * 2]
    rounds = (snapshot.planned_rounds + 1) // 2
    whole = (rounds + 1) // 2
    row = tuple(snapshot.scoring.win if at < whole else snapshot.scoring.draw for at in range(rounds))
    return {player.number: row for player in snapshot.players if group and player.number <= group[-1]}
