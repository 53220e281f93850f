"""Define forms to create a tournament: from nothing, as a copy, or as a test run."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from pairings import options as system_options
from tournaments.core.games import GAMES, OF_SYSTEMS, Game
from tournaments.core.journal import fide_locks
from tournaments.core.journal.fide_locks import GAME
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS, rules_for
from tournaments.core.words import notation
from tournaments.core.words.entrants import Entrants, entrants_in_words
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import TITLE_LENGTH
from tournaments.core.words.texts import translate
from tournaments.events.forms import section_names
from tournaments.models import Stage, Tournament
from tournaments.models.stage import LONGEST_NAME, LONGEST_SECTION
from tournaments.models.tournament import MOST_FINALISTS
from tournaments.officials import forms as officials_forms
from tournaments.schedule.seats import ways_of
from tournaments.setup import lifecycle
from tournaments.setup.forms import setting_forms
from tournaments.setup.forms.proposal import Proposal, groups_and_final, propose
from tournaments.web.fields import DayField, LineField, NameField, PlainForm, ZoneField
from tournaments.web.whole_records import WholeRecord

if TYPE_CHECKING:
    TournamentForm = forms.ModelForm[Tournament]
else:  # takes no parameters
    TournamentForm = forms.ModelForm

ROUNDS_LABEL = pgettext_lazy("round of a tournament", "Rounds")
#: The choice that uses the proposal for a field.
USUAL = ("", _("recommended"))
#: Kinds of tournaments chosen by a picture: each game has its own Swiss, and "more" shows the whole list.
SWISS, ROUND_ROBIN, GROUPS, TEAMS, MORE = "swiss", "round-robin", "groups", "team-swiss:fide", "more"
KINDS = (
    (SWISS, _("Swiss")),
    (ROUND_ROBIN, _("Everyone plays everyone")),
    ("knock-out:single", _("Knock-out")),
    (GROUPS, _("Groups, then a final")),
    (TEAMS, _("Teams")),
    (MORE, _("More systems")),
)
#: Fields whose values an organiser knows, in the order of the page.
FIRST = ("with_defaults", "starts_on", "game", "players", "hours", "first_at", "finalists", "sections")
#: Fields with a separate place on the page.
ELSEWHERE = ("name", "fide_mode", "kind")
#: The maximum number of rounds in a day's plan.
LONGEST_PLAN = 20
#: Fields of the form that are not settings of the tournament.
NOT_SETTINGS = frozenset({"with_defaults", "players", "hours", "planned_rounds", "sections", "kind", "first_at"})


def games() -> list[tuple[str, Any]]:
    return [(game.key, game.name) for game in GAMES.values()]


def usual_or_systems() -> list[tuple[object, object]]:
    return [USUAL, *setting_forms.choices(own=False)]


def usual_or_rules() -> list[tuple[str, object]]:
    return [USUAL, *RULE_SETS.items()]


class NewTournamentForm(PlainForm):
    """The settings of every new tournament; a form that is sent twice creates one tournament."""

    name = NameField(label=_("Name of the tournament"), longest=TITLE_LENGTH)
    starts_on = DayField(label=_("Date"))
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["starts_on"].initial = date.today


class TrialForm(PlainForm):
    """The button for a test run; a double click creates only one."""

    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)


class CopyForm(NewTournamentForm):
    """A form for a tournament with the settings of another."""

    with_players = forms.BooleanField(
        label=_("Copy players, forbidden and fixed pairs too"), required=False, initial=True
    )


class CreateForm(NewTournamentForm):
    """The form of a new tournament: name, date, game, number of players and hours. The other fields have proposals."""

    game = forms.ChoiceField(label=pgettext_lazy("kind of game", "Game"), choices=games)
    players = forms.IntegerField(label=_("Players or teams expected"), min_value=1, max_value=100_000, required=False)
    hours = forms.DecimalField(
        label=_("Available time in hours"), min_value=0, max_value=999, decimal_places=2, required=False
    )
    sections = LineField(
        label=pgettext_lazy("tournament of an event", "Sections"),
        longest=300,
        required=False,
        help_text=_(
            "For example: A, B, Juniors. They form one event with a shared player list. Leave empty for one tournament."
        ),
    )
    first_at = forms.TimeField(
        label=_("First round at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    finalists = forms.IntegerField(
        label=capfirst(_("places in the play-off")),
        min_value=2,
        max_value=MOST_FINALISTS,
        required=False,
        help_text=_("How many of the best play a knock-out after the last round, for example 8. Leave empty for none."),
    )
    kind = forms.ChoiceField(label=_("Format"), choices=KINDS, required=False, widget=forms.RadioSelect)
    time_zone = ZoneField(propose=True)
    system = forms.ChoiceField(
        label=_("Pairing system"),
        choices=usual_or_systems,
        required=False,
        help_text=_("You can change all of these in the settings."),
    )
    planned_rounds = forms.IntegerField(label=ROUNDS_LABEL, min_value=1, max_value=999, required=False)
    rules = forms.ChoiceField(label=_("Standings and tie-breaks"), choices=usual_or_rules, required=False)
    is_public = forms.BooleanField(label=_("Public"), required=False, initial=True)
    fide_mode = officials_forms.ModeField()
    with_defaults = forms.BooleanField(
        required=False, initial=True, help_text=_("Logo, contact, place, arbiters, fee and other settings of the club.")
    )

    def __init__(self, *args: object, zone: str = "UTC", defaults: Tournament | None = None, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["time_zone"].initial = zone
        if not self.is_bound:
            self.fields["name"].widget.attrs["autofocus"] = True
        setting_forms.name_limits(self.fields)
        if defaults is None:
            del self.fields["with_defaults"]
            return
        self.fields["with_defaults"].label = gettext("Use the defaults from {name}").format(name=defaults.name)
        self.fields["is_public"].initial = defaults.is_public

    def first(self) -> list[forms.BoundField]:
        """Return the fields for the organiser to fill in, besides the name."""
        return [self[name] for name in FIRST if name in self.fields]

    def more(self) -> list[forms.BoundField]:
        """Return the fields that get the proposal's values if left empty."""
        return [
            field for field in self.visible_fields() if field not in [*self.first(), *map(self.__getitem__, ELSEWHERE)]
        ]

    @property
    def shows_more(self) -> bool:
        """Whether the fields that get proposed values are unfolded: something was chosen there, or is wrong."""
        return self.is_bound and any(field.errors or field.name in self.changed_data for field in self.more())

    @property
    def asks_fide(self) -> bool:
        """Whether the tournament can be FIDE-rated: chess, and a FIDE system."""
        return fide_locks.knows(self._game().key, self.chosen_system().system)

    def takes_play_off(self) -> bool:
        """Return whether a play-off can follow the system."""
        return self.chosen_system().system.can_be_followed

    def _finalists(self) -> int | None:
        """Return the number of players in the play-off; None without one."""
        count: int | None = self._field_value("finalists") if self.takes_play_off() else None
        players = self._field_value("players")
        return count if count is None or players is None else min(count, players)

    def proposal(self) -> Proposal:
        """Return the proposal for the valid fields filled in so far."""
        swiss = self._field_value("kind") in (SWISS, TEAMS)
        return propose(
            self._game(),
            self._field_value("players"),
            self._minutes(),
            self._field_value("planned_rounds"),
            swiss=swiss,
        )

    def _game(self) -> Game:
        return GAMES.get(self["game"].value() or "", next(iter(GAMES.values())))

    def _field_value(self, name: str) -> Any:
        """Return a field's value; None if it is invalid."""
        if not self.is_bound:
            return None
        try:
            return self.fields[name].clean(self[name].data)
        except ValidationError:
            return None

    def _minutes(self) -> int | None:
        hours = self._field_value("hours")
        return None if hours is None else int(hours * 60)

    def chosen_system(self) -> setting_forms.SystemChoice:
        """Return the chosen system, or otherwise the proposed one."""
        game, kind = self._game(), self._field_value("kind") or ""
        chosen = setting_forms.read_choice(self._field_value("system") or "")
        chosen = chosen or setting_forms.read_choice(game.swiss if kind == SWISS else kind)
        fits = self.proposal()
        proposed = setting_forms.read_choice(game.swiss if fits.swiss else GROUPS if fits.groups else ROUND_ROBIN)
        found = chosen or proposed
        if found is None:
            raise LookupError(game.swiss)
        return found

    def rule_set(self) -> str:
        """Return the key of the chosen rule set, or otherwise the game's."""
        usual = OF_SYSTEMS.get(self.chosen_system().system.key, {}).get("rules")
        return self._field_value("rules") or usual or rules_for(self._game())

    def in_words(self) -> Words:
        """Return the proposal in words: a sentence for the format and one for the tie-breaks."""
        choice = self.chosen_system()
        parts, players, rounds = [_way(choice)], self._field_value("players"), self._rounds()
        if rounds is not None:
            parts = [ngettext("{count} round", "{count} rounds", rounds).format(count=rounds), *parts]
        if players:
            parts = [self._entrants(players), *parts]
        apart = groups_and_final(players) if players and choice.system.key == GROUPS else None
        finalists = apart.finalists if apart is not None and rounds is not None else self._finalists()
        after = 0 if finalists is None else (finalists - 1).bit_length()
        if finalists is not None:
            final = gettext("then a final for the best {finalists} in {rounds} rounds")
            parts.append(final.format(finalists=finalists, rounds=after))
        before, rounds = rounds, None if rounds is None else rounds + after
        time = "" if rounds is None else _time(rounds * self._game().minutes)
        criteria = RULE_BOOKS[0].criteria(self.rule_set(), choice.system.key)
        rules = "" if choice.system.orders_itself else RULE_BOOKS[0].name(self.rule_set(), choice.system.key)
        remark = self._missing(before) or self._too_few(before) or self._too_long(rounds)
        return Words(" · ".join(parts), time, " · ".join(criteria), rules, remark, self._plan(before, after))

    def _entrants(self, number: int) -> str:
        """Return the expected number with its noun: players, or teams if teams play the game or the format."""
        of_teams = self._game().teams or self._field_value("kind") == TEAMS
        return entrants_in_words("there", number, Entrants.TEAMS if of_teams else Entrants.PLAYERS)

    def _plan(self, rounds: int | None, after: int) -> list[tuple[str, str]]:
        """Return when each round begins and the last one ends; [] unless the start of the first round is known."""
        start: time | None = self._field_value("first_at")
        if start is None or rounds is None or rounds + after > LONGEST_PLAN:
            return []
        begin = datetime.combine(date.min + timedelta(days=1), start)
        called = [gettext("Round {number}").format(number=number) for number in range(1, rounds + after + 1)]
        if after:
            called[-1] = pgettext("tree of a knock-out", "Final")
        if after > 1:
            called[-2] = gettext("Semi-finals")
        length = timedelta(minutes=self._game().minutes)
        times = [format_moment((begin + at * length).time(), "time") for at in range(len(called) + 1)]
        return list(zip(times, [*called, pgettext("last line of a plan of the day", "End")], strict=True))

    def _rounds(self) -> int | None:
        """Return the number of rounds: set by the system, or typed, or proposed; None if it is unknown."""
        choice, players = self.chosen_system(), self._field_value("players")
        if choice.system.fixes_rounds:
            return choice.system.rounds(players, choice.options()) if players and players > 1 else None
        # Systems for a series of club evenings have only a typed number.
        return self._field_value("planned_rounds") if choice.system.open_ended else self.proposal().rounds

    def _missing(self, rounds: int | None) -> str:
        """Return why the number of rounds is missing; "" if it is known or a schedule sets it."""
        if rounds is not None or not self.proposal().swiss:
            return ""
        if self.chosen_system().system.overlapping:
            return gettext("The available time limits the number of rounds.")
        if self.chosen_system().system.open_ended:
            return gettext("Pair as many rounds as you like, for example one each club evening.")
        return gettext("The number of rounds is proposed once the players are known.")

    def _too_few(self, rounds: int | None) -> str:
        """Return a warning if several players can win every game of a Swiss: each round only halves their number."""
        system, players = self.chosen_system().system, self._field_value("players")
        is_swiss = system.questions.by_points and not (system.fixes_rounds or system.open_ended or system.overlapping)
        if (
            not (is_swiss and players and rounds)
            or not system.of_two
            or (needed := (players - 1).bit_length()) <= rounds
        ):
            return ""
        text = gettext(
            "Several players could win all their games. For a single one, {players} players need {rounds} rounds."
        )
        return text.format(players=players, rounds=needed)

    def _too_long(self, rounds: int | None) -> str:
        """Return a warning if the rounds take longer than the available time."""
        minutes = self._minutes()
        if minutes is None or rounds is None or rounds * self._game().minutes <= minutes:
            return ""
        return gettext("This takes longer than the available time.")

    def clean_sections(self) -> list[str]:
        """Return the names of the sections in order; empty if all players play together."""
        return section_names(self.cleaned_data["sections"])

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("sections") and len(cleaned.get("name", "")) > LONGEST_NAME:
            text = _("With sections, use at most %(most)s characters. Section names are added to it.")
            self.add_error("name", ValidationError(text, params={"most": LONGEST_NAME}))
        if cleaned.get("finalists") and not self.takes_play_off():
            self.add_error("finalists", _("No play-off can follow this format. Leave the field empty."))
        chosen = setting_forms.read_choice(cleaned.get("system", ""))
        if cleaned.get("planned_rounds") and chosen:
            setting_forms.refuse_rounds(self, chosen.system)
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """The values for create_tournament, without those that the game sets."""
        filled = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        given = {name: value for name, value in filled.items() if name not in NOT_SETTINGS}
        choice = self.chosen_system()
        given["system"] = choice.system.key
        if not choice.system.fixes_rounds:
            given["planned_rounds"] = self._rounds()
        if choice.system.key != self._game().system or choice.preset:
            given["options"] = system_options.as_json(choice.options())
        given["fide_mode"] = self.asks_fide and self.cleaned_data["fide_mode"]
        return given


