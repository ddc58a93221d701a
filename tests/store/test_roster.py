"""H-06, H-07: tables come in from any spreadsheet, with a report, as one step; and go out for a double click."""

import csv
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.naming import figures_as_fighters
from companion.cli.main import main
from companion.errors import CompanionError, FileProblemError, UsageProblemError
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Language
from companion.store.desk import grant_belt, hand_out_roster, people_of, take_back, take_roster, vacate_belt
from companion.store.people import BeltGranted, People, RosterImported, Sheet, event, fold
from companion.store.roster import export_roster, import_roster
from companion.store.roster_report import Report
from companion.store.roster_words import HEADER
from companion.store.sheets import number_in, read_sheet, text_in, write_sheet
from companion.store.show import Row, Show, verify

HEAD = ",".join(HEADER)
MOMIA = "Ana,Momia,red,humanoid,2,2,2,2,2,2,2,2,2,2,Abrazo,in_corner,212.5,80"
PULPO = "Luis,Pulpo,blue,beast,1,3,2,2,2,4,1,1,2,2,,,190,75"


def taken(text: str | bytes, people: People | None = None) -> tuple[RosterImported | None, Report]:
    raw = text if isinstance(text, bytes) else text.encode()
    return import_roster(read_sheet(raw, "f.csv"), people or People(), "f.csv")


def after(step: RosterImported | None) -> People:
    return fold([Row(1, 0, "x", 1, event(step), "")]) if step else People()


def table(*lines: str, header: str = HEAD) -> str:
    return "\n".join([header, *lines, ""])


class TestReading:
    """H-06."""

    @pytest.mark.parametrize(
        "raw",
        [
            "name;kg\nMuñoz;22,5\n".encode(),
            "name;kg\r\nMuñoz;22,5\r\n".encode("utf-8-sig"),
            "name;kg\r\nMuñoz;22,5\r\n".encode("cp1252"),
            "name\tkg\rMuñoz\t22.5\r".encode(),
            '"name","kg"\n"Muñoz","22,5"\n'.encode(),
            "sep=;\r\nname;kg\r\nMuñoz;22,5\r\n".encode("utf-16"),
            "\n\nname,kg\n\n,\n Muñoz ,22.5\n".encode(),
            'name;"k;g,,,,"\nMuñoz;22,5\n'.encode(),
        ],
    )
    def test_separators_decimal_signs_marks_line_ends_and_encodings(self, raw: bytes) -> None:
        sheet = read_sheet(raw, "f.csv")
        ((_, (name, weight)),) = sheet.rows
        assert (name.strip(), number_in(weight)) == ("Muñoz", 22.5)
        assert len(sheet.warnings) == (raw == "name;kg\r\nMuñoz;22,5\r\n".encode("cp1252"))

    def test_rows_know_their_line(self) -> None:
        sheet = read_sheet(b'sep=,\nname,x\n"a\nb",1\n\nc\n', "f.csv")
        assert sheet.rows == ((3, ("a\nb", "1")), (6, ("c", "")))

    @pytest.mark.parametrize(
        ("cell", "number"),
        [("22,5", 22.5), ("22.5", 22.5), ("-3", -3), ("1.180,5", 1180.5), ("1,180.5", 1180.5), (" 1 180,5", 1180.5)],
    )
    def test_numbers(self, cell: str, number: float) -> None:
        assert number_in(cell) == number

    @pytest.mark.parametrize("cell", ["", "x", "1e5", "nan", "inf", "1.2.3", "٣x", "9" * 30, "--"])
    def test_what_is_no_number(self, cell: str) -> None:
        with pytest.raises(ValueError, match="is no number"):
            number_in(cell)

    @pytest.mark.parametrize(
        ("raw", "words"),
        [
            (b"", "is empty"),
            (b"\n;;\n", "is empty"),
            (b'a,b\n"open', "f.csv:2: is no table"),
            (b"a,b\n\0", "null characters"),
            (b"," * 300, "is empty|columns"),
            (b"a," * 300, "columns"),
            (b"a\n" + b"b" * 200_000, "is no table"),
        ],
    )
    def test_what_is_no_table(self, raw: bytes, words: str) -> None:
        with pytest.raises(FileProblemError, match=words):
            read_sheet(raw, "f.csv")

    @pytest.mark.parametrize("text", ["=1+1", "+3", "-x", "@a", "'=x", "''-", "'", "O'Neil", "'n Boom"])
    def test_no_cell_is_a_formula_and_texts_come_back(self, text: str) -> None:
        raw = write_sheet(["a"], [[text]], ";")
        ((_, (cell,)),) = read_sheet(raw, "f.csv").rows
        assert cell[0] not in "=+-@"
        assert text_in(cell) == text

    @settings(max_examples=200, deadline=None)
    @given(st.binary(max_size=80) | st.text(alphabet="ab;,\t\n\r\"'=1 ñ", max_size=60).map(str.encode))
    def test_any_bytes_are_a_table_or_one_line(self, raw: bytes) -> None:
        said = ""
        try:
            import_roster(read_sheet(raw, "f.csv"), People(), "f.csv")
        except CompanionError as error:
            said = str(error)
        assert "\n" not in said


