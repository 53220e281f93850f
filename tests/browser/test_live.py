"""The hall follows by itself: what changes is on every open page, and nothing has to be reloaded."""

import pytest
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.services import clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(real_server, cup):  # noqa: F811 the fixture
    """A real server, which alone can hold streams, and a tournament in it."""
    real_server.stop()
    real_server.more = {"STREAMS": "100"}
    real_server.start()
    return f"{real_server.url}/t/cup/"


def test_a_round_a_result_and_the_clock_come_by_themselves(new_page, real_server, hall, cup):  # noqa: F811
    laptop, phone, late = new_page(), new_page(PHONE), new_page(PHONE)
    laptop.goto(hall)
    expect(laptop.get_by_text("The first round has not been published yet.")).to_be_visible()
    cup.pair()
    cup.publish()
    expect(laptop.get_by_role("link", name="Pairings of round 1")).to_be_visible()
    expect(laptop.get_by_role("link", name="Round 1 is out.")).to_be_visible()

    phone.goto(f"{hall}rounds/1/")
    late.goto(f"{hall}standings/")
    cup.enter(1, "1-0")
    expect(phone.locator("#pairings")).to_contain_text("1-0")
    clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
    expect(phone.get_by_role("timer")).to_be_visible()

    phone.goto(f"{hall}players/{cup.players['Ann'].public_id}/")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(f"{hall}rounds/1/")
    real_server.kill()
    cup.enter(2, "1-0")
    cup.close()
    cup.pair()
    real_server.start()
    cup.publish()
    expect(late.get_by_role("link", name="Round 2 is out.")).to_be_visible()
    news = phone.get_by_role("link", name="Round 2 is out: your table is")
    expect(news).to_be_visible()
    news.click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator("#news")).to_be_hidden()
