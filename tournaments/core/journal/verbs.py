"""VERBS: every verb that the journal knows, in words, with what undoing it does and what can be built on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.core.journal.round_verbs import OF_RESULTS, OF_ROUNDS
from tournaments.core.journal.verb import Drafts, Effects, Group, Topic, Verb

OF_PLAYERS = (
    Verb(
        "set-members",
        _("team members set"),
        ngettext_lazy("{name} has {count} member.", "{name} has {count} members.", "count"),
        _("The former members will be restored."),
        built_on_by=Group.LINE_UP,
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
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
        groups=Group.LEAVING,
    ),
    Verb(
        "give-penalty",
        _("penalty recorded"),
        _("{name}, round {round}: {measure} ({why})."),
        _("The warning or penalty will be removed."),
        effects=Effects(Topic.PENALTIES, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "remove-penalty",
        _("penalty removed"),
        _("{name}, round {round}: removed {measure} ({why})."),
        _("The warning or penalty will be restored."),
        effects=Effects(Topic.PENALTIES, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "set-fee",
        _("entry fee changed"),
        (_("Set the entry fee: {fee}."), _("Removed the entry fee.")),
        _("The former entry fee will be restored."),
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "mark-paid",
        pgettext_lazy("entry fee", "paid"),
        (_("{name} has paid."), _("These have paid: {names}.")),
        _("The fee will be unpaid again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "mark-unpaid",
        pgettext_lazy("entry fee", "not paid"),
        (_("{name} has not paid."), _("These have not paid: {names}.")),
        _("The fee will be paid again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "open-sign-up",
        _("sign-up opened"),
        (_("Opened sign-up. Places: {places}."), _("Opened sign-up.")),
        _("The former sign-up settings will be restored."),
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "close-sign-up",
        _("sign-up closed"),
        _("Closed sign-up."),
        _("The former sign-up settings will be restored."),
        effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "sign-up",
        _("signed up"),
        _("{name} signed up."),
        _("The sign-up will be removed."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "withdraw-sign-up",
        _("sign-up withdrawn"),
        _("{name} withdrew the sign-up."),
        _("The sign-up will be pending again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "confirm-sign-ups",
        _("sign-ups confirmed"),
        (_("Confirmed the sign-up of {name}."), _("Confirmed the sign-ups of {names}.")),
        _("They will be removed from the player list, and their sign-ups will be pending again."),
        effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
    ),
    Verb(
        "decline-sign-up",
        _("sign-up declined"),
        _("Declined the sign-up of {name}."),
        _("The sign-up will be pending again."),
        effects=Effects(Topic.SIGN_UPS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "call-organiser",
        _("organiser called"),
        (_("Round {round}, table {table}: {name} called an organiser."), _("{name} called an organiser.")),
        _("The call will be removed."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "take-back-call",
        _("call cancelled"),
        (_("Round {round}, table {table}: {name} cancelled the call."), _("{name} cancelled the call.")),
        _("The call will be open again."),
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
    Verb(
        "answer-call",
        _("call answered"),
        (_("Answered the call of {name}, round {round}, table {table}."), _("Answered the call of {name}.")),
        _("The call will be unanswered again."),
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
        effects=Effects(Topic.CALLS, Drafts.STAY, moves_places=False, for_helpers=False),
    ),
)


VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        verb.key: verb
        for verb in (
            Verb(
                "create-tournament",
                _("tournament created"),
                _("Created the tournament {name}."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "import-tournament",
                _("tournament imported"),
                _("Imported the tournament {name} from a report file."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-settings",
                _("settings changed"),
                (_("Changed the settings: {changed}."), _("Changed the settings.")),
                _("The former settings will be restored."),
                effects=Effects(Topic.SETTINGS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-rules",
                _("rules changed"),
                _("Changed the standings rules: {now}. Before: {was}."),
                _("The former standings rules will be restored."),
                effects=Effects(Topic.RULES, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave-fide-mode",
                _("FIDE mode left"),
                _("Left FIDE mode in round {round}."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-prizes",
                _("prizes changed"),
                (_("Set the prizes: {prizes}."), _("Removed all prizes.")),
                _("The former prizes will be restored."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-club-teams",
                _("club teams changed"),
                (
                    _("Club teams: best {clubs} of each club count; {counting}."),
                    _("Club teams: best {clubs} of each club count."),
                    _("Club teams: best {federations} of each federation count; {counting}."),
                    _("Club teams: best {federations} of each federation count."),
                    _("Removed the club teams."),
                ),
                _("The former club teams will be restored."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "draw-lot",
                _("lots drawn"),
                _("Drew lots for players who are still tied: seed {seed}."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "add-players",
                _("players added"),
                (
                    _("Added {name}."),
                    ngettext_lazy("Added {count} player: {names}.", "Added {count} players: {names}.", "count"),
                    ngettext_lazy("Added {count} player.", "Added {count} players.", "count"),
                ),
                _("The players will be removed from the list."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "take-list",
                _("player list imported"),
                (
                    _("Imported a player list. Added: {names}. Changed: {players}."),
                    _("Imported a player list. Added: {name}. Changed: {players}."),
                    _("Imported a player list. Added: {names}."),
                    _("Imported a player list. Added: {name}."),
                    _("Imported a player list. Changed: {players}."),
                ),
                _("The players will be as before the import."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-player",
                _("player changed"),
                _("Changed {name}."),
                _("The player's former data will be restored."),
                effects=Effects(Topic.PLAYERS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-player",
                _("player removed"),
                _("Removed {name}."),
                _("The player will be back on the list."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "erase-person",
                _("personal data erased"),
                (_("Erased personal data. The new names: {names}."), _("Erased personal data.")),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "move-players",
                _("players moved to another section"),
                (
                    _("Moved to {to}: {names}. Pairs moved with them: {pairs}."),
                    _("Moved to {to}: {names}."),
                    _("Moved here from {origin}: {names}. Byes dropped: {byes}."),
                    _("Moved here from {origin}: {names}."),
                ),
                _("The players will return to their former section, with their byes and pairs."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=Group.BEFORE_ROUND_1,
            ),
            Verb(
                "join-event",
                _("event joined"),
                (
                    _("Added as section {section} to the event {event}. Staff added: {names}."),
                    _("Added as section {section} to the event {event}."),
                ),
                _("The tournament will be separate again, under its former name."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave-event",
                _("event left"),
                _("Removed section {section} from the event {event}."),
                _("It will be a section of the event again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=Group.NAMING,
            ),
            Verb(
                "rename-event",
                _("event renamed"),
                _("Renamed the event {former} to {event}."),
                _("The event and its sections will get their former names back."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=Group.NAMING,
            ),
            Verb(
                "order-sections",
                _("sections reordered"),
                _("Moved section {section} to place {place} in its event."),
                _("The former order of the sections will be restored."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-in",
                _("checked in"),
                (_("Checked in: {names}."), _("Checked in: {name}.")),
                _("The player will be marked absent."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-out",
                _("checked out"),
                (_("Marked absent: {names}."), _("Marked absent: {name}.")),
                _("The player will be checked in."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "withdraw",
                pgettext_lazy("entry of the journal", "withdrawn"),
                (
                    _("{name} withdrew after round {round}."),
                    _("{name} withdrew before round 1."),
                    _("Withdrew: {names}."),
                ),
                _("The player will be back in the tournament."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=Group.LEAVING,
            ),
            Verb(
                "return",
                pgettext_lazy("entry of the journal", "returned"),
                (_("{name} returned to the tournament."), _("Returned: {names}.")),
                _("The player will be withdrawn again."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "request-bye",
                _("bye requested"),
                (
                    _("{name}: {kind} in round {round}."),
                    _("{name}: removed the bye in round {round}."),
                    _("Byes added or changed for: {names}."),
                ),
                _("The former byes will be restored."),
                effects=Effects(Topic.PLANS, Drafts.OF_ROUND, moves_places=False, for_helpers=False),
            ),
            Verb(
                "deduct-points",
                _("points deducted"),
                (
                    _("Points of {name} in round {round}: {points} ({why})."),
                    _("{name}: removed the deduction in round {round}."),
                ),
                _("The former points will be restored."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "place-by-hand",
                _("order set manually"),
                _("Manual order after round {round}: {players}."),
                _("The manual order will be removed."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-outside",
                _("external values set"),
                ngettext_lazy(
                    "External value for {count} player: {players}.",
                    "External values for {count} players: {players}.",
                    "count",
                ),
                _("The former external values will be restored."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "count-missed",
                _("missed rounds scored"),
                (
                    _("{name} (late entry): {kind} in round {rounds}."),
                    _("{name} (late entry): removed the bye in round {rounds}."),
                ),
                _("The former score for missed rounds will be restored."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "make-badges",
                _("badges created"),
                (_("Created a badge for {name}."), _("Created badges for: {names}.")),
                _("These badges will stop working; the ones they replaced will work again."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-badges",
                _("badges revoked"),
                (_("Revoked the badge of {name}."), _("Revoked the badges of: {names}.")),
                _("The badges will work again."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            *OF_PLAYERS,
            *OF_ROUNDS,
            *OF_RESULTS,
            Verb(
                "finish",
                _("tournament finished"),
                (_("Finished the tournament with {played} of {planned} rounds."), _("Finished the tournament.")),
                _("The tournament will be reopened."),
                effects=Effects(Topic.FINISHED, Drafts.STAY, moves_places=True, for_helpers=True),
                groups=Group.ENDING,
            ),
            Verb(
                "archive",
                _("tournament archived"),
                _("Archived the tournament."),
                _("The tournament will be listed again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "unarchive",
                _("tournament restored from the archive"),
                _("Restored the tournament from the archive."),
                _("The tournament will be archived again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "invite",
                _("invitation created"),
                (
                    _("Created a helper pass for tables {tables}, valid until {until}."),
                    _("Created a helper pass, valid until {until}."),
                    _("Created an invitation as {role}."),
                ),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-invitation",
                _("link revoked"),
                _("Revoked an invitation as {role}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "set-tables",
                _("helper's tables set"),
                (_("{name} enters results at tables {tables}."), _("{name} enters results at all tables.")),
                _("The helper's former tables will be restored."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "join",
                pgettext_lazy("entry of the journal", "joined"),
                _("{name} joined as {role}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "share-staff",
                _("event staff added"),
                _("Added staff from the other sections: {names}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave",
                _("left the staff"),
                _("{name} is no longer on the staff."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "create-token",
                _("token created"),
                _("Created the token {name}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-token",
                _("token revoked"),
                _("Revoked the token {name}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "create-webhook",
                _("webhook created"),
                _("Created a webhook to {host}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-webhook",
                _("webhook changed"),
                _("Changed the webhook to {host}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "rotate-secret",
                _("webhook secret changed"),
                _("Changed the secret of the webhook to {host}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "replay-webhook",
                _("events resent"),
                (
                    _("Resent the events after {after} to {host}."),
                    _("Resent event {number} to {host}."),
                ),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-webhook",
                _("webhook removed"),
                _("Removed the webhook to {host}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "undo",
                pgettext_lazy("entry of the journal", "undone"),
                _("Undid entry {sequence}."),
                effects=Effects(None, Drafts.STAY, moves_places=True, for_helpers=True),
            ),
        )
    }
)


def keys_of(groups: Group) -> frozenset[str]:
    """The keys of the verbs that belong to any of some groups."""
    return frozenset(key for key, verb in VERBS.items() if verb.groups & groups)


def with_undone(verbs: Collection[str]) -> Q:
    """Entries of these verbs, and entries that take such an entry back."""
    return Q(verb__in=verbs) | Q(verb="undo", facts__of__in=verbs)


RESULTS = keys_of(Group.RESULT)
OWN_RESULTS = keys_of(Group.OWN_RESULT)
LINE_UPS = keys_of(Group.LINE_UP)
#: What makes the draft of a round, and what ends rounds.
PAIRED = keys_of(Group.PAIRING)
CLOSED = keys_of(Group.CLOSING)
FOR_HELPERS = frozenset(key for key, verb in VERBS.items() if verb.effects.for_helpers)
LEAVE_PLACES = frozenset(key for key, verb in VERBS.items() if not verb.effects.moves_places)
#: After which a draft may not be what would be paired now.
OUTDATE_DRAFTS = frozenset(key for key, verb in VERBS.items() if verb.effects.drafts is not Drafts.STAY)
