"""Report files (TRF) in: what an import would store, every fault of the file by its line, and what to look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings import trf
from pairings.check import violations
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Pairing, Result, Round
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options
from pairings.systems.dutch.rules.acceleration import baku_points
from pairings.trf.convert import SETTING_CODES
from pairings.trf.records import AbnormalPoints, ByeList, Forbidden, PointValues
from tournaments import notation, validation
from tournaments.isolation import isolated
from tournaments.ranking import initial_ranking

#: A larger file is none of a tournament.
LARGEST = 1_000_000
#: So many faults are told, each with its line; of the others only how many there are.
FAULTS = 50
#: More forbidden pairs than this are no wish but a slip.
MOST_FORBIDDEN = 5_000
#: Colours that a file does not tell are worked out for so many players times rounds before them.
JUDGED = 60_000
#: How many letters before and after a fault are shown.
AROUND = 20
#: Points of one result, beyond which the tournament has no room for them.
POINTS = (Fraction(-99), Fraction(999))
#: Records that are stored, or are worked out anew.
_KEPT = frozenset(["001", "012", "042", "062", "072", "092", "192", "299", *SETTING_CODES])
#: What the records say that have no place here.
_NAMES = (
    ("022", gettext_lazy("city")),
    ("032", gettext_lazy("federation")),
    ("052", gettext_lazy("last day")),
    ("082", gettext_lazy("number of teams")),
    ("102", gettext_lazy("chief arbiter")),
    ("112", gettext_lazy("deputy arbiters")),
    ("122 222", gettext_lazy("time control")),
    ("132", gettext_lazy("dates of the rounds")),
    ("172", gettext_lazy("ranking method")),
    ("182", gettext_lazy("pairing program")),
    ("202 212", gettext_lazy("tie-breaks")),
    ("###", gettext_lazy("comments")),
    ("013 300 310 320 330 352 362 801 802", gettext_lazy("teams")),
)
#: How a comment says that a round was made by hand ("manual pairing actions").
_BY_HAND = re.compile(r"MPA @ Round ([0-9]{1,3})(?:: (.*))?")
_OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
_ORDINARY = frozenset([("win", "loss"), ("loss", "win"), ("draw", "draw")])


@dataclass(frozen=True, slots=True)
class Fault:
    """What hinders an import: the line and column (0: no one place), a sentence, and the line itself."""

    line: int
    column: int
    text: str
    content: str = ""

    @property
    def parts(self) -> tuple[str, str, str]:
        """The line around the fault: what stands before it, its first letter, what follows. Nothing without a place."""
        place = self.column - 1
        if place < 0 or not self.content:
            return "", "", ""
        start = place - AROUND if place > AROUND else 0
        after = self.content[place + 1 : place + 1 + AROUND]
        return ("…" if start else "") + self.content[start:place], self.content[place : place + 1] or " ", after


class BrokenReport(ValueError):
    """A file that cannot be imported: the first of its faults, and how many there are in all."""

    def __init__(self, faults: list[Fault], count: int) -> None:
        super().__init__(faults[0].text)
        self.faults = faults
        self.count = count


@dataclass(frozen=True)
class Incoming:
    """A file that can be imported. `remarks` are (line or 0, sentence) that somebody should look at."""

    replay: trf.Replay

    @property
    def name(self) -> str:
        """The tournament's name, as far as the file has a usable one."""
        return plain_text(next(iter(self.replay.document.texts("012")), ""), validation.NAME_LENGTH)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The recorded rounds; sides that no game ends with were an arbiter's ruling."""
        left, found = JUDGED, []
        for recorded in self.replay.rounds:
            untold = self._untold(recorded)
            left -= len(self.replay.entrants) * recorded.number if untold else 0
            played = self._coloured(recorded, untold) if untold and left >= 0 else recorded
            found.append(
                replace(played, pairings=tuple(replace(p, result=_fitting(p.result)) for p in played.pairings))
            )
        return tuple(found)

    def _untold(self, played: Round) -> set[tuple[int, int]]:
        """Forfeited games of which the file tells no colours."""
        known, number = self.replay.colour_known, played.number
        return {
            (p.first, p.second)
            for p in played.pairings
            if not (p.result is None or p.result.played or known(number, p.first) or known(number, p.second))
        }

    def _coloured(self, played: Round, untold: set[tuple[int, int]]) -> Round:
        """The round with the colours that were due (article 5.2) in games of which the file tells none."""
        before = self.replay.snapshot(played.number)
        judged = violations(before, trf.as_plan(played), SYSTEMS["dutch"].promises, Options())
        wrong = untold & {
            (v.reason.facts["first"], v.reason.facts["second"]) for v in judged if v.reason.code == "dutch-colours"
        }
        return replace(
            played,
            pairings=tuple(_turned(p) if (p.first, p.second) in wrong else p for p in played.pairings),
        )

    @cached_property
    def players(self) -> dict[int, dict[str, Any]]:
        """The fields of each player, by pairing number."""
        return {entrant.number: _player(entrant.record) for entrant in self.replay.entrants}

    @cached_property
    def byes(self) -> tuple[tuple[int, Bye], ...]:
        """(round, bye) asked for in rounds that are still to be paired."""
        following = self.replay.played + 1
        asked = {(following, bye.player): bye.kind for bye in self.replay.snapshot(following).byes}
        numbers = {file_number: number for number, file_number in self.replay.ids.items()}
        for listed in self.replay.document.records(ByeList):
            if listed.round_number and listed.round_number > following:
                asked.update({(listed.round_number, numbers[i]): listed.kind for i in listed.players if i in numbers})
        return tuple((number, Bye(player, kind)) for (number, player), kind in sorted(asked.items()))

    @cached_property
    def forbidden(self) -> tuple[ForbiddenPair, ...]:
        """Two players each, once each; up to the last round is to the end."""
        snapshot = self.replay.snapshot(self.replay.played + 1)
        end = snapshot.planned_rounds or trf.MOST_ROUNDS
        pairs = {
            (one, other, rule.first_round, None if rule.last_round and rule.last_round >= end else rule.last_round)
            for rule in snapshot.forbidden
            for one, other in combinations(sorted(rule.players), 2)
        }
        ordered = sorted(pairs, key=lambda pair: (pair[:3], pair[3] or 0))
        return tuple(ForbiddenPair(frozenset((one, other)), first, last) for one, other, first, last in ordered)

    @cached_property
    def arrivals(self) -> dict[int, int]:
        """The first round in which each player took part or had a bye that scored; else the next one."""
        found: dict[int, int] = {}
        for played in self.replay.rounds:
            seen = [number for p in played.pairings for number in (p.first, p.second)]
            seen += [bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO]
            for number in seen:
                found.setdefault(number, played.number)
        usual = self.replay.played + 1 if self.replay.played else 1
        return {number: found.get(number, usual) for number in self.replay.ids}

    @cached_property
    def is_baku(self) -> bool:
        """Whether the virtual points of the file are those that Baku acceleration gives."""
        snapshot = self.replay.snapshot(self.replay.played + 1)
        if snapshot.planned_rounds is None:
            named = any("_BAKU" in value.upper() for value in self.replay.document.texts("192"))
            return named and not snapshot.virtual_points
        players = tuple(replace(p, entered=self.arrivals[p.number]) for p in snapshot.players)
        return baku_points(replace(snapshot, players=players)) == dict(snapshot.virtual_points)

    @cached_property
    def is_by_rating(self) -> bool:
        """Whether the players stand in the order of the initial ranking, so that a newcomer has a proper place."""
        players = sorted(self.replay.snapshot(1).players, key=lambda player: player.number)
        ranks = [initial_ranking(replace(player, title=title_of(player.title))) for player in players]
        return ranks == sorted(ranks)

    @cached_property
    def by_hand(self) -> dict[int, str]:
        """Rounds that were paired otherwise than by a program, and why, as comments say it."""
        found = [_BY_HAND.fullmatch(text) for text in self.replay.document.texts("###")]
        return {int(comment[1]): validation.visible(comment[2] or "").strip() for comment in found if comment}

    @property
    def open_results(self) -> int:
        return sum(pairing.result is None for played in self.rounds for pairing in played.pairings)

    @cached_property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """What somebody should look at before and after the import."""
        found = [(remark.line, remark.text) for remark in trf.remarks(self.replay)]
        return (*sorted(found), *_other_system(self.replay), *_bonus(self.replay), *_absent(self), *_not_kept(self))


