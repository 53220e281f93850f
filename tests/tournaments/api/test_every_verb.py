"""A token can do everything that a page can: the API carries out every verb, and the journal confirms it."""

import inspect
import re
from datetime import timedelta
from pathlib import Path
from types import FunctionType

import pytest
from django.utils import timezone

from tests.layers import inside, layer_of, modules
from tests.tournaments.api.conftest import ALL, Program
from tournaments.core.journal.verbs import VERBS
from tournaments.desk.progress import progress_of
from tournaments.events import events
from tournaments.models import JournalEntry

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
#: A PNG with one pixel.
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
#: Verbs that are not tested here, with reasons.
NOT_HERE = {
    "create-tournament": "has its own tests",
    "remove-details": "its time comes, which the owner of the server sets: tests/tournaments/privacy",
    "pair-again": "DELETE of the draft, then POST rounds",
    "import-tournament": "has its own tests",
    "start-stage": "has its own tests",
    "draw-lot": "has its own tests",
    "place-by-hand": "has its own tests",
    "set-outside": "has its own tests",
    "create-token": "has its own tests",
    "revoke-token": "has its own tests",
    "invite": "has its own tests",
    "revoke-invitation": "has its own tests",
    "set-tables": "has its own tests",
    "join": "a person joins",
    "leave": "has its own tests",
    "report-result": "a player does, by his badge",
    "confirm-report": "a player does, by his badge",
    "dispute-report": "a player does, by his badge",
    "take-back-report": "a player does, by his badge",
    "hand-in-line-up": "a captain does, by the badge of the team",
    "call-organiser": "a player does, by his badge",
    "sign-up": "a stranger does",
    "withdraw-sign-up": "whoever has signed up does",
    "take-back-call": "a player does, by his badge",
    "settle-by-time": "happens by itself",
    "join-event": "has its own tests",
    "leave-event": "has its own tests",
    "rename-event": "has its own tests",
    "share-staff": "has its own tests",
}


class Driver:
    """A program that performs actions and keeps the responses."""

    def __init__(self, program, stage):
        self.desk, self.stage = program(stage, *ALL, "admin", "event"), stage
        self.ids = {name: player.public_id for name, player in stage.players.items()}

    def did(self, answer):
        assert answer.status_code in (200, 201, 204), answer.content
        return answer.json() if answer.content else None

    def post(self, path, body=None):
        return self.did(self.desk.post(path, body))

    def put(self, path, body, read=None):
        return self.did(self.desk.put(path, body, read))

    def tables(self, number):
        return self.did(self.desk.get(f"/rounds/{number}"))["pairings"]

    def results(self, number, notation="1-0"):
        lines = [{"pairing": row["id"], "result": {"notation": notation}} for row in self.tables(number)]
        self.put(f"/rounds/{number}/results", {"results": lines}, read=f"/rounds/{number}")

    def player(self, name, method, body=None, path=""):
        at = f"/players/{self.ids[name]}"
        return self.did(self.desk.send(method, at + path, body, If_Match=self.desk.get(at)["ETag"]))


def before_the_first_round(do):
    ids = do.ids
    added = do.post("/players", {"players": [{"name": "Zed"}]})["players"][0]
    do.ids["Zed"] = added["id"]
    do.player("Zed", "PATCH", {"club": "Oulu"})
    do.player("Zed", "DELETE")
    six = [ids[name] for name in "ABCDEF"]
    for verb in ("check-in", "check-out", "withdraw", "return"):
        do.post(f"/players/{verb}", {"players": six})
    signing(do)
    do.post("/players/badges", {"players": six})
    do.post("/players/badges/revoke", {"players": six})
    do.post("/players/byes", {"byes": [{"player": ids[name], "round": 4, "kind": "half"} for name in "AB"]})
    do.put("/hall", {"first": 3, "closed": [], "rooms": []})
    do.put("/event-page", {"accent": "#0f5c50", "logo": f"data:image/png;base64,{DOT}"})
    do.put("/screen", {"shows": ["names"], "message": "Lunch", "depth": 15})
    fixed = do.post("/wishes/fixed", {"round": 1, "first": ids["A"], "second": ids["B"]})
    do.post(f"/wishes/{fixed['id']}/take-back")
    forbidden = do.post("/wishes/forbidden", {"first": ids["A"], "second": ids["B"], "first_round": 1})
    do.post(f"/wishes/{forbidden['id']}/take-back")
    rules = do.did(do.desk.get("/rules"))
    do.put("/rules", {**rules, "points": {**rules["points"], "draw": "0.25"}})


