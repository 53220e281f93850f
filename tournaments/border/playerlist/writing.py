"""The players of a tournament as CSV, in the columns that a list is read by: what goes out comes in again the same."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable

from tournaments.border.playerlist.columns import COLUMNS, FIELDS
from tournaments.models import Player
from tournaments.rights import privacy
from tournaments.rights.permissions import Right
from tournaments.words.spreadsheets import as_text


def write(players: Iterable[Player], granted: Collection[Right]) -> str:
    """A header and a row for each player, with what somebody with these rights may read; its headings are English."""
    out = io.StringIO()
    keys = [key for key in FIELDS if key not in privacy.PERSONAL or privacy.may_read(key, granted)]
    writer = csv.writer(out)
    writer.writerow([COLUMNS[key].heading for key in keys])
    for player in players:
        writer.writerow([as_text(_text(getattr(player, key))) for key in keys])
    return out.getvalue()


def _text(value: str | int | None) -> str:
    return "" if value is None else str(value)
