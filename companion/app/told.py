"""What the commands about shows say when they are done."""

from pathlib import Path
from typing import Final

from companion.kernel.text import Text, plural

EVENTS: Final = Text("{n} event", "{n} evento"), Text("{n} events", "{n} eventos")
MATCHES: Final = Text("{n} match", "{n} combate"), Text("{n} matches", "{n} combates")
FIGHTERS: Final = Text("{n} fighter", "{n} luchador"), Text("{n} fighters", "{n} luchadores")
ALONE: Final = (
    Text("{n} player without a fighter", "{n} jugador sin luchador"),
    Text("{n} players without a fighter", "{n} jugadores sin luchador"),
)
FRAMES: Final = Text("{n} frame", "{n} imagen"), Text("{n} frames", "{n} imágenes")
FIGURES: Final = Text("{n} figure", "{n} figura"), Text("{n} figures", "{n} figuras")
PAGES: Final = Text("{n} page", "{n} página"), Text("{n} pages", "{n} páginas")
COMMANDS: Final = Text("{n} command", "{n} orden"), Text("{n} commands", "{n} órdenes")
_OUT = Text("{what} -> {target}", "{what} -> {target}")


def written(n: int, words: tuple[Text, Text], target: Path) -> Text:
    """So many of what went into the file: `1 event -> x.csv`."""
    return _OUT.filled(what=plural(n, *words), target=target)


def roster_written(fighters: int, alone: int, target: Path) -> Text:
    """`2 fighters, 1 player without a fighter -> x.csv`: each row that went into the file."""
    told = [plural(n, *words) for n, words in ((fighters, FIGHTERS), (alone, ALONE)) if n] or [plural(0, *FIGHTERS)]
    what = Text(", ".join(one.en for one in told), ", ".join(one.es for one in told))
    return _OUT.filled(what=what, target=target)
