"""Series: points for an event, counting results, tie-breaks of totals, and identities of players."""

import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from standings.series.counting import months_later
from standings.series.people import Appearance, Likeness, SamePersonAnswer, people
from standings.series.points import EventInSeries, EventResult, score
from standings.series.reasons import of_event, of_separation, of_total
from standings.series.rule import By, CountingRule, Left, PointsRule, RuleError, SeriesRule, SeriesStep, Ties, check
from standings.series.table import club_table, series_table

DATA = Path(__file__).parents[1] / "data" / "series"


def read(name):
    return json.loads((DATA / f"{name}.json").read_text())


def numbers(*values):
    return tuple(map(Fraction, values))


def typed_event(name, runs, **more):
    """Return an event with known places only; the persons of each run share a place."""
    place, entries = 1, []
    for run in runs:
        entries += [EventResult(person, place) for person in run]
        place += len(run)
    return EventInSeries(name, name, tuple(entries), **more)


GRAND_PRIX = read("grand-prix")
GRAND_PRIX_RULE = SeriesRule(
    PointsRule(table=numbers(*GRAND_PRIX["rules"]["points"])),
    CountingRule(best=3, least=3, planned=5),
    (SeriesStep.BEST, SeriesStep.WINS, SeriesStep.HEAD_TO_HEAD),
)
EVENTS = [typed_event(name, runs) for name, runs in GRAND_PRIX["events"].items()]


def line_of(table, person):
    return next(line for line in table.lines if line.person == person)


def words_of_total(table, person):
    line = line_of(table, person)
    return " ".join(of_total(table.rule.counting, line.result, str))


def test_the_grand_prix_comes_out_as_worked_by_hand():
    table = series_table(GRAND_PRIX_RULE, EVENTS)
    points = {
        line.person: {cell.event.name: str(cell.score.points) for cell in line.result.cells} for line in table.lines
    }
    assert points == GRAND_PRIX["event_points"]
    ranked = [
        {
            "place": line.rank,
            "player": line.person,
            "total": str(line.result.total),
            "counted": list(map(str, line.result.counted)),
            "dropped": list(map(str, line.result.dropped)),
            "events": line.result.events,
        }
        for line in table.lines
        if line.rank is not None
    ]
    assert ranked == GRAND_PRIX["table"]
    behind = {(line.person, line.result.events, str(line.result.total)) for line in table.lines if line.rank is None}
    assert behind == {(each["player"], each["events"], each["sum"]) for each in GRAND_PRIX["not_ranked"]}
    steps = [line.separation and line.separation.step for line in table.lines[:5]]
    assert steps == [None, SeriesStep.HEAD_TO_HEAD, None, None, None]


def test_a_total_and_a_place_are_explained():
    table = series_table(GRAND_PRIX_RULE, EVENTS)
    assert words_of_total(table, "Anna") == "3 of 4 results count: 13 + 23/2 + 10 = 69/2. Dropped: 7."
    assert words_of_total(table, "Fia") == "All results count: 7 + 4 = 11. Not ranked yet: 1 event is missing."
    bo = line_of(table, "Bo")
    assert of_separation(bo.separation, "Carl", str) == (
        "Equal to Carl on points, ahead on points in the events that all of the tied played: 27 to 21."
    )
    oulu = next(cell for cell in line_of(table, "Gert").result.cells if cell.event.name == "Oulu")
    assert list(of_event(oulu.score, str)) == ["Places 3–5 share: (8 + 6 + 5) / 3 = 19/3."]


def test_removing_and_adding_an_event_restores_the_table():
    without = series_table(GRAND_PRIX_RULE, EVENTS[:-1])
    assert [line.person for line in without.lines if line.rank] == ["Anna", "Bo", "Dora", "Carl", "Emil"]
    assert line_of(without, "Anna").result.total == 30
    assert series_table(GRAND_PRIX_RULE, [*EVENTS[:-1], EVENTS[-1]]) == series_table(GRAND_PRIX_RULE, EVENTS)


def test_what_can_still_be_reached():
    after_four = series_table(GRAND_PRIX_RULE, EVENTS[:-1])
    assert line_of(after_four, "Emil").result.reach == 13 + Fraction(19, 3) + 6
    assert line_of(series_table(GRAND_PRIX_RULE, EVENTS), "Emil").result.reach is None


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_shared_places_give_the_same_total_of_points(event):
    shared = sum(each.points for each in score(GRAND_PRIX_RULE.points, event).scores.values())
    assert shared == sum(GRAND_PRIX_RULE.points.table[: len(event.entries)])


