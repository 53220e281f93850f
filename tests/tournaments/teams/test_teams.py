"""Teams: members in board order, line-ups by captains and the desk, boards, and the match result they give."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from pairings.files.reading import read as read_file
from pairings.snapshot import Decision
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage
from tournaments.core.journal.errors import Refused, Unusual
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.core.snapshot import take_view
from tournaments.core.words import boards as words
from tournaments.core.words import notation
from tournaments.core.words.notation import NotAResult, parse, write
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import MatchSheet, Pairing, Report, Result, Round, TeamMember
from tournaments.models.self_service import badge_with
from tournaments.players import registration
from tournaments.report_files import writing
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.self_service import badges, reports
from tournaments.setup import copies, moving
from tournaments.teams import boards, line_ups, members
from tournaments.tournament_files import checking, files

pytestmark = pytest.mark.django_db
NAMES = ("Oslo", "Riga", "Tartu", "Umea")


class League(Stage):
    """Four teams of three boards and a reserve, in the FIDE Swiss for teams; round 1 is published."""

    def __init__(self, orla, **settings):
        super().__init__(orla, **{"system": "team-swiss", "best_of": 3, "planned_rounds": 3, **settings})
        self.with_players(*NAMES)
        for name, team in self.players.items():
            rows = [{"name": f"{name} {place}", "rating": 2300 - 100 * place} for place in range(1, 5)]
            members.set_members(self.orla, self.tournament, team, rows)

    def start(self):
        self.pair()
        self.publish()
        return self

    def match(self, table=1):
        return Pairing.objects.select_related("round").get(round=self.round, table=table)

    def teams_at(self, table=1):
        return [row.player for row in self.match(table).appearances.select_related("player").order_by("side")]

    def ids(self, team, *places):
        known = {row.place: row.public_id for row in team.members.all()}
        return [known[place] if place else None for place in places]

    def line_up(self, side, *places, table=1, **more):
        team = self.teams_at(table)[side - 1]
        return line_ups.set_line_up(
            self.orla, self.tournament, self.match(table), team, self.ids(team, *places), **more
        )

    def both(self, table=1):
        self.line_up(1, 1, 2, 3, table=table)
        self.line_up(2, 1, 2, 3, table=table)
        return self

    def captain(self, team):
        value = f"secretof{team.public_id}"
        badges.make_badges(self.orla, self.tournament, {team: value})
        return Who.player(badge_with(value))

    def enter(self, *texts, table=1, **more):
        found = [words.parse(text) for text in texts]
        return boards.enter_boards(self.orla, self.tournament, self.match(table), found, **more)

    def result(self, table=1):
        return Result.objects.filter(pairing=self.match(table)).first()


@pytest.fixture
def league(orla):
    return League(orla).start()


def test_draft_of_teams_swaps_teams(orla):
    league = League(orla)
    league.pair()
    shown = signed_in(orla).get(f"/t/{league.tournament.slug}/desk/rounds/1/").text
    assert "Swap two teams" in shown
    assert "player to swap" not in shown


def visible_text(client, address):
    """Return the text of a page between its header and its end, without marks."""
    main = client.get(address).text.partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_desk_and_draft_speak_of_teams(orla):
    league = League(orla, planned_rounds=4)
    desk, client = f"/t/{league.tournament.slug}/desk/", signed_in(orla)
    assert "rounds are not possible" in visible_text(client, desk)
    pages = [visible_text(client, desk)]
    league.pair()
    pages.append(visible_text(client, f"{desk}rounds/1/"))
    client.post(f"{desk}rounds/1/discard/")
    client.post(f"{desk}rounds/pair/", {"number": 1, "do": "by-hand"})
    pages.append(visible_text(client, f"{desk}rounds/1/"))
    assert "Not paired: 4" in pages[-1]
    assert [found for page in pages for found in re.findall(r".{30}\bplayers?\b.{30}", page)] == []


def assert_refused(code, do, **more):
    with pytest.raises(Refused) as refusal:
        do()
    assert refusal.value.code == code, refusal.value.text
    return refusal.value.text


class TestMatch:
    @pytest.mark.parametrize(
        ("texts", "text"),
        [
            (("1-0", "½-½", "0-1", "1-0"), "2-1-1"),
            (("1-0", "1-0", "1-0", "1-0"), "4-0"),
            (("0-0", "½-½", "½-½", "½-½"), "0-0-3"),
            (("+--", "0-1", "---", "½-½"), "1-1-1"),
            (("+--", "+--", "+--", "---"), "+--"),
            (("---", "---", "---", "---"), "---"),
            (("+--", "+--", "--+", "--+"), "2-2"),
            (("1-0", "", "1-0", "1-0"), ""),
        ],
    )
    def test_result_is_the_sum_of_its_boards(self, texts, text):
        assert write(words.result_of(words.read(texts))) == text

    def test_invalid_board_results_are_refused_with_advice(self):
        with pytest.raises(NotAResult, match="If a board is drawn, enter ½-½"):
            words.parse("½-0")
        with pytest.raises(NotAResult, match="until its game is over"):
            words.parse("?")
        assert words.parse(" ") is None

    def test_game_points_are_written_with_half_signs(self):
        four = words.read(("1-0", "½-½", "0-1", "1-0"))
        assert notation.game_points(words.result_of(four), halves=True) == "2½-1½"
        assert notation.game_points(parse("+--", words.BOARD), halves=True) == "+--"


class TestRow:
    """All boards of a match, typed as one word."""

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("1=0", ["1-0", "½-½", "0-1"]),
            ("1 5 ½", ["1-0", "½-½", "½-½"]),
            (" +-x ", ["+--", "--+", "---"]),
            (".1.", ["", "1-0", ""]),
            ("1-0 0-0 +--", ["1-0", "0-0", "+--"]),
        ],
    )
    def test_row_is_read_and_written(self, text, answer):
        assert [write(each) for each in words.parse_row(text)] == answer
        assert [write(each) for each in words.parse_row(words.write_row(answer))] == answer

    def test_row_of_open_boards_is_empty(self):
        assert words.write_row(["", ""]) == words.write_row([]) == ""

    @pytest.mark.parametrize("text", ["3-1", "2½-1½", "abc", "1-0 ½-0 ?"])
    def test_invalid_row_is_refused_with_advice(self, text):
        with pytest.raises(NotAResult, match="for each board"):
            words.parse_row(text)

    def test_refused_row_is_one_line_and_the_help_lists_every_character(self):
        with pytest.raises(NotAResult) as refused:
            words.parse_row("zzzz")
        assert len(str(refused.value)) < 60
        assert all(f" {each} " in f"{words.row_help()} " for each in ("1", "=", "5", "0", "+", "-", "x", "."))


class TestMembers:
    def test_keep_their_ids_when_reordered(self, league):
        team = league.players["Oslo"]
        first, second, *rest = list(team.members.all())
        rows = [{"id": each.public_id, "name": each.name} for each in (second, first, *rest)]
        rows[0]["name"] = "Oslo two"
        members.set_members(league.orla, league.tournament, team, rows)
        assert [row.name for row in team.members.all()] == ["Oslo two", "Oslo 1", "Oslo 3", "Oslo 4"]
        assert TeamMember.objects.get(pk=first.pk).rating == 2200
        entry = league.tournament.journal.last()
        undo.undo(league.orla, league.tournament, league.tournament.journal.order_by("-sequence").first())
        assert [row.name for row in team.members.all()] == ["Oslo 1", "Oslo 2", "Oslo 3", "Oslo 4"]
        assert entry is not None

    def test_invalid_members_are_refused(self, league):
        def put(*rows):
            return lambda: members.set_members(league.orla, league.tournament, league.players["Oslo"], rows)

        assert_refused("no-name", put({"name": " "}))
        assert_refused("twin", put({"name": "Ann"}, {"name": "ANN"}))
        assert_refused("no-such-member", put({"id": "aaaaaaaa", "name": "Ann"}))
        assert_refused("no-birth", put({"name": "Ann", "birth": "long ago"}))
        assert_refused("too-many-members", put(*({"name": f"N{n}"} for n in range(61))))
        league.both()
        name = league.teams_at()[0].name
        team = league.teams_at()[0]
        text = assert_refused("lined-up", lambda: members.set_members(league.orla, league.tournament, team, []))
        assert name in text
        assert "round 1" in text

    def test_individual_tournament_refuses_members_and_boards(self, cup):
        assert_refused(
            "no-teams", lambda: members.set_members(cup.orla, cup.tournament, cup.players["Ann"], [{"name": "A"}])
        )
        cup.pair(1)
        cup.publish()
        assert_refused("no-teams", lambda: boards.enter_boards(cup.orla, cup.tournament, cup.table(1), [None]))


class TestLineUps:
    def test_are_hidden_until_both_are_in(self, league):
        one, other = league.teams_at()
        captain = league.captain(one)
        sheet = line_ups.hand_in_line_up(captain, league.tournament, 1, league.ids(one, 1, 2, 4))
        assert not sheet.is_known
        assert sheet.second is None
        sheet = line_ups.hand_in_line_up(captain, league.tournament, 1, league.ids(one, 1, 2, 3))
        sheet = line_ups.hand_in_line_up(league.captain(other), league.tournament, 1, league.ids(other, 2, 3))
        assert sheet.is_known
        assert sheet.boards == ["", "", "+--"]
        assert_refused(
            "line-ups-known", lambda: line_ups.hand_in_line_up(captain, league.tournament, 1, league.ids(one, 1, 2, 4))
        )
        league.line_up(2, 2, 3, 4)
        assert MatchSheet.objects.get().boards == ["", "", ""]

    @pytest.mark.parametrize(
        ("places", "code"),
        [
            ((1, 2, 3, 4), "too-many-boards"),
            ((1, 1, 2), "twice-in-line-up"),
            ((1, 4, 3), "out-of-order"),
            ((1, 0, 3), "out-of-order"),
            ((), "nobody-plays"),
        ],
    )
    def test_invalid_line_ups_are_refused(self, league, places, code):
        team = league.teams_at()[0]
        captain, given = league.captain(team), league.ids(team, *places)
        assert_refused(code, lambda: line_ups.hand_in_line_up(captain, league.tournament, 1, given))
        assert not MatchSheet.objects.exists()

    def test_may_contain_only_members_of_the_own_team(self, league):
        one, other = league.teams_at()
        given = league.ids(other, 1, 2, 3)
        assert_refused(
            "no-such-member", lambda: line_ups.hand_in_line_up(league.captain(one), league.tournament, 1, given)
        )
        stranger = league.teams_at(2)[0]
        assert_refused(
            "not-in-match",
            lambda: line_ups.set_line_up(league.orla, league.tournament, league.match(), stranger, given),
        )

    def test_are_refused_to_captains_after_the_deadline(self, orla):
        league = League(orla, line_up_minutes=20).start()
        team = league.teams_at()[0]
        captain, given = league.captain(team), league.ids(team, 1, 2, 3)
        Round.objects.update(published_at=timezone.now() - timedelta(minutes=21))
        text = assert_refused("line-up-late", lambda: line_ups.hand_in_line_up(captain, league.tournament, 1, given))
        assert "Tell the organiser" in text
        league.line_up(1, 1, 2, 3)
        Round.objects.update(published_at=timezone.now())
        line_ups.hand_in_line_up(captain, league.tournament, 1, given)

    def test_unusual_order_needs_confirmation_of_the_desk(self, league):
        with pytest.raises(Unusual):
            league.line_up(1, 4, 1, 2)
        league.line_up(1, 4, 1, 2, anyway=True)
        assert MatchSheet.objects.get().first == league.ids(league.teams_at()[0], 4, 1, 2)

    def test_next_line_up_is_proposed_from_the_last(self, league):
        one = league.teams_at()[0]
        assert line_ups.propose_line_up(one, 1) == league.ids(one, 1, 2, 3)
        league.line_up(1, 1, 2, 4)
        assert line_ups.propose_line_up(one, 2) == league.ids(one, 1, 2, 4)
        league.line_up(1, 2)
        assert line_ups.propose_line_up(one, 2) == league.ids(one, 1, 2, 3), "nobody plans to lose a board again"

    def test_can_be_undone_while_no_board_is_entered(self, league):
        league.both()
        entry = league.tournament.journal.order_by("-sequence").first()
        league.enter("1-0", "", "")
        assert_refused("built-on", lambda: undo.undo(league.orla, league.tournament, entry))
        last = league.tournament.journal.order_by("-sequence").first()
        undo.undo(league.orla, league.tournament, last)
        undo.undo(league.orla, league.tournament, entry)
        assert MatchSheet.objects.get().second is None
        assert_refused("has-line-ups", lambda: publishing.unpublish_round(league.orla, league.tournament, league.round))


class TestBoards:
    def test_complete_boards_give_the_match_result(self, league):
        league.both().enter("1-0", "", "½-½")
        assert league.result() is None
        row = league.enter("1-0", "0-1", "½-½")
        assert league.result().fact.games == (1, 1, 1)
        assert row.version == league.revision()
        league.enter("1-0", "0-1", "½-½")
        assert row.version == league.revision()
        league.enter("1-0", "", "½-½")
        assert league.result() is None
        assert "Boards: 1-0 – ½-½" in _last_sentence(league)

    def test_double_forfeit_on_a_board_counts_for_neither_team(self, orla):
        league = League(orla, best_of=5).start()
        for side in (1, 2):
            league.line_up(side, 1, 2, 3, 4)
        league.enter("1-0", "1-0", "1-0", "1-0", "---")
        assert league.result().fact.games == (4, 0, 0)

    def test_boards_need_line_ups(self, league):
        league.line_up(1, 1, 2, 3)
        assert_refused("line-up-missing", lambda: league.enter("1-0", "1-0", "1-0"))
        league.line_up(2, 1, 2)
        assert_refused("empty-board", lambda: league.enter("1-0", "1-0", "1-0"))
        assert_refused("not-all-boards", lambda: league.enter("1-0", "1-0"))
        league.enter("1-0", "1-0", "+--")

    def test_match_result_cannot_be_entered_once_boards_are(self, league):
        league.both().enter("1-0", "", "")
        match = league.match()
        three = parse("3-0", league.tournament.scoring)
        assert_refused("result-of-boards", lambda: results.enter_result(league.orla, league.tournament, match, three))
        captain = league.captain(league.teams_at()[0])
        assert_refused("result-of-boards", lambda: reports.report_result(captain, league.tournament, 1, three))

    def test_typed_match_result_stays_until_all_boards_are_entered(self, league):
        league.both()
        results.enter_result(league.orla, league.tournament, league.match(), parse("3-0", league.tournament.scoring))
        league.enter("1-0", "", "")
        assert league.result().fact.games == (3, 0, 0)
        league.enter("1-0", "0-1", "0-1")
        assert league.result().fact.games == (1, 2, 0)

    def test_corrections_need_a_reason(self, league):
        for table in (1, 2):
            league.both(table).enter("1-0", "1-0", "0-1", table=table)
        league.close()
        assert_refused("reason-missing", lambda: league.enter("0-1", "1-0", "0-1"))
        assert_refused("result-missing", lambda: league.enter("0-1", "", "0-1", reason="Card"))
        league.enter("0-1", "1-0", "0-1", reason="Card misread")
        assert league.result().fact.games == (1, 2, 0)
        assert league.tournament.journal.order_by("-sequence").first().verb == "correct-result"

    @pytest.mark.rotates(2)
    def test_fide_mode_locks_boards_of_old_rounds(self, orla):
        league = League(orla, fide_mode=True).start()
        first = league.match()
        for _round in range(2):
            for table in (1, 2):
                league.both(table).enter("1-0", "½-½", "0-1", table=table)
            league.close()
            league.start()
        turned = [words.parse(each) for each in ("0-1", "½-½", "1-0")]
        assert_refused(
            "fide-mode",
            lambda: boards.enter_boards(league.orla, league.tournament, first, turned, reason="Card misread"),
        )
        page = signed_in(orla).get(f"/t/{league.tournament.slug}/desk/tables/{first.public_id}/boards/")
        html = page.content.decode()
        assert "only results of the previous round can be corrected" in html
        assert "Save boards" not in html

    def test_all_boards_forfeited_is_a_forfeited_match(self, league):
        league.both().enter("+--", "+--", "+--")
        assert league.result().fact.decision is Decision.FORFEIT


class TestReports:
    """Captains report the boards; the result follows from them as from any report."""

    def say(self, league, side, *texts):
        answer = tuple(words.parse(text) for text in texts)
        return reports.report_result(self.captains[side - 1], league.tournament, 1, answer)

    @pytest.fixture(autouse=True)
    def captains_of(self, orla):
        self.league = League(orla, players_report=True).start().both()
        self.captains = [self.league.captain(team) for team in self.league.teams_at()]

    @pytest.mark.rotates(2)
    def test_agreeing_captain_makes_the_result(self):
        league = self.league
        self.say(league, 1, "1-0", "½-½", "0-1")
        assert league.result() is None
        assert MatchSheet.objects.get().boards == []
        self.say(league, 2, "1-0", "½-½", "0-1")
        assert league.result().fact.games == (1, 1, 1)
        assert MatchSheet.objects.get().boards == ["1-0", "½-½", "0-1"]
        assert league.result().by == league.teams_at()[0].name
        self.say(league, 1, "1-0", "½-½", "0-1")
        last = league.tournament.journal.order_by("-sequence").first()
        assert last.verb == "confirm-report"
        undo.undo(league.orla, league.tournament, last)
        assert MatchSheet.objects.get().boards == []
        assert league.result() is None

    @pytest.mark.rotates(2)
    def test_different_report_is_disputed_and_the_desk_decides(self):
        league = self.league
        self.say(league, 1, "1-0", "½-½", "0-1")
        reports.dispute_report(self.captains[1], league.tournament, 1)
        self.say(league, 2, "1-0", "½-½", "½-½")
        (open_one,) = reports.open_reports([league.round])
        assert open_one.is_disputed
        answer = words.match_from_text("1-0 ½-½ 0-1", league.tournament.scoring)
        reports.settle_report(league.orla, league.tournament, league.match(), answer)
        assert MatchSheet.objects.get().boards == ["1-0", "½-½", "0-1"]

    def test_due_report_becomes_the_result(self):
        league = self.league
        league.tournament.report_minutes = 5
        league.tournament.save(update_fields=["report_minutes"])
        self.say(league, 1, "1-0", "1-0", "1-0")
        Report.objects.update(due_at=timezone.now() - timedelta(minutes=1))
        assert reports.settle_due(league.tournament) == 1
        assert league.result().fact.games == (3, 0, 0)
        assert MatchSheet.objects.get().boards == ["1-0", "1-0", "1-0"]

    @pytest.mark.parametrize(
        ("texts", "code"),
        [
            (("1-0", "1-0"), "not-all-boards"),
            (("1-0", "1-0", "+--"), "impossible-result"),
            (("1-0", "1-0", "0-0"), "impossible-result"),
        ],
    )
    def test_reports_that_only_the_desk_may_enter_are_refused(self, texts, code):
        assert_refused(code, lambda: self.say(self.league, 1, *texts))

    @pytest.mark.rotates(2)
    def test_report_contradicting_a_board_of_the_desk_is_refused(self):
        self.league.enter("1-0", "", "")
        text = assert_refused("result-is-in", lambda: self.say(self.league, 1, "0-1", "1-0", "1-0"))
        assert "Board 1" in text
        for side in (1, 2):
            self.say(self.league, side, "1-0", "1-0", "1-0")
        assert self.league.result().fact.games == (3, 0, 0)

    @pytest.mark.rotates(2)
    def test_report_needs_line_ups_and_an_empty_board_is_lost(self):
        league = self.league
        team = league.teams_at(2)[0]
        captain = league.captain(team)
        answer = tuple(words.parse(text) for text in ("1-0", "1-0", "+--"))
        assert_refused("line-up-missing", lambda: reports.report_result(captain, league.tournament, 1, answer))
        league.line_up(1, 1, 2, 3, table=2)
        league.line_up(2, 1, 2, table=2)
        reports.report_result(captain, league.tournament, 1, answer)
        reports.report_result(league.captain(league.teams_at(2)[1]), league.tournament, 1, answer)
        assert league.result(2).fact.games == (3, 0, 0)


class TestFilesAndSections:
    @pytest.mark.rotates(2)
    def test_tournament_file_contains_members_and_boards(self, league):
        league.both().enter("1-0", "", "½-½")
        written = files.write(league.tournament)
        read = checking.read(written)
        assert len(read["members"]) == 16
        assert read["match_sheets"][0]["boards"] == ["1-0", "", "½-½"]
        wrong = json.loads(written)
        wrong["match_sheets"][0]["first"][0] = read["match_sheets"][0]["second"][0]
        assert_refused("broken-file", lambda: checking.read(json.dumps(wrong).encode()))
        copy = moving.import_file(league.orla, written)
        assert files.write(copy).count(b'"boards"') == written.count(b'"boards"')
        sheet = MatchSheet.objects.get(pairing__round__tournament=copy)
        known = TeamMember.objects.filter(team__tournament=copy).values_list("public_id", flat=True)
        assert set(sheet.first) < set(known)

    def test_report_file_contains_members_and_boards_and_imports_again(self, league):
        league.both().enter("1-0", "½-½", "0-1")
        league.line_up(1, 2, 1, 3, table=2, anyway=True)
        league.line_up(2, 1, 2, table=2)
        league.enter("0-1", "½-½", "+--", table=2)
        league.close()
        stage = league.tournament.stages.get()
        written = writing.report(stage).decode()
        codes = [line[:3] for line in written.splitlines()]
        assert [codes.count(code) for code in ("001", "310", "300", "352", "362", "330")] == [16, 4, 1, 1, 1, 0]
        assert "192 FIDE_TEAM_TYPEA_MP_GP" in written
        recorded = read_file(written.encode())
        both = (recorded.before.rounds, take_view(stage).snapshot.rounds)
        one, other = ({(p.first, p.second, p.result) for p in known[0].pairings} for known in both)
        assert one == other
        assert "1991" not in writing.report(stage, granted=[]).decode()

    def test_report_file_without_boards_contains_the_teams(self, league):
        results.enter_result(league.orla, league.tournament, league.match(), parse("3-0", league.tournament.scoring))
        written = writing.report(league.tournament.stages.get()).decode()
        assert [line[:3] for line in written.splitlines()].count("001") == 4

    def test_copy_contains_the_members(self, league):
        copy = copies.copy_tournament(
            league.orla, league.tournament, name="Again", starts_on=league.tournament.starts_on, with_players=True
        )
        assert TeamMember.objects.filter(team__tournament=copy).count() == 16
        assert copy.of_teams

    def test_moved_team_keeps_its_members(self, orla):
        league = League(orla)
        lower = events.add_section(league.orla, league.tournament, event="Cup", own="A", section="B")
        ids = set(league.players["Oslo"].members.values_list("public_id", flat=True))
        events.move_players(league.orla, [league.players["Oslo"]], lower)
        found = TeamMember.objects.filter(team__tournament=lower)
        assert set(found.values_list("public_id", flat=True)) == ids

    def test_removed_team_removes_its_members(self, orla):
        league = League(orla)
        registration.remove_player(league.orla, league.tournament, league.players["Oslo"])
        assert TeamMember.objects.count() == 12
        undo.undo(league.orla, league.tournament, league.tournament.journal.order_by("-sequence").first())
        assert TeamMember.objects.count() == 16

    def test_next_round_is_paired_from_boards(self, league):
        for table in (1, 2):
            league.both(table).enter("1-0", "½-½", "0-1", table=table)
        league.close()
        assert rounds.pair_next_round(league.orla, league.tournament, 2).pairings.count() == 2


def _last_sentence(league):
    entry = league.tournament.journal.order_by("-sequence").first()
    return VERBS[entry.verb].sentence(entry.facts)
