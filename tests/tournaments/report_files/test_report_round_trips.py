"""A report file (TRF26) of any system and preset is the same after import and export."""

import difflib
from contextlib import suppress
from datetime import date

import pytest

from pairings import options as system_options
from pairings.files import trf
from pairings.files.pairing_system import system_in
from pairings.files.trf.comments.own import KierrosComment, MatchFormat, TableComment, own_comment, own_in
from pairings.systems import SYSTEMS
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.report_files import importing, writing
from tournaments.report_files.importing import broken_rounds, marks, propose
from tournaments.report_files.reading import BrokenReport, incoming
from tournaments.rounds import rounds
from tournaments.setup import samples

pytestmark = pytest.mark.django_db
WHO = Who.command("test")
PRESETS = tuple(
    samples.Demo(f"{key}-{preset.key}", key, preset.key) for key, system in SYSTEMS.items() for preset in system.presets
)


def write_report(tournament):
    return writing.report(tournament.stages.get())


def read(data):
    found = incoming(data)
    proposal = propose(found)
    return importing.import_tournament(
        WHO, found, name=found.name, starts_on=found.first_day, time_zone="UTC", is_public=True,
        system=proposal.system, options=proposal.options, marked=marks(broken_rounds(found, proposal)),
    )  # fmt: skip


@pytest.mark.rotates(8)
@pytest.mark.slow("a tournament of three rounds is made twice")
@pytest.mark.parametrize("shown", [*samples.DEMOS, *PRESETS], ids=lambda shown: shown.key)
def test_file_is_the_same_after_import_and_export(shown):
    made = samples._make(WHO, shown, date(2026, 5, 1))
    if made.of_pods or made.of_partners:
        with pytest.raises(trf.TooWide):
            write_report(made)
        return
    last = made.rounds.get(number=3)
    if not last.pairings.filter(result=None).exists():
        rounds.close_round(WHO, made, last)  # as after an import; a file does not contain it
    first = write_report(made)
    again = read(first)
    second = write_report(again)
    both = [data.decode().splitlines() for data in (first, second)]
    diff = "\n".join(difflib.unified_diff(*both, n=0, lineterm=""))
    assert not diff, diff
    assert options(again) == options(made)


def options(tournament):
    """Return the system and its options; a colour given by a file is not a lot."""
    stage = tournament.stages.get()
    found = system_options.read(SYSTEMS[stage.system].options, stage.options)
    return stage.system, {**system_options.as_json(found), "initial_colour": ""}


PLAYERS = (
    "001    1      Ann                               2000                             1.0    1     2 w 1",
    "001    2      Bo                                1900                             0.0    2     1 b 0",
)


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    "text",
    [
        *("{}", "{", "{[1]}", '{"system": 1}', '{"system": "nothing"}', '{"system": "papp", "options": {"club": "x"}}'),
        *('{"system": "knock-out", "options": {"lives": "nine"}}', '{"system": "knock-out", "options": {"other": 1}}'),
        *('{"rules": "mtr", "changes": {"chain": 1}}', '{"rules": "mtr", "changes": {"chain": ["X"]}}'),
        *('{"rules": "none"}', '{"rules": "fide-teams", "changes": [1]}', '{"game": "none"}', '{"game": "football"}'),
        *('{"match": {"best_of": 0}}', '{"match": {"best_of": true}}', '{"match": {"boards": true}}', '{"match": [1]}'),
        *('{"match": {"scores": "discs", "boards": true}}', '{"match": {"score_total": 5}}', '{"match": {"x": 1}}'),
        *('{"match": {"best_of": 3}, "tables": {"1": {"1": [0, [9, 9, 9], null]}}}', '{"tables": {"1": {"1": [0]}}}'),
        *('{"tables": {"1": {"1": [-1, null, null]}}}', '{"tables": {"1": {"1": [0, [1], 5]}}}', '{"tables": 1}'),
        *('{"tables": {"1": {"1": [0, null, [5, 3]]}}}', '{"tables": {"9": {"7": [1, null, null]}}}'),
        *('{"pods": {"1": [[1, 1]]}}', '{"pods": {"1": [[1, 99]]}}', '{"pods": {"1": [["a"]]}}', '{"pods": {"x": 1}}'),
        *('{"system": "booster", "pods": {"1": [[2, 1]]}}', '{"system": "pods", "game": "cards"}', "[" * 5000),
        '{"system": "mcmahon", "game": "go", "tables": {"1": {"1": [900, null, null]}}}',
    ],
)
def test_invalid_kierros_comment_is_read_or_refused_with_a_message(text):
    """Whatever the comment contains, the file is imported or refused with a message."""
    data = "\n".join(["012 Open", "042 2026/05/01", f"### Kierros: {text}", *PLAYERS]).encode()
    with suppress(BrokenReport, Refused):
        assert write_report(read(data))


def test_kierros_comment_reads_back_as_written():
    own = KierrosComment(
        system="papp", options={"hill": 3}, match=MatchFormat(best_of=3), tables={1: {4: TableComment(2, (2, 1, 0))}}
    )
    assert own_in(["MPA @ Round 1", own_comment(own)]) == own
    othello = KierrosComment(game="othello", match=MatchFormat(scores="discs", score_total=64))
    assert own_in([own_comment(othello)]) == othello
    assert own_comment(own_in(["Kierros: nothing"])) == ""


def test_check_reads_system_options_from_the_comment():
    text = '### Kierros: {"system": "knock-out", "options": {"lives": "two"}}'
    found = system_in(trf.read("\n".join([text, *PLAYERS]).encode()))
    assert (found.system.key, dict(found.options)) == ("knock-out", {"lives": "two"})
