"""What of Django's log is worth reading."""

from __future__ import annotations

import logging

SERVER_ERROR = 500


class WithoutClientErrors(logging.Filter):
    """Drops Django's line for every wrong address and refused form: the reader of the page has been told."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.name != "django.request" or getattr(record, "status_code", SERVER_ERROR) >= SERVER_ERROR
