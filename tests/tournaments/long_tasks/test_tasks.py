"""Long tasks: progress on pages and in the API, stopped, shared, lost and restarted. Nothing is half stored."""

import os
import re
import signal
import urllib.error
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client

from pairings.library import system_calls
from pairings.snapshot import Player, Snapshot
from pairings.systems import SYSTEMS
from standings.web.papers import orders
from standings.web.what_if import verdicts
from tests.serving import PATIENCE, wait_until
from tests.tournaments.all_features import slow
from tests.tournaments.all_features.test_load import Person
from tournaments.core.rights import Who
from tournaments.drafts import editing
from tournaments.long_tasks import running
from tournaments.long_tasks.worker import Reckoner, TaskAnswer
from tournaments.models import JournalEntry, Member, Round, Task, User
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(brake, monkeypatch):
    """An office that does long tasks as a server's worker does, and no request waits for it."""
    monkeypatch.setattr(running, "PATIENCE", 0.0)
    opened = running.open_office()
    yield opened
    brake.release()
    running.close_office()
    assert not opened.reckoners._idle


@pytest.fixture
def slowly(office, brake, monkeypatch):
    """A brake: every pairing lasts until it is released."""
    for name in ("judged_plan", "why_not", "answer"):
        monkeypatch.setattr(system_calls, name, getattr(slow, name))
    return brake


@pytest.fixture
def swiss(make):
    """A Swiss whose colours no lot decides, so that the tests change the same pairings in every run."""
    options = {"initial_colour": "black"}
    return make(system="dutch", planned_rounds=5, options=options).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.fixture
def at_desk(orla):
    client = Client()
    client.force_login(orla)
    return client


def press(client, number=1, **more):
    return client.post("/t/cup/desk/rounds/pair/", {"number": number, **more})


def has_ended(task):
    task.refresh_from_db()
    return not task.is_running


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.rotates(4)
def test_long_pairing_shows_progress_and_leads_to_its_draft(swiss, at_desk, slowly):
    place = press(at_desk)["Location"]
    task = Task.objects.get()
    assert place == f"/t/cup/tasks/{task.public_id}/"
    wait_until(lambda: "3 of 8 brackets are paired." in text_of(at_desk.get(place)))
    page = text_of(at_desk.get(place))
    assert "<h1>Pairing round 1</h1>" in page
    assert '<progress value="3" max="8"' in page
    part = text_of(at_desk.get(place, headers={"HX-Request": "true"}))
    assert "3 of 8 brackets are paired." in part
    assert "Stop" not in part, "a button that is drawn anew is not there while it is pressed"
    assert at_desk.get("/t/cup/desk/").status_code == 200, "others are answered"
    assert not Round.objects.exists()
    slowly.release()
    wait_until(lambda: has_ended(task))
    draft = "/t/cup/desk/rounds/1/"
    assert at_desk.get(place)["Location"] == draft
    assert at_desk.get(place, headers={"HX-Request": "true"})["HX-Redirect"] == draft
    assert at_desk.get(draft).status_code == 200
    assert JournalEntry.objects.filter(verb="pair-round").count() == 1


@pytest.mark.rotates(4)
def test_second_request_shows_the_same_task_on_page_and_api(swiss, at_desk, slowly):
    place = press(at_desk)["Location"]
    assert press(at_desk)["Location"] == place
    api = "/api/v1/tournaments/cup/rounds"
    answer = at_desk.post(api, {"number": 1}, "application/json", headers={"Idempotency-Key": "one"})
    assert answer.status_code == 202
    assert answer["Location"] == f"/api/v1/tournaments/cup/tasks/{Task.objects.get().public_id}"
    assert answer["Retry-After"] == "1"
    document = at_desk.get(answer["Location"])
    assert (document.json()["state"], document.json()["round"]) == ("running", 1)
    slowly.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    tag = {"If-None-Match": document["ETag"]}
    assert at_desk.get(answer["Location"], headers=tag).json()["state"] == "done"
    again = at_desk.post(api, {"number": 1}, "application/json", headers={"Idempotency-Key": "one"})
    assert (again.status_code, again.json()["number"]) == (201, 1)


