"""Show all sections of an event as cards, and take one step in all of them.

A card shows the progress of a section, and its leader or winner. One step pairs the next round of each section,
publishes each draft, closes the last round of each, or publishes the final standings of each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import Refused
from tournaments.core.present_round import present
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import PODIUM, RULE_BOOKS, Place, Prizes
from tournaments.core.snapshot import counted_rounds, current_stage
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import Progress, StepKind, progress_of_all
from tournaments.drafts.outdated import changes_since_paired
from tournaments.events.desk_pages import find_event, head
from tournaments.models import Round, Tournament
from tournaments.public.cards import RANKED_AT_ONCE
from tournaments.public.page_cache import EVENT, from_memory
from tournaments.rounds import rounds
from tournaments.rounds.tables import forms_of
from tournaments.setup import lifecycle
from tournaments.teams.matches import TeamScore, score_of
from tournaments.web.common import Desk


@dataclass(slots=True)
class Done:
    """The sections in which the step was done, and the refusals of others; `outdated`: the page was out of date."""

    sections: list[Tournament] = field(default_factory=list)
    refused: list[tuple[Tournament, Refused]] = field(default_factory=list)
    outdated: bool = False


def sections_ready_for(step_name: str, steps: Iterable[tuple[Desk, Button | None]]) -> list[tuple[Desk, Button]]:
    """Return the sections whose next step is this one."""
    needed = Right.ADMINISTER if step_name == "announce" else Right.PAIR
    return [
        (desk, step) for desk, step in steps if step is not None and step.kind in STEPS[step_name] and desk.may(needed)
    ]


@dataclass(frozen=True, slots=True)
class Ready:
    """The number of sections that are ready for a step, a tag of these sections and the round, and whether the step
    closes a running round first.
    """

    count: int
    tag: str
    closes: bool


def ready_sections(steps: Iterable[tuple[Desk, Button | None]]) -> dict[str, Ready]:
    """Return the steps for which several sections are ready."""
    found = list(steps)
    ready = {step_name: sections_ready_for(step_name, found) for step_name in STEPS}
    return {
        step_name: Ready(
            len(sections), _tag(sections), any(step.kind is StepKind.CLOSE_AND_PAIR for _desk, step in sections)
        )
        for step_name, sections in ready.items()
        if len(sections) > 1
    }


def _tag(ready: Iterable[tuple[Desk, Button]]) -> str:
    """Return a tag that changes when sections become ready for another step; the label of a step names its round."""
    lines = "\n".join(f"{desk.tournament.pk} {step.kind} {step.label}" for desk, step in ready)
    return blake2b(lines.encode(), digest_size=8).hexdigest()


def in_words(step_name: str, sections: str) -> str:
    """Return a sentence about a finished step and its sections."""
    texts = {
        "publish": _("Published: {sections}."),
        "pair": _("Paired: {sections}."),
        "close": _("Closed: {sections}."),
        "announce": _("Final standings published: {sections}."),
    }
    return texts[step_name].format(sections=sections)


def next_steps(desks: Iterable[Desk]) -> list[tuple[Desk, Button | None]]:
    """Return the next step of each section, as on the event's desk."""
    found = list(desks)
    now = progress_of_all([desk.tournament for desk in found])
    drafted = [desk.tournament for desk in found if now[desk.tournament.pk].draft is not None]
    changed = changes_since_paired(drafted)
    return [(desk, _step(desk, now[desk.tournament.pk], changed)) for desk in found]


def run_step_in_sections(
    who: Who, step_name: str, desks: Iterable[Desk], *, tag: str = "", typed: Mapping[int, int | None] | None = None
) -> Done:
    """Do the step in every section that is ready for it; a refusal in one section does not stop the others.

    `typed` has numbers of rounds by section, where they replace the proposed ones.

    `seen` is the tag that the reader saw: if other sections are ready now, or for another round, nothing is done.
    """
    outcome, ready = Done(), sections_ready_for(step_name, next_steps(desks))
    if tag and ready and tag != _tag(ready):
        outcome.outdated = True
        return outcome
    for desk, proposed in ready:
        count = (typed or {}).get(desk.tournament.pk)
        step = replace(proposed, asks_rounds=count) if count and proposed.asks_rounds else proposed
        try:
            _VERBS[step.kind](who, desk.tournament, step)
        except Refused as refusal:
            outcome.refused.append((desk.tournament, refusal))
        else:
            outcome.sections.append(desk.tournament)
    return outcome


def _step(desk: Desk, now: Progress, changed: Mapping[int, int]) -> Button | None:
    return button_of(desk, now, changed=changed.get(desk.tournament.pk, 0))


def _pair(who: Who, section: Tournament, step: Button) -> None:
    rounds.pair_next_round(who, section, step.pairs, planned_rounds=step.asks_rounds)


def _close_and_pair(who: Who, section: Tournament, _step: Button) -> None:
    running = section.rounds.get(status=Round.Status.PUBLISHED)
    rounds.close_and_pair(who, section, running.number)


