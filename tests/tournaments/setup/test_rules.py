"""The rules of the standings: edited on a page, stored with a reason, and used by every table."""

import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from standings.rulesets import customise
from standings.rulesets.presets import RULES
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.setup import lifecycle, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(make):
    """A card game: a round robin of four, with one round played."""
    stage = make(game="cards", system="round-robin", best_of=1).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "1-0")
    return stage


def change(stage, changes, **more):
    values = {"rules": stage.tournament.rules, "reason": "as announced", **more}
    return rules.change_rules(stage.orla, stage.tournament, changes=changes, **values)


class Form(HTMLParser):
    """The fields of the form `rules` that a browser sends."""

    def __init__(self, text):
        super().__init__()
        self.fields, self.inside, self.select = {}, False, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.inside = given.get("id") == "rules"
        elif self.inside and tag == "select":
            self.select = given["name"]
        elif self.inside and tag == "option":
            if "selected" in given or self.select not in self.fields:
                self.fields[self.select] = given["value"]
        elif self.inside and tag == "input" and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            value = given.get("value", "on" if given.get("type") == "checkbox" else "")
            several = self.fields.get(given["name"], []) if given["name"] == "chain" else None
            self.fields[given["name"]] = value if several is None else [*several, value]


class Page:
    """The sheet of rules in a browser without scripts: the next button sends what the sheet shows."""

    def __init__(self, stage, user, language="en"):
        self.address = reverse("standings:rules", kwargs={"slug": stage.tournament.slug})
        self.client = signed_in(user)
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        self.answer = self.client.get(self.address)

    @property
    def sheet(self):
        return self.answer.context["sheet"]

    @property
    def chain(self):
        return self.sheet.chain.codes

    @property
    def text(self):
        return self.answer.content.decode()

    @property
    def stored_codes(self):
        return self.client.get(self.address).context["sheet"].chain.codes

    def press(self, do, **typed):
        fields = {**Form(self.text).fields, "do": do, **typed}
        self.answer = self.client.post(
            self.address, {name: value for name, value in fields.items() if value is not None}
        )
        return self.answer


class TestChange:
    def test_tables_follow_the_change_and_the_journal_keeps_the_old_list(self, cards):
        change(cards, {"chain": ["MP", "OMW"], "percentages.floor": "1/3"})
        entry = cards.tournament.journal.first()
        assert (entry.verb, entry.reason) == ("change-rules", "as announced")
        assert entry.facts["was"]["chain"] == ["MP", "OMW", "GW", "OGW"]
        assert VERBS[entry.verb].sentence(entry.facts) == (
            "Changed the standings rules: Magic: The Gathering: MP OMW; the floor: 1/3; 3/1/0. "
            "Before: Magic: The Gathering: MP OMW GW OGW; 3/1/0."
        )
        assert cards.tournament.rules_changes == {"chain": ["MP", "OMW"], "percentages.floor": "1/3"}

    def test_values_equal_to_the_rule_set_are_no_change(self, cards):
        change(cards, {"chain": ["MP", "OMW", "GW", "OGW"], "percentages.floor": "0.33"})
        assert cards.tournament.rules_changes == {}
        assert not JournalEntry.objects.filter(verb="change-rules").exists()

    def test_points_change_in_the_same_entry(self, cards):
        change(cards, {}, points={"points_win": "2"})
        assert cards.tournament.scoring.win == 2
        assert cards.tournament.journal.first().facts["now"]["points"] == ["2", "1", "0"]

    def test_change_after_the_start_needs_a_reason(self, cards):
        with pytest.raises(Refused, match="Give a reason") as refusal:
            change(cards, {"chain": ["MP"]}, reason=" ")
        assert refusal.value.field == "reason"
        cards.tournament.refresh_from_db()
        assert cards.tournament.rules_changes == {}

    def test_change_before_the_start_needs_no_reason(self, cup):
        change(cup, {"chain": ["PTS", "WIN"]}, reason="")
        assert cup.tournament.rules_changes == {"chain": ["PTS", "WIN"]}

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"chain": ["MP", "NONE"]}, "chain"),
            ({"chain": []}, "chain"),
            ({"percentages.floor": "2"}, "percentages.floor"),
            ({"nothing": 1}, "nothing"),
        ],
    )
    def test_invalid_change_is_refused_with_its_field(self, cards, changes, field):
        with pytest.raises(Refused) as refusal:
            change(cards, changes)
        assert refusal.value.field == field

    def test_invalid_points_are_refused(self, cards):
        with pytest.raises(Refused) as refusal:
            change(cards, {}, points={"points_win": "1e9"})
        assert refusal.value.field == "points_win"

    def test_undo_restores_the_old_list(self, cards):
        change(cards, {"chain": ["MP"]})
        undo.undo(cards.orla, cards.tournament, cards.tournament.journal.first())
        cards.tournament.refresh_from_db()
        assert cards.tournament.rules_changes == {}

    def test_helper_cannot_change_rules(self, cards, heli):
        with pytest.raises(NotAllowed):
            rules.change_rules(Who.at_page(heli), cards.tournament, rules="mtr", changes={}, reason="x")

    def test_another_rule_set_in_the_settings_drops_changed_lines(self, cards):
        change(cards, {"chain": ["MP"]})
        lifecycle.change_settings(cards.orla, cards.tournament, rules="third", reason="other rules")
        assert (cards.tournament.rules, cards.tournament.rules_changes) == ("third", {})


