"""Every line of the journal is a complete sentence with all known facts."""

import re

import pytest

from tournaments.core.games import DARTBOARD
from tournaments.core.journal.verb import MOST_NAMES
from tournaments.core.journal.verbs import VERBS
from tournaments.models import JournalEntry
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def line(entry):
    return VERBS[entry.verb].sentence(entry.facts)


def last():
    return line(JournalEntry.objects.order_by("pk").last())


class TestPlayers:
    def test_one_added_player_is_named(self, make):
        make().with_players("Ann")
        assert last() == "Added Ann."

    def test_several_added_players_are_all_named(self, make):
        make().with_players("Ann", "Bo", "Cy")
        assert last() == "Added 3 players: Ann, Bo, Cy."

    def test_line_counts_names_above_the_limit_but_facts_keep_all(self, make):
        names = [f"P{number}" for number in range(MOST_NAMES + 2)]
        make().with_players(*names)
        assert last().endswith(f"P{MOST_NAMES - 1} and 2 more.")
        assert JournalEntry.objects.order_by("pk").last().facts["names"] == names

    def test_check_in_names_all_players(self, cup):
        registration.check_in(cup.orla, cup.tournament, cup.players.values(), here=True)
        assert last() == "Checked in: Ann, Bo, Cy, Di."

    def test_withdrawal_before_the_first_round_says_before_round_1(self, cup):
        registration.withdraw(cup.orla, cup.tournament, cup.players["Ann"])
        assert last() == "Ann withdrew before round 1."

    def test_bye_and_its_removal_name_kind_and_round(self, cup):
        registration.request_bye(cup.orla, cup.tournament, cup.players["Ann"], 2, "half")
        assert last() == "Ann: half-point bye in round 2."
        registration.request_bye(cup.orla, cup.tournament, cup.players["Ann"], 2, None)
        assert last() == "Ann: removed the bye in round 2."


class TestEntriesWithoutNames:
    """Entries that were stored without names are still shown as complete sentences."""

    @pytest.mark.parametrize(
        ("verb", "facts", "answer"),
        [
            ("add-players", {"count": 2}, "Added 2 players."),
            ("add-players", {"count": 1}, "Added 1 player."),
            ("add-players", {"count": 1, "name": "Ann"}, "Added Ann."),
            ("take-list", {"count": 2, "names": ["Ann", "Bo"]}, "Imported a player list. Added: Ann, Bo."),
            ("take-list", {"players": ["Ann"]}, "Imported a player list. Changed: Ann."),
            (
                "take-list",
                {"count": 1, "name": "Bo", "players": ["Ann"]},
                "Imported a player list. Added: Bo. Changed: Ann.",
            ),
            ("check-in", {"count": 1, "name": "Ann"}, "Checked in: Ann."),
            ("withdraw", {"name": "Ann", "round": 0}, "Ann withdrew before round 1."),
            ("put-results", {"round": 2, "count": 1}, "Round 2: 1 result."),
            (
                "put-results",
                {"round": 2, "count": 2, "table": 9, "was": "", "now": "1-0"},
                "Round 2: 2 results.",
            ),
            ("set-seats", {"count": 1}, "Set 1 seat manually."),
            ("change-settings", {"changed": ""}, "Changed the settings."),
            ("enter-result", {"round": 1, "table": 2, "was": "", "now": "1-0"}, "Round 1, table 2: – → 1-0."),
            ("invite", {"role": "organiser"}, "Created an invitation as organiser."),
            (
                "change-rules",
                {"was": "Magic: The Gathering: MP; 3/1/0", "now": "FIDE 2026: PTS; 1/0.5/0"},
                ("Changed the standings rules: FIDE 2026: PTS; 1/0.5/0. Before: Magic: The Gathering: MP; 3/1/0."),
            ),
        ],
    )
    def test_line_without_names_is_a_whole_sentence(self, verb, facts, answer):
        assert VERBS[verb].sentence(facts) == answer

    def test_deleted_rules_and_lines_are_named_by_their_keys(self):
        now = {
            "rules": "gone",
            "chain": ["PTS"],
            "lines": {"left": 3, "tie_weight": "1/2"},
            "points": ["1", "1/2", "0"],
        }
        was = {"rules": "mtr", "chain": ["MP"], "lines": {"percentages.tie_weight": "1/2"}, "points": ["1", "1/2", "0"]}
        assert VERBS["change-rules"].sentence({"was": was, "now": now}, halves=False) == (
            "Changed the standings rules: gone: PTS; left: 3; tie_weight: 1/2; 1/0.5/0. Before: "
            "Magic: The Gathering: MP; the value of a draw in wins: 0.5; 1/0.5/0."
        )

    @pytest.mark.parametrize(
        ("verb", "facts", "answer"),
        [
            ("call-match", {"from": 1, "court": 3}, "Moved A, B from dartboard 1 to dartboard 3."),
            ("call-match", {"court": 3}, "Called A, B to dartboard 3."),
            ("set-referee", {"court": 3, "referee": "C"}, "C referees A, B (dartboard 3)."),
            ("put-back", {"court": 3}, "Put A, B back into the queue, from dartboard 3."),
            ("set-courts", {"courts": 4, "closed": "2"}, "Dartboards: 4. Closed: 2."),
            ("set-courts", {"courts": 4}, "Dartboards: 4."),
            ("set-courts", {"courts": None}, "Matches are no longer called."),
        ],
    )
    def test_courts_have_the_name_of_the_game(self, verb, facts, answer):
        people = {} if verb == "set-courts" else {"round": 1, "table": 1, "names": ["A", "B"]}
        assert VERBS[verb].sentence({**people, **facts}, courts=DARTBOARD) == answer

    def test_missing_facts_raise_lookup_error(self):
        with pytest.raises(LookupError):
            VERBS["swap-players"].sentence({})


def test_put_results_line_lists_every_table():
    lines = [{"table": 1, "was": "", "now": "1-0"}, {"table": 7, "was": "1-0", "now": ""}]
    answer = VERBS["put-results"].sentence({"round": 2, "count": 2, "results": lines})
    assert answer == "Round 2: 2 results: table 1: – → 1-0; table 7: 1-0 → –."


def test_lines_of_a_played_tournament_are_complete_sentences(cup):
    cup.play("1-0", "½-½")
    lifecycle.change_settings(cup.orla, cup.tournament, name="Cup of cups")
    lines = [line(entry) for entry in JournalEntry.objects.all()]
    assert len(lines) > 6
    assert not [text for text in lines if re.search(r": ?\.|\{|\b1 \w+s\b|  |None", text) or not text.endswith(".")]
