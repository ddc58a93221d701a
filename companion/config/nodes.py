"""YAML text, turned into nodes that know their line and column.

Built from the parser's events and not from PyYAML's composer: depth, number of nodes and aliases are bounded while the
file is read, so that a hostile file costs neither time nor stack (field notes H-03, H-04; alias bombs).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from companion.config.decoding import position_of
from companion.config.scalars import Scalar, resolve
from companion.config.yaml_words import context_es, problem_es
from companion.errors import ConfigError

MAX_DEPTH = 60
MAX_NODES = 100_000  # after aliases are followed; all 156 golden cases of clay wrestling are 12,000
MAX_ALIASES = 100
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TEXT_TAGS = {"!", "tag:yaml.org,2002:str"}
# what YAML itself forbids, the byte order mark inside a text, and the line breaks that editors do not count as lines
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_COMMENT = re.compile(r"(?:^|[ \t])#", re.MULTILINE)


@dataclass(slots=True)
class ScalarNode:
    """A scalar: `written` as in the file, `value` as it is understood; line and column from 1."""

    line: int
    column: int
    written: str
    value: Scalar


@dataclass(slots=True)
class SequenceNode:
    line: int
    column: int
    items: list["Node"] = field(default_factory=list)


@dataclass(slots=True)
class MappingNode:
    """A mapping: keys are always text as written; `keys` has the line and column of each of them."""

    line: int
    column: int
    items: dict[str, "Node"] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)


Node = ScalarNode | SequenceNode | MappingNode


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read."""

    node: SequenceNode | MappingNode
    anchor: str | None
    nodes_before: int
    key: ScalarNode | None = None


def to_value(node: Node | None) -> Any:
    """Plain Python data; each use of an alias gets its own copy."""
    if node is None:
        return None
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [to_value(item) for item in node.items]
    return {key: to_value(item) for key, item in node.items.items()}


