"""Group the settings of a tournament under headings, with those that apply and those that differ from the
recommendation.

Also the options of each pairing system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from pairings import options as system_options
from pairings.options import LONGEST_NAME, Preset
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.core.games import GAMES
from tournaments.core.journal.fide_locks import GAME
from tournaments.core.words import names, notation, values
from tournaments.core.words.texts import translate
from tournaments.models import Stage, Tournament
from tournaments.setup import lifecycle
from tournaments.web.fields import DayField, LineField

#: The form of settings that uses this module (`tournaments.setup.forms.creation_forms`).
SettingsForm = Any
#: Settings without a game's recommendation, as they differ in each tournament.
OWN = frozenset({"name", "starts_on", "time_zone", "language", "fide_mode", "planned_rounds", "finalists", "reason"})
#: Settings of a match of several games, which do not apply to tables of three or four players.
OF_MATCHES = ("best_of", "by_games", "of_teams", "score_kind", "score_total", "draws_allowed")
#: Settings of requested byes, which do not apply to a schedule or a bracket.
OF_BYES = ("half_byes_most", "half_byes_not_in_last")
#: The names of the two sides, in the reader's language.
SIDES = ("first_label", "second_label")
#: Fields for chess reports only.
OF_CHESS = ("time_control", "rank_method")

#: Fields for reports about the tournament.
REPORT_FIELDS = (
    *("city", "federation", "ends_on", "round_dates", "chief_arbiter", "deputy_arbiters"),
    *("rate_of_play", "time_control", "rank_method"),
)
#: Fields that need a ticked box: the time for disputing a report, and for changing a line-up.
OF_TICKS = frozenset({"report_minutes", "line_up_minutes"})
#: Days of play besides the first day.
OF_DAYS = ("round_dates", "moved_matches")


class WrittenField(LineField):
    """A line of text that `read` normalises."""

    def __init__(self, read: Callable[[str], str], **options: Any) -> None:
        super().__init__(required=False, **options)
        self.read = read

    def to_python(self, value: object) -> str:
        try:
            return self.read(super().to_python(value))
        except names.NotAName as error:
            raise ValidationError(str(error)) from error


def report_fields() -> dict[str, forms.Field]:
    """Return the fields of `REPORT_FIELDS` and `OF_DAYS` by name."""
    several = _("Separate names with semicolons.")
    days = _(
        "Separate dates with commas, and add a time if you like: 2026-08-29 15:30, 2026-09-05. Leave empty for the "
        "days on which rounds are published."
    )
    moved = _("Round/match and the new date, for example 3/2 2026-11-11 19:00. Separate matches with commas.")
    return {
        "city": LineField(label=_("City"), required=False),
        "federation": WrittenField(
            values.federation, label=_("Federation"), longest=3, help_text=_("For example FIN.")
        ),
        "ends_on": DayField(label=_("Last day"), required=False),
        "round_dates": WrittenField(
            values.round_dates, label=_("Days of the rounds"), longest=values.LONGEST_LINE, help_text=days
        ),
        "moved_matches": WrittenField(
            values.moved_matches, label=_("Postponed matches"), longest=values.LONGEST_LINE, help_text=moved
        ),
        "chief_arbiter": LineField(label=_("Chief arbiter"), required=False),
        "deputy_arbiters": LineField(
            label=_("Deputy arbiters"), longest=values.LONGEST_LINE, required=False, help_text=several
        ),
        "rate_of_play": LineField(label=_("Rate of play"), required=False),
        "time_control": WrittenField(
            values.time_control, label=_("Time control for programs"), help_text=_("In seconds, for example 5400+30.")
        ),
        "rank_method": WrittenField(
            values.rank_method,
            label=_("Initial ranking by"),
            longest=5,
            help_text=_("FIDE, or NRO, FIDON, NIDOF, HBFN, LBFN or OTHER if national ratings count (record 172)."),
        ),
    }


@dataclass(frozen=True, slots=True)
class Setting:
    """A field, and the recommended value if the tournament has another one."""

    field: forms.BoundField
    usual: str = ""


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Settings under a heading; `is_open` unless the group is collapsed."""

    key: str
    heading: str | Promise
    settings: tuple[Setting, ...]
    is_open: bool

    @property
    def lines(self) -> list[Setting]:
        """The settings that are typed or chosen."""
        return [each for each in self.settings if each not in self.ticks]

    @property
    def ticks(self) -> list[Setting]:
        """The settings with a checkbox, and the fields that depend on one."""
        return [each for each in self.settings if is_tick(each.field)]

    @property
    def changed(self) -> str:
        """The number of settings that differ from the recommended values, in words; "" if none do."""
        count = sum(bool(each.usual) for each in self.settings)
        return ngettext("{count} changed", "{count} changed", count).format(count=count) if count else ""

    @property
    def contents(self) -> str:
        """The labels, for the line of a collapsed group."""
        return " · ".join(str(each.field.label) for each in self.settings)


