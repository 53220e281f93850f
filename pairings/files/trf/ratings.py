"""National rating records: the ratings for the ranking, if they differ from FIDE's in record 001.

Such a record has a federation's code in columns 1–3 and the columns of record 001 up to 79. Record 172 names the
federation and how to combine the two ratings. Source: FIDE Handbook C.02.03 Annexure A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from pairings.files.trf.records import PlayerRecord, TrfDocument

Rating = int | None


def _known_rating(first: Rating, second: Rating) -> Rating:
    return first or second


def _of_both(choose: Callable[[Iterable[int]], int], fide: Rating, national: Rating) -> Rating:
    ratings = [rating for rating in (fide, national) if rating]
    return choose(ratings) if ratings else None


#: The national rating from FIDE's, by the methods of record 172. OTHER names none: the national one counts.
METHODS: Mapping[str, Callable[[Rating, Rating], Rating]] = MappingProxyType(
    {
        "FIDE": lambda fide, _national: fide,
        "NRO": lambda _fide, national: national,
        "FIDON": _known_rating,
        "NIDOF": lambda fide, national: _known_rating(national, fide),
        "HBFN": lambda fide, national: _of_both(max, fide, national),
        "LBFN": lambda fide, national: _of_both(min, fide, national),
        "OTHER": lambda _fide, national: national,
    }
)


def federation_and_method(document: TrfDocument) -> tuple[str, str]:
    """Return the federation and the method of record 172; two empty texts without one."""
    words = next(iter(document.texts("172")), "").upper().split()
    is_valid = len(words) == 2 and len(words[0]) == 3 and words[1] in METHODS
    return (words[0], words[1]) if is_valid else ("", "")


def rank_ratings(document: TrfDocument) -> dict[int, Rating]:
    """Return the ranking ratings of the players with a national record, by their numbers in the file.

    A record with unreadable columns is ignored, like any unknown record.
    """
    federation, method = federation_and_method(document)
    if not federation:
        return {}
    fide = {record.number: record.rating or None for record in document.records(PlayerRecord)}
    found: dict[int, Rating] = {}
    for line in document.lines:
        number, rating = line.text[4:8].strip(), line.text[48:52].strip()
        if line.code != federation or not _digits(number) or (rating and not _digits(rating)):
            continue
        if int(number) in fide:
            found[int(number)] = METHODS[method](fide[int(number)], int(rating or 0) or None)
    return found


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def method_of(stated: str, ratings: Mapping[int, tuple[Rating, Rating]]) -> str:
    """Return the rating method of record 172: the stated method if all ratings fit it, else OTHER."""
    makes = METHODS.get(stated)
    fits = makes is not None and all(makes(fide, ranking) == ranking for fide, ranking in ratings.values())
    return stated if fits else "OTHER"


def national_text(federation: str, record: PlayerRecord, rating: Rating) -> str:
    """Return the national record of a player: name and rating, without data that only an organiser has."""
    shown = "" if rating is None else str(rating)
    return f"{federation} {record.number:>4} {'':1}{record.title:>3} {record.name[:33]:33} {shown:>4} {federation}"