@pytest.mark.rotates(4)
def test_publishing_a_round_during_pairing_is_refused_with_retry_after(swiss, at_desk, slowly):
    press(at_desk)

    def publish(client, number=1):
        path = f"/api/v1/tournaments/cup/rounds/{number}/publish"
        return client.post(path, {}, "application/json", headers={"Idempotency-Key": "now"})

    answer = publish(at_desk)
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (409, "being-paired", "1")
    assert publish(at_desk, 2).status_code == 404
    slowly.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert publish(at_desk).status_code == 200


def test_process_start_does_not_count_as_waiting(monkeypatch):
    now = [0.0]

    class Cold:
        def ask(self, question):
            pass

        def starts(self, seconds):
            now[0] += 5
            return True

        def hear(self, seconds):
            return TaskAnswer(seconds)

    class Places:
        def take(self, seconds):
            return Cold()

        def give_back(self, reckoner):
            pass

    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: now[0]))
    with running.use_manner(running.Patient(Places(), 1.0)):
        assert running.ask(slow.process_of) == 1.0


@pytest.mark.rotates(4)
def test_calculating_process_ends_without_output(capfd):
    reckoner = Reckoner()
    assert reckoner.starts(PATIENCE)
    os.kill(reckoner._process.pid, signal.SIGINT)
    assert reckoner.lives()
    reckoner._line.close()
    assert reckoner._process.wait(PATIENCE) == 0
    reckoner._process.stdin.close()
    assert capfd.readouterr().err == ""