def _publish(who: Who, section: Tournament, _step: Button) -> None:
    rounds.publish_round(who, section, section.rounds.get(status=Round.Status.DRAFT))


def _close(who: Who, section: Tournament, step: Button) -> None:
    running = section.rounds.filter(status=Round.Status.PUBLISHED).order_by("number").first()
    if step.kind is StepKind.CLOSE and running is not None:
        rounds.close_round(who, section, running)
    else:
        rounds.close_rounds(who, section)


def _announce(who: Who, section: Tournament, _step: Button) -> None:
    lifecycle.finish(who, section)


_VERBS: Mapping[StepKind, Callable[[Who, Tournament, Button], None]] = MappingProxyType(
    {
        StepKind.PAIR: _pair,
        StepKind.CLOSE_AND_PAIR: _close_and_pair,
        StepKind.PUBLISH: _publish,
        StepKind.CLOSE: _close,
        StepKind.CLOSE_ALL: _close,
        StepKind.ANNOUNCE: _announce,
    }
)
#: The kinds of steps that each button of the event's desk performs.
STEPS: Mapping[str, frozenset[StepKind]] = MappingProxyType(
    {
        "publish": frozenset({StepKind.PUBLISH}),
        "pair": frozenset({StepKind.PAIR, StepKind.CLOSE_AND_PAIR}),
        "close": frozenset({StepKind.CLOSE, StepKind.CLOSE_ALL}),
        "announce": frozenset({StepKind.ANNOUNCE}),
    }
)


#: The number of leaders of each section on the event's page.
LEADERS = 3


@dataclass(frozen=True, slots=True)
class SectionCard:
    """A section on the event's page: its last published round, the number of planned rounds, and the entered results of
    a running round. It has the leaders or winners, with their results in each round.
    """

    tournament: Tournament
    players: int
    shown: int
    planned: int | None
    latest: Round | None
    tables: int
    entered: int
    podium: list[Place]
    leaders: list[Place]
    played: Mapping[int, list[str]]


def public_rounds(shown: Collection[Tournament]) -> dict[int, list[Round]]:
    """Return the public rounds of each section, by its key."""
    rounds: dict[int, list[Round]] = {row.pk: [] for row in shown}
    tournament_by_key = {row.pk: row for row in shown}
    for row in Round.objects.filter(tournament__in=shown).public().select_related("stage").order_by("number"):
        row.tournament = tournament_by_key[row.tournament_id]
        rounds[row.tournament_id].append(row)
    return rounds


def cards_of(shown: list[Tournament], rounds: Mapping[int, list[Round]]) -> list[SectionCard]:
    """Return the cards of these sections, from their public rounds."""
    now = progress_of_all(shown)
    return [_card(row, now[row.pk], rounds[row.pk]) for row in shown]


def _card(section: Tournament, now: Progress, rounds: list[Round]) -> SectionCard:
    ended = section.finished_at is not None
    places = RULE_BOOKS[0].places(section) if ended or _has_leaders(section, now, rounds) else []
    leaders = [] if ended else list(places[:LEADERS])
    return SectionCard(
        tournament=section,
        players=now.listed,
        shown=now.last - (now.draft is not None),
        planned=now.planned,
        latest=present(rounds),
        tables=now.tables,
        entered=now.entered,
        podium=[place for place in places if place.rank <= PODIUM] if ended else [],
        leaders=leaders,
        played=forms_of(counted_rounds(rounds), [place.player for place in leaders]) if leaders else {},
    )


def _has_leaders(section: Tournament, now: Progress, rounds: Sequence[Round]) -> bool:
    """Return whether a section has leaders: only after a closed round, and not if players score for a team."""
    if now.listed > RANKED_AT_ONCE or not any(row.status == Round.Status.CLOSED for row in rounds):
        return False
    score = score_of(rounds[-1].stage)
    return score is None or score.is_match


@dataclass(frozen=True, slots=True)
class Winners:
    """The winners of a section and its prizes; none before its final standings are published."""

    tournament: Tournament
    podium: tuple[Place, ...] = ()
    score: TeamScore | None = None
    prizes: Prizes | None = None


@from_memory(of=EVENT)
def prize_giving(request: HttpRequest, event: str) -> HttpResponse:
    """Show the winners of the sections in order, followed by the sections that are not finished."""
    desk = find_event(request, event)
    if not desk.sections:
        raise Http404
    shown = [section.tournament for section in desk.sections]
    pairs = zip(map(_winners, shown), cards_of(shown, public_rounds(shown)), strict=True)
    context = head(desk, sections=sorted(pairs, key=lambda pair: pair[0].tournament.finished_at is None))
    return render(request, "events/event_prizes.html", context)


def _winners(section: Tournament) -> Winners:
    if section.finished_at is None:
        return Winners(section)
    book = RULE_BOOKS[0]
    places = book.places(section)
    podium = tuple(place for place in places if place.rank <= PODIUM)
    return Winners(section, podium, score_of(current_stage(section)), book.prizes(section, places))
