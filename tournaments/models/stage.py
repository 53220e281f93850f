"""Define a stage: one pairing system with its options, and the seats of its players."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fields import Qualification, StoredDraw


class Stage(models.Model):
    """A stage. `first_round` is the tournament's number of its first round; engines count from 1 within a stage.

    `seed` makes all random draws of the stage repeatable: the seats and, with the round's number, those of each round.
    `first_colour` is the drawn colour, once it is drawn. `virtual_points` are extra pairing points from a report file,
    by the player's public id, in order of rounds. `drawn_at` is when the seats were set before round 1 was paired: by a
    draw, manually or by qualification. `qualification` is how the players of a later stage qualified: the stage before,
    the rules, the order, and how ties were decided (`tournaments.stages.stages`). `drawn` is the record of a draw: its
    players in order of entry, its outcome and reasons (`tournaments.schedule.seats`).
    """

    class Seating(models.TextChoices):
        ENTRY = "entry", _("in order of entry")
        RATING = "rating", _("by rating, highest first")
        LOT = "lot", _("by lot")
        VARMA = "varma", _("by lot, club mates or compatriots do not meet in the last rounds (Varma)")
        HOME = "home", _("by lot, teams of one club are at home by turns")
        CLASSES = "classes", _("by strength class, then by lot")
        ORIGIN = "origin", _("by lot, club mates or compatriots far apart")
        SEEDED = "seeded", _("by lot around the seeds, club mates or compatriots apart")
        POTS = "pots", _("by lot from pots, club mates or compatriots apart")
        HAND = "hand", pgettext_lazy("made by hand", "manual")
        QUALIFIED = "places", _("by places in the previous stage")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(db_comment="Number in the tournament, 1 first.")
    system = models.CharField(_("pairing system"), max_length=32, db_comment="Key of the pairing system.")
    options: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, db_comment="Options of the system that differ from its usual ones."
    )
    seating = models.CharField(
        _("player numbers"),
        max_length=8,
        choices=Seating,
        default=Seating.ENTRY,
        db_comment="How players get their numbers.",
    )
    planned_rounds = models.PositiveSmallIntegerField(
        pgettext_lazy("round of a tournament", "rounds"), null=True, blank=True
    )
    first_round = models.PositiveSmallIntegerField(
        default=1, db_comment="The tournament's number of the stage's first round."
    )
    seed = models.CharField(max_length=32, db_comment="What makes every lot of the stage repeatable.")
    first_colour = models.CharField(
        max_length=8,
        default="",
        choices=[("", ""), ("first", "first"), ("second", "second")],
        db_comment="Lot of the colours: first or second; empty until drawn.",
    )
    virtual_points: models.JSONField[dict[str, list[str]], dict[str, list[str]]] = models.JSONField(
        default=dict, db_comment="Extra pairing points by the player's public id, first round first."
    )
    drawn_at = models.DateTimeField(null=True, db_comment="When seats were made before round 1; NULL if they were not.")
    drawn: models.JSONField[StoredDraw | None, StoredDraw | None] = models.JSONField(
        null=True, db_comment="The draw of seats: its players in order of entry, the outcome, the reasons."
    )
    started_at = models.DateTimeField(null=True)
    qualification: models.JSONField[Qualification | None, Qualification | None] = models.JSONField(
        null=True, db_comment="How players came into a later stage: stage before, rules, order, ties."
    )

    class Meta:
        db_table_comment = "Stages of tournaments, each with its pairing system and options."
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="stage_number_once"),)

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Seat(models.Model):
    """The number of a player in a stage: schedule seat or pairing number, 1 first."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveIntegerField(db_comment="Pairing number, or seat of the schedule, 1 first.")

    class Meta:
        db_table_comment = "The numbers of players in a stage: pairing numbers, or seats of a schedule."
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("stage", "player"), name="seat_player_once"),
            models.UniqueConstraint(
                fields=("stage", "number"), name="seat_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="seat_number_positive"),
        )

    def __str__(self) -> str:
        return f"{self.number}"


#: The maximum lengths of the names of an event and of a section, which together form a tournament's name.
LONGEST_NAME = 60
LONGEST_SECTION = 30


def whole_name(event: str, section: str) -> str:
    """Return the full name of a section, for use outside its event: "Spring Open – B"."""
    return f"{event} – {section}"


class Event(models.Model):
    """An event. Its visibility, staff and dates are those of its sections: it has no rights, date or journal of its
    own.
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True, db_comment="Its address on the server.")
    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=LONGEST_NAME)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table_comment = "Names over several tournaments, which are its sections."
        constraints = (models.CheckConstraint(condition=~models.Q(name=""), name="event_has_name"),)

    def __str__(self) -> str:
        return self.name


#: Two sections of an event cannot have the same name, ignoring case.
UNIQUE_SECTION_NAME = models.UniqueConstraint("event", Lower("section"), name="section_named_once")
#: A section has a name in its event; a tournament outside events has none.
SECTION_CONDITION = models.CheckConstraint(
    condition=models.Q(event__isnull=True, section="", place=0)
    | (models.Q(event__isnull=False, place__gte=1) & ~models.Q(section="")),
    name="section_of_event",
)
