"""Describe a verb for the journal, and its facts in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, StrEnum, auto
from typing import TYPE_CHECKING, Any

from django.db.models import TextChoices
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from pairings.numbers import amounts
from tournaments.core.games import COURT, TABLE, TableWords
from tournaments.core.journal.facts import Facts
from tournaments.core.orm.columns import columns_of
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.tables import TWO_PLAYERS, TableKind
from tournaments.core.words.names import isolate, join
from tournaments.core.words.penalties import Measure
from tournaments.models import Advance, Member, RequestedBye, Stage, Tournament
from tournaments.models.fields import PARTS
from tournaments.models.journal import FOLLOWER_FACTS_KEY

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The mark for a table without a result.
NO_RESULT = "–"
CHANGES_OF_A_RESULT = frozenset({"enter-result", "correct-result", "confirm-report", "settle-by-time", "settle-report"})
#: Facts that are names, or text that a person wrote.
NAMES = frozenset(
    {
        "name",
        "first",
        "second",
        "third",
        "fourth",
        "referee",
        "event",
        "former",
        "section",
        "to",
        "origin",
        "kept",
        "out",
        "note",
        "fee",
        "message",
        "why",
    }
)
#: Facts that are lists of names.
LISTS = frozenset({"names", "players", "pairs", "byes"})
#: Facts that do not appear in sentences: the public ids of people, and the fields of followers.
OMITTED_FACTS = frozenset({"ids", FOLLOWER_FACTS_KEY})
#: Columns that change with the settings but have no form field.
COLUMNS = {
    "options": _("options of the pairing system"),
    "rules_changes": _("changes to the rule set"),
    "seed": _("random seed of the pairings"),
    "first_colour": _("colour drawn for round 1"),
    "virtual_points": _("virtual points"),
    "drawn_at": _("time when seats were drawn"),
}
#: Words for values from a fixed list: parts of the screen, and settings of club teams.
VALUE_WORDS = {
    "shows": PARTS,
    "parts": {
        "accent": _("colour"),
        "logo": _("logo"),
        "about": _("description"),
        "contact": _("contact"),
        "links": _("links"),
        "sponsors": _("sponsors"),
    },
    "counting": {"several": _("several teams per club"), "short": _("include incomplete teams")},
}
#: Facts whose values are choices of a model.
CHOICES_OF_FACTS: Mapping[str, type[TextChoices]] = {"how": Advance.How, "role": Member.Role, "measure": Measure}
#: The largest number of names in a line of the journal; the entry's facts contain all.
MOST_NAMES = 30


def _says_something(name: str, fact: object) -> bool:
    """Return whether a fact has a value to show; round 0 is the time before round 1."""
    return name not in OMITTED_FACTS and fact not in (None, "", []) and (name, fact) != ("round", 0)


def _word(name: str, fact: Any, halves: bool) -> object:
    """Return a fact as text for a line."""
    if isinstance(fact, dict):
        return _rules(fact, halves)
    if name in LISTS:
        return _and_more(join(fact[:MOST_NAMES]), len(fact) - MOST_NAMES)
    if name == "kind":
        return RequestedBye.Kind(fact).label if fact in RequestedBye.Kind else fact
    if name in CHOICES_OF_FACTS:
        return CHOICES_OF_FACTS[name](fact).label
    if name in VALUE_WORDS:
        return ", ".join(str(VALUE_WORDS[name][part]) for part in fact)
    if name == "changed":
        return ", ".join(map(_setting, fact.split(", ")))
    if name == "points":
        fact = amounts.spell_amounts(fact, halves=halves)
    return isolate(fact) if name in NAMES else fact


def _and_more(text: str, more: int) -> str:
    if more <= 0:
        return text
    return ngettext("{names} and {count} more", "{names} and {count} more", more).format(names=text, count=more)


def _table_lines(lines: Sequence[Mapping[str, object]], title: Callable[[int | str], str] | None) -> str:
    """Return an entry's changes at several tables, in words."""
    name = title or str(TABLE.inside).replace("{table}", "{0}").format
    text = "; ".join(_table_line(line, name(str(line["table"]))) for line in lines[:MOST_NAMES])
    return _and_more(text, len(lines) - MOST_NAMES)


def _table_line(line: Mapping[str, object], place: str) -> str:
    """Return an entry's change at one of several tables, in words."""
    if line.get("boards"):
        return gettext("{place}: {was} → {now} (boards: {boards})").format(place=place, **_without_gaps(line))
    return gettext("{place}: {was} → {now}").format(place=place, **_without_gaps(line))


def _at_place(line: StrOrPromise, place: object) -> StrOrPromise:
    """Return a line that begins with round and table, with the game's own word for a table, such as court or pitch.

    A line that depends on a number has no text before it is formatted, and stays unchanged.
    """
    if not place:
        return line
    text, begins = str(line), gettext("Round {round}, table {table}")
    return gettext("Round {round} · {place}") + text.removeprefix(begins) if text.startswith(begins) else line


def _court(number: object, words: TableWords) -> str:
    """Return a court with its number inside a sentence: court 3, dartboard 3."""
    return str(words.inside).format(table=number)


def _without_gaps(line: Mapping[str, object]) -> dict[str, object]:
    """Return a line about a table, with a dash for no result."""
    return {**line, "was": line.get("was") or NO_RESULT, "now": line.get("now") or NO_RESULT}


def _with_result_texts(facts: Mapping[str, Any], tables: TableKind, halves: bool) -> dict[str, object]:
    """Return facts, or one of their lines, with results as text for these tables: team matches as game points."""
    texts: dict[str, Any] = {
        name: tables.stored(facts[name], halves=halves) for name in ("was", "now") if isinstance(facts.get(name), str)
    }
    if isinstance(facts.get("results"), list):
        texts["results"] = [_with_result_texts(line, tables, halves) for line in facts["results"]]
    return {**facts, **texts}


