"""The settings of the tests: the real ones, with a separate PostgreSQL that may lose data after a power failure.

Each process has its own PostgreSQL and its own folder for backups, because some tests kill the server they use.
"""

import os
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent / "var"
RUNNER = os.environ.get("PYTEST_XDIST_WORKER", "alone")

if os.environ.get("TESTS_RUNNER", RUNNER) != RUNNER:  # set by the main process for itself
    del os.environ["EMBEDDED_POSTGRES_DIR"], os.environ["BACKUP_DIR"]
os.environ["TESTS_RUNNER"] = RUNNER
os.environ.setdefault("EMBEDDED_POSTGRES_OPTIONS", "fsync=off,full_page_writes=off")
os.environ.setdefault("EMBEDDED_POSTGRES_DIR", str(VAR / f"postgres-test-{RUNNER}"))
os.environ.setdefault("BACKUP_DIR", str(VAR / f"backups-test-{RUNNER}"))

from config.settings import *  # noqa: E402, F403 - all of them, with the values set before

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast: no test needs a strong hash

MIDDLEWARE = [
    "tests.static_files.FoundOnce" if name.endswith(".WhiteNoiseMiddleware") else name
    for name in MIDDLEWARE  # noqa: F405 - one of all
]
# The test's own process has no event loop for streams; a real server gets their number.
STREAMS = int(os.environ.get("STREAMS", "0"))
if rate := os.environ.get("TESTS_API_RATE"):
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["program"] = rate  # noqa: F405 - one of all
