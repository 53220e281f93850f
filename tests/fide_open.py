"""An open of 121 players and nine rounds from a rating list, with two norms, and the expected content of its report.

The report is read by the columns of FIDE's form (C.02.03, annexe A), without our own reader.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.snapshot import current_stage
from tournaments.models import Appearance, Pairing, Seat

if TYPE_CHECKING:
    from tournaments.models import Player, Tournament

ROUNDS, FIRST = 9, date(2026, 5, 1)
DAYS = [FIRST + timedelta(days=day) for day in range(ROUNDS)]
FEDERATIONS = ("FIN", "SWE", "NOR", "EST", "LAT", "GER", "POL", "IND")
#: FIDE ID, name, title, federation, rating and year of birth: the top is strong enough for a norm.
LISTED = [
    (
        500_000 + 10 * place,
        f"Family{place:03}, Given",
        "GM" if place < 30 else "IM" if place < 60 else "FM" if place < 80 else "",
        FEDERATIONS[place % len(FEDERATIONS)],
        2620 - 5 * place,
        1960 + place % 45,
    )
    for place in range(121)
]
#: These two beat everyone, but draw with each other and in the last round.
HEROES = ("Family035, Given", "Family042, Given")
#: The late entry before round 3.
LATE = LISTED[40]
#: Expelled after round 7, and excluded from the standings.
EXPELLED = LISTED[110][1]
#: Round and table of the adjourned game, and its result, known after the following round is paired.
ADJOURNED, OVER = (5, 30), "½-½"
HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
#: All players who play from round 1, as an organiser pastes them.
PASTED = "Name\tFIDE ID\n" + "\n".join(f"{name}\t{number}" for number, name, *_rest in LISTED if name != LATE[1])


def rating_list() -> str:
    """Return FIDE's monthly rating list in FIDE's format."""
    return "\n".join([HEAD, *(_line(*each) for each in LISTED)])


def _line(number: int, name: str, title: str, federation: str, rating: int, born: int) -> str:
    begin = f"{number:<15}{name:<61}{federation:<4}{'M':<4}{title:<5}{'':<5}{'':<15}{'':<4}"
    return f"{begin}{rating:<6}{0:<4}{10:<3}{rating:<6}{0:<4}{20:<3}{rating:<6}{0:<4}{20:<3}{born:<6}"


def results(number: int) -> dict[int, str]:
    """Return the results of a round of the only tournament by table; unfinished games are included."""
    tables = Pairing.objects.filter(round__number=number).prefetch_related("appearances__player")
    return {
        each.table: _result(number, each.table, [place.player for place in sorted(each.appearances.all(), key=_side)])
        for each in tables
    }


def _side(place: Appearance) -> int:
    return place.side or 0


def _result(number: int, table: int, sides: list[Player]) -> str:
    heroes = [player.name in HEROES for player in sides]
    if any(heroes):
        return "½-½" if all(heroes) or number == ROUNDS else "1-0" if heroes[0] else "0-1"
    if (number, table) == ADJOURNED:
        return "?"
    if (number, table) == (2, 50):
        return "1-0F"
    ahead = (sides[0].rating or 0) - (sides[1].rating or 0)
    return "1-0" if ahead > 60 else "0-1" if ahead < -60 else "½-½"


def fields(text: str) -> tuple[dict[str, str], list[list[str]]]:
    """Return a player's line by the columns of the form (first and last are counted from one), and its round cells."""
    columns = {
        "number": (5, 8), "sex": (10, 10), "title": (11, 13), "name": (15, 47), "rating": (49, 52),
        "federation": (54, 56), "fide_id": (58, 68), "birth": (70, 79), "points": (81, 84), "rank": (86, 89),
    }  # fmt: skip
    found = {name: text[first - 1 : last].strip() for name, (first, last) in columns.items()}
    cells = [text[start : start + 8].split() for start in range(91, 91 + 10 * ROUNDS, 10)]
    return found, cells


def judge(tournament: Tournament, report: str, chain: str) -> None:
    """Check every field of the report of the finished open, with this list of tie-breaks."""
    lines = report.split("\r\n")
    _the_event_field_by_field(lines, chain)
    _every_player_field_by_field(tournament, [each for each in lines if each.startswith("001")])


def _the_event_field_by_field(lines: list[str], chain: str) -> None:
    records: dict[str, list[str]] = {}
    for each in lines:
        records.setdefault(each[:3], []).append(each[4:].strip())
    values = {
        "012": "Turku Open", "022": "Turku", "032": "FIN", "042": "2026/05/01", "052": "2026/05/09",
        "062": "121", "072": "121", "102": "Ilona Arbiter", "122": "90 minutes and 30 seconds a move",
        "142": "9", "192": "FIDE_DUTCH_2026", "212": chain, "222": "5400+30",
    }  # fmt: skip
    assert {record: records.get(record) for record in values} == {record: [text] for record, text in values.items()}
    assert records["112"] == ["Deputy One", "Deputy Two"]
    assert records["132"][0].split() == [f"{day:%y/%m/%d}" for day in DAYS]
    number, table = ADJOURNED
    assert records["###"] == [
        f"Result @ Round {number + 1}: round {number} table {table}: {OVER}, was ?",
        f"Expelled @ Round 7: {1 + [each[1] for each in LISTED].index(EXPELLED)}, left out of the table: A telephone",
    ]


def _games_of(tournament: Tournament, numbers: dict[int, int]) -> dict[tuple[int, int], list[str]]:
    """Return the opponent's number and the colour, by the player's primary key and the round."""
    met = {}
    for row in tournament.rounds.order_by("number"):
        for table in row.pairings.prefetch_related("appearances"):
            one, other = sorted(table.appearances.all(), key=lambda place: place.side)
            met[one.player_id, row.number] = [str(numbers[other.player_id]), "w"]
            met[other.player_id, row.number] = [str(numbers[one.player_id]), "b"]
    return met


def _every_player_field_by_field(tournament: Tournament, lines: list[str]) -> None:
    places = {place.player.name: place.rank for place in RULE_BOOKS[0].places(tournament)}
    listed = {name: (number, *more) for number, name, *more in LISTED}
    numbers = {seat.player_id: seat.number for seat in Seat.objects.filter(stage=current_stage(tournament))}
    met = _games_of(tournament, numbers)
    assert EXPELLED not in places
    places[EXPELLED] = len(LISTED)
    players = {numbers[each.pk]: each for each in tournament.players.all()}
    worth = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "Z": 0}
    assert len(lines) == len(LISTED)
    for text in lines:
        found, cells = fields(text)
        player = players[int(found["number"])]
        number, title, federation, rating, born = listed[player.name]
        assert found["name"] == player.name
        assert (found["rating"], found["fide_id"], found["federation"]) == (str(rating), str(number), federation)
        assert found["title"].upper() in {title, {"GM": "G", "IM": "M", "FM": "F", "": ""}[title]}
        assert (found["birth"][:4], found["rank"]) == (str(born), str(places[player.name]))
        games = [met.get((player.pk, row), ["0000", "-"]) for row in range(1, ROUNDS + 1)]
        assert [cell[:2] for cell in cells] == games, player.name
        assert float(found["points"]) == sum(worth[cell[2]] for cell in cells) / 2
        missed = ["Z", "Z"] if player.name in {LATE[1], EXPELLED} else []
        assert [cell[2] for cell in cells if cell[2] == "Z"] == missed
