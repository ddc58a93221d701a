"""What another evening found when it held the camera's picture against last time's, as plain data. Pure."""

from dataclasses import dataclass
from typing import Any

from companion.kernel.text import Text


@dataclass(frozen=True)
class Compared:
    """The look that held the camera's picture against that of last time.

    Attributes:
        same, changed: what was found, in a few words each.
        due: steps that had to be done again for what changed.
        is_compared: there was a picture to compare with.
    """

    same: tuple[Text, ...]
    changed: tuple[Text, ...]
    due: tuple[str, ...]
    is_compared: bool = True

    def plain(self) -> dict[str, Any]:
        """For the progress file."""
        return {
            "same": [[one.en, one.es] for one in self.same],
            "changed": [[one.en, one.es] for one in self.changed],
            "due": list(self.due),
            "is_compared": self.is_compared,
        }


def compared_of(told: Any) -> Compared:
    """What `plain` gave.

    Raises:
        KeyError, TypeError, ValueError: it is no such thing.
    """
    same, changed = (tuple(Text(en, es) for en, es in told[key]) for key in ("same", "changed"))
    due = tuple(told["due"])
    if not all(isinstance(words, str) for one in (*same, *changed) for words in (one.en, one.es)):
        raise TypeError("what was found is words in two languages")
    if not all(isinstance(step, str) for step in due):
        raise TypeError("a step is a word")
    return Compared(same, changed, due, bool(told["is_compared"]))