class Words(NamedTuple):
    """A proposal in words. `rules` is empty if the system orders the players; `remark` warns about the rounds."""

    form: str
    time: str
    criteria: str
    rules: str
    remark: str
    plan: list[tuple[str, str]]


def _way(choice: setting_forms.SystemChoice) -> str:
    """Return the common name of a system, followed by the engine's own name."""
    if choice.system.key == ROUND_ROBIN:
        return gettext("everyone plays everyone")
    if choice.system.fixes_rounds or choice.system.by_hand:
        return str(choice.label)
    if choice.system.open_ended:
        name = translate(choice.system.name)
        return f"{name} ({choice.label})" if choice.preset else name
    if choice.preset and choice.preset.key.startswith("fide") and choice.system.key != "dutch":
        name = translate(choice.system.name)  # these presets do not name the system
        return name if choice.preset.key == "fide" else f"{name} ({choice.label})"
    return gettext("Swiss ({engine})").format(engine=choice.label)


def _time(minutes: int) -> str:
    halves = max(1, round(minutes / 30))
    hours = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return ngettext("about {hours} hour", "about {hours} hours", (halves + 1) // 2).format(hours=hours)


#: The fields with the names of the sides of a pairing.
SIDES = ("first_label", "second_label")


def _is_locked(field: forms.BoundField) -> bool:
    return "disabled" in field.field.widget.attrs


def seatings(stage: Stage, system: str) -> list[tuple[str, object]]:
    """Return the ways to number a system's players before round 1, and the present way if it is not among them."""
    return [
        (seating.value, seating.label)
        for seating in Stage.Seating
        if seating.value == stage.seating or seating.value in ways_of(system)
    ]


class DeleteForm(PlainForm):
    """A form to delete a tournament, in which its name must be typed."""

    typed = LineField(
        label=_("To delete the tournament, enter its name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: object, name: str, **options: object) -> None:
        super().__init__(*args, **options)
        self._name = name
        self.fields["typed"].help_text = format_html('<bdi translate="no">{}</bdi>', name)

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if typed.casefold().split() != self._name.casefold().split():
            raise ValidationError(_("That is not the name of this tournament. Nothing was deleted."))
        return typed


class SettingsForm(WholeRecord, TournamentForm):
    """A form with all settings of a tournament and its stage; SYSTEMS defines the options of the system."""

    template_name = "forms/form.html"
    name = NameField(label=_("Name of the tournament"), longest=TITLE_LENGTH)
    first_label = LineField(label=_("First player's label"), longest=20)
    second_label = LineField(label=_("Second player's label"), longest=20)
    reason = LineField(label=_("Reason for the change"), longest=300, required=False)

    class Meta:
        model = Tournament
        fields = (
            "name",
            "starts_on",
            "time_zone",
            "language",
            "is_public",
            "fide_mode",
            "uses_check_in",
            "players_report",
            "players_decide",
            "report_minutes",
            "rules",
            "points_win",
            "points_draw",
            "points_loss",
            "points_forfeit_win",
            "points_forfeit_loss",
            "points_allocated_bye",
            "points_full_bye",
            "points_half_bye",
            "points_zero_bye",
            "best_of",
            "by_games",
            "of_teams",
            "line_up_minutes",
            "finalists",
            "draws_allowed",
            "score_kind",
            "score_total",
            "by_score",
            "half_byes_most",
            "half_byes_not_in_last",
            "default_minutes",
            "start_positions",
            "first_label",
            "second_label",
            *setting_forms.REPORT_FIELDS,
            "moved_matches",
        )
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}  # noqa: RUF012 as Django has it

    def __init__(self, data: QueryDict | None = None, *, stage: Stage, **options: Any) -> None:
        super().__init__(None if data is None else setting_forms.fill_preset(data, stage), **options)
        self.label_suffix = ""
        self.will_store = data is None or data.get("do") != "fill"
        self.stage = stage
        present = setting_forms.choice_of(stage)
        self.choice = present if data is None else setting_forms.read_choice(data.get("system", "")) or present
        if not self.instance.table_kind.has_partners:
            del self.fields["by_score"]
        if self.instance.event_id is not None:
            self._name_in_event()
        for name in SIDES:
            self.initial[name] = notation.side_name(self.initial[name])
        for name, value in self.initial.items():
            if isinstance(value, Decimal):
                self.initial[name] = Decimal(f"{value.normalize():f}")  # as it is typed, without the column's zeros
        self.fields["time_zone"] = ZoneField()
        self._language_field()
        self.fields["uses_check_in"].help_text = _("Only players who are checked in are paired.")
        self.fields["starts_on"] = DayField(label=_("Date"))
        self.fields.update(setting_forms.report_fields())
        self.fields["rules"] = forms.ChoiceField(label=_("Standings and tie-breaks"), choices=list(RULE_SETS.items()))
        officials_forms.fit(self, self.instance, self.choice.system)
        if self.instance.game != GAME:
            del self.fields["start_positions"]
        self._stage_fields()
        shown = present if data is None else setting_forms.read_choice(data.get("shown", "")) or present
        setting_forms.drop_needless(self, shown.system)
        self._lock()

    def _lock(self) -> None:
        """Disable fields that can no longer change. Browsers do not send them; a different value is rejected."""
        locked = {*lifecycle.locked_settings(self.instance, self.stage)}
        locked |= {f"{setting_forms.PREFIX}{name}" for name in lifecycle.locked_options(self.stage)}
        for name in locked & self.fields.keys():
            self.fields[name].widget.attrs["disabled"] = True
            self.fields[name].disabled = self.is_bound and name not in self.data

    def _language_field(self) -> None:
        """Add a choice of languages if there are several."""
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]
            return
        self.initial["language"] = self.instance.home_language
        self.fields["language"] = forms.ChoiceField(
            label=_("Language"),
            choices=[("", _("each reader's own")), *settings.LANGUAGES],
            required=False,
            widget=forms.Select(attrs={"translate": "no"}),  # languages are called by their own names
            help_text=_("Used for documents and the hall screen, and to sort names."),
        )

    def _name_in_event(self) -> None:
        """Let a section have its own name, besides the event's name, which all sections share."""
        help_text = _("The full name combines the event's name and this one. Rename the event on its own page.")
        self.fields["name"] = NameField(label=_("Section name"), longest=LONGEST_SECTION, help_text=help_text)
        self.initial["name"] = self.instance.section

    def _stage_fields(self) -> None:
        self.fields["system"] = forms.ChoiceField(
            label=_("Pairing system"), choices=setting_forms.choices(own=True), initial=self.choice.value
        )
        self.fields["shown"] = forms.CharField(widget=forms.HiddenInput, initial=self.choice.value, required=False)
        self.fields["seating"] = forms.ChoiceField(
            label=_("Numbering of players"),
            choices=seatings(self.stage, self.choice.system.key),
            initial=self.stage.seating,
        )
        self.fields["planned_rounds"] = forms.IntegerField(
            label=ROUNDS_LABEL, min_value=1, max_value=999, required=False, initial=self.stage.planned_rounds
        )
        self.fields.update(setting_forms.option_fields(self.choice, self.stage))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the system's options, in order."""
        return [self[name] for name in self.fields if name.startswith(setting_forms.PREFIX)]

    @property
    def option_lines(self) -> list[forms.BoundField]:
        """The options that are typed or chosen."""
        return [field for field in self.option_fields if not setting_forms.is_tick(field)]

    @property
    def option_ticks(self) -> list[forms.BoundField]:
        """The options with a checkbox."""
        return [field for field in self.option_fields if setting_forms.is_tick(field)]

    @property
    def system_locked(self) -> bool:
        """Whether the pairing system can no longer change."""
        return _is_locked(self["system"])

    @property
    def options_open(self) -> bool:
        """Whether the options start open: when few, just sent or newly chosen, unless all are locked."""
        if self.system_locked and not self.is_bound:
            return not all(map(_is_locked, self.option_fields))
        few = len(self.option_fields) <= setting_forms.FEW
        return few or self.is_bound or self.choice.value != setting_forms.choice_of(self.stage).value

    def checks(self) -> list[object]:
        """Return the conditions on combinations of options, one sentence each."""
        return [translate(sentence) for sentence in self.choice.system.checks]

    def groups(self) -> Iterable[setting_forms.SettingGroup]:
        """Yield the fields under their headings."""
        return setting_forms.groups_of(self)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("planned_rounds", self.stage.planned_rounds) != self.stage.planned_rounds:
            setting_forms.refuse_rounds(self, self.choice.system)
        prefix = setting_forms.PREFIX
        values = {name.removeprefix(prefix): cleaned[name] for name in cleaned if name.startswith(prefix)}
        try:
            self.options = system_options.as_json(system_options.read(self.choice.system.options, values))
        except system_options.OptionError as error:
            self.add_error(f"{prefix}{error.name}", translate(error.sentence))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """The values for change_settings."""
        own = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        if self.instance.event_id is not None:
            own["section"] = own.pop("name")
        own |= {name: notation.side_to_store(own[name]) for name in SIDES}
        names = [name for name in ("seating", "planned_rounds") if name in self.fields]
        stage: dict[str, object] = {name: self.cleaned_data[name] for name in names}
        stage |= {"system": self.choice.system.key, "options": self.options, "reason": self.cleaned_data["reason"]}
        return own | stage
