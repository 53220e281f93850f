"""The sentences about the points of an event, about a total, and about the separation of two lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest
from types import MappingProxyType

from pairings.wording.mark import Sentence, ngettext
from pairings.wording.mark import gettext_noop as _
from standings.series.counting import PersonTotal
from standings.series.points import PointsKind, PointsPart, Score
from standings.series.rule import CountingRule, SeriesStep
from standings.series.table import SeriesSeparation

AmountFormat = Callable[[Fraction], str]


def of_event(scored: Score, shown: AmountFormat) -> Iterator[Sentence]:
    """Yield the parts of an event's points."""
    for reason in scored.reasons:
        yield _PARTS[reason.part](scored, reason, shown)


def _place(scored: Score, reason: PointsPart, shown: AmountFormat) -> Sentence:
    values = " + ".join(map(shown, reason.numbers))
    if len(set(reason.numbers)) > 1 and len(reason.numbers) == scored.last - scored.first + 1:
        text = _("Places {first}–{last} share: ({values}) / {count} = {points}.")
        facts = {"first": scored.first, "last": scored.last, "values": values, "count": len(reason.numbers)}
        return Sentence(text, **facts, points=shown(reason.worth))
    if scored.first == scored.last:
        return Sentence(_("Place {place}: {points}."), place=scored.first, points=shown(reason.worth))
    text = _("Places {first}–{last} are shared: {points} each.")
    return Sentence(text, first=scored.first, last=scored.last, points=shown(reason.worth))


def _games(_scored: Score, reason: PointsPart, shown: AmountFormat) -> Sentence:
    won, drawn, lost = map(int, reason.numbers)
    text = _("Won {won}, drawn {drawn}, lost {lost}: {points}.")
    return Sentence(text, won=won, drawn=drawn, lost=lost, points=shown(reason.worth))


def _plain(message: str, *names: str) -> Callable[[Score, PointsPart, AmountFormat], Sentence]:
    """Return a function that makes a sentence of a reason's numbers, worth and text."""

    def sentence(_scored: Score, reason: PointsPart, shown: AmountFormat) -> Sentence:
        numbers = dict(zip(names, map(shown, reason.numbers), strict=False))
        return Sentence(message, **numbers, points=shown(reason.worth), text=reason.text)

    return sentence


_PARTS: Mapping[PointsKind, Callable[[Score, PointsPart, AmountFormat], Sentence]] = MappingProxyType(
    {
        PointsKind.PLACE: _place,
        PointsKind.FIELD: _place,
        PointsKind.RESULT: _plain(_("Score {score} × {factor}: {points}."), "score", "factor"),
        PointsKind.CLUB: _plain(_("The best players together: {points}.")),
        PointsKind.GAMES: _games,
        PointsKind.STRENGTH: _plain(_("Place points {place} × strength {strength}: {points}."), "place", "strength"),
        PointsKind.PERFORMANCE: _plain(
            _("Performance ({performance} − {base}) / 10: {points}."), "performance", "base"
        ),
        PointsKind.FEW_GAMES: _plain(_("Only {games} of {least} rated games: 0."), "games", "least"),
        PointsKind.MONEY: _plain(_("Prize money: {points}.")),
        PointsKind.KICKER: _plain(
            _("This place earns points from {least} players on; {players} played: 0."), "least", "players"
        ),
        PointsKind.ATTENDANCE: _plain(_("For taking part: {points}.")),
        PointsKind.FIRST: _plain(_("For first place: {points}.")),
        PointsKind.UNBEATEN: _plain(_("Unbeaten: {points}.")),
        PointsKind.ALL_ROUNDS: _plain(_("Played every round: {points}.")),
        PointsKind.CATEGORY: _plain(_("Best of {text}: {points}.")),
        PointsKind.FACTOR: _plain(_("The event counts × {factor}: {points} more."), "factor"),
        PointsKind.LEFT: _plain(
            _("Left after {played} of {rounds} rounds: the event does not count."), "played", "rounds"
        ),
        PointsKind.TYPED: _plain(_("Set by the organiser: {points}. {text}")),
    }
)