def test_the_shop_league_comes_out_as_worked_by_hand():
    league = read("shop-league")
    rules = league["rules"]
    rule = SeriesRule(
        PointsRule(
            By.RESULT,
            win=Fraction(rules["win"]),
            draw=Fraction(rules["draw"]),
            loss=Fraction(0),
            attendance=Fraction(1),
            first=Fraction(rules["first_place_bonus"]["points"]),
            first_from=rules["first_place_bonus"]["from_players"],
        ),
        CountingRule(best=rules["best"]),
        (SeriesStep.MORE_EVENTS, SeriesStep.MATCH_WINS, SeriesStep.BEST),
    )
    weeks = []
    for number, (week, winner) in enumerate(zip(league["weeks"], league["event_winner"], strict=True)):
        order = sorted(week, key=lambda name: name != winner)
        entries = [
            EventResult(name, place, won=week[name]["wins"], drawn=week[name]["draws"], lost=week[name]["losses"])
            for place, name in enumerate(order, start=1)
        ]
        weeks.append(EventInSeries(number, str(number), tuple(entries)))
    table = series_table(rule, weeks)
    found = [
        {
            "player": line.person,
            "weeks": [
                next((cell.score.points for cell in line.result.cells if cell.event.key == week), None)
                for week in range(6)
            ],
            "counted": line.result.counted,
            "dropped": line.result.dropped,
            "total": line.result.total,
            "attended": line.result.events,
            "match_wins": sum(cell.score.entry.won for cell in line.result.cells),
            "place": line.rank,
        }
        for line in table.lines
    ]
    assert found == league["table"]
    ben = line_of(table, "Ben").result.cells[1].score
    assert " ".join(of_event(ben, str)) == "Won 2, drawn 1, lost 0: 7. For taking part: 1. For first place: 2."
    assert line_of(table, "Ada").separation.step is SeriesStep.MATCH_WINS


def test_a_championship_is_decided_by_countback():
    races = read("championship-and-merit")["f1"]
    rule = SeriesRule(PointsRule(table=numbers(*races["rules"]["points"])), steps=(SeriesStep.COUNTBACK,))
    events = [typed_event(number, [[name] for name in race]) for number, race in enumerate(races["races"])]
    table = series_table(rule, events)
    found = [
        {
            "player": line.person,
            "points": line.result.total,
            "places": [cell.score.first for cell in line.result.cells],
            "count": [sum(cell.score.first == place for cell in line.result.cells) for place in range(1, 6)],
        }
        for line in table.lines
    ]
    assert found == races["table"]
    assert [line.rank for line in table.lines] == [1, 2, 3, 4, 5]
    first = table.lines[0]
    assert of_separation(first.separation, "B", str).endswith(
        "more first places, then second places, and so on: 3 to 2."
    )


def test_money_counts_until_the_same_day_of_the_month():
    merit = read("championship-and-merit")["order_of_merit"]
    rule = SeriesRule(PointsRule(By.MONEY, least_players=0), CountingRule(months=24), (SeriesStep.LAST_YEAR,))
    days = {}
    for day, name, money in merit["results"]:
        days.setdefault(day, []).append((name, money))
    events = [
        EventInSeries(
            day,
            day,
            tuple(EventResult(name, place, money=Fraction(money)) for place, (name, money) in enumerate(won, start=1)),
            on=date.fromisoformat(day),
        )
        for day, won in days.items()
    ]
    for day, expected in merit["lists_player_sum_last12"].items():
        table = series_table(rule, events, on=date.fromisoformat(day))
        assert [[line.person, line.result.total] for line in table.lines] == [each[:2] for each in expected], day
    assert months_later(date(2024, 2, 29), 24) == date(2026, 2, 28)


