"""`companion scoreboard` says what is wrong with its show file; a board that an evening keeps never dies of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.evening import Evening
from companion.cli import scoreboard
from companion.cli.main import main
from companion.games import game
from companion.store import opening, schema
from companion.store.show import Show, verify


@pytest.fixture
def show(tmp_path: Path) -> Path:
    path = tmp_path / "night.db"
    with Show.open(path) as opened:
        evening = Evening.open_match(opened, game("galaxy_wrestling_federation"), lambda: 5)
        evening.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"})
    return path


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Shows whose board was opened; no window is."""
    shows: list[Path] = []
    monkeypatch.setattr(scoreboard, "_watch", lambda show, *_, shown: shows.append(show))
    return shows


def by_hand(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)


def flipped(path: Path) -> None:
    """A bit of a stored hash, so that it is no text any more."""
    with Show.open(path, readonly=True) as opened:
        stored = next(iter(opened.rows())).hash.encode()
    raw = path.read_bytes()
    path.write_bytes(raw.replace(stored, b"\xb5" + stored[1:]))


def newer(path: Path) -> None:
    by_hand(path, f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.write_text("no show", encoding="utf-8")


CHANGED_ROW = "UPDATE journal SET event = replace(event, '\"p3\"', '\"p4\"')"


@pytest.mark.parametrize("more", [(), ("--out", "{folder}/o.png")])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (newer, "lo escribió una versión más nueva"),
        (empty, "está vacío"),
        (foreign, "no es un archivo de velada"),
        (flipped, "un texto no está en UTF-8"),
    ],
)
def test_a_file_that_cannot_be_shown_is_refused_on_one_line(
    show: Path,
    watched: list[Path],
    spoil: Callable[[Path], None],
    said: str,
    more: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoil(show)
    words = [word.format(folder=show.parent) for word in more]
    assert main(["scoreboard", "--show", str(show), "--lang", "es", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert not watched
    if not words:  # a board that an evening keeps is started again and again: it waits
        assert main(["scoreboard", "--show", str(show), "--kept", "x"]) == 0
        assert watched == [show]


def test_a_journal_that_does_not_hold_is_shown_with_a_warning(
    show: Path, watched: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    by_hand(show, CHANGED_ROW)
    assert not verify(show).ok
    assert main(["scoreboard", "--show", str(show), "--lang", "en"]) == 1
    assert f"look with: companion verify {show}" in capsys.readouterr().err
    assert watched == [show]


def test_a_row_that_means_nothing_is_refused_too(
    show: Path, watched: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    by_hand(show, "UPDATE journal SET event = replace(event, '\"game_started\"', '\"game_stirted\"')")
    assert main(["scoreboard", "--show", str(show), "--lang", "en"]) == 2
    assert "cannot be shown; look with: companion verify" in capsys.readouterr().err
    assert not watched


def test_a_show_that_is_not_there_yet_or_held_is_waited_for(
    show: Path, watched: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    none = show.with_name("tomorrow.db")
    assert main(["scoreboard", "--show", str(none), "--lang", "en"]) == 0
    # a window takes its time: that it comes is all there is to say
    assert capsys.readouterr().err == "opening the window of the crowd board\n"
    monkeypatch.setattr(opening, "BUSY_TIMEOUT_MS", 0)
    with closing(sqlite3.connect(show, isolation_level=None)) as alone:
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        alone.execute("UPDATE head SET seq = seq")
        assert main(["scoreboard", "--show", str(show), "--lang", "en"]) == 1
        assert "cannot be read now: another program holds the file" in capsys.readouterr().err
        assert main(["verify", str(show)]) == 2  # it is not damaged
    assert watched == [none, show]
