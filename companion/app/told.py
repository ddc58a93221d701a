"""What the commands about shows say when they are done."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.kernel.text import Text, plural

EVENTS: Final = Text("{n} event", "{n} evento"), Text("{n} events", "{n} eventos")
MATCHES: Final = Text("{n} match", "{n} combate"), Text("{n} matches", "{n} combates")
FIGHTERS: Final = Text("{n} fighter", "{n} luchador"), Text("{n} fighters", "{n} luchadores")
PLAYERS: Final = Text("{n} player", "{n} jugador"), Text("{n} players", "{n} jugadores")
SHEETS: Final = Text("{n} sheet", "{n} ficha"), Text("{n} sheets", "{n} fichas")
ALONE: Final = (
    Text("{n} player without a fighter", "{n} jugador sin luchador"),
    Text("{n} players without a fighter", "{n} jugadores sin luchador"),
)
FRAMES: Final = Text("{n} frame", "{n} imagen"), Text("{n} frames", "{n} imágenes")
FIGURES: Final = Text("{n} figure", "{n} figura"), Text("{n} figures", "{n} figuras")
PAGES: Final = Text("{n} page", "{n} página"), Text("{n} pages", "{n} páginas")
COMMANDS: Final = Text("{n} command", "{n} orden"), Text("{n} commands", "{n} órdenes")
# names told at once
MOST_NAMES = 4
_THOSE = Text("{what} ({who})", "{what} ({who})")
_OUT = Text("{what} -> {target}", "{what} -> {target}")


def written(n: int, words: tuple[Text, Text], target: Path) -> Text:
    """So many of what went into the file: `1 event -> x.csv`."""
    return _OUT.filled(what=plural(n, *words), target=target)


def pages_written(pages: int, tables: Sequence[Text], target: Path) -> Text:
    """So many pages and what stands on them: `2 pages (Results, Fighters) -> x.pdf`."""
    who = Text(", ".join(one.en for one in tables), ", ".join(one.es for one in tables))
    what = plural(pages, *PAGES)
    return _OUT.filled(what=_THOSE.filled(what=what, who=who) if tables else what, target=target)


def those_of(names: Sequence[str], words: tuple[Text, Text], none: Text) -> Text:
    """So many, the first of them by name: `8 players (Ana, Juan, …)`; `none` where there are none."""
    if not names:
        return none
    who = ", ".join(names[:MOST_NAMES]) + ", …" * (len(names) > MOST_NAMES)
    return _THOSE.filled(what=plural(len(names), *words), who=who)


def roster_written(fighters: int, alone: int, target: Path) -> Text:
    """`2 fighters, 1 player without a fighter -> x.csv`: each row that went into the file."""
    told = [plural(n, *words) for n, words in ((fighters, FIGHTERS), (alone, ALONE)) if n] or [plural(0, *FIGHTERS)]
    what = Text(", ".join(one.en for one in told), ", ".join(one.es for one in told))
    return _OUT.filled(what=what, target=target)
