"""What the clay menu offers the rules accept; what they refuse is grey with its reason and rule (issue 7)."""

from collections.abc import Iterator
from typing import Any

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.refusals import IllegalCommandError
from companion.screens import clay_choices
from companion.screens.interaction import Ui, press
from companion.screens.menu import choices, flat
from companion.screens.needs import Kind, Need, with_barred
from companion.screens.order_keys import without_himself
from companion.screens.surroundings import Surroundings
from companion.screens.ui_state import Game
from companion.screens.view_model import Action
from screens.presses import Wanderer
from screens.stand import Stand, screen

LIKELY = {"palms": 0.5, "distance": 0.0}


def needs_of(match: Match, action: Action) -> list[Need]:
    """What the menu asks for after the entry, with what is barred."""
    wanted = clay_choices.needs(match, action.command, action.needs) if action.needs else ()
    return [with_barred(without_himself(one, action), action.barred.get(one.key, ())) for one in wanted]


def ways(match: Match, action: Action) -> Iterator[dict[str, Any]]:
    """Parameters of every way through an entry: each choice that is not grey; nothing for what is written."""
    found: list[dict[str, Any]] = [dict(action.parameters)]
    for need in needs_of(match, action):
        if need.two:
            found = [{**one, need.key: list(need.given)} for one in found]
        elif need.kind is Kind.CHOICE:
            values = [value for value, _ in need.choices if need.refusal_of(value) is None]
            given = [value if need.merge else {need.key: [value] if need.many else value} for value in values]
            none: list[dict[str, Any]] = [{}] if need.optional else []
            found = [{**one, **value} for one in found for value in (*given, *none)]
        else:
            found = [{**one, need.key: LIKELY[need.key]} for one in found] if need.key in LIKELY else []
    yield from found


def refused(match: Match, command: str, given: dict[str, Any]) -> str:
    """The code of the refusal; dice that are still due are none."""
    given = {"note": "x", **given} if command == "referee_ruling" else given
    try:
        GAME.decide(match, GAME.command(command, given))
    except IllegalCommandError as error:
        return "" if error.code == "dice_count" else error.code
    return ""


def wrong_entries(match: Match, *, rulings: bool) -> list[str]:
    """Entries that are offered and refused, or refused without a word why."""
    found = []
    for one in flat(choices(screen(match, Surroundings()))):
        if not one.legal:
            found += [] if one.reason is not None and one.rule else [f"{one.label.en}: no reason"]
        elif not one.children and one.needs != (clay_choices.FORM,) and (rulings or one.command != "referee_ruling"):
            codes = [(code, given) for given in ways(match, one) if (code := refused(match, one.command, given))]
            found += [f"{one.label.en}: {code} {given}" for code, given in codes]
    return found


def test_every_entry_of_a_match_is_accepted_and_every_grey_one_says_why() -> None:
    stand, seen, looked = Stand.of(4, "offered"), None, 0
    stand.session.handle("start_match", {"mode": "elimination_match", "fighters": list(stand.session.state.fighters)})
    player = Wanderer(stand, 8)
    while looked < 45 and not player.stand.session.state.over:
        match = player.stand.session.state
        if match is not seen:
            looked, seen = looked + 1, match
            assert wrong_entries(match, rulings=looked % 20 == 0) == [], (looked, match.phase)
        player.press()
    assert looked == 45


# -- what a tester met ------------------------------------------------------------------------------------------------


def in_a_slot(count: int = 4, **rulings: Any) -> tuple[Stand, str, list[str]]:
    """A match in its first slot, nobody known to touch anybody: the stand, who acts, and the others.

    Args:
        rulings: topic=value for the first of the others.
    """
    stand = Stand.of(count, "slot")
    everybody = list(stand.session.state.fighters)
    stand.session.handle("start_match", {"mode": "elimination_match", "fighters": everybody})
    stand.session.handle("start_turn", {})
    stand.session.handle("observe", {"adjacent": []})
    stand.session.handle("initiative_roll", {})
    first, *others = stand.session.state.turn.order
    stand.session.handle("begin_slot", {"fighter": first})
    stand.session.handle("move", {"fighter": first, "palms": 1.0})
    for topic, value in rulings.items():
        stand.session.handle("referee_ruling", {"topic": topic, "subject": others[0], "value": value, "note": "x"})
    return stand, first, others


