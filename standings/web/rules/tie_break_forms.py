"""The list of criteria on the rules form: its content, how it is changed, and what can be added."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from standings.core.reckoning import base_of, marks_of
from standings.core.rules import Rules
from standings.core.tiebreaks import TIEBREAKS, tiebreak
from tournaments.core.words.texts import translate

LONGEST_CHAIN = 20
CUTS = ("", "C1", "C2", "C3", "M1", "M2", "M3")


@dataclass(frozen=True, slots=True)
class ChainEntry:
    """A criterion of the chain on the form. `key` stays the same when it moves."""

    key: int
    code: str
    game_points: bool = False

    @property
    def base(self) -> str:
        return base_of(self.code)

    @property
    def marks(self) -> frozenset[str]:
        return frozenset(marks_of(self.code))

    @property
    def name(self) -> str:
        return translate(TIEBREAKS[self.base].name)

    @property
    def about(self) -> str:
        return translate(TIEBREAKS[self.base].about)

    @property
    def key_text(self) -> str:
        return str(self.key)

    @property
    def has_controls(self) -> bool:
        return any(True for _control in self.controls())

    def controls(self) -> Iterator[dict[str, object]]:
        """Yield the modifiers that the criterion accepts, as fields."""
        takes = TIEBREAKS[self.base].takes
        if "C" in takes:
            present = next((mark for mark in self.marks if mark[0] in "CM"), "")
            cuts = [cut for cut in dict.fromkeys((*CUTS, present)) if not cut or cut[0] in takes]
            choices = [(cut, self._cut_label(cut)) for cut in cuts]
            yield {
                "name": f"m{self.key}-cut",
                "label": pgettext("part of the rules", "Excluded"),
                "choices": choices,
                "value": present,
            }
        if "L" in takes:
            present = next((mark for mark in self.marks if mark[0] == "L"), "")
            limits = dict.fromkeys(("", *(f"L{n:+d}" for n in (-4, -3, -2, -1, 1, 2, 3, 4)), present))
            choices = [(limit, self._limit(limit)) for limit in limits]
            yield {
                "name": f"m{self.key}-limit",
                "label": pgettext("part of the rules", "Limit"),
                "choices": choices,
                "value": present,
            }
        if "K" in takes:
            present = next((mark for mark in self.marks if mark[0] == "K"), "")
            factors = dict.fromkeys(("", *(f"K{n}" for n in range(1, 21)), present))
            choices = [(factor, self._factor(factor)) for factor in factors]
            divided = gettext("Divide opponents' scores by")
            yield {"name": f"m{self.key}-factor", "label": divided, "choices": choices, "value": present}
        if "G" in takes and (self.game_points or "GP" in self.marks):
            by_games = gettext("Use game points, not match points")
            yield {"name": f"m{self.key}-GP", "label": by_games, "checked": "GP" in self.marks}
        for letter, label in (
            ("P", _("Count forfeits as played")),
            ("F", _("Count games of the last round as draws")),
            ("R", _("Reverse: lowest is best (highest, for a number)")),
        ):
            if letter in takes:
                yield {"name": f"m{self.key}-{letter}", "label": label, "checked": letter in self.marks}

    def _cut_label(self, cut: str) -> str:
        if not cut:
            return pgettext("none of these", "nothing")
        text = gettext("the lowest {n}") if cut[0] == "C" else gettext("the lowest {n} and the highest {n}")
        return f"{text.format(n=cut[1:])} (/{cut})"

    def _limit(self, limit: str) -> str:
        return gettext("half of the maximum score") if not limit else f"/{limit}"

    def _factor(self, factor: str) -> str:
        return f"{factor[1:]} (/{factor})" if factor else gettext("as in the rules")


@dataclass
class Chain:
    """The ordered criteria while they are edited."""

    entries: list[ChainEntry]
    game_points: bool = False

    @classmethod
    def of(cls, codes: tuple[str, ...], *, game_points: bool = False) -> Chain:
        """Return the criteria of a rule set."""
        return cls([ChainEntry(number, code, game_points) for number, code in enumerate(codes)], game_points)

    @classmethod
    def from_post(cls, data: QueryDict, *, game_points: bool = False) -> Chain:
        """Return the chain sent by a browser.

        It sends hidden fields "key:base" in order, and the modifiers of each key.
        """
        entries: list[ChainEntry] = []
        for each in data.getlist("chain")[:LONGEST_CHAIN]:
            key, _colon, base = each.partition(":")
            if re.fullmatch(r"\d{1,3}", key, re.ASCII) and base in TIEBREAKS:
                entry = ChainEntry(int(key), base, game_points)
                entries.append(replace(entry, code="/".join((_head(entry, data), *_marks(entry, data)))))
        return cls(entries, game_points)

    @property
    def codes(self) -> list[str]:
        return [entry.code for entry in self.entries]

    @property
    def bases(self) -> set[str]:
        """The criteria without their modifiers."""
        return {entry.base for entry in self.entries}

    def move(self, key: int, by: int) -> None:
        """Move a criterion one place up or down; at either end nothing happens."""
        places = [entry.key for entry in self.entries]
        if key in places and 0 <= places.index(key) + by < len(places):
            at = places.index(key)
            self.entries[at], self.entries[at + by] = self.entries[at + by], self.entries[at]

    def remove(self, key: int) -> None:
        self.entries = [entry for entry in self.entries if entry.key != key]

    def add(self, code: str) -> int:
        """Append a criterion and return its key. Raises ValueError if it cannot be added."""
        if code in self.codes:
            raise ValueError(gettext("{code} is already in the list.").format(code=code))
        if len(self.entries) >= LONGEST_CHAIN:
            raise ValueError(gettext("A list has at most {n} tie-breaks. Remove one first.").format(n=LONGEST_CHAIN))
        tiebreak(code)
        key = max((entry.key for entry in self.entries), default=-1) + 1
        self.entries.append(ChainEntry(key, code, self.game_points))
        return self.entries[-1].key

    def offers(self, rules: Rules, barred_codes: Collection[str] = ()) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield the criteria that can be added, under their headings, the defaults of the rule set first.

        Criteria in `barred_codes` are never offered, with any modifiers.
        """
        own_codes = frozenset(self.codes)
        usual_codes = dict.fromkeys((*rules.chain, *rules.family))
        usual = [code for code in usual_codes if code not in own_codes and base_of(code) not in barred_codes]
        yield gettext("Usual with these rules"), [_offer(code) for code in usual]
        yield (
            gettext("All others"),
            [_offer(code) for code in TIEBREAKS if code not in {*own_codes, *usual, *barred_codes}],
        )


def _offer(code: str) -> tuple[str, str]:
    return code, f"{translate(tiebreak(code).name)} ({code})"


def _head(entry: ChainEntry, data: QueryDict) -> str:
    """Return the code with its score, if that is not the usual one."""
    by_games = "G" in TIEBREAKS[entry.base].takes and f"m{entry.key}-GP" in data
    return f"{entry.base}:GP" if by_games else entry.base


def _marks(entry: ChainEntry, data: QueryDict) -> Iterator[str]:
    takes = TIEBREAKS[entry.base].takes
    cut, limit = data.get(f"m{entry.key}-cut", ""), data.get(f"m{entry.key}-limit", "")
    if re.fullmatch(r"[CM][1-9]\d?", cut, re.ASCII) and cut[0] in takes:
        yield cut
    yield from (letter for letter in "FP" if letter in takes and f"m{entry.key}-{letter}" in data)
    if re.fullmatch(r"L[+-]\d{1,2}", limit, re.ASCII) and "L" in takes:
        yield limit
    factor = data.get(f"m{entry.key}-factor", "")
    if re.fullmatch(r"K[1-9]\d?", factor, re.ASCII) and "K" in takes:
        yield factor
    if "R" in takes and f"m{entry.key}-R" in data:
        yield "R"
