"""Every field of every settings form refuses wrong values with a sentence beside the field, and nothing is stored."""

from datetime import date

import pytest
from django import forms
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.models import Tournament
from tournaments.web.fields import ZoneField
from tournaments.webhooks import receivers

pytestmark = pytest.mark.django_db

#: Values that no field of a type accepts.
NUMBERS = ("abc", "-7000000", "9" * 30, "NaN", "1e9999", "½½")
WRONG = (
    (forms.DecimalField, NUMBERS),
    (forms.IntegerField, (*NUMBERS, "2.5")),
    (forms.DateTimeField, ("soon", "2026-02-30T10:00", "2026-01-10T25:00", "9" * 400)),
    (forms.DateField, ("soon", "2026-02-30", "99999-01-01")),
    (forms.TimeField, ("noon", "25:00", "9" * 400)),
    (ZoneField, ("Mars/Base", "x" * 100_000)),
    (forms.ChoiceField, ("no-such-choice", "x" * 100_000)),
    (forms.CharField, ("x" * 100_000,)),
)
#: The forms of pages: the page, the form's name in its context, and the values that the button sends.
FORMS = (
    ("settings", "form", {}),
    ("hall", "form", {}),
    ("courts", "form", {"do": "settings"}),
    ("set-screen", "form", {}),
    ("sign-ups", "form", {"open": "1"}),
    ("clock", "form", {"do": "set"}),
    ("clock", "more", {"do": "extend", "x-minutes": "5"}),
    ("staff", "invite", {"invite": "1"}),
    ("staff", "token", {"token": "1"}),
    ("webhooks", "form", {}),
    ("copy", "form", {}),
    ("section-add", "form", {}),
    ("player-change", "form", {}),
    ("standings:set-clubs", "form", {}),
    ("standings:rules", "sheet", {"do": "store"}),
    ("standings:prizes", "sheet.fund", {}),
    ("standings:prizes", "sheet.first", {}),
    ("wishes", "fix_form", {"do": "fix"}),
    ("wishes", "forbid_form", {"do": "forbid"}),
    ("arbiter", "form", {"do": "deduct"}),
    ("penalties", "form", {"do": "give"}),
    ("fees", "form", {}),
    ("protocol", "form", {"do": "start"}),
    ("staff", "pass_form", {}),
    ("draft", "later", {"later": "1"}),
    ("webhook", "form", {}),
    ("webhook", "replay_form", {}),
    ("create", "form", {}),
    ("standings:series-create", "form", {}),
)
#: The address of a form, if it is not the address of its page.
SENT_TO = {"pass_form": "pass", "later": "publish", "replay_form": "webhook-replay"}
#: Forms that are not settings, or whose wrong values are sent by another test.
ELSEWHERE = {
    "AccountForm, FirstAccountForm, NewPasswordForm, ChangePasswordForm, SignInForm, GuestForm": "accounts: people",
    "CodeForm, AllowForm, AuthorizeForm": "codes of programs: people",
    "FileForm, TextForm, ImportForm, GoImportForm, LoadForm, ListForm, TeamListForm, AnswersForm, PasteForm": "lists",
    "MemberForm, NewPlayerForm, EventPlayerForm, SignUpForm": "lines of lists and sign-ups",
    "ByeForm": "one message for the whole form: players",
    "EventForm, JoinForm, MoveForm": "sections: events",
    "TypedForm, PointsForm": "results and points of a series: tests/tournaments/series",
    "NextStageForm": "a stage that is over: stages",
    "BarForm": "McMahon: players",
    "TablesForm, MemberTablesForm": "helpers: people",
    "DateForm": "one match: tests/tournaments/schedule",
    "SecretForm": "one choice, whose page has no place for an error: webhooks",
    "LeaveForm, LeaveForGoodForm, DeleteForm": "one text that confirms an act",
    "NewTournamentForm": "what other forms begin with",
    "EventPageForm": "tests/tournaments/event_page: images, colours, Markdown and links",
    "CourtsForm": "a question in the address, which stores nothing: tests/tournaments/schedule",
    "PgnForm": "tests/tournaments/report_files/test_pgn.py: files that are none",
}


@pytest.fixture
def running(make):
    """A chess tournament in round 2."""
    stage = make(system="dutch", planned_rounds=5).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "½-½")
    stage.pair()
    stage.publish()
    return stage


def address(stage, name, hook=""):
    where = {"slug": stage.tournament.slug}
    if name in {"create", "standings:series-create"}:
        where = {}
    if name in {"draft", "publish"}:
        where["number"] = 3
    if name.startswith("webhook") and name != "webhooks":
        where["webhook"] = hook
    if name == "clock":
        where["number"] = 2
    if name == "player-change":
        where["player_id"] = stage.players["Ann"].public_id
    return reverse(name if ":" in name else f"tournaments:{name}", kwargs=where)


def as_sent(form):
    """Return a form's fields as a browser sends them if nobody has changed anything."""
    sent = {}
    for field in form:
        value = field.value()
        if isinstance(field.field, forms.BooleanField) and not isinstance(field.field, forms.NullBooleanField):
            sent |= {field.html_name: "on"} if value else {}
        elif isinstance(value, (list, tuple)):
            sent[field.html_name] = [str(each) for each in value]
        else:
            sent[field.html_name] = (
                value.isoformat() if isinstance(value, date) else "" if value is None else str(value)
            )
    return sent


