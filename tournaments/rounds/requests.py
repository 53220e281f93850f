"""Run long requests of pages and API: at most one pairing at a time runs for a tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from pairings.plan import CannotPair, Reason
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Who
from tournaments.drafts import whatif
from tournaments.long_tasks.running import LongTask, carry_out, recent_result, running
from tournaments.models import Round, Tournament

T = TypeVar("T")

PAIRING_LABEL = gettext_noop("Pairing round {round}")
REPAIRING_LABEL = gettext_noop("Pairing round {round} again")
REST_LABEL = gettext_noop("Pairing the rest of round {round}")
ANOTHER_PAIRING_LABEL = gettext_noop("Searching for another equally good pairing of round {round}")

PUBLISH_LABEL = gettext_noop("Publishing round {round}")
SCHEDULE_LABEL = gettext_noop("Publishing all rounds of the schedule")
TEST_RUN_LABEL = gettext_noop("Playing the test run")

QUESTION_LABEL = gettext_noop("Checking why these two are not paired in round {round}")
COST_LABEL = gettext_noop("Comparing the manual changes in round {round} with the automatic pairing")
EFFECT_LABEL = gettext_noop("Checking what a correction in round {round} would change")


@dataclass(frozen=True, slots=True)
class PairingAnswer:
    """The answer of a system to a question, or why there is none."""

    answer: Any
    refusal: Reason | None = None


def pairing(who: Who, tournament: Tournament, number: int | None, make: Callable[[], Round]) -> LongTask[Round]:
    """Return the task that creates the draft of round `number` or the next one. Repeated with its key, it returns that
    draft.
    """
    expected = number or tournament.rounds.count() + 1

    def do() -> Round:
        try:
            return make()
        except Repeated:
            return tournament.rounds.get(number=expected)

    return LongTask(
        _key(tournament),
        tournament,
        who,
        PAIRING_LABEL,
        back=reverse("tournaments:desk", args=[tournament.slug]),
        do=do,
        to=lambda round_: _draft(tournament, round_.number),
        facts={"round": expected},
    )


def of_draft(
    who: Who, round_: Round, about: str, do: Callable[[], T], say: Callable[[T], str] = lambda _found: ""
) -> LongTask[T]:
    """Return a task that changes the whole draft."""
    tournament = round_.tournament
    place = _draft(tournament, round_.number)
    facts = {"round": round_.number}
    return LongTask(_key(tournament), tournament, who, about, place, do, lambda _found: place, say, facts)


def publishing(who: Who, round_: Round, publish: Callable[[], Round]) -> LongTask[Round]:
    """Return the task that publishes a draft: it first compares manual changes with the engine's pairing."""
    tournament = round_.tournament
    place = _draft(tournament, round_.number)
    desk = reverse("tournaments:desk", args=[tournament.slug])

    def say(_published: Round) -> str:
        return _("Round {number} is published.").format(number=round_.number)

    facts = {"round": round_.number}
    return LongTask(
        _key(tournament), tournament, who, PUBLISH_LABEL, place, publish, lambda _published: desk, say, facts
    )


def schedule(who: Who, tournament: Tournament, publish: Callable[[], object]) -> LongTask[object]:
    """Return the task that publishes all rounds of a schedule."""
    place = reverse("tournaments:desk", args=[tournament.slug])

    def say(_published: object) -> str:
        return _("All rounds are published. Games can be played and entered in any order.")

    return LongTask(_key(tournament), tournament, who, SCHEDULE_LABEL, place, publish, lambda _published: place, say)


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """A question about a round: `about` is its message, `asked` its short form, `place` its page, and `ask` gets the
    answer.
    """

    about: str
    asked: str
    place: str
    ask: Callable[[], object]


def why_not(now: whatif.Position, round_: Round, a: int, b: int) -> RoundQuestion:
    """Return the question why two players, given by their seats, do not meet."""
    return RoundQuestion(
        QUESTION_LABEL, f"why-not {a} {b}", _why_not_page(now, round_, a, b), lambda: whatif.why_not(now, a, b)
    )


def together(now: whatif.Position, round_: Round, a: int, b: int) -> RoundQuestion:
    """Return the question which games the round has if two players, given by their seats, meet."""
    return RoundQuestion(
        QUESTION_LABEL, f"together {a} {b}", _why_not_page(now, round_, a, b), lambda: whatif.paired_together(now, a, b)
    )


def _why_not_page(now: whatif.Position, round_: Round, a: int, b: int) -> str:
    keys = {"a": now.view.players[a].public_id, "b": now.view.players[b].public_id}
    return f"{reverse('tournaments:why-not', args=[round_.tournament.slug, round_.number])}?{urlencode(keys)}"


def cost(now: whatif.Position, round_: Round) -> RoundQuestion:
    """Return the question about the cost of manual changes."""
    place = reverse("tournaments:cost", args=[round_.tournament.slug, round_.number])
    return RoundQuestion(COST_LABEL, "cost", place, lambda: whatif.cost_by_hand(now))


def answer(who: Who, round_: Round, question: RoundQuestion) -> PairingAnswer:
    """Answer a question about a round as it is now: the answer stays the same until something changes.

    Raise Underway if it takes long.
    """
    tournament, place = round_.tournament, question.place

    def do() -> PairingAnswer:
        try:
            return PairingAnswer(question.ask())
        except CannotPair as refusal:
            return PairingAnswer(None, refusal.reason)

    key = f"{question.asked} {round_.pk} {tournament.revision}"
    facts = {"round": round_.number}
    long_task = LongTask(key, tournament, who, question.about, place, do, lambda _found: place, facts=facts, keep=True)
    recent_answer: PairingAnswer | None = recent_result(key)
    return recent_answer or carry_out(long_task)


def trial(who: Who, run: Tournament, play: Callable[[], None]) -> LongTask[None]:
    """Return the task that plays a test run."""
    place = reverse("tournaments:desk", args=[run.slug])

    def say(_played: None) -> str:
        return _("The test run is finished. Only you and other organisers can see it.")

    return LongTask(_key(run), run, who, TEST_RUN_LABEL, place, play, lambda _played: place, say)


def is_being_paired(tournament: Tournament, number: int) -> bool:
    """Return whether round `number`, which does not exist yet, is being paired."""
    task = running(_key(tournament))
    return task is not None and task.about == PAIRING_LABEL and task.facts.get("round") == number


def _key(tournament: Tournament) -> str:
    return f"pair {tournament.pk}"


def _draft(tournament: Tournament, number: int) -> str:
    return reverse("tournaments:draft", args=[tournament.slug, number])
