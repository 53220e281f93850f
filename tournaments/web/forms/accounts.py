"""Accounts and signing in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.models import User
from tournaments.services import accounts
from tournaments.web.forms.fields import LineField, NameField, PlainForm


def new_password(label: Any) -> forms.CharField:
    """A field in which a password is chosen."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=500,
        help_text=_("At least ten characters; not one that everybody uses."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


def checked_password(password: str, username: str) -> str:
    """The password, if it is a good one for this name. Raises ValidationError."""
    if "\x00" in password:
        raise ValidationError(_("There are invisible control characters in it. Type it again."))
    validate_password(password, User(username=username))
    return password


class AccountForm(PlainForm):
    """A name and a password, once: what was typed can be shown instead of typed twice."""

    username = NameField(
        label=_("Your name"), longest=100, help_text=_("You sign in with it, and the journal shows it.")
    )
    password = new_password(_("Password"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].widget.attrs["autocomplete"] = "username"

    def clean_password(self) -> str:
        return checked_password(self.cleaned_data["password"], self.cleaned_data.get("username", ""))

    @property
    def account(self) -> dict[str, str]:
        return {"username": self.cleaned_data["username"], "password": self.cleaned_data["password"]}


class FirstAccountForm(AccountForm):
    """The organiser's own, of a new installation: where strangers can reach it, with the code from its console."""

    code = LineField(
        label=_("Code"), longest=20, help_text=_("Twelve letters and digits, printed where the program was started.")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not settings.ASKS_FOR_CODE:
            del self.fields["code"]
        else:
            self.fields["code"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"])
        if not accounts.is_first_account_code(code):
            raise ValidationError(_("This is not the code that the program printed when it was started."))
        return code


class NewPasswordForm(PlainForm):
    """A new password for an account."""

    password = new_password(_("New password"))

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user

    def clean_password(self) -> str:
        return checked_password(self.cleaned_data["password"], self.user.username)


class ChangePasswordForm(NewPasswordForm):
    """The same for whoever is signed in, who says the present one first."""

    present = forms.CharField(
        label=_("Present password"),
        strip=False,
        max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("present", "password")

    def clean_present(self) -> str:
        if not self.user.check_password(self.cleaned_data["present"]):
            raise ValidationError(_("This is not your present password. Mind capital letters."))
        return str(self.cleaned_data["present"])


def too_many_wrong(minutes: int) -> str:
    """What is said to whoever has to wait."""
    text = ngettext(
        "Too many wrong passwords. Try again in {minutes} minute.",
        "Too many wrong passwords. Try again in {minutes} minutes.",
        minutes,
    )
    return text.format(minutes=minutes)


class SignInForm(AuthenticationForm):
    """Django's sign-in with plain words."""

    template_name = "forms/form.html"
    error_messages = {  # noqa: RUF012 as Django declares it
        "invalid_login": _("This name and password do not belong together. Mind capital letters."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.label_suffix = ""
        self.fields["username"].label = _("Your name")

    def throttled(self, minutes: int) -> None:
        """Say how long to wait instead of looking at the password."""
        self._errors = forms.utils.ErrorDict({"__all__": self.error_class([too_many_wrong(minutes)])})
        self.cleaned_data = {}
