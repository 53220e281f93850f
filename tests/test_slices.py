"""Every case of a rotating test runs in one slice, and a commit always chooses the same slice."""

import subprocess

from tests.slices import slice_of_commit, take_slice

CASES = list(range(10))


def test_slices_of_a_test_have_every_case_once():
    slices = [take_slice(CASES, 4, number, "a test") for number in range(4)]
    assert sorted(case for found in slices for case in found) == CASES
    assert {len(found) for found in slices} == {2, 3}


def test_same_slice_has_the_same_cases():
    assert take_slice(CASES, 4, 123456, "a test") == take_slice(CASES, 4, 123456, "a test")


def test_every_case_runs_without_a_slice():
    assert take_slice(CASES, 4, None, "a test") == CASES


def test_single_tests_are_spread_over_the_slices():
    found = [take_slice(["it"], 4, 1, f"test {number}") for number in range(40)]
    assert 3 < sum(map(len, found)) < 20


def test_slice_follows_from_the_commit(tmp_path):
    def git(*arguments):
        name = ("-c", "user.name=Orla", "-c", "user.email=orla@kierros.example")
        return subprocess.run(["git", *name, *arguments], cwd=tmp_path, check=True, capture_output=True, text=True)

    assert slice_of_commit(tmp_path) == 0
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "first")
    assert slice_of_commit(tmp_path) == int(git("rev-parse", "HEAD").stdout[:8], 16)
    assert slice_of_commit(tmp_path) == slice_of_commit(tmp_path)
