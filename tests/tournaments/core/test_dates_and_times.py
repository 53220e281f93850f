"""Days and times in the format of each language."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.timezone import override as zone
from django.utils.translation import override

from tournaments.core.words.moments import format_moment

AT = datetime(2026, 11, 25, 14, 5, 9, tzinfo=UTC)
FORMS = ("date", "day", "short", "time", "seconds", "day-time", "short-seconds", "narrow")

WRITTEN = {
    "en": "25 November 2026|25 November|25 Nov|14:05|14:05:09|25 November, 14:05|25 Nov, 14:05:09|25 Nov 14:05",
    "fi": "25. marraskuuta 2026|25. marraskuuta|25.11.|14.05|14.05.09"
    "|25. marraskuuta klo 14.05|25.11. klo 14.05.09|25.11. 14.05",
    "de": "25. November 2026|25. November|25.11.|14:05|14:05:09|25. November, 14:05|25.11., 14:05:09|25.11. 14:05",
    "ja": "2026年11月25日|11月25日|11月25日|14:05|14:05:09|11月25日 14:05|11月25日 14:05:09|11月25日 14:05",
}


@pytest.mark.parametrize("language", WRITTEN)
def test_days_and_times_follow_the_language(language):
    with override(language):
        assert "|".join(format_moment(AT, form) for form in FORMS) == WRITTEN[language]


@pytest.mark.parametrize(
    ("language", "first"),
    [("fr", "1er novembre 2026 à 14:05"), ("de", "1. November 2026, 14:05"), ("es", "1 de noviembre de 2026, 14:05")],
)
def test_french_writes_the_first_of_a_month_as_ordinal(language, first):
    with override(language):
        assert format_moment(AT.replace(day=1), "date-time") == first
        assert format_moment(AT.replace(day=11), "day").startswith("11")


def test_language_without_formats_uses_english():
    with override("en-xa"):
        assert format_moment(AT, "date") == "25 November 2026"


def test_template_writes_time_in_the_active_zone():
    with zone("Europe/Helsinki"), override("fi"):
        page = Template("{% load pages %}{{ at|written:'time' }}{{ no|written:'time' }}").render(
            Context({"at": AT, "no": None})
        )
    assert page == "16.05"


def test_unknown_format_raises_value_error():
    with pytest.raises(ValueError, match="no form"):
        format_moment(AT, "H:i")


def test_templates_use_no_date_patterns_of_their_own():
    """ISO dates for machines are allowed."""
    root = Path(__file__).parents[3] / "templates"
    found = {
        (path.name, each)
        for path in root.rglob("*.html")
        for each in re.findall(r"\|(?:date|time)\b(?::\S+)?", path.read_text())
    }
    assert {each for _name, each in found} <= {"|date:'c'", '|date:"Y-m-d"'}
