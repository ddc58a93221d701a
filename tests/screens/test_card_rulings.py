"""Rulings of the card games from the menu, and values that no card file tells, asked for at the table (K-14, K-15)."""

from pathlib import Path

import pytest
from games.all_time_wrestling.table import do

from companion.app.live import LiveEvening
from companion.app.live_window import Wanted, open_evening
from companion.errors import CompanionError, UsageProblemError
from companion.games import game
from companion.games.all_time_wrestling import GAME as ALL_TIME
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.leds.service import no_lights
from companion.screens import card_choices, card_rulings, card_view
from companion.screens.interaction import Ui
from companion.screens.menu import choices, flat, on_page
from companion.screens.needs import Kind
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import Surroundings
from companion.store.resilient import ResilientJournal
from screens.card_play import Clock
from screens.card_samples import CARD_GAMES, scenes


def needs_of(state, action):
    return card_rulings.needs(state, action.needs, card_view.names_of(state), card_view.PANELS[type(state)])


def topics(state):
    """Every ruling that the menu offers."""
    return [one for one in flat(card_rulings.entries(state, card_view.names_of(state))) if one.needs]


def one_of_each_phase(name):
    found = {}
    for scene in scenes(name, 3, True):
        found.setdefault(scene.state.phase, scene)
    return list(found.values())


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_field_that_the_rules_let_the_referee_set_is_in_the_menu(name):
    state = scenes(name, 3, True)[-1].state
    table = card_rulings.TABLES[type(state)]
    offered = {one.parameters["topic"] for one in topics(state)}
    assert offered == {*table.OF_A_SEAT, *table.OF_THE_GAME}
    for action in topics(state):
        (need,) = needs_of(state, action)
        assert need.choices or need.kind is not Kind.CHOICE


def tried(state, action):
    """Values that the screen offers, and some numbers."""
    (need,) = needs_of(state, action)
    if need.kind is Kind.CHOICE:
        return [value for value, _ in need.choices]
    return [0, 3] if need.kind is Kind.NUMBER else [None] if need.optional else []


@pytest.mark.parametrize("name", CARD_GAMES)
def test_no_ruling_leaves_a_state_that_nobody_can_show(name):
    """A phase whose attack, combat or damage is not there is refused; nothing else breaks the screen."""
    played, refused = game(name), 0
    for scene in one_of_each_phase(name)[::2]:
        for action in topics(scene.state):
            for value in tried(scene.state, action):
                command = played.command("referee_ruling", {**action.parameters, "value": value, "note": "x"})
                try:
                    events = played.decide(scene.state, command)
                except CompanionError:
                    refused += 1
                    continue
                after = scene.state
                for event in events:
                    after = played.evolve(after, event)
                played.pending(after)
                assert card_view.asked_now(played, after)
    assert refused


def evening(name, folder, cards=(), decks=None):
    path = folder / "show.db"
    journal = ResilientJournal.open(path)
    wanted = Wanted(path, game=name, cards=cards, decks=decks or {}, seed="k")
    live = LiveEvening(open_evening(wanted, journal, lambda _: None), journal, no_lights(), Clock())
    return live, journal, RefereeLoop(live, Ui(language="es"))


def press(loop, *keys):
    for key in keys:
        loop.press(key, 0)


def test_a_ruling_takes_a_topic_a_seat_and_a_value(tmp_path: Path) -> None:
    live, journal, loop = evening("wrasslin_manager", tmp_path, (written(tmp_path, WRESTLERS.format(fue=2)),))
    press(loop, "1", "1", "2")
    assert live.evening.state.managers["p1"].fans == 0
    press(loop, "a")
    key = next(key for key, one in on_page(loop.view(0)) if one.label.en == "Fans of …")
    press(loop, key, "1", "4", "enter")
    assert live.evening.state.managers["p1"].fans == 4
    act = live.evening.session.acts()[-1]
    assert (act.name, act.parameters["topic"], act.parameters["value"]) == ("referee_ruling", "fans", 4)
    assert act.parameters["note"]
    journal.close()


# -- null: asked at the table, the answer journalled ----------------------------------------------------------------

WRESTLERS = """
game: wrasslin_manager
wrestlers:
  alma: {{fue: {fue}, agi: 2, tec: 2, deck_count: 12}}
  bruno: {{fue: 2, agi: 3, tec: 2, deck_count: 12}}
"""


def written(folder, text):
    path = folder / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def answered(loop, live, keys, given):
    """Press the keys; answer every question about a value of a card by the next number. What was asked."""
    press(loop, *keys)
    asked = []
    while loop.ui.order is not None and loop.ui.order.needs and given:
        asked.append(loop.ui.order.needs[0].key)
        press(loop, *str(given.pop(0)), "enter")
    return asked


