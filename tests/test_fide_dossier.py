"""The dossier for FIDE: its page of runs equals the output of the commands, and its archive is complete and private."""

import re
import subprocess
from contextlib import chdir
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from tests.test_docs import ROOT, is_place
from tests.test_fide_checklist import FILE, PAGE, TEST, names_of_tests, rows
from tests.tools import fide_dossier as dossier
from tests.tournaments.all_features.url_patterns import routes

RUNS = dossier.PAGE.read_text()
ANSWERS = (ROOT / "docs/fide/answers.md").read_text()
#: Paths that exist on one computer only.
OF_A_COMPUTER = re.compile(r"(?<![\w.])/(?:work|home|root|tmp|srv|mnt|opt|var|usr|etc|Users)\b|\b[A-Z]:\\")
MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w+")


@pytest.fixture
def here(tmp_path):
    with chdir(tmp_path):
        yield tmp_path


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The archive with the files of the first sections; the files of the tables are made in the same way."""
    folder = tmp_path_factory.mktemp("runs")
    with chdir(folder):
        for number, part in enumerate(dossier.PARTS, start=1):
            dossier.section(number, part)
    file = folder / "dossier.zip"
    dossier.pack(file, folder)
    with ZipFile(file) as packed:
        return file, {name: packed.read(name).decode() for name in packed.namelist()}


class TestRuns:
    @pytest.mark.slow("runs a dozen commands")
    def test_sections_are_what_the_commands_print(self, here):
        for number, part in enumerate(dossier.PARTS, start=1):
            assert dossier.section(number, part) in RUNS, "python -m tests.tools.fide_dossier --write"

    @pytest.mark.rotates(8)
    @pytest.mark.parametrize("each", list(dossier.list_sizes()), ids=lambda each: each[0])
    def test_row_of_each_system_and_size_is_current(self, here, each):
        assert f"\n{dossier.row(*each)}\n" in RUNS, "python -m tests.tools.fide_dossier --write"

    @pytest.mark.rotates(8)
    @pytest.mark.slow("a hundred tournaments of a system")
    @pytest.mark.parametrize("system", dossier.SYSTEMS)
    def test_row_of_many_tournaments_of_each_system_is_current(self, here, system):
        assert f"\n{dossier.row_of_many(system)}\n" in RUNS, "python -m tests.tools.fide_dossier --write"

    def test_no_run_differs_except_changed_ones(self):
        assert {line.split(" | ")[4] for line in RUNS.splitlines() if re.match(r"\| \S+ \| 100 ", line)} == {"0"}
        sized = [line for line in RUNS.splitlines() if "| `--players" in line]
        assert len(sized) == len(list(dossier.list_sizes()))
        assert [line for line in sized if line.count(", 0 differ") != 2] == []


class TestArchive:
    @pytest.mark.slow("runs a dozen commands")
    def test_archive_has_the_folder_named_pages_and_files(self, archive):
        names = set(archive[1])
        for page in ("fide/README.md", "fide/runs.md", "fide/answers.md", "fide-checklist.md", "rules/dutch.md"):
            assert f"kierros-fide/docs/{page}" in names
        assert "kierros-fide/docs/fide/runs/wrong-table.trf" in names
        assert {name.rpartition(".")[2] for name in names} == {"md", "trf"}

    def test_links_of_the_archive_stay_inside(self, archive):
        for name, text in archive[1].items():
            for _text, target in dossier.LINK.findall(text):
                path = target.partition("#")[0]
                place = PurePosixPath(*_resolve_parts((PurePosixPath(name).parent / path).parts))
                assert "://" in target or not path or str(place) in archive[1], (name, target)

    def test_links_to_other_pages_become_plain_text(self):
        text = dossier.as_packed(PurePosixPath("docs/rules/dutch.md"), dossier.packed_pages())
        assert "dutch-2017.md" not in re.sub(r"`[^`]*`", "", text)
        assert "](../divergences.md)" in text

    def test_archive_has_no_names_of_contributors(self, archive):
        output = subprocess.run(
            ["git", "log", "-50", "--format=%an%n%ae"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        people = {name for name in output.stdout.splitlines() if len(name) > 3}
        for name, text in archive[1].items():
            assert OF_A_COMPUTER.findall(text) == [], name
            assert MAIL.findall(text) == [], name
            assert [person for person in people if person in text] == [], name
            players = [line[14:47].strip() for line in text.splitlines() if line.startswith("001 ")]
            assert [player for player in players if not re.fullmatch(r"Player \d{4}", player)] == [], name

    def test_archive_has_the_same_bytes_every_time(self, archive, tmp_path):
        again = tmp_path / "again.zip"
        dossier.pack(again, archive[0].parent)
        assert again.read_bytes() == archive[0].read_bytes()

    def test_no_archive_is_written_if_the_page_is_outdated(self, here, monkeypatch, capsys):
        monkeypatch.setattr(dossier, "page", lambda: "Other runs")
        assert dossier.main(["dossier.zip"]) == 1
        assert "--write" in capsys.readouterr().err
        assert not Path("dossier.zip").exists()
        assert dossier.main([]) == dossier.main(["--help"]) == 2


def _resolve_parts(parts):
    """Return the parts of a path with `..` resolved."""
    found: list[str] = []
    for part in parts:
        found = found[:-1] if part == ".." else [*found, part]
    return found


class TestAnswers:
    def test_every_decisive_question_is_answered_once(self):
        lines = [cell for line in ANSWERS.splitlines() if (cell := re.match(r"\| (\d[\d, ]*) \|", line))]
        numbers = [int(number) for cell in lines for number in cell[1].split(",")]
        assert sorted(numbers) == [row.number for row in rows() if row.weight == "hard"]

    def test_inapplicable_decisive_questions_are_listed_separately(self):
        _head, part = ANSWERS.split("## Decisive questions that do not apply")
        lines = [int(n) for line in part.splitlines() if (cell := re.match(r"\| (\d[\d, ]*) \|", line))
                for n in cell[1].split(",")]  # fmt: skip
        assert lines == [row.number for row in rows() if row.weight == "hard" and row.answer == "n/a"]

    @pytest.mark.slow("reads the names of all tests")
    def test_evidence_of_the_answers_exists(self):
        there = {route.name for route in routes()}
        assert set(PAGE.findall(ANSWERS)) <= there
        assert set(TEST.findall(ANSWERS)) <= names_of_tests()
        assert [place for place in FILE.findall(ANSWERS) if not is_place(place)] == []
