"""Every open page shows changes without a reload."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_reading import measure, read, texts_of
from tests.conftest import PHONE
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.hall import clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(idle_server, cup):  # noqa: F811 the fixture
    """A real server, because only that can keep streams open, with a tournament. The value is the tournament's URL."""
    idle_server.more = {"STREAMS": "100"}
    idle_server.start()
    return f"{idle_server.url}/t/cup/"


@pytest.mark.rotates(8)
def test_open_pages_show_round_result_and_clock_without_reload(new_page, idle_server, hall, cup):  # noqa: F811
    laptop, phone, late = new_page(), new_page(PHONE), new_page(PHONE)
    laptop.goto(hall)
    expect(laptop.get_by_text("The first round has not been published yet.")).to_be_visible()
    cup.pair()
    cup.publish()
    expect(laptop.get_by_role("link", name="Pairings of round 1")).to_be_visible()
    expect(laptop.get_by_role("link", name="Round 1 is paired.")).to_be_visible()

    phone.goto(f"{hall}rounds/1/")
    late.goto(f"{hall}standings/")
    cup.enter(1, "1-0")
    expect(phone.locator("#pairings")).to_contain_text("1-0")
    clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
    expect(phone.get_by_role("timer")).to_be_visible()

    phone.goto(f"{hall}players/{cup.players['Ann'].public_id}/")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(hall)
    card = phone.locator("#card")
    expect(card.locator(".table")).to_contain_text("Table")
    expect(card.locator("[data-age]")).to_have_text("Up to date")
    phone.goto(f"{hall}rounds/1/")
    idle_server.kill()
    cup.enter(2, "1-0")
    cup.close()
    cup.pair()
    idle_server.start()
    cup.publish()
    expect(late.get_by_role("link", name="Round 2 is paired.")).to_be_visible()
    news = phone.get_by_role("link", name="Round 2 is paired. Your place: table")
    expect(news).to_be_visible()
    news.click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator("#news")).to_be_hidden()


#: Counts refused streams, and each decision of a page to poll, in attributes of the page.
COUNTING = """
const count = (name) => { const of = document.documentElement.dataset; of[name] = Number(of[name] || 0) + 1; };
const later = setTimeout;
window.setTimeout = (act, pause) => { if (pause < 10000) return later(act, pause); count("polls"); };
window.EventSource = class extends EventSource {
  constructor(address) { super(address); this.addEventListener("error", () => later(() => count("refused"))); }
};
"""


@pytest.mark.rotates(2)
def test_page_without_a_stream_polls_once(new_page, live_server, cup, settings):  # noqa: F811 the fixture
    settings.STREAMS = 1
    page = new_page()
    page.route("**/events/stream*", lambda route: route.fulfill(status=503))
    page.add_init_script(COUNTING)
    page.goto(f"{live_server.url}/t/cup/")
    root = page.locator("html")
    for times in (1, 2, 3):
        expect(root).to_have_attribute("data-refused", str(times))
        root.dispatch_event("visibilitychange", {"bubbles": True})
    expect(root).to_have_attribute("data-refused", "4")
    expect(root).to_have_attribute("data-polls", "1")


#: A stream that opens, and then sends a heartbeat on request; after "silence" no more streams open.
SILENT = """
let streams = [], silent = false;
const say = (what) => { if (!silent) streams.at(-1).dispatchEvent(new Event(what)); };
window.EventSource = class extends EventTarget {
  constructor() {
    super();
    this.readyState = 1;
    document.documentElement.dataset.streams = streams.push(this);
    setTimeout(() => say("open"));
  }
  close() { this.readyState = 2; }
};
window.EventSource.OPEN = 1; window.EventSource.CLOSED = 2;
addEventListener("beat", () => say("beat"));
addEventListener("silence", () => { silent = true; });
"""


