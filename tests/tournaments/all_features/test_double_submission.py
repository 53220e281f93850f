"""Every form of every page of the desk, sent twice: it takes effect once, and both answers are the same."""

import threading
from html.parser import HTMLParser

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.tournaments.all_features.test_races import two
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import ApiToken, Invitation, JournalEntry, Member, Player, User
from tournaments.people import tokens
from tournaments.players import registration

pytestmark = pytest.mark.django_db


class Forms(HTMLParser):
    """The forms of a page that post: address, fields as a browser would send them, and buttons."""

    def __init__(self, html):
        super().__init__()
        self.found, self.select, self.options, self.written = [], None, [], None
        self.buttons_elsewhere = []
        self.feed(html)
        by_id = {form["id"]: buttons for form, _fields, buttons in self.found if "id" in form}
        for form, button in self.buttons_elsewhere:
            by_id[form].append(button)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "form":
            self.found.append((a, [], []))
        if tag == "button" and "form" in a:
            self.buttons_elsewhere.append((a["form"], (a.get("name"), a.get("value", ""))))
            return
        if not self.found or ("name" not in a and tag not in ("button", "option")):
            return
        _form, fields, buttons = self.found[-1]
        if tag == "button":
            buttons.append((a.get("name"), a.get("value", "")))
        elif tag == "textarea":
            self.written = [a["name"], ""]
            fields.append(self.written)
        elif tag == "select":
            self.select, self.options = a["name"], []
        elif tag == "option":
            self.options.append((a.get("value", ""), "selected" in a))
        elif tag == "input" and (a.get("type") not in ("checkbox", "radio") or "checked" in a or a["name"] in TICKED):
            fields.append([a["name"], a.get("value", "on" if "checked" in a else "")])

    def handle_data(self, data):
        if self.written is not None:
            self.written[1] += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self.written is not None:
            self.written[1] = self.written[1].removeprefix("\n")
            self.written = None
        if tag == "select" and self.options:
            usual = self.options[-1 if self.select in ("second", "other") else 0][0]
            chosen = next((value for value, selected in self.options if selected), usual)
            self.found[-1][1].append([self.select, chosen])


#: The input of a person in fields that the page leaves empty.
WRITTEN = {
    "name": "New Person", "reason": "because", "t-name": "sync", "text": "Una\nDua", "first": "Ann", "second": "Bo",
    "one": "Ann", "other": "Di", "typed": "1-0",
}  # fmt: skip
#: The boxes that a person ticks: these players do not play.
TICKED = {"not_paired"}
PAGES = (
    "", "players/", "players/list/", "players/check-in/", "players/{Zoe}/", "seats/", "wishes/", "settings/", "staff/",
    "journal/", "rounds/1/", "rounds/1/why-not/?a={Ann}&b={Bo}", "rounds/1/results/", "next-stage/?places=2", "rules/",
    "prizes/", "club-teams/",
)  # fmt: skip


