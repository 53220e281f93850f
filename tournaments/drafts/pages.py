"""Show a draft with its reasons and the cost of changes, and edit it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import ne
from typing import TYPE_CHECKING, Any, TypedDict

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from pairings.plan import CannotPair, Reason
from pairings.snapshot import ByeKind
from pairings.systems.papp import wording as papp_words
from tournaments.core import hall
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import isolate, matching, whole_number
from tournaments.core.words.texts import translate
from tournaments.drafts import draft_cache, editing, outdated, whatif
from tournaments.drafts.reason_texts import Teller
from tournaments.hall import table_numbers
from tournaments.hall.forms import PublishTimeForm
from tournaments.history import undo as undoing
from tournaments.long_tasks.pages import at_length, page_of
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.models import Appearance, JournalEntry, Player, Round, Tournament
from tournaments.rounds import publishing, requests, rounds
from tournaments.rounds.draft_lines import lines_of, with_cards, with_warnings
from tournaments.rounds.tables import TableRow, clashes_of_section, points_before_round
from tournaments.web.common import Desk, PageRequest, attempt, find_round, first_time, frame, once, staff_only, who

if TYPE_CHECKING:
    from pairings.systems.papp.terms import Cost

#: With more players, the cost of manual changes is only calculated on request.
MOST_AT_ONCE = 256
#: The maximum number of changes since a draft was created that are listed.
MOST_SINCE = 3
#: The maximum number of manual changes that are listed with an undo button.
MOST_EDITS = 8
#: Tables on one page of a draft; the last or only page has up to twice as many.
TABLES_A_PAGE = 100


class ComparedTerm(TypedDict):
    """A rule by its name in the section of its kind, and its cost in both pairings."""

    name: str
    section: str
    now: Cost
    then: Cost


@dataclass(frozen=True, slots=True)
class PairingComparison:
    """A comparison with another pairing, for readers: sentences, terms by name, and the tables that would change.

    `lost` and `made` are the same tables by the players' numbers; `names` has the names for these numbers.
    """

    sentences: list[str]
    terms: list[ComparedTerm]
    now: list[tuple[str, str]]
    then: list[tuple[str, str]]
    names: Mapping[int, str] = field(default_factory=dict)
    lost: Sequence[tuple[int, int]] = ()
    made: Sequence[tuple[int, int]] = ()


@never_cache  # the browser's Back shows what is stored now
@staff_only(Right.SEE_DRAFTS)
def draft(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show a round with its reasons and the judge's findings; a draft can be edited here."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if not round_.is_draft:
        return redirect("tournaments:round", slug=tournament.slug, number=number)
    if name := request.GET.get("find"):
        return _redirect_to_table(request, round_, name)
    return render(request, "drafts/draft.html", draft_context(desk, round_, page=request.GET.get("page")))


def _redirect_to_table(request: HttpRequest, round_: Round, name: str) -> HttpResponse:
    """Redirect to the table of a player whose name is, or contains, the given one."""
    place = reverse("tournaments:draft", args=[round_.tournament.slug, round_.number])
    paired = Appearance.objects.filter(round=round_).exclude(pairing=None)
    tables = matching(paired.values_list("player__name", "pairing__table"), name)
    found = next(((at, table) for at, table in enumerate(_tables_of(round_)) if table in tables), None)
    if found is None:
        messages.info(request, _("No player with this name is seated in this round."))
        return redirect(place)
    before, table = found
    last = Paginator(_tables_of(round_), TABLES_A_PAGE, orphans=TABLES_A_PAGE).num_pages
    return redirect(f"{place}?page={min(before // TABLES_A_PAGE + 1, last)}#t{table}")


def _tables_of(round_: Round) -> list[int]:
    """Return the tables of a draft in order of pairing, so that groups of players stay together."""
    return list(round_.pairings.order_by("order", "table").values_list("table", flat=True))


def draft_context(desk: Desk, round_: Round, *, page: str | None = None, **more: object) -> dict[str, object]:
    """Return the context of a draft with the tables of one page; byes are on the last."""
    read = draft_cache.draft(round_)
    now = read.position
    teller = Teller.of(now.view)
    tables = [pairing.table for pairing in now.plan.pairings]
    shown = Paginator(tables, TABLES_A_PAGE, orphans=TABLES_A_PAGE).get_page(page)
    cards, everybody = read.cards, read.placed
    without_scores = now.system.has_seeds or all(map(cards.__contains__, now.placed))
    scores = None if without_scores else points_before_round(round_)
    lines, byes, reasons = lines_of(round_, now, teller, list(shown.object_list), scores)
    players_of_page = {player.pk for line in lines if isinstance(line.row, TableRow) for player in line.row.players}
    edit = reverse("tournaments:draft-edit", args=[desk.tournament.slug, round_.number])
    judged = _judge_draft(now, read.find_violations())
    since = outdated.changes_since(round_)
    codes = [(reason.code, reason.facts) for reason in judged]
    found = (*whatif.consequences(now), *judged)
    return frame(
        desk,
        round=round_,
        later=more.pop("later", None) or PublishTimeForm(),
        obstacle=publishing.obstacle(round_),
        page=shown,
        edit=f"{edit}?page={shown.number}" if shown.has_other_pages() else edit,
        lines=with_warnings(now, with_cards(now, cards, lines), found, teller),
        bye_lines=[] if shown.has_next() else with_cards(now, cards, byes),
        free=whatif.players_left_out(now),
        notices=outdated.pairing_notices(round_),
        everybody=everybody,
        near=[player for player in everybody if player.pk in players_of_page] if shown.has_other_pages() else everybody,
        warnings=[teller.cite(reason) for reason in found if reason.code != "unpaired"],
        reasons=[teller.cite(reason) for reason in reasons if (reason.code, reason.facts) not in codes],
        by_hand=now.system.by_hand,
        can=_can(now),
        cost=_cost(now),
        asks_reason=(now.edited or bool(since)) and now.system.ranked,
        since=[outdated.sentence_for(entry, desk.tournament) for entry in since[:MOST_SINCE]],
        cost_question=_("How does this differ from the automatic pairing?")
        if now.edited and now.system.ranked
        else _("What does the manual change cost?"),
        **_hall(round_, now),
        **_undoable(desk, round_),
        bye_kinds=[(kind.value, kind.value) for kind in ByeKind],
        **more,
    )


def _undoable(desk: Desk, round_: Round) -> dict[str, object]:
    """Return the last manual change and all changes in force, if this reader may undo them."""
    if not desk.may(Right.ADMINISTER):
        return {"last_edit": None, "edits": []}
    last, edits = outdated.last_edit(round_), outdated.edits_of(round_)[:MOST_EDITS]
    return {"last_edit": last and _edit_line(desk, last), "edits": [_edit_line(desk, entry) for entry in edits]}


def _edit_line(desk: Desk, entry: JournalEntry) -> dict[str, object]:
    return {"sequence": entry.sequence, "text": outdated.sentence_for(entry, desk.tournament)}


def _judge_draft(now: whatif.Position, found: Sequence[Reason]) -> list[Reason]:
    """Return the judge's findings, and paired players who are absent, if the system does not report them itself."""
    own_facts = [reason.facts for reason in found if reason.code == "not-there"]
    return [*(reason for reason in whatif.away(now) if reason.facts not in own_facts), *found]


