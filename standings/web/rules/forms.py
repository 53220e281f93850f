"""The form for the rules of the standings: a field for each line of `Rules`, the points, and the chain.

The form is the state: every button submits it and returns it changed. So it works without a mouse and without scripts,
and nothing is saved until requested.
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
from standings.core.reckoning import RulesPart, base_of
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
from tournaments.web.whole_records import changed_names

#: The lines that have a field; the chain is edited by its buttons.
SETTINGS: Mapping[str, OptionSpec] = {name: spec for name, spec in LINES.items() if spec.kind != "texts"}
LONGEST_NUMBER, LONGEST_REASON = 40, 500


class RulesForm(PlainForm):
    """The input of the page: `values` are text, or True and False for switches, by field name.

    Only a form that is checked (`check`) has errors, except for a criterion that cannot be added.
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
    ) -> RulesForm:
        """Return the form for stored rules."""
        rules = customise(preset_of(system, key), changes)
        values = {name: _text_of(value) for name, value in as_json(rules).items() if name in SETTINGS}
        values |= {name: local(f"{value.normalize():f}") for name, value in points.items()}
        return cls(system, key, Chain.of(rules.chain, game_points=game_points), values)

    @classmethod
    def from_post(cls, system: str, given: QueryDict, *, check: bool, game_points: bool = False) -> RulesForm:
        """Return the form submitted by a browser; missing values are unset."""
        rules = given.get("rules", "")
        values = {name: _read_field(field, name, given) for name, field in _fields().items()}
        chain = Chain.from_post(given, game_points=game_points)
        return cls(system, rules if rules in RULES else next(iter(RULES)), chain, values, check=check)

    @property
    def points(self) -> dict[str, Any]:
        """The points as values for their columns; either decimal mark is accepted."""
        return {name: self.values[name].replace(",", ".") for name in POINTS if name in self.values}

    @property
    def changes(self) -> dict[str, Any]:
        """Every line as a value for the rule set."""
        lines = {}
        for name, spec in SETTINGS.items():
            value = self.values[name]
            lines[name] = value if isinstance(value, bool) else parse(spec, value)
        return {"chain": self.chain.codes, **lines}

    def clean(self) -> None:
        """Build the rule set from the input, with an error at each invalid line and number of points."""
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
        """Return the tournament's scoring with the points of a valid form."""
        row = Tournament.objects.get(pk=tournament.pk)
        for name, value in self.points.items():
            setattr(row, name, column(Tournament, name).clean(value, row))
        return row.scoring

    def refuse(self, name: str | None, text: str) -> None:
        """Add an error for a line, next to its field if it has one."""
        if name == "chain":
            self.chain_error = text
        else:
            self.add_error(name if name in self.fields else None, text)
        if name == "reason":
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def stored_values(self) -> dict[str, object]:
        """All values of stored rules, in the order of the page."""
        return {"rules": self.rules, "chain": self.chain.codes, **self.values}

    def would_overwrite(self, shown: str, stored: RulesForm) -> list[str]:
        """Return the labels of values that a valid form would overwrite, because they have changed since the page was
        loaded.
        """
        since = changed_names(shown, stored.stored_values)
        own, other = self._parsed_values, stored._parsed_values
        heads = {"rules": _("Rule set"), "chain": _("Criteria, in order")}
        return [heads.get(name) or str(self[name].label) for name in own if name in since and own[name] != other[name]]

    @property
    def _parsed_values(self) -> dict[str, object]:
        """The values to save, independent of their spelling."""
        return {"rules": self.rules, **self.changes, **{name: Decimal(value) for name, value in self.points.items()}}

    @property
    def is_sound(self) -> bool:
        return self.is_valid() and not self.chain_error

    @property
    def problems(self) -> list[str]:
        """The errors in the order of the page, without duplicates."""
        found = [self.chain_error] if self.chain_error else []
        found += [str(text) for texts in self.errors.values() for text in texts]
        return list(dict.fromkeys(found))

    @property
    def point_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS]

    @property
    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The settings that apply to these criteria, under their headings."""
        for heading, names in _groups().items():
            if self._matters(names[0]):
                yield translate(heading), [self[name] for name in names]

    @property
    def unseen(self) -> Iterator[tuple[str, str]]:
        """The settings that do not apply now, as hidden fields of the page; switches that are off are not sent."""
        for names in _groups().values():
            for name in () if self._matters(names[0]) else names:
                value = self.values[name]
                if value is not False:
                    yield name, "on" if value is True else value

    def _matters(self, name: str) -> bool:
        """Return whether a criterion of the list, or a default one, reads this line; always for a line outside the
        parts.
        """
        part, point, _name = name.rpartition(".")
        bases = self.chain.bases | {base_of(code) for code in self.preset.family}
        return not point or any(TIEBREAKS[base].reads is RulesPart(part) for base in bases)

    @property
    def has_outside(self) -> bool:
        """Whether external values are in the list, so that their name is needed."""
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
    """Return the fields. Each accepts any text; only the option defines valid values."""
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


def _read_field(field: forms.Field, name: str, data: QueryDict) -> str | bool:
    value = field.widget.value_from_datadict(data, {}, name)
    if isinstance(value, bool):
        return value
    longest = getattr(field, "max_length", None) or LONGEST_NUMBER
    return str(value or "").strip()[: longest + 1]  # one that is too long is refused, and comes back


def _text_of(value: Any) -> str | bool:
    return value if isinstance(value, bool) else "" if value is None else str(value)
