"""The verbs of results, from the first one that is entered to a closed round's that is corrected: words and undoing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.journal.verb import Drafts, Effects, Group, Topic, Verb

OF_RESULTS = (
    Verb(
        "enter-result",
        _("result entered"),
        (
            _("Round {round}, table {table}: {was} → {now}. Boards: {boards}."),
            _("Round {round}, table {table}: {was} → {now}."),
        ),
        _("The table has the result that it had before."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=False, for_helpers=True),
        groups=Group.RESULT | Group.OWN_RESULT | Group.BY_BOARDS,
    ),
    Verb(
        "report-result",
        _("result reported"),
        _("Round {round}, table {table}: {name} reports {said}."),
        _("The player has said what he said before."),
        effects=Effects(Topic.REPORTS, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.REPORT,
    ),
    Verb(
        "dispute-report",
        _("report disputed"),
        _("Round {round}, table {table}: {name} disputes {said}."),
        _("The report is not disputed."),
        effects=Effects(Topic.REPORTS, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.REPORT,
    ),
    Verb(
        "take-back-report",
        _("report taken back"),
        _("Round {round}, table {table}: {name} does not report {said} any more."),
        _("The player reports it again."),
        effects=Effects(Topic.REPORTS, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.REPORT,
    ),
    Verb(
        "confirm-report",
        _("report confirmed"),
        _("Round {round}, table {table}: {name} says so too, {now}."),
        _("The table has no result, and the report of the other player is open again."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=False, for_helpers=True),
        groups=Group.RESULT,
    ),
    Verb(
        "settle-by-time",
        _("report counted by time"),
        _("Round {round}, table {table}: nobody disputed {now}, as {name} had reported."),
        _("The table has no result, and the report is open until somebody decides."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=False, for_helpers=True),
        groups=Group.RESULT,
    ),
    Verb(
        "settle-report",
        _("report settled"),
        _("Round {round}, table {table}: {now}, as {name} had reported."),
        _("The table has no result, and the reports are open again."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=False, for_helpers=True),
        groups=Group.RESULT | Group.OWN_RESULT,
    ),
    Verb(
        "dismiss-reports",
        _("reports dismissed"),
        _("Round {round}, table {table}: took no notice of what was reported."),
        _("The reports are open again."),
        effects=Effects(Topic.REPORTS, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.REPORT,
    ),
    Verb(
        "put-results",
        _("results of a round sent"),
        (
            ngettext_lazy(
                "Round {round}: {count} result: {results}.",
                "Round {round}: {count} results: {results}.",
                "count",
            ),
            ngettext_lazy("Round {round}: {count} result.", "Round {round}: {count} results.", "count"),
        ),
        _("The tables have the results that they had before."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=False, for_helpers=True),
        groups=Group.RESULT,
    ),
    Verb(
        "hand-in-line-up",
        _("line-up handed in"),
        _("Round {round}, table {table}: {name} handed in a line-up."),
        _("The line-up is what it was before, or is missing."),
        built_on_by=Group.BY_BOARDS,
        effects=Effects(Topic.ROUND, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.LINE_UP,
    ),
    Verb(
        "set-line-up",
        _("line-up set"),
        _("Round {round}, table {table}: set the line-up of {name}."),
        _("The line-up is what it was before, or is missing."),
        built_on_by=Group.BY_BOARDS,
        effects=Effects(Topic.ROUND, Drafts.STAY, moves_places=False, for_helpers=False),
        groups=Group.LINE_UP,
    ),
    Verb(
        "say-who-goes-on",
        _("who goes on said"),
        (
            _("Round {round}, table {table}: {name} goes on {how} ({note})."),
            _("Round {round}, table {table}: {name} goes on {how}."),
            _("Round {round}, table {table}: the result alone says who goes on."),
        ),
        _("It is open again who goes on, or as it was said before."),
        built_on_by=Group.CLOSING,
        effects=Effects(Topic.RESULTS, Drafts.OUTDATED, moves_places=True, for_helpers=True),
    ),
    Verb(
        "adjourn-game",
        _("game adjourned"),
        (
            _("Round {round}, table {table}: adjourned ({note})."),
            _("Round {round}, table {table}: adjourned."),
        ),
        _("The table has its former result again."),
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
    Verb(
        "correct-result",
        _("result corrected"),
        (
            ngettext_lazy(
                "Corrected round {round}, table {table}: {was} → {now}. {annulled} later result is annulled.",
                "Corrected round {round}, table {table}: {was} → {now}. {annulled} later results are annulled.",
                "annulled",
            ),
            _("Corrected round {round}, table {table}: {was} → {now}. {kept} goes on all the same."),
            _("Corrected round {round}, table {table}: {was} → {now}. Boards: {boards}."),
            _("Corrected round {round}, table {table}: {was} → {now}."),
        ),
        _("The table has its former result, and the standings follow."),
        effects=Effects(Topic.RESULTS, Drafts.OUTDATED, moves_places=True, for_helpers=True),
        groups=Group.RESULT | Group.BY_BOARDS,
    ),
    Verb(
        "correct-bye",
        _("bye corrected"),
        _("Round {round}: {name} has another bye, {kind}."),
        _("The player has the bye of before, or none."),
        effects=Effects(Topic.ROUND, Drafts.OUTDATED, moves_places=True, for_helpers=True),
    ),
    Verb(
        "correct-sides",
        _("sides corrected"),
        _("Round {round}, table {table}: {first} had the first side, {second} the second."),
        _("The two have their former sides again."),
        effects=Effects(Topic.ROUND, Drafts.OUTDATED, moves_places=True, for_helpers=True),
    ),
    Verb(
        "correct-rated-result",
        _("result corrected for the rating"),
        (
            _("Round {round}, table {table}, for the rating alone: {was} → {now}."),
            _("Round {round}, table {table}: the result that counts is rated again, not {was}."),
        ),
        _("What is rated is as it was before."),
        effects=Effects(Topic.RESULTS, Drafts.STAY, moves_places=True, for_helpers=False),
    ),
)
