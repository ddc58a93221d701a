"""Every command somebody might give now: legal with dice and odds, or with the reason why not (issue of the rules).

Legality is the rule itself, run on a draft: it and `decide` cannot disagree.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games.clay_wrestling import commands, odds
from companion.games.clay_wrestling.ability import effective, grit
from companion.games.clay_wrestling.attack import threshold
from companion.games.clay_wrestling.bonds import MELEE, SUBMISSION, SUPLEX, group_of, is_holder, staying
from companion.games.clay_wrestling.draft import DiceDueError, Draft, NeedFactError
from companion.games.clay_wrestling.irish_whip import rope_options
from companion.games.clay_wrestling.model import Attack, Fighter, Flag, Match, Phase, Posture, Stage, Zone
from companion.games.clay_wrestling.names import called
from companion.games.clay_wrestling.profile import number, rule_is
from companion.games.clay_wrestling.referee import hopeless, run
from companion.games.clay_wrestling.specials import charge_palms
from companion.games.clay_wrestling.strike import CRITS_TO_KNOCK_DOWN, strength_dice
from companion.kernel.codec import decode
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text

LABELS: Final[Mapping[str, Text]] = {
    "move": Text("Move", "Mover"),
    "escape": Text("Break free", "Zafarse"),
    "stand_up": Text("Stand up", "Incorporarse"),
    "enter_ring": Text("Climb into the ring", "Subir al ring"),
    "leave_ring": Text("Leave the ring", "Salir del ring"),
    "strike": Text("Strike {target}", "Golpear a {target}"),
    "charge": Text("Charge {target}", "Embestir a {target}"),
    "downed_blow": Text("Hit {target} on the floor", "Golpear en el suelo a {target}"),
    "whip": Text("Irish Whip on {target}", "Látigo Irlandés a {target}"),
    "suplex_grab": Text("Suplex on {target}", "Suplex a {target}"),
    "suplex_throw": Text("Throw", "Lanzar"),
    "suplex_hold": Text("Keep holding", "Mantener"),
    "carry": Text("Carry him", "Llevarlo"),
    "submission": Text("Submission on {target}", "Sumisión a {target}"),
    "submission_hold": Text("Keep the hold on", "Mantener la llave"),
    "release": Text("Let go", "Soltar"),
    "pin": Text("Pin {target}", "Pin a {target}"),
    "finisher_activate": Text("Finisher on {target}", "Finisher a {target}"),
    "climb_post": Text("Climb the post", "Subir al poste"),
    "rope_jump": Text("Jump from the post", "Saltar desde el poste"),
    "tag": Text("Tag {target}", "Dar el relevo a {target}"),
    "rest": Text("Rest", "Descansar"),
    "taunt": Text("Taunt", "Burla"),
    "begin_slot": Text("Begin the slot", "Empezar a actuar"),
    "end_slot": Text("Done", "Listo"),
    "counter": Text("Counter", "Contra"),
    "technique": Text("Technique", "Técnica"),
    "no_defence": Text("No defence", "Sin defensa"),
    "damage": Text("Damage dice", "Dados de daño"),
    "wound_roll": Text("Wound die", "Dado de herida"),
    "whip_path": Text("What stands in the way", "Qué hay en el camino"),
    "dodge": Text("Dodge", "Esquivar"),
    "no_dodge": Text("No dodge", "No esquivar"),
    "rope_check": Text("Rope check", "Chequeo en las cuerdas"),
    "rope_choice": Text("Choose: {choice}", "Elegir: {choice}"),
    "rebound_clash": Text("Clash of the rebound", "Envite del rebote"),
    "rebound_strike": Text("Strike after the clash", "Golpear tras el envite"),
    "submission_check": Text("Check against submission", "Chequeo contra Sumisión"),
    "kickout_choice": Text("Stand up after the pin", "Levantarse tras el Pin"),
    "stamina_check": Text("Stamina check", "Chequeo de Estamina"),
    "pin_check": Text("Second count", "Segundo conteo"),
    "group_roll": Text("Which group first", "Qué grupo primero"),
    "tieup_roll": Text("Combat dice of the tie-up", "Dados de Combate de la Toma de Nuca"),
    "initiative_roll": Text("Initiative", "Iniciativa"),
    "late_initiative_roll": Text("Initiative of the late fighters", "Iniciativa de los rezagados"),
    "start_turn": Text("Start the turn", "Empezar el turno"),
    "end_turn": Text("End the turn", "Terminar el turno"),
    "opening_step": Text("Opening step", "Paso inicial"),
    "observe": Text("What the table shows", "Qué se ve en la mesa"),
    "clock": Text("Clock", "Reloj"),
}
CHOICES: Final[Mapping[str, Text]] = {
    "grab": Text("grab the ropes", "agarrarse a las cuerdas"),
    "rebound": Text("rebound", "rebotar"),
    "ringside": Text("ringside", "a ringside"),
}

ONE_HIT: Final = Text("at least one hit", "al menos un golpe")
ONE_PALM: Final = Text("at least one palm", "al menos un palmo")
GRAB: Final = Text("the grab holds", "el agarre entra")
ESCAPE: Final = Text("he breaks free", "se zafa")
COUNTED: Final = Text("the first count succeeds", "entra el primer conteo")
CANCELS: Final = Text("the attack is cancelled", "el ataque se anula")
DODGES: Final = Text("he dodges", "lo esquiva")
PASSES: Final = Text("the check is passed", "supera el chequeo")
KNOCKS_DOWN: Final = Text("knocked-down", "derribado")
CLASH: Final = Text("{who} wins the clash", "{who} gana el envite")


@dataclass(frozen=True)
class Candidate:
    """A command somebody might think of.

    Attributes:
        needs: parameters a person must still give; `parameters` holds a likely value for them.
    """

    command: str
    parameters: Mapping[str, Any]
    needs: tuple[str, ...] = ()
    target: str = ""


def offers(match: Match, actor: str) -> tuple[Offer, ...]:
    """What `actor` (a fighter, or the referee) might do now; legal or not."""
    if match.over:
        return ()
    candidates = _of_the_referee(match) if actor == REFEREE else _of_a_fighter(match, actor)
    return tuple(_offer(match, actor, candidate) for candidate in candidates)


def legal_commands(match: Match, fighter: str) -> tuple[Offer, ...]:
    """The legal ones among `offers`."""
    return tuple(offer for offer in offers(match, fighter) if offer.legal)


def _offer(match: Match, actor: str, candidate: Candidate) -> Offer:
    refusal, dice, facts = _try(match, candidate)
    chance, of = (None, None) if refusal is not None else _odds(match, actor, candidate)
    shown = {key: value for key, value in candidate.parameters.items() if key not in candidate.needs}
    label = LABELS[candidate.command].filled(
        target=called(match, candidate.target),
        choice=CHOICES.get(str(candidate.parameters.get("choice")), ""),
    )
    return Offer(candidate.command, shown, actor, label, refusal, dice, chance, of, needs=(*candidate.needs, *facts))


def _try(match: Match, candidate: Candidate) -> tuple[Refusal | None, tuple[DiceRequest, ...], tuple[str, ...]]:
    """Run the rule: refused, waiting for dice, waiting for a fact, or fine as it is."""
    command: Any = decode(commands.COMMANDS[candidate.command], candidate.parameters, candidate.command)
    assert isinstance(command, Command)
    try:
        run(Draft(match), command)
    except IllegalCommandError as error:
        return error.refusal, (), ()
    except DiceDueError as error:
        return None, error.requests, ()
    except NeedFactError as error:
        return hopeless(match, command, error), (), (error.question,)
    return None, (), ()


# -- what there is to think of ---------------------------------------------------------------------------------------


def _of_the_referee(match: Match) -> Iterator[Candidate]:
    for name in ("start_turn", "group_roll", "tieup_roll", "initiative_roll", "late_initiative_roll", "end_turn"):
        yield Candidate(name, {})
    yield Candidate("observe", {}, ("adjacent", "near_ropes", "near_post", "behind", "zone"))
    for attack in match.turn.pending:
        if attack.stage in {Stage.PATH, Stage.DEFENCE} and attack.kind == "whip":
            yield Candidate("whip_path", {"obstacle": "none"}, ("obstacle", "distance", "target"))
        if attack.stage in {Stage.WAY_BACK, Stage.CLASH}:
            yield Candidate("rebound_clash", {})
    yield Candidate("clock", {"seconds": match.clock_s}, ("seconds",))


def _of_a_fighter(match: Match, actor: str) -> Iterator[Candidate]:
    fighter = match.fighters[actor]
    yield from _answers(match, actor)
    if actor in match.turn.checks_due:
        yield Candidate("stamina_check", {"fighter": actor})
    if fighter.pin is not None and Flag.PINNED in fighter.flags:
        yield Candidate("pin_check", {"fighter": actor})
    if match.phase is Phase.PLACEMENT:
        yield Candidate("opening_step", {"fighter": actor, "palms": 1.0}, ("palms",))
        return
    if match.phase is Phase.ANNOUNCEMENTS:
        yield Candidate("rest", {"fighter": actor})
        yield Candidate("taunt", {"fighter": actor})
        return
    yield from _moves(match, fighter)
    for rival in match.in_play:
        if rival.id != actor:
            yield from _against(match, fighter, rival)
    yield Candidate("end_slot", {"fighter": actor})


def _answers(match: Match, actor: str) -> Iterator[Candidate]:
    """What the actor may answer to the attacks that wait."""
    for attack in match.turn.pending:
        if attack.stage is Stage.DEFENCE and attack.defender == actor:
            yield Candidate("counter", {"defender": actor})
            yield Candidate("technique", {"defender": actor})
            yield Candidate("no_defence", {"defender": actor})
        elif attack.stage is Stage.DAMAGE and attack.attacker == actor:
            yield Candidate("damage", {"attacker": actor, "defender": attack.defender}, target=attack.defender)
        elif attack.stage is Stage.DODGE and attack.obstacle == actor:
            yield Candidate("dodge", {"fighter": actor}, ("side",))
            yield Candidate("no_dodge", {"fighter": actor})
        elif attack.stage is Stage.ROPE_CHOICE and attack.chooser == actor:
            for choice in rope_options(attack):
                yield Candidate("rope_choice", {"by": actor, "choice": choice})
        elif attack.stage is Stage.REBOUND_STRIKE and attack.attacker == actor:
            yield Candidate("rebound_strike", {"attacker": actor}, target=attack.defender)
        elif attack.defender == actor:
            yield from _own_dice(attack, actor)


def _own_dice(attack: Attack, actor: str) -> Iterator[Candidate]:
    """Rolls of the one it happens to."""
    if attack.stage is Stage.WOUND:
        yield Candidate("wound_roll", {"fighter": actor})
    elif attack.stage is Stage.ROPE_CHECK:
        yield Candidate("rope_check", {"fighter": actor})
    elif attack.stage is Stage.CHECK:
        yield Candidate("submission_check", {"fighter": actor})
    elif attack.stage is Stage.STAND:
        yield Candidate("kickout_choice", {"fighter": actor, "stand": True}, ("stand",))


def _moves(match: Match, fighter: Fighter) -> Iterator[Candidate]:
    name = fighter.id
    yield Candidate("move", {"fighter": name, "palms": 0.5}, ("palms", "half_turn", "backward"))
    yield Candidate("escape", {"fighter": name})
    yield Candidate("stand_up", {"fighter": name})
    yield Candidate("enter_ring", {"fighter": name})
    yield Candidate("leave_ring", {"fighter": name})
    yield Candidate("climb_post", {"fighter": name})
    if fighter.posture is Posture.ON_POST:
        yield Candidate("rope_jump", {"jumper": name, "to": "ring", "touched": []}, ("to", "touched"))
    if is_holder(match, name, SUPLEX):
        zone = Zone.RINGSIDE if fighter.zone is Zone.RINGSIDE else Zone.RING  # a ruling may have put him out
        throw = {"attacker": name, "direction": "front", "to": zone.value}
        yield Candidate("suplex_throw", throw, ("direction", "to", "hits"))
        yield Candidate("suplex_hold", {"attacker": name})
        yield Candidate("carry", {"attacker": name, "palms": max(fighter.carry_palms, 1.0)}, ("palms",))
    if is_holder(match, name, SUBMISSION):
        yield Candidate("submission_hold", {"attacker": name})
    if is_holder(match, name, SUBMISSION) or Flag.PINNING in fighter.flags:
        yield Candidate("release", {"attacker": name})
    if fighter.team is not None:
        for partner in match.teams[fighter.team].members:
            if partner != name:
                yield Candidate("tag", {"from": name, "to": partner}, target=partner)


def _against(match: Match, fighter: Fighter, rival: Fighter) -> Iterator[Candidate]:
    pair = {"attacker": fighter.id, "defender": rival.id}
    for name in ("strike", "whip", "suplex_grab", "submission", "pin"):
        yield Candidate(name, pair, target=rival.id)
    if rival.posture in {Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS}:
        yield Candidate("downed_blow", pair, target=rival.id)
    charge = {"attacker": fighter.id, "defenders": [rival.id]}
    yield Candidate("charge", charge, target=rival.id)
    activate = {"attacker": fighter.id, "target": rival.id}
    yield Candidate("finisher_activate", activate, target=rival.id)
    del match


# -- odds ------------------------------------------------------------------------------------------------------------

Chance = tuple[float, Text]


def _odds(match: Match, actor: str, candidate: Candidate) -> tuple[float | None, Text | None]:
    finder = _CHANCES.get(candidate.command)
    if finder is None:
        return None, None
    try:
        return finder(match, actor, candidate)
    except NeedFactError:
        return None, None  # the chance hangs on a fact nobody has told yet


def _roll_against(match: Match, actor: str, candidate: Candidate, ability: str, extra: int = 0) -> float:
    at = threshold(Draft(match), actor, candidate.target)
    return odds.at_least(effective(match, match.fighters[actor], ability, extra), 1, at)


def _attack_of(match: Match, actor: str, stage: Stage) -> Attack:
    return next(a for a in match.turn.pending if a.stage is stage and actor in {a.defender, a.obstacle, a.attacker})


def _defence(match: Match, actor: str, candidate: Candidate) -> Chance:
    attack = _attack_of(match, actor, Stage.DEFENCE)
    dice = effective(match, match.fighters[actor], candidate.command)
    return odds.cancels(attack.net, dice, attack.threshold), CANCELS


def _damage(match: Match, actor: str, candidate: Candidate) -> Chance:
    attack = next(
        a for a in match.turn.pending if a.kind == "strike" and (a.attacker, a.defender) == (actor, candidate.target)
    )
    return odds.crits(strength_dice(Draft(match), attack), CRITS_TO_KNOCK_DOWN), KNOCKS_DOWN


def _charge(match: Match, actor: str, candidate: Candidate) -> Chance:
    fighter = match.fighters[actor]
    dice = effective(match, fighter, "strike", charge_palms(Draft(match), fighter))
    del candidate
    return odds.at_least(dice, 1), ONE_HIT


def _escape(match: Match, actor: str, candidate: Candidate) -> Chance:
    """Against the highest of several rivals every one of them must be met; or against their sum (DEC-37)."""
    group = group_of(match, actor)
    assert group is not None
    own = effective(match, match.fighters[actor], "speed")
    draft = Draft(match)
    rivals = [
        effective(match, match.fighters[name], "speed")
        for name in staying(group)
        if name != actor
        and match.fighters[name].zone is not Zone.OUT
        and (group.kind != MELEE or draft.adjacent(actor, name))
    ]
    del candidate
    if rule_is(match, "melee_escape_vs", "sum_of_rivals"):
        return odds.escape(own, sum(rivals)), ESCAPE
    chance = 0.0
    for total, first in enumerate(odds.face_sum(own)):
        beaten = 1.0
        for dice in rivals:
            beaten *= sum(odds.face_sum(dice)[: total + 1])
        chance += first * beaten
    return chance, ESCAPE


def _pin(match: Match, actor: str, candidate: Candidate) -> Chance:
    rival = match.fighters[candidate.target]
    del actor
    if rival.posture is Posture.UNCONSCIOUS:
        return 1.0, COUNTED
    return 1 - odds.kicks_out(_pin_value(match, rival)), COUNTED


def _pin_value(match: Match, fighter: Fighter) -> int:
    how = match.profile["pin_check"]
    stamina = 0 if how == "resistance_d10" else fighter.stamina
    return stamina + (0 if how == "stamina_d10" else grit(match, fighter))


def _own_check(match: Match, actor: str, candidate: Candidate) -> Chance:
    fighter = match.fighters[actor]
    if candidate.command == "submission_check":
        with_resistance = rule_is(match, "submission_check", "stamina_resistance_d10")
        return odds.holds_out(fighter.stamina + (grit(match, fighter) if with_resistance else 0)), PASSES
    if candidate.command == "pin_check":
        unconscious = fighter.posture is Posture.UNCONSCIOUS
        return 0.0 if unconscious else odds.kicks_out(_pin_value(match, fighter)), PASSES
    return odds.kicks_out(fighter.stamina + grit(match, fighter)), PASSES


def _dodge(match: Match, actor: str, candidate: Candidate) -> Chance:
    del candidate
    speed = effective(match, match.fighters[actor], "speed")
    return odds.dodge(speed, number(match, "dodge_successes")), DODGES


def _rope_check(match: Match, actor: str, candidate: Candidate) -> Chance:
    del candidate
    need = _attack_of(match, actor, Stage.ROPE_CHECK).need
    return odds.at_least(effective(match, match.fighters[actor], "speed"), need), PASSES


def _clash(match: Match, actor: str, candidate: Candidate) -> Chance:
    """The attacker's chance."""
    del actor, candidate
    attack = next(a for a in match.turn.pending if a.stage in {Stage.WAY_BACK, Stage.CLASH})
    dice = [
        effective(match, match.fighters[name], "combat", 1 if attack.chooser == name else 0)
        for name in (attack.attacker, attack.defender)
    ]
    return odds.contest(dice[0], dice[1]), CLASH.filled(who=called(match, attack.attacker))


