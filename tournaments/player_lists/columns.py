"""Define COLUMNS: one record for each kind of column in a player list.

Detection, the column chooser, messages, the export and docs/player-lists.md all use these records. A new kind of column
needs one new record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core import rights
from tournaments.core.rights import Right
from tournaments.core.words.texts import as_csv
from tournaments.models import Player
from tournaments.player_lists import cells

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The meaning of the column is unknown and not chosen yet: it is skipped, and a message says so.
UNKNOWN = ""
#: The user has chosen to skip the column, or no list needs it.
NO_COLUMN = "-"
#: The section of an event in which a player plays; the list of a single tournament has no such column.
SECTION = "section"


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A kind of column. `key` is the player's field, or a part of one; `words` are its headers, as `plain` makes them.

    `read` turns a cell into a value and raises ValueError with a sentence. `holds` describes what a cell may contain.
    The export writes the column under `heading`, if it has one.
    """

    key: str
    label: StrOrPromise
    holds: StrOrPromise
    words: tuple[str, ...]
    read: Callable[[str], Any] = str
    heading: str = ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


COLUMNS: Mapping[str, ListColumn] = MappingProxyType(
    {
        column.key: column
        for column in (
            ListColumn(
                "name",
                pgettext_lazy("name of a person or a team", "Name"),
                _("the full name, as it should be shown"),
                _words(
                    "name, player, players, player name, full name, nimi, pelaaja, nom, joueur, spieler, teilnehmer, "
                    "naam, speler, nombre, jugador, nome, giocatore, namn, spelare, navn, spiller, имя, фио, 氏名"
                ),
                cells.name,
                "Name",
            ),
            ListColumn(
                "reading",
                pgettext_lazy("kana of a Japanese name", "Reading"),
                _("the kana of a Japanese name, at most 100 characters"),
                _words(
                    "reading, kana, furigana, yomi, yomigana, ふりがな, フリガナ, よみ, よみがな, 読み, 読み仮名, "
                    "カナ, かな"
                ),
                cells.name,
                "Reading",
            ),
            ListColumn(
                "family",
                _("Family name"),
                _("the family name, if the given name has its own column"),
                _words(
                    "surname, family name, familyname, family, last name, lastname, last, sukunimi, nachname, "
                    "familienname, nom de famille, achternaam, familienaam, apellido, apellidos, cognome, efternamn, "
                    "etternavn, efternavn, фамилия"
                ),
                cells.name,
            ),
            ListColumn(
                "given",
                _("Given name"),
                _("the given name, if the family name has its own column"),
                _words(
                    "given name, givenname, given, first name, firstname, first, forename, etunimi, vorname, prénom, "
                    "prenom, voornaam, nombre de pila, nombres, förnamn, fornavn"
                ),
                cells.name,
            ),
            ListColumn(
                "title",
                pgettext_lazy("title of a player", "Title"),
                _("GM, WIM or another title, at most 10 characters"),
                _words("title, titles, titel, tit, ttl, titre, titolo, título, titulo, titteli, arvonimi"),
                cells.title,
                "Title",
            ),
            ListColumn(
                "rank",
                pgettext_lazy("grade of a Go player", "Rank"),
                _("a Go or shogi rank, such as 12k or 3d"),
                _words("grade, dan, kyu, dan kyu, go rank, go grade, niveau, taso"),
                cells.rank,
                "Grade",
            ),
            ListColumn(
                "rating",
                _("Rating"),
                _("a whole number from 0 to 9999; 0, a dash or empty means unrated"),
                _words(
                    "rating, ratings, rtg, elo, eloi, elo i, rtgi, rtg i, rating int, irtg, elo int, fide elo, elo "
                    "fide, fide rating, rating fide, fide, vahvuusluku, elo luku, wertung, wertungszahl, classement, "
                    "punteggio, puntuación, valoración, strength, рейтинг"
                ),
                cells.rating,
                "Rating",
            ),
            ListColumn(
                "official_rating",
                _("Official rating"),
                _(
                    "the FIDE rating, if the tournament uses another one; 0 means unrated, a dash or empty means "
                    "unknown"
                ),
                _words("official rating, official elo, rating official, virallinen vahvuusluku, offizielle wertung"),
                cells.official_rating,
                "Official rating",
            ),
            ListColumn(
                "rating_source",
                pgettext_lazy("source of a rating", "Rating from"),
                _("the rating list, such as FIDE 2026-11-01, at most 60 characters"),
                _words("rating from, source of the rating, rating source, vahvuusluvun lähde"),
                cells.source,
                "Rating from",
            ),
            ListColumn(
                "other_rating",
                _("Other rating"),
                _("a second rating, such as a national one, for players unrated in the rating column"),
                _words(
                    "elon, elo n, rtgn, rtg n, rating nat, nrtg, elo nat, national rating, nationale elo, dwz, twz, "
                    "nwz, ndwz, ingo, knsb, knsb rating, ecf, uscf, selo, kansallinen, national, elo national, elo "
                    "nacional, feda"
                ),
                cells.rating,
            ),
            ListColumn(
                "federation",
                _("Federation"),
                _("a federation or country, at most 40 characters; in chess three letters"),
                _words(
                    "federation, fed, country, nation, land, maa, liitto, fédération, federación, federacion, pays, "
                    "país, pais, nationalität, flag, federazione, verband, bond, föderation, страна"
                ),
                cells.federation,
                "Federation",
            ),
            ListColumn(
                "club",
                _("Club"),
                _("a club, school or town, at most 100 characters"),
                _words(
                    "club, club name, team, verein, vereinsname, ort, seura, kerho, joukkue, vereniging, ville, "
                    "city, town, school, schule, koulu, club city, verein ort, mannschaft, equipo, équipe, equipe, "
                    "école, schaakclub, circolo, klubb, klub, клуб"
                ),
                cells.club,
                "Club",
            ),
            ListColumn(
                "fide_id",
                _("FIDE ID"),
                _("the player's FIDE ID, digits only"),
                _words(
                    "fide id, fideid, fide no, fideno, fide nr, fide number, fide nummer, fide code, código fide, "
                    "codigo fide, code fide, id fide, fide numero, id, id no"
                ),
                cells.fide_id,
                "FIDE ID",
            ),
            ListColumn(
                "birth",
                _("Born"),
                _("a year or a date: 1990, 31.5.1990, 1990/05/31, 1990-05-31"),
                _words(
                    "born, birth, birthday, born in, year, year of birth, yob, date of birth, dob, birth date, "
                    "birthdate, bdate, geb, geboren, geburtstag, geburtsdatum, geburtsjahr, geb datum, gebdat, "
                    "jahrgang, jg, geb jahr, né, née, né e, né en, naissance, date de naissance, année, année de "
                    "naissance, syntymäaika, syntymävuosi, syntynyt, s aika, geboortedatum, geboortejaar, geboorte, "
                    "nacimiento, fecha de nacimiento, fecha nac, año, año de nacimiento, data di nascita, född, "
                    "født, год"
                ),
                cells.birth,
                "Born",
            ),
            ListColumn(
                "sex",
                _("Sex"),
                _("m or w; f and the usual words also work"),
                _words(
                    "sex, gender, s, g, geschlecht, sexe, sexo, sukupuoli, geslacht, sesso, kön, kjønn, m w, w m, "
                    "mf, m f"
                ),
                cells.sex,
                "Sex",
            ),
            ListColumn(
                SECTION,
                pgettext_lazy("tournament of an event", "Section"),
                _("the section name, in a list for an event with several sections"),
                _words(
                    "section, category, class, group, groups, sections, division, divisions, luokka, ryhmä, sarja, "
                    "gruppe, klasse, kategorie, groupe, catégorie, categoría, grupo, gruppo, groep, grupp, sección, "
                    "sezione, klass, turnier, tournament, turnaus, группа"
                ),
                cells.section,
            ),
        )
    }
)
#: Headers of columns that no player list needs: pairing numbers are assigned at the start, points come from results.
NEEDLESS = frozenset(
    _words(
        "no, nr, num, number, n, #, sno, st no, start no, startnr, start nr, snr, tnr, lfd nr, lfd, pos, rank, rk, "
        "rg, rang, place, platz, sija, seed, seeding, startnumber, start number, nro, numero, número, plaats, "
        "points, pts, punkte, pkt, pisteet, puntos, punten, type, typ, gr, k, bdl, perf, age, rp, w we, we, "
        "tb1, tb2, tb3, wtg1, wtg2, wtg3, partien"
    )
)
#: Headers that have this meaning only if no clearer header is in the same row.
WEAK = frozenset({"id", "id no", "fide", "national", "s", "g", "k", "year", "first", "last", "ort", "type"})
#: Headers that do not say whose IDs they are: FIDE's only in chess, and if the cells look like FIDE IDs.
NOBODYS = frozenset({"id", "id no"})
#: Characters that are ignored when `words` and headers are compared.
_MARKS = re.compile(r"[\s\-_./:*()]+")
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(NEEDLESS, NO_COLUMN),
        **{word: column.key for column in COLUMNS.values() for word in column.words},
    }
)
#: A list must have at least one of these columns.
NAMES = frozenset({"name", "family", "given"})
#: The stored fields of a player, in the order of the export.
FIELDS = tuple(column.key for column in COLUMNS.values() if column.heading)


def plain(header: str) -> str:
    """Return a header in lower case, with a space for the characters between its words."""
    return _MARKS.sub(" ", header.casefold()).strip()


def label_of(key: str) -> StrOrPromise:
    """Return the label of a column in the chooser."""
    return COLUMNS[key].label


def write(players: Iterable[Player], granted: Collection[Right]) -> str:
    """Return the players as CSV: a header in English and a row for each player, with the fields that these rights may
    read.

    Readings, ranks, official ratings and rating sources have a column only if at least one player has a value.
    """
    everybody = list(players)
    keys = [key for key in FIELDS if key not in rights.PERSONAL or rights.may_read(key, granted)]
    for key in ("reading", "rank", "official_rating", "rating_source"):
        if all(getattr(player, key) in ("", None) for player in everybody):
            keys.remove(key)
    rows = ([_text(getattr(player, key)) for key in keys] for player in everybody)
    return as_csv([[COLUMNS[key].heading for key in keys], *rows])


def _text(value: str | int | None) -> str:
    return "" if value is None else str(value)
