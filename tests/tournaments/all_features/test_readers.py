"""Rights to read: every kind of reader requests every address, and the answers are searched for secrets.

A new address needs a line in `PAGES` or `PROGRAMS` with its readers.
"""

import json
import re
from copy import deepcopy
from datetime import timedelta
from functools import cache
from io import BytesIO
from itertools import product

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from standings.web.papers import orders
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.url_patterns import routes
from tests.tournaments.conftest import Stage
from tests.tournaments.players.test_clubs import RULE as CLUB_TEAMS
from tournaments.core import rights
from tournaments.core.rights import Right, Who
from tournaments.core.words.notation import parse
from tournaments.core.words.penalties import Measure
from tournaments.drafts import editing
from tournaments.events import events
from tournaments.hall import calling
from tournaments.models import ApiToken, Member, Player, Round, Series, SeriesEvent, Task, Tournament, User
from tournaments.models.courts import CourtSettings
from tournaments.officials import penalties
from tournaments.people import staff, tokens
from tournaments.players import registration
from tournaments.public.page_cache import PAGES as KEPT
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.webhooks import accounts, receivers

pytestmark = pytest.mark.django_db

SCOPES = ("read", "results:write", "players:write", "pairings:write", "rules:write", "admin")
#: All readers: people by name, programs by the scope of their token. A token of another tournament has all
#: scopes there; an expired one, and one whose creator left the staff, had all scopes here.
STRANGERS = ("anonymous", "signed in elsewhere", "token of another tournament", "token whose maker left")
READERS = (*STRANGERS, "helper", "organiser", *SCOPES)

PERSONAL = {"birth", "sex", "FIDE ID", "fixed table"}
PLANS = {"draft", "penalty", "wish", "bye asked for"}
JOURNAL = {"journal", "account"}
#: The non-public addresses of each reader; the table of docs/privacy.md.
MAY = {
    **dict.fromkeys(STRANGERS, frozenset()),
    "helper": frozenset(JOURNAL),
    "organiser": frozenset(PERSONAL | PLANS | JOURNAL | {"token's name", "webhook", "hidden tournament"}),
    "read": frozenset(PERSONAL | PLANS | JOURNAL | {"token's name"}),
    "results:write": frozenset(),
    "players:write": frozenset(PERSONAL | {"bye asked for"}),
    "pairings:write": frozenset(PLANS | JOURNAL | {"token's name"}),
    "rules:write": frozenset(),
    "admin": frozenset({"account", "webhook"}),
}

EVERYBODY = set(READERS)
NOBODY: set[str] = set()
SIGNED_IN = {"signed in elsewhere", "helper", "organiser"}
STAFF, ORGANISER = {"helper", "organiser"}, {"organiser"}
TOKENS = {"token of another tournament", "token whose maker left", *SCOPES}
PLANNERS = {"organiser", "read", "pairings:write"}