class TestImport:
    """H-07."""

    def test_three_good_and_two_bad_rows(self) -> None:
        step, report = taken(
            table(
                MOMIA,
                PULPO,
                "Eva,Gólem,green,absurd,9,2,2,2,2,2,2,2,2,x,,,,",
                "Iker,Ñandú,black,,,,,,,,,,,,,,,",
                ",,white,,,,,,,,,,,,,,,",
            )
        )
        assert report.lines("en") == [
            "5 rows read: 3 added, 0 changed, 0 as they were, 2 refused",
            "line 4 refused: combat = 9 is not allowed; give 0 to 5; counter = x is not allowed; give 0 to 5",
            "line 6 refused: it has neither a fighter's name nor a player",
        ]
        assert report.lines("es")[1].startswith("línea 4 rechazada: combate = 9 no vale; pon de 0 a 5")
        people = after(step)
        assert [sheet.name for sheet in people.sheets.values()] == ["Momia", "Pulpo", "Ñandú"]
        momia, ana = people.sheet("Momia"), people.player("Ana")
        assert momia is not None
        assert ana is not None
        assert (momia.abilities["strike"], momia.class_, momia.finisher_position) == (2, "humanoid", "in_corner")
        assert (ana.palm_mm, ana.half_palm_mm) == (212.5, 80.0)

    def test_wrong_header_names_add_nothing_and_are_told(self) -> None:
        step, report = taken(table("Ana,Momia,red", header="wrestler_title,nmae,colur"))
        assert step is None
        assert report.failed
        assert report.lines("en")[:2] == [
            "1 row read: 0 added, 0 changed, 0 as they were, 1 refused",
            "line 2 refused: it has neither a fighter's name nor a player",
        ]
        assert "column 'nmae' is not known and was left out; did you mean name?" in report.lines("en")
        assert report.lines("en")[-1] == "nothing was added"
        assert report.lines("es")[-1] == "no se añadió nada"

    def test_spanish_columns_and_words(self) -> None:
        text = (
            "Jugador;Nombre;Color;Clase;Técnica;Látigo;Posición;Palmo mm\n"
            "Ana;Momia;rojo;Bicharraco;3;4;En la esquina;212,5\n"
        )
        step, report = taken(text)
        assert report.added == ("Momia",)
        sheet = after(step).sheet("Momia")
        assert sheet == Sheet("Momia", "Ana", "rojo", "beast", {"technique": 3, "whip": 4}, "", "in_corner")

    def test_the_same_again_is_no_step(self) -> None:
        step, _ = taken(table(MOMIA, PULPO))
        again, report = taken(table(MOMIA, PULPO), after(step))
        assert again is None
        assert (report.same, report.failed) == (("Momia", "Pulpo"), False)
        assert "nothing was added" in report.lines("en")

    def test_only_what_changed_is_in_the_step_and_empty_cells_erase_nothing(self) -> None:
        first, _ = taken(table(MOMIA, PULPO))
        step, report = taken(table("Ana,momia,,,,,,,,4,,,,,,,,", PULPO), after(first))
        assert (report.added, report.changed, report.same) == ((), ("momia",), ("Pulpo",))
        assert step is not None
        assert [sheet.name for sheet in step.sheets] == ["momia"]
        assert step.sheets[0].abilities["strike"] == 4
        assert step.sheets[0].finisher == "Abrazo"
        assert step.players == ()

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("Ana,X,,robot,,,,,,,,,,,,,,", "class = robot is not allowed; give humanoid or beast or absurd"),
            ("Ana,X,,,,,,,,,,,,,,sky,,", "finisher_position = sky is not allowed; give knocked_down or"),
            ("Ana,X,,,,,,,,,,,,,,,21,", "palm_mm = 21 is not allowed; give 80 to 320"),
            ("Ana,X,,,,,,,,,,,,,,,abc,", "palm_mm = abc is not allowed; give 80 to 320"),
            ("Ana,X,,,,,,,,,,,,,,,100,120", "half_palm_mm is not smaller than palm_mm"),
            (",X,,,,,,,,,,,,,,,200,", "it measures a hand and names no player"),
            ("Ana,X,,,1.5,,,,,,,,,,,,,", "combat = 1.5 is not allowed"),
            ("Ana,X,,,-1,,,,,,,,,,,,,", "combat = -1 is not allowed"),
            (f"Ana,{'X' * 61},,,,,,,,,,,,,,,,", "is not allowed; give 1 to 60 letters"),
            ("Ana,X,,,,,,,,,,,,,,,,,,", "it has 20 cells, the header 18"),
            ("Ana,MOMIA,,,,,,,,,,,,,,,,", "MOMIA stands already in line 2"),
            ("Ana,X,,,,,,,,,,,,,,,230,", "Ana has another palm_mm in line 2"),
        ],
    )
    def test_refused_rows(self, line: str, words: str) -> None:
        _, report = taken(table(MOMIA, line))
        assert report.added == ("Momia",)
        ((number, _),) = report.refused
        assert number == 3
        assert words in report.lines("en")[1]

    def test_notes_do_not_stop_a_row(self) -> None:
        _, report = taken(table(MOMIA, "Luis,Pulpo,Red,,4,3,2,2,2,4,1,1,2,3,,,,"))
        assert report.lines("en")[1:] == [
            "Pulpo: main abilities add up to 13, due 10",
            "Pulpo: combat abilities add up to 11, due 10",
            "Pulpo and Momia have the same clay: Red",
        ]

    def test_signs_that_turn_the_writing_direction_are_taken_out_of_names(self) -> None:
        """I-03."""
        step, _ = taken(table("Ana,abc\u202e321,,,,,,,,,,,,,,,,"))
        assert list(after(step).sheets) == ["abc321"]

    def test_a_player_without_a_fighter(self) -> None:
        step, report = taken(table("Ana,,,,,,,,,,,,,,,,212.5,", "Ana,,,,,,,,,,,,,,,,,"))
        assert report.added == ("Ana",)
        assert len(report.refused) == 1
        assert [player.palm_mm for player in after(step).players.values()] == [212.5]

    def test_two_fighters_of_one_player_share_the_palm(self) -> None:
        step, report = taken(table(MOMIA, "Ana,Zombi,grey,,,,,,,,,,,,,,,"))
        assert len(report.added) == 2
        assert [player.palm_mm for player in after(step).players.values()] == [212.5]

    @pytest.mark.slow
    def test_5000_wrestlers(self, tmp_path: Path) -> None:
        """F-08: the import stands beside the event loop; what the loop does: tests/app/test_evening_preparing.py."""
        lines = [f"P{n},Luchador {n},c{n},beast,2,2,2,2,2,2,2,2,2,2,Fin,on_ropes,200,80" for n in range(5000)]
        path = tmp_path / "f.csv"
        path.write_text(table(*lines), encoding="utf-8")
        assert len(take_roster(path, tmp_path / "s.db", 0).added) == 5000
        assert len(people_of(tmp_path / "s.db").sheets) == 5000

    @pytest.mark.parametrize(
        ("header", "words"),
        [
            ("name,player,name", "f.csv:1: column name stands twice: 'name' in cell 1, 'name' in cell 3"),
            ("\n\nNombre;x;luchador", "f.csv:3: column name stands twice: 'Nombre' in cell 1, 'luchador' in cell 3"),
        ],
    )
    def test_a_column_that_stands_twice_is_refused_with_its_line(self, header: str, words: str) -> None:
        with pytest.raises(FileProblemError) as told:
            taken(table("Ana,Momia,200", header=header))
        assert words in str(told.value)
        assert "la columna nombre está dos veces" in told.value.spanish

    def test_columns_without_a_name_are_no_matter_while_they_are_empty(self) -> None:
        _, report = taken("name;;\nMomia;;\n")
        assert report.notes == ()
        assert "column '' is not known" in taken("name;\nMomia;3\n")[1].lines("en")[1]

    def test_of_many_notes_a_few_are_told_and_then_their_number(self) -> None:
        rows = [f",F{n},red,,3,3,3,3,3,,,,,,,,," for n in range(300)]
        _, report = taken(table(*rows))
        said = report.lines("en")
        assert len(said) == 1 + 2 * 6
        assert said[6] == "and 295 more sums that are not 10"
        assert said[12] == "and 294 more with the clay of others"
        assert "y 294 más con la plastelina de otros" in report.lines("es")
        _, report = taken(table(*[f",F{n},,robot,,,,,,,,,,,,,," for n in range(150)]))
        assert len(report.refused) == 150
        assert report.lines("es")[101] == "y 50 filas rechazadas más"

    @pytest.mark.parametrize(("name", "letters"), [("木乃伊", "木 乃 伊"), ("مومياء", "م و ي ا ء"), ("Ana 🤼", "🤼")])
    def test_letters_that_the_type_does_not_have_are_listed(self, name: str, letters: str) -> None:
        """F-05."""
        _, report = taken(table(f",{name},,,,,,,,,,,,,,,,", ",Łukasz Ğ Peña,,,,,,,,,,,,,,,,"))
        (note,) = report.notes
        assert note.en == f"the type has no letter for {letters} (in {name}); a box ▯ stands for it, on the screens too"
        assert note.es.startswith(f"la letra de imprenta no tiene {letters} (en {name})")

    def test_wrong_words_are_answered_in_the_language_of_the_person(self) -> None:
        (line,) = taken(table("Ana,X,,robot,,,,,,,,,,,,sky,,"))[1].lines("es")[1:2]
        assert "clase = robot no vale; pon humanoide o bicharraco o absurdo" in line
        (line,) = taken(table("Ana,X,,,,,,,,,,,,,,sky,,"))[1].lines("es")[1:2]
        assert "posición_de_remate = sky no vale; pon derribado o en las cuerdas o de espaldas" in line


