"""Printed pages are true to 0.2 mm, with the type embedded, and tell their colours apart without colour."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import fpdf
import pytest

from companion.cli import print_
from companion.errors import UsageProblemError
from companion.games.clay_wrestling.model import ABILITIES
from companion.kernel.text import Text
from companion.store.handouts import _COMBAT, _MAIN, CARD_MM, SHEET_MM, print_cards, print_sheets
from companion.store.people import Player, Sheet, SheetSet, event
from companion.store.show import Show
from store.pdf_pages import Pdf

MOMIA = Sheet("Ñandú Łukasz", "Ana", "red", "beast", dict.fromkeys(ABILITIES, 2), "Abrazo", "in_corner")
MM_PER_POINT = 25.4 / 72


@pytest.fixture(autouse=True)
def readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without compression, so that lengths can be read from them."""
    made = fpdf.FPDF.__init__

    def plain(self: fpdf.FPDF, *arguments: Any, **named: Any) -> None:
        made(self, *arguments, **named)
        self.set_compression(False)

    monkeypatch.setattr(fpdf.FPDF, "__init__", plain)


def rectangles_mm(raw: bytes) -> list[tuple[float, float]]:
    return [
        (abs(float(width)) * MM_PER_POINT, abs(float(height)) * MM_PER_POINT)
        for width, height in re.findall(rb"[\d.-]+ [\d.-]+ ([\d.-]+) ([\d.-]+) re", raw)
    ]


def lines_mm(raw: bytes) -> list[float]:
    found = re.findall(rb"([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l", raw)
    return [
        ((float(x2) - float(x1)) ** 2 + (float(y2) - float(y1)) ** 2) ** 0.5 * MM_PER_POINT for x1, y1, x2, y2 in found
    ]


def count(lengths: list[float], due: float) -> int:
    return sum(abs(length - due) < 0.2 for length in lengths)


class TestSheets:
    @pytest.mark.parametrize(("paper", "box"), [("A4", b"[0 0 595.28 841.89]"), ("Letter", b"[0 0 612.00 792.00]")])
    def test_two_a_page_true_to_size(self, tmp_path: Path, paper: str, box: bytes) -> None:
        path = tmp_path / "x.pdf"
        assert print_sheets(path, [(MOMIA, Player("Ana", 212.5, 80))], 2, "es", paper) == 2
        raw = path.read_bytes()
        assert b"/MediaBox " + box in raw
        assert raw.count(b"/FontFile2") == 2
        widths = [width for width, height in rectangles_mm(raw) if abs(height - SHEET_MM[1]) < 0.2]
        assert count(widths, SHEET_MM[0]) == 3
        assert count(lines_mm(raw), 100.0) >= 2, "a ruler a page"
        crossed = count(lines_mm(raw), 5 * 2**0.5)
        assert crossed == 2 * sum(MOMIA.abilities.values())

    @pytest.mark.parametrize(("points", "discs"), [(0, 0), (1, 1), (2, 2), (5, 0)])
    def test_a_disc_for_each_point_of_a_title(self, tmp_path: Path, points: int, discs: int) -> None:
        path = tmp_path / "x.pdf"
        print_sheets(path, [(MOMIA, Player("Ana"))], 0, "es", titles={MOMIA.name: {"strike": points}})
        (page,) = Pdf(path).pages()
        assert len(page.filled(3.0, 3.0)) == discs

    @pytest.mark.parametrize("heading", [_MAIN, _COMBAT])
    def test_the_headings_name_what_is_drawn(self, heading: Text) -> None:
        """Grey boxes are on every sheet, a disc only where a title has brought a point."""
        assert ("grey boxes" in heading.en, "casillas grises" in heading.es) == (True, True)
        assert "•" not in heading.en + heading.es

    def test_a_disc_stands_behind_a_fifth_cross(self, tmp_path: Path) -> None:
        path = tmp_path / "x.pdf"
        five = replace(MOMIA, abilities={"strike": 5})
        print_sheets(path, [(five, Player("Ana"))], 0, "es", titles={MOMIA.name: {"strike": 1}})
        assert count(lines_mm(path.read_bytes()), 5 * 2**0.5) == 10

    def test_nothing_to_print_and_unknown_paper(self, tmp_path: Path) -> None:
        with pytest.raises(UsageProblemError, match="--blank N prints empty sheets"):
            print_sheets(tmp_path / "x.pdf", [], 0, "en")
        with pytest.raises(UsageProblemError, match="give A4 or Letter"):
            print_sheets(tmp_path / "x.pdf", [], 1, "en", "A5")

    def test_the_longest_words_stay_within_their_field(self, tmp_path: Path) -> None:
        from companion.store.page import new_document, put_within

        drawn: list[tuple[float, float]] = []
        pdf = new_document("es", numbered=False)
        pdf.add_page()
        cell = pdf.cell
        pdf.cell = lambda *a, **k: (drawn.append((pdf.get_string_width(a[2]), a[0])), cell(*a, **k))[1]
        for word in ("W" * 60, "木" * 60, "Ana"):
            put_within(pdf, 20, 20, 60, word, size_pt=12, bold=True, align="L")
        assert len(drawn) == 3
        assert all(wide <= room for wide, room in drawn)

    def test_everything_stays_on_the_page(self, tmp_path: Path) -> None:
        for paper, high in (("A4", 841.89), ("Letter", 792.0)):
            print_sheets(tmp_path / "x.pdf", [(MOMIA, Player("Ana"))] * 2, 0, "es", paper)
            raw = (tmp_path / "x.pdf").read_bytes()
            heights = [float(y) for y in re.findall(rb"[\d.-]+ ([\d.-]+) [ml] ", raw)]
            assert min(heights) >= 20
            assert max(heights) <= high


class TestCards:
    @pytest.mark.parametrize("paper", ["A4", "Letter"])
    def test_eight_of_each_true_to_size_with_a_sign_each(self, tmp_path: Path, paper: str) -> None:
        path = tmp_path / "x.pdf"
        assert print_cards(path, "en", paper) == 1
        raw = path.read_bytes()
        cards = [pair for pair in rectangles_mm(raw) if abs(pair[0] - CARD_MM[0]) < 0.2]
        assert len(cards) == 24
        assert count([height for _, height in cards], CARD_MM[1]) == 24
        assert count([width for width, _ in rectangles_mm(raw)], 10.0) == 8, "squares on the red ones"
        assert count(lines_mm(raw), 100.0) == 1

    def test_the_same_bytes_each_time(self, tmp_path: Path) -> None:
        for name in ("a.pdf", "b.pdf"):
            print_cards(tmp_path / name, "es")
        assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_commands(tmp_path: Path) -> None:
    show = tmp_path / "s.db"
    with Show.open(show) as opened:
        opened.append([event(SheetSet(MOMIA))], by="desk", at_ms=1)
    for words in (["sheets", "--show", str(show)], ["sheets"], ["cards"], ["score", "--show", str(show)]):
        out = tmp_path / f"{len(words)}{words[0]}.pdf"
        assert print_.command.main([*words, "--out", str(out), "--lang", "es"], standalone_mode=False) == 0
        assert out.read_bytes().startswith(b"%PDF-")