def made_ready(stage, name):
    """Prepare the conditions of a page beyond a running round; return the id for its address, or ""."""
    if name == "draft":
        for table in (1, 2):
            stage.enter(table, "1-0")
        stage.close()
        stage.pair()
    if name != "webhook":
        return ""
    hook, *_secret = receivers.create_webhook(stage.orla, stage.tournament, address="https://example.com/hook")
    return hook.public_id


def form_in(answer, key):
    """Return a form of a page by its name, or by its name within a sheet of several forms."""
    name, _dot, part = key.partition(".")
    found = answer.context[name]
    if part == "first":
        return found.categories[0]
    return getattr(found, part) if part else found


def wrong_values(field):
    return next((values for kind, values in WRONG if isinstance(field, kind)), ())


@pytest.mark.slow("sends every wrong value of every field")
@pytest.mark.rotates(8)
@pytest.mark.parametrize(("name", "key", "button"), FORMS, ids=[f"{name}-{key}" for name, key, _button in FORMS])
def test_wrong_values_are_refused_beside_their_field(running, name, key, button):
    hook = made_ready(running, name)
    client, at = signed_in(running.orla.user), address(running, name, hook)
    form = form_in(client.get(at), key)
    to = address(running, SENT_TO.get(key, name), hook)
    usual = {**as_sent(form), **button}
    if name == "standings:prizes":
        sheet = client.get(at).context["sheet"]
        usual = {k: v for each in (sheet.fund, *sheet.categories) for k, v in as_sent(each).items()}
    if name == "standings:rules":
        usual |= {"rules": form.rules, "chain": [f"{entry.key}:{entry.base}" for entry in form.chain.entries]}
    faults = []
    for field in form:
        if field.is_hidden:
            continue
        for value in wrong_values(field.field):
            before, count = running.revision(), Tournament.objects.count()
            answer = client.post(to, {**usual, field.html_name: value})
            where = (field.name, value[:20])
            refused = form_in(answer, key) if answer.status_code == 422 else None
            if (running.revision(), Tournament.objects.count()) != (before, count):
                faults.append((*where, "stored"))
            elif refused is None:
                faults.append((*where, f"no refusal: {answer.status_code}"))
            elif field.name not in refused.errors:
                faults.append((*where, f"said elsewhere: {dict(refused.errors)} {getattr(refused, 'problems', '')}"))
            elif escape(refused.errors[field.name][0]) not in answer.content.decode():
                faults.append((*where, "not on the page"))
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.rotates(4)
def test_every_form_is_walked_or_listed_elsewhere(running):
    client, walked = signed_in(running.orla.user), set()
    for name, key, _button in FORMS:
        hook = made_ready(running, name)
        walked.add(type(form_in(client.get(address(running, name, hook)), key)).__name__)
    known = {name for names in ELSEWHERE for name in names.split(", ")}
    assert not walked & known
    assert {form.__name__ for form in every_form()} - walked - known == set()


def every_form():
    """Return the classes of forms that have a field with wrong values."""
    waiting = [forms.BaseForm]
    for kind in waiting:
        waiting += kind.__subclasses__()
    ours = [kind for kind in waiting if kind.__module__.startswith(("tournaments.", "standings."))]
    seen = {kind: list(getattr(kind, "base_fields", {}).values()) for kind in ours}
    return [kind for kind, fields in seen.items() if any(wrong_values(f) for f in fields if not f.widget.is_hidden)]


#: Values that fit a field's type, but are impossible in a tournament in round 2.
IMPOSSIBLE = (
    *(("name", ""), ("starts_on", "1800-01-01"), ("time_zone", ""), ("first_label", ""), ("rules", "")),
    *(
        ("planned_rounds", "0"),
        ("planned_rounds", "1"),
        ("planned_rounds", "1000"),
        ("best_of", "0"),
        ("best_of", "26"),
    ),
    *(("points_draw", "5"), ("points_draw", "-1"), ("points_win", "0.2"), ("points_loss", "0.8")),
    *(("points_win", "1000000"), ("points_half_bye", "0.00001")),
    *(("score_total", "0"), ("ends_on", "3026-01-10"), ("report_minutes", "99999"), ("line_up_minutes", "99999")),
    *(("half_byes_most", "100"), ("half_byes_not_in_last", "100"), ("default_minutes", "99999"), ("finalists", "1")),
    *(("chief_arbiter", "x" * 500), ("ends_on", "2025-01-01"), ("round_dates", "soon")),
)


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE)
def test_impossible_settings_are_refused_beside_their_field(running, name, value):
    client, at = signed_in(running.orla.user), address(running, "settings")
    sent, before = as_sent(client.get(at).context["form"]), running.revision()
    assert name in sent
    answer = client.post(at, {**sent, "reason": "so it was announced", name: value})
    assert running.revision() == before
    assert answer.status_code == 422
    wrong = answer.context["form"].errors
    assert wrong
    assert "__all__" not in wrong
    assert f'id="id_{next(iter(wrong))}_error"' in answer.content.decode()
