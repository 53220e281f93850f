"""Standalone engines read the server's documents and know the same as the server."""

import io
import json
import sys
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from pairings.__main__ import main as pairings
from pairings.files.reading import read
from standings.__main__ import main as standings
from tournaments.core import snapshot
from tournaments.core.rights import Right, Who
from tournaments.drafts import editing
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.setup import samples
from tournaments.tournament_files import files
from tournaments.web.api import documents

pytestmark = pytest.mark.django_db


def sorted_rounds(snapshot):
    """Return a copy of a snapshot with byes in order of player and pairings in order of table.

    It has no `idle` players, as before the system determines who has no match.
    """
    return replace(
        snapshot,
        idle=frozenset(),
        rounds=tuple(
            replace(
                played,
                pairings=tuple(sorted(played.pairings, key=lambda p: p.table)),
                byes=tuple(sorted(played.byes, key=lambda bye: bye.player)),
            )
            for played in snapshot.rounds
        ),
    )


def both(tournament):
    """Return what the server knows of a tournament: its snapshot for those who may see all, and its file."""
    shown = documents.snapshot(tournament, list(tournament.rounds.order_by("number")), frozenset(Right), Who())
    return json.dumps(shown, default=str).encode(), files.write(tournament)


def sorted_rounds_of(tournament):
    return sorted_rounds(snapshot.take_view(snapshot.current_stage(tournament)).snapshot)


@pytest.fixture
def event(make):
    """A Swiss with everything that affects a pairing.

    It has wishes, byes and a withdrawn player; tests add open results and a draft.
    """
    cup = make(game="chess", system="dutch", planned_rounds=5).with_players(*(f"Player {n}" for n in range(1, 10)))
    who, tournament = cup.orla, cup.tournament
    editing.forbid_pair(who, tournament, cup.players["Player 1"], cup.players["Player 2"])
    registration.request_bye(who, tournament, cup.players["Player 9"], 1, "half")
    cup.play("1-0", "0-1", "1-0", "=")
    registration.withdraw(who, tournament, cup.players["Player 8"])
    registration.request_bye(who, tournament, cup.players["Player 3"], 2, "zero")
    editing.fix_pair(who, tournament, 2, cup.players["Player 5"], cup.players["Player 4"])
    return cup


@pytest.mark.rotates(8)
def test_document_of_every_demo_reads_back_the_same():
    samples.load_demo(date(2026, 5, 1))
    for each in samples.DEMOS:
        tournament = Tournament.objects.get(slug=each.slug)
        for document in both(tournament):
            found = read(document)
            rules, options = snapshot.system_of(snapshot.current_stage(tournament))
            # Starting scores are the system's own.
            complete = rules.add_system_facts(found.snapshot(found.played + 1), options)
            assert sorted_rounds(complete) == sorted_rounds_of(tournament)
            assert found.system == each.system


def test_tournament_file_includes_the_seed_for_lots(make, tmp_path, capsys):
    """If many pairings are equally good by PAPP's penalties, the file leads to the same one as the server."""
    cup = make(game="othello", system="papp").with_players(*(f"Player {n}" for n in range(1, 9)))
    drafted = documents.round_document(cup.pair(), ())
    path = tmp_path / "event.json"
    path.write_bytes(files.write(cup.tournament))
    assert pairings(["pair", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    tables = [(each["first"], each["second"]) for each in drafted["pairings"]]
    assert [(each["first"], each["second"]) for each in answer["pairings"]] == tables
    assert pairings(["pair", str(path), "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairings"] != answer["pairings"]


def test_wishes_byes_and_a_draft_are_read_back(event):
    for drafted in (False, True):
        if drafted:
            event.pair()  # a draft still has to be paired
        for document in both(event.tournament):
            found = read(document)
            assert sorted_rounds(found.snapshot(2)) == sorted_rounds_of(event.tournament)
            assert found.snapshot(1).byes[0].kind == "half"


def test_player_not_checked_in_before_the_start_is_not_paired(make):
    cup = make(game="chess", system="dutch", planned_rounds=5, uses_check_in=True).with_players("Ann", "Bo", "Cy")
    registration.check_in(cup.orla, cup.tournament, [cup.players["Bo"]], here=True)
    for document in both(cup.tournament):
        assert [p.number for p in read(document).snapshot(1).to_be_paired()] == [2]


@pytest.mark.rotates(2)
def test_command_pairs_the_same_as_the_server(event, monkeypatch, capsys, tmp_path):
    event.pair()
    drafted = documents.round_document(event.round, ())
    for document in both(event.tournament):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
        assert pairings(["pair", "-", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["system"] == "dutch"
        tables = [{name: each[name] for name in ("table", "first", "second")} for each in drafted["pairings"]]
        assert [{name: each[name] for name in tables[0]} for each in answer["pairings"]] == tables
        assert [{"player": bye["player"], "kind": bye["kind"]} for bye in answer["byes"]] == drafted["byes"]
        path = tmp_path / "event.json"
        path.write_bytes(document)
        assert pairings(["check", str(path)]) == 0
        assert capsys.readouterr().out == "1 rounds checked, 0 differ\n"
        assert pairings(["pair", str(path), "--trf"]) == 2
        assert standings(["rank", str(path), "--rules", "fide-2026", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert {row["player"]["name"] for row in rows} == {f"Player {n}" for n in range(1, 10)}


def test_pair_command_warns_of_missing_results_in_the_running_round(event, capsys, tmp_path):
    event.pair()
    event.publish()
    event.enter(2, "1-0")
    path = tmp_path / "event.json"
    path.write_bytes(both(event.tournament)[0])
    assert pairings(["pair", str(path)]) == 0
    assert capsys.readouterr().err == "Round 2 is not over: no result yet at 1, 3.\n"


def test_public_snapshot_can_be_ranked(event, capsys, tmp_path):
    answer = Client().get(f"/api/v1/tournaments/{event.tournament.slug}/snapshot")
    shown = answer.json()
    assert {"fixed_pairs", "forbidden_pairs", "requested_byes"} & shown.keys() == set()
    path = tmp_path / "event.json"
    path.write_bytes(answer.content)
    assert standings(["rank", str(path), "--rules", "fide-2026"]) == 0
    assert "Player 1" in capsys.readouterr().out


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda it: it.pop("stages"), "no file of results"),
        (lambda it: it["stages"].clear(), "wrong type"),
        (lambda it: it["stages"][0].update(system="cup-of-1899"), "cup-of-1899: this pairing system is not here"),
        (lambda it: it["stages"][0].update(options={"edition": "1900"}), "edition: Choose one of: "),
        (lambda it: it["stages"][0]["seats"].pop(), "is missing or refers to nothing"),
        (lambda it: it["stages"][0]["seats"][0].update(seat=2), "Two players have the same seat"),
        (lambda it: it["rounds"][0].update(number=3), "not numbered one after the other"),
        (lambda it: it["rounds"][0]["pairings"][0]["result"].update(first="won"), "wrong type"),
        (lambda it: it.update(players=7), "wrong type"),
    ],
)
def test_invalid_snapshot_fails_with_a_one_line_message(event, change, text, tmp_path, capsys):
    document = json.loads(both(event.tournament)[0])
    change(document)
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document))
    assert pairings(["pair", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert text in error