class TestRulesPage:
    """The page needs no mouse and no script: every button sends the sheet and gets it back."""

    def test_page_starts_with_the_current_rules(self, cards, orla):
        page = Page(cards, orla)
        assert page.chain == ["MP", "OMW", "GW", "OGW"]
        assert page.sheet.values["percentages.floor"] == "33/100"
        assert "Rounds have been played" in page.text

    @pytest.mark.parametrize("key", RULES)
    @pytest.mark.rotates(8)
    def test_every_rule_set_can_be_selected_and_saved_unchanged(self, cards, orla, key):
        page = Page(cards, orla)
        page.press("preset", rules=key)
        assert page.press("store", reason="other rules").status_code == 302
        cards.tournament.refresh_from_db()
        assert (cards.tournament.rules, cards.tournament.rules_changes) == (key, {})

    def test_criteria_move_up_and_down_and_keep_the_focus(self, cards, orla):
        page = Page(cards, orla)
        page.press("down-1")
        assert page.chain == ["MP", "GW", "OMW", "OGW"]
        page.press("up-3")
        assert page.chain == ["MP", "GW", "OGW", "OMW"]
        assert 'value="up-3" autofocus' in page.text
        page.press("up-0")
        assert page.chain[0] == "MP"
        cards.tournament.refresh_from_db()
        assert cards.tournament.rules_changes == {}, "nothing is stored before it is asked for"

    def test_criteria_are_removed_and_added(self, cards, orla):
        page = Page(cards, orla)
        page.press("remove-2")
        page.press("add", add="BH/C1")
        assert page.chain == ["MP", "OMW", "OGW", "BH/C1"]
        assert "FIDE rules" in page.text, "the settings of a new criterion appear"

    def test_duplicate_criterion_is_refused(self, cards, orla):
        page = Page(cards, orla)
        assert page.press("add", add="OMW").status_code == 422
        assert "is already in the list" in page.text
        assert page.chain == ["MP", "OMW", "GW", "OGW"]

    def test_variants_make_the_code_of_a_criterion(self, cards, orla):
        page = Page(cards, orla)
        page.press("add", add="BH")
        page.press("preview", **{"m4-cut": "M1", "m4-P": "on"})
        assert page.chain[-1] == "BH/M1/P"
        page.press("add", add="KS")
        page.press("preview", **{"m5-limit": "L-2"})
        assert page.chain[-1] == "KS/L-2"

    @pytest.mark.rotates(2)
    def test_team_criterion_uses_game_points_if_selected(self, cards, make, orla):
        single = Page(cards, orla)
        single.press("add", add="BH")
        assert "By game points" not in single.text
        page = Page(make(of_teams=True, best_of=4, rules="fide-teams").with_players(*"ABCD"), orla)
        assert page.chain == ["PTS", "MPVGP", "DE", "SB"]
        page.press("add", add="BH")
        page.press("preview", **{"m4-GP": "on", "m4-cut": "C1", "m4-P": "on"})
        assert page.chain[-1] == "BH:GP/C1/P"
        assert page.text.count("Use game points, not match points") == 3
        page.press("add", add="EDET")
        page.press("add", add="SSSC")
        page.press("store", **{"m6-factor": "K4", "m6-F": "on", "m4-GP": None})
        assert page.answer.status_code == 302
        assert page.stored_codes == ["PTS", "MPVGP", "DE", "SB", "BH/C1/P", "EDET", "SSSC/F/K4"]

    def test_preview_names_players_who_move_and_the_reason(self, make, orla):
        stage = make(game="cards", system="round-robin", best_of=1).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "½-½")
        stage.play("1-0", "½-½")
        page = Page(stage, orla)
        page.press("preview", points_draw="3")
        assert page.answer.context["preview"]
        assert "the points: 3–1–0 → 3–3–0" in page.text
        assert page.answer.context["moved"]
        assert "because of the points" in page.text
        assert "Based on the table after round 2." in page.text

    def test_saving_without_a_reason_shows_an_error_and_keeps_the_input(self, cards, orla):
        page = Page(cards, orla)
        assert page.press("store", **{"percentages.floor": "1/4"}).status_code == 422
        assert page.sheet.values["percentages.floor"] == "1/4"
        assert "Give a reason" in page.text
        page.press("store", reason="announced by the club")
        cards.tournament.refresh_from_db()
        assert cards.tournament.rules_changes == {"percentages.floor": "1/4"}

    @pytest.mark.parametrize(
        ("typed", "text"),
        [
            ({"percentages.floor": "a lot"}, "exact number"),
            ({"percentages.rounding": "99"}, "whole number"),
            ({"points_win": "many"}, "number"),
            ({"last_resort": "dice"}, "Choose one of"),
        ],
    )
    def test_invalid_input_is_refused_with_the_reason(self, cards, orla, typed, text):
        page = Page(cards, orla)
        assert page.press("preview", **typed).status_code == 422
        assert text in page.text

    def test_errors_are_shown_at_their_fields_and_input_is_kept(self, cards, orla):
        page = Page(cards, orla)
        typed = {"percentages.floor": "a lot", "points_draw": "some", "lot": "7 9 13", "reason": "as announced"}
        page.press("store", **typed)
        for name in ("percentages.floor", "points_draw"):
            assert f'id="{name}_error"' in page.text
        assert 'id="lot_error"' not in page.text
        assert {name: page.sheet[name].value() for name in typed} == typed

    def test_editing_the_list_shows_no_errors_of_other_fields(self, cards, orla):
        page = Page(cards, orla)
        assert page.press("down-1", **{"percentages.floor": "a lot"}).status_code == 200
        assert page.sheet["percentages.floor"].value() == "a lot"

    def test_every_line_of_the_rule_sets_has_a_field(self, cards, orla):
        page = Page(cards, orla)
        sent = Form(page.text).fields
        assert {name for name, value in customise.LINES.items() if value.kind != "bool"} <= set(sent)

    def test_empty_list_is_refused(self, cards, orla):
        page = Page(cards, orla)
        for key in range(4):
            page.press(f"remove-{key}")
        assert page.press("store", reason="x").status_code == 422
        assert "at least one tie-break" in page.text

    def test_rule_set_sets_its_points_before_the_start(self, cup, orla):
        page = Page(cup, orla)
        page.press("preset", rules="mtr")
        assert page.sheet.points["points_win"] == "3"

    def test_rule_set_keeps_the_points_after_the_start(self, cards, orla):
        page = Page(cards, orla)
        page.press("preset", rules="fide-2026")
        assert page.sheet.points["points_win"] == "3"

    def test_points_use_the_decimal_mark_of_the_language(self, cup, orla):
        page = Page(cup, orla, "de")
        assert page.sheet["points_draw"].value() == "0,5"
        assert page.press("store", points_draw="0,4", points_half_bye="0.25").status_code == 302
        cup.tournament.refresh_from_db()
        assert (cup.tournament.points_draw, cup.tournament.points_half_bye) == (Decimal("0.4"), Decimal("0.25"))
        page = Page(cup, orla, "de")
        assert page.sheet["points_half_bye"].value() == "0,25"
        page.press("preset", rules="fide-2026")
        assert page.sheet["points_draw"].value() == "0,5"

    def test_visitors_and_helpers_have_no_access(self, cards, heli, client):
        address = reverse("standings:rules", kwargs={"slug": cards.tournament.slug})
        assert client.get(address).status_code == 302
        assert signed_in(heli).get(address).status_code == 403


