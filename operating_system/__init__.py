"""The differences between operating systems: locks, processes, paths, signals, sockets and event loops.

Only this package imports modules and calls functions that one system has and another does not; a test reads the whole
program (`tests/operating_system/test_portability.py`). `system` is the one that runs here.

KIERROS_SYSTEM=windows takes the Windows way on another system, as far as that can imitate it: tests do so.

Only the standard library is imported: `config.bootstrap` asks this package before there are any packages.
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
