"""VERBS: every verb that the journal knows, in words, with what undoing it does and what can be built on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.core.journal.round_verbs import OF_RESULTS, OF_ROUNDS
from tournaments.core.journal.verb import Drafts, Effects, Group, Topic, Verb

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
                _("tournament read from a file"),
                _("Read the tournament {name} from a report file."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-settings",
                _("settings changed"),
                (_("Changed the settings: {changed}."), _("Changed the settings.")),
                _("The settings are what they were before."),
                effects=Effects(Topic.SETTINGS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-rules",
                _("rules changed"),
                _("Changed the rules of the standings: {now}. Before: {was}."),
                _("The rules of the standings are what they were before."),
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
                (_("Set the prizes: {prizes}."), _("Took all prizes away.")),
                _("The prizes are what they were before."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-club-teams",
                _("club teams changed"),
                (
                    _("Club teams: {clubs} of each club count; {counting}."),
                    _("Club teams: {clubs} of each club count."),
                    _("Club teams: {federations} of each federation count; {counting}."),
                    _("Club teams: {federations} of each federation count."),
                    _("Took the club teams away."),
                ),
                _("The club teams are what they were before."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "draw-lot",
                _("lot drawn"),
                _("Drew the lot for players who stay level: seed {seed}."),
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
                _("The players are off the list again."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "take-list",
                _("list of players taken"),
                (
                    _("Took a list of players. Added: {names}. Changed: {players}."),
                    _("Took a list of players. Added: {name}. Changed: {players}."),
                    _("Took a list of players. Added: {names}."),
                    _("Took a list of players. Added: {name}."),
                    _("Took a list of players. Changed: {players}."),
                ),
                _("The players are what they were before the list."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-player",
                _("player changed"),
                _("Changed {name}."),
                _("The player's data are as before."),
                effects=Effects(Topic.PLAYERS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-player",
                _("player removed"),
                _("Removed {name}."),
                _("The player is on the list again."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "move-players",
                _("players moved to another section"),
                (
                    _("Moved to {to}: {names}. Pairs that went with it: {pairs}."),
                    _("Moved to {to}: {names}."),
                    _("Moved here from {origin}: {names}. Byes that are not possible here: {byes}."),
                    _("Moved here from {origin}: {names}."),
                ),
                _("The players are in their former section again, with their wishes."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=Group.BEFORE_ROUND_1,
            ),
            Verb(
                "join-event",
                _("event joined"),
                (
                    _("Made it the section {section} of the event {event}. On the staff from there: {names}."),
                    _("Made it the section {section} of the event {event}."),
                ),
                _("It is a tournament of its own again, under its former name."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave-event",
                _("event left"),
                _("Took the section {section} out of the event {event}."),
                _("It is a section of the event again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=Group.NAMING,
            ),
            Verb(
                "rename-event",
                _("event renamed"),
                _("Renamed the event {former} to {event}."),
                _("The event and its sections have their former name."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=Group.NAMING,
            ),
            Verb(
                "order-sections",
                _("sections put in another order"),
                _("Put the section {section} in place {place} of its event."),
                _("The sections are in their former order."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-in",
                _("checked in"),
                (_("Checked in: {names}."), _("Checked in: {name}.")),
                _("The player counts as not here."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-out",
                _("checked out"),
                (_("Marked as not here: {names}."), _("Marked as not here: {name}.")),
                _("The player counts as here."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "withdraw",
                _("withdrawn"),
                (
                    _("{name} left after round {round}."),
                    _("{name} left before the first round."),
                    _("Left the tournament: {names}."),
                ),
                _("The player is in again."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=Group.LEAVING,
            ),
            Verb(
                "return",
                _("returned"),
                (_("{name} is in again."), _("In again: {names}.")),
                _("The player is out again."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "request-bye",
                _("bye requested"),
                (
                    _("{name}: {kind} in round {round}."),
                    _("{name}: no bye in round {round} any more."),
                    _("Byes noted or changed for: {names}."),
                ),
                _("The request is as it was before."),
                effects=Effects(Topic.PLANS, Drafts.OF_ROUND, moves_places=False, for_helpers=False),
            ),
            Verb(
                "deduct-points",
                _("points deducted"),
                (
                    _("Points of {name} in round {round}: {points} ({why})."),
                    _("{name}: no points deducted in round {round} any more."),
                ),
                _("The player has the points of before."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "place-by-hand",
                _("order by hand"),
                _("After round {round} by hand, in this order: {players}."),
                _("The players share their place again, or have it by lot."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-outside",
                _("values from outside"),
                ngettext_lazy(
                    "A value from outside for {count} player: {players}.",
                    "Values from outside for {count} players: {players}.",
                    "count",
                ),
                _("The values are those of before."),
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "count-missed",
                _("missed rounds counted"),
                (
                    _("{name}, who came late: {kind} in round {rounds}."),
                    _("{name}, who came late: no bye in round {rounds} any more."),
                ),
                _("The missed rounds count as before."),
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "make-badges",
                _("badges made"),
                (_("Made a badge for {name}."), _("Made badges for: {names}.")),
                _("These badges work no longer; those that they replaced work again."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-badges",
                _("badges revoked"),
                (_("Revoked the badge of {name}."), _("Revoked the badges of: {names}.")),
                _("The badges work again."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            *OF_PLAYERS,
            *OF_ROUNDS,
            *OF_RESULTS,
            Verb(
                "finish",
                _("tournament finished"),
                (_("Finished the tournament with {played} of {planned} rounds."), _("Finished the tournament.")),
                _("The tournament is open again."),
                effects=Effects(Topic.FINISHED, Drafts.STAY, moves_places=True, for_helpers=True),
                groups=Group.ENDING,
            ),
            Verb(
                "archive",
                _("tournament archived"),
                _("Took the tournament off the lists."),
                _("The tournament is on the lists again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "unarchive",
                _("tournament back on the lists"),
                _("Put the tournament back on the lists."),
                _("The tournament is off the lists again."),
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "invite",
                _("invitation made"),
                (
                    _("Made a pass for a helper at tables {tables}, until {until}."),
                    _("Made a pass for a helper, until {until}."),
                    _("Invited somebody as {role}."),
                ),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-invitation",
                _("link revoked"),
                _("Revoked a link with which somebody becomes {role}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "set-tables",
                _("tables of a helper set"),
                (_("{name} enters results at tables {tables}."), _("{name} enters results at all tables.")),
                _("The helper's tables are what they were before."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "join",
                _("joined"),
                _("{name} joined as {role}."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "share-staff",
                _("staff of the event taken over"),
                _("On the staff as in other sections: {names}."),
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
                _("token made"),
                _("Made the token {name} for programs."),
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
                _("webhook made"),
                _("Made a webhook: {host} is told what happens."),
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
                _("secret of a webhook changed"),
                _("Gave the webhook to {host} another secret."),
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "replay-webhook",
                _("told anew"),
                (
                    _("Tells {host} anew what happened after event {after}."),
                    _("Tells {host} event {number} anew."),
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
                _("undone"),
                _("Took back entry {sequence}."),
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