E = "e/<slug:event>/"
SERIES = "series/<slug:series>/"
T = "t/<slug:slug>/"
#: The readers of a page (200) by a GET. Without any, the address takes forms or redirects.
PAGES = {
    "": EVERYBODY,
    "calendar/": EVERYBODY,
    "calendar.ics": EVERYBODY,
    "language/": NOBODY,  # it only takes the choice
    "manual/": EVERYBODY,
    "manual/<slug:key>/": EVERYBODY,
    "manual.pdf": EVERYBODY,
    "account/first/": NOBODY,
    "account/new/": NOBODY,
    "account/sign-in/": EVERYBODY,
    "account/sign-out/": NOBODY,
    "account/": SIGNED_IN,
    "account/password/": NOBODY,
    "account/everywhere/": NOBODY,
    "account/tokens/": SIGNED_IN,
    "account/tokens/revoke/": NOBODY,
    "account/tokens/<slug:token>/revoke/": NOBODY,
    "account/webhooks/<slug:webhook>/remove/": NOBODY,
    "account/all/": NOBODY,  # only the server's owner, who has no role in a tournament
    "account/rating-lists/": NOBODY,  # only the server's owner
    "account/reset/": NOBODY,
    "account/reset/<str:secret>/": NOBODY,
    "device/": SIGNED_IN,
    "authorize/": NOBODY,  # a website asks with its parameters: see test_code_grant
    "b/": EVERYBODY,
    "b/<str:typed>/": NOBODY,  # leads to the page above
    "worker.js": EVERYBODY,
    "without-network/": EVERYBODY,
    "join/<str:secret>/": NOBODY,
    "new/": SIGNED_IN,
    "import/": SIGNED_IN,
    "series/": EVERYBODY,
    "series/new/": SIGNED_IN,
    SERIES: EVERYBODY,
    SERIES + "table.csv": EVERYBODY,
    SERIES + "table.pdf": EVERYBODY,
    SERIES + "players/<str:person>/": EVERYBODY,
    SERIES + "desk/": ORGANISER,
    SERIES + "desk/rule/": ORGANISER,
    SERIES + "desk/add/": NOBODY,
    SERIES + "desk/typed/": NOBODY,
    SERIES + "desk/who/": NOBODY,
    SERIES + "desk/delete/": NOBODY,
    SERIES + "desk/close/": NOBODY,
    SERIES + "desk/points/": NOBODY,
    SERIES + "desk/points/<str:given>/": NOBODY,
    SERIES + "desk/organisers/": NOBODY,
    SERIES + "desk/events/<str:event>/": NOBODY,
    "server/": NOBODY,  # only for the server's owner: tests/config/test_owner.py
    "server/tournaments/": NOBODY,
    "server/tournaments/<slug:slug>/": NOBODY,
    "server/deliveries/": NOBODY,
    "server/privacy/": NOBODY,
    "server/privacy/erase/": NOBODY,
    "server/privacy/again/": NOBODY,
    "server/retention/": NOBODY,
    "server/backups/": NOBODY,
    "server/backups/<str:name>/": NOBODY,
    "server/backups/<str:name>/restore/": NOBODY,
    ".well-known/security.txt": NOBODY,  # there is no contact
    "up/": NOBODY,
    "health/live": NOBODY,
    "health/ready": NOBODY,
    E: EVERYBODY,
    E + "courts/": EVERYBODY,
    E + "prizes/": EVERYBODY,
    E + "desk/": STAFF,
    E + "desk/print/names.pdf": STAFF,
    E + "desk/print/papers.zip": STAFF,
    E + "desk/print/prizes.pdf": NOBODY,  # before there are winners
    E + "desk/name/": NOBODY,
    E + "desk/all/": NOBODY,
    E + "desk/order/": NOBODY,
    E + "desk/players/": ORGANISER,
    E + "desk/players/add/": NOBODY,
    E + "desk/players/list/": ORGANISER,
    E + "desk/players/move/": ORGANISER,
    T: EVERYBODY,
    T + "app.webmanifest": EVERYBODY,
    T + "colours.css": NOBODY,  # this tournament has no colour of its own: tests/tournaments/event_page
    T + "preview.png": EVERYBODY,
    T + "screen/code.svg": EVERYBODY,
    T + "images/<slug:key>.png": NOBODY,  # this tournament has none: tests/tournaments/event_page
    T + "now/": NOBODY,
    T + "rounds/<int:number>/": EVERYBODY,
    T + "rounds/<int:number>/names/": EVERYBODY,
    T + "rounds/<int:number>/tables/<str:pairing_id>/": EVERYBODY,
    T + "bracket/": NOBODY,
    T + "desk/arbiter/": ORGANISER,
    T + "desk/penalties/": ORGANISER,
    T + "desk/players/fees/": ORGANISER,
    T + "desk/players/fees.csv": ORGANISER,
    T + "desk/tables/<str:pairing_id>/goes-on/": NOBODY,
    T + "schedule/": NOBODY,
    T + "schedule/courts/": NOBODY,
    T + "schedule.csv": NOBODY,
    T + "teams.csv": NOBODY,
    r"t/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$": EVERYBODY,
    T + "players/": EVERYBODY,
    T + "screen/": EVERYBODY,
    T + "best-boards/": EVERYBODY,
    T + "players/<str:player_id>/": EVERYBODY,
    T + "players/<str:player_id>/card/": EVERYBODY,
    T + "sign-up/": EVERYBODY,
    T + "sign-up/mine/": EVERYBODY,  # people who signed up read more there by a cookie: test_sign_ups.py
    T + "me/": NOBODY,  # a player's own: test_badges.py
    T + "me/call/": NOBODY,
    T + "me/leave/": NOBODY,
    T + "me/line-up/": NOBODY,
    T + "me/told/": NOBODY,
    T + "me/report/": NOBODY,
    T + "me/decide/": NOBODY,
    T + "tasks/<str:task_id>/": ORGANISER,
    T + "tasks/<str:task_id>/stop/": NOBODY,
    T + "desk/": STAFF,
    T + "desk/search/": STAFF,
    T + "desk/tournament.json": ORGANISER,
    T + "desk/players/": ORGANISER,
    T + "desk/players/add/": NOBODY,
    T + "desk/players/list/": ORGANISER,
    T + "desk/journal/difference/": ORGANISER,
    T + "desk/teams/list/": NOBODY,  # only for teams
    T + "desk/players.csv": ORGANISER,
    T + "desk/players/sign-ups/": ORGANISER,
    T + "desk/players/sign-ups/decide/": NOBODY,
    T + "desk/players/listed/": ORGANISER,
    T + "desk/players/listed/add/": NOBODY,
    T + "desk/players/listed/update/": ORGANISER,
    T + "desk/players/check-in/": ORGANISER,
    T + "desk/players/<str:player_id>/": ORGANISER,
    T + "desk/players/act/": NOBODY,
    T + "desk/players/<str:player_id>/act/": NOBODY,
    T + "desk/players/<str:player_id>/erase/": ORGANISER,
    T + "desk/players/<str:player_id>/members/": NOBODY,  # only for teams
    T + "desk/tables/<str:pairing_id>/boards/": NOBODY,  # only for teams
    T + "desk/tables/<str:pairing_id>/line-up/": NOBODY,
    T + "desk/bar/": NOBODY,  # only for McMahon tournaments
    T + "desk/seats/": ORGANISER,
    T + "desk/calls/<str:player_id>/": NOBODY,
    T + "desk/rounds/all/": NOBODY,
    T + "desk/rounds/<int:number>/line-ups/": NOBODY,  # only for teams
    T + "desk/rounds/close/": NOBODY,
    T + "desk/rounds/pair/": NOBODY,
    T + "desk/rounds/<int:number>/": ORGANISER,
    T + "desk/rounds/<int:number>/edit/": NOBODY,
    T + "desk/rounds/<int:number>/why-not/": ORGANISER,
    T + "desk/rounds/<int:number>/systems/": ORGANISER,
    T + "desk/rounds/<int:number>/cost/": ORGANISER,
    T + "desk/rounds/<int:number>/another/": NOBODY,
    T + "desk/rounds/<int:number>/pair-again/": NOBODY,
    T + "desk/rounds/<int:number>/rest/": NOBODY,
    T + "desk/rounds/<int:number>/publish/": NOBODY,
    T + "desk/rounds/<int:number>/discard/": NOBODY,
    T + "desk/rounds/<int:number>/close/": NOBODY,
    T + "desk/rounds/<int:number>/reopen/": NOBODY,
    T + "desk/rounds/<int:number>/unpublish/": NOBODY,
    T + "desk/rounds/<int:number>/slips/": STAFF,
    T + "desk/rounds/<int:number>/clock/": ORGANISER,
    T + "desk/protocol/": ORGANISER,
    T + "desk/print/": STAFF,
    T + "desk/print/papers.zip": STAFF,
    T + "desk/print/<slug:key>.pdf": STAFF,
    T + "desk/rounds/<int:number>/<slug:sheet>.pdf": STAFF,
    T + "desk/certificates/": STAFF,
    T + "desk/badges/": ORGANISER,
    T + "desk/badges/revoke/": NOBODY,
    T + "desk/poster/": STAFF,
    T + "desk/website/": STAFF,
    "embed/<slug:slug>/standings/": EVERYBODY,
    "embed/<slug:slug>/pairings/": EVERYBODY,
    T + "desk/rounds/<int:number>/again/": STAFF,
    T + "desk/rounds/<int:number>/pgn/": NOBODY,  # only for a running round: tests/tournaments/report_files/test_pgn.py
    T + "rounds/<int:number>/pairings.pgn": EVERYBODY,
    T + "desk/rounds/<int:number>/results/": STAFF,
    T + "desk/rounds/<int:number>/results/undo/": NOBODY,
    T + "desk/grid/": STAFF,
    T + "desk/grid/undo/": NOBODY,
    T + "desk/grid/<str:pairing_id>/": NOBODY,
    T + "desk/tables/<str:pairing_id>/result/": NOBODY,
    T + "desk/tables/<str:pairing_id>/settle/": NOBODY,
    T + "desk/tables/<str:pairing_id>/correct/": ORGANISER,
    T + "desk/tables/<str:pairing_id>/rated/": ORGANISER,
    T + "desk/rounds/<int:number>/date/": NOBODY,  # only for a match
    T + "desk/tables/<str:pairing_id>/effect/": ORGANISER,
    T + "desk/hall/": ORGANISER,
    T + "desk/courts/": STAFF,
    T + "courts/": EVERYBODY,
    T + "desk/screen/": ORGANISER,
    T + "desk/fide-mode/": ORGANISER,
    T + "desk/prizes/": ORGANISER,
    T + "desk/club-teams/": ORGANISER,
    T + "club-teams/": EVERYBODY,
    T + "rounds/<int:number>/pods/": EVERYBODY,
    T + "club-teams.csv": EVERYBODY,
    T + "desk/wishes/": ORGANISER,
    T + "desk/wishes/round-robin/": NOBODY,
    T + "desk/wishes/<str:wish>/remove/": NOBODY,
    T + "desk/finish/": NOBODY,
    T + "desk/section/": ORGANISER,
    T + "desk/leave/": NOBODY,
    T + "desk/copy/": ORGANISER,
    T + "desk/trial/": NOBODY,
    T + "desk/trial/away/": NOBODY,
    T + "desk/archive/": NOBODY,
    T + "desk/defaults/": NOBODY,
    T + "desk/delete/": ORGANISER,
    T + "desk/settings/": ORGANISER,
    T + "desk/event-page/": ORGANISER,
    T + "desk/staff/": ORGANISER,
    T + "desk/staff/pass/": NOBODY,
    T + "desk/staff/event/": NOBODY,
    T + "desk/staff/links/<int:invitation>/revoke/": NOBODY,
    T + "desk/staff/<int:member>/tables/": NOBODY,
    T + "desk/staff/<int:member>/remove/": NOBODY,
    T + "desk/tokens/<int:token>/revoke/": NOBODY,
    T + "desk/webhooks/": ORGANISER,
    T + "desk/webhooks/<slug:webhook>/": ORGANISER,
    T + "desk/webhooks/<slug:webhook>/switch/": NOBODY,
    T + "desk/webhooks/<slug:webhook>/secret/": NOBODY,
    T + "desk/webhooks/<slug:webhook>/replay/": NOBODY,
    T + "desk/webhooks/<slug:webhook>/remove/": NOBODY,
    T + "desk/journal/": STAFF,
    T + "desk/journal/<int:sequence>/undo/": NOBODY,
    T + "desk/journal/<int:sequence>/after/": ORGANISER,
    T + "desk/journal/<int:sequence>/again/": NOBODY,
    T + "desk/next-stage/": ORGANISER,
    T + "desk/rules/": ORGANISER,
    T + "desk/rules/by-hand/": ORGANISER,
    T + "desk/rules/lot/": NOBODY,
    T + "ratings/": EVERYBODY,
    T + "norms/": EVERYBODY,
    T + "desk/norms/": ORGANISER,
    T + "desk/norms/forms/": ORGANISER,
    T + "desk/norms/forms.pdf": ORGANISER,
    T + "standings/": EVERYBODY,
    T + "standings.csv": EVERYBODY,
    T + "standings.h9": EVERYBODY,
    T + "standings.aga": EVERYBODY,
    T + "standings.fesa": EVERYBODY,
    T + "standings/comparison/": EVERYBODY,
    T + "standings/course/": EVERYBODY,
    T + "standings/course/<str:player_id>/": EVERYBODY,
    T + "standings/verdicts/": EVERYBODY,
    T + "standings/<str:player_id>/": EVERYBODY,
    T + "standings/<str:player_id>/<path:code>/": EVERYBODY,
    T + "crosstable/": EVERYBODY,
}
A = "api/v1/tournaments/<slug:slug>"
REGEX = r"api/v1/tournaments/(?P<slug>[-\w]+)"
#: The readers of a document (200) by a GET. Without any, the address takes other methods or is for other systems.
PROGRAMS = {
    "api/v1": EVERYBODY,
    "api/v1/": EVERYBODY,
    "api/v1/schema": EVERYBODY,
    "api/v1/docs": EVERYBODY,
    "api/v1/guide": EVERYBODY,
    "api/v1/systems": EVERYBODY,
    "api/v1/rule-sets": EVERYBODY,
    "api/v1/series": EVERYBODY,
    "api/v1/series/<slug:series>": EVERYBODY,
    "api/v1/series/<slug:series>/table": EVERYBODY,
    "api/v1/series/<slug:series>/table.csv": EVERYBODY,
    "api/v1/series/<slug:series>/players/<slug:player_id>": EVERYBODY,
    "api/v1/series/<slug:series>/events": NOBODY,
    "api/v1/series/<slug:series>/events/<slug:event>/remove": NOBODY,
    "api/v1/series/<slug:series>/season": EVERYBODY,
    "api/v1/series/<slug:series>/points": EVERYBODY,
    "api/v1/series/<slug:series>/points/<slug:given>/remove": NOBODY,
    "api/v1/series/<slug:series>/organisers": ORGANISER,  # as /who
    "api/v1/series/<slug:series>/who": ORGANISER,  # not for tokens of a tournament: tests/tournaments/series
    "api/v1/events/<slug:event>": EVERYBODY,
    "api/v1/events/<slug:event>/players": EVERYBODY,
    ".well-known/api-catalog": EVERYBODY,
    ".well-known/oauth-authorization-server": EVERYBODY,
    "api/v1/oauth/device": NOBODY,
    "api/v1/oauth/token": NOBODY,
    "api/v1/events": SIGNED_IN | TOKENS,
    "api/v1/events/stream": SIGNED_IN | TOKENS,
    "api/v1/webhooks": SIGNED_IN,
    "api/v1/webhooks/<slug:webhook>": ORGANISER,  # of the user's own account; not for tokens of a tournament
    "api/v1/webhooks/<slug:webhook>/secret": NOBODY,
    "api/v1/webhooks/<slug:webhook>/replay": NOBODY,
    "api/v1/webhooks/<slug:webhook>/deliveries": ORGANISER,
    "api/v1/tokens": {*SIGNED_IN, "admin", "token of another tournament", "token whose maker left"},
    "api/v1/tokens/<slug:token>": TOKENS,
    "api/v1/tournaments": EVERYBODY,
    A: EVERYBODY,
    A + "/copy": NOBODY,
    A + "/sections": NOBODY,
    A + "/join-event": NOBODY,
    A + "/leave-event": NOBODY,
    A + "/move-up": NOBODY,
    A + "/rename-event": NOBODY,
    A + "/staff": {"organiser", "admin"},
    A + "/staff/share": NOBODY,
    A + "/webhooks": {"organiser", "admin"},
    A + "/webhooks/<slug:webhook>": {"organiser", "admin"},
    A + "/webhooks/<slug:webhook>/secret": NOBODY,
    A + "/webhooks/<slug:webhook>/replay": NOBODY,
    A + "/webhooks/<slug:webhook>/deliveries": {"organiser", "admin"},
    A + "/staff/passes": NOBODY,
    A + "/staff/links/<slug:link>/revoke": NOBODY,
    A + "/staff/<int:member>/tables": NOBODY,
    A + "/staff/<int:member>/remove": NOBODY,
    A + "/snapshot": EVERYBODY,
    A + "/ops": NOBODY,
    A + "/players": EVERYBODY,
    A + "/players/<slug:player_id>": EVERYBODY,
    A + "/players/<slug:player_id>/move": NOBODY,
    A + "/players/badges": {"organiser", "admin"},
    A + "/players/badges/revoke": NOBODY,
    A + "/players/byes": NOBODY,
    A + "/players/list": NOBODY,
    A + "/players/listed": {"organiser", "players:write"},
    A + "/players/listed/lists": {"organiser", "players:write"},
    A + "/players/listed/changes": {"organiser", "players:write"},
    A + "/players.csv": EVERYBODY,
    A + "/calendar.ics": EVERYBODY,
    A + "/players/<slug:player_id>/calendar.ics": EVERYBODY,
    A + "/rounds/<int:number>/pairings.csv": EVERYBODY,
    A + "/rounds/<int:number>/pairings.pgn": EVERYBODY,
    A + "/rounds/<int:number>/pgn": NOBODY,
    A + "/papers": {*STAFF, "results:write"},
    A + "/papers.zip": {*STAFF, "results:write"},
    A + "/papers/<slug:paper>.pdf": {*STAFF, "results:write"},
    A + "/rounds/<int:number>/papers/<slug:sheet>.pdf": {*STAFF, "results:write"},
    A + "/standings.csv": EVERYBODY,
    A + "/standings.h9": EVERYBODY,
    A + "/standings.aga": EVERYBODY,
    A + "/standings.fesa": EVERYBODY,
    "api/v1/tournaments/import": NOBODY,
    A + "/players/<slug:player_id>/byes": NOBODY,
    A + "/players/<slug:player_id>/missed-rounds": NOBODY,
    A + "/hall": EVERYBODY,
    A + "/courts": EVERYBODY,
    A + "/screen": EVERYBODY,
    A + "/fide-mode": EVERYBODY,
    A + "/ratings": EVERYBODY,
    A + "/norms": {"organiser", "pairings:write"},
    A + "/prizes": EVERYBODY,
    A + "/event-page": EVERYBODY,
    A + "/prizes/winners": EVERYBODY,
    A + "/club-teams": EVERYBODY,
    A + "/club-teams/table": EVERYBODY,
    A + "/club-teams/table.csv": EVERYBODY,
    A + "/rounds/<int:number>/tables": NOBODY,
    A + "/rounds/<int:number>/clock": NOBODY,
    A + "/rounds/<int:number>/start": NOBODY,
    A + "/rounds/<int:number>/late": NOBODY,
    A + "/rounds/<int:number>/publish-time": NOBODY,
    REGEX + r"/rounds/(?P<number>\d{1,4})/clock/(?P<verb>hold|resume|remove)$": NOBODY,
    A + "/pairings/<slug:pairing_id>/extension": NOBODY,
    A + "/pairings/<slug:pairing_id>/call": NOBODY,
    A + "/pairings/<slug:pairing_id>/call-again": NOBODY,
    A + "/pairings/<slug:pairing_id>/referee": NOBODY,
    A + "/pairings/<slug:pairing_id>/put-back": NOBODY,
    A + "/system": EVERYBODY,
    A + "/wishes/round-robin": NOBODY,
    A + "/wishes/fixed": PLANNERS,
    A + "/wishes/forbidden": PLANNERS,
    A + "/wishes/<slug:wish_id>/take-back": NOBODY,
    A + "/seats": EVERYBODY,
    A + "/bar": NOBODY,
    A + "/bracket": NOBODY,
    A + "/pairings/<slug:pairing_id>/goes-on": NOBODY,
    A + "/schedule": NOBODY,
    A + "/rounds": EVERYBODY,
    A + "/rounds/<int:number>": EVERYBODY,
    A + "/rounds/<int:number>/pairings": NOBODY,
    A + "/rounds/<int:number>/edits": NOBODY,
    A + "/rounds/close": NOBODY,
    A + "/rounds/<int:number>/results": NOBODY,
    A + "/rounds/<int:number>/reasons": EVERYBODY,
    A + "/rounds/<int:number>/why-not": PLANNERS,
    A + "/rounds/<int:number>/cost": NOBODY,  # only for penalties
    A + "/rounds/<int:number>/another": NOBODY,
    A + "/rounds/<int:number>/rest": NOBODY,
    A + "/pairings/<slug:pairing_id>": EVERYBODY,
    A + "/pairings/<slug:pairing_id>/result": NOBODY,
    A + "/pairings/<slug:pairing_id>/adjourn": NOBODY,
    A + "/pairings/<slug:pairing_id>/date": NOBODY,
    A + "/pairings/<slug:pairing_id>/rated": NOBODY,
    A + "/players/<slug:player_id>/expel": NOBODY,
    A + "/players/<slug:player_id>/erase": NOBODY,
    A + "/players/<slug:player_id>/deductions": NOBODY,
    A + "/penalties": PLANNERS,
    A + "/fees": {"organiser", "players:write"},
    A + "/fees/paid": NOBODY,
    A + "/players/<slug:player_id>/penalties": NOBODY,
    A + "/players/<slug:player_id>/penalties/<slug:penalty_id>/remove": NOBODY,
    A + "/players/<slug:player_id>/members": EVERYBODY,
    A + "/pairings/<slug:pairing_id>/boards": EVERYBODY,
    A + "/pairings/<slug:pairing_id>/line-ups": NOBODY,
    A + "/best-boards": EVERYBODY,
    A + "/me/line-up": NOBODY,
    A + "/pairings/<slug:pairing_id>/corrections": NOBODY,
    A + "/pairings/<slug:pairing_id>/settle": NOBODY,
    A + "/pairings/<slug:pairing_id>/dismiss-reports": NOBODY,
    A + "/reports": {*STAFF, "results:write"},
    A + "/me": NOBODY,  # a player with a badge: test_badges.py
    A + "/calls": {*STAFF, "results:write"},
    REGEX + r"/calls/(?P<player_id>[-\w]+)/(?P<verb>answer|end)$": NOBODY,
    A + "/sign-up": EVERYBODY,
    A + "/sign-ups": {"organiser", "players:write"},
    A + "/sign-ups/confirm": NOBODY,
    A + "/sign-ups/mine": NOBODY,
    A + "/sign-ups/mine/withdraw": NOBODY,
    A + "/sign-ups/mine/return": NOBODY,
    A + "/sign-ups/<slug:public_id>/decline": NOBODY,
    A + "/me/byes": NOBODY,
    REGEX + r"/me/(?P<verb>check-in|check-out|withdraw|return|call|take-back-call)$": NOBODY,
    A + "/me/report": NOBODY,
    A + "/me/dispute": NOBODY,
    A + "/file": {"organiser", "read"},
    A + "/tasks/<str:task_id>": {"organiser", "pairings:write", "read"},
    A + "/tasks/<str:task_id>/stop": NOBODY,
    A + "/events": EVERYBODY,
    A + "/events/stream": EVERYBODY,
    A + "/journal": PLANNERS,
    A + "/journal/<int:sequence>/undo": NOBODY,
    A + "/journal/<int:sequence>/undo-later": NOBODY,
    A + "/journal/<int:sequence>/redo": NOBODY,
    A + "/rules": EVERYBODY,
    A + "/rules/lot": NOBODY,
    A + "/rules/by-hand": NOBODY,
    A + "/rules/outside": NOBODY,
    A + "/stages": EVERYBODY,
    A + "/standings": EVERYBODY,
    A + "/standings/comparison": EVERYBODY,
    A + "/standings/verdicts": NOBODY,
    A + "/standings/<slug:player_id>/<path:code>": EVERYBODY,
    REGEX + r"/(?P<verb>finish|reopen|archive|unarchive)$": NOBODY,
    REGEX + r"/players/(?P<player_id>[-\w]+)/(?P<verb>withdraw|return|check-in|check-out)$": NOBODY,
    **{A + f"/players/{verb}": NOBODY for verb in ("check-in", "check-out", "withdraw", "return")},
    REGEX + r"/rounds/(?P<number>\d{1,4})/(?P<verb>publish|close|reopen|unpublish)$": NOBODY,
    REGEX + r"/report\.(?P<edition>trf16|trf26)$": EVERYBODY,
}
ANSWERED = PAGES | PROGRAMS
#: The parts into which tests split the addresses; a run in slices tries one in this many tests, by every reader.
PARTS, SLICES = 8, 8
#: The addresses with everything that some readers may see and others may not.
TELLING = (A + "/snapshot", A + "/events", A + "/webhooks", A + "/staff", T + "desk/journal/", E)
#: These describe only the reader's own tokens and their purpose: `api/test_tokens.py`.
OWN = ("api/v1/events", "api/v1/events/stream", "api/v1/tokens", "api/v1/tokens/<slug:token>")
#: Parameters added to documents, which refuse unknown ones; and all that a page accepts, added to every page.
PARAMETERS = {
    "stage": "1", "live": "true", "columns": "family", "after": "0", "top": "1", "with": "othello", "first": "{ann}",
    "second": "{bo}", "round": "1", "rules": "othello", "lang": "en", "name": "Ann",
}  # fmt: skip
QUERY = "?stage=1&live=1&columns=family&after=0&top=1&with=othello&typed=0-1&page=1&number=2&a={ann}&b={bo}"


