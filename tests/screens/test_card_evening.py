"""A whole card game by keys alone on the live evening, with the crowd board reading the same show file."""

import random
from collections import Counter
from pathlib import Path

import pytest
from games.all_time_wrestling.table import ability, do, table

from companion.app.crowd import CrowdFeed
from companion.app.evening import MATCH
from companion.app.live import LiveEvening
from companion.games.all_time_wrestling import GAME as ALL_TIME
from companion.games.galaxy_wrestling_federation import GAME as GALAXY
from companion.games.raw_deal import GAME
from companion.kernel.session import Session
from companion.kernel.text import LANGUAGES, Language
from companion.screens import card_choices, card_view
from companion.screens.interaction import Ui
from companion.screens.needs import Kind, Need, needs_of
from companion.screens.order_keys import NO_PAIRS, need_key, typed_text
from companion.screens.referee_window import RefereeLoop
from companion.screens.ui_state import Game as Plain
from companion.screens.ui_state import Give, Order
from companion.screens.view_model import Action
from companion.store.resilient import ResilientJournal
from companion.store.show import Show
from screens.card_play import ENDS, next_keys, opened

MOST_PRESSES = 1500


def galaxy(folder: Path) -> tuple[LiveEvening, ResilientJournal]:
    return opened("galaxy_wrestling_federation", folder)


def played(name: str, language: Language, folder: Path, seed: int = 0) -> tuple[LiveEvening, Counter[str]]:
    """One game from the opened show to its end by keys, the crowd board beside it; what was asked for on the way."""
    live, journal = opened(name, folder)
    loop = RefereeLoop(live, Ui(language=language))
    feed, rng = CrowdFeed(folder / "ñ.db"), random.Random(seed)
    game, asked = live.evening.game, Counter[str]()
    for _ in range(MOST_PRESSES):
        if game.outcome(live.evening.state) is not None:
            break
        for key in next_keys(loop, live, rng):
            loop.press(key, live.clock_ms())
        if loop.ui.order is not None:
            asked.update(f"{loop.ui.order.action.command}.{need.key}" for need in loop.ui.order.needs)
        live.tick(live.clock_ms())
        view = feed.fetch(live.clock_ms())
        assert view is not None
        assert view.board is not None
    assert game.outcome(live.evening.state) is not None
    view = feed.fetch(live.clock_ms())
    assert view is not None
    assert view.ending is not None
    feed.close()
    journal.close()
    return live, asked


def hold(live: LiveEvening, folder: Path) -> None:
    """The show file folds to the same match, and so do the same commands given again as a script."""
    game, session = live.evening.game, live.evening.session
    with Show.open(folder / "ñ.db", readonly=True) as kept:
        own = [
            {key: item for key, item in row.event.items() if key != MATCH} for row in kept.rows() if MATCH in row.event
        ]
    assert Session.from_rows(game, enumerate(own, start=1)).state == session.state
    script = Session(game, session.setup, session.seed)
    for act in session.acts():
        script.handle(act.name, act.parameters)
    assert script.state == session.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_galaxy_by_keys(language: Language, tmp_path: Path) -> None:
    live, _ = played("galaxy_wrestling_federation", language, tmp_path)
    hold(live, tmp_path)


@pytest.mark.parametrize("name", [name for name in ENDS if not name.startswith("galaxy")])
def test_a_whole_game_of_the_others_by_keys(name: str, tmp_path: Path) -> None:
    """Ended by the rules, not by giving up; what a command lacks was chosen or written on the way."""
    live, asked = played(name, "es", tmp_path)
    outcome = live.evening.game.outcome(live.evening.state)
    assert outcome is not None
    assert outcome.method in ENDS[name]
    assert asked
    hold(live, tmp_path)


def test_what_a_command_cannot_take_is_refused_in_words(tmp_path: Path) -> None:
    live, journal = galaxy(tmp_path)
    assert live.dice_due("commit_card", {"player": 3, "card": ["x"]}) == ()
    journal.close()


def test_a_list_of_cards_is_typed_as_words() -> None:
    (need,) = needs_of(GAME.commands["draw_segment"], ("cards",), {})
    assert need == Need("cards", need.label, Kind.TEXT, many=True)
    assert typed_text(need, "m0, m1 m2") == ["m0", "m1", "m2"]
    assert typed_text(need, "  ") is None


