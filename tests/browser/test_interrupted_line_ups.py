"""Without a network, the page keeps line-ups and boards, says so, sends them once and overwrites nobody else's."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import settle, width_of
from tests.conftest import PHONE
from tests.tournaments.teams.test_teams import League
from tournaments.core.words import boards as words
from tournaments.models import JournalEntry, MatchSheet, User
from tournaments.self_service import reports

pytestmark = pytest.mark.django_db(transaction=True)

LINE_UP = "**/line-up/"


@pytest.fixture
def league():
    orla = User.objects.create_user("Orla", password=PASSWORD)
    return League(orla, line_up_minutes=30).start()


@pytest.fixture
def phone(league, live_server, new_page):
    """The phone of the captain of the first team at table 1."""
    team = league.teams_at()[0]
    league.captain(team)
    page = new_page(PHONE)
    stop_at_requests(page)
    page.goto(f"{live_server.url}/b/")
    page.get_by_label("Code below the QR code on your badge").fill(f"secretof{team.public_id}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your line-up")).to_be_visible()
    settle(page)  # load the style sheet too, before a test goes offline
    return page


@pytest.fixture
def polling_phone(phone):
    """The captain's phone, which asks for changes several times a second."""
    phone.add_init_script(
        "const later = setTimeout; window.setTimeout = (act, pause) => later(act, pause < 10000 ? pause : 300);"
    )
    phone.reload()
    return phone


def signs_in(page, url):
    sign_in_by_cookie(page, url)
    stop_at_requests(page)
    page.goto(f"{url}/t/cup/desk/rounds/1/results/")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    settle(page)


def chooses_the_reserve(phone, league, board=3):
    phone.get_by_label(f"Board {board}").select_option(label=f"4. {league.teams_at()[0].name} 4")
    phone.get_by_role("button", name="Submit line-up").click()


def stored_line_up(side="first"):
    return MatchSheet.objects.values_list(side, flat=True).first()


def handed_in():
    return JournalEntry.objects.filter(verb="hand-in-line-up").count()


def nothing_waits(page):
    page.wait_for_function("() => !Object.keys(localStorage).some(name => name.startsWith('unsent'))")


@pytest.mark.rotates(8)
def test_line_up_submitted_without_network_is_sent_once(phone, league):
    phone.context.set_offline(True)
    chooses_the_reserve(phone, league)
    expect(phone.get_by_text("No network. Your line-up is not submitted yet.")).to_be_visible()
    expect(phone.get_by_text("The deadline is")).to_be_visible()
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    assert stored_line_up() is None
    phone.context.set_offline(False)
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()
    expect(phone.get_by_role("button", name="Change line-up")).to_be_visible()
    expect(phone.get_by_text("No network")).to_have_count(0)
    assert stored_line_up() == league.ids(league.teams_at()[0], 1, 2, 4)
    assert handed_in() == 1
    nothing_waits(phone)


@pytest.mark.rotates(8)
def test_line_up_survives_a_reload_and_a_lost_answer(phone, league):
    """The server has stored the line-up, but the response was lost. The captain then changes the line-up, still without
    a response.
    """

    answers = ["lost"]

    def sends(route):
        if answers and answers.pop() == "lost":
            route.fetch()
        if net:
            route.continue_()
        else:
            route.abort()

    net = []
    phone.route(LINE_UP, sends)
    chooses_the_reserve(phone, league)
    expect(phone.get_by_text("No network. Your line-up is not submitted yet.")).to_be_visible()
    assert stored_line_up() == league.ids(league.teams_at()[0], 1, 2, 4)
    phone.get_by_label("Board 2").select_option(label=f"4. {league.teams_at()[0].name} 4")
    phone.get_by_label("Board 3").select_option(label="nobody")
    phone.get_by_role("button", name="line-up").click()
    phone.reload()
    expect(phone.get_by_text("No network. Your line-up is not submitted yet.")).to_be_visible()
    expect(phone.get_by_label("Board 3").locator(":checked")).to_have_text("nobody")
    net.append(True)
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()
    nothing_waits(phone)
    expect(phone.get_by_text("No network")).to_have_count(0)
    assert stored_line_up() == [*league.ids(league.teams_at()[0], 1, 4), None]
    assert handed_in() == 2


