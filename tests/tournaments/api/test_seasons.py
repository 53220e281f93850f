"""A football league of two halves and a club's series of evenings by the API only, with a count of requests."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.tournaments.api.test_whole_events import Program, server, token  # noqa: F401 fixtures
from tests.tournaments.conftest import Stage
from tournaments.core.rights import Who
from tournaments.models import Member
from tournaments.people import tokens

pytestmark = pytest.mark.django_db(transaction=True)


class Counting(Program):
    """A program that counts its requests. One that it repeats while a slow server works on it counts once."""

    requests = 0
    last_key = None

    def send(self, method, path, body=None, **headers):
        key = headers.get("Idempotency-Key")
        self.requests += key is None or key != self.last_key
        self.last_key = key
        return super().send(method, path, body, **headers)

    def patch(self, path, body):
        tag = self.send("GET", path)[0].headers["ETag"]
        return json.loads(self.send("PATCH", path, body, **{"If-Match": tag})[1])


class League:
    """The table of a league, calculated from its matches independently of the program. Criteria: points, difference,
    goals, then the two matches between tied teams (difference, away goals), then away goals. An awarded match is
    three goals to none.
    """

    def __init__(self, matches, deducted):
        self.matches, self.deducted = matches, deducted
        self.teams = sorted({team for home, away, _goals in matches for team in (home, away)})

    def place_key(self, team):
        points = self.deducted.get(team, 0)
        made = lost = away_goals = 0
        for home, away, (left, right) in self.matches:
            if team in (home, away):
                own, other = (left, right) if team == home else (right, left)
                points += 3 if own > other else int(own == other)
                made, lost = made + own, lost + other
                away_goals += own if team == away else 0
        return points, made - lost, made, away_goals

    def table(self):
        """Return the teams by place; teams that only a play-off can separate share a place."""
        known = {team: self.place_key(team) for team in self.teams}
        places = []
        level = sorted(self.teams, key=lambda team: known[team][:3], reverse=True)
        for _points, tied in groupby(level, key=lambda team: known[team][:3]):
            group = list(tied)
            inner = League([m for m in self.matches if m[0] in group and m[1] in group], {})
            last = {team: (*inner.place_key(team)[1::2], known[team][3]) for team in group}
            parts = groupby(sorted(group, key=last.get, reverse=True), key=last.get)
            places += [set(part) for _key, part in parts]
        return places


DAYS = [date(2026, 8, 29) + timedelta(weeks=week + 8 * (week > 16)) for week in range(34)]


@pytest.mark.rotates(8)
@pytest.mark.slow("306 matches, by a real server")
def test_league_of_18_runs_by_api_alone(server, token):  # noqa: F811
    with closing(Counting(server.port, token)) as program:
        _play_league(program)


def _play_league(program):
    rng = Random(18)
    slug = program.post(
        "/tournaments",
        {
            "name": "District league", "game": "football", "starts_on": "2026-08-29", "time_zone": "Europe/Berlin",
            "system": "round-robin", "rules": "bundesliga", "seating": "home",
            "round_dates": ", ".join(f"{day} 15:30" for day in DAYS),
        },
    )["slug"]  # fmt: skip
    program.root += f"/tournaments/{slug}"
    program.patch("/system", {"options": {"cycles": 2}})
    clubs = ["Harbour", "Harbour", *(f"Club {n}" for n in range(16))]
    rows = [{"name": f"Team {n:02}", "club": club} for n, club in enumerate(clubs)]
    teams = {row["id"]: row["name"] for row in program.post("/players", {"players": rows})["players"]}
    program.post("/schedule")
    rounds = program.get("/rounds")["rounds"]
    assert [len(each["pairings"]) for each in rounds] == [9] * 34
    program.patch("", {"moved_matches": "17/4 2027-03-10 19:00"})
    matches, late = [], None
    for each in rounds:
        lines = []
        for row in each["pairings"]:
            goals = (rng.choice((0, 0, 1, 1, 2, 3, 4)), rng.choice((0, 0, 1, 1, 2, 3)))
            is_awarded = (each["number"], row["table"]) == (9, 1)
            goals = (3, 0) if is_awarded else goals
            matches.append((teams[row["first"]["id"]], teams[row["second"]["id"]], goals))
            line = {"pairing": row["id"], "result": {"notation": f"{goals[0]}-{goals[1]}"}}
            if (each["number"], row["table"]) == (17, 4):
                late = line
            else:
                lines.append(line)
        at = f"/rounds/{each['number']}"
        program.put(f"{at}/results", {"results": lines}, at)
    assert [g["moved_to"] for g in program.get("/schedule")["rounds"][16]["games"]][3] == "2027-03-10 19:00"
    program.put("/rounds/17/results", {"results": [late]}, "/rounds/17")
    punished = next(key for key, name in teams.items() if name == "Team 05")
    program.post(f"/players/{punished}/deductions", {"round": 20, "points": "-3", "reason": "fielded a banned player"})
    program.post("/rounds/close")
    program.post("/finish")
    rows = program.get("/standings")["rows"]
    expected = League(matches, {"Team 05": -3}).table()
    found = [{row["player"]["name"] for row in part} for _rank, part in groupby(rows, key=lambda row: row["rank"])]
    assert found == expected
    counts = {name: [0, 0] for name in teams.values()}
    for home, away, _goals in matches:
        counts[home][0] += 1
        counts[away][1] += 1
    assert set(map(tuple, counts.values())) == {(17, 17)}
    print(f"\na league of 18: {program.requests} requests")  # noqa: T201 a figure
    assert program.requests <= 90


#: A club's players with the sex; who is better wins, but for `UPSETS` by evening.
MEMBERS = {"Anna": "w", "Bo": "m", "Cy": "m", "Di": "w", "Ed": "m", "Fia": "w"}
STRENGTH = (
    "Anna Bo Cy Di Ed Fia",
    "Bo Anna Di Cy Fia Ed",
    "Cy Bo Anna Fia Di Ed",
    "Anna Cy Bo Ed Di Fia",
    "Di Anna Ed Bo Cy Fia",
    "Bo Di Anna Cy Fia Ed",
)
POINTS = (10, 9, 8, 7, 6, 5)
#: Eight requests for each evening, including the one that adds it, and 16 for the season.
REQUESTS = 64


@pytest.mark.rotates(8)
@pytest.mark.slow("six evenings, by a real server")
def test_series_of_six_evenings_runs_by_api_alone(server, token, orla, sam):  # noqa: F811
    own = Stage(orla, name="Open").tournament
    Member.objects.create(tournament=own, user=sam, role=Member.Role.ORGANISER)  # invitations exist only on pages
    with closing(Counting(server.port, token)) as program:
        _play_series(program)
    with closing(Program(server.port, _token_of(sam))) as program:
        series = program.get("/series")["series"][0]["slug"]
        program.post(f"/series/{series}/season", {"change": "reopen"})


def _token_of(user):
    more = {"name": "Other", "expires_at": timezone.now() + timedelta(days=1)}
    return tokens.create_account_token(Who.at_page(user), scopes=tokens.OF_ACCOUNT, **more)[1]


def _play_evening(program, number):
    """Play a round robin whose standings follow the order of strength. Return the slug of the tournament."""
    settings = {"game": "chess", "system": "round-robin", "starts_on": str(date(2026, 10, 2) + timedelta(weeks=number))}
    slug = program.post("/tournaments", {"name": f"Evening {number + 1}", **settings})["slug"]
    at = f"/tournaments/{slug}"
    rows = [{"name": name, "sex": sex, "external_id": f"club-{name}"} for name, sex in MEMBERS.items()]
    program.post(f"{at}/players", {"players": rows})
    program.post(f"{at}/schedule")
    order = STRENGTH[number].split()
    operations = []
    for each in program.get(f"{at}/rounds")["rounds"]:
        for row in each["pairings"]:
            is_first = order.index(row["first"]["name"]) < order.index(row["second"]["name"])
            result = {"notation": "1-0" if is_first else "0-1"}
            seen = {"pairing": row["id"], "version": row["version"], "result": result}
            operations.append({"id": str(uuid4()), "type": "result", **seen})
    answer = program.post(f"{at}/ops", {"operations": operations})
    assert {each["status"] for each in answer["operations"]} == {"applied"}
    program.post(f"{at}/rounds/close")
    program.post(f"{at}/finish")
    return slug


def _best_four(places, more):
    """Return by name the sum of the four best results plus manual points, calculated independently of the program."""
    points = {name: sorted((POINTS[order.split().index(name)] for order in places), reverse=True) for name in MEMBERS}
    return {name: sum(points[name][:4]) + more.get(name, 0) for name in MEMBERS}


def _play_series(program):
    rule = {
        "counting": {"best": 4, "least": 3, "planned": 6},
        "categories": [{"name": "women", "sex": "w"}],
        "up": 2,
        "down": 1,
    }
    series = program.post("/series", {"name": "Club evenings", "preset": "linear", "rule": rule})["slug"]
    at = f"/series/{series}"
    slugs = [_play_evening(program, number) for number in range(len(STRENGTH))]
    for slug in slugs:
        program.post(f"{at}/events", {"tournament": slug})
    found = {line["name"]: line for line in program.get(f"{at}/table")["lines"]}
    assert len(found) == len(MEMBERS), "an id of the club makes one person of six"
    given = {"player": found["Ed"]["id"], "points": "2.5", "reason": "won the outing"}
    program.post(f"{at}/points", given)
    table = program.get(f"{at}/table")["lines"]
    totals = {line["name"]: float(Fraction(line["total"]["exact"])) for line in table}
    assert totals == _best_four(STRENGTH, {"Ed": 2.5})
    assert [line["zone"] for line in table] == ["up", "up", None, None, None, "down"]
    women = program.get(f"{at}/table?of=women")["lines"]
    assert [line["name"] for line in women] == [line["name"] for line in table if MEMBERS[line["name"]] == "w"]
    program.post(f"{at}/season", {"change": "close"})
    last = program.get(f"/tournaments/{slugs[-1]}/rounds")["rounds"]
    row = next(
        r for each in last for r in each["pairings"] if {r["first"]["name"], r["second"]["name"]} == {"Bo", "Di"}
    )
    turned = "0-1" if row["first"]["name"] == "Bo" else "1-0"
    correction = {"result": {"notation": turned}, "reason": "wrong on the slip"}
    program.post(f"/tournaments/{slugs[-1]}/pairings/{row['id']}/corrections", correction)
    assert program.get(f"{at}/table")["lines"] == table, "closed is closed"
    season = program.get(f"{at}/season")
    assert season["changed_events"] == ["Evening 6"]
    assert {move["name"] for move in season["moves"]} == {"Bo", "Cy", "Di"}
    program.post(f"{at}/season", {"change": "reopen"})
    after = {line["name"]: float(Fraction(line["total"]["exact"])) for line in program.get(f"{at}/table")["lines"]}
    corrected = (*STRENGTH[:-1], "Di Bo Anna Cy Fia Ed")
    assert after == _best_four(corrected, {"Ed": 2.5})
    program.post(f"{at}/season", {"change": "undo-reopening"})
    assert program.get(f"{at}/table")["lines"] == table
    program.post(f"{at}/organisers", {"username": "Sam", "organiser": True})
    assert program.get(f"{at}/organisers") == {"organisers": ["Sam"]}
    print(f"\na series of six evenings: {program.requests} requests")  # noqa: T201 a figure
    assert program.requests == REQUESTS
