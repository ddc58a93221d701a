"""Clay wrestling: the Wrestling Board Game of SmackKatz!, whole (rules file `clay_wrestling.md`)."""

from companion.games.clay_wrestling.game import ClayWrestling

GAME = ClayWrestling()
