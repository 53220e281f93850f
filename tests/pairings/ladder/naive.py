"""Random club seasons, and a ladder kept on paper: places are numbers on cards that change with each game."""

from dataclasses import replace
from random import Random

from pairings.plan import CannotPair, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Player, Result, Round, Snapshot
from pairings.systems.ladder import SYSTEM, Options, Takes

WON, LOST = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
ENDS = [
    *(WON, LOST) * 3,
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.DRAW, Outcome.DRAW, Decision.ADJOURNED),
    None,
]


def evenings(count, most=8):
    """Yield (snapshot, options, plan or None) before each evening of some random seasons.

    Players arrive late, stay away, leave and return, and some pairs are fixed or forbidden.
    """
    for seed in range(count):
        lots = Random(seed)
        size = lots.randint(2, most)
        options = Options(
            reach=lots.choice((1, 2, 3, 5)),
            apart=lots.choice((0, 1, 2, 3)),
            takes=lots.choice(tuple(Takes)),
            missed=lots.choice((0, 0, 1, 2, 3)),
        )
        players = tuple(
            Player(n, entered=1 if lots.random() < 0.8 else lots.randint(2, 5), may_have_bye=lots.random() < 0.9)
            for n in range(1, size + 1)
        )
        rules = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.3 else ()
        snapshot = Snapshot(players, forbidden=rules)
        for number in range(1, lots.randint(3, 9)):
            snapshot = replace(snapshot, next_round=number, **_with_wishes(snapshot, number, lots))
            plan = plan_or_none(snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            snapshot = play_round(snapshot, plan, lots)
            snapshot = replace(snapshot, players=tuple(_of_mind(p, number, lots) for p in snapshot.players))


def _with_wishes(snapshot, number, lots):
    """Return the absences of a round, and the pairs fixed before it."""
    kinds = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO, ByeKind.ZERO)
    inside = [p.number for p in snapshot.players if p.withdrawn is None and p.entered <= number]
    byes = tuple(Bye(n, lots.choice(kinds)) for n in inside if lots.random() < 0.2)
    here = [n for n in inside if n not in {bye.player for bye in byes}]
    fixed = ()
    if len(here) > 3 and lots.random() < 0.25:
        fixed = (tuple(lots.sample(here, 2)) if lots.random() < 0.8 else (lots.choice(here), 0),)
    return {"byes": byes, "fixed": fixed}


def _of_mind(player, number, lots):
    """Return the player, who sometimes leaves after a round or returns."""
    if player.withdrawn is None and lots.random() < 0.04:
        return replace(player, withdrawn=number)
    return replace(player, withdrawn=None) if player.withdrawn is not None and lots.random() < 0.2 else player


def plan_or_none(snapshot, options):
    try:
        return SYSTEM.pair(snapshot, options, Random(0))
    except CannotPair:
        return None


def play_round(snapshot, plan, lots, ends=ENDS):
    tables = tuple(replace(p, result=lots.choice(ends)) for p in as_recorded(plan).pairings)
    done = Round(plan.number, tables, as_recorded(plan).byes)
    return replace(snapshot, rounds=(*snapshot.rounds, done), next_round=plan.number + 1, byes=(), fixed=())


def on_paper(snapshot, options, shuffle=None):
    """Return all players from the first place on, following the rules in words.

    `shuffle` sets the order of the games of a round.
    """
    seen = {n: r.number for r in reversed(snapshot.rounds) for p in r.pairings for n in (p.first, p.second)}
    since = {p.number: min(p.entered, seen.get(p.number, p.entered)) for p in snapshot.players}
    card = {p.number: at for at, p in enumerate(sorted(snapshot.players, key=lambda p: (since[p.number], p.number)))}
    misses = dict.fromkeys(card, 0)
    _take_out(card, snapshot, 0)
    for evening in snapshot.rounds:
        games = [p for p in evening.pairings if p.result is not None]
        if shuffle is not None:
            shuffle(games)
        for game in games:
            _after_game(card, game, options)
        _after_absence(card, misses, since, evening, options)
        _take_out(card, snapshot, evening.number)
    return sorted(card, key=card.get)


#: Cards of players who left are numbered from here on; the last to leave is above those who left before.
GONE = 1_000_000


def _take_out(card, snapshot, number):
    for player in snapshot.players:
        if player.withdrawn is not None and player.withdrawn <= number and card[player.number] < GONE:
            card[player.number] += GONE * (100 - number)
    for place, player in enumerate(sorted((n for n in card if card[n] < GONE), key=card.get)):
        card[player] = place


def _after_game(card, game, options):
    sides = {
        (Outcome.WIN, Outcome.LOSS): (game.first, game.second),
        (Outcome.LOSS, Outcome.WIN): (game.second, game.first),
    }
    if (game.result.first, game.result.second) not in sides:
        return
    winner, loser = sides[game.result.first, game.result.second]
    if card[winner] < card[loser] or card[winner] >= GONE:
        return
    if options.takes == "swap":
        card[winner], card[loser] = card[loser], card[winner]
        return
    taken, old = card[loser], card[winner]
    for player, place in card.items():
        if taken <= place < old:
            card[player] = place + 1
    card[winner] = taken


def _after_absence(card, misses, since, evening, options):
    here = {n for p in evening.pairings for n in (p.first, p.second)}
    here |= {b.player for b in evening.byes if b.kind in {ByeKind.ALLOCATED, ByeKind.FULL, ByeKind.HALF}}
    down = []
    for player in [n for n in card if card[n] < GONE and since[n] <= evening.number]:
        misses[player] = 0 if player in here else misses[player] + 1
        if options.missed and misses[player] and misses[player] % options.missed == 0:
            down.append(player)
    in_it = {n for n in card if card[n] < GONE and since[n] <= evening.number}
    for player in sorted(down, key=card.get, reverse=True):
        below = [n for n in in_it if card[n] == card[player] + 1]
        if below and below[0] not in down:
            card[player], card[below[0]] = card[below[0]], card[player]
