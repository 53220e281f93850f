"""The same form in two windows: the older one never silently reverts a change, whatever the form stores.

`RECORDS` are the forms that store a whole record; every other form of the project is in `OTHERS`, with the reason.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django import forms

from config.owner.privacy_pages import RetentionForm
from standings.clubs.rule import ClubRule, Origin
from standings.prizes.fund import Category, Fund, Prize
from standings.series.presets import PRESETS
from standings.web.clubs.club_teams import rule_to_json
from standings.web.clubs.forms import ClubsForm
from standings.web.prizes.forms import CategoryForm, FundForm
from standings.web.prizes.fund import fund_to_json
from standings.web.rules.forms import RulesForm
from standings.web.series.forms import EventForm as SeriesEventForm
from standings.web.series.forms import SeriesForm
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.test_settings_walk import as_sent
from tournaments.core.words.names import isolate
from tournaments.event_page.forms import EventPageForm
from tournaments.events import events
from tournaments.events.forms import EventForm
from tournaments.hall import calling
from tournaments.hall.forms import CallingForm, HallForm, ScreenForm
from tournaments.models import Member, User
from tournaments.models.courts import CourtSettings
from tournaments.people.forms import MemberTablesForm
from tournaments.players import registration
from tournaments.players.forms import BarForm, FeeForm, PlayerForm
from tournaments.self_service.forms import EnrolmentForm
from tournaments.series import series as verbs
from tournaments.setup import rules
from tournaments.setup.forms.creation_forms import SettingsForm
from tournaments.web.whole_records import SHOWN_VALUES_FIELD, WholeRecord
from tournaments.webhooks import receivers
from tournaments.webhooks.forms import WebhookForm

pytestmark = pytest.mark.django_db
DESK = "/t/cup/desk/"


@dataclass(frozen=True)
class Record:
    """A form on its page: `theirs` is changed in one window, and `mine` in an older one.

    `find` returns the form from the context of the page. `ready` creates what the page needs, and returns the values
    for its addresses. `to` is the address of the form, if it is not that of its page.
    """

    form: type[forms.BaseForm]
    page: str
    theirs: tuple[str, Any]
    mine: tuple[str, Any]
    find: Callable[[Any], Any] = lambda context: context["form"]
    button: Mapping[str, str] = field(default_factory=dict)
    to: str = ""
    ready: Callable[[Any], Mapping[str, object]] = lambda stage: {}
    tournament: Mapping[str, object] = field(default_factory=lambda: {"system": "dutch", "planned_rounds": 5})

    @property
    def name(self):
        return f"{self.form.__module__}.{self.form.__name__}"


def with_player(stage):
    return {"player": stage.with_players("Ann").players["Ann"].public_id}


def with_hook(stage):
    hook, *_secret = receivers.create_webhook(stage.orla, stage.tournament, address="https://example.com/hook")
    return {"hook": hook.public_id}


def with_helper(stage):
    row = Member.objects.create(
        tournament=stage.tournament, user=User.objects.create_user("Heli"), role="helper", first_table=1, last_table=4
    )
    return {"member": row.pk}


def with_event(stage):
    events.add_section(stage.orla, stage.tournament, event="Open", own="A", section="B")
    stage.tournament.refresh_from_db()
    return {"event": stage.tournament.event.slug}


def with_series(stage):
    made = verbs.create_series(stage.orla, name="Grand Prix", rule={})
    verbs.add_tournaments(stage.orla, made, [stage.tournament])
    return {"series": made.slug, "row": made.events.get().public_id}


def with_courts(stage):
    calling.set_courts(stage.orla, stage.tournament, CourtSettings(4))
    return {}


def with_prizes(stage):
    fund = Fund((Category("Main prizes", (Prize(100_00),)),), "€")
    rules.set_prizes(stage.orla, stage.tournament, fund_to_json(fund))
    return {}


def with_clubs(stage):
    registration.set_club_teams(stage.orla, stage.tournament, rule_to_json(ClubRule(Origin.CLUB, 4)))
    return {}


def as_owner(stage):
    User.objects.filter(pk=stage.orla.user.pk).update(is_superuser=True)
    return {}


def helper_form(context):
    return next(form for _member, form in context["members"] if form is not None)


GO = {"game": "go", "rules": "go", "system": "mcmahon", "planned_rounds": 3}
HOOK = "https://example.com/other"
RECORDS = (
    Record(SettingsForm, f"{DESK}settings/", ("city", "Turku"), ("name", "Autumn Cup")),
    Record(HallForm, f"{DESK}hall/", ("rooms", "Main  hall 1-60\r\nAnnex 61 - 80"), ("closed", "7")),
    Record(ScreenForm, f"{DESK}screen/", ("message", " Prizes at  18:00"), ("depth", "20")),
    Record(
        CallingForm, f"{DESK}courts/", ("closed", "3,1"), ("count", "5"), button={"do": "settings"}, ready=with_courts
    ),
    Record(EnrolmentForm, f"{DESK}players/sign-ups/", ("places", "040"), ("asks", ["club"]), button={"open": "1"}),
    Record(FeeForm, f"{DESK}players/fees/", ("fee", "10.50"), ("currency", "€")),
    Record(PlayerForm, f"{DESK}players/{{player}}/", ("club", "  Oulu"), ("rating", "1800"), ready=with_player),
    Record(EventPageForm, f"{DESK}event-page/", ("about", "Bring\r\npens."), ("contact", "Orla")),
    Record(WebhookForm, f"{DESK}webhooks/{{hook}}/", ("topics", ["results"]), ("address", HOOK), ready=with_hook),
    Record(
        MemberTablesForm,
        f"{DESK}staff/",
        ("first_table", "02"),
        ("last_table", "9"),
        find=helper_form,
        to=f"{DESK}staff/{{member}}/tables/",
        ready=with_helper,
    ),
    Record(ClubsForm, f"{DESK}club-teams/", ("best", "03"), ("by", "federation"), ready=with_clubs),
    Record(
        FundForm,
        f"{DESK}prizes/",
        ("currency", " EUR"),
        ("least", "5"),
        find=lambda context: context["sheet"].fund,
        ready=with_prizes,
    ),
    Record(
        CategoryForm,
        f"{DESK}prizes/",
        ("prizes", "300, 200"),
        ("name", "Open"),
        find=lambda context: context["sheet"].categories[0],
        ready=with_prizes,
    ),
    Record(
        RulesForm,
        f"{DESK}rules/",
        ("points_half_bye", "0.250"),
        ("points_zero_bye", "0.5"),
        find=lambda context: context["sheet"],
        button={"do": "store"},
        tournament={"system": "dutch", "planned_rounds": 5, "rules_changes": {"chain": ["PTS", "SB"]}},
    ),
    Record(BarForm, f"{DESK}bar/", ("bar", "2d"), ("floor", "12k"), tournament=GO),
    Record(
        EventForm,
        "/e/{event}/desk/",
        ("name", "Spring  Open"),
        ("name", "Autumn Open"),
        to="/e/{event}/desk/name/",
        ready=with_event,
    ),
    Record(SeriesForm, "/series/{series}/desk/rule/", ("best", "04"), ("name", "Club Cup"), ready=with_series),
    Record(
        SeriesEventForm,
        "/series/{series}/desk/",
        ("factor", "1.5"),
        ("type", "rapid"),
        find=lambda context: context["held"][0][1],
        to="/series/{series}/desk/events/{row}/",
        ready=with_series,
    ),
    Record(
        RetentionForm,
        "/server/retention/",
        ("months", "12"),
        ("accounts", "24"),
        button={"do": "save"},
        ready=as_owner,
    ),
)
#: Forms that do not store a whole record.
OTHERS = {
    "they add something": (
        "AccountForm FirstAccountForm GuestForm InviteForm PassForm TokenForm NewTournamentForm CreateForm CopyForm "
        "TrialForm SectionForm JoinForm NextStageForm NewPlayerForm EventPlayerForm SignUpForm MemberForm TypedForm "
        "PointsForm PenaltyForm DeductionForm TwoPlayersForm FixForm ForbidForm"
    ),
    "they do something once, with what is typed for it": (
        "SignInForm CodeForm AuthorizeForm AllowForm NewPasswordForm ChangePasswordForm DeleteForm LeaveForm "
        "LeaveForGoodForm MoveForm SecretForm ReplayForm ClockForm ExtensionForm PublishTimeForm StartForm"
    ),
    "they read a file or a list, and show it before anything is stored": (
        "ListForm AnswersForm TeamListForm PasteForm FileForm TextForm ImportForm GoImportForm LoadForm PgnForm"
    ),
    "they store one value, which is typed to change it": "ByeForm MissedForm DateForm",
    "they store nothing": "CourtsForm",
    "others are made of them": "PlainForm TablesForm WholeRecord",
}


@pytest.fixture
def windows(request, make, orla):
    """The record and the actions of a window: `show` the form, `send` fields, and return the `fields` of an answer."""
    return Windows(request.param, make(**request.param.tournament), signed_in(orla))


class Windows:
    def __init__(self, record, stage, client):
        self.record, self.client = record, client
        names = record.ready(stage)
        self.page, self.to = record.page.format(**names), (record.to or record.page).format(**names)

    def fields(self, answer):
        """Return the fields of the form in an answer as a browser sends them, with everything sent beside it."""
        form = self.record.find(answer.context)
        sent = {name: value for name, value in as_sent(form).items() if name != "sheet"}
        if isinstance(form, RulesForm):
            sent = {name: "on" if value is True else value for name, value in form.values.items() if value is not False}
            chain = [f"{entry.key}:{entry.base}" for entry in form.chain.entries]
            sent |= {"rules": form.rules, "chain": chain, SHOWN_VALUES_FIELD: answer.context["shown"]}
        if isinstance(form, FundForm | CategoryForm):
            sheet = answer.context["sheet"]
            sent = {key: value for each in (sheet.fund, *sheet.categories) for key, value in as_sent(each).items()}
        return sent

    def show(self):
        answer = self.client.get(self.page)
        assert answer.status_code == 200
        sent = self.fields(answer)
        assert [
            name for name in sent if name.endswith(SHOWN_VALUES_FIELD) and f'name="{name}"' not in answer.text
        ] == []
        return sent

    def named(self, name):
        """Return the name of a field as it is sent."""
        return self.record.find(self.client.get(self.page).context)[name].html_name

    def send(self, fields):
        return self.client.post(self.to, {**fields, **self.record.button})


each_record = pytest.mark.parametrize("windows", RECORDS, ids=lambda record: record.name, indirect=True)


@each_record
def test_change_in_another_window_is_shown_and_kept_until_saved_again(windows):
    """Nothing that was typed is lost."""
    theirs, mine = (windows.named(name) for name, _value in (windows.record.theirs, windows.record.mine))
    old = windows.show()
    assert windows.send({**windows.show(), theirs: windows.record.theirs[1]}).status_code == 302
    stored = windows.show()
    assert stored[theirs] != old[theirs]
    answer = windows.send({**old, mine: windows.record.mine[1]})
    assert answer.status_code == 422
    label = str(windows.record.find(answer.context)[windows.record.theirs[0]].label)
    assert f"Changed since you opened this page: {isolate(label)}. Nothing was saved." in answer.text
    assert windows.show() == stored
    again = windows.fields(answer)
    assert again[mine] == windows.record.mine[1]
    if theirs != mine:
        assert again[theirs] == old[theirs]
    assert windows.send(again).status_code == 302
    after = windows.show()
    assert after[mine] == windows.record.mine[1]
    if theirs != mine:
        assert after[theirs] == old[theirs]


@each_record
def test_double_click_and_changes_of_other_fields_are_no_conflict(windows):
    """Another spelling of a value is no conflict, and neither are other fields changed in the other window."""
    record = windows.record
    theirs, mine = (windows.named(name) for name, _value in (record.theirs, record.mine))
    old = {**windows.show(), theirs: record.theirs[1]}
    assert [windows.send(old).status_code for _click in range(2)] == [302, 302]
    stored = windows.show()
    if theirs != mine:
        assert windows.send({**stored, mine: record.mine[1]}).status_code == 302
        assert windows.show()[theirs] == stored[theirs]


@each_record
def test_page_without_shown_values_can_save(windows):
    theirs = windows.named(windows.record.theirs[0])
    fields = {name: value for name, value in windows.show().items() if not name.endswith(SHOWN_VALUES_FIELD)}
    assert windows.send({**fields, theirs: windows.record.theirs[1]}).status_code == 302


def test_every_form_of_a_whole_record_is_checked():
    known = {name for names in OTHERS.values() for name in names.split()}
    records = {record.form for record in RECORDS}
    found = {form for form in every_form() if form.__name__ not in known}
    assert {form.__name__ for form in found - records} == set()
    assert {form for form in records if not issubclass(form, WholeRecord)} == {
        RulesForm
    }  # which asks the same of itself
    assert known <= {form.__name__ for form in every_form()}


def every_form():
    """Return all our form classes."""
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    for kind in waiting:
        waiting += kind.__subclasses__()
    return [kind for kind in waiting if kind.__module__.split(".")[0] in ("tournaments", "standings", "config")]


def test_points_preset_by_a_link_do_not_count_as_stored(make, orla):
    """They count neither when a series is created nor when its rule is changed."""
    names, client = with_series(make()), signed_in(orla)
    for page in ("/series/new/", "/series/{series}/desk/rule/".format(**names)):
        filled = as_sent(client.get(f"{page}?preset={PRESETS[0].key}").context["form"])
        assert client.post(page, {**filled, "name": "Challenge"}).status_code == 302
