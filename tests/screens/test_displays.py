"""The crowd board is bound to a display; a missing one is told and a window opens (field note F-01)."""

import pytest

from companion.screens.displays import (
    EDGE_PX,
    TITLE_PX,
    Display,
    beside_the_referee,
    listed,
    place_crowd,
    shares_display,
)

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
    assert not beside_the_referee(place_crowd(alone, None)).up
    assert beside_the_referee(place_crowd(alone, None), shown=True).up
    assert not beside_the_referee(place_crowd(two, None)).aside
    assert not place_crowd(alone, None).aside  # started by hand it is wanted to be seen
    assert shares_display(alone, None)
    assert shares_display(two, "9")
    assert not shares_display(two, None)


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (1920, 1080), (1024, 600)])
@pytest.mark.parametrize("bar", ["below", "above", "left"])
def test_a_window_and_its_frame_lie_clear_of_the_task_bar(size: tuple[int, int], bar: str) -> None:
    """Its lowest row holds the keys; a task bar of 26 or of 48 pixels would lie over it."""
    for thick in (26, 48):
        left, top = (thick if bar == "left" else 0), (thick if bar == "above" else 0)
        wide, high = size[0] - left, size[1] - (0 if bar == "left" else thick)
        area = Display(0, *size, (left, top, wide, high)).framed((1280, 720))
        assert area is not None
        assert left + EDGE_PX <= area[0] <= left + wide - EDGE_PX - area[2]
        assert top + TITLE_PX <= area[1] <= top + high - EDGE_PX - area[3]
        assert area[2:] == (min(1280, wide - 2 * EDGE_PX), min(720, high - TITLE_PX - EDGE_PX))


def test_without_bars_a_window_lies_anywhere() -> None:
    assert Display(0, *SCREEN).framed(SCREEN) is None
    assert Display(0, *SCREEN, (0, 0, *SCREEN)).framed(SCREEN) is None
    assert Display(1, *SCREEN, (1366, 0, *SCREEN)).framed(SCREEN) is None