class TestLot:
    """For tied players, the seed of the lot is drawn one time, stored, and gives the same order every time."""

    @pytest.fixture
    def level(self, make):
        stage = make(game="othello", system="round-robin").with_players("Ann", "Bo", "Cy", "Di")
        for _round in range(3):
            stage.play("32-32", "32-32")
        return stage

    def places(self, stage, client):
        page = client.get(reverse("standings:table", kwargs={"slug": stage.tournament.slug}))
        return [(line["rank"], line["player"].name) for line in page.context["lines"]], page.content.decode()

    def test_tied_players_share_the_rank_until_the_lot_is_drawn(self, level, client):
        shared, text = self.places(level, client)
        assert {place for place, _name in shared} == {1}
        assert "No lots have been drawn yet" in text

    def test_seed_reproduces_the_order_and_is_shown(self, level, orla):
        organiser = signed_in(orla)
        organiser.post(reverse("standings:lot", kwargs={"slug": level.tournament.slug}))
        level.tournament.refresh_from_db()
        seed = level.tournament.rules_changes["lot"]
        first, text = self.places(level, organiser)
        assert [place for place, _name in first] == [1, 2, 3, 4]
        assert f"by lot: seed {seed} gives" in text
        entry = level.tournament.journal.first()
        assert (entry.verb, entry.facts["seed"]) == ("draw-lot", seed)
        change(level, {**level.tournament.rules_changes, "lot": "7"})
        change(level, {**level.tournament.rules_changes, "lot": seed})
        assert self.places(level, organiser)[0] == first

    def test_lot_is_drawn_only_once(self, level):
        rules.draw_lot(level.orla, level.tournament)
        with pytest.raises(Refused, match="already been drawn"):
            rules.draw_lot(level.orla, level.tournament)

    def test_drawn_lot_cannot_be_undone(self, level):
        rules.draw_lot(level.orla, level.tournament)
        with pytest.raises(Refused, match="cannot be undone"):
            undo.undo(level.orla, level.tournament, level.tournament.journal.first())

    def test_rules_without_a_lot_refuse_to_draw(self, cards):
        with pytest.raises(Refused, match="do not use a lot"):
            rules.draw_lot(cards.orla, cards.tournament)


