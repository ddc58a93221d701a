"""What the journal says about people reaches the match: sheets, palms, titles above 4, injuries of the last match."""

import pytest

from companion.errors import UsageProblemError
from companion.games import game
from companion.games.clay_wrestling.ability import breakdown
from companion.games.clay_wrestling.model import Match, changed, with_fighter
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session
from companion.store.belts import champion_of
from companion.store.codec import Row
from companion.store.lineup import lineup, result
from companion.store.people import (
    BeltGranted,
    Bout,
    BoutRecorded,
    People,
    Player,
    PlayerSet,
    Sheet,
    SheetSet,
    Step,
    event,
    fold,
)

ABILITIES = {
    "combat": 2,
    "speed": 2,
    "strength": 2,
    "technique": 2,
    "resistance": 2,
    "strike": 4,
    "whip": 1,
    "suplex": 1,
    "submission": 2,
    "counter": 2,
}


def people(*steps: Step) -> People:
    return fold([Row(seq, 0, "desk", 1, event(step), "") for seq, step in enumerate(steps, start=1)])


def roster() -> list[Step]:
    return [
        PlayerSet(Player("Ana", 212.5, 80.0)),
        SheetSet(Sheet("Momia", "Ana", "red", "humanoid", ABILITIES, "Abrazo", "in_corner")),
        SheetSet(Sheet("Pulpo", "Luis", "blue", "beast", ABILITIES)),
    ]


def started(found: People) -> Match:
    commands = lineup(found, ["momia", "PULPO"])
    session: Session[Match] = Session(game("clay_wrestling"))
    for name, parameters in commands:
        session.handle(name, parameters)
    session.handle("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
    return session.state


def level(match: Match, fighter: str, ability: str) -> int:
    return breakdown(match, match.fighters[fighter], ability).total


def test_sheets_and_palms_reach_the_match() -> None:
    match = started(people(*roster()))
    momia = match.fighters["Momia"]
    assert {**momia.main, **momia.combat_abilities} == ABILITIES
    assert momia.class_ is not None
    assert (momia.class_.value, momia.clay_colour, momia.finisher.name) == ("humanoid", "red", "Abrazo")
    assert (match.players["Ana"].palm_mm, match.players["Ana"].half_palm_mm) == (212.5, 80.0)
    assert match.players["Luis"].palm_mm is None


def test_a_title_raises_an_ability_above_4() -> None:
    match = started(
        people(*roster(), BeltGranted("World", "Momia", "strike", 1), BeltGranted("Tag", "Momia", "strike", 1))
    )
    assert (level(match, "Momia", "strike"), level(match, "Pulpo", "strike")) == (6, 4)


def test_an_injury_is_carried_for_one_match() -> None:
    hurt = BoutRecorded(Bout("1", ("Momia", "Pulpo"), ("Pulpo",), "pin", injuries={"Momia": ("strike",)}))
    match = started(people(*roster(), hurt))
    assert (level(match, "Momia", "strike"), level(match, "Pulpo", "strike")) == (3, 4)
    healed = BoutRecorded(Bout("2", ("Momia", "Pulpo"), ("Pulpo",), "pin"))
    assert level(started(people(*roster(), hurt, healed)), "Momia", "strike") == 4


def test_an_injury_changes_neither_the_order_nor_that_the_match_has_not_begun() -> None:
    hurt = BoutRecorded(Bout("1", ("Momia", "Pulpo"), ("Momia",), "pin", injuries={"Pulpo": ("strike", "speed")}))
    commands = lineup(people(*roster(), hurt), ["Momia", "Pulpo"])
    session: Session[Match] = Session(game("clay_wrestling"))
    for name, parameters in commands:
        session.handle(name, parameters)
    assert list(session.state.fighters) == ["Momia", "Pulpo"]
    assert session.state.fighters["Pulpo"].wounds == {"strike": 2, "speed": 2}
    assert session.state.roster == ()


def test_who_is_injured_and_has_no_sheet_does_not_fight_with_a_made_up_one() -> None:
    hurt = BoutRecorded(Bout("1", ("Momia", "Pulpo"), ("Momia",), "pin", injuries={"Pulpo": ("strike",)}))
    with pytest.raises(IllegalCommandError):
        started(people(*roster()[:2], SheetSet(Sheet("Pulpo", "Luis")), hurt))


def test_a_sheet_that_is_not_filled_in_is_refused_by_the_rules() -> None:
    found = people(*roster()[:2], SheetSet(Sheet("Pulpo", "Luis")))
    with pytest.raises(IllegalCommandError):
        started(found)


def test_a_match_that_ended_becomes_a_result_and_the_result_the_next_malus() -> None:
    match = started(people(*roster()))
    match = with_fighter(match, "Pulpo", wounds={"strike": 2, "speed": 1})
    match = changed(match, winner="Momia", ending="pin")
    outcome = game("clay_wrestling").outcome(match)
    assert outcome is not None
    found = result(match, outcome, "1", belt="World")
    assert found == Bout("1", ("Momia", "Pulpo"), ("Momia",), "pin", "World", {"Pulpo": ("strike",)})
    after = people(*roster(), BoutRecorded(found))
    assert champion_of(after, "World") == "Momia"
    assert level(started(after), "Pulpo", "strike") == 3


def test_who_is_not_in_the_roster_or_stands_twice() -> None:
    found = people(*roster())
    with pytest.raises(UsageProblemError, match="'Mumia' is not in the roster"):
        lineup(found, ["Mumia"])
    with pytest.raises(UsageProblemError, match="stands twice"):
        lineup(found, ["Momia", "MOMIA"])
