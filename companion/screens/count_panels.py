"""The dice statistics in words: a titled list for each kind of die. Pure."""

from collections.abc import Mapping, Sequence

from companion.kernel.dice_counts import DieCount
from companion.kernel.text import Text, plural
from companion.screens.view_model import Fact, Panel

TITLE = (
    Text("Dice of {sides}: 1 thrown", "Dados de {sides}: 1 tirado"),
    Text("Dice of {sides}: {n} thrown", "Dados de {sides}: {n} tirados"),
)
METHODS: Mapping[str, Text] = {
    "typed": Text("thrown by hand", "tirados a mano"),
    "camera": Text("read by the camera", "leídos por la cámara"),
    "digital": Text("rolled here", "tirados aquí"),
    "kept": Text("as before an undo", "como antes de deshacer"),
}
NO_DICE = Panel(Text("No dice so far", "Ningún dado hasta ahora"), ())


def count_panels(counts: Sequence[DieCount]) -> tuple[Panel, ...]:
    """How often each face came up, with its share, and how the dice came."""
    return tuple(_panel(one) for one in counts) or (NO_DICE,)


def _panel(one: DieCount) -> Panel:
    faces = [Fact(_same(str(face)), _share(times, one.thrown)) for face, times in one.faces.items()]
    methods = [Fact(words, _same(str(one.methods[key]))) for key, words in METHODS.items() if key in one.methods]
    return Panel(
        plural(one.thrown, *(text.filled(sides=one.sides, n=one.thrown) for text in TITLE)), (*faces, *methods)
    )


def _share(times: int, thrown: int) -> Text:
    percent = round(100 * times / max(1, thrown))
    return Text(f"{times} ({percent}%)", f"{times} ({percent} %)")


def _same(words: str) -> Text:
    return Text(words, words)
