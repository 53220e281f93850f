"""Which pairing system the words of a report file name."""

from __future__ import annotations

from pairings.systems import SYSTEMS
from pairings.systems.round_robin import Options

ROUND_ROBIN = "round-robin"


def named_in(text: str) -> tuple[str, Options]:
    """The system of a code (ETT26) or of words; ours are known by their names too. Nothing for what is not here."""
    letters = "".join(letter for letter in text.upper() if letter.isalpha())
    double = "DOUBLE" in letters
    options = Options(cycles=2 if double else 1, swap_last_two=double and letters.startswith("FIDE"))
    ours = [
        key
        for key, system in SYSTEMS.items()
        if text.removeprefix("Individual: ").removeprefix("Team: ") == system.name
    ]
    if ours:
        return ours[0], options
    if "ROUNDROBIN" in letters or "BERGER" in letters or "ALLPLAYALL" in letters:
        return ROUND_ROBIN, options
    plain = text.casefold().replace("_", " ")
    swiss = [key for key, system in SYSTEMS.items() if any(word in plain for word in system.words if word != "swiss")]
    return (swiss[0] if swiss else ""), options
