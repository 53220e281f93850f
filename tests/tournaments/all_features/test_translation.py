"""Errors in files, and every problem that the API reports, are translatable: they are checked in the pseudo-language.

Text with plain letters could not be translated. Pages are in `test_crawl.py`.
"""

from __future__ import annotations

import json
import re
from itertools import islice
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from tests import pseudo_language
from tests.tournaments.all_features.crawler import Crawler
from tests.tournaments.all_features.judges import Bench, Facts
from tests.tournaments.all_features.system_tournaments import NAMES, Scene
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage
from tournaments.core.words.values import RANK_METHODS

pytestmark = pytest.mark.django_db

#: The number of tests that share the operations of the API.
PARTS = 4

WORDS = re.compile(r"[A-Za-z]+")


def judged_for(user, known):
    """Return judges, and a crawler that gives them the answers to this user; words in `known` may stay plain."""
    bench = Bench()
    facts = Facts(known=frozenset({*NAMES, *known}), is_marked=True)
    return bench, Crawler(signed_in(user), facts, bench, sends=False)


class TestFiles:
    """The errors and oddities of a file can be translated."""

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
    def test_errors_in_tournament_files_are_translatable(self, nobodys, orla, content):
        bench, crawler = judged_for(orla, {"Orla", *WORDS.findall(content.decode("latin-1"))})
        file = SimpleUploadedFile("file.trf", content)
        answer = crawler.client.post("/import/", {"file": file})
        assert crawler.hand_over(answer, "/import/")
        assert not bench.verdict()

    def test_remarks_on_odd_report_files_are_translatable(self, nobodys, orla):
        bench, crawler = judged_for(orla, {"Orla", "Ann", "Bo"})
        lines = [
            "012 Cup",
            "142 3",
            "XXR 4",
            "001    1      Ann                                                           1.5    1     2 w 1",
            "001    2      Bo                                                            1.0    2     1 b 1",
        ]
        file = SimpleUploadedFile("file.trf", "\n".join(lines).encode())
        answer = crawler.client.post("/import/", {"file": file})
        assert crawler.hand_over(answer, "/import/")
        assert not bench.verdict()

    def test_errors_in_player_lists_are_translatable(self, nobodys, orla):
        cup = Stage(orla, name="Cup").with_players("Ann")
        text = "name,rating\nEve,abc\nann,1500\nFay,1600\nFay,1700\n,5\n"
        bench, crawler = judged_for(orla, {"Orla", "Ann", "Cup", *WORDS.findall(text), "b", "c"})
        address = f"/t/{cup.tournament.slug}/desk/players/list/"
        for content in (text, "", 'a,"b\nc'):
            assert crawler.hand_over(crawler.client.post(address, {"text": content}), address)
        assert not bench.verdict()


class TestProblemsOfTheApi:
    """The answer to any invalid request of a program can be translated."""

    NONSENSE = ("☃", 99999, -1, None, [], ["☃"], [{}], {})
    #: Quoted words: names of fields, methods, headers and parameters, values of choices.
    QUOTED = frozenset({"Idempotency-Key", "If-Match", "ETag", "If-None-Match", "POST"})
    #: Formats that a program is asked to use, and one that it used.
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
        """Yield valid and invalid bodies of an operation; of the nonsense, two values that take turns."""
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
        """Return the names of fields and parameters, types, and values of choices, which are not translated."""
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
    def sentences_of(answer):
        """Yield the sentences of a problem document."""
        body = answer.json()
        yield body["detail"]
        yield from (error["detail"] for error in body.get("errors", ()))

    @pytest.mark.rotates(8)
    @pytest.mark.slow("every operation of a part is sent what it cannot take")
    @pytest.mark.parametrize("part", range(PARTS))
    def test_are_translatable(self, nobodys, part, request):
        everything = request.config.getoption("--all-links")
        scene = Scene("dutch")
        next(scene.states())
        client = signed_in(scene.orla)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = pseudo_language.LANGUAGE
        document = client.get("/api/v1/schema").json()
        places = {
            "slug": scene.tournament.slug, "number": 1, "player_id": scene.players["Ann"].public_id, "code": "PTS",
            "pairing_id": scene.cup.table(1).public_id, "sequence": 1, "edition": "trf16", "verb": "close",
        }  # fmt: skip
        known = frozenset({*NAMES, *self.QUOTED, *self.FORMATS, *self.names_in(document), "zebra", "x", "z{8}", "xa."})
        plain, shown = {}, 0
        for turn, (path, operations) in list(enumerate(document["paths"].items()))[part::PARTS]:
            for method, operation in operations.items():
                nobodys = {**places, "number": 999, "player_id": "zzzzzzzz", "pairing_id": "zzzzzzzz"}
                bodies = list(self.bodies(document, operation, None if everything else turn))
                for wrong, most in ((places, None), (nobodys, 2)):
                    address = path.format_map({**dict.fromkeys(re.findall(r"{(\w+)}", path), "zzzzzzzz"), **wrong})
                    for headers, query in (({}, "?round=x&top=x&with=x&rules=x"), (self.headers(), "?round=99&top=99")):
                        # A program that names no version is refused first, whatever it sends.
                        for body in islice(bodies, most if headers or everything else 1):
                            answer = self.send(client, method, address + query, body, headers)
                            if answer.status_code < 400 or "json" not in answer["Content-Type"]:
                                continue
                            for text in self.sentences_of(answer):
                                shown += 1
                                for found, around in pseudo_language.find_untranslated(text, known):
                                    plain.setdefault(found, (around, method, path, body))
        assert not plain, "\n".join(f"{found!r}: {place}" for found, place in sorted(plain.items()))
        assert shown > 500 / PARTS

    @staticmethod
    def headers():
        return {"If-Match": '"1"', "Idempotency-Key": uuid4().hex}

    @staticmethod
    def send(client, method, address, body, headers):
        """Return the answer to a request and undo its changes."""
        before = transaction.savepoint()
        answer = client.generic(
            method.upper(), address, json.dumps(body), content_type="application/json", headers=headers
        )
        transaction.savepoint_rollback(before)
        return answer
