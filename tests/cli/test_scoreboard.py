"""`companion scoreboard`: in the language that is asked for, else in that of the show, else in the system's."""

from pathlib import Path

import pytest
from screens.golden import difference

from companion.app.language import LANGUAGE
from companion.cli import scoreboard
from companion.cli.main import main
from companion.screens.crowd_window import WAITING
from companion.store.show import Show


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages that pictures were asked for in."""
    found: list[str] = []
    monkeypatch.setattr(scoreboard, "_picture", lambda _show, _out, _size, language: found.append(language))
    monkeypatch.setattr(scoreboard, "_watch", lambda _show, _display, language, _kept, shown: found.append(language))
    return found


@pytest.mark.parametrize("out", [[], ["--out", "a.png"]], ids=["window", "picture"])
@pytest.mark.parametrize(
    ("wanted", "left_in", "system", "due"),
    [("en", "es", "es", "en"), ("es", "en", "en", "es"), (None, "es", "en", "es"), (None, "en", "es", "en"),
     (None, None, "es", "es"), (None, None, "en", "en")],
)  # fmt: skip
def test_the_language_of_the_board(
    asked: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    out: list[str],
    wanted: str | None,
    left_in: str | None,
    system: str,
    due: str,
) -> None:
    monkeypatch.setenv("COMPANION_LANG", system)
    path = tmp_path / "night.db"
    with Show.open(path) as show:
        if left_in is not None:
            show.set_live({LANGUAGE: left_in})
    words = [] if wanted is None else ["--lang", wanted]
    assert main(["scoreboard", "--show", str(path), *words, *out]) == 0
    assert asked == [due]


def test_the_picture_is_in_it(tmp_path: Path) -> None:
    import pygame

    from companion.screens import render

    path = tmp_path / "night.db"
    Show.open(path).close()
    for language, other in (("es", "en"), ("en", "es")):
        target = tmp_path / f"{language}.png"
        words = ["scoreboard", "--show", str(path), "--lang", language, "--out", str(target), "--size", "1280x720"]
        assert main(words) == 0
        drawn = pygame.image.load(target)
        assert difference(drawn, render.render_crowd(WAITING, (1280, 720), language, 0)) < 1
        assert difference(drawn, render.render_crowd(WAITING, (1280, 720), other, 0)) > 1
