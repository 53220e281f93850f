"""The courts to which matches are called during play, and the court of each match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Self

from django.db import models

from tournaments.models.fields import StoredCourtPlan, StoredCourts
from tournaments.models.round import Pairing

#: Limits for the number of courts in a hall, and for the minutes of a rest and of a match.
MOST_COURTS = 200
LONGEST_REST = 240
LONGEST_MATCH = 600
#: The assumed length of a match in minutes before any has ended.
USUAL_MINUTES = 30


class Referees(models.TextChoices):
    """The choice of referees: none, players without a game, or preferably such players from another group."""

    NONE = "none", "none"
    RESTING = "resting", "resting"
    OTHER_GROUP = "other-group", "other-group"


@dataclass(frozen=True, slots=True)
class CourtPlan:
    """The planned times of a section's games.

    `slots` are the games that begin at the same time, every `minutes` from `start` on; each game is given by its round
    and table. `courts` and `rest` are the conditions of the plan. `assigned` are the public ids of the games' referees,
    "" if nobody is free; () without `referees`.
    """

    start: datetime
    minutes: int
    courts: int
    rest: bool
    slots: tuple[tuple[tuple[int, int], ...], ...]
    referees: Referees = Referees.NONE
    assigned: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, stored: StoredCourtPlan) -> Self:
        slots = tuple(tuple((round_, table) for round_, table in slot) for slot in stored["slots"])
        start = datetime.fromisoformat(stored["start"])
        referees, assigned = Referees(stored.get("referees", "none")), tuple(map(tuple, stored.get("assigned", [])))
        return cls(start, stored["minutes"], stored["courts"], stored["rest"], slots, referees, assigned)

    @property
    def stored(self) -> StoredCourtPlan:
        stored: StoredCourtPlan = {
            "start": self.start.astimezone(UTC).isoformat(),
            "minutes": self.minutes,
            "courts": self.courts,
            "rest": self.rest,
            "slots": [[[round_, table] for round_, table in slot] for slot in self.slots],
        }
        if self.referees != Referees.NONE:
            stored["referees"] = self.referees.value
            stored["assigned"] = list(map(list, self.assigned))
        return stored

    @property
    def times(self) -> dict[tuple[int, int], datetime]:
        """The planned time of each game, by round and table."""
        each = timedelta(minutes=self.minutes)
        return {game: self.start + each * number for number, slot in enumerate(self.slots) for game in slot}

    @property
    def referee_ids(self) -> dict[tuple[int, int], str]:
        """The public id of each game's referee, by round and table."""
        return {
            game: referee
            for slot, referees in zip(self.slots, self.assigned, strict=False)
            for game, referee in zip(slot, referees, strict=False)
            if referee
        }


@dataclass(frozen=True, slots=True)
class CourtSettings:
    """The settings for calling matches.

    `reserved` maps a court to the slug of the only section that plays there, or to "" if matches are called to it only
    manually. `rest` is the number of minutes between two matches of a person; with `waits` nobody is proposed earlier.
    `by_itself`: the next match is called as soon as a court is free. `apart` are names that several people in the event
    share. `plans` are the planned times of sections, by slug; `on_time`: no match is proposed before its own time.
    `referees` is the choice of referees.
    """

    count: int
    closed: frozenset[int] = frozenset()
    reserved: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    rest: int = 0
    waits: bool = True
    minutes: int = USUAL_MINUTES
    by_itself: bool = False
    apart: frozenset[str] = frozenset()
    plans: Mapping[str, CourtPlan] = field(default_factory=lambda: MappingProxyType({}))
    on_time: bool = True
    referees: Referees = Referees.NONE

    @classmethod
    def of(cls, stored: StoredCourts) -> Self:
        return cls(
            stored["count"],
            frozenset(stored["closed"]),
            {int(court): section for court, section in stored["reserved"].items()},
            stored["rest"],
            stored["waits"],
            stored["minutes"],
            stored["by_itself"],
            frozenset(stored["apart"]),
            {section: CourtPlan.of(plan) for section, plan in stored.get("plans", {}).items()},
            stored.get("on_time", True),
            Referees(stored.get("referees", "none")),
        )

    @property
    def stored(self) -> StoredCourts:
        stored: StoredCourts = {
            "count": self.count,
            "closed": sorted(self.closed),
            "reserved": {str(court): section for court, section in sorted(self.reserved.items())},
            "rest": self.rest,
            "waits": self.waits,
            "minutes": self.minutes,
            "by_itself": self.by_itself,
            "apart": sorted(self.apart),
        }
        if self.plans:
            stored["plans"] = {section: plan.stored for section, plan in sorted(self.plans.items())}
            stored["on_time"] = self.on_time
        if self.referees != Referees.NONE:
            stored["referees"] = self.referees.value
        return stored


class CourtCall(models.Model):
    """The call of a pairing's match to a court, with its time.

    `court` is None after the match was returned to the queue, and `queued` is its place there. The match has left the
    court once its pairing has a result.
    """

    class Queued(models.TextChoices):
        FIRST = "first", "first"
        LAST = "last", "last"

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, primary_key=True, related_name="court_call")
    court = models.PositiveSmallIntegerField(null=True, db_comment="Number of the court; NULL: back in the queue.")
    called_at = models.DateTimeField(null=True, db_comment="When it was called there.")
    again_at = models.DateTimeField(null=True, db_comment="When its players were called once more.")
    queued = models.CharField(
        max_length=5, default="", blank=True, db_comment="Place in the queue: first, last, or empty by its order."
    )
    referee = models.ForeignKey(
        "tournaments.Player",
        on_delete=models.SET_NULL,
        null=True,
        related_name="duties",
        db_comment="Who of the players referees; NULL: nobody of them.",
    )

    class Meta:
        db_table_comment = "Where matches were called to, and when."
        constraints = (
            models.CheckConstraint(
                condition=models.Q(court__isnull=True, called_at__isnull=True, again_at__isnull=True)
                & models.Q(queued__in=("first", "last"))
                | models.Q(court__gte=1, called_at__isnull=False, queued=""),
                name="court_call_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pairing} {self.court or self.queued}"
