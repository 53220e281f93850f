"""Any input to any address gets an answer with a sentence, never a server error or a traceback in the log.

The addresses come from the URL conf, so new ones are included. The test records which fields an address reads while it
answers: every name that it looks up in the query or the form. It then sends each name with every hostile value, also as
a file. It also sends every word that a field is compared with, so that code behind `do=withdraw` is reached, too.
`--all-hostile` sends everything; without it, each address gets another random sample.
"""

import json
import re
import sys
from copy import deepcopy
from datetime import timedelta
from itertools import cycle
from random import Random
from urllib.parse import quote, urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http.request import QueryDict
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLResolver
from django.utils import timezone
from django.utils.regex_helper import normalize
from drf_spectacular.generators import SchemaGenerator

from config.logs import WithoutClientErrors
from tournaments.models import JournalEntry
from tournaments.people import staff, tokens
from tournaments.web.api.authentication import ProgramThrottle

pytestmark = pytest.mark.django_db

TEXTS = (
    "\0",
    "\r\nX: y",
    "9" * 5000,
    "a\0b",
    "-1",
    "0",
    "1e999",
    "2147483648",
    "9" * 19,
    "NaN",
    "٣",
    "²",
    "½",
    "\ud800",
    "\U0001f600",
    "\u202e\u0007",
    "'\"><script>",
    "%00",
    "../../etc/passwd",
    "{{ 7 }}",
    "%s%n",
    " ",
    "null",
    "x" * 20_000,
    "2026-02-30",
    "=1+1",
    "[" * 5000,
    "1" * 400 + "-" + "1" * 400,
    "\u0130",
    "\ufffe",
    "1,2,3",
    "true",
)
JSON_VALUES = (
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    10**30,
    1.5,
    1e300,
    "",
    "\0",
    "\ud800",
    "9" * 5000,
    "x" * 20_000,
    [],
    {},
    [[]],
    [None],
    [{}],
    {"a": {"b": [1]}},
    ["\0"],
    {"\0": 1},
    [1] * 3000,
    ["a"] * 3000,
    "½",
    "NaN",
    "2026-02-30",
)
BODIES = (
    b"",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"7",
    b'"x"',
    b"{",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"NaN",
    b"1e999",
    b"-" * 99,
    b"9" * 5000,
    b'{"x": ' + b"9" * 5000 + b"}",
    b'{"x": "\\u0000"}',
    b'{"x": "\\ud800"}',
    b'{"\\u0000": 1}',
    b"\0",
    b'[{"a": ' + b"[" * 900 + b"]" * 900 + b"}]",
    b"[1e400]",
    b"[Infinity]",
)
HEADERS = (
    {"Cookie": 'sessionid="\\000\\000\\000\\000\\000\\000\\000\\000\\000"'},
    {"Cookie": 'csrftoken="\\000"; messages="\\000"'},
    {"Cookie": "sessionid=" + "x" * 5000},
    {"Cookie": "=;;=;"},
    {"Accept-Language": "x" * 5000},
    {"Accept-Language": "fi;q=1e999"},
    {"Accept": "application/*;q=²"},
    {"Accept": "text/html;" * 500},
    {"If-None-Match": '"' * 5000},
    {"If-Match": "9" * 5000},
    {"If-Match": "٣"},
    {"Idempotency-Key": "x" * 5000},
    {"Idempotency-Key": "\xff\x01"},
    {"Authorization": "Bearer \xff"},
    {"Authorization": "Bearer"},
    {"Authorization": "\0"},
    {"Host": "a" * 300},
    {"Host": "[::"},
    {"X-Forwarded-For": "\0, 1"},
    {"User-Agent": "\xff" * 5000},
    {"Referer": "%00"},
    {"HX-Request": "true", "HX-Current-URL": "http://[", "HX-Current-URL-URI-AutoEncoded": "true"},
    {"HX-Request": "²"},
    {"Content-Type": "application/json; charset=bz2"},
    {"Content-Type": "application/x-www-form-urlencoded; charset=rot13"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Type": "multipart/form-data; boundary=\xff"},
    {"Content-Type": "/"},
    {"Range": "bytes=9-1"},
    {"Transfer-Encoding": "chunked"},
    {"Content-Length": "x"},
    {"Origin": "\xff"},
)
FILES = (
    ("a\0b.csv", b"x"),
    ("../" * 50, b"name\n"),
    ("x" * 3000 + ".trf", b"\0" * 99),
    ("a.csv", b"\xff\xfe\x00"),
    ("a.trf", b"001 " + b"9" * 5000),
    ("a.csv", b'"' * 999),
    ("\u202e.csv", b"name;rating\nA;" + b"9" * 5000),
    ("", b""),
)


ALL = ["read", "results:write", "players:write", "pairings:write", "rules:write", "admin"]


#: The number of requests to each address besides those that must always be tried.
FEW, MANY = 6, 60
MOST_WORDS = 12
#: A run in slices tries an address in one of this many runs.
PARTS, SLICES = 8, 8


class Overheard(str):
    """The value of a field that records what it is compared with."""

    __slots__ = ("ears", "name")
    __hash__ = str.__hash__

    def __eq__(self, other):
        if isinstance(other, str):
            self.ears.append((self.name, str(other)))
        return str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other


class Ears:
    """Records the names that a view looks up in query, form and files, and the words that it compares with each."""

    def __init__(self, monkeypatch):
        self.names, self.words, self.open = set(), [], True
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            monkeypatch.setattr(QueryDict, method, self._listening(getattr(QueryDict, method)))

    def _listening(self, known):
        def look(values, name, *more, **named):
            found = known(values, name, *more, **named)
            if self.open and isinstance(name, str) and name.isprintable() and not name.startswith("csrf"):
                self.names.add(name)
                if type(found) is str:
                    found = Overheard(found)
                    found.name, found.ears = name, self.words
            return found

        return look

    def take_words(self):
        words = {}
        for name, word in self.words:
            words.setdefault(name, set()).add(word)
        names, self.names, self.words[:] = set(self.names), set(), []
        return names, words


def all_routes():
    """Return (pattern with %(name)s, names) for every address, with one entry for each way to write it."""
    found = []

    def walk(patterns, before):
        for pattern in patterns:
            for form, names in normalize(pattern.pattern.regex.pattern.removesuffix("\\Z").removesuffix("$")):
                whole = before[0] + form, (*before[1], *names)
                if isinstance(pattern, URLResolver):
                    walk(pattern.url_patterns, whole)
                else:
                    found.append(whole)

    walk(get_resolver().url_patterns, ("/", ()))
    return sorted(set(found))


ROUTES = all_routes()


@pytest.fixture(autouse=True)
def no_limit(monkeypatch):
    monkeypatch.setattr(ProgramThrottle, "allow_request", lambda self, request, view: True)


class World:
    """Two tournaments, round 2 running in one and a draft in the other, and the clients that send requests."""

    def __init__(self, make, settings):
        settings.ALLOWED_HOSTS = ["testserver"]
        who = make(system="papp", planned_rounds=5).with_players(*"ABCDEF", club="x", federation="FIN")
        self.stages = [who, make(system="dutch", planned_rounds=5, name="Open").with_players(*"ABCDEF")]
        for stage in self.stages:
            stage.play("1-0", "1-0", "0-1")
            stage.pair()
        self.stages[0].publish()
        self.stages[0].enter(1, "1-0")
        self.secret = staff.invite(who.orla, who.tournament, role="helper")
        self.knockers = {"stranger": [Client(raise_request_exception=False)] * 2, "organiser": [], "token": []}
        for stage in self.stages:
            organiser = Client(raise_request_exception=False)
            organiser.force_login(stage.orla.user)
            self.knockers["organiser"].append(organiser)
            expires = timezone.now() + timedelta(days=1)
            _token, value = tokens.create_token(
                stage.orla, stage.tournament, name="Desk", scopes=ALL, expires_at=expires
            )
            headers = {"Authorization": f"Bearer {value}"}
            self.knockers["token"].append(Client(raise_request_exception=False, headers=headers))
        self.known = [self.known_at(stage) for stage in self.stages]

    def places(self, at, names):
        """Return values for the placeholders in an address of one of the tournaments."""
        known = self.known[at]
        return {name: known.get(name, "1") for name in names}

    def known_at(self, stage):
        """Return the values for addresses of a tournament; they stay valid, because all changes are undone."""
        table = stage.table(1)
        return {
            "slug": stage.tournament.slug, "number": str(stage.round.number), "pairing_id": table.public_id,
            "player_id": stage.players["A"].public_id, "secret": self.secret, "name": "wrong",
            "edition": "trf26", "code": "MP",
            "verb": "withdraw", "sequence": str(JournalEntry.objects.filter(tournament=stage.tournament).count()),
        }  # fmt: skip


@pytest.fixture
def world(make, settings):
    return World(make, settings)


def bodies():
    """Return {(route, method): example of the JSON body that the API document asks for}."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    found = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content:
                route = re.sub(r"{(\w+)}", r"%(\1)s", path)
                found[route, method.upper()] = example(content["schema"], document["components"]["schemas"])
    return found


def example(schema, known, depth=0):
    """Return a value of the right type, not always one that the rules accept."""
    if "$ref" in schema:
        return example(known[schema["$ref"].rsplit("/", 1)[1]], known, depth)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return example(schema[several][0], known, depth)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: example(inner, known, depth + 1) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(schema.get("items", {}), known, depth + 1)] if depth < 6 else []
    return {"integer": 1, "number": 1, "boolean": True}.get(kind, "1")


def with_hostile_values(body):
    """Yield the body with each of its values, at any depth, replaced by each hostile one."""
    if isinstance(body, dict):
        for name, inner in body.items():
            yield from ({**body, name: value} for value in (*JSON_VALUES, *TEXTS))
            yield from ({**body, name: value} for value in with_hostile_values(inner))
            yield {other: value for other, value in body.items() if other != name}
        yield {**body, "\0": "\0", "__class__": {}}
    elif isinstance(body, list) and body:
        yield from ([value] for value in JSON_VALUES)
        yield from ([value] for value in with_hostile_values(body[0]))
        yield body * 2


class Shot:
    """One request: how it differs from a plain request to the address."""

    def __init__(self, method, path=(), query=(), form=None, files=(), body=None, headers=()):
        self.method, self.path, self.query, self.form = method, dict(path), dict(query), form
        self.files, self.body, self.headers = dict(files), body, dict(headers)

    def __repr__(self):
        return repr({name: value for name, value in vars(self).items() if value})[:300]


def send(world, who, at, route, shot):
    """Return the response to one request; its changes are undone, and a signed-out user is signed in again."""
    form, names = route
    places = {
        name: quote(value, safe="", errors="surrogatepass")
        for name, value in {**world.places(at, names), **shot.path}.items()
    }
    query = urlencode(shot.query, errors="surrogatepass")
    address = form % places + (f"?{query}" if query else "")
    client = world.knockers[who][at]
    cookies = deepcopy(client.cookies)
    key = {"Idempotency-Key": "k"} if shot.method == "POST" else {"If-Match": '"1"'}
    headers = {**key, **shot.headers}
    kind = headers.pop("Content-Type", "application/json")
    block = transaction.atomic()
    block._from_testcase = True  # as for the transaction of the test, what is durable may be inside
    with block:
        if shot.form is not None and not shot.files:
            form = urlencode(shot.form, errors="surrogatepass")
            response = client.post(address, form, "application/x-www-form-urlencoded", headers=headers)
        elif shot.form is not None:
            files = {name: SimpleUploadedFile("x", content) for name, (_called, content) in shot.files.items()}
            for name, (called, _content) in shot.files.items():
                files[name]._name = called
            response = client.post(address, {**shot.form, **files}, headers=headers)
        else:
            response = client.generic(shot.method, address, shot.body or b"", content_type=kind, headers=headers)
        if hasattr(response, "render") and not response.is_rendered:
            response.render()
        transaction.set_rollback(True)
    client.cookies = cookies
    return response


def listen(world, ears, route, everything):
    """Return the names of fields that the address reads, and the words that it knows for them.

    A sample tries each word at one of the tournaments. It requests pages only with the words whose fields they look up.
    """
    names, words, tried, asked = set(), {}, set(), set()
    for _turn in range(4):
        forms = [dict.fromkeys(names, "1"), *({**dict.fromkeys(names, "1"), n: w} for n in words for w in words[n])]
        fresh = [form for form in forms if tuple(sorted(form.items())) not in tried]
        if not fresh:
            break
        for form in fresh:
            tried.add(tuple(sorted(form.items())))
            turn = len(tried) % 2
            if everything or form is forms[0] or any(form[name] != "1" for name in asked & form.keys()):
                already, ears.names = ears.names, set()
                send(world, "organiser", turn, route, Shot("GET", query=form))
                asked |= ears.names
                ears.names |= already
            for at in (0, 1) if form is forms[0] or everything else (turn,):
                send(world, "organiser", at, route, Shot("POST", form=form))
        more, known = ears.take_words()
        names |= more
        for name, found in known.items():
            if len(found) <= MOST_WORDS:  # more words are a list of choices, not branches of the view
                words.setdefault(name, set()).update(word for word in found if word.isprintable() and len(word) < 30)
    return sorted(names), words


def shots(route, names, words, bodies):
    """Return all hostile requests to an address: first those that are always tried, then the others."""
    _form, places = route
    always = [Shot("GET", path={place: text}) for place, text in zip(places, cycle(TEXTS[:3]), strict=False)]
    always += [Shot("GET", query={name: text}) for name, text in zip(names, cycle(TEXTS[1:3]), strict=False)]
    always += [Shot("POST", form={name: text}) for name, text in zip(names, cycle(TEXTS[:3]), strict=False)]
    more = [Shot(method, path={place: text}) for method in ("GET", "POST") for place in places for text in TEXTS]
    more += [Shot("GET", query={name: text}) for name in names for text in TEXTS]
    around = [{}, *({n: w} for n, known in words.items() for w in sorted(known))]
    for name in names:
        for text in TEXTS:
            more += [Shot("POST", form={**form, name: text}) for form in around]
        more += [Shot("POST", form=form, files={name: file}) for form in around for file in FILES]
    more += [Shot("POST", form={text: text}) for text in TEXTS if text.isascii()]
    more += [Shot(m, headers=header, body=b"{}") for header in HEADERS for m in ("GET", "POST", "PUT")]
    if route[0].startswith("/api/"):
        methods = ("POST", "PUT", "PATCH")
        always += [
            Shot(method, body=body) for method in methods for body in BODIES[7:9] if (route[0], method) in bodies
        ]
        more += [Shot(method, body=body) for body in BODIES for method in methods]
    for method in ("POST", "PUT", "PATCH"):
        if (route[0], method) in bodies:
            more += [Shot(method, body=dump(body)) for body in with_hostile_values(bodies[route[0], method])]
    return always, more


def dump(body):
    return json.dumps(body).encode()


def find_faults(response, caplog):
    """Return the faults of an answer; there should be none."""
    logged = [record for record in caplog.records if record.exc_info and WithoutClientErrors().filter(record)]
    caplog.clear()
    if logged:
        return f"traceback in the log: {logged[0].exc_info[1]!r}"
    if response.status_code >= 500:
        return f"{response.status_code}"
    if response.status_code in {400, 404, 409, 413, 422} and len(response.content) < 20:
        return f"{response.status_code} without a sentence"
    return None


@pytest.mark.rotates(SLICES)
@pytest.mark.slow("every address of a part is asked some twenty times")
@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_input_never_causes_a_server_error(part, world, monkeypatch, caplog, request):
    ears, known, everything = Ears(monkeypatch), bodies(), request.config.getoption("--all-hostile")
    wrong, tried = [], 0
    for route in ROUTES[part::PARTS]:
        ears.open = True
        names, words = listen(world, ears, route, everything)
        ears.open = False
        caplog.clear()
        always, more = shots(route, names, words, known)
        rng = Random(route[0])
        if not everything:
            always, more = rng.sample(always, min(MANY, len(always))), rng.sample(more, min(FEW, len(more)))
        insider = "token" if route[0].startswith("/api/") else "organiser"
        # Each visitor sends the requests that must always be tried to both tournaments.
        tries = [(insider, at, shot) for shot in always for at in (0, 1)]
        for shot in more:
            knockers = world.knockers if everything else [rng.choice(list(world.knockers))]
            tries += [(who, rng.randrange(2), shot) for who in knockers]
        for who, at, shot in tries:
            complaint = find_faults(send(world, who, at, route, shot), caplog)
            tried += 1
            if complaint:
                wrong.append((route[0], complaint, who, shot))
    sys.stdout.write(f"{tried} requests\n")
    assert not wrong, f"{len(wrong)} of {tried}: " + "\n".join(map(str, wrong[:40]))
