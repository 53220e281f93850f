"""The draft of a round: its reasons, what changing it costs, and changing it; what is wanted before it is paired."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from pairings.plan import CannotPair, Reason
from pairings.sentences import sentence
from pairings.snapshot import ByeKind
from pairings.systems.papp import wording as papp_words
from tournaments import border, whatif
from tournaments.errors import Refused
from tournaments.languages import translated
from tournaments.models import Appearance, Player, Round, Tournament
from tournaments.permissions import Right
from tournaments.services import drafts, rounds
from tournaments.tables import ByeRow, Row, points_before, rows_of
from tournaments.views.common import attempt, find_round, once, staff_only, who
from tournaments.views.public import frame

#: In a larger field, what changes by hand cost is computed only when somebody asks.
MOST_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Line:
    """A table or bye of the draft with its reasons: sentences, the total if the system counts one, who made it.

    `cards` is what the system knows of its players (first, second). `group` is the score of the line's higher player
    where a scoregroup begins, `moves_down` the player of the line who left his.
    """

    row: Row | ByeRow
    sentences: list[dict[str, str]]
    total: int | None
    by_hand: bool
    cards: tuple[Any, ...] = ()
    group: str = ""
    moves_down: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Another pairing beside this one, for people: sentences, terms by name, and the tables that would change."""

    sentences: list[str]
    terms: list[dict[str, Any]]
    now: list[tuple[str, str]]
    then: list[tuple[str, str]]


