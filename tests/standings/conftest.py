"""Samples are in tests/data; the full sets are read from the folder that KIERROS_STANDINGS_DATA names."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def samples():
    return Path(__file__).parents[1] / "data" / "standings"
