"""Detect drafts that are out of date, by changes since the round was paired that may change its pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from functools import reduce
from operator import or_
from types import MappingProxyType

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.systems import SYSTEMS
from tournaments.core.journal.verb import Drafts, VerbGroup
from tournaments.core.journal.verbs import OUTDATE_DRAFTS, VERBS, keys_of, with_undone
from tournaments.core.orm.columns import name_of
from tournaments.models import JournalEntry, Player, Round, Tournament
from tournaments.models.fields import Change, ManyMade

#: Columns that no pairing reads. A column missing here marks drafts as out of date too often, never too rarely.
IRRELEVANT_COLUMNS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name_of(Player): frozenset(
            {
                "name",
                "reading",
                "sort_key",
                "name_key",
                "official_rating",
                "rating_source",
                "fide_id",
                "birth",
                "sex",
                "may_take_half_bye",
            }
            | {"expelled_for", "fixed_table", "outside", "penalties", "paid", "placed", "version"}
        ),
        name_of(Tournament): frozenset(
            {"slug", "name", "time_zone", "rules", "rules_changes", "is_public", "fide_mode", "players_report"}
            | {"players_decide", "report_minutes", "line_up_minutes", "half_byes_most", "half_byes_not_in_last"}
            | {"default_minutes", "start_positions", "first_label", "second_label", "hall", "courts", "screen"}
            | {"prizes", "club_teams", "event_page", "language", "finalists", "fee", "fee_currency"}
        ),
    }
)


def is_edited_by_hand(round_: Round) -> bool:
    """Return whether people have taken players out of a draft, or pair all of it manually."""
    entry = (
        _of_round(round_).filter(verb__in=keys_of(VerbGroup.PAIRING), undone_by__isnull=True).defer("changes").first()
    )
    if entry is None or entry.facts.get("by_hand"):
        return True
    later = _of_round(round_).filter(sequence__gt=entry.sequence, undone_by__isnull=True)
    return later.filter(verb__in=keys_of(VerbGroup.TAKING_OUT)).exists()


#: Verbs of manual changes to a draft, and verbs that replace all of its pairings.
EDITS = frozenset({"pair-by-hand", "unpair", "give-bye", "swap-players", "pair-rest", "another-pairing"})
WHOLE = (keys_of(VerbGroup.PAIRING) | keys_of(VerbGroup.RENEWAL)) - EDITS


def edits_of(round_: Round) -> QuerySet[JournalEntry]:
    """Return the manual changes of a draft that are in force, the latest first."""
    stands = JournalEntry.objects.filter(tournament=round_.tournament_id, undone_by=None).defer("changes")
    entry = stands.filter(verb__in=WHOLE, facts__round=round_.number).order_by("-sequence").first()
    since = entry.sequence if entry else 0
    edits = stands.filter(verb__in=EDITS, facts__round=round_.number, sequence__gt=since)
    return edits.order_by("-sequence")


def last_edit(round_: Round) -> JournalEntry | None:
    """Return the last manual change, if nothing else happened in the tournament since, except for undone entries."""
    stands = JournalEntry.objects.filter(tournament=round_.tournament_id, undone_by=None).exclude(verb="undo")
    last = stands.order_by("-sequence").first()
    return last if last is not None and last.verb in EDITS and last.facts.get("round") == round_.number else None


def changes_since(round_: Round, sequence: int = 0) -> list[JournalEntry]:
    """Return the entries that may change the pairs of a draft, the latest first.

    These are actions and undos since it was paired, or since a journal entry. [] for a round that is not a draft, or is
    paired manually.
    """
    return changes_of([round_], sequence).get(round_.pk, [])


def changes_of(rounds: Iterable[Round], sequence: int = 0) -> dict[int, list[JournalEntry]]:
    """Return such entries for rounds of different tournaments, one for each, by round key. The number of queries is as
    for one round.
    """
    drafts = [row for row in rounds if row.is_draft and not SYSTEMS[row.stage.system].by_hand]
    since = (
        {key: max(entry_of_draft, sequence) for key, entry_of_draft in _entry_of_drafts(drafts).items()}
        if drafts
        else {}
    )
    if not since:
        return {}
    after = [Q(tournament=row.tournament_id, sequence__gt=since[row.pk]) for row in drafts if row.pk in since]
    later = JournalEntry.objects.filter(reduce(or_, after), with_undone(OUTDATE_DRAFTS), undone_by__isnull=True)
    by_tournament: dict[int, list[JournalEntry]] = defaultdict(list)
    for entry in later.select_related("undoes").defer("undoes__changes").order_by("-sequence"):
        by_tournament[entry.tournament_id].append(entry)
    return {
        row.pk: [entry for entry in by_tournament[row.tournament_id] if _matters(entry, row, since[row.pk])]
        for row in drafts
        if row.pk in since
    }


def _entry_of_drafts(drafts: Iterable[Round]) -> dict[int, int]:
    """Return the number of the entry that created each draft, or paired it again, by round key."""
    by_tournament = {row.tournament_id: row for row in drafts}
    entries = JournalEntry.objects.filter(tournament__in=by_tournament, undone_by__isnull=True)
    entries = entries.filter(verb__in=keys_of(VerbGroup.PAIRING | VerbGroup.RENEWAL)).order_by(
        "tournament", "-sequence"
    )
    found = entries.distinct("tournament").values_list("tournament", "sequence", "facts__round")
    return {by_tournament[key].pk: at for key, at, number in found if number == by_tournament[key].number}


def sentence_for(entry: JournalEntry, tournament: Tournament) -> str:
    """Return the sentence of such an entry."""
    if entry.verb == "undo":
        return _("Undone: {what}").format(what=_sentence(entry.facts["of"], entry.facts, tournament))
    return entry_sentence(entry, tournament)


def _of_round(round_: Round) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(tournament=round_.tournament_id, facts__round=round_.number)


def _matters(entry: JournalEntry, round_: Round, since: int) -> bool:
    """Return whether an entry may change this round. An action undone since then does not count."""
    if entry.undoes is not None and entry.undoes.sequence > since:
        return False
    effect = VERBS[entry.facts["of"] if entry.verb == "undo" else entry.verb].effects.drafts
    if effect is Drafts.OF_ROUND:
        return entry.facts.get("round") in (None, round_.number)
    return effect is Drafts.OUTDATED or any(_is_read(change) for change in entry.changes)


def _is_read(change: Change | ManyMade) -> bool:
    """Return whether pairing depends on a change: a row added or removed, or one of its columns."""
    if "keys" in change or change["before"] is None or change["after"] is None:
        return True
    return not change["after"].keys() <= IRRELEVANT_COLUMNS.get(change["model"], frozenset())


class Out(StrEnum):
    """The reason why a player has neither a pairing nor a bye in a round."""

    WITHDRAWN = "withdrawn"
    NOT_CHECKED_IN = "not-checked-in"
    CAME_LATER = "came-later"
    NOT_IN_STAGE = "not-in-stage"
    NOT_PAIRED = "not-paired"


def unpaired_players(round_: Round) -> list[tuple[Player, Out]]:
    """Return the players without an opponent and without a bye in a round, by name, with the reason."""
    seated = set(round_.stage.seats.values_list("player_id", flat=True))
    paired = round_.appearances.values("player")
    missing = Player.objects.filter(tournament=round_.tournament_id).exclude(pk__in=paired)
    return [(player, _exclusion(round_, player, seated)) for player in missing]


def _exclusion(round_: Round, player: Player, seated: set[int]) -> Out:
    if player.withdrawn_after is not None and player.withdrawn_after < round_.number:
        return Out.WITHDRAWN
    if player.pk not in seated:
        absent = round_.stage.number == 1 and round_.tournament.uses_check_in and not player.checked_in
        return Out.NOT_CHECKED_IN if absent else Out.NOT_IN_STAGE
    return Out.CAME_LATER if player.entered > round_.number else Out.NOT_PAIRED


def pairing_notices(round_: Round) -> list[str]:
    """Return sentences about a paired round: that there are more rounds than planned."""
    stage = round_.stage
    planned = None if SYSTEMS[stage.system].fixes_rounds else stage.planned_rounds
    if planned is None or round_.number - stage.first_round + 1 <= planned:
        return []
    text = ngettext(
        "Round {number} is one too many: {count} round was planned. Discard the draft, or change the number "
        "in the settings.",
        "Round {number} is one too many: {count} rounds were planned. Discard the draft, or change the "
        "number in the settings.",
        planned,
    )
    return [text.format(number=round_.number, count=planned)]


#: The maximum number of changes since a draft was created that the desk lists.
MOST_SINCE = 3


def entry_sentence(entry: JournalEntry, tournament: Tournament) -> str:
    """Return an entry as a sentence, in the terms of the tournament."""
    return _sentence(entry.verb, entry.facts, tournament)


def _sentence(verb: str, facts: Mapping[str, object], tournament: Tournament) -> str:
    return VERBS[verb].sentence(
        facts,
        halves=tournament.halves,
        tables=tournament.table_kind,
        title=tournament.own_table_title,
        courts=tournament.court_words,
    )


def since_paired(round_: Round) -> list[str]:
    """Return sentences about changes since the draft of a round was created that may affect it, the latest first."""
    found = changes_since(round_)[:MOST_SINCE]
    return [sentence_for(entry, round_.tournament) for entry in found]


def changes_since_paired(drafted: Collection[Tournament]) -> dict[int, int]:
    """Return the number of such changes for the draft of each tournament, by tournament key."""
    drafts = Round.objects.filter(tournament__in=drafted, status=Round.Status.DRAFT).select_related("stage")
    found = changes_of(drafts)
    return {round_.tournament_id: len(found.get(round_.pk, ())) for round_ in drafts}
