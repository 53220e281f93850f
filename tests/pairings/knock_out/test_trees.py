"""Brackets: known answers for n = 2 to 64, and properties of every bracket."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pairings.systems.knock_out.options import Lives, Options, TreeKind
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.tree import From, Source, TreePart, seed_order

HERE = Path(__file__).parent
TREES = [json.loads(line) for line in (HERE / "trees.jsonl").read_text().splitlines()]
ORDERS = [line.split("\t") for line in (HERE / "seed-order.tsv").read_text().splitlines()[1:]]
LIVES = {"SE": Lives.ONE, "DE": Lives.TWO}
SIZES = (*range(2, 34), 48, 63, 64, 65, 127, 128)
FOURS, PAGE, LADDER, PLACES = (Options(bracket=each) for each in list(TreeKind)[1:])
RELATIVES = (FOURS, PAGE, LADDER, PLACES)


def source_text(source):
    letters = {From.WINNER: "W:", From.LOSER: "L:"}
    return f"S{source.number}" if source.kind is From.SEED else letters[source.kind] + source.match


@pytest.mark.parametrize("known", TREES, ids=lambda known: f"{known['kind']}-{known['n']}")
def test_matches_equal_those_of_the_known_trees(known):
    tree = tree_for(known["n"], Options(lives=LIVES[known["kind"]]))
    found = {match.key: [source_text(source) for source in match.sources] for match in tree.matches}
    assert found == {key: sides for key, *sides in known["matches"]}


@pytest.mark.parametrize(("size", "order"), ORDERS, ids=[size for size, _order in ORDERS])
def test_seed_order_matches_the_known_orders(size, order):
    assert seed_order(int(size)) == tuple(map(int, order.split()))


class TestEveryTree:
    @pytest.mark.parametrize("players", SIZES)
    def test_has_the_necessary_number_of_matches(self, players):
        single, double = tree_for(players, Options()), tree_for(players, Options(lives=Lives.TWO))
        assert len(single.matches) == players - 1 + (players >= 4)
        assert len(double.matches) == 2 * players - 2 + 1
        assert len(tree_for(players, Options(third_place=False)).matches) == players - 1
        for tree in (single, double):
            sources = Counter(
                source for match in tree.matches for source in match.sources if source.kind is not From.SEED
            )
            finals = [source for source in sources if source.match == "G1.1"]
            assert set(sources.values()) <= {1}
            assert len(finals) in {0, 2}
            seeds = [s.number for match in tree.matches for s in match.sources if s.kind is From.SEED]
            assert sorted(seeds) == list(range(1, players + 1))

    @pytest.mark.parametrize("players", SIZES)
    @pytest.mark.parametrize(
        "options", [Options(), Options(lives=Lives.TWO), Options(plate=True), Options(reseed=True), *RELATIVES]
    )
    def test_each_match_comes_after_the_matches_it_depends_on(self, players, options):
        round_of = {match.key: match.round for match in tree_for(players, options).matches}
        for match in tree_for(players, options).matches:
            assert all(round_of.get(source.match, 0) < match.round for source in match.sources)

    @pytest.mark.parametrize("players", SIZES)
    def test_gives_every_place_once(self, players):
        trees = (Options(), Options(lives=Lives.TWO), Options(third_place=False), Options(reseed=True))
        for options in (*trees, *RELATIVES):
            tree = tree_for(players, options)
            assert sum(map(len, tree.ends)) == players
            firsts = -(-players // 4) if options is FOURS else 1
            assert min(tree.places.values()) == (1, firsts)

    @pytest.mark.parametrize("players", SIZES)
    def test_every_seed_enters_once_and_reaches_one_place(self, players):
        for options in RELATIVES:
            tree = tree_for(players, options)
            sources = Counter(source for match in tree.matches for source in match.sources)
            assert set(sources.values()) == {1}
            assert sorted(s.number for s in sources if s.kind is From.SEED) == list(range(1, players + 1))
            for match in tree.matches:
                for won, kind in ((True, From.WINNER), (False, From.LOSER)):
                    goes_on = sources[Source(kind, match=match.key)]
                    assert goes_on + ((won, match.key) in tree.places) == 1

    def test_byes_go_to_the_first_seeds(self):
        for players in SIZES:
            first = tree_for(players, Options()).by_round[1]
            playing = {source.number for match in first for source in match.sources}
            assert playing == set(range(len(seed_order(1 << (players - 1).bit_length())) - players + 1, players + 1))

    def test_places_depend_on_the_round_of_the_loss(self):
        places = tree_for(8, Options(third_place=False)).places
        assert [places[False, key] for key in ("W3.1", "W2.1", "W2.2", "W1.4")] == [(2, 2), (3, 4), (3, 4), (5, 8)]
        places = tree_for(8, Options(lives=Lives.TWO)).places
        assert [places[False, key] for key in ("G2.1", "L4.1", "L3.1", "L2.2", "L1.1")] == [
            *((2, 2), (3, 3), (4, 4)),
            *((5, 6), (7, 8)),
        ]

    @pytest.mark.parametrize(("size", "first"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
    def test_no_early_rematch_in_the_second_chance(self, size, first):
        """This is the first round of the second chance in which players who met in the main tree may meet again."""
        tree = tree_for(size, Options(lives=Lives.TWO))
        assert min(_rematches(tree)) == first


def _rematches(tree):
    """Yield the rounds of the second chance in which one player of a match may have beaten the other before."""
    before = {}  # by match key: the match, and by side the main matches that may have sent a player down
    for match in tree.matches:
        sides = [_down(before, source) for source in match.sources]
        before[match.key] = (match, sides)
        if match.part is TreePart.SECOND_CHANCE:
            for mine, other in (sides, sides[::-1]):
                if any(_may_have_come_through(before, key, other) for key in mine):
                    yield int(match.key[1:].partition(".")[0])


def _down(before, source):
    """Return the main matches that may have sent down a player who comes from a source."""
    if source.kind is From.LOSER:
        return {source.match}
    if source.kind is From.WINNER and before[source.match][0].part is TreePart.SECOND_CHANCE:
        return set.union(*before[source.match][1])
    return set()


def _may_have_come_through(before, key, others):
    """Return whether a player sent down by one of the others' matches may have won this match before."""
    return any(key != other and key in _ancestors(before, other) for other in others)