@pytest.mark.rotates(8)
def test_up_to_date_is_shown_only_while_signs_of_life_arrive(new_page, live_server, cup, settings):  # noqa: F811
    settings.STREAMS = 1
    cup.pair()
    cup.publish()
    page = new_page()
    page.clock.install()
    page.add_init_script(SILENT)
    page.goto(f"{live_server.url}/t/cup/players/{cup.players['Ann'].public_id}/")
    age = page.locator("#card [data-age]")
    expect(age).to_have_text("Up to date")
    for _beat in range(3):
        page.clock.run_for(15_000)
        page.locator("html").dispatch_event("beat")
        page.clock.run_for(1_000)
        expect(age).to_have_text("Up to date")
    expect(page.locator("html")).to_have_attribute("data-streams", "1")
    page.locator("html").dispatch_event("silence")
    page.clock.run_for(40_000)
    expect(age).not_to_contain_text("Up to date")
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("html")).not_to_have_attribute("data-streams", "1")


#: Records each movement of a page: what it is, whose row or match it belongs to, and whether the row moves up or down.
#: The page is `ready` when it would show the next change.
RECORDED = """
window.moves = [];
const { animate } = Element.prototype, listen = EventTarget.prototype.addEventListener;
Element.prototype.animate = function (frames, options) {
  const from = Number(/translateY\\((.*)px\\)/.exec(frames[0].transform)?.[1] ?? 0);
  const name = (this.querySelector("bdi") ?? this.closest("tr, li").querySelector("bdi")).textContent;
  window.moves.push([options.id, name, Math.sign(from)]);
  return animate.call(this, frames, options);
};
EventTarget.prototype.addEventListener = function (name, ...more) {
  if (name === "kierros:stale") document.documentElement.dataset.ready = "yes";
  return listen.call(this, name, ...more);
};
"""
COUNT = "window.moves.length"


def watched(new_page, address, **options):
    """Open a page that records its movements."""
    page = new_page(**options)
    page.add_init_script(RECORDED)
    page.goto(address)
    expect(page.locator("script[src*=motion]")).to_have_count(0)  # no first load contains it
    return page


def moves_of(page):
    return sorted(read(page, "() => window.moves"))


@pytest.mark.rotates(4)
def test_results_light_up_and_rows_move_to_their_places(new_page, hall, cup):  # noqa: F811 the fixture
    cup.pair()
    cup.publish()
    order = watched(new_page, f"{hall}standings/?live=1")
    table = watched(new_page, f"{hall}rounds/1/", viewport=PHONE)
    still = watched(new_page, f"{hall}standings/?live=1", reduced_motion="reduce")
    clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
    for page in (order, table):
        expect(page.locator("html")).to_have_attribute("data-ready", "yes")
    assert measure(order, COUNT) == measure(table, COUNT) == 0

    before = texts_of(order, "#standings tbody bdi")
    white, black = texts_of(table, "#pairings tbody tr:first-child bdi")
    cup.enter(1, "0-1")
    expect(still.locator("#standings tbody bdi").first).to_have_text(black)
    after = texts_of(still, "#standings tbody bdi")
    ways = {name: before.index(name) - after.index(name) for name in before}
    rows = [["move", name, 1 if way > 0 else -1] for name, way in ways.items() if way]
    assert ["move", black, 1] in rows
    assert moves_of(order) == sorted([*rows, ["light", white, 0], ["light", black, 0]])
    assert moves_of(table) == [["light", white, 0]]  # the result stands in the row of both
    assert measure(still, COUNT) == 0
    expect(still.locator("script[src*=motion]")).to_have_count(0)


@pytest.mark.rotates(4)
def test_winner_and_arrival_in_the_bracket_light_up(new_page, idle_server, make):  # noqa: F811 the fixture
    idle_server.more = {"STREAMS": "100"}
    idle_server.start()
    cup = make(system="knock-out").with_players("Ann", "Bo", "Cy", "Di")  # noqa: F811 another cup
    cup.pair()
    cup.publish()
    page = watched(new_page, f"{idle_server.url}/t/cup/bracket/")
    clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
    expect(page.locator("html")).to_have_attribute("data-ready", "yes")
    winner, loser, *_others = texts_of(page, ".rounds li bdi")
    cup.enter(1, "1-0")
    final, third = ["light", winner, 0], ["light", loser, 0]
    assert moves_of(page) == sorted([["light", winner, 0], final, third])
