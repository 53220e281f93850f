"""Serving: one listening socket, workers that share it, and a supervisor that replaces each worker that dies.

The supervisor opens the socket. So a port in use is detected before anything else, other workers take the waiting
connections of a dead one, and no other server can share the port by mistake.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.servers.basehttp import get_internal_wsgi_application
from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from operating_system import Ending, system
from server.front import Front
from server.processes import maintenance, spawned

HOST = "127.0.0.1"
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - what the hall's network is served on, when its organiser has said so

#: Seconds between two checks for another network.
CHECK_SECONDS = 3.0

#: A second thread gives 1.6 times as many short answers. There are four, because a thread that waits for a lock does no
#: work; eight slow each other down (88 pages a second).
WORKERS = system.workers
THREADS = 4

#: Connections that wait to be accepted; connections that a worker holds, most of them idle; open files that it may
#: have.
BACKLOG = 1024
CONNECTIONS = 30_000
OPEN_FILES = 65_536

#: Milliseconds for the head of a request, and between two requests on one connection.
HEAD_TIMEOUT = 30_000

#: Seconds: the time a worker has for its last answers; the time after which a worker counts as healthy; the longest
#: pause before a new one when workers die in succession.
GRACE = 10.0
HEALTHY = 60.0
LONGEST_PAUSE = 30.0

#: The niceness of processes that deliver webhooks; processes that answer people come first.
NICE = 5

#: A line of the access log. It contains neither people's addresses nor queries.
ACCESS_LINE = "%(method)s %(path)s %(status)s %(dt_ms).0f ms"

logger = logging.getLogger("server.processes.supervisor")


def listen(port: int, host: str = HOST) -> socket.socket:
    """Open the socket to serve. Raises OSError if the port is not available."""
    listener = socket.create_server((host, port), backlog=BACKLOG)
    listener.setblocking(False)
    return listener


def serve(
    listener: socket.socket,
    look: Callable[[], object] | None = None,
    start_again: Callable[[socket.socket, Path | None], object] | None = None,
) -> None:
    """Serve until the process is asked to end, even if workers fail; `look` is called every few seconds.

    `start_again` is called when a worker has requested it and all workers have ended: perhaps with a backup that
    replaces the stored data.
    """
    _share_figures()
    request = None
    system.allow_open_files(OPEN_FILES)
    with system.requests_to_end() as end_pipe:
        deliverer = Deliverer()
        request_pipe, ask = multiprocessing.Pipe(duplex=False)
        workers: list[Worker] = [Answering(f"Worker {n}", listener, deliverer.call, ask) for n in range(1, WORKERS + 1)]
        workers.append(deliverer)
        workers += [Worker("The process with the metrics", _tell_metrics)] if settings.METRICS_PORT else []
        if look is not None:
            look()
        while end_pipe not in _wait_for_any(
            [end_pipe, request_pipe, *(end for w in workers for end in w.ends)], _pause(workers, look)
        ):
            request = maintenance.read_request(request_pipe)
            if request is not None:
                break
            for worker in workers:
                worker.keep_alive()
            if look is not None:
                look()
        for worker in workers:
            worker.request_end()
        for worker in workers:
            worker.end()
    if request is not None and start_again is not None:
        start_again(listener, request.backup)


class Worker:
    """A process that works until it is asked to end, and its replacements."""

    def __init__(self, name: str, target: Callable[..., None], *arguments: object, begin: bool = True) -> None:
        self.due: float | None = None
        self._name, self._target, self._arguments = name, target, arguments
        self._quick_deaths = 0
        self._process: BaseProcess | None = None
        if begin:
            self._start()

    @property
    def ends(self) -> list[connection.Connection | int]:
        """The objects that become ready when it needs attention; empty while it waits for its replacement."""
        return [self._process.sentinel] if self.due is None and self._process is not None else []

    def keep_alive(self) -> None:
        """Start another process if this one has died: immediately the first time, later after a growing pause."""
        if self.due is None and self._process is not None and not self._process.is_alive():
            pause, exit_words = self._pause(), system.describe_exit(self._process.exitcode or 0)
            self.due = time.monotonic() + pause
            logger.warning(
                "%s (process %d) ended by itself (%s). The next one starts %s.",
                self._name, self._process.pid, exit_words, f"in {pause:g} s" if pause else "now",
            )  # fmt: skip
        if self.due is not None and time.monotonic() >= self.due:
            self._start()

    def request_end(self) -> None:
        if self.due is None and self._process is not None:
            self._process.terminate()

    def end(self) -> None:
        """Wait for the end of a process that was asked to end; kill it if it does not."""
        if self._process is None:
            return
        self._process.join(GRACE)
        if self._process.is_alive():
            logger.warning("%s (process %d) did not end: it is killed.", self._name, self._process.pid)
            self._process.kill()
            self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context(system.start_method)
        self._process = context.Process(  # type: ignore[attr-defined] # the base of contexts has none
            target=spawned.run,
            args=(self._target.__module__, self._target.__name__, *self._arguments),
            name=self._name,
        )
        self._born = time.monotonic()
        self.due = None
        self._process.start()

    def _pause(self) -> float:
        if time.monotonic() - self._born > HEALTHY:
            self._quick_deaths = 0
        self._quick_deaths += 1
        return 0.0 if self._quick_deaths == 1 else min(LONGEST_PAUSE, 2.0 ** (self._quick_deaths - 3))


class Answering(Worker):
    """A process that answers requests. When asked to end, it first completes its answers."""

    def __init__(
        self, name: str, listener: socket.socket, call: connection.Connection, ask: connection.Connection
    ) -> None:
        self._listener, self._call, self._ask = listener, call, ask
        super().__init__(name, _work)

    def request_end(self) -> None:
        if self.due is None and self._process is not None:
            self._ending.tell(self._process)

    def _start(self) -> None:
        self._ending: Ending = system.new_ending()
        self._arguments = (self._listener, self._call, self._ask, self._ending.given)
        super()._start()


class Deliverer(Worker):
    """The process that delivers to webhooks. A worker requests it; it ends when no webhooks are left."""

    def __init__(self) -> None:
        super().__init__("The deliverer of webhooks", _deliver, begin=False)
        self._calls, self.call = multiprocessing.Pipe(duplex=False)
        self._wanted = False

    @property
    def ends(self) -> list[connection.Connection | int]:
        return [self._calls, *super().ends]

    def keep_alive(self) -> None:
        while self._calls.poll():
            self._calls.recv_bytes()
            self._wanted = True
        if self._process is not None and self._process.exitcode == 0:
            self._process = None
        if self._process is not None:
            super().keep_alive()
        elif self._wanted:  # also if it was requested while it was about to end
            self._start()
            self._wanted = False


def _pause(workers: list[Worker], look: object) -> float | None:
    """Return the seconds until a worker must start or the next check is due; None if neither applies."""
    due = [max(0.0, worker.due - time.monotonic()) for worker in workers if worker.due is not None]
    longest = [CHECK_SECONDS] if look is not None else []
    if system.longest_wait is not None:
        longest.append(system.longest_wait)
    return min([*due, *longest], default=None)


def _wait_for_any(ends: Iterable[connection.Connection | int], seconds: float | None) -> Sequence[object]:
    """Return the ready ones of these objects, waiting at most this many seconds."""
    try:
        return connection.wait(ends, seconds)
    except InterruptedError:  # Ctrl+C on Windows, which the next check detects
        return []


def _work(
    listener: socket.socket,
    call: connection.Connection,
    ask: connection.Connection,
    end_pipe: connection.Connection | None,
) -> None:
    """Run a worker. Ctrl+C reaches it only through the supervisor, and it does not outlive the supervisor."""
    _belong_to_supervisor()
    maintenance.connect(ask)
    with asyncio.Runner(loop_factory=system.new_event_loop) as runner:
        runner.run(_answer(listener, call, end_pipe))


def _deliver() -> None:
    """Run the process that sends to webhooks; it ends immediately when asked."""
    _belong_to_supervisor()
    from server.processes import deliverer  # noqa: PLC0415 it reads the rows of an application that is there only now

    system.stand_back(NICE)
    deliverer.work()


def _share_figures() -> None:
    """Set the folder in which workers count for `server.metrics`; each start begins at zero."""
    if not settings.METRICS_PORT:
        return
    folder = settings.VAR / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _tell_metrics() -> None:
    """Run the process that answers Prometheus; it ends immediately when asked."""
    _belong_to_supervisor()
    from server import metrics  # noqa: PLC0415 it decides at its import where it counts

    metrics.tell()


def _belong_to_supervisor() -> None:
    system.belong_to_parent()
    Thread(target=_end_with_supervisor, daemon=True).start()


def _end_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        connection.wait([supervisor.sentinel])
        os._exit(1)


async def _answer(listener: socket.socket, call: connection.Connection, end_pipe: connection.Connection | None) -> None:
    front = Front(get_internal_wsgi_application(), threads=THREADS)  # the supervisor does not load what workers serve
    from server.processes import deliverer  # noqa: PLC0415 it reads the rows of an application that is there only now

    if not settings.READING_ONLY:
        Thread(target=deliverer.call_when_needed, args=(lambda: call.send_bytes(b"."),), daemon=True).start()
    settle()
    front.listen()
    server = OnSocket(listener, front)
    _note_requests()
    ending: list[asyncio.Task[None]] = []

    def end() -> None:
        ending.append(asyncio.get_running_loop().create_task(front.end_streams()))
        server.stop()  # type: ignore[no-untyped-call] # has no types

    system.hear_ending(end_pipe, asyncio.get_running_loop(), end)
    await server.serve()
    await asyncio.gather(*ending)
    await front.finish()


def _note_requests() -> None:
    """Use granian's records of requests for our log and metrics; granian has just set up its own log."""
    access = logging.getLogger("granian.access")
    access.handlers.clear()
    access.propagate = settings.ACCESS_LOG
    if settings.METRICS_PORT:
        from server import metrics  # noqa: PLC0415 it decides at its import where it counts

        metrics.count()
        access.addHandler(metrics.Requests())


