"""What a die must show to count, for the screen that asks for it. Pure; the rules themselves decide elsewhere."""

from dataclasses import replace
from typing import Final

from companion.games.clay_wrestling import commands as c
from companion.games.clay_wrestling.ability import grit
from companion.games.clay_wrestling.attack import SUCCESS_AT, TIEUP_SUCCESS_AT, threshold
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.model import Match, Stage
from companion.games.clay_wrestling.order import ROLL_OFF
from companion.games.clay_wrestling.pin import ESCAPES_ABOVE
from companion.games.clay_wrestling.profile import number, rule_is, word
from companion.games.clay_wrestling.recovery import WAKES_ABOVE
from companion.games.clay_wrestling.rest import TAUNT_MOST
from companion.games.clay_wrestling.strike import DAMAGE_AT
from companion.games.clay_wrestling.submission import GIVES_UP_BELOW
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command
from companion.kernel.text import Text

AT_LEAST: Final = Text("{at}+ counts", "cuenta {at}+")
NEEDED: Final = Text("{at}+ counts, {n} due", "cuenta {at}+, se piden {n}")
TWICE: Final = Text("{at}+ counts, a {top} twice", "cuenta {at}+, el {top} doble")
HIGHEST: Final = Text("the highest goes first", "va antes el más alto")
SUM: Final = Text("faces are added; level frees", "se suman las caras; igualar libera")
GAINS: Final = Text("gains as many points", "gana tantos puntos")
HIGHER: Final = Text(
    "gains the higher die; a double {most}, 1-1 {ones}", "gana el dado más alto; un doble {most}, 1-1 {ones}"
)
NAMES: Final = Text("the face names the ability", "la cara dice qué habilidad")
PASSES: Final = Text("{at}+ passes", "pasa con {at}+")
ALWAYS: Final = Text("any face passes", "pasa con cualquiera")
NEVER: Final = Text("no face passes", "no pasa con ninguna")
_TEN: Final = 10
_PLAIN: Final = frozenset(
    {"CW-WHIP-07", "CW-WHIP-10", "CW-WHIP-15", "CW-WHIP-17", "CW-SUPLEX-13", "CW-TIEUP-03", "CW-SPECIAL-11"}
)
"""Dice that count from 4 up whoever is tied up with whom."""
_ORDER: Final = frozenset({"CW-INIT-01", "CW-STATUS-12", "DEC-33"})
"""Dice of which the highest face is first, and their roll-offs."""
_DOUBLE: Final = frozenset({"CW-STRIKE-10", "CW-WHIP-01"})
"""Dice whose six is worth two: points of damage, palms of a whip."""
_AGAINST: Final = frozenset({"CW-STRIKE-01", "CW-WHIP-01", "CW-SUPLEX-02", "CW-SUB-01"})
"""Attacks, easier within one tie-up."""


def with_success(match: Match, command: Command, requests: tuple[DiceRequest, ...]) -> tuple[DiceRequest, ...]:
    """The same requests with what the dice must show."""
    return tuple(replace(one, counts_as=counts_as(match, command, one)) for one in requests)


def counts_as(match: Match, command: Command, request: DiceRequest) -> Text | None:
    """What a die of this request must show, or what its face is for; None for dice that no rule of the game knows."""
    if request.sides == _TEN:
        return NAMES if request.rule == "CW-STATUS-21" else _check(match, command)
    at = _at_least(match, command, request)
    if at is None:
        return _face(match, request)
    needed = _needed(match, command, request)
    if needed is not None:
        return NEEDED.filled(at=at, n=needed)
    return (TWICE if request.rule in _DOUBLE else AT_LEAST).filled(at=at, top=request.sides)


def _face(match: Match, request: DiceRequest) -> Text | None:
    """What the faces themselves are for, where no successes are counted."""
    if request.rule in _ORDER or request.purpose == ROLL_OFF:
        return HIGHEST
    match request.rule:
        case "CW-TIEUP-08":
            return SUM
        case "CW-STAM-07":
            return GAINS
        case "CW-SPECIAL-15":
            return HIGHER.filled(most=TAUNT_MOST, ones=number(match, "taunt_double_one"))
    return None


def _needed(match: Match, command: Command, request: DiceRequest) -> int | None:
    """How many successes are due, where it is not one and not the other's."""
    if request.rule == "CW-WHIP-07":
        return number(match, "dodge_successes")
    if request.rule == "CW-WHIP-10":
        who = getattr(command, "fighter", None)
        return next((a.need for a in match.turn.pending if a.stage is Stage.ROPE_CHECK and a.defender == who), None)
    return None


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
        case c.StaminaCheck():
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
