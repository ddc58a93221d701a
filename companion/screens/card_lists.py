"""Long lists of a card game's choices, folded so that three presses reach any of them: the act, the card, the rest.

Pure. A list that one page holds stays as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.kernel.titles import title_of
from companion.screens.card_choices import TITLES
from companion.screens.card_words import same
from companion.screens.menu import CHOICE_KEYS
from companion.screens.view_model import Action

PAGE = len(CHOICE_KEYS)
FLAT_UP_TO = 2
"""So many variants of a command are listed flat."""
CARD = "card"


def folded(actions: Sequence[Action], cards: Mapping[str, Any]) -> tuple[Action, ...]:
    """One entry a command, where there are more choices than a page holds; what nobody may do tells one reason.

    Args:
        cards: of the match, for their titles.
    """
    if len(actions) <= PAGE:
        return tuple(actions)
    legal: list[Action] = []
    refused: list[Action] = []
    for variants in _apart(actions, lambda one: (one.command, one.actor)).values():
        able = [one for one in variants if one.legal]
        first = (able or variants)[0]
        title = TITLES.get(first.command, first.label)
        if not able:
            refused.append(first if len(variants) == 1 else replace(first, label=title))
        elif len(able) <= FLAT_UP_TO:
            legal += able
        else:
            legal.append(Action(title, first.command, {}, first.actor, children=by_card(able, cards)))
    return (*legal, *refused)


def by_card(actions: Sequence[Action], cards: Mapping[str, Any]) -> tuple[Action, ...]:
    """One entry a card, where there are more choices than a page holds; what can be done with it lies behind."""
    if len(actions) <= PAGE or not all(isinstance(one.parameters.get(CARD), str) for one in actions):
        return tuple(actions)
    return tuple(
        variants[0]
        if len(variants) == 1
        else replace(variants[0], label=same(title_of(cards, ref)), parameters={CARD: ref}, children=tuple(variants))
        for ref, variants in _apart(actions, lambda one: one.parameters[CARD]).items()
    )


def _apart(actions: Sequence[Action], key: Callable[[Action], Any]) -> dict[Any, list[Action]]:
    found: dict[Any, list[Action]] = {}
    for one in actions:
        found.setdefault(key(one), []).append(one)
    return found
