"""Answers are byte for byte equal to those of the framework's own renderer."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson
import pytest
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.serializer_helpers import ReturnDict

from tournaments.web.api.rendering import FastJSONRenderer


class Side(StrEnum):
    FIRST = "first"


class Place(NamedTuple):
    room: str
    table: int


class Word(str):
    __slots__ = ()


ANSWERS = [
    {"name": "Łukasz Ørsted 日本 😀", "quoted": '"a\\b/c"', "controls": "\x00\x1f\b\f\n\r\t\x7f"},
    {"lines": "one\u2028two\u2029three", "empty": "", "none": None, "flags": [True, False]},
    [datetime(2026, 2, 1, 9, 30, tzinfo=UTC), datetime(2026, 2, 1, 9, 30, 0, 120, tzinfo=ZoneInfo("Europe/Helsinki"))],
    [date(2026, 2, 1), time(9, 30), timedelta(minutes=90), Decimal("12.5")],
    [UUID(int=7), Side.FIRST, Word("word"), gettext_lazy("Round"), Place("A", 1), (1, 2), b"bytes"],
    {"number": 2**64, "least": -(2**63) - 1, "share": 0.5},
    {1: "a key that is a number", Side.FIRST: "a key of a list", Word("word"): 1},
    ReturnDict({"b": 1, "a": [{}, []]}, serializer=None),
    iter([1, 2]),
    "text",
    7,
]


@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
@pytest.mark.parametrize("media_type", ["application/json", "application/json; indent=2", None])
def test_fast_renderer_writes_the_same_bytes(answer, media_type):
    answers = [list(answer)] * 2 if hasattr(answer, "__next__") else [answer] * 2
    theirs, ours = JSONRenderer(), FastJSONRenderer()
    assert ours.render(answers[0], media_type) == theirs.render(answers[1], media_type)


def test_none_is_rendered_as_no_content():
    assert FastJSONRenderer().render(None) == b""


def test_unserializable_value_is_an_error():
    with pytest.raises(TypeError, match="not JSON serializable"):
        FastJSONRenderer().render({"what": object()})


def test_orjson_renders_without_the_fallback(monkeypatch):
    monkeypatch.setattr(JSONRenderer, "render", None)
    assert FastJSONRenderer().render({"at": datetime(2026, 2, 1, tzinfo=UTC)}) == b'{"at":"2026-02-01T00:00:00Z"}'
    assert orjson.loads(FastJSONRenderer().render(ANSWERS[0])) == ANSWERS[0]