def _hall(round_: Round, now: whatif.Position) -> dict[str, object]:
    """Return how many pairings would change tables now, and conflicts of the hall with fixed tables."""
    players, tables = now.view.players, [pairing.table for pairing in now.plan.pairings]
    seated = hall.hall_notices(
        round_, [tuple(players[each].pk for each in p.players) for p in now.plan.pairings], tables
    )
    moved = sum(map(ne, seated.tables, tables))
    shared = clashes_of_section(round_.tournament)
    if not seated.reasons:
        return {"moved": moved, "of_hall": [], "clashes": shared}
    teller = Teller({row.pk: isolate(row.name) for row in players.values()}, now.view.snapshot.scoring.halves)
    return {"moved": moved, "of_hall": [teller.tell(reason) for reason in seated.reasons], "clashes": shared}


def _can(now: whatif.Position) -> dict[str, bool]:
    """Return what the system can do for this draft besides manual changes."""
    return {
        "why_not": now.system.questions.why_not is not None,
        "another": now.system.questions.equal_optima is not None,
        "rest": now.edited and not (now.system.by_hand or not now.system.takes_wishes or not now.system.of_two),
        "cost": _counts(now),
    }


def _counts(now: whatif.Position) -> bool:
    """Return whether the system can rate the manual changes."""
    if now.system.questions.cost_of_forced is not None:
        return bool(now.by_hand or now.snapshot.fixed)
    return now.system.questions.why_worse is not None and now.edited and now.complete