def _ancestors(before, key):
    found, todo = set(), [key]
    while todo:
        for source in before[todo.pop()][0].sources:
            if source.match:
                found.add(source.match)
                todo.append(source.match)
    return found


def test_plate_is_for_losers_of_their_first_match():
    tree = tree_for(11, Options(plate=True))
    plate = {
        match.key: [source_text(s) if s.kind is not From.FRESH else "F:" + s.match for s in match.sources]
        for match in tree.matches
        if match.part is TreePart.PLATE
    }
    assert plate == {
        "C1.1": ["F:W2.1", "L:W1.2"],
        "C1.3": ["F:W2.3", "L:W1.6"],
        "C1.4": ["F:W2.4", "L:W1.8"],
        "C2.1": ["W:C1.1", "F:W2.2"],
        "C2.2": ["W:C1.3", "W:C1.4"],
        "C3.1": ["W:C2.1", "W:C2.2"],
    }


def test_reseeding_pairs_the_remaining_players():
    tree = tree_for(8, Options(reseed=True))
    assert [[(s.kind, s.number) for s in match.sources] for match in tree.by_round[2]] == [
        [(From.LEFT, 1), (From.LEFT, 4)],
        [(From.LEFT, 2), (From.LEFT, 3)],
    ]


def matches(players, options):
    """Return the matches of each round, as texts of their sources."""
    rounds = tree_for(players, options).by_round
    return {
        number: [[source_text(source) for source in match.sources] for match in there]
        for number, there in rounds.items()
    }


