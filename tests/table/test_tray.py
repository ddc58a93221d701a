"""The dice tray: one result a throw, nothing read under a hand (field note I-07)."""

from dataclasses import replace

from companion.kernel.dice_calls import Fault
from companion.table.tray import REST_MS, SeenDie, Throw, Tray, TrayReading, watch

STEP_MS = 100
LYING = (SeenDie(6, -20.0, 0.0), SeenDie(1, 20.0, 5.0))


def shoved(dice: tuple[SeenDie, ...], mm: float) -> tuple[SeenDie, ...]:
    return tuple(replace(one, x_mm=one.x_mm + mm) for one in dice)


class FakeTray:
    """Readings every tenth of a second; keeps the throws that were told."""

    def __init__(self) -> None:
        self.tray, self.now_ms = Tray(), 0
        self.throws: list[Throw] = []

    def shows(self, dice: tuple[SeenDie, ...], ms: int, *, hand: bool = False) -> None:
        for _ in range(ms // STEP_MS):
            self.tray, throw = watch(self.tray, TrayReading(self.now_ms, dice, hand))
            self.throws += [throw] if throw is not None else []
            self.now_ms += STEP_MS

    def rolls(self, ms: int) -> None:
        for step in range(ms // STEP_MS):
            self.shows(tuple(replace(one, face=step % 6 + 1) for one in shoved(LYING, 15.0 * step)), STEP_MS)


def test_three_seconds_of_rolling_rest_and_a_small_bump_are_one_result() -> None:
    tray = FakeTray()
    tray.shows(LYING, 300, hand=True)
    tray.rolls(3000)
    assert tray.throws == []
    tray.shows(LYING, 1000)
    tray.shows(shoved(LYING, 3.0), 2000)
    assert [throw.number for throw in tray.throws] == [1]
    assert [die.read for die in tray.throws[0].dice] == [6, 1]


def test_a_bump_that_tips_a_die_is_no_new_throw() -> None:
    tray = FakeTray()
    tray.shows(LYING, 1000)
    tray.shows((replace(LYING[0], face=3), LYING[1]), 2000)
    assert len(tray.throws) == 1


def test_nothing_is_read_while_a_hand_is_in_the_zone() -> None:
    tray = FakeTray()
    tray.shows(LYING, 5000, hand=True)
    assert tray.throws == []
    tray.shows(LYING, REST_MS)
    assert tray.throws == []
    tray.shows(LYING, STEP_MS)
    assert len(tray.throws) == 1


def test_a_hand_that_comes_back_begins_the_next_throw_even_with_the_same_faces() -> None:
    tray = FakeTray()
    for _ in range(3):
        tray.shows(LYING, 400, hand=True)
        tray.shows(LYING, 1000)
    assert [throw.number for throw in tray.throws] == [1, 2, 3]


def test_dice_that_are_picked_up_and_fall_elsewhere_are_a_throw_without_a_hand_in_sight() -> None:
    tray = FakeTray()
    tray.shows(LYING, 1000)
    tray.shows((), 300)
    tray.shows(shoved(LYING, 2.0), 1000)
    tray.shows(shoved(LYING, 60.0), 1000)
    assert [throw.number for throw in tray.throws] == [1, 2, 3]


def test_one_die_that_still_turns_holds_the_others_back() -> None:
    tray = FakeTray()
    for face in (1, 2, 3, 4, 5, 6) * 3:
        tray.shows((LYING[0], replace(LYING[1], face=face)), 300)
    assert tray.throws == []


def test_an_unsure_face_is_not_read() -> None:
    assert SeenDie(5, 0, 0, 0.6).read is None
    assert SeenDie(5, 0, 0, 0.95, Fault.LEANS).read == 5
