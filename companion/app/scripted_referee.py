"""A referee for demonstrations: answers every open question of a clay match, and chooses for everybody.

It decides from the state, the camera's facts and a chooser that hangs on the number of acts alone, so that a bout that
was stopped goes on as if nothing had happened. What a person would see on the table it takes from the camera; what the
camera does not tell it answers by hand, and counts.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.clay_wrestling.model import Attack, Fighter, Flag, Match, Posture, Stage, Zone
from companion.kernel.decisions import Pending
from companion.kernel.dice import Roller
from companion.kernel.game import Game

Given = tuple[str, Mapping[str, Any]]
"""A command's name and parameters; dice are left to the session's generator."""
Point = tuple[float, float]

TIRED_AT = 8
"""From here the scripted owners let a fighter rest when he may."""
WORTH_A_PIN = 2
"""Stamina from which a pin is tried."""
STANDING_MOVES = ("strike", "strike", "strike", "submission", "suplex_grab", "whip")
LYING_MOVES = ("strike", "strike", "submission")
LOOKS_ON_THE_WAY_MM = 45.0
"""Half width of the lane in which a whipped figure meets another one."""


@dataclass(frozen=True)
class KnownTable:
    """What the camera knows now, as far as the referee looks at it.

    Attributes:
        half_mm: half the ring's width and depth.
        palm_mm: of the acting player.
        outside: figures that the camera sees at ringside.
    """

    places: Mapping[str, Point] = field(default_factory=dict)
    half_mm: tuple[float, float] = (350.0, 350.0)
    palm_mm: float = 200.0
    outside: frozenset[str] = frozenset()


class ScriptedReferee:
    """Gives one command after the other until the match is over."""

    def __init__(self, game: Game[Match], seed: str) -> None:
        self.game = game
        self.seed = seed
        self.table = KnownTable()
        self.asked = 0

    def ideas(self, match: Match, acts: int) -> Iterator[Given]:
        """Commands for the question that is open now, the best first; the last one can always be given.

        Args:
            acts: how many acts the match has: the chooser's place.
        """
        stack = self.game.pending(match)
        if not stack:
            return
        yield from self._answers(match, stack[-1], _Chooser(self.seed, acts))

    def _answers(self, match: Match, question: Pending, chooser: "_Chooser") -> Iterator[Given]:
        options = question.options
        attack = match.turn.pending[0] if match.turn.pending else None
        if match.turn.asked is not None:
            yield from self._by_hand(match)
        elif question.kind in {"turn_start", "turn_end", "slots"}:
            yield ("start_turn" if "start_turn" in options else options[-1]), {}
        elif question.kind == "Q-REST":
            yield from self._rests(match)
            yield options[-1], {}
        elif question.kind == "Q-ADJ":
            self.asked += 1
            yield "observe", {"adjacent": self._nearest(match)}
        elif attack is not None:
            yield from self._attack(match, attack, options, chooser)
        elif question.kind == "Q-DICE":
            yield options[0], _subject(options[0], match, question.owner)
        else:
            assert isinstance(question.owner, str)
            yield from self._slot(match, match.fighters[question.owner], chooser)

    # -- before the slots ------------------------------------------------------------------------------------------

    def _rests(self, match: Match) -> Iterator[Given]:
        for fighter in match.in_play:
            if fighter.stamina <= TIRED_AT and Flag.RESTING not in fighter.flags:
                yield "rest", {"fighter": fighter.id}

    def _nearest(self, match: Match) -> list[list[str]]:
        """The two figures that stand closest, where nobody tells who touches whom."""
        names = [fighter.id for fighter in match.in_play if fighter.zone is Zone.RING]
        pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
        if not pairs:
            return []
        return [list(min(pairs, key=lambda pair: self._apart(*pair)))]

    def _apart(self, one: str, other: str) -> float:
        nowhere = (math.inf, math.inf)
        a, b = self.table.places.get(one, nowhere), self.table.places.get(other, nowhere)
        return math.dist(a, b) if math.isfinite(a[0] + b[0]) else math.inf

    def _by_hand(self, match: Match) -> Iterator[Given]:
        """A fact that the camera did not tell: the referee looks at the table himself."""
        asked = match.turn.asked
        assert asked is not None
        self.asked += 1
        facts, about = match.facts, list(asked.about)
        if asked.question == "Q-ADJ":
            yield "observe", {"adjacent": [*map(list, facts.adjacent), about[:2]]}
        elif asked.question == "Q-BACK":
            yield "observe", {"behind": [list(pair) for pair in facts.behind]}
        elif asked.question == "Q-ROPES":
            yield "observe", {"near_ropes": list(facts.near_ropes)}
        elif asked.question == "Q-POST":
            yield "observe", {"near_post": list(facts.near_post)}
        elif asked.question == "Q-DQ":
            yield "referee_ruling", {"topic": "dq", "subject": about[0], "value": True}
        elif asked.question == "Q-LAND":
            yield "referee_ruling", {"topic": "landing", "subject": about[0], "value": "ring"}
        yield asked.command, dict(asked.parameters)

    # -- an attack that waits --------------------------------------------------------------------------------------

    def _attack(self, match: Match, attack: Attack, options: Sequence[str], chooser: "_Chooser") -> Iterator[Given]:
        if attack.stage is Stage.DEFENCE:
            defences = [option for option in options if option != "no_defence"]
            if defences and chooser.under(7, of=10):
                yield defences[0], {"defender": attack.defender}
            yield "no_defence", {"defender": attack.defender}
        elif attack.stage in {Stage.PATH, Stage.WAY_BACK} and "whip_path" in options and attack.stage is Stage.PATH:
            yield "whip_path", self._path(match, attack)
            yield "whip_path", {"obstacle": "none"}
        elif attack.stage is Stage.ROPE_CHOICE:
            yield "rope_choice", {"by": attack.chooser or attack.defender, "choice": chooser.of(options)}
        elif attack.stage is Stage.DODGE:
            yield options[0], {"fighter": attack.obstacle, **({"side": "left"} if options[0] == "dodge" else {})}
            yield "no_dodge", {"fighter": attack.obstacle}
        elif attack.stage is Stage.STAND:
            yield "kickout_choice", {"fighter": attack.defender, "stand": True}
        elif attack.stage in {Stage.DAMAGE, Stage.REBOUND_STRIKE, Stage.WOUND, Stage.ROPE_CHECK, Stage.CHECK}:
            yield options[0], _subject(options[0], match, attack.attacker)
        else:
            yield options[0], {}

    def _path(self, match: Match, attack: Attack) -> dict[str, Any]:
        """What the whipped figure meets, as the camera sees it: straight on, past the attacker and out at his back."""
        start, origin = self.table.places.get(attack.defender), self.table.places.get(attack.attacker)
        if start is None or origin is None or math.dist(start, origin) < 1:
            return {"obstacle": "none"}
        length = math.dist(start, origin)
        way = ((origin[0] - start[0]) / length, (origin[1] - start[1]) / length)
        palms = attack.palms
        bodies = [
            (along / self.table.palm_mm, fighter.id)
            for fighter in match.in_play
            if fighter.id not in {attack.attacker, attack.defender} and fighter.zone is Zone.RING
            for along, beside in [_along(origin, way, self.table.places.get(fighter.id))]
            if along > 0 and beside <= LOOKS_ON_THE_WAY_MM
        ]
        ropes = _to_edge(origin, way, self.table.half_mm) / self.table.palm_mm
        first = min(bodies, default=(math.inf, ""))
        if first[0] <= min(palms, ropes):
            return {"obstacle": "fighter", "distance": round(first[0], 2), "target": first[1]}
        if ropes <= palms:
            return {"obstacle": "ropes", "distance": round(ropes, 2)}
        return {"obstacle": "none"}

    # -- a slot ----------------------------------------------------------------------------------------------------

    def _slot(self, match: Match, fighter: Fighter, chooser: "_Chooser") -> Iterator[Given]:
        name = fighter.id
        if fighter.posture is Posture.LYING and Flag.SUBMITTING not in fighter.flags:
            yield "stand_up", {"fighter": name}
        if fighter.zone is Zone.RINGSIDE and name not in self.table.outside:
            yield "enter_ring", {"fighter": name}
        yield from self._held(fighter, chooser)
        yield from self._against(match, fighter, chooser)
        yield "end_slot", {"fighter": name}

    def _held(self, fighter: Fighter, chooser: "_Chooser") -> Iterator[Given]:
        name = fighter.id
        if Flag.HOLDING in fighter.flags:
            direction = chooser.of(("back", "front", "left", "right"))
            yield "suplex_throw", {"attacker": name, "direction": direction, "to": fighter.zone.value}
        if Flag.SUBMITTING in fighter.flags:
            yield "submission_hold", {"attacker": name}
            yield "release", {"attacker": name}

    def _against(self, match: Match, fighter: Fighter, chooser: "_Chooser") -> Iterator[Given]:
        rivals = [
            match.fighters[other]
            for pair in match.facts.adjacent
            if fighter.id in pair
            for other in pair
            if other != fighter.id and match.fighters[other].zone is not Zone.OUT
        ]
        for rival in sorted(rivals, key=lambda one: (one.stamina, one.id)):
            both = {"attacker": fighter.id, "defender": rival.id}
            down = rival.posture in {Posture.LYING, Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS}
            # his one attack of the turn comes before the pin, which locks both
            if fighter.has_attacked or rival.posture is Posture.UNCONSCIOUS:
                if down and (rival.stamina <= WORTH_A_PIN or rival.posture is Posture.UNCONSCIOUS):
                    yield "pin", both
                continue
            if rival.posture is Posture.KNOCKED_DOWN:
                yield "downed_blow", both
                if rival.stamina <= WORTH_A_PIN:
                    yield "pin", both
            elif down:
                yield chooser.of(LYING_MOVES), both
            yield chooser.of(STANDING_MOVES), both
            yield "strike", both


class _Chooser:
    """Chance for the demonstration: the kernel's generator, at a place that only the number of acts decides."""

    def __init__(self, seed: str, acts: int) -> None:
        self._roller = Roller(f"{seed}:referee:{acts}")

    def under(self, limit: int, of: int) -> bool:
        (face,), self._roller = self._roller.roll(of, 1)
        return face <= limit

    def of(self, options: Sequence[str]) -> str:
        (face,), self._roller = self._roller.roll(len(options), 1)
        return options[face - 1]


