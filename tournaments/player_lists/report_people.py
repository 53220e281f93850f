"""Players and members of teams in the lines of a report file, as they are stored."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.files.trf.days import birth_of
from pairings.files.trf.records import PlayerRecord
from tournaments.core.words import names, persons
from tournaments.core.words.persons import FEDERATIONS

_OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


def plain_text(text: str, longest: int) -> str:
    """A field of a file as a line of text without anything invisible."""
    return names.clean_text(names.visible(text[:longest]), 4 * longest)[:longest].strip()


def title_of(written: str) -> str:
    """A title in today's letters; TRF06 wrote g, m, wf."""
    return _OLD_TITLES.get(written.lower()) or plain_text(written, 10)


def federation_of(written: str) -> str:
    """A federation; FIDE's codes in capitals, whatever a program wrote."""
    text = plain_text(written, persons.FEDERATION_LENGTH)
    return text.upper() if text.upper() in FEDERATIONS else text


def fide_id_of(written: str) -> str:
    """A FIDE ID; nothing for zeros, by which programs say that there is none, and for what is no number."""
    try:
        return persons.fide_id(written.strip()) if written.strip().strip("0") else ""
    except names.NotAName:
        return ""


def player_fields(record: PlayerRecord, ratings: Mapping[int, int | None]) -> dict[str, object]:
    """The columns of a player that a line fills; `ratings` by which players were ranked, where the file tells it."""
    rating = ratings.get(record.number, record.rating or None)
    return {
        "name": plain_text(record.name, names.NAME_LENGTH) or f"# {record.number}",
        "rating": rating,
        "official_rating": None if rating == (record.rating or None) else record.rating or 0,
        "title": title_of(record.title),
        "federation": federation_of(record.federation),
        "fide_id": fide_id_of(record.fide_id),
        "birth": birth_of(record.birth) or "",
        "sex": record.sex if record.sex in ("m", "w") else "",
    }


def member_fields(record: PlayerRecord) -> dict[str, object]:
    """The same of a member of a team."""
    known = player_fields(record, {})
    return {name: known[name] for name in ("name", "rating", "title", "federation", "fide_id", "birth", "sex")}