def incoming(data: bytes) -> Incoming:
    """What an import of a file would store. Raises BrokenReport."""
    if len(data) > LARGEST:
        text = _("The file is too large to be a tournament's report: it has more than {megabytes} MB.")
        raise BrokenReport([Fault(0, 0, text.format(megabytes=LARGEST // 1_000_000))], 1)
    document, faults = trf.examine(data)
    if faults:
        raise BrokenReport([_fault(fault, document) for fault in faults[:FAULTS]], len(faults))
    found = Incoming(trf.Replay(document))
    unfit = [
        Fault(line, 0, text, document.lines[line - 1].text if line else "")
        for line, text in (*_no_room(document), *_impossible(found))
    ]
    if unfit:
        raise BrokenReport(unfit[:FAULTS], len(unfit))
    return found


def _fault(fault: trf.TrfError, document: trf.Document) -> Fault:
    text = _("Line {line}, column {column}: expected {expected}.").format(
        line=fault.line, column=fault.column, expected=fault.expected
    )
    if fault.found:
        text = _("Line {line}, column {column}: expected {expected}, found “{found}”.").format(
            line=fault.line, column=fault.column, expected=fault.expected, found=fault.found[:40]
        )
    content = document.lines[fault.line - 1].text if fault.line <= len(document.lines) else ""
    return Fault(fault.line, fault.column, text, content)


def _no_room(document: trf.Document) -> Iterator[tuple[int, str]]:
    """Values that a report file can have and a tournament here cannot."""
    for line, record in document.located(PointValues):
        if not all(POINTS[0] <= points <= POINTS[1] for _name, points in record.values):
            yield (
                line,
                _("Line {line}: points are from {low} to {high}.").format(line=line, low=POINTS[0], high=POINTS[1]),
            )
    pairs = 0
    for line, rule in document.located(Forbidden):
        count = len(set(rule.players))
        pairs += count * (count - 1) // 2
        if rule.last_round is not None and rule.last_round < rule.first_round:
            yield line, _("Line {line}: the last round comes before the first.").format(line=line)
        if pairs > MOST_FORBIDDEN:
            text = _("Line {line}: more than {most} pairs are forbidden.")
            yield line, text.format(line=line, most=MOST_FORBIDDEN)
            return


def _impossible(found: Incoming) -> Iterator[tuple[int, str]]:
    lines = {entrant.number: entrant.line for entrant in found.replay.entrants}
    for played in found.rounds:
        for p in played.pairings:
            text = notation.fault(p.result, found.replay.settings.scoring) if p.result else None
            if text:
                where = _("Line {line}, round {number}: {text}")
                yield lines[p.first], where.format(line=lines[p.first], number=played.number, text=text)


def _turned(pairing: Pairing) -> Pairing:
    result = pairing.result and replace(pairing.result, first=pairing.result.second, second=pairing.result.first)
    return replace(pairing, first=pairing.second, second=pairing.first, result=result)


def _fitting(result: Result | None) -> Result | None:
    if result is None or result.decision is not Decision.PLAYED or (result.first, result.second) in _ORDINARY:
        return result
    return replace(result, decision=Decision.RULING)


def plain_text(text: str, longest: int) -> str:
    """A field of a file as a line of text without anything invisible."""
    return validation.clean_text(validation.visible(text[:longest]), 4 * longest)[:longest].strip()


def title_of(written: str) -> str:
    """A title in today's letters; TRF06 wrote g, m, wf."""
    return _OLD_TITLES.get(written.lower()) or plain_text(written, 10)


def _player(record: trf.PlayerRecord) -> dict[str, Any]:
    return {
        "name": plain_text(record.name, validation.NAME_LENGTH) or f"# {record.number}",
        "rating": record.rating or None,
        "title": title_of(record.title),
        "federation": plain_text(record.federation, 40),
        "fide_id": plain_text(record.fide_id, 11),
        "birth": plain_text(record.birth, 10),
        "sex": record.sex if record.sex in ("m", "w") else "",
    }


def _other_system(replay: trf.Replay) -> Iterator[tuple[int, str]]:
    for line, code in enumerate(replay.document.lines, start=1):
        named = code.text[3:].strip() if code.code == "192" else ""
        if named and not named.upper().startswith("FIDE_DUTCH"):
            text = _("The file is of the system {name}. Rounds to come are paired by the FIDE (Dutch) system.")
            yield line, text.format(name=named[:40])


def _bonus(replay: trf.Replay) -> Iterator[tuple[int, str]]:
    for line, _record in replay.document.located(AbnormalPoints):
        yield line, _("These points count for the pairing; the standings do not know them.")


def _absent(found: Incoming) -> Iterator[tuple[int, str]]:
    """Who has been away for some rounds has probably left, which a file cannot say."""
    replay = found.replay
    if replay.played < 2 or replay.played >= (replay.settings.planned_rounds or trf.MOST_ROUNDS):
        return
    known = {bye.player for number, bye in found.byes if number == replay.played + 1}
    here = {
        number
        for played in replay.rounds[-2:]
        for number in (
            *(side for p in played.pairings for side in (p.first, p.second)),
            *(bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO),
        )
    }
    for entrant in replay.entrants:
        if entrant.number not in here | known:
            text = _("{name} was away in the last two rounds and is paired in the next. Withdraw who has left.")
            yield entrant.line, text.format(name=isolated(found.players[entrant.number]["name"]))


def _not_kept(found: Incoming) -> Iterator[tuple[int, str]]:
    codes = Counter(
        line.code.strip()
        for line in found.replay.document.lines
        if line.text[3:].strip() not in ("", "0") and not _BY_HAND.fullmatch(line.text[3:].strip())
    )
    known = {code: str(name) for codes, name in _NAMES for code in codes.split()}
    left = [(code or "?", count) for code, count in sorted(codes.items()) if code not in _KEPT]
    if left:
        named = [f"{code} ({known[code]})" if code in known else code for code, _count in left[:40]]
        yield (
            0,
            _("Not stored, as there is no place for it here: {records}.").format(
                records=validation.visible(", ".join(named))
            ),
        )
