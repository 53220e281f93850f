"""Propose the pairing system of a report file: by its records, else by the look of its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings import options as system_options
from pairings.files import trf
from pairings.files.reading.team_report import team_swiss_options as named_options
from pairings.library.recorded_rounds import breaches
from pairings.plan import Reason
from pairings.systems import SYSTEMS, round_robin
from pairings.systems.round_robin import Options
from pairings.systems.team_swiss.options import KEY as OF_TEAMS
from pairings.systems.team_swiss.options import options_named
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS, ReportRules
from tournaments.core.words.names import isolate
from tournaments.core.words.texts import translate
from tournaments.drafts.reason_texts import Teller
from tournaments.report_files.reading import Incoming, incoming
from tournaments.report_files.records import ROUND_ROBIN, options_in, rules_in, system_named_in


@dataclass(frozen=True, slots=True)
class Proposal:
    """A system with its options, and a sentence that says why it is this one."""

    system: str
    why: str
    options: Mapping[str, Any] = field(default_factory=dict)


def propose(found: Incoming) -> Proposal:
    """The system that record 192 names, else 092; else a round robin if the rounds are those of one, else the Dutch."""
    own = found.replay.own
    if own.system in SYSTEMS:
        named = next(iter(found.replay.document.texts("092")), "")
        options: Any = system_options.read(SYSTEMS[own.system].options, options_in(own, own.system))
        why = _("The file gives it: “{named}”.").format(named=named[:60])
        return Proposal(own.system, why, system_options.as_json(options))
    like = _round_robin_like(found)
    if found.members and (of_teams := _team_swiss(found, like)) is not None:
        return of_teams
    for code in ("192", "092"):
        named = next((text.strip() for text in found.replay.document.texts(code) if text.strip()), "")
        system, options = system_named_in(named)
        if system:
            why = _("The file gives it: “{named}”.").format(named=named[:60])
            robin = system == ROUND_ROBIN
            return Proposal(system, why, system_options.as_json(like or options) if robin else _of_code(system, named))
    if like is not None:
        why = _("Not given in the file; its rounds match a round robin.")
        return Proposal(ROUND_ROBIN, why, system_options.as_json(like))
    return Proposal("dutch", _("Not given in the file; its rounds look like a Swiss."))


def _of_code(key: str, named: str) -> Mapping[str, object]:
    """Return the options that the code of a schedule sets; {} if it sets none."""
    system = SYSTEMS[key]
    options = system.of_code(named.upper(), "") if system.scheduled and system.of_code else None
    return options or {}


def _team_swiss(found: Incoming, like: Options | None) -> Proposal | None:
    """FIDE's system for teams where the file names it, and where it names nothing and is no round robin."""
    named = [text.strip() for text in found.replay.document.texts("192") if text.strip()]
    if named and options_named(named[0].upper()) is not None:
        why = _("The file gives it: “{named}”.").format(named=named[0][:60])
        return Proposal(OF_TEAMS, why)
    texts = [*named, *found.replay.document.texts("092")]
    if like is not None or any(system_named_in(text.strip())[0] for text in texts):
        return None
    return Proposal(OF_TEAMS, _("Not given in the file; its rounds look like a team Swiss."))


def _round_robin_like(found: Incoming) -> Options | None:
    """The options of the round robin whose rounds these are, if they are: round by round those of a schedule, or all
    games of one.
    """
    count, rounds = len(found.players), found.rounds
    if count < 3 or not rounds:
        return None
    planned = found.replay.settings.planned_rounds
    games = [{frozenset((p.first, p.second)) for p in played.pairings} for played in rounds]
    for options in _all_options():
        length = round_robin.rounds(count, options)
        if len(rounds) > length or planned not in (None, length):
            continue
        if all(games[number - 1] == _games_of(count, number, options) for number in range(1, len(rounds) + 1)):
            return options
        met = Counter(pair for played in games for pair in played)
        complete = len(met) == count * (count - 1) // 2 and set(met.values()) == {options.cycles}
        if len(rounds) == length and complete:
            return options
    return None


def _all_options() -> list[Options]:
    ways = [("berger", 1, False), ("circle", 1, False), ("berger", 2, True), ("berger", 2, False), ("circle", 2, False)]
    return [Options(numbering, cycles, swap) for numbering, cycles, swap in ways]


def _games_of(count: int, number: int, options: Options) -> set[frozenset[int]]:
    laid, _bye = round_robin.schedule_round(count, number, options)
    return {frozenset((game.first, game.second)) for game in laid}


