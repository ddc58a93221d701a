"""Dice statistics on request: D in the journal, for every game that rolls dice; the crowd sees nothing (I-01)."""

import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from games import random_matches

from companion.games import game as game_named
from companion.kernel.dice_counts import DieCount, dice_counts
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.screens import card_view, render
from companion.screens.count_panels import count_panels
from companion.screens.interaction import Ui
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import CrowdView, Fact, Panel, PastView
from screens import card_samples, samples
from screens.card_play import next_keys, opened
from screens.play import Player
from screens.stand import Stand

LIVE_DICE = "all_time_wrestling"
NO_DICE = tuple(name for name in card_samples.CARD_GAMES if name != LIVE_DICE)


def faces_in_rows(session: Session[Any], sides: int) -> int:
    """Dice of that kind which the program rolled, as the journal's own rows tell them."""
    rolls = [roll for act in session.acts() for roll in act.rolls if roll.sides == sides]
    return sum(len(roll.faces) for roll in rolls)


def random_game(name: str, steps: int) -> Session[Any]:
    table, rng = card_samples.table_of(name), random_matches.Player(3)
    session = Session(table.game, table.setup(random_matches.Player(3), True), "3")
    for _ in range(steps):
        if table.game.outcome(session.state) is not None:
            break
        offer, parameters = random_matches.legal_choice(rng, table.game, session, table.fill)
        session.handle(offer.command, parameters)
    return session


def test_clay_six_and_ten_sided_dice() -> None:
    player = Player(Stand.of(2, "d2"), 7)
    player.play(30)
    session = player.stand.session
    found = {one.sides: one for one in dice_counts(session.game, session.done())}
    assert set(found) == {6, 10}
    for sides, one in found.items():
        assert list(one.faces) == list(range(1, sides + 1))
        assert one.thrown == sum(one.methods.values()) == faces_in_rows(session, sides) > 0
    player.loop.press("j", 0)
    player.loop.press("d", 0)
    shown = player.loop.view(0).past
    assert shown is not None
    assert shown.counts == count_panels(tuple(found.values()))
    player.loop.press("1", 0)  # no choice of the list behind it
    assert player.loop.view(0).past == shown
    player.loop.press("d", 0)
    assert player.loop.view(0).past == replace(shown, counts=None)


def test_all_time_wrestling_by_hand_here_and_again(tmp_path: Path) -> None:
    live, journal = opened(LIVE_DICE, tmp_path)
    loop, rng = RefereeLoop(live, Ui(language="en")), random.Random(1)
    while loop.view(0).dice is None:
        for key in next_keys(loop, live, rng):
            loop.press(key, live.clock_ms())
    loop.press("escape", 0)
    live.evening.give("roll_initiative", {"values": {"p1": 6, "p2": 1}})
    live.evening.give("undo", {"commands": 1})
    live.evening.give("roll_initiative", {})
    crowd = card_view.card_crowd_view(live.evening.game, live.evening.state, Surroundings())
    loop.press("j", 0)
    loop.press("d", 0)
    shown = loop.view(0).past
    assert shown is not None
    assert shown.counts is not None
    (panel,) = shown.counts
    assert panel.title == Text("Dice of 6: 2 thrown", "Dados de 6: 2 tirados")
    assert [fact.value.en for fact in panel.facts] == ["1 (50%)", *["0 (0%)"] * 4, "1 (50%)", "2"]
    assert panel.facts[-1].label == Text("as before an undo", "como antes de deshacer")
    assert card_view.card_crowd_view(live.evening.game, live.evening.state, Surroundings()) == crowd
    journal.close()


@pytest.mark.parametrize("name", NO_DICE)
def test_a_coin_and_a_lot_are_no_dice(name: str) -> None:
    session = random_game(name, 12)
    assert dice_counts(session.game, session.done()) == ()
    assert count_panels(())[0].title == Text("No dice so far", "Ningún dado hasta ahora")


def test_a_whole_card_game_counts_what_its_journal_tells() -> None:
    session = random_game(LIVE_DICE, 120)
    (six,) = dice_counts(game_named(LIVE_DICE), session.done())
    assert six.thrown == faces_in_rows(session, 6) > 20


def test_the_crowd_has_no_place_for_it() -> None:
    assert {one.name for one in fields(PastView)} - {one.name for one in fields(CrowdView)} >= {"counts"}
    assert not any("counts" in one.name or "past" in one.name for one in fields(CrowdView))


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
def test_both_kinds_of_dice_have_room(size: tuple[int, int], language: str) -> None:
    counts = (
        DieCount(6, dict.fromkeys(range(1, 7), 1000), {"typed": 2000, "camera": 2000, "digital": 2000, "kept": 12}),
        DieCount(10, dict.fromkeys(range(1, 11), 100), {"typed": 500, "camera": 200, "digital": 300, "kept": 12}),
    )
    past = PastView(0, (), counts=count_panels(counts))
    canvas = render.referee_canvas(replace(samples.REFEREE, past=past), size, language)
    texts = " ".join(one.text for one in canvas.drawn)
    for panel in count_panels(counts):
        assert panel.title.of(language) in texts
        assert all(fact.label.of(language) in texts for fact in panel.facts)


def test_the_words_of_one() -> None:
    panel = count_panels((DieCount(6, dict.fromkeys(range(1, 7), 0) | {4: 1}, {"camera": 1}),))[0]
    assert panel.title == Text("Dice of 6: 1 thrown", "Dados de 6: 1 tirado")
    assert isinstance(panel, Panel)
    assert panel.facts[3] == Fact(Text("4", "4"), Text("1 (100%)", "1 (100 %)"))
