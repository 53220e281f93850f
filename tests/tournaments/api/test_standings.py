"""Standings in the API: any round, stage and rule set, and the parts of every value."""

import json
from dataclasses import replace
from math import inf

import pytest
from django.utils.translation import gettext, override

from standings.__main__ import main
from standings.web.next_stage.qualification import go_on
from standings.web.what_if import verdicts
from tests.tournaments.api.test_api import problem
from tournaments.core import snapshot
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(make):
    """Four players for two rounds. Round 1: Ann beats Bo, Cy beats Di. Round 2: Ann beats Di, Bo and Cy draw."""
    stage = make(game="cards", system="manual", best_of=1).with_players("Ann", "Bo", "Cy", "Di")
    stage.ids = {name: player.public_id for name, player in stage.players.items()}
    return stage


@pytest.fixture
def played_event(cards, program):
    desk = program(cards)
    for number, tables in ((1, (("Ann", "Bo", "1-0"), ("Cy", "Di", "1-0"))), (2, (("Ann", "Di", "1-0"),))):
        desk.post("/rounds", {"number": number})
        pairs = [{"first": cards.ids[first], "second": cards.ids[second]} for first, second, _ in tables]
        desk.put(f"/rounds/{number}/pairings", {"pairings": pairs}, read=f"/rounds/{number}")
        cards.round = cards.tournament.rounds.get(number=number)
        cards.publish(*({"Ann", "Bo", "Cy", "Di"} - {name for first, second, _ in tables for name in (first, second)}))
        for table, (_first, _second, text) in enumerate(tables, start=1):
            cards.enter(table, text)
        cards.close()
    return desk


class TestTable:
    @pytest.mark.rotates(4)
    def test_gives_every_round_and_rule_set(self, played_event):
        first = played_event.get("/standings?round=1").json()
        assert [row["values"]["MP"]["exact"] for row in first["rows"]] == ["3", "3", "0", "0"]
        assert (first["stage"], first["after_round"], first["rules"]) == (1, 1, "mtr")
        assert played_event.get("/standings?rules=pokemon").json()["columns"] == ["MP", "OMW", "OOMW"]

    @pytest.mark.rotates(4)
    def test_lists_every_criterion_of_the_family(self, played_event):
        columns = played_event.get("/standings?columns=family").json()["columns"]
        assert columns[:4] == ["MP", "OMW", "GW", "OGW"]
        assert {"MW", "WINS", "OOMW"} <= set(columns)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("ask", "code"), [("round=9", "unknown-round"), ("rules=none", "query"), ("stage=3", "unknown-stage")]
    )
    def test_unknown_round_stage_or_rules_are_refused(self, played_event, ask, code):
        problem(played_event.get(f"/standings?{ask}"), 422, code)

    @pytest.mark.rotates(4)
    def test_gives_an_earlier_stage(self, cards, played_event):
        go_on(
            cards.orla,
            cards.tournament,
            places=2,
            system="manual",
            planned_rounds=None,
            decision="hand",
            by_hand={key: place for place, key in enumerate(cards.ids.values(), start=1)},
            reason="play-off of the first two",
        )
        assert len(played_event.get("/standings").json()["rows"]) == 2
        before = played_event.get("/standings?stage=1").json()
        assert (before["stage"], len(before["rows"])) == (1, 4)
        assert played_event.get(f"/standings/{cards.ids['Di']}/MP?stage=1").json()["value"]["exact"] == "0"
        assert played_event.get(f"/standings/{cards.ids['Di']}/MP").status_code == 404
        assert played_event.get("/standings/comparison?stage=1&with=pokemon").json()["after_round"] == 2
        problem(played_event.get("/standings?stage=3"), 422, "unknown-stage")


