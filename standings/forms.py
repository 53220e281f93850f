"""The sheet on which an organiser edits the rules: what was typed, what is shown, and the lines that it means.

The sheet is the state: every button sends it and gets it back changed, so that it works without a mouse and without
script, and nothing is stored before it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairings.snapshot import Scoring
from standings import customise
from standings.current import preset_of
from standings.lines import CUTS, GROUPS, SETTINGS, Group, Setting
from standings.presets import RULES
from standings.rules import Rules
from standings.tiebreaks import TIEBREAKS, tiebreak
from tournaments.models import Tournament
from tournaments.services.rules import POINTS

LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A criterion of the chain on the sheet. `key` stays with it while it moves."""

    key: int
    code: str

    @property
    def base(self) -> str:
        return self.code.split("/", maxsplit=1)[0]

    @property
    def marks(self) -> frozenset[str]:
        return frozenset(self.code.split("/")[1:])

    @property
    def name(self) -> str:
        return gettext(TIEBREAKS[self.base].name)

    @property
    def about(self) -> str:
        return gettext(TIEBREAKS[self.base].about)

    @property
    def key_text(self) -> str:
        return str(self.key)

    @property
    def has_controls(self) -> bool:
        return bool(TIEBREAKS[self.base].takes)

    def controls(self) -> Iterator[dict[str, Any]]:
        """The modifiers that the criterion takes, as fields."""
        takes = TIEBREAKS[self.base].takes
        if "C" in takes:
            present = next((mark for mark in self.marks if mark[0] in "CM"), "")
            cuts = [cut for cut in dict.fromkeys((*CUTS, present)) if not cut or cut[0] in takes]
            choices = [(cut, self._cut(cut)) for cut in cuts]
            yield {"name": f"m{self.key}-cut", "label": gettext("Left out"), "choices": choices, "value": present}
        if "L" in takes:
            present = next((mark for mark in self.marks if mark[0] == "L"), "")
            limits = dict.fromkeys(("", *(f"L{n:+d}" for n in (-4, -3, -2, -1, 1, 2, 3, 4)), present))
            choices = [(limit, self._limit(limit)) for limit in limits]
            yield {"name": f"m{self.key}-limit", "label": gettext("Limit"), "choices": choices, "value": present}
        for letter, label in (
            ("P", _("Forfeits count as played")),
            ("F", _("Games of the last round count as draws")),
            ("R", _("Reversed: the lowest is best, or for a number the highest")),
        ):
            if letter in takes:
                yield {"name": f"m{self.key}-{letter}", "label": label, "checked": letter in self.marks}

    def _cut(self, cut: str) -> str:
        if not cut:
            return gettext("nothing")
        text = gettext("the lowest {n}") if cut[0] == "C" else gettext("the lowest {n} and the highest {n}")
        return f"{text.format(n=cut[1:])} (/{cut})"

    def _limit(self, limit: str) -> str:
        return gettext("half of the greatest score") if not limit else f"/{limit}"


