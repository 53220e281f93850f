"""Check a player's stored values besides the name, whether a page, a list or a program writes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.games import GAMES
from tournaments.core.journal.errors import Refused
from tournaments.core.words import names, persons
from tournaments.core.words.names import isolate
from tournaments.models import Player, Tournament


def is_chess(tournament: Tournament) -> bool:
    """Return whether the game is chess, in which federations have FIDE's codes."""
    return tournament.game == GAMES["chess"].key


def has_ranks(tournament: Tournament) -> bool:
    """Return whether players have ranks such as 12k or 3d."""
    return tournament.game in (GAMES["go"].key, GAMES["shogi"].key)


def takes_readings(tournament: Tournament) -> bool:
    """Return whether lists are sorted in Japanese, which needs kana: kanji do not determine the order."""
    return names.language_of_lists(tournament.time_zone, tournament.language) == "ja"


def check_rows(tournament: Tournament, rows: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return new players' values as they are stored. Raises Refused with the path of the error, such as
    `players/0/birth`.
    """
    found = [{**row, **_cleaned_values(tournament, row, f"players/{place}/")} for place, row in enumerate(rows)]
    ids = {row["fide_id"]: place for place, row in reversed([*enumerate(found)]) if row.get("fide_id")}
    for place, row in enumerate(found):
        if row.get("fide_id") and ids[row["fide_id"]] != place:
            raise _duplicate_fide_id(str(found[ids[row["fide_id"]]]["name"]), f"players/{place}/fide_id")
    listed_player = tournament.players.filter(fide_id__in=ids).order_by("pk").first() if ids else None
    if listed_player is not None:
        raise _duplicate_fide_id(listed_player.name, f"players/{ids[listed_player.fide_id]}/fide_id")
    return found


def check_changes(tournament: Tournament, player: Player, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the checked values as they are stored. Unchanged values are always accepted. Raises Refused."""
    new = {name: value for name, value in values.items() if value not in _unchanged_values(player, name)}
    stored = _cleaned_values(tournament, new, "")
    if "birth" in values and "birth" not in new:
        stored["birth"] = player.birth
    if stored.get("fide_id", player.fide_id) != player.fide_id and stored["fide_id"]:
        other = tournament.players.filter(fide_id=stored["fide_id"]).exclude(pk=player.pk).first()
        if other is not None:
            raise _duplicate_fide_id(other.name, "fide_id")
    return stored


def _unchanged_values(player: Player, name: str) -> tuple[object, ...]:
    """Return the values that leave a field unchanged; older files have births in another form."""
    now = getattr(player, name)
    return (now, persons.iso(now)) if name == "birth" else (now,)


def checked_values(tournament: Tournament, values: Mapping[str, object]) -> dict[str, object]:
    """Return the checked values as they are stored, even if another player has the same. Raises Refused."""
    return _cleaned_values(tournament, values, "")


def ids_are_free(tournament: Tournament, ids: Collection[str]) -> None:
    """Raise Refused if a player of the tournament has one of these FIDE IDs."""
    listed_player = tournament.players.filter(fide_id__in=ids).order_by("pk").first() if ids else None
    if listed_player is not None:
        raise _duplicate_fide_id(listed_player.name, "fide_id")


def _duplicate_fide_id(name: str, field: str) -> Refused:
    text = _("{name} already has this FIDE ID. Check the number.").format(name=isolate(name))
    return Refused(text, code="fide-id-taken", field=field)


def _cleaned_values(tournament: Tournament, values: Mapping[str, Any], at: str) -> dict[str, Any]:
    readers: dict[str, Callable[[str], str]] = {
        "birth": persons.birth,
        "fide_id": persons.fide_id,
        "rank": persons.rank,
        "federation": lambda text: persons.federation(text, chess=is_chess(tournament)),
    }
    found = {}
    for name, read in readers.items():
        if values.get(name) is None:
            continue
        try:
            found[name] = read(values[name])
        except names.NotAName as error:
            raise Refused(str(error), code=f"no-{name.replace('_', '-')}", field=f"{at}{name}") from error
    return found
