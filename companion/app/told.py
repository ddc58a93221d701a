"""What the commands about shows say when they are done."""

from pathlib import Path
from typing import Final

from companion.kernel.text import Text, plural

EVENTS: Final = Text("{n} event", "{n} evento"), Text("{n} events", "{n} eventos")
MATCHES: Final = Text("{n} match", "{n} combate"), Text("{n} matches", "{n} combates")
FIGHTERS: Final = Text("{n} fighter", "{n} luchador"), Text("{n} fighters", "{n} luchadores")
FRAMES: Final = Text("{n} frame", "{n} imagen"), Text("{n} frames", "{n} imágenes")
FIGURES: Final = Text("{n} figure", "{n} figura"), Text("{n} figures", "{n} figuras")
PAGES: Final = Text("{n} page", "{n} página"), Text("{n} pages", "{n} páginas")
COMMANDS: Final = Text("{n} command", "{n} orden"), Text("{n} commands", "{n} órdenes")
_OUT = Text("{what} -> {target}", "{what} -> {target}")


def written(n: int, words: tuple[Text, Text], target: Path) -> Text:
    """So many of what went into the file: `1 event -> x.csv`."""
    return _OUT.filled(what=plural(n, *words), target=target)