@pytest.mark.rotates(8)
def test_late_line_up_stays_on_the_screen_until_read(phone, league):
    name = league.teams_at()[0].name
    phone.context.set_offline(True)
    chooses_the_reserve(phone, league)
    expect(phone.get_by_text("No network. Your line-up is not submitted yet.")).to_be_visible()
    league.round.published_at = timezone.now() - timedelta(hours=1)
    league.round.save()
    phone.context.set_offline(False)
    answer = phone.get_by_text(f"You had chosen: 1. {name} 1, 2. {name} 2, 3. {name} 4.")
    expect(answer).to_be_visible()
    expect(answer).to_contain_text("Tell the organiser who plays.")
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    phone.reload()
    expect(answer).to_be_visible()
    phone.get_by_role("link", name="Dismiss").click()
    expect(phone.get_by_text("The line-up deadline was")).to_be_visible()
    expect(answer).to_have_count(0)
    assert stored_line_up() is None


@pytest.mark.rotates(8)
def test_line_up_of_the_desk_is_shown_and_not_overwritten(phone, league):
    phone.context.set_offline(True)
    chooses_the_reserve(phone, league)
    expect(phone.get_by_text("No network. Your line-up is not submitted yet.")).to_be_visible()
    league.line_up(1, 2, 3, 4)
    phone.context.set_offline(False)
    expect(phone.get_by_text("Someone else has set how")).to_be_visible()
    team = league.teams_at()[0]
    assert stored_line_up() == league.ids(team, 2, 3, 4)
    expect(phone.get_by_label("Board 3").locator(":checked")).to_have_text(f"4. {team.name} 4")
    expect(phone.get_by_label("Board 1")).to_be_focused()
    assert faults(phone) == []
    phone.get_by_role("button", name="Change line-up").click()
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()
    assert stored_line_up() == league.ids(team, 1, 2, 4)


@pytest.mark.rotates(4)
def test_choice_stays_when_the_other_team_submits(polling_phone, league):
    """The page refreshes itself while a captain has chosen players, but not submitted them."""
    name = league.teams_at()[0].name
    polling_phone.get_by_label("Board 3").select_option(label=f"4. {name} 4")
    polling_phone.get_by_role("heading", name="Your line-up").click()
    league.line_up(2, 1, 2, 3)
    expect(polling_phone.get_by_text("The other team has submitted its line-up.")).to_be_visible()
    expect(polling_phone.get_by_label("Board 3").locator(":checked")).to_have_text(f"4. {name} 4")
    polling_phone.get_by_role("button", name="Submit line-up").click()
    expect(polling_phone.get_by_text("on every second board")).to_be_visible()
    assert stored_line_up() == league.ids(league.teams_at()[0], 1, 2, 4)


@pytest.mark.rotates(8)
def test_choice_of_a_second_phone_does_not_replace_the_line_up_unseen(polling_phone, league):
    polling_phone.get_by_label("Board 3").select_option(label="nobody")
    polling_phone.get_by_role("heading", name="Your line-up").click()
    league.line_up(1, 2, 3, 4)
    expect(polling_phone.get_by_role("button", name="Change line-up")).to_be_visible()
    expect(polling_phone.get_by_label("Board 3").locator(":checked")).to_have_text("nobody")
    polling_phone.get_by_role("button", name="Change line-up").click()
    expect(polling_phone.get_by_text("Someone else has set how")).to_be_visible()
    assert stored_line_up() == league.ids(league.teams_at()[0], 2, 3, 4)


