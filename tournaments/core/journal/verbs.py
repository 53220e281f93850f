"""Define VERBS: every verb of the journal, in words, with the effect of its undo and the verbs that depend on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.core.journal import facts
from tournaments.core.journal.player_verbs import OF_PLAYERS
from tournaments.core.journal.result_verbs import OF_RESULTS
from tournaments.core.journal.round_verbs import OF_ROUNDS
from tournaments.core.journal.verb import Drafts, Effects, Topic, Verb, VerbGroup

VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        verb.key: verb
        for verb in (
            Verb(
                "create-tournament",
                _("tournament created"),
                _("Created the tournament {name}."),
                facts=facts.Subject,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "import-tournament",
                _("tournament imported"),
                _("Imported the tournament {name} from a report file."),
                facts=facts.Subject,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-settings",
                _("settings changed"),
                (_("Changed the settings: {changed}."), _("Changed the settings.")),
                _("The former settings will be restored."),
                facts=facts.Settings,
                effects=Effects(Topic.SETTINGS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-rules",
                _("rules changed"),
                _("Changed the standings rules: {now}. Before: {was}."),
                _("The former standings rules will be restored."),
                facts=facts.RulesChange,
                effects=Effects(Topic.RULES, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave-fide-mode",
                _("FIDE mode left"),
                _("Left FIDE mode in round {round}."),
                facts=facts.OfRound,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "set-prizes",
                _("prizes changed"),
                (_("Set the prizes: {prizes}."), _("Removed all prizes.")),
                _("The former prizes will be restored."),
                facts=facts.Prizes,
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
                facts=facts.ClubTeams,
                effects=Effects(Topic.RULES, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "draw-lot",
                _("lots drawn"),
                _("Drew lots for players who are still tied: seed {seed}."),
                facts=facts.Seed,
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
                facts=facts.NamedPeople,
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
                facts=facts.Listed,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-player",
                _("player changed"),
                _("Changed {name}."),
                _("The player's former data will be restored."),
                facts=facts.Subject,
                effects=Effects(Topic.PLAYERS, Drafts.BY_COLUMN, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-player",
                _("player removed"),
                _("Removed {name}."),
                _("The player will be back on the list."),
                facts=facts.Subject,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "erase-person",
                _("personal data erased"),
                (_("Erased personal data. The new names: {names}."), _("Erased personal data.")),
                facts=facts.NamedPeople,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-details",
                _("personal details removed"),
                _("Removed personal details that are older than the owner of this server wants to keep."),
                facts=facts.Facts,
                effects=Effects(Topic.PLAYERS, Drafts.STAY, moves_places=False, for_helpers=False),
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
                facts=facts.Moved,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=VerbGroup.BEFORE_ROUND_1,
            ),
            Verb(
                "join-event",
                _("event joined"),
                (
                    _("Added as section {section} to the event {event}. Staff added: {names}."),
                    _("Added as section {section} to the event {event}."),
                ),
                _("The tournament will be separate again, under its former name."),
                facts=facts.Section,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave-event",
                _("event left"),
                _("Removed section {section} from the event {event}."),
                _("It will be a section of the event again."),
                facts=facts.Section,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=VerbGroup.NAMING,
            ),
            Verb(
                "rename-event",
                _("event renamed"),
                _("Renamed the event {former} to {event}."),
                _("The event and its sections will get their former names back."),
                facts=facts.Renamed,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
                groups=VerbGroup.NAMING,
            ),
            Verb(
                "order-sections",
                _("sections reordered"),
                _("Moved section {section} to place {place} in its event."),
                _("The former order of the sections will be restored."),
                facts=facts.Section,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-in",
                _("checked in"),
                (_("Checked in: {names}."), _("Checked in: {name}.")),
                _("The player will be marked absent."),
                facts=facts.NamedPeople,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "check-out",
                _("checked out"),
                (_("Marked absent: {names}."), _("Marked absent: {name}.")),
                _("The player will be checked in."),
                facts=facts.NamedPeople,
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
                facts=facts.Leaving,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
                groups=VerbGroup.LEAVING,
            ),
            Verb(
                "return",
                pgettext_lazy("entry of the journal", "returned"),
                (_("{name} returned to the tournament."), _("Returned: {names}.")),
                _("The player will be withdrawn again."),
                facts=facts.NamedPeople,
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
                facts=facts.ByesAsked,
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
                facts=facts.PointDeduction,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "place-by-hand",
                _("order set manually"),
                _("Manual order after round {round}: {players}."),
                _("The manual order will be removed."),
                facts=facts.ManualOrder,
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
                facts=facts.Outside,
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
                facts=facts.Missed,
                effects=Effects(Topic.PLAYERS, Drafts.OUTDATED, moves_places=True, for_helpers=False),
            ),
            Verb(
                "make-badges",
                _("badges created"),
                (_("Created a badge for {name}."), _("Created badges for: {names}.")),
                _("These badges will stop working; the ones they replaced will work again."),
                facts=facts.NamedPeople,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-badges",
                _("badges revoked"),
                (_("Revoked the badge of {name}."), _("Revoked the badges of: {names}.")),
                _("The badges will work again."),
                facts=facts.NamedPeople,
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
                facts=facts.Finished,
                effects=Effects(Topic.FINISHED, Drafts.STAY, moves_places=True, for_helpers=True),
                groups=VerbGroup.ENDING,
            ),
            Verb(
                "archive",
                _("tournament archived"),
                _("Archived the tournament."),
                _("The tournament will be listed again."),
                facts=facts.Facts,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "unarchive",
                _("tournament restored from the archive"),
                _("Restored the tournament from the archive."),
                _("The tournament will be archived again."),
                facts=facts.Facts,
                effects=Effects(Topic.SETTINGS, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "invite",
                _("invitation created"),
                (
                    _("Created a helper pass for table {only_table}, valid until {until}."),
                    _("Created a helper pass for tables {tables}, valid until {until}."),
                    _("Created a helper pass, valid until {until}."),
                    _("Created an invitation as {role}."),
                ),
                facts=facts.Staff,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-invitation",
                _("link revoked"),
                _("Revoked an invitation as {role}."),
                facts=facts.Staff,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "set-tables",
                _("helper's tables set"),
                (
                    _("{name} enters results at table {only_table}."),
                    _("{name} enters results at tables {tables}."),
                    _("{name} enters results at all tables."),
                ),
                _("The helper's former tables will be restored."),
                facts=facts.Staff,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "join",
                pgettext_lazy("entry of the journal", "joined"),
                _("{name} joined as {role}."),
                facts=facts.Staff,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "share-staff",
                _("event staff added"),
                _("Added staff from the other sections: {names}."),
                facts=facts.StaffOfEvent,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "leave",
                _("left the staff"),
                _("{name} is no longer on the staff."),
                facts=facts.Subject,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "create-token",
                _("token created"),
                _("Created the token {name}."),
                facts=facts.Subject,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "revoke-token",
                _("token revoked"),
                _("Revoked the token {name}."),
                facts=facts.Subject,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=False, for_helpers=False),
            ),
            Verb(
                "create-webhook",
                _("webhook created"),
                _("Created a webhook to {host}."),
                facts=facts.Receiver,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "change-webhook",
                _("webhook changed"),
                _("Changed the webhook to {host}."),
                facts=facts.Receiver,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "rotate-secret",
                _("webhook secret changed"),
                _("Changed the secret of the webhook to {host}."),
                facts=facts.Receiver,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "replay-webhook",
                _("events resent"),
                (
                    _("Resent the events after {after} to {host}."),
                    _("Resent event {number} to {host}."),
                ),
                facts=facts.Receiver,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "remove-webhook",
                _("webhook removed"),
                _("Removed the webhook to {host}."),
                facts=facts.Receiver,
                effects=Effects(Topic.STAFF, Drafts.STAY, moves_places=True, for_helpers=False),
            ),
            Verb(
                "undo",
                pgettext_lazy("entry of the journal", "undone"),
                _("Undid entry {sequence}."),
                facts=facts.Undone,
                effects=Effects(None, Drafts.STAY, moves_places=True, for_helpers=True),
            ),
        )
    }
)


def keys_of(groups: VerbGroup) -> frozenset[str]:
    """Return the keys of the verbs that belong to any of these groups."""
    return frozenset(key for key, verb in VERBS.items() if verb.groups & groups)


def with_undone(verbs: Collection[str]) -> Q:
    """Return a query for entries of these verbs, and for entries that undo such an entry."""
    return Q(verb__in=verbs) | Q(verb="undo", facts__of__in=verbs)


RESULTS = keys_of(VerbGroup.RESULT)
OWN_RESULTS = keys_of(VerbGroup.OWN_RESULT)
LINE_UPS = keys_of(VerbGroup.LINE_UP)
#: Verbs that create the draft of a round, and verbs that end rounds.
PAIRING_VERBS = keys_of(VerbGroup.PAIRING)
CLOSING_VERBS = keys_of(VerbGroup.CLOSING)
HELPER_VERBS = frozenset(key for key, verb in VERBS.items() if verb.effects.for_helpers)
VERBS_WITHOUT_MOVES = frozenset(key for key, verb in VERBS.items() if not verb.effects.moves_places)
#: Verbs after which pairing again could give another draft.
OUTDATE_DRAFTS = frozenset(key for key, verb in VERBS.items() if verb.effects.drafts is not Drafts.STAY)
