"""A tournament is imported from a report file on a phone: a fault is corrected on the page, and play continues."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pairings.files import trf
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE

SAMPLE = Path(__file__).parent.parent / "data" / "trf" / "py4swiss__missing_result.trf"


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_faulty_report_file_is_corrected_and_becomes_a_tournament(phone, live_server, tmp_path):
    page = phone
    Organiser(page, live_server.url).makes_the_first_account()
    page.goto(live_server.url)
    page.get_by_role("link", name="Import a file (TRF, JSON)").click()
    page.get_by_label("File", exact=True).set_input_files(SAMPLE)
    page.get_by_role("button", name="Check file").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The file has 1 error. Nothing was saved.")
    expect(alert).to_contain_text("Line 2, column 132: expected an opponent whose own line has player 2 in this round")
    text = page.get_by_label("Edit the file here")
    lines = measure(page, "document.querySelector('textarea').value").splitlines()
    third = next(index for index, line in enumerate(lines) if line.startswith("001    3"))
    lines[third] = lines[third].ljust(131) + "   2 w 0"
    text.fill("\n".join(lines))
    page.get_by_role("button", name="Check corrected file").click()
    expect(page.get_by_text("Contents of the file. Nothing has been saved yet.")).to_be_visible()
    expect(page.locator("#understood")).to_contain_text("5 of 5 planned")
    assert width_of(page) <= PHONE["width"]

    page.get_by_role("button", name="Save tournament").click()
    expect(page.get_by_label("Name of the tournament")).to_be_focused()
    page.get_by_label("Name of the tournament").fill("Wild Open")
    page.get_by_role("button", name="Save tournament").click()
    expect(page.get_by_text("Imported Wild Open from the file.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="TRF16").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "wild-open.trf"
    assert trf.Replay(trf.read(path.read_bytes())).played == 5
