"""Browser tests read the page that a click leads to, even if it loads slowly."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_reading import table_of

PAGE = '<table id="t"><tbody><tr><td>{cell}</td></tr></tbody></table>{more}'
LEAD = {
    "a link": '<a href="/after/">go</a>',
    "a form": '<form action="/after/"><button>go</button></form>',
    "a script": "<button onclick=\"location.href = '/after/'\">go</button>",
}


@pytest.mark.rotates(8)
@pytest.mark.parametrize("lead", LEAD)
def test_table_is_read_from_the_requested_page(page, lead):
    def answer(route):
        there = "/after/" in route.request.url
        cell, more = ("after", "") if there else ("before", LEAD[lead])
        route.fulfill(content_type="text/html", body=PAGE.format(cell=cell, more=more))

    page.route("**/*", answer)
    page.goto("http://localhost/before/")
    expect(page.locator("#t")).to_have_text("before")
    page.get_by_text("go", exact=True).click(no_wait_after=True)
    assert table_of(page, "#t") == [["after"]]
