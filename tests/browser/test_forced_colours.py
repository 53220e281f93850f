"""Pictures and chips keep their shapes if the device forces its own colours."""

from datetime import date

import pytest

from tests.browser.page_reading import measure
from tests.conftest import PHONE
from tournaments.setup import samples

#: Whether all texts, outlines and areas of the pictures have a colour of the device: text, ground or highlight.
COLOURS = """(() => {
  const probe = document.body.appendChild(document.createElement('p'));
  const forced = ['CanvasText', 'Canvas', 'Highlight'].map((name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const shapes = [...document.querySelectorAll('.picture :is(text, rect)')].map(getComputedStyle);
  const lines = [...document.querySelectorAll('.picture :is(path, rect)')].map(getComputedStyle);
  const wrong = [...shapes.map(({ fill }) => fill), ...lines.map(({ stroke }) => stroke)]
    .filter((colour) => !forced.includes(colour));
  return [shapes.length > 0, wrong];
})()"""
#: The width of the border that draws the dot of a chip: areas lose their colour.
DOT = "parseFloat(getComputedStyle(document.querySelector('.chip.live'), '::before').borderTopWidth)"


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_pictures_and_chips_use_the_colours_of_the_device(new_page, live_server, monkeypatch):
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.slug == "demo-dutch"])
    samples.load_demo(date(2026, 4, 1))
    page = new_page(PHONE, forced_colors="active", bypass_csp=True)
    for path in ("rounds/3/", "ratings/", "standings/verdicts/", "standings/course/"):
        page.goto(f"{live_server.url}/t/demo-dutch/{path}")
        assert measure(page, COLOURS) == [True, []], path
    page.goto(f"{live_server.url}/t/demo-dutch/rounds/3/")
    assert measure(page, DOT) > 2