@staff_only(Right.SEE_DRAFTS)
def draft(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round with its reasons and what the judge finds odd; a draft can be edited here."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if not round_.is_draft:
        return redirect("tournaments:round", slug=tournament.slug, number=number)
    return render(request, "tournaments/draft.html", draft_context(tournament, round_))


def draft_context(tournament: Tournament, round_: Round, **more: Any) -> dict[str, Any]:
    now = whatif.standing(round_)
    view = now.view
    placed = set(Appearance.objects.filter(round=round_).values_list("player_id", flat=True))
    lines, byes, reasons = _lines(round_, now)
    judged = [v.reason for v in rounds.judged(now)]
    told = [(reason.code, reason.facts) for reason in judged]
    return frame(
        tournament,
        round=round_,
        lines=_with_cards(now, lines),
        bye_lines=_with_cards(now, byes),
        free=whatif.players_left_out(now),
        everybody=list(tournament.players.filter(pk__in=placed)),
        warnings=[
            _cited(reason, view.names) for reason in (*whatif.consequences(now), *judged) if reason.code != "unpaired"
        ],
        reasons=[_cited(reason, view.names) for reason in reasons if (reason.code, reason.facts) not in told],
        by_hand=now.system.by_hand,
        can=_can(now),
        cost=_cost(now),
        asks_reason=now.edited and now.system.ranked,
        bye_kinds=[(kind.value, kind.value) for kind in ByeKind],
        may=tournament.granted,
        **more,
    )


def _lines(round_: Round, now: whatif.Standing) -> tuple[list[Line], list[Line], tuple[Reason, ...]]:
    """Tables, byes and the whole round, with reasons as they are now."""
    told = whatif.explained(now)
    tables = {p.table: p.reasons for p in told.pairings} if told else {}
    of_bye = {now.view.players[bye.player].pk: bye.reasons for bye in told.byes} if told else {}
    rows, byes = rows_of(round_, scores=points_before(round_))
    names = {**now.view.names, 0: gettext("the bye")}
    stored = border.reasons_from_json
    return (
        [_line(row, tables.get(row.pairing.table) or stored(row.pairing.reasons), names) for row in rows],
        [_line(bye, of_bye.get(bye.player.pk) or stored(bye.appearance.reasons), names) for bye in byes],
        told.reasons if told else stored(round_.reasons),
    )


def _with_cards(now: whatif.Standing, lines: list[Line]) -> list[Line]:
    """The lines with their cards, and a heading where the score of the higher player is another than before."""
    known = whatif.cards(now)
    found, before = [], None
    for line in lines if known else ():
        players = (line.row.player,) if isinstance(line.row, ByeRow) else (line.row.first, line.row.second)
        cards = tuple(known.get(now.view.numbers[player.pk]) for player in players)
        if None in cards or isinstance(line.row, ByeRow):
            found.append(replace(line, cards=cards))
            continue
        first, second = cards
        higher = max(first, second, key=lambda card: card.points)
        moves_down = None if first.points == second.points else cards.index(higher)
        group = higher.score if higher.points != before else ""
        before = higher.points
        found.append(replace(line, cards=cards, group=group, moves_down=moves_down))
    return found or lines


def _line(row: Row | ByeRow, reasons: tuple[Reason, ...], names: dict[int, str]) -> Line:
    totals = [fact for reason in reasons if isinstance(fact := reason.facts.get("total"), int)]
    free = any(reason.code == "papp-free" for reason in reasons)
    by_hand = any(reason.code == "by-hand" for reason in reasons)
    total = totals[-1] if totals else 0 if free else None
    return Line(row, [_cited(reason, names) for reason in reasons], total, by_hand)


def _cited(reason: Reason, names: dict[int, str]) -> dict[str, str]:
    return {"text": sentence(reason, {**names, 0: gettext("the bye")}, translated), "article": reason.article}


def _can(now: whatif.Standing) -> dict[str, bool]:
    """What the system can do with this draft beside taking changes by hand."""
    return {
        "why_not": now.system.questions.why_not is not None,
        "another": now.system.questions.equal_optima is not None,
        "rest": now.edited and not (now.system.by_hand or now.system.scheduled),
        "cost": _counts(now),
    }


def _counts(now: whatif.Standing) -> bool:
    """Whether the system can say what the changes by hand mean."""
    if now.system.questions.cost_of_forced is not None:
        return bool(now.by_hand or now.snapshot.fixed)
    return now.system.questions.why_worse is not None and now.edited and now.complete


def _cost(now: whatif.Standing, *, asked: bool = False) -> Comparison | None:
    """What was made by hand costs, if anything was; in a large field only if asked for."""
    if not asked and len(now.snapshot.to_be_paired()) > MOST_AT_ONCE:
        return None
    try:
        return comparison(now, whatif.cost_by_hand(now))
    except CannotPair as refusal:
        return Comparison([sentence(refusal.reason, now.view.names, translated)], [], [], [])


def comparison(now: whatif.Standing, answer: Any) -> Comparison | None:
    """An answer of a system as a page shows it; None if there is none."""
    if answer is None:
        return None
    names = {**now.view.names, 0: gettext("the bye")}
    reasons = whatif.cost_told(now, answer)
    if isinstance(answer, whatif.Difference):
        return _difference(answer, names)
    if not hasattr(answer, "terms"):
        return Comparison([sentence(reason, names, translated) for reason in reasons], [], [], [])
    terms = [
        {"name": gettext(papp_words.TERMS[term.key]), "section": term.section, "now": term.now, "then": term.then}
        for term in answer.terms
    ]
    before, then = set(answer.now), set(answer.then)
    return Comparison(
        [sentence(reason, names, translated) for reason in reasons if reason.code.startswith(("papp-extra-", "cost-"))],
        terms,
        [_named(pair, names) for pair in sorted(before - then)],
        [_named(pair, names) for pair in sorted(then - before)],
    )


def _difference(found: whatif.Difference, names: dict[int, str]) -> Comparison:
    texts = [sentence(reason, names, translated) for reason in found.worse if not reason.code.startswith("dutch-then-")]
    if found.engine is None:
        return Comparison([_("The program finds no pairing that the rules allow.")], [], [], [])
    if not texts and all(pair[::-1] in found.round for pair in found.engine):
        texts = [_("The pairs are the program's; colours are not.")]
    return Comparison(texts, [], [_named(p, names) for p in found.engine], [_named(p, names) for p in found.round])


def _named(pair: tuple[int, int], names: dict[int, str]) -> tuple[str, str]:
    one, other = pair if pair[0] else pair[::-1]
    return names[one], names[other]


@staff_only(Right.SEE_DRAFTS)
def why_not(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Why two players do not meet in a round: what it would cost, term by term, and which tables would change."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    now = whatif.standing(round_)
    there = {player.number for player in now.snapshot.to_be_paired()}
    players = [player for seat, player in now.view.players.items() if seat in there]
    chosen = [now.view.numbers.get(_key(players, request.GET.get(name, ""))) for name in ("a", "b")]
    problem, answer = "", None
    if None not in chosen and chosen[0] != chosen[1]:
        try:
            answer = comparison(now, whatif.why_not(now, *chosen))
        except CannotPair as refusal:
            problem = sentence(refusal.reason, now.view.names, translated)
    elif request.GET.get("b"):
        problem = _("Choose two different players of this round.")
    context = frame(
        tournament,
        round=round_,
        players=sorted(players, key=lambda player: player.sort_key),
        a=now.view.players.get(chosen[0]),
        b=now.view.players.get(chosen[1]),
        together=chosen in [[*game] for game in now.games] or chosen[::-1] in [[*game] for game in now.games],
        answer=answer,
        problem=problem,
        can=_can(now),
        may=tournament.granted,
    )
    return render(request, "tournaments/why_not.html", context)


def _key(players: list[Player], public_id: str) -> int:
    return next((player.pk for player in players if player.public_id == public_id), 0)


@staff_only(Right.SEE_DRAFTS)
def cost(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What was made by hand costs, term by term."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    found = _cost(whatif.standing(round_), asked=True)
    return render(request, "tournaments/cost.html", frame(tournament, round=round_, cost=found))


@require_POST
@staff_only(Right.PAIR)
def another(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The next pairing that is as good as the draft."""
    round_ = find_round(tournament, number)

    def take() -> None:
        found = drafts.take_another(who(request), tournament, round_)
        text = (
            _("This is number {place} of {count} pairings that are equally good.")
            if found.complete
            else _(
                "This is number {place} of more than {count} pairings that are equally good; {count} are shown in turn."
            )
        )
        messages.success(request, text.format(place=found.place, count=found.count))

    return attempt(request, take, "tournaments:draft", slug=tournament.slug, number=number)


@require_POST
@staff_only(Right.PAIR)
def rest(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Everybody but those placed by hand is paired again."""
    round_ = find_round(tournament, number)
    return attempt(
        request,
        lambda: drafts.pair_rest(who(request), tournament, round_),
        "tournaments:draft",
        _("The rest is paired; what was made by hand has stayed."),
        slug=tournament.slug,
        number=number,
    )


@require_POST
@staff_only(Right.PAIR)
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One change of a draft by hand: `do` is pair, unpair, bye or swap. The judge looks at once at what came of it."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    problem = ""
    try:
        once(lambda: _edit(request, tournament, round_))
    except Refused as refusal:
        problem = refusal.text
    there = Round.objects.filter(pk=round_.pk, status=Round.Status.DRAFT).exists()
    if request.htmx and not there:
        messages.error(request, problem or _("This round is not a draft any more."))
        return HttpResponseClientRedirect(reverse("tournaments:desk", kwargs={"slug": tournament.slug}))
    if request.htmx:
        context = draft_context(tournament, round_, problem=problem)
        return render(request, "tournaments/draft.html#draft", context)
    if problem:
        messages.error(request, problem)
    if not there:
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:draft", slug=tournament.slug, number=number)


def chosen_player(request: HttpRequest, tournament: Tournament, name: str) -> Player:
    """The player that a field names. Raises Refused."""
    player = Player.objects.filter(tournament=tournament, public_id=request.POST.get(name, "")).first()
    if player is None:
        raise Refused(_("Choose a player in each list."), code="no-such-player", field=name)
    return player


def _edit(request: HttpRequest, tournament: Tournament, round_: Round) -> None:
    def chosen(name: str) -> Player:
        return chosen_player(request, tournament, name)

    do = request.POST.get("do", "")
    if do == "pair":
        rounds.pair_by_hand(who(request), tournament, round_, chosen("first"), chosen("second"))
    elif do == "swap":
        rounds.swap_players(who(request), tournament, round_, chosen("first"), chosen("second"))
    elif do == "bye":
        kind = request.POST.get("kind", "")
        if kind not in set(ByeKind):
            raise Refused(_("Choose what kind of bye it is."), code="unknown-bye", field="kind")
        rounds.give_bye(who(request), tournament, round_, chosen("first"), kind)
    elif do == "unpair":
        rounds.unpair(who(request), tournament, round_, chosen("first"))
    else:
        raise Refused(_("Choose what to do."), code="unknown-edit")