class TestTables:
    def get(self, stage, client, name, ask="", **where):
        return client.get(reverse(f"standings:{name}", kwargs={"slug": stage.tournament.slug, **where}) + ask)

    def test_standings_are_available_after_any_round(self, cards, client):
        cards.play("0-1", "0-1")
        assert self.get(cards, client, "table").context["now"].round == 2
        assert self.get(cards, client, "table", "?round=1").context["now"].round == 1
        for wrong in ("0", "3", "x", "99999999"):
            assert self.get(cards, client, "table", f"?round={wrong}").status_code == 404

    def test_standings_under_other_rules_are_marked(self, cards, client):
        page = self.get(cards, client, "table", "?rules=pokemon").content.decode()
        assert ", not the tournament" in page
        assert self.get(cards, client, "table", "?rules=none").status_code == 404

    def test_place_page_explains_the_criteria_and_ties(self, cards, client):
        page = self.get(cards, client, "place", player_id=cards.players["Bo"].public_id)
        text = page.content.decode()
        assert [part["code"] for part in page.context["parts"]] == ["MP", "OMW", "GW", "OGW"]
        assert page.context["parts"][1]["level"]["names"] == ["Ann"]
        assert "Ann and Bo are tied on everything" in text
        assert "Bo</bdi>: Ann and Bo" not in re.sub("[\u2068\u2069]", "", text)

    def test_comparison_page_shows_differences_from_a_rule_set(self, cards, client):
        page = self.get(cards, client, "comparison", "?with=pokemon")
        assert page.context["differs"]
        assert page.status_code == 200
        assert self.get(cards, client, "comparison", "?with=none").status_code == 404
        assert self.get(cards, client, "comparison").status_code == 200

    def test_comparison_shows_how_many_places_a_player_moves(self, cards, client):
        cards.play("1-0", "½-½")
        page = self.get(cards, client, "comparison", "?with=football")
        assert [line["gained"] for line in page.context["lines"]] == [0, 1, 0, 0]
        assert re.findall("[▲▼][0-9]+", page.content.decode()) == ["▲1"]