def test_tied_places_share_or_get_the_better_value_or_follow_tie_breaks():
    entries = (EventResult("A", 1, 0), EventResult("B", 2, 1), EventResult("C", 3, 1), EventResult("D", 4, 2))
    event = EventInSeries("x", "x", entries)
    found = {}
    for ties in Ties:
        rule = PointsRule(ties=ties, table=numbers(10, 6, 3))
        found[ties] = [str(each.points) for each in score(rule, event).scores.values()]
    assert found == {
        Ties.RANK: ["10", "6", "3", "0"],
        Ties.SHARED: ["10", "9/2", "9/2", "0"],
        Ties.BEST: ["10", "6", "6", "0"],
        Ties.HALF: ["10", "21/4", "15/4", "0"],
    }


def test_kickers_give_points_only_in_a_large_enough_field():
    rule = PointsRule(table=numbers(15, 12, 10, 10), kickers=(0, 4, 8, 8), tail=Fraction(1))
    of_five = score(rule, typed_event("x", ["A", "B", "C", "D", "E"])).scores
    assert [each.points for each in of_five.values()] == [15, 12, 0, 0, 1]
    assert list(of_event(of_five["C"], str)) == ["This place earns points from 8 players on; 5 played: 0."]


def test_field_strength_and_performance():
    field = score(PointsRule(By.FIELD), typed_event("x", ["A", "BC", "D"])).scores
    assert [str(each.points) for each in field.values()] == ["4", "5/2", "5/2", "1"]
    strong = EventInSeries(
        "x", "x", tuple(EventResult(name, place, rating=2600 + place * 10) for place, name in enumerate("ABCD", 1))
    )
    circuit = PointsRule(By.STRENGTH, table=numbers(11, 8), base=2500, top=2)
    assert score(circuit, strong).scores["A"].points == 11 * Fraction(135, 100)
    rated = tuple(EventResult(name, 1, performance=value, rated_games=games) for name, value, games in [
        ("A", 2015, 5), ("B", 1400, 5), ("C", 2300, 1), ("D", None, 0)
    ])  # fmt: skip
    found = score(PointsRule(By.PERFORMANCE, base=1500, least_games=3), EventInSeries("x", "x", rated)).scores
    assert [each.points for each in found.values()] == [Fraction(103, 2), 0, 0, 0]


def test_bonuses_factor_and_points_by_hand():
    entries = (
        EventResult("A", 1, won=3, played=3, rounds=3, category="W"),
        EventResult("B", 2, won=2, lost=1, played=3, rounds=3),
        EventResult("C", 3, played=1, rounds=3, left=True),
        EventResult("D", 4, played=2, rounds=3, left=True, typed=Fraction(5), reason="Forfeit of a sick player"),
    )
    rule = PointsRule(
        table=numbers(5, 3, 1), attendance=Fraction(1), first=Fraction(2), unbeaten=Fraction(1),
        all_rounds=Fraction(1), best_of_category=Fraction(1),
    )  # fmt: skip
    found = score(rule, EventInSeries("x", "x", entries, factor=Fraction(2))).scores
    assert {name: each.points for name, each in found.items()} == {"A": 22, "B": 10, "C": 0, "D": 5}
    assert not found["C"].counts
    assert " ".join(of_event(found["C"], str)) == "Left after 1 of 3 rounds: the event does not count."
    assert score(replace(rule, left=Left.ALL), EventInSeries("x", "x", entries)).scores["C"].points == 2


def test_guests_keep_their_place_or_places_close_up():
    entries = (EventResult("A", 1, guest=True), EventResult("B", 2), EventResult("C", 3), EventResult("D", 4))
    rule = PointsRule(table=numbers(5, 3, 1))
    assert [each.points for each in score(rule, EventInSeries("x", "x", entries)).scores.values()] == [3, 1, 0]
    closed = replace(rule, skip_guests=True)
    assert [each.points for each in score(closed, EventInSeries("x", "x", entries)).scores.values()] == [5, 3, 1]


def test_an_event_of_too_few_does_not_count():
    assert score(PointsRule(table=numbers(5)), typed_event("x", "ABC")).too_few