def _subject(command: str, match: Match, owner: str | tuple[str, ...]) -> dict[str, Any]:
    """The parameters of a command that only rolls dice."""
    name = owner if isinstance(owner, str) else ""
    attack = match.turn.pending[0] if match.turn.pending else None
    if command == "damage" and attack is not None:
        return {"attacker": attack.attacker, "defender": attack.defender}
    if command in {"suplex_hold", "submission_hold", "rebound_strike"}:
        return {"attacker": name if attack is None else attack.winner or attack.attacker}
    if command in {"wound_roll", "rope_check", "submission_check"} and attack is not None:
        return {"fighter": attack.defender}
    if command in {"stamina_check", "pin_check"}:
        return {"fighter": name}
    return {}


def _along(origin: Point, way: Point, place: Point | None) -> tuple[float, float]:
    """How far along a line, and how far beside it, a place lies (mm)."""
    if place is None:
        return -1.0, math.inf
    x, y = place[0] - origin[0], place[1] - origin[1]
    return x * way[0] + y * way[1], abs(x * way[1] - y * way[0])


def _to_edge(origin: Point, way: Point, half_mm: tuple[float, float]) -> float:
    """How far it is from a place inside the ring to the ropes (mm)."""
    ways = [
        ((math.copysign(half, step) - start) / step)
        for start, step, half in zip(origin, way, half_mm, strict=True)
        if step
    ]
    return max(0.0, min(ways, default=0.0))
