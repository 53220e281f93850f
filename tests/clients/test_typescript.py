"""The packed TypeScript client works against a server. `.ci/clients` packs it and runs this file."""

import json
import shutil
import subprocess
import sys
import threading
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest
from django.utils import timezone

from tests.clients.test_generated import MADE, token  # noqa: F401 a fixture
from tests.faulty_proxy import FaultyProxy
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.models import JournalEntry, Result, Tournament
from tournaments.people import tokens

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough("--clients")]

TSX = MADE / "node_modules/.bin/tsx"
USE = MADE / "typescript"
BUILT = MADE / "node_modules/kierros-client/dist"
PAGE = """<script type="module">
  import { Queue, Server } from "/index.js";
  import { BrowserLines } from "/browser.js";
  window.opened = Queue.open(new BrowserLines()).then((queue) => { window.queue = queue; });
  window.Server = Server;
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_said):
        """Nothing."""


def test_round_over_a_faulty_network_is_done_once(token, lasting_server, tmp_path):  # noqa: F811 the fixture
    with FaultyProxy(lasting_server.url) as proxy:
        command = [TSX, "use.ts", proxy.url, lasting_server.url, token, tmp_path]
        done = subprocess.run(command, cwd=USE, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Tournament.objects.count() == 1
    verbs = list(JournalEntry.objects.order_by("sequence").values_list("verb", flat=True))
    assert found["verbs"] == verbs[:-1]
    assert found["streamed"] == verbs
    entered = ["enter-result", "enter-result", "put-results"]
    assert sorted(verbs) == sorted(
        ["create-tournament", "add-players", "pair-round", "publish-round", *entered, "close-round"]
    )
    statuses = [each.replace("duplicate", "applied") for each in found["statuses"]]  # as a repeated request is answered
    assert statuses == ["applied", "applied", "conflict"]
    assert (found["toLookAt"], found["open"], found["waiting"]) == (1, [1, 0], 0)
    assert (found["same"], found["refused"], found["silent"]) == (True, "stale", True)


def test_python_client_reads_its_queue(token, lasting_server, tmp_path):  # noqa: F811 the fixture
    from kierros_client import Queue as OfPython

    script = """
        import { Queue } from "kierros-client";
        import { FileLines } from "kierros-client/node";
        const queue = await Queue.open(new FileLines(process.argv[2]));
        await queue.note({ type: "check-in", player: "p8bz2weq" });
    """
    USE.joinpath("note.mts").write_text(script)
    path = tmp_path / "queue.jsonl"
    subprocess.run([TSX, "note.mts", path], cwd=USE, check=True, timeout=600)
    assert [(each["type"], each["player"]) for each in OfPython(path).waiting] == [("check-in", "p8bz2weq")]


def test_page_of_another_site_keeps_its_queue_and_sends_it(new_page, lasting_server, cup, tmp_path):  # noqa: F811 the fixture
    cup.pair()
    cup.publish()
    more = {"name": "Club", "scopes": ["results:write"], "expires_at": timezone.now() + timedelta(hours=1)}
    secret = tokens.create_token(cup.orla, cup.tournament, **more)[1]
    shutil.copytree(BUILT, tmp_path / "club")
    tmp_path.joinpath("club/desk.html").write_text(PAGE)
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "club")))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{site.server_address[1]}/desk.html"
    page = new_page()
    page.goto(address)
    page.evaluate("opened")
    operation = {"type": "result", "pairing": cup.table(1).public_id, "version": cup.table(1).version}
    page.evaluate("operation => queue.note(operation)", {**operation, "result": {"notation": "1-0"}})
    page.goto(address)
    page.evaluate("opened")
    assert page.evaluate("queue.waiting.length") == 1
    sent = "([address, token, slug]) => queue.send(new Server(address, { token }), slug)"
    assert page.evaluate(sent, [lasting_server.url, secret, cup.tournament.slug]) == []
    assert page.evaluate("[...queue.told.values()].map((told) => told.status)") == ["applied"]
    assert Result.objects.get().pairing == cup.table(1)
    site.shutdown()
    site.server_close()


def test_example_reports_each_round_to_a_chat(lasting_server, cup, tmp_path):  # noqa: F811 the fixture
    answer: Queue[str] = Queue()

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self):
            answer.put(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_said):
            """Nothing."""

    chat = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=chat.serve_forever, daemon=True).start()
    script = str(USE / "announce.ts")
    command = [TSX, script, lasting_server.url, f"http://127.0.0.1:{chat.server_address[1]}", cup.tournament.slug]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    try:
        assert "follow" in process.stdout.readline()
        cup.pair()
        cup.publish()
        text = answer.get(timeout=300)
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
        chat.shutdown()
        chat.server_close()
    assert "round 1" in text
    assert "1. " in text
