"""The rule sets and criteria of a pairing system, and a rule set's variant for it."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.system import SystemKind
from pairings.systems import SYSTEMS
from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import base_of
from standings.core.rules import Rules
from standings.core.tiebreaks import BUCHHOLZ, OF_PARTNERS, OF_PODS, TIEBREAKS, tiebreak
from standings.rulesets.presets import RULES, for_system
from tournaments.core.tables import kind_of_system
from tournaments.core.words.texts import translate


def preset_of(system: str, key: str) -> Rules:
    """Return the rule set of a key in its variant for a pairing system."""
    chosen_system = SYSTEMS[system]
    return for_system(
        RULES[key], chosen_system.kind is SystemKind.ROUND_ROBIN, chosen_system.questions.virtual is not None
    )


def criterion_names(codes: Sequence[str]) -> dict[str, str]:
    """Return names of criteria in the reader's language by code; names that occur several times are followed by the
    code.
    """
    names = {code: translate(tiebreak(code).name) for code in codes}
    found = list(names.values())
    return {code: name if found.count(name) == 1 else f"{name} ({code})" for code, name in names.items()}


def barred_in(system: str) -> frozenset[str]:
    """Return the criteria that a pairing system excludes, by code: those that FIDE bars, and at pods all for two-player
    games.
    """
    kind = kind_of_system(SYSTEMS[system])
    if not kind.games_of_two:
        return frozenset(TIEBREAKS) - (OF_PARTNERS if kind.has_partners else OF_PODS)
    return BUCHHOLZ if SYSTEMS[system].kind is SystemKind.ROUND_ROBIN else frozenset()


class NotRead(SpokenError):
    """Rules that cannot rank rounds of a pairing system."""


class NotOfPartners(NotRead):
    """Rules that do not fit changing partners."""


class OfTheSystem(NotRead):
    """Rules of a table whose places follow from the pairing system alone."""


def sets_for(system: str) -> dict[str, Rules]:
    """Return the rule sets that can rank rounds of a pairing system; at pods, those without criteria for two-player
    games.
    """
    barred_codes = frozenset() if kind_of_system(SYSTEMS[system]).games_of_two else barred_in(system)
    return {key: rules for key, rules in RULES.items() if barred_codes.isdisjoint(map(base_of, rules.chain))}


def readable(system: str, key: str) -> None:
    """Raise NotRead for a rule set that cannot rank rounds of a pairing system."""
    if not SYSTEMS[system].questions.by_points:
        text = _("Places follow from the pairing system, so other rules would change nothing.")
        raise OfTheSystem(Sentence(text))
    if key not in sets_for(system):
        if kind_of_system(SYSTEMS[system]).has_partners:
            text = _("The rules {rules} do not fit changing partners. Choose rules for changing partners.")
            raise NotOfPartners(Sentence(text, rules=key))
        text = _("The rules {rules} are for two-player games, but this tournament is played in pods.")
        raise NotRead(Sentence(text, rules=key))
