"""Data folders: samples stand in tests/data; the full sets are read from a folder that the environment names."""

import os
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[1] / "data" / "standings"


@pytest.fixture(scope="session")
def samples():
    return SAMPLES


def corpus(part):
    """The folder of the full set if KIERROS_STANDINGS_DATA names one, else the samples."""
    root = os.environ.get("KIERROS_STANDINGS_DATA")
    return (Path(root) if root else SAMPLES) / part
