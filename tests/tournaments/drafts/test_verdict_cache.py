"""Verdicts in memory are limited by bytes, however many tournaments and places are requested."""

from types import SimpleNamespace

import pytest

from standings.web.what_if import verdicts


@pytest.fixture
def empty(monkeypatch):
    verdicts._cache.clear()
    monkeypatch.setattr(verdicts, "verdicts", lambda *_: ("x" * (verdicts.ROOM // verdicts.MEMORY_FACTOR // 8),))
    yield verdicts._cache
    verdicts._cache.clear()


def test_least_recently_used_verdicts_are_removed_first(empty):
    for number in range(40):
        verdicts.verdicts_of(SimpleNamespace(pk=number, revision=1), SimpleNamespace(snapshot=None, rules=None), 8)
    assert empty.currsize <= verdicts.ROOM
    assert [key[0] for key in empty] == [33, 34, 35, 36, 37, 38, 39]
