"""A whole game of each card game in real windows: `companion run` by keys, `companion scoreboard` on the projector."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.evening import MATCH, of_match
from companion.app.live import LiveEvening
from companion.kernel.script import play
from companion.kernel.session import Session
from companion.kernel.text import Language
from companion.screens import card_view
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import CrowdView
from companion.store.show import Show
from screens.card_play import CARDS, ENDS, SEED, TYPED, decks_of, next_keys, opened
from screens.card_samples import table_of
from screens.real_display import XDOTOOL, Display, Telling, crowd_process, waits_until_shown

pytestmark = pytest.mark.slow

LANGUAGE: dict[str, Language] = {
    "galaxy_wrestling_federation": "es",
    "raw_deal": "en",
    "all_time_wrestling": "es",
    "wrasslin_manager": "en",
}
SHORT = {"galaxy_wrestling_federation": 1, "raw_deal": 9, "all_time_wrestling": 5, "wrasslin_manager": 1}
"""What the referee's whims are drawn from: seeds of short games."""
HARD = {**TYPED, "typed.d": "25"}
"""Cards without values hit hard, so that a game of Raw Deal is short."""
LETTERS = {"=": "equal", "_": "underscore"}
MOST_PRESSES = 400
AT_ONCE = 20
"""About so many presses come without a picture between them."""
LOOKS_EVERY = 40
"""Presses between two looks at the crowd board."""


@dataclass
class Shadow:
    """The same evening without a window, which knows what is pressed next."""

    live: LiveEvening
    loop: RefereeLoop
    rng: random.Random

    @property
    def state(self) -> Any:
        return self.live.evening.state

    @property
    def is_over(self) -> bool:
        return self.live.evening.game.outcome(self.state) is not None

    def next_keys(self) -> list[str]:
        return next_keys(self.loop, self.live, self.rng, HARD)

    def press(self, key: str) -> None:
        self.loop.press(key, self.live.clock_ms())


@contextmanager
def windows(name: str, display: Display, projector: Display, show: Path) -> Iterator[Telling]:
    """The referee's window and, with the match under way, the crowd's."""
    language = LANGUAGE[name]
    words = ["run", "--show", str(show), "--game", name, "--lang", language, "--seed", SEED, "--leds", "off"]
    words += ["--no-crowd", "--cards", str(CARDS / f"{name}.yaml")]
    for seat, path in decks_of(name).items():
        words += ["--deck", f"{seat}={path}"]
    referee = Telling([sys.executable, str(Path(__file__).parent / "card_window_process.py"), *words], display.env)
    crowd = None
    try:
        assert referee.wait_for("ready")
        crowd = crowd_process(projector, show, language)
        yield referee
        assert crowd.process.poll() is None
    finally:
        referee.close()
        if crowd is not None:
            crowd.close()


def press(display: Display, referee: Telling, keys: list[str]) -> None:
    """All keys in one go, so that no picture is drawn between them; returns when the window says that each counted."""
    display.xdotool("key", *({**XDOTOOL, **LETTERS}.get(key, key) for key in keys))
    for key in keys:
        assert referee.wait_for_key(key), f"{key} never counted"


def look(name: str, shadow: Shadow, projector: Display, show: Path) -> bool:
    """The crowd's window shows what it would show with all secrets exchanged; True where there are some."""
    table, state = table_of(name), shadow.state
    other = table.scrambled(state)
    board = card_view.card_crowd_view(table.game, other, Surroundings()).board

    def exchanged(view: CrowdView) -> CrowdView:
        assert view.board == board
        return replace(view, board=board)

    waits_until_shown(projector, show, LANGUAGE[name], instead=exchanged)
    referee = [card_view.card_referee_view(table.game, one, Surroundings()).board for one in (state, other)]
    return bool(table.secrets(state)) and referee[0] != referee[1]


@pytest.mark.parametrize("name", list(ENDS))
def test_a_whole_game_with_the_crowd_board_open(
    name: str, display: Display, projector: Display, tmp_path: Path
) -> None:
    show = tmp_path / "real ñ.db"
    live, journal = opened(name, tmp_path)
    shadow = Shadow(live, RefereeLoop(live, Ui(language=LANGUAGE[name])), random.Random(SHORT[name]))
    secret, count = [], 0
    with windows(name, display, projector, show) as referee:
        press(display, referee, ["x"])  # dice that fall are drawn sixty times a second
        shadow.press("x")
        while not shadow.is_over and count < MOST_PRESSES:
            keys: list[str] = []
            while not shadow.is_over and len(keys) < AT_ONCE:
                answer = shadow.next_keys()
                for key in answer:
                    shadow.press(key)
                keys += answer
            press(display, referee, keys)
            if count // LOOKS_EVERY != (count + len(keys)) // LOOKS_EVERY:
                secret.append(look(name, shadow, projector, show))
            count += len(keys)
        look(name, shadow, projector, show)
        press(display, referee, ["escape"])
        press(display, referee, ["2"])
        assert referee.wait_for("left")
    journal.close()
    assert any(secret)
    holds(name, show, shadow)


def holds(name: str, show: Path, shadow: Shadow) -> None:
    """Ended by the rules; the journal is that of the shadow's game, and of the same match played from its script."""
    game = table_of(name).game
    with Show.open(show, readonly=True) as kept:
        rows = [of_match(row.event) for row in kept.rows() if MATCH in row.event]
    session = Session.from_rows(game, enumerate(rows, start=1))
    outcome = game.outcome(session.state)
    assert outcome is not None
    assert outcome.method in ENDS[name]
    assert session.state == shadow.state
    scripted: list[dict[str, Any]] = []

    def commit(events: list[dict[str, Any]]) -> int:
        scripted.extend(events)
        return len(scripted) - len(events) + 1

    steps = [{act.name: act.parameters} for act in session.acts()]
    played = play(game, {"setup": session.setup, "seed": session.seed, "steps": steps}, commit)
    assert played.passed
    assert told(scripted) == told(rows)


def told(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened, without who gave the command and where its dice came from: a script gives their faces."""
    kept = [row for row in rows if row["name"] != "dice_rolled"]
    return [{key: value for key, value in row.items() if key not in {"by", "method"}} for row in kept]