def query_of(pattern):
    if pattern not in PROGRAMS:
        return QUERY
    view = next(route.view for route in routes() if route.pattern == pattern)
    names = [
        query.name
        for query in getattr(getattr(view, "cls", None), "query", ())
        if query.name in PARAMETERS and query.name != "rules"
    ]
    return f"?{'&'.join(f'{name}={PARAMETERS[name]}' for name in names)}"


class Scene:
    """A tournament full of secrets, half of them behind a draft, and every kind of reader."""

    def __init__(self, sam, heli, **settings):
        self.orla = User.objects.create_user("orla-of-the-staff", "orla@secret.example", "a long password")
        self.cup = Stage(self.orla, name="Lindworm Open", system="dutch", planned_rounds=5, **settings)
        names, more = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), {"birth": "1987-03-14", "sex": "w"}
        rows = [{"name": name, "fide_id": f"14205483{at}", **more} for at, name in enumerate(names)]
        added = registration.add_players(self.cup.orla, self.cup.tournament, rows)
        self.cup.players = {player.name: player for player in added}
        self.tournament = self.cup.tournament
        self.hide_a_section()
        self.league = Stage(self.orla, name="League", is_public=self.tournament.is_public).with_players(
            "Ann", "Bo", "Cy", "Di"
        )
        rounds.publish_schedule(self.league.orla, self.league.tournament)
        for tournament in (self.tournament, self.league.tournament):
            Member.objects.create(tournament=tournament, user=heli, role="helper")
        who, players = self.cup.orla, self.cup.players
        self.tokens = {scope: self.token(who, self.tournament, [scope]) for scope in SCOPES}
        self.play()
        wish = editing.forbid_pair(who, self.tournament, players["Cy"], players["Di"])
        fixed = editing.fix_pair(who, self.tournament, 3, players["Ed"], players["Flo"])
        registration.request_bye(who, self.tournament, players["Ann"], 4, "half")
        registration.change_player(who, self.tournament, players["Flo"], fixed_table=7713)
        penalties.give_penalty(who, self.tournament, players["Flo"], 1, Measure.WARNING, reason="Wove a zebra")
        self.invitation = staff.invite(who, self.tournament, role="helper")
        self.tokens["token of another tournament"] = self.token(
            Who.at_page(sam), Stage(sam, name="Elsewhere").tournament, SCOPES
        )
        named = {"name": "Grand Prix", "slug": "grand-prix"}
        self.series = Series.objects.create(**named, owner=self.orla, rule={"running": True})
        SeriesEvent.objects.create(series=self.series, tournament=self.tournament)
        self.leave()
        unasked = Round.objects.get(tournament=self.tournament, number=2).pairings.exclude(public_id=self.second)
        drafts = unasked.values_list("public_id", flat=True)
        hashes = [row.secret_hash for row in ApiToken.objects.all()] + [self.orla.password.split("$")[-1]]
        self.secrets = {
            "birth": rb"1987.03.14",
            "FIDE ID": rb"14205483",
            "sex": rb'"sex": ?"w"|(?m:^001 .{4} w)|<option value="w" selected',
            "fixed table": rb"(?<![0-9A-Za-z])7713(?![0-9A-Za-z])",
            "draft": "|".join(drafts).encode(),
            "penalty": rb"Wove a zebra",
            "wish": f"Cy and Di must not|Ed and Flo are to|(?m:^260 )|{wish.public_id}|{fixed.public_id}".encode(),
            "bye asked for": rb'bye in round 4|(?m:^240 )|"requested_byes": ?\[\{"round": ?4',
            "journal": rb"REASON-IN-JOURNAL",
            "account": rb"orla-of-the-staff",
            "token's name": rb"Program Zebra",
            "webhook": rb"KEY-OF-A-HOOK",
            "hidden tournament": rb"Veiled Cup|veiled-cup",
            "never": "|".join(
                re.escape(text)
                for text in ("secret.example", self.invitation, *self.tokens.values(), *hashes, *self.of_webhook())
            ).encode(),
        }  # fmt: skip
        self.clients = {name: self.client(name, sam, heli) for name in READERS}

    def of_webhook(self):
        """Create a webhook of the tournament and one of the account; return their secrets."""
        address = "https://hooks.example/?KEY-OF-A-HOOK"
        self.webhook, secret = receivers.create_webhook(self.cup.orla, self.tournament, address=address)
        self.of_account, other = accounts.create_webhook(self.cup.orla, address=address)
        return self.webhook.salt, secret, self.of_account.salt, other

    def hide_a_section(self):
        """Add a section to the same event that only its organiser sees."""
        who = self.cup.orla
        names = {"event": "Lindworm", "own": "Open", "section": "Veiled Cup"}
        hidden = events.add_section(who, self.tournament, **names)
        lifecycle.change_settings(who, hidden, is_public=False)
        registration.add_players(who, hidden, [{"name": "Veiled Cup Vic"}, {"name": "Veiled Cup Val"}])
        calling.set_courts(who, hidden, CourtSettings(4))
        self.tournament.refresh_from_db()

    def play(self):
        """Play round 1, with a correction and its reason, and make a draft of round 2."""
        self.cup.play("1-0", "1-0", "1-0")
        table = self.cup.table(1)
        results.correct_result(
            self.cup.orla, self.tournament, table, parse("0-1", self.tournament.scoring), reason="REASON-IN-JOURNAL"
        )
        self.first = table.public_id
        registration.set_club_teams(self.cup.orla, self.tournament, CLUB_TEAMS)
        self.cup.pair()
        self.second = self.cup.table(1).public_id
        self.task = Task.objects.create(
            key="pair", tournament=self.tournament, about="Paired", state="stopped"
        ).public_id

    def leave(self):
        """Create a token as a second organiser, who then leaves."""
        pat = User.objects.create_user("Pat")
        member = Member.objects.create(tournament=self.tournament, user=pat, role="organiser")
        self.tokens["token whose maker left"] = self.token(Who.at_page(pat), self.tournament, SCOPES)
        member.delete()

    @staticmethod
    def token(who, tournament, scopes):
        end = timezone.now() + timedelta(days=1)
        name = "Program Zebra" if tournament.slug == "lindworm-open" else "Program Yak"
        return tokens.create_token(who, tournament, name=name, scopes=list(scopes), expires_at=end)[1]

    def client(self, name, sam, heli):
        people = {"signed in elsewhere": sam, "helper": heli, "organiser": self.orla}
        client = signed_in(people[name]) if name in people else Client()
        client.raise_request_exception = False
        if name in self.tokens:
            client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {self.tokens[name]}"
        return client

    def addresses(self, pattern):
        """Return the addresses of a pattern, filled with values of the closed round and of the draft."""
        known = {
            "slug": [(self.league if "/grid/" in pattern else self.cup).tournament.slug],
            "number": [1, 2], "pairing_id": [self.first, self.second],
            "event": [self.tournament.event.slug],
            "player_id": [self.cup.players["Ann"].public_id], "code": ["PTS"], "sequence": [1],
            "key": ["standings"], "paper": ["standings"], "sheet": ["slips"],
            "member": [1], "invitation": [1], "link": ["wrong"],
            "token": ["1" if "desk" in pattern else "current"],
            "wish": ["none"], "wish_id": ["none"], "penalty_id": ["none"], "public_id": ["none"],
            "edition": ["trf16", "trf26"], "secret": ["wrong"], "typed": ["wrong"], "name": ["wrong"],
            "series": [self.series.slug], "person": [self.cup.players["Ann"].public_id], "given": ["none"],
            "task_id": [self.task],
            "webhook": [(self.of_account if pattern.startswith("api/v1/webhooks") else self.webhook).public_id],
            "verb": ["publish" if "rounds" in pattern else "check-in" if "players" in pattern else "archive"],
        }  # fmt: skip
        place = re.compile(r"<\w+:(\w+)>|\(\?P<(\w+)>[^)]*\)")
        names = [first or second for first, second in place.findall(pattern)]
        query = query_of(pattern).format(ann=self.cup.players["Ann"].public_id, bo=self.cup.players["Bo"].public_id)
        for values in product(*(known[name] for name in names)):
            left = iter(values)
            path = place.sub(lambda _place: str(next(left)), pattern)  # noqa: B023 used at once
            yield f"/{path.rstrip('$').replace(chr(92), '')}{query}"

    def found_in(self, content):
        return {name for name, secret in self.secrets.items() if re.search(secret, content)}


