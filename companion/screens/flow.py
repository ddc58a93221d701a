"""The evening's flow as a pure step: `press(flow, key, view) -> (flow, requests)`.

New or resumed show, fighters, sculpting, palms, weigh-in, mode and rules, places, bell. Every step can be skipped and
come back to; what a page does is asked of the app or given to the engine like everything else, so undo takes it back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.kernel.text import Text
from companion.screens.flow_state import (
    FIRST_STRIDE,
    ClaysAgreed,
    FlowRequest,
    FlowUi,
    MeasureAgain,
    MeasureByHand,
    NextMatch,
    OpenSheet,
    PlaceAsSeen,
    Sculpting,
    TakePalm,
    Tell,
)
from companion.screens.flow_view import CLOSED, OPEN, STEPS, FighterRow, FlowView, PlayerRow, Step
from companion.screens.inputs import POINT
from companion.screens.needs import parse_number
from companion.screens.palette import CLAY
from companion.screens.ui_state import Give

Asked = tuple[FlowRequest | Give | OpenSheet | Tell, ...]
Pressed = tuple[FlowUi | None, Asked]
"""The flow after the key (None: closed) and what is asked for."""

CLASSES: Final = ("humanoid", "beast", "absurd")
MODES: Final = ("wrestling_match", "elimination_match", "iron_man", "survivor_series", "katz_rumble")
TEAM_MODE: Final = "survivor_series"
FLAGS: Final = ("win_pin", "win_submission", "dq", "count_out", "last_man_standing", "top_rope")
FLAG_KEYS: Final = "abcdfg"
"""Letters that are no switch of the screen."""
EVERYBODY_KEY: Final = "n"
"""Takes everybody out of the match, or back into it where nobody is in it."""
FEWEST: Final = 2
FINEST: Final = 1 / 1024
WAYS: Final[Mapping[str, tuple[int, int]]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_BACK: Final = {"left": "right", "right": "left", "up": "down", "down": "up"}
LONGEST: Final = 6
_OF_THE_MATCH: Final = frozenset({Step.SCULPTING, Step.PALMS, Step.WEIGH_IN, Step.BELL})
"""Pages about those who fight; the others list the whole roster, so that it can be ticked."""


SCULPTED: Final = Text("Sculpting has ended. U takes that back.", "El modelado ha terminado. U lo deshace.")
NO_CLASS: Final = Text(
    "No class yet: {who}. Rule on it here, then fix mode and rules: 1 humanoid, 2 beast, 3 absurd.",
    "Aún sin clase: {who}. Decídela aquí y después fija el modo: 1 humanoide, 2 bicharraco, 3 absurdo.",
)
FIXED: Final = Text("Fixed for this match. U takes that back.", "Fijado para este combate. U lo deshace.")


def step_of(flow: FlowUi, view: FlowView) -> Step:
    """The page that is open."""
    return flow.step or view.next_step


def press(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    """What one key does on the page that is open; None for a key that is none of the flow's."""
    step = step_of(flow, view)
    kind, _, rest = key.partition(":")
    if step is Step.PALMS and (kind == "step" or key in {"pagedown", "pageup"}) and _is_by_hand(flow, view):
        # what is typed or pointed at is not dropped on the way
        after = _palms(flow, "enter", seen_on(step, flow, view))
        if after is None or not any(isinstance(one, TakePalm) for one in after[1]):
            return after
        gone = press(_to(flow, step), key, replace(view, palm=replace(view.palm, values=())))
        return None if gone is None else (gone[0], (*after[1], *gone[1]))
    if kind == "step":
        return _to(flow, Step(rest)), ()
    if kind == "at":
        return replace(_let_go(flow), step=step, at=rest, typed="", kind="", asked=False), ()
    match key:
        case "escape" if step is Step.PALMS and (flow.frozen or flow.typed):
            return replace(_let_go(flow), typed="", asked=False), (
                (MeasureAgain(points_only=True),) if flow.frozen else ()
            )
        case "escape":
            return None, ()
        case "pagedown":
            return _to(flow, _beside(step, 1)), ()
        case "pageup":
            return _to(flow, _beside(step, -1)), ()
    return _PAGES[step](flow, key, seen_on(step, flow, view))


def _is_by_hand(flow: FlowUi, view: FlowView) -> bool:
    """Whether a palm was typed or pointed at that nobody has taken yet; what only the camera saw comes again."""
    return bool(flow.typed) or any(one.how != "camera" for one in view.palm.values)


