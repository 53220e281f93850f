"""Options of the Swiss team system, its wishes for colours, and its codes in report files (C.04.6 art. 1 and 4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from pairings.options import Preset, choice, switch
from pairings.swiss.matches.rules import edition_of_matches, last_difference
from pairings.swiss.rules.colours import MILD, NO_PREFERENCE, STRONG, Allocation, Preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.options import initial_colour
from pairings.wording.mark import gettext_noop as _

#: Under which it is listed and stored.
KEY = "team-swiss"

BOOK = "C.04.6"

#: The steps of article 4.3, by which colours are given.
STEPS = tuple(f"{BOOK} 4.3.{step}" for step in range(1, 10))


def wish(kind: str, history: Sequence[int], *, last_round: bool) -> Preference:
    """Return the colour that a team wants after the colours of the matches that it played, in their order (art. 1.7).

    `kind` is "a", "b" or "none". A wish of type A has the strength that type B calls strong; none is absolute.
    """
    difference = sum(history)
    latest = history[-1] if history else 0
    repeated = latest if len(history) > 1 and history[-2] == latest else 0
    wants, strength = 0, NO_PREFERENCE
    # Two matches more with one colour than with the other: the team wants the other one.
    if abs(difference) > 1:
        wants, strength = (-1 if difference > 0 else 1), STRONG
    # The last two matches had the same colour, and the difference does not ask for it again.
    elif repeated and difference in {0, repeated}:
        wants, strength = -repeated, STRONG
    # Type B adds mild wishes. After one match more with a colour, a team wants the other one.
    elif kind == "b" and difference:
        wants, strength = -difference, MILD
    # With equal colours it alternates, but not in the last round.
    elif kind == "b" and not last_round:
        wants, strength = -latest, MILD if latest else NO_PREFERENCE
    if kind == "none":
        wants, strength = 0, NO_PREFERENCE
    return Preference(wants, strength, difference, repeated)


def allocation(higher: Preference, lower: Preference, own: Sequence[int], other: Sequence[int], lot: int) -> Allocation:
    """Return the colour of the first team of a match, and the step of article 4.3 that gives it.

    `own` and `other` are the colours of the two teams' played matches, `lot` is the colour that step 1 gives the first
    team.
    """
    # Neither team has played: the number of the first team and the lot decide (4.3.1).
    if not own and not other:
        return Allocation(lot, 1)
    # Only one team has a wish, which is granted (4.3.2); then two different wishes (4.3.3).
    if bool(higher.wants) != bool(lower.wants):
        return Allocation(higher.wants or -lower.wants, 2)
    if higher.wants != lower.wants:
        return Allocation(higher.wants, 3)
    # Both want the same colour: the only strong wish is granted (4.3.4).
    if higher.strength != lower.strength:
        return Allocation(higher.wants if higher.strength > lower.strength else -higher.wants, 4)
    # White goes to the team with the smaller number of matches with White minus those with Black (4.3.5).
    if higher.difference != lower.difference:
        return Allocation(1 if higher.difference < lower.difference else -1, 5)
    colour = last_difference(own, other)
    # Colours alternate from the latest match in which they differed (4.3.6).
    if colour:
        return Allocation(colour, 6)
    # Nothing separates the two: the wish of the first team is granted (4.3.7).
    if higher.wants:
        return Allocation(higher.wants, 7)
    # Nobody has a wish: the first team alternates (4.3.8), or if it has not played, the other one (4.3.9).
    return Allocation(-own[-1], 8) if own else Allocation(other[-1], 9)


@lru_cache
def _edition(kind: str) -> Edition:
    return edition_of_matches(BOOK, "team", STEPS, lambda history: wish(kind, history, last_round=False))


@dataclass(frozen=True, slots=True)
class Options:
    """The options for pairing a team event. `initial_colour` other than "lot" precedes the snapshot's own."""

    preference: str = choice(
        "a",
        _("Colour preferences"),
        ("a", _("Type A: after two matches with one colour, or two more of it")),
        ("b", _("Type B: also mild preferences after one match with a colour")),
        ("none", _("None: colours do not affect pairings")),
        help=_("A team's colour is that of its first board (article 1.7)."),
    )
    primary: str = choice(
        "match",
        _("Pair teams by"),
        ("match", _("Match points")),
        ("game", _("Game points")),
        help=_("The score that forms the groups for pairing (article 1.2)."),
    )
    secondary: bool = switch(
        True,
        _("Use the secondary score to decide who is first in a match"),
        help=_("Of two teams with equal scores, the one with the higher secondary score gets its colour first (4.2)."),
    )
    initial_colour: str = initial_colour(
        _("The top team's colour in round 1 (article 4.1). The lot is drawn before round 1 and kept.")
    )

    @property
    def acceleration(self) -> str:
        """The acceleration: none, except virtual points in the snapshot."""
        return "none"

    @property
    def book(self) -> Edition:
        """The rules."""
        return _edition(self.preference)


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("fide", _("As in the FIDE Handbook"), Options()),
            Preset("fide-type-b", _("With mild colour preferences (type B)"), Options(preference="b")),
            Preset("fide-games", _("By game points"), Options(primary="game")),
        )
    }
)

_TYPES = {"a": "_TYPEA", "b": "_TYPEB", "none": ""}
_SCORES = {("match", True): "MP_GP", ("game", True): "GP_MP", ("match", False): "MP", ("game", False): "GP"}
_CODE = re.compile(r"FIDE_TEAM(_TYPEA|_TYPEB)?_(MP_GP|GP_MP|MP|GP)")


def code_of(options: Options) -> str:
    """Return the code of record 192 for these options."""
    return f"FIDE_TEAM{_TYPES[options.preference]}_{_SCORES[options.primary, options.secondary]}"


def options_named(code: str) -> Mapping[str, object] | None:
    """Return the options that a code of record 192 names; None for another system or an unknown variant."""
    found = _CODE.fullmatch("FIDE_TEAM_TYPEA_MP_GP" if code == "FIDE_TEAM" else code)
    if found is None:
        return None
    primary, secondary = next(scores for scores, name in _SCORES.items() if name == found[2])
    kind = next(kind for kind, name in _TYPES.items() if name == (found[1] or ""))
    return {"preference": kind, "primary": primary, "secondary": secondary}
