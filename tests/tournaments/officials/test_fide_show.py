"""A 9-round open of 120 in FIDE mode, from a rating list to the report.

It has two norms, a late entry, an adjourned game, an expelled player and an attempt at each lock. The report is judged
by `check`, and read field by field at the columns of the form, without our own reader.
"""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from pairings.__main__ import main
from standings.web.ratings.changes import candidates
from tests import fide_open
from tests.fide_open import ADJOURNED, DAYS, EXPELLED, FIRST, HEROES, LATE, OVER, PASTED, ROUNDS
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.conftest import Stage
from tests.tournaments.rating_lists.test_rating_lists import load
from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.results import results
from tournaments.rounds import publishing
from tournaments.setup import lifecycle, rules

pytestmark = pytest.mark.django_db


class Open:
    """The tournament, and a browser of its organiser."""

    def __init__(self, orla):
        self.stage = Stage(
            orla, name="Turku Open", system="dutch", planned_rounds=ROUNDS, starts_on=FIRST, fide_mode=None
        )
        self.page = signed_in(orla)
        lifecycle.change_settings(
            self.stage.orla, self.stage.tournament, city="Turku", federation="FIN", ends_on=DAYS[-1],
            round_dates=", ".join(day.isoformat() for day in DAYS),
            chief_arbiter="Ilona Arbiter", deputy_arbiters="Deputy One; Deputy Two",
            default_minutes=30, rate_of_play="90 minutes and 30 seconds a move", time_control="5400+30",
        )  # fmt: skip

    @property
    def tournament(self):
        return self.stage.tournament

    def takes_the_field(self):
        """Paste a list of names and numbers; all other data comes from the rating list."""
        self.pastes({"text": PASTED})
        shown = self.page.get(at(self.stage, "listed-update"))
        assert "120 of 120 players found in the lists." in shown.content.decode()
        self.pastes({"present": "update", "text": shown.context["text"]})

    def pastes(self, form):
        where = at(self.stage, "player-list")
        seen = self.page.post(where, form).content.decode().split('name="seen" value="')[1].split('"')[0]
        assert self.page.post(where, {**form, "do": "take", "seen": seen}).status_code == 302

    def takes_in_late(self):
        found = self.page.get(at(self.stage, "listed"), {"name": LATE[1]})
        (key,) = {
            row.key for row, _values, _there, _elsewhere in found.context["people"] if row.fide_id == str(LATE[0])
        }
        assert self.page.post(at(self.stage, "listed-add"), {"key": key, "rate": "standard"}).status_code == 302

    def expels(self):
        player = self.tournament.players.get(name=EXPELLED)
        given = {"do": "expel", "player": player.public_id, "reason": "A telephone", "left_out": "on"}
        assert self.page.post(at(self.stage, "arbiter"), given).status_code == 302

    def plays(self, number):
        self.stage.pair()
        self.stage.publish()
        ends, scoring = fide_open.results(number), self.tournament.scoring
        entered = {each: parse(ends[each.table], scoring) for each in self.stage.round.pairings.all()}
        results.enter_round(self.stage.orla, self.tournament, self.stage.round, entered)
        self.stage.close()

    def finishes_the_adjourned_game(self):
        number, table = ADJOURNED
        game = self.tournament.rounds.get(number=number).pairings.get(table=table)
        over = self.page.post(at(self.stage, "correct", pairing_id=game.public_id), {"typed": OVER})
        assert over.status_code == 302


@pytest.fixture
def played_event(orla):
    load(fide_open.rating_list(), name="FIDE", listed_on=FIRST)
    event = Open(orla)
    event.takes_the_field()
    for number in range(1, ROUNDS + 1):
        if number == 3:
            event.takes_in_late()
        event.plays(number)
        if number == 4:
            event.tried = try_locks(event)
        if number == ADJOURNED[0] + 1:
            event.finishes_the_adjourned_game()
        if number == 7:
            event.expels()
    lifecycle.finish(event.stage.orla, event.tournament)
    return event


def try_locks(event):
    """Try each lock; return the message of its refusal, by the name of the lock."""
    stage, tournament = event.stage, event.tournament
    one, other = tournament.players.order_by("pk")[:2]
    settings = {
        "tournament.fide_mode": {"fide_mode": False},
        "stage.planned_rounds": {"planned_rounds": 7},
        "tournament.points_win": {"points_win": 3},
        "tournament.points_half_bye": {"points_half_bye": 0},
        "tournament.best_of": {"best_of": 3},
        "tournament.default_minutes": {"default_minutes": 60},
        "tournament.rules": {"rules": "fide-2024"},
    }
    attempts = {
        name: lambda values=values: lifecycle.change_settings(stage.orla, tournament, reason="try", **values)
        for name, values in settings.items()
    }
    chain = {"rules": tournament.rules, "changes": {"chain": ["PTS", "SB"]}, "reason": "try"}
    first = tournament.rounds.get(number=1)
    other_result = parse("0-1F", tournament.scoring)
    attempts |= {
        "tournament.rules_changes": lambda: rules.change_rules(stage.orla, tournament, **chain),
        "forbiddenpair": lambda: editing.forbid_pair(stage.orla, tournament, one, other),
        "result": lambda: results.correct_result(
            stage.orla, tournament, first.pairings.get(table=1), other_result, reason="try"
        ),
        "round": lambda: publishing.reopen_round(stage.orla, tournament, first),
    }
    answer = {}
    for name, attempt in attempts.items():
        with pytest.raises(Refused) as refused:
            attempt()
        answer[name] = (refused.value.code, refused.value.text)
    return answer


@pytest.mark.rotates(8)
def test_fide_open_runs_from_rating_list_to_report(played_event, tmp_path, capsys):
    assert played_event.tournament.fide_mode
    no_lock_gave_way(played_event)
    two_norms_with_their_papers(played_event)
    answer = played_event.page.get(reverse("tournaments:report", args=[played_event.tournament.slug, "trf26"]))
    path = tmp_path / "open.trf"
    path.write_bytes(answer.content)
    assert main(["check", str(path)]) == 0
    judged = f"{ROUNDS} rounds checked, 0 differ; points and ranks of 121 players checked, 0 differ\n"
    assert capsys.readouterr().out == judged
    fide_open.judge(played_event.tournament, answer.content.decode(), "PTS,DE,BH/C1,BH,SB")


def no_lock_gave_way(event):
    """Check that every lock was tried in round 5, and that each of them refused."""
    tried = {fide_locks.LOCKS[name].what for name in event.tried if name in fide_locks.LOCKS}
    assert tried == {each.what for each in fide_locks.locks()}
    for name, (code, text) in event.tried.items():
        assert code in {"fide-mode", "too-late", "round-follows"}, (name, code, text)
        if name in fide_locks.LOCKS and code == "fide-mode":
            assert str(fide_locks.LOCKS[name].article) in text


def two_norms_with_their_papers(event):
    made = {
        (each.player.name, each.norm.title.code) for each in candidates(event.tournament, host="FIN") if each.norm.made
    }
    assert made == {(hero, "GM") for hero in HEROES}
    papers = PdfReader(BytesIO(event.page.get(at(event.stage, "standings:norm-forms-pdf")).content))
    certificates = [text for page in papers.pages if "(IT1)" in (text := page.extract_text())]
    assert len(certificates) == len(made)
    for hero in HEROES:
        assert any(hero in text and "(IT1) · GM" in text for text in certificates)