def is_tick(field: forms.BoundField) -> bool:
    """Return whether a field is a checkbox or depends on one."""
    return field.name in OF_TICKS or isinstance(field.field, forms.BooleanField)


def drop_needless(form: SettingsForm, shown: System) -> None:
    """Remove the fields that do not apply to this game or pairing system, unless they have a value.

    `shown` is the system for which the page was rendered: fields that it left out keep their value when another is
    chosen.
    """
    hidden = set(_needless(form, shown)) - set(_needless(form, form.choice.system))
    hidden_values = {name: _present(form, name) for name in hidden if form.is_bound and name not in form.data}
    hidden_values = {name: value for name, value in hidden_values.items() if value is not None and value is not False}
    if hidden_values:
        data = QueryDict(mutable=True)
        data.update({**dict(form.data.items()), **{name: str(value) for name, value in hidden_values.items()}})
        form.data = data
    for name in _needless(form, form.choice.system):
        if name not in form.data:
            del form.fields[name]


def _needless(form: SettingsForm, system: System) -> list[str]:
    tournament = form.instance
    found = [*OF_BYES, "planned_rounds"] if system.fixes_rounds else []
    found += [] if system.can_be_followed else ["finalists"]
    found += OF_MATCHES if system.pods and tournament.of_pods else []
    found += OF_CHESS if tournament.game != GAME else []
    usual = _usual(form)
    at_rest = [name for name in found if not (present := _present(form, name)) or present == usual.get(name)]
    choices = form.fields["seating"].choices
    return [*at_rest, "seating"] if len(choices) == 1 and not form.is_bound else at_rest


def _present(form: SettingsForm, name: str) -> object:
    return form.initial.get(name, form.fields[name].initial)


def groups_of(form: SettingsForm) -> Iterator[SettingGroup]:
    """Yield all fields in groups, except the options of the pairing system and the reason."""
    usual = _usual(form)
    headed = {
        "tournament": (_("The tournament"), _TOURNAMENT),
        "pairing": (_("Pairing"), ("system", "seating", "planned_rounds", "finalists", *OF_BYES)),
        "results": (_("Results"), _RESULTS),
        "points": (_("Points and standings"), ("rules", *(n for n in form.fields if n.startswith("points_")))),
        "report": (_("Federation report"), _REPORT),
    }
    for key, (heading, chosen) in headed.items():
        fields = [form[name] for name in chosen if name in form.fields]
        settings = tuple(Setting(field, _usual_text(form, field, usual)) for field in fields)
        is_open = key in {"tournament", "pairing"} or any(field.errors for field in fields)
        yield SettingGroup(key, heading, settings, is_open)


_TOURNAMENT = (
    *("name", "starts_on", "time_zone", "language", "round_dates", "moved_matches", "is_public", "fide_mode"),
    *("uses_check_in", "players_decide", "players_report", "report_minutes"),
)
_RESULTS = (
    *("default_minutes", "start_positions", "best_of", "score_kind", "score_total", "first_label", "second_label"),
    *("draws_allowed", "by_games", "by_score", "of_teams", "line_up_minutes"),
)
_REPORT = (
    *("city", "federation", "ends_on", "chief_arbiter", "deputy_arbiters"),
    *("rate_of_play", "time_control", "rank_method"),
)


def _usual(form: SettingsForm) -> Mapping[str, object]:
    """Return the initial settings of a new tournament of this game under the system shown."""
    system = form.choice.system.key
    blank = Tournament()
    plain = {
        name: getattr(blank, name)
        for name in form.Meta.fields
        if name not in OWN and name not in (*REPORT_FIELDS, *OF_DAYS)
    }
    game_settings = lifecycle.usual_settings(GAMES[form.instance.game], system)
    found = {**plain, **{name: value for name, value in game_settings.items() if name in plain}}
    return {**found, **{name: notation.side_name(str(found[name])) for name in SIDES}}


