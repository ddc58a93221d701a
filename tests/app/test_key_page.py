"""The printed key map: one page that tells every key of both screens (issue 7)."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
from store.pdf_pages import Pdf

import companion
from companion.app import key_page
from companion.cli.main import main
from companion.screens import crowd_window, interaction, referee_window
from companion.screens.inputs import GAMEPAD
from companion.screens.interaction import ALWAYS
from companion.screens.key_map import CROWD_KEYS, KEY_BAR, KEY_MAP, PAD_KEYS, Keys
from companion.store.page import new_document

LEAST_PT = 8.5
CAPS = len(KEY_MAP) + len(CROWD_KEYS) + len(PAD_KEYS)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["es", "en"])
class TestPage:
    def test_one_page_with_a_cap_a_key_and_a_ruler(self, language: str, paper: str, tmp_path: Path) -> None:
        out = tmp_path / "teclas ñ.pdf"
        assert main(["print", "keys", "--out", str(out), "--paper", paper, "--lang", language]) == 0
        (page,) = Pdf(out).pages()
        assert all(Pdf(out).fonts())
        caps = [one for one in page.shapes if not one.is_filled and abs(one.size_mm - key_page.CAP_MM).max() < 0.2]
        assert len(caps) >= CAPS
        for cap in caps:
            assert cap.points_mm.min() > 10
            assert cap.points_mm[:, 1].max() < page.size_mm[1] - 20
        assert [one for one in page.shapes if abs(one.length_mm - 100) < 0.2]

    def test_the_words_fit_and_can_be_read(
        self, language: str, paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes: list[float] = []
        plain = key_page.words_pt

        def told(*given: object) -> float:
            sizes.append(plain(*given))
            return sizes[-1]

        monkeypatch.setattr(key_page, "words_pt", told)
        key_page.print_keys(tmp_path / "keys.pdf", language, paper)
        assert len(sizes) == CAPS
        assert min(sizes) >= LEAST_PT


def test_every_key_of_the_bar_and_every_button_is_in_the_map() -> None:
    caps = {cap for row, _ in KEY_MAP for cap in row.replace(" …", ",").replace(", ", " ").split()}
    assert {cap for cap, _ in KEY_BAR} <= caps
    assert len(PAD_KEYS) + 1 == len(set(GAMEPAD.values())) + 1  # undo and redo share a line, the cross has one


def bound(module: ModuleType) -> set[str]:
    """Keys that a window's source compares with: the words of its `case`s and what it asks `key` for."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        match node:
            case ast.MatchValue(ast.Constant(str() as key)):
                found.add(key)
            case ast.Compare(ast.Name("key"), _, [ast.Constant(str() as key)]):
                found.add(key)
    return {key for key in found if re.fullmatch(r"[a-z]|f\d+", key)}


def test_every_key_that_the_windows_take_is_on_the_map() -> None:
    def caps(keys: Keys) -> set[str]:
        return {cap for row, _ in keys for cap in re.findall(r"\b[A-Z]\d{0,2}\b", row)}

    referee = {key.upper() for key in ALWAYS | bound(interaction) | bound(referee_window)}
    # N and E are told on the pages they belong to, where a roster is ticked or a sheet is opened
    assert referee - caps(KEY_MAP) <= {"N"}
    assert {key.upper() for key in bound(crowd_window)} <= caps(CROWD_KEYS)


def test_caps_can_be_printed() -> None:
    pdf = new_document("en")
    glyphs = pdf.fonts["fira"].cmap
    assert not [cap for cap, _ in (*KEY_MAP, *CROWD_KEYS, *PAD_KEYS) if any(ord(one) not in glyphs for one in cap)]


def test_the_crowd_board_has_one_word_in_spanish() -> None:
    """Whoever reads the sheet looks for what the screens and commands call it."""
    sources = [one for kind in ("*.py", "*.po") for one in Path(companion.__file__).parent.rglob(kind)]
    texts = {one: one.read_text(encoding="utf-8").lower() for one in sources}
    other = re.compile("tablero del público|tableros|cerrar el tablero")
    assert [one.name for one, text in texts.items() if other.search(text)] == []
    assert "marcador" in key_page.CROWD.es.lower()