class TestStruck:
    @pytest.fixture
    def robin(self, make):
        stage = make(system="round-robin").with_players(*"ABCDEF")
        stage.play("1-0", "1-0", "1-0")
        registration.withdraw(stage.orla, stage.tournament, stage.players["D"])
        return stage

    def test_player_has_no_rank_as_on_pages(self, robin, program):
        rows = program(robin).get("/standings").json()["rows"]
        assert {row["player"]["name"]: row["rank"] is None for row in rows if row["struck"]} == {"D": True}
        assert all(row["rank"] for row in rows if not row["struck"])

    def test_player_has_no_rank_by_the_command(self, robin, program, tmp_path, capsys):
        path = tmp_path / "cup.json"
        path.write_bytes(program(robin).get("/snapshot").content)
        assert main(["rank", str(path), "--rules", "fide-2026-round-robin", "--json"]) == 0
        ranks = {row["player"]["name"]: row["rank"] for row in json.loads(capsys.readouterr().out)}
        assert (ranks.pop("D"), None in ranks.values()) == (None, False)


class TestDerivation:
    @pytest.mark.rotates(2)
    def test_has_pieces_with_floor_and_exact_fraction(self, cards, played_event):
        made = played_event.get(f"/standings/{cards.ids['Ann']}/OMW").json()
        third = {"exact": "33/100", "shown": "33.00 %"}
        assert (made["value"], made["how"]) == (third, "mean")
        assert made["pieces"][0] == {
            "round": 1,
            "opponent": {"id": cards.ids["Bo"], "name": "Bo"},
            "kind": "played",
            "amount": third,
            "steps": [{"code": "floor", "before": {"exact": "0", "shown": "0.00 %"}, "after": third}],
            "cut": None,
        }

    @pytest.mark.rotates(2)
    def test_exists_for_a_criterion_that_does_not_rank(self, cards, played_event):
        made = played_event.get(f"/standings/{cards.ids['Cy']}/BH/C1?rules=mtr").json()
        assert made["pieces"][1]["cut"] == "C.07 16.5"

    @pytest.mark.rotates(2)
    def test_exists_for_mini_tables_where_the_rules_use_them(self, cards, played_event):
        path = f"/standings/{cards.ids['Bo']}/H2H"
        assert played_event.get(f"{path}?rules=pokemon").json()["how"] == "mini"
        assert played_event.get(path).status_code == 404

    @pytest.mark.rotates(2)
    def test_unknown_criterion_is_not_found(self, cards, played_event):
        assert played_event.get(f"/standings/{cards.ids['Bo']}/NONE").status_code == 404


def test_verdicts_belong_to_one_state_and_its_etag(cup, anonymous):
    cup.play("1-0", "½-½")
    cup.play("1-0", "½-½")
    cup.pair()
    cup.publish()
    path, reader = "/standings/verdicts?top=1", anonymous(cup)
    first = reader.get(path)
    assert (first.json()["revision"], first.json()["open_tables"]) == (cup.revision(), 2)
    for key, known in verdicts._cache.items():
        verdicts._cache[key] = replace(known, until=inf)
    cup.enter(1, "1-0")
    assert reader.get(path).json() == first.json()
    assert reader.get(path, If_None_Match=first["ETag"]).status_code == 304
    verdicts._cache.clear()
    later = reader.get(path, If_None_Match=first["ETag"])
    assert (later.json()["revision"], later.json()["open_tables"]) == (cup.revision(), 1)


def test_names_are_isolated_once_for_a_whole_table(cup, anonymous, monkeypatch):
    """A table of thousands of rows names a player in each row."""
    cup.play("1-0", "1-0")
    asked, isolate_all = [], snapshot.isolate_all
    monkeypatch.setattr(snapshot, "isolate_all", lambda names: asked.append(1) or isolate_all(names))
    for place in ("/standings", "/standings/comparison?with=fide-2024"):
        asked.clear()
        anonymous(cup).get(place)
        assert len(asked) <= 1


def test_names_are_in_the_language_of_the_reader(cup):
    view = snapshot.take_view(snapshot.current_stage(cup.tournament))
    assert view.names is view.names
    with override("fi"):
        assert view.names[0] == gettext("the bye")
    assert view.names[0] == "the bye"
