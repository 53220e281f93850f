"""Slow work that lasts until a test ends it by creating the file named in SLOW_UNTIL."""

import os
import time
from pathlib import Path

from pairings.library import system_calls

HALFWAY = "{done} of {of} brackets are paired."
_judged_plan, _why_not, _answer = system_calls.judged_plan, system_calls.why_not, system_calls.answer


class Brake:
    """Slow work that continues when it is released."""

    def __init__(self, file):
        self.file = file

    def release(self):
        self.file.touch()

    def hold(self):
        self.file.unlink()


def wait(work):
    while not Path(os.environ["SLOW_UNTIL"]).exists():
        work.at(HALFWAY, 3, 8)
        time.sleep(0.01)


def judged_plan(*arguments, work):
    wait(work)
    return _judged_plan(*arguments, work=work)


def why_not(*arguments, work):
    wait(work)
    return _why_not(*arguments, work=work)


def answer(*arguments, work):
    wait(work)
    return _answer(*arguments, work=work)


def verdicts(*arguments, work):
    from standings.verdict import verdicts

    wait(work)
    return verdicts(*arguments, work=work)


def archive_documents(*arguments, work):
    from paper.press import archive_documents

    wait(work)
    return archive_documents(*arguments, work=work)


def fail_after(*arguments, work):
    wait(work)
    raise KeyError("a bug of ours")


def process_of(*arguments, work):
    """Return the id of the process that answers."""
    return os.getpid()
