"""A player's buttons are large enough for a finger, and no page is wider than the screen of a phone."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tests.tournaments.self_service.test_badges import give
from tournaments.hall import clock
from tournaments.self_service import sign_ups
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

#: All clickable elements less than 44 pixels high; a skip link to the content is for keyboards only.
SMALL = """[...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select")]
    .filter((each) => each.checkVisibility() && !each.matches(".skip"))
    .map((each) => [each.textContent.trim() || each.name, Math.round(each.getBoundingClientRect().height)])
    .filter(([, height]) => height < 44)"""

#: At the desk also: a box counts with its label, and links within a sentence may be as low as its lines.
SMALL_AT_THE_DESK = """[...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, label")]
    .filter((each) => each.checkVisibility() && !each.matches(".skip, .help a"))
    .filter((each) => !each.matches("label:not(:has(> :is([type=checkbox], [type=radio])))"))
    .filter((each) => !each.matches("[type=checkbox], [type=radio]") || !each.closest("label"))
    .map((each) => [each.textContent.trim() || each.name, Math.round(each.getBoundingClientRect().height)])
    .filter(([, height]) => height < 44)"""

#: Controls whose middle is covered by another control.
COVERED = """[...document.querySelectorAll("main :is(a, button, summary, input:not([type=hidden]), select)")]
    .filter((each) => each.checkVisibility() && !each.matches(".hidden"))
    .map((each) => {
        each.scrollIntoView({ block: "center", inline: "center" });
        const { left, top, width, height } = each.getClientRects()[0];
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        const other = there?.closest("a, button, summary, input, select, label");
        return [each, other];
    })
    .filter(([each, other]) => other && !other.control && !other.contains(each) && !each.contains(other))
    .map(([each, other]) => [each, other].map((one) => one.textContent.trim() || one.name))"""


@pytest.fixture
def running(cup):  # noqa: F811 the fixture
    """Round 1 is closed, round 2 is running with a clock, players report results, and another tournament takes
    sign-ups.
    """
    cup.play("1-0", "½-½")
    cup.pair()
    cup.publish()
    clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
    lifecycle.change_settings(cup.orla, cup.tournament, players_report=True)
    other = lifecycle.create_tournament(
        cup.orla, name="Summer", game="chess", starts_on=date(2027, 1, 1), time_zone="Europe/Helsinki"
    )
    sign_ups.set_enrolment(cup.orla, other, is_open=True, places=20, closes_at=None, asks=["club"])
    return cup


@pytest.mark.rotates(8)
@pytest.mark.parametrize("width", [320, PHONE["width"]])
def test_buttons_of_players_are_large_enough(running, live_server, new_page, width):
    ann = running.players["Ann"].public_id
    phone = new_page({**PHONE, "width": width}, is_mobile=True, has_touch=True)
    phone.add_init_script(f"localStorage.setItem('me:cup', '{ann}')")
    base = f"{live_server.url}/t/cup"
    pages = {
        "": "#card", "/rounds/2/": "#pairings", "/rounds/2/names/": "#pairings", "/standings/": "#standings",
        "/players/": "h1", f"/players/{ann}/": "#card",
    }  # fmt: skip
    for path, there in pages.items():
        phone.goto(base + path if path.startswith("/") else f"{base}/")
        expect(phone.locator(there)).to_be_visible()
        assert (path, measure(phone, SMALL), measure(phone, COVERED)) == (path, [], [])
        assert width_of(phone) <= width
    for address in (f"{live_server.url}/t/summer/sign-up/", f"{live_server.url}/b/"):
        phone.goto(address)
        assert (address, measure(phone, SMALL), measure(phone, COVERED)) == (address, [], [])
        assert width_of(phone) <= width
    phone.goto(f"{live_server.url}/b/#{give(running, 'Ann')}")
    expect(phone.get_by_role("button", name="Call an organiser")).to_be_visible()
    assert measure(phone, SMALL) == []
    assert width_of(phone) <= width


#: Pages of the desk that are used with a finger in the hall, and others of each kind.
DESK = (
    "", "players/", "players/{player}/", "players/list/", "players/fees/", "players/check-in/", "players/sign-ups/",
    "rounds/1/results/", "rounds/2/clock/", "rounds/2/again/", "tables/{table}/correct/", "hall/", "print/",
    "settings/", "rules/", "staff/", "webhooks/", "journal/", "arbiter/", "penalties/", "protocol/", "screen/",
    "prizes/", "next-stage/", "wishes/", "badges/", "search/", "delete/", "event-page/", "club-teams/", "seats/",
    "fide-mode/", "rounds/2/results/", "norms/", "courts/", "copy/", "section/", "website/", "poster/", "calendar/",
    "journal/difference/", "journal/1/after/",
)  # fmt: skip


@pytest.mark.rotates(4)
def test_controls_of_the_desk_are_large_enough_on_a_phone(running, live_server, new_page):
    known = {
        "player": running.players["Ann"].public_id,
        "table": running.tournament.rounds.get(number=1).pairings.first(),
    }
    known["table"] = known["table"].public_id
    phone = new_page(PHONE)
    sign_in_by_cookie(phone, live_server.url)
    small = {}
    for path in DESK:
        phone.goto(f"{live_server.url}/t/cup/desk/{path.format(**known)}")
        if found := measure(phone, SMALL_AT_THE_DESK) + measure(phone, COVERED):
            small[path] = found
        assert (path, width_of(phone)) == (path, PHONE["width"])
    for path in (
        "server/",
        "server/tournaments/",
        "server/backups/",
        "account/",
        "account/all/",
        "series/",
        "series/new/",
        "calendar/",
        "",
    ):
        phone.goto(f"{live_server.url}/{path}")
        if found := measure(phone, SMALL_AT_THE_DESK) + measure(phone, COVERED):
            small[path] = found
    assert small == {}


@pytest.mark.rotates(4)
@pytest.mark.parametrize("system", ["pods", "partners"])
def test_names_below_each_other_do_not_cover_their_neighbours(make, live_server, new_page, system):  # noqa: F811
    stage = make(system=system, planned_rounds=3).with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    phone = new_page(PHONE, is_mobile=True, has_touch=True)
    for path in ("rounds/1/names/", "rounds/1/", f"players/{stage.players['A'].public_id}/"):
        phone.goto(f"{live_server.url}/t/cup/{path}")
        expect(phone.locator("main .who a").first).to_be_visible()
        assert (path, measure(phone, COVERED)) == (path, [])


@pytest.mark.rotates(4)
def test_button_below_an_open_line_stays_in_place_while_it_is_clicked(make, live_server, new_page):  # noqa: F811
    stage = make(system="team-swiss", of_teams=True, best_of=2).with_players("Oslo", "Riga")
    page = new_page(PHONE)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/players/{stage.players['Oslo'].public_id}/members/")
    page.get_by_label("Name 1", exact=True).fill("Ann")
    page.get_by_label("Name 2", exact=True).fill("Bo")
    expect(page.get_by_label("Title 2")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Members saved.")).to_be_visible()
