"""The Windows implementation for tests that run as root: PostgreSQL refuses root, so it runs under another account."""

from operating_system.posix import Posix
from operating_system.windows import Windows

_posix = Posix()


class WindowsWay(Windows):
    def account_for(self, data):
        return _posix.account_for(data)

    def run_options(self, account, descriptors):
        return _posix.run_options(account, descriptors)
