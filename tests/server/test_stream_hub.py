"""The streams of a worker without a server: who leaves, and who is disconnected."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from server.streams import Channel, Stream, StreamHub
from tournaments.public import streams
from tournaments.public.streams import Subscription


def stream(*, token=None):
    return Stream(Subscription(tournament=7, after=0, whole=False, address="::1", token=token), 0)


@pytest.fixture
def hub():
    return StreamHub(SimpleNamespace(add=lambda _hub: None))


def test_tournament_is_followed_until_its_last_stream_ends(hub):
    one, other = stream(), stream()
    hub._channels[7] = Channel(0, {one, other})
    hub._leave(one)
    assert hub._channels[7].streams == {other}
    hub._leave(other)
    assert hub._channels == {}


@pytest.mark.parametrize(
    ("reachable", "ended"), [(True, [False, True]), (False, [False, False])], ids=["answer", "no database"]
)
def test_only_clients_without_rights_are_disconnected(hub, monkeypatch, reachable, ended):
    both = [stream(), stream(token=3)]

    async def answer(question, _asked):
        assert question is streams.may_listen
        return {streams.key_of(both[0].subscription)} if reachable else None

    monkeypatch.setattr(hub, "_ask", answer)
    with ThreadPoolExecutor(1) as thread:  # a browser's event loop may run in this thread
        thread.submit(asyncio.run, hub._end_lost(both)).result()
    assert [not each.waiting.empty() and each.waiting.get_nowait() is None for each in both] == ended
