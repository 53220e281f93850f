"""In every game, the results page stores or refuses each typed result, however the input ends."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure, settle
from tournaments.core.games import GAMES
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Result, User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

FORFEITS = [
    "+--",
    "--+",
    "---",
    "+-",
    "-+",
    "--",
    "+:-",
    "1-0F",
    "0-1F",
    "2-0f",
    "0F-2",
    "0-0F",
    "1-ff",
    "FF-1",
    "ff-ff",
]
NONSENSE = ["banana", "xyz", "ff", "1-1F", "1-2-3-4", "7", "-", "1-0" + " " * 40 + "0-1", "<b>", "9-9"]
TYPED = {
    "one game": ["1-0", "0-1", "½-½", "1/2", "=", "0.5-0.5", "0,5:0,5", "1 – 0", "0:1", "0\u20111"],
    "several games": ["2-0", "2-1", "1-2", "0-2", "1-1", "1-1-1", "0-0-3", "0-1"],
    "longer": ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"],
    "discs": ["44-20", "44", "0-64", "64", "32-32", "31:33", "44-21", "65"],
    "goals": ["2-1", "0-0", "10:0", "0-3", "5"],
    "points": ["15-9", "15", "24-0", "0:24", "12-12", "15-10", "25"],
}
GAME = {
    "chess": "one game", "go": "one game", "shogi": "one game", "other": "one game", "cards": "several games",
    "badminton": "several games", "darts": "longer", "table-tennis": "longer", "othello": "discs", "football": "goals",
    "padel": "points",
}  # fmt: skip


def normal_form(text, scoring):
    """Return the text in the usual notation according to the rules, or None if it is not a result."""
    try:
        return notation.write(notation.parse(text, scoring))
    except notation.NotAResult:
        return None


@pytest.fixture
def hall(page, live_server):
    """Return a function that opens the results page of a running round with a given number of tables."""

    def open_page(game, tables):
        orla = User.objects.create_user("Orla", password=PASSWORD)
        who = Who.at_page(orla)
        tournament = lifecycle.create_tournament(
            who, name="Hall", game=game, system="papp", starts_on=date(2026, 3, 1), time_zone="UTC"
        )
        registration.add_players(who, tournament, [{"name": f"Player {number}"} for number in range(2 * tables)])
        rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))
        sign_in_by_cookie(page, live_server.url)
        page.goto(f"{live_server.url}/t/hall/desk/rounds/1/results/")
        expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
        settle(page)
        return tournament

    return open_page


def test_typed_results_cover_every_game():
    assert set(GAME) == set(GAMES)


#: The ways to submit typed results.
WAYS = ("Enter", "Tab", "save")


#: By notation: text that is refused, and the text that is typed next.
CORRECTED = {"discs": ("70", "40"), "goals": ("5", "0-3"), "longer": ("9-9", "1-3")}
#: Milliseconds between two keys, and the delay of each response in milliseconds.
TYPISTS = [(speed, latency) for latency in (0, 300, 600) for speed in (60, 250, 400, 800)]


def pytest_generate_tests(metafunc):
    """Parametrize with one game of each notation; from table to table the ways of typing alternate. With --all-typed,
    use all games, each text in all ways, and typists of every speed and latency.
    """
    if "typist" in metafunc.fixturenames:
        everything = metafunc.config.getoption("all_typed")
        metafunc.parametrize("typist", TYPISTS if everything else TYPISTS[4:6])
        if "refused" in metafunc.fixturenames:
            kinds = [(game, CORRECTED[kind]) for game, kind in GAME.items() if kind in CORRECTED]
            metafunc.parametrize(("game", "refused"), kinds if everything else kinds[1:3])
    if "turn" in metafunc.fixturenames:
        everything = metafunc.config.getoption("all_typed")
        games = GAME if everything else {kind: game for game, kind in GAME.items()}.values()
        turns = {place: range(len(WAYS)) if everything else (place,) for place in range(len(games))}
        metafunc.parametrize(
            ("game", "turn"), [(game, turn) for place, game in enumerate(games) for turn in turns[place]]
        )


def result_of(page, table):
    """Return the result field of a table, which some games call board, court or pitch."""
    return page.locator(f"#t{table}").get_by_label(re.compile(rf"^Result: \w+ {table}$"))


def ends(page, field, way):
    if way == "save":
        field.locator("xpath=..").get_by_role("button", name="Save").click()
    else:
        field.press(way)


@pytest.mark.rotates(8)
def test_typed_text_is_stored_or_refused(page, hall, game, turn):
    texts = [*TYPED[GAME[game]], *FORFEITS, *NONSENSE]
    tournament = hall(game, len(texts))
    for table, text in enumerate(texts, start=1):
        field = result_of(page, table)
        field.click()
        field.fill(text)
        ends(page, field, WAYS[(turn + table) % len(WAYS)])
    for table, text in enumerate(texts, start=1):
        row = page.locator(f"#t{table}")
        wanted = normal_form(text, tournament.scoring)
        if wanted is None:
            expect(row.get_by_role("alert"), text).to_be_visible()
            expect(row.locator("[name=typed]")).to_have_value(text[: notation.LONGEST])
            expect(page.locator(f"#t{table}[data-done]")).to_have_count(0)
        else:
            expect(page.locator(f"#t{table}[data-done] [name=typed]"), text).to_have_value(wanted)
    stored = {result.pairing.table: result for result in Result.objects.select_related("pairing")}
    expected = {table: normal_form(text, tournament.scoring) for table, text in enumerate(texts, start=1)}
    assert {table: notation.write(result.fact) for table, result in stored.items()} == {
        table: wanted for table, wanted in expected.items() if wanted is not None
    }
    assert None in expected.values()
    assert set(expected.values()) > {"+--", "--+", "---"}


def stored_texts():
    """Return the stored results, by table."""
    return {result.pairing.table: notation.write(result.fact) for result in Result.objects.select_related("pairing")}


def types(page, keys, typist):
    """Press real keys one after the other while responses are late."""
    speed, latency = typist
    network = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)
    for key in keys:
        page.keyboard.press(key, delay=0)
        page.wait_for_timeout(speed)


@pytest.mark.rotates(8)
def test_text_after_a_refused_score_is_stored_nowhere_else(page, hall, game, refused, typist):
    tournament = hall(game, 4)
    wrong, right = refused
    if measure(page, "document.activeElement.name") != "typed":
        result_of(page, 1).click()
    types(page, [*wrong, "Enter", *right, "Enter"], typist)
    settle(page)
    wanted = normal_form(right, tournament.scoring)
    assert stored_texts() in ({}, {1: wanted})
    if not stored_texts():
        expect(result_of(page, 1)).to_be_focused()
        types(page, [*right, "Enter"], typist)
        expect(page.locator("#t1[data-done]")).to_be_visible()
    settle(page)
    assert stored_texts() == {1: wanted}


@pytest.mark.rotates(8)
def test_enter_pressed_twice_moves_no_result_to_another_table(page, hall, typist):
    hall("football", 3)
    types(page, [*"2-1", "Enter", "Enter", *"1-0", "Enter", "Enter", *"0-3", "Enter"], typist)
    for table, text in enumerate(["2-1", "1-0", "0-3"], start=1):
        expect(result_of(page, table)).to_have_value(text)
        expect(page.locator(f"#t{table}[data-done]")).to_be_visible()
    settle(page)
    assert stored_texts() == {1: "2-1", 2: "1-0", 3: "0-3"}


@pytest.mark.rotates(8)
def test_number_in_a_field_selected_automatically_chooses_its_table(page, hall, typist):
    hall("football", 3)
    result_of(page, 1).focus()
    types(page, [*"3", "Enter", *"2-1", "Enter", *"2", "Enter", *"0-0", "Enter"], typist)
    for table, text in ((3, "2-1"), (2, "0-0")):
        expect(page.locator(f"#t{table}[data-done]")).to_be_visible()
        expect(result_of(page, table)).to_have_value(text)
    settle(page)
    assert stored_texts() == {2: "0-0", 3: "2-1"}
    expect(result_of(page, 1)).to_be_focused()


@pytest.mark.rotates(8)
def test_letter_after_undo_belongs_to_the_same_table(page, hall, typist):
    tournament = hall("cards", 4)
    one, other = (measure(page, f"document.querySelector('#t2 [data-key={key}]').value") for key in "as")
    types(page, "2aus", typist)
    expect(page.locator("#t2[data-done]")).to_be_visible()
    settle(page)
    assert one != other
    assert stored_texts() == {2: normal_form(other, tournament.scoring)}


@pytest.mark.rotates(8)
def test_intentional_draw_has_one_key_and_its_own_result(page, hall):
    hall("cards", 3)
    for keys in ("1h", "2g"):
        page.keyboard.type(keys)
        expect(page.locator(f"#t{keys[0]}[data-done]")).to_be_visible()
    page.locator("#t3").get_by_role("button", name="ID").click()
    expect(page.locator("#t3").get_by_role("button", name="ID", pressed=True)).to_be_visible()
    settle(page)
    assert stored_texts() == {1: "0-0-3", 2: "1-1", 3: "0-0-3"}
