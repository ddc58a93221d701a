"""How an evening starts: windows as they were left, keys that are the referee's, no more loaded than is played."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.app.live import LiveEvening
from companion.app.live_window import keys_come_back
from companion.app.window_memory import REFEREE, SETUP, keeper, was_whole
from companion.games import GAMES


def test_each_window_is_as_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "new" / "windows.json"
    assert not was_whole(REFEREE, path)
    keeper(REFEREE, path)(True)
    assert was_whole(REFEREE, path)
    assert not was_whole(SETUP, path)
    keeper(SETUP, path)(True)
    keeper(REFEREE, path)(False)
    assert (was_whole(REFEREE, path), was_whole(SETUP, path)) == (False, True)


@pytest.mark.parametrize("kept", ["", "{", "[1]", '{"referee": "yes"}', "\udcff"])
def test_a_file_of_something_else_is_no_trouble(tmp_path: Path, kept: str) -> None:
    path = tmp_path / "windows.json"
    path.write_bytes(kept.encode("utf-8", "surrogateescape"))
    assert not was_whole(REFEREE, path)
    keeper(REFEREE, path)(True)
    assert was_whole(REFEREE, path)


def test_a_folder_that_takes_nothing_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    keeper(REFEREE, tmp_path / "file" / "windows.json")(True)


def test_the_keys_come_back_once_whenever_the_board_goes_out_of_sight() -> None:
    """Without a window manager a hidden board would keep them, and no key would reach the match."""
    unseen = iter((False, True, True, False, True))
    board = SimpleNamespace(unseen=False, came_up_again=False)
    taken: list[int] = []

    def round_of(now_ms: int) -> bool:
        board.unseen = next(unseen)
        return now_ms < 4

    live = cast("LiveEvening", SimpleNamespace(tick=round_of, board=board))
    tick = keys_come_back(live, lambda: taken.append(1))
    counts = []
    for now_ms in range(5):
        assert tick(now_ms) is (now_ms < 4)
        counts.append(len(taken))
    assert counts == [0, 1, 1, 1, 2]


def test_a_board_that_came_up_again_does_not_keep_the_keys() -> None:
    up = iter((False, True, True, False, True))
    board = SimpleNamespace(unseen=False, came_up_again=False)
    taken: list[int] = []

    def round_of(_now_ms: int) -> bool:
        board.came_up_again = next(up)
        return True

    tick = keys_come_back(cast("LiveEvening", SimpleNamespace(tick=round_of, board=board)), lambda: taken.append(1))
    assert [tick(0) and len(taken) for _ in range(5)] == [0, 1, 1, 1, 2]


def test_an_evening_of_clay_starts_without_the_card_games() -> None:
    """They are a third of the start of the crowd board, and each of the two must be back in five seconds."""
    parts = "companion.app.live_window, companion.app.crowd, companion.screens.crowd_window"
    program = f"import sys, {parts}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    cards = [game for game in GAMES if game != "clay_wrestling"]
    assert [name for name in told if any(f"games.{game}" in name for game in cards)] == []
