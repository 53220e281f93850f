"""Import files of Go and shogi results (H9, the AGA's and FESA's grids), with remarks to check first."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.files import go
from pairings.numbers import ranks
from pairings.snapshot import Round
from pairings.systems.mcmahon import Options
from tournaments.core.words import names
from tournaments.core.words.names import join
from tournaments.core.words.texts import translate
from tournaments.player_lists.cells import plain_text
from tournaments.report_files.reading import LARGEST, BrokenReport, Fault

SYSTEM = "mcmahon"
GO, SHOGI = "go", "shogi"
#: The scores of a sheet by their column headers, as criteria of a McMahon table.
_CRITERIA = {
    "MMS": "MMS",
    "NBW": "NBW",
    "SOS": "SOSM",
    "SOSM": "SOSM",
    "SOS-1": "SOSM/C1",
    "SOS-2": "SOSM/C2",
    "SOSOS": "SOSOSM",
    "SODOS": "SODOSM",
    "CUSS": "CUSSM",
    "EXT": "EXT",
    "EXR": "EXR",
}
#: The most names in one remark.
_MOST_NAMES = 10
_COMMENT = re.compile(r"\s*;")
_PLAYER = re.compile(r"\s*\d+\s+\S.*\s\d+\s?[kKdD]\s+\S")


@dataclass(frozen=True)
class GoFile:
    """A file of results that can be imported.

    `options` are those of the new tournament, `game` is its key in `GAMES`.
    """

    game: str
    sheet: go.H9Sheet
    taken: go.SheetTournament
    options: Options

    @property
    def name(self) -> str:
        """The tournament's name; "" if the file has no usable one."""
        return plain_text(self.sheet.headers.get("EV", ""), names.NAME_LENGTH)

    @property
    def first_day(self) -> date | None:
        try:
            return date.fromisoformat(self.sheet.headers.get("DT", "").partition(",")[0].strip())
        except ValueError:
            return None

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.taken.rounds

    @property
    def open_results(self) -> int:
        return sum(pairing.result is None for played in self.rounds for pairing in played.pairings)

    @cached_property
    def players(self) -> dict[int, dict[str, Any]]:
        """The fields of each player, by number."""
        return {
            player.number: {
                "name": plain_text(player.name, names.NAME_LENGTH) or f"# {player.number}",
                "rank": ranks.spell_rank(player.rank) if player.rank is not None else "",
                "rating": player.rating,
                "federation": plain_text(player.federation, 40),
                "club": plain_text(player.club, 100),
            }
            for player in self.taken.players
        }

    @property
    def chain(self) -> tuple[str, ...]:
        """The criteria by which the sheet orders its players, as its column headers name them.

        () if one is unknown, or if the players are in another order.
        """
        criteria = [_CRITERIA.get(title.upper(), "") for title in self.sheet.titles]
        scores = [line.scores[: len(criteria)] for line in self.sheet.lines]
        if len(criteria) < 2 or not all(criteria) or any(len(each) < len(criteria) for each in scores):
            return ()
        numbers = [tuple(Fraction(score.replace(",", ".").replace("½", ".5")) for score in each) for each in scores]
        return tuple(criteria) if numbers == sorted(numbers, reverse=True) else ()

    @property
    def start(self) -> str:
        """What the scores in the file show about starting scores, in words."""
        if self.options.start == "level":
            return _("According to the scores in the file, everyone started level.")
        if self.sheet.titles[:1] != ("MMS",):
            return _("The file does not give bar and floor. Choose them.")
        text = _("The scores in the file match a bar at {bar} and a floor at {floor}.")
        return text.format(bar=self.options.bar, floor=self.options.floor)

    @property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """Remarks to check before and after the import; they belong to no line."""
        sentences = []
        if self.taken.otherwise:
            names = join([self.players[number]["name"] for number in self.taken.otherwise[:_MOST_NAMES]])
            text = ngettext(
                "{n} player has a different starting score in the file and keeps it: {names}.",
                "{n} players have different starting scores in the file and keep them: {names}.",
                len(self.taken.otherwise),
            )
            sentences.append(text.format(n=len(self.taken.otherwise), names=names))
        if self.game == SHOGI:
            sentences.append(_("The file does not say who was Sente. The lower-ranked player is set as Sente."))
        elif self.taken.untold:
            text = ngettext(
                "For {n} game, the file does not say who had Black. The lower-ranked player is set as Black.",
                "For {n} games, the file does not say who had Black. The lower-ranked player is set as Black.",
                self.taken.untold,
            )
            sentences.append(text.format(n=self.taken.untold))
        if self.sheet.pieces:
            text = ngettext(
                "{n} game was played at a piece handicap. Only its result is imported.",
                "{n} games were played at piece handicaps. Only their results are imported.",
                self.sheet.pieces,
            )
            sentences.append(text.format(n=self.sheet.pieces))
        return tuple((0, text) for text in sentences)


def looks_like_one(data: bytes) -> bool:
    """Return whether the data seem to be Go or shogi results, sound or not: neither a report file nor JSON."""
    text = _text(data[:4096])
    if go.fesa.is_one(text):
        return True
    first = next((line for line in text.splitlines() if line.strip()), "")
    return go.aga.is_one(text) or _COMMENT.match(first) is not None or _PLAYER.match(first) is not None


def incoming_go(data: bytes, *, bar: str = "", floor: str = "") -> GoFile:
    """Read a file of results for an import; bar and floor replace those that fit the file.

    Raises BrokenReport, and OptionError for an invalid bar or floor.
    """
    if len(data) > LARGEST:
        text = _("The file is too large for a tournament report. The limit is {megabytes} MB.")
        raise BrokenReport([Fault(0, 0, text.format(megabytes=LARGEST // 1_000_000))], 1)
    text = _text(data)
    of_shogi = go.fesa.is_one(text)
    try:
        reader = go.fesa.read if of_shogi else go.aga.read if go.aga.is_one(text) else go.read
        sheet = reader(text)
        found = go.tournament_of_sheet(sheet)
    except go.BrokenSheet as error:
        rows = text.splitlines()
        content = rows[error.line - 1] if 0 < error.line <= len(rows) else ""
        raise BrokenReport([Fault(error.line, 0, translate(error.sentence), content)], 1) from error
    options = found.options
    return GoFile(
        SHOGI if of_shogi else GO, sheet, found, replace(options, bar=bar or options.bar, floor=floor or options.floor)
    )


def _text(data: bytes) -> str:
    """Return the text as UTF-8, or else in ISO 8859-15, which most programs write."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-15")
