"""Tournaments of other formats by the API only, from the first player to the final table."""

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, cycle

import pytest

from pairings.files.pairing_system import system_in
from pairings.files.reading import read, recorded_in
from pairings.systems.arena import Options as ArenaOptions
from pairings.systems.arena import scores
from pairings.systems.keizer import Options, keizer
from pairings.systems.ladder import Options as LadderOptions
from pairings.systems.ladder import ladder
from tournaments.people import tokens

pytestmark = pytest.mark.django_db


class Event:
    """A tournament that a program creates and runs; `players` is their number, or a list with the data of each."""

    def __init__(self, program, players, **settings):
        self.program = program
        self.made = self.json_of(
            program.post("/tournaments", {"starts_on": "2026-11-22", "time_zone": "UTC", **settings})
        )
        program.root += f"/tournaments/{self.made['slug']}"
        rows = players
        if isinstance(players, int):
            rows = [{"name": f"Player {n:02}", "rating": 2400 - 20 * n} for n in range(1, players + 1)]
        self.players = self.json_of(program.post("/players", {"players": rows}))["players"]

    @staticmethod
    def json_of(answer):
        assert answer.status_code < 300, answer.content[:600]
        return answer.json() if answer.content else None

    def pair(self, number):
        """Pair and publish a round, and return its tables as (first, second) by name."""
        self.json_of(self.program.post("/rounds", {"number": number}))
        self.tables = self.json_of(self.program.post(f"/rounds/{number}/publish", {"reason": "as announced"}))[
            "pairings"
        ]
        return [(table["first"]["name"], table["second"]["name"]) for table in self.tables]

    def play(self, number, notations):
        pairs = self.pair(number)
        lines = [
            {"pairing": table["id"], "result": {"notation": text}}
            for table, text in zip(self.tables, cycle(notations), strict=False)
        ]
        self.json_of(self.program.put(f"/rounds/{number}/results", {"results": lines}, f"/rounds/{number}"))
        self.json_of(self.program.post(f"/rounds/{number}/close"))
        return pairs

    def standings(self, path="/standings"):
        return self.json_of(self.program.get(path))["rows"]


@pytest.mark.rotates(6)
def test_double_swiss(account):
    """Nine players, five rounds of two games: no two players meet twice, and the report file has ten rounds."""
    event = Event(account(*tokens.OF_ACCOUNT), 9, name="Double", game="chess", system="double-swiss", planned_rounds=5)
    assert (event.made["best_of"], event.made["by_games"]) == (2, True)
    met = []
    for number in range(1, 6):
        met += map(frozenset, event.play(number, ("2-0", "1½-½", "1-1", "½-1½")))
    assert len(set(met)) == len(met) == 20
    rows = event.standings()
    points = sum(Fraction(row["points"]["exact"]) for row in rows)
    assert points == 20 * 2 + 5 * 1.5
    source = read(event.program.get("/report.trf26").content)
    assert (source.system, source.played) == ("double-swiss", 5)


def test_double_swiss_with_scores_is_refused(account):
    program = account(*tokens.OF_ACCOUNT)
    answer = program.post(
        "/tournaments",
        {
            "name": "D",
            "game": "football",
            "starts_on": "2026-11-22",
            "time_zone": "UTC",
            "by_games": True,
            "best_of": 2,
        },
    )
    assert answer.status_code == 422, answer.content
    assert "at least two games" in answer.content.decode()


