"""On each desk page, the first data is near the top of the window."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from standings.web.urls import urlpatterns as standings_urls
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure
from tests.conftest import LAPTOP, PHONE
from tests.tournaments.conftest import Stage
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.models import User
from tournaments.web.urls import urlpatterns as tournaments_urls

pytestmark = pytest.mark.django_db(transaction=True)

#: The lowest start of a page's data, in pixels: everything above shows where the user is.
LOWEST = 260
#: The top of a page's data: a table, list, field, button or document, not a heading, message or menu link.
TOP = """(() => {
    const tops = (wanted) => [...document.querySelectorAll(wanted)]
        .filter((each) => !each.closest("nav, .message, .messages, #kept") && each.getClientRects().length)
        .map((each) => Math.round(each.getBoundingClientRect().top));
    const kinds = "table, ul, ol, dl, .field, input, select, textarea, button, .button, svg, summary";
    const found = tops(`main :is(${kinds}, .sheet, .poster, .headline, .line, .options)`);
    return Math.min(9999, ...(found.length ? found : tops("main > p")));
})()"""
#: A stricter measure for pages that are read or filled in: a row, an item, a field or a picture.
STRICT = """(() => {
    const wanted = "tbody tr, li, dd, .field, input:not([type=hidden]), select, textarea, svg:not(.i), .sheet, .poster";
    return Math.min(9999, ...[...document.querySelectorAll(`main :is(${wanted})`)]
        .filter((each) => !each.closest("nav, .message, .messages, #kept") && each.getClientRects().length)
        .map((each) => Math.round(each.getBoundingClientRect().top)));
})()"""
FILLED_IN = (
    "arbiter", "courts", "event-page", "norms", "norms/forms", "penalties", "print", "prizes", "protocol", "screen",
    "seats", "settings",
)  # fmt: skip
NAMES = [f"Player {at:02}" for at in range(12)]
SCENES = {
    "Swiss": {"system": "dutch", "planned_rounds": 5},
    "rated": {"system": "dutch", "planned_rounds": 5, "fide_mode": True},
    "cup": {"system": "knock-out"},
    "teams": {"system": "team-swiss", "planned_rounds": 5, "of_teams": True, "best_of": 4},
}


def pages_of_the_desk(stage):
    """Return the URLs of all pages below a tournament's desk while its first round is running."""
    pairing, player = stage.table(1).public_id, stage.players[NAMES[0]].public_id
    known = {"slug": stage.tournament.slug, "number": 1, "player_id": player, "pairing_id": pairing}
    client = Client()
    client.force_login(User.objects.get())
    for space, patterns in {"tournaments": tournaments_urls, "standings": standings_urls}.items():
        for pattern in patterns:
            route, names = str(pattern.pattern), set(pattern.pattern.converters)
            if "/desk/" in route and names <= set(known):
                address = reverse(f"{space}:{pattern.name}", kwargs={name: known[name] for name in names})
                answer = client.get(address)
                if answer.status_code == 200 and b"<main" in b"".join(answer):
                    yield address


@pytest.mark.rotates(8)
@pytest.mark.parametrize("settings", SCENES.values(), ids=SCENES)
def test_data_begins_near_the_top_of_every_desk_page(new_page, live_server, settings):
    orla = User.objects.create_user("Orla", password=PASSWORD)
    stage = Stage(orla, **settings).with_players(*NAMES)
    stage.pair()
    stage.publish()
    page, tops = new_page(LAPTOP), {}
    sign_in_by_cookie(page, live_server.url)
    for address in pages_of_the_desk(stage):
        page.goto(f"{live_server.url}{address}")
        tops[address] = measure(page, TOP)
        page_of = address.removeprefix(f"/t/{stage.tournament.slug}/desk/").strip("/")
        if page_of in FILLED_IN or page_of.startswith(("tables/", f"players/{stage.players[NAMES[0]].public_id}")):
            tops[f"{address} strictly"] = measure(page, STRICT)
    lines = sorted(f"{top:5} {address}" for address, top in tops.items())
    print("\n", "\n".join(lines), sep="")  # noqa: T201 a figure
    assert len(tops) > len(SCENES) * 8
    assert {address: top for address, top in tops.items() if top >= LOWEST} == {}


