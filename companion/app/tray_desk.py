"""The dice tray at the referee's desk: a throw that has come to rest becomes one key press (field note I-07)."""

from dataclasses import dataclass, field

from companion.kernel.dice_calls import MARKS
from companion.screens.inputs import TRAY
from companion.table.tray import SeenDie, Throw, Tray, TraySource, watch


@dataclass
class TrayDesk:
    """Watches a tray; what it shows is a proposal that Enter takes, as its reading may be wrong."""

    source: TraySource
    _tray: Tray = field(default_factory=Tray)

    def keys(self) -> tuple[str, ...]:
        """The throw that has come to rest since the last call, as a key; nothing else."""
        reading = self.source.newest()
        if reading is None:
            return ()
        self._tray, throw = watch(self._tray, reading)
        return () if throw is None else (tray_key(throw),)


def tray_key(throw: Throw) -> str:
    """`tray:6 ~4 ?`: the faces from left to right."""
    return TRAY + " ".join(_word(die) for die in sorted(throw.dice, key=lambda one: one.x_mm))


def _word(die: SeenDie) -> str:
    mark = next((mark for mark, fault in MARKS.items() if fault is die.fault), "")
    return f"{mark}{die.read if die.read is not None else '?'}"
