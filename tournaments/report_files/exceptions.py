"""Exceptions in a report file: a comment (`###`) for each fact that a rating officer has to know.

They are made from the rounds and from journal entries that are not undone. Each has the event, its round and what
happened: `MPA @ Round 3: the arbiter's reason`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from pairings.files.trf import rated
from pairings.files.trf.comments import by_hand, deducted, expelled
from pairings.files.trf.rated import RatedOnly
from pairings.numbers.amounts import decimal_text
from pairings.snapshot import ByeKind
from tournaments.core import rights
from tournaments.core.journal.batch import as_called_now
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.models import Appearance, JournalEntry, Stage
from tournaments.models.fields import Change

#: A line of the comments with what it is ordered by: the stage's round, and what came first in it.
Line = tuple[int, int, str]

#: Columns of points, by what the comments call them.
POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "allocated_bye", "full_bye", "half_bye", "zero_bye")
#: Verbs whose entries tell something here.
VERBS = (
    *("change-settings", "change-rules", "correct-result", "forbid-pair", "allow-pair", "leave-fide-mode"),
    *("finish", "expel"),
)


def comments(
    stage: Stage, numbers: Mapping[int, int], granted: Collection[Right], corrected: Iterable[RatedOnly] = ()
) -> list[str]:
    """The comments of a stage's report, in the order of its rounds; `numbers` are the players' by their rows' keys,
    `corrected` the games that the file tells as they are rated.

    Forbidden pairs are written only for readers who may see them, and reasons only for readers of the journal; those of
    rounds made by hand and of leaving FIDE mode are everybody's.
    """
    known = [
        *_by_hand(stage),
        *_odd_byes(stage, numbers),
        *_deduction_lines(stage, numbers),
        *_manual_orders(stage, numbers),
        *_values(stage, numbers),
        *((each.round, 3, f"{rated.EVENT} @ Round {each.round}: {each.comment()}") for each in corrected),
        *_of_journal(stage, numbers, granted),
    ]
    return [text for _round, _place, text in sorted(known, key=lambda line: line[:2])]


def _line(stage: Stage, round_number: int, place: int, event: str, text: str = "") -> Line:
    """`round_number` is the tournament's."""
    own = max(round_number - stage.first_round + 1, 0)
    return own, place, f"{event} @ Round {own}: {' '.join(text.split())}".removesuffix(": ")


def _by_hand(stage: Stage) -> Iterator[Line]:
    for row in stage.rounds.public().order_by("number"):
        if row.by_hand is not None:
            yield _line(stage, row.number, 0, "MPA", row.by_hand["reason"])


