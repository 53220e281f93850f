"""Some pages match their recorded screenshots, on a phone and a laptop, in light and dark.

    RECORD=1 python3 manage.py test tests/browser/test_golden.py

records the screenshots in `tests/browser/golden/` again. Look at them before you commit them.
"""

from datetime import date

import pytest
from PIL import Image, ImageDraw

from tests.browser import golden
from tests.conftest import PHONE
from tournaments.setup import samples

SIZES = {"phone": PHONE, "laptop": {"width": 1280, "height": 800}}
PAGES = {
    "tournament": "/t/demo-dutch/",
    "round": "/t/demo-dutch/rounds/3/",
    "standings": "/t/demo-dutch/standings/",
    "bracket": "/t/demo-knock-out/bracket/",
    "groups": "/t/demo-groups/standings/",
}


@pytest.mark.rotates(8)
@pytest.mark.slow("makes three tournaments and looks at five pages in two colour schemes")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", SIZES)
def test_pages_look_as_recorded(new_page, live_server, monkeypatch, size):
    shown = {path.split("/")[2] for path in PAGES.values()}
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.slug in shown])
    samples.load_demo(date(2026, 4, 1))
    styles, wrong = golden.style(), []
    for scheme in ("light", "dark"):
        page = new_page(SIZES[size], color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
        for name, path in PAGES.items():
            page.goto(live_server.url + path)
            wrong.append(golden.differs(golden.take_picture(page, styles), f"{name}-{size}-{scheme}"))
    assert list(filter(None, wrong)) == []


class TestSquares:
    """Differences between pictures that count."""

    @pytest.fixture
    def picture(self):
        drawn = Image.new("RGB", (390, 844), "white")
        ImageDraw.Draw(drawn).text((20, 20), "Round 3 of 5", "black")
        return drawn

    def test_picture_equals_itself(self, picture):
        assert golden.squares_that_differ(picture, picture.copy()) == 0

    def test_slightly_different_grey_is_no_difference(self, picture):
        other = picture.point(lambda level: min(255, level + 12))
        assert golden.squares_that_differ(picture, other) == 0

    def test_missing_chip_is_a_difference(self, picture):
        other = picture.copy()
        ImageDraw.Draw(other).rounded_rectangle((200, 20, 270, 42), 11, "#fdeee4", "#b23c0a", 2)
        assert golden.squares_that_differ(picture, other) > golden.SQUARES

    def test_taller_page_is_a_difference(self, picture):
        assert golden.squares_that_differ(picture, picture.resize((390, 900))) > golden.SQUARES

    def test_difference_is_reported_and_saved(self, picture, tmp_path, monkeypatch):
        monkeypatch.setattr(golden, "GOLDEN", tmp_path / "golden")
        monkeypatch.setattr(golden, "SEEN", tmp_path / "seen")
        monkeypatch.delenv("RECORD", raising=False)
        assert "nothing is recorded" in golden.differs(picture, "page")
        monkeypatch.setenv("RECORD", "1")
        assert golden.differs(picture, "page") == ""
        monkeypatch.delenv("RECORD")
        assert golden.differs(picture, "page") == ""
        other = Image.new("RGB", picture.size, "black")
        assert "squares differ" in golden.differs(other, "page")
        assert (tmp_path / "seen/page.png").exists()
