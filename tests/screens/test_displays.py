"""The crowd board is bound to a display; a missing one is told and a window opens (field note F-01)."""

import pytest

from companion.screens.displays import Display, beside_the_referee, listed, place_crowd, shares_display

LAPTOP, PROJECTOR, SCREEN = (1366, 768), (1920, 1080), (1280, 720)


def test_one_display_gets_a_window() -> None:
    placement = place_crowd(listed([LAPTOP]), None)
    assert not placement.borderless
    assert placement.note is None


@pytest.mark.parametrize("sizes", [[LAPTOP, PROJECTOR], [LAPTOP, PROJECTOR, SCREEN]])
def test_without_a_wish_the_second_display_is_taken(sizes: list[tuple[int, int]]) -> None:
    placement = place_crowd(listed(sizes), None)
    assert placement.display.index == 1
    assert placement.borderless


def test_a_stored_display_is_found_again() -> None:
    displays = listed([LAPTOP, PROJECTOR, SCREEN])
    assert place_crowd(displays, displays[2].stored).display.index == 2


def test_displays_in_another_order_are_told_by_geometry() -> None:
    stored = Display(1, *PROJECTOR).stored
    placement = place_crowd(listed([PROJECTOR, LAPTOP]), stored)
    assert placement.display.index == 0
    assert placement.borderless


@pytest.mark.parametrize("wanted", ["2:1920x1080", "3", "beamer"])
def test_an_absent_display_gives_a_window_and_a_word(wanted: str) -> None:
    placement = place_crowd(listed([LAPTOP]), wanted)
    assert placement.display.index == 0
    assert not placement.borderless
    assert placement.note is not None
    assert wanted in placement.note.es


def test_a_bare_number_counts_from_1() -> None:
    assert place_crowd(listed([LAPTOP, PROJECTOR]), "1").display.index == 0


def test_a_board_never_opens_over_the_referee_on_the_only_display() -> None:
    alone, two = listed([LAPTOP]), listed([LAPTOP, PROJECTOR])
    assert beside_the_referee(place_crowd(alone, None)).aside
    assert not beside_the_referee(place_crowd(two, None)).aside
    assert not place_crowd(alone, None).aside  # started by hand it is wanted to be seen
    assert shares_display(alone, None)
    assert shares_display(two, "9")
    assert not shares_display(two, None)
