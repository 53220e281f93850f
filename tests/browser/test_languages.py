"""In every language the pages fit on a phone, although many words are longer than in English."""

import pytest

from config.translation.languages import TARGET_LANGUAGES
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import Stage
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Hohenlohe-Schillingsfürst, Anna", "Krishnamoorthi, Ravi", "O’Brien, Liam", "Orlov, Dmitri")
PUBLIC = (
    "", "players/", "rounds/1/", "rounds/1/names/", "standings/", "standings/?live", "standings/verdicts/",
    "standings/comparison/", "crosstable/",
)  # fmt: skip
DESK = (
    "", "journal/", "players/", "players/check-in/", "rounds/1/results/", "rounds/2/", "rules/", "settings/", "staff/",
)  # fmt: skip


@pytest.mark.rotates(8)
@pytest.mark.parametrize("language", [each.code for each in TARGET_LANGUAGES if each.is_offered])
def test_no_page_is_wider_than_a_telephone(new_page, live_server, language):
    orla = User.objects.create_user("Orla", password="a long enough password")
    stage = Stage(orla, planned_rounds=4).with_players(*NAMES)
    stage.play("1-0", "½-½")
    stage.pair()
    page = new_page(PHONE, locale=language)
    sign_in_by_cookie(page, live_server.url)
    wide = {}
    for path in (*PUBLIC, *(f"desk/{place}" for place in DESK)):
        page.goto(f"{live_server.url}/t/cup/{path}")
        assert measure(page, "document.documentElement.lang") == language, path
        if width_of(page) > PHONE["width"]:
            wide[path] = width_of(page)
    assert wide == {}
