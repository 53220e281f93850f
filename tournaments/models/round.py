"""Define rounds, pairings, appearances of players in rounds, and results.

A player's place in a round is one `Appearance`, at a table or with a bye. That row, not the pairing, refers to the
player, so that the database enforces `unique(round, player)` for every kind of request.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Self, TypedDict

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.snapshot import ByeKind, Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.core.orm.columns import Drawn, JsonList, LargeJson
from tournaments.core.orm.fast_reading import QuickRows
from tournaments.models.fields import ByHand, StoredPublication, StoredRated, StoredReason, public_id

IN_ORDER = models.Deferrable.DEFERRED


class Rounds(models.Manager["Round"]):
    """The manager of rounds. It defers `seats`, which contain every player: they are only read when a reason is
    shown.
    """

    def get_queryset(self) -> models.QuerySet[Round]:
        return super().get_queryset().defer("seats")


class RoundQuerySet(models.QuerySet["Round"]):
    def public(self) -> Self:
        """Return the rounds that everybody may see, so without drafts."""
        return self.exclude(status=Round.Status.DRAFT)


class Round(models.Model):
    """A round. `number` counts through the whole tournament. `reasons` are those of the plan, frozen with it.

    `seats` are the players' keys by the numbers in the reasons, because numbers can change later. `by_hand` is set if
    the organiser published other pairs than the engine's: it has the engine's pairs and the reason. `not_paired` are
    the public ids of available players who were published without an opponent or a bye. `booster_pods` are the pods of
    a booster draft that begins with the round: the players' keys in seat order. `publication` is when a draft publishes
    itself, if that is set. `best_of` is the number of games of its pairings, None if it is the tournament's. The clock
    is `clock`; `extensions` are extra minutes of tables, by the pairing's public id. `began_at` is the start of the
    games as the arbiter noted it. `late` are the sides who were absent at the end of the default time, also by pairing.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("state of a round", "draft")
        PUBLISHED = "published", pgettext_lazy("state of a round", "running")
        CLOSED = "closed", pgettext_lazy("state of a round", "closed")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(db_comment="Number in the tournament, counted through all stages.")
    status = models.CharField(
        max_length=12, choices=Status, default=Status.DRAFT, db_comment="draft, published or closed."
    )
    reasons: models.JSONField[list[StoredReason], list[StoredReason]] = models.JSONField(
        default=list, db_comment="What the plan says of the whole round, frozen with it."
    )
    seats: models.JSONField[dict[str, int], dict[str, int]] = LargeJson(
        default=dict, db_comment="Keys of players by the numbers that the reasons use."
    )
    by_hand: models.JSONField[ByHand | None, ByHand | None] = models.JSONField(
        null=True, db_comment="The engine's pairs and the reason, where people changed the draft."
    )
    not_paired: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, db_comment="Public ids of players who were left without opponent or bye."
    )
    booster_pods: models.JSONField[list[list[int]], list[list[int]]] = models.JSONField(
        default=list, db_comment="Pods of a booster draft: keys of players in seat order."
    )
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    publication: models.JSONField[StoredPublication | None, StoredPublication | None] = models.JSONField(
        null=True, db_comment="When the draft publishes itself; NULL if nobody said so."
    )
    best_of = models.PositiveSmallIntegerField(null=True, db_comment="Games in a pairing; NULL: as in the tournament.")
    clock_minutes = models.PositiveSmallIntegerField(null=True)
    clock_started_at = models.DateTimeField(null=True)
    clock_held_at = models.DateTimeField(null=True, db_comment="When the clock was stopped; NULL while it runs.")
    extensions: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(
        default=dict, db_comment="Minutes that tables have beyond the clock, by the pairing's public id."
    )
    began_at = models.DateTimeField(null=True, db_comment="When the games began, as the arbiter noted it.")
    late: models.JSONField[dict[str, list[int]], dict[str, list[int]]] = models.JSONField(
        default=dict, db_comment="Sides that were late, by the pairing's public id."
    )

    objects = Rounds.from_queryset(RoundQuerySet)()

    class Meta:
        db_table_comment = "Rounds: drafts, published rounds and closed rounds. Numbers count through the tournament."
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
            models.UniqueConstraint(fields=("tournament",), condition=models.Q(status="draft"), name="round_one_draft"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_positive"),
            models.CheckConstraint(condition=models.Q(best_of__range=(1, 25)), name="round_best_of"),
            models.CheckConstraint(
                condition=models.Q(status__in=("draft", "published", "closed")), name="round_status"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    clock_minutes__isnull=True, clock_started_at__isnull=True, clock_held_at__isnull=True
                )
                | models.Q(clock_minutes__isnull=False, clock_started_at__isnull=False),
                name="round_clock_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_draft(self) -> bool:
        return self.status == self.Status.DRAFT

    @property
    def tag(self) -> str:
        """The version that a program saw: it changes with the state, the pairings and the results of the round."""
        facts = self.pairings.aggregate(last=models.Max("version"), count=models.Count("pk"))
        return f"{self.status}.{facts['count']}.{facts['last'] or 0}.{self.appearances.filter(pairing=None).count()}"

    @property
    def publishes_at(self) -> datetime | None:
        """The time at which the draft publishes itself, if it is set."""
        return None if self.publication is None else datetime.fromisoformat(self.publication["at"])

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.PUBLISHED

    @property
    def default_at(self) -> datetime | None:
        """The end of the default time (Laws of Chess 6.7.1), once the start of the games is recorded."""
        minutes = self.tournament.default_minutes
        return None if minutes is None or self.began_at is None else self.began_at + timedelta(minutes=minutes)

    @property
    def clock(self) -> Clock | None:
        """The clock, once it has been started."""
        if self.clock_minutes is None or self.clock_started_at is None:
            return None
        return Clock(self.clock_minutes, self.clock_started_at, self.clock_held_at)


class Pairing(QuickRows):
    """A table of a round. `table` is its number in the hall. `order` is the pairing's position when the round was
    paired, 1 first; engines get rounds in that order. `version` is the journal's sequence number of its latest
    change, or of its result's. `handicap` is the number of stones of the first player, if the system gives any; a
    manual pair has none until it is published. `sides` are its appearances, first and second, if they were read
    together with the row.
    """

    sides: tuple[Appearance, ...] = ()

    #: No index: the table's constraints begin with it. The statement that writes it checks that the round exists.
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="pairings", db_index=False, db_constraint=False
    )
    public_id = Drawn(max_length=12, default=public_id, editable=False)
    table = models.PositiveIntegerField(db_comment="Number of the table in the hall.")
    order = models.PositiveIntegerField(default=0, db_comment="Place in the round as it was paired, 1 first.")
    handicap = models.PositiveSmallIntegerField(
        null=True, db_comment="Stones that the first player gives; NULL without handicap."
    )
    reasons: models.JSONField[list[StoredReason], list[StoredReason]] = models.JSONField(
        default=list, db_comment="Why these two were paired."
    )
    version = models.PositiveBigIntegerField(
        default=0, db_comment="Number of the latest journal entry about the pairing."
    )

    class Meta:
        db_table_comment = "The tables of rounds. Who sits there is in the table of appearances."
        ordering = ("table",)
        constraints = (
            models.UniqueConstraint(fields=("round", "table"), name="pairing_table_once", deferrable=IN_ORDER),
            models.UniqueConstraint(fields=("public_id",), name="pairing_public_id_once"),
            models.CheckConstraint(condition=models.Q(table__gte=1), name="pairing_table_positive"),
            models.CheckConstraint(condition=models.Q(handicap__lte=9), name="pairing_handicap"),
        )

    def __str__(self) -> str:
        return f"{self.table}"


