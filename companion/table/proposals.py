"""What the table seems to show, as proposals that the referee takes or leaves with one key (DESIGN.md, section 2).

Facts and a match in, proposals out: each names the command it stands for. A figure that is uncertain leads to a
question and never to a proposal.
"""

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.games.clay_wrestling.ability import speed_left
from companion.games.clay_wrestling.draft import Draft
from companion.games.clay_wrestling.finisher import in_position
from companion.games.clay_wrestling.model import Attack, Fighter, Match, Phase, Posture, Stage, Zone, pair
from companion.games.clay_wrestling.movement import half_palm
from companion.games.clay_wrestling.names import called
from companion.games.clay_wrestling.players import is_allowed
from companion.games.clay_wrestling.profile import measure, rule_is
from companion.games.clay_wrestling.tell import palms_told
from companion.kernel.text import Text, decimal
from companion.table.facts import Facts

UNCERTAIN: Final = 0.5
TURNED_DEG: Final = 15.0
"""A facing that changed by more was a turn (rules file, section 6.1)."""
SMALLEST_MOVE_PALMS: Final = 0.15
"""Less than this is a figure set straight, not a movement."""
NEARLY_PALMS: Final = 0.5
"""Gaps up to this are worth telling as just out of reach: the half-palm escape step."""


class Band(enum.Enum):
    """How surely something is within the rules' measure."""

    REACHABLE = "reachable"
    JUST_OUT = "just out"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """A figure rests at a new place.

    Attributes:
        palms: straight way from rest to rest, in palms of the player whose hand measures it.
        turned_deg: change of facing; None where it is unknown.
        backward: it went against its facing.
    """

    fighter: str
    palms: float
    turned_deg: float | None = None
    backward: bool = False


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Facts of one moment, by names of the match.

    Attributes:
        adjacent: pairs that touch.
        behind: `(a, b)`: a stands behind b, as in the rules file.
        zone: `ring`, `ringside` or `out`.
        gaps: distance between two figures' edges in palms, for pairs that are near each other.
        confidence: 0..1 for each figure; 1 where it is not named.
        uncertain: figures nothing may be built on.
    """

    adjacent: tuple[tuple[str, str], ...] = ()
    near_ropes: tuple[str, ...] = ()
    near_post: tuple[str, ...] = ()
    behind: tuple[tuple[str, str], ...] = ()
    zone: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[MovedFigure, ...] = ()
    gaps: Mapping[tuple[str, str], float] = field(default_factory=dict)
    confidence: Mapping[str, float] = field(default_factory=dict)
    uncertain: tuple[str, ...] = ()

    def sure(self, *names: str) -> float:
        """Confidence that all these figures are where they seem to be."""
        if any(name in self.uncertain for name in names):
            return 0.0
        return min((self.confidence.get(name, 1.0) for name in names), default=1.0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the table seems to show.

    Attributes:
        command, parameters: what taking the proposal would do; None for a remark.
        rule: the rule it touches.
        is_late: somebody moved who may not now: a remark, and nothing to take.
    """

    kind: str
    text: Text
    about: tuple[str, ...]
    confidence: float
    band: Band
    rule: str
    command: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    is_late: bool = False


def from_camera(
    facts: Facts,
    names: Mapping[str, str],
    palm_mm: Mapping[str, float],
    confidence: Mapping[str, float] | None = None,
) -> TableFacts:
    """The facts of the eyes, by the match's names and in palms.

    Args:
        names: from figure of the table file to fighter; figures that are not in it take no part.
        palm_mm: span of the hand that measures each fighter's way.
    """
    moves = tuple(
        MovedFigure(names[move.id], move.path_mm / palm_mm[names[move.id]])
        for move in facts.moves
        if move.id in names and palm_mm.get(names[move.id])
    )
    return TableFacts(
        adjacent=tuple(pair(names[a], names[b]) for a, b in facts.adjacent if a in names and b in names),
        near_ropes=tuple(names[one] for one in facts.near_ropes if one in names),
        near_post=tuple(names[one] for one in facts.near_post if one in names),
        # the eyes name the figure first and the one behind it second
        behind=tuple((names[b], names[a]) for a, b in facts.behind if a in names and b in names),
        zone={names[one]: zone.value for one, zone in facts.zone.items() if one in names},
        moves=moves,
        confidence={names[one]: value for one, value in (confidence or {}).items() if one in names},
        uncertain=tuple(names[one] for one in facts.uncertain if one in names),
    )


