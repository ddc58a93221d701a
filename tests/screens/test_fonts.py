"""Type with Latin, Greek and Cyrillic; what is missing stays visible (field notes F-05, D-07, I-03)."""

import shutil

import pygame
import pytest

from companion.config.typeface import BOX, font_file
from companion.kernel.visible import clean
from companion.screens.fonts import Face, drawable, font, missing_characters


@pytest.mark.parametrize("name", ["Ñandú Peña", "Łukasz", "Ğ", "Ωρίων", "Жаба", "¿¡áéíóúüñ", "1½", "⏎⌫"])
def test_names_of_our_guests_are_in_the_type(name: str) -> None:
    assert missing_characters(name) == ()
    assert drawable(name) == name


@pytest.mark.parametrize(
    ("name", "shown"), [("ΩΡΊΩΝ", "ΩΡΙΩΝ"), ("Άρης", "Άρης"), ("ΆΡΗΣ Β", "ΑΡΗΣ Β"), ("Ωρίων", "Ωρίων")]
)
def test_greek_capitals_bear_no_accents(name: str, shown: str) -> None:
    assert drawable(name) == shown
    assert drawable("Ωρίων".upper()) == "ΩΡΙΩΝ"


@pytest.mark.parametrize(("name", "missing"), [("Max😀", ("😀",)), ("小林", ("小", "林")), ("عمر", ("ع", "م", "ر"))])
def test_what_is_missing_is_a_box_and_is_listed(name: str, missing: tuple[str, ...]) -> None:
    assert missing_characters(name) == missing
    assert drawable(name).count(BOX) == len(missing)


@pytest.mark.parametrize("mark", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
def test_direction_marks_are_removed(mark: str) -> None:
    assert clean(f"abc{mark}321") == "abc321"


def test_control_characters_are_removed_and_accents_composed() -> None:
    assert clean("a\x00b\tc\nd") == "ab c d"
    assert clean("n\u0303") == "ñ"


@pytest.mark.parametrize("face", list(Face))
def test_every_cut_is_there(face: Face) -> None:
    assert font(face, 20).size("Ñ")[0] > 0


def test_the_type_loads_from_a_folder_with_accents_and_spaces(tmp_path) -> None:
    folder = tmp_path / "Peña López ñandú 2"
    folder.mkdir()
    copy = folder / "type.ttf"
    shutil.copy(font_file(Face.TEXT.value), copy)
    assert pygame.font.Font(str(copy), 20).size("Ñ")[0] > 0
