"""The settings of a server in which every pairing lasts until a test ends it."""

from pairings.library import system_calls
from tests.settings import *  # noqa: F403
from tests.tournaments.all_features import slow

system_calls.judged_plan = slow.judged_plan
