"""What a password must not be."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import User

#: From this share of common letters, in the same order, a password counts as its owner's name.
LIKE_THE_NAME = 0.7


class NotTheName:
    """A validator as Django takes it: no password that is the account's name, or one of its words, or nearly so.

    The order of letters counts: two words that happen to have the same letters are not alike.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        if user is None:
            return
        name = user.username.lower()
        if any(_alike(password.lower(), part) for part in {name, *re.split(r"\W+", name)} if part):
            raise ValidationError(_("The password is too much like your name."), code="password_too_similar")

    def get_help_text(self) -> str:
        return _("The password must not be like your name.")


def _alike(password: str, name: str) -> bool:
    return SequenceMatcher(None, password, name, autojunk=False).ratio() >= LIKE_THE_NAME
