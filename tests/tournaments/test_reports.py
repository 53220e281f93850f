"""Report files through the application: read whole or not at all, written at any moment, and the same tournament after."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from django.db import connection

from pairings import trf
from pairings.__main__ import main
from pairings.snapshot import Decision
from pairings.trf.replay import points_of_round
from tournaments import reports
from tournaments.incoming import BrokenReport, incoming
from tournaments.models import ForbiddenPair, JournalEntry, Player, RequestedBye, Tournament
from tournaments.services import importing, lifecycle, registration, rounds, wishes
from tournaments.who import Who

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent.parent / "data" / "trf"
SAMPLES = sorted([*DATA.glob("*.trf"), *(DATA / "paired").glob("*.trf")])
BROKEN = {
    "py4swiss__incompatible_color": "Line 2, column 137: expected the colour that player 3 did not have, found “b”.",
    "py4swiss__missing_result": "Line 2, column 132: expected an opponent whose own line has player 2 in this round, "
    "found “3”.",
}
WHOLE = [path for path in SAMPLES if path.stem not in BROKEN]


def imported(data, who=None):
    values = {"name": "Open", "starts_on": date(2026, 5, 1), "time_zone": "Europe/Helsinki", "is_public": True}
    return importing.import_tournament(who or Who.command("test"), incoming(data), **values)


def exported(tournament, edition=trf.Edition.TRF26, **more):
    return reports.report(tournament.stages.get(), edition, **more)


def replay(data):
    return trf.Replay(trf.read(data))


def told(data):
    """What a file says: players by their places, games with colours and results, byes, points and settings."""
    found = replay(data)
    snapshot = found.snapshot(found.played + 1)
    place = {player.number: place for place, player in enumerate(snapshot.players, start=1)}
    last = snapshot.planned_rounds or 999
    points = dict.fromkeys(place.values(), Fraction(0))
    games, byes = {}, {}
    for played in found.rounds:
        for number, gained in points_of_round(played, snapshot.scoring):
            points[place[number]] += gained
        for p in played.pairings:
            games[played.number, place[p.first], place[p.second]] = told_result(p.result)
            byes |= {(played.number, p.first): None, (played.number, p.second): None}
        byes |= {(played.number, bye.player): bye.kind for bye in played.byes}
        byes |= {(played.number, number): "zero" for number in place if (played.number, number) not in byes}
    return {
        "players": [(" ".join(p.name.split()), p.rating, p.title) for p in snapshot.players],
        "games": games,
        "byes": {(number, place[player]): kind for (number, player), kind in byes.items() if kind},
        "points": points,
        "scoring": snapshot.scoring,
        "rounds": snapshot.planned_rounds,
        "virtual": {place[number]: row for number, row in snapshot.virtual_points.items()},
        "forbidden": {
            (place[a], place[b], rule.first_round, min(rule.last_round or last, last))
            for rule in snapshot.forbidden
            for a in rule.players
            for b in rule.players
            if a < b
        },
        "away": {(place[bye.player], bye.kind) for bye in snapshot.byes if found.played < last},
    }


def told_result(result):
    """The sides, and whether the game was played; a ruling with the sides of no game needs no word of its own."""
    if result is None:
        return None
    ordinary = (result.first, result.second) in {("win", "loss"), ("loss", "win"), ("draw", "draw")}
    ruling = result.decision is Decision.RULING and ordinary
    return result.first, result.second, result.played, ruling


def verdict(data, tmp_path, capsys):
    """The last line of `check`, and the rounds that differ."""
    path = tmp_path / "file.trf"
    path.write_bytes(data)
    status = main(["check", str(path)])
    lines = capsys.readouterr().out.splitlines()
    return status, lines[-1], [line.rpartition(": ")[2] for line in lines if line.endswith("differs")]


class TestFilesFromTheWild:
    @pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
    def test_what_is_read_comes_back_out(self, path):
        data = path.read_bytes()
        out = exported(imported(data))
        assert trf.faults(out) == ()
        assert told(out) == told(data)

    @pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
    def test_every_round_is_judged_as_before(self, path, tmp_path, capsys):
        data = path.read_bytes()
        assert verdict(exported(imported(data)), tmp_path, capsys) == verdict(data, tmp_path, capsys)

    @pytest.mark.parametrize("name", BROKEN)
    def test_a_broken_file_is_refused_with_its_place(self, name):
        with pytest.raises(BrokenReport) as refused:
            imported((DATA / f"{name}.trf").read_bytes())
        fault = refused.value.faults[0]
        assert fault.text == BROKEN[name]
        assert fault.content == fault.before + fault.after
        assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)
