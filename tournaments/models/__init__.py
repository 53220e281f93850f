"""Fields, constraints, QuerySets and one-row rules. Nothing here writes to more than its own row."""

from tournaments.models.access import ApiToken, Invitation, Member, Tally, User
from tournaments.models.badge import Badge
from tournaments.models.call import Call
from tournaments.models.device import DeviceGrant
from tournaments.models.event import Event
from tournaments.models.external import ExternalId
from tournaments.models.journal import JournalEntry
from tournaments.models.operation import Operation
from tournaments.models.player import Player, RequestedBye
from tournaments.models.ratinglist import RatingList
from tournaments.models.report import Report
from tournaments.models.round import Advance, Appearance, Pairing, Result, Round
from tournaments.models.sign_up import Enrolment, SignUp
from tournaments.models.stage import Seat, Stage
from tournaments.models.subscription import Subscription
from tournaments.models.task import Task
from tournaments.models.team import MatchSheet, TeamMember
from tournaments.models.tournament import Tournament
from tournaments.models.webhook import Delivery, Webhook
from tournaments.models.wish import FixedPair, ForbiddenPair

__all__ = [
    "Advance",
    "ApiToken",
    "Appearance",
    "Badge",
    "Call",
    "Delivery",
    "DeviceGrant",
    "Enrolment",
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
    "Round",
    "Seat",
    "SignUp",
    "Stage",
    "Subscription",
    "Tally",
    "Task",
    "TeamMember",
    "Tournament",
    "User",
    "Webhook",
]
