"""The settings of the tests: the real ones, on a cluster of their own that may forget everything when power fails."""

import os
from pathlib import Path

os.environ.setdefault("EMBEDDED_POSTGRES_OPTIONS", "fsync=off,full_page_writes=off")
os.environ.setdefault("EMBEDDED_POSTGRES_DIR", str(Path(__file__).resolve().parent.parent / "var/postgres-test"))
os.environ.setdefault("BACKUP_DIR", str(Path(__file__).resolve().parent.parent / "var/backups-test"))

from config.settings import *  # noqa: F403 - all of them

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick: no test is about a thief with time
