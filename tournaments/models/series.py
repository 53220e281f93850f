"""Define series of tournaments: the rule, the counting events, and the organiser's answers about identical people."""

from __future__ import annotations

from typing import Any, TypedDict

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.orm.columns import Drawn
from tournaments.models.fields import public_id
from tournaments.models.stage import LONGEST_NAME

#: The maximum length of an event's type, such as "weekly" or "cup".
LONGEST_TYPE = 30
LONGEST_REASON = 200


class ClosedPlayer(TypedDict):
    """A player of an event in a closed season; `ids` are unambiguous keys of `standings.series.people`."""

    id: str
    name: str
    ids: list[str]
    year: str
    sex: str
    club: str
    rating: int


#: A result without default values: the player's public id, the place and other values that give points.
StoredEntry = dict[str, str | int | bool | None]


class ClosedEvent(TypedDict):
    """A tournament as it counted when the season was closed: its players, and their results without default values."""

    id: str
    name: str
    on: str
    over: bool
    hidden: bool
    players: list[ClosedPlayer]
    entries: list[StoredEntry]


class ClosedLine(TypedDict):
    """A line of the table: the person by the first public id, the place and the points."""

    person: str
    rank: int | None
    total: str


class StoredStanding(TypedDict):
    """A place, or None, and points."""

    rank: int | None
    total: str


class StoredMove(TypedDict):
    """A person by the first public id, with the standing before and after; None if not in the table."""

    person: str
    before: StoredStanding | None
    after: StoredStanding | None


class ClosedTable(TypedDict):
    """The table of a closed season on a day, and the events it was calculated from."""

    on: str
    events: list[ClosedEvent]
    lines: list[ClosedLine]


class Series(models.Model):
    """A table over several tournaments. `owner` runs it with other `organisers`; a demo has no owner. `version` grows
    with each change. In a closed season, the events, the rule, the people and the table stay unchanged.

    `rule` defines how it counts, as `standings.web.series.stored` writes it. `sheet` is the key of the form or the
    request that created it.
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True, db_comment="Its address on the server.")
    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=LONGEST_NAME)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series", null=True)
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="series_of_others")
    rule: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        db_comment="How points of events, totals and places come about."
    )
    rule_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        db_comment="Who changed name or rule last.",
    )
    version = models.PositiveIntegerField(default=1)
    sheet = models.UUIDField(null=True, unique=True, db_comment="Key of the form or request that made it.")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, db_comment="When its season was closed; null while it runs.")

    class Meta:
        db_table_comment = "Tables over several tournaments."
        ordering = ("-created_at", "pk")
        constraints = (models.CheckConstraint(condition=~models.Q(name=""), name="series_has_name"),)

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """A tournament that counts in a series, or results entered as text: a list of names with places."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    public_id = Drawn(max_length=8, unique=True, default=public_id)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="in_series", null=True
    )
    name = models.CharField(
        pgettext_lazy("name of a thing", "name"), max_length=LONGEST_NAME, blank=True, db_comment="Of typed results."
    )
    held_on = models.DateField(null=True, db_comment="Of typed results; a tournament has its own days.")
    typed: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        default=list, blank=True, db_comment="Typed results: id, name and place of each player."
    )
    type = models.CharField(max_length=LONGEST_TYPE, blank=True, db_comment="Type of event that the rule may count by.")
    factor = models.DecimalField(
        max_digits=5, decimal_places=2, default=1, db_comment="What the points of the event are multiplied by."
    )

    known: models.JSONField[list[StoredEntry] | None, list[StoredEntry] | None] = models.JSONField(
        null=True, db_comment="Last results of a finished tournament, to notice corrections."
    )

    class Meta:
        db_table_comment = "The events of series: tournaments, or typed results."
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("series", "tournament"), name="series_tournament_once"),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, name="")
                | (models.Q(tournament__isnull=True) & ~models.Q(name="")),
                name="series_event_named",
            ),
            models.CheckConstraint(condition=models.Q(factor__gt=0), name="series_factor_positive"),
        )

    def __str__(self) -> str:
        return self.name if self.tournament is None else self.tournament.name


class SeriesAnswer(models.Model):
    """The organiser's answer whether two keys of `standings.series.people` are one person."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="answers")
    one = models.CharField(max_length=400)
    other = models.CharField(max_length=400)
    same = models.BooleanField()

    class Meta:
        db_table_comment = "Answers to the question whether two players of a series are one person."
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("series", "one", "other"), name="series_answer_once"),)

    def __str__(self) -> str:
        return f"{self.one} = {self.other}: {self.same}"


class ClosedSeason(models.Model):
    """The table of a season when it was closed.

    While the season is reopened, it is kept until the series changes, so that reopening can be undone.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="closed")
    closed_at = models.DateTimeField()
    reopened_at = models.DateTimeField(null=True, db_comment="When the season was opened again.")
    table: models.JSONField[ClosedTable, ClosedTable] = models.JSONField(
        db_comment="Places and points, with the results of tournaments behind them."
    )

    class Meta:
        db_table_comment = "Tables of closed seasons of series."

    def __str__(self) -> str:
        return f"{self.series}: {self.closed_at}"


class SeriesPoints(models.Model):
    """Manual points for a player of a series, who is identified by any of the public ids in its events."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="by_hand")
    public_id = Drawn(max_length=8, unique=True, default=public_id)
    person = models.CharField(max_length=40, db_comment="Public id of the player in one of the events.")
    points = models.DecimalField(max_digits=7, decimal_places=2, db_comment="Negative for a penalty.")
    reason = models.CharField(max_length=LONGEST_REASON)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table_comment = "Points of series given by hand."
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~models.Q(points=0), name="series_points_not_nothing"),)

    def __str__(self) -> str:
        return f"{self.person}: {self.points}"


class SeriesNotice(models.Model):
    """A change of a running season's table that readers are told about: a corrected tournament, or a new rule with its
    `reason`.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="notices")
    at = models.DateTimeField()
    event = models.ForeignKey(SeriesEvent, on_delete=models.CASCADE, null=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    moves: models.JSONField[list[StoredMove], list[StoredMove]] = models.JSONField(
        db_comment="Who moved, from where to where."
    )

    class Meta:
        db_table_comment = "Changes of tables of series that readers are told of."
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.series}: {self.at}"
