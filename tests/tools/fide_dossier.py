"""Make the dossier for FIDE's verification: runs of the checker and the generator, their page, and the archive to send.

    .venv/bin/python -m tests.tools.fide_dossier FILE.zip    packs docs/fide, linked pages, and the files of the runs
    .venv/bin/python -m tests.tools.fide_dossier --write     writes docs/fide/runs.md

The archive has the same bytes every time. Links to pages that are not packed become plain text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path, PurePosixPath
from shlex import split
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pairings.__main__ import main as pairings
from pairings.files.trf.reading.read import read
from pairings.files.trf.replay import Replay

ROOT = Path(__file__).resolve().parents[2]
FOLDER = PurePosixPath("docs/fide")
PAGE = ROOT / FOLDER / "runs.md"
#: The archive's folder for the files of the runs.
MADE = FOLDER / "runs"
LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)\)")
#: The FIDE systems of the generated tournaments, and the number of tournaments of each in section 7.
SYSTEMS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "round-robin")
MANY = 100
SWISS_SIZES = ((9, 5), (24, 7), (61, 9), (150, 9))
ROUND_ROBIN_SIZES = (6, 11, 20)
SEEDS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page: the text before and after its commands, and changes to files between them."""

    title: str
    text: str
    steps: tuple[str | Callable[[], None], ...]


@dataclass(frozen=True, slots=True)
class Ran:
    """The output of a command, and the digest of the file that it wrote, if any."""

    command: str
    status: int
    output: str
    sum: str = ""


def _exchange_of_opponents() -> None:
    """Swap the Black players of two tables of round 2."""
    lines = Path("made.trf").read_bytes().split(b"\r\n")
    first, second = Replay(read(Path("made.trf").read_bytes())).rounds[1].pairings[:2]
    other = {first.first: second.second, second.second: first.first}
    other |= {second.first: first.second, first.second: second.first}
    for at, line in enumerate(lines):
        if line.startswith(b"001") and int(line[4:8]) in other:
            lines[at] = line[:101] + b"%4d" % other[int(line[4:8])] + line[105:]
    Path("wrong-pairing.trf").write_bytes(b"\r\n".join(lines))


def _exchange_of_ranks() -> None:
    """Swap the ranks of the first and the last player, and give player 3 half a point too many."""
    lines = Path("made.trf").read_bytes().split(b"\r\n")
    players = [at for at, line in enumerate(lines) if line.startswith(b"001")]
    best, *_others, worst = sorted(players, key=lambda at: int(lines[at][85:89]))
    ranks = lines[best][85:89], lines[worst][85:89]
    for at, rank in ((best, ranks[1]), (worst, ranks[0])):
        lines[at] = lines[at][:85] + rank + lines[at][89:]
    at = players[2]
    lines[at] = lines[at][:80] + b"%4.1f" % (float(lines[at][80:84]) + 0.5) + lines[at][84:]
    Path("wrong-table.trf").write_bytes(b"\r\n".join(lines))


PARTS = (
    Part(
        "Generating and checking a tournament",
        "The generator prints nothing if a seed is given. The checker pairs each round again, and calculates\n"
        "points and ranks.",
        (
            "generate --seed 1 --players 24 --rounds 7 --format TRF26 --output made.trf",
            "check made.trf",
        ),
    ),
    Part(
        "The checker reports a wrong pairing",
        "In `wrong-pairing.trf` the Black players of two tables in round 2 are swapped. Nothing else is changed.",
        (_exchange_of_opponents, "check --rounds 2 wrong-pairing.trf"),
    ),
    Part(
        "Settings that are not given are random",
        "Only the seed and the file format are given. Players, rounds, ratings, results, byes and tie-breaks\n"
        "differ from file to file (`test_unspecified_settings_vary`).",
        tuple(
            step
            for seed in (11, 12, 13, 14)
            for step in (
                f"generate --seed {seed} --format TRF26 --output drawn-{seed}.trf",
                f"check drawn-{seed}.trf",
            )
        ),
    ),
    Part(
        "The same seed produces the same file",
        "Both checksums are equal. Without `--seed` the generator draws a seed and prints it. Each such call produces\n"
        "another tournament (`test_second_call_differs_and_its_seed_repeats_it`).",
        (
            "generate --seed 20 --format TRF26 --output one.trf",
            "generate --seed 20 --format TRF26 --output two.trf",
        ),
    ),
    Part(
        "The checker reports wrong points and wrong ranks",
        "In `wrong-table.trf` the ranks of the first and the last player are swapped.\n"
        "Player 3 has half a point too many.",
        (_exchange_of_ranks, "check wrong-table.trf"),
    ),
)


HEAD = """# Runs of the checker and the generator

`python -m tests.tools.fide_dossier --write` writes this page: it runs each command and copies its output. A test
repeats the runs and compares. The files are in the folder `runs` of the archive. Checksums are the same on every
computer.

Both commands need only Python. Lines that begin with `#` are comments of this page. All players are fictitious.
"""
SIZED = """## 6. Each system, several sizes and seeds

Each tournament is generated by `generate --system SYSTEM --format TRF26` with the arguments of the row, then checked.
A round of the Double-Swiss system is a match of two games.

| system | arguments | output of `check` | SHA-256 of the file |
|---|---|---|---|
"""
DRAWN = f"""## 7. Each system, {MANY} tournaments with random settings

Seeds 0 to {MANY - 1}. The checksum covers the {MANY} checksums of the files, in order.

| system | tournaments | rounds | players | tournaments that differ | SHA-256 |
|---|---|---|---|---|---|
"""
REST = """## 8. Limits of these runs

- The generator does not produce team tournaments. Recorded events test the [rules for teams](../rules/team-swiss.md).
- In a team report the checker compares pairings. It does not compare points and ranks yet.
- Comparisons with another engine are in [divergences](../divergences.md).
"""