class TestBothLanguages:
    """What goes out in either comes in again, to the byte, and means the same."""

    ROWS = (
        MOMIA,
        PULPO,
        "Iker,Ñandú,Dark Red,absurd,,,,,,,,,,,=x,on_ropes,,",
        "Eva,Flan,moco,,,,,,,,,,,,,back_turned,,",
    )

    @pytest.mark.parametrize("language", ["es", "en"])
    def test_out_in_and_out_again(self, language: Language) -> None:
        step, _ = taken(table(*self.ROWS))
        out = export_roster(after(step), ";", language)
        into_itself, report = taken(out, after(step))
        assert into_itself is None, "nothing has changed"
        assert report.notes[-1].en == "nothing was added"
        fresh, report = taken(out)
        assert (report.notes, report.refused) == ((), ())
        assert export_roster(after(fresh), ";", language) == out
        assert export_roster(after(fresh), ",", "en").lower() == export_roster(after(step), ",", "en").lower()

    def test_spanish_all_through(self) -> None:
        step, _ = taken(table(*self.ROWS))
        header, momia, _, third, fourth = export_roster(after(step), ";", "es").decode("utf-8-sig").splitlines()
        assert header == (
            "jugador;nombre;color;clase;combate;velocidad;fuerza;técnica;resistencia;golpear;látigo;suplex;sumisión;"
            "contra;remate;posición_de_remate;palmo_mm;medio_palmo_mm"
        )
        assert momia == "Ana;Momia;rojo;humanoide;2;2;2;2;2;2;2;2;2;2;Abrazo;en la esquina;212,5;80"
        assert third == "Iker;Ñandú;rojo oscuro;absurdo;;;;;;;;;;;'=x;en las cuerdas;;"
        assert fourth == "Eva;Flan;moco;;;;;;;;;;;;;de espaldas;;"

    def test_words_that_people_use(self) -> None:
        step, report = taken("luchador;golpe;remate;posición del remate;clase\nMomia;3;Abrazo;Tumbado;Bestia\n")
        assert report.notes == ()
        assert after(step).sheet("Momia") == Sheet("Momia", "", "", "beast", {"strike": 3}, "Abrazo", "knocked_down")

    def test_a_figure_and_a_fighter_of_one_clay_find_each_other_in_two_languages(self) -> None:
        match = SimpleNamespace(fighters={"A": SimpleNamespace(id="A", name="Momia", clay_colour="Azul Oscuro")})
        figures = [{"id": "1", "name": "", "colour": "dark_blue"}]
        assert figures_as_fighters(figures, cast("Match", match)) == {"1": "A"}

    def test_one_clay_in_two_languages_is_one_clay(self) -> None:
        _, report = taken(table(MOMIA, "Luis,Pulpo,Rojo,,,,,,,,,,,,,,,"))
        assert report.lines("es")[1:] == ["Pulpo y Momia tienen la misma plastelina: Rojo"]


