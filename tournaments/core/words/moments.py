"""Days and times as people of each language write them: 25 November, 25. marraskuuta, 11月25日.

Django knows how a language writes a whole date. This is one record for it and for the shorter forms that pages need,
of which Django knows none that is in a sentence (marraskuuta, not marraskuu) or follows a time.
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
    """How a language writes days and times, as patterns of Django's `date`, and what stands `between` the two.
    `first` is the number of the first day of a month, where it is not written as the others are. `number` and `weekday`
    are the two lines of a day in a calendar.
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
#: Formats that a page can ask for: the day in one of its forms, the time with or without seconds, or both.
_DAYS = ("date", "day", "short", "number", "weekday")
_TIMES = ("time", "seconds")
#: A narrow column has a day and a time without anything between.
_NARROW = "narrow"


def format_moment(value: date | time | None, form: str) -> str:
    """A day or a time in the reader's language; `form` names its parts: "date", "day-time", "short-seconds" and such.

    The form "narrow" is the short day and the time of a table's column. Nothing is written as "".
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
    """Return the date of a round or a match, with its day in the form `day`, and its time if it has one.

    "" if it is not known.
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
