"""Players that pick random legal commands: for the demo and the tests. Chance comes from outside, as everywhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.games.clay_wrestling import commands, slots
from companion.games.clay_wrestling.bonds import SUBMISSION, SUPLEX, group_of, is_holder
from companion.games.clay_wrestling.draft import DiceDueError, Draft, NeedFactError
from companion.games.clay_wrestling.model import (
    COMBAT,
    MAIN,
    Attack,
    ClayClass,
    Fighter,
    FinisherPosition,
    Match,
    Mode,
    Phase,
    Posture,
    Stage,
    Zone,
    pair,
)
from companion.games.clay_wrestling.questions import next_step
from companion.games.clay_wrestling.referee import hopeless, run
from companion.games.clay_wrestling.rest import may_rest
from companion.games.clay_wrestling.sheets import POINTS
from companion.kernel.codec import decode
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError

Choose = Callable[[int], int]
"""A number from 0 to n - 1."""
Suggestion = tuple[str, dict[str, Any]]

TURN_STEPS: Final[tuple[Suggestion, ...]] = (
    ("group_roll", {}),
    ("tieup_roll", {}),
    ("initiative_roll", {}),
    ("late_initiative_roll", {}),
    ("end_turn", {}),
    ("start_turn", {}),
)
NAMES: Final = (
    "Momia", "Pulpo", "Cactus", "Gorila", "Robot", "Vampira", "Tiburón", "Patata", "Dragón", "Fantasma",
    "Cíclope", "Medusa", "Ogro", "Zombi", "Gárgola", "Calamar", "Yeti", "Esfinge", "Troll", "Hidra",
)  # fmt: skip
COLOURS: Final = (
    "red", "blue", "green", "yellow", "white", "black", "orange", "violet", "brown", "pink",
    "grey", "turquoise", "lime", "navy", "maroon", "olive", "beige", "cyan", "gold", "silver",
)  # fmt: skip


def is_allowed(match: Match, name: str, parameters: Mapping[str, Any]) -> bool:
    """Whether the command would be accepted: at once, with dice, or as a question to the referee."""
    command: Any = decode(commands.COMMANDS[name], parameters, name)
    assert isinstance(command, Command)
    try:
        run(Draft(match), command)
    except IllegalCommandError:
        return False
    except DiceDueError:
        return True
    except NeedFactError as error:
        return hopeless(match, command, error) is None
    return True


# -- before the match ------------------------------------------------------------------------------------------------


def line_up(choose: Choose, mode: Mode, count: int, flags: Mapping[str, bool] | None = None) -> list[Suggestion]:
    """Commands that register `count` fighters with random legal sheets and start a match."""
    names = NAMES[:count]
    opening: list[Suggestion] = []
    for place, name in enumerate(names):
        opening.append(("register_player", {"player": f"p{place}", "palm_mm": 180.0 + choose(50)}))
        position = list(FinisherPosition)[choose(len(FinisherPosition))].value
        sheet = {
            "fighter": name,
            "player": f"p{place}",
            "name": name,
            "clay_colour": COLOURS[place],
            "main": _ten_points(choose, MAIN),
            "combat_abilities": _ten_points(choose, COMBAT),
            "finisher": {"name": f"Ola de {name}", "position": position, "kind": ["strike", "submission"][choose(2)]},
        }
        opening.append(("register_fighter", sheet))
        opening.append(("classify", {"fighter": name, "class": list(ClayClass)[choose(len(ClayClass))].value}))
    start: dict[str, Any] = {"mode": mode.value, "fighters": list(names), "flags": dict(flags or {})}
    if mode is Mode.SURVIVOR_SERIES:
        half = (count + 1) // 2
        start["teams"] = {"red": list(names[:half]), "blue": list(names[half:])}
    opening.append(("start_match", start))
    return opening


def _ten_points(choose: Choose, names: Sequence[str]) -> dict[str, int]:
    values = dict.fromkeys(names, 1)
    left = POINTS - len(names)
    while left:
        name = names[choose(len(names))]
        if values[name] < 4:
            values[name] += 1
            left -= 1
    return values


# -- during the match ------------------------------------------------------------------------------------------------


def suggest(match: Match, choose: Choose) -> Suggestion:
    """A random legal command; there always is one until the match is over."""
    for candidates in _layers(match, choose):
        waiting = list(candidates)
        while waiting:
            name, parameters = waiting.pop(choose(len(waiting)))
            if is_allowed(match, name, parameters):
                return name, parameters
    raise AssertionError(f"nothing is allowed in {match.phase}")


def _layers(match: Match, choose: Choose) -> Iterator[list[Suggestion]]:
    """Candidates, the urgent ones first."""
    if match.turn.asked is not None:
        yield _answers(match, choose)
    if match.turn.pending:
        yield _stage(match, match.turn.pending[0], choose)
    if match.turn.checks_due:
        yield [("stamina_check", {"fighter": name}) for name in match.turn.checks_due]
    if match.turn.pins_due and match.phase is Phase.PIN_COUNTS:
        yield [("pin_check", {"fighter": match.turn.pins_due[0]})]
    if match.phase is Phase.GROUPS or not choose(14):
        yield [("observe", look(match, choose))]
    if match.turn.holds_due:
        yield [("suplex_hold", {"attacker": match.turn.holds_due[0]})]
    if match.phase is Phase.PLACEMENT:
        yield _placement(match, choose)
    if match.phase is Phase.ANNOUNCEMENTS:
        yield _announcements(match, choose)
    for name in _who(match):
        yield from _slot(match, match.fighters[name], choose)
    yield [*TURN_STEPS]


def look(match: Match, choose: Choose) -> dict[str, Any]:
    """Random facts: who touches whom, who is at the ropes or a post, who has his back turned."""
    names = [fighter.id for fighter in match.in_play]
    seen: dict[str, Any] = {"adjacent": [], "behind": [], "near_ropes": [], "near_post": []}
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            close = choose(max(2, len(names) // 3)) == 0
            if close and match.fighters[one].zone is match.fighters[other].zone:
                seen["adjacent"].append([one, other])
        if not choose(3):
            seen["near_ropes"].append(one)
        if not choose(4):
            seen["near_post"].append(one)
        if len(names) > 1 and not choose(4):
            other = names[choose(len(names))]
            if other != one:
                seen["behind"].append([one, other])
    return seen


def _placement(match: Match, choose: Choose) -> list[Suggestion]:
    if choose(3):
        return [("start_turn", {})]
    name = match.roster[choose(len(match.roster))]
    pose = {"x_mm": float(choose(700)), "y_mm": float(choose(700)), "facing_deg": float(choose(360) - 180)}
    return [
        ("opening_step", {"fighter": name, "palms": choose(11) / 10}),
        ("place", {"fighter": name, "zone": "ring", "pose": pose}),
    ]


def _answers(match: Match, choose: Choose) -> list[Suggestion]:
    asked = match.turn.asked
    assert asked is not None
    match asked.question:
        case "Q-LAND":
            value = ["mat", "ringside"][choose(2)]
            return [("referee_ruling", {"topic": "landing", "subject": asked.about[0], "value": value})]
        case "Q-TAG":
            team = asked.about[0]
            left = [name for name in match.teams[team].members if match.fighters[name].zone is not Zone.OUT]
            value = left[choose(len(left))]
            return [("referee_ruling", {"topic": "legal", "subject": team, "value": value})]
        case "Q-TOUCH":
            return [("rope_jump", {**asked.parameters, "touched": []})]
        case "Q-DQ":
            return [("referee_ruling", {"topic": "dq", "subject": asked.about[0], "value": bool(choose(3))})]
        case "Q-WINNER":
            return [("referee_ruling", {"topic": "winner", "value": asked.about[0], "note": "last to fall"})]
        case _:
            return [("observe", look(match, choose))]


def _announcements(match: Match, choose: Choose) -> list[Suggestion]:
    able = [fighter for fighter in match.in_play if may_rest(match, fighter)]
    forced = [fighter for fighter in able if fighter.forced_rest_turn == match.turn_no]
    tired = [fighter for fighter in able if fighter.stamina < 12 and not choose(5)]
    found: list[Suggestion] = []
    for fighter in forced or tired:
        if fighter.class_ is ClayClass.ABSURD and choose(2):
            found.append(("taunt", {"fighter": fighter.id}))
        else:
            found.append(("rest", {"fighter": fighter.id}))
    return found or [(next_step(match), {})]


def _who(match: Match) -> list[str]:
    """Whose slot it is, else who is next."""
    if match.turn.active is not None:
        return [match.turn.active]
    return list(slots.queue(match)[:1])


def _slot(match: Match, fighter: Fighter, choose: Choose) -> Iterator[list[Suggestion]]:
    """What he might do; ending the slot is the last resort, and sometimes the first."""
    name = fighter.id
    duty = fighter.hold is not None and fighter.hold.since_turn < match.turn_no
    if duty and is_holder(match, name, SUPLEX):
        yield _with_a_body(match, fighter, choose)
    if duty and is_holder(match, name, SUBMISSION) and not fighter.has_attacked:
        yield [("submission_hold", {"attacker": name}) if choose(8) else ("release", {"attacker": name})]
    if fighter.posture is Posture.ON_POST and choose(4):
        touched = [one.id for one in match.in_play if one.id != name and not choose(4)][:3]
        to = "ringside" if not choose(5) else "ring"
        yield [("rope_jump", {"jumper": name, "to": to, "touched": touched})]
    if fighter.posture is Posture.LYING and choose(8):
        yield [("stand_up", {"fighter": name})]
    if choose(7):
        yield _actions(match, fighter, choose)
    yield [("end_slot", {"fighter": name})]


def _with_a_body(match: Match, fighter: Fighter, choose: Choose) -> list[Suggestion]:
    to = "ringside" if not choose(3) else "ring"
    others = [one.id for one in match.in_play if one.posture is not Posture.HELD and one.id != fighter.id]
    throw: dict[str, Any] = {
        "attacker": fighter.id,
        "direction": ["back", "front", "left", "right"][choose(4)],
        "to": to,
    }
    if others and not choose(3):
        throw["hits"] = others[choose(len(others))]
    plain = {key: value for key, value in throw.items() if key != "hits"}
    return [
        ("suplex_throw", throw),
        ("suplex_throw", {**plain, "to": fighter.zone.value}),
        ("suplex_hold", {"attacker": fighter.id}),
    ]


def _actions(match: Match, fighter: Fighter, choose: Choose) -> list[Suggestion]:
    name = fighter.id
    palms = (1 + choose(8)) / 4
    steps: list[dict[str, Any]] = [
        {"palms": palms},
        {"palms": 0.5, "half_turn": True},
        {"palms": 0.5, "backward": True},
    ]
    found: list[Suggestion] = [("move", {"fighter": name, **steps[choose(len(steps))]})]
    if fighter.zone is Zone.RINGSIDE:
        found.append(("enter_ring", {"fighter": name}))
    elif not choose(6):
        found.append(("leave_ring", {"fighter": name}))
    if fighter.class_ is ClayClass.HUMANOID:
        found.append(("climb_post", {"fighter": name}))
    if fighter.carry_palms:
        found.append(("carry", {"attacker": name, "palms": 1.0}))
    if group_of(match, name) is not None:
        found += [("escape", {"fighter": name})] * 2
    team = match.fighters[name].team
    if team is not None:
        found += [("tag", {"from": name, "to": one}) for one in match.teams[team].members if one != name]
    unsure = "adjacent" in match.facts.unsure
    for rival in match.in_play:
        near = pair(name, rival.id) in match.facts.adjacent or unsure
        if rival.id != name and (near or not choose(20)):
            found += _against(fighter, rival, choose)
    return found


def _against(fighter: Fighter, rival: Fighter, choose: Choose) -> list[Suggestion]:
    """What makes sense against this rival, and now and then what does not."""
    both = {"attacker": fighter.id, "defender": rival.id}
    if rival.posture is Posture.UNCONSCIOUS:
        # even random players seldom ask for a disqualification
        return [("pin", both)] if choose(40) else [("downed_blow", both)]
    found: list[Suggestion] = []
    if rival.posture is not Posture.STANDING:
        found += [("pin", both), ("pin", both)]
    if rival.posture is Posture.KNOCKED_DOWN:
        found.append(("downed_blow", both))
    if fighter.class_ is ClayClass.BEAST and fighter.forward_palms >= 1:
        found += [("charge", {"attacker": fighter.id, "defenders": [rival.id]})] * 3
    if fighter.has_attacked or fighter.last_targets:
        found += [("finisher_activate", {"attacker": fighter.id, "target": rival.id})] * 3
    if not fighter.has_attacked or fighter.extra_attack:
        found += [("strike", both), ("strike", both), ("whip", both), ("suplex_grab", both), ("submission", both)]
    return found


def _stage(match: Match, attack: Attack, choose: Choose) -> list[Suggestion]:
    """Answers to the attack that waits."""
    name = attack.defender
    match attack.stage:
        case Stage.DEFENCE:
            answers: list[Suggestion] = [("no_defence", {"defender": name})]
            landing = ["", "behind"][choose(2)]
            return [
                *answers,
                ("counter", {"defender": name, "landing": landing}),
                ("technique", {"defender": name}),
            ]
        case Stage.DAMAGE:
            return [("damage", {"attacker": attack.attacker, "defender": name})]
        case Stage.WOUND:
            return [("wound_roll", {"fighter": name})]
        case Stage.PATH:
            return _path(match, attack, choose)
        case Stage.DODGE:
            return [
                ("dodge", {"fighter": attack.obstacle, "side": ["left", "right"][choose(2)]})
                if choose(2)
                else ("no_dodge", {"fighter": attack.obstacle}),
                ("no_dodge", {"fighter": attack.obstacle}),
            ]
        case Stage.ROPE_CHECK:
            return [("rope_check", {"fighter": name})]
        case Stage.ROPE_CHOICE:
            return [
                ("rope_choice", {"by": attack.chooser, "choice": choice}) for choice in ("grab", "rebound", "ringside")
            ]
        case Stage.WAY_BACK | Stage.CLASH:
            return [("rebound_clash", {})]
        case Stage.REBOUND_STRIKE:
            return [("rebound_strike", {"attacker": attack.attacker})]
        case Stage.CHECK:
            return [("submission_check", {"fighter": name})]
        case _:
            return [("kickout_choice", {"fighter": name, "stand": bool(choose(2))})]


def _path(match: Match, attack: Attack, choose: Choose) -> list[Suggestion]:
    distance = choose(4 * attack.palms + 1) / 4
    others = [one.id for one in match.in_play if one.id not in {attack.defender, attack.attacker}]
    found: list[Suggestion] = [
        ("whip_path", {"obstacle": "none"}),
        ("whip_path", {"obstacle": "ropes", "distance": distance}),
        ("whip_path", {"obstacle": "ropes", "distance": float(attack.palms)}),
        ("whip_path", {"obstacle": "post", "distance": distance}),
    ]
    if others:
        target = others[choose(len(others))]
        found.append(("whip_path", {"obstacle": "fighter", "distance": distance, "target": target}))
    return found
