"""The sheet on which an organiser edits the rules: a field for each line of `Rules`, the points, and the chain.

The sheet is the state: every button sends it and gets it back changed, so that it works without a mouse and without
script, and nothing is stored before it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from pairings.options import OptionError, OptionSpec, as_json, parse
from pairings.snapshot import Scoring
from standings.core.reckoning import Part, base_of
from standings.core.tiebreaks import TIEBREAKS
from standings.rulesets.customise import LINES, customise
from standings.rulesets.presets import RULES
from standings.web.rules.rule_sets import preset_of
from standings.web.rules.tie_break_forms import Chain
from tournaments.core.orm.columns import column
from tournaments.core.words.figures import local
from tournaments.core.words.texts import translate
from tournaments.models import Tournament
from tournaments.setup.rules import POINTS
from tournaments.web.fields import PlainForm
from tournaments.web.whole_records import changed_since

#: The lines that have a field; the chain is edited by its buttons.
SETTINGS: Mapping[str, OptionSpec] = {name: spec for name, spec in LINES.items() if spec.kind != "texts"}
LONGEST_NUMBER, LONGEST_REASON = 40, 500


class Sheet(PlainForm):
    """The input of the page: `values` are texts, and True or False of switches, by the names of the fields.

    Only a sheet that is to be looked at (`check`) has errors, but for that of a criterion which cannot be added.
    """

    def __init__(
        self, system: str, rules: str, chain: Chain, values: Mapping[str, Any], *, check: bool = False
    ) -> None:
        super().__init__(data=dict(values) if check else None, initial=dict(values), auto_id="%s")
        self.system, self.rules, self.chain, self.values = system, rules, chain, values
        self.chain_error = ""
        self.barred: Collection[str] = ()
        self.preset = preset_of(system, rules)
        self.rule_set = self.preset
        self.fields |= _fields()

    @classmethod
    def of(
        cls,
        system: str,
        key: str,
        changes: Mapping[str, object],
        points: Mapping[str, Decimal],
        *,
        game_points: bool = False,
    ) -> Sheet:
        """The sheet of stored rules."""
        rules = customise(preset_of(system, key), changes)
        values = {name: _text_of(value) for name, value in as_json(rules).items() if name in SETTINGS}
        values |= {name: local(f"{value.normalize():f}") for name, value in points.items()}
        return cls(system, key, Chain.of(rules.chain, game_points=game_points), values)

    @classmethod
    def from_post(cls, system: str, given: QueryDict, *, check: bool, game_points: bool = False) -> Sheet:
        """The sheet that a browser sends; what is not there is taken as not set."""
        rules = given.get("rules", "")
        values = {name: _read_field(field, name, given) for name, field in _fields().items()}
        chain = Chain.from_post(given, game_points=game_points)
        return cls(system, rules if rules in RULES else next(iter(RULES)), chain, values, check=check)

    @property
    def points(self) -> dict[str, Any]:
        """The points as their columns take them, typed with either decimal mark."""
        return {name: self.values[name].replace(",", ".") for name in POINTS if name in self.values}

    @property
    def changes(self) -> dict[str, Any]:
        """Every line as the rule set takes it."""
        lines = {}
        for name, spec in SETTINGS.items():
            value = self.values[name]
            lines[name] = value if isinstance(value, bool) else parse(spec, value)
        return {"chain": self.chain.codes, **lines}

    def clean(self) -> None:
        """Makes the rule set as typed, with an error at each line, and each of the points, that cannot be."""
        for name, value in self.changes.items():
            if name in self.errors:
                continue
            try:
                self.rule_set = customise(self.rule_set, {name: value})
            except OptionError as error:
                self.refuse(name, translate(error.sentence))
        for name, value in self.points.items():
            if name in self.errors:
                continue
            try:
                column(Tournament, name).clean(value, None)
            except ValidationError as error:
                self.refuse(name, " ".join(error.messages))

    def scoring(self, tournament: Tournament) -> Scoring:
        """The tournament's scoring with the points of a sheet that is sound."""
        row = Tournament.objects.get(pk=tournament.pk)
        for name, value in self.points.items():
            setattr(row, name, column(Tournament, name).clean(value, row))
        return row.scoring

    def refuse(self, name: str | None, text: str) -> None:
        """Say what is wrong with a line, next to its field if it has one."""
        if name == "chain":
            self.chain_error = text
        else:
            self.add_error(name if name in self.fields else None, text)
        if name == "reason":
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def stored_values(self) -> dict[str, object]:
        """All values of a sheet of stored rules, in the order of the page."""
        return {"rules": self.rules, "chain": self.chain.codes, **self.values}

    def would_overwrite(self, shown: str, stored: Sheet) -> list[str]:
        """The labels of what a sound sheet would change back unseen: its page showed something else than is stored."""
        since = changed_since(shown, stored.stored_values)
        own, other = self._meant_values, stored._meant_values
        heads = {"rules": _("Rule set"), "chain": _("Criteria, in order")}
        return [heads.get(name) or str(self[name].label) for name in own if name in since and own[name] != other[name]]

    @property
    def _meant_values(self) -> dict[str, object]:
        """The values to store, independent of their spelling."""
        return {"rules": self.rules, **self.changes, **{name: Decimal(value) for name, value in self.points.items()}}

    @property
    def is_sound(self) -> bool:
        return self.is_valid() and not self.chain_error

    @property
    def problems(self) -> list[str]:
        """The errors, each once, in the order of the page."""
        found = [self.chain_error] if self.chain_error else []
        found += [str(text) for texts in self.errors.values() for text in texts]
        return list(dict.fromkeys(found))

    @property
    def point_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS]

    @property
    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The settings that matter for these criteria, under their headings."""
        for heading, names in _groups().items():
            if self._matters(names[0]):
                yield translate(heading), [self[name] for name in names]

    @property
    def unseen(self) -> Iterator[tuple[str, str]]:
        """The settings that do not matter now, as the page sends them back: unticked switches are not sent."""
        for names in _groups().values():
            for name in () if self._matters(names[0]) else names:
                value = self.values[name]
                if value is not False:
                    yield name, "on" if value is True else value

    def _matters(self, name: str) -> bool:
        """Return whether a criterion of the list, or a default one, reads this line; without a part always."""
        part, point, _name = name.rpartition(".")
        bases = self.chain.bases | {base_of(code) for code in self.preset.family}
        return not point or any(TIEBREAKS[base].reads is Part(part) for base in bases)

    @property
    def has_outside(self) -> bool:
        """Whether external values are on the list, so that their names matter."""
        return "OUT" in self.chain.bases

    def offers(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        return self.chain.offers(RULES[self.rules], self.barred)


def _groups() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, spec in SETTINGS.items():
        if spec.group:
            groups.setdefault(spec.group, []).append(name)
    return groups


def _fields() -> dict[str, forms.Field]:
    """Every field takes any text; the option says what it may be, in one place."""
    fields = {name: _field(spec) for name, spec in SETTINGS.items()}
    fields |= {
        name: _text_field(capfirst(str(column(Tournament, name).verbose_name)), LONGEST_NUMBER) for name in POINTS
    }
    return {**fields, "reason": _text_field(_("Reason for the change"), LONGEST_REASON)}


def _field(spec: OptionSpec) -> forms.Field:
    label, help_text = translate(spec.label), translate(spec.help) if spec.help else ""
    if spec.kind == "bool":
        return forms.BooleanField(required=False, label=label, help_text=help_text)
    if spec.kind == "choice":
        choices = [(choice.value, translate(choice.label)) for choice in spec.choices]
        widget = forms.Select(choices=choices) if spec.group else forms.RadioSelect(choices=choices)
        return forms.CharField(required=False, label=label, help_text=help_text, widget=widget)
    longest = (spec.maximum or 0) if spec.kind == "text" else LONGEST_NUMBER
    mode = "numeric" if spec.kind == "int" else "text"
    return _text_field(label, longest, help_text, inputmode=mode, autocomplete="off", spellcheck="false")


def _text_field(label: str, longest: int, help_text: str = "", **attributes: str) -> forms.CharField:
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(required=False, label=label, help_text=help_text, max_length=longest or None, widget=widget)


def _read_field(field: forms.Field, name: str, given: QueryDict) -> str | bool:
    value = field.widget.value_from_datadict(given, {}, name)
    if isinstance(value, bool):
        return value
    longest = getattr(field, "max_length", None) or LONGEST_NUMBER
    return str(value or "").strip()[: longest + 1]  # one that is too long is refused, and comes back


def _text_of(value: Any) -> str | bool:
    return value if isinstance(value, bool) else "" if value is None else str(value)
