"""Repairing the past: what would follow if one step were taken out, changed or put in. Pure.

The session works it out (`amend`); here it is told: what stays, what falls away and why, who stands differently after.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.acts import Act, Lost
from companion.kernel.dice import DiceRequest
from companion.kernel.text import Text, plural
from companion.screens.key_hints import FINISHER_STATES
from companion.screens.needs import Need
from companion.screens.past_lines import faces_of
from companion.screens.view_model import Action, FighterView, RefereeView

MOST_LOST = 3
MOST_CHANGES = 5
LATER = (
    Text("1 later step stays as it is.", "1 paso posterior se queda como está."),
    Text("{n} later steps stay as they are.", "{n} pasos posteriores se quedan como están."),
)
NONE_LATER = Text("No step comes after it.", "Ningún paso viene después.")
LOST = (
    Text("1 falls away, for the rules do not allow it then:", "1 cae, porque las reglas ya no lo dejan:"),
    Text("{n} fall away, for the rules do not allow them then:", "{n} caen, porque las reglas ya no los dejan:"),
)
DROPPED = Text("1 step falls away.", "1 paso cae."), Text("{n} steps fall away.", "{n} pasos caen.")
NEW_DICE = (
    Text("The new die: {faces}.", "El dado nuevo: {faces}."),
    Text("The new dice: {faces}.", "Los dados nuevos: {faces}."),
)
MORE = Text("and {n} more", "y {n} más")
NOTHING_ELSE = Text("Nothing else changes.", "No cambia nada más.")
SMALLER = Text("Smaller things change, too.", "También cambian cosas menores.")
STANDS = Text("The match then stands at: {after} (now: {before}).", "El combate queda en: {after} (ahora: {before}).")
ASKED = Text("Asked then: {after}", "Se preguntará: {after}")
TURN = Text("turn {n}", "turno {n}")
WHAT_OF = Text("{name}, {what}", "{name}, {what}")
NONE = Text("none", "ninguno")
STATUS, WOUNDS, COUNTS = Text("status", "estatus"), Text("wounds", "heridas"), Text("counts", "cuentas")
FINISHER, COUNTER_LOST, PLACE = (
    Text("finisher", "finisher"),
    Text("Counter dice lost", "dados de Contra perdidos"),
    Text("initiative", "iniciativa"),
)
STAMINA = Text("{name}: stamina {before} → {after}.", "{name}: estamina {before} → {after}.")
NOW = Text("{name}: {before} → {after}.", "{name}: {before} → {after}.")
NO_ENDING = Text("no result yet", "sin resultado")
RESULT = Text("Result: {before} → {after}.", "Resultado: {before} → {after}.")
SAME_AGAIN = Text("The same with other dice: {what}", "Lo mismo con otros dados: {what}")


@dataclass(frozen=True, slots=True)
class Then:
    """The match as it was before a past step: the screen of it, and what the menu must know of it.

    Attributes:
        view: the bare view, without steps of its own.
        same: the step itself without its dice, where it had any.
    """

    view: RefereeView
    dice_due: Callable[[str, Mapping[str, Any]], tuple[DiceRequest, ...]]
    needs: Callable[[str, tuple[str, ...]], tuple[Need, ...]]
    same: Action | None = None


def same_again(act: Act, label: Text) -> Action | None:
    """The same command with its dice to be thrown anew; None where it had none."""
    if not act.rolls:
        return None
    dice = {roll.field.partition(".")[0] for roll in act.rolls}
    rest = {key: value for key, value in act.parameters.items() if key not in dice}
    return Action(SAME_AGAIN.filled(what=label), act.name, rest)


def preview(act: Act, now: RefereeView, then: RefereeView) -> tuple[Text, ...]:
    """What the referee should know before he does it.

    Args:
        act: the planned change of the past.
        now, then: the screens before and after it.
    """
    kept = _kept(act)
    lines = [plural(kept, *LATER)] if kept else [] if act.lost else [NONE_LATER]
    if act.parameters["how"] == "cut":
        lines = [plural(act.count, *DROPPED)]
    dice = [str(face) for one in act.again[:1] for roll in one.rolls for face in faces_of(roll.faces)]
    if dice and act.parameters["how"] in {"change", "insert"}:
        lines.insert(0, NEW_DICE[len(dice) > 1].filled(faces=" ".join(dice)))
    if act.lost:
        lines += [plural(len(act.lost), *LOST), *_reasons(act.lost)]
    changes = list(_changes(now, then))
    lines += changes[:MOST_CHANGES]
    if len(changes) > MOST_CHANGES:
        lines.append(MORE.filled(n=len(changes) - MOST_CHANGES))
    if not changes:
        lines.append(NOTHING_ELSE if _seen(now) == _seen(then) else SMALLER)
    return tuple(lines)


def _seen(view: RefereeView) -> tuple[object, ...]:
    """What of a screen a change of the past can change."""
    ring = None if view.ring is None else (view.ring.figures, view.ring.links)
    return view.fighters, ring, view.decision, view.actions, view.panels, view.board, _where(view), view.ending


def _kept(act: Act) -> int:
    return len(act.again) - (act.parameters["how"] in {"change", "insert"})


def _reasons(lost: Sequence[Lost]) -> Iterator[Text]:
    """Each reason once: what falls away mostly falls for the same one."""
    reasons = list(dict.fromkeys(one.refusal.reason for one in lost))
    yield from reasons[:MOST_LOST]
    if len(reasons) > MOST_LOST:
        yield MORE.filled(n=len(reasons) - MOST_LOST)


def _changes(now: RefereeView, then: RefereeView) -> Iterator[Text]:
    """The result first, then whoever stands differently."""
    endings = [NO_ENDING if view.ending is None else view.ending.title for view in (now, then)]
    if endings[0] != endings[1]:
        yield RESULT.filled(before=endings[0], after=endings[1])
    if _where(now) != _where(then):
        yield STANDS.filled(before=_where(now), after=_where(then))
    before = {one.id: one for one in now.fighters}
    for one in then.fighters:
        if one.id in before:
            yield from _fighter(before[one.id], one)
    asked = [None if view.decision is None else view.decision.question for view in (now, then)]
    if asked[0] != asked[1] and asked[1] is not None:
        yield ASKED.filled(after=asked[1])


def _where(view: RefereeView) -> Text:
    """Turn, phase and whose slot, in one line."""
    turn = None if view.turn_no is None else TURN.filled(n=view.turn_no)
    parts = [part for part in (turn, view.phase, view.slot) if part is not None]
    return Text(", ".join(part.en for part in parts), ", ".join(part.es for part in parts))


def _fighter(before: FighterView, after: FighterView) -> Iterator[Text]:
    if before.gauge is not None and after.gauge is not None and before.gauge.value != after.gauge.value:
        yield STAMINA.filled(name=after.name, before=before.gauge.value, after=after.gauge.value)
    if before.posture is not None and after.posture is not None and before.posture != after.posture:
        yield NOW.filled(name=after.name, before=before.posture, after=after.posture)
    for what, was, now in zip(_KINDS, _told(before), _told(after), strict=True):
        if was != now:
            yield NOW.filled(name=WHAT_OF.filled(name=after.name, what=what), before=was, after=now)
    had = {fact.label: fact.value for fact in before.facts}
    for fact in after.facts:
        if fact.label in had and had[fact.label] != fact.value:
            name = Text(f"{after.name}, {fact.label.en}", f"{after.name}, {fact.label.es}")
            yield NOW.filled(name=name, before=had[fact.label], after=fact.value)


_KINDS = (STATUS, WOUNDS, COUNTS, FINISHER, COUNTER_LOST, PLACE)


def _told(one: FighterView) -> tuple[Text, ...]:
    """What else stands on a fighter's card, kind by kind as in `_KINDS`."""
    counts = [Text(f"{count.label.en} {count.value}", f"{count.label.es} {count.value}") for count in one.counts]
    finisher = NONE if one.finisher is None else FINISHER_STATES[one.finisher.state]
    numbers = [NONE if n is None else Text(str(n), str(n)) for n in (one.counter_loss, one.place)]
    return (_listed(one.flags), _listed(one.wounds), _listed(counts), finisher, *numbers)


def _listed(words: Sequence[Text]) -> Text:
    return Text(", ".join(one.en for one in words), ", ".join(one.es for one in words)) if words else NONE