@pytest.mark.rotates(8)
def test_keizer(account):
    """Seven players, six evenings, an absence and a late entry."""
    event = Event(account(*tokens.OF_ACCOUNT), 7, name="Keizer", game="chess", system="keizer")
    met = []
    for number in range(1, 7):
        if number == 3:
            event.json_of(event.program.post(f"/players/{event.players[0]['id']}/byes", {"round": 4, "kind": "full"}))
            event.json_of(event.program.post("/players", {"players": [{"name": "Late", "rating": 1500}]}))
        met.append(set(map(frozenset, event.play(number, ("1-0", "½-½", "0-1")))))
    assert not any(one & other for at, one in enumerate(met) for other in met[at + 1 : at + 3])
    rows = event.standings()
    assert len(rows) == 8
    scores = [Fraction(row["values"]["KZ"]["exact"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    source = recorded_in(event.program.get("/snapshot").json())
    found = keizer(source.snapshot(source.played + 1), Options())
    assert scores == [Fraction(found.doubled[number], 2) for number in found.order]
    best = rows[0]["player"]["id"]
    answer = event.program.get(f"/standings/{best}/KZ")
    assert "At the start" in answer.content.decode()


@pytest.mark.rotates(6)
def test_ladder(account):
    """Seven members, five evenings: a challenge over too many places, an absence, a late entry and a correction."""
    event = Event(account(*tokens.OF_ACCOUNT), 7, name="Ladder", game="chess", system="ladder")
    program, ids = event.program, {player["name"]: player["id"] for player in event.players}
    challenge = {"round": 2, "first": ids["Player 07"], "second": ids["Player 01"]}
    event.json_of(program.post("/wishes/fixed", challenge))
    for number in range(1, 6):
        if number == 3:
            event.json_of(program.post(f"/players/{ids['Player 02']}/byes", {"round": 4, "kind": "zero"}))
            event.json_of(program.post("/players", {"players": [{"name": "Late"}]}))
        pairs = event.play(number, ("1-0", "½-½", "0-1"))
        if number == 2:
            assert ("Player 07", "Player 01") in pairs
            answer = event.json_of(program.get("/rounds/2/reasons"))
            assert [reason["code"] for reason in answer["reasons"]] == ["ladder-by-hand-far"]
            table = next(each for each in event.tables if each["first"]["name"] == "Player 07")
    before = names_of_table(event)
    event.json_of(
        program.post(f"/pairings/{table['id']}/corrections", {"result": {"notation": "½-½"}, "reason": "as agreed"})
    )
    assert names_of_table(event) != before
    rows = event.standings()
    text = event.json_of(program.get(f"/standings/{rows[0]['player']['id']}/LDR"))
    assert text["sentences"][0] == "Place on the ladder: 1."
    assert sum(Fraction(piece["amount"]["exact"]) for piece in text["pieces"]) == 1
    source = read(program.get("/report.trf26").content)
    assert (system_in(source.document).system.key, source.played) == ("ladder", 5)
    assert list_of(source) == names_of_table(event)


@pytest.mark.rotates(6)
def test_arena(account):
    """Nine players in overlapping rounds. A new round uses free tables, and waiting players play next. Waiting scores
    no point; the scores are recalculated for comparison.
    """
    event = Event(account(*tokens.OF_ACCOUNT), 9, name="Arena", game="chess", system="arena")
    program = event.program
    event.pair(1)
    open_tables = {table["table"]: table for table in event.tables}
    waits = event.json_of(program.get("/rounds/1"))["byes"]
    assert [bye["kind"] for bye in waits] == ["zero"]
    again = program.post("/rounds", {"number": 2})
    assert (again.status_code, again.json()["code"]) == (422, "arena-nobody")
    for number in range(2, 8):
        for table in sorted(open_tables)[:2]:
            ended = open_tables.pop(table)
            address = f"/pairings/{ended['id']}"
            event.json_of(program.put(f"{address}/result", {"notation": "1-0"}, address))
        event.pair(number)
        assert not open_tables.keys() & {table["table"] for table in event.tables}
        open_tables |= {table["table"]: table for table in event.tables}
        seated = {side["id"] for table in open_tables.values() for side in (table["first"], table["second"])}
        assert len(seated) == 2 * len(open_tables)
        assert waits[0]["player"]["id"] in seated
        waits = event.json_of(program.get(f"/rounds/{number}"))["byes"]
    rows = event.standings()
    answer = event.json_of(program.get(f"/standings/{rows[0]['player']['id']}/ARN"))
    assert sum(Fraction(piece["amount"]["exact"]) for piece in answer["pieces"]) == Fraction(answer["value"]["exact"])
    known = recorded_in(program.get("/snapshot").json()).snapshot(8)
    arena = scores(known, ArenaOptions())
    by_name = {player.name: sum(part.points for part in arena[player.number]) for player in known.players}
    assert {row["player"]["name"]: Fraction(row["values"]["ARN"]["exact"]) for row in rows} == by_name
    source = read(program.get("/report.trf26").content)
    assert (system_in(source.document).system.key, source.played) == ("arena", 7)


def list_of(source):
    known = source.snapshot(source.played + 1)
    names = {player.number: player.name for player in known.players}
    return [names[number] for number in ladder(known, LadderOptions()).order]


def names_of_table(event):
    """Return the names in the standings, in the same order as the ladder in the snapshot."""
    rows = event.standings()
    names = [row["player"]["name"] for row in rows]
    assert [int(row["values"]["LDR"]["exact"]) for row in rows] == [*range(1, len(rows) + 1)]
    assert list_of(recorded_in(event.program.get("/snapshot").json())) == names
    return names


@pytest.mark.rotates(8)
def test_danish(account):
    """Eight players, four rounds: from round 2 on each meets the neighbour in the standings, even for a second time."""
    event = Event(account(*tokens.OF_ACCOUNT), 8, name="Danish", game="chess", system="papp", planned_rounds=4)
    tag = event.program.get("/system")["ETag"]
    event.json_of(event.program.send("PATCH", "/system", {"system": "papp", "preset": "danish"}, If_Match=tag))
    points = {player["name"]: Fraction(0) for player in event.players}
    for number in range(1, 5):
        pairs = event.play(number, ("1-0", "0-1"))
        line = sorted(points, key=lambda name: (-points[name], name))
        assert set(map(frozenset, pairs)) == set(map(frozenset, zip(line[::2], line[1::2], strict=True)))
        for at, pair in enumerate(pairs):
            points[pair[at % 2]] += 1


@pytest.mark.rotates(6)
def test_commander_in_pods(account):
    """Twenty-three players, four rounds, a final of four and one correction; features for games of two are refused."""
    event = Event(
        account(*tokens.OF_ACCOUNT), 23, name="Commander", game="cards", system="pods", planned_rounds=4, is_public=True
    )
    program = event.program
    assert (event.made["points"]["win"]["exact"], event.made["rules"]) == ("5", "commander")
    met = Counter()
    for number in range(1, 5):
        event.play(number, ("1", "2", "3", "4", "½", "½-½-0"))
        tables = [[table["first"], table["second"], *table["others"]] for table in event.tables]
        assert sorted(map(len, tables)) == [3, 4, 4, 4, 4, 4]
        met.update(frozenset((a["id"], b["id"])) for table in tables for a, b in combinations(table, 2))
    assert max(met.values()) <= 2
    table = event.tables[0]
    assert Event.json_of(program.get("/rounds/4"))["pairings"][0]["result"]["others"] == ["loss", "loss"]
    right = {"result": {"first": "loss", "second": "loss", "others": ["win", "loss"]}, "reason": "misread"}
    corrected = Event.json_of(program.post(f"/pairings/{table['id']}/corrections", right))
    assert corrected["result"]["notation"] == "0-0-1-0"
    wrong = program.post(f"/pairings/{table['id']}/corrections", {"result": {"notation": "1-0-0"}, "reason": "misread"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "impossible-result")
    rows = event.standings()
    assert sum(Fraction(row["points"]["exact"]) for row in rows) == 4 * (4 * 5 + 4 + 2)
    assert program.get("/report.trf26").status_code == 422
    assert program.get("/standings?rules=fide-2026").json()["code"] == "pods-rules"
    lines = list(csv.reader(program.get("/rounds/4/pairings.csv").content.decode("utf-8-sig").splitlines()))
    assert lines[0][3:7] == ["first", "second", "third", "fourth"]
    assert len({name for line in lines[1:] for name in line[3:7] if name}) == 23

    document = read(program.get("/snapshot").content)
    assert (document.system, [len(p.players) for p in document.rounds[3].pairings]) == ("pods", [4, 4, 4, 4, 4, 3])

    refused = program.post("/stages", {"places": 4, "system": "knock-out", "ties": "lot"})
    assert refused.json()["code"] == "pods"
    Event.json_of(program.post("/stages", {"places": 4, "system": "pods", "planned_rounds": 1, "ties": "lot"}))
    event.play(5, ("3",))
    final = event.standings()
    assert final[0]["player"]["id"] == event.tables[0]["others"][0]["id"]
    Event.json_of(program.post("/finish"))
    whole = Event.json_of(program.get("/file"))
    assert whole["tournament"]["of_pods"]


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.rotates(6)
def test_booster_draft_of_22(account, across):
    """Two drafts of three rounds with pods of 8, 8 and 6, first by lot, then by points. Pairings are inside the pods or
    across.
    """
    event = Event(
        account(*tokens.OF_ACCOUNT), 22, name="Draft", game="cards", system="booster", planned_rounds=6, is_public=True
    )
    program = event.program
    preset = {"system": "booster", "preset": "across" if across else "pods"}
    event.json_of(program.send("PATCH", "/system", preset, If_Match=program.get("/system")["ETag"]))
    for number in range(1, 7):
        event.play(number, ("2-0", "1-2", "2-1"))
        answer = Event.json_of(program.get(f"/rounds/{number}"))["booster_pods"]
        assert [len(pod) for pod in answer] == ([8, 8, 6] if number in {1, 4} else [])
        if answer:
            pods = {player["id"]: pod for pod, players in enumerate(answer) for player in players}
            points = {row["player"]["id"]: Fraction(row["points"]["exact"]) for row in event.standings()}
            opposite = {frozenset((pod[at]["id"], pod[at + len(pod) // 2]["id"])) for pod in answer for at in range(3)}
        pairs = [frozenset((table["first"]["id"], table["second"]["id"])) for table in event.tables]
        assert across or all(len({pods[each] for each in pair}) == 1 for pair in pairs)
        assert across or number not in {1, 4} or opposite <= set(pairs)
    source = read(program.get("/snapshot").content)
    assert source.system == "booster"
    assert [list(map(len, played.booster_pods)) for played in source.rounds[::3]] == [[8, 8, 6]] * 2
    assert len(points) == 22
    Event.json_of(program.post("/finish"))
    whole = program.get("/file").content
    assert recorded_in(json.loads(whole)).rounds == source.rounds


@pytest.mark.rotates(6)
def test_double_elimination_of_13(account):
    """A player is out after two losses; the unbeaten player loses the first final and wins the replay."""
    event = Event(account(*tokens.OF_ACCOUNT), 13, name="Double", game="cards", system="knock-out")
    program, losses, finals = event.program, Counter(), []
    tag = program.get("/system")["ETag"]
    event.json_of(program.send("PATCH", "/system", {"system": "knock-out", "preset": "double"}, If_Match=tag))
    number = 0
    while sum(losses[player["name"]] < 2 for player in event.players) > 1:
        number += 1
        pairs = event.pair(number)
        final = sum(losses[player["name"]] < 2 for player in event.players) == 2
        finals += pairs if final else []
        lines = []
        for table, pair in zip(event.tables, pairs, strict=True):
            upset = final and 0 in {losses[name] for name in pair}
            beaten = min(pair) if upset else max(pair)
            losses[beaten] += 1
            lines.append({"pairing": table["id"], "result": {"notation": "0-2" if pair[0] == beaten else "2-0"}})
        event.json_of(program.put(f"/rounds/{number}/results", {"results": lines}, f"/rounds/{number}"))
        event.json_of(program.post(f"/rounds/{number}/close"))
    assert len(finals) == 2
    assert sorted(losses.values()) == [1, *[2] * 12]
    event.json_of(program.post("/finish"))
    rows = event.standings()
    assert [row["player"]["name"] for row in rows[:2]] == ["Player 01", "Player 02"]
    assert [row["rank"] for row in rows[:4]] == [1, 2, 3, 4]
    assert program.get("/report.trf26").status_code == 200
