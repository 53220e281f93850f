"""Every page in a language that nobody speaks: what shows a plain letter could not be translated.

A tournament of each system is played, with everything that has a sentence of its own: byes, forfeits, penalties,
corrections, wishes, people who leave. In each of its states the organiser, a helper and a stranger follow every link
that they find; in that of the Dutch system they send every form by each of its buttons, empty, and full of nonsense.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter, deque
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from random import Random
from urllib.parse import urlencode, urljoin, urlsplit
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from pairings.matching.search import MATCHED
from pairings.systems import SYSTEMS
from standings.core.tiebreaks import OF_SYSTEMS, TIEBREAKS
from tests import pseudo
from tests.tournaments.conftest import Stage
from tests.tournaments.test_pages import signed_in
from tests.tournaments.test_readers import PAGES, T
from tournaments.border.whatif import not_paired
from tournaments.journal.errors import Refused
from tournaments.models import Member, Pairing, Player, Task, ids
from tournaments.models.task import WORKED_ON
from tournaments.services import (
    edits,
    knockouts,
    lifecycle,
    registration,
    results,
    rounds,
    sections,
    staff,
    tokens,
    undo,
    webhooks,
    wishes,
)
from tournaments.web.errands import PAIRED
from tournaments.web.pages import PAGES as KEPT
from tournaments.words.notation import parse
from tournaments.words.report_data import RANK_METHODS

pytestmark = pytest.mark.django_db

#: Names, the same in every language: of tie-breaks with their modifiers, of articles, criteria, titles and files.
NAMES = {
    *(f"{code}(/[A-Z]+[+-]?\\d*)*" for code in (*TIEBREAKS, *OF_SYSTEMS)),
    r"C\.\d+(\.\d+)*(, Annex \d+)?", r"[CM]\d+", r"US Chess \d+[A-Z]\d*", r"W?[GI]M(, W?[GI]M)*",
    "Kierros", "FIDE", "TRF(16|26)?", "CSV", "JSON", "API", "m w",
    "Europe/Helsinki",
}  # fmt: skip
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
#: No pages, or pages to which no link leads: one is shown without network, one is for whoever has signed up.
UNLINKED = {
    r"t/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$", T + "players/<str:player_id>/card/",
    "worker.js", "without-network/", T + "app.webmanifest",
}  # fmt: skip
#: To which these tournaments have no link: lists that are loaded, signing up before round 1, a sheet of Go, teams.
ELSEWHERE = {
    T + "desk/players/listed/", T + "desk/players/listed/update/", T + "sign-up/", T + "sign-up/mine/",
    T + "standings.h9", T + "best-boards/",
    T + "club-teams/", T + "club-teams.csv", T + "rounds/<int:number>/pods/",
    T + "standings.aga", T + "standings.fesa",
}  # fmt: skip
#: So many pages of one address and one kind of reader are looked at in each state; with --all-links, all there are.
EACH, ALL = 1, 1000
#: One is looked at in every state, one in those that have most pages, one while its grid is there; the others in the
#: one that has most to say. What is no page of this tournament, or of its event, is looked at once, while it runs.
TELLING = "a draft with wishes"
STATES = ("a first draft", "running", TELLING, "between rounds", "finished")
LOOKED_AT = {"dutch": STATES, "papp": STATES[1:], "round-robin": {"running"}}
#: In this one's tournament, then, each number's derivation is an address of its own; elsewhere all of them are one.
DERIVED, DERIVES = "dutch", {TELLING, "finished"}
#: What is no page, and has no words that are looked at: it is made once.
FILE = re.compile(r"\.(pdf|csv|ics|h9|trf\d\d|json|xlsx)$")
#: Which only a system has whose pairs are known beforehand.
OF_SCHEDULES = {T + "desk/grid/"}
#: The tournaments of these are sections of an event; the others stand alone.
IN_EVENT = {"dutch", "papp"}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locale")
    pseudo.compile_into(folder)
    return folder


@pytest.fixture
def nobodys(settings, catalogue):
    """The language, spoken by the program."""
    settings.LOCALE_PATHS = [catalogue]
    settings.LANGUAGES = [("en", "English"), (pseudo.LANGUAGE, "·")]
    KEPT.clear()
    yield
    KEPT.clear()


@pytest.fixture
def same_lots(monkeypatch):
    """The lots are drawn alike in every run, and the ids are the same: so are the pages that the walk comes to."""
    lots = Random("translation")
    monkeypatch.setattr(ids, "seed", lambda: f"{lots.getrandbits(64):016x}")
    monkeypatch.setattr(secrets, "choice", lots.choice)


class Walker:
    """Somebody who opens what they find and notes every plain word."""

    def __init__(self, client, known, sent, files=None, *, sends, each=EACH, derives=True, near=("/",)):
        self.client, self.known, self.sent, self.sends = client, {*NAMES, *known}, sent, sends
        self.each, self.derives, self.near, self.ids = each, derives, near, set()
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = pseudo.LANGUAGE
        self.client.raise_request_exception = True
        self.plain = {}
        self.opened, self.files, self.patterns = Counter(), Counter() if files is None else files, set()

    def walk(self, *addresses):
        todo, seen = deque(addresses), set(addresses)
        self.ids = {found for model in (Player, Pairing) for found in model.objects.values_list("public_id", flat=True)}
        while todo:
            address = todo.popleft()
            answer = self.client.get(address)
            page = self.look(answer, address)
            if answer.status_code == 404:  # a script writes whose page it is in the place of a 0
                self.opened[self.kind(address)] -= 1
                continue
            if answer.status_code in {301, 302}:
                found = [answer["Location"]]
            elif page is None:
                continue
            else:
                found = [link for link in page.links if link]
                found += [self.asked(form) for form in page.forms if form.method == "get"]
                for form in page.forms if self.sends else ():
                    if form.method == "post":
                        self.send(urljoin(address, form.attributes.get("action") or address), form)
            for each in found:
                link = urljoin(address, each).split("#")[0]
                kind = self.kind(link)
                times = self.files if FILE.search(kind[0]) else self.opened
                if link.startswith(self.near) and link not in seen and times[kind] < self.each:
                    times[kind] += 1
                    seen.add(link)
                    todo.append(link)

    @staticmethod
    def asked(form):
        """The address that a form of questions leads to, with a result where one is typed."""
        values = {name: value or "0-1" if name in form.typed else value for name, value in form.values.items()}
        return f"{form.attributes.get('action', '')}?{urlencode(values)}"

    def kind(self, address):
        parts = urlsplit(address)
        path = "/".join("#" if part in self.ids or re.search(r"\d", part) else part for part in parts.path.split("/"))
        if not self.derives:
            path = re.sub(r"(/standings/[^/]+/).+", r"\1#", path)
        return path, frozenset(re.findall(r"(\w+)=", parts.query))

    def send(self, address, form):
        """A form by each of its buttons, empty, and full of nonsense; nothing stays."""
        values = {name: value for name, value in form.values.items() if name != "csrfmiddlewaretoken"}
        kind = self.kind(address)[0], frozenset(form.typed), frozenset(form.buttons)
        if self.sent[kind] >= 1:
            return
        self.sent[kind] += 1
        buttons = [dict([button]) for button in form.buttons] or [{}]
        ways = [values | button for button in buttons]
        if form.typed:
            ways += [values | dict.fromkeys(form.typed, nonsense) | buttons[0] for nonsense in ("", "☃ 99999")]
        for way in ways:
            before = transaction.savepoint()
            answer = self.client.post(address, way)
            self.look(answer, f"POST {address} {way}")
            if answer.status_code == 302:
                self.look(self.client.get(answer["Location"]), f"after POST {address} {way}")
            transaction.savepoint_rollback(before)

    def look(self, answer, address):
        if answer.status_code == 200 and answer.request["REQUEST_METHOD"] == "GET":
            self.patterns.add(answer.resolver_match.route)
        if "html" not in answer.get("Content-Type", "") or not answer.content:
            return None
        content = answer.content.decode()
        ids = Counter(re.findall(r'<[^>]*?\sid="([^"]+)"', content))
        assert max(ids.values(), default=1) == 1, (address, ids.most_common(3))  # a label belongs to one field
        page = pseudo.read(content)
        for words, around in pseudo.untranslated(page.text, self.known):
            self.plain.setdefault(words, (around, address))
        return page


class Scene:
    """A tournament of one system, on its way through its states."""

    def __init__(self, orla, heli, system):
        self.orla, self.heli = orla, heli
        options = {"options": {"boards": 1, "games": 4}} if system == "hutton" else {}
        self.cup = Stage(orla, name="Cup", system=system, planned_rounds=4, **options)
        self.cup.with_players(*PLAYERS, club="Zebra", rating=1500)
        self.tournament, self.who, self.players = self.cup.tournament, self.cup.orla, self.cup.players
        Member.objects.create(tournament=self.tournament, user=heli, role="helper")
        if system in IN_EVENT:
            names = {"event": "Cup", "own": "Zebra", "section": "Yak"}
            other = sections.add_section(self.who, self.tournament, **names)
            registration.add_player(self.who, other, name="Ann")
            self.tournament.refresh_from_db()

    def new_draft(self):
        self.cup.pair()
        if SYSTEMS[self.cup.tournament.stages.get().system].by_hand:
            there = [player for player in self.players.values() if player.withdrawn_after is None]
            pairs = list(zip(there[::2], there[1::2], strict=False))
            edits.set_pairings(self.who, self.tournament, self.cup.round, pairs)

    def publish(self):
        absent = [player.public_id for player in not_paired(self.cup.round)]
        self.cup.round = rounds.publish_round(
            self.who, self.tournament, self.cup.round, reason="Misprint", not_paired=absent
        )

    def result(self, *texts):
        played = self.cup.round.pairings.exclude(appearances__player__withdrawn_after__isnull=False)
        for table, text in zip(played.order_by("table"), texts, strict=False):
            results.enter_result(self.who, self.tournament, table, self.read(text))
            if text == "½-½" and SYSTEMS[self.tournament.stages.get().system].knocks_out:
                said = {"how": "games", "note": "Misprint"}
                knockouts.say_who_goes_on(self.who, self.tournament, table, 2, **said)

    def read(self, text):
        """What is written for two, or what comes nearest to it at a pod."""
        at_pod = {"1-0": "1", "½-½": "½", "0-1": "2", "1-0F": "0"}
        return parse(at_pod[text] if self.tournament.of_pods else text, self.tournament.scoring)

    def correct(self):
        table = self.cup.table(1)
        results.correct_result(self.who, self.tournament, table, self.read("0-1"), reason="Misprint")

    def wish(self):
        who, cup, players = self.who, self.tournament, self.players
        for ask in (
            lambda: wishes.forbid_pair(who, cup, players["Cy"], players["Di"]),
            lambda: wishes.fix_pair(who, cup, 3, players["Ed"], players["Flo"]),
            lambda: registration.request_bye(who, cup, players["Ann"], 3, "half"),
            lambda: registration.withdraw(who, cup, players["Gus"]),
            lambda: undo.undo(who, cup, cup.journal.order_by("-sequence")[1]),
        ):
            with suppress(Refused):  # what this system does not know
                ask()

    def tasks(self):
        """The pages of long work: one on which somebody works, and one of each way in which it ends."""
        place = f"/t/{self.tournament.slug}/"
        about = {"tournament": self.tournament, "about": PAIRED, "facts": {"round": 1}, "to": place, "back": place}
        rows = [Task.objects.create(key=f"{state}", state=state, said="Misprint", **about) for state in Task.State]
        rows.append(Task.objects.create(key="worked on", message=MATCHED, done=3, of=8, **about))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [WORKED_ON, rows[-1].pk])
        return [f"{place}tasks/{row.public_id}/" for row in rows]

    def states(self):
        """The tournament at each point at which people look at it."""
        self.new_draft()
        yield "a first draft"
        self.publish()
        self.result("1-0", "½-½")
        yield "running"
        self.result("1-0", "½-½", "1-0F")
        self.cup.close()
        self.correct()
        self.wish()
        self.new_draft()
        yield "a draft with wishes"
        self.publish()
        self.result("1-0", "½-½", "0-1")
        self.cup.close()
        lifecycle.change_settings(self.who, self.tournament, uses_check_in=True)
        yield "between rounds"
        staff.invite(self.who, self.tournament, role="helper")
        tokens.create_token(
            self.who, self.tournament, name="Zebra", scopes=["read"], expires_at=timezone.now() + timedelta(days=1)
        )
        address = "https://hooks.example/"
        webhook, _secret = webhooks.create_webhook(self.who, self.tournament, address=address, topics=["round"])
        taken = {"attempt": 1, "at": timezone.now(), "took": 9}
        webhook.deliveries.create(sequence=1, status=204, **taken)
        webhook.deliveries.create(sequence=1, fault="timeout", **taken)
        self.cup.finish()
        yield "finished"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_page_is_marked_for_translation(nobodys, same_lots, orla, heli, system, request):
    everything = request.config.getoption("--all-links")
    each = ALL if everything else EACH
    scene = Scene(orla, heli, system)
    known = {*PLAYERS, "hooks.example", "Zebra", "Yak", "Cup", "cup", "Misprint", "Orla", "Heli"}
    if system == "groups":
        known |= {"A", "B"}  # what groups are called
    plain, sent, files, opened = {}, Counter(), Counter(), set()
    public = f"/t/{scene.tournament.slug}/"
    start, gone = f"{public}desk/", f"{public}standings/{scene.players['Gus'].public_id}/PTS/"
    unlinked = [gone, *scene.tasks()]
    for state in scene.states():
        if not everything and state not in LOOKED_AT.get(system, {TELLING}):
            continue
        readers = {"organiser": signed_in(orla)}
        if state == "running":
            readers |= {"helper": signed_in(heli), "stranger": Client()}
        for name, client in readers.items():
            derives = everything or (system == DERIVED and state in DERIVES and name == "organiser")
            near = ("/",) if everything or (state == "running" and system in IN_EVENT) else (public, "/e/")
            walker = Walker(client, known, sent, files, sends=system == "dutch", each=each, derives=derives, near=near)
            walker.walk("/", start, f"{start}rounds/{scene.cup.round.number}/cost/", public, *unlinked)
            opened |= walker.patterns
            for words, (around, address) in walker.plain.items():
                plain.setdefault(words, (around, state, name, address))
    assert not plain, "\n".join(f"{words!r}: {place}" for words, place in sorted(plain.items()))
    if system == "papp":  # which has every page but those of schedules
        assert {
            pattern for pattern, readers in PAGES.items() if "organiser" in readers
        } - opened == UNLINKED | ELSEWHERE | OF_SCHEDULES
    if everything or system in LOOKED_AT:
        assert SYSTEMS[system].scheduled == (opened >= OF_SCHEDULES)


WORDS = re.compile(r"[A-Za-z]+")


class TestFiles:
    """What is wrong with a file, and what is odd in it."""

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"xyz",
            b"\x89P",
            b"001 x",
            b"001    1"
            + b" " * 83
            + b"   9 w 1\n162  Q 1.0\n152 x\nXXC left\nXXS WW=1.0 BW=2.0\n240 X\nXXP 1 x\n299 Q\n",
            b"{",
            b'{"a": 1, "a": 2}',
            b'{"a": 1.5}',
            b"[]",
        ],
    )
    def test_of_a_tournament(self, nobodys, orla, content):
        walker = Walker(signed_in(orla), {"Orla", *WORDS.findall(content.decode("latin-1"))}, Counter(), sends=False)
        file = SimpleUploadedFile("file.trf", content)
        answer = walker.client.post("/import/", {"file": file})
        assert walker.look(answer, "/import/")
        assert not walker.plain

    def test_that_is_odd(self, nobodys, orla):
        walker = Walker(signed_in(orla), {"Orla", "Ann", "Bo"}, Counter(), sends=False)
        lines = [
            "012 Cup",
            "142 3",
            "XXR 4",
            "001    1      Ann                                                           1.5    1     2 w 1",
            "001    2      Bo                                                            1.0    2     1 b 1",
        ]
        file = SimpleUploadedFile("file.trf", "\n".join(lines).encode())
        answer = walker.client.post("/import/", {"file": file})
        assert walker.look(answer, "/import/")
        assert not walker.plain

    def test_of_players(self, nobodys, orla):
        cup = Stage(orla, name="Cup").with_players("Ann")
        text = "name,rating\nEve,abc\nann,1500\nFay,1600\nFay,1700\n,5\n"
        walker = Walker(signed_in(orla), {"Orla", "Ann", "Cup", *WORDS.findall(text), "b", "c"}, Counter(), sends=False)
        address = f"/t/{cup.tournament.slug}/desk/players/list/"
        for content in (text, "", 'a,"b\nc'):
            assert walker.look(walker.client.post(address, {"text": content}), address)
        assert not walker.plain


class TestProblemsOfTheApi:
    """Whatever a program sends that cannot be taken, what it is told can be translated."""

    NONSENSE = ("☃", 99999, -1, None, [], ["☃"], [{}], {})
    #: What is quoted: names of fields, methods, headers and parameters, values of choices.
    QUOTED = frozenset({"Idempotency-Key", "If-Match", "ETag", "If-None-Match", "POST"})
    #: Formats that a program is told to write in, and one that it did.
    FORMATS = frozenset(
        {
            *RANK_METHODS,
            "YYYY-MM-DD.",
            "YYYY-MM-DD",
            "YYYY-MM-DDThh:mm",
            "ss",
            "uuuuuu",
            "HH:MM",
            "Z",
            "application/json",
        }
    )

    @staticmethod
    def bodies(document, operation, turn):
        """What a program may send to an operation, and what it may not: of the nonsense two, which take turns."""
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        fields = document["components"]["schemas"].get(name, {}).get("properties", {})
        yield {}
        yield {"zebra": 1}
        nonsense = TestProblemsOfTheApi.NONSENSE
        for each in nonsense if turn is None else (nonsense[turn % 8], nonsense[(turn + 3) % 8]):
            if fields:
                yield dict.fromkeys(fields, each)

    @staticmethod
    def names_in(document):
        """Names of fields and parameters, types, and values of choices: programs read them in no language."""
        found = {"str", "int", "list", "dict", "NoneType"}

        def look(part):
            if isinstance(part, dict):
                found.update(map(str, part.get("enum", ())))
                found.update(part["properties"] if isinstance(part.get("properties"), dict) else ())
                found.update([part["name"]] if isinstance(part.get("name"), str) and "in" in part else ())
            for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
                look(inner)

        look(document)
        return {re.escape(name) for name in found if name}

    @staticmethod
    def told(answer):
        """The sentences of a problem document."""
        body = answer.json()
        yield body["detail"]
        yield from (error["detail"] for error in body.get("errors", ()))

    def test_are_marked(self, nobodys, orla, heli, request):
        everything = request.config.getoption("--all-links")
        scene = Scene(orla, heli, "dutch")
        next(scene.states())
        client = signed_in(orla)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = pseudo.LANGUAGE
        document = client.get("/api/v1/schema").json()
        places = {
            "slug": scene.tournament.slug, "number": 1, "player_id": scene.players["Ann"].public_id, "code": "PTS",
            "pairing_id": scene.cup.table(1).public_id, "sequence": 1, "edition": "trf16", "verb": "close",
        }  # fmt: skip
        known = {*NAMES, *self.QUOTED, *self.FORMATS, *self.names_in(document), "zebra", "x", "z{8}"}
        plain, told = {}, 0
        for turn, (path, operations) in enumerate(document["paths"].items()):
            for method, operation in operations.items():
                nobodys = {**places, "number": 999, "player_id": "zzzzzzzz", "pairing_id": "zzzzzzzz"}
                bodies = list(self.bodies(document, operation, None if everything else turn))
                for wrong, most in ((places, None), (nobodys, 2)):
                    address = path.format_map({**dict.fromkeys(re.findall(r"{(\w+)}", path), "zzzzzzzz"), **wrong})
                    for headers, query in (({}, "?round=x&top=x&with=x&rules=x"), (self.headers(), "?round=99&top=99")):
                        # A program that names no version is told so first, whatever it sends.
                        for body in islice(bodies, most if headers or everything else 1):
                            answer = self.send(client, method, address + query, body, headers)
                            if answer.status_code < 400 or "json" not in answer["Content-Type"]:
                                continue
                            for text in self.told(answer):
                                told += 1
                                for found, around in pseudo.untranslated(text, known):
                                    plain.setdefault(found, (around, method, path, body))
        assert not plain, "\n".join(f"{found!r}: {place}" for found, place in sorted(plain.items()))
        assert told > 500

    @staticmethod
    def headers():
        return {"If-Match": '"1"', "Idempotency-Key": uuid4().hex}

    @staticmethod
    def send(client, method, address, body, headers):
        """What is answered; nothing stays."""
        before = transaction.savepoint()
        answer = client.generic(
            method.upper(), address, json.dumps(body), content_type="application/json", headers=headers
        )
        transaction.savepoint_rollback(before)
        return answer
