"""A read YAML document: plain data, and where in the file each piece of it stands."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.config.decoding import Warned
from companion.config.nodes import MappingNode, Node, ScalarNode, SequenceNode, to_value
from companion.errors import ConfigError

Path = Sequence[str | int]


@dataclass(slots=True)
class Document:
    """One YAML document.

    Attributes:
        name: of the file, as messages show it.
        root: None for an empty document.
        value: plain data; keys of mappings are always text as written (`1: x` has the key "1").
        warnings: sentences for people; the file was read all the same.
        line: the first line of the document in its file, 1 unless it stands in a Markdown file.
    """

    name: str
    root: Node | None
    value: Any = field(init=False)
    warnings: list[Warned] = field(default_factory=list)
    line: int = 1

    def __post_init__(self) -> None:
        self.value = to_value(self.root)

    def position(self, path: Path) -> tuple[int, int]:
        """Line and column, from 1, of the value at `path`; where the path ends early, of its last part that exists."""
        node, _ = self._walk(path)
        return (node.line, node.column) if node is not None else (self.line, 1)

    def key_position(self, path: Path) -> tuple[int, int]:
        """Line and column, from 1, of the key that `path` ends with; in a list, of the item itself."""
        if not path:
            return self.position(path)
        parent, walked = self._walk(path[:-1])
        if walked == len(path) - 1 and isinstance(parent, MappingNode):
            place = parent.keys.get(str(path[-1]))
            if place is not None:
                return place
        return self.position(path)

    def source_text(self, path: Path) -> str:
        """The scalar at `path` as written in the file: `007`, `NO`, `1.50`; without its quotes if it has some.

        Raises:
            LookupError: there is nothing at `path`, or a list or mapping.
        """
        node, walked = self._walk(path)
        if walked < len(path) or not isinstance(node, ScalarNode):
            raise LookupError(dotted(path))
        return node.written

    def error(
        self,
        path: Path,
        what: str,
        allowed: str,
        *,
        what_es: str | None = None,
        allowed_es: str | None = None,
        at_key: bool = False,
    ) -> ConfigError:
        """An error to raise about the value (or the key) at `path`, with its place in the file."""
        line, column = self.key_position(path) if at_key else self.position(path)
        return ConfigError(self.name, line, column, what, allowed, what_es=what_es, allowed_es=allowed_es)

    def _walk(self, path: Path) -> tuple[Node | None, int]:
        """The deepest node that exists on `path`, and how many parts of the path it took to get there."""
        node = self.root
        for walked, part in enumerate(path):
            child: Node | None = None
            if isinstance(node, MappingNode):
                child = node.items.get(str(part))
            elif isinstance(node, SequenceNode) and isinstance(part, int) and 0 <= part < len(node.items):
                child = node.items[part]
            if child is None:
                return node, walked
            node = child
        return node, len(path)


def dotted(path: Path) -> str:
    """`camera.K[0][2]`, as messages name a place."""
    words = ""
    for part in path:
        words += f"[{part}]" if isinstance(part, int) else f".{part}" if words else str(part)
    return words or "the file"


def dotted_es(path: Path) -> str:
    """`dotted` for a Spanish sentence: only the name of the whole differs."""
    return dotted(path) if path else "el archivo"
