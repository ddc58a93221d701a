"""Any game on the screens, from its visibility-tagged view alone: seats as cards, the rest as panels."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.kernel.decisions import Offer
from companion.kernel.game import Game
from companion.kernel.outcome import Outcome
from companion.kernel.text import Text
from companion.kernel.visibility import PUBLIC, REFEREE_EYES
from companion.screens.choices import NO_COMMANDS, action_of, decision_of, grouped
from companion.screens.clay import chips
from companion.screens.surroundings import Surroundings, numbered
from companion.screens.view_model import Chip, CrowdView, Ending, Fact, FighterView, Panel, RefereeView

S = TypeVar("S")
Plain = Any
NOTHING = Text("", "")
NO_TITLES: Mapping[str, Text] = {}
KEYS: dict[str, Text] = {
    "active": Text("active", "activo"),
    "belts": Text("belts", "cinturones"),
    "pairs": Text("pairs", "pares"),
    "table": Text("table", "mesa"),
    "hand": Text("hand", "mano"),
    "hand_count": Text("cards", "cartas"),
    "has_victory": Text("victory card", "carta de victoria"),
    "phase": Text("phase", "fase"),
    "combat": Text("combat", "combate"),
    "challenger": Text("challenger", "desafiante"),
    "defender": Text("defender", "defensor"),
    "kind": Text("kind", "tipo"),
    "committed": Text("face down", "boca abajo"),
    "interrupted_by": Text("interrupted by", "interrumpe"),
    "house_rules": Text("house rules", "reglas de la casa"),
    "health": Text("health", "salud"),
    "stamina": Text("stamina", "estamina"),
    "fortitude": Text("Fortitude", "Fortitude"),
    "power": Text("power", "poder"),
    "fans": Text("fans", "fans"),
    "fr": Text("Fortitude", "Fortitude"),
    "arsenal": Text("arsenal", "arsenal"),
    "round": Text("round", "ronda"),
    "turn": Text("turn", "turno"),
    "turn_no": Text("turn", "turno"),
    "initiative": Text("initiative", "iniciativa"),
    "deck_count": Text("deck", "mazo"),
    "draw_count": Text("draw pile", "mazo"),
    "discard_count": Text("discarded", "descartes"),
    "momentum": Text("momentum", "impulso"),
    "method": Text("method", "cómo"),
    "winners": Text("winners", "ganan"),
    "losers": Text("losers", "pierden"),
}
VALUES: dict[str, Text] = {
    "True": Text("yes", "sí"),
    "False": Text("no", "no"),
    "None": Text("–", "–"),
    "strength": Text("strength", "fuerza"),
    "speed": Text("speed", "velocidad"),
    "challenge": Text("challenge", "desafío"),
    "commit": Text("choosing cards", "eligen carta"),
    "count": Text("one, two, three", "uno, dos, tres"),
    "ended": Text("over", "terminado"),
    "setup": Text("set-up", "preparación"),
    "face_down": Text("face down", "boca abajo"),
    "action": Text("action", "acción"),
    "main": Text("main phase", "fase principal"),
    "confront": Text("confrontation", "enfrentamiento"),
    "spent": Text("spent", "gastada"),
}
_FIRST = ("belts", "health", "fans", "fortitude", "fr", "power", "stamina", "pairs", "hand_count", "table")
"""Facts that a seat shows first, where a game has them."""
_NOT_SHOWN = frozenset({"seats", "active", "house_rules", "winners", "losers", "method", "phase"})
CROWD_FACTS = 2
_FIELDS_OF_SEATS = 3
_ACTIVE_KEYS = ("active", "turn", "initiative")


def plain_referee_view(
    game: Game[S],
    state: S,
    around: Surroundings,
    offers: Sequence[Offer] = (),
    viewer: str = REFEREE_EYES,
    titles: Mapping[str, Text] = NO_TITLES,
    tell_why: frozenset[str] = NO_COMMANDS,
) -> RefereeView:
    """The referee screen of any game.

    Args:
        offers: of everybody who may act now, joined; see `offers_now`.
        titles: what a command with several targets is called.
        tell_why: commands that tell why a target is not allowed.
    """
    seen = game.view(state, viewer)
    seats = _seats(seen)
    open_questions = game.pending(state)
    question = open_questions[-1] if open_questions else None
    options = () if question is None else question.options
    answers = tuple(action_of(one) for one in offers if one.command in options)
    others = [one for one in offers if one.command not in options]
    return RefereeView(
        title=game.title,
        mode=_phase(seen) or NOTHING,
        phase=_phase(seen),
        slot=_slot(seen),
        fighters=_fighters(seen, seats, around, most=3),
        panels=_panels(seen, seats),
        decision=decision_of(question, {}, answers),
        actions=grouped(others, titles, tell_why),
        proposals=numbered(around.proposals),
        journal=around.journal,
        health=around.health,
        timers=around.timers,
        ending=_ending(game.outcome(state), _chips(seats, around)),
        notice=around.notice,
        review=around.review,
        can_undo=around.can_undo,
        undoes=around.undoes,
        can_redo=around.can_redo,
        acts=around.acts,
        rolled=around.rolled,
        reduced_motion=around.reduced_motion,
        muted=around.muted,
        light_hall=around.light_hall,
    )


def plain_crowd_view(game: Game[S], state: S, around: Surroundings, viewer: str = PUBLIC) -> CrowdView:
    """The crowd board of any game: what `viewer` may know, and nothing else."""
    seen = game.view(state, viewer)
    seats = _seats(seen)
    headline = around.headline or (around.journal[-1].text if around.journal else None)
    return CrowdView(
        title=game.title,
        mode=_phase(seen) or game.title,
        slot=_slot(seen),
        phase=_phase(seen),
        fighters=_fighters(seen, seats, around, most=CROWD_FACTS),
        headline=headline,
        moment=around.moment,
        timers=around.timers,
        ending=_ending(game.outcome(state), _chips(seats, around)),
        review=around.review,
        silent_ms=around.silent_ms,
        reduced_motion=around.reduced_motion,
        light_hall=around.light_hall,
    )


def label(key: str) -> Text:
    """A key of a state model in words; one nobody has translated is shown as it is."""
    shown = key.replace("_", " ")
    return KEYS.get(key, Text(shown, shown))


def value_text(value: Plain) -> Text:
    """Plain data in words."""
    if isinstance(value, Mapping):
        parts = [(label(str(key)), value_text(item)) for key, item in value.items()]
        return Text(
            ", ".join(f"{key.en} {item.en}" for key, item in parts), ", ".join(f"{k.es} {i.es}" for k, i in parts)
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        if not value:
            return VALUES["None"]
        items = [value_text(item) for item in value]
        return Text(" ".join(item.en for item in items), " ".join(item.es for item in items))
    return VALUES.get(str(value), Text(str(value), str(value)))


def _seats(seen: Mapping[str, Plain]) -> tuple[str, ...]:
    for key in ("seats", "players", "fighters"):
        found = seen.get(key)
        if isinstance(found, Mapping) or (isinstance(found, Sequence) and not isinstance(found, str)):
            return tuple(str(one) for one in found)
    # no list of seats: they are what most fields have a value for
    keys = Counter(tuple(map(str, value)) for value in seen.values() if isinstance(value, Mapping) and len(value) > 1)
    if keys and keys.most_common(1)[0][1] >= _FIELDS_OF_SEATS:
        return keys.most_common(1)[0][0]
    return ()


def _phase(seen: Mapping[str, Plain]) -> Text | None:
    found = seen.get("phase")
    if found is None:
        return None
    known = VALUES.get(str(found).lower())
    shown = str(found).replace("_", " ").lower()
    return known or Text(shown, shown)


def _active(seen: Mapping[str, Plain]) -> str | None:
    """Whose move it is, under the name that the rules file gives it."""
    for key in _ACTIVE_KEYS:
        if isinstance(seen.get(key), str):
            return str(seen[key])
    return None


def _slot(seen: Mapping[str, Plain]) -> Text | None:
    active = _active(seen)
    return None if not active else Text(f"{active} acts", f"actúa {active}")


def _chips(seats: tuple[str, ...], around: Surroundings) -> dict[str, Chip]:
    return chips({seat: seat for seat in seats}, around.colours, {})


def _by_seat(seen: Mapping[str, Plain], seats: tuple[str, ...]) -> dict[str, Mapping[str, Plain]]:
    """Fields that have one value a seat."""
    return {
        key: value
        for key, value in seen.items()
        if isinstance(value, Mapping) and value and all(str(one) in seats for one in value)
    }


def _facts(seen: Mapping[str, Plain], seats: tuple[str, ...], seat: str) -> list[Fact]:
    fields = _by_seat(seen, seats)
    keys = sorted(fields, key=lambda key: _FIRST.index(key) if key in _FIRST else len(_FIRST))
    facts = [Fact(label(key), value_text(fields[key][seat])) for key in keys if seat in fields[key]]
    for key in ("players", "fighters"):
        nested = seen.get(key)
        if isinstance(nested, Mapping) and isinstance(nested.get(seat), Mapping):
            facts += [Fact(label(str(name)), value_text(item)) for name, item in nested[seat].items()]
    return facts


def _fighters(
    seen: Mapping[str, Plain], seats: tuple[str, ...], around: Surroundings, most: int
) -> tuple[FighterView, ...]:
    signs = _chips(seats, around)
    return tuple(
        FighterView(
            seat,
            seat,
            signs[seat],
            facts=tuple(_facts(seen, seats, seat)[:most]),
            place=number,
            active=_active(seen) == seat,
        )
        for number, seat in enumerate(seats, start=1)
    )


def _panels(seen: Mapping[str, Plain], seats: tuple[str, ...]) -> tuple[Panel, ...]:
    """A panel a seat with everything known of it, and one for what belongs to nobody."""
    fields = _by_seat(seen, seats)
    common = tuple(
        Fact(label(key), value_text(value))
        for key, value in seen.items()
        if key not in fields and key not in _NOT_SHOWN and key not in {"players", "fighters"}
    )
    panels = [Panel(Text(seat, seat), tuple(_facts(seen, seats, seat))) for seat in seats]
    return (*((Panel(Text("Match", "Partida"), common),) if common else ()), *panels)


def _ending(outcome: Outcome | None, signs: Mapping[str, Chip]) -> Ending | None:
    if outcome is None:
        return None
    names = ", ".join(outcome.winners)
    title = Text(names, names) if names else Text("Nobody wins", "No gana nadie")
    return Ending(title, outcome.text, outcome.winners, tuple(signs[one] for one in outcome.winners if one in signs))
