"""A throw in the tray becomes one press on the referee's desk, and its calls are in the journal."""

from dataclasses import dataclass, field

from companion.app.evening import Evening
from companion.app.tray_desk import TrayDesk
from companion.games import game
from companion.kernel.acts import ROLLED
from companion.kernel.dice_calls import DiceCall, Fault
from companion.store.show import Show
from companion.table.tray import SeenDie, TrayReading


@dataclass
class FakeTray:
    """Gives what a test puts in, a tenth of a second apart."""

    reading: TrayReading | None = None
    now_ms: int = field(default=0)

    def newest(self) -> TrayReading | None:
        return self.reading

    def show(self, dice: tuple[SeenDie, ...], *, hand: bool = False) -> None:
        self.now_ms += 100
        self.reading = TrayReading(self.now_ms, dice, hand)


DICE = (SeenDie(4, 30.0, 0.0, fault=Fault.LEANS), SeenDie(6, -30.0, 0.0), SeenDie(2, 0.0, 9.0, confidence=0.4))


def test_one_key_a_throw_read_from_left_to_right() -> None:
    tray = FakeTray()
    desk = TrayDesk(tray)
    assert desk.keys() == ()
    keys: list[str] = []
    for hand in (True, True, *[False] * 20):
        tray.show(DICE, hand=hand)
        keys += desk.keys()
        keys += desk.keys()
    assert keys == ["tray:6 ? ~4"]


def test_the_call_and_both_values_are_journalled_and_read_back(tmp_path) -> None:
    with Show.open(tmp_path / "show.db") as show:
        clay = game("clay_wrestling")
        evening = Evening.open_match(show, clay, lambda: 1, setup={"adjacent": "all", "fighters": {"A": {}, "B": {}}})
        call = DiceCall("strike_dice", 1, "leans", 2, "again", 6)
        given = {"attacker": "A", "defender": "B", "strike_dice": [6, 4]}
        act = evening.give("strike", given, method="camera", calls=(call,))
        assert act.rolls[0].calls == (call,)
        (row,) = [row.event for row in show.rows() if row.event["name"] == ROLLED]
        assert row["method"] == "camera"
        assert row["calls"] == [
            {"field": "strike_dice", "die": 1, "fault": "leans", "showed": 2, "ruling": "again", "face": 6,
             "by_rule": True}
        ]  # fmt: skip
        again = Evening.resume(show, lambda: 2)
        assert again is not None
        assert again.session.acts() == evening.session.acts()
