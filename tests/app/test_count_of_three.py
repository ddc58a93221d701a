"""The count of three before two cards are turned up (GWF-050, K-11): both screens show it, an interruption stops it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from screens.card_play import Clock

from companion.app.clocks import from_live
from companion.app.crowd import CrowdFeed
from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.leds.service import no_lights
from companion.screens import render
from companion.screens.interaction import Ui
from companion.screens.moments import count_of, moment_on
from companion.store.resilient import ResilientJournal

GALAXY = "galaxy_wrestling_federation"
SIZE = (1280, 720)


class Still(Clock):
    """A clock that stands until it is put on."""

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def counting(tmp_path: Path) -> Any:
    path, clock = tmp_path / "show.db", Still()
    journal = ResilientJournal.open(path)
    evening = open_evening(Wanted(path, game=GALAXY, seed="k"), journal, lambda _: None)
    live = LiveEvening(evening, journal, no_lights(), clock)
    live.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"}, "typed")
    live.give("challenge", {"player": "p1", "opponent": "p2", "kind": "strength"}, "typed")
    for seat in ("p1", "p2"):
        live.give("commit_card", {"player": seat, "card": "face_down"}, "typed")
    if evening.state.phase.value == "COMMIT":
        live.give("start_count", {}, "typed")
    yield live, clock, path
    journal.close()


def lit(live: LiveEvening, now_ms: int) -> str:
    """What the referee's clock says."""
    view = live.view(now_ms, Ui(language="en"))
    drawn = [text.text for text in render.referee_canvas(view, SIZE, "en", now_ms).drawn]
    return next(one for one in ("1 2 3", "1 2", "1") if one in drawn)


def test_the_referee_sees_it_go_from_one_to_three(counting: Any) -> None:
    live, clock, _ = counting
    at_ms = clock.now_ms
    assert [lit(live, at_ms + gone_ms) for gone_ms in (0, 900, 1000, 2100, 9000)] == ["1", "1", "1 2", "1 2 3", "1 2 3"]


def test_the_crowd_sees_it_too(counting: Any) -> None:
    live, clock, path = counting
    live.tick(clock.now_ms)
    feed = CrowdFeed(path)
    view = feed.fetch(clock.now_ms)
    feed.close()
    assert view is not None
    assert view.moment is not None
    told_ms = view.moment.at_ms
    assert [count_of(view.moment, told_ms + gone_ms) for gone_ms in (0, 1000, 2500)] == [1, 2, 3]
    assert moment_on(view.moment, told_ms + 2999)
    assert view.timers[0].counts == 3
    later = replace(view, moment=None)
    drawn = [text.text for text in render.crowd_canvas(later, SIZE, "en", clock.now_ms + 1500).drawn]
    assert "1 2" in drawn


def test_the_reveal_ends_it_and_an_old_live_row_is_read(counting: Any) -> None:
    live, clock, _ = counting
    shown = {"p1": {"strength": 3, "beats": 1}, "p2": {"strength": 2, "beats": 1}}
    assert live.give("reveal", {"cards": shown}, "typed") is None
    assert all(not one.counts for one in live.view(clock.now_ms, Ui()).timers)
    old = {"referee_ms": 1, "clocks": [["match", "match", "combate", None, 60_000, True]]}
    assert from_live(old, 0, 1000)[0].counts == 0
