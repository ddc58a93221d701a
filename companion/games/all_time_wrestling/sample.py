"""What the source says of cards and boards (section 3), and nothing else: what is not given stays None.

Provenance: plain numbers are printed in the source; `DERIVED` names those that follow from a worked example.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from companion.games.all_time_wrestling.model import (
    Ability,
    Benefit,
    Board,
    CardEntry,
    Gain,
    Reversal,
)
from companion.kernel.codec import key_of

CARDS: Mapping[str, CardEntry] = {
    "shooting_star": CardEntry("Shooting Star", None, damage=3, tn=4, momentum=3, icons=("taunt", "recover")),
    "fall_from_grace": CardEntry("Fall From Grace", "jax_felix", damage=5, tn=6, class_="finisher", left=("square",)),
    "full_nelson_slam": CardEntry("Full Nelson Slam", "shumba", cost=2),
    "big_boot": CardEntry("Big Boot", None, damage=2, right=("circle",)),
    "pounce": CardEntry("Pounce", None, damage=2, left=("circle",)),
    "drop_kick": CardEntry("Drop Kick", None, right=("circle",)),
    "roundhouse_kick": CardEntry("Roundhouse Kick", None, damage=2, left=("circle",), right=("circle",)),
    "german_suplex": CardEntry("German Suplex", None, damage=2, left=("circle",), right=("square",)),
    "spinning_back_kick": CardEntry(
        "Spinning Back Kick", None, tn=4, icons=("pin",), left=("square",), right=("square",)
    ),
    "springboard_cutter": CardEntry("Springboard Cutter"),
    "strike_combo": CardEntry("Strike Combo", cost=1),
    "punches": CardEntry("Punches", cost=1, icons=("rampage",)),
    "european_uppercut": CardEntry("European Uppercut", cost=1, icons=("rampage",)),
    "ankle_lock": CardEntry("Ankle Lock", tn=6),
    "back_suplex": CardEntry("Back Suplex", class_="ordinary"),
}
DERIVED = frozenset(
    {
        ("big_boot", "damage"),
        ("pounce", "damage"),
        ("roundhouse_kick", "damage"),
        ("german_suplex", "damage"),
    }
)

# "gain the initiative" is all that is told of King of Counters: there is no further text to ask for
BOARDS: Mapping[str, Board] = {
    "jax_felix": Board(recover=Benefit(Gain(stamina=2, cards=1), Gain(stamina=1, health=1, cards=1))),
    "kurt_angle": Board(
        abilities={
            "king_of_counters": Ability("permanent", "defense", tn=6),
            "reversal_into_anklelock": Ability("one_time", "defense", counterable=True),
            "straps_off": Ability(),
        }
    ),
    "shumba": Board(reversal=Reversal(damage=2, momentum=2)),
    "the_british_bulldog": Board(
        abilities={
            "shades_of_wembley": Ability("one_time", "defense", cost=1, counterable=True, counter_tn=4),
            "whether_he_wants_to_or_not": Ability(),
        }
    ),
    "randy_savage": Board(abilities={"valet_distraction": Ability()}),
}


def card_over_sample(ref: str, given: CardEntry) -> CardEntry:
    """A fixture fills what the sample leaves open; lists may add icons (section 7).

    A value that says where it comes from is a card file's, and goes before the sample's.
    """
    sample = CARDS.get(ref)
    if sample is None:
        fixed = given.class_ if given.provenance is not None else given.class_ or "ordinary"
        return replace(given, class_=fixed)
    told = given.provenance or {}
    values: dict[str, Any] = {}
    for item in fields(CardEntry):
        known, added = getattr(sample, item.name), getattr(given, item.name)
        if key_of(item) in told:
            values[item.name] = added
        elif isinstance(known, tuple):
            values[item.name] = (*known, *(icon for icon in added if icon not in known))
        else:
            values[item.name] = added if known is None or item.name in {"fixture", "provenance"} else known
    return CardEntry(**values)


def board_over(under: Board, given: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a board with given fields laid over it, abilities field by field."""
    plain: dict[str, Any] = {
        "health_max": under.health_max,
        "stamina_max": under.stamina_max,
        "low_health_max": under.low_health_max,
        "low_stamina_max": under.low_stamina_max,
        "reversal": _plain(under.reversal),
        "taunt": None if under.taunt is None else _benefit(under.taunt),
        "recover": None if under.recover is None else _benefit(under.recover),
        "abilities": {ref: _plain(ability) for ref, ability in under.abilities.items()},
        "fixture": under.fixture,
        "provenance": under.provenance,
    }
    for key, value in given.items():
        if key == "abilities" and isinstance(value, Mapping):
            for ref, changes in value.items():
                plain["abilities"][str(ref)] = {**plain["abilities"].get(str(ref), {}), **(changes or {})}
        elif key == "reversal" and isinstance(value, Mapping):
            plain["reversal"] = {**plain["reversal"], **value}
        else:
            plain[key] = value
    return plain


def _plain(entry: object) -> dict[str, Any]:
    return {item.name: getattr(entry, item.name) for item in fields(entry)}  # type: ignore[arg-type]


def _benefit(benefit: Benefit) -> dict[str, Any]:
    return {"attacker": _plain(benefit.attacker), "defender": _plain(benefit.defender)}
