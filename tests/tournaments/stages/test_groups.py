"""Groups and finals on the server: forming, playing, qualifying, the bracket, and corrected results."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from standings.explain import wording
from standings.web.next_stage.qualification import go_on, notices, qualifiers_of, sentences_of, usual_places
from standings.web.table.current import standings_of
from standings.web.table.groups import group_tables
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.stages.test_knockouts import correct, meets, state, undo_last
from tournaments.core.journal.errors import Refused
from tournaments.desk.progress import StepKind, next_step, progress_of
from tournaments.models import JournalEntry
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.stages.knockouts import Follow

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
#: The better seed wins: A is Ann, Di, Ed, Hal; B is Bo, Cy, Flo, Gus.
SEED = {name: seed for seed, name in enumerate(NAMES)}


def plays(stage, upsets=()):
    """Play the next round: the better seed wins, except in `upsets`, which are pairs (winner, loser)."""
    stage.pair()
    stage.publish()
    for pairing in stage.round.pairings.order_by("table"):
        first, second = (place.player.name for place in pairing.appearances.select_related("player").order_by("side"))
        won = SEED[first] < SEED[second]
        if (second, first) in upsets or (first, second) in upsets:
            won = (first, second) in upsets
        stage.enter(pairing.table, "1-0" if won else "0-1")
    return stage.close()


@pytest.fixture
def eight(make):
    stage = make(system="groups", options={"count": 2}, seating="entry", rules="fide-2026")
    return stage.with_players(*NAMES)


@pytest.fixture
def played_groups(eight):
    for _round in range(3):
        plays(eight)
    return eight


def finals(stage, places=4, **more):
    usual = {"system": "knock-out", "planned_rounds": None, "decision": "lot", "by_hand": {}, "reason": ""}
    return go_on(stage.orla, stage.tournament, places=places, **{**usual, **more})


def seats(stage_row):
    return [seat.player.name for seat in stage_row.seats.select_related("player").order_by("number")]


def table_between(stage, one, other):
    """Return (round, table) of the match between two players in the groups."""
    for round_ in stage.tournament.rounds.order_by("number"):
        for number, pair in enumerate(meets(round_), start=1):
            if set(pair.split("-")) == {one, other}:
                return round_.number, number
    raise AssertionError((one, other))


class TestGroupsAndFinal:
    def test_each_group_is_paired_within_itself(self, eight):
        assert meets(eight.pair()) == ["Ann-Hal", "Ed-Di", "Bo-Gus", "Flo-Cy"]

    def test_next_step_after_the_last_round_is_the_next_stage(self, played_groups):
        assert next_step(progress_of(played_groups.tournament)).kind is StepKind.GO_ON

    def test_group_winners_meet_runners_up_of_the_other_group(self, played_groups):
        stage = finals(played_groups)
        assert seats(stage) == ["Ann", "Bo", "Di", "Cy"]
        assert meets(played_groups.pair()) == ["Ann-Cy", "Bo-Di"]
        assert sentences_of(stage) == ["The first 2 of each group advance."]

    def test_best_player_in_the_next_place_fills_the_field(self, played_groups):
        field = qualifiers_of(played_groups.tournament, 5)
        assert field.through == (2, 1)
        assert [tie.decisive for tie in field.ties] == [True], "Ed and Flo have done the same"
        stage = finals(played_groups, 5)
        assert set(seats(stage)) > {"Ann", "Bo", "Di", "Cy"}
        assert "The best player in place 3 also advances." in sentences_of(stage)[0]

    def test_withdrawn_player_is_replaced_within_the_group(self, played_groups):
        registration.withdraw(played_groups.orla, played_groups.tournament, played_groups.players["Ann"])
        assert set(seats(finals(played_groups))) == {"Di", "Ed", "Bo", "Cy"}

    def test_group_with_too_few_players_left_is_refused(self, played_groups):
        for name in ("Ann", "Di", "Ed"):
            registration.withdraw(played_groups.orla, played_groups.tournament, played_groups.players[name])
        with pytest.raises(Refused, match="Group A has only 1 player left"):
            finals(played_groups)

    def test_decisive_tie_in_a_group_must_be_decided(self, eight):
        for _round in range(3):
            plays(eight, {("Di", "Ann"), ("Ann", "Ed"), ("Ed", "Di")})
        field = qualifiers_of(eight.tournament, 4)
        assert [(len(tie.players), tie.decisive) for tie in field.ties] == [(3, True)]
        with pytest.raises(Refused, match="leave a tie"):
            finals(eight, decision="")
        tied = {eight.players[name].public_id: place for place, name in enumerate(("Ed", "Di", "Ann"), start=1)}
        stage = finals(eight, decision="hand", by_hand=tied, reason="play-off of the three")
        assert seats(stage) == ["Ed", "Bo", "Di", "Cy"]
        assert "A tie was decided manually" in sentences_of(stage)[1]

    def test_final_group_can_replace_the_bracket(self, played_groups):
        assert set(seats(finals(played_groups, system="round-robin"))) == {"Ann", "Bo", "Cy", "Di"}


class TestFinalGroups:
    """The winners of both groups play in group A, the runners-up in B, and so on."""

    GROUPS = [{"Ann", "Bo"}, {"Cy", "Di"}, {"Ed", "Flo"}, {"Gus", "Hal"}]  # noqa: RUF012 - never changed

    @pytest.fixture
    def last(self, played_groups):
        finals(played_groups, 8, system="groups", final_groups=True)
        return played_groups

    def test_players_in_the_same_place_form_a_group(self, last):
        found = seats(last.tournament.stages.get(number=2))
        assert [{*found[at : at + 2]} for at in range(0, 8, 2)] == self.GROUPS
        assert [{*pair.split("-")} for pair in meets(last.pair())] == self.GROUPS

    def test_first_final_group_ranks_above_the_next_and_no_player_advances(self, last, client):
        plays(last, {("Bo", "Ann")})
        now = standings_of(last.tournament)
        table, view = now.table, now.view
        order = [now.player(row).name for row in table.rows]
        assert order == ["Bo", "Ann", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
        assert [row.rank for row in table.rows] == list(range(1, 9))
        assert [len(group.rows) for group in table.groups] == [2, 2, 2, 2]
        assert next_step(progress_of(last.tournament)).kind is not StepKind.GO_ON
        page = client.get(f"/t/{last.tournament.slug}/standings/").content.decode()
        assert "everyone in group A is ahead of everyone in group B" in page
        why = wording.separation(table, table.rows[1])
        assert wording.sentence(why, view.names, str) == "Cy is in a lower final group."

    def test_players_advance_from_final_groups_by_overall_places(self, last, client):
        plays(last, {("Bo", "Ann")})
        assert set(seats(finals(last, 3, system="round-robin"))) == {"Bo", "Ann", "Cy"}
        assert sentences_of(last.tournament.stages.get(number=3)) == ["The first 3 of stage 2 advance."]

    def test_form_offers_final_groups(self, played_groups, client):
        client.force_login(played_groups.orla.user)
        where = f"/t/{played_groups.tournament.slug}/desk/next-stage/"
        assert "Final groups: the first places in group A" in client.get(where).content.decode()
        asked = {"places": "8", "system": "final-groups", "decision": "lot"}
        assert client.post(where, asked).status_code == 302
        stage = played_groups.tournament.stages.get(number=2)
        assert (stage.system, stage.options) == ("groups", {"finals": True, "size": 2})

    def test_final_groups_require_groups_before(self, played_groups):
        with pytest.raises(Refused, match="Only groups can be final groups"):
            finals(played_groups, 8, final_groups=True)


class TestRefused:
    @pytest.mark.parametrize(
        ("names", "options", "text"),
        [
            (2, {}, "a group needs at least 3 players; there are 2"),
            (8, {"count": 3}, "Choose at most 2 groups, or let fewer advance"),
        ],
    )
    def test_impossible_numbers_of_groups_are_refused(self, make, names, options, text):
        stage = make(system="groups", options=options).with_players(*NAMES[:names])
        with pytest.raises(Refused, match=text):
            stage.pair()

    def test_late_entry_is_refused_after_the_start(self, eight):
        eight.pair()
        with pytest.raises(Refused, match="takes no late entries"):
            registration.add_players(eight.orla, eight.tournament, [{"name": "Ida"}])

    def test_more_qualifiers_than_players_are_refused(self, played_groups):
        with pytest.raises(Refused, match="Choose between 2 and 8"):
            finals(played_groups, 9)


class TestCorrectedGroupResult:
    """Di's win against Ed is corrected to Ed's win, which makes Ed second in group A."""

    @pytest.fixture
    def semis(self, played_groups):
        finals(played_groups)
        played_groups.pair()
        played_groups.publish()
        return played_groups

    def wrong(self, stage, **more):
        number, table = table_between(stage, "Di", "Ed")
        text = "0-1" if meets(stage.tournament.rounds.get(number=number))[table - 1].startswith("Di") else "1-0"
        return correct(stage, number, table, text, **more)

    @pytest.mark.rotates(2)
    def test_correction_affecting_matches_is_refused_without_a_decision(self, semis):
        before = state(semis)
        with pytest.raises(Refused, match=r"Bo – Di \(round 4, table 2\)") as refused:
            self.wrong(semis)
        assert refused.value.code == "matches-follow"
        assert state(semis) == before

    @pytest.mark.rotates(2)
    def test_replay_repeats_only_the_match_of_the_wrong_qualifier(self, semis):
        semis.enter(1, "1-0")
        semis.enter(2, "0-1")
        before = state(semis)
        self.wrong(semis, follow=Follow.REPLAY)
        assert meets(semis.tournament.rounds.get(number=4)) == ["Ann-Cy", "Bo-Ed"]
        assert [
            hasattr(each, "result") for each in semis.tournament.rounds.get(number=4).pairings.order_by("table")
        ] == [
            True,
            False,
        ]
        assert notices(semis.tournament) == []
        entry = JournalEntry.objects.latest("sequence")
        assert (entry.verb, entry.facts["seats"], entry.facts["annulled"]) == ("correct-result", "anew", 1)
        undo_last(semis)
        assert state(semis) == before

    @pytest.mark.rotates(2)
    def test_kept_matches_stay_and_the_desk_notes_the_difference(self, semis):
        semis.enter(1, "1-0")
        before = meets(semis.tournament.rounds.get(number=4))
        self.wrong(semis, follow=Follow.KEEP)
        assert meets(semis.tournament.rounds.get(number=4)) == before
        assert notices(semis.tournament) == ["Under the current results, Ed would be in stage 2 instead of Di."]

    @pytest.mark.rotates(2)
    def test_replay_in_the_final_removes_all_dependent_matches(self, semis):
        semis.enter(1, "1-0")
        semis.enter(2, "0-1")  # Di beats Bo
        semis.close()
        semis.pair()
        semis.publish()
        self.wrong(semis, follow=Follow.REPLAY)
        assert meets(semis.tournament.rounds.get(number=4)) == ["Ann-Cy", "Bo-Ed"]
        assert not semis.tournament.rounds.filter(number=5).exists()
        for winner_of_second in ("0-1",):
            semis.round = semis.tournament.rounds.get(number=4)
            semis.enter(2, winner_of_second)
            semis.close()
        assert meets(semis.pair()) == ["Bo-Cy", "Ann-Ed"]

    @pytest.mark.rotates(2)
    def test_correction_before_play_reseeds_the_bracket(self, played_groups):
        stage = finals(played_groups)
        self.wrong(played_groups)
        assert seats(stage) == ["Ann", "Bo", "Ed", "Cy"]

    def test_correction_without_effect_on_places_changes_nothing(self, semis):
        number, table = table_between(semis, "Gus", "Flo")
        pair = meets(semis.tournament.rounds.get(number=number))[table - 1]
        correct(semis, number, table, "0-1" if pair.startswith("Flo") else "1-0")
        assert meets(semis.tournament.rounds.get(number=4)) == ["Ann-Cy", "Bo-Di"]

    @pytest.mark.rotates(2)
    def test_page_shows_the_effect_before_saving(self, semis, orla):
        number, table = table_between(semis, "Di", "Ed")
        pairing = semis.tournament.rounds.get(number=number).pairings.get(table=table)
        address = reverse("standings:effect", args=[semis.tournament.slug, pairing.public_id])
        typed = "0-1" if meets(semis.tournament.rounds.get(number=number))[table - 1].startswith("Di") else "1-0"
        html = signed_in(orla).get(address, {"typed": typed, "reason": "slip"}).content.decode()
        assert 'id="hanging"' in html
        assert "Ed would be in stage 2 instead of Di" in html
        assert 'name="follow" value="replay"' in html


@pytest.mark.rotates(4)
def test_removed_matches_return_at_separate_tables(make):
    """Both quarter-finals wait for their new players; the round before closes with both."""
    names = [f"P{number:02}" for number in range(1, 25)]
    stage = make(system="groups", options={"count": 8}, seating="entry", rules="fide-2026").with_players(*names)
    seed = {name: place for place, name in enumerate(names)}

    def play():
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.order_by("table"):
            first, second = (each.player.name for each in pairing.appearances.select_related("player").order_by("side"))
            stage.enter(pairing.table, "1-0" if seed[first] < seed[second] else "0-1")
        stage.close()

    for _round in range(3):
        play()
    finals(stage, 16)
    play()
    play()
    second, first = "P16", "P01"  # of group A: the winner was the other
    number, table = table_between(stage, first, second)
    began = meets(stage.tournament.rounds.get(number=number))[table - 1].startswith(first)
    correct(stage, number, table, "0-1" if began else "1-0", follow=Follow.REPLAY)
    stage.round = stage.tournament.rounds.get(number=4)
    open_tables = [row for row in stage.round.pairings.order_by("table") if not hasattr(row, "result")]
    assert len(open_tables) == 2
    for row in open_tables:
        stage.enter(row.table, "1-0")
    stage.close()
    later = stage.tournament.rounds.get(number=5)
    tables = list(later.pairings.order_by("table").values_list("table", flat=True))
    assert tables == sorted(set(tables))
    assert len(tables) == 4


class TestPages:
    @pytest.mark.rotates(2)
    def test_standings_page_shows_all_groups_with_crosstables(self, played_groups, client):
        html = client.get(f"/t/{played_groups.tournament.slug}/standings/").content.decode()
        assert html.count('class="pairings names group"') == 2
        assert "Group A" in html
        assert "All groups" in html

    @pytest.mark.rotates(2)
    def test_next_stage_form_proposes_the_configured_number(self, played_groups, orla):
        html = signed_in(orla).get(reverse("standings:next-stage", args=[played_groups.tournament.slug])).content
        assert b'value="4"' in html
        assert b"The first 2 of each group advance." in html

    def test_place_is_explained_within_the_group(self, played_groups, client):
        key = played_groups.players["Bo"].public_id
        html = client.get(f"/t/{played_groups.tournament.slug}/standings/{key}/").content.decode()
        assert "Cy" in html
        assert "Ann" not in html.partition("<main")[2].partition("</main>")[0]

    def test_api_returns_group_and_place_in_group(self, played_groups, client):
        rows = client.get(f"/api/v1/tournaments/{played_groups.tournament.slug}/standings").json()["rows"]
        assert [(row["player"]["name"], row["group"], row["place_in_group"]) for row in rows[:4]] == [
            *(("Ann", "A", 1), ("Bo", "B", 1), ("Cy", "B", 2), ("Di", "A", 2)),
        ]


def test_bracket_results_do_not_change_group_standings(played_groups):
    finals(played_groups)
    plays(played_groups)
    assert [row.rank for row in standings_of(played_groups.tournament, after=3).table.rows]
    assert results


def test_too_many_qualifiers_are_refused_for_round_and_schedule(make):
    stage = make(system="groups", options={"count": 4, "through": 4}).with_players(*(f"T{n:02}" for n in range(1, 17)))
    for verb in (rounds.pair_next_round, rounds.publish_schedule):
        with pytest.raises(Refused, match=r"^16 players in 4 groups are too few"):
            verb(stage.orla, stage.tournament)


def test_group_tables_show_the_cut_and_later_mark_who_advanced(played_groups, client):
    def rows():
        page = client.get(
            reverse("standings:table", args=[played_groups.tournament.slug]), {"stage": 1}
        ).content.decode()
        groups = [part.split("</table>")[0] for part in page.split('class="pairings names group"')[1:]]
        line = re.compile(r'<tr\s*(?:class="([\w ]*)")?\s*>\s*<td.*?<bdi>(\w+)</bdi>', re.DOTALL)
        return page, list(map(line.findall, groups))

    page, lines = rows()
    assert "2 players of each group advance" in page
    assert lines == [
        [("through", "Ann"), ("through cut", "Di"), ("", "Ed"), ("", "Hal")],
        [("through", "Bo"), ("through cut", "Cy"), ("", "Flo"), ("", "Gus")],
    ]
    assert ">advanced</small>" not in page
    finals(played_groups, places=2)
    page, lines = rows()
    assert [[names for classes, names in group if classes] for group in lines] == [["Ann"], ["Bo"]]
    assert page.count(">advanced</small>") == 2
    assert "have advanced to the next stage" in page


class TestEveryoneAdvances:
    @pytest.fixture
    def all_on(self, make):
        options = {"count": 2, "everyone": True}
        stage = make(system="groups", options=options, seating="entry", rules="fide-2026").with_players(*NAMES)
        for _round in range(3):
            plays(stage)
        return stage

    def test_next_stage_form_proposes_all_players(self, all_on, orla):
        assert usual_places(all_on.tournament) == 8
        page = signed_in(orla).get(reverse("standings:next-stage", args=[all_on.tournament.slug])).content.decode()
        assert "Everyone advances. The places in the groups give the seeds." in page

    def test_group_places_seed_a_swiss(self, all_on):
        stage = finals(all_on, 8, system="dutch", planned_rounds=3)
        assert [set(seats(stage)[place : place + 2]) for place in (0, 2, 4, 6)] == [
            *({"Ann", "Bo"}, {"Cy", "Di"}, {"Ed", "Flo"}, {"Gus", "Hal"}),
        ]
        assert sentences_of(stage) == ["Everyone advances. The places in the groups give the seeds.", *lots_of(stage)]

    def test_players_of_one_group_do_not_meet_in_the_first_knock_out_round(self, all_on):
        finals(all_on, 8)
        group = {
            name: letter for letter, names in (("A", "Ann Di Ed Hal"), ("B", "Bo Cy Flo Gus")) for name in names.split()
        }
        first = [pair.split("-") for pair in meets(all_on.pair())]
        assert all(group[one] != group[other] for one, other in first)
        assert sorted(name for pair in first for name in pair) == sorted(NAMES)

    def test_withdrawn_players_are_left_out(self, all_on):
        for name in ("Hal", "Ed"):
            registration.withdraw(all_on.orla, all_on.tournament, all_on.players[name])
        assert usual_places(all_on.tournament) == 6
        assert len(seats(finals(all_on, 6))) == 6

    def test_public_standings_have_no_cut(self, all_on, client):
        page = client.get(reverse("standings:table", args=[all_on.tournament.slug])).content.decode()
        assert "Everyone advances to the next stage." in page
        assert 'class="through cut"' not in page

    def test_groups_of_one_player_are_refused(self, make):
        stage = make(system="groups", options={"count": 4, "everyone": True}).with_players(*NAMES[:7])
        with pytest.raises(Refused, match="Choose at most 3 groups"):
            stage.pair()


class TestOneTableOfAllGroups:
    @pytest.fixture
    def pools(self, make):
        """Two groups: in A the better seed wins, and in B all games are drawn."""
        options = {"count": 2, "order": "table"}
        stage = make(system="groups", options=options, seating="entry", rules="fide-2026").with_players(*NAMES)
        for _round in range(3):
            stage.pair()
            stage.publish()
            for table, pair in enumerate(meets(stage.round), start=1):
                first, second = pair.split("-")
                won = "1-0" if SEED[first] < SEED[second] else "0-1"
                stage.enter(table, won if first in ("Ann", "Di", "Ed", "Hal") else "½-½")
            stage.close()
        return stage

    def test_table_decides_who_advances_and_seeds_the_bracket(self, pools):
        assert [row.points for row in standings_of(pools.tournament).table.rows] == [
            *(3, 2, Fraction(3, 2), Fraction(3, 2), Fraction(3, 2), Fraction(3, 2), 1, 0),
        ]
        assert usual_places(pools.tournament) == 4
        stage = finals(pools, 4)
        assert seats(stage)[:2] == ["Ann", "Di"], "the second of A did better than the first of B"
        assert set(seats(stage)[2:]) < {"Bo", "Cy", "Flo", "Gus"}
        assert sentences_of(stage)[0] == "The first 4 of the table of all groups advance."
        assert notices(pools.tournament) == []

    def test_correction_reseeds_the_bracket(self, pools):
        finals(pools, 2)
        number, table = table_between(pools, "Ann", "Di")
        correct(
            pools,
            number,
            table,
            "0-1" if meets(pools.tournament.rounds.get(number=number))[table - 1][0] == "A" else "1-0",
        )
        assert seats(pools.tournament.stages.get(number=2)) == ["Di", "Ann"]

    def test_all_players_can_advance_by_the_table(self, pools):
        stage = finals(pools, 8)
        assert (seats(stage)[0], seats(stage)[-2:]) == ("Ann", ["Ed", "Hal"])
        assert sentences_of(stage)[0] == "Everyone advances. The table of all groups gives the seeds."

    def test_pages_explain_the_table_of_all_groups(self, pools, client, orla):
        page = client.get(reverse("standings:table", args=[pools.tournament.slug])).content.decode()
        assert "The first 4 of the table of all groups advance" in page
        assert 'class="through cut"' not in page
        page = signed_in(orla).get(reverse("standings:next-stage", args=[pools.tournament.slug])).content.decode()
        assert "The first 4 of the table of all groups advance." in page


def lots_of(stage):
    return [text for text in sentences_of(stage) if text.startswith("A tie was decided")]


def test_group_crosstable_marks_wins_losses_and_unplayed_pairs(eight):
    plays(eight)
    lines = [line for group in group_tables(standings_of(eight.tournament)) for line in group.lines]
    kinds = [cell.kind for line in lines for cell in line.cross]
    assert {kind: kinds.count(kind) for kind in ("self", "w", "l", "")} == {"self": 8, "w": 4, "l": 4, "": 16}
    assert all(
        cell.text == {"self": "×", "w": "1", "l": "0", "": ""}[cell.kind] for line in lines for cell in line.cross
    )


def test_table_of_unequal_groups_shows_points_per_game(make, client):
    options = {"count": 2, "order": "table"}
    stage = make(system="groups", options=options, seating="entry", rules="fide-2026").with_players(*NAMES[:7])
    for _round in range(3):
        plays(stage)
    page = client.get(reverse("standings:table", args=[stage.tournament.slug])).content.decode()
    assert "PPG" in page
    assert "Points per game" in page
    derived = re.findall(r'href="(/t/[^"]*PPG[^"]*)"', page)
    assert len(derived) == 7
    for path in (derived[0], f"/t/{stage.tournament.slug}/standings.csv"):
        assert client.get(path).status_code == 200