@pytest.mark.parametrize("field", ["fue", "agi", "tec", "deck_count"])
def test_a_wrestlers_open_number_is_asked_for_at_the_start(field, tmp_path: Path) -> None:
    text = WRESTLERS.format(fue=2)
    old = {"fue": "fue: 2, agi: 2", "agi": "agi: 2, tec", "tec": "tec: 2, deck", "deck_count": "deck_count: 12"}[field]
    new = {"fue": "fue: null, agi: 2", "agi": "agi: null, tec", "tec": "tec: null, deck"}.get(field, "deck_count: null")
    live, journal, loop = evening("wrasslin_manager", tmp_path, (written(tmp_path, text.replace(old, new, 1)),))
    assert answered(loop, live, "112", [4]) == [f"value.alma.{field}"]
    manager = live.evening.state.managers["p1"]
    assert getattr(manager, field) == 4
    names = [act.name for act in live.evening.session.acts()]
    assert names == ["referee_ruling", "start_season"]
    journal.close()


def test_open_hand_sizes_are_asked_for_one_after_another(tmp_path: Path) -> None:
    live, journal, loop = evening("raw_deal", tmp_path)
    view = loop.view(0)
    start = next(key for key, one in on_page(view) if one.command == "start_match")
    press(loop, start)
    stars = [ref for ref, _ in loop.ui.order.needs[0].choices]
    kane, mankind = (str(stars.index(one) + 1) for one in ("kane", "mankind"))
    press(loop, kane, mankind)  # nobody tells their Superstar Values: the coin decides first (RD-D04)
    answered(loop, live, [next(key for key, one in on_page(loop.view(0)) if one.command == "flip_for_start")], [6, 5])
    assert [live.evening.state.players[seat].hand_count for seat in ("p1", "p2")] == [6, 5]
    told = [act.parameters for act in live.evening.session.acts() if act.name == "referee_ruling"]
    assert [one["value"] for one in told] == [{"kane": {"hand_size": 6}}, {"mankind": {"hand_size": 5}}]
    journal.close()


def test_a_question_about_a_value_can_be_left(tmp_path: Path) -> None:
    live, journal, loop = evening("wrasslin_manager", tmp_path, (written(tmp_path, WRESTLERS.format(fue="null")),))
    press(loop, *"112", "escape")
    assert loop.ui.order is None
    assert not live.evening.session.acts()
    journal.close()


def setup_with_nulls(**board):
    """A match of All Time Wrestling that is about to attack with a card of which only the name is known."""
    card = {"title": "Slam", "provenance": {"title": "user"}}
    players = {seat: {"board": {"health_max": 12, "stamina_max": 9, "fixture": True, **board}} for seat in ("p1", "p2")}
    players["p1"]["hand"] = ["slam"]
    return {"cards": {"slam": card}, "players": players}


def told_until_it_goes(session, command, parameters):
    """Give the command; tell every value that it lacks, as the screen does. Which were asked for."""
    asked: list[str] = []
    while (missing := lacking(session, command, parameters)) is not None:
        action = card_rulings.told_action(session.state, missing, card_view.names_of(session.state))
        (need,) = needs_of(session.state, action)
        value = need.choices[0][0] if need.choices else 2
        for part in reversed(need.key.split(".")[1:]):
            value = {part: value}
        do(session, "referee_ruling", **action.parameters, value=value)
        assert missing not in asked
        asked.append(missing)
    return asked


def lacking(session, command, parameters):
    """Give the command: the value that it lacks, None once it was taken."""
    try:
        session.handle(command, parameters)
    except IllegalCommandError as error:
        return error.refusal.missing
    return None


def test_every_open_number_of_an_attack_is_asked_for():
    session = Session(ALL_TIME, setup_with_nulls(), "k")
    asked = told_until_it_goes(session, "play_attack", {"player": "p1", "card": "slam"})
    assert asked == [f"cards.slam.{key}" for key in ("cost", "damage", "tn", "momentum")]
    asked = told_until_it_goes(session, "defend_reversal", {"player": "p2"})
    assert asked == [f"board.p2.reversal.{key}" for key in ("cost", "damage", "momentum")]


def test_a_class_is_asked_for_when_the_momentum_counts():
    session = Session(ALL_TIME, {**setup_with_nulls(), "momentum": 9}, "k")
    told_until_it_goes(session, "play_attack", {"player": "p1", "card": "slam"})
    do(session, "decline_defense", player="p2")
    asked = told_until_it_goes(session, "attack_roll", {"values": [6]})
    assert asked == ["cards.slam.class"]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_the_checker_promises_is_what_is_asked(name):
    """Each value that `cards check` counts as asked has its question on the screen, by the game's own way."""
    form = game(name).card_format
    promised = {(section, key) for section, keys in form.asked.items() for key in keys}
    assert promised == set(ASKED_BY[name])


