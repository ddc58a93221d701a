"""J-05: colour samples have an age; after 30 min or on a new event day a re-check is offered, once a time.

C-07: one key then samples the colours again.
"""

import os
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.app.colour_age import OFFERED, ColourAge, learned_ms, local_offset_min
from companion.app.evening import Evening
from companion.app.live_eyes import Alike, Seen
from companion.app.saving import LOOK_EVERY_MS, StoreNews
from companion.app.view_offers import ViewOffers
from companion.app.view_watch import Moved
from companion.games import game
from companion.kernel.text import Text
from companion.store.resilient import ResilientJournal

MINUTE_MS = 60_000
MADRID_MIN = 60


def at(text: str) -> int:
    """Milliseconds of a time in Madrid's winter."""
    utc = datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
    return int(utc.timestamp() * 1000) - MADRID_MIN * MINUTE_MS


class Clock:
    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[ResilientJournal]:
    opened = ResilientJournal.open(tmp_path / "night.db")
    yield opened
    opened.close()


def watch(journal: ResilientJournal, clock: Clock, learned: int) -> ColourAge:
    evening = Evening.resume(journal, clock) or Evening.open_match(journal, game("clay_wrestling"), clock)
    return ColourAge(learned, evening, clock, lambda _: MADRID_MIN)


def test_after_31_minutes_and_every_half_hour_again(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T20:00")
    clock = Clock(learned + 30 * MINUTE_MS)
    age = watch(journal, clock, learned)
    assert age.tick() is None
    clock.now_ms += MINUTE_MS
    said = age.tick()
    assert said is not None
    assert "hace 31 min" in said.es
    assert age.tick() is None
    clock.now_ms += 31 * MINUTE_MS
    assert "62 min" in str(age.tick())
    assert [row.event["age_min"] for row in journal.rows() if row.event["name"] == OFFERED] == [31, 62]


def test_a_restart_does_not_repeat_the_offer(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T20:00")
    clock = Clock(learned + 31 * MINUTE_MS)
    assert watch(journal, clock, learned).tick() is not None
    clock.now_ms += MINUTE_MS
    assert watch(journal, clock, learned).tick() is None


def test_what_is_due_is_offered_to_one_key(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T20:00")
    offered: list[str] = []
    age = watch(journal, Clock(learned + 31 * MINUTE_MS), learned)
    age.when_due = lambda: offered.append("now")
    age.tick()
    age.tick()
    assert offered == ["now"]


class Eyes:
    def __init__(self) -> None:
        self.asked = 0
        self.told: list[tuple[tuple[str, str], bool]] = []

    def tell_apart(self, ids: tuple[str, str], *, exchanged: bool) -> None:
        self.told.append((ids, exchanged))

    def resample(self) -> None:
        self.asked += 1


@pytest.mark.parametrize("taken", [True, False])
def test_taken_it_is_journalled_and_done_once_left_it_is_gone(taken: bool) -> None:
    offers, eyes = ViewOffers(), Eyes()
    noted: list[dict[str, Any]] = []
    assert offers.offered() is None
    offers.offer_colours()
    said = offers.offered()
    assert said is not None
    assert "Sample the clay colours again now?" in said.en
    for _ in range(2):
        offers.decide(eyes, noted.append, taken=taken)  # type: ignore[arg-type]
    assert offers.offered() is None
    assert [one["name"] for one in noted] == ["colours_resampled"] * taken
    assert eyes.asked == int(taken)


def test_while_the_view_has_moved_colours_are_not_sampled() -> None:
    offers = ViewOffers()
    offers.offer_colours()
    moved = Moved(1, 30.0, Text("moved", "movida"))
    offers.hear(Seen(5, moved=moved))
    assert offers.offered() == moved.offer
    offers.decide(Eyes(), lambda _: None, taken=False)  # type: ignore[arg-type]
    assert offers.offered() is None
    offers.hear(Seen(6))
    assert offers.offered() is not None


def test_on_a_new_event_day_at_once(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T05:50")
    clock = Clock(at("2026-11-29T06:01"))
    said = watch(journal, clock, learned).tick()
    assert said is not None
    assert "otro día (2026-11-29)" in said.es


def test_after_midnight_it_is_the_same_evening(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T23:50")
    clock = Clock(at("2026-11-30T00:10"))
    age = watch(journal, clock, learned)
    assert age.tick() is None
    clock.now_ms = at("2026-11-30T00:21")
    assert "31 min" in str(age.tick())


def test_a_clock_that_was_set_back_is_no_trouble(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T20:00")
    clock = Clock(learned - 5 * MINUTE_MS)
    assert watch(journal, clock, learned).tick() is None


def test_the_referee_reads_it(journal: ResilientJournal) -> None:
    learned = at("2026-11-29T20:00")
    clock = Clock(learned)
    news = StoreNews(journal, watches=(watch(journal, clock, learned).tick,))
    news.tick(0)
    assert news.notice() is None
    clock.now_ms += 31 * MINUTE_MS
    news.tick(LOOK_EVERY_MS)
    notice = news.notice()
    assert notice is not None
    assert "31 min" in notice.text.en


class TestLearned:
    def test_the_oldest_picture_counts(self, tmp_path: Path) -> None:
        table = tmp_path / "t.yaml"
        for name, time_s in (("t.yaml", 3000), ("a.jpg", 1000), ("b.jpg", 2000)):
            (tmp_path / name).touch()
            os.utime(tmp_path / name, (time_s, time_s))
        figures: list[dict[str, Any]] = [
            {"model": {"empty_picture": "b.jpg"}},
            {"model": {"empty_picture": "a.jpg"}},
            {"model": None},
        ]
        assert learned_ms(table, figures) == 1_000_000
        assert learned_ms(table, figures[:1]) == 2_000_000
        assert learned_ms(table, [{"model": {"mean": [1]}}]) == 3_000_000  # learned into the table file itself
        assert learned_ms(table, [{}, {"model": None}]) is None
        assert learned_ms(table, [{"model": {"empty_picture": "gone.jpg"}}]) is None

    def test_this_computers_place(self) -> None:
        assert -14 * 60 <= local_offset_min(at("2026-11-29T20:00")) <= 14 * 60


@pytest.mark.parametrize("taken", [True, False])
def test_two_of_one_clay_are_told_apart_by_one_key(taken: bool) -> None:
    """C-02: taken, they stand as the map shows; left, each where the other is shown; asked until it is answered."""
    offers, eyes = ViewOffers(), Eyes()
    noted: list[dict[str, Any]] = []
    twins = Seen(5, alike=Alike(("1", "2"), ("red (1)", "red (2)")))
    offers.hear(twins)
    said = offers.offered()
    assert said is not None
    assert said.en.startswith("red (1) and red (2) look alike")
    for _ in range(2):
        offers.decide(eyes, noted.append, taken=taken)  # type: ignore[arg-type]
        offers.hear(twins)  # the next picture is still on its way
    assert offers.offered() is None
    assert eyes.told == [(("1", "2"), not taken)]
    assert noted == [{"name": "figures_told_apart", "figures": ["1", "2"], "exchanged": not taken}]
    offers.hear(Seen(6))
    offers.hear(twins)  # once more
    assert offers.offered() == said
