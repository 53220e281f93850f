"""Player lists in the formats that users have: what is read and what is reported."""

import pytest
from django.conf import settings

from tournaments import player_lists
from tournaments.player_lists import ColumnChoice, columns

#: The content of a list: the players (name and other facts) and the messages about rows and about the whole.
LISTS = {
    "a provisional rating": (
        "Name;Rating\nIvo;1800P\nJan;1750p12\nAnn;1700",
        [("Ivo", {"rating": 1800}), ("Jan", {"rating": 1750}), ("Ann", {"rating": 1700})],
        (),
    ),
    "one line of everything": ("1. Ivo 1800 GM", [("Ivo", {"rating": 1800, "title": "GM"})], ()),
    "family name first and a rating": ("Carlsen, Magnus 2830", [("Carlsen, Magnus", {"rating": 2830})], ()),
    "title before, federation in brackets": (
        "GM Carlsen Magnus (NOR) 2830",
        [("Carlsen Magnus", {"title": "GM", "federation": "NOR", "rating": 2830})],
        (),
    ),
    "a word that is no rating": ("Jan;abc", [("Jan", {})], ("(“abc”) was not recognised", "ignored")),
    "a word that is no rating among those that are": (
        "Ivo;1800\nJan;abc\nAnn;1700",
        [("Ivo", {"rating": 1800}), ("Ann", {"rating": 1700})],
        ("“abc” is not a rating",),
    ),
    "both of the first report": (
        "1. Ivo 1800 GM\nJan;abc\n",
        [("Ivo", {"rating": 1800, "title": "GM"})],
        ("“abc” is not a rating",),
    ),
    "bullets, numbers and empty lines": (
        "- Ann\n\n* Bo\n3) Cy\n4 Di\n",
        [(name, {}) for name in ("Ann", "Bo", "Cy", "Di")],
        (),
    ),
    "a rating inside": (
        "Ann Lee 1800 SK Nord\nEk, Bo 1700\nCy Poe 1650 1990\n",
        [("Ann Lee", {"rating": 1800, "club": "SK Nord"}), ("Ek, Bo", {"rating": 1700}),
         ("Cy Poe", {"rating": 1650, "birth": "1990"})],
        ("(“SK Nord”) is read as the club",),
    ),
    "numbers with a full stop, and towns": (
        "1.\tAnn Lee\t1800\tOulu\n2.\tBo Ek\t\tTurku\n",
        [("Ann Lee", {"rating": 1800, "club": "Oulu"}), ("Bo Ek", {"club": "Turku"})],
        ("Column 4 (“Oulu”) is read as the club",),
    ),
    "one blank between two of the columns": (
        "  1  Lee Ann       FIN 1800\n  2  Ek Bo Carl    SWE 1700\n",
        [("Lee Ann", {"federation": "FIN", "rating": 1800}), ("Ek Bo Carl", {"federation": "SWE", "rating": 1700})],
        (),
    ),
    "a header over words": ("Name Rating\nIvo 1800\n", [("Ivo", {"rating": 1800})], ()),
    "a header over names": ("Nimi\nAino\n", [("Aino", {})], ()),
    "names alone": ("Virtanen, Aino\nÅkesson, Björn\n", [("Virtanen, Aino", {}), ("Åkesson, Björn", {})], ()),
    "English header": (
        "Name,Rating,Club,Fed,Born\nAnn,1800,Oulu,FIN,1990\n",
        [("Ann", {"rating": 1800, "club": "Oulu", "federation": "FIN", "birth": "1990"})],
        (),
    ),
    "German header": (
        "Spieler;Elo;Verein;Verband;Geburtsdatum\nMüller;1800;SC Köln;GER;31.05.1990\n",
        [("Müller", {"rating": 1800, "club": "SC Köln", "federation": "GER", "birth": "1990/05/31"})],
        (),
    ),
    "French header": (
        "Nom;Prénom;Classement;Club;Pays;Né(e)\nDurand;Zoé;1650;Lyon;FRA;1988\n",
        [("Durand, Zoé", {"rating": 1650, "club": "Lyon", "federation": "FRA", "birth": "1988"})],
        (),
    ),
    "Finnish header": (
        "Sukunimi\tEtunimi\tVahvuusluku\tSeura\tMaa\tSyntymävuosi\nMäki\tAino\t1500\tOSK\tFIN\t2001\n",
        [("Mäki, Aino", {"rating": 1500, "club": "OSK", "federation": "FIN", "birth": "2001"})],
        (),
    ),
    "Dutch header": (
        "Naam;Rating;Vereniging;Land;Geboortejaar\nde Vries, Jan;1712;HWP;NED;1975\n",
        [("de Vries, Jan", {"rating": 1712, "club": "HWP", "federation": "NED", "birth": "1975"})],
        (),
    ),
    "Spanish header": (
        "Nombre;Elo;Club;País;Fecha de nacimiento\nGarcía, Ana;1900;Ajedrez Sur;ESP;01/12/1999\n",
        [("García, Ana", {"rating": 1900, "club": "Ajedrez Sur", "federation": "ESP", "birth": "1999/12/01"})],
        ("read as day/month/year",),
    ),
    "Swiss-Manager": (
        ("Nr;Name;Titel;FideID;Land;EloI;EloN;Verein;Geb.;Bdl\n"
         "1;Müller,Jens;IM;4612345;GER;2401;2390;SK Nord;12.03.1985;NRW\n2;Schmidt,Eva;;0;GER;0;1720;;1999;\n"),
        [
            ("Müller,Jens", {"title": "IM", "fide_id": "4612345", "federation": "GER", "rating": 2401,
            "club": "SK Nord",
                             "birth": "1985/03/12"}),
            ("Schmidt,Eva", {"federation": "GER", "rating": 1720, "birth": "1999"}),
        ],
        ("Column 10 “Bdl” (“NRW”) is ignored.",),
    ),
    "chess-results, copied with the lines above": (
        ("From the Tournament-Database of Chess-Results\nSummer Open 2026\t\t\t\n"
         "No.\t\tName\tFideID\tFED\tRtg\tClub/City\n1\tGM\tSmirin, Ilia\t2801990\tISR\t2599\tHaifa\n"
         "2\t\tRossi, Anna\t0\tITA\t0\t\n"),
        [
            ("Smirin, Ilia", {"title": "GM", "fide_id": "2801990", "federation": "ISR", "rating": 2599,
            "club": "Haifa"}),
            ("Rossi, Anna", {"federation": "ITA"}),
        ],
        ("rows 1 to 2",),
    ),
    "columns of blanks": (
        "1   GM  Carlsen, Magnus   NOR  2830\n2   IM  Agdestein, Ann    NOR  2401\n",
        [("Carlsen, Magnus", {"title": "GM", "federation": "NOR", "rating": 2830}),
         ("Agdestein, Ann", {"title": "IM", "federation": "NOR", "rating": 2401})],
        (),
    ),
    "bars around": (
        "| Name | Rating |\n|------|-------:|\n| Ann | 1800 |\n| Bo | |\n",
        [("Ann", {"rating": 1800}), ("Bo", {})],
        (),
    ),
    "quoted CSV": (
        'name,club\n"Ek, Bo","Club ""North"""\nAnn,\n',
        [("Ek, Bo", {"club": 'Club "North"'}), ("Ann", {})],
        (),
    ),
    "columns known by what they hold": (
        ("1,Ann Lee,w,GM,1800,FIN,500123,1990-05-31,Club One\n2,Bo Ek,m,,0,SWE,500124,1991-01-02,Club Two\n"
         "3,Cy Poe,m,IM,2100,NOR,500125,1992-12-30,Club One\n"),
        [
            ("Ann Lee", {"sex": "w", "title": "GM", "rating": 1800, "federation": "FIN", "fide_id": "500123",
                         "birth": "1990/05/31", "club": "Club One"}),
            ("Bo Ek", {"sex": "m", "federation": "SWE", "fide_id": "500124", "birth": "1991/01/02",
            "club": "Club Two"}),
            ("Cy Poe", {"sex": "m", "title": "IM", "rating": 2100, "federation": "NOR", "fide_id": "500125",
                        "birth": "1992/12/30", "club": "Club One"}),
        ],
        ("(“Club One”) is read as the club",),
    ),
    "years beside ratings": (
        "Ann Lee;1990;1712\nBo Ek;1955;1430\n",
        [("Ann Lee", {"birth": "1990", "rating": 1712}), ("Bo Ek", {"birth": "1955", "rating": 1430})],
        (),
    ),
    "years and dates, and numbers with a slip": (
        ("1;Ann Lee;1990;1712\n2;Bo Ek;31.5.1955;1430\n3;Cy Poe;1066;1500\n4;Di Roe;1960;1600\n4;Ed Foe;;1700\n"
         "5;Fy Moe;2001;1800\n"),
        [("Ann Lee", {"birth": "1990", "rating": 1712}), ("Bo Ek", {"birth": "1955/05/31", "rating": 1430}),
         ("Di Roe", {"birth": "1960", "rating": 1600}), ("Ed Foe", {"rating": 1700}),
         ("Fy Moe", {"birth": "2001", "rating": 1800})],
        ("“1066” is not a year",),
    ),
    "two columns of names": (
        "Carlsen;Magnus;2830\nPolgár;Judit;2675\n",
        [("Carlsen, Magnus", {"rating": 2830}), ("Polgár, Judit", {"rating": 2675})],
        ("Columns 1 and 2 are read as family name and given name: “Carlsen, Magnus”.",),
    ),
    "numbers as people write them": (
        "name;elo\nAnn;1.800\nBo;1'750\nCy;1 700\nDi;1650,0\nEd;1600.5\nFy;–\nGo;unrated\nHo;0\n",
        [("Ann", {"rating": 1800}), ("Bo", {"rating": 1750}), ("Cy", {"rating": 1700}), ("Di", {"rating": 1650}),
         ("Ed", {"rating": 1601}), ("Fy", {}), ("Go", {}), ("Ho", {})],
        (),
    ),
    "dates in several forms": (
        ("name;born\nAnn;31.5.1990\nBo;1990/00/00\nCy;19900531\nDi;31.05.90\nEd;1990-05-31 00:00:00\nFy;0\n"
         "Go;32.1.1990\nHo;1066\n"),
        [("Ann", {"birth": "1990/05/31"}), ("Bo", {"birth": "1990"}), ("Cy", {"birth": "1990/05/31"}),
         ("Di", {"birth": "1990/05/31"}), ("Ed", {"birth": "1990/05/31"}), ("Fy", {})],
        ("“32.1.1990” is not a year", "“1066” is not a year"),
    ),
    "months first": (
        "name,born\nAnn,5/31/1990\nBo,6/1/1991\n",
        [("Ann", {"birth": "1990/05/31"}), ("Bo", {"birth": "1991/06/01"})],
        (),
    ),
    "sexes": (
        "name;sex\nAnn;F\nBo;M\nCy;männlich\nDi;x\n",
        [("Ann", {"sex": "w"}), ("Bo", {"sex": "m"}), ("Cy", {"sex": "m"})],
        ("“x” is not a valid sex",),
    ),
    "a title with the name": (
        "Name;Elo\nGM Ivo Petrov;2500\nIM Ann (NOR);2400\n",
        [("Ivo Petrov", {"title": "GM", "rating": 2500}), ("Ann", {"title": "IM", "federation": "NOR",
            "rating": 2400})],
        ("Read as: Ivo Petrov, GM.",),
    ),
    "a name with figures and one with a lost letter": (
        "name;club\nTeam 7;A\nM\ufffdller;B\n",
        [("Team 7", {"club": "A"}), ("M\ufffdller", {"club": "B"})],
        ("The name contains 7", "The name contains \ufffd"),
    ),
    "no name": ("name;rating\n;1800\nAnn;1700\n", [("Ann", {"rating": 1700})], ("The name is missing",)),
    "a column with a word that nobody knows": (
        "Name;Shoe size\nAnn;38\n",
        [("Ann", {})],
        ("The column “Shoe size” (“38”) was not recognised",),
    ),
    "a report file": (
        ("012 Cup\n001    1 w  g Polgar, Judit                     2675 HUN      700070 1976/07/23  0.0    1\n"
         "001    2 m    Ek, Bo                               0 SWE                        0.0    2\nXXR 5\n"),
        [("Polgar, Judit", {"title": "GM", "rating": 2675, "federation": "HUN", "fide_id": "700070",
                            "birth": "1976/07/23", "sex": "w"}),
         ("Ek, Bo", {"federation": "SWE", "sex": "m"})],
        (),
    ),
    "ranks of Go below the header Rank": (
        "Name\tRank\tCountry\nZed One\t3k\tFI\nYan Two\t5 dan\tSE\n",
        [("Zed One", {"rank": "3k", "federation": "FI"}), ("Yan Two", {"rank": "5d", "federation": "SE"})],
        (),
    ),
    "places below the header Rank": (
        "Rank\tName\tRating\n1\tAnn\t1800\n2\tBo\t1700\n",
        [("Ann", {"rating": 1800}), ("Bo", {"rating": 1700})],
        (),
    ),
    "ranks of Go without a header": (
        "Kim Min-jun\t6d\nÖz Can\t15k\n",
        [("Kim Min-jun", {"rank": "6d"}), ("Öz Can", {"rank": "15k"})],
        (),
    ),
    "countries in two letters without a header": (
        "Kim Min-jun\t6d\tKR\nÖz Can\t15k\tTR\n",
        [("Kim Min-jun", {"rank": "6d", "federation": "KR"}), ("Öz Can", {"rank": "15k", "federation": "TR"})],
        (),
    ),
    "ranks of Go behind the names": (
        "Lee Ann 4d\nBo Ek 12k\n",
        [("Lee Ann", {"rank": "4d"}), ("Bo Ek", {"rank": "12k"})],
        (),
    ),
    "a rank in the column of names": (
        "Name;Club\nLee Ann 4d;Oulu\n",
        [("Lee Ann", {"rank": "4d", "club": "Oulu"})],
        ("Read as: Lee Ann, 4d.",),
    ),
    "columns that no list needs, and a group where there are no sections": (
        "No;Name;Pts;Age;Group\n1;Ann;2.5;12;A\n2;Bo;2;40;B\n",
        [("Ann", {}), ("Bo", {})],
        ("Column 3 “Pts” (“2.5”, “2”) is ignored.", "Column 4 “Age” (“12”, “40”) is ignored.", "“Group” (“A”, “B”)"),
    ),
    "a report file with a broken line": (
        "001    1 m    Ann\n001    2 m    Bo                                abcd FIN\n",
        [("Ann", {"sex": "m"})],
        ("Column 49: expected a rating",),
    ),
}  # fmt: skip


