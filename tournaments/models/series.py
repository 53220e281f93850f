"""Series of tournaments: the rule, the events that count, and what the organiser has said of who is who."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.orm.columns import Drawn
from tournaments.models.fields import public_id
from tournaments.models.stage import LONGEST_NAME

#: Of the type of an event: "weekly", "cup".
LONGEST_TYPE = 30


class Series(models.Model):
    """A table over several tournaments. `owner` runs it, nobody a demo. `version` grows with each change. In a closed
    season events, rule and people stay as they are.

    `rule` says how it counts, as `standings.web.series.stored` writes it. `sheet` is the key of the form or the request
    that made it.
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True, db_comment="Its address on the server.")
    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=LONGEST_NAME)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series", null=True)
    rule: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        db_comment="How points of events, totals and places come about."
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
    """A tournament that counts in a series, or results that somebody has typed: a list of names with places."""

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
    """What the organiser said of two keys of `standings.series.people`: whether they are one person."""

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
