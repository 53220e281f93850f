"""VERBS: every verb that the journal knows, in words, with what undoing it does and what can be built on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from pairings import amounts
from tournaments.models import Member, RequestedBye, Stage, Tournament
from tournaments.rulebook import RULE_BOOKS
from tournaments.words.isolation import isolate, join

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

RESULTS = frozenset({"enter-result", "put-results", "correct-result"})
EDITS = frozenset(
    {"swap-players", "pair-by-hand", "unpair", "give-bye", "set-pairings", "pair-rest", "another-pairing"}
    | {"number-tables"}
)
#: What helpers read in the journal: results, and what everybody sees of the rounds. The rest tells drafts and wishes.
FOR_HELPERS = RESULTS | {"publish-round", "publish-schedule", "close-round", "close-rounds", "finish", "undo"}
FOR_HELPERS |= {"reopen-round", "unpublish-round"}
#: What makes the draft of a round, and what ends rounds.
PAIRED = frozenset({"pair-round", "close-and-pair"})
CLOSED = frozenset({"close-round", "close-rounds", "close-and-pair"})
ROUNDS = PAIRED | CLOSED | {"publish-round", "publish-schedule", "start-stage"}
#: Clocks of rounds.
CLOCK = frozenset({"set-clock", "hold-clock", "resume-clock", "remove-clock", "extend-table"})
#: After which a draft may not be what would be paired now.
OUTDATE_DRAFTS = frozenset(
    {
        "add-players",
        "take-list",
        "change-player",
        "remove-player",
        "move-players",
        "withdraw",
        "return",
        "request-bye",
        "correct-result",
        "count-missed",
    }
    | {"change-settings", "forbid-pair", "allow-pair", "accept-round-robin", "set-seats", "draw-seats"}
)
#: What is taken back only while no round of the tournament is paired.
BEFORE_ROUND_1 = frozenset({"move-players"})
#: After which sections may not be called as their event is any more.
NAMING_EVENTS = frozenset({"leave-event", "rename-event"})

#: How a line says that a table has no result.
NO_RESULT = "–"
CHANGES_OF_A_RESULT = frozenset({"enter-result", "correct-result"})
#: Facts that are names, or a person's words.
NAMES = frozenset({"name", "first", "second", "event", "former", "section", "to", "origin"})
#: Facts that are lists of names.
LISTS = frozenset({"names", "players", "pairs", "byes"})
#: What is not for a sentence: by the same words the public ids of those whom the facts name.
IDS = "ids"
#: Columns that change with the settings and have no field of a form.
COLUMNS = {
    "options": _("options of the pairing system"),
    "rules_changes": _("changes to the rule set"),
    "seed": _("the lot of the pairings"),
    "first_colour": _("the colour drawn for round 1"),
    "virtual_points": _("virtual points"),
    "drawn_at": _("when seats were drawn"),
}
#: So many names stand in a line of the journal; the entry's facts hold all.
MOST_NAMES = 30


def _says_something(name: str, fact: Any) -> bool:
    """Whether a fact says anything; round 0 is the time before the first one."""
    return name != IDS and fact not in (None, "", []) and (name, fact) != ("round", 0)


def _word(name: str, fact: Any, halves: bool) -> Any:
    """A fact as a line says it."""
    if isinstance(fact, dict):
        return _rules(fact, halves)
    if name in LISTS:
        return _and_more(join(fact[:MOST_NAMES]), len(fact) - MOST_NAMES)
    if name == "results":
        lines = (gettext("table {table}: {was} → {now}").format(**_without_gaps(line)) for line in fact[:MOST_NAMES])
        return _and_more("; ".join(lines), len(fact) - MOST_NAMES)
    if name == "kind":
        return RequestedBye.Kind(fact).label if fact in RequestedBye.Kind else fact
    if name == "role":
        return Member.Role(fact).label
    if name == "changed":
        return ", ".join(map(_setting, fact.split(", ")))
    return isolate(fact) if name in NAMES else fact


def _and_more(text: str, more: int) -> str:
    if more <= 0:
        return text
    return ngettext("{names} and {count} more", "{names} and {count} more", more).format(names=text, count=more)


def _without_gaps(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line about a table, where no result is a dash."""
    return {**line, "was": line.get("was") or NO_RESULT, "now": line.get("now") or NO_RESULT}


def _rules(fact: Mapping[str, Any], halves: bool) -> str:
    """The rules of the standings with the points; entries of earlier versions hold them as a text."""
    points = "/".join(amounts.spelled(each, halves=halves) for each in fact["points"])
    return f"{RULE_BOOKS[0].sentence(fact, halves=halves)}; {points}"


