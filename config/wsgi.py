"""Django as a WSGI application, called by the threads of the front."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from config.backups.following import follow  # noqa: E402 - as above
from config.backups.watch import watch  # noqa: E402 - as above
from server.processes import due  # noqa: E402 - what it watches is there only now
from tournaments.long_tasks.running import open_office  # noqa: E402 - as above

if not settings.READING_ONLY:
    watch()
    follow()
    due.watch()
    open_office()
