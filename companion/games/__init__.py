"""The rulebooks, found by the name of their rules file; a package is imported when its game is asked for."""

from importlib import import_module
from typing import Any, Final, cast

from companion.errors import UsageProblemError
from companion.kernel.game import Game

CLAY: Final = "clay_wrestling"
GAMES = (CLAY, "galaxy_wrestling_federation", "wrasslin_manager", "all_time_wrestling", "raw_deal")


def game(name: str) -> Game[Any]:
    """The rulebook of that name.

    Raises:
        UsageProblemError: there is none.
    """
    if name not in GAMES:
        raise UsageProblemError(
            f"there is no game {name}; known games are {', '.join(GAMES)}",
            f"no existe el juego {name}; se conocen {', '.join(GAMES)}",
        )
    return cast("Game[Any]", import_module(f"companion.games.{name}").GAME)