def _rules(fact: Mapping[str, Any], halves: bool) -> str:
    """Return the rules of the standings with the points; entries of earlier versions have them as a text."""
    points = "/".join(amounts.spell_amounts(each, halves=halves) for each in fact["points"])
    return f"{RULE_BOOKS[0].sentence(fact, halves=halves)}; {points}"


def _setting(column: str) -> str:
    """Return the label of a setting's column; a former column keeps its former name."""
    columns = (*columns_of(Stage), *columns_of(Tournament))
    names = {each.name: each.verbose_name for each in columns} | COLUMNS
    return str(names.get(column, column))


class Topic(StrEnum):
    """The subject of an event, for programs that follow a tournament."""

    RESULTS = "results"
    REPORTS = "reports"
    CALLS = "calls"
    ROUND = "round"
    CLOCK = "clock"
    COURTS = "courts"
    PLAYERS = "players"
    STAGE = "stage"
    SETTINGS = "settings"
    RULES = "rules"
    FINISHED = "finished"
    SIGN_UPS = "sign-ups"
    PLANS = "plans"
    STAFF = "staff"
    PENALTIES = "penalties"


class Drafts(Enum):
    """A verb's effect on a draft that was paired before it."""

    STAY = auto()
    #: Pairing now could give other pairs.
    OUTDATED = auto()
    #: As OUTDATED, for the round in the facts; for every round if they name none.
    OF_ROUND = auto()
    #: As OUTDATED, if a column changes that pairing reads.
    BY_COLUMN = auto()


class VerbGroup(Flag):
    """Groups of verbs that are treated in the same way."""

    RESULT = auto()
    #: Results of one table entered by staff; helpers can undo their own.
    OWN_RESULT = auto()
    #: Verbs after which line-ups can no longer be undone.
    BY_BOARDS = auto()
    LINE_UP = auto()
    REPORT = auto()
    #: Manual changes of a draft.
    EDIT = auto()
    #: Removal of a table or a bye from a draft, which leaves no mark in it.
    TAKING_OUT = auto()
    PAIRING = auto()
    #: Verbs after which a draft is as current as a new one.
    RENEWAL = auto()
    CLOSING = auto()
    PUBLISHING = auto()
    CLOCK = auto()
    DEFAULT_TIME = auto()
    LEAVING = auto()
    SEATS = auto()
    ENDING = auto()
    #: Verbs after which sections may no longer have their event's name.
    NAMING = auto()
    #: Verbs that can be undone only while no round of the tournament is paired.
    BEFORE_ROUND_1 = auto()
    ROUNDS = PAIRING | CLOSING | PUBLISHING


@dataclass(frozen=True, slots=True)
class Effects:
    """A verb's effects for readers of the tournament. No field has a default, so that each new verb decides on all.

    `topic` is the subject for followers. It is None for undo, which takes the topic and the `drafts` of the undone
    entry. `moves_places`: ranks may change while a single round is running. `for_helpers`: helpers may read it in the
    journal; other entries reveal drafts and requests.
    """

    topic: Topic | None
    drafts: Drafts
    moves_places: bool
    for_helpers: bool


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: `label` names it, `lines` are its sentences, and `undoing` describes what undo does.

    The first line whose facts the entry has is used, so that every line is a whole sentence. `facts` is the kind of
    facts of its entries. `built_on_by`: groups of later verbs that must be undone first.
    """

    key: str
    label: StrOrPromise
    lines: StrOrPromise | tuple[StrOrPromise, ...]
    undoing: StrOrPromise = ""
    facts: type[Facts] = field(kw_only=True)
    effects: Effects = field(kw_only=True)
    built_on_by: VerbGroup = field(default=VerbGroup(0), kw_only=True)
    groups: VerbGroup = field(default=VerbGroup(0), kw_only=True)

    def sentence(
        self,
        facts: Mapping[str, object],
        *,
        halves: bool = True,
        tables: TableKind = TWO_PLAYERS,
        title: Callable[[int | str], str] | None = None,
        courts: TableWords = COURT,
    ) -> str:
        """Return a sentence with the facts of an entry; `halves` as in the tournament's scoring.

        `tables` writes results. `title` writes a table with its number, if players do not call it a table.
        `courts` are the words for the place to which matches are called. Raise LookupError if no line takes these
        facts.
        """
        facts = _with_result_texts(facts, tables, halves)
        worded = {name: _word(name, fact, halves) for name, fact in facts.items() if _says_something(name, fact)}
        if self.key in CHANGES_OF_A_RESULT:
            worded = _without_gaps(worded)
        if isinstance(lines := facts.get("results"), list):
            worded["results"] = _table_lines(lines, title)
        first, _dash, last = str(facts.get("tables", "")).partition("–")
        if first and first == last:
            worded["only_table"] = first
        table = facts.get("table")
        if title is not None and isinstance(table, int | str) and not facts.get("boards"):
            worded["place"] = title(table)
        if "court" in facts:
            worded |= {name: _court(facts[name], courts) for name in ("court", "from") if name in worded}
        if "courts" in facts:
            worded["courts_name"] = courts.plural
        for line in self.lines if isinstance(self.lines, tuple) else (self.lines,):
            try:
                return _at_place(line, worded.get("place")).format(**worded)
            except KeyError:
                continue
        raise LookupError(f"{self.key}: {sorted(facts)}")

    @property
    def reversible(self) -> bool:
        return bool(self.undoing)
