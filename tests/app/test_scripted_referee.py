"""The demonstration's referee leads any match to its winner, and choices hang on the journal alone."""

import pytest

from companion.app.scripted_referee import KnownTable, ScriptedReferee
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import COMBAT, MAIN, Match
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

PLACES = {"A": (0.0, 0.0), "B": (0.0, 60.0), "C": (0.0, -150.0), "D": (300.0, 0.0)}


def started(seed: str) -> Session[Match]:
    session = Session(GAME, seed=seed)
    for name in PLACES:
        session.handle("register_player", {"player": f"p{name}", "palm_mm": 200.0})
        sheet = {"main": dict.fromkeys(MAIN, 2), "combat_abilities": dict.fromkeys(COMBAT, 2)}
        session.handle("register_fighter", {"fighter": name, "player": f"p{name}", **sheet})
        session.handle("classify", {"fighter": name, "class": "humanoid"})
    session.handle("start_match", {"mode": "wrestling_match", "fighters": list(PLACES)})
    return session


def play(session: Session[Match], referee: ScriptedReferee, most: int = 4000) -> None:
    for _ in range(most):
        if GAME.outcome(session.state) is not None:
            return
        for name, parameters in referee.ideas(session.state, session.can_undo):
            try:
                session.handle(name, parameters)
            except IllegalCommandError:
                continue
            break
        else:
            pytest.fail(f"nothing fits {GAME.pending(session.state)}")


@pytest.mark.parametrize("seed", ["1", "2", "3", "5", "8", "13"])
def test_without_any_camera_there_is_a_winner_and_facts_were_asked(seed: str) -> None:
    session, referee = started(seed), ScriptedReferee(GAME, seed)
    referee.table = KnownTable(PLACES)
    play(session, referee)
    outcome = GAME.outcome(session.state)
    assert outcome is not None
    assert outcome.method in {"pin", "submission", "disqualification"}
    assert referee.asked > 0


def test_a_new_referee_goes_on_as_the_old_one_would() -> None:
    whole, parts = started("9"), started("9")
    play(whole, ScriptedReferee(GAME, "9"))
    for _ in range(40):
        play(parts, ScriptedReferee(GAME, "9"), most=17)
    assert parts.acts() == whole.acts()[: len(parts.acts())]