class TestVerdicts:
    """Three rounds of four players: after round 2, the last round is known and decides."""

    @pytest.fixture
    def last(self, cup):
        cup.play("=", "=")
        cup.play("=", "=")
        cup.pair()
        cup.publish()
        return cup

    def get(self, stage, client, ask=""):
        return client.get(reverse("standings:verdicts", kwargs={"slug": stage.tournament.slug}) + ask)

    def verdicts_by_name(self, page):
        return {
            line["player"].name: (group["state"], line["sentence"])
            for group in page.context["groups"]
            for line in group["players"]
        }

    def test_every_player_has_a_verdict_with_a_sentence(self, last, client):
        page = self.get(last, client, "?top=1")
        assert page.status_code == 200
        assert len(self.verdicts_by_name(page)) == 4
        for state, sentence in self.verdicts_by_name(page).values():
            assert state in ("in", "out", "depends", "level")
            assert "first" in sentence

    def test_results_resolve_open_verdicts(self, last, client):
        before = {state for state, _said in self.verdicts_by_name(self.get(last, client, "?top=1")).values()}
        assert "depends" in before
        for table in (1, 2):
            last.enter(table, "1-0")
        assert "All results are in" in self.get(last, client, "?top=1").content.decode()

    def test_verdicts_wait_for_the_last_round(self, cup, client):
        cup.pair()
        cup.publish()
        assert "pairings are not known yet" in self.get(cup, client).content.decode()

    def test_schedule_has_verdicts_one_round_earlier(self, cup, client):
        """The pairings of round 3 are known before it is paired."""
        cup.play("1-0", "1-0")
        cup.pair()
        cup.publish()
        page = self.get(cup, client, "?top=1")
        assert len(self.verdicts_by_name(page)) == 4
        assert page.context["field"].snapshot.rounds[-1].number == 3

    @pytest.mark.parametrize("top", ["0", "-1", "x", "4", "99999999"])
    def test_visitors_cannot_request_other_numbers_of_places(self, last, client, top):
        assert self.get(last, client, f"?top={top}").status_code == 404

    def test_organisers_can_request_any_number_of_places(self, last, orla):
        assert self.get(last, signed_in(orla), "?top=4").status_code == 200


class TestStruck:
    def test_early_withdrawal_is_shown_and_its_points_do_not_count(self, cup, client):
        from tournaments.players import registration

        cup.play("1-0", "1-0")
        registration.withdraw(cup.orla, cup.tournament, cup.players["Ann"])
        page = client.get(reverse("standings:table", kwargs={"slug": cup.tournament.slug}))
        text = page.content.decode()
        assert [line["player"].name for line in page.context["lines"]][-1] == "Ann"
        assert "withdrew early; 1 point does not count" in text
        own = reverse(
            "standings:place", kwargs={"slug": cup.tournament.slug, "player_id": cup.players["Ann"].public_id}
        )
        assert "Ann left with 1 of 3 games played" in client.get(own).content.decode()


class TestPoints:
    @pytest.mark.parametrize("given", ["3", "3.0", "0.25", "-1"])
    def test_change_of_points_can_be_undone_whatever_their_notation(self, cup, given):
        less = {"points_draw": min(Decimal(given), Decimal("0.5")), "points_loss": min(Decimal(given), Decimal(0))}
        lifecycle.change_settings(cup.orla, cup.tournament, points_win=Decimal(given), **less)
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
        cup.tournament.refresh_from_db()
        assert cup.tournament.points_win == 1

    def test_same_points_are_no_change(self, cup):
        before = cup.revision()
        lifecycle.change_settings(cup.orla, cup.tournament, points_win=Decimal("1.0"))
        assert cup.revision() == before
