"""What an entry or a heading says is so: who rests, who is late, what a slot's end ends."""

from companion.games.clay_wrestling.model import Phase
from companion.screens import clay_choices, clay_words
from companion.screens.interaction import Give, Ui
from companion.screens.menu import flat
from companion.screens.view_model import RefereeView
from screens.stand import Stand


def begun() -> Stand:
    stand = Stand.of(2)
    stand.session.handle("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    for name in ("Momia", "Pulpo"):
        stand.session.handle("referee_ruling", {"topic": f"fighters.{name}.stamina", "value": 5, "note": "tired"})
    stand.session.handle("observe", {"adjacent": [], "near_ropes": [], "near_post": [], "behind": []})
    stand.session.handle("start_turn", {})
    return stand


def labels(view: RefereeView) -> list[str]:
    answers = () if view.decision is None else view.decision.options
    return [one.label.en for one in flat((*answers, *view.actions))]


def test_somebody_rests_so_it_is_nobody_else() -> None:
    stand = begun()
    assert any(one.startswith("Nobody rests or taunts: on to") for one in labels(stand.view(0, Ui())))
    assert stand.ask(Give("rest", {"fighter": "Momia"}, "digital")) is None
    told = labels(stand.view(0, Ui()))
    assert any(one.startswith("Nobody else rests or taunts: on to") for one in told)
    assert not any(one.startswith("Nobody rests") for one in told)


def test_nobody_is_late_so_it_is_the_end_of_the_turn_and_says_what_ends() -> None:
    stand = begun()
    assert stand.ask(Give("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}})) is None
    assert stand.ask(Give("end_slot", {"fighter": "Momia"})) is None
    assert stand.ask(Give("move", {"fighter": "Pulpo", "palms": 0.2})) is None
    told = labels(stand.view(0, Ui()))
    assert "Done, then end the turn" in told
    assert "Done, then end the turn: Pulpo does nothing more" in told
    assert stand.ask(Give("end_slot", {"fighter": "Pulpo"})) is None
    assert stand.session.state.phase is Phase.LATE_SLOTS
    view = stand.view(0, Ui())
    assert view.phase == clay_words.PHASES[Phase.TURN_END]
    assert view.decision is not None
    assert view.decision.question.en == "Everybody has acted: end the turn"


def test_the_page_of_palms_says_whose_and_how_many_there_are() -> None:
    stand = begun()
    assert stand.ask(Give("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}})) is None
    state = stand.session.state
    (need,) = clay_choices.needs(state, "move", ("palms",))
    assert need.label.en.startswith("Momia: how many palms? At most ")
    (carried,) = clay_choices.needs(state, "carry", ("palms",))  # another measure than his Speed
    assert "At most" not in carried.label.en
