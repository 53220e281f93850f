"""Standings for programs: exact values, and how each is calculated."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.systems import SYSTEMS
from pairings.systems.groups import group_letter
from standings.explain import wording
from standings.explain.derivation import Derivation as Made
from standings.explain.derivation import DerivationStep, derivation, is_explained
from standings.explain.formatting import text
from standings.web.next_stage.qualification import go_on
from standings.web.table.common_api import COLUMNS, StandingsView
from standings.web.table.current import StageStandings
from standings.web.table.final import places_behind
from standings.web.table.go_files import as_aga, as_fesa, as_h9
from standings.web.table.spreadsheet import lines_of
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.rulebook import Place
from tournaments.core.words.texts import as_csv, translate
from tournaments.models import Player
from tournaments.stages.api import StagesOut, StagesView
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.parts import Paged
from tournaments.web.api.reading import AmountOut, amount
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import (
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    PagedOut,
    SideOut,
    Strict,
    side_of,
)
from tournaments.web.api.views import CSV, CsvView, FileRenderer, JsonTypeFileRenderer


class RowOut(Document):
    rank = serializers.IntegerField(allow_null=True, help_text="The place; null for a player who is `struck`.")
    last_place = serializers.IntegerField(
        allow_null=True, help_text="In a knock-out, the last of the shared or still possible places; otherwise null."
    )
    group = serializers.CharField(
        allow_null=True, help_text="The letter of the group in a stage with groups; otherwise null."
    )
    place_in_group = serializers.IntegerField(allow_null=True)
    why_in_group = serializers.CharField(
        allow_blank=True, allow_null=True, help_text="Why the player is above the next one of the group."
    )
    player = SideOut()
    points = AmountOut()
    values = serializers.DictField(child=AmountOut())
    separated_by = serializers.CharField(allow_null=True)
    why = serializers.CharField(allow_blank=True)
    struck = BooleanField(help_text="Whether the player left a round robin too early; the results count for nobody.")


class OtherPlaceOut(Document):
    rank = serializers.IntegerField()
    last_place = serializers.IntegerField(
        allow_null=True, help_text="The last of the shared places; null if not shared."
    )
    player = SideOut()
    points = AmountOut()
    stage = serializers.IntegerField(help_text="The player's last stage, which decided the place.")


class StandingsOut(PagedOut):
    stage = serializers.IntegerField()
    rules = serializers.CharField()
    after_round = serializers.IntegerField()
    live = BooleanField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = RowOut(many=True)
    others = OtherPlaceOut(many=True, help_text="Players who did not reach this stage, in the places after its rows.")


class StepOut(Document):
    code = serializers.CharField(help_text="The code of the rule: floor, drop-cap, rounding, to-integer.")
    before = AmountOut()
    after = AmountOut()


class PieceOut(Document):
    round = serializers.IntegerField()
    opponent = SideOut(allow_null=True)
    kind = serializers.CharField(
        allow_null=True, help_text="What happened in the round: played, forfeit, allocated ..."
    )
    amount = AmountOut()
    steps = StepOut(many=True, help_text="The rules that changed the opponent's own value before it was used here.")
    cut = serializers.CharField(allow_null=True, help_text="The article by which the value does not count.")


class DerivationOut(Document):
    player = SideOut()
    code = serializers.CharField()
    value = AmountOut()
    source = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    how = serializers.CharField(help_text="How the pieces that count are combined: sum, mean, share, mini ...")
    pieces = PieceOut(many=True)
    raw = AmountOut(allow_null=True, help_text="The combined value before the steps.")
    steps = StepOut(many=True)
    sentences = serializers.ListField(child=serializers.CharField())


class StageIn(Strict):
    places = serializers.IntegerField(min_value=2, max_value=20_000, help_text="The number of players who advance.")
    system = ChoiceField(choices=list(SYSTEMS))
    planned_rounds = serializers.IntegerField(min_value=1, max_value=999, required=False, allow_null=True)
    ties = ChoiceField(
        choices=["lot", "hand"], required=False, help_text="What decides a tie; required if the rules leave one."
    )
    order = serializers.ListField(
        child=serializers.CharField(max_length=12),
        required=False,
        max_length=20_000,
        help_text="For a manual decision: the tied players, first place first.",
    )
    reason = LineField(max_length=300, required=False, allow_blank=True)
    final_groups = BooleanField(
        required=False,
        help_text=(
            "With the system `groups`: whether the group winners form group A, the second-placed players B, and so on."
        ),
    )


class Standings(StandingsView):
    query = (*StandingsView.query, COLUMNS)
    paged = Paged("rows", ("player", "id"))

    @cached_by_revision
    @extend_schema(responses={200: StandingsOut, **FAULTS}, operation_id="standings")
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings after the last closed round. With `limit`, you get them page by page."""
        now = self.standings()
        return Response(
            {
                "stage": now.view.stage.number,
                "rules": now.table.rules.key,
                "after_round": now.round,
                "live": now.live,
                "columns": list(now.table.columns),
                "rows": [self._row(now, row) for row in now.table.rows],
                "others": [_other_place(place) for place in places_behind(now)],
            }
        )

    def _row(self, now: StageStandings, row: Any) -> dict[str, Any]:
        reason = wording.separation(now.table, row)
        halves = now.table.reckoning.scoring.halves
        return {
            "rank": None if row.struck else row.rank,
            "last_place": now.last_place(row),
            **_in_group(now, row),
            "player": side_of(now.player(row)),
            "points": amount(row.points, halves=halves),
            "values": {code: _value(value, text(value, code, now.table)) for code, value in row.values.items()},
            "separated_by": row.separated_by.code if row.separated_by else None,
            "why": wording.sentence(reason, now.view.names, translate) if reason else "",
            "struck": row.struck is not None,
        }