def remarks_on(found):
    """Return all messages about a list, as one text."""
    rows = [text for row in found.rows for text in (*row.faults, *row.remarks)]
    return " ".join([*found.notes, *rows, found.problem])


def good(found):
    """Return the players who were read without faults, as they would be stored."""
    plan = player_lists.compare(found.rows, [], player_lists.Answers())
    return [(row["name"], {key: value for key, value in row.items() if key != "name"}) for row in plan.added]


@pytest.mark.parametrize("kind", LISTS)
def test_each_sample_list_is_read_as_expected(kind):
    text, players, answer = LISTS[kind]
    found = player_lists.read(text)
    assert good(found) == players
    for part in answer:
        assert part in remarks_on(found)
    if not answer:
        assert remarks_on(found) in ("", *[row.remarks[0] for row in found.rows if row.remarks])


@pytest.mark.parametrize(
    ("chess", "number", "fide_id"), [(True, "500123", "500123"), (True, "17", None), (False, "500123", None)]
)
def test_unlabelled_number_is_a_fide_id_only_in_chess(chess, number, fide_id):
    found = player_lists.read(f"Name;ID;Club\nAnn;{number};North\n", chess=chess)
    ((_name, values),) = good(found)
    assert (values.get("fide_id"), values["club"]) == (fide_id, "North")
    assert not any(row.faults for row in found.rows)