def _cost(now: whatif.Position) -> PairingComparison | None:
    """Return the cost of manual changes, if there are any; with many players, only its own page shows it."""
    if len(now.snapshot.to_be_paired()) > MOST_AT_ONCE:
        return None
    try:
        found = requests.PairingAnswer(whatif.cost_by_hand(now))
    except CannotPair as refusal:
        found = requests.PairingAnswer(None, refusal.reason)
    return _comparison_of(now, found)


def _comparison_of(now: whatif.Position, found: requests.PairingAnswer) -> PairingComparison | None:
    if found.refusal is not None:
        return PairingComparison([Teller.of(now.view).tell(found.refusal)], [], [], [])
    answer = found.answer
    if hasattr(answer, "then"):  # with players unpaired, all others were calculated again: those pairs do not stand
        pairs = {frozenset(game) for game in now.games}
        answer = replace(answer, then=tuple(pair for pair in answer.then if frozenset(pair) in pairs))
    return comparison(now, answer)


def comparison(now: whatif.Position, answer: Any) -> PairingComparison | None:
    """Return a system's answer as a page shows it; None if there is none."""
    if answer is None:
        return None
    teller = Teller.of(now.view)
    names = teller.names
    reasons = whatif.cost_reasons(now, answer)
    if isinstance(answer, whatif.ManualDifference):
        return _difference(answer, teller)
    if not hasattr(answer, "then"):
        return PairingComparison([teller.tell(reason) for reason in reasons], [], [], [])
    if not hasattr(answer, "terms"):
        texts = [teller.tell(reason) for reason in reasons if reason.code not in WOULD_MEET_CODES]
        return _with_changes(PairingComparison(texts, [], [], []), answer.now, answer.then, names)
    terms: list[ComparedTerm] = [
        {"name": translate(papp_words.TERMS[term.key]), "section": term.section, "now": term.now, "then": term.then}
        for term in answer.terms
    ]
    texts = [teller.tell(reason) for reason in reasons if reason.code.startswith(("papp-extra-", "cost-"))]
    return _with_changes(PairingComparison(texts, terms, [], []), answer.now, answer.then, names)


#: Reasons that list the new pairs, which a comparison shows beside the old ones.
WOULD_MEET_CODES = frozenset({"mcmahon-would-meet", "mcmahon-would-have-bye"})


def _with_changes(
    compared: PairingComparison,
    before: Iterable[tuple[int, int]],
    after: Iterable[tuple[int, int]],
    names: Mapping[int, str],
) -> PairingComparison:
    """Return the comparison with the pairs that only one of two rounds has."""
    old, new = ({(min(pair), max(pair)) for pair in pairs} for pairs in (before, after))
    lost, made = sorted(old - new), sorted(new - old)
    return replace(
        compared,
        now=[_names(pair, names) for pair in lost],
        then=[_names(pair, names) for pair in made],
        names=names,
        lost=lost,
        made=made,
    )


