"""Reasons as sentences: in English, or in the reader's language with a translate function.

Facts named in PLAYER_FACTS are players' numbers and are shown as names; `pairs` are pairs of numbers. Those named in
AMOUNT_FACTS are exact points as text, and are formatted for the game; `score` has both ends of a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pairings.numbers import amounts
from pairings.plan import Fact, Reason
from pairings.swiss import wording as swiss
from pairings.systems import SYSTEMS, imported_systems
from pairings.wording import seating
from pairings.wording.mark import Translate, fill_message, mark_only, ngettext
from pairings.wording.mark import gettext_noop as _

#: Messages about tables and rooms.
OF_HALL = {
    "hall-waves": ngettext(
        "There are more games than places to play ({size}): the round is played in {count} wave.",
        "There are more games than places to play ({size}): the round is played in {count} waves.",
        "count",
    ),
    "hall-closed": _("Table {wanted}, the fixed table of {player}, is closed. {player} sits at table {table}."),
    "hall-two-fixed": _(
        "{player} has the fixed table {wanted}, but meets {opponent} at table {table}, the fixed table of {opponent}."
    ),
    "hall-taken": _("Table {wanted}, the fixed table of {player}, is taken. {player} sits at table {table}."),
    "hall-full": ngettext(
        "The rooms have too few open tables ({size}): {count} pairing is at table {table}, outside the rooms.",
        "The rooms have too few open tables ({size}): {count} pairings are at tables from {table}, outside the rooms.",
        "count",
    ),
}


#: The reasons why a match is not called to a court now.
OF_COURTS = {
    "court-plays": _("{player} is still playing ({court})."),
    "court-referees": _("{player} is refereeing ({court})."),
    "court-earlier": ngettext("{count} earlier match is not over.", "{count} earlier matches are not over.", "count"),
    "court-rests": _("{player} rests until {until}."),
    "court-planned": _("Planned for {until}."),
    "court-all-taken": _("Nothing is free yet."),
    "court-none-open": _("Everything is closed."),
    "court-reserved": _("Only reserved ones are free."),
    "court-others-first": _("Other matches come first."),
}


#: Messages that every pairing system shares.
OF_ALL_SYSTEMS = {
    "by-hand": _("Paired manually by the organiser."),
    "draft-outdated": _("Something changed after this round was paired, but it was published unchanged."),
    "bye-by-hand-needless": _(
        "{player} cannot have a manual bye, because an odd number would be left. Remove the bye, then pair the rest."
    ),
    "broken-plan": _(
        "The automatic pairing of round {round} failed its own check and was not used. Pair the round "
        "manually, and report this fault with the tournament file."
    ),
    "adjourned": _("The game of {first} and {second} in round {round} is adjourned and counts as drawn."),
    "bye-requested": _("{player} asked for this bye."),
    "against-self": _("{player} would play themselves (number {table})."),
    "unknown-player": _("Player {player} is not in this stage."),
    "twice-in-round": _("{player} is in this round more than once."),
    "unpaired": _("{player} has no opponent and no bye."),
    "cost-without": _("Not paired: {players}. The cost is calculated as if they had the cheapest pairing."),
    "not-there": _("{player} (number {table}) has withdrawn, is absent, or asked for a bye."),
    "table-twice": _("Number {table} is used more than once."),
    "table-number": _("Numbers start at 1."),
    "fixed-pair-broken": _("{first} and {second} are a fixed pair, but are not paired."),
    "fixed-bye-broken": _("{player} should have a fixed bye, but has none."),
    "forbidden-pair": _("{first} and {second} are a forbidden pair in this round."),
    "met-before": _("{first} and {second} have already met, in round {round}."),
}


#: The messages that no system has for itself.
_COMMON_SENTENCES: Mapping[str, str] = MappingProxyType(
    {**OF_ALL_SYSTEMS, **OF_HALL, **OF_COURTS, **seating.SENTENCES, **swiss.SENTENCES}
)


class _Sentences(Mapping[str, str]):
    """Messages by code. A system is imported only for its own messages, or for a code that no loaded one has."""

    def __getitem__(self, code: str) -> str:
        if code in _COMMON_SENTENCES:
            return _COMMON_SENTENCES[code]
        for system in (*imported_systems(), *SYSTEMS.values()):
            if code in system.sentences:
                return system.sentences[code]
        raise KeyError(code)

    def __iter__(self) -> Iterator[str]:
        return iter({**_COMMON_SENTENCES, **{code: "" for system in SYSTEMS.values() for code in system.sentences}})

    def __len__(self) -> int:
        return sum(1 for _code in self)


#: Every message by the code of its reason.
SENTENCES: Mapping[str, str] = _Sentences()

PLAYER_FACTS = frozenset(
    {"player", "first", "second", "opponent", "higher", "lower", "other", "players", "opponents", "natural"}
)
AMOUNT_FACTS = frozenset({"points", "lower_points", "score", "now", "then"})


def sentence(
    reason: Reason,
    names: Mapping[int, str] | None = None,
    translate: Translate = mark_only,
    *,
    halves: bool = True,
) -> str:
    """Return one sentence, with players by name if `names` has one, else by number; `halves` as in a scoring.

    Raises KeyError for a reason without a message: a bug in the program.
    """
    facts = {name: _fact_text(name, fact, names or {}, halves) for name, fact in reason.facts.items()}
    return fill_message(SENTENCES[reason.code], reason.facts, facts, translate)


def _fact_text(name: str, fact: Fact, names: Mapping[int, str], halves: bool) -> object:
    if name == "pairs" and isinstance(fact, tuple):
        pairs = ((str(_fact_text("players", each, names, halves)) for each in _items(pair)) for pair in fact)
        return ", ".join(map(" – ".join, pairs))
    if isinstance(fact, tuple):
        return ("–" if name == "score" else ", ").join(str(_fact_text(name, item, names, halves)) for item in fact)
    if name in AMOUNT_FACTS and isinstance(fact, str):
        return amounts.spell_amounts(fact, halves=halves)
    if name in PLAYER_FACTS and isinstance(fact, int):
        return names.get(fact, str(fact))
    if isinstance(fact, int) and not isinstance(fact, bool):
        return group_thousands(fact)
    return fact


def group_thousands(number: int) -> str:
    """Return a whole number for people: from 10 000 on with narrow spaces between the thousands."""
    return f"{number:,}".replace(",", "\u202f") if abs(number) >= 10_000 else str(number)


def _items(fact: Fact) -> tuple[Fact, ...]:
    return fact if isinstance(fact, tuple) else (fact,)