class TestExport:
    @pytest.mark.parametrize(("separator", "palm"), [(";", "212,5"), (",", "212.5"), ("\t", "212.5")])
    def test_for_spanish_and_english_excel(self, separator: str, palm: str) -> None:
        step, _ = taken(table(MOMIA, "Iker,Ñandú,,,,,,,,,,,,,,,,", "Eva,,,,,,,,,,,,,,,,200,"))
        raw = export_roster(after(step), separator)
        assert raw.startswith(b"\xef\xbb\xbf")
        lines = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=separator))
        assert lines[0] == list(HEADER)
        assert lines[1][16] == palm
        assert [line[1] for line in lines[1:]] == ["Momia", "Ñandú", ""]

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=12),
                st.sampled_from(["Ana", "Luis", ""]),
                st.integers(0, 5) | st.none(),
                st.sampled_from(["humanoid", ""]),
            ),
            max_size=5,
        ),
        st.sampled_from([";", ",", "\t"]),
    )
    def test_out_and_in_again_changes_nothing(
        self, rows: list[tuple[str, str, int | None, str]], separator: str
    ) -> None:
        cells = [[player, name, "", kind, strike] for name, player, strike, kind in rows]
        raw = write_sheet(["player", "name", "clay_colour", "class", "strike"], cells, separator)
        step, _ = taken(raw)
        out = export_roster(after(step), separator)
        again, report = taken(out, after(step))
        assert again is None, report
        fresh, _ = taken(out)
        assert after(fresh).sheets == after(step).sheets
        assert after(fresh).players == after(step).players
        assert export_roster(after(fresh), separator) == out