def propose(match: Match, facts: TableFacts) -> tuple[Proposal, ...]:
    """Everything the facts suggest in this state, the most urgent first."""
    if match.over or not match.roster:
        return ()
    return (
        *_in_the_air(match, facts),
        *_moves(match, facts),
        *_zones(match, facts),
        *_relations(match, facts),
        *_defence(match, facts),
        *_finisher(match, facts),
        *_placement(match, facts),
        *_unseen(match, facts),
    )


def observation(match: Match, facts: TableFacts) -> dict[str, Any]:
    """Parameters of the `observe` that says all of this at once; uncertain figures keep what is known of them."""
    sure = [name for name in match.roster if facts.sure(name) >= UNCERTAIN]

    def pairs(new: Sequence[tuple[str, str]], old: Sequence[tuple[str, str]]) -> list[list[str]]:
        kept = [one for one in old if one[0] not in sure or one[1] not in sure]
        return [list(one) for one in sorted({*kept, *(one for one in new if one[0] in sure and one[1] in sure)})]

    def names(new: Sequence[str], old: Sequence[str]) -> list[str]:
        return sorted({*(one for one in old if one not in sure), *(one for one in new if one in sure)})

    known = match.facts
    return {
        "adjacent": pairs([pair(*one) for one in facts.adjacent], known.adjacent),
        "near_ropes": names(facts.near_ropes, known.near_ropes),
        "near_post": names(facts.near_post, known.near_post),
        "behind": pairs(facts.behind, known.behind),
        "source": "camera",
    }


def reach(match: Match, facts: TableFacts, attacker: str) -> dict[str, Band]:
    """How surely each rival near `attacker` is adjacent (DEC-109, DEC-110)."""
    found = {}
    limit = measure(match, "adjacent_gap_palms")
    for (one, other), gap in facts.gaps.items():
        if attacker not in {one, other}:
            continue
        rival = other if one == attacker else one
        found[rival] = band(gap, limit, measure(match, "palm_tolerance") / 2, facts.sure(one, other))
    for one, other in facts.adjacent:
        if attacker in {one, other}:
            rival = other if one == attacker else one
            found.setdefault(rival, Band.REACHABLE if facts.sure(one, other) >= UNCERTAIN else Band.UNDECIDED)
    return {
        rival: where for rival, where in found.items() if where is not Band.JUST_OUT or _near(facts, attacker, rival)
    }


def _near(facts: TableFacts, one: str, other: str) -> bool:
    gap = facts.gaps.get((one, other), facts.gaps.get((other, one), 0.0))
    return gap <= NEARLY_PALMS


def band(value: float, limit: float, tolerance: float, confidence: float = 1.0) -> Band:
    """Within a limit, beyond it, or too close to say; what is not seen well is undecided."""
    if confidence < UNCERTAIN or abs(value - limit) <= tolerance + 1e-9:
        return Band.UNDECIDED
    return Band.REACHABLE if value < limit else Band.JUST_OUT


# -- moves -----------------------------------------------------------------------------------------------------------

MOVED: Final = Text("{who} moved {far}: allowed {most}.", "{who} se ha movido {far}: permitido {most}.")
OUT_OF_TURN: Final = Text(
    "{moved} Taken, {other} does nothing more.", "{moved} Si se acepta, {other} no hace nada más."
)
TOO_FAR: Final = Text(
    "{who} moved {far}, more than allowed ({most}): put the figure back, or E tells a shorter way.",
    "{who} se ha movido {far}, más de lo permitido ({most}): devuelve la figura, o E dice un camino más corto.",
)
NOT_HIS_MOMENT: Final = Text(
    "{who} moved {far}, and may not now: put the figure back.",
    "{who} se ha movido {far} y ahora no puede: devuelve la figura.",
)


