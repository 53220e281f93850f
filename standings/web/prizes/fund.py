"""The prize fund of a tournament: its stored form, and its awards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from itertools import groupby
from typing import Any

from standings.prizes.award import Award, Awards, award
from standings.prizes.fund import Category, Contender, Fund, Prize, PrizeGroup, Sharing, check, money
from tournaments.core.rulebook import Place, Prizes, PrizeWon
from tournaments.core.words import names
from tournaments.core.words.texts import translate
from tournaments.models import Tournament

LONGEST_CURRENCY = 8
LONGEST_THING = 60


def fund_of(tournament: Tournament) -> Fund:
    """Return the tournament's fund, without categories if it has none."""
    return Fund() if tournament.prizes is None else fund_from_json(tournament.prizes)


def fund_to_json(fund: Fund) -> dict[str, object]:
    """Return a fund in its stored form; `fund_from_json` checks it."""
    return asdict(fund) | {"categories": [_category_to_json(each) for each in fund.categories]}


def _category_to_json(category: Category) -> dict[str, object]:
    group = {name: value for name, value in asdict(category.group).items() if value not in (None, "", False)}
    return {"name": category.name, "prizes": [[each.amount, each.thing] for each in category.prizes], "group": group}


def fund_from_json(stored: Mapping[str, Any]) -> Fund:
    """Return a stored fund. Raises FundError for an invalid fund, ValueError for invalid data."""
    try:
        categories = tuple(map(_category, stored["categories"]))
        known = {each.name for each in fields(Fund)}
        fund = Fund(**{**stored, "categories": categories, "sharing": Sharing(stored["sharing"])})
        sound = set(stored) == known and all(_is_whole(each) for each in (fund.unit, fund.least))
        _line(fund.currency, LONGEST_CURRENCY)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(str(error)) from error
    if not sound or not _is_switch(fund.several):
        raise ValueError(stored)
    return check(fund)


def _category(stored: Mapping[str, Any]) -> Category:
    group = PrizeGroup(**stored["group"])
    numbers = (group.rating_from, group.rating_below, group.born_from, group.born_to)
    sound = _is_switch(group.unrated) and group.sex in ("", "m", "w")
    if not sound or not all(each is None or _is_whole(each) for each in numbers):
        raise ValueError(stored)
    for text in (stored["name"], group.club, group.federation):
        _line(text, names.NAME_LENGTH)
    prizes = tuple(Prize(*each) for each in stored["prizes"])
    for prize in prizes:
        _line(prize.thing, LONGEST_THING)
        if not _is_whole(prize.amount):
            raise ValueError(stored)
    return Category(stored["name"], prizes, group)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _line(text: str, longest: int) -> None:
    if names.clean_text(text, longest) != text:
        raise ValueError(text)


def offers(fund: Fund) -> list[tuple[str, str]]:
    """Return each category with its prizes in one line of text."""
    return [
        (each.name, ", ".join(prize_text(prize, fund.currency) for prize in each.prizes)) for each in fund.categories
    ]


def prize_text(prize: Prize, currency: str = "") -> str:
    """Return a prize as text: 300 €; 300 € + cup; cup."""
    worth = [money(prize.amount, currency)] if prize.amount or not prize.thing else []
    return " + ".join([*worth, *([prize.thing] if prize.thing else [])])


def awards_of(tournament: Tournament, places: Sequence[Place]) -> Awards:
    """Return the awards of the fund by a table, best player first."""
    return award(fund_of(tournament), [_contender(place) for place in places])


def _contender(place: Place) -> Contender:
    player = place.player
    year = player.birth[:4]
    return Contender(
        player.pk,
        place.rank,
        place.level,
        player.rating,
        player.sex,
        int(year) if len(year) == 4 and year.isascii() and year.isdecimal() and int(year) else None,
        player.club,
        player.federation,
    )


def prizes_of(tournament: Tournament, places: Sequence[Place]) -> Prizes:
    """Return the prizes for pages: the money as paid, and the reasons in the reader's language."""
    if tournament.prizes is None:
        return Prizes()
    currency = fund_of(tournament).currency
    found = awards_of(tournament, places)
    players = {place.player.pk: place.player for place in places}
    runs = groupby(found.awards, key=lambda each: (each.category, each.place, each.player))
    won = tuple(
        PrizeWon(players[player], category, place, *_joint_prize(list(run), currency))
        for (category, place, player), run in runs
    )
    return Prizes(won, tuple((each.category, money(each.amount, currency)) for each in found.left))


def _joint_prize(run: Sequence[Award], currency: str) -> tuple[str, tuple[str, ...]]:
    """Return the money and the item of one place as one prize, with the reasons for both."""
    prize = " + ".join(each.thing or money(each.paid, currency) for each in run)
    return prize, tuple(translate(reason) for each in run for reason in each.reasons)