class OnSocket(Server):
    """granian in this process's event loop, on an open socket."""

    def __init__(self, listener: socket.socket, target: object) -> None:
        super().__init__(
            target,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=HEAD_TIMEOUT),
            websockets=False,
            backpressure=CONNECTIONS,
            log_level=LogLevels.error,
            log_access=bool(settings.ACCESS_LOG or settings.METRICS_PORT),
            log_access_format=ACCESS_LINE,
            ssl_cert=settings.HTTPS_CERTIFICATE,
            ssl_key=settings.HTTPS_KEY,
        )
        self._listener = listener

    def _init_shared_socket(self) -> None:
        self._shd = hold(self._listener)


def hold(listener: socket.socket, holder: Any = SocketHolder) -> Any:
    """Return granian's object for a socket. Its arguments differ: Linux (fd, uds, backlog), macOS (fd, uds), Windows
    the socket.
    """
    values = {"fd": listener.fileno(), "uds": False, "backlog": BACKLOG}
    return holder(*(values.get(name, listener) for name in signature(holder).parameters))


#: The thresholds of the garbage collector: new objects before a young collection, and collections before an older one.
#: A round of 5,000 players makes a million objects, hardly any of them in a cycle. With Python's defaults the collector
#: would go through all of them several times, which takes longer than pairing the round.
YOUNG, MIDDLE, OLD = 20_000, 10, 10


def settle() -> None:
    """Exclude everything loaded so far from garbage collection. Call this when a process has loaded what it needs for
    its life.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
