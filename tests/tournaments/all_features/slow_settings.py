"""The settings of a server in which every pairing lasts until a test lets it end."""

from pairings import questions
from tests.settings import *  # noqa: F403
from tests.tournaments.all_features import slow

questions.judged_plan = slow.judged_plan
