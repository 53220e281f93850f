"""The differences between operating systems: locks, processes, paths, signals, sockets and event loops.

Only this package imports modules and calls functions that exist on one system and not on another. A test checks the
whole program (`tests/operating_system/test_portability.py`). `system` is the one that runs here.

KIERROS_SYSTEM=windows uses the Windows implementation on another system, as far as that can imitate it, for tests.

Only the standard library is imported: `config.bootstrap` uses this package before there are any packages.
"""

import os

from operating_system.base import Account, AccountError, Ending, System

__all__ = ["Account", "AccountError", "Ending", "System", "system"]


def _choose_system() -> System:
    if os.name == "nt" or os.environ.get("KIERROS_SYSTEM") == "windows":
        from operating_system.windows import Windows  # noqa: PLC0415 another system lacks what it imports

        return Windows()
    from operating_system.posix import Posix  # noqa: PLC0415 as above

    return Posix()


system = _choose_system()
