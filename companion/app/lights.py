"""A clay match as light: which of its facts the ropes and posts tell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.clay_wrestling.events import Whipped
from companion.games.clay_wrestling.model import Fighter, Flag, Match, Posture, Zone
from companion.kernel.text import Text
from companion.leds.packets import Timer
from companion.leds.scenes import WHIP_MS, CountOut, ShowLights, Slot, Whip
from companion.leds.status import TROUBLE, LightState, LightStatus
from companion.leds.zones import Corner, Rgb, Side

STAMINA_LOW_AT = 0
"""From here a fighter is close to the end: the side where he stands glows."""
COUNT_OUT_LIMIT = 4
"""CW-WIN-04."""
PIN_CHECKS = 2
UNKNOWN_CLAY = (200, 200, 200)
NOWHERE = (0.0, -1.0)
"""A figure whose place nobody knows is shown on the south side, where the referee stands."""

Place = tuple[float, float]
SIMULATED_PORTS = frozenset({"sim", "firmware"})


def icon_word(status: LightStatus) -> str:
    """The word for the one item of the referee screen: connected, simulated, searching, lost or off."""
    if status.state in TROUBLE:
        return "lost"
    if status.state is not LightState.READY:
        # nothing was ever there, that is no loss; and off is only what somebody switched off
        return "searching" if status.state is LightState.SEARCHING else "off"
    return "simulated" if status.port in SIMULATED_PORTS else "connected"


@dataclass
class LightNews:
    """What the referee is told of the lights beside the icon: one message a trouble, none while it lasts.

    Lights that work may have something to tell too (a WLED too old): once as long as it is the same.
    """

    _in_trouble: bool = False
    _warned: Text | None = None

    def told(self, status: LightStatus) -> Text | None:
        """The message that is new now; None almost always."""
        if status.state is LightState.READY:
            self._in_trouble = False
            if status.text is not None and status.text != self._warned:
                self._warned = status.text
                return status.text
        if status.state not in TROUBLE or self._in_trouble:
            return None
        self._in_trouble = True
        return status.text


def lights_of(
    match: Match,
    places: Mapping[str, Place],
    colours: Mapping[str, tuple[int, int, int]],
    *,
    timer: Timer | None = None,
    whip: Whip | None = None,
) -> ShowLights:
    """What the kit should tell now.

    Args:
        places: millimetres from the ring centre, by fighter, as the camera or the referee says.
        colours: the fighters' clay, 0..255 a channel.
        timer: sculpting time or the Iron Man hour, where one runs.
        whip: the Irish whip that is on its way.
    """
    tint = {name: Rgb(*colours.get(name, UNKNOWN_CLAY)) for name in match.fighters}
    where = {name: places.get(name, NOWHERE) for name in match.fighters}
    fighters = match.in_play
    active = match.turn.active
    slot = None
    if active is not None and not match.over:
        slot = Slot(corner_of(where[active]), side_of(where[active]), tint[active])
    tieup = next((group for group in match.turn.groups if group.kind == "tieup" and not group.left), None)
    return ShowLights(
        slot=slot,
        initiative=tuple(tint[name] for name in _waiting(match)),
        stamina_low=_sides(where, (f for f in fighters if f.stamina <= STAMINA_LOW_AT)),
        near_ropes=_sides(where, (f for f in fighters if f.id in match.facts.near_ropes)),
        tieup=None if tieup is None else (tint[tieup.members[0]], tint[tieup.members[1]]),
        knocked_down=any(f.posture is Posture.KNOCKED_DOWN for f in fighters),
        submission=any(Flag.SUBMITTED in f.flags for f in fighters),
        unconscious=any(f.posture is Posture.UNCONSCIOUS for f in fighters),
        pin_count=_pin_count(match),
        count_out=_count_out(match),
        timer=timer,
        whip=whip,
        finisher_ready=next((tint[f.id] for f in fighters if Flag.FINISHER_ACTIVE in f.flags), None),
        elimination=_just_eliminated(match, tint),
        winner=_winner(match, tint),
        under_review=match.review is not None,
    )


@dataclass
class WhipLight:
    """The Irish whip as light: it begins with the act and is over by itself, whatever else happens meanwhile."""

    _whip: Whip | None = None
    _until_ms: int = 0

    def hear(
        self,
        events: Iterable[object],
        places: Mapping[str, Place],
        colours: Mapping[str, tuple[int, int, int]],
        now_ms: int,
    ) -> None:
        """Take the events of one act; the body flies from his side of the ring to the opposite one."""
        for event in events:
            if isinstance(event, Whipped):
                start = side_of(places.get(event.defender, NOWHERE))
                self._whip = Whip(start, start.opposite, Rgb(*colours.get(event.defender, UNKNOWN_CLAY)))
                self._until_ms = now_ms + WHIP_MS

    def now(self, now_ms: int) -> Whip | None:
        """The whip that is on its way."""
        return self._whip if now_ms < self._until_ms else None

    def is_over(self, now_ms: int) -> bool:
        """True once, when it has arrived: the lights may tell the rest again."""
        if self._whip is None or now_ms < self._until_ms:
            return False
        self._whip = None
        return True


def corner_of(place: Place) -> Corner:
    """The post that is nearest."""
    x_mm, y_mm = place
    if y_mm < 0:
        return Corner.SW if x_mm < 0 else Corner.SE
    return Corner.NW if x_mm < 0 else Corner.NE


def side_of(place: Place) -> Side:
    """The side of the ring that is nearest (of a square ring; near enough for light in others)."""
    x_mm, y_mm = place
    if abs(y_mm) >= abs(x_mm):
        return Side.SOUTH if y_mm < 0 else Side.NORTH
    return Side.WEST if x_mm < 0 else Side.EAST


def _waiting(match: Match) -> tuple[str, ...]:
    """Who acts after the slot that is open, next first."""
    order = (*match.turn.order, *(name for name in match.turn.late if name not in match.turn.order))
    return tuple(
        name
        for name in order
        if name != match.turn.active
        and not match.fighters[name].has_acted
        and match.fighters[name].zone is not Zone.OUT
    )


def _sides(where: Mapping[str, Place], fighters: Iterable[Fighter]) -> tuple[Side, ...]:
    return tuple(sorted({side_of(where[fighter.id]) for fighter in fighters}))


def _pin_count(match: Match) -> int:
    """0 without a pin; 1 and 2 for the checks, 3 when it is won (CW-CHECK-08)."""
    if match.over and match.ending == "pin":
        return PIN_CHECKS + 1
    return max((f.pin.count for f in match.in_play if f.pin is not None), default=0)


def _count_out(match: Match) -> CountOut | None:
    counted = max((f.ringside_turns for f in match.in_play if f.zone is Zone.RINGSIDE), default=0)
    if not counted or not match.flags.get("count_out"):
        return None
    limit = match.profile.get("count_out_turns", COUNT_OUT_LIMIT)
    return CountOut(counted, int(limit))


def _just_eliminated(match: Match, tint: Mapping[str, Rgb]) -> Rgb | None:
    if match.over or not match.eliminated or match.eliminated[-1].turn != match.turn_no:
        return None
    return tint[match.eliminated[-1].fighter]


def _winner(match: Match, tint: Mapping[str, Rgb]) -> Rgb | None:
    winner = match.winner or ""
    if winner in tint:
        return tint[winner]
    team = match.teams.get(winner)
    return tint[team.members[0]] if team is not None else None