def seen_on(step: Step, flow: FlowUi, view: FlowView) -> FlowView:
    """The view as a page shows it: who is not in the match is neither sculpted nor measured nor weighed."""
    if not flow.out or step not in _OF_THE_MATCH:
        return view
    fighters = tuple(one for one in view.fighters if one.id not in flow.out)
    resting = {one.player for one in view.fighters} - {one.player for one in fighters}
    return replace(view, fighters=fighters, players=tuple(one for one in view.players if one.name not in resting))


def _to(flow: FlowUi, step: Step) -> FlowUi:
    return replace(_let_go(flow), step=step, at="", typed="", kind="", asked=False)


def _let_go(flow: FlowUi) -> FlowUi:
    """The picture is live again."""
    return replace(flow, frozen=False, pointed=False)


def _beside(step: Step, way: int) -> Step:
    return STEPS[min(len(STEPS) - 1, max(0, STEPS.index(step) + way))]


def _next(flow: FlowUi, view: FlowView) -> FlowUi:
    return _to(flow, _beside(step_of(flow, view), 1))


# -- who the keys go to -------------------------------------------------------------------------------------------


def player_at(flow: FlowUi, view: FlowView) -> PlayerRow | None:
    """Whose measuring turn it is: the chosen player, else the first without a palm."""
    chosen = next((one for one in view.players if one.id == flow.at), None)
    missing = next((one for one in view.players if one.palm_mm is None), None)
    return chosen or missing or (view.players[0] if view.players else None)


def fighter_at(flow: FlowUi, view: FlowView) -> FighterRow | None:
    """Whose row the keys go to: the chosen one, else the first that nobody has ruled on."""
    chosen = next((one for one in view.fighters if one.id == flow.at), None)
    missing = next((one for one in view.fighters if not one.klass), None)
    return chosen or missing or (view.fighters[0] if view.fighters else None)


def _moved(ids: Sequence[str], here: str | None, way: int) -> str:
    if not ids or here is None:
        return ""
    return ids[(ids.index(here) + way) % len(ids)]


def _row_key(flow: FlowUi, key: str, ids: Sequence[str], here: str | None) -> FlowUi | None:
    """Up, down and a finger choose a row."""
    if key in {"up", "down"}:
        at = _moved(ids, here, 1 if key == "down" else -1)
        return replace(_let_go(flow), at=at, typed="", kind="", asked=False)
    kind, _, who = key.partition(":")
    if kind == "row" and who in ids:
        return replace(_let_go(flow), at=who, typed="", kind="", asked=False)
    return None


# -- pages --------------------------------------------------------------------------------------------------------