def _why_not_comparison(
    request: HttpRequest, now: whatif.Position, round_: Round, seats: tuple[int, int], answer: object
) -> PairingComparison | None:
    """Return a system's answer to "why not" with the pairs that would change. Raise Underway if that takes long."""
    compared = comparison(now, answer)
    if compared is None or compared.then or len(now.there) > MOST_AT_ONCE:
        return compared
    games = requests.answer(who(request), round_, requests.together(now, round_, *seats)).answer
    if not games:
        return compared
    teller = Teller.of(now.view)
    texts = [teller.tell(each) for each in whatif.cost_reasons(now, answer) if not each.code.startswith("dutch-then-")]
    return _with_changes(replace(compared, sentences=texts), now.games, games, teller.names)


def _difference(found: whatif.ManualDifference, teller: Teller) -> PairingComparison:
    names = teller.names
    texts = [teller.tell(reason) for reason in found.worse if not reason.code.startswith("dutch-then-")]
    if found.engine is None:
        return PairingComparison([_("No pairing satisfies the rules.")], [], [], [])
    colours = all(pair[::-1] in found.round for pair in found.engine)
    if not texts and colours:
        texts = [_("The pairs are automatic, but the colours are not.")]
    return PairingComparison(
        texts,
        [],
        [_names(p, names) for p in found.engine],
        [_names(p, names) for p in found.round],
        names,
        () if colours else found.engine,
        () if colours else found.round,
    )


def _names(pair: tuple[int, int], names: Mapping[int, str]) -> tuple[str, str]:
    one, other = pair if pair[0] else pair[::-1]
    return names[one], names[other]