def _setting(column: str) -> str:
    """What people call a column of the settings; one that there was once is called as it was."""
    columns = (Stage._meta, Tournament._meta)  # noqa: SLF001 Django's own name
    known = {field.name: field.verbose_name for meta in columns for field in meta.fields} | COLUMNS
    return str(known.get(column, column))


@dataclass(frozen=True, slots=True)
class Verb:
    """`label` names it, `lines` tell it, `undoing` says what undoing does.

    Of the lines the first one is told whose facts the entry has, so that every line is a whole sentence.
    `built_on_by`: later verbs that must be undone first.
    """

    key: str
    label: StrOrPromise
    lines: StrOrPromise | tuple[StrOrPromise, ...]
    undoing: StrOrPromise = ""
    built_on_by: frozenset[str] = frozenset()

    def sentence(self, facts: Mapping[str, Any], *, halves: bool = True) -> str:
        """What was done, as a sentence with the facts of an entry; `halves` as the tournament's scoring has it.

        Raises LookupError for facts that no line takes.
        """
        worded = {name: _word(name, fact, halves) for name, fact in facts.items() if _says_something(name, fact)}
        if self.key in CHANGES_OF_A_RESULT:
            worded = _without_gaps(worded)
        for line in self.lines if isinstance(self.lines, tuple) else (self.lines,):
            try:
                return str(line.format(**worded))
            except KeyError:
                continue
        raise LookupError(f"{self.key}: {sorted(facts)}")

    @property
    def reversible(self) -> bool:
        return bool(self.undoing)


VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        verb.key: verb
        for verb in (
            Verb("create-tournament", _("tournament created"), _("Created the tournament {name}.")),
            Verb(
                "import-tournament",
                _("tournament read from a file"),
                _("Read the tournament {name} from a report file."),
            ),
            Verb(
                "change-settings",
                _("settings changed"),
                (_("Changed the settings: {changed}."), _("Changed the settings.")),
                _("The settings are what they were before."),
            ),
            Verb(
                "change-rules",
                _("rules changed"),
                _("Changed the rules of the standings: {now}. Before: {was}."),
                _("The rules of the standings are what they were before."),
            ),
            Verb(
                "set-prizes",
                _("prizes changed"),
                (_("Set the prizes: {prizes}."), _("Took all prizes away.")),
                _("The prizes are what they were before."),
            ),
            Verb("draw-lot", _("lot drawn"), _("Drew the lot for players who stay level: seed {seed}.")),
            Verb(
                "add-players",
                _("players added"),
                (
                    _("Added {name}."),
                    ngettext_lazy("Added {count} player: {names}.", "Added {count} players: {names}.", "count"),
                    ngettext_lazy("Added {count} player.", "Added {count} players.", "count"),
                ),
                _("The players are off the list again."),
            ),
            Verb(
                "take-list",
                _("list of players taken"),
                (
                    _("Took a list of players. Added: {names}. Changed: {players}."),
                    _("Took a list of players. Added: {name}. Changed: {players}."),
                    _("Took a list of players. Added: {names}."),
                    _("Took a list of players. Added: {name}."),
                    _("Took a list of players. Changed: {players}."),
                ),
                _("The players are what they were before the list."),
            ),
            Verb("change-player", _("player changed"), _("Changed {name}."), _("The player's data are as before.")),
            Verb("remove-player", _("player removed"), _("Removed {name}."), _("The player is on the list again.")),
            Verb(
                "move-players",
                _("players moved to another section"),
                (
                    _("Moved to {to}: {names}. Pairs that went with it: {pairs}."),
                    _("Moved to {to}: {names}."),
                    _("Moved here from {origin}: {names}. Byes that are not possible here: {byes}."),
                    _("Moved here from {origin}: {names}."),
                ),
                _("The players are in their former section again, with their wishes."),
            ),
            Verb(
                "join-event",
                _("event begun"),
                _("Made it the section {section} of the event {event}."),
                _("It is a tournament of its own again, under its former name."),
            ),
            Verb(
                "leave-event",
                _("event left"),
                _("Took the section {section} out of the event {event}."),
                _("It is a section of the event again."),
            ),
            Verb(
                "rename-event",
                _("event renamed"),
                _("Renamed the event {former} to {event}."),
                _("The event and its sections have their former name."),
            ),
            Verb(
                "check-in",
                _("checked in"),
                (_("Checked in: {names}."), _("Checked in: {name}.")),
                _("The player counts as not here."),
            ),
            Verb(
                "check-out",
                _("checked out"),
                (_("Marked as not here: {names}."), _("Marked as not here: {name}.")),
                _("The player counts as here."),
            ),
            Verb(
                "withdraw",
                _("withdrawn"),
                (
                    _("{name} left after round {round}."),
                    _("{name} left before the first round."),
                    _("Left the tournament: {names}."),
                ),
                _("The player is in again."),
            ),
            Verb(
                "return",
                _("returned"),
                (_("{name} is in again."), _("In again: {names}.")),
                _("The player is out again."),
            ),
            Verb(
                "request-bye",
                _("bye requested"),
                (
                    _("{name}: {kind} in round {round}."),
                    _("{name}: no bye in round {round} any more."),
                    _("Byes noted or changed for: {names}."),
                ),
                _("The request is as it was before."),
            ),
            Verb(
                "count-missed",
                _("missed rounds counted"),
                (
                    _("{name}, who came late: {kind} in round {rounds}."),
                    _("{name}, who came late: no bye in round {rounds} any more."),
                ),
                _("The missed rounds count as before."),
            ),
            Verb(
                "pair-round",
                _("round paired"),
                _("Paired round {round}."),
                _("The draft of the round is thrown away."),
                ROUNDS | EDITS,
            ),
            Verb(
                "pair-rest",
                _("the rest paired"),
                ngettext_lazy(
                    "Round {round}: paired the rest, keeping {count} table made by hand.",
                    "Round {round}: paired the rest, keeping {count} tables made by hand.",
                    "count",
                ),
                _("The draft is as it was before."),
                ROUNDS,
            ),
            Verb(
                "another-pairing",
                _("another pairing"),
                _("Round {round}: took another pairing as good ({place} of {count})."),
                _("The draft is as it was before."),
                ROUNDS,
            ),
            Verb(
                "forbid-pair",
                _("pair forbidden"),
                _("{first} and {second} must not meet."),
                _("They may meet again."),
            ),
            Verb("allow-pair", _("pair allowed"), _("{first} and {second} may meet."), _("They must not meet.")),
            Verb(
                "fix-pair",
                _("pair made beforehand"),
                _("Round {round}: {first} and {second} are to meet."),
                _("They are paired like all others."),
                PAIRED,
            ),
            Verb(
                "free-pair",
                _("pair set free"),
                _("Round {round}: {first} and {second} are paired like all others."),
                _("They are to meet again."),
                PAIRED,
            ),
            Verb(
                "accept-round-robin",
                _("round robin accepted"),
                _("The small field plays a round robin."),
                _("Rounds are paired by the system's own rule again."),
                PAIRED,
            ),
            Verb(
                "draw-seats",
                _("seats drawn"),
                ngettext_lazy(
                    "Drew seats for {count} player (seed {seed}).",
                    "Drew seats for {count} players (seed {seed}).",
                    "count",
                ),
                _("The seats are what they were before."),
                ROUNDS | {"draw-seats", "set-seats"},
            ),
            Verb(
                "set-seats",
                _("seats set by hand"),
                ngettext_lazy(
                    "Set the seat of {count} player by hand.", "Set the seats of {count} players by hand.", "count"
                ),
                _("The seats are what they were before."),
                ROUNDS | {"draw-seats", "set-seats"},
            ),
            Verb(
                "publish-schedule",
                _("schedule published"),
                ngettext_lazy(
                    "Published {count} round of the schedule, the last that was left.",
                    "Published all {count} rounds that were left of the schedule.",
                    "count",
                ),
                _("The rounds are gone again."),
                ROUNDS | RESULTS | CLOCK | {"withdraw"},
            ),
            Verb(
                "start-stage",
                _("stage started"),
                ngettext_lazy(
                    "Started stage {number} with {count} player.",
                    "Started stage {number} with {count} players.",
                    "count",
                ),
                _("The stage is gone, and the one before it goes on."),
                ROUNDS | RESULTS | {"finish"},
            ),
            Verb(
                "swap-players",
                _("players swapped"),
                _("Round {round}: swapped {first} and {second}."),
                _("The two players are back at their tables."),
                ROUNDS,
            ),
            Verb(
                "pair-by-hand",
                _("paired by hand"),
                _("Round {round}: {first} meets {second}."),
                _("The table is taken out of the draft."),
                ROUNDS,
            ),
            Verb(
                "set-pairings",
                _("pairings set"),
                _("Round {round}: set all pairings."),
                _("The draft is as it was before."),
                ROUNDS,
            ),
            Verb(
                "unpair",
                _("unpaired"),
                _("Round {round}: {name} is free."),
                _("The table is back in the draft."),
                ROUNDS,
            ),
            Verb(
                "give-bye", _("bye given"), _("Round {round}: {name} has a bye."), _("The bye is taken back."), ROUNDS
            ),
            Verb(
                "number-tables",
                _("tables numbered anew"),
                _("Round {round}: gave the pairings their tables anew."),
                _("The pairings are back at the tables that they had."),
                ROUNDS,
            ),
            Verb(
                "set-hall",
                _("hall set up"),
                (
                    _("Set up the hall: tables from {table}, closed {closed}, rooms {rooms}."),
                    _("Took the hall away: tables count from 1."),
                ),
                _("The hall is what it was before. Rounds that are paired keep their tables."),
            ),
            Verb(
                "publish-round",
                _("round published"),
                (_("Published round {round}. Not paired: {names}."), _("Published round {round}.")),
                _("The round is a draft again and nobody else sees it."),
                ROUNDS | RESULTS | CLOCK,
            ),
            Verb(
                "set-clock",
                _("clock set"),
                (
                    _("Round {round} lasts {minutes} min now; before, {was} min."),
                    _("Started the clock of round {round}: {minutes} min."),
                ),
                _("The clock is what it was before."),
                CLOCK,
            ),
            Verb(
                "hold-clock",
                _("clock stopped"),
                _("Stopped the clock of round {round}."),
                _("The clock runs as if it had not been stopped."),
                CLOCK,
            ),
            Verb(
                "resume-clock",
                _("clock goes on"),
                _("The clock of round {round} goes on."),
                _("The clock stands still again."),
                CLOCK,
            ),
            Verb(
                "remove-clock",
                _("clock taken away"),
                _("Took the clock of round {round} away."),
                _("The clock is there again."),
                CLOCK,
            ),
            Verb(
                "extend-table",
                _("time of a table"),
                (
                    _("Round {round}, table {table}: {minutes} min more."),
                    _("Round {round}, table {table}: no more time than the others."),
                ),
                _("The table has the time that it had before."),
                CLOCK,
            ),
            Verb(
                "discard-round",
                _("draft thrown away"),
                _("Threw the draft of round {round} away."),
                _("The draft is back."),
                ROUNDS,
            ),
            Verb(
                "close-round",
                _("round closed"),
                _("Closed round {round}."),
                _("The round is running again."),
                ROUNDS | {"finish"},
            ),
            Verb(
                "close-rounds",
                _("rounds closed"),
                ngettext_lazy("Closed {count} round.", "Closed {count} rounds.", "count"),
                _("The rounds are running again."),
                ROUNDS | {"finish"},
            ),
            Verb(
                "close-and-pair",
                _("round closed, the next one paired"),
                _("Closed round {closed} and paired round {round}."),
                _("The draft is thrown away, and the round before it is running again."),
                ROUNDS | EDITS,
            ),
            Verb(
                "reopen-round",
                _("round let run again"),
                _("Let round {round} run again."),
                _("The round is closed again."),
                ROUNDS | RESULTS | {"finish"},
            ),
            Verb(
                "unpublish-round",
                _("round made a draft again"),
                _("Made round {round} a draft again, which nobody else sees."),
                _("The round is published again."),
                ROUNDS | EDITS,
            ),
            Verb(
                "enter-result",
                _("result entered"),
                _("Round {round}, table {table}: {was} → {now}."),
                _("The table has the result that it had before."),
                CLOSED,
            ),
            Verb(
                "put-results",
                _("results of a round sent"),
                (
                    ngettext_lazy(
                        "Round {round}: {count} result: {results}.",
                        "Round {round}: {count} results: {results}.",
                        "count",
                    ),
                    ngettext_lazy("Round {round}: {count} result.", "Round {round}: {count} results.", "count"),
                ),
                _("The tables have the results that they had before."),
                CLOSED,
            ),
            Verb(
                "correct-result",
                _("result corrected"),
                _("Corrected round {round}, table {table}: {was} → {now}."),
                _("The table has its former result, and the standings follow."),
            ),
            Verb("finish", _("tournament finished"), _("Finished the tournament."), _("The tournament is open again.")),
            Verb(
                "archive",
                _("tournament archived"),
                _("Took the tournament off the lists."),
                _("The tournament is on the lists again."),
            ),
            Verb(
                "unarchive",
                _("tournament back on the lists"),
                _("Put the tournament back on the lists."),
                _("The tournament is off the lists again."),
            ),
            Verb(
                "invite",
                _("invitation made"),
                (
                    _("Made a pass for a helper at tables {tables}, until {until}."),
                    _("Made a pass for a helper, until {until}."),
                    _("Invited somebody as {role}."),
                ),
            ),
            Verb("revoke-invitation", _("link revoked"), _("Revoked a link with which somebody becomes {role}.")),
            Verb(
                "set-tables",
                _("tables of a helper set"),
                (_("{name} enters results at tables {tables}."), _("{name} enters results at all tables.")),
                _("The helper's tables are what they were before."),
            ),
            Verb("join", _("joined"), _("{name} joined as {role}.")),
            Verb("leave", _("left the staff"), _("{name} is no longer on the staff.")),
            Verb("create-token", _("token made"), _("Made the token {name} for programs.")),
            Verb("revoke-token", _("token revoked"), _("Revoked the token {name}.")),
            Verb("undo", _("undone"), _("Took back entry {sequence}.")),
        )
    }
)
