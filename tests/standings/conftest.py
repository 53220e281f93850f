"""Samples are in tests/data. `KIERROS_STANDINGS_DATA` names a folder with the full sets."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def samples():
    return Path(__file__).parents[1] / "data" / "standings"