@dataclass
class Sheet:
    """What is typed on the page. `values` are texts, and True or False of switches; `errors` by the field's name."""

    system: str
    rules: str
    chain: list[Entry]
    values: dict[str, str | bool]
    points: dict[str, str]
    last_resort: str
    lot: str
    reason: str = ""
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, system: str, key: str, changes: Mapping[str, Any], points: Mapping[str, Decimal]) -> Sheet:
        """The sheet of stored rules."""
        lines = customise.lines(customise.changed(preset_of(system, key), changes))
        return cls(
            system,
            key,
            [Entry(number, code) for number, code in enumerate(lines["chain"])],
            {name: _shown(lines[name]) for name in SETTINGS},
            {name: f"{value.normalize():f}" for name, value in points.items()},
            lines["last_resort"],
            lines["lot"],
        )

    @classmethod
    def typed(cls, system: str, given: QueryDict) -> Sheet:
        """The sheet that a browser sends; what is not there is taken as not set."""
        rules = given.get("rules", "")
        return cls(
            system,
            rules if rules in RULES else next(iter(RULES)),
            list(_entries(given)),
            {
                setting.name: setting.name in given if setting.kind == "switch" else given.get(setting.name, "")[:40]
                for setting in SETTINGS.values()
            },
            {name: given.get(name, "")[:12] for name in POINTS},
            given.get("last_resort", ""),
            given.get("lot", "").strip()[:100],
            given.get("reason", "").strip()[:500],
        )

    def move(self, key: int, by: int) -> None:
        """One place up or down; at an end nothing happens."""
        places = [entry.key for entry in self.chain]
        if key in places and 0 <= places.index(key) + by < len(places):
            at = places.index(key)
            self.chain[at], self.chain[at + by] = self.chain[at + by], self.chain[at]

    def remove(self, key: int) -> None:
        self.chain = [entry for entry in self.chain if entry.key != key]

    def add(self, code: str) -> int | None:
        """Put a criterion behind the others; its key, or None if it stands there already."""
        if any(entry.code == code for entry in self.chain):
            self.errors["chain"] = gettext("{code} stands in the list already.").format(code=code)
            return None
        if len(self.chain) >= LONGEST_CHAIN:
            self.errors["chain"] = gettext("A list has at most {n} criteria.").format(n=LONGEST_CHAIN)
            return None
        try:
            tiebreak(code)
        except ValueError as error:
            self.errors["chain"] = str(error)
            return None
        self.chain.append(Entry(max((entry.key for entry in self.chain), default=-1) + 1, code))
        return self.chain[-1].key

    @property
    def changes(self) -> dict[str, Any]:
        """Every line as the rule set takes it."""
        lines: dict[str, Any] = {"chain": [entry.code for entry in self.chain]}
        lines |= {name: _read(SETTINGS[name], value) for name, value in self.values.items()}
        return {**lines, "last_resort": self.last_resort, "lot": self.lot}

    def rule_set(self) -> Rules | None:
        """The rules as typed; None if they cannot be, and `errors` says why."""
        rules = preset_of(self.system, self.rules)
        for name, value in self.changes.items():
            try:
                rules = customise.changed(rules, {name: value})
            except customise.RulesError as error:
                self.errors[name] = str(error)
        return None if self.errors else rules

    def scoring(self, tournament: Tournament) -> Scoring | None:
        """The scoring with the points as typed; None if they cannot be, and `errors` says why."""
        row = Tournament.objects.get(pk=tournament.pk)
        for name, value in self.points.items():
            try:
                setattr(row, name, Tournament._meta.get_field(name).clean(value, row))  # noqa: SLF001 Django's own name
            except ValidationError as error:
                self.errors[name] = " ".join(error.messages)
        return None if self.errors else row.scoring

    def groups(self) -> Iterator[dict[str, Any]]:
        """The settings that matter for these criteria, for the page."""
        for group in GROUPS:
            if self._matters(group):
                yield {
                    "heading": gettext(group.heading),
                    "fields": [self._field(setting) for setting in group.settings],
                }

    def unseen(self) -> Iterator[tuple[str, str]]:
        """The settings that do not matter now, as the page sends them back: unticked switches are not sent."""
        for group in GROUPS:
            for setting in () if self._matters(group) else group.settings:
                value = self.values[setting.name]
                if value is not False:
                    yield setting.name, "on" if value is True else value

    def _matters(self, group: Group) -> bool:
        bases = {entry.base for entry in self.chain} | {code.split("/")[0] for code in RULES[self.rules].family}
        return group.part is None or any(TIEBREAKS[base].reads is group.part for base in bases)

    def _field(self, setting: Setting) -> dict[str, Any]:
        value = self.values[setting.name]
        return {
            "name": setting.name,
            "kind": setting.kind,
            "label": gettext(setting.label),
            "help": setting.help and gettext(setting.help),
            "choices": [(value, gettext(label)) for value, label in setting.choices],
            "id": setting.name.replace(".", "-"),
            "value": value,
            "error": self.errors.get(setting.name, ""),
        }

    def point_fields(self) -> Iterator[dict[str, Any]]:
        for name, value in self.points.items():
            label = Tournament._meta.get_field(name).verbose_name  # noqa: SLF001 Django's own name
            yield {
                "name": name,
                "id": name,
                "label": capfirst(label),
                "value": value,
                "error": self.errors.get(name, ""),
            }

    def offers(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The criteria that can be added, those usual with the rule set first, under their headings."""
        taken = {entry.code for entry in self.chain}
        family = [code for code in (*RULES[self.rules].chain, *RULES[self.rules].family) if code not in taken]
        usual = list(dict.fromkeys(family))
        yield gettext("Usual with these rules"), [_offer(code) for code in usual]
        yield gettext("All others"), [_offer(code) for code in TIEBREAKS if code not in taken and code not in usual]


def _offer(code: str) -> tuple[str, str]:
    return code, f"{gettext(tiebreak(code).name)} ({code})"


def _entries(given: QueryDict) -> Iterator[Entry]:
    """The chain: hidden fields "key:base" in their order, and the modifiers of each key."""
    for each in given.getlist("chain")[:LONGEST_CHAIN]:
        key, _colon, base = each.partition(":")
        if re.fullmatch(r"\d{1,3}", key, re.ASCII) and base in TIEBREAKS:
            entry = Entry(int(key), base)
            yield replace(entry, code="/".join((base, *_marks(entry, given))))


def _marks(entry: Entry, given: QueryDict) -> Iterator[str]:
    takes = TIEBREAKS[entry.base].takes
    cut, limit = given.get(f"m{entry.key}-cut", ""), given.get(f"m{entry.key}-limit", "")
    if re.fullmatch(r"[CM][1-9]\d?", cut, re.ASCII) and cut[0] in takes:
        yield cut
    yield from (letter for letter in "FP" if letter in takes and f"m{entry.key}-{letter}" in given)
    if re.fullmatch(r"L[+-]\d{1,2}", limit, re.ASCII) and "L" in takes:
        yield limit
    if "R" in takes and f"m{entry.key}-R" in given:
        yield "R"


def _shown(value: Any) -> str | bool:
    return value if isinstance(value, bool) else "" if value is None else str(value)


def _read(setting: Setting, value: str | bool) -> Any:
    """A typed value as the rule set takes it: none for an empty one, numbers as numbers."""
    if isinstance(value, bool):
        return value
    text = value.strip().replace(",", ".")
    if not text:
        return None
    return int(text) if setting.kind == "whole" and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else text