def test_best_by_type_drops_averages_and_missing_events():
    rule = PointsRule(table=numbers(10, 8, 6, 4))
    weekly = [typed_event(number, order, type="weekly") for number, order in enumerate(["ABCD", "ABCD", "BACD"])]
    cup = typed_event("cup", "CDAB", type="cup")

    def total(counting, name, events=(*weekly, cup)):
        return line_of(series_table(SeriesRule(rule, counting), events), name).result.total

    assert total(CountingRule(best_of_type=(("weekly", 2), ("cup", 1))), "A") == 26
    assert total(CountingRule(drop=1), "A") == 28
    assert total(CountingRule(best=2, average=True), "A") == 10
    shorter = (*weekly, typed_event("cup", "CDEB", type="cup"))
    assert total(CountingRule(best=4, average=True), "E", shorter) == Fraction(6, 4)
    assert total(CountingRule(average=True), "A", shorter) == Fraction(28, 3)
    assert total(CountingRule(average=True, missing_is_nothing=True), "A", shorter) == 7
    assert total(CountingRule(drop=1, missing_is_nothing=True), "A", shorter) == 28
    missing = line_of(series_table(SeriesRule(rule, CountingRule(least_of_type=(("cup", 1),))), weekly), "A")
    assert missing.rank is None
    assert missing.result.missing == (("cup", 1),)


def test_players_tied_on_all_steps_share_a_place_and_the_next_is_skipped():
    rule = SeriesRule(PointsRule(table=numbers(4, 3, 2, 1)), steps=(SeriesStep.BEST,))
    table = series_table(rule, [typed_event("x", ["A", "BC", "D"]), typed_event("y", ["A", "CB", "D"])])
    assert [(line.person, line.rank) for line in table.lines] == [("A", 1), ("B", 2), ("C", 2), ("D", 4)]
    assert table.lines[1].separation is None


def test_the_other_steps():
    rule = PointsRule(table=numbers(4, 3, 2, 1))
    events = [typed_event("x", ["A", "B", "C", "D"]), typed_event("y", ["B", "A", "D", "C"])]

    def order(step, counting=None, more=()):
        table = series_table(SeriesRule(rule, counting or CountingRule(), (step,)), [*events, *more])
        return [(line.person, line.rank) for line in table.lines]

    assert order(SeriesStep.LAST)[:2] == [("B", 1), ("A", 2)]
    one = CountingRule(best=1)
    third = [typed_event("z", ["C", "D", "E", "B"])]
    assert order(SeriesStep.ALL, one, third)[:3] == [("B", 1), ("A", 2), ("C", 2)]
    assert order(SeriesStep.MORE_EVENTS, one, third)[:3] == [("B", 1), ("C", 1), ("A", 3)]
    assert order(SeriesStep.FEWER_EVENTS, one, third)[:3] == [("A", 1), ("B", 2), ("C", 2)]


def test_a_category_is_the_table_of_some_with_the_same_points_or_their_own():
    rule = SeriesRule(PointsRule(table=numbers(4, 3, 2, 1)))
    events = [typed_event("x", "ABCD"), typed_event("y", "DCBA")]
    same = series_table(rule, events, only={"B", "D"})
    assert [(line.person, line.rank, line.result.total) for line in same.lines] == [("D", 1, 5), ("B", 2, 5)]
    own = series_table(rule, [events[0]], only={"B", "D"}, own_points=True)
    assert [(line.person, line.rank, line.result.total) for line in own.lines] == [("B", 1, 4), ("D", 2, 3)]


def test_clubs_count_the_best_of_each_event():
    rule = SeriesRule(PointsRule(table=numbers(10, 8, 6, 4)))
    clubs = {"A": "North", "B": "South", "C": "North", "D": "South", "E": "South"}
    table = club_table(rule, [typed_event("x", "ABCDE"), typed_event("y", "BDACE")], clubs, 2)
    assert [(line.person, line.result.total) for line in table.lines] == [("South", 30), ("North", 26)]
    first = table.lines[0].result.cells[1].score
    assert list(of_event(first, str)) == ["The best players together: 18."]


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (SeriesRule(), "table", "Enter the points for each place, the first place first."),
        (
            SeriesRule(PointsRule(table=numbers(5, 3, 4))),
            "table",
            "Points for place 3 are higher than for place 2.",
        ),
        (SeriesRule(PointsRule(table=numbers(5), tail=Fraction(6))), "tail",
         "Points for place 2 are higher than for place 1."),
        (SeriesRule(PointsRule(table=numbers(5, -3))), "table", "Points cannot be negative."),
        (SeriesRule(PointsRule(By.FIELD, attendance=Fraction(-1))), "attendance", "Points cannot be negative."),
        (SeriesRule(PointsRule(By.FIELD), CountingRule(best=5, planned=4)), "best",
         "Only 4 events are planned, so 5 results cannot count."),
        (SeriesRule(PointsRule(By.FIELD), CountingRule(least=5, planned=4)), "least",
         "Only 4 events are planned, so nobody can play 5."),
        (SeriesRule(PointsRule(By.FIELD), CountingRule(best=5, drop=1)), "drop",
         "Choose either the best results or the worst ones to drop, not both."),
        (SeriesRule(PointsRule(By.FIELD), CountingRule(best=101)), "best", "Enter a number from 0 to 100."),
        (SeriesRule(PointsRule(By.FIELD), steps=(SeriesStep.ALL, SeriesStep.ALL)), "steps",
         "Each step can be chosen only once."),
    ],
)  # fmt: skip
def test_impossible_rule_is_refused(rule, name, text):
    with pytest.raises(RuleError) as caught:
        check(rule)
    assert (caught.value.name, str(caught.value)) == (name, text)