class Appearance(QuickRows):
    """A player's place in a round: first or second at a table, third or fourth in a pod, or a kind of bye."""

    class Side(models.IntegerChoices):
        FIRST = 1, pgettext_lazy("seat at a table", "first")
        SECOND = 2, pgettext_lazy("seat at a table", "second")
        THIRD = 3, pgettext_lazy("seat at a table", "third")
        FOURTH = 4, pgettext_lazy("seat at a table", "fourth")

    #: Round and pairing have no index, because unique constraints begin with them. The statement that writes them
    #: checks that the round, a player of its tournament and a pairing of it exist: a round has thousands of rows.
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="appearances", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="appearances", db_constraint=False
    )
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, related_name="appearances", null=True, db_index=False, db_constraint=False
    )
    side = models.PositiveSmallIntegerField(
        choices=Side, null=True, db_comment="1 first, 2 second, 3 and 4 in a pod; NULL for a bye."
    )
    bye = models.CharField(
        max_length=12,
        default="",
        choices=[("", ""), *((kind.value, kind.value) for kind in ByeKind)],
        db_comment="Kind of the bye; empty at a table.",
    )
    reasons: models.JSONField[list[StoredReason], list[StoredReason]] = JsonList(
        default=list, db_comment="Why this player has the bye."
    )

    class Meta:
        db_table_comment = "Where each player is in a round: at a side of a table, or with a bye."
        constraints = (
            models.UniqueConstraint(fields=("round", "player"), name="appearance_player_once", deferrable=IN_ORDER),
            models.UniqueConstraint(fields=("pairing", "side"), name="appearance_side_once", deferrable=IN_ORDER),
            models.CheckConstraint(
                condition=models.Q(pairing__isnull=False, side__in=(1, 2, 3, 4), bye="")
                | models.Q(pairing__isnull=True, side__isnull=True, bye__in=[kind.value for kind in ByeKind]),
                name="appearance_table_or_bye",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.round}"


#: Outcomes by their stored value. A lookup is faster than creating them, and whole stages are read at once.
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_DECISIONS = {decision.value: decision for decision in Decision}


class Advance(models.Model):
    """The organiser's decision on who advances from a match of a knock-out: the `side` of its pairing.

    `how`: by deciding games after a draw, by lot, or by a decision. A decision is needed, for example, if a result is
    corrected but the same player still advances. `note` is the score of the games, or the reason, which a decision
    needs.
    """

    class How(models.TextChoices):
        GAMES = "games", _("by tie-break")
        LOT = "lot", _("by lot")
        DECISION = "decision", _("by decision")

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, primary_key=True, related_name="advance")
    side = models.PositiveSmallIntegerField(
        choices=Appearance.Side.choices[:2], db_comment="Side of the match who goes on: 1 or 2."
    )
    how = models.CharField(max_length=8, choices=How, db_comment="By games, by lot or by decision.")
    note = models.CharField(max_length=300, default="", blank=True)

    class Meta:
        db_table_comment = "Who goes on from a match of a knock-out, where the organiser said it."
        constraints = (
            models.CheckConstraint(
                condition=models.Q(side__in=(1, 2), how__in=("games", "lot", "decision")), name="advance_known_words"
            ),
            models.CheckConstraint(condition=~models.Q(how="decision", note=""), name="advance_decision_with_reason"),
        )

    def __str__(self) -> str:
        return f"{self.pairing} {self.side}"


