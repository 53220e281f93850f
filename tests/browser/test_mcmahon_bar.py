"""The McMahon bar is moved while the page shows the groups."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import texts_of, width_of
from tests.conftest import PHONE
from tournaments.models import Player, Tournament

RANKS = ["5d", "4d", "3d", "2d", "1d", "1d", "1k", "2k", "4k", "6k", "9k", "12k"]


@pytest.mark.rotates(8)
def test_organiser_sees_at_once_who_is_above_the_bar(page, live_server, transactional_db):
    organiser = Organiser(page, live_server.url)
    names = [f"Player {at:02}" for at in range(len(RANKS))]
    organiser.starts("Open", "go", names=names, planned_rounds=5)
    Tournament.objects.get().stages.update(system="mcmahon", options={})
    for player, rank in zip(Player.objects.order_by("name"), RANKS, strict=True):
        Player.objects.filter(pk=player.pk).update(rank=rank)
    page.get_by_role("link", name="Desk", exact=True).click()
    page.get_by_role("link", name="Bar and floor").click()
    expect(page.get_by_text("3 players start at the bar (3d) and can win.")).to_be_visible()
    page.get_by_label("Bar").select_option("1d")
    expect(page.get_by_text("6 players start at the bar (1d) and can win.")).to_be_visible()
    page.get_by_label("Floor").select_option("4k")
    expect(page.locator("#groups tbody tr").last).to_contain_text("Player 08 4k")
    assert texts_of(page, "#groups tbody td:nth-child(2)") == ["6", "1", "1", "4"]
    assert faults(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The bar is at 1d, the floor at 4k.")).to_be_visible()
    page.set_viewport_size(PHONE)
    assert width_of(page) <= PHONE["width"]
