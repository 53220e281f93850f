"""One reader for dates and dates of birth in report files, and one for their encodings."""

from datetime import date

import pytest

from pairings.files.encoding import letters_of
from pairings.files.trf.days import birth_of, day_of


@pytest.mark.parametrize(
    "text",
    [
        "2005/07/28", "2005-07-28", "2005.07.28", "28.07.2005", "28/07/2005", "28-07-2005", "07/28/2005", "05/07/28",
        "28.07.05", "20050728", "28 July 2005", "28-Jul-2005", " 2005/7/28 ", "2005/07/28 10:00",
    ],
)  # fmt: skip
def test_date_is_read_in_all_common_formats(text):
    assert day_of(text) == date(2005, 7, 28)


@pytest.mark.parametrize("text", ["", "0000/00/00", "2005/13/41", "today", "2005", "31.02.2005", "0005/01/01"])
def test_invalid_date_is_none(text):
    assert day_of(text) is None


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("1958/05/31", "1958/05/31"), ("1958.05.31", "1958/05/31"), ("31.05.1958", "1958/05/31"), ("1958", "1958"),
        ("1960/00/00", "1960"), ("00/00/1958", "1958"), ("0000/00/00", ""), ("0", ""), ("", ""),
        ("1958/31/31", None), ("unknown", None), ("1066", None),
    ],
)  # fmt: skip
def test_birth_is_a_date_or_a_year(text, stored):
    assert birth_of(text) == stored


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "cp850"])
def test_letters_are_read_in_all_common_encodings(encoding):
    text = "001    1 m    Müller, Jörg\r\n" * 3
    found = letters_of(text.encode(encoding))
    assert found.text == text
    assert bool(found.guessed) == encoding.startswith("cp")
    assert found.mark + found.text.encode(found.encoding) == text.encode(encoding)
