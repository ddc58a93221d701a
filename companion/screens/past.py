"""Repairing the past: what would follow if one command had not been given. Pure.

Nothing is erased: the repair is told to the engine as an undo and the later commands given again, so that the journal
holds what was believed first, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.errors import NotationError
from companion.kernel.game import Game
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Act, Session
from companion.kernel.text import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rewritten(Generic[S]):
    """The match without one of its commands.

    Attributes:
        back: how many commands are taken back first.
        again: commands to give again after that, with their dice.
        lost: commands that the rules do not allow any more, with the reason.
        state: at the end.
    """

    back: int
    again: tuple[Act, ...]
    lost: tuple[tuple[Act, Text], ...]
    state: S


def without(
    game: Game[S], setup: Mapping[str, Any] | None, seed: str | None, acts: Sequence[Act], index: int
) -> Rewritten[S]:
    """What follows when the `index`-th of `acts` is left out; the dice of the others stay as they fell."""
    session = Session(game, setup, seed)
    for act in acts[:index]:
        session.apply(act)
    again: list[Act] = []
    lost: list[tuple[Act, Text]] = []
    for act in acts[index + 1 :]:
        reason = _again(session, act)
        if reason is None:
            again.append(act)
        else:
            lost.append((act, reason))
    return Rewritten(len(acts) - index, tuple(again), tuple(lost), session.state)


def _again(session: Session[Any], act: Act) -> Text | None:
    """Give a command once more; the reason when it does not fit any longer."""
    try:
        session.handle(act.name, act.parameters, act.by)
    except IllegalCommandError as error:
        return error.refusal.reason
    except NotationError as error:
        return Text(str(error), error.of("es"))
    return None


def preview(rewritten: Rewritten[Any]) -> tuple[Text, ...]:
    """What the referee should know before he does it."""
    kept, gone = len(rewritten.again), len(rewritten.lost)
    lines = [
        Text(f"{kept} later steps stay as they are.", f"{kept} pasos posteriores se quedan como están.")
        if kept != 1
        else Text("1 later step stays as it is.", "1 paso posterior se queda como está.")
    ]
    if gone:
        lines.append(
            Text(
                f"{gone} fall away, for the rules do not allow them then:", f"{gone} caen: las reglas ya no los dejan:"
            )
        )
        lines += [reason for _, reason in rewritten.lost[:3]]
    return tuple(lines)
