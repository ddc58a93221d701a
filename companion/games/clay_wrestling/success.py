"""What a die must show to count, for the screen that asks for it. Pure; the rules themselves decide elsewhere."""

from dataclasses import replace
from typing import Final

from companion.games.clay_wrestling import commands as c
from companion.games.clay_wrestling.ability import grit
from companion.games.clay_wrestling.attack import SUCCESS_AT, TIEUP_SUCCESS_AT, threshold
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.model import Match, Posture, Stage
from companion.games.clay_wrestling.pin import ESCAPES_ABOVE
from companion.games.clay_wrestling.profile import rule_is, word
from companion.games.clay_wrestling.recovery import WAKES_ABOVE
from companion.games.clay_wrestling.strike import DAMAGE_AT
from companion.games.clay_wrestling.submission import GIVES_UP_BELOW
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command
from companion.kernel.text import Text

AT_LEAST: Final = Text("{at}+ counts", "cuenta {at}+")
PASSES: Final = Text("{at}+ passes", "pasa con {at}+")
ALWAYS: Final = Text("any face passes", "pasa con cualquiera")
NEVER: Final = Text("no face passes", "no pasa con ninguna")
_TEN: Final = 10
_PLAIN: Final = frozenset({"CW-WHIP-07", "CW-WHIP-10", "CW-WHIP-15", "CW-WHIP-17", "CW-SUPLEX-13", "CW-TIEUP-03"})
"""Dice that count from 4 up whoever is tied up with whom."""
_AGAINST: Final = frozenset({"CW-STRIKE-01", "CW-WHIP-01", "CW-SUPLEX-02", "CW-SUB-01"})
"""Attacks, easier within one tie-up."""


def with_success(match: Match, command: Command, requests: tuple[DiceRequest, ...]) -> tuple[DiceRequest, ...]:
    """The same requests with what counts as a success, where successes are counted."""
    return tuple(replace(one, counts_as=counts_as(match, command, one)) for one in requests)


def counts_as(match: Match, command: Command, request: DiceRequest) -> Text | None:
    """What a die of this request must show; None where the faces themselves are what counts."""
    if request.sides == _TEN:
        return _check(match, command)
    at = _at_least(match, command, request)
    return None if at is None else AT_LEAST.filled(at=at)


def _at_least(match: Match, command: Command, request: DiceRequest) -> int | None:
    attacker, defender = getattr(command, "attacker", None), getattr(command, "defender", None)
    if request.rule in _PLAIN:
        return SUCCESS_AT
    if request.rule == "CW-STRIKE-10":
        return DAMAGE_AT
    if request.rule == "CW-SUB-08":
        return TIEUP_SUCCESS_AT if rule_is(match, "submission_hold_three_plus", True) else SUCCESS_AT
    if request.rule in _AGAINST and attacker in match.fighters and defender in match.fighters:
        return threshold(Draft(match), str(attacker), str(defender))
    if isinstance(command, (c.Counter, c.Technique)) and request.field == "dice":
        waiting = [one for one in match.turn.pending if one.defender == command.defender and one.stage is Stage.DEFENCE]
        return waiting[-1].threshold if len(waiting) == 1 else None
    return None


def _check(match: Match, command: Command) -> Text | None:
    """A d10 on top of what he has: the face from which he passes."""
    who = command.defender if isinstance(command, c.Pin) else getattr(command, "fighter", None)
    fighter = match.fighters.get(str(who))
    if fighter is None:
        return None
    own = grit(match, fighter)
    match command:
        case c.StaminaCheck() if fighter.posture is not Posture.UNCONSCIOUS:
            return _from(WAKES_ABOVE + 1 - fighter.stamina - own)
        case c.SubmissionCheck():
            own = own if rule_is(match, "submission_check", "stamina_resistance_d10") else 0
            return _from(GIVES_UP_BELOW - fighter.stamina - own)
        case c.Pin() | c.PinCheck():
            how = word(match, "pin_check")
            stamina = 0 if how == "resistance_d10" else fighter.stamina
            return _from(ESCAPES_ABOVE + 1 - stamina - (0 if how == "stamina_d10" else own))
    return None


def _from(face: int) -> Text:
    if face <= 1:
        return ALWAYS
    return NEVER if face > _TEN else PASSES.filled(at=face)