@pytest.fixture
def scene(sam, heli):
    KEPT.clear()
    return Scene(sam, heli)


@pytest.fixture
def hidden_scene(sam, heli):
    KEPT.clear()
    return Scene(sam, heli, is_public=False)


def ask(client, method, address):
    """Return the answer to a request; its changes are undone, and a visitor who signed out is signed in again."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, address, b"{}", content_type="application/json", headers=PRECONDITIONS)
        content = answer.getvalue() if answer.streaming else answer.content
        transaction.set_rollback(True)
    if content.startswith(b"%PDF"):
        content = words_of_pdf(content)
    client.cookies = cookies
    headers = sorted(item for item in answer.headers.items() if item[0] != "Content-Length")  # a length is no secret
    return answer.status_code, content + repr(headers).encode()


@cache
def words_of_pdf(content):
    """Return the text of a PDF that people read; its raw content is compressed or has no meaning."""
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).encode()


PRECONDITIONS = {"Idempotency-Key": "once", "If-Match": '"1"'}


@pytest.fixture(autouse=True)
def unpacked_papers(monkeypatch):
    """Answer documents as their words, because a PDF compresses them."""
    monkeypatch.setattr(orders, "print_document", lambda document: json.dumps(document.as_data()).encode())
    monkeypatch.setattr(
        orders,
        "archive_documents",
        lambda files: b"".join(json.dumps(document.as_data()).encode() for _path, document in files),
    )


class TestEveryAddress:
    def test_has_readers_in_the_table(self):
        assert {route.pattern for route in routes()} == set(ANSWERED)

    @pytest.mark.rotates(SLICES)
    @pytest.mark.slow("every reader asks for every address of a part")
    @pytest.mark.parametrize("part", range(PARTS))
    def test_answers_only_its_readers_and_reveals_no_secrets_to_others(self, scene, part):
        for pattern, reader in product(list(ANSWERED)[part::PARTS], READERS):
            statuses = set()
            for address in scene.addresses(pattern):
                status, content = ask(scene.clients[reader], "GET", address)
                found = scene.found_in(content) - ({"token's name"} if pattern in OWN else set())
                assert found <= MAY[reader], (reader, address, found - MAY[reader])
                assert status < 500, (reader, address, content)
                statuses.add(status)
            assert (200 in statuses) == (reader in ANSWERED[pattern]), (reader, pattern, statuses)

    @pytest.mark.rotates(4)
    def test_table_grants_no_more_than_readers_get(self, scene):
        for reader in READERS:
            found = set()
            for address in (address for pattern in TELLING for address in scene.addresses(pattern)):
                found |= scene.found_in(ask(scene.clients[reader], "GET", address)[1])
            assert found == MAY[reader], (reader, MAY[reader] - found)

    @pytest.mark.rotates(SLICES)
    @pytest.mark.slow("several readers send something to every address of a part")
    @pytest.mark.parametrize("part", range(PARTS))
    def test_reveals_no_secrets_in_answers_to_other_methods(self, scene, part):
        senders = ("anonymous", "token of another tournament", "helper", "results:write")
        for pattern, reader in product(list(ANSWERED)[part::PARTS], senders):
            methods = ("POST", "PUT", "PATCH", "DELETE") if pattern in PROGRAMS else ("POST",)
            for address, method in product(scene.addresses(pattern), methods):
                _status, content = ask(scene.clients[reader], method, address)
                assert scene.found_in(content) <= MAY[reader], (reader, method, address)

    @pytest.mark.rotates(2)
    def test_entering_results_is_only_for_staff(self, scene):
        rounds.publish_round(scene.cup.orla, scene.tournament, scene.cup.round, reason="Wished for too late.")
        address = f"/t/{scene.tournament.slug}/desk/rounds/2/results/"
        for reader in READERS:
            status, content = ask(scene.clients[reader], "GET", address)
            assert (status == 200) == (reader in STAFF), reader
            assert scene.found_in(content) <= MAY[reader] | {"draft"}, reader  # which is no longer one

    @pytest.mark.rotates(SLICES)
    @pytest.mark.slow("every stranger asks for every address of a part")
    @pytest.mark.parametrize("part", range(PARTS))
    def test_reveals_nothing_of_a_hidden_tournament_to_strangers(self, hidden_scene, part):
        asked = [pattern for pattern in ANSWERED if pattern not in OWN][part::PARTS]
        for pattern, reader in product(asked, STRANGERS):
            for address in hidden_scene.addresses(pattern):
                status, content = ask(hidden_scene.clients[reader], "GET", address)
                assert hidden_scene.found_in(content) == set(), (reader, address)
                assert b"Lindworm" not in content, (reader, address)
                others = ("manual/", "server/", "series/", "api/v1/series", "api/v1/webhooks")  # not of one tournament
                of_it = "slug" in pattern and not pattern.startswith(others)
                assert not of_it or status in (302, 404, 405), (reader, address, status)


class TestListOfTournaments:
    @pytest.mark.parametrize("is_public", [True, False])
    @pytest.mark.rotates(4)
    def test_has_exactly_the_tournaments_that_its_reader_can_open(self, sam, heli, is_public):
        scene = Scene(sam, heli, is_public=is_public)
        slugs = Tournament.objects.values_list("slug", flat=True)
        for reader, client in scene.clients.items():
            listed = {row["slug"] for row in client.get("/api/v1/tournaments").json()["tournaments"]}
            seen = {slug for slug in slugs if client.get(f"/api/v1/tournaments/{slug}").status_code == 200}
            assert listed == seen, reader

    def test_is_complete_for_commands(self, scene):
        assert set(rights.visible(Who.command("x"))) == set(Tournament.objects.all())


class TestPersonalData:
    """Pages, API and files read the same record of personal data."""

    @pytest.mark.rotates(8)
    def test_is_the_same_in_api_and_report_file(self, scene):
        slug = scene.tournament.slug
        for reader, client in scene.clients.items():
            document = client.get(f"/api/v1/tournaments/{slug}/players").json()["players"][0]
            whole = client.get(f"/api/v1/tournaments/{slug}/snapshot").json()["players"][0]
            file = client.get(f"/api/v1/tournaments/{slug}/report.trf26").content
            assert whole == document, reader
            assert ("fide_id" in document, "sex" in document) == (b"14205483" in file, b" w   " in file[:900]), reader
            assert document["birth"] in ("1987", "1987-03-14"), reader
            assert (b"1987/03/14" in file) == (document["birth"] == "1987-03-14"), reader
            assert (b"1987/00/00" in file) == (document["birth"] == "1987"), reader

    def test_is_complete_with_the_right_to_see_it(self):
        player = {"birth": "1987/03/14", "sex": "w", "fide_id": "1", "fixed_table": 5, "may_take_half_bye": False}
        player |= {"expelled_for": "Cheated"}
        assert rights.personal(Player(**player), {Right.SEE_PERSONAL}) == player

    @pytest.mark.parametrize(("birth", "left"), [("1987/03/14", "1987"), ("14.3.1987", ""), ("87", ""), ("", "")])
    def test_date_of_birth_is_reduced_to_the_year(self, birth, left):
        assert rights.personal(Player(birth=birth, sex="w"), {Right.SEE}) == {"birth": left}
