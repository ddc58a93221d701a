"""The lines of the list of learned figures: each figure's number, name and clay, and the key that means it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.kernel.text import Text
from companion.screens.view_model import Rgb
from companion.table.clays import colour_in
from companion.vision.clay_words import looks_like, mean_lab, own_colour
from companion.vision.colours import to_bgr
from companion.vision.figure_names import own_name

# figures on one page of the list
PAGE = 6
IN_FULL = Text("{who}: {clay}", "{who}: {clay}")


def keyed(entries: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The first page of these figures by their keys: figure 7 by 7, figure 12 by 2, as every text numbers them.

    Where two of a page would have one key, or an id is no number, they are counted from 1.
    """
    page = entries[:PAGE]
    keys = [str(one["id"])[-1] for one in page]
    if len(set(keys)) < len(keys) or not all(str(one["id"]).isdecimal() for one in page):
        keys = [str(number) for number in range(1, len(page) + 1)]
    return dict(zip(keys, page, strict=True))


def numbered(entry: Mapping[str, Any]) -> str:
    """A learned figure as the warnings call it: its number, and its name where it has one."""
    name = own_name(entry)
    return f"{entry['id']} ({name})" if name else str(entry["id"])


def in_full(entry: Mapping[str, Any]) -> Text:
    """The same with its clay: as a person calls that, else as it looks."""
    given = own_colour(entry)
    clay = Text(colour_in(given, "en"), colour_in(given, "es")) if given else looks_like(entry)
    return IN_FULL.filled(who=numbered(entry), clay=clay)


def seen_rgb(entry: Mapping[str, Any]) -> Rgb:
    """The mean colour that was learned of a figure."""
    blue, green, red = to_bgr(np.array([mean_lab(entry["model"])]))[0]
    return int(red), int(green), int(blue)
