"""States of random card games for the screens' tests: played once, by the random players of the games' own tests."""

import functools
import importlib
from dataclasses import dataclass, replace
from typing import Any

from games import random_matches

from companion.kernel.session import Session
from companion.screens import card_moments, card_view
from companion.screens.surroundings import Surroundings, camera_health, crowd_health, disk_health, lights_health
from companion.screens.view_model import CrowdView, JournalLine, Moment, RefereeView

TABLES = {
    "all_time_wrestling": "games.all_time_wrestling.test_atw_random",
    "galaxy_wrestling_federation": "games.galaxy_wrestling_federation.test_gwf_random",
    "raw_deal": "games.raw_deal.test_rd_random",
    "wrasslin_manager": "games.wrasslin_manager.test_wm_random",
}
CARD_GAMES = tuple(TABLES)
JOURNAL = 10
MOST = 400


@dataclass(frozen=True)
class Scene:
    """One state of a game: what was told before it, and the moment that led to it."""

    game: Any
    state: Any
    lines: tuple[JournalLine, ...]
    moment: Moment | None

    def around(self) -> Surroundings:
        health = (camera_health(None, None), lights_health("off"), crowd_health(1), disk_health(saved=True))
        return Surroundings(journal=self.lines, can_undo=12, health=health)

    def referee(self) -> RefereeView:
        game, state = self.game, self.state
        return card_view.card_referee_view(game, state, self.around(), card_view.offers_now(game, state))

    def crowd(self, *, moment: bool = False) -> CrowdView:
        view = card_view.card_crowd_view(self.game, self.state, self.around())
        return replace(view, moment=self.moment) if moment else view


def table_of(name: str) -> random_matches.Table:
    """The table at which random players meet over a game."""
    found = importlib.import_module(TABLES[name]).TABLE
    assert isinstance(found, random_matches.Table)
    return found


@functools.cache
def scenes(name: str, seed: int, entered: bool) -> tuple[Scene, ...]:
    """Every state of one random game, from the set-up to its end."""
    table = table_of(name)
    rng = random_matches.Player(seed)
    session = Session(table.game, table.setup(random_matches.Player(seed), entered), str(seed))
    lines: list[JournalLine] = []
    found = [Scene(table.game, session.state, (), None)]
    for _ in range(MOST):
        if table.game.outcome(session.state) is not None:
            break
        offer, parameters = random_matches.legal_choice(rng, table.game, session, table.fill)
        state, moment = session.state, None
        for event in session.handle(offer.command, parameters).events:
            state = table.game.evolve(state, event)
            told = table.game.tell(state, event)
            moment = card_moments.moment_of(state, event, 0) or moment
            if told is not None:
                lines.append(JournalLine(len(lines) + 1, told))
        found.append(Scene(table.game, session.state, tuple(lines[-JOURNAL:]), moment))
    return tuple(found)
