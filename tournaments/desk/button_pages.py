"""Build the button of the next step, which several pages of the desk have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.rights import Right
from tournaments.desk.progress import NextStep, Progress, StepKind, next_step, progress_of
from tournaments.drafts import outdated
from tournaments.models import Round
from tournaments.web.common import Desk

#: The maximum number of tables without a result that the button names; beyond that it only counts them.
MOST_TABLES = 8
#: Steps for users who enter results.
ENTERING = frozenset({StepKind.ENTER_RESULTS, StepKind.SAY_WHO_GOES_ON})


@dataclass(frozen=True, slots=True)
class Button:
    """A step as a button that performs it, or as a link to the page where it is done.

    `asks_rounds` is the proposed number of rounds, if the number is not set.
    """

    kind: StepKind
    label: str
    url: str
    post: bool = False
    hidden: tuple[tuple[str, Any], ...] = ()
    pairs: int | None = None
    asks_rounds: int | None = None
    #: A shorter label for narrow places, if there is one.
    short: str = ""


def button_of(desk: Desk, now: Progress | None = None, *, changed: int | None = None) -> Button | None:
    """Return the reader's next step at a desk; None if there is none, or if others must do it.

    `changed` is the number of changes since the draft was created, if it is known already.
    """
    now = now or progress_of(desk.tournament, desk.tables)
    step = next_step(now)
    if step is None or not (desk.may(Right.PAIR) or step.kind in ENTERING):
        return None
    if step.kind is StepKind.GO_ON and not desk.may(Right.ADMINISTER):
        return None
    if step.kind is StepKind.PUBLISH and (_is_outdated(desk) if changed is None else changed):
        step = replace(step, kind=StepKind.PAIR_AGAIN)
    return _BUTTONS[step.kind](desk, step)


def next_results(desk: Desk, number: int, now: Progress) -> Button | None:
    """Return the link from the results of a round to the next running one with missing results, or otherwise the
    first.
    """
    waiting = [round_.number for round_ in now.running if round_.missing and round_.number != number]
    if not waiting:
        return None
    following = next((each for each in waiting if each > number), waiting[0])
    label = _("Results of round %(n)s") % {"n": following}
    return Button(StepKind.ENTER_RESULTS, label, _desk_url(desk, "results", number=following))


def _is_outdated(desk: Desk) -> bool:
    """Return whether pairing the draft's round again now could give other pairs."""
    draft = desk.tournament.rounds.filter(status=Round.Status.DRAFT).select_related("stage").first()
    return draft is not None and bool(outdated.changes_since(draft))


def button_without_absentees(desk: Desk, now: Progress) -> Button | None:
    """Return the next step for an organiser who has checked in all expected players."""
    present = now.players - now.away
    if not now.away or present < 2 or not desk.may(Right.PAIR):
        return None
    label = ngettext(
        "Pair round 1 with the {count} player checked in", "Pair round 1 with the {count} players checked in", present
    ).format(count=present)
    return _pair(desk, NextStep(StepKind.PAIR, 1, proposed=now.proposed), label)


def _desk_url(desk: Desk, name: str, **url_values: object) -> str:
    return reverse(f"tournaments:{name}", kwargs={"slug": desk.tournament.slug, **url_values})


def _add_players(desk: Desk, step: NextStep) -> Button:
    return Button(step.kind, _("Add players"), _desk_url(desk, "roll"))


def _check_in(desk: Desk, step: NextStep) -> Button:
    label = ngettext("Check in {count} player", "Check in {count} players", step.count).format(count=step.count)
    return Button(step.kind, label, _desk_url(desk, "check-in"))


def _pair(desk: Desk, step: NextStep, label: str = "") -> Button:
    label = label or _pair_label(step)
    hidden = (("number", step.round),)
    asks = step.proposed
    return Button(step.kind, label, _desk_url(desk, "pair"), True, hidden, pairs=step.round, asks_rounds=asks)


