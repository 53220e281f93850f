"""Measure the time to load a rating list of invented players, and to find a player in it.

python -m benchmarks.server.rating_lists [PLAYERS] [txt|xml|csv]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from statistics import median

import django

PLAYERS = 1_500_000
SEARCHES = 100
_HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
)
_ALL = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
_SYLLABLES = """
B Br Ch D Dr F G Gr H J K Kl Kr L M N P Pr R S Sch St T Tr V W Z A E I O U
a e i o u ai ei au ie ö ä
n r l s t k nd rt ng sk v m ss tz nen ski son sen ova ev ez ian
"""
_OPENINGS, _MIDDLES, _CLOSINGS = (line.split() for line in _SYLLABLES.strip().splitlines())


class People:
    """Invented names, a few common and many rare, as in real lists."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._families = [self._word(self._random.choice((1, 2, 2, 3))) for _each in range(120_000)]
        self._given = [self._word(self._random.choice((1, 2))) for _each in range(4_000)]

    def _word(self, syllables: int) -> str:
        pick = self._random.choice
        word = "".join(pick(_OPENINGS) + pick(_MIDDLES) + pick(_CLOSINGS) for _each in range(syllables))
        return word.capitalize()

    def name(self) -> str:
        common = self._random.random() ** 3  # the first names of the list often, the last ones rarely
        family = self._families[int(common * len(self._families))]
        return f"{family}, {self._given[int(self._random.random() ** 3 * len(self._given))]}"


def players(count: int) -> Iterator[tuple[int, str, str, str, str, int, int]]:
    """Yield number, name, federation, sex, title, rating and year of birth of each player."""
    people, random = People(1), Random(2)
    federations = ["FIN", "SWE", "GER", "IND", "ESP", "FRA", "RUS", "ITA", "POL", "USA"]
    for number in range(count):
        rating = int(random.gauss(1750, 250))
        title = "GM" if rating > 2500 else "IM" if rating > 2400 else ""
        name = people.name()[:60]
        yield (
            100_000 + number * 7,
            name,
            random.choice(federations),
            "F" if number % 8 == 0 else "M",
            title,
            max(rating, 1400),
            1940 + number % 75,
        )


def write_list(path: Path, form: str, count: int) -> list[str]:
    """Write a list, and return the names of some of its players."""
    with path.open("w", encoding="utf-8") as file:
        file.write({"txt": _HEAD + _ALL + "\n", "xml": "<playerslist>\n", "csv": "Id;Name;Fed;Rating;Born\n"}[form])
        names = []
        for place, (number, name, fed, sex, title, rating, born) in enumerate(players(count)):
            if place % (count // SEARCHES) == 0:
                names.append(name)
            if form == "txt":
                begin = f"{number:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{'':<5}{'':<15}{'':<4}"
                ratings = f"{rating:<6}{0:<4}{20:<3}{rating - 50:<6}{0:<4}{20:<3}{rating + 50:<6}{0:<4}{20:<3}"
                file.write(f"{begin}{ratings}{born:<6}\n")
            elif form == "xml":
                file.write(
                    f"<player>\n<fideid>{number}</fideid>\n<name>{name}</name>\n<country>{fed}</country>\n"
                    f"<sex>{sex}</sex>\n<title>{title}</title>\n<w_title></w_title>\n<o_title></o_title>\n"
                    f"<foa_title></foa_title>\n<rating>{rating}</rating>\n<games>0</games>\n<k>20</k>\n"
                    f"<rapid_rating>{rating}</rapid_rating>\n<rapid_games>0</rapid_games>\n<rapid_k>20</rapid_k>\n"
                    f"<blitz_rating>{rating}</blitz_rating>\n<blitz_games>0</blitz_games>\n<blitz_k>20</blitz_k>\n"
                    f"<birthday>{born}</birthday>\n<flag></flag>\n</player>\n"
                )
            else:
                file.write(f"{number};{name};{fed};{rating};{born}\n")
        if form == "xml":
            file.write("</playerslist>\n")
    return names[:SEARCHES]


def with_errors(name: str, random: Random) -> str:
    """Return a name with two letters of the family name exchanged, and one of the given name left out."""
    family, _comma, given = name.partition(", ")
    place = random.randrange(max(len(family) - 2, 1))
    family = family[:place] + family[place : place + 2][::-1] + family[place + 2 :]
    return f"{family} {given[:-1]}"


def cpu() -> float:
    """Return milliseconds of CPU used by this process and by the PostgreSQL process of its connection."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    return time.process_time() * 1000 + int(Path(f"/proc/{backend}/schedstat").read_text().split()[0]) / 1_000_000


def print_time(what: str, call: Callable[[str], object], asked: list[str]) -> None:
    """Print wall time, and the CPU of both processes, which depends little on other load."""
    times, of_cpu = [], []
    for each in asked:
        before, began = cpu(), time.perf_counter()
        call(each)
        times.append((time.perf_counter() - began) * 1000)
        of_cpu.append(cpu() - before)
    for name, found in (("clock", sorted(times)), ("CPU", sorted(of_cpu))):
        most = found[len(found) * 95 // 100]
        print(f"{what:27} {name:5} median {median(found):6.1f} ms, 95 of 100 {most:6.1f} ms, most {found[-1]:6.1f} ms")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from benchmarks.helpers.database import of_its_own
    from tournaments.core.rights import Who
    from tournaments.rating_lists.loading import load_list
    from tournaments.rating_lists.search import by_name, by_number

    count = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    form = sys.argv[2] if len(sys.argv) > 2 else "txt"
    with tempfile.TemporaryDirectory() as folder, of_its_own():
        path = Path(folder) / f"players.{form}"
        names = write_list(path, form, count)
        print(f"{count:,} players, {path.stat().st_size / 1e6:.0f} MB of {form}")
        began = time.perf_counter()
        with path.open("rb") as file:
            who = Who(agent="command: benchmark")
            listed = load_list(who, file, path.name, name="made up", listed_on=date(2026, 11, 1)).listed
        print(f"loaded {listed.lines:,} in {time.perf_counter() - began:.1f} s")
        numbers = [str(100_000 + place * (count // SEARCHES) * 7) for place in range(SEARCHES)]
        random = Random(3)
        wrong = {with_errors(name, random): name for name in names}
        print_time("by number", lambda each: by_number(listed, [each]), numbers)
        print_time("by name, unchanged", lambda each: by_name(listed, each), names)
        print_time("by name with typing errors", lambda each: by_name(listed, each), list(wrong))
        print_time("by family name alone", lambda each: by_name(listed, each.split(",")[0]), names)
        hits = sum(any(found.entry.name == name for found in by_name(listed, each)) for each, name in wrong.items())
        print(f"found among the first eight with typing errors: {hits} of {len(wrong)}")


if __name__ == "__main__":
    main()
