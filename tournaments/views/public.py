"""What everybody sees, without an account."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from pairings.sentences import sentence
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.games import RULE_BOOKS
from tournaments.languages import translated
from tournaments.models import Appearance, Pairing, Player, Round, Tournament
from tournaments.models.player import sort_key
from tournaments.permissions import Right
from tournaments.tables import points_before, rows_of
from tournaments.views.common import find
from tournaments.views.kept import kept
from tournaments.whatif import not_paired


def frame(tournament: Tournament, **more: Any) -> dict[str, Any]:
    """What the head of every page of a tournament needs."""
    shown = list(tournament.rounds.public().select_related("stage").order_by("number"))
    newest = present(shown)
    scheduled = newest is not None and SYSTEMS[newest.stage.system].scheduled
    return {"tournament": tournament, "shown_rounds": shown, "latest": newest, "scheduled": scheduled, **more}


def present(rounds: list[Round]) -> Round | None:
    """The round that people want to see: the last one, or the first that still runs when several do."""
    running = [row for row in rounds if row.is_running]
    if len(running) > 1:
        return running[0]
    return rounds[-1] if rounds else None


@kept()
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    found = find(request, slug)
    stage = border.current_stage(found)
    context = frame(found, stage=stage, system=SYSTEMS[stage.system], players=found.players.count())
    return render(request, "tournaments/tournament.html", context)


def _public_round(request: HttpRequest, slug: str, number: int) -> tuple[Round, dict[str, Any]]:
    """A round that everybody may see, and the head of its page."""
    head = frame(find(request, slug))
    for round_ in head["shown_rounds"]:
        if round_.number == number:
            return round_, head
    raise Http404


@kept()
def round_by_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, head = _public_round(request, slug, number)
    rows, byes = rows_of(round_, scores=points_before(round_))
    missing = sum(row.result is None for row in rows)
    context = {
        **head,
        "round": round_,
        "rows": rows,
        "byes": byes,
        "not_paired": not_paired(round_),
        "missing": missing,
        "live": round_.is_running,
        "reasons": sentences_of(round_, round_.reasons),
        "by_hand": _by_hand(round_),
    }
    return render(request, "tournaments/round.html", context)


def _by_hand(round_: Round) -> dict[str, Any] | None:
    """What people changed in the program's pairing: the reason, its pairs by name, and what the rules say to it."""
    stored = round_.by_hand
    if stored is None:
        return None
    ids = {key for game in stored["engine"] or () for key in game}
    names = dict(
        Player.objects.filter(tournament=round_.tournament, public_id__in=ids).values_list("public_id", "name")
    )
    games = [[names.get(key) or gettext("bye") for key in game] for game in stored["engine"] or ()]
    worse = sentences_of(round_, stored["worse"])
    return {"reason": stored["reason"], "games": games, "worse": worse, "no_pairing": stored["engine"] is None}


@kept()
def round_by_name(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, head = _public_round(request, slug, number)
    rows, byes = rows_of(round_)
    lines = [(row.first, row, row.second, 1) for row in rows] + [(row.second, row, row.first, 2) for row in rows]
    lines += [(bye.player, bye, None, 0) for bye in byes]
    lines += [(player, None, None, 0) for player in not_paired(round_)]
    missing = sum(row.result is None for row in rows)
    lines.sort(key=lambda line: (line[0].sort_key, line[0].pk))
    context = {**head, "round": round_, "lines": lines, "missing": missing, "live": round_.is_running}
    return render(request, "tournaments/round_names.html", context)


@kept()
def why(request: HttpRequest, slug: str, number: int, pairing_id: str) -> HttpResponse:
    """Why two players meet: the reasons that were stored with the pairing."""
    found = find(request, slug)
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__stage"),
        public_id=pairing_id,
        round__tournament=found,
        round__number=number,
    )
    round_ = pairing.round
    if round_.is_draft and Right.SEE_DRAFTS not in found.granted:
        raise Http404
    round_.tournament = found
    rows, _byes = rows_of(round_, only=pairing, scores=points_before(round_))
    sentences = sentences_of(round_, pairing.reasons)
    can_ask = Right.SEE_DRAFTS in found.granted and SYSTEMS[round_.stage.system].questions.why_not is not None
    context = frame(found, round=round_, row=rows[0], sentences=sentences, can_ask=can_ask)
    context["players"] = (rows[0].first, rows[0].second)
    return render(request, "tournaments/why.html", context)


def sentences_of(round_: Round, stored: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Stored reasons in the reader's language, with the article that each cites."""
    if not stored:
        return []
    numbers = border.names_of(round_)
    return [
        {"text": sentence(reason, numbers, translated), "article": reason.article}
        for reason in border.reasons_from_json(stored)
    ]


@kept(search="q")
def players(request: HttpRequest, slug: str) -> HttpResponse:
    found = find(request, slug)
    wanted = sort_key(request.GET.get("q", "")[:100])
    listed = found.players.all()
    if wanted:
        listed = listed.filter(sort_key__contains=wanted)
    return render(
        request, "tournaments/players.html", frame(found, players=list(listed), query=request.GET.get("q", "")[:100])
    )


@kept()
def player(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    found = find(request, slug)
    row = get_object_or_404(Player, tournament=found, public_id=player_id)
    rounds = list(found.rounds.public().order_by("-number"))
    return render(
        request,
        "tournaments/player.html",
        frame(
            found,
            player=row,
            games=games_of(row, rounds),
            points=_points_now(row, found),
            live=bool(rounds) and rounds[0].is_running,
        ),
    )


def _points_now(player_: Player, tournament_: Tournament) -> Fraction:
    """The player's points in the last stage that he plays in, with what is in of a running round."""
    seated = tournament_.stages.filter(seats__player=player_).order_by("-number").first()
    stage = seated or border.current_stage(tournament_)
    return RULE_BOOKS[0].points(stage).get(player_.pk, Fraction(0))


def games_of(player_: Player, rounds: list[Round]) -> list[dict[str, Any]]:
    """A player's rounds, the latest first: table, side, opponent and result, or the bye."""
    mine = {
        place.round_id: place
        for place in Appearance.objects.filter(player=player_, round__in=rounds).select_related(
            "pairing", "pairing__result"
        )
    }
    tables = [place.pairing_id for place in mine.values() if place.pairing_id]
    others = {
        place.pairing_id: place.player
        for place in Appearance.objects.filter(pairing__in=tables).exclude(player=player_).select_related("player")
    }
    return [
        {
            "round": row,
            "place": mine.get(row.pk),
            "opponent": others.get(mine[row.pk].pairing_id) if row.pk in mine else None,
        }
        for row in rounds
        if row.pk in mine or row.number > player_.entered - 1
    ]


def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest published round, for a poster's QR code that stays the same all day."""
    found = find(request, slug)
    newest = present(list(found.rounds.public().order_by("number")))
    if newest is None:
        return redirect("tournaments:tournament", slug=slug)
    return redirect("tournaments:round", slug=slug, number=newest.number)
