"""A round of the Swiss team system, and its questions: the procedure of matches over teams (C.04.6)."""

from pairings.swiss.matches.engine import Matches
from pairings.systems.team_swiss.field import TeamField
from pairings.wording.mark import gettext_noop as _

MATCHES = Matches(TeamField, _("Pairing groups from the top: {done} of {of} teams."))
