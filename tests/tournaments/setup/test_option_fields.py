"""Fields of a pairing system's options: each shows the option's value and accepts what it shows."""

import pytest
from django import forms

from pairings import options
from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.models import Tournament
from tournaments.setup.forms import setting_forms

pytestmark = pytest.mark.django_db
ADDRESS = "/t/cup/desk/settings/"


@pytest.mark.parametrize("system", SYSTEMS)
def test_number_fields_have_only_integers_as_initial_values(system, make):
    stage = make().tournament.stages.get()
    for preset in (None, *SYSTEMS[system].presets):
        for name, field in setting_forms.option_fields(
            setting_forms.SystemChoice(SYSTEMS[system], preset), stage
        ).items():
            if isinstance(field.widget, forms.NumberInput):
                assert field.initial is None or isinstance(field.initial, int), name


@pytest.mark.rotates(4)
def test_mcmahon_ranks_and_fractions_are_saved_on_the_settings_page(make, orla):
    stage = make(game="go", system="mcmahon", planned_rounds=5)
    page = signed_in(orla)
    form = page.get(ADDRESS).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    texts = {
        spec.name: sent[setting_forms.PREFIX + spec.name]
        for spec in options.specs(SYSTEMS["mcmahon"].options)
        if spec.kind in {"text", "share", "exact"}
    }
    assert texts["bar"] == "3d"
    assert "1/2" in texts.values()
    refused = page.post(ADDRESS, {**sent, setting_forms.PREFIX + "bar": "5x"})
    assert refused.status_code == 422
    assert "such as 12k or 3d" in refused.content.decode()
    assert page.post(ADDRESS, {**sent, setting_forms.PREFIX + "bar": "5d"}).status_code == 302
    assert stage.tournament.stages.get().options == {**stage.tournament.stages.get().options, **texts, "bar": "5d"}


def test_points_are_shown_as_they_are_typed(make, orla):
    tournament = make().tournament
    Tournament.objects.filter(pk=tournament.pk).update(points_win=10, points_draw="0.5")
    page = signed_in(orla).get(ADDRESS)
    form = page.context["form"]
    assert {name: str(form[name].value()) for name in ("points_win", "points_draw", "points_loss")} == {
        "points_win": "10", "points_draw": "0.5", "points_loss": "0"
    }  # fmt: skip
    assert 'value="10"' in page.content.decode()