class TestDesk:
    @pytest.fixture
    def show(self, tmp_path: Path) -> Path:
        (tmp_path / "f.csv").write_text(table(MOMIA, PULPO), encoding="utf-8")
        take_roster(tmp_path / "f.csv", tmp_path / "s.db", 1_000)
        return tmp_path / "s.db"

    def test_an_import_is_one_step_in_the_journal_and_can_be_taken_back(self, show: Path) -> None:
        assert verify(show).events == 1
        assert str(take_back(show, 2_000)) == "taken back: roster read f.csv (event 1)"
        assert people_of(show).sheets == {}
        assert verify(show).events == 2
        with pytest.raises(CompanionError, match="nothing to take back"):
            take_back(show, 3_000)

    def test_wrong_files_leave_the_show_alone(self, show: Path, tmp_path: Path) -> None:
        (tmp_path / "bad.csv").write_text("x,y\n1,2\n")
        assert take_roster(tmp_path / "bad.csv", show, 0).failed
        for name, words in (("no.csv", "no such file"), ("x.xlsx", "save the table as CSV")):
            with pytest.raises(FileProblemError, match=words):
                take_roster(tmp_path / name, show, 0)
        assert verify(show).events == 1
        assert take_roster(tmp_path / "bad.csv", tmp_path / "new.db", 0).failed
        assert not (tmp_path / "new.db").exists()
        with pytest.raises(FileProblemError, match="no such file"):
            hand_out_roster(tmp_path / "out.csv", tmp_path / "no.db", "en")

    def test_belts_by_ruling(self, show: Path) -> None:
        grant_belt(show, BeltGranted("World", "momia", "strike", 1), 5_000)
        grant_belt(show, BeltGranted("World", "Pulpo"), 6_000)
        vacate_belt(show, "world", "injured", 7_000)
        for step, words in (
            (BeltGranted("World", "Mumia"), "'Mumia' is not in the roster; did you mean Momia"),
            (BeltGranted("World", "Pulpo", "strike", 0), "--ability and --points go together"),
            (BeltGranted("World", "Pulpo", "punch", 1), "--ability punch is not allowed"),
            (BeltGranted("World", "Pulpo", "strike", 11), "--points 11 is not allowed"),
            (BeltGranted(" ", "Pulpo"), "give the belt and the fighter a name"),
        ):
            with pytest.raises(UsageProblemError, match=words):
                grant_belt(show, step, 8_000)
        for belt, words in (("World", "is vacant already"), ("Tag", "there is no belt 'Tag'; there is World")):
            with pytest.raises(UsageProblemError, match=words):
                vacate_belt(show, belt, "", 8_000)
        assert verify(show).events == 4

    def test_a_champion_is_not_crowned_twice(self, show: Path) -> None:
        grant_belt(show, BeltGranted("World", "Momia"), 5_000)
        with pytest.raises(UsageProblemError, match="Momia holds World already"):
            grant_belt(show, BeltGranted("World", "momia"), 6_000)


