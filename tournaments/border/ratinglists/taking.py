"""What a tournament takes of the server's rating lists: who is meant, and what the lists say of those who are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.border.ratinglists import search
from tournaments.border.ratinglists.search import Found
from tournaments.models import Player, RatingList, Tournament
from tournaments.words.federations import FEDERATIONS

#: The columns of a player that a list can say something about, in the order of a player list.
FIELDS = ("name", "title", "rating", "rating_source", "official_rating", "federation", "fide_id", "birth", "sex")


def lists_for(tournament: Tournament, first: str = "") -> list[RatingList]:
    """Of each list the day that counts: the latest that is not after the tournament's first day (B.01 1.4.6), else the
    earliest. FIDE's come first, or the list with the name `first`.
    """
    chosen: dict[str, RatingList] = {}
    for each in RatingList.objects.order_by("name", "-listed_on"):
        known = chosen.get(each.name)
        if known is None or known.listed_on > tournament.starts_on:
            chosen[each.name] = each
    return sorted(chosen.values(), key=lambda each: (each.name != first, not each.is_fide, each.name))


def meant(tournament: Tournament, text: str, first: str = "") -> list[Found]:
    """Who of the lists may be meant by what was typed."""
    return search.search(lists_for(tournament, first), text)


def line_of(tournament: Tournament, key: str) -> Found | None:
    """The line that a key names, as `Found.key` has it."""
    number, _colon, known = key.partition(":")
    listed = next((each for each in lists_for(tournament) if str(each.pk) == number), None)
    if listed is None or not known:
        return None
    found = search.by_number(listed, [known]) or search.same_name(listed, [known])[known]
    return next((line for line in found if line.key == key), None)


def values_of(lines: Sequence[Found], rate: str, *, chess: bool) -> dict[str, Any]:
    """What lists say of one player, the first that says it: `lines` are one of each. The rating is of the `rate`, or
    the standard one for who has none of it (Rapid and Blitz Regulations 7.2.1); the official one is that of FIDE's
    list, 0 if it has none there.
    """
    entries = [line.entry for line in lines]
    rating, source = _rating(lines, rate)
    of_fide = [line for line in lines if line.listed.is_fide]
    federations = (each.federation.upper() if chess else each.federation for each in entries)
    return {
        "name": entries[0].name,
        "title": next((each.title for each in entries if each.title), ""),
        "rating": rating,
        "rating_source": source,
        "official_rating": (_rating(of_fide, rate)[0] or 0) if of_fide else None,
        "federation": next((each for each in federations if not chess or each in FEDERATIONS), ""),
        "fide_id": next((line.fide_id for line in lines if line.fide_id), ""),
        "birth": next((str(each.born) for each in entries if each.born), ""),
        "sex": next((each.sex for each in entries if each.sex), ""),
        "club": next((each.club for each in entries if each.club), ""),
    }


def _rating(lines: Sequence[Found], rate: str) -> tuple[int | None, str]:
    """The first rating of the `rate`, else the first standard one, and the list that says it."""
    for wanted in (rate, "standard"):
        for line in lines:
            found = getattr(line.entry, wanted)
            if found:
                return found, f"{line.listed.name} {line.listed.listed_on.isoformat()} {wanted}"
    return None, ""


def known_of(tournament: Tournament, first: str = "") -> dict[Player, list[Found]]:
    """The players of a tournament whom lists know, each with one line of each list: by FIDE ID, else by name where one
    alone has it and neither federation nor birth says that it is somebody else.
    """
    players = list(tournament.players.all())
    found: dict[Player, list[Found]] = {}
    for listed in lists_for(tournament, first):
        numbers = {line.fide_id: line for line in search.by_number(listed, [each.fide_id for each in players])}
        names = search.same_name(listed, [each.name for each in players if not each.fide_id])
        for player in players:
            line = numbers.get(player.fide_id) if player.fide_id else _alone(player, names.get(player.name, []))
            if line is not None:
                found.setdefault(player, []).append(line)
    return found


def _alone(player: Player, lines: Sequence[Found]) -> Found | None:
    """The one line that can be a player's by name."""
    possible = [
        line
        for line in lines
        if (not player.federation or not line.entry.federation or line.entry.federation == player.federation)
        and (not player.birth or not line.entry.born or str(line.entry.born) == player.birth[:4])
    ]
    return possible[0] if len(possible) == 1 else None


def changed(player: Player, values: dict[str, Any]) -> dict[str, Any]:
    """What lists say otherwise than it stands. What they do not say stays, and the name, and a day of birth; where a
    rating came from is said of one that changes.
    """
    new = {name: values[name] for name in FIELDS[1:] if values[name] not in (None, "", getattr(player, name))}
    if player.birth[:4] == new.get("birth"):
        del new["birth"]
    if "rating" not in new:
        new.pop("rating_source", None)
    if player.official_rating is None and new.get("official_rating") == (new.get("rating", player.rating) or 0):
        del new["official_rating"]
    return new


def changes_of(
    known: Mapping[Player, Sequence[Found]], rate: str, *, chess: bool
) -> list[tuple[Player, dict[str, Any]]]:
    """Of whom lists say something otherwise, and what; `known` as `known_of` gives it."""
    found = ((player, changed(player, values_of(lines, rate, chess=chess))) for player, lines in known.items())
    return [(player, new) for player, new in found if new]


def others_of(tournament: Tournament, line: Found, first: str = "") -> list[Found]:
    """The player of a line in the other lists, by the FIDE ID."""
    return [
        other
        for listed in lists_for(tournament, first)
        if line.fide_id and listed.pk != line.listed.pk
        for other in search.by_number(listed, [line.fide_id])
        if other.fide_id == line.fide_id
    ]


def completed(tournament: Tournament, line: Found, rate: str, first: str, *, chess: bool) -> dict[str, Any]:
    """What is stored of the player of a line: the other lists complete what it does not say."""
    values = values_of([line, *others_of(tournament, line, first)], rate, chess=chess)
    if values["official_rating"] == (values["rating"] or 0):
        values["official_rating"] = None
    return values