def _pair_label(step: NextStep) -> str:
    """Return the label of the pairing button, with the number of free players if rounds overlap."""
    if not step.count:
        return _("Pair round {number}").format(number=step.round)
    return ngettext(
        "Pair round {number}: {count} player is free", "Pair round {number}: {count} players are free", step.count
    ).format(number=step.round, count=step.count)


def _publish(desk: Desk, step: NextStep) -> Button:
    label = _("Publish round {number}").format(number=step.round)
    return Button(step.kind, label, _desk_url(desk, "publish", number=step.round), True)


def _pair_again(desk: Desk, step: NextStep) -> Button:
    label = _("Pair round {number} again").format(number=step.round)
    return Button(step.kind, label, _desk_url(desk, "pair-again", number=step.round), True)


def _enter_results(desk: Desk, step: NextStep) -> Button:
    short = ngettext("Enter results: {count} missing", "Enter results: {count} missing", step.count)
    short = short.format(count=step.count)
    if step.tables and len(step.tables) <= MOST_TABLES and not desk.tournament.says_table:
        label = ngettext(
            "Enter results: {count} missing ({places}: {tables})",
            "Enter results: {count} missing ({places}: {tables})",
            step.count,
        )
        words, tables = desk.tournament.table_words, ", ".join(map(str, step.tables))
        label = label.format(count=step.count, places=words.name if step.count == 1 else words.plural, tables=tables)
    elif step.tables and len(step.tables) <= MOST_TABLES:
        label = ngettext(
            "Enter results: {count} missing (table {tables})",
            "Enter results: {count} missing (tables {tables})",
            step.count,
        ).format(count=step.count, tables=", ".join(map(str, step.tables)))
    else:
        label = short
    return Button(step.kind, label, _desk_url(desk, "results", number=step.round), short=short)


def _say_who_goes_on(desk: Desk, step: NextStep) -> Button:
    label = ngettext("Choose who advances: {tables}", "Choose who advances: {tables}", len(step.tables)).format(
        tables=", ".join(map(str, step.tables[:MOST_TABLES]))
    )
    return Button(step.kind, label, f"{_desk_url(desk, 'results', number=step.round)}#t{step.tables[0]}")


def _close_and_pair(desk: Desk, step: NextStep) -> Button:
    label = ngettext(
        "Result complete: close and pair round {number}",
        "All {count} results in: close and pair round {number}",
        step.count,
    ).format(count=step.count, number=(step.round or 0) + 1)
    hidden = (("pair", "next"),)
    return Button(step.kind, label, _desk_url(desk, "close", number=step.round), True, hidden)


def _close(desk: Desk, step: NextStep) -> Button:
    label = ngettext(
        "Result complete: close round {number}", "All {count} results in: close round {number}", step.count
    ).format(count=step.count, number=step.round)
    return Button(step.kind, label, _desk_url(desk, "close", number=step.round), True)


def _close_all(desk: Desk, step: NextStep) -> Button:
    label = ngettext("Result complete: close all rounds", "All {count} results in: close all rounds", step.count)
    return Button(step.kind, label.format(count=step.count), _desk_url(desk, "close-all"), True)


def _finals_button(desk: Desk, step: NextStep) -> Button:
    return Button(step.kind, _("Start the finals"), reverse("standings:next-stage", args=[desk.tournament.slug]))


def _announce(desk: Desk, step: NextStep) -> Button:
    return Button(step.kind, _("Publish the final standings"), _desk_url(desk, "finish"), True)


_BUTTONS = {
    StepKind.ADD_PLAYERS: _add_players,
    StepKind.CHECK_IN: _check_in,
    StepKind.PAIR: _pair,
    StepKind.PUBLISH: _publish,
    StepKind.PAIR_AGAIN: _pair_again,
    StepKind.ENTER_RESULTS: _enter_results,
    StepKind.SAY_WHO_GOES_ON: _say_who_goes_on,
    StepKind.CLOSE_AND_PAIR: _close_and_pair,
    StepKind.CLOSE: _close,
    StepKind.CLOSE_ALL: _close_all,
    StepKind.GO_ON: _finals_button,
    StepKind.ANNOUNCE: _announce,
}
