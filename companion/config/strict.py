"""Strict YAML for everything that people edit: one clear line with file, line and column for what is wrong.

The front of this package: read (`load_file`, `load_text`, `yaml_blocks`), check (`validate`) and write (`dump`,
`write_atomic`). What a plain scalar means is told in `scalars.py`; field notes H-01 to H-05 and H-09.
"""

import re
from pathlib import Path

from companion.config.checking import validate
from companion.config.decoding import Warned, decode
from companion.config.document import Document, dotted
from companion.config.nodes import Composer
from companion.config.ordinary import refuse_pipe
from companion.config.writing import dump, replacing, write_atomic
from companion.errors import ConfigError, FileProblemError, spanish

__all__ = [
    "Document",
    "dotted",
    "dump",
    "load_file",
    "load_text",
    "read_bytes",
    "replacing",
    "validate",
    "write_atomic",
    "yaml_blocks",
]

MAX_BYTES = 2_000_000
MAX_BLOCKS = 2_000
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)")


def read_bytes(path: Path | str, max_bytes: int = MAX_BYTES) -> bytes:
    """The file's bytes.

    Raises:
        FileProblemError: missing, no file, not readable, or larger than `max_bytes`.
    """
    refuse_pipe(path)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise FileProblemError(f"{path}: no such file", f"{path}: no existe ese archivo") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise FileProblemError(
            f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}",
            f"{path}: no se puede leer: {spanish(error)}",
        ) from None
    if len(raw) > max_bytes:
        raise FileProblemError(
            f"{path}: larger than {max_bytes / 1e6:g} MB; this is no file to edit by hand",
            f"{path}: ocupa más de {max_bytes / 1e6:g} MB; no es un archivo para editar a mano",
        )
    return raw


def load_file(path: Path | str, doubled: list[ConfigError] | None = None) -> Document:
    """Read one YAML file.

    Args:
        doubled: where keys that stand twice are noted; else they are an error as any other.

    Raises:
        FileProblemError: there is no such file, or it cannot be read.
        ConfigError: it is not YAML as this product reads it.
    """
    return load_text(read_bytes(path), str(path), doubled)


def load_text(text: str | bytes, name: str, doubled: list[ConfigError] | None = None) -> Document:
    """Read one YAML document; `name` is what messages call the file.

    Raises:
        ConfigError: syntax, duplicate keys, tabs, aliases without end, keys that are no text.
    """
    text, warnings = _to_text(text, name)
    return Document(name, Composer(text, name, doubled=doubled).compose(), warnings)


def yaml_blocks(text: str | bytes, name: str) -> list[Document]:
    """Read the fenced `yaml` blocks of a Markdown file; positions are those of the Markdown file.

    Raises:
        ConfigError: a block is never closed, is not YAML as this product reads it, or there are too many.
    """
    text, warnings = _to_text(text, name)
    documents: list[Document] = []
    fence, is_yaml, first_line = "", False, 0
    block: list[str] = []
    lines = re.split(r"\r\n|\n|\r", text)
    for number, line in enumerate(lines, start=1):
        match = _FENCE.fullmatch(line)
        if not fence:
            if match:
                fence, first_line, block = match["marks"], number + 1, []
                is_yaml = match["info"].split()[:1] in (["yaml"], ["yml"])
        elif match and not match["info"].strip() and match["marks"].startswith(fence):
            if is_yaml:
                if len(documents) == MAX_BLOCKS:
                    raise ConfigError(
                        name,
                        first_line - 1,
                        1,
                        f"more than {MAX_BLOCKS} yaml blocks",
                        "split the file",
                        what_es=f"más de {MAX_BLOCKS} bloques yaml",
                        allowed_es="divide el archivo",
                    )
                root = Composer("\n".join(block) + "\n", name, first_line).compose()
                documents.append(Document(name, root, warnings if not documents else [], first_line))
            fence = ""
        else:
            block.append(line)
    if fence and is_yaml:
        raise ConfigError(
            name,
            first_line - 1,
            1,
            "this yaml block is never closed",
            f"end it with a line {fence}",
            what_es="este bloque yaml no se cierra",
            allowed_es=f"ciérralo con una línea {fence}",
        )
    return documents


def _to_text(text: str | bytes, name: str) -> tuple[str, list[Warned]]:
    if isinstance(text, bytes):
        return decode(text, name)
    return text.removeprefix("\ufeff"), []