@pytest.mark.rotates(4)
def test_tabs_of_the_desk_stay_in_place_from_page_to_page(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), **SCENES["Swiss"]).with_players(*NAMES)
    stage.play(*["1-0"] * 6)
    stage.pair()
    page, places = new_page(LAPTOP), {}
    sign_in_by_cookie(page, live_server.url)
    for path in ("", "players/", "hall/", "settings/", "journal/", "rounds/1/results/", "rounds/1/again/", "rounds/2/"):
        page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/{path}")
        tabs = "[document.querySelector('nav.sub').children[5], document.querySelector('#search')]"
        left = measure(page, f"{tabs}.filter(Boolean).map(tab => Math.round(tab.getBoundingClientRect().left))")
        places[path] = tuple(left)
    assert set(places.values()) == {places[""]}, places


@pytest.mark.rotates(8)
def test_steps_of_all_sections_are_near_the_top_below_a_message(new_page, live_server):
    orla = User.objects.create_user("Orla", password=PASSWORD)
    stage = Stage(orla, **SCENES["Swiss"]).with_players(*NAMES)
    who = Who.at_page(orla)
    other = events.add_section(who, stage.tournament, event="Open", own="A", section="B")
    moving = list(stage.tournament.players.order_by("pk")[:4])
    page = new_page(LAPTOP)
    sign_in_by_cookie(page, live_server.url)
    for path in ("", "players/", "players/move/"):
        page.goto(f"{live_server.url}/e/{other.event.slug}/desk/{path}")
        assert measure(page, TOP) < LOWEST, path
    events.move_players(who, moving, other)
    page.get_by_role("link", name="Overview").click()
    for step in ("Pair the next round of 2 sections", "Publish the drafts of 2 sections"):
        page.get_by_role("button", name=step).click()
        expect(page.get_by_text(": A, B.")).to_be_visible()
        assert measure(page, TOP) < LOWEST
    tops = measure(page, "[...document.querySelectorAll('.step')].map(each => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "sections stand beside each other"


@pytest.mark.rotates(4)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_fields_of_a_new_tournament_stay_in_line_if_one_is_refused(new_page, live_server, size):
    User.objects.create_user("Orla", password=PASSWORD)
    page = new_page(size)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/new/")
    tops = "['players', 'hours'].map(name => document.getElementsByName(name)[0].getBoundingClientRect())"
    before = measure(page, f"{tops}.map(({{x, width}}) => [x, width])")
    page.get_by_label("Name of the tournament").fill("Open")
    page.get_by_label("Players or teams expected").fill("0")
    measure(page, "document.querySelector('form.stack').noValidate = true")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator(".field.wrong")).to_have_count(1)
    assert measure(page, f"{tops}.map(({{x, width}}) => [x, width])") == before
    if size == LAPTOP:
        assert len(set(measure(page, f"{tops}.map(each => each.top)"))) == 1
    expect(page.get_by_label("Pairing system")).to_be_hidden()


@pytest.mark.rotates(4)
def test_columns_of_scores_are_alike_in_the_grid_of_all_rounds(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), system="round-robin").with_players(*NAMES[:8])
    stage.pair()
    stage.publish()
    page = new_page(LAPTOP)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/grid/")
    columns = "[...document.querySelectorAll('#entry thead th')].slice(2).map(each => Math.round(each.offsetWidth))"
    widths = measure(page, columns)
    assert len(widths) == 8
    assert max(widths) - min(widths) <= 1


#: Pages whose data start above the same height on a phone, where only the desk's own tabs are at the head.
ON_PHONES = (
    "", "players/", "players/list/", "players/fees/", "journal/", "courts/", "screen/", "staff/", "prizes/", "print/",
    "rounds/1/results/", "rounds/1/clock/", "search/", "penalties/", "hall/", "settings/", "event-page/", "wishes/",
    "arbiter/", "webhooks/", "club-teams/", "rules/", "next-stage/", "badges/", "fide-mode/", "players/check-in/",
    "poster/", "rounds/1/again/", "rounds/1/slips/", "protocol/", "website/", "norms/", "delete/", "copy/",
)  # fmt: skip


@pytest.mark.rotates(8)
def test_data_begins_near_the_top_on_a_phone(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), **SCENES["Swiss"]).with_players(*NAMES)
    stage.pair()
    stage.publish()
    page, tops = new_page(PHONE), {}
    sign_in_by_cookie(page, live_server.url)
    for path in ON_PHONES:
        page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/{path}")
        tops[path] = measure(page, TOP)
    assert {path: top for path, top in tops.items() if top >= LOWEST} == {}


#: Pages whose first row or field, not only a heading or button, is above that height on a phone.
ROWS_ON_PHONES = (
    "rounds/1/results/", "rounds/1/again/", "rounds/1/clock/", "seats/", "screen/", "badges/", "rules/", "wishes/",
    "prizes/", "penalties/", "norms/", "norms/forms/",
)  # fmt: skip
ROW = "document.querySelector('main :is(#entry [data-table], .taps li, #systems tbody tr)').getBoundingClientRect().top"


