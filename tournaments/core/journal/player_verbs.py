"""Define the verbs about players, teams, sign-ups and calls."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.core.journal import facts
from tournaments.core.journal.verb import Drafts, Effects, Topic, Verb, VerbGroup

OF_PLAYERS = (
    Verb(
        "set-members",
        _("team members set"),
        ngettext_lazy("{name} has {count} member.", "{name} has {count} members.", "count"),
        _("The former members will be restored."),
        built_on_by=VerbGroup.LINE_UP,
        facts=facts.Members,
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
    ),
    Verb(
        "expel",
        pgettext_lazy("entry of the journal", "expelled"),
        (
            _("Expelled {out} after round {round}, and removed from the standings."),
            _("Expelled {out} before round 1, and removed from the standings."),
            _("Expelled {name} after round {round}."),
            _("Expelled {name} before round 1."),
        ),
        _("The player's former status will be restored."),
        facts=facts.Expelled,
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
        groups=VerbGroup.LEAVING,
    ),
    Verb(
        "give-penalty",
        _("penalty recorded"),
        _("{name}, round {round}: {measure} ({why})."),
        _("The warning or penalty will be removed."),
        facts=facts.Penalty,
        effects=Effects(Topic.PENALTIES, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "remove-penalty",
        _("penalty removed"),
        _("{name}, round {round}: removed {measure} ({why})."),
        _("The warning or penalty will be restored."),
        facts=facts.Penalty,
        effects=Effects(Topic.PENALTIES, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "set-fee",
        _("entry fee changed"),
        (_("Set the entry fee: {fee}."), _("Removed the entry fee.")),
        _("The former entry fee will be restored."),
        facts=facts.Fee,
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "mark-paid",
        pgettext_lazy("entry fee", "paid"),
        (_("{name} has paid."), _("These have paid: {names}.")),
        _("The fee will be unpaid again."),
        facts=facts.NamedPeople,
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "mark-unpaid",
        pgettext_lazy("entry fee", "not paid"),
        (_("{name} has not paid."), _("These have not paid: {names}.")),
        _("The fee will be paid again."),
        facts=facts.NamedPeople,
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "open-sign-up",
        _("sign-up opened"),
        (_("Opened sign-up. Places: {places}."), _("Opened sign-up.")),
        _("The former sign-up settings will be restored."),
        facts=facts.PlaceLimit,
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "close-sign-up",
        _("sign-up closed"),
        _("Closed sign-up."),
        _("The former sign-up settings will be restored."),
        facts=facts.PlaceLimit,
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "sign-up",
        _("signed up"),
        _("{name} signed up."),
        _("The sign-up will be removed."),
        facts=facts.Subject,
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "withdraw-sign-up",
        _("sign-up withdrawn"),
        _("{name} withdrew the sign-up."),
        _("The sign-up will be pending again."),
        facts=facts.Leaving,
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "confirm-sign-ups",
        _("sign-ups confirmed"),
        (_("Confirmed the sign-up of {name}."), _("Confirmed the sign-ups of {names}.")),
        _("They will be removed from the player list, and their sign-ups will be pending again."),
        facts=facts.NamedPeople,
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
    ),
    Verb(
        "decline-sign-up",
        _("sign-up declined"),
        _("Declined the sign-up of {name}."),
        _("The sign-up will be pending again."),
        facts=facts.Subject,
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "call-organiser",
        _("organiser called"),
        (_("Round {round}, table {table}: {name} called an organiser."), _("{name} called an organiser.")),
        _("The call will be removed."),
        facts=facts.PlayerCall,
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "take-back-call",
        _("call cancelled"),
        (_("Round {round}, table {table}: {name} cancelled the call."), _("{name} cancelled the call.")),
        _("The call will be open again."),
        facts=facts.PlayerCall,
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "answer-call",
        _("call answered"),
        (_("Answered the call of {name}, round {round}, table {table}."), _("Answered the call of {name}.")),
        _("The call will be unanswered again."),
        facts=facts.PlayerCall,
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "end-call",
        _("call resolved"),
        (
            _("Round {round}, table {table}: resolved the call of {name}."),
            _("Resolved the call of {name}."),
        ),
        _("The call will be open again."),
        facts=facts.PlayerCall,
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
)
