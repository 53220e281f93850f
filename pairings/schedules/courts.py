"""Schedules with fewer courts than simultaneous games: the slot of each game, so that all players rest.

A slot contains the games played at the same time, at most one on each court. The gap between two games of a player
counts slots: with a gap of 1 the player plays twice running. The order of aims is the fewest slots, the fewest players
twice running, the longest least gap, the shortest wait. With `rest` nobody plays twice running, and courts stay empty
for it.

A round-robin group is put in an order for one court (`court_orders`) that is then cut into slots. In that order each
player's next game comes after at least n/2 - 1 games (n even) or (n - 1)/2 (n odd), and at most two or one games later.
So two consecutive slots have either no player in common or all of them, for any number of courts: the number who play
twice running is the least possible. Only four players a court need an order of their own, and two players fewer some
slots that were found by search. Several groups are merged, and other schedules are created game by game. The best
result is kept.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from types import MappingProxyType

from pairings.schedules import court_orders, edge_colouring

#: Groups for which no order cut into slots is the best: slots that were searched for. With rest they are the fewest in
#: which nobody plays twice running; without, the fewest, and of those with the fewest who do. Up to 10 players a search
#: of all slots proved that there are no better ones; above, with two players fewer than four a court, chains of games
#: were exchanged between two slots until the bound was reached, or nearly. The tests count what stands here.
#: By players, courts and rest: slots with a space between them, two digits a game to the base of 36, `-` for an empty
#: slot.
_BEST_SCHEDULES: Mapping[tuple[int, int, bool], str] = MappingProxyType(
    {
        (6, 2, False): "0123 0435 1524 03 1425 0213 0534 1245",
        (6, 2, True): "0123 45 0213 - 0534 12 0435 - 1524 03 1425",
        (8, 2, True): "0167 2435 0617 2345 0716 25 3746 0215 3647 0512 34 2756 0314 2657 0413",
        (8, 3, True): "012567 34 0216 3547 26 031457 - 172436 05 1327 0645 1237 0456 23 071546",
        (10, 3, True): (
            "012534 6789 021435 6879 0324 1956 042837 1659 072348 69 081357 2946 051738 2649 1578 0639 "
            "124758 0936 182745"
        ),
        (10, 4, True): (
            "01234967 58 021347 5968 031427 5689 0417 283569 07 15293846 - 05243978 16 253748 0619 3457 "
            "091826 45 08123679"
        ),
        (14, 4, False): (
            "3a5c6d7b 0a18294b 09365d7c 123b468a 05497d8c 13256a9b 071c4d68 192b375a 046c789d 0c1b2a35 "
            "4a59678d 031d2c6b 394c587a 0d17265b 14ad3c89 0247568b 0b1a3d9c 08162457 bc2d389a 01274569 "
            "abcd2834 061579 acbd2348"
        ),
        (18, 5, False): (
            "15acbd7e89 0d2h3f4g67 12bc3a589e 0b1h4f6d7g 0a2e36598c 14fh5g7d8b 0c2a3e569f 17bfdh4a8g "
            "0ecd253946 0f1gbh687a de293c475h 0618abfg eh27354c9d 081f2b6g9a eg243d5c7h 0h19be6f8a adcg283457 "
            "0g16chef9b ag23457b8d 01ae6h7f9c 2c3g4d5b8f 071cah698e 05df2g3b49 1a374e6c8h 09bg2f5d 1e384h6a7c "
            "021d5f6b9g afce3h4879 031bdg265e 04cf5a789h 13gh2d4b6e"
        ),
        (22, 6, False): (
            "hjik243b587e 0l1cad6f7g9j 1bejhk283i45 0cdlfg6a79 1ebj234h5k8i 07acdhegfl69 18bijk253d4c "
            "06abfh7l8g9e 1jgk2i345d6c 0halbe7c8f9d 1k293j4i5a6g 0bcdekhl687f 1gil26394a5j 0gbfckde7h8l "
            "051iaf2j3649 bhcgkl5e7d89 01ai27384f6j 0ebkclgh2d59 14cjfi3h678a 0d1fbl2e5g9k ajchdi37486e "
            "0315bcgl2k9f 08aedjhi476k 13bg2f5l9c 0aei4j6h7k8d 1lcf2b3g5h9a 0kef4d6l7i8j 12ag3c4e5b9h "
            "0ifk3l6d7j8b 1h2a3e4l5c9g 0fdkij6b78 1aeh2c354g9l 0jdf4b576i8k 19elgi2h3a8c 0917bdfj4k56 "
            "ahcigj2l3k8e 0416dg5f7b9i 02akcejl3f8h 1d2g465i7a9b"
        ),
        (26, 7, False): (
            "0oengh2l4i6k8c 15dofj2m3b7p9a 0hceil3g4k5n68 1pbdfn2amo497j 03cigj5e6l7k8h 1maobn2g4f8p9d "
            "0ebjdihl375k6c 1gfm2n4p5o698a 0cblhjiokp3d7e 1fam284g569n 0ibeckdjlp3h7o 14anhm29586g7f "
            "0p13bcdleofijk ajgl2hmn465978 0b18dkepfoim3c al254h6j7n9g 0k1cbidpef3m8o 0ghn2e4j5l6a79 "
            "1obkcp3i6d8m9f 0n1ech2j4a5g7l dfkmno3p6i8b9j 071acldheg2435 ikjo2fmp6n8g9b 01cdelhi3a475b "
            "fkgm2pln368j9o 0m17abdefh4c5i 1jgkip236o8n9l 0fadem4b5c7h 12gijlkn3o6p89 0dagcf4e5m7b9h "
            "0j162ilonp3k48 acbhdmfg5p679e 081lakin273j4o bfcmdg2o5h6e9p 0a1kjn3e4d7i8l apbgho2c576f9m "
            "091dek3l4n5j8i ahbocgfp267m 041nijkl395d8e afbpgohk2d6m7c 0519eijm3n4l8f 1hcodngp2k6b7a "
            "0laecj384m5f9i 021bgnop6h7d8k aiehjplm3f459c 061icn2bko7g8d bmejflhp345a9k"
        ),
        (30, 8, False): (
            "081pfl2hkq364a9m 0s1ibodretgj5c7n afgh2qkt3m4l689p 071cbidjeons5a8r ftgm2lkp3h496q "
            "0b1ndoeirs5j7a8c ehfmgk2olt3p469q 0i1janbc3d5r7s8k dteqgp2m4h5l6f9o 0a1bcsinkl3r7j8g "
            "1hdqfi29pt4m5o6e 0lacgonr3s6b7k8j 1edhit2s4p5m8q9f 0calbjno3g6k7r 14emfqhi25st8p9d "
            "0ragbnckjm3i6o7l 13defh245p7q8t9s 0pahbmcgiljnko6r 1scqht2f37485d9e 05arbkfngljomp6i "
            "12brdshq347c8e9t 0kapfogijsmn5t6l 19cdhr2b3q4e78 06asfgimjplnot5k 1dbqhn2elr38479c "
            "0haidgfsjtkmop56 18aqclen234r7b9k 0fdpijms4t5h6g7o 0q1rabel2c3k8i9n fjhoipmq4d5g6s7t "
            "021kbgcelo3a8n9r dfisjq2pmt456n7h 01cmekgrlp3b8o9a fk2ipsqt4j5n6h7d 0d1achermo3l8b9g "
            "bfjk2nqs4c5i6t7p 091latdmegjr3o8h cf2klsnp4q5b6d7i 0g1tamhjor3e89 blcifp2dkn4s5q67 "
            "0m1o2grt3j597e8a bhcndkesiqjl4f6p 0o1majfr2t39587g becpdnhsirlq4k69 0j1qcogt2a357m8f "
            "bsdlephmkr4n6a9i 0n15cjgq283t4o7f aebdikospr6m8l9h 0t172jnq3f4g5e6c adhkiomrpq4b8s9l "
            "031fctejgn2657 aohpkslmqr4i8d9b 0e16gs27nt3c5f9j 04akbpdihl2roq8m 1gbtcref3n5s6j79"
        ),
    }
)


def searched_slots(players: int, courts: int, *, rest: bool) -> list[list[list[Game]]]:
    """Return the searched slots of a small group, its players from 0; nothing if an order suffices."""
    written = _BEST_SCHEDULES.get((players, courts, rest))
    return [[_games(slot) for slot in written.split()]] if written else []


def _games(slot: str) -> list[Game]:
    digits = [int(digit, 36) for digit in slot if digit != "-"]
    return list(zip(digits[::2], digits[1::2], strict=True))


#: A game between two players, (first, second).
Game = tuple[int, int]


@dataclass(frozen=True)
class CourtSchedule:
    """Slots in order; a game's court is its place in the slot, the first court first."""

    slots: tuple[tuple[Game, ...], ...]
    courts: int

    @cached_property
    def slots_of(self) -> dict[int, tuple[int, ...]]:
        """The slots of each player, from 1."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, slot in enumerate(self.slots, start=1):
            for game in slot:
                for player in game:
                    found[player].append(number)
        return {player: tuple(numbers) for player, numbers in sorted(found.items())}

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        return tuple(later - earlier for numbers in self.slots_of.values() for earlier, later in pairwise(numbers))

    @property
    def twice_running(self) -> int:
        """The number of times a player plays in two consecutive slots."""
        return self.gaps.count(1)

    @property
    def least_gap(self) -> int:
        """The fewest slots between two games of one player; 0 if nobody has two."""
        return min(self.gaps, default=0)

    @property
    def longest_wait(self) -> int:
        """The most slots that a player sits out between two games."""
        return max(self.gaps, default=1) - 1

    @property
    def cost(self) -> tuple[int, int, int, int]:
        """The key for comparing schedules, the least first."""
        return len(self.slots), self.twice_running, -self.least_gap, self.longest_wait


def on_courts(games: Sequence[Game], courts: int, *, rest: bool = False) -> CourtSchedule:
    """Return every game, unchanged, in its slot. The same games always give the same slots.

    `games` come in the order of their rounds; a round robin, groups of any sizes, several cycles, a circular plan or a
    single round. The number of slots is minimal: at least games / courts, and at least the most games of one player.
    With `rest` nobody plays in two slots running, which takes more slots and leaves courts empty.

    Raises ValueError without a court, or for a game against oneself.
    """
    if courts < 1:
        raise ValueError("Games need at least one court.")
    if any(first == second for first, second in games):
        raise ValueError("A player cannot play against themselves.")
    if not games:
        return CourtSchedule((), courts)
    layouts = [
        CourtSchedule(tuple(map(tuple, slots)), courts) for slots in _candidate_layouts(games, courts, rest=rest)
    ]
    best = min(layouts, key=lambda each: each.cost)
    by_pair: dict[Game, list[Game]] = defaultdict(list)
    for game in games:
        by_pair[_pair(game)].append(game)
    return CourtSchedule(tuple(tuple(by_pair[_pair(game)].pop(0) for game in slot) for slot in best.slots), courts)


def round_robin_on_courts(players: int, courts: int, *, rest: bool = False) -> CourtSchedule:
    """Return the games of one group of `players`, numbered from 1, in slots."""
    pairs = [(one, other) for one in range(1, players + 1) for other in range(one + 1, players + 1)]
    return on_courts(pairs, courts, rest=rest)


def least_slots(players: int, courts: int) -> int:
    """Return the slots that one group needs: its rounds, or its games over its courts."""
    return max(-(-players * (players - 1) // 2 // courts), players - 1 + players % 2) if players > 1 else 0


def min_consecutive_games(players: int, courts: int) -> int:
    """Return the least number of players of one group who play twice running in the fewest slots.

    Two consecutive slots with more places than players must share some of them. If a slot has half of the players on
    its courts, no two consecutive slots need to, but half of the players have to.
    """
    if players < 2:
        return 0
    courts = min(courts, players // 2)
    games, slots = players * (players - 1) // 2, least_slots(players, courts)
    least: dict[tuple[int, int], int] = {(0, size): 0 for size in range(courts + 1)}
    # by the games that are done and those of the last slot
    for number in range(slots):
        following: dict[tuple[int, int], int] = {}
        for (finished, last), count in least.items():
            missing = games - finished
            for size in range(min(courts, missing) + 1):
                if missing - size > (slots - number - 1) * courts:
                    continue
                more = count + (max(0, 2 * (last + size) - players) if number else 0)
                key = finished + size, size
                following[key] = min(more, following.get(key, more))
        least = following
    counted = min(least.values())
    return max(counted, players // 2) if players == 4 * courts else counted


def _candidate_layouts(games: Sequence[Game], courts: int, *, rest: bool) -> Iterator[Sequence[Sequence[Game]]]:
    """Yield every candidate layout, each with all games."""
    counts = Counter(map(_pair, games))
    groups = sorted(sorted(_busy(group)) for group in edge_colouring.groups(list(counts)))
    for order in _orders(groups, counts, courts):
        yield from _split_into_slots(order, courts, rest=rest)
    players = groups[0]
    if len(groups) == 1 and len(games) == len(players) * (len(players) - 1) // 2 and max(counts.values()) == 1:
        for slots in searched_slots(len(players), courts, rest=rest):
            yield [[(players[one], players[other]) for one, other in slot] for slot in slots]
        return
    yield from _split_into_slots(games, courts, rest=rest)
    yield _slot_by_slot(games, courts, rest=rest)
    line = _in_line(_fewest_slots(games, courts))
    yield list(_with_pauses(line)) if rest else line


def _orders(groups: Sequence[Sequence[int]], counts: Mapping[Game, int], courts: int) -> Iterator[list[Game]]:
    """Yield orders for one court: the groups' games in turn, their rounds in turn, and `courts` games in turn.

    If not all in a group meet, or some more often, its order leaves games out or repeats them at the end.
    """
    times = [max(counts.get(game, 0) for game in combinations(players, 2)) for players in groups]
    lines = []
    for players, cycles in zip(groups, times, strict=True):
        line = _present(court_orders.one_court(players, cycles), counts, cycles)
        lines.append((line, len(players) // 2))
    yield _merge_orders([(line, 1) for line, _half in lines])
    if len(groups) > 1:
        yield _merge_orders(lines)
        yield _merge_orders([(line, courts) for line, _half in lines])
    elif len(groups[0]) == 4 * courts:
        yield _present(court_orders.four_a_court(groups[0]) * times[0], counts, times[0])


def _present(order: Sequence[Game], counts: Mapping[Game, int], cycles: int) -> list[Game]:
    """Return the existing games of an order of `cycles` cycles; games with fewer repeats are in the first cycles."""
    length = len(order) // cycles
    return [game for place, game in enumerate(order) if counts.get(_pair(game), 0) > place // length]


def _merge_orders(lines: Iterable[tuple[Sequence[Game], int]]) -> list[Game]:
    """Merge several orders into one, each spread evenly over the whole, in blocks of a given size."""
    found = []
    for number, (line, size) in enumerate(lines):
        blocks = -(-len(line) // size)
        for place, game in enumerate(line):
            found.append(((2 * (place // size) + 1) / (2 * blocks), number, place, game))
    return [each[-1] for each in sorted(found)]


def _split_into_slots(order: Sequence[Game], courts: int, *, rest: bool) -> Iterator[list[list[Game]]]:
    """Yield the order cut into the fewest slots without double games, with the fewest players twice running."""
    stretch_ends = _stretch_ends(order)
    ends = _ends_with_rest(order, courts, stretch_ends) if rest else _ends(order, courts, stretch_ends)
    if ends:
        yield [list(order[begin:end]) for begin, end in pairwise([0, *ends])]


def _stretch_ends(order: Sequence[Game]) -> list[int]:
    """Return, for each place of the order, the end of the stretch without a second game of any player."""
    found = [len(order)] * (len(order) + 1)
    following: dict[int, int] = {}
    for place in range(len(order) - 1, -1, -1):
        found[place] = min(found[place + 1], *(following.get(player, len(order)) for player in order[place]))
        following.update(dict.fromkeys(order[place], place))
    return found


def _ends(order: Sequence[Game], courts: int, stretch_ends: Sequence[int]) -> list[int]:
    """Return the end of each slot. Numbers of slots are tried from the fewest possible, and up to two more."""
    games = Counter(player for game in order for player in game)
    fewest = max(-(-len(order) // courts), *games.values())
    for slots in range(fewest, fewest + 3):
        found = _ends_of(order, courts, stretch_ends, slots)
        if found:
            return found
    return []


def _ends_of(order: Sequence[Game], courts: int, stretch_ends: Sequence[int], slots: int) -> list[int]:
    """Return the best cut into exactly that many slots. Empty if there is none."""
    Key = tuple[int, int]  # noqa: N806 - where the slot before the last one ended, and the last one
    best: dict[Key, int] = {(0, 0): 0}
    origins: list[dict[Key, Key]] = []
    for number in range(slots):
        following: dict[Key, int] = {}
        back: dict[Key, Key] = {}
        for (before, begin), count in best.items():
            least = max(begin + 1, len(order) - (slots - number - 1) * courts)
            for end in range(least, min(begin + courts, stretch_ends[begin], len(order)) + 1):
                more = count + (_common(order, before, begin, end) if stretch_ends[before] < end else 0)
                if more < following.get((begin, end), more + 1):
                    following[begin, end] = more
                    back[begin, end] = before, begin
        best = following
        origins.append(back)
    last = [key for key in best if key[1] == len(order)]
    if not last:
        return []
    key = min(last, key=lambda each: (best[each], each))
    ends = []
    for back in reversed(origins):
        ends.append(key[1])
        key = back[key]
    return ends[::-1]


def _common(order: Sequence[Game], before: int, begin: int, end: int) -> int:
    """Return the number of players in both of two consecutive slots."""
    return len(_busy(order[before:begin]) & _busy(order[begin:end]))


def _ends_with_rest(order: Sequence[Game], courts: int, stretch_ends: Sequence[int]) -> list[int]:
    """Return the ends of the fewest slots in which nobody plays twice running; some are empty."""
    count: dict[tuple[int, int], int] = {(0, 0): 0}
    origins: dict[tuple[int, int], tuple[int, int]] = {}
    for begin in range(len(order)):
        for before in range(begin, max(begin - courts, 0) - 1, -1):
            if (before, begin) not in count:
                continue
            slots = count[before, begin]
            if before < begin and slots + 1 < count.get((begin, begin), slots + 2):
                count[begin, begin] = slots + 1
                origins[begin, begin] = before, begin
        for before in range(max(begin - courts, 0), begin + 1):
            if (before, begin) not in count:
                continue
            slots = count[before, begin] + 1
            for end in range(begin + 1, min(begin + courts, stretch_ends[before]) + 1):
                if slots < count.get((begin, end), slots + 1):
                    count[begin, end] = slots
                    origins[begin, end] = before, begin
    key = min((each for each in count if each[1] == len(order)), key=lambda each: (count[each], each))
    ends = []
    while key != (0, 0):
        ends.append(key[1])
        key = origins[key]
    return ends[::-1]


def _slot_by_slot(games: Sequence[Game], courts: int, *, rest: bool) -> list[list[Game]]:
    """Return slot after slot, with the longest-waiting players and those with the most games left first."""
    remaining = dict(enumerate(games))
    togo = Counter(player for game in games for player in game)
    last: dict[int, int] = {}
    slots: list[list[Game]] = []
    while remaining:
        number = len(slots)

        def key(place: int, number: int = number) -> tuple[int, int, int, int]:
            game = remaining[place]
            running = sum(last.get(player) == number - 1 for player in game)
            waiting_time = sum(number - last.get(player, -1) for player in game)
            return running, -max(togo[player] for player in game), -waiting_time, place

        busy: set[int] = set()
        slot: list[int] = []
        for place in sorted(remaining, key=key):
            game = remaining[place]
            if len(slot) == courts or (rest and key(place)[0]):
                break
            if not busy & {*game}:
                busy |= {*game}
                slot.append(place)
        slots.append([remaining.pop(place) for place in slot])
        for game in slots[-1]:
            for player in game:
                last[player] = number
                togo[player] -= 1
    return slots


def _fewest_slots(games: Sequence[Game], courts: int) -> list[list[Game]]:
    """Return the fewest slots without double games, in any order: rounds, levelled by chains of games."""
    count = Counter(player for game in games for player in game)
    least = max(-(-len(games) // courts), *count.values())
    if not edge_colouring.fits(games, least):
        least += 1
    pairs = list(map(_pair, games))
    of = edge_colouring.in_fewest_rounds(pairs, _earliest_slots(games, least), least)
    slots: list[list[Game]] = [[] for _slot in range(max(least, *(number + 1 for number in of)))]
    for pair, number in zip(pairs, of, strict=True):
        slots[number].append(pair)
    while max(map(len, slots)) > courts:
        full, short = max(slots, key=len), min(slots, key=len)
        parts = [{*part} for part in edge_colouring.groups([*full, *short])]
        chain = next(part for part in parts if len(part & {*full}) > len(part & {*short}))
        full[:], short[:] = (
            [game for game in full if game not in chain] + [game for game in short if game in chain],
            [game for game in short if game not in chain] + [game for game in full if game in chain],
        )
    return slots


def _earliest_slots(games: Sequence[Game], slots: int) -> list[int | None]:
    """Return the first slot of every game in which both players are free, None without one."""
    busy: dict[int, set[int]] = defaultdict(set)
    found: list[int | None] = []
    for one, other in games:
        free = next((slot for slot in range(slots) if slot not in busy[one] | busy[other]), None)
        found.append(free)
        if free is not None:
            busy[one].add(free)
            busy[other].add(free)
    return found


def _in_line(slots: list[list[Game]]) -> list[list[Game]]:
    """Return the slots in an order with few players twice running: the next one shares the fewest with the last."""
    remaining = list(slots)
    line = [remaining.pop(0)]
    while remaining:
        busy = _busy(line[-1])
        earlier = _busy(line[-2]) if len(line) > 1 else set()
        line.append(
            remaining.pop(
                min(
                    range(len(remaining)),
                    key=lambda at: (len(busy & _busy(remaining[at])), -len(earlier & _busy(remaining[at])), at),
                )
            )
        )
    return line


def _with_pauses(slots: list[list[Game]]) -> Iterator[list[Game]]:
    """Yield the slots with an empty one wherever a player would play twice running."""
    busy: set[int] = set()
    for slot in slots:
        if busy & _busy(slot):
            yield []
        busy = _busy(slot)
        yield slot


def _busy(slot: Iterable[Game]) -> set[int]:
    return {player for game in slot for player in game}


def _pair(game: Game) -> Game:
    return game if game[0] < game[1] else game[::-1]
