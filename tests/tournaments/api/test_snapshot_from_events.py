"""A client that reads only the events of a tournament knows its snapshot, after every verb and its undo."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.event_stream_client import Mirror, facts_of_snapshot
from tests.tournaments.all_features.test_statements import CASES, Field
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.history import undo
from tournaments.models import JournalEntry, Result, Tournament
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.stages import knockouts
from tournaments.stages.knockouts import Follow

pytestmark = pytest.mark.django_db


def reader(who, tournament):
    """Return a function that reads anonymously or with a token, and returns None for a missing page."""
    more = {"name": "Reader", "scopes": ["read", "admin"], "expires_at": timezone.now() + timedelta(days=1)}
    _token, value = tokens.create_token(who, tournament, **more)

    def read(path, *, whole):
        headers = {"Authorization": f"Bearer {value}"} if whole else {}
        answer = Client().get(f"/api/v1/tournaments/{tournament.slug}{path}", headers=headers)
        return json.loads(answer.content) if answer.status_code == 200 else None

    return read


def holds(read):
    """Check that the events tell the public and the staff the same as their snapshots."""
    for whole in (False, True):
        snapshot = read("/snapshot", whole=whole)
        if snapshot is None and not whole:
            continue
        events, cursor, more = [], "0", True
        while more:
            page = read(f"/events?after={cursor}", whole=whole)
            events += page["events"]
            cursor, more = page["cursor"], page["more"]
        assert Mirror(events).facts(whole=whole) == facts_of_snapshot(snapshot), f"whole: {whole}"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rotates(8)
def test_events_rebuild_the_snapshot_after_a_verb_and_its_undo(name, make, orla):
    field = Field(make, 8, orla)
    CASES[name](field)()
    who = Who.at_page(orla)
    entry = JournalEntry.objects.latest("pk")
    touched = Tournament.objects.filter(journal__joint=entry.joint) if entry.joint else [entry.tournament]
    readers = [reader(who, each) for each in dict.fromkeys(touched)]
    for read in readers:
        holds(read)
    if VERBS[entry.verb].reversible:
        undo.undo(who, entry.tournament, entry)
        for read in readers:
            holds(read)


def play_won_round(stage, number, seeds):
    """Play a round in which the better seed of each table wins."""
    round_ = rounds.pair_next_round(stage.orla, stage.tournament, number)
    round_ = rounds.publish_round(stage.orla, stage.tournament, round_, reason="so it was")
    for row in round_.pairings.filter(result__isnull=True):
        names = list(row.appearances.order_by("side").values_list("player__name", flat=True))
        first = seeds.index(names[0]) < seeds.index(names[1])
        answer = parse("1-0" if first else "0-1", stage.tournament.scoring)
        results.enter_result(stage.orla, stage.tournament, row, answer)
    return rounds.close_round(stage.orla, stage.tournament, round_)


@pytest.mark.parametrize("follow", [Follow.REPLAY, Follow.KEEP])
@pytest.mark.parametrize("options", [{}, {"plate": True}, {"lives": "two"}])
@pytest.mark.rotates(6)
def test_events_report_rounds_removed_by_a_replay(make, follow, options):
    seeds = [f"P{number}" for number in range(1, 9)]
    stage = make(system="knock-out", options=options).with_players(*seeds)
    read = reader(stage.orla, stage.tournament)
    first = play_won_round(stage, 1, seeds)
    play_won_round(stage, 2, seeds)
    play_won_round(stage, 3, seeds)
    holds(read)
    row = first.pairings.select_related("result").order_by("table").first()
    other = parse("0-1" if row.result.first == "win" else "1-0", stage.tournament.scoring)
    results.correct_result(stage.orla, stage.tournament, row, other, reason="misread", follow=follow)
    holds(read)
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.first())
    holds(read)


@pytest.mark.rotates(2)
def test_events_report_who_advances_by_decision(make):
    stage = make(system="knock-out").with_players(*"ABCD")
    read = reader(stage.orla, stage.tournament)
    stage.pair()
    stage.publish()
    stage.enter(1, "½-½")
    stage.enter(2, "1-0")
    knockouts.set_advancing_side(stage.orla, stage.tournament, stage.table(1), 2, how="decision", note="by lot")
    stage.close()
    holds(read)
    stage.pair()
    stage.publish()
    holds(read)


@pytest.mark.rotates(4)
def test_repaired_draft_keeps_forfeits_it_starts_with(make):
    """A withdrawn player already loses by forfeit in the draft; the new draft has that result at another table."""
    stage = make(system="round-robin").with_players(*"ABCDEF")
    read = reader(stage.orla, stage.tournament)
    stage.play(*["1-0"] * 3)
    registration.withdraw(stage.orla, stage.tournament, stage.players["D"])
    old = stage.pair()
    assert Result.objects.filter(pairing__round=old).exists()
    holds(read)
    rounds.pair_again(stage.orla, stage.tournament, old)
    assert Result.objects.filter(pairing__round__number=2).exists()
    holds(read)
    stranger = read("/events?after=0", whole=False)["events"]
    assert not [line for event in stranger for line in event["results"] if line["round"] == 2]
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.first())
    holds(read)
