"""A tag is created only if all files have its version, and the changelog has its notes."""

import shutil

import pytest

from pairings import __version__
from release.tag import PLACES, ROOT, faults_of, notes

LATER = "## 9.1.2 – 2027-01-01\n\n- Something new.\n\n"


@pytest.fixture
def copy(tmp_path):
    """The files that contain a version, and a changelog without unreleased lines."""
    for place in PLACES:
        tmp_path.joinpath(place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
    tmp_path.joinpath("docs/api").mkdir(parents=True)
    minor = __version__.rpartition(".")[0]
    shutil.copy(ROOT / f"docs/api/{minor}.json", tmp_path / f"docs/api/{minor}.json")
    tmp_path.joinpath("CHANGELOG.md").write_text(f"## Unreleased\n\n## {__version__} – 2026-11-26\n\n- All.\n\n{LATER}")
    return tmp_path


def test_all_files_state_the_same_version():
    read = {place: reader((ROOT / place).read_text()) for place, reader in PLACES.items()}
    assert set(read.values()) == {__version__}, read


def test_consistent_files_may_be_tagged(copy):
    assert list(faults_of(f"v{__version__}", copy)) == []
    assert notes(__version__, copy) == "- All."
    assert notes("9.1.2", copy) == "- Something new."


@pytest.mark.parametrize("place", ["README.md", "clients/typescript/README.md"])
def test_page_with_two_versions_is_reported(copy, place):
    text = (copy / place).read_text().replace(__version__, "9.0.0", 1)
    (copy / place).write_text(text + f"\nkierros-{__version__}-py3 kierros-client-{__version__}.tgz\n")
    assert list(faults_of(f"v{__version__}", copy)) == [
        f"{place}: the version is {', '.join(sorted((__version__, '9.0.0')))}, not {__version__}"
    ]


def test_other_version_is_reported_for_every_file(copy):
    faults = list(faults_of("v9.1.2", copy))
    assert [fault.partition(":")[0] for fault in faults] == [*PLACES, "docs/api/9.1.json"]


@pytest.mark.parametrize("tag", ["1.0.0", "v1.0", "v1.0.0rc1", "release"])
def test_malformed_tag_is_refused(copy, tag):
    assert list(faults_of(tag, copy)) == [f"{tag}: a tag is v, and three numbers: v1.0.0"]


def test_unreleased_lines_and_missing_notes_block_a_tag(copy):
    copy.joinpath("CHANGELOG.md").write_text("## Unreleased\n\n- New.\n")
    first, second = faults_of(f"v{__version__}", copy)
    assert "has no lines under" in first
    assert "under Unreleased" in second
