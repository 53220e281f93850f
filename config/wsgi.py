"""What the server calls. A worker whose server was killed ends itself, so that the port is free for the next one."""

import multiprocessing
import multiprocessing.connection
import os
import threading

from django.core.wsgi import get_wsgi_application


def _end_with(server: multiprocessing.process.BaseProcess) -> None:
    multiprocessing.connection.wait([server.sentinel])
    os._exit(1)


if (_server := multiprocessing.parent_process()) is not None:
    threading.Thread(target=_end_with, args=(_server,), daemon=True).start()

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
