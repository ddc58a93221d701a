"""Which dice a command lacks (ATW-D01: all are d6)."""

from dataclasses import replace
from typing import Any

from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling.model import SEATS, SIDES, Phase, State
from companion.games.all_time_wrestling.pins import KICKOUT_DICE
from companion.games.all_time_wrestling.referee import decide
from companion.games.all_time_wrestling.rolling import dice_of_attack, reroll_dice
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text

ATTACK = Text("attack", "ataque")
ABILITY = Text("ability", "habilidad")
INITIATIVE = Text("initiative", "iniciativa")
KICKOUT = Text("kick-out", "salida de la cuenta")


def dice_due(state: State, command: Command) -> tuple[DiceRequest, ...]:
    """Requests for what is missing; an illegal command needs none: `decide` says why."""
    requests = _missing(state, command)
    if not requests:
        return ()
    try:
        decide(state, with_lowest_faces(command, requests))
    except IllegalCommandError:
        return ()
    return requests


def with_lowest_faces(command: Command, requests: tuple[DiceRequest, ...]) -> Command:
    """The command as if every die that is missing showed a 1: is anything but the dice against it?"""
    changes: dict[str, Any] = {}
    for request in requests:
        head, _, key = request.field.partition(".")
        if key:
            changes[head] = {**changes.get(head, getattr(command, head)), key: 1}
        else:
            changes[head] = 1 if request.single else (1,) * request.count
    return replace(command, **changes)


def _missing(state: State, command: Command) -> tuple[DiceRequest, ...]:
    match command:
        case cmd.RollInitiative(values=values) if state.phase is Phase.INITIATIVE_ROLL and set(values) <= set(SEATS):
            return tuple(
                DiceRequest(f"values.{seat}", SIDES, 1, INITIATIVE, "ATW-068", single=True)
                for seat in SEATS
                if seat not in values
            )
        case cmd.AttackRoll(values=None) if state.phase is Phase.ROLL:
            return (DiceRequest("values", SIDES, dice_of_attack(state), ATTACK, "ATW-086"),)
        case cmd.Reroll(roll=None) if state.phase is Phase.REROLL:
            count = reroll_dice(state)
            return (DiceRequest("roll", SIDES, count, ATTACK, "ATW-095", single=count == 1),)
        case cmd.KickoutRoll(values=None) if state.phase is Phase.KICKOUT:
            return (DiceRequest("values", SIDES, KICKOUT_DICE, KICKOUT, "ATW-203"),)
        case cmd.CounterRoll(roll=None) if state.phase is Phase.COUNTER:
            return (DiceRequest("roll", SIDES, 1, ABILITY, "ATW-171", single=True),)
        case cmd.DefendPermanent(roll=None) | cmd.DefendOneTime(roll=None) if state.phase is Phase.DEFENSE:
            board = state.players[state.defender].board
            ability = board.abilities.get(command.ability)
            if ability is None or ability.tn is None:
                return ()
            return (DiceRequest("roll", SIDES, 1, ABILITY, "ATW-161", single=True),)
        case _:
            return ()