def test_rows_keep_their_line_numbers():
    assert [row.line for row in player_lists.read("\nAnn\n\nBo\n").rows] == [2, 4]
    assert [row.line for row in player_lists.read("\nname;club\n\nAnn;x\n").rows] == [4]


@pytest.mark.parametrize("last", ["Total | 2", "TOTAL | 2", "Yhteensä: | 2", " | Summe 2"])
def test_total_below_a_list_is_no_player(last):
    found = player_lists.read(f"Name | Rating\nAnn | 1800\nBo | 1700\n{last}\n")
    assert [player for player, _more in good(found)] == ["Ann", "Bo"]
    assert "looks like a total" in remarks_on(found) or not found.rows[-1].name


@pytest.mark.parametrize("text", ["Total | 1800\nBo | 1700\n", "Total, Ann\nBo, Cy\n", "Ann Total 1700\nBo Summe 2\n"])
def test_player_whose_name_looks_like_a_total_is_read(text):
    assert len(good(player_lists.read(text))) == 2


class TestChosenColumns:
    def test_chosen_columns_override_the_guess(self):
        text = "Ann;Nord\nBo;Sud\n"
        found = player_lists.read(text)
        assert found.columns == ["family", "given"]
        again = player_lists.read(text, ColumnChoice(found.shape, ("name", "club")))
        assert good(again) == [("Ann", {"club": "Nord"}), ("Bo", {"club": "Sud"})]

    def test_choice_for_another_list_is_ignored(self):
        found = player_lists.read("Ann;Nord\nBo;Sud\n", ColumnChoice("; 3", ("club", "name")))
        assert found.columns == ["family", "given"]

    def test_header_can_be_chosen(self):
        text = "Wer;Wieviel\nAnn Lee;1800\n"
        found = player_lists.read(text)
        assert [row.name for row in found.rows] == ["Wer", "Ann Lee"]
        again = player_lists.read(text, ColumnChoice(found.shape, tuple(found.columns), has_header=True))
        assert [row.name for row in again.rows] == ["Ann Lee"]
        assert again.headings == ["Wer", "Wieviel"]
        text = "Name;Club\nAnn;Nord\n"
        found = player_lists.read(text, ColumnChoice("; 2", ("name", "club"), has_header=False))
        assert [row.name for row in found.rows] == ["Name", "Ann"]

    @pytest.mark.parametrize(
        ("columns", "text"),
        [
            (("club", "-"), "No column is set as the name"),
            (("name", "name"), "Columns 1 and 2 are both set to “Name”"),
            (("name", "family"), "Choose one of them"),
        ],
    )
    def test_impossible_choice_is_refused_with_a_reason(self, columns, text):
        found = player_lists.read("Ann;Nord\nBo;Sud\n", ColumnChoice("; 2", columns))
        assert text in found.problem
        assert not found.rows

    def test_column_chosen_again_is_removed_from_its_old_place(self):
        after = player_lists.chosen_after
        assert after(["name", "rating", "-"], ["name", "rating", "rating"]) == ["name", "-", "rating"]
        assert after(["name", "club"], ["club", "name"]) == ["club", "name"]
        assert after(["name", "", ""], ["name", "family", "given"]) == ["-", "family", "given"]
        assert after(["name"], ["name", "club"]) == ["name", "club"]