def lost_by_default(do, table):
    do.did(do.desk.send("PATCH", "", {"default_minutes": 0}, If_Match=do.desk.get("")["ETag"]))
    do.post("/rounds/1/start", {"at": timezone.now().isoformat()})
    for sides in (["first"], []):
        do.post("/rounds/1/late", {"tables": [{"pairing": table, "sides": sides}]})


def correct_results(do, path):
    """Correct a result of a closed round, then its rated result only; return the journal entry of the correction."""
    do.post(f"{path}/corrections", {"result": {"notation": "0-1"}, "reason": "read from the slip"})
    entry = JournalEntry.objects.filter(verb="correct-result").latest("sequence")
    do.post(f"{path}/rated", {"result": {"notation": "1-0"}, "reason": "found after the event"})
    return entry


def on_courts(do, path):
    """Call a match, repeat the call, assign a referee and put the match back; then turn off courts."""
    do.put("/courts", {"count": 2}, read="/courts")
    do.post(f"{path}/call", {"court": 1})
    do.post(f"{path}/call-again")
    playing = {each["id"] for each in do.did(do.desk.get("/courts"))["courts"][0]["match"]["players"]}
    do.post(f"{path}/referee", {"player": next(do.ids[name] for name in "ABCDEF" if do.ids[name] not in playing)})
    do.post(f"{path}/put-back")
    do.post(f"{path}/date", {"moved_to": "2026-03-10 19:00"})
    do.did(do.desk.send("DELETE", "/courts", If_Match=do.desk.get("/courts")["ETag"]))


def a_round(do):
    ids = do.ids
    do.post("/rounds", {"number": 1})
    do.did(do.desk.send("DELETE", "/rounds/1", If_Match=do.desk.get("/rounds/1")["ETag"]))
    do.post("/rounds", {"number": 1})
    one, other = do.tables(1)[:2]
    edits = "/rounds/1/edits"
    do.post(edits, {"do": "swap-players", "players": [one["first"]["id"], other["first"]["id"]]})
    do.post(edits, {"do": "unpair", "players": [one["second"]["id"]]})
    do.post(edits, {"do": "pair-by-hand", "players": [one["second"]["id"], other["first"]["id"]]})
    do.post(edits, {"do": "give-bye", "players": [ids["F"]], "kind": "half"})
    do.post("/rounds/1/rest")
    do.post("/rounds/1/another")
    pairs = [{"first": ids[first], "second": ids[second]} for first, second in ("AB", "CD", "EF")]
    do.put("/rounds/1/pairings", {"pairings": pairs}, read="/rounds/1")
    do.put("/hall", {"first": 7, "closed": [], "rooms": []})
    do.post("/rounds/1/tables")
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    do.post("/rounds/1/publish-time", {"at": soon, "minutes": 60, "reason": "so it was"})
    do.post("/rounds/1/publish-time", {"at": None})
    do.post("/rounds/1/publish", {"reason": "so it was"})
    do.post("/rounds/1/unpublish")
    do.post("/rounds/1/publish", {"reason": "so it was"})
    table = do.tables(1)[0]
    path = f"/pairings/{table['id']}"
    do.post("/rounds/1/clock", {"minutes": 60})
    do.post(f"{path}/extension", {"minutes": 5})
    for verb in ("hold", "resume", "remove"):
        do.post(f"/rounds/1/clock/{verb}")
    settle_game(do, table, path)
    do.put(f"{path}/result", {"notation": "0-1"}, read=path)
    do.results(1)
    do.post("/rounds/1/close")
    do.post("/rounds/1/reopen")
    do.post("/rounds", {"number": 2, "close": True})
    entry = correct_results(do, path)
    do.post(f"/journal/{entry.sequence}/undo")
    do.post(f"/journal/{entry.sequence}/undo-later", {})
    do.post(f"/journal/{JournalEntry.objects.latest('sequence').sequence}/redo")
    do.post("/rounds/2/publish", {"reason": "so it was"})
    late = do.post("/players", {"players": [{"name": "Late"}]})["players"][0]
    do.post(f"/players/{late['id']}/missed-rounds", {"kind": "half"})


def signing(do):
    """Two people sign up; one is confirmed, the other is declined."""
    do.put("/sign-up", {"is_open": True, "places": 30, "closes_at": None, "asks": ["club"]})
    stranger = Program(do.stage.tournament)
    one, other = (do.did(stranger.post("/sign-ups", {"name": name}))["id"] for name in ("Yan", "Yve"))
    do.post("/fees", {"fee": "15.00", "currency": "€"})
    for paid in (True, False):
        do.post("/fees/paid", {"people": [one], "paid": paid})
    do.post("/sign-ups/confirm", {"sign_ups": [one]})
    do.post(f"/sign-ups/{other}/decline")
    do.ids["Yan"] = one
    do.post(f"/players/{one}/expel", {"reason": "Cheated"})
    do.post(f"/players/{one}/erase")
    do.player("Yan", "DELETE")
    do.put("/sign-up", {"is_open": False})


