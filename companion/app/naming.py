"""Which figure of the table file is which fighter of the match: by id, else by name, else by the clay's colour."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.games.clay_wrestling.model import Match
from companion.kernel.names import id_key
from companion.table.facts import Facts
from companion.vision.clay_words import clay_key, clays_of
from companion.vision.figure_names import own_name

T = TypeVar("T")


def figures_as_fighters(figures: Iterable[Mapping[str, Any]], match: Match) -> dict[str, str]:
    """From a figure's id to the fighter's; what cannot be told apart is left out and stays a matter of the referee."""
    fighters = match.fighters.values()
    # a fighter without a name is called by its id
    by_name = _unique((id_key(f.name or f.id), f.id) for f in fighters)
    by_colour = _unique((clay_key(f.clay_colour), f.id) for f in fighters)
    all_figures = {str(figure["id"]): figure for figure in figures}
    found = {id_: id_ for id_ in all_figures if id_ in match.fighters}
    for words, fighter_of in (
        ({id_: id_key(str(one.get("name") or "")) for id_, one in all_figures.items()}, by_name),
        ({id_: next(iter(clays_of(one)), "") for id_, one in all_figures.items()}, by_colour),
    ):
        # a word that two figures have is neither's
        figure_of = _unique((word, id_) for id_, word in words.items() if id_ not in found)
        for word, id_ in figure_of.items():
            fighter = fighter_of.get(word)
            if fighter is not None and fighter not in found.values():
                found[id_] = fighter
    return {id_: found[id_] for id_ in all_figures if id_ in found}


def is_any_unlearned(figures: Iterable[Mapping[str, Any]], match: Match) -> bool:
    """Whether the camera has learned no figure at all, or none that is some fighter's of the match."""
    learned = [figure for figure in figures if figure.get("model")]
    return not learned or not set(match.fighters) <= set(figures_as_fighters(learned, match).values())


def names_without_fighter(figures: Iterable[Mapping[str, Any]], match: Match) -> tuple[str, ...]:
    """Names that people gave to learned figures which are no fighter's yet, in the order of the table file."""
    figures = list(figures)
    taken = figures_as_fighters(figures, match)
    called = {id_key(one.name or one.id) for one in match.fighters.values()}
    names = [own_name(one) for one in figures if one.get("model") and str(one["id"]) not in taken]
    return tuple(dict.fromkeys(name for name in names if name and id_key(name) not in called))


def facts_of_fighters(facts: Facts, names: Mapping[str, str]) -> Facts:
    """The same facts by fighter; figures that are nobody's take no part."""
    return replace(
        facts,
        adjacent=tuple((names[a], names[b]) for a, b in facts.adjacent if a in names and b in names),
        near_ropes=by_fighter(facts.near_ropes, names),
        near_post=by_fighter(facts.near_post, names),
        zone=by_fighter(facts.zone, names),
        uncertain=tuple(names[one] for one in facts.uncertain if one in names),
        moves=tuple(replace(move, id=names[move.id]) for move in facts.moves if move.id in names),
        behind=tuple((names[a], names[b]) for a, b in facts.behind if a in names and b in names),
    )


def by_fighter(values: Mapping[str, T], names: Mapping[str, str]) -> dict[str, T]:
    """A mapping by figure as one by fighter."""
    return {names[figure]: value for figure, value in values.items() if figure in names}


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Words that stand for one fighter only."""
    found: dict[str, list[str]] = {}
    for word, fighter in pairs:
        if word:
            found.setdefault(word, []).append(fighter)
    return {word: fighters[0] for word, fighters in found.items() if len(fighters) == 1}