def _usual_text(form: SettingsForm, field: forms.BoundField, usual: Mapping[str, object]) -> str:
    """Return the recommended value in words, or "" if the setting has it."""
    if field.name not in usual:
        return ""
    present_value, recommended = _present(form, field.name), usual[field.name]
    if isinstance(field.field, forms.DecimalField) and recommended is not None:
        recommended = Decimal(f"{Decimal(str(recommended)).normalize():f}")
    if present_value == recommended or (
        not present_value and not recommended and present_value != 0 and recommended != 0
    ):
        return ""
    return gettext("Recommended: {value}").format(value=_in_words(form, field, recommended))


def _in_words(form: SettingsForm, field: forms.BoundField, value: object) -> str:
    if isinstance(value, bool):
        return pgettext("answer yes or no", "yes") if value else pgettext("answer yes or no", "no")
    if isinstance(field.field, forms.ChoiceField):
        return str(dict(field.field.choices).get(value, value))  # type: ignore[arg-type] # pairs, as ours have them
    return gettext("nothing") if value in (None, "") else str(value)


PREFIX = "option-"
#: Tables with more numbers than this get a field of several lines.
LONG_TABLE = 8
#: The maximum length of an exact number, such as 1/3.
LONGEST_NUMBER = 20
#: The maximum number of options that are not collapsed.
FEW = 4
#: The number of lines of a list of names before it scrolls.
NAMES_SHOWN = 4


class SystemChoice(NamedTuple):
    """A system with the preset for its options; without a preset, the options are the organiser's own."""

    system: System
    preset: Preset | None = None

    @property
    def value(self) -> str:
        return f"{self.system.key}:{self.preset.key}" if self.preset else self.system.key

    @property
    def label(self) -> object:
        return translate(self.preset.label) if self.preset else translate(self.system.name)

    def options(self) -> Any:
        """Return the initial options."""
        presets = self.system.presets
        return (self.preset or presets[0]).options if presets else self.system.options()


def systems() -> list[tuple[str, object]]:
    return [(system.key, translate(system.name)) for system in SYSTEMS.values()]


def choices(*, own: bool) -> list[tuple[object, object]]:
    """Return the systems, with the presets of a system as a group; `own` adds custom values as a choice."""
    found: list[tuple[object, object]] = []
    for system in SYSTEMS.values():
        group: list[tuple[str, object]] = [
            (SystemChoice(system, preset).value, translate(preset.label)) for preset in system.presets
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


def read_choice(value: str) -> SystemChoice | None:
    """Return the choice for a value; None if it is invalid."""
    key, _colon, preset_key = value.partition(":")
    system = SYSTEMS.get(key)
    if system is None:
        return None
    preset = next((preset for preset in system.presets if preset.key == preset_key), None)
    return SystemChoice(system, preset) if preset or not preset_key else None


def choice_of(stage: Stage) -> SystemChoice:
    """Return the stage's system, with the preset whose options it has, if any."""
    system = SYSTEMS[stage.system]
    return SystemChoice(system, system.preset_of(system_options.read(system.options, stage.options)))


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
    """Add an error to `planned_rounds` if rounds were typed for a schedule, which sets their number itself."""
    if system.fixes_rounds and form.cleaned_data.get("planned_rounds"):
        schedule = _("{system}: the schedule sets the number of rounds. Leave this empty, or choose another system.")
        bracket = _("{system}: the bracket sets the number of rounds. Leave this empty, or choose another system.")
        text = schedule if system.scheduled else bracket
        form.add_error("planned_rounds", text.format(system=translate(system.name)))


def option_field(spec: system_options.OptionSpec, value: Any) -> forms.Field:
    """Return the form field of a pairing system's option."""
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


def name_limits(fields: Mapping[str, forms.Field]) -> None:
    """Let the fields for numbers that have two limits name both in their errors."""
    text = gettext("Enter a number from {least} to {most}.")
    for field in fields.values():
        if isinstance(field, forms.IntegerField) and None not in (field.min_value, field.max_value):
            sentence = text.format(least=field.min_value, most=field.max_value)
            field.error_messages |= {"min_value": sentence, "max_value": sentence}


def option_fields(choice: SystemChoice, stage: Stage) -> dict[str, forms.Field]:
    """Return the fields of the chosen system's options, with the values of the stage or the preset as initial
    values.
    """
    system = choice.system
    own = system_options.read(system.options, stage.options) if system.key == stage.system else choice.options()
    present = system_options.as_json(own)
    return {PREFIX + s.name: option_field(s, present[s.name]) for s in system_options.specs(system.options)}


def _list_text(values: list[object]) -> str:
    """Return a list as text: numbers separated by spaces, names on separate lines."""
    return ("\n" if any(isinstance(value, str) for value in values) else " ").join(map(str, values))