def settle_game(do, table, path):
    """A player reports a result; the desk dismisses it, then accepts a second report. After that the game is adjourned,
    and the player calls staff.
    """
    on_courts(do, path)
    lost_by_default(do, table["id"])
    (badge,) = do.post("/players/badges", {"players": [table["first"]["id"]]})["badges"]
    player, text = Program(do.stage.tournament, badge["secret"]), {"notation": "1-0"}
    do.did(player.post("/me/report", {"round": 1, "result": text}))
    do.post(f"{path}/dismiss-reports")
    do.did(player.post("/me/report", {"round": 1, "result": text}))
    do.post(f"{path}/settle", text)
    do.post(f"{path}/adjourn", {"note": "Sealed"})
    do.post(f"/players/{table['first']['id']}/deductions", {"round": 1, "points": -1, "reason": "Late twice"})
    warned = f"/players/{table['first']['id']}/penalties"
    do.post(warned, {"round": 1, "measure": "warning", "reason": "Telephone rang"})
    penalty = do.did(do.desk.get("/penalties"))["penalties"][0]
    do.post(f"{warned}/{penalty['id']}/remove")
    do.did(player.post("/me/call"))
    do.post(f"/calls/{table['first']['id']}/answer")
    do.post(f"/calls/{table['first']['id']}/end")


def the_end(do):
    do.did(do.desk.send("PATCH", "", {"is_public": False}, If_Match=do.desk.get("")["ETag"]))
    do.put("/prizes", {"categories": [{"name": "All", "prizes": [{"amount": "10.00"}]}]})
    do.put("/club-teams", {"best": 2})
    hook = do.post("/webhooks", {"address": "https://hooks.example/"})
    at = f"/webhooks/{hook['id']}"
    do.post(f"{at}/secret")
    do.post(f"{at}/replay", {"after": "0"})
    for method, body in (("PATCH", {"is_on": False}), ("DELETE", None)):
        do.did(do.desk.send(method, at, body, If_Match=f'"{do.did(do.desk.get(at))["version"]}"'))
    do.post("/fide-mode", {"reason": "No rating", "understood": True, "name": do.stage.tournament.name})
    do.post("/finish", {"rounds_missing": progress_of(do.stage.tournament).rounds_missing})
    for verb in ("archive", "unarchive"):
        do.post(f"/{verb}")


def done_by_programs():
    return set(JournalEntry.objects.filter(agent__startswith="api: ").values_list("verb", flat=True))


def headers_with_key(do):
    return {**do.desk.headers, "Idempotency-Key": "list"}


def corrected_round(make, program):
    """Correct a published round as an arbiter."""
    odd = Driver(program, make(name="Odd", system="papp", planned_rounds=5).with_players(*"ABCDE"))
    odd.post("/rounds", {"number": 1})
    odd.post("/rounds/1/publish")
    shown = odd.did(odd.desk.get("/rounds/1"))
    (bye,), table = shown["byes"], shown["pairings"][0]
    sent = {"do": "correct-bye", "players": [bye["player"]["id"]], "kind": "half", "reason": "granted"}
    odd.post("/rounds/1/edits", sent)
    sides = [table[side]["id"] for side in ("first", "second")]
    odd.post("/rounds/1/edits", {"do": "turn-sides", "players": sides, "reason": "sat so"})


