"""YAML that people read, and files that are whole or not there (field notes H-09)."""

import contextlib
import glob
import math
import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import yaml

from companion.config.ordinary import refuse_no_file
from companion.config.scalars import MAX_INTEGER, resolve
from companion.errors import FileProblemError, spanish

if sys.platform != "win32":
    import fcntl

SHORT_LIST = 8  # plain values, or rows of a matrix, that stand on one line
LINE_WIDTH = 110
_PART = re.compile(r"(\.bak)?\.[0-9a-f]{8}\.tmp")
_NEEDS_ESCAPES = re.compile("[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def dump(value: Any) -> str:
    """Write plain data as YAML: order kept, accents kept, short lists of plain values on one line.

    What is text stays text for `load_text` and for YAML 1.1 readers: it is quoted where one of them would see a number,
    a truth value or nothing.

    Raises:
        ValueError: not plain data (dict, list, tuple, str, int, float, bool, None), or a number that is not finite.
    """
    try:
        text: str = yaml.dump(
            value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=LINE_WIDTH, default_flow_style=False
        )
    except yaml.YAMLError as error:
        raise ValueError(f"cannot be written as YAML: {error}") from None
    return text.removesuffix("...\n")


def write_atomic(path: Path | str, text: str, keep_backup: bool = True) -> None:
    """Write a UTF-8 file so that a reader finds either the old text or the new one, whatever happens.

    A temporary file beside it is written, synced and renamed; the old file stays as `NAME.bak`.

    Raises:
        FileProblemError: it cannot be written; the old file is as it was.
    """
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        raise FileProblemError(
            f"{path}: cannot be written: {error}; the file is as it was",
            f"{path}: no se puede escribir: {error}; el archivo queda como estaba",
        ) from None
    with replacing(path, keep_backup) as file:
        file.write(raw)


@contextlib.contextmanager
def replacing(
    path: Path | str, keep_backup: bool = True, settle: Callable[[Path], Path] = lambda target: target
) -> Iterator[BinaryIO]:
    """A file to write that takes the place of `path` when the block ends without an error; see `write_atomic`.

    Args:
        settle: asked at the end which name in the same folder it takes, for what is not good enough to replace a file.
    """
    target = Path(path)
    if target.is_symlink():
        target = target.resolve()
    refuse_no_file(target)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        _clear_leftovers(target)
        with temporary.open("xb") as file:
            _hold(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()  # a file that is open cannot be renamed there
            target = settle(target)
            if target.exists():
                shutil.copymode(target, temporary)
                if keep_backup:
                    _keep_backup(target)
            temporary.replace(target)
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink()
        reason = getattr(error, "strerror", None) or error
        raise FileProblemError(
            f"{path}: cannot be written: {reason}; the file is as it was",
            f"{path}: no se puede escribir: {spanish(error)}; el archivo queda como estaba",
        ) from None
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _clear_leftovers(target: Path) -> None:
    """Take away what writers of this file left that were killed; while one is at work, all parts are left alone."""
    begin = f".{target.name}"
    left = [path for path in target.parent.glob(f"{glob.escape(begin)}.*") if _PART.fullmatch(path.name, len(begin))]
    with contextlib.ExitStack() as opened, contextlib.suppress(OSError):
        for path in left:
            if sys.platform != "win32":  # a file that is open cannot be deleted there
                fcntl.flock(opened.enter_context(path.open("rb")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        for path in left:
            path.unlink()


def _hold(file: BinaryIO) -> None:
    """Tell others that a living process writes this file; the system lets go of it however the process ends."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # a disk without locks: there nobody clears anything
            fcntl.flock(file.fileno(), fcntl.LOCK_EX)


def _keep_backup(target: Path) -> None:
    backup = target.with_name(f"{target.name}.bak")
    fresh = target.with_name(f".{backup.name}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            os.link(target, fresh)
        except OSError:  # exFAT and some network disks have no hard links
            shutil.copy2(target, fresh)
        fresh.replace(backup)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """The rename itself reaches the disk; not every system lets a folder be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class _Dumper(yaml.SafeDumper):
    """PyYAML's safe dumper with the manners described at `dump`."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = '"' if _NEEDS_ESCAPES.search(text) else "'" if resolve(text) != text or text == "<<" else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _represent_float(dumper: yaml.SafeDumper, number: float) -> yaml.Node:
    if not math.isfinite(number):
        raise yaml.representer.RepresenterError(f"{number} is not finite")
    return dumper.represent_scalar("tag:yaml.org,2002:float", _float_text(number))


def _float_text(number: float) -> str:
    """Shortest text that gives the number back; YAML 1.1 wants the point in 1.0e+16."""
    text = repr(float(number))
    if "e" in text and "." not in text:
        return text.replace("e", ".0e", 1)
    return text


def _represent_integer(dumper: yaml.SafeDumper, number: int) -> yaml.Node:
    if abs(number) > MAX_INTEGER:
        raise yaml.representer.RepresenterError(f"a number of {number.bit_length()} bits")
    return dumper.represent_scalar("tag:yaml.org,2002:int", str(number))


def _represent_list(dumper: yaml.SafeDumper, items: list[Any] | tuple[Any, ...]) -> yaml.Node:
    flow = len(items) <= SHORT_LIST and all(_is_plain(item) or _is_row(item) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=flow)


def _is_plain(item: Any) -> bool:
    return item is None or isinstance(item, (int, float)) or (isinstance(item, str) and len(item) <= 24)


def _is_row(item: Any) -> bool:
    return isinstance(item, (list, tuple)) and len(item) <= SHORT_LIST and all(map(_is_number, item))


def _is_number(item: Any) -> bool:
    return isinstance(item, (int, float)) and not isinstance(item, bool)


_PLAIN: dict[Any, Callable[..., Any]] = {  # and nothing else: no sets, dates or bytes
    str: _represent_text,
    float: _represent_float,
    int: _represent_integer,
    list: _represent_list,
    tuple: _represent_list,
    bool: yaml.SafeDumper.represent_bool,
    type(None): yaml.SafeDumper.represent_none,
    dict: yaml.SafeDumper.represent_dict,
    None: yaml.SafeDumper.represent_undefined,
}
_Dumper.yaml_representers = _PLAIN
