"""Colours that everybody can tell apart: contrast, the three common deficiencies, shapes beside colours (G-10)."""

from itertools import combinations

import pytest

from companion.screens.clay import CLAY, chips, clay_rgb, unique_letters
from companion.screens.theme import (
    CARD_INK,
    CARD_PAPER,
    DARK_HALL,
    LIGHT_HALL,
    MIN_CONTRAST,
    Theme,
    contrast,
    ink_on,
    luminance,
)
from companion.screens.view_model import Rgb

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(rgb: Rgb, deficiency: str) -> Rgb:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in rgb)]
    mixed = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in DEFICIENCIES[deficiency]]
    clipped = [min(1.0, max(0.0, part)) for part in mixed]
    r, g, b = (round(255 * (p * 12.92 if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055)) for p in clipped)
    return (r, g, b)


@pytest.mark.parametrize("theme", [DARK_HALL, LIGHT_HALL], ids=lambda theme: theme.name)
class TestPairs:
    def test_every_ink_reads_on_every_panel(self, theme: Theme) -> None:
        inks = (theme.ink, theme.soft, theme.gold_ink, theme.red_ink, theme.good, theme.warn, theme.bad, theme.off)
        for ink in inks:
            for ground in (theme.floor, theme.panel, theme.raised):
                assert contrast(ink, ground) >= MIN_CONTRAST, (ink, ground)

    def test_inks_of_gold_and_red(self, theme: Theme) -> None:
        assert contrast(theme.on_gold, theme.gold) >= MIN_CONTRAST
        assert contrast(theme.on_red, theme.red) >= MIN_CONTRAST

    @pytest.mark.parametrize("deficiency", DEFICIENCIES)
    def test_who_acts_stands_out_for_everybody(self, theme: Theme, deficiency: str) -> None:
        acting, other = luminance(seen(theme.gold, deficiency)), luminance(seen(theme.panel, deficiency))
        assert abs(acting - other) >= 0.2

    @pytest.mark.parametrize("deficiency", DEFICIENCIES)
    def test_the_bar_stands_out_from_its_track(self, theme: Theme, deficiency: str) -> None:
        for colour in (theme.stamina, theme.tired, theme.negative):
            assert contrast(seen(colour, deficiency), seen(theme.track, deficiency)) >= 1.5


def test_cards_are_told_by_shape_and_word_and_read_well() -> None:
    assert len(set(CARD_PAPER.values())) == 3
    for colour, paper in CARD_PAPER.items():
        assert contrast(CARD_INK[colour], paper) >= MIN_CONTRAST


@pytest.mark.parametrize("rgb", CLAY.values(), ids=CLAY)
def test_a_letter_reads_on_every_clay(rgb: Rgb) -> None:
    assert contrast(ink_on(rgb), rgb) >= MIN_CONTRAST


class TestClay:
    def test_names_in_both_languages_and_codes(self) -> None:
        assert clay_rgb("rojo") == clay_rgb("Red") == CLAY["red"]
        assert clay_rgb("azul oscuro") == clay_rgb("dark_blue")
        assert clay_rgb("Marrón") == CLAY["brown"]
        assert clay_rgb("#102030") == (16, 32, 48)

    def test_an_unknown_name_still_has_a_colour_of_its_own(self) -> None:
        assert len({clay_rgb("?", number) for number in range(8)}) == 8

    def test_letters_are_unique(self) -> None:
        letters = unique_letters(["Momia", "Mono", "Muro", "M", "Łukasz", "", "7", "ñu"])
        assert len(set(letters)) == len(letters)
        assert letters[0] == "M"
        assert "Ł" in letters
        assert "Ñ" in letters

    def test_a_first_letter_is_kept_for_the_name_that_begins_with_it(self) -> None:
        assert unique_letters(["Diablo Azul", "Dragón", "Rana"]) == ["D", "A", "R"]

    def test_neighbours_differ_in_letter_and_pattern(self) -> None:
        names = {str(n): name for n, name in enumerate(["Ana", "Bea", "Ada", "Leo", "Eva", "Teo", "Pau", "Noa"])}
        made = chips(names, {}, dict.fromkeys(names, "red"))
        for one, other in combinations(made.values(), 2):
            assert one.letter != other.letter
            assert one.pattern != other.pattern