@staff_only(Right.SEE_DRAFTS)
def why_not(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show why two players do not meet: the cost, term by term, and the tables that would change."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    now = whatif.position_of(round_)
    seats = {player.number for player in now.snapshot.to_be_paired()}
    players = [player for seat, player in now.view.players.items() if seat in seats]
    a, b = (_seat(now, players, request.GET.get(name, "")) for name in ("a", "b"))
    problem, answer = "", None
    if a and b and a != b:
        try:
            found = requests.answer(who(request), round_, requests.why_not(now, round_, a, b))
            answer = _why_not_comparison(request, now, round_, (a, b), found.answer)
        except Underway as long:
            return page_of(long.task)
        problem = Teller.of(now.view).tell(found.refusal) if found.refusal else ""
    elif request.GET.get("b"):
        problem = _("Choose two different players of this round.")
    context = frame(
        desk,
        round=round_,
        players=sorted(players, key=lambda player: player.by_name),
        a=now.view.players.get(a),
        b=now.view.players.get(b),
        together=any({a, b} <= {*p.players} for p in now.plan.pairings),
        answer=answer,
        problem=problem,
        can=_can(now),
    )
    return render(request, "drafts/why_not.html", context)


def _seat(now: whatif.Position, players: list[Player], public_id: str) -> int:
    """Return the seat of one of the players, from 1 on; 0 if it is none of them."""
    return next((now.view.numbers[player.pk] for player in players if player.public_id == public_id), 0)


@staff_only(Right.SEE_DRAFTS)
def cost(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the cost of manual changes, term by term."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    now = whatif.position_of(round_)
    try:
        found = requests.answer(who(request), round_, requests.cost(now, round_))
    except Underway as long:
        return page_of(long.task)
    return render(request, "drafts/cost.html", frame(desk, round=round_, cost=_comparison_of(now, found)))


@require_POST
@staff_only(Right.PAIR)
def pair_another_way(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Replace the draft by the next equally good pairing."""
    tournament, asker = desk.tournament, who(request)
    round_ = find_round(tournament, number)
    round_.tournament = tournament

    def take() -> whatif.Another | None:
        return first_time(lambda: editing.take_another(asker, tournament, round_))

    def say(found: whatif.Another | None) -> str:
        if found is None:
            return ""
        text = (
            _("This is pairing {place} of {count} that are equally good.")
            if found.complete
            else _(
                "This is pairing {place} of more than {count} that are equally good. The first {count} are "
                "shown in turn."
            )
        )
        return text.format(place=found.place, count=found.count)

    return at_length(request, requests.of_draft(asker, round_, requests.ANOTHER_PAIRING_LABEL, take, say))


@require_POST
@staff_only(Right.PAIR)
def pair_rest(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair all players again except those placed manually."""
    tournament, asker = desk.tournament, who(request)
    round_ = find_round(tournament, number)
    round_.tournament = tournament

    def pair() -> None:
        once(lambda: editing.pair_rest(asker, tournament, round_))

    def say(_found: None) -> str:
        return _("The remaining players are paired. Your manual changes were kept.")

    return at_length(request, requests.of_draft(asker, round_, requests.REST_LABEL, pair, say))


@require_POST
@staff_only(Right.PAIR)
def pair_again(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Pair the whole draft again with the present data."""
    tournament, asker = desk.tournament, who(request)
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    pair = partial(rounds.pair_again, asker, tournament, round_)
    return at_length(
        request, requests.of_draft(asker, round_, requests.REPAIRING_LABEL, lambda: once(pair), _paired_again_message)
    )


def _paired_again_message(round_: Round | None) -> str:
    return _("The round is paired again. You can restore the former draft from the journal.")


@require_POST
@staff_only(Right.PAIR)
def edit_draft(request: PageRequest, desk: Desk, number: int) -> HttpResponse:
    """Change a draft manually: `do` is a key of `_EDITS`. The judge checks the result."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    problem = ""
    try:
        once(lambda: _edit(request, round_))
    except Refused as refusal:
        problem = refusal.text
    is_draft = Round.objects.filter(pk=round_.pk, status=Round.Status.DRAFT).exists()
    if request.htmx and not is_draft:
        messages.error(request, problem or _("This round is no longer a draft."))
        return HttpResponseClientRedirect(reverse("tournaments:desk", kwargs={"slug": tournament.slug}))
    if request.htmx:
        context = draft_context(desk, round_, page=request.GET.get("page"), problem=problem)
        return render(request, "drafts/draft.html#draft", context)
    if problem:
        messages.error(request, problem)
    if not is_draft:
        return redirect("tournaments:desk", slug=tournament.slug)
    page = whole_number(request.GET.get("page", ""))
    place = reverse("tournaments:draft", args=[tournament.slug, number])
    return redirect(f"{place}?page={page}" if page else place)


def chosen_player(request: HttpRequest, tournament: Tournament, name: str) -> Player:
    """Return the player chosen in a field. Raise Refused."""
    player = Player.objects.filter(tournament=tournament, public_id=request.POST.get(name, "")).first()
    if player is None:
        raise Refused(_("Choose a player from each list."), code="no-such-player", field=name)
    return player


def _of_players(verb: Callable[..., object], *fields: str) -> Callable[[HttpRequest, Round], object]:
    """Return a change of a draft for the players chosen in `fields` of the form."""

    def edit(request: HttpRequest, round_: Round) -> object:
        tournament = round_.tournament
        return verb(who(request), tournament, round_, *(chosen_player(request, tournament, name) for name in fields))

    return edit


def _give_bye(request: HttpRequest, round_: Round) -> None:
    kind, tournament = request.POST.get("kind", ""), round_.tournament
    if kind not in set(ByeKind):
        raise Refused(_("Choose a kind of bye."), code="unknown-bye", field="kind")
    player = chosen_player(request, tournament, "first")
    editing.give_bye(who(request), tournament, round_, player, kind, anyway="anyway" in request.POST)


def _undo_edit(request: HttpRequest, round_: Round) -> None:
    sequence = whole_number(request.POST.get("entry", ""))
    entry = outdated.edits_of(round_).filter(sequence=sequence).first() if sequence else None
    if entry is None:
        raise Refused(_("Something else changed since. Undo it in the journal."), code="built-on")
    undoing.undo(who(request), round_.tournament, entry)


#: Actions on a draft by the value of `do`.
_EDITS: Mapping[str, Callable[[HttpRequest, Round], object]] = {
    "pair": _of_players(editing.pair_by_hand, "first", "second"),
    "swap": _of_players(editing.swap_players, "first", "second"),
    "unpair": _of_players(editing.unpair, "first"),
    "bye": _give_bye,
    "undo": _undo_edit,
    "number": lambda request, round_: table_numbers.number_tables(who(request), round_.tournament, round_),
}


def _edit(request: HttpRequest, round_: Round) -> None:
    edit = _EDITS.get(request.POST.get("do", ""))
    if edit is None:
        raise Refused(_("Choose an action."), code="unknown-edit")
    edit(request, round_)


@require_POST
@staff_only(Right.PAIR)
def accept_round_robin(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Accept the offered round robin for a small field."""
    tournament = desk.tournament
    return attempt(
        request,
        lambda: editing.accept_round_robin(who(request), tournament),
        "tournaments:desk",
        _("Everyone plays everyone. Pairing round 1 creates the schedule."),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def publish_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Publish a draft.

    Show the form again, with nothing lost, if the reason for manual changes is missing, or if the draft leaves out
    players who were not confirmed.
    """
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    reason, asker = request.POST.get("reason", "")[:500], who(request)
    absent = request.POST.get("not_paired", "").split()
    if "later" in request.POST:
        return _publish_later(request, desk, round_, reason, absent)
    if "wait" in request.POST:
        waits = _("The publish time of round {number} was cancelled.").format(number=number)
        change = partial(publishing.set_publish_time, asker, tournament, round_, None)
        return attempt(request, change, "tournaments:draft", waits, slug=tournament.slug, number=number)

    def publish() -> Round:
        return rounds.publish_round(asker, tournament, round_, reason=reason, not_paired=absent)

    long_task = requests.publishing(asker, round_, publish)
    try:
        messages.success(request, long_task.say(carry_out(long_task)))
    except Underway as long:
        return page_of(long.task)
    except Refused as refusal:
        if refusal.field in ("reason", "not_paired"):
            faults = {f"{refusal.field}_missing": refusal.text}
            context = draft_context(desk, round_, reason=reason, **faults)
            return render(request, "drafts/draft.html", context, status=422)
        messages.error(request, refusal.text)
    return redirect("tournaments:desk", slug=tournament.slug)


def _publish_later(request: HttpRequest, desk: Desk, round_: Round, reason: str, absent: list[str]) -> HttpResponse:
    """Schedule the publication of a draft; show errors beside their fields, with nothing lost."""
    form = PublishTimeForm(request.POST)
    faults: dict[str, Any] = {}
    if form.is_valid():
        at = form.instant(timezone.now().astimezone(desk.tournament.zone))
        minutes = form.cleaned_data["minutes"]
        options = {"minutes": minutes, "reason": reason, "not_paired": absent}
        try:
            if at is None:
                raise Refused(_("This time has passed. Enter a future time."), code="no-such-time", field="at")
            once(lambda: publishing.set_publish_time(who(request), desk.tournament, round_, at, **options))
        except Refused as refusal:
            if refusal.field in form.fields:
                form.add_error(refusal.field, refusal.text)
            elif refusal.field in ("reason", "not_paired"):
                faults = {f"{refusal.field}_missing": refusal.text}
            else:
                form.add_error(None, refusal.text)
        else:
            text = _("Round {number} will be published at {time}.")
            messages.success(request, text.format(number=round_.number, time=format_moment(at, "time")))
            return redirect("tournaments:desk", slug=desk.tournament.slug)
    context = draft_context(desk, round_, reason=reason, later=form, **faults)
    return render(request, "drafts/draft.html", context, status=422)
