"""The end of a tournament: unpaired rounds need confirmation, and the report states the number of rounds."""

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.report_files.test_reports import export_report
from tournaments.core.journal.errors import RoundsMissing
from tournaments.core.journal.verbs import VERBS
from tournaments.history import undo
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def short(make):
    """A Swiss of eight over five rounds; four rounds are closed."""
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCDEFGH")
    for _number in range(4):
        stage.play("1-0", "½-½", "0-1", "1-0")
    return stage


@pytest.mark.rotates(2)
def test_finishing_with_unpaired_rounds_needs_confirmation(short):
    with pytest.raises(RoundsMissing) as asked:
        lifecycle.finish(short.orla, short.tournament)
    assert (asked.value.missing, asked.value.planned) == (1, 5)
    assert asked.value.text == "1 of 5 rounds was not paired. Confirm that the tournament ends without it."
    with pytest.raises(RoundsMissing):
        lifecycle.finish(short.orla, short.tournament, rounds_missing=2)
    assert lifecycle.finish(short.orla, short.tournament, rounds_missing=1).finished_at is not None
    entry = short.tournament.journal.first()
    assert VERBS["finish"].sentence(entry.facts) == "Finished the tournament with 4 of 5 rounds."
    assert "### Finished @ Round 4: 4 of 5 rounds played" in export_report(short.tournament).decode()


@pytest.mark.rotates(4)
def test_finishing_after_the_last_round_needs_no_confirmation(short):
    short.play("1-0", "1-0", "1-0", "1-0")
    lifecycle.finish(short.orla, short.tournament, rounds_missing=3)
    assert short.tournament.journal.first().facts == {}
    assert "### Finished" not in export_report(short.tournament).decode()


@pytest.mark.rotates(2)
def test_undone_finish_is_not_in_the_report(short):
    lifecycle.finish(short.orla, short.tournament, rounds_missing=1)
    undo.undo(short.orla, short.tournament, short.tournament.journal.first())
    assert "### Finished" not in export_report(short.tournament).decode()


@pytest.mark.rotates(4)
def test_desk_asks_for_confirmation_before_finishing(short, orla):
    client = signed_in(orla)
    first = client.post("/t/cup/desk/finish/")
    assert first.status_code == 422
    page = first.content.decode()
    assert "1 of 5 rounds was not paired" in page
    assert 'name="rounds_missing" value="1"' in page
    short.tournament.refresh_from_db()
    assert short.tournament.finished_at is None
    assert client.post("/t/cup/desk/finish/", {"rounds_missing": "1"}).status_code == 302
    assert b"The tournament ended after round 4 of 5." in client.get("/t/cup/").content


def test_command_finishes_with_the_number_of_missing_rounds(short, capsys):
    with pytest.raises(CommandError, match="1 of 5 rounds was not paired"):
        call_command("arbiter", "cup", "finish")
    call_command("arbiter", "cup", "finish", "--rounds-missing", "1")
    call_command("arbiter", "cup", "finish")
    assert capsys.readouterr().out.splitlines() == ["Cup: finish: done", "Cup: finish: nothing to do"]
    with pytest.raises(CommandError, match="There is no tournament nothing"):
        call_command("arbiter", "nothing", "finish")