def _hold(match: Match, actor: str, candidate: Candidate) -> Chance:
    ability = "suplex" if candidate.command == "suplex_hold" else "submission"
    three = candidate.command == "submission_hold" and rule_is(match, "submission_hold_three_plus", True)
    return odds.at_least(effective(match, match.fighters[actor], ability), 1, 3 if three else 4), GRAB


def _rebound_strike(match: Match, actor: str, candidate: Candidate) -> Chance:
    del candidate
    return odds.at_least(effective(match, match.fighters[actor], "strike"), 1), ONE_HIT


_CHANCES: Final[Mapping[str, Callable[[Match, str, Candidate], Chance]]] = {
    "strike": lambda m, a, c: (_roll_against(m, a, c, "strike"), ONE_HIT),
    "whip": lambda m, a, c: (_roll_against(m, a, c, "whip"), ONE_PALM),
    "suplex_grab": lambda m, a, c: (_roll_against(m, a, c, "suplex"), GRAB),
    "submission": lambda m, a, c: (_roll_against(m, a, c, "submission"), GRAB),
    "charge": _charge,
    "counter": _defence,
    "technique": _defence,
    "damage": _damage,
    "escape": _escape,
    "pin": _pin,
    "submission_check": _own_check,
    "pin_check": _own_check,
    "stamina_check": _own_check,
    "dodge": _dodge,
    "rope_check": _rope_check,
    "rebound_clash": _clash,
    "rebound_strike": _rebound_strike,
    "suplex_hold": _hold,
    "submission_hold": _hold,
}
