"""Run all quick benchmarks and compare them with the stored figures.

    python -m benchmarks [NAME ...] [--long] [--keep] [--list]

Each figure is CPU time in multiples of a loop that alternates with it, so it is nearly the same on any machine, busy or
idle. The lowest of several runs counts. Milliseconds are those of a machine on which the loop takes 20. A measure over
1.5 times its figure in `benchmarks/kept.json`, or without a figure there, runs twice more. If it is still over, it
fails, and the exit status is 1. NAME is a part of the names to measure. `--keep` writes the figures. The programs in
`engines` and `server` are separate and measure more.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.quick import MEASURES, Measure, Measurement, measure_call, on_a_database, with_preparation

FIGURES_FILE = Path(__file__).with_name("kept.json")
#: A time is too long above this multiple of its stored figure.
LIMIT = 1.5
#: The loop's milliseconds on the machine that the targets refer to.
LOOP = 20
#: How often a figure over the limit is measured again before it counts.
RETRIES = 2


def select_measures(names: Sequence[str], *, long: bool) -> list[Measure]:
    """Return the measures that match a name, or all; the long ones only with `long`."""
    if names:
        return [each for each in MEASURES.values() if any(name in each.name for name in names)]
    return [each for each in MEASURES.values() if long or not each.is_long]


def exceeds_limit(found: Measurement, kept: float | None) -> bool:
    return kept is None or found.ratio > LIMIT * kept


def report_line(each: Measure, found: Measurement, kept: float | None) -> str:
    """Return a line of the report."""
    beside = "no figure kept" if kept is None else f"{found.ratio / kept:5.2f} of {kept:.2f}"
    target = "" if each.target is None else f"   target {each.target:.0f} ms"
    over = "   OVER THE LIMIT" if exceeds_limit(found, kept) else ""
    return f"{each.name:50} {found.ratio * LOOP:8.1f} ms {found.ratio:7.2f} times, {beside}{target}{over}"


def run(measures: Sequence[Measure], kept: Mapping[str, float], *, patient: bool) -> dict[str, Measurement]:
    """Return the time of each measure; a figure over the limit is measured again with `patient`."""
    result = {}
    for each in measures:
        call, before = with_preparation(each.ready())
        found = measure_call(call, before)
        for _time in range(RETRIES if patient else 0):
            if exceeds_limit(found, kept.get(each.name)):
                found = found.least(measure_call(call, before))
        result[each.name] = found
        print(report_line(each, found, kept.get(each.name)), flush=True)
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--long", action="store_true", help="include measures that take a minute to prepare")
    parser.add_argument("--keep", action="store_true", help="store the figures of this run")
    parser.add_argument("--list", action="store_true", help="list the names without measuring")
    given = parser.parse_args(arguments)
    measures = select_measures(given.names, long=given.long)
    if not measures:
        parser.error("no measure has such a name; --list has them all")
    if given.list:
        print("\n".join(each.name for each in measures))
        return 0
    kept: dict[str, float] = json.loads(FIGURES_FILE.read_text())
    with on_a_database():
        found = run(measures, kept, patient=not given.keep)
    if given.keep:
        kept |= {name: round(each.ratio, 2) for name, each in found.items()}
        FIGURES_FILE.write_text(json.dumps({name: kept[name] for name in MEASURES if name in kept}, indent=2) + "\n")
        return 0
    return int(any(exceeds_limit(each, kept.get(name)) for name, each in found.items()))


if __name__ == "__main__":
    sys.exit(main())
