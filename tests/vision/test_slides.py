"""A picture or a folder of pictures in a camera's place: in the set-up, at the match, each for its time."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.pictures import open_live
from companion.app.setting_up.feed import Feed, open_feed
from companion.errors import FileProblemError
from companion.vision.live import USUAL_MODE
from companion.vision.sources import SLIDE_FPS, SLIDE_FRAMES, Frame

SIZE = (48, 64, 3)
ROUND_MS = SLIDE_FRAMES * 1000 / SLIDE_FPS


def folder_with(folder: Path, *levels: int) -> Path:
    """A folder of one-coloured pictures."""
    folder.mkdir(exist_ok=True)
    for number, level in enumerate(levels):
        cv2.imwrite(str(folder / f"{number}.png"), np.full(SIZE, level, np.uint8))
    return folder


def in_setup(source: Path, clock: Callable[[], float], monkeypatch: pytest.MonkeyPatch) -> Feed:
    monkeypatch.setattr("companion.app.setting_up.feed.ClipFeed.__init__.__defaults__", (clock,))
    return open_feed(str(source), USUAL_MODE, None)


def seen(newest: Callable[[], Frame | None], now: list[float], until_ms: float) -> list[tuple[int, int]]:
    """Index and level of each picture that a look every tenth of a second gives."""
    found = []
    while now[0] <= until_ms:
        frame = newest()
        if frame is not None:
            found.append((frame.index, int(frame.picture[0, 0, 0])))
        now[0] += 100.0
    return found


@pytest.mark.parametrize("where", ["setup", "match"])
@pytest.mark.parametrize("levels", [(40, 200), (90,)])
def test_each_picture_stands_for_its_time_and_they_come_again(
    tmp_path: Path, where: str, levels: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    source = folder_with(tmp_path / "pictures", *levels)
    if len(levels) == 1:
        source = source / "0.png"
    live = in_setup(source, lambda: now[0], monkeypatch) if where == "setup" else None
    newest = live.newest if live is not None else open_live(str(source), None, lambda: now[0]).newest
    found = seen(newest, now, 2.5 * len(levels) * ROUND_MS)
    assert [index for index, _ in found] == list(range(len(found)))
    assert [level for _, level in found] == [levels[index // SLIDE_FRAMES % len(levels)] for index, _ in found]


def test_a_picture_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    source = folder_with(tmp_path / "pictures", 40, 200)
    (source / "0.png").write_bytes(b"no picture")
    now = [0.0]
    found = seen(open_live(str(source), None, lambda: now[0]).newest, now, 2 * ROUND_MS)
    assert {level for _, level in found} == {200}


@pytest.mark.parametrize("make", ["nothing", "empty folder", "unreadable"])
def test_what_shows_no_picture_is_told_at_once(tmp_path: Path, make: str) -> None:
    source = tmp_path / "there.jpg" if make == "unreadable" else tmp_path / "there"
    if make == "unreadable":
        source.write_bytes(b"no picture")
    elif make == "empty folder":
        source.mkdir()
    for opened in (lambda: open_live(str(source), None, lambda: 0.0), lambda: open_feed(str(source), USUAL_MODE, None)):
        with pytest.raises(FileProblemError, match="there"):
            opened()