@pytest.mark.rotates(8)
def test_chosen_boards_stay_when_the_other_team_reports(polling_phone, league):
    league.tournament.players_report = True
    league.tournament.save()
    league.both()
    board = polling_phone.get_by_role("group", name="Board 2")
    board.get_by_label("½-½").check()
    polling_phone.get_by_role("heading", name="Members").click()
    answer = tuple(map(words.parse, ("1-0", "1-0", "1-0")))
    reports.report_result(league.captain(league.teams_at()[1]), league.tournament, 1, answer)
    expect(polling_phone.get_by_text("reported:")).to_be_visible()
    expect(board.get_by_label("½-½")).to_be_checked()


@pytest.mark.rotates(8)
def test_desk_stores_line_ups_and_boards_without_network(page, league, live_server):
    signs_in(page, live_server.url)
    page.locator("#t1").get_by_role("link", name="Boards").click()
    expect(page.get_by_role("heading", name="Boards of table 1")).to_be_visible()
    settle(page)
    page.context.set_offline(True)
    for at in (0, 1):
        page.get_by_role("button", name="Save line-up for").nth(at).click()
    expect(page.get_by_text("No network. Your entries are kept on this device")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".line-ups h3").nth(1)).to_contain_text("is in")
    assert MatchSheet.objects.get().is_known
    page.context.set_offline(True)
    for number in (1, 2, 3):
        page.get_by_role("group", name=f"Board {number}").get_by_label("1-0", exact=True).check()
    page.get_by_role("button", name="Save boards").click()
    expect(page.get_by_text("No network. Your entries are kept on this device")).to_be_visible()
    assert faults(page) == []
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    expect(page.locator("#t1[data-done]")).to_be_visible()
    assert stored_line_up("boards") == ["1-0"] * 3


@pytest.mark.rotates(4)
def test_choice_for_the_other_team_stays_when_one_is_stored(page, league, live_server):
    """The line-up of one team is saved while someone is choosing the line-up of the other team."""
    signs_in(page, live_server.url)
    page.locator("#t1").get_by_role("link", name="Boards").click()
    settle(page)
    one, other = league.teams_at()
    page.get_by_label("Board 3").nth(1).select_option(label=f"4. {other.name} 4")
    page.get_by_role("button", name="Save line-up for").first.click()
    expect(page.locator(".line-ups h3").first).to_contain_text("is in")
    expect(page.get_by_label("Board 3").nth(1).locator(":checked")).to_have_text(f"4. {other.name} 4")
    page.get_by_role("button", name="Save line-up for").last.click()
    expect(page.locator(".line-ups h3").nth(1)).to_contain_text("is in")
    assert (stored_line_up(), stored_line_up("second")) == (league.ids(one, 1, 2, 3), league.ids(other, 1, 2, 4))


@pytest.mark.rotates(4)
def test_refused_line_up_stays_when_the_other_team_is_stored(page, league, live_server):
    signs_in(page, live_server.url)
    page.locator("#t1").get_by_role("link", name="Boards").click()
    settle(page)
    one = league.teams_at()[0]
    for board, place in ((1, 2), (2, 1)):
        page.get_by_label(f"Board {board}").first.select_option(label=f"{place}. {one.name} {place}")
    page.get_by_role("button", name="Save line-up for").first.click()
    expect(page.get_by_text("must play the higher board")).to_be_visible()
    page.get_by_role("button", name="Save line-up for").last.click()
    expect(page.locator(".line-ups h3").nth(1)).to_contain_text("is in")
    expect(page.get_by_label("Board 1").first.locator(":checked")).to_have_text(f"2. {one.name} 2")


@pytest.mark.rotates(8)
def test_signed_out_desk_keeps_its_entries_until_signed_in(page, league, live_server):
    signs_in(page, live_server.url)
    page.locator("#t1").get_by_role("link", name="Boards").click()
    settle(page)
    other = page.context.new_page()
    other.goto(live_server.url)
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_role("button", name="Save line-up for").first.click()
    expect(page.get_by_text("You are signed out. Sign in in another tab")).to_be_visible()
    assert stored_line_up() is None
    signs_in(other, live_server.url)
    expect(page.locator(".line-ups h3").first).to_contain_text("is in")
    assert stored_line_up() == league.ids(league.teams_at()[0], 1, 2, 3)
