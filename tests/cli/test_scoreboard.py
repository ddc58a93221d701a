"""`companion scoreboard`: in the language that is asked for, else in that of the show, else in the system's."""

from collections.abc import Callable
from pathlib import Path

import pytest
from screens.golden import difference

from companion.app.language import LANGUAGE
from companion.cli import scoreboard
from companion.cli.main import main
from companion.screens import crowd, crowd_test, crowd_window, render, window
from companion.screens.crowd_window import WAITING
from companion.screens.displays import Display
from companion.screens.view_model import CrowdView
from companion.store.show import Show


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages that pictures were asked for in."""
    found: list[str] = []
    monkeypatch.setattr(scoreboard, "_picture", lambda _show, _out, _size, language, **_: found.append(language))
    monkeypatch.setattr(scoreboard, "_watch", lambda _show, _display, language, _kept, **_: found.append(language))
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


class TestTheTestPicture:
    """What the set-up opens: it says what it is, whatever the show file holds."""

    def test_it_needs_no_show_and_names_the_evening(self, tmp_path: Path) -> None:
        target = tmp_path / "test.png"
        words = ["scoreboard", "--test", "--show", str(tmp_path / "saturday.db"), "--lang", "en", "--out", str(target)]
        assert main(words) == 0
        assert target.exists()

    @pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (1080, 1920)])
    @pytest.mark.parametrize("language", ["en", "es"])
    def test_it_says_what_it_is_in_large_type_and_cuts_nothing(self, size: tuple[int, int], language: str) -> None:
        canvas = crowd_test.draw(render.blank(size), crowd_test.waiting_for("saturday"), language, 0)
        said = " ".join(one.text for one in canvas.drawn)
        for due in (crowd_test.WHAT, crowd_test.WAITS, crowd_test.READABLE, crowd_test.SAMPLE_HEAD):
            assert due.of(language) in said
        assert "saturday" in said
        assert crowd_test.TEST_PICTURE.of(language).upper() in said
        assert not any(one.cut for one in canvas.drawn)
        least = size[1] / crowd.LEAST_SHARE
        assert all(one.size_px >= least for one in canvas.drawn)
        large = [one.size_px for one in canvas.drawn if one.text in crowd_test.WHAT.of(language)]
        assert min(large) > 2 * least

    def test_the_window_shows_it_instead_of_the_match(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        shown: list[object] = []

        def run(fetch: Callable[[int], CrowdView | None], _placement: object, now: object, **more: object) -> None:
            shown.extend([fetch(0), more["draw"]])

        monkeypatch.setattr(crowd_window, "run", run)
        monkeypatch.setattr(window, "has_display", lambda: True)
        monkeypatch.setattr(window, "open_displays", lambda: (Display(0, 1280, 720),))
        path = tmp_path / "friday.db"
        Show.open(path).close()
        assert main(["scoreboard", "--show", str(path), "--test"]) == 0
        assert shown == [crowd_test.waiting_for("friday"), crowd_test.draw]
        assert main(["scoreboard", "--show", str(path)]) == 0
        assert shown[2:] == [None, crowd.draw]
