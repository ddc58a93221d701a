"""The show on paper: the same pages for the same show, the type embedded, both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config import typeface
from companion.config.typeface import BOX
from companion.errors import FileProblemError
from companion.screens import fonts
from companion.store import glyphs, paper
from companion.store.bracket import draw
from companion.store.paper import export_pdf
from companion.store.people import BeltGranted, Bout, BoutCorrected, BoutRecorded, Sheet, SheetSet, Step, event, fold
from companion.store.show import Show

DAY_MS = 86_400_000
STEPS: tuple[Step, ...] = (
    SheetSet(Sheet("Ñandú Łukasz", "Ana Peña", "red", "humanoid", {"strike": 4})),
    BeltGranted("World", "Ñandú Łukasz"),
    BoutRecorded(Bout("1", ("Ñandú Łukasz", "Momia"), ("Momia",), "knock_out", "World")),
    BoutRecorded(Bout("2", ("Ñandú Łukasz", "Momia"))),
    BoutCorrected(Bout("2", ("Ñandú Łukasz", "Momia"), ("Momia",), "pin"), "count of three"),
)


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    with Show.open(tmp_path / "velada ñ.db") as opened:
        for number, step in enumerate(STEPS):
            opened.append([event(step)], by="desk", at_ms=20_000 * DAY_MS + number)
        yield opened


def pages(raw: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", raw))


class TestPages:
    def test_the_same_show_gives_the_same_bytes_with_the_type_in_them(self, show: Show, tmp_path: Path) -> None:
        raws = []
        for name in ("a.pdf", "b.pdf"):
            assert export_pdf(show, tmp_path / name, "es")[0] == 1
            raws.append((tmp_path / name).read_bytes())
        assert raws[0] == raws[1]
        assert raws[0].startswith(b"%PDF-")
        assert raws[0].count(b"/FontFile2") == 2
        assert pages(raws[0]) == 1
        assert b"/MediaBox [0 0 595.28 841.89]" in raws[0], "A4"

    def test_a_long_evening_takes_more_pages(self, show: Show, tmp_path: Path) -> None:
        steps = [event(BoutRecorded(Bout(f"x{n}", ("A", "B"), ("A",)))) for n in range(120)]
        show.append(steps, by="desk", at_ms=20_001 * DAY_MS)
        told, _ = export_pdf(show, tmp_path / "a.pdf", "en")
        assert told == pages((tmp_path / "a.pdf").read_bytes())
        assert told >= 3

    @pytest.mark.parametrize("at_ms", [-(2**62), 2**62])
    def test_an_empty_show_and_a_clock_far_off(self, tmp_path: Path, at_ms: int) -> None:
        with Show.open(tmp_path / "s.db") as opened:
            assert export_pdf(opened, tmp_path / "empty.pdf", "en") == (1, ())
            opened.append([{"name": "bell"}, event(BeltGranted("World", "emoji 🤼"))], by="x", at_ms=at_ms)
            told, tables = export_pdf(opened, tmp_path / "far.pdf", "en")
            assert (told, [one.es for one in tables]) == (1, ["Cinturones"])

    def test_without_the_type_the_remedy_is_told(
        self, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(typeface, "PACKAGE", "no_such_font_package")
        with pytest.raises(FileProblemError, match="pip install fontpkg-fira-sans-condensed"):
            export_pdf(show, tmp_path / "a.pdf", "en")
        assert not (tmp_path / "a.pdf").exists()


class TestTables:
    def test_what_stands_in_them(self, show: Show) -> None:
        found = {heading.en: cells for heading, cells, _ in paper._tables(fold(show.rows()), 20_000 * DAY_MS, "es")}
        assert [line[:3] for line in found["Belts"]][1:] == [["World", "Ñandú Łukasz", "1"], ["World", "Momia", "1"]]
        assert found["Results"][1] == ["1", "Ñandú Łukasz – Momia", "Momia", "por KO", "World"]
        assert found["Results"][2] == ["2 (corregido)", "Ñandú Łukasz – Momia", "Momia", "por pin", ""]
        assert found["Table"][1:] == [["1", "Momia", "2", "2", "0", "0"], ["2", "Ñandú Łukasz", "2", "0", "2", "0"]]
        assert found["Fighters"][1][:4] == ["Ñandú Łukasz", "Ana Peña", "rojo", "humanoide"]

    def test_title_points_and_tournaments_stand_in_them(self, show: Show) -> None:
        steps = [
            BeltGranted("World", "Momia", "strike", 1),
            BeltGranted("Tag", "Ñandú Łukasz", "strike", 2),
            draw("Copa", "round_robin", ("Momia", "Ñandú Łukasz")),
            BoutRecorded(Bout("9", ("Ñandú Łukasz", "Momia"), ("Momia",), "pin", bracket="Copa")),
        ]
        show.append([event(step) for step in steps], by="desk", at_ms=20_001 * DAY_MS)
        found = {heading.es: cells for heading, cells, _ in paper._tables(fold(show.rows()), 20_001 * DAY_MS, "es")}
        assert found["Cinturones"][0][7] == "puntos"
        assert [line[7] for line in found["Cinturones"][1:]] == ["", "Golpear +1", "Golpear +2"]
        assert found["Luchadores"][1][9] == "4+2"
        assert found["Torneo Copa: lo gana Momia"] == [
            ["ronda", "combate", "resultado"],
            ["1", "Momia – Ñandú Łukasz", "Momia (9)"],
            ["", "Momia", "1 victoria"],
            ["", "Ñandú Łukasz", "0 victorias"],
        ]

    def test_every_line_has_a_cell_for_each_width(self, show: Show) -> None:
        for _, cells, widths in paper._tables(fold(show.rows()), 0, "en"):
            assert {len(line) for line in cells} == {len(widths)}


class TestMissingLetters:
    """F-05: a box for each, one line that lists them, nothing from the library."""

    def test_they_are_boxes_and_told(
        self, show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        show.append([event(SheetSet(Sheet("木乃伊", "مومياء 🤼", "red")))], by="desk", at_ms=20_001 * DAY_MS)
        for command in (["print", "sheets", "--show"], ["print", "score", "--show"], ["export"]):
            out = ["--to" if command == ["export"] else "--out", str(tmp_path / "x.pdf")]
            assert main([*command, str(show.path), *out, "--lang", "es"]) == 0
            (line,) = capsys.readouterr().err.splitlines()
            assert line.startswith("la letra de imprenta no tiene ")
            assert set("木乃伊🤼") < set(line)
        assert caplog.text == ""

    def test_the_type_has_all_of_latin_and_the_box(self) -> None:
        assert {*range(0x20, 0x7F), *range(0xA0, glyphs.BEYOND_LATIN), ord(glyphs.BOX)} <= glyphs._known()

    @pytest.mark.parametrize(
        "text", ["Ñandú Peña", "Łukasz", "Ğ", "Ωmega", "Жук", "木乃伊", "🤼", "e\u0301", "a\u202eb"]
    )
    def test_paper_and_screens_draw_the_same(self, text: str) -> None:
        assert glyphs.drawable(text) == fonts.drawable(text)
        assert glyphs.missing_letters(text) == fonts.missing_characters(text)
        assert glyphs.BOX == BOX


def test_the_command(show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(show.path), "--to", str(tmp_path / "x.pdf"), "--lang", "es"]) == 0
    to_export = capsys.readouterr().out
    assert to_export.startswith("1 página (")
    raw = (tmp_path / "x.pdf").read_bytes()
    assert main(["print", "score", "--show", str(show.path), "--out", str(tmp_path / "x.pdf"), "--lang", "es"]) == 0
    assert capsys.readouterr().out == to_export
    assert (tmp_path / "x.pdf").read_bytes() == raw


def test_results_for_a_spreadsheet(show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.csv"
    assert main(["export", str(show.path), "--to", str(path), "--results", "--lang", "es"]) == 0
    assert capsys.readouterr().out.startswith("2 combates -> ")
    assert path.read_text(encoding="utf-8-sig").splitlines() == [
        "combate;luchadores;ganador;final;cinturón;antes;por qué",
        "1;Ñandú Łukasz – Momia;Momia;por KO;World;;",
        "2 (corregido);Ñandú Łukasz – Momia;Momia;por pin;;empate;count of three",
    ]
    assert main(["export", str(show.path), "--to", str(tmp_path / "x.pdf"), "--results"]) == 2