def appearance_of(number, event, name, *ids, year="", club=""):
    return Appearance(f"p{number}", event, name, ids, year, club)


def test_same_id_joins_players_and_same_name_asks():
    rows = [
        appearance_of(1, "x", "anna", "fide 5"),
        appearance_of(2, "x", "fia", year="1990"),
        appearance_of(3, "y", "anna berg", "fide 5"),
        appearance_of(4, "y", "fia", year="1990"),
        appearance_of(5, "y", "bo", club="North"),
        appearance_of(6, "z", "bo", club="South"),
    ]
    found = people(rows, [])
    assert found.person_of == {"p1": "p1", "p2": "p2", "p3": "p1", "p4": "p4", "p5": "p5", "p6": "p6"}
    assert [(each.likeness, [one.id for one in each.appearances]) for each in found.questions] == [
        (Likeness.YEAR, ["p2", "p4"]),
        (Likeness.NAME, ["p5", "p6"]),
    ]


def test_answer_applies_to_later_events_and_its_removal_splits():
    rows = [appearance_of(1, "x", "fia"), appearance_of(2, "y", "fia"), appearance_of(3, "z", "fia")]
    asked = people(rows[:2], []).questions[0]
    answer = SamePersonAnswer(asked.one, asked.other, same=True)
    later = people(rows, [answer])
    assert set(later.person_of.values()) == {"p1"}
    assert not later.questions
    assert len(set(people(rows, []).person_of.values())) == 3
    apart = people(rows, [replace(answer, same=False)])
    assert len(set(apart.person_of.values())) == 3
    assert not apart.questions


def test_two_players_of_one_event_are_two_people():
    rows = [appearance_of(1, "x", "fia"), appearance_of(2, "x", "fia"), appearance_of(3, "y", "fia")]
    found = people(rows, [SamePersonAnswer(rows[0].key, rows[0].key, same=True)])
    assert len(set(found.person_of.values())) == 3, "nobody knows which of them the third is"
    answer = people(rows, [SamePersonAnswer("p2", "p3", same=True)])
    assert (answer.person_of["p1"], answer.person_of["p3"]) == ("p1", "p2")
    assert len(set(people(rows, [SamePersonAnswer("p1", "p2", same=True)]).person_of.values())) == 3


def test_different_ids_or_years_of_birth_raise_no_question():
    rows = [
        appearance_of(1, "x", "fia", "fide 1"),
        appearance_of(2, "y", "fia", "fide 2"),
        appearance_of(3, "z", "bo", year="1990"),
    ]
    assert not people([*rows, appearance_of(4, "x", "bo", year="1991")], []).questions


def test_merged_fias_add_their_results():
    rule = SeriesRule(PointsRule(table=numbers(4, 3, 2, 1)))
    rows = [appearance_of(1, "x", "fia"), appearance_of(2, "y", "fia")]
    asked = people(rows, []).questions[0]
    for answers, totals in (([], [4, 4]), ([SamePersonAnswer(asked.one, asked.other, same=True)], [8])):
        who = people(rows, answers).person_of
        events = [typed_event("x", [[who["p1"]], "B", "C", "D"]), typed_event("y", [[who["p2"]], "B", "C", "D"])]
        table = series_table(rule, events)
        assert [line.result.total for line in table.lines if str(line.person).startswith("p")] == totals