class TestEncodings:
    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("Müller;1800".encode(), ""),
            ("\ufeffMüller;1800".encode(), ""),
            ("Müller;1800".encode("utf-16"), ""),
            ("Müller;1800".encode("utf-16-le"), ""),
            ("Müller;1800".encode("utf-16-be"), ""),
            ("Müller;1800".encode("cp1252"), "read as Windows-1252: “Müller”"),
            ("Müller\x81;1800".encode("latin-1"), "read as Latin-1"),
        ],
    )
    def test_file_encoding_is_detected(self, content, text):
        given = player_lists.open_file(content)
        assert given.sheets[""].replace("\ufeff", "").replace("\x81", "") == "Müller;1800"
        assert text in " ".join(given.notes)
        assert bool(text) == bool(given.notes)

    @pytest.mark.parametrize(
        "wrong", ["MÃ¼ller;1800", "Åse\nMÃ¼ller;1800\nO’Neil", "MÃ¼ller;Ã–zil", "MÃ¼ller;Ð˜Ð²Ð°Ð½"]
    )
    def test_garbled_letters_are_repaired(self, wrong):
        text, notes = player_lists.unmangle(wrong)
        assert "Müller" in text
        assert "“MÃ¼ller” → “Müller”" in notes[0]

    @pytest.mark.parametrize(
        "right", ["Müller", "Ångström", "Σωκράτης", "São João", "Ł. Życki", "Â", "Ö’Neil", "ÅÖ–7", "Ñ’a"]
    )
    def test_correct_letters_are_kept(self, right):
        assert player_lists.unmangle(right) == (right, [])


def test_documentation_lists_every_column():
    rows = [
        f"| {column.label} | {column.holds} | {', '.join(column.words[:9])} |"
        for column in player_lists.COLUMNS.values()
    ]
    assert "\n".join(rows) in (settings.BASE_DIR / "docs/player-lists.md").read_text()


def test_every_header_word_means_one_column():
    words = [word for column in player_lists.COLUMNS.values() for word in column.words] + sorted(columns.NEEDLESS)
    assert len(words) == len(set(words))
    assert all(columns.plain(word) == word for word in words)


@pytest.mark.parametrize("heading", ["Group", "Groups", "Division", "Pool of my own", "Pts"])
def test_column_of_section_names_is_read_as_section(heading):
    found = player_lists.read(f"Name;{heading}\nAnn;a\nBo;Juniors\nCy;B\n", sections=["A", "B", "Juniors"])
    assert [row.values["section"] for row in found.rows] == ["a", "Juniors", "B"]
    assert found.notes == []


def test_section_column_without_a_header_is_recognised():
    found = player_lists.read("Ann Ek;1800;A\nBo Berg;1700;B\n", sections=["A", "B"])
    assert found.columns == ["name", "rating", "section"]
