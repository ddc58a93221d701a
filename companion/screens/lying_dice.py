"""The dice of the attack that waits for an answer: both throws stand until they are compared. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.games.clay_wrestling.model import Match
from companion.kernel.acts import COMMANDED, Act
from companion.kernel.text import Text
from companion.screens.clay_words import COMMANDS
from companion.screens.past_lines import faces_of
from companion.screens.view_model import Thrown

MOST = 3
"""Throws of one attack: of older ones nothing depends any more."""
_THROWS = ("attacker", "defender", "fighter")
"""Whose dice they are where the command names nobody beside them: the first of these that it has."""


def lying_dice(done: Sequence[tuple[Act, Any]], state: Any) -> tuple[Thrown, ...]:
    """What was thrown for the attack that is open in `state`, oldest first; nothing where none is.

    Args:
        done: the commands that count, each with the state it was given in, oldest first.
    """
    if not isinstance(state, Match) or not state.turn.pending:
        return ()
    names = {one: fighter.name or one for one, fighter in state.fighters.items()}
    found: list[Thrown] = []
    for act, before in reversed(done):
        found = [*_throws(act, names), *found]
        if not before.turn.pending or len(found) >= MOST:
            break
    return tuple(found[-MOST:])


def _throws(act: Act, names: dict[str, str]) -> list[Thrown]:
    if act.kind != COMMANDED:
        return []
    actor = next((str(act.parameters[key]) for key in _THROWS if act.parameters.get(key)), "")
    what = COMMANDS.get(act.name)
    thrown = []
    for roll in act.rolls:
        who = names.get(roll.field.partition(".")[2]) or names.get(actor)
        faces = tuple(str(face) for face in faces_of(roll.faces))
        if who is None or not all(face.isdigit() for face in faces):
            continue  # other chance than dice
        whose = Text(who, who) if what is None else Text(f"{who}: {what.en}", f"{who}: {what.es}")
        thrown.append(Thrown(whose, faces, roll.sides or (10 if roll.field == "d10" else 6)))
    return thrown