class Composer:
    """Reads one document.

    Args:
        first_line: the line of its first row in the file it stands in.
        doubled: where keys that stand twice are noted, so that the rest is read too; None: they end the reading.
    """

    def __init__(self, text: str, name: str, first_line: int = 1, doubled: "list[ConfigError] | None" = None) -> None:
        self._doubled = doubled
        self._text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._name = name
        self._line_shift = first_line
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._root: Node | None = None
        self._nodes = 0
        self._aliases = 0
        self._documents = 0
        self._scalar_spans: list[tuple[int, int]] = []  # quoted and block scalars, where a tab may stand

    def compose(self) -> Node | None:
        """Give the root node, None for an empty document.

        Raises:
            ConfigError: not YAML as this product reads it.
        """
        self._refuse_unprintable()
        try:
            for event in yaml.parse(self._text, Loader=LOADER):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from None
        except yaml.YAMLError as error:  # without a place; the reader was checked before
            raise ConfigError(
                self._name,
                self._line_shift,
                1,
                f"this is no YAML: {error}",
                "check the file",
                what_es=f"esto no es YAML: {error}",
                allowed_es="revisa el archivo",
            ) from None
        self._refuse_tabs()
        return self._root

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._take_scalar(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._take_start(event, is_mapping=kind is yaml.MappingStartEvent)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            done = self._open.pop()
            if done.anchor:
                self._anchors[done.anchor] = (done.node, self._nodes - done.nodes_before)
        elif kind is yaml.AliasEvent:
            self._take_alias(event)
        elif kind is yaml.DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                raise self._error(
                    event.start_mark,
                    "a second document begins here",
                    "keep one document in a file",
                    "aquí empieza un segundo documento",
                    "deja un solo documento en el archivo",
                )

    def _take_scalar(self, event: Any) -> None:
        line, column = self._place(event.start_mark)
        plain = event.style is None or event.style == ""
        if not plain:
            self._scalar_spans.append((event.start_mark.index, event.end_mark.index))
        self._refuse_tag(event)
        is_text = not plain or event.tag is not None
        node = ScalarNode(line, column, event.value, event.value if is_text else resolve(event.value))
        self._count(1, event)
        self._attach(node, event)
        if event.anchor:
            self._anchors[event.anchor] = (node, 1)

    def _take_start(self, event: Any, *, is_mapping: bool) -> None:
        line, column = self._place(event.start_mark)
        if len(self._open) >= MAX_DEPTH:
            raise self._error(
                event.start_mark,
                f"more than {MAX_DEPTH} levels inside each other",
                "write it flatter",
                f"más de {MAX_DEPTH} niveles uno dentro de otro",
                "escríbelo con menos niveles",
            )
        self._refuse_tag(event)
        node: SequenceNode | MappingNode = MappingNode(line, column) if is_mapping else SequenceNode(line, column)
        before = self._nodes
        self._count(1, event)
        self._attach(node, event)
        self._open.append(_Open(node, event.anchor, before))

    def _take_alias(self, event: Any) -> None:
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise self._error(
                event.start_mark,
                f"more than {MAX_ALIASES} aliases",
                "write the values out",
                f"más de {MAX_ALIASES} alias",
                "escribe los valores",
            )
        if event.anchor not in self._anchors:
            inside = any(part.anchor == event.anchor for part in self._open)
            what = f"*{event.anchor} stands inside itself" if inside else f"*{event.anchor} has no &{event.anchor}"
            why = "está dentro de sí mismo" if inside else f"no tiene su &{event.anchor}"
            raise self._error(
                event.start_mark, what, "write the value out", f"*{event.anchor} {why}", "escribe el valor"
            )
        node, nodes = self._anchors[event.anchor]
        self._count(nodes, event)
        self._attach(node, event)

    def _attach(self, node: Node, event: Any) -> None:
        if not self._open:
            self._root = node
            return
        parent = self._open[-1]
        if isinstance(parent.node, SequenceNode):
            parent.node.items.append(node)
        elif parent.key is None:
            parent.key = self._as_key(node, parent.node, event)
        else:
            parent.node.items[parent.key.written] = node
            parent.key = None

    def _as_key(self, node: Node, mapping: MappingNode, event: Any) -> ScalarNode:
        if not isinstance(node, ScalarNode):
            raise self._error(
                event.start_mark,
                "a list or mapping stands where a key is due",
                "give a plain key",
                "hay una lista o un grupo donde toca una clave",
                "pon una clave sencilla",
            )
        key = node.written
        if key == "<<" and not getattr(event, "style", None):
            raise self._error(
                event.start_mark,
                "<< (merge) is not read here",
                "write the keys out",
                "<< (mezcla) no se lee aquí",
                "escribe las claves",
            )
        place = self._place(event.start_mark)
        if key in mapping.items:
            first = mapping.keys[key][0]
            what = f"key {shorten(key)} stands twice, in line {first} and in line {place[0]}"
            what_es = f"la clave {shorten(key)} está dos veces, en la línea {first} y en la línea {place[0]}"
            error = self._error(event.start_mark, what, "keep one of them", what_es, "deja solo una")
            if self._doubled is None:
                raise error
            self._doubled.append(error)
        mapping.keys[key] = place
        return node

    def _count(self, nodes: int, event: Any) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            raise self._error(
                event.start_mark,
                f"more than {MAX_NODES} values",
                "split the file",
                f"más de {MAX_NODES} valores",
                "divide el archivo",
            )

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None and event.tag not in TEXT_TAGS:
            raise self._error(
                event.start_mark,
                f"tag {shorten(event.tag)} is not read here",
                "give the plain value",
                f"la etiqueta {shorten(event.tag)} no se lee aquí",
                "pon el valor sin ella",
            )

    def _place(self, mark: Any) -> tuple[int, int]:
        return mark.line + self._line_shift, mark.column + 1

    def _error(self, mark: Any, what: str, allowed: str, what_es: str, allowed_es: str) -> ConfigError:
        line, column = self._place(mark)
        return ConfigError(self._name, line, column, what, allowed, what_es=what_es, allowed_es=allowed_es)

    def _refuse_unprintable(self) -> None:
        match = _UNPRINTABLE.search(self._text)
        if match:
            what = f"character U+{ord(match.group()):04X} cannot stand in a text file"
            line, column = position_of(self._text, match.start())
            line += self._line_shift - 1
            what_es = f"el carácter U+{ord(match.group()):04X} no puede estar en un archivo de texto"
            raise ConfigError(self._name, line, column, what, "delete it", what_es=what_es, allowed_es="bórralo")

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> ConfigError:
        mark = error.problem_mark or error.context_mark
        what, what_es = f"this is no YAML: {error.problem}", f"esto no es YAML: {problem_es(error.problem)}"
        if mark is None:
            return ConfigError(
                self._name, self._line_shift, 1, what, "check the file", what_es=what_es, allowed_es="revisa el archivo"
            )
        if "quoted" not in str(error.context):
            for tab in self._tabs_outside_scalars():
                if self._text.count("\n", 0, tab) == mark.line:
                    return self._tab_error(tab)
        context = error.context_mark
        advice = 'put a text that holds ": ", "#", quotes or brackets in quotes; check the indentation'
        advice_es = 'pon entre comillas un texto que lleve ": ", "#", comillas o corchetes; revisa la sangría'
        if context is not None and (context.line, context.column) != (mark.line, mark.column):
            line, column = self._place(context)
            reading = str(error.context).removeprefix("while ")
            advice = f"check {reading} from line {line}, column {column} on"
            advice_es = f"revisa {context_es(reading)} desde la línea {line}, columna {column}"
        return self._error(mark, what, advice, what_es, advice_es)

    def _refuse_tabs(self) -> None:
        for tab in self._tabs_outside_scalars():
            raise self._tab_error(tab)

    def _tab_error(self, index: int) -> ConfigError:
        line, column = position_of(self._text, index)
        line += self._line_shift - 1
        what_es = f"tabulador en la línea {line}, columna {column}"
        return ConfigError(
            self._name,
            line,
            column,
            f"tab at line {line}, column {column}",
            "use spaces",
            what_es=what_es,
            allowed_es="usa espacios",
        )

    def _tabs_outside_scalars(self) -> Iterator[int]:
        """Indices of the tabs that stand neither in quotes, nor in a block scalar, nor in a comment."""
        starts = [start for start, _ in self._scalar_spans]
        tab = self._text.find("\t")
        while tab >= 0:
            last = bisect_right(starts, tab) - 1
            scalar_end = self._scalar_spans[last][1] if last >= 0 else 0
            line_start = max(self._text.rfind("\n", 0, tab) + 1, scalar_end)
            if tab < scalar_end:
                tab = self._text.find("\t", scalar_end)
            elif _COMMENT.search(self._text, line_start, tab):
                line_end = self._text.find("\n", tab)
                tab = self._text.find("\t", line_end) if line_end >= 0 else -1
            else:
                yield tab
                tab = self._text.find("\t", tab + 1)


def shorten(text: str, longest: int = 60) -> str:
    """One line of at most `longest` characters, fit for a message."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
