"""Define fields, constraints, QuerySets and rules of a single row. Nothing here writes to more than its own row."""

from tournaments.models.access import ApiToken, CodeGrant, DeviceGrant, Invitation, Member, Tally, User
from tournaments.models.courts import CourtCall
from tournaments.models.journal import Erasure, ExternalId, JournalEntry, Operation
from tournaments.models.player import MatchSheet, Player, RequestedBye, TeamMember
from tournaments.models.round import Advance, Appearance, FixedPair, ForbiddenPair, Pairing, Result, Round
from tournaments.models.self_service import Badge, Call, Enrolment, Report, SignUp, Subscription
from tournaments.models.series import ClosedSeason, Series, SeriesAnswer, SeriesEvent, SeriesNotice, SeriesPoints
from tournaments.models.server_wide import RatingList, Retention, Task
from tournaments.models.stage import Event, Seat, Stage
from tournaments.models.tournament import Tournament, TournamentImage
from tournaments.models.webhook import Delivery, Webhook

__all__ = [
    "Advance",
    "ApiToken",
    "Appearance",
    "Badge",
    "Call",
    "ClosedSeason",
    "CodeGrant",
    "CourtCall",
    "Delivery",
    "DeviceGrant",
    "Enrolment",
    "Erasure",
    "Event",
    "ExternalId",
    "FixedPair",
    "ForbiddenPair",
    "Invitation",
    "JournalEntry",
    "MatchSheet",
    "Member",
    "Operation",
    "Pairing",
    "Player",
    "RatingList",
    "Report",
    "RequestedBye",
    "Result",
    "Retention",
    "Round",
    "Seat",
    "Series",
    "SeriesAnswer",
    "SeriesEvent",
    "SeriesNotice",
    "SeriesPoints",
    "SignUp",
    "Stage",
    "Subscription",
    "Tally",
    "Task",
    "TeamMember",
    "Tournament",
    "TournamentImage",
    "User",
    "Webhook",
]
