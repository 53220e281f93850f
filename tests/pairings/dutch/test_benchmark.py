"""The tournaments that `python -m benchmarks.engines.dutch` generates and times."""

from benchmarks.engines.dutch import generate_stages
from pairings.snapshot import Decision, Scoring


def test_generated_tournaments_vary_only_in_ratings_and_results():
    """Otherwise, figures of two days would measure different things."""
    stages = generate_stages(40, 7)

    assert [stage.next_round for stage in stages] == list(range(2, 10))
    last = stages[-1]
    assert last == generate_stages(40, 7)[-1]
    assert last.scoring == Scoring()
    assert last.planned_rounds == 9
    assert not last.virtual_points
    assert all((player.entered, player.withdrawn) == (1, None) for player in last.players)
    assert not any(played.byes for played in last.rounds)
    results = [pairing.result for played in last.rounds for pairing in played.pairings]
    assert {result.decision for result in results} <= {Decision.PLAYED, Decision.FORFEIT}