@pytest.mark.rotates(8)
def test_first_row_is_near_the_top_on_a_phone(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), **SCENES["Swiss"]).with_players(*NAMES)
    stage.pair()
    stage.publish()
    page, tops = new_page(PHONE), {}
    sign_in_by_cookie(page, live_server.url)
    base = f"{live_server.url}/t/{stage.tournament.slug}/desk"
    for path in ROWS_ON_PHONES:
        page.goto(f"{base}/{path}")
        tops[path] = measure(page, STRICT)
    for path in ("players/check-in/", "rounds/1/systems/"):
        page.goto(f"{base}/{path}")
        tops[path] = measure(page, ROW)
    assert {path: top for path, top in tops.items() if top >= LOWEST} == {}


@pytest.mark.rotates(8)
def test_points_of_the_next_stage_fit_on_a_phone(new_page, live_server):
    user = User.objects.create_user("Orla", password=PASSWORD)
    stage = Stage(user, system="groups", options={"count": 2}, seating="entry", rules="fide-2026").with_players(*NAMES)
    stage.play("1-0", "1-0", "1-0", "1-0", "1-0", "1-0")
    page = new_page(PHONE)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/next-stage/")
    edge = "Math.max(...[...document.querySelectorAll('#field td')].map((each) => each.getBoundingClientRect().right))"
    assert 300 < measure(page, edge) <= PHONE["width"]


@pytest.fixture
def desk_of_a_phone(new_page, live_server):
    """A phone at the desk of a Swiss whose first round is running, with the tournament and the desk's address."""
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), **SCENES["Swiss"]).with_players(*NAMES)
    stage.pair()
    stage.publish()
    page = new_page(PHONE)
    sign_in_by_cookie(page, live_server.url)
    return page, stage, f"{live_server.url}/t/{stage.tournament.slug}/desk"


@pytest.mark.rotates(8)
def test_long_pages_are_folded_on_a_phone_and_links_open_their_part(desk_of_a_phone):
    page, stage, desk = desk_of_a_phone
    page.goto(f"{desk}/arbiter/")
    expect(page.locator("details[data-fold][open]")).to_have_count(0)
    page.goto(f"{desk}/players/{stage.players[NAMES[0]].public_id}/")
    page.get_by_role("link", name="Expel").click()
    expect(page.locator("details[data-fold][open]")).to_have_count(1)
    expect(page.get_by_role("button", name="Expel player")).to_be_visible()
    page.goto(f"{desk}/settings/")
    expect(page.locator("details[data-fold][open]")).to_have_count(0)
    expect(page.get_by_label("Name of the tournament")).to_be_visible()


#: The first row or field of pages that fold on a phone what is rarely used.
FOLDED = {
    "players/": "#players tbody tr",
    "players/{player}/": "main input:not([type=hidden])",
    "settings/": ".settings input:not([type=hidden])",
}


@pytest.mark.rotates(4)
def test_rare_fields_and_links_of_a_phone_are_folded_and_reachable(desk_of_a_phone):
    page, stage, desk = desk_of_a_phone
    for path, first in FOLDED.items():
        page.goto(f"{desk}/{path.format(player=stage.players[NAMES[0]].public_id)}")
        expect(page.locator("details.extra[open], .side-by-side > details[open]")).to_have_count(0)
        assert measure(page, f"document.querySelector('{first}').getBoundingClientRect().top") < LOWEST, path
    page.get_by_text("Delete", exact=True).click()
    expect(page.get_by_role("link", name="Delete this tournament")).to_be_visible()
    page.goto(f"{desk}/players/")
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("link", name="Entry fees")).to_be_visible()
    page.get_by_role("link", name=NAMES[0]).click()
    expect(page.get_by_label("Fixed number")).to_be_hidden()
    page.get_by_text("More details").click()
    page.get_by_label("Fixed number").fill("0")
    page.get_by_text("More details").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Fixed number")).to_be_visible()
    page.get_by_label("Fixed number").fill("3")
    page.get_by_label("Born").fill("yesterday")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".field.wrong").get_by_label("Born")).to_be_visible()
    expect(page.get_by_label("Fixed number")).to_have_value("3")


def test_fields_of_a_player_are_all_on_the_page_of_a_laptop(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), **SCENES["Swiss"]).with_players(*NAMES)
    page = new_page(LAPTOP)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/players/{stage.players[NAMES[0]].public_id}/")
    expect(page.get_by_label("Fixed number")).to_be_visible()
    expect(page.get_by_text("More details")).to_be_hidden()
