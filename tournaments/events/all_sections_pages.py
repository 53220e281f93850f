"""One step in all sections of an event: the next round of each is paired, each draft is published, the last round
of each is closed, or the final standings of each are published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType

from django.utils.translation import gettext as _

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import Progress, StepKind, progress_of_all
from tournaments.drafts.outdated import changes_since_paired
from tournaments.models import Round, Tournament
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.web.common import Desk


@dataclass(slots=True)
class Done:
    """The sections in which the step was done, and why it was not done in others; `outdated`: the page was old."""

    sections: list[Tournament] = field(default_factory=list)
    refused: list[tuple[Tournament, Refused]] = field(default_factory=list)
    outdated: bool = False


def ready_for(wanted: str, steps: Iterable[tuple[Desk, Button | None]]) -> list[tuple[Desk, Button]]:
    """The sections whose next step is this one."""
    needed = Right.ADMINISTER if wanted == "announce" else Right.PAIR
    return [
        (desk, step) for desk, step in steps if step is not None and step.kind in STEPS[wanted] and desk.may(needed)
    ]


@dataclass(frozen=True, slots=True)
class Ready:
    """How many sections are ready for a step, and the tag of which ones and of which round."""

    count: int
    tag: str


def ready_sections(steps: Iterable[tuple[Desk, Button | None]]) -> dict[str, Ready]:
    """The steps for which several sections are ready."""
    found = list(steps)
    ready = {wanted: ready_for(wanted, found) for wanted in STEPS}
    return {wanted: Ready(len(there), _tag(there)) for wanted, there in ready.items() if len(there) > 1}


def _tag(ready: Iterable[tuple[Desk, Button]]) -> str:
    """Another one as soon as a section is ready for something else; the label of a step names its round."""
    lines = "\n".join(f"{desk.tournament.pk} {step.kind} {step.label}" for desk, step in ready)
    return blake2b(lines.encode(), digest_size=8).hexdigest()


def in_words(wanted: str, sections: str) -> str:
    """A sentence that says what was done, and in which sections."""
    done = {
        "publish": _("Published: {sections}."),
        "pair": _("Paired: {sections}."),
        "close": _("Closed: {sections}."),
        "announce": _("Final standings published: {sections}."),
    }
    return done[wanted].format(sections=sections)


def next_steps(desks: Iterable[Desk]) -> list[tuple[Desk, Button | None]]:
    """The next step of each section, as the event's desk has it."""
    found = list(desks)
    now = progress_of_all([desk.tournament for desk in found])
    drafted = [desk.tournament for desk in found if now[desk.tournament.pk].draft is not None]
    changed = changes_since_paired(drafted)
    return [(desk, _step(desk, now[desk.tournament.pk], changed)) for desk in found]


def do_in_all(who: Who, wanted: str, desks: Iterable[Desk], *, seen: str = "") -> Done:
    """Do the step in every section that is ready for it; one that refuses it does not hold up the others.

    `seen` is the tag that the reader saw: where other sections are ready now, or for another round, nothing is done.
    """
    done, ready = Done(), ready_for(wanted, next_steps(desks))
    if seen and ready and seen != _tag(ready):
        done.outdated = True
        return done
    for desk, step in ready:
        try:
            _VERBS[step.kind](who, desk.tournament, step)
        except Refused as refusal:
            done.refused.append((desk.tournament, refusal))
        else:
            done.sections.append(desk.tournament)
    return done


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
#: What a button of the event's desk does, by the next steps of sections that it takes.
STEPS: Mapping[str, frozenset[StepKind]] = MappingProxyType(
    {
        "publish": frozenset({StepKind.PUBLISH}),
        "pair": frozenset({StepKind.PAIR, StepKind.CLOSE_AND_PAIR}),
        "close": frozenset({StepKind.CLOSE, StepKind.CLOSE_ALL}),
        "announce": frozenset({StepKind.ANNOUNCE}),
    }
)
