"""Norms: examples calculated by hand from FIDE's Title Regulations (B.01, edition of 1 January 2024)."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import ClassVar

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.rating.norms import Exempt, Format, Setting, choices, counted_ratings, judge, least_points, norm
from standings.rating.opposition import NormGame, NormPlayer, Opposition, opposition
from standings.rating.outlook import can_bring, is_large, outlook
from standings.rating.titles import GM, IM, NORM_TITLES, WGM, WIM, open_to

HALF = Fraction(1, 2)
SWISS = Setting(Format.SWISS, 9)
FINN = NormPlayer(2450, "IM", "FIN", "m")


def game(round_, score, rating=2450, title="GM", federation="SWE"):
    return NormGame(
        round_, 100 + round_, NormPlayer(rating, title, federation), None if score is None else Fraction(score)
    )


def nine(*scores, rating=2450):
    """Return nine games against opponents of one rating: three GM, two IM, four untitled; three each from Sweden,
    Norway and Finland.
    """
    titles = ["GM", "GM", "GM", "IM", "IM", "", "", "", ""]
    federations = ["SWE", "NOR", "FIN"] * 3
    return [
        game(number, score, rating, title, federation)
        for number, (score, title, federation) in enumerate(zip(scores, titles, federations, strict=True), start=1)
    ]


def opposition_of(games, unplayed=0, unknown=0):
    return Opposition(tuple(games), unplayed, unknown)


def missing(found):
    return [each.article for each in found.missing]


class TestTables:
    """The annex of the regulations, recalculated: p of each score, and dp of 1.4.9."""

    @pytest.mark.parametrize(
        ("average", "points"),
        [
            (2380, 7), (2433, 7), (2434, "13/2"), (2474, "13/2"), (2475, 6), (2519, 6), (2520, "11/2"), (2556, "11/2"),
            (2557, 5), (2600, "9/2"), (2643, 4), (2680, "7/2"), (2900, "7/2"),
        ],
    )  # fmt: skip
    def test_points_of_nine_games_for_a_grandmaster(self, average, points):
        assert least_points(GM, average, 9) == Fraction(points)

    def test_the_other_titles_lie_150_200_and_350_lower(self):
        for average in range(2380, 2700):
            points = least_points(GM, average, 9)
            lower = [least_points(title, average - less, 9) for title, less in ((IM, 150), (WGM, 200), (WIM, 350))]
            assert lower == [points] * 3

    def test_no_score_is_enough_against_too_weak_opponents(self):
        assert least_points(GM, 1799, 9) is None
        assert least_points(GM, 1800, 9) == 9


class TestRatings:
    """Articles 1.4.6 and 1.4.7: ratings of opponents."""

    def test_the_lowest_is_raised_to_the_floor(self):
        games = [game(1, 1, 2500), game(2, 1, 2100), game(3, 1, 2150)]
        assert counted_ratings(GM, games) == ([2500, 2200, 2150], 102)

    def test_the_unrated_count_as_1400_but_for_the_raised_one(self):
        games = [game(1, 1, None), game(2, 1, None), game(3, 1, 2500)]
        assert counted_ratings(GM, games) == ([2200, 1400, 2500], 101)
        assert counted_ratings(WIM, games) == ([1850, 1400, 2500], 101)

    def test_nobody_is_raised_at_the_floor(self):
        assert counted_ratings(GM, [game(1, 1, 2200)]) == ([2200], None)

    def test_one_unrated_of_nine_by_hand(self):
        # (8 × 2500 + 2200) / 9 = 2466.67
        games = nine(*[HALF] * 9, rating=2500)
        games[8] = replace(games[8], opponent=NormPlayer(None, "", "FIN"))
        assert norm(GM, FINN, opposition_of(games), SWISS).average == 2467


class TestNorm:
    def test_six_and_a_half_of_nine_against_2450_is_one_and_six_are_none(self):
        made = norm(GM, FINN, opposition_of(nine(1, 1, 1, 1, HALF, HALF, HALF, HALF, HALF)), SWISS)
        assert (made.points, made.average, made.performance) == (Fraction(13, 2), 2450, 2616)
        assert made.made
        assert made.worth == 9
        short = norm(GM, FINN, opposition_of(nine(1, 1, 1, 1, HALF, HALF, HALF, HALF, 0)), SWISS)
        assert (short.performance, missing(short), short.worth) == (2575, ["1.4.8"], 0)

    def test_a_whole_point_more_than_needed_is_a_game_more(self):
        assert norm(GM, FINN, opposition_of(nine(1, 1, 1, 1, 1, 1, HALF, HALF, HALF)), SWISS).worth == 10

    def test_titles_of_opponents(self):
        games = nine(*[1] * 9)
        games[0] = replace(games[0], opponent=NormPlayer(2450, "IM", "SWE"))
        assert missing(norm(GM, FINN, opposition_of(games), SWISS)) == ["1.4.5b"]
        assert norm(IM, FINN, opposition_of(games), SWISS).made
        games[3] = replace(games[3], opponent=NormPlayer(2450, "CM", "SWE"))  # four of nine are titled, five are needed
        assert missing(norm(GM, FINN, opposition_of(games), SWISS)) == ["1.4.5a", "1.4.5b"]

    def test_federations_of_opponents(self):
        own = [replace(each, opponent=replace(each.opponent, federation="FIN")) for each in nine(*[1] * 9)]
        assert missing(norm(GM, FINN, opposition_of(own), SWISS)) == ["1.4.3", "1.4.4", "1.4.4"]
        own[0], own[1], own[2] = nine(*[1] * 9)[
            :3
        ]  # SWE, NOR, FIN: seven of nine are Finns, at most 5 and 6 are allowed
        assert missing(norm(GM, FINN, opposition_of(own), SWISS)) == ["1.4.4", "1.4.4"]
        own[3], own[4] = nine(*[1] * 9)[3:5]  # five of nine are Finns
        assert norm(GM, FINN, opposition_of(own), SWISS).made

    def test_players_of_no_federation_count_as_opponents_and_not_as_foreigners(self):
        games = [replace(each, opponent=replace(each.opponent, federation="FID")) for each in nine(*[1] * 9)]
        assert missing(norm(GM, FINN, opposition_of(games), SWISS)) == ["1.4.3"]

    @pytest.mark.parametrize("freed", [{"exempt": Exempt.NATIONAL}, {"exempt": Exempt.ZONAL}, {"large": True}])
    def test_some_tournaments_are_free_of_the_mix(self, freed):
        own = [replace(each, opponent=replace(each.opponent, federation="FIN")) for each in nine(*[1] * 9)]
        assert norm(GM, FINN, opposition_of(own), replace(SWISS, **freed)).made

    def test_average_of_opponents(self):
        weak = norm(GM, FINN, opposition_of(nine(*[1] * 9, rating=2379)), SWISS)
        assert missing(weak) == ["1.4.8a"]
        assert norm(GM, FINN, opposition_of(nine(*[1] * 9, rating=2380)), SWISS).made

    def test_35_percent(self):
        strong = opposition_of(nine(1, 1, 1, 0, 0, 0, 0, 0, 0, rating=2800))
        found = norm(GM, FINN, strong, SWISS)
        assert found.performance == 2675
        assert missing(found) == ["1.4.8b"]

    def test_no_opponents_yet(self):
        found = norm(GM, FINN, opposition_of([], unknown=9), SWISS)
        assert (found.average, found.performance, found.made) == (None, None, False)


class TestNumberOfGames:
    def test_eight_are_too_few(self):
        assert missing(norm(GM, FINN, opposition_of(nine(*[1] * 9)[:8]), SWISS)) == ["1.4.1a"]

    def test_eight_and_a_win_by_forfeit_of_nine_rounds_count_as_nine(self):
        found = norm(GM, FINN, opposition_of(nine(*[1] * 9)[:8], unplayed=1), SWISS)
        assert (found.made, found.requirements[0].article, found.worth) == (True, "1.4.1c", 11)  # six would be enough
        assert not norm(GM, FINN, opposition_of(nine(*[1] * 9)[:8], unplayed=1), replace(SWISS, rounds=11)).made

    def test_later_games_of_a_swiss_are_left_out(self):
        later = [game(10, 0, 2300, "", "FIN"), game(11, 0, 2300, "", "FIN")]
        found = norm(GM, FINN, opposition_of([*nine(1, 1, 1, 1, HALF, HALF, HALF, HALF, HALF), *later]), SWISS)
        assert (found.made, found.left_out) == (True, (10, 11))
        all_of_them = replace(SWISS, format=Format.ROUND_ROBIN)
        assert not norm(GM, FINN, opposition_of([*nine(*[HALF] * 9), *later]), all_of_them).made

    def test_win_against_a_weak_opponent_is_left_out(self):
        # all: (9 × 2450 + 1900 + 2200) / 11 = 2377; without one, and the other raised: 2425, and 7½ of 10 are 193;
        # of two games with the same result, the one with the lower rating is left out
        weak = [game(10, 1, 1900, "GM", "FIN"), game(11, 1, 1500, "", "DEN")]
        games = [*nine(1, 1, 1, 1, HALF, HALF, HALF, HALF, HALF), *weak]
        found = norm(GM, FINN, opposition_of(games), Setting(Format.ROUND_ROBIN, 11))
        assert (found.made, found.left_out, found.average, found.performance) == (True, (11,), 2425, 2618)
        drawn = [*games[:10], game(11, HALF, 1500, "", "DEN")]
        assert not norm(GM, FINN, opposition_of(drawn), Setting(Format.ROUND_ROBIN, 11)).made

    def test_a_round_robin_needs_all_its_rounds(self):
        games = [*nine(*[1] * 9), game(10, None)]
        assert missing(norm(GM, FINN, opposition_of(games), replace(SWISS, format=Format.ROUND_ROBIN))) == ["1.4.1e"]

    def test_half_as_many_players_have_the_title_in_a_double_round_robin(self):
        # ten games: a third is four, and half of four is two players
        players = [("GM", "SWE"), ("GM", "NOR"), ("IM", "DEN"), ("", "FIN"), ("", "FIN")]
        games = [
            NormGame(number, number % 5, NormPlayer(2450, *players[number % 5]), Fraction(1)) for number in range(10)
        ]
        double = Setting(Format.DOUBLE, 10)
        assert norm(GM, FINN, opposition_of(games), double).made
        fewer = [each for each in games if each.number != 4]
        assert "1.4.5f" in missing(norm(GM, FINN, opposition_of(fewer), double))


class TestOutlook:
    def test_requirements_of_the_last_two_games(self):
        # an average of 2434 requires 6½ of nine, and five are scored
        rest = outlook(
            GM, FINN, opposition_of(nine(1, 1, 1, 1, HALF, HALF, 0, 0, 0, rating=2434)[:7], unknown=2), SWISS
        )
        assert (rest.games, rest.rest, rest.average, rest.target) == (9, 2, 2434, None)
        assert (rest.points, rest.open_to) == (Fraction(3, 2), True)

    def test_known_opponent_counts_with_the_own_rating(self):
        games = [*nine(*[1] * 9, rating=2434)[:8], game(9, None, 2800)]
        assert outlook(GM, FINN, opposition_of(games), SWISS).average == 2475

    def test_weak_opponents_so_far_require_stronger_ones(self):
        # 8 × 2370: the ninth must bring the mean to 2379½: 21416 − 18960 = 2456
        rest = outlook(GM, FINN, opposition_of(nine(*[1] * 9, rating=2370)[:8], unknown=1), SWISS)
        assert (rest.target, rest.average, rest.points) == (2456, 2380, 0)

    def test_field_cannot_bring_more_than_its_strongest_players(self):
        faced = opposition_of(nine(*[1] * 9, rating=2370)[:8], unknown=1)
        rest = outlook(GM, FINN, faced, SWISS)  # the ninth must have 2456
        strong, weak = NormPlayer(2460, "GM", "SWE"), NormPlayer(2400, "GM", "SWE")
        assert can_bring(rest, GM, [weak, strong], 1)
        assert not can_bring(rest, GM, [weak], 1)
        assert not can_bring(rest, GM, [], 1)

    def test_field_without_titles_brings_no_title_holders(self):
        games = [replace(each, opponent=NormPlayer(2600, "", "SWE")) for each in nine(*[1] * 9)[:5]]
        rest = outlook(GM, FINN, opposition_of(games, unknown=4), SWISS)
        assert (rest.target, rest.company) == (None, 3)
        grandmaster, nobody = NormPlayer(2600, "GM", "NOR"), NormPlayer(2600, "", "NOR")
        assert can_bring(rest, GM, [grandmaster] * 5, 4)
        assert not can_bring(rest, GM, [grandmaster] * 2 + [nobody] * 9, 4)

    def test_too_few_points_are_left(self):
        rest = outlook(GM, FINN, opposition_of(nine(*[0] * 9)[:8], unknown=1), SWISS)
        assert (rest.points, rest.open_to) == (None, False)

    def test_titles_and_federations_that_are_still_missing(self):
        games = [replace(each, opponent=NormPlayer(2600, "", "FIN")) for each in nine(*[1] * 9)[:7]]
        rest = outlook(GM, FINN, opposition_of(games, unknown=2), SWISS)
        assert (rest.company, rest.titled, rest.foreign, rest.open_to) == (3, 5, 2, False)

    def test_no_outlook_after_the_last_round(self):
        assert outlook(GM, FINN, opposition_of(nine(*[1] * 9)), SWISS) is None


class TestOpposition:
    """Article 1.4.2, and the opposition that a snapshot contains."""

    PEOPLE: ClassVar = {
        1: FINN,
        2: NormPlayer(2500, "GM", "SWE"),
        3: NormPlayer(None, "", "NOR"),
        4: NormPlayer(2300, "", "NOR"),
    }

    def snapshot(self, *rounds, planned=3):
        players = tuple(Player(number) for number in self.PEOPLE)
        return Snapshot(players, tuple(rounds), planned_rounds=planned)

    def test_games_scores_and_rounds_to_come(self):
        lost = Result(Outcome.WIN, Outcome.LOSS)
        found = opposition(
            self.snapshot(Round(1, (Pairing(1, 2, 1, lost), Pairing(2, 3, 4))), Round(2, (Pairing(1, 1, 4),))),
            self.PEOPLE,
            1,
            round_robin=False,
        )
        assert [(each.round, each.number, each.score) for each in found.games] == [(1, 2, 0), (2, 4, None)]
        assert (found.unplayed, found.unknown) == (0, 1)

    def test_forfeits_and_rulings_are_no_games(self):
        forfeit = Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT)
        ruled = Result(Outcome.WIN, Outcome.LOSS, Decision.RULING)
        rounds = (
            Round(1, (Pairing(1, 1, 2, forfeit),)),
            Round(2, (Pairing(1, 1, 4, ruled),)),
            Round(3, (), (Bye(1, ByeKind.ALLOCATED),)),
        )
        found = opposition(self.snapshot(*rounds), self.PEOPLE, 1, round_robin=False)
        assert (found.games, found.unplayed, found.unknown) == ((), 2, 0)

    def test_unrated_players_who_score_nothing_do_not_count_in_a_round_robin(self):
        won, drawn = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW)
        nothing = (Round(1, (Pairing(1, 1, 3, won),)), Round(2, (Pairing(1, 2, 3, won),)))
        assert opposition(self.snapshot(*nothing), self.PEOPLE, 1, round_robin=True).games == ()
        assert len(opposition(self.snapshot(*nothing), self.PEOPLE, 1, round_robin=False).games) == 1
        something = (nothing[0], Round(2, (Pairing(1, 2, 3, drawn),)))
        assert len(opposition(self.snapshot(*something), self.PEOPLE, 1, round_robin=True).games) == 1


class TestLargeSwiss:
    """Article 1.4.3d: large Swiss tournaments."""

    def people(self, foreign, titled):
        federations = ["SWE", "NOR", "EST"]
        return {
            number: NormPlayer(2300, "WIM" if number < titled else "FM", federations[number % 3])
            for number in range(foreign)
        }

    def there(self, people, *without):
        everybody = list(people)
        pairs = zip(everybody[::2], everybody[1::2], strict=False)
        full = tuple(Pairing(table, *pair) for table, pair in enumerate(pairs, start=1))
        late = tuple(pair for pair in full if not {pair.first, pair.second} & set(without))
        players = tuple(Player(number) for number in people)
        return Snapshot(players, (Round(1, late), Round(2, late), Round(3, full)))

    def test_twenty_foreigners_of_three_federations_ten_with_a_title(self):
        for foreign, titled, large in ((20, 10, True), (20, 9, False), (18, 10, False)):
            people = self.people(foreign, titled)
            assert is_large(self.there(people), people, "FIN") is large

    def test_players_of_the_host_and_those_missing_two_rounds_do_not_count(self):
        people = self.people(20, 10)
        assert not is_large(self.there(people), people, "SWE")
        assert not is_large(self.there(people), people, "")
        assert not is_large(self.there(people, 4), people, "FIN")


def test_titles_open_to_a_player():
    assert [each.code for each in open_to("", "m")] == ["GM", "IM"]
    assert open_to("", "w") == NORM_TITLES
    assert [each.code for each in open_to("IM", "w")] == ["GM", "WGM"]
    assert open_to("GM", "w") == ()
    assert [each.code for each in open_to("WGM", "w")] == ["GM", "IM"]


def every_choice(faced, setting):
    """Yield all choices of 1.4.1e and f: any set of won games may be left out."""
    played = faced.played
    ends = range(len(played), 8, -1) if setting.format is Format.SWISS else (len(played),)
    for end in ends:
        won = [each for each in played[:end] if each.score == 1]
        for fewer in range(end - 8):
            for gone in combinations(won, fewer):
                yield tuple(each for each in played[:end] if each not in gone)


def by_every_choice(title, player, faced, setting):
    found = [judge(title, player, games, faced, setting) for games in every_choice(faced, setting)]
    made = [each for each in found if each.made]
    return max(((each.worth, len(each.games)) for each in made), default=None)


def some_games(lots, count):
    games = []
    weak = lots.random() / 2
    for number in range(1, count + 1):
        title = lots.choice(["GM", "GM", "IM", "IM", "FM", "", ""])
        rating = lots.randint(2150, 2350) if lots.random() < weak else lots.randint(2350, 2640)
        federation = lots.choice(["FIN", "FIN", "SWE", "SWE", "SWE", "NOR", lots.choice(["GER", "FID", "EST"])])
        score = lots.choices([1, "1/2", 0], [5, 4, 1])[0]
        games.append(game(number, score, rating, title, federation))
    return games


class TestOmittedGames:
    @pytest.mark.rotates(4)
    def test_a_few_choices_find_the_norm_that_all_choices_find(self):
        lots, made, fewer = Random(5), 0, 0
        for _case in range(600):
            games = some_games(lots, lots.randint(9, 13))
            setting = Setting(lots.choice([Format.SWISS, Format.SWISS, Format.ROUND_ROBIN]), len(games))
            title = lots.choice([GM, IM])
            found, right = (
                norm(title, FINN, opposition_of(games), setting),
                by_every_choice(title, FINN, opposition_of(games), setting),
            )
            assert ((found.worth, len(found.games)) if found.made else None) == right
            made += found.made
            fewer += found.made and bool(found.left_out)
        assert made > 60
        assert fewer > 20

    @pytest.mark.parametrize(("rounds", "wins"), [(17, 17), (21, 11), (31, 31)])
    def test_long_events_cost_little(self, rounds, wins):
        """Trying every set of won games would mean thousands to billions of choices."""
        games = [game(number, int(number <= wins), 2300 + 5 * number) for number in range(1, rounds + 1)]
        tried = list(choices(GM, FINN, opposition_of(games), Setting(Format.SWISS, rounds)))
        assert len(tried) < 4 * rounds * rounds
        assert norm(GM, FINN, opposition_of(games), Setting(Format.SWISS, rounds)) is not None