class TestCommands:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    def test_roster(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path, show, out = tmp_path / "f.csv", tmp_path / "s.db", tmp_path / "out.csv"
        path.write_text(table(MOMIA, PULPO), encoding="utf-8")
        assert self.run(capsys, "roster", "import", path, "--show", show, "--lang", "en") == (
            0,
            "2 rows read: 2 added, 0 changed, 0 as they were, 0 refused\n",
        )
        assert self.run(capsys, "roster", "export", out, "--show", show, "--lang", "es")[0] == 0
        assert "Ana;Momia;rojo;humanoide;2" in out.read_text(encoding="utf-8-sig")
        assert self.run(capsys, "roster", "import", out, "--show", show)[0] == 0
        assert self.run(capsys, "roster", "undo", "--show", show, "--lang", "es")[1].startswith(
            "retirado: lista leída f.csv"
        )
        path.write_text("a,b\n1,2\n")
        assert self.run(capsys, "roster", "import", path, "--show", show)[0] == 1
        assert self.run(capsys, "roster", "import", tmp_path / "no.csv", "--show", show)[0] == 2
        assert self.run(capsys, "roster", "undo", "--show", show)[0] == 1

    def test_players_without_a_fighter_are_told_and_keep_their_palms(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path, show, out = tmp_path / "f.csv", tmp_path / "s.db", tmp_path / "out.csv"
        path.write_text("player,palm_mm,half_palm_mm\nAna,195,\nLuis,210.5,90\n", encoding="utf-8")
        assert self.run(capsys, "roster", "import", path, "--show", show)[0] == 0
        code, said = self.run(capsys, "roster", "export", out, "--show", show, "--lang", "es")
        assert (code, said) == (0, f"2 jugadores sin luchador -> {out}\n")
        new = tmp_path / "new.db"
        assert self.run(capsys, "roster", "import", out, "--show", new)[0] == 0
        assert people_of(new).players == people_of(show).players
        path.write_text(table(MOMIA), encoding="utf-8")
        assert self.run(capsys, "roster", "import", path, "--show", show)[0] == 0
        said = self.run(capsys, "roster", "export", out, "--show", show, "--lang", "en")[1]
        assert said == f"1 fighter, 1 player without a fighter -> {out}\n"

    def test_titles(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        show = tmp_path / "s.db"
        Show.open(show).close()
        assert self.run(capsys, "titles", "list", "--show", show, "--lang", "es") == (0, "aún no hay cinturones\n")
        words = ("titles", "grant", "World", "Momia", "--ability", "strike", "--points", "1", "--show", show)
        assert self.run(capsys, *words) == (0, "World: Momia\n")
        assert self.run(capsys, "titles", "vacate", "World", "--reason", "lesión", "--show", show) == (0, "World: -\n")
        code, text = self.run(capsys, "titles", "list", "--show", show, "--lang", "es")
        assert code == 0
        assert [line.split()[:2] for line in text.splitlines()] == [
            ["cinturón", "campeón"],
            ["World", "Momia"],
            ["World", "(vacante)"],
        ]
        code, text = self.run(capsys, "titles", "list", "--show", show, "--json")
        assert [(reign["champion"], reign["ended_by"], reign["days"]) for reign in json.loads(text)] == [
            ("Momia", "vacated", 0),
            (None, None, 0),
        ]
        assert self.run(capsys, "titles", "list", "--show", tmp_path / "no.db")[0] == 2
        assert self.run(capsys, "titles", "vacate", "Tag", "--show", show)[0] == 2


class TestPhotos:
    """Optional: the name of a picture beside the show, never the picture; printed on the sheet if it can be read."""

    def test_in_out_and_on_paper(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        from PIL import Image

        table, show = tmp_path / "gente.csv", tmp_path / "s.db"
        table.write_text(
            "nombre;jugador;foto\nMomia;Ana;momia ñ.PNG\nPulpo;Luis;\nFlan;Eva;rota.jpg\n", encoding="utf-8"
        )
        assert main(["roster", "import", str(table), "--show", str(show)]) == 0
        assert [sheet.photo for sheet in people_of(show).sheets.values()] == ["momia ñ.PNG", "", "rota.jpg"]
        out = tmp_path / "out.csv"
        assert main(["roster", "export", str(out), "--show", str(show), "--lang", "es"]) == 0
        header, first, *_ = out.read_text(encoding="utf-8-sig").splitlines()
        assert header.endswith(";foto")
        assert first.endswith(";momia ñ.PNG")
        assert main(["roster", "import", str(out), "--show", str(show), "--lang", "en"]) == 0
        assert "3 as they were" in capsys.readouterr().out
        without = tmp_path / "without.pdf"
        assert main(["print", "sheets", "--show", str(show), "--out", str(without)]) == 0
        Image.effect_noise((120, 90), 50).save(tmp_path / "momia ñ.PNG")
        (tmp_path / "rota.jpg").write_bytes(b"no picture")
        assert main(["print", "sheets", "--show", str(show), "--out", str(tmp_path / "with.pdf")]) == 0
        assert b"/Subtype /Image" in (tmp_path / "with.pdf").read_bytes()
        assert b"/Subtype /Image" not in without.read_bytes()

    def test_without_photos_the_header_is_the_contract(self, tmp_path: Path) -> None:
        _, report = import_roster(read_sheet(b"name,photo\nMomia,\n", "x.csv"), People(), "x.csv")
        assert not report.refused
        assert export_roster(People(sheets={"momia": Sheet("Momia")}), ",").splitlines()[0].endswith(b"half_palm_mm")

    @pytest.mark.parametrize("photo", ["../../etc/passwd", "C:\\a.jpg", "/x.png", "a.exe", "x" * 99 + ".png"])
    def test_what_is_no_name_beside_the_show(self, photo: str) -> None:
        step, report = import_roster(read_sheet(f"name,photo\nMomia,{photo}\n".encode(), "x.csv"), People(), "x.csv")
        assert step is None
        assert len(report.refused) == 1
