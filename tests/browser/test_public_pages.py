"""Public pages on a phone, with a screen reader and on paper, and their size."""

from datetime import date
from itertools import product
from random import Random

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.accessible import faults, faults_in_the_dark
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure, texts_of, width_of
from tests.conftest import PHONE
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Member, Tournament, User
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle, samples

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = (
    "/", "/t/demo-round-robin/", "/t/demo-round-robin/rounds/3/", "/t/demo-round-robin/rounds/3/names/",
    "/t/demo-manual/standings/", "/t/demo-round-robin/crosstable/", "/t/demo-round-robin/players/",
    "/account/sign-in/", "/t/nowhere/", "/t/demo-circular/schedule/", "/t/demo-dutch/rounds/3/",
    "/t/demo-dutch/standings/?round=1", "/t/demo-dutch/standings/comparison/?with=third",
    "/t/demo-dutch/standings/verdicts/", "/t/demo-papp/standings/?live",
)  # fmt: skip
STAFF = (
    "/new/", "/t/demo-round-robin/desk/", "/t/demo-round-robin/desk/players/", "/t/demo-round-robin/desk/players/list/",
    "/t/demo-round-robin/desk/settings/", "/t/demo-round-robin/desk/staff/", "/t/demo-round-robin/desk/journal/",
    "/t/demo-round-robin/desk/rounds/3/results/", "/t/demo-round-robin/desk/rounds/3/slips/",
    "/t/demo-round-robin/desk/players/check-in/", "/t/demo-circular/desk/seats/", "/import/",
    "/t/demo-round-robin/desk/next-stage/", "/t/demo-dutch/desk/", "/t/demo-dutch/desk/settings/",
    "/t/demo-dutch/desk/rules/", "/t/demo-dutch/desk/wishes/", "/t/demo-dutch/desk/rounds/3/why-not/",
    "/t/demo-papp/desk/rounds/4/",
)  # fmt: skip


@pytest.fixture
def demos(monkeypatch):
    shown = {path.split("/")[2].removeprefix("demo-") for path in (*PUBLIC, *STAFF) if path.startswith("/t/demo-")}
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.key in shown])
    samples.load_demo(date(2026, 4, 1))
    orla = User.objects.create_user("Orla", password=PASSWORD)
    for tournament in Tournament.objects.all():
        Member.objects.create(tournament=tournament, user=orla, role="organiser")
    penalties = Tournament.objects.get(slug="demo-papp")
    for pairing in penalties.rounds.get(number=3).pairings.filter(result__isnull=True):
        results.enter_result(Who.at_page(orla), penalties, pairing, notation.parse("1-0", penalties.scoring))
    rounds.close_round(Who.at_page(orla), penalties, penalties.rounds.get(number=3))
    rounds.pair_next_round(Who.at_page(orla), penalties, 4)


@pytest.mark.rotates(8)
def test_axe_finds_nothing_on_public_pages(new_page, demos, live_server):
    page = new_page(PHONE, color_scheme="light")
    found = []
    for path in PUBLIC:
        page.goto(live_server.url + path)
        assert width_of(page) <= PHONE["width"], path
        found += faults(page) + faults_in_the_dark(page)
    sign_in_by_cookie(page, live_server.url)
    for path in STAFF:
        page.goto(live_server.url + path)
        assert width_of(page) <= PHONE["width"], path
        found += faults(page) + faults_in_the_dark(page)
    assert found == []


