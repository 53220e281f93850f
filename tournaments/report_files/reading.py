"""Read report files (TRF): the data that an import stores, each fault of the file by its line, and remarks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, combinations, islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings.files import trf
from pairings.files.encoding import Letters, letters_of
from pairings.files.reading.double_report import MatchReplay, is_of_matches
from pairings.files.reading.team_event import BoardSheet
from pairings.files.reading.team_report import TeamReplay, teams_in
from pairings.files.trf import rated, ratings
from pairings.files.trf.comments import by_hand, deducted, expelled, own
from pairings.files.trf.comments.deducted import reasons_in
from pairings.files.trf.comments.expelled import Expulsion, expelled_in
from pairings.files.trf.conversion import SETTING_CODES
from pairings.files.trf.days import birth_of, first_day_in
from pairings.files.trf.records import AbnormalPoints, ByeList, Forbidden, PointValues
from pairings.snapshot import ADJOURNED, Bye, ByeKind, ForbiddenPair, Pairing, Round
from pairings.swiss.promises import BOOKS, Colours, Past
from pairings.swiss.rules.acceleration import baku_points
from pairings.swiss.rules.editions import EDITIONS
from pairings.swiss.rules.options import Options, UnknownEdition, edition_named
from pairings.systems.team_swiss.options import options_named
from pairings.wording.mark import Sentence
from tournaments.core.words import names as validation
from tournaments.core.words import notation
from tournaments.core.words.names import isolate, join
from tournaments.core.words.texts import translate
from tournaments.core.words.values import LONGEST_REASON, ReasonedDeduction, is_possible_deduction
from tournaments.player_lists.cells import fide_id_of, member_fields, plain_text, player_fields, title_of
from tournaments.player_lists.texts import describe_guess
from tournaments.report_files.records import (
    RECORDS,
    adjourn_open_games,
    fitting,
    swap_sides,
    system_named_in,
    tournament_columns_in,
)
from tournaments.schedule.seats import initial_ranking

#: Records that are stored, or calculated again.
_STORED_RECORDS = frozenset(
    ["001", "012", "042", "062", "072", "082", "092", "182", "192", "202", "212", "299", *SETTING_CODES]
)
#: Further records that are stored in a team tournament; its other records repeat for people what the boards say.
_OF_TEAMS = frozenset(["013", "300", "310", "320", "330", "352", "362", "801", "802"])
#: The most names in one remark.
_MOST_NAMES = 10
#: Records that have no place in the database, with their names.
_NAMES = (
    ("022", gettext_lazy("city")),
    ("032", gettext_lazy("federation")),
    ("052", gettext_lazy("last day")),
    ("102", gettext_lazy("chief arbiter")),
    ("112", gettext_lazy("deputy arbiters")),
    ("122 222", gettext_lazy("time control")),
    ("132", gettext_lazy("dates of the rounds")),
    ("172", gettext_lazy("ranking method")),
    ("###", gettext_lazy("comments")),
    ("013 300 310 320 330 352 362 801 802", gettext_lazy("teams")),
)
#: The text of a comment that a round was paired manually ("manual pairing actions").
BY_HAND = re.compile(r"MPA @ Round ([0-9]{1,3})(?:: (.*))?")
#: A fault or remark: its line or 0, and a function that returns its message, called only if it is shown.
Odd = tuple[int, Callable[[], str]]


def first_of(found: Iterable[Odd], most: int) -> trf.FaultList[tuple[int, str]]:
    """Return the messages of the first faults; the others are only counted."""
    iterator = iter(found)
    first = tuple((line, say()) for line, say in islice(iterator, most))
    return trf.FaultList(first, len(first) + sum(1 for _other in iterator))


def oddities(found: Incoming) -> Iterator[Odd]:
    """Yield all remarks except those on results and points, which `trf.remarks` finds."""
    of_teams = _of_teams(found.replay) if isinstance(found.replay, TeamReplay) else _bonus(found)
    return chain(
        _guessed_values(found), _other_system(found.replay), of_teams, _absentees(found), _losses(found.replay)
    )


def _of_teams(replay: TeamReplay) -> Iterator[Odd]:
    """Yield remarks on team records that contradict the boards or are skipped, and on players in no team."""
    for line, sentence in replay.remarks():
        yield line, partial(translate, sentence)
    if replay.loners:
        text = ngettext(
            "{n} player is in no team and was skipped: {names}.",
            "{n} players are in no team and were skipped: {names}.",
            len(replay.loners),
        )
        names = join([validation.visible(record.name) for record in replay.loners[:_MOST_NAMES]])
        yield 0, partial(text.format, n=len(replay.loners), names=names)


def _guessed_values(found: Incoming) -> Iterator[Odd]:
    """Yield remarks on a guessed text encoding, and on births and FIDE IDs that are ignored as invalid."""
    if found.letters.guessed:
        yield 0, partial(describe_guess, found.letters)
    replay = found.replay
    for line, record in replay.document.records_with_lines(trf.PlayerRecord):
        if birth_of(record.birth) is None:
            text = _("Line {line}: “{text}” is not a date of birth and was ignored. Enter it on the player's page.")
            yield line, partial(text.format, line=line, text=validation.visible(record.birth.strip()))
        if record.fide_id.strip().strip("0") and not fide_id_of(record.fide_id):
            text = _("Line {line}: “{text}” is not a FIDE ID and was ignored.")
            yield line, partial(text.format, line=line, text=validation.visible(record.fide_id.strip()))


def _other_system(replay: trf.Replay) -> Iterator[Odd]:
    for line, code in enumerate(replay.document.lines, start=1):
        system_name = code.text[3:].strip() if code.code == "192" else ""
        if system_name and not system_named_in(system_name)[0] and options_named(system_name.upper()) is None:
            text = _("The file uses the unknown system {name}. Choose how to pair the remaining rounds.")
            yield line, partial(text.format, name=system_name[:40])


def _bonus(found: Incoming) -> Iterator[Odd]:
    """Yield remarks on abnormal points: those of no round are pairing points, others are deductions if all are
    possible.
    """
    deducted = (each.points for n in range(1, trf.MOST_ROUNDS + 1) for each in found.replay.deductions(n))
    fit = all(is_possible_deduction(points) for points in deducted)
    for line, record in found.replay.document.records_with_lines(AbnormalPoints):
        if not record.code and not record.round_number:
            yield line, partial(_, "These points count for the pairing; the standings do not know them.")
        elif fit:
            yield line, partial(_, "These points are stored as deducted, or given, by the arbiter.")
        else:
            yield line, partial(_, "Points deducted, or given, are halves or whole points here; others are left out.")


def _absentees(found: Incoming) -> Iterator[Odd]:
    """Yield remarks on players absent for some rounds: they have probably left, which a file cannot state."""
    replay = found.replay
    if replay.played < 2 or replay.played >= (replay.settings.planned_rounds or trf.MOST_ROUNDS):
        return
    present_numbers = {bye.player for number, bye in found.byes if number == replay.played + 1} | {
        number
        for played in replay.rounds[-2:]
        for number in (
            *(side for p in played.pairings for side in (p.first, p.second)),
            *(bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO),
        )
    }
    for entrant in replay.entrants:
        if entrant.number not in present_numbers:
            text = _(
                "{name} missed the last two rounds but will be paired in the next. Withdraw players who have left."
            )
            yield entrant.line, partial(_say_absent, text, found.players[entrant.number]["name"])


def _is_stored(comment: str) -> bool:
    """Return whether the fact in a comment (`###`) is imported."""
    return bool(BY_HAND.fullmatch(comment)) or comment.startswith(
        (own.EVENT, deducted.EVENT, expelled.EVENT, rated.EVENT, by_hand.ORDER, by_hand.VALUE)
    )


def _say_absent(text: str, name: str) -> str:
    return text.format(name=isolate(name))


def _losses(replay: trf.Replay) -> Iterator[Odd]:
    codes = Counter(
        line.code.strip()
        for line in replay.document.lines
        if line.text[3:].strip() not in ("", "0") and not _is_stored(line.text[3:].strip())
    )
    names = {code: str(name) for codes, name in _NAMES for code in codes.split()}
    records = (
        _STORED_RECORDS
        | {RECORDS[name] for name in tournament_columns_in(replay.document)}
        | {ratings.federation_and_method(replay.document)[0]}
    )
    if isinstance(replay, TeamReplay):
        records |= _OF_TEAMS
    lost_codes = [(code or "?", count) for code, count in sorted(codes.items()) if code not in records]
    if lost_codes:
        texts = [f"{code} ({names[code]})" if code in names else code for code, _count in lost_codes[:40]]
        text = _("Not imported, because Kierros does not support them: {records}.")
        yield 0, partial(text.format, records=validation.visible(", ".join(texts)))


#: The maximum number of bytes: a larger file is not a tournament report.
LARGEST = 1_000_000
#: The maximum number of faults reported with their lines; the others are only counted.
FAULTS = 50
#: The maximum number of remarks reported with their lines; the others are only counted.
REMARKS = 300
#: The maximum number of forbidden pairs: more are a mistake.
MOST_FORBIDDEN = 5_000
#: The number of characters shown before and after a fault.
CONTEXT_LENGTH = 20
#: The lowest and highest points of one result that a tournament can store.
POINTS = (Fraction(-99), Fraction(999))
NO_LETTERS = Letters("", "")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that prevents an import: line and column (0: no single place), a sentence, and the line itself."""

    line: int
    column: int
    text: str
    content: str = ""

    @property
    def parts(self) -> tuple[str, str, str]:
        """The line around the fault: the text before it, its first letter, and the text after it; empty if it has no
        place.
        """
        place = self.column - 1
        if place < 0 or not self.content:
            return "", "", ""
        start = place - CONTEXT_LENGTH if place > CONTEXT_LENGTH else 0
        after = self.content[place + 1 : place + 1 + CONTEXT_LENGTH]
        return ("…" if start else "") + self.content[start:place], self.content[place : place + 1] or " ", after