def _other_place(place: Place) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "last_place": place.last,
        "player": side_of(place.player),
        "points": amount(place.points, halves=place.player.tournament.halves),
        "stage": place.stage,
    }


def _in_group(now: StageStandings, row: Any) -> dict[str, object]:
    """Return the place in the group and the reason for it; None for each if there are no groups."""
    if row.player not in now.table.group_of:
        return {"group": None, "place_in_group": None, "why_in_group": None}
    table = now.table.of_player(row.player)
    own = table.row(row.player)
    reason = wording.separation(table, own)
    return {
        "group": group_letter(now.table.group_of[row.player]),
        "place_in_group": None if own.struck else own.rank,
        "why_in_group": wording.sentence(reason, now.view.names, translate) if reason else "",
    }


class StandingsCsv(CsvView, StandingsView):
    query = Standings.query

    @cached_by_revision
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="standings_csv")
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings as CSV."""
        return self.csv("standings", as_csv(lines_of(self.standings())))


class SheetRenderer(FileRenderer):
    """A renderer that sends a results sheet unchanged, and problems as JSON."""

    media_type = "text/plain"
    format = "h9"


class StandingsH9(StandingsView):
    query = Standings.query
    renderer_classes = (SheetRenderer, JsonTypeFileRenderer)

    @cached_by_revision
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **FAULTS}, operation_id="standings_h9")
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings with all games as H9, the results sheet of the European Go Federation."""
        return self._file(as_h9(self.tournament, self.standings()), f"{self.tournament.slug}.h9")

    def _file(self, text: str, name: str) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text.encode(), content_type="text/plain; charset=utf-8", headers=headers)


class AgaRenderer(SheetRenderer):
    format = "aga"


class StandingsAga(StandingsH9):
    renderer_classes = (AgaRenderer, JsonTypeFileRenderer)

    @cached_by_revision
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **FAULTS}, operation_id="standings_aga")
    def get(self, request: Request, slug: str) -> Response:
        """Get all games as a result file of the American Go Association, winner first."""
        return self._file(as_aga(self.tournament, self.standings()), f"{self.tournament.slug}-aga.txt")


class FesaRenderer(SheetRenderer):
    format = "fesa"


class StandingsFesa(StandingsView):
    query = Standings.query
    renderer_classes = (FesaRenderer, JsonTypeFileRenderer)

    @cached_by_revision
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **FAULTS}, operation_id="standings_fesa")
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings with all games as a grid of FESA, for shogi. It is in Latin-1 if that has all letters."""
        data = as_fesa(self.tournament, self.standings())
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}-fesa.txt"'}
        return Response(data, content_type="text/plain", headers=headers)


class Derivation(StandingsView):
    @cached_by_revision
    @extend_schema(responses={200: DerivationOut, **FAULTS}, operation_id="derivation")
    def get(self, request: Request, slug: str, player_id: str, code: str) -> Response:
        """Explain how one number is calculated. Any criterion works; a mini-table only if it is in the rules."""
        now = self.standings()
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        number, rules = now.view.numbers.get(player.pk), now.table.rules
        if (
            number is None
            or number not in now.table.positions
            or not is_explained(rules, now.view.snapshot.scoring, code)
        ):
            raise Http404
        made = derivation(now.table, number, code)
        sentences = wording.sentences(made, now.table, now.view.names, translate, now.view.stage.first_round)
        return Response({"player": side_of(player), **_derivation(now, made), "sentences": list(sentences)})


def _derivation(now: StageStandings, made: Made) -> dict[str, object]:
    players = now.view.players

    def amount_of(value: Fraction) -> dict[str, str | None]:
        return _value(value, text(value, made.code, now.table))

    def steps(taken: Iterable[DerivationStep]) -> list[dict[str, object]]:
        return [{"code": step.code, "before": amount_of(step.before), "after": amount_of(step.after)} for step in taken]

    shift = now.view.stage.first_round - 1
    return {
        "code": made.code,
        "value": _value(made.value, made.shown),
        "source": translate(made.source),
        "how": made.how,
        "pieces": [
            {
                "round": piece.round + shift,
                "opponent": None if piece.opponent is None else side_of(players[piece.opponent]),
                "kind": piece.kind and piece.kind.value,
                "amount": amount_of(piece.amount),
                "steps": steps(piece.steps),
                "cut": piece.cut,
            }
            for piece in made.pieces
        ],
        "raw": None if made.raw is None else amount_of(made.raw),
        "steps": steps(made.steps),
    }


def _value(value: Fraction | None, shown: str) -> dict[str, str | None]:
    return {"exact": None if value is None else str(value), "shown": shown}


class Stages(StagesView):
    @extend_schema(responses={200: StagesOut, **FAULTS}, operation_id="stages")
    def get(self, request: Request, slug: str) -> Response:
        """List the stages, with who advanced to them."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(request=StageIn, responses={201: StagesOut, **FAULTS}, parameters=[KEY], operation_id="start_stage")
    def post(self, request: Request, slug: str) -> Response:
        """Start the next stage with the top players of the standings."""
        given = StageIn(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        with suppress(Repeated):
            go_on(
                self.who,
                self.tournament,
                places=data["places"],
                system=data["system"],
                planned_rounds=data.get("planned_rounds"),
                decision=data.get("ties", ""),
                by_hand={key: place for place, key in enumerate(data.get("order", []), start=1)},
                reason=data.get("reason", ""),
                final_groups=data.get("final_groups", False),
            )
        return self.answer(status=201)
