"""A referee of card games for tests: opens a live evening with fixture decks and knows which keys to press next."""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.leds.service import no_lights
from companion.screens.menu import on_page, pages
from companion.screens.needs import Kind, Need
from companion.screens.referee_window import RefereeLoop
from companion.screens.ui_state import Order
from companion.store.resilient import ResilientJournal

CARDS = Path(__file__).parents[1] / "golden" / "cards"
NEVER = frozenset({"skip_turn", "concede", "declare_grave_injury", "referee_ruling"})
SELDOM = frozenset({"pass_draw", "pass_rest", "decline_defense", "decline_reroll", "pass_turn", "end_turn"})
TYPED = {"typed.f": "0", "typed.d": "2", "card": "v"}
"""What this referee writes where words are asked for; nothing where nothing need be said."""
DECKS = {
    "all_time_wrestling": ("jax_felix", "kurt_angle"),
    "galaxy_wrestling_federation": ("p1", "p2", "p3"),
    "raw_deal": ("kane", "mankind"),
    "wrasslin_manager": ("alma", "bruno"),
}
SEED = "k"
ENDS = {
    "galaxy_wrestling_federation": {"three_pairs", "stalemate"},
    "all_time_wrestling": {"pinfall", "referee_stoppage", "time_limit_draw"},
    "raw_deal": {"pin", "count_out", "draw"},
    "wrasslin_manager": {"fans", "star_moves", "training", "strategy", "none"},
}
"""How the rules end each game."""


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_764_500_000_000

    def __call__(self) -> int:
        self.now_ms += 40
        return self.now_ms


def decks_of(name: str) -> dict[str, Path]:
    """Who brings which fixture deck, by seat."""
    return {f"p{n}": CARDS / f"{name}_{who}.yaml" for n, who in enumerate(DECKS[name], start=1)}


def opened(name: str, folder: Path) -> tuple[LiveEvening, ResilientJournal]:
    path = folder / "ñ.db"
    journal = ResilientJournal.open(path)
    wanted = Wanted(path, game=name, cards=(CARDS / f"{name}.yaml",), decks=decks_of(name), seed=SEED)
    return LiveEvening(open_evening(wanted, journal, lambda _: None), journal, no_lights(), Clock()), journal


def next_keys(loop: RefereeLoop, live: LiveEvening, rng: random.Random, typed: Mapping[str, str] = TYPED) -> list[str]:
    """What a referee presses next: any act on the page, the card that somebody commits by its letters.

    Args:
        typed: what is written where words are asked for.
    """
    ui, view = loop.ui, loop.view(0)
    if view.dice is not None:
        return ["r"]
    if ui.order is not None and ui.order.needs:
        return answer_keys(ui.order.needs[0], ui.order, [key for key, _ in on_page(view)], live, rng, typed)
    page = [(key, action.command) for key, action in on_page(view) if action.legal and action.command not in NEVER]
    if not page or (pages(view) > 1 and rng.random() < 0.2):
        return ["pagedown"] if pages(view) > 1 else ["backspace"]
    good = [key for key, command in page if command not in SELDOM]
    return [rng.choice(good if good and rng.random() < 0.7 else [key for key, _ in page])]


def answer_keys(
    need: Need, order: Order, page: list[str], live: LiveEvening, rng: random.Random, typed: Mapping[str, str]
) -> list[str]:
    """How one value is given: chosen, written, or left out where it may be."""
    if need.kind is Kind.CHOICE:
        return [*rng.sample(page, min(2, len(page))), "enter"] if need.many else [rng.choice(page)]
    if (order.action.command, need.key) in {("commit_card", "card"), ("interrupt", "card")}:
        seat = order.action.parameters["player"]
        return [*rng.choice(live.evening.state.players[seat].hand or ("V",)), "enter"]
    if need.optional and need.key not in typed:
        return ["enter"]
    if need.key not in typed:
        return ["escape"]
    return [*("space" if letter == " " else letter for letter in typed[need.key]), "enter"]
