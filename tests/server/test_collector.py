"""The garbage collector skips what a worker has loaded, and still finds unreachable cycles."""

import subprocess
import sys

import pytest

from tests.serving import ROOT

SCRIPT = """
import gc, os, weakref

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
from server.processes import supervisor

class Ring:
    pass

supervisor.settle()
assert gc.isenabled() and gc.get_freeze_count() > 1000, gc.get_freeze_count()
ring = Ring()
ring.itself = ring
found = weakref.ref(ring)
del ring
kept = [[] for _ in range(supervisor.YOUNG + 1)]
assert found() is None
"""


@pytest.mark.rotates(4)
def test_collector_spares_loaded_objects_and_finds_new_cycles():
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, cwd=ROOT)
