"""A list of hundreds of choices is written as Django writes it, in a twentieth of the work."""

import re
import sys

import pytest
from django import forms

from tournaments.web.forms.selects import LongSelect
from tournaments.web.forms.tournaments import time_zones


def form_of(widget, value):
    class One(forms.Form):
        zone = forms.ChoiceField(choices=time_zones, widget=widget({"translate": "no", "data-zone": ""}), help_text="x")

    return One({"zone": value}) if value is not None else One()


def plain(field):
    return re.sub(r">\s+", ">", re.sub(r"\s+<", "<", str(field)))


@pytest.mark.parametrize("value", [None, "UTC", "Europe/Helsinki", "Nowhere/At all", '"><script>', ""])
def test_it_is_what_django_writes(value):
    long, usual = (plain(form_of(widget, value)["zone"]) for widget in (LongSelect, forms.Select))
    assert set(re.findall(r"\S+", long.split(">")[0])) == set(re.findall(r"\S+", usual.split(">")[0]))
    assert long.split(">", 1)[1] == usual.split(">", 1)[1]


def calls(work):
    """How many functions of Python are called."""
    count = 0

    def look(_frame, event, _argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_it_takes_a_twentieth_of_the_work():
    long, usual = form_of(LongSelect, "UTC")["zone"], form_of(forms.Select, "UTC")["zone"]
    for field in (long, usual):
        str(field)
    assert 20 * calls(lambda: str(long)) < calls(lambda: str(usual))
