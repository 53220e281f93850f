"""What the server calls; each of its workers imports this first."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading


def _end_with(server: multiprocessing.process.BaseProcess) -> None:
    multiprocessing.connection.wait([server.sentinel])
    os._exit(1)


def _become_worker(server: multiprocessing.process.BaseProcess) -> None:
    """A worker must end when its server tells it to, and when its server was killed: else it keeps the port.

    Until it serves, it has its server's signal handlers, which lose its signals. Later, two signals at once would
    hang it: so it leaves the group to which Ctrl+C is sent, and hears of it from the server alone.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setpgid(0, 0)
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()


if (_server := multiprocessing.parent_process()) is not None:
    _become_worker(_server)

from django.core.wsgi import get_wsgi_application  # noqa: E402 - a worker first

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
