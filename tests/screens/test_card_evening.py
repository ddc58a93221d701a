"""A whole card game by keys alone on the live evening, with the crowd board reading the same show file."""

import random
from pathlib import Path

import pytest

from companion.app.crowd import CrowdFeed
from companion.app.evening import MATCH
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.games.raw_deal import GAME
from companion.kernel.session import Session
from companion.leds.service import no_lights
from companion.screens.interaction import Ui
from companion.screens.menu import on_page, pages
from companion.screens.needs import Kind, Need, needs_of
from companion.screens.order_keys import typed_text
from companion.screens.referee_window import RefereeLoop
from companion.store.resilient import ResilientJournal
from companion.store.show import Show

CARDS = Path(__file__).parents[1] / "golden" / "cards"
NEVER = frozenset({"skip_turn", "concede"})
MOST_PRESSES = 800


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_764_500_000_000

    def __call__(self) -> int:
        self.now_ms += 40
        return self.now_ms


def galaxy(folder: Path) -> tuple[LiveEvening, ResilientJournal]:
    name, path = "galaxy_wrestling_federation", folder / "ñ.db"
    decks = {f"p{n}": CARDS / f"{name}_p{n}.yaml" for n in (1, 2, 3)}
    journal = ResilientJournal.open(path)
    wanted = Wanted(path, game=name, cards=(CARDS / f"{name}.yaml",), decks=decks, seed="k")
    return LiveEvening(open_evening(wanted, journal, lambda _: None), journal, no_lights(), Clock()), journal


def next_keys(loop: RefereeLoop, live: LiveEvening, rng: random.Random) -> list[str]:
    """What a referee presses next: any act on the page, the card that somebody commits by its letters."""
    ui, view = loop.ui, loop.view(0)
    if view.dice is not None:
        return ["r"]
    if ui.order is not None and ui.order.needs:
        assert ui.order.needs[0].key == "card"
        seat = ui.order.action.parameters["player"]
        return [*rng.choice(live.evening.state.players[seat].hand or ("V",)), "enter"]
    page = [key for key, action in on_page(view) if action.legal and action.command not in NEVER]
    if not page or (pages(view) > 1 and rng.random() < 0.2):
        return ["pagedown"] if pages(view) > 1 else ["backspace"]
    return [rng.choice(page)]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_whole_game_of_galaxy_by_keys(language: str, tmp_path: Path) -> None:
    live, journal = galaxy(tmp_path)
    loop = RefereeLoop(live, Ui(language="es" if language == "es" else "en"))
    feed, rng = CrowdFeed(tmp_path / "ñ.db"), random.Random(0)
    game = live.evening.game
    for _ in range(MOST_PRESSES):
        if game.outcome(live.evening.state) is not None:
            break
        for key in next_keys(loop, live, rng):
            loop.press(key, live.clock_ms())
        live.tick(live.clock_ms())
        view = feed.fetch(live.clock_ms())
        assert view is not None
        assert view.board is not None
    assert game.outcome(live.evening.state) is not None
    view = feed.fetch(live.clock_ms())
    assert view is not None
    assert view.ending is not None
    feed.close()
    journal.close()
    with Show.open(tmp_path / "ñ.db", readonly=True) as kept:
        own = [
            {key: item for key, item in row.event.items() if key != MATCH} for row in kept.rows() if MATCH in row.event
        ]
    assert Session.from_rows(game, enumerate(own, start=1)).state == live.evening.state
    # and the same commands given again as a script lead to the same match
    script = Session(game, live.evening.session.setup, live.evening.session.seed)
    for act in live.evening.session.acts():
        script.handle(act.name, act.parameters)
    assert script.state == live.evening.state


def test_what_a_command_cannot_take_is_refused_in_words(tmp_path: Path) -> None:
    live, journal = galaxy(tmp_path)
    assert live.dice_due("commit_card", {"player": 3, "card": ["x"]}) == ()
    journal.close()


def test_a_list_of_cards_is_typed_as_words() -> None:
    (need,) = needs_of(GAME.commands["draw_segment"], ("cards",), {})
    assert need == Need("cards", need.label, Kind.TEXT, many=True)
    assert typed_text(need, "m0, m1 m2") == ["m0", "m1", "m2"]
    assert typed_text(need, "  ") is None