def entries(stand: Stand, command: str) -> list[Action]:
    view = screen(stand.session.state, Surroundings())
    return [one for one in flat(choices(view)) if one.command == command]


def by_target(stand: Stand, command: str, key: str = "defender") -> dict[str, Action]:
    return {one.parameters[key]: one for one in entries(stand, command) if key in one.parameters}


def test_a_pin_of_who_stands_is_grey_whoever_touches_whom() -> None:
    stand, _, others = in_a_slot(posture="knocked_down")
    pins = by_target(stand, "pin")
    assert pins[others[0]].legal
    assert pins[others[0]].touching
    for one in others[1:]:
        assert not pins[one].legal, one
        assert pins[one].rule == "CW-TURN-05"


def test_who_is_out_neither_touches_nor_wins() -> None:
    stand, first, others = in_a_slot()
    out, *rest = others
    stand.session.handle("observe", {"adjacent": [[first, out], [first, rest[0]]]})
    stand.session.handle("referee_ruling", {"topic": "zone", "subject": out, "value": "out", "note": "x"})
    match = stand.session.state
    assert ("adjacent", out) not in clay_choices.known_now(match, "adjacent")
    assert all(out not in one for one in clay_choices.known_now(match, "adjacent"))
    (need,) = clay_choices.needs(match, "referee_ruling", ("ruled:winner@",))
    assert [value["value"] for value, _ in need.barred] == [out]
    assert need.choices[-1][0]["value"] == out
    view, game = (
        screen(match, Surroundings()),
        Game(lambda *_: (), lambda name, keys: clay_choices.needs(match, name, keys)),
    )
    ui = Ui()
    for key in ("b", "1"):
        ui, _ = press(ui, key, view, game)
    last = str(len(need.choices))
    ui, asked = press(ui, last, view, game)
    assert asked == ()
    assert ui.notice is not None
    assert "out of the match" in ui.notice.text.en


def test_a_body_is_not_thrown_against_itself() -> None:
    match = GAME.set_up({"adjacent": "all", "fighters": {"A": {}, "B": {}, "C": {}}})
    for name, given in (
        ("suplex_grab", {"attacker": "A", "defender": "B", "suplex_dice": [6] * 2}),
        ("no_defence", {"defender": "B"}),
        ("end_slot", {"fighter": "A"}),
        ("end_turn", {}),
        ("start_turn", {}),
        ("begin_slot", {"fighter": "A"}),
    ):
        for event in GAME.decide(match, GAME.command(name, given)):
            match = GAME.evolve(match, event)
    shown = {one.id: [flag.en for flag in one.flags] for one in screen(match, Surroundings()).fighters}
    assert shown["A"] == ["holds B overhead"]
    assert shown["B"] == ["held by A"]
    throws = [one for one in flat(choices(screen(match, Surroundings()))) if one.command == "suplex_throw"]
    mat = next(one for one in throws if one.legal and one.needs == ("hits",))
    (need,) = needs_of(match, mat)
    assert [value for value, _ in need.choices if need.refusal_of(value) is None] == ["C"]
    refusal = need.refusal_of("B")
    assert refusal is not None
    assert refusal.rule == "CW-SUPLEX-08"


def test_a_finisher_needs_its_target_in_the_ring() -> None:
    setup = {"adjacent": "all", "fighters": {"A": {"finisher": {"name": "x", "position": "knocked_down"}}, "B": {}}}
    match = GAME.set_up(setup)
    for name, given in (
        ("strike", {"attacker": "A", "defender": "B", "strike_dice": [1, 1]}),
        ("referee_ruling", {"topic": "posture", "subject": "B", "value": "knocked_down", "note": "x"}),
    ):
        for event in GAME.decide(match, GAME.command(name, given)):
            match = GAME.evolve(match, event)
    command = GAME.command("finisher_activate", {"attacker": "A", "target": "B"})
    assert GAME.decide(match, command)
    outside = {"topic": "zone", "subject": "B", "value": "ringside", "note": "x"}
    for event in GAME.decide(match, GAME.command("referee_ruling", outside)):
        match = GAME.evolve(match, event)
    offer = next(one for one in GAME.offers(match, "A") if one.command == "finisher_activate")
    assert offer.refusal is not None
    assert offer.refusal.code == "finisher_position"
