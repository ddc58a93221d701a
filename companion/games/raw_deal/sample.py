"""What the source says of Superstars and cards (section 3), and nothing else: what is not given stays None.

Provenance: numbers are printed in the source; those of `DERIVED` follow from the sample match.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from companion.games.raw_deal.model import (
    AUSTIN,
    JERICHO,
    KANE,
    MANKIND,
    ROCK,
    TRIPLE_H,
    UNDERTAKER,
    CardEntry,
    FIf,
    Requires,
    Reverses,
    SuperstarEntry,
)

E = TypeVar("E", CardEntry, SuperstarEntry)

SUPERSTARS: Mapping[str, SuperstarEntry] = {
    AUSTIN: SuperstarEntry("Stone Cold Steve Austin", hand_size=7),
    ROCK: SuperstarEntry("The Rock", hand_size=5),
    MANKIND: SuperstarEntry("Mankind"),
    UNDERTAKER: SuperstarEntry("The Undertaker"),
    KANE: SuperstarEntry("Kane"),
    TRIPLE_H: SuperstarEntry("Triple H"),
    JERICHO: SuperstarEntry("Chris Jericho"),
}


def _maneuver(title: str, f: int | None = None, d: int | None = None, *types: str, **more: Any) -> CardEntry:
    return CardEntry(title, ("maneuver",), types, f, d, **more)


def _action(title: str, f: int | None = None, d: int | None = None, **more: Any) -> CardEntry:
    return CardEntry(title, ("action",), (), f, d, **more)


def _reversal(title: str, f: int | None, d: int | None, reverses: Reverses, **more: Any) -> CardEntry:
    return CardEntry(title, ("reversal",), (), f, d, reverses=reverses, **more)


MILL_ONE: tuple[Mapping[str, Any], ...] = ({"mill": 1},)

CARDS: Mapping[str, CardEntry] = {
    "arm_bar_takedown": _maneuver("Arm Bar Takedown", 0, 2),
    "arm_drag": _maneuver("Arm Drag", effects=({"discard": 1},)),
    "atomic_drop": _maneuver("Atomic Drop", None, 6, "grapple", effects=({"next_d": 2},)),
    "austin_elbow_smash": _maneuver("Austin Elbow Smash", requires=Requires(after_d=5)),
    "break_the_hold": _reversal("Break the Hold", 0, None, Reverses(types=("submission",))),
    "chair_shot": _maneuver("Chair Shot", None, None, "strike", "foreign_object"),
    "chicken_wing": _maneuver("Chicken Wing", 12, None, "submission", effects=({"to_arsenal": 2, "may": True},)),
    "chin_lock": _maneuver("Chin Lock", 2),
    "chop": CardEntry("Chop", ("maneuver", "action"), ("strike",), 0, 2, effects=({"draw": 1, "as": "action"},)),
    "crippler_crossface": CardEntry("Crippler Crossface"),
    "discus_punch": _maneuver("Discus Punch", None, 9),
    "disqualification": _reversal("Disqualification", None, None, Reverses(reversals=True)),
    "dont_think_too_hard": _action("Don't Think Too Hard"),
    "double_digits": CardEntry("Double Digits"),
    "elbow_to_the_face": _reversal("Elbow to the Face", 0, 2, Reverses(types=("all",), max_d=7)),
    "escape_move": _reversal("Escape Move", 0, None, Reverses(types=("grapple",))),
    "falling_fist": _maneuver("Falling Fist", None, None, "high_risk", requires=Requires(after_d=4)),
    "firemans_carry": _maneuver("Fireman's Carry", 0, 3, effects=({"look_hand": 1, "may": True},)),
    "get_crowd_support": _action("Get Crowd Support", effects=({"next_d": 4}, {"next_reversal_f": 12})),
    "guillotine_stretch": _maneuver("Guillotine Stretch", effects=({"opponent_discard": 1}, {"draw": 1})),
    "hip_toss": _maneuver("Hip Toss", None, 3),
    "hmmm": _action("Hmmm", effects=({"look_top": 5},)),
    "irish_whip": _action("Irish Whip", setup=True),
    "jockeying_for_position": _action("Jockeying for Position", setup=True),
    "kick": _maneuver("Kick", None, 5, must_costs=MILL_ONE),
    "not_yet": _action("Not Yet", 4),
    "open_a_can_of_whoop_a": _action(
        "Open a Can of Whoop-A%$",
        2,
        effects=({"next_d": 6}, {"next_reversal_f": 20}, {"draw": 1, "may": True}),
    ),
    "piledriver": _maneuver("Piledriver", 17, 12, sv=1),
    "powerbomb": _maneuver("Powerbomb"),
    "punch": _maneuver("Punch", 0, 3),
    "recovery": _action("Recovery", effects=({"to_arsenal": 2, "shuffle": True}, {"draw": 1})),
    "rock_bottom": CardEntry(
        "Rock Bottom",
        ("maneuver", "reversal"),
        ("grapple",),
        30,
        20,
        superstar=ROCK,
        must_costs=({"discard": 1, "as": "reversal"},),
    ),
    "roll_out_of_the_ring": _action("Roll Out of the Ring", effects=({"discard": 2}, {"to_hand": 2})),
    "rolling_takedown": _reversal("Rolling Takedown", None, None, Reverses(types=("grapple",), max_d=7)),
    "running_elbow_smash": _maneuver("Running Elbow Smash", 2, 6, "strike", must_costs=MILL_ONE),
    "russian_leg_sweep": _maneuver("Russian Leg Sweep", 2, 4, "grapple"),
    "shane_omac": _action("Shane O'Mac", effects=({"opponent_mill": 1, "each_turn": True},)),
    "step_aside": _reversal("Step Aside", 0, None, Reverses(types=("strike",))),
    "stone_cold_stunner": _maneuver("Stone Cold Stunner", 30, superstar=AUSTIN, f_if=FIf("kick", -6)),
    "the_peoples_elbow": CardEntry("The People's Elbow"),
    "vertical_suplex": CardEntry(
        "Vertical Suplex",
        ("maneuver", "reversal"),
        ("grapple",),
        6,
        reverses=Reverses(titles=("vertical_suplex",)),
    ),
}
DERIVED = frozenset(
    {
        ("atomic_drop", "types"),
        ("chicken_wing", "f"),
        ("chicken_wing", "types"),
        ("hip_toss", "d"),
        ("running_elbow_smash", "types"),
        ("russian_leg_sweep", "types"),
        ("step_aside", "f"),
    }
)


def over(sample: E | None, given: E) -> E:
    """A fixture fills what the sample leaves null or empty (section 7).

    A value that says where it comes from is a card file's, and goes before the sample's.
    """
    if sample is None:
        return given
    told = given.provenance if isinstance(given.provenance, Mapping) else {}
    values: dict[str, Any] = {}
    for item in fields(given):
        known = getattr(sample, item.name)
        empty = known is None or known == () or known is False
        values[item.name] = getattr(given, item.name) if empty or item.name in told else known
    return type(given)(**values)