def _show(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    if key == "enter":
        return (_to(flow, Step.FIGHTERS), (NextMatch(),)) if view.show.over else (_next(flow, view), ())
    return None


def _fighters(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    if key == "enter" and view.started:
        return _next(flow, view), ()
    here = replace(flow, step=Step.FIGHTERS)
    ids = [one.id for one in view.fighters]
    kind, _, who = key.partition(":")
    if not view.started:
        if key in {"enter", "1"}:
            return here, (OpenSheet(),)
        if key in {"e", "2"} and flow.at in ids:
            return here, (OpenSheet(flow.at),)
        if kind == "row" and who in ids:
            return replace(here, at=who), (OpenSheet(who),)
        if key == "space" and flow.at in ids:
            return replace(here, out=flow.out ^ {flow.at}, blue=flow.blue - {flow.at}), ()
        if key == EVERYBODY_KEY:
            return _nobody_or_all(here, view), ()
    if key in {"up", "down"} and flow.at not in ids and ids:
        return replace(here, at=ids[0 if key == "down" else -1]), ()
    moved = _row_key(here, key, ids, flow.at if flow.at in ids else None)
    return None if moved is None else (moved, ())


def _sculpting(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    here = replace(flow, step=Step.SCULPTING)
    if is_sculpted(view) and key in {"enter", "a", "b"}:
        return (_next(flow, view), ()) if key == "enter" else (here, (Tell(SCULPTED),))
    if key == "enter":
        running = view.clock is not None and view.clock.timer.running
        return here, (Sculpting("pause" if running else "start"),)
    if key in {"a", "b"}:
        return here, (Sculpting("more" if key == "a" else "end"),)
    row = fighter_at(flow, view)
    kind, _, rest = key.partition(":")
    if kind == "class":
        who, _, klass = rest.rpartition(":")
        return _classify(replace(here, at=who), view, who, klass)
    if row is not None and key in {"1", "2", "3"}:
        return _classify(here, view, row.id, CLASSES[int(key) - 1])
    moved = _row_key(here, key, [one.id for one in view.fighters], None if row is None else row.id)
    return None if moved is None else (moved, ())


def is_sculpted(view: FlowView) -> bool:
    """Whether the sculpting time of the table has been ended, so that no clock is left to start."""
    return view.sculpted and view.clock is None


def _classify(flow: FlowUi, view: FlowView, who: str, klass: str) -> Pressed:
    """The ruling; the next figure that waits for one comes up by itself."""
    waiting = [one.id for one in view.fighters if not one.klass and one.id != who]
    at = waiting[0] if waiting else who
    return replace(flow, at=at), (Give("classify", {"fighter": who, "class": klass}),)


def kind_due(flow: FlowUi, view: FlowView) -> str:
    """Which hand is measured by hand now: the one that was chosen, else the closed one after the open one.

    Nobody is asked for the closed hand of a palm that is known: half of it counts.
    """
    player = player_at(flow, view)
    fresh = {one.kind for one in view.palm.values}
    has_closed = CLOSED in fresh or (player is not None and player.half_palm_mm is not None)
    return flow.kind or (CLOSED if OPEN in fresh and not has_closed else OPEN)


LEAST_TYPED_MM: Final = 40
"""From here on a typed number is millimetres: no hand is 40 cm long, none less than 45 mm."""


def unit_of(typed: str) -> str:
    """`cm` or `mm`: what a typed palm is in."""
    value = parse_number(typed)
    return "mm" if value is not None and value >= LEAST_TYPED_MM else "cm"


def _palms(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    player = player_at(flow, view)
    here = replace(flow, step=Step.PALMS, at="" if player is None else player.id)
    if player is None:
        return (_next(flow, view), ()) if key == "enter" else None
    if key.startswith(POINT):
        return _point(here, view, _share(key)) if view.palm.scale else (here, ())
    if key.isdigit() or key in {".", "½"}:
        digit = ".5" if key == "½" else key
        return replace(here, typed=(flow.typed + digit)[:LONGEST], asked=False), ()
    if key == "backspace":
        return replace(here, typed=flow.typed[:-1], asked=False), ()
    if flow.frozen and key in WAYS:
        return _cross(here, key), ()
    match key:
        case "enter":
            return _agreed(here, view, player)
        case "a":
            return replace(_let_go(here), typed="", kind="", asked=False), (MeasureAgain(),)
        case "b":
            other = CLOSED if kind_due(here, view) == OPEN else OPEN
            return replace(here, kind=other, typed="", asked=False), ()
        case "c":
            children = here.children ^ {player.id}
            return replace(_let_go(here), children=children, asked=False), (MeasureAgain(),)
        case "f" if view.palm.picture is not None and view.palm.scale:
            cross = replace(_let_go(here), cross=(0.5, 0.5), stride=FIRST_STRIDE, way="")
            frozen = replace(cross, frozen=not flow.frozen)
            return frozen, (MeasureAgain(points_only=True),)
    moved = _row_key(here, key, [one.id for one in view.players], player.id)
    return None if moved is None else (moved, ())


def _agreed(flow: FlowUi, view: FlowView, player: PlayerRow) -> Pressed:
    """Enter: what was typed or pointed at is measured; what was measured is taken; with nothing new, who is next."""
    if flow.typed:
        # what is missing comes next, also where B had chosen: it does not measure over what has just been typed
        return replace(flow, typed="", kind=""), (MeasureByHand(kind_due(flow, view), flow.typed),)
    if flow.frozen:
        return _point(flow, view, flow.cross)
    if view.palm.values:
        unusual = any(one.question is not None for one in view.palm.values)
        if unusual and not flow.asked:
            return replace(flow, asked=True), ()
        taken = {one.kind for one in view.palm.values}
        whole = (OPEN in taken or player.palm_mm is not None) and (CLOSED in taken or player.half_palm_mm is not None)
        kind = CLOSED if OPEN in taken else ""  # the closed hand may follow; Enter leaves it at half the open one
        after = _next_player(flow, view, player) if whole else replace(flow, asked=False, kind=kind)
        return after, (TakePalm(player.id),)
    return _next_player(flow, view, player), ()


def _next_player(flow: FlowUi, view: FlowView, player: PlayerRow) -> FlowUi:
    """Who has no palm yet; after the last one the next page."""
    fresh = replace(_let_go(flow), typed="", kind="", asked=False)
    missing = [one.id for one in view.players if one.palm_mm is None and one.id != player.id]
    return replace(fresh, at=missing[0]) if missing else _next(fresh, view)


def _share(key: str) -> tuple[float, float]:
    across, _, down = key.removeprefix(POINT).partition(":")
    return float(across), float(down)


def _point(flow: FlowUi, view: FlowView, at: tuple[float, float]) -> Pressed:
    """A point on the picture: the first one freezes it, the second one measures and lets it go."""
    held = not flow.pointed
    kind = flow.kind if held else ""
    after = replace(flow, frozen=held, pointed=held, kind=kind, cross=at, stride=FIRST_STRIDE, way="", asked=False)
    return after, (MeasureByHand(kind_due(flow, view), at=at),)


def _cross(flow: FlowUi, way: str) -> FlowUi:
    """Steps of the keyboard's pointer halve each time it turns back: any place is a few presses away."""
    stride = max(FINEST, flow.stride / 2) if flow.way and way == _BACK[flow.way] else flow.stride
    across, down = WAYS[way]
    cross = (_within(flow.cross[0] + across * stride), _within(flow.cross[1] + down * stride))
    return replace(flow, cross=cross, stride=stride, way=way)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def _weigh_in(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    row = fighter_at(flow, view)
    if key == "enter":
        return _next(flow, view), ((ClaysAgreed(),) if agrees_clays(view) else ())
    kind, _, rest = key.partition(":")
    here = replace(flow, step=Step.WEIGH_IN, at="" if row is None else row.id)
    if view.started and (kind == "colour" or key in {"left", "right"}):
        return here, (Tell(FIXED),)
    if row is not None:
        if kind == "colour" and rest in CLAY:
            return here, (_recoloured(row, rest),)
        if key in {"left", "right"}:
            return here, (_recoloured(row, _free_colour(row, view, 1 if key == "right" else -1)),)
    moved = _row_key(here, key, [one.id for one in view.fighters], None if row is None else row.id)
    return None if moved is None else (moved, ())


def agrees_clays(view: FlowView) -> bool:
    """Whether Enter on the page of the weigh-in says that the clays are right: nobody has said it of these yet."""
    return len(view.fighters) >= FEWEST and not view.ringing and Step.WEIGH_IN not in view.done


def _free_colour(row: FighterRow, view: FlowView, way: int) -> str:
    """The next clay that no other fighter is made of."""
    taken = {one.colour for one in view.fighters if one.id != row.id}
    clays = [one for one in CLAY if one not in taken]
    return clays[(clays.index(row.colour) + way) % len(clays)] if row.colour in clays else clays[0]


def _recoloured(row: FighterRow, colour: str) -> Give:
    """The same sheet in another clay; class and titles stay with the fighter."""
    known = {"fighter": row.id, "name": row.name, "player": row.player}
    return Give("register_fighter", {**known, "clay_colour": colour, **row.sheet})


def mode_of(flow: FlowUi, view: FlowView) -> str:
    """The mode that is chosen."""
    return view.mode if view.started else flow.mode or view.mode or MODES[0]


def flags_of(flow: FlowUi, view: FlowView) -> dict[str, bool]:
    """The ways of winning as they would be frozen now; of a match that is started those that it has."""
    if view.started:
        return {name: bool(view.flags.get(name)) for name in FLAGS}
    preset = view.presets.get(mode_of(flow, view), {})
    return {name: flow.flags.get(name, preset.get(name, False)) for name in FLAGS}


def taking_part(flow: FlowUi, view: FlowView) -> list[str]:
    """Fighters of the match, in table order."""
    return [one.id for one in view.fighters if one.id not in flow.out]


def _mode(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    here = replace(flow, step=Step.MODE)
    if view.started:
        if key == "enter":
            return _next(flow, view), ()
        return (here, (Tell(FIXED),)) if _picks(key) else None
    if key == "enter":
        return _started(here, view)
    if key in {"1", "2", "3", "4", "5"}:
        return replace(here, mode=MODES[int(key) - 1], flags={}), ()
    if key in FLAG_KEYS and len(key) == 1:
        name = FLAGS[FLAG_KEYS.index(key)]
        return replace(here, flags={**flow.flags, name: not flags_of(flow, view)[name]}), ()
    row = fighter_at(flow, view)
    kind, _, who = key.partition(":")
    if kind == "row" and who:
        return _other_side(replace(here, at=who), view, who), ()
    if row is not None and key in {"left", "right", "space"}:
        return _other_side(replace(here, at=row.id), view, row.id), ()
    if key == EVERYBODY_KEY:
        return _nobody_or_all(here, view), ()
    moved = _row_key(here, key, [one.id for one in view.fighters], None if row is None else row.id)
    return None if moved is None else (moved, ())


def _picks(key: str) -> bool:
    """Whether a key picks something on the page of the mode."""
    is_letter = len(key) == 1 and key in {"1", "2", "3", "4", "5", *FLAG_KEYS, EVERYBODY_KEY}
    return is_letter or key in {"left", "right", "space"} or key.startswith("row:")


def _nobody_or_all(flow: FlowUi, view: FlowView) -> FlowUi:
    """Nobody fights, so that a few can be ticked; or everybody again."""
    everybody = frozenset(one.id for one in view.fighters)
    return replace(flow, out=everybody if taking_part(flow, view) else frozenset(), blue=frozenset())


def most_of(flow: FlowUi, view: FlowView) -> int | None:
    """How many fighters the chosen mode holds."""
    return view.most.get(mode_of(flow, view))


def _other_side(flow: FlowUi, view: FlowView, who: str) -> FlowUi:
    """In and out; in a team match red, blue and out."""
    if who in flow.out:
        return replace(flow, out=flow.out - {who}, blue=flow.blue - {who})
    if mode_of(flow, view) == TEAM_MODE and who not in flow.blue:
        return replace(flow, blue=flow.blue | {who})
    return replace(flow, out=flow.out | {who})


def _started(flow: FlowUi, view: FlowView) -> Pressed:
    fighters, mode = taking_part(flow, view), mode_of(flow, view)
    without = [one.name for one in view.fighters if one.id in fighters and not one.klass]
    if without:  # sculpting was skipped: no figure fights without the referees' ruling (CW-CLAY-06)
        return _to(flow, Step.SCULPTING), (Tell(NO_CLASS.filled(who=", ".join(without))),)
    given: dict[str, Any] = {"mode": mode, "fighters": fighters}
    if flow.flags:
        given["flags"] = flags_of(flow, view)
    if mode == TEAM_MODE:
        given["teams"] = {
            "red": [one for one in fighters if one not in flow.blue],
            "blue": [one for one in fighters if one in flow.blue],
        }
    # nothing is built any more once the match is fixed (CW-CLAY-04)
    ends = (Sculpting("end"),) if view.clock is not None else ()
    return _next(flow, view), (*ends, Give("start_match", given))


def _places(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    if key != "enter":
        return None
    if not takes_places(view):
        return _next(flow, view), ()
    if view.stale and not flow.asked:
        return replace(flow, step=Step.PLACES, asked=True), ()
    return _next(flow, view), (PlaceAsSeen(),)


def takes_places(view: FlowView) -> bool:
    """Whether Enter on the page of the places takes what the camera sees; without anybody in sight all is by hand."""
    return view.camera and view.started and not view.ringing and any(one.seen for one in view.fighters)


def _bell(flow: FlowUi, key: str, view: FlowView) -> Pressed | None:
    if key != "enter":
        return None
    if view.started and not view.ringing:
        return None, (Give("start_turn", {}),)
    # the page of the mode was skipped: what stands here holds, and another Enter rings
    return (None, ()) if view.ringing else _started(replace(flow, step=Step.BELL), view)


_PAGES: Final[Mapping[Step, Callable[[FlowUi, str, FlowView], Pressed | None]]] = {
    Step.SHOW: _show,
    Step.FIGHTERS: _fighters,
    Step.SCULPTING: _sculpting,
    Step.PALMS: _palms,
    Step.WEIGH_IN: _weigh_in,
    Step.MODE: _mode,
    Step.PLACES: _places,
    Step.BELL: _bell,
}