_COLOURS = {"first": "white", "second": "black"}
#: Colours are judged by `check`; an import names what bars a pairing.
_OF_COLOURS = frozenset(["dutch-colours", "rr-sides", "rr-first-running", "rr-second-running"])
#: Rounds reported one by one, at most.
MOST = 50
#: Of a reason.
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Broken:
    """A round of a file that breaks rules, with a sentence for each."""

    number: int
    texts: tuple[str, ...]


def ranked_options(found: Incoming, system: str) -> dict[str, object]:
    """Return the options that a file sets for a system with an initial ranking. Its colour outlives a draft."""
    snapshot = found.replay.snapshot(found.replay.played + 1)
    written = bool(found.replay.settings.first_colour)
    options: dict[str, Any] = {}
    if written and snapshot.first_colour:
        options["initial_colour"] = _COLOURS[snapshot.first_colour]
    known = {spec.name: spec for spec in system_options.specs(SYSTEMS[system].options)}
    if system == OF_TEAMS:
        options |= named_options(found.replay.document) or {}
    if found.is_baku:
        options["acceleration"] = "baku"
    if system == "dutch" and found.edition != known["edition"].default:
        options["edition"] = found.edition
    return {**options, **options_in(found.replay.own, system)}


def broken_rounds(found: Incoming, proposal: Proposal) -> tuple[Broken, ...]:
    """The rounds in which somebody met again, was not to meet, or had a bye that the rules do not give."""
    system = SYSTEMS[proposal.system]
    source = ranked_options(found, system.key) if system.ranked else proposal.options
    known = {spec.name for spec in system_options.specs(system.options)}
    options: Any = system_options.read(system.options, {name: value for name, value in source.items() if name in known})
    names = {number: isolate(values["name"]) for number, values in found.players.items()}
    teller = Teller(names, found.replay.settings.scoring.halves)
    replayed = ((n, breaches(found.replay, n, system, options)) for n in range(1, found.replay.played + 1))
    return tuple(Broken(n, texts) for n, reasons in replayed if (texts := tuple(_reason_sentences(reasons, teller))))


def _reason_sentences(reasons: tuple[Reason, ...], teller: Teller) -> Iterator[str]:
    for reason in reasons:
        if reason.code not in _OF_COLOURS:
            yield teller.tell(reason) + (f" [{reason.article}]" if reason.article else "")


def marks(broken: tuple[Broken, ...]) -> dict[int, str]:
    """The reasons stored for rounds that break rules and so count as made by hand."""
    return {each.number: " ".join(each.texts)[:LONGEST] for each in broken}


def before(found: Incoming, number: int) -> Incoming:
    """The file without a round and all after it."""
    return incoming(trf.write(trf.first_rounds(found.replay.document, found.replay.games * (number - 1))))


def list_assumptions(found: Incoming, proposal: Proposal, rules: ReportRules) -> list[str]:
    """Everything that the file does not say and the tournament will have, a sentence each."""
    document, settings = found.replay.document, found.replay.settings
    codes = [text for code in ("192", "092") for text in document.texts(code) if text.strip()]
    sentences = []
    if not codes:
        sentences.append(
            _("Pairing system: {name}. {why}").format(name=translate(SYSTEMS[proposal.system].name), why=proposal.why)
        )
    if proposal.system == "dutch" and not any("FIDE_DUTCH" in text.upper() for text in codes):
        text = _("Edition of the Dutch system: {edition}. You can choose another one in the settings.")
        sentences.append(text.format(edition=found.edition))
    if found.first_day is None:
        sentences.append(_("First day: today."))
    if settings.planned_rounds is None and not SYSTEMS[proposal.system].fixes_rounds:
        sentences.append(_("Number of rounds: open. Set it before you pair the next round."))
    if SYSTEMS[proposal.system].ranked and not settings.first_colour:
        played = found.replay.played
        seen = _("Initial colour: as in round 1.") if played else _("Initial colour: by lot.")
        sentences.append(seen)
    if not rules.listed:
        text = _("Tie-breaks: {list} ({rules}), because the file lists none.")
        sentences.append(text.format(list=", ".join(rules.chain), rules=RULE_SETS[rules.key]))
    elif rules.unknown:
        text = _("Tie-breaks: {list} only, because {unknown} is not supported.")
        sentences.append(text.format(list=", ".join(rules.chain), unknown=isolate(rules.unknown[:40])))
    if found.open_results:
        text = ngettext(
            "{count} game without a result, or with ?, is still open.",
            "{count} games without a result, or with ?, are still open.",
            found.open_results,
        )
        sentences.append(text.format(count=found.open_results))
    return sentences


def rules_of(found: Incoming, system: str) -> ReportRules:
    """The rule set and the tie-break list of a file, read for a pairing system."""
    own = rules_in(found.replay.own, system)
    return own or RULE_BOOKS[0].of_report(found.replay.document, system, of_teams=bool(found.members))