@pytest.mark.rotates(4)
def test_stopped_pairing_stores_nothing_and_can_be_restarted(swiss, at_desk, slowly):
    before = swiss.revision()
    place = press(at_desk)["Location"]
    first = Task.objects.get()
    at_desk.post(f"{place}stop/")
    wait_until(lambda: has_ended(first))
    assert first.state == "stopped"
    assert "Stopped. Nothing was saved." in text_of(at_desk.get(place))
    assert at_desk.get(place, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert (swiss.revision(), Round.objects.count()) == (before, 0)
    assert press(at_desk)["Location"] != place
    slowly.release()
    wait_until(lambda: Task.objects.latest("pk").state == "done")
    assert Round.objects.count() == 1


@pytest.mark.rotates(4)
def test_api_stops_a_task(swiss, at_desk, slowly):
    key = {"Idempotency-Key": "k"}
    place = at_desk.post("/api/v1/tournaments/cup/rounds", {"number": 1}, "application/json", headers=key)["Location"]
    assert at_desk.post(f"{place}/stop", headers={"Idempotency-Key": "stop"}).status_code == 200
    wait_until(lambda: at_desk.get(place).json()["state"] == "stopped")
    assert not Round.objects.exists()


@pytest.mark.rotates(8)
def test_players_added_during_pairing_are_paired(swiss, at_desk, slowly):
    press(at_desk)
    swiss.with_players("Gus", "Hal")
    slowly.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert Round.objects.get().pairings.count() == 4


@pytest.mark.rotates(4)
def test_killed_process_makes_the_task_lost(swiss, at_desk, slowly, office):
    place = press(at_desk)["Location"]
    wait_until(lambda: Task.objects.get().message)
    os.kill(child_of(os.getpid()), signal.SIGKILL)
    wait_until(lambda: has_ended(Task.objects.get()))
    page = at_desk.get(place)
    assert "The program stopped before this was finished." in text_of(page)
    assert not Round.objects.exists()
    slowly.release()
    press(at_desk)
    wait_until(Round.objects.exists)


def child_of(process):
    """Return the id of the process for long tasks that a process has started, or None."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == process and b"tournaments.long_tasks" in line:
                return int(folder.name)
    return None


@pytest.mark.rotates(2)
def test_task_without_a_process_is_lost_and_can_be_restarted(swiss, at_desk, office):
    """This happens after a restart of the server."""
    left = Task.objects.create(key=f"pair {swiss.tournament.pk}", tournament=swiss.tournament, about="Round 1")
    assert "You can start it again" in text_of(at_desk.get(f"/t/cup/tasks/{left.public_id}/"))
    left.refresh_from_db()
    assert left.state == "lost"
    Task.objects.filter(pk=left.pk).update(state="running")
    press(at_desk)
    wait_until(Round.objects.exists)


@pytest.mark.rotates(4)
def test_refusal_is_shown_on_the_task_page(make, at_desk, slowly):
    cup = make(system="dutch", planned_rounds=5).with_players("Ann", "Bo")
    editing.forbid_pair(cup.orla, cup.tournament, *cup.players.values())
    place = press(at_desk)["Location"]
    slowly.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert Task.objects.get().state == "refused"
    assert Task.objects.get().said in text_of(at_desk.get(place))


@pytest.mark.rotates(4)
def test_bug_is_logged_and_ends_the_task(swiss, at_desk, slowly, monkeypatch, caplog):
    monkeypatch.setattr(system_calls, "judged_plan", slow.fail_after)
    place = press(at_desk)["Location"]
    slowly.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert "Something went wrong" in text_of(at_desk.get(place))
    assert "a bug of ours" in caplog.text
    assert "in fail_after" in caplog.text, "where it was raised in the other process"


@pytest.mark.rotates(2)
def test_quick_pairing_needs_no_task(swiss, at_desk, office, monkeypatch):
    monkeypatch.setattr(running, "PATIENCE", PATIENCE)
    assert press(at_desk)["Location"] == "/t/cup/desk/rounds/1/"
    assert not Task.objects.exists()


@pytest.mark.rotates(4)
def test_calculation_runs_in_another_process(office, monkeypatch):
    manner = running.Patient(office.reckoners, PATIENCE)
    with running.use_manner(manner):
        assert running.ask(slow.process_of) == child_of(os.getpid())


@pytest.mark.rotates(4)
def test_every_plan_survives_transfer_between_processes(office):
    """Reasons without facts, such as those of a final, survive too; no unnamed type prevents the transfer."""
    snapshot = Snapshot(tuple(Player(number) for number in (1, 2)))
    asked = ("knock-out", snapshot, SYSTEMS["knock-out"].options(), "7")
    with running.use_manner(running.Patient(office.reckoners, PATIENCE)):
        assert running.ask(system_calls.judged_plan, *asked) == system_calls.judged_plan(*asked)


@pytest.mark.rotates(4)
def test_user_without_the_right_cannot_see_or_stop_a_task(swiss, at_desk, heli, sam, slowly):
    place = press(at_desk)["Location"]
    Member.objects.create(tournament=swiss.tournament, user=heli, role="helper")
    for user in (heli, sam, None):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert client.get(place).status_code == 404
        assert client.post(f"{place}stop/").status_code == 404
        api = f"/api/v1/tournaments/cup/tasks/{Task.objects.get().public_id}"
        assert client.get(api).status_code == 404
    Task.objects.get(to_be_stopped=False)


def through(client, answer, brake):
    """Release the brake and wait for the end of a task; return the answer of its page."""
    place = answer["Location"]
    assert "/tasks/" in place
    brake.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    return client.get(place)


@pytest.fixture
def changed_draft(swiss):
    """A tournament with round 1 closed, and the draft of round 2 changed manually."""
    swiss.play("1-0", "1-0", "1-0")
    swiss.pair()
    one, other = (swiss.table(table).appearances.get(side=2).player for table in (1, 2))
    editing.swap_players(swiss.orla, swiss.tournament, swiss.round, one, other)
    return swiss


@pytest.mark.parametrize(("page", "asked"), [("why-not", True), ("cost", False)])
@pytest.mark.rotates(2)
def test_answer_about_a_round_is_cached_until_something_changes(changed_draft, at_desk, slowly, page, asked):
    ids = [changed_draft.players[name].public_id for name in ("Ann", "Bo")]
    address = f"/t/cup/desk/rounds/2/{page}/" + (f"?a={ids[0]}&b={ids[1]}" if asked else "")
    answer = at_desk.get(address)
    wait_until(lambda: "3 of 8" in text_of(at_desk.get(answer["Location"])))
    assert through(at_desk, answer, slowly)["Location"] == address
    shown = at_desk.get(address)
    assert shown.status_code == 200
    assert Task.objects.count() == 1, "the answer was kept"
    slowly.hold()
    editing.swap_players(
        changed_draft.orla,
        changed_draft.tournament,
        changed_draft.round,
        *map(changed_draft.players.get, ("Ann", "Ed")),
    )
    assert at_desk.get(address)["Location"] != answer["Location"], "another round is another question"


@pytest.mark.rotates(4)
def test_manually_changed_draft_is_published_as_a_task(changed_draft, at_desk, slowly):
    answer = at_desk.post("/t/cup/desk/rounds/2/publish/", {"reason": "They came in one car"})
    assert changed_draft.tournament.rounds.get(number=2).is_draft
    assert through(at_desk, answer, slowly)["Location"] == "/t/cup/desk/"
    assert changed_draft.tournament.rounds.get(number=2).by_hand["reason"] == "They came in one car"
    assert "Round 2 is published" in text_of(at_desk.get("/t/cup/desk/"))


@pytest.mark.rotates(8)
def test_missing_reason_is_reported_on_the_task_page(changed_draft, at_desk, slowly):
    page = through(at_desk, at_desk.post("/t/cup/desk/rounds/2/publish/"), slowly)
    assert "Give a reason" in text_of(page)
    assert changed_draft.tournament.rounds.get(number=2).is_draft


@pytest.mark.rotates(2)
def test_effect_of_a_correction_is_calculated_as_a_task(changed_draft, at_desk, slowly):
    table = changed_draft.tournament.rounds.get(number=1).pairings.get(table=1).public_id
    address = f"/t/cup/desk/tables/{table}/effect/?typed=0-1&reason=" + "%F0%9F%8E%B2" * 400
    answer = at_desk.get(address)
    assert through(at_desk, answer, slowly)["Location"] == address
    assert at_desk.get(address).status_code == 200


@pytest.mark.rotates(2)
def test_whole_schedule_is_published_as_a_task(make, at_desk, slowly):
    make().with_players(*"ABCD")
    answer = at_desk.post("/t/cup/desk/rounds/all/")
    assert not Round.objects.exists()
    assert through(at_desk, answer, slowly)["Location"] == "/t/cup/desk/"
    assert Round.objects.count() == 3


KEY = {"Idempotency-Key": "one"}


@pytest.mark.parametrize(
    ("ask", "state"),
    [
        (
            lambda c: (
                "get",
                "rounds/2/why-not?first={}&second={}".format(*(c.players[n].public_id for n in ("Ann", "Bo"))),
            ),
            200,
        ),
        (lambda _c: ("get", "rounds/2/cost"), 200),
        (lambda _c: ("post", "rounds/2/publish"), 200),
        (lambda _c: ("post", "rounds/2/rest"), 200),
    ],
    ids=["why-not", "cost", "publish", "rest"],
)
@pytest.mark.rotates(6)
def test_api_repeats_the_request_when_the_task_is_done(changed_draft, at_desk, slowly, ask, state):
    method, path = ask(changed_draft)
    sent = {"data": {"reason": "as agreed"}, "content_type": "application/json", "headers": KEY}

    def send():
        return getattr(at_desk, method)(f"/api/v1/tournaments/cup/{path}", **(sent if method == "post" else {}))

    begun = send()
    assert (begun.status_code, begun["Retry-After"]) == (202, "1")
    assert send()["Location"] == begun["Location"]
    slowly.release()
    wait_until(lambda: at_desk.get(begun["Location"]).json()["state"] == "done")
    assert send().status_code == state
    assert Task.objects.count() == 1


@pytest.mark.rotates(2)
def test_api_publishes_a_whole_schedule_as_a_task(make, at_desk, slowly):
    make().with_players(*"ABCD")
    begun = at_desk.post("/api/v1/tournaments/cup/schedule", headers=KEY)
    assert begun.status_code == 202
    slowly.release()
    wait_until(lambda: at_desk.get(begun["Location"]).json()["state"] == "done")
    assert at_desk.post("/api/v1/tournaments/cup/schedule", headers=KEY).status_code == 201
    assert Round.objects.count() == 3


@pytest.mark.rotates(8)
def test_verdicts_are_calculated_once_for_everyone(make, office, brake, monkeypatch):
    monkeypatch.setattr(verdicts, "verdicts", slow.verdicts)
    cup = make(planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    for _round in range(2):
        cup.play("1-0", "1-0")
    cup.pair()
    cup.publish()
    stranger, address = Client(), "/t/cup/standings/verdicts/?top=1"
    place = stranger.get(address)["Location"]
    begun = stranger.get("/api/v1/tournaments/cup/standings/verdicts?top=1")
    assert begun.status_code == 202
    assert stranger.get(begun["Location"]).json()["state"] == "running", "it is for everybody"
    wait_until(lambda: "3 of 8" in text_of(stranger.get(place)))
    page = text_of(stranger.get(place))
    assert "<h1>Working out verdicts for the top 1</h1>" in page
    assert "Stop" not in page, "others wait for it too"
    assert stranger.post(f"{place}stop/").status_code == 403
    assert Client().get(address)["Location"] == place
    brake.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert stranger.get(place)["Location"] == address
    assert "Certain to qualify" in text_of(stranger.get(address))
    verdicts._cache.clear()  # as in another worker
    assert Client().get(address).status_code == 200
    assert Client().get("/api/v1/tournaments/cup/standings/verdicts?top=1").status_code == 200
    assert Task.objects.count() == 1


@pytest.mark.rotates(8)
def test_helper_and_api_see_the_progress_of_documents(swiss, office, brake, monkeypatch):
    monkeypatch.setattr(orders, "archive_documents", slow.archive_documents)
    swiss.pair()
    swiss.publish()
    helper = Client()
    user = User.objects.create_user("Heli")
    Member.objects.create(tournament=swiss.tournament, user=user, role=Member.Role.HELPER)
    helper.force_login(user)
    address = "/t/cup/desk/print/papers.zip?size=Letter"
    place = helper.get(address)["Location"]
    wait_until(lambda: "3 of 8" in text_of(helper.get(place)))
    begun = helper.get("/api/v1/tournaments/cup/papers.zip?size=Letter")
    assert (begun.status_code, begun["Content-Type"]) == (202, "application/json")
    assert begun["Location"].endswith(f"/tasks/{Task.objects.get().public_id}")
    assert helper.get(begun["Location"]).json()["state"] == "running"
    brake.release()
    wait_until(lambda: has_ended(Task.objects.get()))
    assert helper.get(place)["Location"] == address
    for where in (address, "/api/v1/tournaments/cup/papers.zip?size=Letter"):
        assert helper.get(where).content[:2] == b"PK"
    assert Task.objects.count() == 1


@pytest.mark.rotates(6)
def test_killed_worker_of_the_server_leaves_nothing_behind(orla, brake, slow_server):
    server = slow_server
    who = Who.at_page(User.objects.get(username="Orla"))
    cup = lifecycle.create_tournament(
        who, name="Cup", game="chess", system="dutch", planned_rounds=5, starts_on="2026-04-01", time_zone="UTC"
    )
    registration.add_players(who, cup, [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")])
    person = Person(server.url).signs_in()
    _status, page = person.post("/t/cup/desk/rounds/pair/", number=1)
    assert "Pairing round 1" in page
    task = Task.objects.get()
    wait_until(lambda: any(child_of(worker) for worker in children(server.process.pid)))
    worker = next(worker for worker in children(server.process.pid) if child_of(worker))
    reckoner = child_of(worker)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{reckoner}").exists())
    wait_until(
        lambda: "The program stopped before this was finished." in fetch_page(person, f"/t/cup/tasks/{task.public_id}/")
    )
    assert not Round.objects.exists()
    _status, page = person.post("/t/cup/desk/rounds/pair/", number=1)
    assert "Pairing round 1" in page
    brake.release()
    wait_until(Round.objects.exists)


def fetch_page(person, path):
    try:
        return person.get(path)
    except (OSError, urllib.error.URLError):  # the worker that had the connection is gone
        return ""


def children(process):
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == process:
                found.append(int(folder.name))
    return found
