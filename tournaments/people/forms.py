"""Define forms for accounts and signing in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from pairings.seating.hall import HIGHEST
from tournaments.models import ApiToken, Member, Tournament, User
from tournaments.people import accounts
from tournaments.web.fields import LineField, NameField, PlainForm
from tournaments.web.whole_records import WholeRecord


def new_password(label: Any) -> forms.CharField:
    """Return a field for a new password."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=500,
        help_text=_("At least ten characters. Avoid common passwords."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


def checked_password(password: str, username: str) -> str:
    """Return the password, if it is strong enough for this name. Raise ValidationError."""
    if "\x00" in password:
        raise ValidationError(_("The text contains invisible control characters. Type it again."))
    validate_password(password, User(username=username))
    return password


class AccountForm(PlainForm):
    """A name and a password, entered only once: the typed password can be shown instead."""

    username = NameField(label=_("Your name"), longest=100, help_text=_("Used to sign in, and shown in the journal."))
    password = new_password(_("Password"))

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["username"].widget.attrs["autocomplete"] = "username"

    def clean_password(self) -> str:
        return checked_password(self.cleaned_data["password"], self.cleaned_data.get("username", ""))

    @property
    def account(self) -> dict[str, str]:
        return {"username": self.cleaned_data["username"], "password": self.cleaned_data["password"]}


class FirstAccountForm(AccountForm):
    """The first account of a new installation: if strangers can reach it, with the code from its console."""

    code = LineField(
        label=_("Code"), longest=20, help_text=_("Twelve letters and digits, shown where the program was started.")
    )

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        if not self.is_bound:
            self.fields["username"].widget.attrs["autofocus"] = True
        if not settings.ASKS_FOR_CODE:
            del self.fields["code"]
        else:
            self.fields["code"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"])
        if not accounts.is_first_account_code(code):
            raise ValidationError(_("Wrong code. Enter the code that the program showed when it started."))
        return code


class NewPasswordForm(PlainForm):
    """A new password for an account."""

    password = new_password(_("New password"))

    def __init__(self, *args: object, user: User, **options: object) -> None:
        super().__init__(*args, **options)
        self.user = user

    def clean_password(self) -> str:
        return checked_password(self.cleaned_data["password"], self.user.username)


class ChangePasswordForm(NewPasswordForm):
    """A form for signed-in users to change their password, after entering the current one."""

    present = forms.CharField(
        label=_("Current password"),
        strip=False,
        max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("present", "password")

    def clean_present(self) -> str:
        if not self.user.check_password(self.cleaned_data["present"]):
            raise ValidationError(_("Wrong current password. Check capital letters and try again."))
        return str(self.cleaned_data["present"])


def too_many_wrong(minutes: int) -> str:
    """Return the message for users who have to wait."""
    text = ngettext(
        "Too many wrong passwords. Try again in {minutes} minute.",
        "Too many wrong passwords. Try again in {minutes} minutes.",
        minutes,
    )
    return text.format(minutes=minutes)


class SignInForm(AuthenticationForm):
    """Django's sign-in form with plainer messages."""

    template_name = "forms/form.html"
    error_messages = {  # noqa: RUF012 as Django declares it
        "invalid_login": _("Wrong name or password. Check capital letters and try again."),
        "inactive": _("This account is closed. Ask the owner of this server."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.label_suffix = ""
        self.fields["username"].label = _("Your name")

    def add_waiting_time(self, minutes: int) -> None:
        """Show how long to wait, without checking the password."""
        self._errors = forms.utils.ErrorDict({"__all__": self.error_class([too_many_wrong(minutes)])})
        self.cleaned_data = {}


DAYS = (("1", _("one day")), ("7", _("one week")), ("31", _("one month")), ("366", _("one year")))

HOURS = (
    ("3", _("3 hours")),
    ("6", _("6 hours")),
    ("12", _("12 hours")),
    ("24", _("24 hours")),
    ("72", _("three days")),
)


class InviteForm(PlainForm):
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial=Member.Role.HELPER)


class TablesForm(PlainForm):
    """A range of tables; both fields are empty for all."""

    first_table = forms.IntegerField(label=_("From number"), min_value=1, max_value=HIGHEST, required=False)
    last_table = forms.IntegerField(label=_("To number"), min_value=1, max_value=HIGHEST, required=False)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_table"), cleaned.get("last_table")
        if not self.errors and (first is None) != (last is None):
            self.add_error(
                "last_table" if last is None else "first_table",
                _("Enter both numbers, or leave both empty for all."),
            )
        elif first is not None and last is not None and last < first:
            self.add_error("last_table", _("The last number is before the first. Swap them."))
        return cleaned

    @property
    def tables(self) -> tuple[int, int] | None:
        """Both ends, once the form is valid; None for all tables."""
        first, last = self.cleaned_data["first_table"], self.cleaned_data["last_table"]
        return None if first is None else (first, last)


class MemberTablesForm(WholeRecord, TablesForm):
    """The tables of a helper on the staff."""


class PassForm(TablesForm):
    hours = forms.ChoiceField(label=_("Valid for"), choices=HOURS, initial="12")
    field_order = ("hours", "first_table", "last_table")


class GuestForm(PlainForm):
    """The name under which a helper without an account works."""

    name = NameField(label=_("Your name"), help_text=_("Shown in the journal with the results that you enter."))


class TokenForm(PlainForm):
    name = NameField(label=_("Program name"), longest=60)
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=ApiToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[ApiToken.Scope.READ],
    )
    days = forms.ChoiceField(label=_("Valid for"), choices=DAYS, initial="7")
    field_order = ("name", "days", "scopes")

    def __init__(self, *args: object, in_event: bool, **options: object) -> None:
        super().__init__(*args, **options)
        field = self.fields["scopes"]
        if not in_event and isinstance(field, forms.MultipleChoiceField):
            field.choices = [scope for scope in ApiToken.Scope.choices if scope[0] != ApiToken.Scope.EVENT.value]

    @property
    def values(self) -> dict[str, Any]:
        expires = timezone.now() + timedelta(days=int(self.cleaned_data["days"]))
        return {"name": self.cleaned_data["name"], "scopes": self.cleaned_data["scopes"], "expires_at": expires}


class CodeForm(PlainForm):
    user_code = LineField(
        label=_("Code"), longest=20, help_text=_("The eight-letter code shown by the program, such as ABCD-EFGH.")
    )

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["user_code"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "on"}


#: The choice of all tournaments.
ALL = "all"


class AuthorizeForm(PlainForm):
    """The user's tournaments for which a token is valid, and for how long."""

    tournament = forms.ChoiceField(label=_("Tournament"), initial=ALL)
    days = forms.ChoiceField(label=_("Valid for"), choices=DAYS, initial="7")

    def __init__(self, *args: object, user: User, **options: object) -> None:
        super().__init__(*args, **options)
        run = Member.objects.filter(user=user, role=Member.Role.ORGANISER).values("tournament")
        self.run = {str(each.pk): each for each in Tournament.objects.filter(pk__in=run, archived_at=None)}
        field = self.fields["tournament"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(ALL, _("all your tournaments")), *((key, each.name) for key, each in self.run.items())]

    @property
    def chosen(self) -> Tournament | None:
        """The chosen tournament; None for all."""
        return self.run.get(self.cleaned_data["tournament"])

    @property
    def until(self) -> datetime:
        return timezone.now() + timedelta(days=int(self.cleaned_data["days"]))


class AllowForm(AuthorizeForm):
    """The form to allow access for a program that shows a code."""

    user_code = LineField(longest=20, widget=forms.HiddenInput)