def test_a_group_is_typed_as_pairs() -> None:
    (need,) = needs_of(ALL_TIME.commands["ability_effect"], ("changes",), {})
    assert need.pairs
    assert typed_text(need, "health=1 opponent.stamina=-2") == {"health": 1, "opponent": {"stamina": -2}}
    assert typed_text(need, "salud=1 rival.resistencia=-2") == {"health": 1, "opponent": {"stamina": -2}}
    assert typed_text(need, "fuerza=6 supera=2,3") == {"strength": 6, "beats": [2, 3]}
    assert typed_text(need, "golpe.daño=2 golpe.tipo=maniobra") == {"golpe": {"damage": 2, "kind": "maneuver"}}
    assert typed_text(need, "tocado=sí") == {"tocado": True}
    for wrong in ("", "health", "health=", "=1", "health=1 health=2", "health=1 health.x=2", "a..b=1"):
        assert typed_text(need, wrong) is None, wrong
    (need,) = needs_of(GAME.commands["use_ability"], ("cards",), {})
    assert typed_text(need, "hand=m1 ringside=m2,m3") == {"hand": ["m1"], "ringside": ["m2", "m3"]}
    # a card by its name, or by its values
    (need,) = needs_of(GALAXY.commands["commit_card"], ("card",), {})
    assert typed_text(need, "Kane") == "Kane"
    assert typed_text(need, "strength=3 beats=2") == {"strength": 3, "beats": 2}


def test_what_is_no_pair_is_refused_in_one_line() -> None:
    (need,) = needs_of(ALL_TIME.commands["ability_effect"], ("changes",), {})
    ui = Ui(order=Order(Action(need.label, "ability_effect", {}), {}, (need,)), typed="health")
    after, asked = need_key(ui, "enter", Plain(lambda *_: (), lambda *_: ()))
    assert asked == ()
    assert after.problem == NO_PAIRS


def test_who_is_who_takes_three_presses() -> None:
    """The entry, then one press a seat; what came with a deck is not asked."""
    state = GAME.set_up({"phase": "SETUP"})
    asked = card_view.needs(GAME, state, "start_match", ("superstars",))
    assert [need.key for need in asked] == ["superstars.p1", "superstars.p2"]
    ui = Ui(order=Order(Action(asked[0].label, "start_match", {}), {"superstars": {"p1": "kane"}}, asked))
    game = Plain(lambda *_: (), lambda *_: ())
    ui, _ = need_key(ui, "1", game)
    ui, given = need_key(ui, "2", game)
    first, second = (choice[0] for choice in asked[0].choices[:2])
    assert given == (Give("start_match", {"superstars": {"p1": first, "p2": second}}),)


@pytest.mark.parametrize(
    ("faces", "rule", "sets"),
    [
        ([2, 5], "per_card_tn", [{"r1", "r2"}, {"r1"}, {"r2"}, set()]),
        ([2, 2], "per_card_tn", [{"r1"}, set()]),
        ([1, 2], "referee", [{"r1", "r2"}, {"r1"}, {"r2"}, set()]),
    ],
)
def test_dice_are_assigned_by_one_press(faces: list[int], rule: str, sets: list[set[str]]) -> None:
    """Every set of cards that the dice can hit at once stands as one choice, the largest first."""
    session = table(house_rules={"rampage_assignment": rule})
    do(session, "play_rampage", player="p1", cards=["r1", "r2"])
    do(session, "decline_defense", player="p2")
    do(session, "attack_roll", values=faces)
    (need,) = card_view.needs(ALL_TIME, session.state, "assign_dice", ("map",))
    assert need.kind is Kind.CHOICE
    assert [set(chosen) for chosen, _ in need.choices] == sets
    for chosen, _ in need.choices:
        session.plan("assign_dice", {"player": "p1", "map": chosen})


def test_labels_say_titles_and_names_not_references(tmp_path: Path) -> None:
    live, journal = opened("wrasslin_manager", tmp_path)
    loop = RefereeLoop(live, Ui(language="en"))
    loop.press("1", live.clock_ms())
    assert card_view.names_of(live.evening.state) == {"p1": "Alma", "p2": "Bruno"}
    journal.close()
    session = table(players={"p1": ability(kind="permanent"), "p2": ability(kind="permanent")})
    offers = card_choices.shaped(ALL_TIME, session.state, ALL_TIME.offers(session.state, "p1"))
    told = " ".join(f"{one.label.en} {one.label.es}" for one in offers)
    assert "trick" not in told.split()
    assert "slam" not in told.split()
    assert "Slam" in told
