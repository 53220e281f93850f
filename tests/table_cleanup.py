"""Delete committed rows after each test. TRUNCATE is slower, as it creates a new file for every table and index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql.operations import DatabaseOperations

#: Tables with rows that Django writes when it creates the database.
OF_THE_TABLES = {"django_content_type", "auth_permission"}


def deleting(self: DatabaseOperations, _style: Any, tables: Iterable[str], **_more: Any) -> list[str]:
    """Return Django's statement to empty tables, in one piece. It waits for open writes, as TRUNCATE does.

    Rows are deleted in any order, without triggers and foreign keys, which only a superuser can skip. In a deadlock the
    server's request gives up: it checks after a second, and this statement after half a minute.
    """
    names = [self.quote_name(table) for table in tables if table not in OF_THE_TABLES]
    if not names:
        return []
    alone = f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"
    freed = "SET LOCAL session_replication_role = replica"
    patient = "SET LOCAL deadlock_timeout = '30s'"
    return ["; ".join([patient, alone, freed, *(f"DELETE FROM {name}" for name in names)])]
