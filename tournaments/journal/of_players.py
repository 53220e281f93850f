"""Verbs of what players ask for by themselves, and of expelling them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.journal.verb import Drafts, Effects, Group, Topic, Verb

OF_PLAYERS = (
    Verb(
        "set-members",
        _("members of a team set"),
        ngettext_lazy("{name} has {count} member.", "{name} has {count} members.", "count"),
        _("The team has the members that it had before."),
        built_on_by=Group.LINE_UP,
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
    ),
    Verb(
        "expel",
        _("expelled"),
        (
            _("Expelled {out} after round {round}; left out of the table."),
            _("Expelled {out} before the first round; left out of the table."),
            _("Expelled {name} after round {round}."),
            _("Expelled {name} before the first round."),
        ),
        _("The player is what he was before: in, withdrawn, or expelled for another reason."),
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
        groups=Group.LEAVING,
    ),
    Verb(
        "open-sign-up",
        _("sign-up opened"),
        (_("Let people sign up, for {places} places."), _("Let people sign up.")),
        _("It is as it was before whether people sign up, and how."),
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "close-sign-up",
        _("sign-up closed"),
        _("Nobody can sign up any more."),
        _("It is as it was before whether people sign up, and how."),
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "sign-up",
        _("signed up"),
        _("{name} has signed up."),
        _("It is as if nobody had signed up."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "withdraw-sign-up",
        _("sign-up withdrawn"),
        _("{name}, who had signed up, does not want to play."),
        _("The person waits again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "confirm-sign-ups",
        _("sign-ups confirmed"),
        (_("Confirmed {name}, who had signed up."), _("Confirmed those who had signed up: {names}.")),
        _("They are off the list of players, and wait again."),
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
    ),
    Verb(
        "decline-sign-up",
        _("sign-up declined"),
        _("Declined {name}, who had signed up."),
        _("The person waits again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "call-organiser",
        _("organiser called"),
        (_("Round {round}, table {table}: {name} calls an organiser."), _("{name} calls an organiser.")),
        _("The player calls no longer."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "take-back-call",
        _("call taken back"),
        (_("Round {round}, table {table}: {name} needs nobody any more."), _("{name} needs nobody any more.")),
        _("The player calls again."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "answer-call",
        _("call answered"),
        (_("On the way to {name}, round {round}, table {table}."), _("On the way to {name}.")),
        _("Nobody is on the way, and the player calls."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "end-call",
        _("call settled"),
        (
            _("Round {round}, table {table}: what {name} called for is settled."),
            _("What {name} called for is settled."),
        ),
        _("The player calls again."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
)