class TestRelatives:
    def test_group_of_four_has_five_matches(self):
        assert matches(4, FOURS) == {
            1: [["S1", "S4"], ["S2", "S3"]],
            2: [["W:F1.1", "W:F1.2"], ["L:F1.1", "L:F1.2"]],
            3: [["L:F2.1", "W:F2.2"]],
        }
        places = tree_for(4, FOURS).places
        assert places == {
            (True, "F2.1"): (1, 1),
            (True, "F3.1"): (2, 2),
            (False, "F3.1"): (3, 3),
            (False, "F2.2"): (4, 4),
        }

    def test_groups_are_seeded_in_a_snake_and_share_their_places(self):
        tree = tree_for(16, FOURS)
        first = [[source_text(source) for source in match.sources] for match in tree.by_round[1]]
        assert first == [
            *(["S1", "S16"], ["S8", "S9"], ["S2", "S15"], ["S7", "S10"]),
            *(["S3", "S14"], ["S6", "S11"], ["S4", "S13"], ["S5", "S12"]),
        ]
        assert len(tree.matches) == 20
        assert set(tree.places.values()) == {(1, 4), (5, 8), (9, 12), (13, 16)}

    def test_group_of_three_or_two_omits_matches_without_players(self):
        assert matches(5, FOURS) == {
            1: [["S4", "S5"]],
            2: [["S1", "W:F1.2"], ["S2", "S3"]],
            3: [["L:F2.1", "L:F1.2"]],
        }
        places = tree_for(5, FOURS).places
        assert places[False, "F2.3"] == places[True, "F3.1"] == (3, 4)
        assert tree_for(5, FOURS).free == {1, 2, 3}

    def test_page_play_off_has_the_expected_matches(self):
        assert matches(4, PAGE) == {
            1: [["S1", "S2"], ["S3", "S4"]],
            2: [["L:Q1.1", "W:Q1.2"]],
            3: [["W:Q1.1", "W:Q2.1"]],
        }
        assert matches(3, PAGE) == {1: [["S1", "S2"]], 2: [["L:Q1.1", "S3"]], 3: [["W:Q1.1", "W:Q2.1"]]}
        assert matches(6, PAGE) == {
            1: [["S5", "S6"], ["S1", "S2"]],
            2: [["S4", "W:S1.1"]],
            3: [["S3", "W:S2.1"]],
            4: [["L:Q1.1", "W:Q3.1"]],
            5: [["W:Q1.1", "W:Q4.1"]],
        }
        assert [tree_for(6, PAGE).places[False, key] for key in ("Q5.1", "Q4.1", "Q3.1", "S2.1", "S1.1")] == [
            (place, place) for place in range(2, 7)
        ]
        assert matches(2, PAGE) == {1: [["S1", "S2"]]}

    def test_ladder_starts_from_the_last_seed(self):
        assert matches(4, LADDER) == {1: [["S3", "S4"]], 2: [["S2", "W:S1.1"]], 3: [["S1", "W:S2.1"]]}
        assert tree_for(4, LADDER).places == {
            (True, "S3.1"): (1, 1),
            **{(False, f"S{step}.1"): (5 - step, 5 - step) for step in (1, 2, 3)},
        }
        assert tree_for(4, LADDER).free == frozenset()

    @pytest.mark.parametrize(("players", "rounds", "count"), [(8, 3, 12), (16, 4, 32), (64, 6, 192)])
    def test_all_players_play_each_round_if_all_places_are_played(self, players, rounds, count):
        tree = tree_for(players, PLACES)
        assert (tree.rounds, len(tree.matches)) == (rounds, count)
        assert sorted(tree.places.values()) == [(place, place) for place in range(1, players + 1)]

    def test_losers_play_for_the_lower_half_of_their_places(self):
        assert matches(8, PLACES)[2] == [
            *(["W:W1.1", "W:W1.2"], ["W:W1.3", "W:W1.4"]),
            *(["L:W1.1", "L:W1.2"], ["L:W1.3", "L:W1.4"]),
        ]
        places = tree_for(8, PLACES).places
        assert [places[True, key] for key in ("W3.1", "N3.2", "N3.3", "N3.4")] == [(1, 1), (3, 3), (5, 5), (7, 7)]
        assert matches(5, PLACES) == {
            1: [["S4", "S5"]],
            2: [["S1", "W:W1.2"], ["S2", "S3"]],
            3: [["W:W2.1", "W:W2.2"], ["L:W2.1", "L:W2.2"]],
        }
        assert tree_for(5, PLACES).places[False, "W1.2"] == (5, 5)
