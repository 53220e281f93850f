"""Twelve teams and forty Go players by the API only, from the first entry to the file of results."""

from collections import Counter
from fractions import Fraction
from itertools import cycle

import pytest

from pairings.files import go
from pairings.files.reading import read
from pairings.numbers import ranks
from tests.pairings.mcmahon.recorded import games_on
from tests.tournaments.api.test_formats import Event
from tournaments.people import tokens
from tournaments.report_files.reading import incoming

pytestmark = pytest.mark.django_db


def points_of(texts):
    """Return the game points of both sides of a match."""
    won = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0), "+": Fraction(1), "": Fraction(0)}
    sides = [text.split("-", 1) if text[0] not in "+-" else [text[0].strip("-"), text[-1].strip("-")] for text in texts]
    return [sum((won[side[at]] for side in sides), Fraction(0)) for at in (0, 1)]


@pytest.mark.rotates(6)
def test_twelve_teams_of_four_run_by_api_alone(account):
    """FIDE's team Swiss over five rounds: reserves play, boards are won by forfeit, and a board is corrected."""
    event = Event(
        account(*tokens.OF_ACCOUNT), 12, name="Teams", game="chess", system="team-swiss", best_of=4, planned_rounds=5
    )
    program, members = event.program, {}
    for at, team in enumerate(event.players):
        rows = [{"name": f"{team['name']}, {place}", "rating": 2300 - 20 * at - 50 * place} for place in range(1, 6)]
        stored = event.json_of(program.put(f"/players/{team['id']}/members", {"members": rows}))["members"]
        members[team["id"]] = [row["id"] for row in stored]
    met, score = [], Counter()
    for number in range(1, 6):
        met += map(frozenset, event.pair(number))
        for table in event.tables:
            sides, match = [table[side]["id"] for side in ("first", "second")], f"/pairings/{table['id']}"
            one, two = (members[side] for side in sides)
            alone = table["table"] == 6  # the second team has no player at the last board
            for team, seats in ((sides[0], [*one[:3], one[4]]), (sides[1], [*two[:3], None if alone else two[3]])):
                shown = event.json_of(program.post(f"{match}/line-ups", {"team": team, "members": seats}))
            assert [board["result"] for board in shown["boards"]] == ["", "", "", "+--" if alone else ""]
            texts = ["1-0", "½-½", ("0-1", "1-0")[table["table"] % 2], "+--" if alone else "0-1"]
            version = program.get(f"{match}/boards")
            assert version.json() == shown
            stored = event.json_of(program.send("PUT", f"{match}/boards", {"boards": texts}, If_Match=version["ETag"]))
            assert [board["result"] for board in stored["boards"]] == texts
            tell(score, sides, texts)
        event.json_of(program.post(f"/rounds/{number}/close"))
    assert len(set(met)) == len(met) == 30

    tell(score, sides, texts, -1)
    wrong = program.put(f"{match}/boards", {"boards": ["0-1", *texts[1:]]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "reason-missing")
    texts[0] = "0-1"
    event.json_of(program.put(f"{match}/boards", {"boards": texts, "reason": "read from the wrong slip"}))
    tell(score, sides, texts)
    rows = event.standings()
    found = {row["player"]["id"]: Fraction(row["points"]["exact"]) for row in rows}
    assert found == {team["id"]: score[team["id"], "match"] for team in event.players}
    assert list(found.values()) == sorted(found.values(), reverse=True)
    best = event.json_of(program.get("/best-boards"))["members"]
    assert {each["board"] for each in best} == {1, 2, 3, 4, 5}
    games = Counter()
    for each in best:
        games[each["team"]["id"]] += Fraction(each["points"]["exact"])
    assert games == {team["id"]: score[team["id"], "game"] for team in event.players}
    file = incoming(program.get("/report.trf26").content)
    assert (file.remarks, len(file.members), len(file.sheets)) == ((), 12, 30)
    source = read(program.get("/report.trf26").content)
    assert (source.system, source.played) == ("team-swiss", 5)


def tell(score, sides, texts, once=1):
    """Count a match: two match points for the higher board total, one for each side if the totals are equal."""
    first, second = points_of(texts)
    for side, own, other in ((sides[0], first, second), (sides[1], second, first)):
        score[side, "match"] += once * ((own > other) - (own < other) + 1)
        score[side, "game"] += once * own


@pytest.mark.rotates(6)
def test_forty_go_players_run_by_api_alone(account):
    """McMahon with handicaps over five rounds: one late entry, one absence. Handicaps follow the scores, and the H9
    file shows them.
    """
    rows = [{"name": f"Player {n:02}", "rank": ranks.spell_rank(max(5 - n // 3 * 3, ranks.LOWEST))} for n in range(39)]
    event = Event(account(*tokens.OF_ACCOUNT), rows, name="Go", game="go", system="mcmahon", planned_rounds=5)
    program = event.program
    asked = {"system": "mcmahon", "preset": "even"}
    event.json_of(program.send("PATCH", "/system", asked, If_Match=program.get("/system")["ETag"]))
    asked = {"system": "mcmahon", "options": {"handicaps": True, "bar": "3d", "floor": "20k"}}
    event.json_of(program.send("PATCH", "/system", asked, If_Match=program.get("/system")["ETag"]))
    groups = event.json_of(program.get("/bar?bar=3d&floor=20k"))["groups"]
    score = {each["name"]: Fraction(group["score"]) for group in groups for each in group["players"]}
    assert (max(score.values()), min(score.values()), len(score)) == (32, 10, 39)
    played = set()
    for number in range(1, 6):
        if number == 2:
            event.json_of(program.post("/players", {"players": [{"name": "Player 40", "rank": "4k"}]}))
            score["Player 40"] = Fraction(26)
        if number == 3:
            away = event.players[20]
            event.json_of(program.post(f"/players/{away['id']}/byes", {"round": 3, "kind": "zero"}))
        marks = ("1-0", "0-1", "0-1", "1-0", "½-½")
        pairs = event.play(number, marks)
        for (black, white), table, mark in zip(pairs, event.tables, cycle(marks), strict=False):
            below, above = (min(Fraction(30), score[name]) // 1 for name in (black, white))
            assert table["handicap"] == max(0, min(9, above - below - 1)), (black, white)
            played.add((number, black, white, {"1-0": "+", "0-1": "-"}.get(mark, "="), table["handicap"]))
        score = {row["player"]["name"]: Fraction(row["values"]["MMS"]["exact"]) for row in event.standings()}
    sheet = go.read(program.get("/standings.h9").content.decode())
    assert len(played) == 19 + 20 + 19 + 20 + 20
    assert {stones for *_game, stones in played} >= {0, 1, 2}
    assert games_on(sheet) == played
    assert [(line.name, Fraction(line.scores[0])) for line in sheet.lines] == list(score.items())
    alone = {(line.name, at) for line in sheet.lines for at, cell in enumerate(line.cells, 1) if not cell.opponent}
    assert len(alone) == 4
    assert {("Player 40", 1), (away["name"], 3)} < alone
