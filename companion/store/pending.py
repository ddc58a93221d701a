"""The side file: commits that the show file could not take yet, one JSON line each, `<show>.pending.jsonl` (H-08)."""

import contextlib
import errno
import io
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, FileProblemError
from companion.store.codec import Row, event_of, plain_text
from companion.store.opening import reason, reason_es, sync


class ShowWriteError(CompanionError):
    """The journal could not take the events now; nothing of them was written.

    Attributes:
        reason: what the system said; `reason_es` is the same in Spanish.
    """

    def __init__(self, message: str, reason: str = "", *, es: str | None = None, reason_es: str = "") -> None:
        super().__init__(message, es)
        self.reason = reason or message
        self.reason_es = reason_es or reason or self.spanish


@dataclass(frozen=True, slots=True)
class Commit:
    """One command's events on their way into the journal.

    Attributes:
        first_seq: the number its first event is due to have.
        texts: the events as JSON text, in order.
    """

    first_seq: int
    at_ms: int
    by: str
    v: int
    texts: tuple[str, ...]

    @property
    def numbers(self) -> list[int]:
        return list(range(self.first_seq, self.first_seq + len(self.texts)))

    @property
    def last_seq(self) -> int:
        return self.first_seq + len(self.texts) - 1

    def rows(self) -> list[Row]:
        """Its events as rows without a hash: they are not in the chain yet."""
        pairs = zip(self.numbers, self.texts, strict=True)
        return [Row(seq, self.at_ms, self.by, self.v, event_of(text), "") for seq, text in pairs]


class SideFile:
    """Commits that wait on disk, oldest first."""

    def __init__(self, show: Path, path: Path | None = None) -> None:
        """`path` is another place than the one beside the show."""
        self.path = path or show.with_name(f"{show.name}.pending.jsonl")

    def add(self, commits: Sequence[Commit]) -> None:
        """Write commits behind those that wait already; on disk when this returns.

        Raises:
            OSError: they are not on disk; those before are.
        """
        is_new = not self.path.exists()
        with self.path.open("ab", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            try:
                lines = "".join(f"{_line(commit)}\n" for commit in commits)
                # a line of its own also behind what a failed write may have left
                _write_all(file, f"\n{lines}".encode())
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(size)
                raise
        if is_new:
            sync(self.path.parent)

    def read(self) -> tuple[list[Commit], int]:
        """The commits that wait, and how many lines were torn and are left out.

        Raises:
            FileProblemError: the file is there but cannot be read.
        """
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return [], 0
        except OSError as error:
            raise FileProblemError(
                f"{self.path}: cannot be read: {reason(error)}", f"{self.path}: no se puede leer: {reason_es(error)}"
            ) from None
        commits, torn = [], 0
        for line in raw.split(b"\n"):
            if line.strip():
                commit = _commit(line)
                torn += commit is None
                if commit is not None:
                    commits.append(commit)
        return commits, torn

    def remove(self) -> None:
        """Its commits are in the journal; should it stay, they are known by their numbers when it is read again."""
        with contextlib.suppress(OSError):
            self.path.unlink()
            sync(self.path.parent)

    def set_aside(self) -> Path:
        """Rename the file so that nothing in it is lost and nothing of it is written; gives the new name.

        Raises:
            FileProblemError: it cannot be renamed.
        """
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.{number}.aside")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError as error:
            raise FileProblemError(
                f"{self.path}: cannot be put aside: {reason(error)}",
                f"{self.path}: no se puede apartar: {reason_es(error)}",
            ) from None
        return aside


def _write_all(file: io.FileIO, raw: bytes) -> None:
    if file.write(raw) != len(raw):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # what a short write to a disk means


def _line(commit: Commit) -> str:
    fields = {"seq": commit.first_seq, "at_ms": commit.at_ms, "by": commit.by, "v": commit.v}
    return plain_text(fields)[:-1] + f',"events":[{",".join(commit.texts)}]}}'


def _commit(line: bytes) -> Commit | None:
    try:
        found: Any = json.loads(line)
        texts = tuple(plain_text(event) for event in found["events"])
        commit = Commit(found["seq"], found["at_ms"], found["by"], found["v"], texts)
        numbers = (commit.first_seq, commit.at_ms, commit.v)
        whole = texts and isinstance(commit.by, str) and all(type(number) is int for number in numbers)
        commit.rows()
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return commit if whole else None
