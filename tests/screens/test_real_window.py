"""Real windows on a virtual display, driven by synthetic keys and mouse (needs Xvfb and xdotool)."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from companion.app.evening import MATCH
from companion.games.clay_wrestling import GAME
from companion.kernel.session import Session
from companion.screens import render
from companion.screens.inputs import key_name
from companion.store.show import Show
from screens.golden import difference
from screens.play import SHORT_SEED, Hurried, Player
from screens.real_display import ALIKE, PATIENCE_S, SIZE, XDOTOOL, Display, Telling, crowd_process, waits_until_shown
from screens.stand import Stand

pytestmark = pytest.mark.slow

KINDS = 12
"""So many kinds of commands at least are in the match."""
BACK_S = 5
"""A board that was started again shows the right state within this time."""


def referee_process(display: Display, show: Path, language: str) -> Telling:
    script = Path(__file__).parent / "window_process.py"
    return Telling([sys.executable, str(script), str(show), language], display.env)


def press(display: Display, process: Telling, key: str, player: Player, *, mouse: bool, language: str) -> None:
    """One key or one click; returns when the window says that it counted."""
    place = _place(player, key, language) if mouse else None
    if place is None:
        display.xdotool("key", XDOTOOL.get(key, key))
    else:
        display.xdotool("mousemove", str(place[0]), str(place[1]), "click", "1")
    assert process.wait_for(f"key {key}"), f"{key} never counted"


def _place(player: Player, key: str, language: str) -> tuple[int, int] | None:
    canvas = render.referee_canvas(player.loop.view(0), SIZE, language)
    top = max((one.layer for one in canvas.targets), default=0)
    for one in canvas.targets:
        if key_name(one.key) == key and one.layer == top:
            return one.rect.center
    return None


def drive(display: Display, show: Path, language: str, *, mouse: bool) -> tuple[list[dict], Player]:
    """Play a whole match in the window as the shadow player does; the journal without times and hashes, and he."""
    process = referee_process(display, show, language)
    assert process.wait_for("ready")
    player = Hurried(Stand.of(2, SHORT_SEED), 7)
    try:
        while not player.stand.session.state.over:
            key = player.next_key()
            press(display, process, key, player, mouse=mouse, language=language)
            player.loop.press(key, 0)
            player.keys.append(key)
        press(display, process, "escape", player, mouse=False, language=language)
        press(display, process, "2", player, mouse=False, language=language)
        assert process.wait_for("left")
    finally:
        process.close()
    with Show.open(show, readonly=True) as kept:
        return [row.event for row in kept.rows()], player


def without_notes(rows: list[dict]) -> str:
    """Rows as they are stored, but for the reasons of rulings: these are in the language of the screen."""
    return re.sub(r'"note": "[^"]*"', "", json.dumps(rows))


class TestRefereeWindow:
    def test_a_match_by_keys_in_spanish_and_by_mouse_in_english_is_the_same_match(
        self, display: Display, tmp_path: Path
    ) -> None:
        """Field note G-01; and the journal equals the same match from its script."""
        by_keys, shadow = drive(display, tmp_path / "keys ñ.db", "es", mouse=False)
        by_mouse, _ = drive(display, tmp_path / "mouse.db", "en", mouse=True)
        assert without_notes(by_keys) == without_notes(by_mouse)
        own = [{key: value for key, value in event.items() if key != MATCH} for event in by_keys]
        folded = Session.from_rows(GAME, enumerate(own, start=1))
        assert folded.state == shadow.stand.session.state
        assert folded.state.over
        assert len({act.name for act in shadow.stand.acts}) >= KINDS

    def test_escape_asks_and_stays(self, display: Display, tmp_path: Path) -> None:
        process = referee_process(display, tmp_path / "show.db", "es")
        try:
            assert process.wait_for("ready")
            player = Hurried(Stand.of(2, SHORT_SEED), 7)
            for key in ("escape", "enter", "escape", "escape"):
                press(display, process, key, player, mouse=False, language="es")
            assert process.process.poll() is None
        finally:
            process.close()


def processor_s(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class TestCrowdBoard:
    def test_it_shows_the_match_outlives_the_referee_and_comes_back(
        self, display: Display, projector: Display, tmp_path: Path
    ) -> None:
        show = tmp_path / "show.db"
        referee = referee_process(display, show, "es")
        crowd = None
        try:
            assert referee.wait_for("ready")
            player = Hurried(Stand.of(2, SHORT_SEED), 7)
            for _ in range(14):
                key = player.next_key()
                press(display, referee, key, player, mouse=False, language="es")
                player.loop.press(key, 0)
            crowd = crowd_process(projector, show, "es")
            waits_until_shown(projector, show, "es", PATIENCE_S)
            # the projector is switched off and on again: the board is killed and started by one command
            crowd.process.send_signal(signal.SIGKILL)
            crowd.close()
            crowd = crowd_process(projector, show, "es")
            waits_until_shown(projector, show, "es", PATIENCE_S)
            # processor time, so that a busy test machine does not decide; idle it is the time on the wall
            assert processor_s(crowd.process.pid) < BACK_S
            # the referee's process dies: the board stays up and says so
            still = projector.picture()
            referee.process.send_signal(signal.SIGKILL)
            referee.close()
            end = time.monotonic() + PATIENCE_S
            while difference(still, projector.picture()) < ALIKE and time.monotonic() < end:
                pass
            assert difference(still, projector.picture()) >= ALIKE
            assert crowd.process.poll() is None
        finally:
            referee.close()
            if crowd is not None:
                crowd.close()
