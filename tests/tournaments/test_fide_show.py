"""A 9-round open of 120 in FIDE mode, from a rating list to the report: two norms, a late entry, a try at each lock.

The report is judged by `check`, and read field by field at the columns of the form, without our own reader.
"""

from datetime import date, timedelta
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from pairings.__main__ import main
from standings.web.ratings import candidates
from tests.tournaments.conftest import Stage
from tests.tournaments.test_pages import at, signed_in
from tests.tournaments.test_rating_lists import load
from tournaments.border import current_stage
from tournaments.journal import fide
from tournaments.journal.errors import Refused
from tournaments.models import Seat
from tournaments.rulebook import RULE_BOOKS
from tournaments.services import lifecycle, reopening, results, rules, wishes
from tournaments.words.notation import parse

pytestmark = pytest.mark.django_db

ROUNDS, FIRST = 9, date(2026, 5, 1)
FEDERATIONS = ("FIN", "SWE", "NOR", "EST", "LAT", "GER", "POL", "IND")
#: Number of the list, name, title, federation, rating, year of birth: strong enough at the top for a norm.
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
#: Of these two each wins against everybody but the other, with whom he draws, and draws the last round.
HEROES = ("Family035, Given", "Family042, Given")
LATE = LISTED[40]
#: Expelled after round 7, and left out of the table.
EXPELLED = LISTED[110][1]
HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
)
RATED = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"


def line(number, name, title, federation, rating, born):
    begin = f"{number:<15}{name:<61}{federation:<4}{'M':<4}{title:<5}{'':<5}{'':<15}{'':<4}"
    return f"{begin}{rating:<6}{0:<4}{10:<3}{rating:<6}{0:<4}{20:<3}{rating:<6}{0:<4}{20:<3}{born:<6}"


class Open:
    """The tournament, and the page of its organiser."""

    def __init__(self, orla):
        self.stage = Stage(
            orla, name="Turku Open", system="dutch", planned_rounds=ROUNDS, starts_on=FIRST, fide_mode=None
        )
        self.page = signed_in(orla)
        lifecycle.change_settings(
            self.stage.orla, self.stage.tournament, city="Turku", federation="FIN", ends_on=FIRST + timedelta(days=8),
            round_dates=", ".join((FIRST + timedelta(days=day)).isoformat() for day in range(ROUNDS)),
            chief_arbiter="Ilona Arbiter", deputy_arbiters="Deputy One; Deputy Two",
            default_minutes=30, rate_of_play="90 minutes and 30 seconds a move", time_control="5400+30",
        )  # fmt: skip

    @property
    def tournament(self):
        return self.stage.tournament

    def takes_the_field(self):
        """A pasted list of names and numbers; all else comes from the rating list."""
        text = "Name\tFIDE ID\n" + "\n".join(f"{name}\t{number}" for number, name, *_rest in LISTED if name != LATE[1])
        self.pastes({"text": text})
        shown = self.page.get(at(self.stage, "listed-update"))
        assert "120 of 120 players are in the lists." in shown.content.decode()
        self.pastes({"present": "update", "text": shown.context["text"]})

    def pastes(self, form):
        where = at(self.stage, "player-list")
        seen = self.page.post(where, form).content.decode().split('name="seen" value="')[1].split('"')[0]
        assert self.page.post(where, {**form, "do": "take", "seen": seen}).status_code == 302

    def takes_in_late(self):
        found = self.page.get(at(self.stage, "listed"), {"name": LATE[1]})
        (key,) = {
            row.key for row, _values, _there, _elsewhere in found.context["people"] if row.fide_id == str(LATE[0])
        }
        assert self.page.post(at(self.stage, "listed-add"), {"key": key, "rate": "standard"}).status_code == 302

    def expels(self):
        player = self.tournament.players.get(name=EXPELLED)
        given = {"do": "expel", "player": player.public_id, "reason": "A telephone", "left_out": "on"}
        assert self.page.post(at(self.stage, "arbiter"), given).status_code == 302

    def plays(self, number):
        self.stage.pair()
        self.stage.publish()
        tables = list(self.stage.round.pairings.prefetch_related("appearances__player"))
        entered = {each: parse(self.result(each, number), self.tournament.scoring) for each in tables}
        results.put_results(self.stage.orla, self.tournament, self.stage.round, entered)
        self.stage.close()

    def result(self, table, number):
        one, other = (place.player for place in sorted(table.appearances.all(), key=lambda place: place.side))
        heroes = [player.name in HEROES for player in (one, other)]
        if any(heroes):
            return "½-½" if all(heroes) or number == ROUNDS else "1-0" if heroes[0] else "0-1"
        if table.table == 50 and number == 2:
            return "1-0F"
        ahead = one.rating - other.rating
        return "1-0" if ahead > 60 else "0-1" if ahead < -60 else "½-½"


@pytest.fixture
def played(orla):
    load("\n".join([HEAD + RATED, *(line(*each) for each in LISTED)]), name="FIDE", listed_on=date(2026, 5, 1))
    event = Open(orla)
    event.takes_the_field()
    for number in range(1, ROUNDS + 1):
        if number == 3:
            event.takes_in_late()
        event.plays(number)
        if number == 4:
            event.tried = tried(event)
        if number == 7:
            event.expels()
    lifecycle.finish(event.stage.orla, event.tournament)
    return event


