"""What is odd in a report file that can be imported: the tournament here has no place for it, or it needs a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings import trf
from pairings.reading.team_report import TeamReplay
from pairings.snapshot import ByeKind
from pairings.systems.team_swiss.options import options_named
from pairings.trf import by_hand, deducted, expelled, own, rated, ratings
from pairings.trf.convert import SETTING_CODES
from pairings.trf.days import birth_of
from pairings.trf.records import AbnormalPoints
from tournaments.border.named import named_in
from tournaments.border.playerlist.texts import guessed
from tournaments.border.report_data import RECORDS, told_in
from tournaments.border.report_people import fide_id_of
from tournaments.words import validation
from tournaments.words.deductions import can_be
from tournaments.words.isolation import isolate, join
from tournaments.words.languages import translate

if TYPE_CHECKING:
    from tournaments.border.incoming import Incoming

#: Records that are stored, or are worked out anew.
_KEPT = frozenset(["001", "012", "042", "062", "072", "082", "092", "182", "192", "202", "212", "299", *SETTING_CODES])
#: The same in an event of teams; the others say for people what the boards say.
_OF_TEAMS = frozenset(["013", "300", "310", "320", "330", "352", "362", "801", "802"])
#: So many names stand in one remark.
_NAMED = 10
#: What the records say that have no place here.
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
#: How a comment says that a round was made by hand ("manual pairing actions").
BY_HAND = re.compile(r"MPA @ Round ([0-9]{1,3})(?:: (.*))?")
#: What is wrong or odd: its line or 0, and what says it, asked for no more of them than are shown.
Odd = tuple[int, Callable[[], str]]


def first_of(found: Iterable[Odd], most: int) -> trf.Found[tuple[int, str]]:
    """The first that were found, said; the others are counted."""
    left = iter(found)
    told = tuple((line, say()) for line, say in islice(left, most))
    return trf.Found(told, len(told) + sum(1 for _other in left))


def oddities(found: Incoming) -> Iterator[Odd]:
    """What is odd beside the results and points, which `trf.remarks` looks at."""
    of_teams = _of_teams(found.replay) if isinstance(found.replay, TeamReplay) else _bonus(found)
    return chain(_guesses(found), _other_system(found.replay), of_teams, _absentees(found), _losses(found.replay))


def _of_teams(replay: TeamReplay) -> Iterator[Odd]:
    """Where records of teams deny the boards or are left out, and who is of no team."""
    for line, sentence in replay.remarks():
        yield line, partial(translate, sentence)
    if replay.loners:
        text = ngettext(
            "{n} player is in no team and is left out: {names}.",
            "{n} players are in no team and are left out: {names}.",
            len(replay.loners),
        )
        names = join([validation.visible(record.name) for record in replay.loners[:_NAMED]])
        yield 0, partial(text.format, n=len(replay.loners), names=names)


def _guesses(found: Incoming) -> Iterator[Odd]:
    """Which letters were guessed, and births and FIDE IDs that are left out because they are none."""
    if found.letters.guessed:
        yield 0, partial(guessed, found.letters)
    replay = found.replay
    for line, record in replay.document.located(trf.PlayerRecord):
        if birth_of(record.birth) is None:
            text = _("Line {line}: “{text}” is no date of birth and is left out. Enter it on the page of the player.")
            yield line, partial(text.format, line=line, text=validation.visible(record.birth.strip()))
        if record.fide_id.strip().strip("0") and not fide_id_of(record.fide_id):
            text = _("Line {line}: “{text}” is no FIDE ID and is left out.")
            yield line, partial(text.format, line=line, text=validation.visible(record.fide_id.strip()))


def _other_system(replay: trf.Replay) -> Iterator[Odd]:
    for line, code in enumerate(replay.document.lines, start=1):
        named = code.text[3:].strip() if code.code == "192" else ""
        if named and not named_in(named)[0] and options_named(named.upper()) is None:
            text = _("The file is of the system {name}, which is not known here: choose how rounds to come are paired.")
            yield line, partial(text.format, name=named[:40])


def _bonus(found: Incoming) -> Iterator[Odd]:
    """What becomes of points out of the ordinary: deductions, but those of no round, which are pairing points."""
    fit = all(can_be(each.points) for n in range(1, trf.MOST_ROUNDS + 1) for each in found.replay.deductions(n))
    for line, record in found.replay.document.located(AbnormalPoints):
        if not record.code and not record.round_number:
            yield line, partial(_, "These points count for the pairing; the standings do not know them.")
        elif fit:
            yield line, partial(_, "These points are stored as deducted, or given, by the arbiter.")
        else:
            yield line, partial(_, "Points deducted, or given, are halves or whole points here; others are left out.")


def _absentees(found: Incoming) -> Iterator[Odd]:
    """Who has been away for some rounds has probably left, which a file cannot say."""
    replay = found.replay
    if replay.played < 2 or replay.played >= (replay.settings.planned_rounds or trf.MOST_ROUNDS):
        return
    here = {bye.player for number, bye in found.byes if number == replay.played + 1} | {
        number
        for played in replay.rounds[-2:]
        for number in (
            *(side for p in played.pairings for side in (p.first, p.second)),
            *(bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO),
        )
    }
    for entrant in replay.entrants:
        if entrant.number not in here:
            text = _("{name} was away in the last two rounds and is paired in the next. Withdraw who has left.")
            yield entrant.line, partial(_say_absent, text, found.players[entrant.number]["name"])


def _is_stored(comment: str) -> bool:
    """Whether a comment (`###`) is one whose fact comes in."""
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
    known = {code: str(name) for codes, name in _NAMES for code in codes.split()}
    kept = _KEPT | {RECORDS[name] for name in told_in(replay.document)} | {ratings.named(replay.document)[0]}
    if isinstance(replay, TeamReplay):
        kept |= _OF_TEAMS
    left = [(code or "?", count) for code, count in sorted(codes.items()) if code not in kept]
    if left:
        named = [f"{code} ({known[code]})" if code in known else code for code, _count in left[:40]]
        text = _("Not stored, as there is no place for it here: {records}.")
        yield 0, partial(text.format, records=validation.visible(", ".join(named)))