def _moves(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    flying = {attack.defender for attack in match.turn.pending if attack.stage in {Stage.PATH, Stage.DODGE}}
    for moved in facts.moves:
        name = moved.fighter
        if name not in match.roster or name in flying or moved.palms < SMALLEST_MOVE_PALMS or not facts.sure(name):
            continue
        if match.phase is Phase.PLACEMENT:
            yield _opening(match, facts, moved)
        else:
            yield _move(match, facts, moved)


def _opening(match: Match, facts: TableFacts, moved: MovedFigure) -> Proposal:
    name = moved.fighter
    text = MOVED.filled(who=called(match, name), far=palms_told(moved.palms), most="1")
    where = band(moved.palms, 1.0, measure(match, "palm_tolerance"), facts.sure(name))
    parameters = {"fighter": name, "palms": _rounded(moved.palms, 1.0, match)}
    return _with_command(
        match, "move", text, (name,), facts.sure(name), where, "CW-START-03", "opening_step", parameters
    )


def _move(match: Match, facts: TableFacts, moved: MovedFigure) -> Proposal:
    fighter = match.fighters[moved.fighter]
    turned = moved.turned_deg is not None and abs(moved.turned_deg) > TURNED_DEG
    half = half_palm(match, fighter)
    most: float = half if turned or moved.backward else float(speed_left(match, fighter))
    parameters: dict[str, Any] = {"fighter": fighter.id, "palms": _rounded(moved.palms, most, match)}
    if turned:
        parameters["half_turn"] = True
    elif moved.backward:
        parameters["backward"] = True
    text = MOVED.filled(who=called(match, fighter.id), far=palms_told(moved.palms), most=decimal(most))
    if match.turn.active not in {None, fighter.id}:
        text = OUT_OF_TURN.filled(moved=text, other=called(match, match.turn.active or ""))
    where = band(moved.palms, most, measure(match, "palm_tolerance"), facts.sure(fighter.id))
    proposal = _with_command(
        match, "move", text, (fighter.id,), facts.sure(fighter.id), where, "CW-MOVE-01", "move", parameters
    )
    if proposal.command is None and where is not Band.JUST_OUT:
        late = NOT_HIS_MOMENT.filled(who=called(match, fighter.id), far=palms_told(moved.palms))
        return Proposal("move", late, (fighter.id,), facts.sure(fighter.id), Band.JUST_OUT, "CW-TURN-02", is_late=True)
    if proposal.command is None:
        return replace(
            proposal,
            text=TOO_FAR.filled(who=called(match, fighter.id), far=palms_told(moved.palms), most=decimal(most)),
        )
    return proposal


def _rounded(palms: float, most: float, match: Match) -> float:
    """To a hundredth of a palm; what is over by less than the tolerance counts as the whole."""
    near = most < palms <= most + measure(match, "palm_tolerance")
    return most if near else round(palms, 2)


def _with_command(
    match: Match,
    kind: str,
    text: Text,
    about: tuple[str, ...],
    confidence: float,
    where: Band,
    rule: str,
    command: str,
    parameters: Mapping[str, Any],
) -> Proposal:
    """A proposal whose command the rules would take; where they would not it is a remark."""
    if not is_allowed(match, command, parameters):
        return Proposal(kind, text, about, confidence, where, rule)
    return Proposal(kind, text, about, confidence, where, rule, command, parameters)


# -- bodies in the air -----------------------------------------------------------------------------------------------

NOTHING_MET: Final = Text("{who} flew {far} and met nothing.", "{who} ha volado {far} sin chocar.")
AT_ROPES: Final = Text("{who} reached the ropes after {far}.", "{who} ha llegado a las cuerdas tras {far}.")
AT_POST: Final = Text("{who} ran into a post after {far}.", "{who} ha chocado con un poste tras {far}.")
AT_FIGHTER: Final = Text("{who} ran into {other} after {far}.", "{who} ha chocado con {other} tras {far}.")
TOUCHED: Final = Text("{who} touched {other}.", "{who} ha tocado a {other}.")


def _in_the_air(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """Where a whipped or jumping figure ended (CW-WHIP-06 to -19, CW-SPECIAL-07)."""
    for attack in match.turn.pending:
        if attack.kind == "whip" and attack.stage is Stage.PATH:
            moved = next((one for one in facts.moves if one.fighter == attack.defender), None)
            if moved is not None and facts.sure(attack.defender) >= UNCERTAIN:
                yield _landed(match, facts, attack, moved)
    asked = match.turn.asked
    if asked is not None and asked.question == "Q-TOUCH":
        jumper = asked.about[0]
        touched = [one.fighter for one in facts.moves if one.fighter != jumper and facts.sure(one.fighter)]
        text = TOUCHED.filled(who=called(match, jumper), other=", ".join(called(match, one) for one in touched) or "-")
        parameters = {**asked.parameters, "touched": touched}
        yield _with_command(
            match,
            "jump",
            text,
            (jumper, *touched),
            facts.sure(jumper, *touched),
            Band.UNDECIDED,
            "CW-SPECIAL-07",
            "rope_jump",
            parameters,
        )


def _landed(match: Match, facts: TableFacts, attack: Attack, moved: MovedFigure) -> Proposal:
    name = attack.defender
    met = [
        other
        for one in facts.adjacent
        if name in one
        for other in one
        if other not in {name, attack.attacker} and facts.sure(other)
    ]
    parameters: dict[str, Any] = {"obstacle": "none"}
    text = NOTHING_MET
    if name in facts.near_post:
        parameters, text = {"obstacle": "post", "distance": round(moved.palms, 1)}, AT_POST
    elif met:
        parameters = {"obstacle": "fighter", "distance": round(moved.palms, 1), "target": met[0]}
        text = AT_FIGHTER
    elif name in facts.near_ropes:
        parameters, text = {"obstacle": "ropes", "distance": round(moved.palms, 1)}, AT_ROPES
    filled = text.filled(
        who=called(match, name), far=palms_told(moved.palms), other=called(match, met[0]) if met else ""
    )
    about = (name, *met[:1])
    where = band(moved.palms, attack.palms, measure(match, "palm_tolerance"), facts.sure(*about))
    return _with_command(match, "path", filled, about, facts.sure(*about), where, "CW-WHIP-06", "whip_path", parameters)


# -- relations and zones ---------------------------------------------------------------------------------------------

TOUCH: Final = Text("{one} and {other} are adjacent.", "{one} y {other} están adyacentes.")
APART: Final = Text("{one} and {other} are not adjacent any more.", "{one} y {other} ya no están adyacentes.")
ROPES: Final = Text("{who} is at the ropes.", "{who} está en las cuerdas.")
POST: Final = Text("{who} is at a post.", "{who} está en un poste.")
OUTSIDE: Final = Text("{who} is at ringside.", "{who} está en ringside.")
INSIDE: Final = Text("{who} is in the ring.", "{who} está en el ring.")
OVER: Final = Text("{who} went over the top rope: out!", "¡{who} ha pasado sobre la tercera cuerda: eliminado!")


def _zones(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    for name, zone in facts.zone.items():
        if name not in match.roster or facts.sure(name) < UNCERTAIN:
            continue
        now = match.fighters[name].zone
        if now is Zone.OUT or zone in {Zone.OUT.value, now.value}:
            continue
        text = INSIDE if zone == Zone.RING.value else OVER if match.flags["top_rope"] else OUTSIDE
        yield _with_command(
            match,
            "zone",
            text.filled(who=called(match, name)),
            (name,),
            facts.sure(name),
            Band.REACHABLE,
            "CW-WIN-06" if text is OVER else "CW-RING-04",
            "observe",
            {"zone": {name: zone}},
        )


def _relations(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """What has changed against the facts the match knows; each stands for an `observe` of that change alone."""
    known = set(match.facts.adjacent)
    seen = {pair(*one) for one in facts.adjacent if all(name in match.roster for name in one)}
    for one in sorted(known ^ seen):
        if facts.sure(*one) < UNCERTAIN or any(match.fighters[name].zone is Zone.OUT for name in one):
            continue
        text = TOUCH if one in seen else APART
        now = sorted(known | {one} if one in seen else known - {one})
        yield Proposal(
            "adjacent",
            text.filled(one=called(match, one[0]), other=called(match, one[1])),
            one,
            facts.sure(*one),
            reach(match, facts, one[0]).get(one[1], Band.JUST_OUT),
            "CW-ATK-02",
            "observe",
            {"adjacent": [list(each) for each in now], "source": "camera"},
        )
    for fact, text, rule in (("near_ropes", ROPES, "CW-RING-03"), ("near_post", POST, "CW-RING-03")):
        yield from _near_changes(match, facts, fact, text, rule)


def _near_changes(match: Match, facts: TableFacts, fact: str, text: Text, rule: str) -> Iterator[Proposal]:
    known: tuple[str, ...] = getattr(match.facts, fact)
    seen: tuple[str, ...] = getattr(facts, fact)
    for name in seen:
        if name in known or name not in match.roster or facts.sure(name) < UNCERTAIN:
            continue
        yield Proposal(
            fact,
            text.filled(who=called(match, name)),
            (name,),
            facts.sure(name),
            Band.REACHABLE,
            rule,
            "observe",
            {fact: sorted({*known, name}), "source": "camera"},
        )


# -- defence, finisher, placement ------------------------------------------------------------------------------------

NO_COUNTER: Final = Text("{who} has his back turned: no Counter.", "{who} está de espaldas: sin Contra.")
NO_DEFENCE: Final = Text("{who} has his back turned: no defence.", "{who} está de espaldas: sin defensa.")
NO_DODGE: Final = Text("{who} has his back turned: no dodge.", "{who} está de espaldas: no puede esquivar.")
FINISHER: Final = Text("{who}: finisher on {rival} is possible.", "{who}: puede usar su finisher con {rival}.")
NOT_AT_ROPES: Final = Text("{who} does not stand near the ropes.", "{who} no está cerca de las cuerdas.")
UNSEEN: Final = Text("The camera cannot see {who}.", "La cámara no ve a {who}.")


def _defence(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """Nobody defends against, or dodges, what comes from behind (CW-STATUS-22)."""
    for attack in match.turn.pending:
        name = attack.defender
        if attack.stage is Stage.DEFENCE and (attack.attacker, name) in facts.behind:
            if match.fighters[name].posture is not Posture.STANDING:
                continue
            technique = rule_is(match, "technique_from_behind", True)
            text = NO_COUNTER if technique or attack.kind in {"strike", "suplex"} else NO_DEFENCE
            yield _from_behind(match, facts, attack, name, text, "no_defence", {"defender": name})
        if attack.stage is Stage.DODGE and attack.obstacle and (name, attack.obstacle) in facts.behind:
            parameters = {"fighter": attack.obstacle}
            yield _from_behind(match, facts, attack, attack.obstacle, NO_DODGE, "no_dodge", parameters)


def _from_behind(
    match: Match, facts: TableFacts, attack: Attack, who: str, text: Text, command: str, parameters: dict[str, Any]
) -> Proposal:
    sure = facts.sure(attack.attacker, who)
    return _with_command(
        match,
        "behind",
        text.filled(who=called(match, who)),
        (who,),
        sure,
        Band.REACHABLE if sure >= UNCERTAIN else Band.UNDECIDED,
        "CW-STATUS-22",
        command,
        parameters,
    )


def _finisher(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """The rival just attacked is where the sheet wants him (CW-FIN-01)."""
    active = match.turn.active
    if active is None or match.turn.pending:
        return
    fighter: Fighter = match.fighters[active]
    for rival in fighter.attack_targets:
        if facts.sure(active, rival) < UNCERTAIN or not _is_in_position(match, facts, fighter, rival):
            continue
        proposal = _with_command(
            match,
            "finisher",
            FINISHER.filled(who=called(match, active), rival=called(match, rival)),
            (active, rival),
            facts.sure(active, rival),
            Band.REACHABLE,
            "CW-FIN-01",
            "finisher_activate",
            {"attacker": active, "target": rival},
        )
        if proposal.command is not None:
            yield proposal


def _is_in_position(match: Match, facts: TableFacts, fighter: Fighter, rival: str) -> bool:
    seen = {
        "on_ropes": rival in facts.near_ropes,
        "in_corner": rival in facts.near_post,
        "back_turned": (fighter.id, rival) in facts.behind,
    }
    position = fighter.finisher.position
    if position is None:
        return False
    if position.value in seen:
        return seen[position.value]
    return in_position(Draft(match), fighter.id, rival, position)


def _placement(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """Before the first turn everybody stands near the ropes (CW-START-01)."""
    if match.phase is not Phase.PLACEMENT:
        return
    for name in match.roster:
        if name not in facts.near_ropes and facts.sure(name) >= UNCERTAIN and name in facts.zone:
            text = NOT_AT_ROPES.filled(who=called(match, name))
            yield Proposal("placement", text, (name,), facts.sure(name), Band.JUST_OUT, "CW-START-01")


def _unseen(match: Match, facts: TableFacts) -> Iterator[Proposal]:
    """What is not seen is asked, never guessed (section 6.1)."""
    for name in match.roster:
        if facts.sure(name) < UNCERTAIN and match.fighters[name].zone is not Zone.OUT:
            text = UNSEEN.filled(who=called(match, name))
            yield Proposal("unseen", text, (name,), facts.sure(name), Band.UNDECIDED, "section 6")