def tried(event):
    """What each lock says when somebody tries it, by the name of the lock."""
    stage, tournament = event.stage, event.tournament
    one, other = tournament.players.order_by("pk")[:2]
    settings = {
        "tournament.fide_mode": {"fide_mode": False},
        "stage.planned_rounds": {"planned_rounds": 7},
        "tournament.points_win": {"points_win": 3},
        "tournament.points_half_bye": {"points_half_bye": 0},
        "tournament.best_of": {"best_of": 3},
        "tournament.default_minutes": {"default_minutes": 60},
        "tournament.rules": {"rules": "fide-2024"},
    }
    attempts = {
        name: lambda values=values: lifecycle.change_settings(stage.orla, tournament, reason="try", **values)
        for name, values in settings.items()
    }
    chain = {"rules": tournament.rules, "changes": {"chain": ["PTS", "SB"]}, "reason": "try"}
    first = tournament.rounds.get(number=1)
    other_result = parse("0-1F", tournament.scoring)
    attempts |= {
        "tournament.rules_changes": lambda: rules.change_rules(stage.orla, tournament, **chain),
        "forbiddenpair": lambda: wishes.forbid_pair(stage.orla, tournament, one, other),
        "result": lambda: results.correct_result(
            stage.orla, tournament, first.pairings.get(table=1), other_result, reason="try"
        ),
        "round": lambda: reopening.reopen_round(stage.orla, tournament, first),
    }
    said = {}
    for name, attempt in attempts.items():
        with pytest.raises(Refused) as refused:
            attempt()
        said[name] = (refused.value.code, refused.value.text)
    return said


def fields(text):
    """A player's line by the columns of the form: each from its first to its last, counted from one."""
    columns = {
        "number": (5, 8), "sex": (10, 10), "title": (11, 13), "name": (15, 47), "rating": (49, 52),
        "federation": (54, 56), "fide_id": (58, 68), "birth": (70, 79), "points": (81, 84), "rank": (86, 89),
    }  # fmt: skip
    found = {name: text[first - 1 : last].strip() for name, (first, last) in columns.items()}
    cells = [text[start : start + 8].split() for start in range(91, 91 + 10 * ROUNDS, 10)]
    return found, cells


def test_from_the_rating_list_to_the_report(played, tmp_path, capsys):
    assert played.tournament.fide_mode
    no_lock_gave_way(played)
    two_norms_with_their_papers(played)
    answer = played.page.get(reverse("tournaments:report", args=[played.tournament.slug, "trf26"]))
    path = tmp_path / "open.trf"
    path.write_bytes(answer.content)
    assert main(["check", str(path)]) == 0
    judged = f"{ROUNDS} rounds checked, 0 differ; points and ranks of 121 players checked, 0 differ\n"
    assert capsys.readouterr().out == judged
    lines = answer.content.decode().split("\r\n")
    the_event_field_by_field(lines)
    every_player_field_by_field(played.tournament, [each for each in lines if each.startswith("001")])


def no_lock_gave_way(event):
    """Every lock was tried in round 5."""
    assert {fide.LOCKS[name].what for name in event.tried if name in fide.LOCKS} == {each.what for each in fide.locks()}
    for name, (code, text) in event.tried.items():
        assert code in {"fide-mode", "too-late", "round-follows"}, (name, code, text)
        if name in fide.LOCKS and code == "fide-mode":
            assert str(fide.LOCKS[name].article) in text


def two_norms_with_their_papers(event):
    made = {
        (each.player.name, each.norm.title.code) for each in candidates(event.tournament, host="FIN") if each.norm.made
    }
    assert made == {(hero, "GM") for hero in HEROES}
    papers = PdfReader(BytesIO(event.page.get(at(event.stage, "standings:norm-forms-pdf")).content))
    certificates = [text for page in papers.pages if "(IT1)" in (text := page.extract_text())]
    assert len(certificates) == len(made)
    for hero in HEROES:
        assert any(hero in text and "(IT1) · GM" in text for text in certificates)


def the_event_field_by_field(lines):
    records = {}
    for each in lines:
        records.setdefault(each[:3], []).append(each[4:].strip())
    said = {
        "012": "Turku Open", "022": "Turku", "032": "FIN", "042": "2026/05/01", "052": "2026/05/09",
        "062": "121", "072": "121", "102": "Ilona Arbiter", "122": "90 minutes and 30 seconds a move",
        "142": "9", "192": "FIDE_DUTCH_2026", "212": "PTS,DE,BH/C1,BH,SB", "222": "5400+30",
    }  # fmt: skip
    assert {record: records.get(record) for record in said} == {record: [text] for record, text in said.items()}
    assert records["112"] == ["Deputy One", "Deputy Two"]
    assert records["132"][0].split() == [f"26/05/0{day}" for day in range(1, ROUNDS + 1)]
    assert records["###"] == [
        f"Expelled @ Round 7: {1 + [each[1] for each in LISTED].index(EXPELLED)}, left out of the table: A telephone"
    ]


def games_of(tournament, numbers):
    """Opponent's number and colour, by the player's key and the round."""
    met = {}
    for row in tournament.rounds.order_by("number"):
        for table in row.pairings.prefetch_related("appearances"):
            one, other = sorted(table.appearances.all(), key=lambda place: place.side)
            met[one.player_id, row.number] = [str(numbers[other.player_id]), "w"]
            met[other.player_id, row.number] = [str(numbers[one.player_id]), "b"]
    return met


def every_player_field_by_field(tournament, lines):
    places = {place.player.name: place.rank for place in RULE_BOOKS[0].places(tournament)}
    listed = {name: rest for number, name, *more in LISTED for rest in [(number, *more)]}
    numbers = {seat.player_id: seat.number for seat in Seat.objects.filter(stage=current_stage(tournament))}
    met = games_of(tournament, numbers)
    assert EXPELLED not in places
    places[EXPELLED] = 121
    players = {numbers[each.pk]: each for each in tournament.players.all()}
    worth = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "Z": 0}
    assert len(lines) == 121
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
