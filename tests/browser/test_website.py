"""The example of a club's website updates itself. A frame can show only the pages that are made for frames."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.players import registration

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "website.html"
FRAMES = """<p>Our club</p>
<iframe name="allowed" src="{url}/embed/cup/standings/"></iframe><iframe name="refused" src="{url}/t/cup/"></iframe>"""


@pytest.fixture
def another_site(tmp_path):
    """Return a function that serves a page on another port (to browsers, another site) and returns its URL."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *text):
            """Log nothing; no one would read it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        Thread(target=server.serve_forever).start()

        def serve(page):
            (tmp_path / "club.html").write_text(page)
            return f"http://127.0.0.1:{server.server_port}/club.html"

        yield serve
        server.shutdown()


@pytest.mark.rotates(8)
def test_example_and_frame_follow_the_tournament(new_page, idle_server, another_site, cup):  # noqa: F811 the fixture
    idle_server.more = {"STREAMS": "100"}
    idle_server.start()
    own, club = new_page(), new_page(PHONE)
    own.goto(f"{EXAMPLE.as_uri()}?{urlencode({'server': idle_server.url, 'tournament': 'cup'})}")
    expect(own.get_by_role("heading", name="Cup")).to_be_visible()
    expect(own.locator("#rows tr")).to_have_count(4)

    club.goto(another_site(FRAMES.format(url=idle_server.url)))
    allowed = club.frame_locator("[name=allowed]")
    expect(allowed.get_by_role("heading", name="Standings")).to_be_visible()

    cup.pair()
    cup.publish()
    winner = cup.round.appearances.get(pairing__table=1, side=1).player.name
    cup.enter(1, "1-0")
    expect(own.locator("#rows tr").first).to_contain_text(f"1{winner}1")
    cup.enter(2, "½-½")
    cup.close()
    expect(allowed.get_by_role("row").nth(1)).to_contain_text(winner)
    expect(club.frame_locator("[name=refused]").get_by_role("heading", name="Cup")).to_have_count(0)

    idle_server.kill()
    registration.add_players(cup.orla, cup.tournament, [{"name": "Late & <b>bold</b>"}])
    idle_server.start()
    expect(own.get_by_role("cell", name="Late & <b>bold</b>", exact=True)).to_be_visible()
