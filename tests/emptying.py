"""What tests have committed is deleted after each; TRUNCATE would make a new file for every table and every index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql.operations import DatabaseOperations


def deleting(self: DatabaseOperations, _style: Any, tables: Iterable[str], **_more: Any) -> list[str]:
    """The statements by which Django empties tables. Whoever still writes is waited for, as TRUNCATE does; rows go in
    any order, without triggers and keys between tables, which only a superuser can leave out.
    """
    names = [self.quote_name(table) for table in tables]
    if not names:
        return []
    alone = f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"
    return [alone, "SET LOCAL session_replication_role = replica", *(f"DELETE FROM {name}" for name in names)]
