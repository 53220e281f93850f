"""The records of Django's log that are worth reading, and the secrets that must never be in it."""

from __future__ import annotations

import logging
import re

SERVER_ERROR = 500

#: Addresses whose next part is a secret, in plain form and inside a query.
_SECRET = re.compile(r"((?:/|%2F)(?:join|reset)(?:/|%2F))[^/?#&%\s\"'<>)]+", re.IGNORECASE)


class WithoutClientErrors(logging.Filter):
    """Drops Django's line for every wrong address and refused form: the reader has already seen the answer."""

    def filter(self, record: logging.LogRecord) -> bool:
        of_clients = record.name == "django.request" or record.name.startswith("django.security.")
        return not of_clients or getattr(record, "status_code", SERVER_ERROR) >= SERVER_ERROR


class LineFormatter(logging.Formatter):
    """One line, or a traceback, without the secrets in addresses."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRET.sub(r"\1…", super().format(record))
