"""What the table waits for: the stack of open questions (rules file, section 6.2; K-05)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.clay_wrestling import rest, slots, tieup
from companion.games.clay_wrestling.bonds import SUBMISSION, SUPLEX, is_holder
from companion.games.clay_wrestling.defence import check_defence
from companion.games.clay_wrestling.draft import Draft, NeedFactError
from companion.games.clay_wrestling.irish_whip import check_dodge, rope_options
from companion.games.clay_wrestling.model import Attack, Match, Phase, Posture, Stage
from companion.games.clay_wrestling.names import called
from companion.kernel.decisions import REFEREE, Pending
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text

QUESTIONS: Final = {
    "Q-CLASS": Text("Which class is {who}?", "¿De qué clase es {who}?"),
    "Q-FLAGS": Text("Which ways of winning apply?", "¿Qué formas de ganar se aplican?"),
    "Q-REST": Text("Who rests or taunts?", "¿Quién descansa o hace Burla?"),
    "Q-ADJ": Text("Are they adjacent: {who}?", "¿Están adyacentes: {who}?"),
    "Q-BACK": Text("Is his back turned: {who}?", "¿Está de espaldas: {who}?"),
    "Q-ROPES": Text("Is {who} at the ropes?", "¿Está {who} en las cuerdas?"),
    "Q-POST": Text("Is {who} at a post?", "¿Está {who} en un poste?"),
    "Q-PALMS": Text("How many palms has {who} moved?", "¿Cuántos palmos se ha movido {who}?"),
    "Q-PATH": Text("What does {who} run into, after how many palms?", "¿Con qué choca {who} y tras cuántos palmos?"),
    "Q-CHOICE-DEF": Text("{who}: grab the ropes or rebound?", "{who}: ¿agarrarse a las cuerdas o rebotar?"),
    "Q-CHOICE-ATT": Text("{who}: ringside or rebound?", "{who}: ¿a ringside o rebote?"),
    "Q-DEFEND": Text("Does {who} defend?", "¿Se defiende {who}?"),
    "Q-TOUCH": Text("Whom did {who} touch?", "¿A quién ha tocado {who}?"),
    "Q-LAND": Text("{who}: mat or ringside?", "{who}: ¿lona o ringside?"),
    "Q-STAND": Text("Does {who} stand up?", "¿Se levanta {who}?"),
    "Q-DQ": Text("Confirm the disqualification of {who}?", "¿Confirmar la descalificación de {who}?"),
    "Q-TAG": Text("Who holds the tag: {who}?", "¿Quién tiene el relevo: {who}?"),
    "Q-WINNER": Text("All out at once: who wins?", "Todos fuera a la vez: ¿quién gana?"),
    "Q-DICE": Text("Enter the dice of {who}", "Introduce los dados de {who}"),
    "Q-DODGE": Text("Does {who} dodge?", "¿Esquiva {who}?"),
}
NOT_STOPPED: Final = Text(
    "{who} has defended; successes of the attack left: {n}.",
    "{who} se ha defendido; al ataque le quedan éxitos: {n}.",
)
CANNOT_DEFEND: Final = Text("{who} cannot defend: {why}", "{who} no puede defenderse: {why}")
CANNOT_DODGE: Final = Text("{who} cannot dodge: {why}", "{who} no puede esquivar: {why}")
SLOT: Final = Text("{who} acts", "Actúa {who}")
NEXT_SLOT: Final = Text("{who} is next", "Le toca a {who}")
TURN_START: Final = Text("Start the turn", "Empezar el turno")
TURN_END: Final = Text("End the turn", "Terminar el turno")
ALL_HAVE_ACTED: Final = Text("Everybody has acted: end the turn", "Todos han actuado: terminar el turno")
START_MATCH: Final = Text("Register fighters and start a match", "Inscribir luchadores y empezar un combate")

NO_DEFENCE: Final = "no_defence"
DEFENCES: Final = ("counter", "technique")
SLOT_COMMANDS: Final = (
    "move",
    "strike",
    "whip",
    "suplex_grab",
    "submission",
    "pin",
    "end_slot",
)
ANSWER_OF: Final = {
    "Q-ADJ": ("observe",),
    "Q-BACK": ("observe",),
    "Q-ROPES": ("observe",),
    "Q-POST": ("observe",),
    "Q-LAND": ("referee_ruling",),
    "Q-TAG": ("referee_ruling", "tag"),
    "Q-TOUCH": ("rope_jump",),
    "Q-WINNER": ("referee_ruling",),
    "Q-DQ": ("referee_ruling",),
}
RULE_OF: Final = {
    "Q-ADJ": "CW-ATK-02",
    "Q-BACK": "CW-STATUS-22",
    "Q-ROPES": "CW-STRIKE-08",
    "Q-POST": "CW-SHEET-21",
    "Q-LAND": "CW-SUPLEX-17",
    "Q-TAG": "CW-FOUL-03",
    "Q-TOUCH": "CW-SPECIAL-07",
    "Q-WINNER": "DEC-15",
    "Q-DQ": "CW-FOUL-01",
}


def _ask(match: Match, kind: str, about: Sequence[str], owner: str, options: Sequence[str], rule: str) -> Pending:
    who = ", ".join(called(match, name) for name in about)
    return Pending(kind, owner, tuple(options), QUESTIONS[kind].filled(who=who), rule)


def pending(match: Match) -> tuple[Pending, ...]:
    """Open questions, the innermost last; empty after the end."""
    if match.over:
        return ()
    stack = list(_phase(match))
    stack.extend(_attack(match, attack) for attack in reversed(match.turn.pending))
    asked = match.turn.asked
    if asked is not None:
        kind = asked.question
        stack.append(_ask(match, kind, asked.about, REFEREE, ANSWER_OF[kind], RULE_OF[kind]))
    return tuple(stack)


def _phase(match: Match) -> list[Pending]:
    turn = match.turn
    if not match.roster or match.phase is Phase.SETUP:
        return _before(match)
    if turn.checks_due:
        return [_dice(match, name, "stamina_check", "CW-CHECK-01") for name in reversed(turn.checks_due)]
    if turn.pins_due and match.phase is Phase.PIN_COUNTS:
        return [_dice(match, name, "pin_check", "CW-CHECK-07") for name in reversed(turn.pins_due)]
    if turn.holds_due:
        return [_dice(match, name, "suplex_hold", "CW-SUPLEX-13") for name in reversed(turn.holds_due)]
    if match.phase is Phase.GROUPS:
        return [_ask(match, "Q-ADJ", match.roster, REFEREE, ("observe",), "CW-TIEUP-01")]
    if match.phase is Phase.ANNOUNCEMENTS:
        return [_announcements(match)]
    if match.phase in {Phase.PLACEMENT, Phase.TURN_END}:
        options = ("place", "opening_step", "start_turn") if match.phase is Phase.PLACEMENT else ("start_turn",)
        return [Pending("turn_start", REFEREE, options, TURN_START, "CW-START-01")]
    return _slot(match)


def _before(match: Match) -> list[Pending]:
    open_now = [Pending("start_match", REFEREE, ("register_fighter", "start_match"), START_MATCH, "CW-WIN-07")]
    open_now.extend(
        _ask(match, "Q-CLASS", (fighter.id,), REFEREE, ("classify",), "CW-CLAY-06")
        for fighter in reversed(list(match.fighters.values()))
        if fighter.class_ is None and not match.roster
    )
    return open_now


def _dice(match: Match, name: str, command: str, rule: str) -> Pending:
    return _ask(match, "Q-DICE", (name,), name, (command,), rule)


def _announcements(match: Match) -> Pending:
    able = [fighter.id for fighter in match.in_play if rest.may_rest(match, fighter)]
    following = next_step(match)
    return _ask(match, "Q-REST", able, REFEREE, ("rest", "taunt", following), "CW-STAM-07")


def next_step(match: Match) -> str:
    """The command that leaves the announcements."""
    if tieup.needs_group_roll(match):
        return "group_roll"
    return "tieup_roll" if match.turn.groups else "initiative_roll"


def _slot(match: Match) -> list[Pending]:
    """Whose slot it is, or which dice open the next ones."""
    turn = match.turn
    if turn.active is not None:
        text = SLOT.filled(who=called(match, turn.active))
        return [Pending("slot", turn.active, _options(match, turn.active), text, "CW-TURN-01")]
    if not match.strict:
        return [Pending("slots", REFEREE, ("begin_slot", "end_turn"), TURN_END, "CW-TURN-01")]
    if match.phase is Phase.GROUP_SLOTS:
        group = slots.current_group(match)
        if group is not None and not group.order:
            command = "group_roll" if tieup.needs_group_roll(match) else "tieup_roll"
            return [_ask(match, "Q-DICE", group.members, REFEREE, (command,), "CW-TIEUP-03")]
    if match.phase is Phase.INITIATIVE:
        return [_ask(match, "Q-DICE", slots.rollers(match), REFEREE, ("initiative_roll",), "CW-INIT-01")]
    if match.phase is Phase.LATE_SLOTS and slots.needs_late_roll(match):
        late = slots.late_waiting(match)
        return [_ask(match, "Q-DICE", late, REFEREE, ("late_initiative_roll",), "CW-STATUS-12")]
    return _next_slot(match)


def _next_slot(match: Match) -> list[Pending]:
    waiting = slots.queue(match)
    if not waiting:
        return [Pending("turn_end", REFEREE, ("end_turn",), ALL_HAVE_ACTED, "section 4")]
    name = waiting[0]
    if match.fighters[name].posture is Posture.LYING and not is_holder(match, name, SUBMISSION):
        return [_ask(match, "Q-STAND", (name,), name, ("stand_up", "end_slot"), "CW-STATUS-07")]
    text = NEXT_SLOT.filled(who=called(match, name))
    return [Pending("slot", name, _options(match, name), text, "CW-INIT-03")]


def _options(match: Match, name: str) -> tuple[str, ...]:
    hold = match.fighters[name].hold
    later = hold is not None and hold.since_turn < match.turn_no
    if later and is_holder(match, name, SUPLEX):
        return ("suplex_throw", "suplex_hold", "move")
    if later and is_holder(match, name, SUBMISSION):
        return ("submission_hold", "release")
    if match.fighters[name].posture is Posture.ON_POST:
        return ("rope_jump", "end_slot")
    return SLOT_COMMANDS


def _attack(match: Match, attack: Attack) -> Pending:
    name = attack.defender
    match attack.stage:
        case Stage.DEFENCE:
            return _defence(match, attack)
        case Stage.DAMAGE:
            return _dice(match, attack.attacker, "damage", "CW-STRIKE-04")
        case Stage.WOUND:
            return _dice(match, name, "wound_roll", "CW-STATUS-21")
        case Stage.PATH:
            return _ask(match, "Q-PATH", (name,), REFEREE, ("whip_path",), "CW-WHIP-06")
        case Stage.DODGE:
            return _dodge(match, attack)
        case Stage.ROPE_CHECK:
            return _dice(match, name, "rope_check", "CW-WHIP-10")
        case Stage.ROPE_CHOICE:
            kind = "Q-CHOICE-DEF" if attack.chooser == name else "Q-CHOICE-ATT"
            chooser = attack.chooser or name
            return _ask(match, kind, (chooser,), chooser, rope_options(attack), "CW-WHIP-11")
        case Stage.WAY_BACK:
            both = (attack.attacker, name)
            return _ask(match, "Q-DICE", both, REFEREE, ("rebound_clash", "whip_path"), "CW-WHIP-15")
        case Stage.CLASH:
            return _ask(match, "Q-DICE", (attack.attacker, name), REFEREE, ("rebound_clash",), "CW-WHIP-15")
        case Stage.REBOUND_STRIKE:
            return _dice(match, attack.attacker, "rebound_strike", "CW-WHIP-17")
        case Stage.CHECK:
            return _dice(match, name, "submission_check", "CW-CHECK-14")
        case _:
            return _ask(match, "Q-STAND", (name,), name, ("kickout_choice",), "CW-CHECK-09")


def defences(match: Match, attack: Attack) -> tuple[str, ...]:
    """The defences the defender may choose now; what depends on an unknown fact stays possible."""
    return tuple(ability for ability in DEFENCES if _against(match, attack, ability) is None)


def _against(match: Match, attack: Attack, ability: str) -> IllegalCommandError | None:
    """What the rules have against a defence."""
    try:
        check_defence(Draft(match), attack, ability, "section 6")
    except IllegalCommandError as error:
        return error
    except NeedFactError:
        pass
    return None


def _defence(match: Match, attack: Attack) -> Pending:
    """Whether he defends; where nothing is left to choose, what is left of the attack or why he cannot."""
    able = defences(match, attack)
    name = attack.defender
    asked = _ask(match, "Q-DEFEND", (name,), name, (*able, NO_DEFENCE), "CW-TURN-04")
    if able:
        return asked
    if attack.defended:
        return replace(asked, question=NOT_STOPPED.filled(who=called(match, name), n=attack.net))
    found = [error for one in DEFENCES if (error := _against(match, attack, one)) is not None]
    # the wrong ability for this attack says nothing about him: the reason of the right one does
    right = next((one for one in found if one.refusal.code != "wrong_defence"), found[0])
    why = CANNOT_DEFEND.filled(who=called(match, name), why=right.refusal.reason)
    return replace(asked, question=why, rule=right.rule)


def _dodge(match: Match, attack: Attack) -> Pending:
    """Whether he dodges; where he cannot, why not."""
    name = attack.obstacle
    assert name is not None
    asked = _ask(match, "Q-DODGE", (name,), name, ("dodge", "no_dodge"), "CW-WHIP-07")
    try:
        check_dodge(Draft(match), attack, name)
    except IllegalCommandError as error:
        why = CANNOT_DODGE.filled(who=called(match, name), why=error.refusal.reason)
        return replace(asked, options=("no_dodge",), question=why, rule=error.rule)
    except NeedFactError:
        pass
    return asked
