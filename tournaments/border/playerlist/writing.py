"""The players of a tournament as CSV, in the columns that a list is read by: what goes out comes in again the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tournaments.border.playerlist.columns import COLUMNS, FIELDS
from tournaments.models import Player
from tournaments.rights import privacy
from tournaments.rights.permissions import Right
from tournaments.words.spreadsheets import as_csv


def write(players: Iterable[Player], granted: Collection[Right]) -> str:
    """A header and a row for each player, with what somebody with these rights may read; its headings are English.

    Ranks, official ratings and where ratings came from have a column where somebody has one.
    """
    everybody = list(players)
    keys = [key for key in FIELDS if key not in privacy.PERSONAL or privacy.may_read(key, granted)]
    for key in ("rank", "official_rating", "rating_source"):
        if all(getattr(player, key) in ("", None) for player in everybody):
            keys.remove(key)
    rows = ([_text(getattr(player, key)) for key in keys] for player in everybody)
    return as_csv([[COLUMNS[key].heading for key in keys], *rows])


def _text(value: str | int | None) -> str:
    return "" if value is None else str(value)
