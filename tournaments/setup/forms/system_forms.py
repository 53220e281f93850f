"""A pairing system in a form: each preset is its own choice and fills the fields of the system's options."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairings import options as system_options
from pairings.options import LONGEST_NAME, Preset
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.core.words.texts import translate
from tournaments.models import Stage

PREFIX = "option-"
#: Tables with more numbers than this get a field of several lines.
LONG_TABLE = 8
#: An exact number, such as 1/3, is written in as many characters at most.
LONGEST_NUMBER = 20
#: Options shown at once; more are folded away.
FEW = 4
#: Lines of a list of names before it scrolls.
NAMES_SHOWN = 4


class Choice(NamedTuple):
    """A system, and the preset whose options are wanted; without one they are the organiser's own."""

    system: System
    preset: Preset | None = None

    @property
    def value(self) -> str:
        return f"{self.system.key}:{self.preset.key}" if self.preset else self.system.key

    @property
    def label(self) -> object:
        return translate(self.preset.label) if self.preset else translate(self.system.name)

    def options(self) -> Any:
        """The options to start from."""
        presets = self.system.presets
        return (self.preset or presets[0]).options if presets else self.system.options()


def systems() -> list[tuple[str, object]]:
    return [(system.key, translate(system.name)) for system in SYSTEMS.values()]


def choices(*, own: bool) -> list[tuple[object, object]]:
    """Systems, those with presets as a group of these; with `own`, numbers of the organiser's own are a choice too."""
    found: list[tuple[Any, Any]] = []
    for system in SYSTEMS.values():
        group: list[tuple[str, object]] = [
            (Choice(system, preset).value, translate(preset.label)) for preset in system.presets
        ]
        if own and group:
            group.append((system.key, _("Custom values")))
        found.append((_way_of(system), group) if group else (system.key, translate(system.name)))
    return found


def _way_of(system: System) -> object:
    """Return the common name of a system; Swiss systems are named "Swiss", then the engine."""
    return (
        translate(system.name)
        if system.fixes_rounds or system.open_ended
        else gettext("Swiss: {engine}").format(engine=translate(system.name))
    )


def read_choice(value: str) -> Choice | None:
    """The choice that a value stands for, None if it stands for none."""
    key, _colon, wanted = value.partition(":")
    system = SYSTEMS.get(key)
    if system is None:
        return None
    preset = next((preset for preset in system.presets if preset.key == wanted), None)
    return Choice(system, preset) if preset or not wanted else None


def choice_of(stage: Stage) -> Choice:
    """Return the stage's system, with the preset whose options it has, if any."""
    system = SYSTEMS[stage.system]
    return Choice(system, system.preset_of(system_options.read(system.options, stage.options)))


def fill_preset(data: QueryDict, stage: Stage) -> QueryDict:
    """Fill in the options of a newly chosen preset; with the same choice, return the data unchanged."""
    shown = read_choice(data.get("shown", "")) or choice_of(stage)
    chosen = read_choice(data.get("system", ""))
    if chosen is None or chosen == shown or (chosen.system is shown.system and chosen.preset is None):
        return data
    data = data.copy()
    for name in [name for name in data if name.startswith(PREFIX)]:
        del data[name]
    for name, value in system_options.as_json(chosen.options()).items():
        if value is not False and value is not None:
            data[PREFIX + name] = _list_text(value) if isinstance(value, list) else value
    data["shown"] = chosen.value
    return data


def refuse_rounds(form: forms.BaseForm, system: System) -> None:
    """An error at `planned_rounds` when rounds were typed for a schedule, which fixes their number itself."""
    if system.fixes_rounds and form.cleaned_data.get("planned_rounds"):
        schedule = _("{system}: the schedule sets the number of rounds. Leave this empty, or choose another system.")
        bracket = _("{system}: the bracket sets the number of rounds. Leave this empty, or choose another system.")
        text = schedule if system.scheduled else bracket
        form.add_error("planned_rounds", text.format(system=translate(system.name)))


def option_field(spec: system_options.OptionSpec, value: Any) -> forms.Field:
    """The field of a pairing system's option."""
    common = {"label": translate(spec.label), "help_text": translate(spec.help) if spec.help else "", "initial": value}
    if spec.kind == "choice":
        return forms.ChoiceField(choices=[(c.value, translate(c.label)) for c in spec.choices], **common)
    if spec.kind == "bool":
        return forms.BooleanField(required=False, **common)
    if spec.kind == "ints":
        common["initial"] = _list_text(value)
        common["widget"] = forms.Textarea(attrs={"rows": 3}) if len(spec.default) > LONG_TABLE else forms.TextInput
        return forms.CharField(max_length=2000, required=bool(spec.default), **common)
    if spec.kind == "names":
        common |= {"initial": _list_text(value), "widget": forms.Textarea(attrs={"rows": NAMES_SHOWN})}
        return forms.CharField(max_length=LONGEST_NAME * (spec.maximum or 0), required=False, **common)
    optional = spec.default is None
    if spec.kind == "text":
        return forms.CharField(max_length=spec.maximum, required=bool(spec.default), **common)
    if spec.kind in {"share", "exact"}:
        return forms.CharField(max_length=LONGEST_NUMBER, required=not optional, empty_value=None, **common)
    return forms.IntegerField(min_value=spec.minimum, max_value=spec.maximum, required=not optional, **common)


def option_fields(choice: Choice, stage: Stage) -> dict[str, forms.Field]:
    """The fields of the chosen system's options, with what the stage has, or the preset, as initial values."""
    system = choice.system
    own = system_options.read(system.options, stage.options) if system.key == stage.system else choice.options()
    present = system_options.as_json(own)
    return {PREFIX + s.name: option_field(s, present[s.name]) for s in system_options.specs(system.options)}


def _list_text(values: list[object]) -> str:
    """A list as people write it: numbers with spaces between them, names a line each."""
    return ("\n" if any(isinstance(value, str) for value in values) else " ").join(map(str, values))
