"""Operations of a desk that works without a network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.border.games import scorings_at
from tournaments.journal.errors import Conflict
from tournaments.models import Pairing
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import registration
from tournaments.services.line_ups import LineUpNow
from tournaments.services.operations import Asked, Outcome, Status, carry_out
from tournaments.web.api import documents, problems
from tournaments.web.api.base import TournamentView, who_of
from tournaments.web.api.needs import missing
from tournaments.web.api.schema import FAULTS
from tournaments.web.api.serializers_operations import TYPES, OperationsIn, OperationsOut
from tournaments.web.api.serializers_players import PlayerOut

Json = dict[str, Any]

#: Rights of which an operation needs one.
WRITING = frozenset({Right.ENTER_RESULTS, Right.MANAGE_PLAYERS, Right.ADMINISTER})

#: What an operation says that is not what it asks for: on what it was made.
SEEN = ("version", "after", "seen")


class Operations(TournamentView):
    keyed = False

    def _who(self, request: Request) -> Who:
        return who_of(request)  # each operation has a key of its own

    @extend_schema(request=OperationsIn, responses={200: OperationsOut, **FAULTS}, operation_id="operations")
    def post(self, request: Request, slug: str) -> Response:
        """Up to 1,000 operations of a desk that may have been without a network for hours, each under its own id.

        All of it may be sent again at any time: what was carried out before is a `duplicate` as long as there is the
        tournament. A `conflict` shows what somebody else has made of the table or player; whoever decides for the own
        value sends it under a new id with the version of `current`, of a line-up with its members as `seen`. What is
        `rejected` says why, and is looked at again when it is sent again. No operation hinders another one.
        """
        if not WRITING & self.granted:
            raise missing(self.who, [Right.ENTER_RESULTS])
        given = OperationsIn(data=request.data)
        given.is_valid(raise_exception=True)
        sent = given.validated_data["operations"]
        ids = _ids(sent)
        faults: dict[UUID, Json] = {}
        asked = list(self._asked(sent, ids, faults))
        outcomes = carry_out(self.who, self.tournament, asked)
        twice = self._twice(outcomes.values())
        answered = [self._answer(each, outcomes.get(each), faults.get(each), twice) for each in ids]
        return Response({"operations": answered, "revision": self.tournament.revision})

    def _asked(self, sent: list[Json], ids: list[UUID], faults: dict[UUID, Json]) -> Iterator[Asked]:
        """What can be read; of the rest `faults` has the problem."""
        read = []
        for each, found in zip(sent, ids, strict=True):
            of_type = TYPES.get(str(each.get("type")))
            try:
                if of_type is None:
                    raise ValidationError({"type": [_("There is no such type of operation.")]})
                read.append((each, found, of_type, of_type.run_validation(each)))
            except ValidationError as error:
                faults.setdefault(found, _problem(error))
        scorings = scorings_at(self.tournament, [data["pairing"] for *_each, data in read if "pairing" in data])
        for each, found, of_type, data in read:
            try:
                yield Asked(found, _hash(each), of_type.kind, of_type.taken(data, scorings), data.get("after"))
            except ValidationError as error:
                faults.setdefault(found, _problem(error))

    def _twice(self, outcomes: Iterable[Outcome]) -> dict[str, str]:
        """What is said of players who were added under a name that was on the list, by their ids."""
        made = [each.operation.made for each in outcomes if each.operation is not None and each.operation.made]
        added = list(self.tournament.players.filter(public_id__in=made)) if made else []
        found = registration.namesakes(self.tournament, added) if added else []
        return {player.public_id: registration.twice(player) for player, _other in found}

    def _answer(self, id_: UUID, outcome: Outcome | None, fault: Json | None, twice: dict[str, str]) -> Json:
        body: Json = {"id": str(id_), "version": None, "player": None, "notices": [], "current": None, "problem": None}
        if outcome is None:
            return {**body, "status": Status.REJECTED.value, "problem": fault}
        body["status"] = outcome.status.value
        if outcome.operation is not None:
            body |= {"version": outcome.operation.version, "player": outcome.operation.made or None}
            body["notices"] = [twice[made] for made in (outcome.operation.made,) if made in twice]
        if outcome.refusal is not None:
            body["problem"] = _problem(outcome.refusal)
        if isinstance(outcome.refusal, Conflict):
            body["current"] = self._current(outcome.refusal.current)
        return body

    def _current(self, row: Any) -> Json:
        if isinstance(row, Pairing):
            return {"pairing": row.public_id, "version": row.version, "result": documents.result_of(row)}
        if isinstance(row, LineUpNow):
            members = {"team": row.team.public_id, "members": row.members}
            return {"pairing": row.pairing.public_id, "version": row.pairing.version, **members}
        return dict(PlayerOut(row, context={"granted": self.granted}).data)


def _problem(error: Exception) -> Json:
    answer = problems.handle(error, {})
    return dict(answer.data) if answer is not None else {}


def _ids(sent: list[Any]) -> list[UUID]:
    """The ids of operations. Raises ValidationError where one cannot be answered for because it has none."""
    ids, wrong = [], {}
    for place, each in enumerate(sent):
        try:
            ids.append(UUID(each["id"]))
        except (TypeError, KeyError, ValueError, AttributeError):
            wrong[str(place)] = {"id": [_("Give each operation an id of its own, a UUID.")]}
    if wrong:
        raise ValidationError({"operations": wrong})
    return ids


def _hash(each: Json) -> str:
    meant = {name: value for name, value in each.items() if name not in SEEN}
    return sha256(json.dumps(meant, sort_keys=True, default=str).encode()).hexdigest()
