"""Prizes: exact shares of the worked cases, categories, one prize for each player, and exact totals."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from standings.prizes.award import award
from standings.prizes.fund import Category, Contender, Fund, FundError, Prize, PrizeGroup, Sharing, check
from standings.prizes.sharing import round_amounts, shares

CASES = [json.loads(line) for line in Path("tests/data/prizes/sharing.jsonl").read_text().splitlines()]
YOUNG = PrizeGroup(born_from=2010)
CLUB = PrizeGroup(rating_below=1600)


def standing_of(sizes):
    """Return (level, rank) of each player in groups of these sizes; tie-breaks separate the players of a group."""
    levels = [level for level, size in enumerate(sizes) for _one in range(size)]
    return [(level, rank) for rank, level in enumerate(levels, start=1)]


def prizes(*amounts):
    return tuple(Prize(100 * amount) for amount in amounts)


def table(*groups, ranks=None):
    """Return contenders named by letters; those of one group are tied. Lower case means a rating below 1600."""
    found = []
    for level, names in enumerate(groups):
        for name in names:
            rank = len(found) + 1
            found.append(Contender(ord(name.upper()), rank, level, rating=1500 if name.islower() else 1900))
    return found


def amounts_paid(fund, contenders):
    """Return the money in the currency, by category and letter."""
    found = award(fund, contenders)
    for category in fund.categories:
        given = sum(each.paid for each in found.awards if each.category == category.name)
        left = sum(each.amount for each in found.left if each.category == category.name)
        assert given + left == sum(prize.amount for prize in category.prizes)
    return {(each.category, chr(each.player)): Fraction(each.paid, 100) for each in found.awards if not each.thing}


@pytest.mark.parametrize("sharing", Sharing)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case["prizes"])))
def test_worked_cases_match_exactly(case, sharing):
    found = shares(case["prizes"], standing_of(case["tied_groups"]), sharing)
    exact = [share.exact for share in found]
    wanted = [Fraction(amount) for amount in case[sharing.value]]
    assert exact + [0] * (len(wanted) - len(exact)) == wanted
    assert sum(share.paid for share in found) == sum(case["prizes"])


def test_remainder_of_rounding_goes_to_the_better_places():
    assert round_amounts([Fraction(70, 3)] * 3, 1) == [24, 23, 23]
    assert round_amounts([Fraction(2500, 3), Fraction(1900, 3), Fraction(1600, 3)], 100) == [900, 600, 500]
    with pytest.raises(ArithmeticError):
        round_amounts([Fraction(1, 3)], 1)


def test_players_tied_on_everything_share_even_without_sharing():
    found = shares([300, 200, 100], [(0, 1), (0, 2), (0, 2)], Sharing.NONE)
    assert [(share.exact, share.undecided) for share in found] == [(300, False), (150, True), (150, True)]
    assert [share.exact for share in shares([300, 200, 100], [(0, 1), (0, 2), (0, 2)], Sharing.HORT)] == [250, 175, 175]


def test_shares_that_are_too_small_are_not_paid():
    ten = standing_of([10])
    assert [share.exact for share in shares([60, 30], ten, Sharing.EQUAL, least=20)] == [Fraction(90, 4)] * 4
    hort = shares([60, 30], ten, Sharing.HORT, least=20)
    assert [share.exact for share in hort] == [Fraction(60 + 45, 2), Fraction(30 + 45, 2)]
    assert hort[0].dropped == 8
    together = [(0, 1)] * 10
    assert len(shares([60, 30], together, Sharing.EQUAL, least=20)) == 10


class TestCategories:
    MAIN = Category("Main", prizes(300, 200, 100))
    LOW = Category("U1600", prizes(150, 50), CLUB)
    FUND = Fund((MAIN, LOW), sharing=Sharing.NONE)
    #: B, D and E have a rating below 1600.
    FIVE = table("A", "b", "C", "d", "e")

    def test_each_player_gets_only_the_largest_prize(self):
        assert amounts_paid(self.FUND, self.FIVE) == {
            ("Main", "A"): 300, ("Main", "B"): 200, ("Main", "C"): 100, ("U1600", "D"): 150, ("U1600", "E"): 50
        }  # fmt: skip

    def test_each_player_gets_all_prizes_if_several_are_allowed(self):
        found = amounts_paid(replace(self.FUND, several=True), self.FIVE)
        assert (found["Main", "B"], found["U1600", "B"], found["U1600", "D"]) == (200, 150, 50)
        assert ("U1600", "E") not in found

    def test_player_who_takes_another_prize_leaves_the_share_to_tied_players(self):
        """B and C share 200 + 100. If the other prize is also 150, the earlier category counts. If it is 151, B takes
        it, and C gets 200.
        """
        level = table("A", "bC", "d")
        fund = replace(self.FUND, sharing=Sharing.EQUAL)
        assert amounts_paid(fund, level)["Main", "B"] == 150
        dearer = replace(fund, categories=(self.MAIN, Category("U1600", prizes(151, 50), CLUB)))
        found = amounts_paid(dearer, level)
        assert found["U1600", "B"] == 151
        assert found["Main", "C"] == 200
        assert found["Main", "D"] == 100

    def test_item_goes_by_place_and_does_not_count_as_money(self):
        cup = replace(self.FUND, categories=(self.MAIN, Category("U1600", (Prize(15000, "cup"), Prize(5000)), CLUB)))
        found = award(cup, self.FIVE)
        assert [chr(each.player) for each in found.awards if each.thing] == ["B"]
        assert amounts_paid(cup, self.FIVE)["U1600", "D"] == 150

    def test_more_prizes_than_players_leave_money(self):
        found = award(self.FUND, table("A", "C"))
        assert [(each.category, each.amount) for each in found.left] == [("Main", 10000), ("U1600", 20000)]

    def test_no_cent_is_won_or_lost_and_nobody_gets_two(self):
        lots = Random(13)
        for _try in range(150):
            size = lots.randint(1, 14)
            levels = sorted(lots.randint(0, 6) for _one in range(size))
            ranks, rank = [], 1
            for place, level in enumerate(levels, start=1):
                if place > 1 and (levels[place - 2] != level or lots.random() < 0.6):
                    rank = place
                ranks.append(rank)
            people = [
                Contender(
                    n,
                    ranks[n],
                    levels[n],
                    lots.choice([None, 1400, 1800]),
                    lots.choice("mw"),
                    lots.choice([None, 2012]),
                )
                for n in range(size)
            ]
            groups = [PrizeGroup(), CLUB, YOUNG, PrizeGroup(sex="w"), PrizeGroup(unrated=True)]
            unit = lots.choice([1, 100, 500])
            categories = tuple(
                Category(
                    str(n),
                    tuple(Prize(unit * a) for a in sorted(lots.sample(range(1, 90), lots.randint(1, 6)))[::-1]),
                    g,
                )
                for n, g in enumerate(groups)
            )
            least = min(prize.amount for each in categories for prize in each.prizes)
            fund = check(
                Fund(categories, "€", lots.choice(list(Sharing)), unit, lots.choice([0, least]), lots.random() < 0.3)
            )
            found = award(fund, people)  # raises if a sum does not add up
            assert all(each.paid % unit == 0 for each in found.awards)
            winners = sorted(each.player for each in found.awards)
            assert fund.several or len(set(winners)) == len(winners)
            for name, won in groupby(found.awards, key=lambda each: each.category):
                assert [each.exact for each in won] == sorted(
                    (each.exact for each in found.awards if each.category == name), reverse=True
                )


class TestConditions:
    @pytest.mark.parametrize(
        ("group", "takes"),
        [
            (PrizeGroup(), "abcd"), (PrizeGroup(rating_below=1600), "a"), (PrizeGroup(rating_from=1600), "b"),
            (PrizeGroup(unrated=True), "cd"),
            (PrizeGroup(rating_below=1600, unrated=True), "acd"), (PrizeGroup(sex="w"), "b"),
            (PrizeGroup(born_from=2010), "c"),
            (PrizeGroup(born_to=1960), "d"), (PrizeGroup(club="old  TOWN"), "a"), (PrizeGroup(federation="fin"), "b"),
        ],
    )  # fmt: skip
    def test_conditions_use_known_data_only(self, group, takes):
        people = {
            "a": Contender(1, 1, 1, 1599, "m", 1980, "Old Town"),
            "b": Contender(2, 2, 2, 1600, "w", 1990, federation="FIN"),
            "c": Contender(3, 3, 3, born=2010),
            "d": Contender(4, 4, 4, born=1960),
        }
        assert "".join(name for name, each in people.items() if group.takes(each)) == takes


@pytest.mark.parametrize(
    ("fund", "field", "why"),
    [
        (Fund((Category("", prizes(1)),)), "name", "a name"),
        (Fund((Category("A", ()),)), "prizes", "at least one"),
        (Fund((Category("A", prizes(1, 2)),)), "prizes", "Place 2 would get more"),
        (Fund((Category("A", prizes(1)), Category("a", prizes(1)))), "name", "this name already"),
        (Fund((Category("A", (Prize(150),)),), unit=100), "prizes", "multiple of 1 €"),
        (Fund((Category("A", (Prize(10**9),)),)), "prizes", "too large"),
        (Fund((Category("A", prizes(*[1] * 201)),)), "prizes", "at most 200 places"),
        (Fund(tuple(Category(str(n), prizes(1)) for n in range(41))), "categories", "limit is 40"),
        (Fund(unit=7), "unit", "rounded to this amount"),
        (Fund(least=-1), "least", "too large"),
        (Fund((Category("A", prizes(50, 9)),), least=1000), "least", "A prize of 9 €"),
        (Fund((Category("A", prizes(1), PrizeGroup(rating_from=5, rating_below=5)),)), "rating_below", "upper limit"),
        (Fund((Category("A", prizes(1), PrizeGroup(born_from=5, born_to=4)),)), "born_to", "before the first"),
    ],
)
def test_impossible_fund_is_refused_at_its_field(fund, field, why):
    with pytest.raises(FundError, match=why) as refused:
        check(fund)
    assert refused.value.name == field


class TestReasons:
    def test_explain_each_amount(self):
        fund = Fund((Category("Main", prizes(500, 300, 200)),), unit=100)
        values = {chr(each.player): " ".join(each.reasons) for each in award(fund, table("A", "BCD")).awards}
        assert values["A"] == "The prize for place 1."
        assert values["B"].startswith("Places 2–4 are tied and share 300 + 200 € equally. Rounded to 1 €")

    def test_of_hort_rank_least_lot_and_the_larger_of_two(self):
        main = Category("Main", (Prize(30000, "cup"), Prize(20000)))
        tied = [Contender(1, 1, 0, 1500), Contender(2, 1, 0), Contender(3, 3, 0)]
        low = Category("Low", prizes(90), CLUB)

        def reasons_text(**more):
            return " ".join(
                str(reason) for each in award(Fund((main, low), **more), tied).awards for reason in each.reasons
            )

        hort = reasons_text(sharing=Sharing.HORT)
        assert (
            "Half of the prize for place 1, 250 €, plus half of an equal share of 300 + 200 € for places 1–3."
        ) in hort
        assert "2 players are tied on everything: decide by lot who gets the prize." in hort
        assert "Instead of 90 € for Low: each player gets only the largest prize." in hort
        assert "Places 1–2 are tied on everything and share 300 + 200 € equally." in reasons_text(sharing=Sharing.NONE)
        assert "Shares below 200 € are not paid, so 1 tied player gets nothing." in reasons_text(least=20000)
