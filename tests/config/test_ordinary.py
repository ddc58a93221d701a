"""Pipes are not waited for, devices and folders are not written over."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.ordinary import refuse_no_file, refuse_pipe
from companion.config.strict import load_file, replacing
from companion.errors import FileProblemError
from companion.store.exchange import import_jsonl
from companion.store.show import Show, verify


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    "read",
    [
        load_file,
        verify,
        Show.open,
        lambda path: Show.open(path, readonly=True),
        lambda path: import_jsonl(path, path.with_name("new.db")),
    ],
)
def test_a_pipe_is_told_at_once(read: Callable[[Path], object], pipe: Path) -> None:
    with pytest.raises(FileProblemError, match="is a pipe, no file") as told:
        read(pipe)
    assert "tubería" in told.value.spanish
    assert not pipe.with_name("new.db").exists()


def test_what_the_shell_hands_in_is_read() -> None:
    reading, writing = os.pipe()
    try:
        refuse_pipe(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
        os.close(writing)


def test_nothing_but_a_file_is_replaced(pipe: Path, tmp_path: Path) -> None:
    for place in (pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(FileProblemError), replacing(place) as file:
            file.write(b"x")
    refuse_no_file(tmp_path / "new")
    assert sorted(tmp_path.iterdir()) == [pipe]


def test_the_roster_on_a_device(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.db"
    Show.open(path).close()
    assert main(["roster", "export", os.devnull, "--show", str(path), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"{os.devnull}: is no ordinary file\n"
