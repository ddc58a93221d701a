"""Nothing is cut in any state that random bouts meet: the longest of all that they show, on the screens together."""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest

from companion.kernel.text import Text
from companion.screens import clay_view, render
from companion.screens.menu import choices
from companion.screens.view_model import Action, CrowdView, Decision, FighterView, RefereeView
from screens.boxes import check_whole_and_apart
from screens.presses import Wanderer
from screens.stand import Stand

BOUTS = ((2, 3, 60), (6, 1, 130), (6, 4, 130))
"""Fighters, seed and acts of each bout."""
SIZES = ((1280, 720), (1366, 768), (1080, 1920))
LANGUAGES = ("es", "en")
AT_ONCE = 6
T = TypeVar("T")


@dataclass
class Met:
    """Everything that was to be seen in the bouts."""

    view: RefereeView | None = None
    crowd: CrowdView | None = None
    fighters: dict[FighterView, None] = field(default_factory=dict)
    actions: dict[tuple[Text, str], Action] = field(default_factory=dict)
    decisions: dict[Text, Decision] = field(default_factory=dict)
    lines: dict[Text, None] = field(default_factory=dict)


@functools.cache
def met() -> Met:
    found = Met()
    for count, seed, acts in BOUTS:
        player = Wanderer(Stand.of(count, str(seed)), seed)
        while len(player.stand.acts) < acts and not player.stand.session.state.over:
            view = player.loop.view(0)
            found.fighters |= dict.fromkeys(replace(one, id="", place=1, abilities=()) for one in view.fighters)
            found.actions |= {(one.label, str(one.reason) + one.dice + one.rule): one for one in choices(view)}
            if view.decision is not None:
                found.decisions[view.decision.question] = view.decision
            if view.turn_no and view.decision is None and view.dice is None and view.entry is None:
                found.view = view
                found.crowd = clay_view.crowd_view(player.stand.session.state, player.stand.around)
            player.press()
        found.lines |= dict.fromkeys(line.text for line in player.stand.lines)
    return found


def longest(items: Iterable[T], words: list[str], most: int) -> list[T]:
    return [one for _, one in sorted(zip(map(len, words), items, strict=True), key=lambda pair: -pair[0])][:most]


def pages(items: Sequence[T]) -> list[tuple[T, ...]]:
    return [tuple(items[n : n + AT_ONCE]) for n in range(0, len(items), AT_ONCE)]


def told(fighter: FighterView, language: str) -> str:
    every = (fighter.posture, *fighter.flags, *fighter.wounds, fighter.stance, fighter.klass)
    return " ".join(one.of(language) for one in every if one is not None)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
class TestTheLongest:
    def test_fighters(self, size: tuple[int, int], language: str) -> None:
        base, crowd = met().view, met().crowd
        assert base is not None
        assert crowd is not None
        found = list(met().fighters)
        for some in pages(longest(found, [told(one, language) for one in found], 18)):
            fighters = tuple(replace(one, id=str(n)) for n, one in enumerate(some))
            check_whole_and_apart(render.referee_canvas(replace(base, fighters=fighters), size, language))
            check_whole_and_apart(render.crowd_canvas(replace(crowd, fighters=fighters), size, language, 0))

    def test_choices(self, size: tuple[int, int], language: str) -> None:
        base = met().view
        assert base is not None
        found = list(met().actions.values())
        words = [
            one.label.of(language)
            + (one.odds_of.of(language) if one.odds_of is not None else "")
            + (one.reason.of(language) if one.reason is not None else "")
            for one in found
        ]
        for some in pages(longest(found, words, 24)):
            check_whole_and_apart(render.referee_canvas(replace(base, actions=some), size, language))
        asked = list(met().decisions.values())
        for one in longest(asked, [one.question.of(language) for one in asked], 4):
            check_whole_and_apart(render.referee_canvas(replace(base, decision=one, actions=()), size, language))

    def test_why_a_choice_cannot_be_taken(self, size: tuple[int, int], language: str) -> None:
        """The reason itself, not that there is one: a full page of those with the longest words."""
        base = met().view
        assert base is not None
        found = [one for one in met().actions.values() if not one.legal]
        words = [one.label.of(language) + str(one.reason) for one in found]
        page = tuple(longest(found, words, 10))
        drawn = render.referee_canvas(replace(base, actions=page), size, language).drawn
        assert not [text.text for text in drawn if text.text.startswith(("Press", "Pulsa"))]

    def test_what_the_crowd_is_told(self, size: tuple[int, int], language: str) -> None:
        crowd = met().crowd
        assert crowd is not None
        for one in longest(met().lines, [one.of(language) for one in met().lines], 6):
            said = ""
            for page in range(8):
                canvas = render.crowd_canvas(replace(crowd, headline=one), size, language, page * 7000)
                check_whole_and_apart(canvas)
                said += " ".join(text.text for text in canvas.drawn)
            assert all(word in said for word in one.of(language).split())