def ran(command: str) -> Ran:
    """Run a command in the current folder."""
    words = split(command)
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = pairings(words)
    written = words[words.index("--output") + 1] if "--output" in words else ""
    return Ran(command, status, out.getvalue(), written and sum_of(Path(written).read_bytes()))


def sum_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def section(number: int, part: Part) -> str:
    """Return a section of the page. It makes its files in the current folder, beside those of earlier sections."""
    blocks = []
    for step in part.steps:
        if callable(step):
            step()
            continue
        found = ran(step)
        lines = [f"$ python -m pairings {found.command}", *found.output.splitlines()]
        if found.sum:
            lines.append(f"# SHA-256 {found.sum}")
        if found.status:
            lines.append(f"# exit status {found.status}")
        blocks.append("".join(f"    {line}\n" for line in lines))
    return f"## {number}. {part.title}\n\n{part.text}\n\n{''.join(blocks)}"


def list_sizes() -> Iterator[tuple[str, str, str, int]]:
    """List the tournaments of section 6: file name, system, special arguments, and seed."""
    for system in SYSTEMS:
        sizes = [f"--players {players} --rounds {rounds}" for players, rounds in SWISS_SIZES]
        if system == "round-robin":
            sizes = [f"--players {players}" for players in ROUND_ROBIN_SIZES]
        for size in sizes:
            for seed in SEEDS:
                players = size.split()[1]
                yield f"{system}-{players}-{seed}.trf", system, size, seed


def row(file: str, system: str, size: str, seed: int) -> str:
    """Return a row of section 6, and make its file in the current folder."""
    made = ran(f"generate --system {system} {size} --seed {seed} --format TRF26 --output {file}")
    checked = ran(f"check {file}")
    assert (made.status, made.output) == (0, ""), made
    return f"| {system} | `{size} --seed {seed}` | {checked.output.strip()} | `{made.sum}` |"


def row_of_many(system: str) -> str:
    """Return a row of section 7. It keeps no files; their digests make one digest, in the order of the seeds."""
    rounds = players = wrong = 0
    sums = []
    for seed in range(MANY):
        made = ran(f"generate --system {system} --seed {seed} --format TRF26 --output many.trf")
        checked = ran("check many.trf")
        found = re.fullmatch(
            r"(\d+) rounds checked, \d+ differ; points and ranks of (\d+) players checked, \d+ differ\n", checked.output
        )
        rounds, players = rounds + int(found[1] if found else 0), players + int(found[2] if found else 0)
        wrong += not found or checked.status != 0
        sums.append(made.sum)
    Path("many.trf").unlink()
    return f"| {system} | {MANY} | {rounds:,} | {players:,} | {wrong} | `{sum_of(''.join(sums).encode())}` |"


def page() -> str:
    """Return the correct `docs/fide/runs.md`, and make all files of the runs in the current folder."""
    parts = [section(number, part) for number, part in enumerate(PARTS, start=1)]
    table = "\n".join(row(*each) for each in list_sizes())
    many = "\n".join(map(row_of_many, SYSTEMS))
    return "\n".join([HEAD, *parts, SIZED + table + "\n", DRAWN + many + "\n", REST])


def packed_pages() -> list[PurePosixPath]:
    """Return the pages of the folder, and the pages that they link to."""
    own = sorted(FOLDER / path.name for path in (ROOT / FOLDER).glob("*.md"))
    named = {
        file_of_link(page, target) for page in own for _text, target in LINK.findall((ROOT / page).read_text("utf-8"))
    }
    return [*own, *sorted(named - {*own, None}, key=str)]  # type: ignore[type-var, list-item]


def file_of_link(page: PurePosixPath, target: str) -> PurePosixPath | None:
    """Return the file that a link leads to; None for a web address or a heading on the same page."""
    path = target.partition("#")[0]
    if not path or "://" in target:
        return None
    return PurePosixPath((ROOT / page.parent / path).resolve().relative_to(ROOT).as_posix())


def as_packed(page: PurePosixPath, inside: Sequence[PurePosixPath]) -> str:
    """Return the text of a page, with plain text for links to files that are not packed."""

    def keep_link(found: re.Match[str]) -> str:
        there = file_of_link(page, found[2])
        return found[0] if there is None or there in inside else found[1]

    return LINK.sub(keep_link, (ROOT / page).read_text("utf-8"))


def pack(file: Path, made: Path) -> None:
    """Write the archive. `made` is the folder with the files that `page` made."""
    inside = packed_pages()
    contents = {str(each): as_packed(each, inside).encode() for each in inside}
    contents |= {str(MADE / each.name): each.read_bytes() for each in made.glob("*.trf")}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name in sorted(contents):
            entry = ZipInfo(f"kierros-fide/{name}", date_time=(2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, contents[name])


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or (arguments[0].startswith("-") and arguments[0] != "--write"):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    target = Path(arguments[0]).resolve()
    with TemporaryDirectory() as folder, chdir(folder):
        text = page()
        if arguments[0] == "--write":
            PAGE.write_text(text, "utf-8")
            return 0
        if text != PAGE.read_text("utf-8"):
            sys.stderr.write("docs/fide/runs.md is not what the runs give today. --write writes it again.\n")
            return 1
        pack(target, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
