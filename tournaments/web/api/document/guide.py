"""The guide for developers who use the API: everything beyond the reference, and the problem codes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, get_args, get_origin, get_type_hints

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.core.games import GAMES, Game
from tournaments.core.journal.facts import Facts
from tournaments.core.journal.verbs import VERBS
from tournaments.core.words import notation
from tournaments.history.serializers import TYPES
from tournaments.models import ApiToken, Tournament
from tournaments.web.api.authentication import ProgramThrottle
from tournaments.web.api.base import FRESH, LONGEST_KEY, STALE
from tournaments.web.api.document.examples import examples
from tournaments.webhooks.attempts import SECONDS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: Problems of the request itself: how it was sent, and by whom.
REQUESTS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "bad-request": _("The request is malformed. Check its headers and encoding."),
        "parse-error": _("The body is not valid JSON. Send UTF-8, with numbers and names as JSON requires."),
        "not-acceptable": _("Answers are JSON only. Accept application/json."),
        "unsupported-media-type": _("Send the body as application/json."),
        "method-not-allowed": _("This method is not allowed. `Allow` lists the methods that are."),
        "token-missing": _("Send a token in the header Authorization: Bearer."),
        "token-refused": _("The token is unknown, expired or revoked. Get a new one."),
        "not-allowed": _(
            "The token's scopes, or its creator's rights, do not allow this. `scopes` lists what is needed."
        ),
        "csrf-token": _("A signed-in browser must send the CSRF token in X-CSRFToken."),
        "not-found": _("Page not found, or you do not have access."),
        "request-timeout": _("The body did not arrive in time. Nothing was saved. Send it again."),
        "length-required": _("Send the length of the body in Content-Length."),
        "too-large": _("The body is too large. `limit` gives the maximum. Send it in parts."),
        "query": _("A query parameter is unknown or has an invalid value. See `errors`."),
        "invalid": _("Some values are not valid. See `errors`."),
        "idempotency-key": _(
            "A POST needs an Idempotency-Key of 1 to 200 characters. Use the same key when you repeat a request."
        ),
        "key-reused": _("This Idempotency-Key was used for a different request. Use a new key for a new request."),
        "if-match": _("Send If-Match with the ETag that you read."),
        "stale": _("This has changed since you read it. Compare with `current` or another GET, then try again."),
        "conflict": _("Someone else changed this. `current` shows the new version."),
        "sent-before": _("This was done before, and has changed since. Read it again, then decide."),
        "id-reused": _("This ID was used for a different operation. Give each operation its own ID."),
        "after-missing": _("The operation that this one depends on was not carried out. See its outcome."),
        "cursor-unknown": _(
            "The cursor does not match the tournament's current state. Read the tournament again, then continue "
            "from there."
        ),
        "too-many-requests": _("Too many requests. Wait for the time in Retry-After."),
        "service-unavailable": _(
            "The server is temporarily unavailable. Wait for the time in Retry-After, then try again."
        ),
        "read-only": _("This server is for reading only. Send changes to the main server."),
        "internal-server-error": _(
            "Server error, which was logged. Read the current state before you repeat the request."
        ),
        "replaced": _("The round was paired again. `successor` is the new table."),
        "expired": _("The device code has expired. Request a new one."),
        "link-expired": _("The link has expired or was used. Request a new one."),
        "external-id-taken": _(
            "Another player or tournament already has this external ID. Find it with ?external_id=."
        ),
        "name-taken": _("This name is already taken. Choose another."),
        "refused": _("The current state does not allow this. See `detail`."),
        "unknown-round": _("This round does not exist yet."),
        "unknown-stage": _("Unknown stage in this tournament."),
        "unknown-edit": _("Unknown step. See the operation's description for valid ones."),
        "unknown-seating": _("Unknown seating method."),
        "unknown-bye": _("Unknown kind of bye."),
        "no-paper": _("This document is not available now. Read `papers` for those that are."),
    }
)

#: Problems with the tournament: its state or its rules do not allow the request.
TOURNAMENT: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "finished": _("The tournament is finished. Reopen it first."),
        "no-such-tournament": _("The tournament has been deleted."),
        "trial": _("Not available in a test run, which can only be deleted."),
        "rules": _("The standings rules conflict at the given value."),
        "prizes": _("The prize fund is inconsistent at the given value."),
        "club-teams": _("The club team settings are not valid. See the error."),
        "lot-drawn": _("Lots have already been drawn."),
        "not-level": _("`players` must list all tied players. Read the standings again."),
        "value": _("An external value has at most six digits, and three decimals."),
        "no-lot": _("These rules do not use a lot."),
        "no-scores": _("A total score needs a game that records scores."),
        "no-boards": _("A team match needs at least two boards, with draws and without scores."),
        "no-chess": _("Only chess games can start from Chess960 positions."),
        "no-games": _("Points per game need at least two games per pairing, and results without scores."),
        "days": _("The last day is before the first. Change one of them."),
        "guest": _("A pass is for one tournament. Use an account."),
        "last-organiser": _("A tournament needs at least one organiser, and a token cannot remove organisers."),
        "organiser-whole": _("Only helpers have their own tables."),
        "not-first": _("An account already exists."),
        "no-event": _("The tournament is not part of an event."),
        "in-event": _("It is already a section. Remove it from its event first."),
        "other-event": _("This is no longer in the event. Read the event again."),
        "section": _("The section name is missing or not valid."),
        "section-taken": _("Another section has this name. Choose another."),
        "erased": _("The personal data of this player was erased and cannot be entered again."),
        "built-on": _("A later entry depends on this. Undo that first."),
        "not-reversible": _("This entry cannot be undone."),
        "too-late": _("A later stage has started."),
        "bad-count": _("A stage needs at least 2 players, and no more than the tournament has."),
        "not-groups": _("Only groups can be final groups."),
        "group-too-small": _("A group has fewer remaining players than places to advance. Let fewer advance."),
        "tie-undecided": _("A tie decides who advances. Break it by lot, or manually with a reason."),
        "order-missing": _("Give each tied player a different place."),
        "broken-file": _("The file is damaged or from another program. Nothing was saved."),
        "no-list": _("The data contains no players."),
        "season-closed": _("The season of the series is closed. Reopen it first."),
        "no-pgn": _("PGN files are for rounds of chess, and results only for one game for each match or board."),
        "too-wide": _("The tournament does not fit the columns of this file."),
        "nothing-open": _("Verdicts are available only while results of the last round are missing."),
        "rounds-missing": _("Planned rounds are missing. Send their number in `rounds_missing`."),
        "results-missing": _("Enter the results of `tables` first."),
        "clock-length": _("The round time is out of range."),
        "no-such-time": _("The publish time must be in the future, at most a week ahead."),
        "no-default-time": _("The tournament has no default time. Set `default_minutes`."),
        "no-start": _(
            "The default time counts from the start of the round. Record a start time that is not in the future."
        ),
        "default-time-runs": _("The default time has not ended yet."),
        "has-late": _("The round has losses by default. Undo those first."),
        "no-clock": _("The clock of the round has not been started."),
        "too-many-webhooks": _("The limit of webhooks is reached. Remove one."),
        "no-such-event": _("Unknown event. Send the ID of an event, or a cursor."),
        "topic-private": _("These topics need a webhook created with `whole`."),
        "not-public": _("A webhook needs a public https address, unless the server's owner allows others."),
        "extension-length": _("The extra time is out of range."),
    }
)

#: Problems with players.
PLAYERS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "fide-id-taken": _("Another player has this FIDE ID. Correct it, or check if it is the same person."),
        "twin": _(
            "A player with this name is on the list. Confirm that this is a different person, or use the existing one."
        ),
        "too-many-badges": _("Too many badges for one request. Request fewer."),
        "name": _("A rating list needs a name of one line."),
        "no-such-rate": _("The rating type is standard, rapid or blitz."),
        "no-date": _("The file has no date. Send the date of the rating list."),
        "no-players": _("The rating list contains no players."),
        "no-rating-list": _("The file is not a readable rating list. See `detail`."),
        "has-played": _("A player in a round cannot be removed. Withdraw the player instead."),
        "expelled": _("The player was expelled. Undo that journal entry first."),
        "expelled-why": _("Send `reason` for the expulsion."),
        "pods": _("Pods are tables of three or four individual players, which does not fit the request. See `errors`."),
        "places-of-system": _("Places follow from the pairing system alone. Leave the other rules out."),
        "partners": _("The request does not fit changing partners. See `errors`."),
        "partners-rules": _("These rules do not fit changing partners. Choose rules for changing partners."),
        "pods-rules": _("These rules are for two-player games, but the tournament is played in pods. Choose others."),
        "no-teams": _("The tournament's players are not teams. Set `of_teams` first."),
        "no-name": _("A member needs a name of one line, with a letter or digit in it."),
        "too-many-members": _("The team has too many members."),
        "no-such-member": _("A named player is not a member of the team. Read its members again."),
        "lined-up": _("A player in a line-up must stay a member."),
        "points": _("Deductions are whole points up to 99, or halves below 10. Negative values deduct."),
        "fee": _("The entry fee is an amount above 0 with at most two decimals, or null."),
        "currency": _("The currency of the entry fee is one short word or sign."),
        "no-such-penalty": _("The warning or penalty was removed, or never given."),
        "no-points": _("This stage has no points, so none can be deducted."),
        "has-left": _("The player has withdrawn. Return the player first."),
        "withdrawn": _("The player has withdrawn from the tournament."),
        "no-such-player": _("The player is no longer in the tournament."),
        "not-in-stage": _("The player is not in this stage."),
        "sign-up-closed": _("Sign-up is closed. Ask the organiser."),
        "sign-up-full": _("The waiting list is full."),
        "signed-up-often": _("Too many sign-ups from one address. Wait for the time in Retry-After."),
        "has-begun": _("The tournament has started, so sign-up is closed."),
        "not-asked": _("Send only what `asks` of the tournament's `sign-up` lists."),
        "cannot-be-asked": _("That cannot be asked in this game."),
        "places": _("The number of places is out of range."),
        "time-over": _("The time has passed. Send a later one, or none."),
        "no-late-entry": _("A schedule takes no late entries."),
        "nothing-missed": _("The player has not missed any rounds."),
        "missed-counted": _("Missed rounds were scored for a late entry in it. Undo that first."),
        "half-byes-used": _("The player has used all half-point byes that the tournament allows."),
        "half-bye-barred": _("Players with free entry or conditions cannot take half-point byes."),
        "unusual": _("The rules advise against this. See `detail`, and send `anyway` to confirm."),
        "half-bye-too-late": _("The tournament does not allow half-point byes in the last round."),
        "no-such-station": _("The number of stations is out of range."),
        "courts-out-of-range": _("A number is out of range. See `detail`."),
        "no-such-court": _("There is no court with this number."),
        "no-such-section": _("The section is not in this event."),
        "no-such-round": _("The tournament will have no such round."),
        "wrong-round": _("The round is over, or does not exist yet."),
    }
)

#: Problems with rounds, tables and results.
ROUNDS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "already-paired": _("The round is already paired. Discard or edit its draft."),
        "draft-open": _("There is a draft. Publish or discard it first."),
        "round-running": _("The previous round is running. Close it first."),
        "round-not-running": _("The round is a draft or closed."),
        "round-closed": _("The round is closed. Correct a result with a reason, or reopen the round."),
        "round-runs": _("The round is running or a draft. Results entered there are rated too."),
        "not-rated": _("Only results of individual chess games are rated."),
        "round-follows": _("A later round exists, so this one cannot change."),
        "rounds-unknown": _("Set the number of rounds first."),
        "rounds-reversed": _("The last round is before the first. Swap them."),
        "wrong-number": _("Another round is next. See `detail`."),
        "being-paired": _("The round is still being paired. Try again after the time in Retry-After."),
        "no-round": _("The tournament has no rounds yet."),
        "not-draft": _("The round is no longer a draft."),
        "empty-round": _("The round has no pairings yet."),
        "no-courts": _("No matches are called in this tournament. Set its courts first."),
        "no-free-court": _("All courts are taken or closed."),
        "court-closed": _("The court is closed."),
        "court-taken": _("Another match is on this court."),
        "match-is-over": _("The match has a result."),
        "not-on-court": _("The match is not on a court."),
        "has-withdrawn": _("A player has withdrawn. Enter the result as a walkover."),
        "plays-elsewhere": _("A player is on another court."),
        "too-many-dates": _("Too many matches have a new date. Remove past ones in the settings."),
        "referees-elsewhere": _("The player is refereeing on another court."),
        "still-resting": _("A player has not rested enough. Wait, or send `despite_rest`."),
        "table-taken": _("A table is in use by another section or an earlier round. Renumber the draft's tables."),
        "paired-since": _(
            "Players of this table are in a later round. Enter the correct result instead of clearing it."
        ),
        "still-playing": _(
            "A player in the draft is still playing in an earlier round. Enter that result, or pair again."
        ),
        "not-paired": _("`players` have neither opponent nor bye. Give them one, or confirm them in `not_paired`."),
        "reason-missing": _("The pairs are not automatic, or a closed round is corrected. Send `reason`."),
        "too-few-rounds": _("More rounds are published than planned. Plan at least as many."),
        "points-order": _("Points must not increase from win to draw to loss."),
        "no-other-bye": _("Byes follow from the schedule or bracket, so their kind cannot be changed."),
        "no-bye": _("The player has no bye in this round. Choose a player who did not play."),
        "sides-fixed": _("Sides can be corrected only between two individual players, without handicap or bracket."),
        "has-notes": _("This table has a loss by default or a rated result. Undo that first."),
        "nothing-to-pair": _("No players are left to pair."),
        "only-one": _("No other pairing is equally good."),
        "too-few-players": _("Too few players for this."),
        "too-many-games": _("The schedule is too long to publish at once. Publish it round by round."),
        "who-goes-on": _("A knock-out match was drawn. Choose who advances, and how this was decided."),
        "matches-follow": _(
            "Later matches depend on who advances. Correct the result with `follow`, which decides what "
            "happens to them."
        ),
        "no-knock-out": _("Players advance from a match only in a knock-out."),
        "knock-out": _("Not available in a knock-out, where seeds and results decide the pairings."),
        "scheduled": _("Not available for a schedule, whose rounds are fixed."),
        "no-schedule": _("The system has no schedule: its rounds depend on results."),
        "no-round-robin": _("Too many players, or too few rounds, for a round robin."),
        "seats-differ": _("Every active player needs one seat. Read the seats again."),
        "not-a-seat": _("Unknown seat."),
        "against-self": _("A player cannot play themselves."),
        "twice-in-round": _("A player can be in a round only once."),
        "no-such-pairing": _("The table is no longer in the tournament."),
        "no-such-table": _("Unknown table."),
        "table-closed": _("The table is closed."),
        "not-your-table": _("The helper is assigned to other tables."),
        "has-results": _("The table already has a result. Clear it first."),
        "ask-the-desk": _("Players cannot do this themselves. An organiser can."),
        "has-line-ups": _("Captains have submitted line-ups and seen the round. Undo the line-ups first."),
        "not-in-match": _("The team does not play at this table."),
        "no-captain": _("A captain submits a line-up with the team's badge. Staff use a different address."),
        "line-ups-known": _("Both line-ups are in and cannot change. An organiser can correct them."),
        "line-up-late": _("The deadline has passed. An organiser can still enter line-ups."),
        "line-up-missing": _("A team with members has no line-up in this match. Set it first."),
        "too-many-boards": _("The line-up has more members than the match has boards."),
        "no-members": _("The team has no members yet. Set them first."),
        "nobody-plays": _("A line-up needs at least a player at board 1."),
        "twice-in-line-up": _("A member can play only one board."),
        "out-of-order": _("Members play in team order, with empty boards last. An organiser can make exceptions."),
        "not-all-boards": _("Send all boards of the match, with open ones empty."),
        "empty-board": _("One team has no player at this board, so the board is a forfeit."),
        "result-of-boards": _("The result of the match follows from its boards. Change the boards instead."),
        "has-reports": _("Players have reported results for this round. Accept or dismiss them first."),
        "no-call": _("The player has no open call."),
        "too-many-phones": _("Too many phones without a badge follow the tournament. Use the badge link."),
        "no-telephone": _("The browser's push subscription has no address."),
        "called-often": _("The player has called several times. Wait for the time in Retry-After."),
        "no-reports": _("Players cannot report results in this tournament."),
        "no-report": _("No result has been reported for this pairing."),
        "no-table": _("The player has no table in this round."),
        "report-changed": _("This result is no longer reported. Read the reports again."),
        "result-is-in": _("The table already has a different result. An organiser can correct it."),
        "two-results": _("A table is listed twice. Send one result for each."),
        "result-missing": _("The round is closed, so every pairing needs a result."),
        "not-a-result": _("Not a valid result for this game. `detail` gives examples."),
        "adjourned-open": _("A game is adjourned. Enter its result first."),
        "note": _("The note is too long, or is not a single line."),
        "impossible-result": _("The numbers of this result contradict each other."),
        "all-closed": _("All numbers are closed. Open some of them."),
        "first-outside": _("The first table is not in any room."),
        "room-backwards": _("A room's tables run from the lower number to the higher."),
        "room-without-name": _("Each room needs a name of one line."),
        "rooms-overlap": _("Each table can be in only one room."),
        "no-such-part": _("The hall screen cannot show that."),
        "no-such-depth": _("The hall screen does not support that distance."),
        "event-page": _("The event page cannot show that. `pointer` says which part is wrong."),
        "not-an-image": _("The file is not a PNG, JPEG, WebP or GIF image, or it is too large."),
        "no-such-image": _("No image of this tournament has that key. Send the image as a data: address."),
        "too-many-images": _("The tournament has too many images. Use one that it has."),
        "message": _("The screen's message is too long, or is not a single line."),
        "fide-mode": _("FIDE mode locks or does not allow this. See `detail`; /fide-mode lists all locks."),
        "not-in-fide-mode": _("The tournament is not in FIDE mode."),
        "not-begun": _("Before round 1 is published, FIDE mode is a setting. PATCH the tournament."),
        "not-understood": _("Leaving FIDE mode needs two confirmations. The first is `understood`."),
        "wrong-name": _("Leaving FIDE mode needs two confirmations. The second is the tournament's `name`."),
        "reason": _("The reason is too long, or is not a single line."),
        "too-many-rooms": _("Too many rooms. Combine some."),
    }
)

CODES: Mapping[str, StrOrPromise] = MappingProxyType({**REQUESTS, **TOURNAMENT, **PLAYERS, **ROUNDS})


GROUPS = (
    (_("The request"), REQUESTS),
    (_("The tournament"), TOURNAMENT),
    (_("Players"), PLAYERS),
    (_("Rounds, tables and results"), ROUNDS),
)

#: Requests that create a tournament and play its first round: method, address and body. TABLE and VERSION stand for the
#: `id` and `version` of a table in the answer to publishing. A test sends these requests.
STEPS: tuple[tuple[str, str, dict[str, object] | None], ...] = (
    (
        "POST",
        "/tournaments",
        {"name": "Spring", "game": "chess", "starts_on": "2026-05-01", "time_zone": "Europe/Helsinki", "players": 4},
    ),
    (
        "POST",
        "/tournaments/spring/players",
        {"players": [{"name": "Ann"}, {"name": "Bea"}, {"name": "Cy"}, {"name": "Dan"}]},
    ),
    ("POST", "/tournaments/spring/rounds", {"number": 1}),
    ("POST", "/tournaments/spring/rounds/1/publish", None),
    ("PUT", "/tournaments/spring/pairings/TABLE/result", {"notation": "1-0"}),
    ("POST", "/tournaments/spring/rounds/1/close", None),
    ("GET", "/tournaments/spring/standings", None),
)


def commands() -> str:
    """Return the steps as shell commands."""
    return "\n".join(_command(*step) for step in STEPS)


def _command(method: str, path: str, body: dict[str, object] | None) -> str:
    parts = ["curl", f'"$KIERROS/api/v1{path}"', '-H "Authorization: Bearer $TOKEN"']
    if method == "POST":
        parts.append('-H "Idempotency-Key: $(uuidgen)"')
    if method == "PUT":
        parts.append("-X PUT -H 'If-Match: \"VERSION\"'")
    if method != "GET":
        parts.append(f"--json '{json.dumps(body or {})}'")
    return " \\\n  ".join(parts)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide: tokens and scopes, the course of a round, retries, limits, notations, and the problem codes.

    Each code has an anchor.
    """
    context = {
        "scopes": ApiToken.Scope.choices,
        "groups": [(title, codes.items()) for title, codes in GROUPS],
        "notations": [(game.name, _examples(game)) for game in GAMES.values()],
        "megabytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024**2,
        "rate": ProgramThrottle().num_requests,
        "longest_key": LONGEST_KEY,
        "website": _website(),
        "seconds": SECONDS,
        "oldest": FRESH + STALE,
        "commands": commands(),
        "operation_types": TYPES,
        "verbs": [(verb.key, describe_facts(verb.facts)) for verb in VERBS.values()],
        "operations": json.dumps(examples()["operations"].body, indent=2),
    }
    return render(request, "web/api_guide.html", context)


#: The JSON types of facts by Python type.
TYPE_WORDS: Mapping[object, str] = {
    str: "string",
    int: "integer",
    bool: "boolean",
    NoneType: "null",
    list: "array",
    dict: "object",
}


def describe_facts(facts: type[Facts]) -> list[tuple[str, str]]:
    """Return the facts that only entries of this kind have, with their JSON types, sorted by name."""
    own = {name: hint for name, hint in get_type_hints(facts).items() if name not in get_type_hints(Facts)}
    return [(name, " | ".join(map(_type_word, _alternatives(hint)))) for name, hint in sorted(own.items())]


def _alternatives(hint: object) -> tuple[object, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _type_word(hint: object) -> str:
    return TYPE_WORDS[get_origin(hint) or hint]


@cache
def _website() -> str:
    """Return the source of the example page with live standings."""
    return Path(settings.BASE_DIR, "examples", "website.html").read_text(encoding="utf-8")


def _examples(game: Game) -> str:
    return notation.examples(Tournament(game=game.key, **game.settings).scoring)