@pytest.mark.rotates(8)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_every_language_fits_a_phone(new_page, demos, live_server, language):
    page = new_page(PHONE, locale=language)
    wide = {}
    for path in (*PUBLIC, *STAFF):
        if path == STAFF[0]:
            sign_in_by_cookie(page, live_server.url)
        page.goto(live_server.url + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if (width := width_of(page)) > PHONE["width"]:
            wide[path] = width
    assert wide == {}


@pytest.mark.rotates(8)
@pytest.mark.parametrize("script", [True, False])
def test_visitor_chooses_a_language_in_the_header(new_page, demos, live_server, script):
    page = new_page(PHONE, java_script_enabled=script)
    page.goto(live_server.url + "/t/demo-round-robin/standings/")
    page.locator(".languages summary").click()
    assert width_of(page) <= PHONE["width"]
    code, name = settings.LANGUAGES[1]
    page.get_by_role("button", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    assert page.url.endswith("/standings/")
    page.goto(live_server.url + "/")
    expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.rotates(8)
def test_player_finds_the_table_in_three_letters_and_is_remembered(phone, demos, live_server):
    phone.goto(live_server.url + "/t/demo-round-robin/players/")
    phone.get_by_label("Find your name").fill("sai")
    expect(phone.locator("#players li:visible")).to_have_count(1)
    phone.get_by_role("link", name="Hiroshi Saitō").click()
    expect(phone.locator(".game").first).to_contain_text("Table")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(live_server.url + "/t/demo-round-robin/rounds/3/")
    expect(phone.locator("#me")).to_contain_text("Hiroshi Saitō")
    expect(phone.locator("#me bdi")).to_have_count(2)
    expect(phone.locator("#me small")).to_have_count(0)
    expect(phone.locator("tr.mine")).to_have_count(1)
    phone.goto(live_server.url)
    expect(phone.locator("#playing li")).to_contain_text(["Demo: Round robin"])
    expect(phone.locator(".listed li").filter(has_text="Demo: Round robin")).to_have_count(0)
    phone.goto(live_server.url + "/t/demo-round-robin/rounds/3/names/")
    phone.get_by_label("Find your name or number").fill("2")
    expect(phone.locator("#pairings tbody tr:visible")).to_have_count(2)
    phone.locator("#pairings tbody tr:visible").first.get_by_role("link").first.click()
    expect(phone.locator("h1")).to_be_visible()


@pytest.mark.rotates(8)
def test_grid_of_a_schedule_shows_most_opponents_on_a_phone(phone, demos, live_server):
    phone.goto(live_server.url + "/t/demo-round-robin/schedule/")
    assert measure(phone, "document.querySelectorAll('#grid thead th')[8].getBoundingClientRect().right") <= 390
    expect(phone.locator("#grid tbody tr").first.get_by_role("rowheader")).to_be_in_viewport(ratio=1)
    assert width_of(phone) <= PHONE["width"]


@pytest.mark.rotates(8)
def test_names_are_found_and_pages_readable_without_script(new_page, demos, live_server):
    page = new_page(PHONE, java_script_enabled=False)
    page.goto(live_server.url + "/t/demo-round-robin/players/")
    page.get_by_label("Find your name").fill("SAITO")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#players li:visible")).to_have_count(1)
    page.goto(live_server.url + "/t/demo-round-robin/rounds/3/")
    expect(page.locator("#pairings tbody tr")).to_have_count(6)


DRAWN = "[...document.querySelectorAll('.opblock')].map(each => each.id)"
ANOTHER = "seen => [...document.querySelectorAll('.opblock')].some(each => !seen.includes(each.id))"


@pytest.mark.rotates(8)
def test_reference_page_of_the_api_shows_every_operation_unblocked(page, live_server):
    """Swagger UI draws only the visible part of a long document: a reader who reaches the end has seen every operation.
    Webhooks are at the very end, and are drawn at once.
    """
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(live_server.url + "/api/v1/docs")
    document = page.request.get(live_server.url + "/api/v1/schema", headers={"Accept": "application/json"}).json()
    operations = [each for path in document["paths"].values() for each in path.values()]
    wanted = {f"operations-{each['tags'][0]}-{each['operationId']}" for each in operations}
    wanted |= {f"operations-webhooks-{each['post']['operationId']}" for each in document["webhooks"].values()}
    seen = set()
    while seen != wanted:
        page.wait_for_function(ANOTHER, arg=sorted(seen))
        seen |= set(measure(page, DRAWN))
        assert seen <= wanted
        page.locator(".opblock:not([id^='operations-webhooks-told'])").last.scroll_into_view_if_needed()
    assert complaints == []


@pytest.mark.rotates(4)
def test_tables_are_in_numerical_order(page, hall_of_200, live_server):
    page.goto(live_server.url + "/t/big/rounds/1/")
    assert texts_of(page, "#pairings tbody th") == [str(number) for number in range(1, 201)]


#: A hundred surnames.
SURNAMES = [
    "".join(each)
    for each in product(
        ("Vir", "Kor", "Mä", "Nie", "Hei"), ("ta", "ho", "ki", "mi"), ("nen", "la", "nen-Salo", "ranta", "saari")
    )
]


@pytest.fixture
def hall_of_200():
    who = Who.command("test")
    tournament = lifecycle.create_tournament(
        who, name="Big", game="chess", starts_on=date(2026, 4, 1), time_zone="Europe/Helsinki"
    )
    chance, firsts = Random(4), ("Aino", "Björn", "Chiyo", "Dmitri")
    players = [
        {
            "name": f"{first} {last}",
            "rating": chance.randint(1200, 2500),
            "title": chance.choice(("", "", "", "FM", "CM")),
            "federation": chance.choice(("FIN", "SWE", "EST", "GER")),
            "club": chance.choice(("Helsinki", "Turku", "Oulu", "Espoo")),
        }
        for first in firsts
        for last in SURNAMES
    ]
    registration.add_players(who, tournament, players)
    return rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("address", "most"), [("/t/big/rounds/1/", 4000), ("/t/big/rounds/1/names/", 6000)])
def test_pairings_of_200_tables_are_small_to_load(page, hall_of_200, real_server, address, most):
    """The first load is the page (by table or by name), a style sheet and a script; it fetches no icon and no font.

    Sizes are compressed, as sent: the content alone, and with the headers of the answers.
    """
    requests = []
    page.on("requestfinished", lambda request: requests.insert(0, request))
    page.goto(real_server.url + address, wait_until="load")
    sizes = {request.url: request.sizes() for request in requests}
    assert len(sizes) == 3, sizes
    content = [each["responseBodySize"] for each in sizes.values()]
    headers = [each["responseHeadersSize"] for each in sizes.values()]
    assert min(content + headers) > 0, sizes
    assert sum(content) <= 28_000, sizes
    assert sum(content) + sum(headers) <= 30_720, sizes
    assert measure(page, "document.querySelectorAll('*').length") <= most


@pytest.mark.rotates(8)
def test_list_by_name_is_filtered_by_table_number(page, hall_of_200, live_server):
    page.goto(live_server.url + "/t/big/rounds/1/names/")
    page.locator("[data-find]").fill("117")
    expect(page.locator("#pairings tbody tr:visible")).to_have_count(2)
    assert texts_of(page, "#pairings tbody tr:not([hidden]) td.number") == ["117", "117"]


@pytest.mark.rotates(8)
def test_visible_running_round_refreshes_itself(page, demos, live_server):
    page.clock.install()
    page.goto(live_server.url + "/t/demo-round-robin/rounds/3/")
    tournament = Tournament.objects.get(slug="demo-round-robin")
    pairing = tournament.rounds.get(number=3).pairings.filter(result__isnull=True).first()
    results.enter_result(Who.command("test"), tournament, pairing, notation.FORFEITS["--+"])
    page.clock.run_for(30_000)
    expect(page.locator(f"#t{pairing.table} .score")).to_have_text("--+")


@pytest.mark.rotates(8)
def test_pages_fit_on_a4(page, demos, live_server):
    page.goto(live_server.url + "/t/demo-round-robin/rounds/3/")
    page.emulate_media(media="print")
    expect(page.locator(".tabs")).to_be_hidden()
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1