@pytest.mark.rotates(8)
def test_token_can_cause_every_journal_verb(make, program):
    do = Driver(program, make(system="papp", planned_rounds=9).with_players(*"ABCDEF"))
    before_the_first_round(do)
    a_round(do)
    robin = Driver(program, make(name="Robin", fide_mode=True).with_players(*"ABCD"))
    robin.post("/seats", {"seating": "lot"})
    robin.post("/seats", {"seating": "hand", "players": [robin.ids[name] for name in "DCBA"]})
    robin.post("/schedule")
    for number in (1, 2, 3):
        robin.results(number)
    robin.post("/rounds/close")
    the_end(robin)
    tree = Driver(program, make(name="Tree", system="knock-out").with_players(*"ABCD"))
    tree.post("/rounds", {"number": 1})
    tree.post("/rounds/1/publish")
    path = f"/pairings/{tree.tables(1)[0]['id']}"
    tree.put(f"{path}/result", {"notation": "1/2-1/2"}, read=path)
    tree.put(f"{path}/goes-on", {"side": 2, "how": "games", "note": "2-1"}, read=path)
    league = Driver(program, make(name="League", system="team-swiss", best_of=2, planned_rounds=1).with_players(*"AB"))
    for name in "AB":
        path = f"/players/{league.ids[name]}/members"
        league.put(path, {"members": [{"name": f"{name} one"}, {"name": f"{name} two"}]}, read=path)
    league.post("/rounds", {"number": 1})
    league.post("/rounds/1/publish")
    (match,) = league.tables(1)
    path = f"/pairings/{match['id']}"
    for side in ("first", "second"):
        team = match[side]["id"]
        rows = league.did(league.desk.get(f"/players/{team}/members"))["members"]
        league.post(f"{path}/line-ups", {"team": team, "members": [row["id"] for row in rows]})
    league.put(f"{path}/boards", {"boards": ["1-0", "½-½"]}, read=path)
    Driver(program, make(name="Few", system="papp", planned_rounds=5).with_players(*"ABCDEF")).post(
        "/wishes/round-robin"
    )
    corrected_round(make, program)
    spring = make(name="Spring").with_players("Ann")
    events.add_section(spring.orla, spring.tournament, event="Spring", own="A", section="B")
    moving = Driver(program, spring)
    moving.desk.root = moving.desk.root.replace("/spring", "/spring-b")
    moving.post("/move-up")
    moving.desk.root = moving.desk.root.replace("/spring-b", "/spring")
    moving.post(f"/players/{moving.ids['Ann']}/move", {"to": "spring-b"})
    do.did(
        do.desk.client.generic(
            "POST", f"{do.desk.root}/players/list", "Gus 1500", "text/plain", headers=headers_with_key(do)
        )
    )
    missing = set(VERBS) - done_by_programs() - set(NOT_HERE)
    assert not missing, f"no operation of the API does {sorted(missing)}"
    assert not done_by_programs() & set(NOT_HERE), "these are done over the API after all"


#: Calls of pages that have no API operation, with reasons.
BY_PAGES_ALONE = {
    "ratings.rate_by_boards": "a program sends the ratings that it wants teams to have",
    "series.owns": "what the page offers; a program is refused what it may not",
    "lifecycle.defaults_of": "a program sends what it wants to start with",
    "lifecycle.set_defaults": "how the form of one person begins",
    "accounts.reset_secret": "passwords are a person's",
    "accounts.set_active": "accounts are people's, and the owner decides in the browser",
    "accounts.end_sessions": "as above",
    "loading.load_list": "the owner of the server loads lists, by page or command; they are longer than any body",
    "loading.drop_list": "as loading them",
    "events.create_event": "an event comes to be with its second section: POST sections",
    "events.run_by": "what a form offers; GET tournaments tells it",
    "copies.name_of_copy": "what a form offers; a program names the copy",
    "line_ups.set_listed": "POST line-ups of each match",
    "rounds.pair_again": "DELETE of the draft, then POST rounds",
    "registration.add_player": "POST players adds one or many",
    "events.add_player": "POST players of the section",
    "events.sections_to_manage": "what a page shows; GET events/… tells it",
    "staff.use_pass": "a person signs in by it",
    "undo.last_undoable": "what a button shows; GET journal tells it",
    "undo.result_entry": "as above",
    "rights.standing_in_all": "what a page shows; GET tournaments tells it",
    "tokens.decide_grant": "a person decides in the browser what a program may do",
    "tokens.make_code": "the same for a website, which then exchanges the code",
    "calling.open_court": "PUT courts without it among the closed ones",
    "samples.begin_trial": "a program imports a copy of the file, and plays that",
    "samples.play_trial": "as above",
    "samples.throw_away": "DELETE of the copy",
}


def sources(layer):
    """Return the source code of all modules of a layer in `tournaments`, and of that layer in `standings`."""
    own = [path for name, path in modules() if layer_of(name) == layer]
    others = sorted((ROOT / "standings/web").rglob(f"*{layer}.py"))
    return "\n".join(path.read_text() for path in own + others)


@pytest.mark.rotates(8)
def test_every_action_of_pages_is_an_api_operation():
    """The API offers every action of the pages; the exceptions are listed here with a reason."""
    pages = sources("pages")
    operations = sources("api")
    missing = set()
    for module in inside():
        for name, found in vars(module).items():
            if isinstance(found, FunctionType) and found.__module__ == module.__name__ and not name.startswith("_"):
                is_for_somebody = next(iter(inspect.signature(found).parameters), "") == "who"
                named = re.compile(rf"\b{name}\b").search
                if is_for_somebody and named(pages) and not named(operations):
                    missing.add(f"{module.__name__.rpartition('.')[2]}.{name}")
    assert missing == set(BY_PAGES_ALONE)
