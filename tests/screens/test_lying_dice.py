"""Both throws of an attack stand until they are compared."""

from dataclasses import replace

import pytest

from companion.kernel.text import Text
from companion.screens import render
from companion.screens.lying_dice import MOST
from companion.screens.view_model import DiceDue, Notice, Thrown, Tone
from screens import samples
from screens.boxes import check_whole_and_apart
from screens.play import Player
from screens.stand import Stand


def test_the_attacker_s_dice_stand_while_the_defender_s_are_due() -> None:
    stand = Stand.of(2)
    player = Player(stand, 1)
    while not (player.loop.view(0).lying and stand.acts[-1].name == "strike"):
        player.press()
    (lying,) = player.loop.view(0).lying
    (roll,) = stand.acts[-1].rolls
    assert lying.faces == tuple(str(face) for face in roll.faces)
    assert lying.whose.es == f"{stand.acts[-1].parameters['attacker']}: Golpear"
    player.loop.press("1", 0)  # the counter
    player.loop.press("2", 0)  # nobody stands behind anybody
    due = player.loop.view(0).dice
    assert due is not None
    assert due.lying == (lying,)
    while stand.session.state.turn.pending:
        player.press()
    assert player.loop.view(0).lying == ()


WHOSE = Text("Relámpago de Guanajuato", "Relámpago de Guanajuato")
EACH = tuple(Thrown(WHOSE, (str(n % 6 + 1),)) for n in range(7))
DUE = DiceDue(8, 6, WHOSE, counts_as=Text("4, 5 and 6 are successes", "4, 5 y 6 son éxitos"))
NOTICE = Notice(Tone.WARN, Text("One sentence more. " * 5, "Una frase más. " * 6))


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)], ids=str)
@pytest.mark.parametrize("lying", [(Thrown(WHOSE, ("6", "5", "4", "1", "1")), *EACH[: MOST - 1]), EACH], ids=len)
@pytest.mark.parametrize(("sides", "notice"), [(6, None), (6, NOTICE), (10, None)])
def test_they_are_drawn_whole_and_leave_room_for_the_pad(
    size: tuple[int, int], lying: tuple[Thrown, ...], sides: int, notice: Notice | None
) -> None:
    due = replace(DUE, lying=lying, sides=sides)
    canvas = render.referee_canvas(replace(samples.DEFEND, dice=due, notice=notice), size, "es")
    check_whole_and_apart(canvas)
    assert all(canvas.rect.contains(one.rect) and min(one.rect.size) >= 44 for one in canvas.targets)
    if notice is None and sides == 6:  # the newest where so long a name leaves no room for all
        assert sum(one.text.startswith(WHOSE.es) for one in canvas.drawn) > (1 if canvas.upright else 3)