class ResultColumns(TypedDict):
    """A result as its row stores it."""

    first: str
    second: str
    decision: str
    games_first: int | None
    games_second: int | None
    games_drawn: int | None
    score_first: int | None
    score_second: int | None
    others: str


class Result(QuickRows):
    """The result of a pairing; the row exists only if there is a result. Earlier results are in the journal.

    `others` are the outcomes of a pod's third and fourth side, separated by a space. `note` is the slip of an adjourned
    game: the sealed move's envelope, position and clocks. `rated` is the result in the rating report instead, if the
    game was corrected after its round could no longer be. `entered_by` sent it and `entered_at` is when it arrived.
    `by` wrote it down, and `at` is when, as told by a desk's program that was offline.
    """

    COLUMNS = (
        *("first", "second", "decision"),
        *("games_first", "games_second", "games_drawn", "score_first", "score_second", "others"),
    )

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, primary_key=True, related_name="result")
    first = models.CharField(
        max_length=4, choices=[(o.value, o.value) for o in Outcome], db_comment="Outcome of the first player."
    )
    second = models.CharField(
        max_length=4, choices=[(o.value, o.value) for o in Outcome], db_comment="Outcome of the second player."
    )
    decision = models.CharField(
        max_length=9,
        choices=[(d.value, d.value) for d in Decision],
        default=Decision.PLAYED.value,
        db_comment="Whether it was played, or how it was decided.",
    )
    games_first = models.PositiveSmallIntegerField(null=True)
    games_second = models.PositiveSmallIntegerField(null=True)
    games_drawn = models.PositiveSmallIntegerField(null=True)
    score_first = models.PositiveIntegerField(null=True)
    score_second = models.PositiveIntegerField(null=True)
    others = models.CharField(
        max_length=9, default="", blank=True, db_comment="Outcomes of third and fourth in a pod, with a space between."
    )
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    entered_at = models.DateTimeField(db_comment="When it reached the server.")
    by = models.CharField(
        max_length=100, default="", blank=True, db_comment="Who wrote it down at a desk without network."
    )
    at = models.DateTimeField(null=True, db_comment="When it was written down.")
    note = models.CharField(
        max_length=300, default="", blank=True, db_comment="Slip of an adjourned game: envelope, position, clocks."
    )
    rated: models.JSONField[StoredRated | None, StoredRated | None] = models.JSONField(
        null=True, db_comment="What is rated instead, where the result counts otherwise; NULL: the same."
    )

    class Meta:
        db_table_comment = (
            "Results of pairings. Points are not stored: they follow from results and the tournament's settings."
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    first__in=[outcome.value for outcome in Outcome],
                    second__in=[outcome.value for outcome in Outcome],
                    decision__in=[decision.value for decision in Decision],
                ),
                name="result_known_words",
            ),
            models.CheckConstraint(
                condition=~models.Q(decision="adjourned") | models.Q(first="draw", second="draw"),
                name="result_adjourned_drawn",
            ),
            models.CheckConstraint(
                condition=models.Q(games_first__isnull=True, games_second__isnull=True, games_drawn__isnull=True)
                | models.Q(games_first__isnull=False, games_second__isnull=False, games_drawn__isnull=False),
                name="result_games_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(score_first__isnull=True, score_second__isnull=True)
                | models.Q(score_first__isnull=False, score_second__isnull=False),
                name="result_score_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(others="")
                | models.Q(
                    others__regex="^(win|draw|loss)( (win|draw|loss))?$",
                    score_first__isnull=True,
                    games_first__isnull=True,
                ),
                name="result_pod_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @property
    def fact(self) -> ResultFact:
        """The result as engines and standings read it."""
        return self.fact_of(*(getattr(self, name) for name in self.COLUMNS))

    @property
    def rated_fact(self) -> ResultFact:
        """The result that counts for ratings."""
        return self.fact if self.rated is None else rated_of(self.rated)

    @staticmethod
    @lru_cache(maxsize=1024)  # whole stages are read at once, and few results differ
    def fact_of(
        first: str,
        second: str,
        decision: str,
        games_first: int | None,
        games_second: int | None,
        games_drawn: int | None,
        score_first: int | None,
        score_second: int | None,
        others: str,
    ) -> ResultFact:
        """Return the result for the values of COLUMNS."""
        return ResultFact(
            _OUTCOMES[first],
            _OUTCOMES[second],
            _DECISIONS[decision],
            None
            if games_first is None or games_second is None or games_drawn is None
            else (games_first, games_second, games_drawn),
            None if score_first is None or score_second is None else (score_first, score_second),
            tuple(map(_OUTCOMES.__getitem__, others.split())),
        )

    @staticmethod
    def fields_of(fact: ResultFact) -> ResultColumns:
        """Return the columns that store a result."""
        games = fact.games or (None, None, None)
        score = fact.score or (None, None)
        return {
            "first": fact.first.value,
            "second": fact.second.value,
            "decision": fact.decision.value,
            "games_first": games[0],
            "games_second": games[1],
            "games_drawn": games[2],
            "score_first": score[0],
            "score_second": score[1],
            "others": " ".join(fact.others),
        }


def rated_of(stored: StoredRated) -> ResultFact:
    """Return the stored result for rating of a game."""
    return ResultFact(_OUTCOMES[stored["first"]], _OUTCOMES[stored["second"]], _DECISIONS[stored["decision"]])


class ForbiddenPair(models.Model):
    """Two players who must not meet in rounds `first_round` to `last_round` (None: to the end)."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="forbidden_pairs")
    public_id = Drawn(max_length=12, default=public_id, unique=True, editable=False)
    one = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(
        _("to round"), null=True, blank=True, db_comment="Last round in which they must not meet; NULL: to the end."
    )

    class Meta:
        db_table_comment = "Pairs of players who must not meet in some rounds."
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="forbidden_pair_of_two"),
            models.CheckConstraint(
                condition=models.Q(first_round__gte=1)
                & (models.Q(last_round__isnull=True) | models.Q(last_round__gte=models.F("first_round"))),
                name="forbidden_pair_rounds",
            ),
        )

    def __str__(self) -> str:
        return f"{self.one}, {self.other}"


class FixedPair(models.Model):
    """Two players who meet in a round that is not yet paired; the engine pairs the others."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="fixed_pairs")
    public_id = Drawn(max_length=12, default=public_id, unique=True, editable=False)
    round_number = models.PositiveSmallIntegerField(pgettext_lazy("round of a tournament", "round"))
    first = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table_comment = "Pairs of players who are to meet in a round to come."
        ordering = ("round_number", "pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(first=models.F("second")), name="fixed_pair_of_two"),
            models.CheckConstraint(condition=models.Q(round_number__gte=1), name="fixed_pair_round"),
            models.UniqueConstraint(fields=("round_number", "first"), name="fixed_pair_first_once"),
            models.UniqueConstraint(fields=("round_number", "second"), name="fixed_pair_second_once"),
        )

    def __str__(self) -> str:
        return f"{self.first}, {self.second}, {self.round_number}"


#: The maximum extension of a table in minutes.
MOST_EXTENSION = 4 * 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that has run since a time for some minutes. If `held_at` is set, it has been stopped since then."""

    minutes: int
    started_at: datetime
    held_at: datetime | None = None

    def ends_at(self, extension: int = 0) -> datetime | None:
        """Return when the clock ends, for a table with extra minutes; None while the clock is stopped."""
        if self.held_at is not None:
            return None
        return self.started_at + timedelta(minutes=self.minutes + extension)

    def time_left(self, now: datetime, extension: int = 0) -> timedelta:
        """Return the time left, for a table with extra minutes; negative when it is over."""
        return self.started_at + timedelta(minutes=self.minutes + extension) - (self.held_at or now)

    def is_over(self, now: datetime, extension: int = 0) -> bool:
        return self.time_left(now, extension) <= timedelta()

    def resume(self, now: datetime) -> Clock:
        """Return the clock after it resumes: the time on hold does not count."""
        return self if self.held_at is None else Clock(self.minutes, self.started_at + (now - self.held_at))
