"""Code that uses Django internals gives the same results as Django, and is in one package."""

import ast

import pytest
from django.apps import apps
from django.db import connection, models

from tests.layers import ROOT, modules
from tests.tournaments.core.test_inserting import NAMES
from tournaments.core.orm import copying
from tournaments.core.orm.columns import (
    column,
    columns_of,
    is_stored,
    key_column,
    mark_stored,
    references_to,
    rows_of,
    table_of,
)
from tournaments.core.orm.fast_reading import QuickRows
from tournaments.models import Appearance, Pairing, Player, Round
from tournaments.models.player import sort_key

HOME = "tournaments.core.orm"
#: Names of Django internals that code uses.
PRIVATE = {
    "_base_manager",
    "_default_manager",
    "_meta",
    "_prefetched_objects_cache",
    "_result_cache",
    "_state",
    "ModelState",
    "get_compiler",
    "get_related_populators",
    "klass_info",
    "register_lookup",
    "wrap_database_errors",
}
MODELS = list(apps.get_app_config("tournaments").get_models())
QUICK = [model for model in MODELS if issubclass(model, QuickRows)]


def names_in(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


@pytest.mark.rotates(4)
def test_only_the_orm_package_uses_private_django_names():
    others = [(name, path) for name, path in modules() if not name.startswith(HOME)]
    others += [(str(path), path) for part in ("standings", "server") for path in (ROOT / part).rglob("*.py")]
    assert {name: found for name, path in others if (found := PRIVATE & set(names_in(path)))} == {}


@pytest.mark.parametrize("model", QUICK, ids=lambda model: model.__name__)
class TestQuickRows:
    def test_from_db_makes_the_same_row_as_django(self, model):
        names = [each.attname for each in columns_of(model)]
        values = [None if name.endswith("_id") else name for name in names]
        for given in (len(names), len(names) - 2):  # the others are read when they are needed
            quick = model.from_db("default", names[:given], values[:given])
            usual = models.Model.from_db.__func__(model, "default", names[:given], values[:given])
            states = quick._state, usual._state
            assert [vars(state) for state in states] == [{"adding": False, "db": "default"}] * 2
            shown = [{name: value for name, value in vars(row).items() if name != "_state"} for row in (quick, usual)]
            assert shown[0] == shown[1]
            assert list(shown[0]) == names[:given]
            assert quick.get_deferred_fields() == usual.get_deferred_fields()


@pytest.mark.django_db
class TestManyRows:
    @pytest.fixture
    def players(self, make):
        def of(start):
            return [
                Player(tournament=tournament, name=f"{at}{name}", sort_key=sort_key(name), club=name, rating=at or None)
                for at, name in enumerate(NAMES, start=start)
            ]

        tournament = make().tournament
        return of

    def test_copied_rows_equal_rows_of_bulk_create(self, players, monkeypatch):
        monkeypatch.setattr(copying, "MANY", 1)
        copied, inserted = players(10), players(10)
        for one, other in zip(copied, inserted, strict=True):
            other.name, other.public_id = f"{one.name}+", one.public_id[::-1]
        copying.insert(Player, copied, 1000)
        Player.objects.bulk_create(inserted)
        assert [vars(row._state) for row in copied] == [vars(row._state) for row in inserted]
        own = {"id", "name", "public_id", "created_at"}
        stored = [
            [
                {each.name: getattr(row, each.attname) for each in columns_of(Player) if each.name not in own}
                for row in Player.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")
            ]
            for rows in (copied, inserted)
        ]
        assert len(stored[0]) == len(NAMES)
        assert stored[0] == stored[1]

    def test_next_keys_continue_the_sequence_of_django(self, players):
        first, second, third = players(1)[:3]
        first.save()
        keys = copying.next_keys(Player, 3)
        second.save()
        assert keys == [first.pk + 1, first.pk + 2, first.pk + 3]
        assert second.pk == first.pk + 4
        assert copying.next_keys(Player, 0) == []
        assert not is_stored(third)
        mark_stored([third])
        assert is_stored(third)
        assert third._state.db == second._state.db == connection.alias


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_model_helpers_return_the_columns_of_django(model):
    assert columns_of(model) == list(model._meta.concrete_fields)
    assert [column(model, each.name) for each in columns_of(model)] == columns_of(model)
    assert (table_of(model), key_column(model)) == (model._meta.db_table, model._meta.pk)
    assert rows_of(model).model is model
    for other, name in references_to(model):
        assert column(other, name).related_model is model


def test_references_to_round_include_appearance_and_pairing():
    assert {(Appearance, "round"), (Pairing, "round")} <= set(references_to(Round))


def test_empty_list_default_is_a_new_object_each_time():
    found = column(Player, "penalties")
    one, other = (found.from_db_value("[]", None, None) for _time in range(2))
    assert one == other == []
    assert one is not other
    assert found.from_db_value('[{"kind": "warning"}]', None, None) == [{"kind": "warning"}]
    assert found.from_db_value(None, None, None) is None
    assert found.deconstruct()[1] == "django.db.models.JSONField"
