"""Write days and times in the style of each language: 25 November, 25. marraskuuta, 11月25日.

Django has the whole date of a language. This record has it and the shorter forms that pages need. Django lacks forms
for use in a sentence (marraskuuta, not marraskuu) or after a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from django.utils import dateformat
from django.utils.translation import get_language

if TYPE_CHECKING:
    from tournaments.core.words.values import Moment


class Forms(NamedTuple):
    """The forms of days and times in a language, as patterns of Django's `date`; `between` separates the two. `first`
    is the number of the first day of a month, if it is written differently. `number` and `weekday` are the two lines
    of a day in a calendar.
    """

    date: str
    day: str
    short: str
    time: str = "H:i"
    between: str = ", "
    first: str = "j"
    number: str = "j"
    weekday: str = "D"


FORMS: Mapping[str, Forms] = MappingProxyType(
    {
        "en": Forms("j F Y", "j F", "j M"),
        "fi": Forms("j. E Y", "j. E", "j.n.", "G.i", " klo "),
        "ja": Forms("Y年n月j日", "n月j日", "n月j日", "G:i", " "),
        "de": Forms("j. F Y", "j. F", "j.n."),
        "ru": Forms("j E Y г.", "j E", "j M"),
        "fr": Forms("j F Y", "j F", "j M", between=" à ", first=r"1\e\r"),
        "es": Forms(r"j \d\e F \d\e Y", r"j \d\e F", "j M"),
    }
)
#: Formats for pages: the day in one of its forms, the time with or without seconds, or both.
_DAYS = ("date", "day", "short", "number", "weekday")
_TIMES = ("time", "seconds")
#: The format for a narrow column: a day and a time separated by a space only.
_NARROW = "narrow"


def format_moment(value: date | time | None, form: str) -> str:
    """Return a day or a time in the reader's language; `form` names its parts, such as "date", "day-time" or
    "short-seconds".

    The form "narrow" is the short day and the time for a table's column. An empty value gives "".
    """
    if not value:
        return ""
    forms = FORMS.get((get_language() or "en").partition("-")[0], FORMS["en"])
    if form == _NARROW:
        return " ".join(dateformat.format(value, _pattern(forms, part, value)) for part in ("short", "time"))
    parts = form.split("-")
    if not parts or not {*parts} <= {*_DAYS, *_TIMES}:
        raise ValueError(f"There is no form {form} of a time.")
    return forms.between.join(dateformat.format(value, _pattern(forms, part, value)) for part in parts)


def written_moment(moment: Moment | None, day: str) -> str:
    """Return the date of a round or a match, with the day in the form `day`, and its time if it has one.

    Return "" if it is unknown.
    """
    if moment is None:
        return ""
    return format_moment(moment.value, day if moment.at is None else f"{day}-time")


def _pattern(forms: Forms, part: str, value: date | time) -> str:
    if part == "seconds":
        return forms.time + forms.time[1] + "s"
    pattern = str(getattr(forms, part))
    is_first = part in _DAYS and isinstance(value, date) and value.day == 1
    return pattern.replace("j", forms.first, 1) if is_first else pattern
