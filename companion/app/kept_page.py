"""The page of the flow that was open, kept so that a killed program comes back to it."""

from collections.abc import Mapping
from dataclasses import replace

from companion.screens import flow
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import Step

PAGE = "page"
"""Key of the `live` row: the page that was open, so that a killed program comes back to it; no history."""


def kept_page(ui: FlowUi | None, number: int) -> list[object] | None:
    """What is kept of the open page of match `number`, and of what was picked there and is not in the journal yet."""
    if ui is None:
        return None
    picked = {"mode": ui.mode, "flags": dict(ui.flags), **{key: sorted(getattr(ui, key)) for key in _PEOPLE}}
    return [number, "" if ui.step is None else ui.step.value, ui.at, picked]


def page_of(kept: object, number: int) -> FlowUi | None:
    """The page of match `number` that was open when the program died; None where none is known."""
    if not isinstance(kept, list) or len(kept) not in {KEPT, KEPT + 1} or kept[0] != number:
        return None
    step, at = kept[1:KEPT]
    known = next((one for one in Step if one.value == step), None)
    ui = FlowUi(known, at if isinstance(at, str) and known is not None else "")
    picked = kept[-1] if len(kept) > KEPT else None  # shows of before know of no picks
    return ui if not isinstance(picked, dict) else _picked(ui, picked)


def _picked(ui: FlowUi, kept: Mapping[str, object]) -> FlowUi:
    """With the picks that are right; a broken one is as if it had not been made."""
    mode, flags = kept.get("mode"), kept.get("flags")
    if mode in flow.MODES:
        ui = replace(ui, mode=str(mode))
    if isinstance(flags, dict):
        ui = replace(ui, flags={key: one for key, one in flags.items() if key in flow.FLAGS and isinstance(one, bool)})
    out, blue, children = (_people(kept.get(key)) for key in _PEOPLE)
    return replace(ui, out=out, blue=blue, children=children)


def _people(kept: object) -> frozenset[str]:
    return frozenset(who for who in kept if isinstance(who, str)) if isinstance(kept, list) else frozenset()


KEPT = 3
_PEOPLE = ("out", "blue", "children")
"""Picks that are lists of people."""