BY_RULING, WITH_THE_COMMAND, AT_THE_TABLE = "ruling", "needs", "window"
ASKED_BY = {
    "all_time_wrestling": {
        **{("cards", key): BY_RULING for key in ("cost", "damage", "tn", "momentum", "class")},
        **{("boards", key): WITH_THE_COMMAND for key in card_choices.BOARD_NUMBERS},
        ("boards", "taunt"): AT_THE_TABLE,
        ("boards", "recover"): AT_THE_TABLE,
    },
    "galaxy_wrestling_federation": {("cards", key): AT_THE_TABLE for key in ("strength", "beats")},
    "raw_deal": {
        ("cards", "f"): WITH_THE_COMMAND,
        ("cards", "d"): WITH_THE_COMMAND,
        ("superstars", "hand_size"): BY_RULING,
    },
    "wrasslin_manager": {("wrestlers", key): BY_RULING for key in ("fue", "agi", "tec", "deck_count")},
}


def test_a_boards_open_numbers_are_asked_one_by_one():
    state = ALL_TIME.set_up({"phase": "SETUP_WRESTLERS"})
    offer = next(one for one in card_view.offers_now(ALL_TIME, state) if one.parameters.get("wrestler") == "kurt_angle")
    asked = card_view.needs(ALL_TIME, state, offer.command, offer.needs)
    assert [one.key for one in asked] == [f"board.{key}" for key in card_choices.BOARD_NUMBERS]
    assert [one.kind for one in asked] == [Kind.NUMBER] * 4
    assert all("=" not in one.label.en for one in asked)


def test_open_numbers_of_a_raw_deal_card_are_asked_one_by_one():
    scene = next(one for one in scenes("raw_deal", 3, True) if one.state.phase.value == "MAIN")
    offers = card_view.offers_now(scene.game, scene.state)
    asked = {key for one in offers if one.command == "play_card" for key in one.needs}
    assert asked <= {"typed.f", "typed.d", "typed.type"}
    view = card_view.card_referee_view(scene.game, scene.state, Surroundings(), offers)
    assert any(one.needs for one in flat(choices(view)) if one.command == "play_card")


# -- what a referee meets who has never seen it -----------------------------------------------------------------------


@pytest.mark.parametrize("name", CARD_GAMES)
def test_before_anybody_has_chosen_no_number_is_shown(name):
    played = game(name)
    phase = {"all_time_wrestling": "SETUP_WRESTLERS"}.get(name, "SETUP")
    view = card_view.card_referee_view(played, played.set_up({"phase": phase}), Surroundings())
    for seat in view.board.seats:
        shown = [item.value for row in seat.rows for item in getattr(row, "items", ()) if hasattr(item, "value")]
        assert set(shown) <= {"–"}


def test_a_season_without_wrestlers_says_what_is_missing():
    played = game("wrasslin_manager")
    begun = played.set_up({"phase": "SETUP"})
    view = card_view.card_referee_view(played, begun, Surroundings(), card_view.offers_now(played, begun))
    (start,) = [one for one in choices(view) if one.command == "start_season"]
    assert not start.legal
    assert "--cards" in start.reason.es
    assert not [one for one in choices(view) if one.command == "declare_grave_injury"]


def test_a_protected_rival_is_shown_with_the_reason():
    """More than a page of challenges is folded; those that are not allowed stand in the list, greyed."""
    played = game("galaxy_wrestling_federation")
    session = Session(played, {"phase": "SETUP"}, "k")
    seats = [f"p{n}" for n in range(1, 8)]
    session.handle("start_game", {"seats": seats, "first": "p1"})
    session.handle("referee_ruling", {"topic": "table", "subject": "p3", "value": list(range(10))})
    session.handle("referee_ruling", {"topic": "has_victory", "subject": "p3", "value": False})
    offers = card_view.offers_now(played, session.state)
    view = card_view.card_referee_view(played, session.state, Surroundings(), offers)
    (fold,) = [one for one in choices(view) if one.command == "challenge"]
    greyed = [one for one in fold.children if not one.legal]
    assert len(greyed) == 2
    assert all(one.parameters["opponent"] == "p3" and one.reason is not None for one in greyed)


def test_another_games_show_is_no_match_of_this_game(tmp_path: Path) -> None:
    """`--game` is not left aside in silence where a match of another game is going on."""
    live, journal, _ = evening("galaxy_wrestling_federation", tmp_path)
    live.give("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"}, "typed")
    with pytest.raises(UsageProblemError, match="galaxy_wrestling_federation is going on"):
        open_evening(Wanted(tmp_path / "show.db", game="raw_deal"), journal, lambda _: None)
    journal.close()
    other = tmp_path / "other"
    other.mkdir()
    _, journal, _ = evening("galaxy_wrestling_federation", other)  # nothing was done: another game may begin
    begun = open_evening(Wanted(other / "show.db", game="raw_deal"), journal, lambda _: None)
    assert begun.game.id == "raw_deal"
    journal.close()


def test_a_sentence_has_one_full_stop_and_one_fan_is_no_fans():
    assert Text("{player} passes: {reason}.", "").filled(player="p1", reason="tired.").en == "p1 passes: tired."
    assert Text("Wait...", "").filled().en == "Wait..."
    board = scenes("wrasslin_manager", 3, True)[-1].referee().board
    for seat in board.seats:
        for row in seat.rows:
            for item in getattr(row, "items", ()):
                if getattr(item, "value", "") == "1":
                    assert item.label.en != "fans"