def of_total(counting: CountingRule, counted: PersonTotal, shown: AmountFormat) -> Iterator[Sentence]:
    """Yield the sentences about the results in a total."""
    best, dropped = counted.counted, counted.dropped
    sum_text = " + ".join(map(shown, best)) or shown(Fraction(0))
    if counted.divisor > 1:
        text = _("Average: ({values}) / {count} = {total}.")
        yield Sentence(text, values=sum_text, count=counted.divisor, total=shown(counted.of_results))
    elif dropped:
        text = ngettext(
            "{count} of {all} results counts: {values} = {total}.",
            "{count} of {all} results count: {values} = {total}.",
            "count",
        )
        facts = {"count": len(best), "all": len(best) + len(dropped), "values": sum_text}
        yield Sentence(text, **facts, total=shown(counted.of_results))
    else:
        text = _("All results count: {values} = {total}.")
        yield Sentence(text, values=sum_text, total=shown(counted.of_results))
    if dropped:
        yield Sentence(_("Dropped: {values}."), values=", ".join(map(shown, dropped)))
    for each in counted.by_hand:
        text = _("Bonus {points}: {reason}.") if each.points > 0 else _("Penalty {points}: {reason}.")
        yield Sentence(text, points=shown(each.points), reason=each.reason.rstrip("."))
    if counted.by_hand:
        yield Sentence(_("Total: {total}."), total=shown(counted.total))
    for kind, number in counted.missing:
        if kind:
            text = ngettext(
                "Not ranked yet: {count} event of type {kind} is missing.",
                "Not ranked yet: {count} events of type {kind} are missing.",
                "count",
            )
            yield Sentence(text, count=number, kind=kind)
        else:
            text = ngettext(
                "Not ranked yet: {count} event is missing.", "Not ranked yet: {count} events are missing.", "count"
            )
            yield Sentence(text, count=number)
    if counted.reach is not None:
        yield Sentence(_("Can still reach {points}."), points=shown(counted.reach))


STEPS: Mapping[SeriesStep, str] = MappingProxyType(
    {
        SeriesStep.BEST: _("best single results"),
        SeriesStep.WINS: _("events won"),
        SeriesStep.COUNTBACK: _("more first places, then second places, and so on"),
        SeriesStep.MORE_EVENTS: _("more events played"),
        SeriesStep.FEWER_EVENTS: _("fewer events played"),
        SeriesStep.MATCH_WINS: _("games won"),
        SeriesStep.HEAD_TO_HEAD: _("points in the events that all of the tied played"),
        SeriesStep.ALL: _("points of all events, also dropped ones"),
        SeriesStep.LAST: _("result of the last event"),
        SeriesStep.LAST_YEAR: _("points of the last 12 months"),
    }
)


def of_separation(separation: SeriesSeparation, name: str, shown: AmountFormat) -> Sentence:
    """Return why a line is above the next one, whose player has this name."""
    step = separation.step
    one, two = _first_difference(separation)
    if step is None:
        return Sentence(_("More points than {other}: {one} to {two}."), other=name, one=shown(one), two=shown(two))
    one, two = (abs(one), abs(two)) if step is SeriesStep.FEWER_EVENTS else (one, two)
    text = _("Equal to {other} on points, ahead on {step}: {one} to {two}.")
    facts = {"other": name, "step": Sentence(STEPS[step]), "one": shown(one)}
    return Sentence(text, **facts, two="–" if step is SeriesStep.LAST and two < 0 else shown(two))


def _first_difference(separation: SeriesSeparation) -> tuple[Fraction, Fraction]:
    """Return the first two numbers that differ; a shorter list continues with 0."""
    pairs = zip_longest(separation.above, separation.below, fillvalue=Fraction(0))
    return next((one, two) for one, two in pairs if one != two)
