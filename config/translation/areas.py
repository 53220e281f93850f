"""The areas of the catalogues: a translator takes one, and complete areas decide whether a language is offered.

The file of an area is `locale/LANGUAGE/AREA.po`. A message belongs to the first area, in this order, that uses it.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Area(NamedTuple):
    """An area for translators: its subject, and the sources of its messages, as path patterns.

    `public`: players and visitors read it. If two areas have a pattern for a source, the longer pattern wins.
    """

    about: str
    sources: tuple[str, ...]
    public: bool = False


AREAS = {
    "public": Area(
        "Pages for players and visitors, and shared parts of all pages",
        (
            "templates/base.html",
            "templates/error.html",
            "templates/htmx.html",
            "templates/style.html",
            "templates/unsaved.html",
            "templates/embed/*",
            "templates/events/event.html",
            "templates/events/event_nav.html",
            "templates/events/several.html",
            "templates/forms/*",
            "templates/hall/clock.html",
            "templates/hall/screen.html",
            "templates/players/player.html",
            "templates/players/player_card.html",
            "templates/players/player_main.html",
            "templates/public/*",
            "templates/results/absent.html",
            "templates/results/outcome_words.html",
            "templates/results/result_words.html",
            "templates/rounds/round*",
            "templates/schedule/schedule.html",
            "templates/series/all.html",
            "templates/series/player.html",
            "templates/series/table.html",
            "templates/setup/home.html",
            "templates/setup/own_card.html",
            "templates/setup/tournament_card.html",
            "templates/shared/*",
            "templates/stages/*",
            "templates/standings/*",
            "templates/tables/*",
            "templates/teams/board_marks.html",
            "templates/teams/match*",
            "templates/teams/best_boards.html",
            "templates/teams/team_table.html",
            "server/middleware/error_pages.py",
            "server/middleware/filters.py",
            "server/streams.py",
            "standings/web/rounds/courses.py",
            "standings/web/*pages.py",
            "standings/web/rounds/movement.py",
            "standings/web/table/address.py",
            "standings/web/table/columns.py",
            "standings/web/table/groups.py",
            "tournaments/core/snapshot.py",
            "tournaments/core/tables/*",
            "tournaments/core/words/*",
            "tournaments/models/player.py",
            "tournaments/models/round.py",
            "tournaments/public/*",
            "tournaments/templatetags/*",
            "tournaments/web/*.py",
        ),
        public=True,
    ),
    "self-service": Area(
        "What players do on their phones: report results, sign up, call an organiser, submit line-ups",
        (
            "templates/self_service/*",
            "templates/teams/my_*",
            "templates/teams/line_up.html",
            "tournaments/models/self_service.py",
            "tournaments/self_service/*",
            "tournaments/teams/line_ups.py",
            "tournaments/webhooks/telephones.py",
        ),
        public=True,
    ),
    "games": Area(
        "Games, and the names and summaries of pairing systems and rule sets",
        (
            "pairings/systems/*/__init__.py",
            "standings/rulesets/*",
            "tournaments/core/games.py",
        ),
        public=True,
    ),
    "standings": Area(
        "Tie-breaks and their calculation, prizes, ratings and norms",
        ("standings/*",),
        public=True,
    ),
    "reasons": Area(
        "Reasons for the pairings of a round",
        (
            "pairings/*",
            "pairings/systems/*/wording.py",
            "tournaments/drafts/reason_texts.py",
        ),
        public=True,
    ),
    "desk": Area(
        "The desk during a round: pairing, requests, results",
        (
            "templates/desk/*",
            "templates/drafts/*",
            "templates/results/*",
            "templates/rounds/*",
            "tournaments/desk/*",
            "tournaments/drafts/*",
            "tournaments/results/*",
            "tournaments/rounds/*",
        ),
    ),
    "paper": Area(
        "Printed lists and documents",
        (
            "paper/*",
            "pictures/*",
            "standings/web/ratings/norm_documents.py",
            "standings/web/papers/*",
            "templates/officials/certificates.html",
            "templates/officials/protocol.html",
            "templates/rounds/slips.html",
            "templates/self_service/badge*",
            "templates/standings/print*",
            "tournaments/self_service/badges.py",
        ),
    ),
    "players": Area(
        "Players and teams at the desk, their lists and files, ratings of federations",
        (
            "templates/player_lists/*",
            "templates/players/*",
            "templates/rating_lists/*",
            "templates/teams/*",
            "tournaments/models/server_wide.py",
            "tournaments/player_lists/*",
            "tournaments/players/*",
            "tournaments/rating_lists/*",
            "tournaments/teams/*",
        ),
    ),
    "settings": Area(
        "Settings of a tournament and of an event, hall, schedule, stages, scoring and tie-break rules",
        (
            "standings/web/*",
            "templates/events/*",
            "templates/hall/*",
            "templates/public/event_page.html",
            "templates/public/website.html",
            "templates/schedule/*",
            "templates/series/*",
            "templates/setup/*",
            "templates/standings/by_hand.html",
            "templates/standings/effect.html",
            "templates/standings/next_stage.html",
            "templates/standings/prizes.html",
            "templates/standings/rules.html",
            "templates/standings/set_clubs.html",
            "templates/standings/norm_forms.html",
            "tournaments/event_page/*",
            "tournaments/events/*",
            "tournaments/hall/*",
            "tournaments/models/*",
            "tournaments/schedule/*",
            "tournaments/setup/*",
            "tournaments/stages/*",
        ),
    ),
    "systems": Area(
        "Options of pairing systems, and their checks",
        (
            "pairings/options.py",
            "pairings/schedules/*",
            "pairings/swiss/rules/*",
            "pairings/systems/*",
        ),
    ),
    "people": Area(
        "Accounts, staff, passes and arbiters, and the pages of the server's owner",
        (
            "config/owner/*",
            "templates/owner/*",
            "templates/officials/*",
            "templates/people/*",
            "templates/privacy/*",
            "tournaments/officials/*",
            "tournaments/people/*",
            "tournaments/privacy/*",
        ),
    ),
    "journal": Area(
        "The journal, undo, and reasons for refusals",
        (
            "templates/history/*",
            "tournaments/core/*",
            "tournaments/history/*",
        ),
    ),
    "files": Area(
        "Report files, game files and tournament files",
        (
            "pairings/files/go/*",
            "pairings/files/pgn/*",
            "pairings/files/reading/*",
            "pairings/files/trf/*",
            "templates/long_tasks/*",
            "templates/report_files/*",
            "tournaments/long_tasks/*",
            "tournaments/report_files/*",
            "tournaments/tournament_files/*",
        ),
    ),
    "manual": Area(
        "The manual",
        ("templates/manual/*", "tournaments/public/manual_*"),
    ),
    "api": Area(
        "The API, its guide, webhooks, and messages of the server",
        (
            "config/*",
            "server/*",
            "standings/web/*/*api.py",
            "templates/web/*",
            "templates/webhooks/*",
            "tournaments/*",
            "tournaments/web/api/*",
            "tournaments/webhooks/*",
        ),
    ),
}
#: The areas that must be complete before readers may choose a language.
PUBLIC = frozenset(name for name, area in AREAS.items() if area.public)

_PATTERNS = sorted(
    ((pattern, name) for name, area in AREAS.items() for pattern in area.sources),
    key=lambda pair: len(pair[0]),
    reverse=True,
)


def area_of(source: str) -> str:
    """Return the area of a source, a path from the root of the project."""
    return next(area for pattern, area in _PATTERNS if fnmatch(source, pattern))