def signed_up(make, heli):
    hall = make(system="papp", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di", "Zoe")
    editing.fix_pair(hall.orla, hall.tournament, 1, hall.players["Cy"], hall.players["Di"])
    editing.forbid_pair(hall.orla, hall.tournament, *two(hall))
    return hall


def make_draft(make, heli):
    hall = make(system="papp", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di", "Zoe")
    hall.pair()
    editing.unpair(hall.orla, hall.tournament, hall.round, hall.players["Ann"])
    return hall


def running(make, heli):
    hall = make(system="papp", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di")
    hall.pair()
    hall.publish()
    hall.enter(1, "1-0")
    hall.with_players("Zoe")
    return hall


def all_in(make, heli):
    hall = running(make, heli)
    hall.enter(2, "0-1")
    return hall


def over(make, heli):
    hall = make(system="round-robin", rules_changes={"last_resort": "lot"}).with_players("Ann", "Bo", "Zoe")
    for _round in range(3):
        hall.play("½-½")
    Member.objects.create(tournament=hall.tournament, user=heli, role="helper")
    tokens.create_token(hall.orla, hall.tournament, name="old", scopes=["read"], expires_at="2100-01-01T00:00Z")
    return hall


HALLS = {"signed up": signed_up, "drafted": make_draft, "running": running, "all in": all_in, "over": over}


def send_form(client, where, form, button, players):
    attributes, fields, _buttons = form
    data: dict[str, list[str]] = {}
    for name, value in fields:
        written = players.get(WRITTEN.get(name), WRITTEN.get(name, "2" if name == "round_number" else ""))
        data.setdefault(name, []).append(value or written)
    if button[0]:
        data[button[0]] = [button[1]]
    return client.post(attributes.get("action") or where, data)


def outcome_of(response):
    place = response.get("Location", "")
    return response.status_code, place, [str(message) for message in response.wsgi_request._messages]


@pytest.mark.parametrize("hall_of", HALLS)
@pytest.mark.rotates(8)
def test_form_sent_twice_changes_the_tournament_once(make, client, orla, heli, hall_of):
    hall = HALLS[hall_of](make, heli)
    client.force_login(orla)
    root = f"/t/{hall.tournament.slug}/desk/"
    ids = dict(hall.tournament.players.values_list("name", "public_id"))
    verbs = set()
    for page in (*(root + page for page in PAGES), f"/t/{hall.tournament.slug}/standings/"):
        where = page.format_map(ids) if "{" not in page or "{Zoe}" not in page or "Zoe" in ids else page
        html = client.get(where)
        if html.status_code != 200:
            continue
        for form in Forms(html.content.decode()).found:
            attributes, _fields, buttons = form
            if attributes.get("method") != "post" or "sign-out" in attributes.get("action", ""):
                continue
            for button in buttons or [(None, "")]:
                before, undone = hall.revision(), transaction.savepoint()
                first = outcome_of(send_form(client, where, form, button, ids))
                once = hall.revision()
                second = outcome_of(send_form(client, where, form, button, ids))
                answer = f"{where} {attributes.get('action')} {button}: {first} then {second}"
                assert hall.revision() == once <= before + 1, answer
                assert first[0] < 500 > second[0] != 404, answer
                if once > before:
                    verbs.add(JournalEntry.objects.filter(tournament=hall.tournament).first().verb)
                    assert second[:2] == first[:2], answer
                transaction.savepoint_rollback(undone)
    assert verbs >= DONE[hall_of]


#: The minimum that the forms of each hall change: a page that is not parsed would change nothing, twice.
DONE = {
    "signed up": {"add-players", "remove-player", "check-in", "withdraw", "draw-seats", "free-pair", "allow-pair",
                  "fix-pair", "forbid-pair", "invite", "create-token", "pair-round", "undo"},
    "drafted": {"publish-round", "discard-round", "pair-rest", "unpair", "pair-by-hand", "give-bye", "swap-players"},
    "running": {"enter-result", "add-players", "undo"},
    "all in": {"close-round", "close-and-pair", "enter-result"},
    "over": {"start-stage", "finish", "leave", "revoke-token"},
}  # fmt: skip


def form_of(client, url, action="", **values):
    """Return the fields of the first form of a page that posts to an address, with `values` filled in."""
    forms = Forms(client.get(url).content.decode()).found
    _a, fields, _b = next(f for f in forms if f[0].get("method") == "post" and f[0].get("action", "") == action)
    return {**dict(fields), **values}


def at_once(user, *posts):
    """Send posts at the same moment, each on its own connection."""
    barrier, answers = threading.Barrier(len(posts)), []

    def post(url, data):
        client = Client(raise_request_exception=False)
        client.force_login(user)
        barrier.wait()
        answers.append(client.post(url, data))
        connection.close()

    threads = [threading.Thread(target=post, args=one) for one in posts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.django_db(transaction=True)
class TestSimultaneousRequests:
    def test_player_is_added_once(self, cup, client, orla):
        client.force_login(orla)
        url = "/t/cup/desk/players/add/"
        data = form_of(client, "/t/cup/desk/players/", url, name="Eve")
        answers = at_once(orla, (url, data), (url, data))
        assert [answer.status_code for answer in answers] == [302, 302]
        assert Player.objects.filter(name="Eve").count() == 1

    def test_second_user_adding_the_same_name_gets_an_error(self, cup, client, orla):
        client.force_login(orla)
        url = "/t/cup/desk/players/add/"
        posts = [(url, form_of(client, "/t/cup/desk/players/", url, name="Eve")) for _person in range(2)]
        assert sorted(answer.status_code for answer in at_once(orla, *posts)) == [302, 422]
        assert Player.objects.filter(name="Eve").count() == 1

    def test_list_is_added_once(self, cup, client, orla):
        client.force_login(orla)
        url = "/t/cup/desk/players/list/"
        preview = client.post(url, {"text": "Eve\nFay\nGil"}).content.decode()
        data = {**dict(Forms(preview).found[-1][1]), "do": "take"}
        assert [answer.status_code for answer in at_once(orla, (url, data), (url, data))] == [302, 302]
        assert cup.tournament.players.count() == 7

    def test_token_is_created_once_and_shown_in_both_answers(self, cup, client, orla):
        client.force_login(orla)
        url = "/t/cup/desk/staff/"
        page = client.get(url).content.decode()
        _a, fields, buttons = next(form for form in Forms(page).found if ("token", "1") in form[2])
        data = {**dict(fields), "t-name": "sync", "t-scopes": "read", "token": "1"}
        answers = at_once(orla, (url, data), (url, data))
        token = ApiToken.objects.get()
        shown = [answer.context["secret"] for answer in answers]
        assert shown[0] == shown[1]
        answer = Client().get("/api/v1/tournaments/cup/rounds", headers={"Authorization": f"Bearer {shown[0]}"})
        assert (answer.status_code, token.hint) == (200, shown[0][:8])
        assert buttons


def test_list_with_a_player_added_meanwhile_needs_another_review(cup, client, orla):
    client.force_login(orla)
    url = "/t/cup/desk/players/list/"
    preview = client.post(url, {"text": "Eve\nFay\nGil"}).content.decode()
    registration.add_player(cup.orla, cup.tournament, name="Fay")
    again = client.post(url, {**dict(Forms(preview).found[-1][1]), "do": "take"})
    assert again.status_code == 409
    assert "Fay is already on the list." in again.content.decode()
    assert cup.tournament.players.count() == 5
    client.post(url, {**dict(Forms(again.content.decode()).found[-1][1]), "do": "take"})
    assert sorted(cup.tournament.players.values_list("name", flat=True))[4:] == ["Eve", "Fay", "Gil"]


def test_resent_form_after_undo_is_refused_with_reason(cup, client, orla):
    client.force_login(orla)
    url = "/t/cup/desk/players/add/"
    data = form_of(client, "/t/cup/desk/players/", url, name="Eve")
    client.post(url, data)
    undo.undo(cup.orla, cup.tournament, JournalEntry.objects.first())
    again = client.post(url, data)
    assert again.status_code == 422
    assert "This form was sent before" in again.content.decode()
    assert client.post(url, {**data, "name": "Eva"}).status_code == 302


def test_invitation_is_created_once_and_its_link_works(cup, client, orla, sam):
    client.force_login(orla)
    url = "/t/cup/desk/staff/"
    _a, fields, _b = next(form for form in Forms(client.get(url).content.decode()).found if ("invite", "1") in form[2])
    data = {**dict(fields), "invite": "1"}
    links = [client.post(url, data).context["link"] for _click in range(2)]
    assert links[0] == links[1]
    assert Invitation.objects.count() == 1
    client.force_login(sam)
    assert [client.post(links[0]).status_code for _click in range(2)] == [302, 302]
    assert Member.objects.filter(user=sam).count() == 1


def test_secret_of_a_form_is_not_in_the_journal(cup, client, orla):
    client.force_login(orla)
    data = {"sheet": "a" * 32, "invite": "1", "i-role": "helper"}
    link = client.post("/t/cup/desk/staff/", data).context["link"]
    assert link.rstrip("/").rsplit("/", 1)[-1] not in str(JournalEntry.objects.values_list("key", "facts", "changes"))
    assert User.objects.count() == 1
