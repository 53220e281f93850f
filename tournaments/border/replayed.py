"""What an import supposes, and what its rounds break: the file is replayed by the judge before anything is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings import options as system_options
from pairings import trf
from pairings.checking import breaches
from pairings.plan import Reason
from pairings.reading.team_report import named_system as named_options
from pairings.systems import SYSTEMS, team_swiss
from tournaments.border.incoming import Incoming, incoming
from tournaments.border.own_records import options_in, rules_in
from tournaments.border.proposal import Proposal
from tournaments.border.telling import Teller
from tournaments.rulebook import RULE_BOOKS, RULE_SETS, ReportRules
from tournaments.words.isolation import isolate

_COLOURS = {"first": "white", "second": "black"}
#: Colours are judged by `check`; an import names what bars a pairing.
_OF_COLOURS = frozenset(["dutch-colours", "rr-sides", "rr-first-running", "rr-second-running"])
#: So many rounds are told one by one.
MOST = 50
#: Of a reason.
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Broken:
    """A round of a file that breaks rules, with a sentence for each."""

    number: int
    texts: tuple[str, ...]


def ranked_options(found: Incoming, system: str) -> dict[str, Any]:
    """What a file tells of the options of a system with an initial ranking. A colour that it says outlives a draft."""
    snapshot = found.replay.snapshot(found.replay.played + 1)
    written = bool(found.replay.settings.first_colour)
    options: dict[str, Any] = {}
    if written and snapshot.first_colour:
        options["initial_colour"] = _COLOURS[snapshot.first_colour]
    known = {spec.name: spec for spec in system_options.specs(SYSTEMS[system].options)}
    if system == team_swiss.SYSTEM.key:
        options |= named_options(found.replay.document) or {}
    if found.is_baku:
        options["acceleration"] = "baku"
    if system == "dutch" and found.edition != known["edition"].default:
        options["edition"] = found.edition
    return {**options, **options_in(found.replay.own, system)}


def broken_rounds(found: Incoming, proposal: Proposal) -> tuple[Broken, ...]:
    """The rounds in which somebody met again, was not to meet, or had a bye that the rules do not give."""
    system = SYSTEMS[proposal.system]
    told = ranked_options(found, system.key) if system.ranked else proposal.options
    known = {spec.name for spec in system_options.specs(system.options)}
    options: Any = system_options.read(system.options, {name: value for name, value in told.items() if name in known})
    names = {number: isolate(values["name"]) for number, values in found.players.items()}
    teller = Teller(names, found.replay.settings.scoring.halves)
    replayed = ((n, breaches(found.replay, n, system, options)) for n in range(1, found.replay.played + 1))
    return tuple(Broken(n, texts) for n, reasons in replayed if (texts := tuple(_told(reasons, teller))))


def _told(reasons: tuple[Reason, ...], teller: Teller) -> Iterator[str]:
    for reason in reasons:
        if reason.code not in _OF_COLOURS:
            yield teller.tell(reason) + (f" [{reason.article}]" if reason.article else "")


def marks(broken: tuple[Broken, ...]) -> dict[int, str]:
    """What is kept of rounds that break rules as the reason why they are made by hand."""
    return {each.number: " ".join(each.texts)[:LONGEST] for each in broken}


def before(found: Incoming, number: int) -> Incoming:
    """The file without a round and all after it."""
    return incoming(trf.write(trf.first_rounds(found.replay.document, found.replay.games * (number - 1))))


def supposed(found: Incoming, proposal: Proposal, rules: ReportRules) -> list[str]:
    """Everything that the file does not say and the tournament will have, a sentence each."""
    document, settings = found.replay.document, found.replay.settings
    codes = [text for code in ("192", "092") for text in document.texts(code) if text.strip()]
    said = []
    if not codes:
        said.append(_("The system: {name}. {why}").format(name=_(SYSTEMS[proposal.system].name), why=proposal.why))
    if proposal.system == "dutch" and not any("FIDE_DUTCH" in text.upper() for text in codes):
        text = _("The edition of the Dutch system: {edition}. Another can be chosen in the settings.")
        said.append(text.format(edition=found.edition))
    if found.first_day is None:
        said.append(_("The first day: today."))
    if settings.planned_rounds is None and not SYSTEMS[proposal.system].fixes_rounds:
        said.append(_("The number of rounds is open: say it before the next round is paired."))
    if SYSTEMS[proposal.system].ranked and not settings.first_colour:
        played = found.replay.played
        seen = _("The initial colour: as round 1 shows it.") if played else _("The initial colour: by lot.")
        said.append(seen)
    if not rules.listed:
        text = _("The tie-breaks: {list} ({rules}), as the file has no list of them.")
        said.append(text.format(list=", ".join(rules.chain), rules=RULE_SETS[rules.key]))
    elif rules.unknown:
        text = _("The tie-breaks: {list} only, as {unknown} is not reckoned here.")
        said.append(text.format(list=", ".join(rules.chain), unknown=isolate(rules.unknown[:40])))
    if found.open_results:
        text = ngettext(
            "{count} game without a result, or with ?, is still open.",
            "{count} games without a result, or with ?, are still open.",
            found.open_results,
        )
        said.append(text.format(count=found.open_results))
    return said


def rules_of(found: Incoming, system: str) -> ReportRules:
    """The rule set and the tie-break list of a file, read for a pairing system."""
    own = rules_in(found.replay.own, system)
    return own or RULE_BOOKS[0].of_report(found.replay.document, system, of_teams=bool(found.members))
