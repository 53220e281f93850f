"""The guide for whoever writes a program against the API: what its reference cannot say, and the codes of problems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.core.games import GAMES, Game
from tournaments.core.words import notation
from tournaments.models import ApiToken, Tournament
from tournaments.web.api.authentication import ProgramThrottle
from tournaments.web.api.base import FRESH, LONGEST_KEY, STALE
from tournaments.webhooks.deliveries import SECONDS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: About the request itself: how it was sent, and by whom.
REQUESTS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "bad-request": _("The request cannot be understood. Look at its head and its encoding."),
        "parse-error": _("The body is no JSON. Send UTF-8, and numbers and names as JSON has them."),
        "not-acceptable": _("The answer is JSON: accept application/json."),
        "unsupported-media-type": _("Send the body as application/json."),
        "method-not-allowed": _("This address has other methods: the header Allow names them."),
        "token-missing": _("Send a token in the header Authorization: Bearer."),
        "token-refused": _("The token is wrong, has expired or was revoked. Get another one."),
        "not-allowed": _("The token's scopes, or its maker's rights, do not cover this; `scopes` names what would."),
        "csrf-token": _("A browser that is signed in sends the CSRF token in X-CSRFToken."),
        "not-found": _("There is nothing at this address, or nothing that you may see."),
        "request-timeout": _("The body did not arrive in time. Nothing was stored: send it again."),
        "length-required": _("Say in Content-Length how long the body is."),
        "too-large": _("The body is too long; `limit` is what is read. Send it in parts."),
        "query": _("A parameter of the address is unknown or has no such value; `errors` points at it."),
        "invalid": _("Some values cannot be taken; `errors` points at each."),
        "idempotency-key": _("A POST carries an Idempotency-Key: 1 to 200 characters, the same when it is repeated."),
        "key-reused": _("This Idempotency-Key was used for another request. Take a new one for a new wish."),
        "if-match": _("Send If-Match with the ETag that you read."),
        "stale": _(
            "It was changed since you read it. `current` or another GET shows what is there: decide, then repeat."
        ),
        "conflict": _("Somebody else has changed it. `current` shows what is there now."),
        "sent-before": _("This was done before, and changed since. Read anew, then decide."),
        "id-reused": _("This id was used for another operation. Each operation has an id of its own."),
        "after-missing": _("The operation that this one comes after was not carried out; look at its outcome."),
        "cursor-unknown": _("The cursor is not of this tournament as it is now. Read it anew and go on from there."),
        "too-many-requests": _("Wait as long as Retry-After says."),
        "service-unavailable": _("The server cannot do it now. Wait as long as Retry-After says, then repeat."),
        "internal-server-error": _("Our fault, and logged. Nothing or all of it was stored: read before you repeat."),
        "replaced": _("The round was paired again. `successor` is the table that is there instead."),
        "expired": _("The code of the device is too old. Ask for a new one."),
        "link-expired": _("The link was used or is too old. Ask for a new one."),
        "external-id-taken": _("Another player or tournament has this id of yours. Find it with ?external_id=."),
        "name-taken": _("Somebody has this name. Choose another."),
        "refused": _("It cannot be done as things are: `detail` says why."),
        "unknown-round": _("There is no such round to count."),
        "unknown-stage": _("The tournament has no such stage."),
        "unknown-edit": _("There is no such step; the document of the operation names them."),
        "unknown-seating": _("There is no such way to seat players."),
        "unknown-bye": _("There is no such kind of bye."),
    }
)

#: About the tournament: what its state or its rules do not allow.
TOURNAMENT: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "finished": _("The tournament is finished. Reopen it first."),
        "no-such-tournament": _("The tournament was deleted meanwhile."),
        "trial": _("A trial is thrown away; this is not for trials."),
        "rules": _("The rules of the standings contradict each other at the value that is pointed at."),
        "prizes": _("The fund contradicts itself at the value that is pointed at."),
        "club-teams": _("There cannot be such club teams; the error says why."),
        "lot-drawn": _("The lot was drawn already, and stays."),
        "not-level": _("`players` are not all who are level with each other in the table. Read it anew."),
        "value": _("A value from outside has up to six digits, and three behind the point."),
        "no-lot": _("By these rules no lot is drawn."),
        "no-scores": _("A sum of scores needs a game that keeps scores."),
        "no-boards": _("A match of teams has two boards or more, which can be drawn, and no scores."),
        "no-chess": _("Only games of chess start from positions of Chess960."),
        "no-games": _("Points by games need pairings of two games or more, and results without scores."),
        "days": _("The last day is before the first."),
        "guest": _("A pass is for one tournament; this needs an account."),
        "last-organiser": _("A tournament keeps an organiser, and a token takes none away."),
        "organiser-whole": _("Only helpers have tables of their own."),
        "not-first": _("There is an account already."),
        "no-event": _("The tournament is in no event."),
        "in-event": _("It is a section already. Take it out of its event first."),
        "other-event": _("This is not in the event any more. Read anew."),
        "section": _("The name of a section is missing or cannot be taken."),
        "section-taken": _("Another section has this name."),
        "built-on": _("Something later rests on it. Undo that first."),
        "not-reversible": _("This entry cannot be undone."),
        "too-late": _("A later stage has begun."),
        "bad-count": _("The next stage takes from 2 players to as many as there are."),
        "group-too-small": _("A group has fewer players left than would go on from each. Let fewer go on."),
        "tie-undecided": _("A tie decides who goes on: decide it by lot, or by hand with a reason."),
        "order-missing": _("Give each of the tied players a place of their own."),
        "broken-file": _("The file is damaged or was made by something else. Nothing was stored."),
        "no-list": _("There is no player in what was sent."),
        "too-wide": _("The tournament does not fit the columns of this file."),
        "nothing-open": _("There are verdicts while results of the last round are missing."),
        "rounds-missing": _("Rounds that were planned are not there. Say in `rounds_missing` how many."),
        "results-missing": _("Enter the results of `tables` first."),
        "clock-length": _("No round lasts so long."),
        "no-such-time": _("A draft publishes itself at a time that comes, and not after a week."),
        "no-default-time": _("The tournament has no default time. Set `default_minutes`."),
        "no-start": _("The default time counts from the start of the round, which is noted, and not to come."),
        "default-time-runs": _("The default time is not over yet."),
        "has-late": _("Players lost the round by default. Take that back first."),
        "no-clock": _("The clock of the round was not started."),
        "too-many-webhooks": _("The tournament has as many webhooks as it may have. Remove one."),
        "no-such-event": _("There is no such event yet. Give the id of an event, or a cursor."),
        "topic-private": _("These topics are told only to a webhook that is made with `whole`."),
        "not-public": _(
            "A webhook goes to an https address that everybody can reach, unless the server's owner says so."
        ),
        "extension-length": _("No table gets so many minutes."),
    }
)

#: About players.
PLAYERS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "fide-id-taken": _("Another player has this FIDE ID. One of the two is mistyped, or the same person."),
        "twin": _("Somebody of this name is on the list. Say that it is another person, or take the one who is there."),
        "too-many-badges": _("Badges are made and given for so many players at once. Ask for fewer."),
        "name": _("A rating list has a name of one line, by which tournaments choose it."),
        "no-such-rate": _("A rating is standard, rapid or blitz."),
        "no-date": _("The file does not say of which day the rating list is: give the date."),
        "no-players": _("There is no player in the rating list."),
        "no-rating-list": _("The file is no rating list that can be read: `detail` says why."),
        "has-played": _("Who is in a round stays on the list: let the player leave instead."),
        "expelled": _("The player was expelled. Take that entry of the journal back first."),
        "expelled-why": _("Say in `reason` why the player is expelled."),
        "pods": _(
            "Pods are tables of three or four, each alone. That does not fit what is asked for; `errors` says why."
        ),
        "places-of-system": _("Places follow from the pairing system alone here. Leave the other rules out."),
        "pods-rules": _("The rules read games of two, and the tournament is played in pods. Choose others."),
        "no-teams": _("The players of the tournament are no teams. Set `of_teams` first."),
        "no-name": _("A member has a name of one line, with a letter or digit in it."),
        "too-many-members": _("A team has no more members than that."),
        "no-such-member": _("Somebody who is named is no member of the team. Read its members anew."),
        "lined-up": _("Who stands in a line-up stays a member."),
        "points": _("Points are deducted in whole points up to 99, or in halves below 10; below zero they are taken."),
        "no-points": _("The table of this stage is not made of points, so none can be deducted."),
        "has-left": _("The player has left. Let the player return first."),
        "withdrawn": _("The player has left the tournament."),
        "no-such-player": _("The player is not in the tournament any more."),
        "not-in-stage": _("The player does not play in this stage."),
        "sign-up-closed": _("Nobody can sign up now. The organiser can be asked."),
        "sign-up-full": _("The waiting list is full."),
        "signed-up-often": _("Many have signed up from one address. Wait as long as Retry-After says."),
        "has-begun": _("The tournament has begun: nobody signs up any more."),
        "not-asked": _("Only what `asks` of the tournament's `sign-up` names can be sent."),
        "cannot-be-asked": _("That cannot be asked in this game."),
        "places": _("The number of places is too small or too large."),
        "time-over": _("The time is over. Say a later one, or none."),
        "no-late-entry": _("A schedule takes nobody after its start."),
        "nothing-missed": _("The player has missed no round."),
        "missed-counted": _("Missed rounds were counted in it for a player who came late. Take that back first."),
        "half-byes-used": _("The player has had as many half-point byes as the rules of the tournament give."),
        "half-bye-barred": _("Who has a free entry or conditions takes no half-point bye."),
        "unusual": _("The rules do not like it: `detail` says which. Send it again with `anyway`, if it has to be."),
        "half-bye-too-late": _("The rules of the tournament give no half-point bye in the last round."),
        "no-such-round": _("There will be no such round."),
        "wrong-round": _("The round is over, or is not yet there."),
    }
)

#: About rounds, tables and results.
ROUNDS: Mapping[str, StrOrPromise] = MappingProxyType(
    {
        "already-paired": _("The round is paired. Throw its draft away first, or edit it."),
        "draft-open": _("There is a draft: publish it or throw it away."),
        "round-running": _("The round before it is running: close it first."),
        "round-not-running": _("The round is a draft or closed."),
        "round-closed": _("The round is closed. Correct a result with a reason, or let the round run again."),
        "round-runs": _("The round runs, or is a draft. What is entered there is rated too."),
        "not-rated": _("Only results of single games of chess are rated."),
        "round-follows": _("A later round is there: this one stays as it is."),
        "rounds-unknown": _("Say how many rounds there are."),
        "rounds-reversed": _("The last round comes before the first."),
        "wrong-number": _("Another round is the next one; `detail` says which."),
        "being-paired": _("The round is still being paired. Repeat the request after the seconds of Retry-After."),
        "no-round": _("There is no round yet."),
        "not-draft": _("The round is no draft any more."),
        "empty-round": _("There is no pairing in the round yet."),
        "table-taken": _(
            "A round of another section, or an earlier one that goes on, is played at a table of this one. Number the "
            "draft's tables anew."
        ),
        "paired-since": _(
            "Players of this table play in a later round. Enter the right result instead of clearing it."
        ),
        "still-playing": _("Somebody of the draft still plays in an earlier round. Enter that result, or pair anew."),
        "not-paired": _("`players` have neither opponent nor bye. Give them one, or confirm them in `not_paired`."),
        "reason-missing": _("These are not the program's pairs, or a closed round is corrected: say why in `reason`."),
        "too-few-rounds": _("More rounds are published than planned. Plan at least as many."),
        "points-order": _("A win brings at least the points of a draw, and a draw at least those of a loss."),
        "no-other-bye": _("The schedule or the bracket gives byes here, so a bye has no other kind."),
        "no-bye": _("The player has no bye in this round. Choose a player who did not play."),
        "sides-fixed": _("Sides can be corrected only between two single players, without handicap or bracket."),
        "has-notes": _("A default or a rated result is noted for this table. Undo that note first."),
        "nothing-to-pair": _("Nobody is left to be paired."),
        "only-one": _("There is no other pairing as good as this one."),
        "too-few-players": _("There are too few players for this."),
        "too-many-games": _("The schedule is too long to be published at once: publish it round by round."),
        "who-goes-on": _("A match of a knock-out was drawn: say who goes on, and how that was found."),
        "matches-follow": _(
            "Later matches hang on who goes on: correct the result with `follow`, which says what becomes of them."
        ),
        "no-knock-out": _("Only in a knock-out somebody goes on from a match."),
        "knock-out": _("Seats and results say who meets whom in a knock-out; this is not for them."),
        "scheduled": _("The rounds of a schedule are known; this is not for them."),
        "no-schedule": _("The system has no schedule: its rounds depend on results."),
        "no-round-robin": _("There are too many players, or too few rounds, for everybody to meet everybody."),
        "seats-differ": _("Every player who is in needs one seat. Read the seats anew."),
        "not-a-seat": _("There is no such seat."),
        "against-self": _("A player has another player as opponent."),
        "twice-in-round": _("A player is in a round once."),
        "no-such-pairing": _("The table is not in the tournament any more."),
        "no-such-table": _("There is no such table."),
        "table-closed": _("The table is closed in the hall."),
        "not-your-table": _("The helper's tables are others."),
        "has-results": _("There is a result already. Clear it first."),
        "ask-the-desk": _("Players do not do this by themselves. The desk does."),
        "has-line-ups": _("Captains have handed in line-ups, and seen the round. Undo these first."),
        "not-in-match": _("The team does not play at this table."),
        "no-captain": _("A captain hands in a line-up by the badge of the team; the desk has another address."),
        "line-ups-known": _("Both line-ups are in, and stay. The desk corrects them."),
        "line-up-late": _("The deadline is over. The desk takes line-ups later."),
        "line-up-missing": _("A team has members and no line-up in this match. Set it first."),
        "too-many-boards": _("More members are named than a match has boards."),
        "no-members": _("The team has no members yet. Set them first."),
        "nobody-plays": _("A line-up names somebody at board 1 at least."),
        "twice-in-line-up": _("A member sits at one board."),
        "out-of-order": _(
            "Members sit in the order of the team, and empty boards are the last; the desk can let it be."
        ),
        "not-all-boards": _("Send all boards of the match, the open ones empty."),
        "empty-board": _("One of the teams has nobody at this board: it is won or lost by forfeit."),
        "result-of-boards": _("The result of the match follows from its boards: change these."),
        "has-reports": _("Players have reported results of this round. Settle them first."),
        "no-call": _("The player does not call, or not any more."),
        "too-many-phones": _("Too many phones without a badge follow the tournament. Use the link of the badge."),
        "no-telephone": _("A browser wants to be told of rounds and does not say where."),
        "called-often": _("The player has called several times just now. Wait as long as Retry-After says."),
        "no-reports": _("Players do not report results in this tournament."),
        "no-report": _("Nobody has reported a result of this table."),
        "no-table": _("The player has no table in this round."),
        "report-changed": _("No player says this any more. Read the reports anew."),
        "result-is-in": _("The table has another result already. The desk corrects it."),
        "two-results": _("The same table twice: send one result for each."),
        "result-missing": _("A round that is over keeps a result at every table."),
        "not-a-result": _("This is no result of the game; `detail` shows some."),
        "adjourned-open": _("A game is adjourned. Enter its result first."),
        "note": _("The note is too long, or has something in it that no line has."),
        "impossible-result": _("The numbers of this result contradict each other."),
        "all-closed": _("All tables are closed: leave some open."),
        "first-outside": _("The first table is in none of the rooms."),
        "room-backwards": _("A room's tables run from the lower number to the higher one."),
        "room-without-name": _("Each room has a name of one line."),
        "rooms-overlap": _("Each table is in one room."),
        "no-such-part": _("The screen in the hall does not show that."),
        "no-such-depth": _("The screen in the hall is not made for that distance."),
        "message": _("The message of the screen is too long, or has something in it that no line has."),
        "fide-mode": _("FIDE mode locks it, or it does not fit: `detail` says why, and /fide-mode lists all locks."),
        "not-in-fide-mode": _("The tournament is not in FIDE mode, so nobody leaves it."),
        "not-begun": _("Before round 1 is published FIDE mode is a setting: PATCH the tournament."),
        "not-understood": _("Leaving FIDE mode takes two confirmations: `understood` is the first."),
        "wrong-name": _("Leaving FIDE mode takes two confirmations: the tournament's `name` is the second."),
        "reason": _("The reason is too long, or has something in it that no line has."),
        "too-many-rooms": _("There are more rooms than a hall has."),
    }
)

CODES: Mapping[str, StrOrPromise] = MappingProxyType({**REQUESTS, **TOURNAMENT, **PLAYERS, **ROUNDS})


GROUPS = (
    (_("The request"), REQUESTS),
    (_("The tournament"), TOURNAMENT),
    (_("Players"), PLAYERS),
    (_("Rounds, tables and results"), ROUNDS),
)

#: A round from nothing, as requests: method, address, body. TABLE and VERSION are the `id` and `version` of a table in
#: what publishing answers. A test sends them.
STEPS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
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
    """The steps as a shell takes them."""
    return "\n".join(_command(*step) for step in STEPS)


def _command(method: str, path: str, body: dict[str, Any] | None) -> str:
    said = ["curl", f'"$KIERROS/api/v1{path}"', '-H "Authorization: Bearer $TOKEN"']
    if method == "POST":
        said.append('-H "Idempotency-Key: $(uuidgen)"')
    if method == "PUT":
        said.append("-X PUT -H 'If-Match: \"VERSION\"'")
    if method != "GET":
        said.append(f"--json '{json.dumps(body or {})}'")
    return " \\\n  ".join(said)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Tokens and scopes, the course of a round, how to repeat, limits, notations, and the codes with an anchor each."""
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
    }
    return render(request, "web/api_guide.html", context)


@cache
def _website() -> str:
    """The example of a page with live standings."""
    return Path(settings.BASE_DIR, "examples", "website.html").read_text(encoding="utf-8")


def _examples(game: Game) -> str:
    return notation.examples(Tournament(game=game.key, **game.settings).scoring)
