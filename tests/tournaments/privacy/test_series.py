"""A series after an erasure: the same persons, places and points, without the name."""

from datetime import date
from decimal import Decimal

import pytest

from standings.web.series.corrections import table_of
from standings.web.series.tables import SeriesView
from tests.tournaments.privacy.test_erasing import mentions
from tournaments.core.rights import Who
from tournaments.models import ClosedSeason, Series, SeriesEvent, User
from tournaments.privacy import erasing, finding
from tournaments.series import series as service

pytestmark = pytest.mark.django_db


def table(series):
    view = SeriesView(Series.objects.get(pk=series.pk))
    return [(line.line.place, str(line.line.counted.total)) for line in view.lines(view.table())], view.questions


@pytest.fixture
def owner(db):
    return Who.at_page(User.objects.create_user("Olga", password="a long enough password", is_superuser=True))


@pytest.mark.parametrize("closed", [False, True])
def test_person_stays_one_person_in_the_series_table(make, orla, owner, closed):
    stages = [make(name=name, planned_rounds=1) for name in ("One", "Two")]
    for number, stage in enumerate(stages):
        stage.with_players("Ann Berg" if number else "Berg, Ann", "Bo", fide_id="")
        player = next(row for name, row in stage.players.items() if "Ann" in name)
        player.fide_id = "1503014"
        player.save(update_fields=["fide_id"])
        stage.play("1-0")
        stage.finish()
    me = Who.at_page(orla)
    series = service.create_series(me, name="Cup", rule={"points": {"table": ["3", "1"]}})
    for stage in stages:
        stage.tournament.refresh_from_db()
    service.add_tournaments(me, series, [stage.tournament for stage in stages])
    service.add_typed(me, series, name="Evening", held_on=date(2026, 1, 1), rows=[(1, "Ann Berg"), (2, "Cy")])
    service.answer(me, series, [("fide 1503014", "name ann berg||"), ("name bo||", "name bo||")], same=True)
    ann = next(player for name, player in stages[0].players.items() if "Ann" in name)
    service.give_points(me, series, person=ann.public_id, points=Decimal(2), reason="Ann Berg set up")
    if closed:
        service.close_season(me, series, table_of=table_of)
    before = table(series)
    found = finding.find("Ann Berg")
    assert sorted(row.ticked.kind for row in found.rows) == ["player", "player", "typed"]
    erasing.erase_everywhere(owner, [row.ticked for row in found.rows], "Ann Berg")
    assert mentions("Ann Berg", "Berg, Ann", "1503014") == []
    assert erasing.undone_erasures() == []
    assert table(series) == before
    assert series.by_hand.get().reason == "–"
    assert ClosedSeason.objects.count() == closed
    if closed:
        service.reopen_season(me, Series.objects.get())
        assert table(series) == before


def test_typed_name_from_a_restored_backup_is_erased_again(orla, owner):
    me = Who.at_page(orla)
    series = service.create_series(me, name="Cup", rule={"points": {"table": ["3", "1"]}})
    event = service.add_typed(me, series, name="Evening", held_on=date(2026, 1, 1), rows=[(1, "Ann Berg"), (2, "Cy")])
    typed = event.typed
    erasing.erase_everywhere(owner, [row.ticked for row in finding.find("Ann Berg").rows], "Ann Berg")
    assert erasing.undone_erasures() == []
    SeriesEvent.objects.filter(pk=event.pk).update(typed=typed)
    assert [each.key for each in erasing.undone_erasures()] == [typed[0]["id"]]
    erasing.do_again(owner)
    assert mentions("Ann Berg") == []
    assert erasing.undone_erasures() == []
