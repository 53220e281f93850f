"""A separate, migrated database for the benchmarks, deleted afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

#: The name is different for each run, so that two can run at once.
NAME = f"kierros_benchmark_{os.getpid()}"


@contextmanager
def of_its_own() -> Iterator[None]:
    """Let this process use a new database inside the block."""
    usual = connection.settings_dict["NAME"]
    connection.settings_dict.setdefault("TEST", {})["NAME"] = NAME
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.close()
        connection.creation.destroy_test_db(usual, verbosity=0)
