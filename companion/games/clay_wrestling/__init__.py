"""Clay wrestling: the Wrestling Board Game of SmackKatz!, whole (rules file `clay_wrestling.md`)."""

from companion.games.clay_wrestling.choices import legal_commands, offers
from companion.games.clay_wrestling.game import ClayWrestling

GAME = ClayWrestling()

__all__ = ["GAME", "ClayWrestling", "legal_commands", "offers"]