def _odd_byes(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Full-point byes, which FIDE's rules know no more, and half-point byes of who has had one."""
    given: dict[tuple[int, str], list[int]] = {}
    had: set[int] = set()
    places = Appearance.objects.filter(round__in=stage.rounds.public(), bye__in=(ByeKind.FULL, ByeKind.HALF))
    for round_number, player, bye in places.order_by("round__number").values_list("round__number", "player", "bye"):
        if bye == ByeKind.FULL:
            given.setdefault((round_number, "FPB"), []).append(numbers[player])
        elif player in had:
            given.setdefault((round_number, "HPB again"), []).append(numbers[player])
        else:
            had.add(player)
    for (round_number, event), players in given.items():
        yield _line(stage, round_number, 1, event, ", ".join(map(str, sorted(players))))


def _deduction_lines(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Points deducted or given (record 299), with the reason that everybody reads."""
    rounds = set(stage.rounds.public().values_list("number", flat=True))
    for player in stage.tournament.players.exclude(deductions=[]).filter(pk__in=list(numbers)).order_by("pk"):
        for each in player.deducted:
            if each.round in rounds:
                comment = deducted.comment_for(numbers[player.pk], each.points, each.reason)
                yield _line(stage, each.round, 2, deducted.EVENT, comment)


def _manual_orders(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Level players whom somebody has put in order, as the table has it, with the reason that everybody reads."""
    for level in RULE_BOOKS[0].level(stage.tournament):
        if level.reason and {player.pk for player in level.players} <= numbers.keys():
            order = [numbers[player.pk] for player in level.players]
            yield _line(stage, level.round, 4, by_hand.ORDER, by_hand.order_comment(order, level.reason))


def _values(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Values from outside for a tie-break, which hold for the table as it is."""
    last = max(stage.rounds.public().values_list("number", flat=True), default=0)
    for player in stage.tournament.players.filter(outside__isnull=False, pk__in=list(numbers)).order_by("pk"):
        if player.outside is not None:
            comment = by_hand.value_comment(numbers[player.pk], Fraction(player.outside))
            yield _line(stage, last, 4, by_hand.VALUE, comment)


def _of_journal(stage: Stage, numbers: Mapping[int, int], granted: Collection[Right]) -> Iterator[Line]:
    entries = stage.tournament.journal.filter(verb__in=VERBS, undone_by__isnull=True).order_by("sequence")
    published = dict(stage.rounds.public().values_list("number", "published_at"))
    begun = min((at for at in published.values() if at is not None), default=None)
    if begun is None:
        return
    for entry in entries:
        if entry.at < begun and entry.verb != "expel":
            continue
        now = max((number for number, at in published.items() if at is not None and at <= entry.at), default=0)
        place = entry.sequence + 1  # behind what the round itself says
        yield from (
            _line(stage, now, place, event, text) for event, text in _lines_of_entry(entry, stage, numbers, granted)
        )


def _lines_of_entry(
    entry: JournalEntry, stage: Stage, numbers: Mapping[int, int], granted: Collection[Right]
) -> Iterator[tuple[str, str]]:
    """Yield the event and text of a journal entry, one line for each thing that it changed."""
    changes = as_called_now(entry.changes, entry.version)
    why = f": {entry.reason}" if entry.reason and Right.SEE_DRAFTS in granted else ""
    if entry.verb == "leave-fide-mode":
        yield "FIDE mode left", entry.reason
    elif entry.verb == "finish":
        yield from _ended_early(entry, stage)
    elif entry.verb == "correct-result":
        yield from _correction(entry, stage, why)
    elif entry.verb == "expel":
        yield from _expelled_players(entry, changes, numbers, why)
    elif entry.verb in ("forbid-pair", "allow-pair"):
        if rights.may_read("forbidden_pairs", granted):
            yield from _pairs(changes, numbers, allowed=entry.verb == "allow-pair")
    else:
        yield from _settings(entry, changes, stage, why)


def _ended_early(entry: JournalEntry, stage: Stage) -> Iterator[tuple[str, str]]:
    """The tournament ended before its last round: how many rounds of the last stage were played."""
    played = entry.facts.get("played", 0)
    if stage.rounds.filter(number=played).exists():
        before = stage.first_round - 1
        yield "Finished", f"{played - before} of {entry.facts['planned'] - before} rounds played"


def _correction(entry: JournalEntry, stage: Stage, why: str) -> Iterator[tuple[str, str]]:
    facts = entry.facts
    if not stage.rounds.filter(number=facts["round"]).exists():
        return
    own = facts["round"] - stage.first_round + 1
    yield "Result", f"round {own} table {facts['table']}: {facts['now']}, was {facts['was']}{why}"


def _expelled_players(
    entry: JournalEntry, changes: Iterable[Change], numbers: Mapping[int, int], why: str
) -> Iterator[tuple[str, str]]:
    """The number of an expelled player, and whether the table still ranks the player."""
    found = {change["pk"] for change in changes if change["model"] == "player"}
    for key in sorted(found & numbers.keys()):
        yield expelled.EVENT, expelled.comment_for(numbers[key], left_out="out" in entry.facts) + why


def _pairs(changes: Iterable[Change], numbers: Mapping[int, int], *, allowed: bool) -> Iterator[tuple[str, str]]:
    for change in changes:
        row = change["before"] if allowed else change["after"]
        if change["model"] == "forbiddenpair" and row is not None and {row["one"], row["other"]} <= numbers.keys():
            pair = sorted((numbers[row["one"]], numbers[row["other"]]))
            yield "Prohibited pairing" + (" ended" if allowed else ""), f"{pair[0]}-{pair[1]}"


def _settings(entry: JournalEntry, changes: Iterable[Change], stage: Stage, why: str) -> Iterator[tuple[str, str]]:
    """Rounds, points and the list of tie-breaks as they were and as they became, each with the reason."""
    halves = stage.tournament.halves
    for change in changes:
        before, after = change["before"] or {}, change["after"] or {}
        if change["model"] == "stage" and change["pk"] == stage.pk and before.get("planned_rounds"):
            yield "Rounds", f"{after['planned_rounds'] or 'not said'}, were {before['planned_rounds']}{why}"
        if change["model"] != "tournament":
            continue
        for name in POINTS:
            column = f"points_{name}"
            if column in before and column in after:
                now, was = (decimal_text(Fraction(row[column]), halves=halves) for row in (after, before))
                yield "Scoring", f"{name.replace('_', ' ')} {now}, was {was}{why}"
        if {"rules", "rules_changes"} & before.keys():
            now, was = (" ".join(chain) for chain in _chains(entry, before, after, stage.system))
            yield "Tie-breaks", f"{now}, were {was}{why}"


def _chains(
    entry: JournalEntry, before: Mapping[str, Any], after: Mapping[str, Any], system: str
) -> tuple[list[str], list[str]]:
    """The list of tie-breaks, and the old one: as the entry keeps them, else of the rule sets, which settings change
    without any lines.
    """
    rules: list[dict[str, Any]] = [
        entry.facts[when] for when in ("now", "was") if isinstance(entry.facts.get(when), dict)
    ]
    if len(rules) < 2:
        rows = (after, {"rules_changes": {}, **before})
        rules = [RULE_BOOKS[0].facts(row["rules"], system, row.get("rules_changes", {})) for row in rows]
    now, was = rules
    return now["chain"], was["chain"]
