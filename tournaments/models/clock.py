"""The clock of a round, as pages count it down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

#: The most extra minutes that a table can get.
MOST_EXTENSION = 4 * 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that has run since an instant, for some minutes. Since `held_at`, if set, it stands still."""

    minutes: int
    started_at: datetime
    held_at: datetime | None = None

    def ends_at(self, extension: int = 0) -> datetime | None:
        """When its time is over, for a table with extra minutes; None while it is held."""
        if self.held_at is not None:
            return None
        return self.started_at + timedelta(minutes=self.minutes + extension)

    def time_left(self, now: datetime, extension: int = 0) -> timedelta:
        """The time left at an instant, for a table with extra minutes; negative when it is over."""
        return self.started_at + timedelta(minutes=self.minutes + extension) - (self.held_at or now)

    def is_over(self, now: datetime, extension: int = 0) -> bool:
        return self.time_left(now, extension) <= timedelta()

    def resume(self, now: datetime) -> Clock:
        """The clock when it resumes: the time on hold does not count."""
        return self if self.held_at is None else Clock(self.minutes, self.started_at + (now - self.held_at))
