"""Courts in tests: which match is on which court, and matches by the letters of their players."""

from tournaments.core.court_floor import floor_of
from tournaments.hall import calling
from tournaments.models.courts import CourtSettings


def with_courts(stage, count, **more):
    stage.tournament = calling.set_courts(stage.orla, stage.tournament, CourtSettings(count, **more))
    return stage


def names(match):
    return "".join(sorted(player.name for player in match.players))


def floor(stage, now=None):
    stage.tournament.refresh_from_db()
    return floor_of(stage.tournament, now)


def on_court(stage):
    return {court: names(match) for court, match in floor(stage).on_court.items()}


def match(stage, pair):
    """Return the pairing of two players, given by their letters, such as AB."""
    return next(each.pairing for each in floor(stage).by_pairing.values() if names(each) == pair)


def of(stage, *wanted):
    """Return the match of players whose names contain the wanted texts."""
    return next(
        each
        for each in floor(stage).by_pairing.values()
        if each.section.pk == stage.tournament.pk and all(any(w in p.name for p in each.players) for w in wanted)
    )