class BrokenReport(ValueError):
    """The error for a file that cannot be imported, with the first of its faults and their total number."""

    def __init__(self, faults: list[Fault], count: int) -> None:
        super().__init__(faults[0].text)
        self.faults = faults
        self.count = count


@dataclass(frozen=True)
class Incoming:
    """A file that can be imported."""

    replay: trf.Replay
    letters: Letters = NO_LETTERS

    @property
    def name(self) -> str:
        """The tournament's name; "" if the file has no usable one."""
        return plain_text(next(iter(self.replay.document.texts("012")), ""), validation.NAME_LENGTH)

    @property
    def first_day(self) -> date | None:
        """The first day in the file; None if it has no valid one."""
        return first_day_in(self.replay.document.texts("042"))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The recorded rounds; results that no game can have are an arbiter's ruling."""
        replay, past, found = self.replay, None, []
        last = max((number for number, tables in replay.untold.items() if tables), default=0)
        for recorded in replay.rounds:
            pairings = recorded.pairings
            if recorded.number <= last:
                past = past or Past(replay.snapshot(replay.played + 1), replay.virtual_points, BOOKS[self.edition])
                pairings = self._colour(recorded, past)
                past.add(recorded)
            found.append(replace(recorded, pairings=tuple([fitting(pairing) for pairing in pairings])))
        return tuple(found)

    @property
    def rounds_with_adjourned(self) -> tuple[Round, ...]:
        """The recorded rounds, with games that were open when the next round was paired as adjourned, if that is
        possible.
        """
        if notation.fault(ADJOURNED, self.replay.settings.scoring) is not None:
            return self.rounds
        return (*map(adjourn_open_games, self.rounds[:-1]), *self.rounds[-1:])

    def _colour(self, recorded: Round, past: Past) -> tuple[Pairing, ...]:
        """Return the pairings with the due colours (article 5.2) for forfeited games whose colours the file does not
        contain.
        """
        untold = self.replay.untold[recorded.number]
        if not untold:
            return recorded.pairings
        colours = Colours(past, self.replay.snapshot(recorded.number), Options(self.edition))
        wrong = {
            p.table
            for p in recorded.pairings
            if any(reason.code == "dutch-colours" for reason in colours.of(p.first, p.second)) and p.table in untold
        }
        return tuple([swap_sides(p) if p.table in wrong else p for p in recorded.pairings])

    @cached_property
    def players(self) -> dict[int, dict[str, Any]]:
        """The fields of each player, by pairing number."""
        return {entrant.number: player_fields(entrant.record, self.replay.ratings) for entrant in self.replay.entrants}

    @cached_property
    def members(self) -> dict[int, dict[int, dict[str, Any]]]:
        """The fields of each team's members, by the team's number and the member's number in the file, in board order.

        {} in a tournament of single players.
        """
        replay = self.replay
        if not isinstance(replay, TeamReplay):
            return {}
        return {
            team.number: {number: member_fields(replay.members[number]) for number in team.members}
            for team in replay.teams.teams.values()
        }

    @property
    def member_count(self) -> int:
        return sum(len(row) for row in self.members.values())

    @property
    def sheets(self) -> Mapping[tuple[int, int], BoardSheet]:
        """The boards of team matches, by the round and the number of the first team."""
        return self.replay.sheets if isinstance(self.replay, TeamReplay) else {}

    @cached_property
    def byes(self) -> tuple[tuple[int, Bye], ...]:
        """(round, bye) for each bye requested in a round that is still to be paired."""
        following = self.replay.played + 1
        kinds = {(following, bye.player): bye.kind for bye in self.replay.snapshot(following).byes}
        numbers = {file_number: number for number, file_number in self.replay.ids.items()}
        for listed in self.replay.document.records(ByeList):
            number = -(-(listed.round_number or 0) // self.replay.games)
            if number > following:
                kinds.update({(number, numbers[i]): listed.kind for i in listed.players if i in numbers})
        return tuple((number, Bye(player, kind)) for (number, player), kind in sorted(kinds.items()))

    @cached_property
    def forbidden(self) -> tuple[ForbiddenPair, ...]:
        """The forbidden pairs, each once; a last round at the end of the tournament counts as no limit."""
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
    def deductions(self) -> Mapping[int, tuple[ReasonedDeduction, ...]]:
        """Abnormal points (record 299) by pairing number, if they can be stored."""
        found: dict[int, list[ReasonedDeduction]] = {}
        reasons = reasons_in(self.replay.document.texts("###"))
        for number in range(1, trf.MOST_ROUNDS + 1):
            for each in self.replay.deductions(number):
                if is_possible_deduction(each.points):
                    text = plain_text(reasons.get((number, self.replay.ids[each.player]), ""), LONGEST_REASON)
                    reason = text or _("Record 299 of the report file")
                    found.setdefault(each.player, []).append(ReasonedDeduction(number, each.points, reason))
        return {number: tuple(row) for number, row in found.items()}

    @cached_property
    def arrivals(self) -> dict[int, int]:
        """The first round in which each player took part or had a bye that scored; otherwise the next round."""
        found: dict[int, int] = {}
        for played in self.replay.rounds:
            seated_numbers = [number for p in played.pairings for number in (p.first, p.second)]
            seated_numbers += [bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO]
            for number in seated_numbers:
                found.setdefault(number, played.number)
        usual = self.replay.played + 1 if self.replay.played else 1
        return {number: found.get(number, usual) for number in self.replay.ids}

    @cached_property
    def is_baku(self) -> bool:
        """Return whether the file's virtual points are those of Baku acceleration."""
        snapshot = self.replay.snapshot(self.replay.played + 1)
        if self.members:
            return False
        if snapshot.planned_rounds is None:
            is_named = any("_BAKU" in value.upper() for value in self.replay.document.texts("192"))
            return is_named and not snapshot.virtual_points
        players = tuple(replace(p, entered=self.arrivals[p.number]) for p in snapshot.players)
        return baku_points(replace(snapshot, players=players)) == dict(snapshot.virtual_points)

    @cached_property
    def is_by_rating(self) -> bool:
        """Whether players are in the order of the initial ranking, so that a late entry has a proper place."""
        players = sorted(self.replay.snapshot(1).players, key=lambda player: player.number)
        ranks = [initial_ranking(replace(player, title=title_of(player.title))) for player in players]
        return ranks == sorted(ranks)

    @cached_property
    def edition(self) -> str:
        """The edition of the Dutch system in the file, or else the one of its first day. Raises UnknownEdition."""
        document = self.replay.document
        codes = [*document.texts("192"), "FIDE_DUTCH"]
        return edition_named(codes, next(iter(document.texts("042")), "")) or Options().edition

    @cached_property
    def by_hand(self) -> dict[int, str]:
        """The rounds that were paired manually, with the reasons, from the comments."""
        found = [BY_HAND.fullmatch(text) for text in self.replay.document.texts("###")]
        return {int(comment[1]): validation.visible(comment[2] or "").strip() for comment in found if comment}

    @cached_property
    def expelled(self) -> dict[int, Expulsion]:
        """The expelled players by pairing number, from the comments; a player with a later game is no longer
        expelled.
        """
        numbers = {number: own for own, number in self.replay.ids.items()}
        expulsions = expelled_in(self.replay.document.texts("###"))
        last = {
            side: played.number
            for played in self.replay.rounds
            for p in played.pairings
            if p.result is None or p.result.played
            for side in (p.first, p.second)
        }
        own_expulsions = {numbers[number]: found for number, found in expulsions.items() if number in numbers}
        return {number: found for number, found in own_expulsions.items() if last.get(number, 0) <= found.round}

    @property
    def open_results(self) -> int:
        return sum(pairing.result is None for played in self.rounds for pairing in played.pairings)

    @property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """The first remarks to check before and after the import, each with its line or 0."""
        return self._remarks.first

    @property
    def more_remarks(self) -> int:
        """The number of further remarks."""
        return self._remarks.count - len(self.remarks)

    @cached_property
    def _remarks(self) -> trf.FaultList[tuple[int, str]]:
        odd = trf.first_remarks(self.replay, REMARKS)
        first = tuple((remark.line, translate(remark.text)) for remark in odd.first)
        more = first_of(oddities(self), REMARKS - len(first))
        return trf.FaultList((*first, *more.first), odd.count + more.count)


def incoming(data: bytes) -> Incoming:
    """Read a report file for an import. Raises BrokenReport."""
    if len(data) > LARGEST:
        text = _("The file is too large for a tournament report. The limit is {megabytes} MB.")
        raise BrokenReport([Fault(0, 0, text.format(megabytes=LARGEST // 1_000_000))], 1)
    document, faults = trf.first_faults(data, FAULTS)
    if faults.count:
        raise BrokenReport([_fault(fault, document) for fault in faults.first], faults.count)
    found = Incoming(_replay(document), _letters(data))
    editions = list(_unknown_edition(found))
    unfit = first_of(editions or chain(_values_out_of_range(document), _impossible(found)), FAULTS)
    if unfit.count:
        lines = document.lines
        misfits = [Fault(line, 0, text, lines[line - 1].text if line else "") for line, text in unfit.first]
        raise BrokenReport(misfits, unfit.count)
    return found


def _letters(data: bytes) -> Letters:
    try:
        return letters_of(data)
    except UnicodeDecodeError:
        return NO_LETTERS


def _replay(document: trf.TrfDocument) -> trf.Replay:
    """Replay the rounds of a file, or of matches with two games. Raises BrokenReport."""
    try:
        matches = is_of_matches(document)
    except ValueError as error:
        line = next(at for at, each in enumerate(document.lines, start=1) if each.code == "192")
        text = _("Line {line}: this edition of the Double-Swiss system is not supported. Use FIDE_DOUBLESWISS.")
        raise BrokenReport([Fault(line, 0, text.format(line=line), document.lines[line - 1].text)], 1) from error
    try:
        return MatchReplay(document) if matches else teams_in(document) or trf.Replay(document)
    except trf.TrfError as error:
        raise BrokenReport([_fault(error, document)], 1) from error


def _fault(fault: trf.TrfError, document: trf.TrfDocument) -> Fault:
    text = _("Line {line}, column {column}: expected {expected}.")
    if fault.found:
        text = _("Line {line}, column {column}: expected {expected}, found “{found}”.")
    found = translate(fault.found) if isinstance(fault.found, Sentence) else fault.found[:40]
    text = text.format(line=fault.line, column=fault.column, expected=translate(fault.expected), found=found)
    content = document.lines[fault.line - 1].text if fault.line <= len(document.lines) else ""
    return Fault(fault.line, fault.column, text, content)


def _values_out_of_range(document: trf.TrfDocument) -> Iterator[Odd]:
    """Yield faults for values that a report file can contain and a tournament cannot store."""
    written = {points for record in document.records(PointValues) for _name, points in record.values}
    beyond = {points for points in written if not POINTS[0] <= points <= POINTS[1]}
    for line, record in document.records_with_lines(PointValues) if beyond else ():
        if not beyond.isdisjoint(points for _name, points in record.values):
            text = _("Line {line}: points must be from {low} to {high}.")
            yield line, partial(text.format, line=line, low=POINTS[0], high=POINTS[1])
    pairs = 0
    for line, rule in document.records_with_lines(Forbidden):
        count = len(set(rule.players))
        pairs += count * (count - 1) // 2
        if rule.last_round is not None and rule.last_round < rule.first_round:
            text = _("Line {line}: the last round is before the first.")
            yield line, partial(text.format, line=line)
        if pairs > MOST_FORBIDDEN:
            text = _("Line {line}: more than {most} forbidden pairs.")
            yield line, partial(text.format, line=line, most=MOST_FORBIDDEN)
            return


def _impossible(found: Incoming) -> Iterator[Odd]:
    lines = {entrant.number: entrant.line for entrant in found.replay.entrants}
    faults: dict[int, str | None] = {}  # by identity: the same result is one object throughout a file
    for played in found.rounds:
        for p in played.pairings:
            if p.result is None:
                continue
            if id(p.result) not in faults:
                faults[id(p.result)] = notation.fault(p.result, found.replay.settings.scoring)
            if text := faults[id(p.result)]:
                sentence = _("Line {line}, round {number}: {text}")
                line = lines[p.first]
                yield line, partial(sentence.format, line=line, number=played.number, text=text)


def _unknown_edition(found: Incoming) -> Iterator[Odd]:
    """Yield a fault for an unknown edition of the Dutch system, whose rounds would be judged by other rules."""
    try:
        _edition = found.edition
    except UnknownEdition as error:
        lines = found.replay.document.lines
        line = next(at for at, each in enumerate(lines, start=1) if each.code == "192" and error.code in each.text)
        text = _("The file uses edition {name} of the Dutch system. Supported editions: {editions}.")
        names = {"name": validation.visible(error.code[:40]), "editions": ", ".join(EDITIONS)}
        yield line, partial(text.format, **names)
