"""Any command of a game at any moment is accepted or refused in words; nothing else ever happens."""

import json
import random
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from companion.errors import NotationError
from companion.kernel.codec import encode
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session, rows

BOUTS = Path(__file__).parents[1] / "golden" / "bouts"
GAMES = ("galaxy_wrestling_federation", "wrasslin_manager", "all_time_wrestling", "raw_deal")
TRIES = 12


def cases_of(name):
    return yaml.safe_load((BOUTS / f"{name}.yaml").read_text(encoding="utf-8"))


def commands_of(cases):
    """Every command of every case, with its parameters."""
    return [
        (name, parameters or {})
        for case in cases
        for step in case["steps"]
        for name, parameters in step.items()
        if name not in {"expect", "undo"}
    ]


def look(game, session):
    """Everything that screens and scripts may ask of a state."""
    state = session.state
    shown = game.snapshot(state)
    assert json.loads(json.dumps(encode(shown))) == json.loads(json.dumps(shown))
    for viewer in ("public", "referee", *shown.get("seats", ["p1", "p2"])):
        assert set(game.view(state, viewer)) <= set(shown)
    pending = game.pending(state)
    assert bool(pending) is (game.outcome(state) is None)
    for question in pending:
        assert question.question.es
        assert question.rule


def code_of(session, command, parameters):
    """How the command is refused; None for one that is accepted."""
    try:
        session.plan(command, parameters)
    except IllegalCommandError as error:
        return error.code
    except NotationError as error:
        return error.key
    return None


@pytest.mark.parametrize("name", GAMES)
def test_anything_at_any_moment(name):
    game = import_module(f"companion.games.{name}").GAME
    cases = cases_of(name)
    pool = commands_of(cases)
    rng = random.Random(name)
    codes = set()
    for case in cases:
        session = Session(game, case.get("setup") or {}, "1")
        steps = [step for step in case["steps"] if "expect" not in step]
        for step in steps:
            look(game, session)
            for command, parameters in rng.sample(pool, TRIES):
                codes.add(code_of(session, command, parameters))
            for actor in ("referee", "p1", "p2"):
                if rng.random() < 0.2:
                    assert all(offer.legal or offer.refusal.reason.es for offer in game.offers(session.state, actor))
            ((command, parameters),) = step.items()
            if code_of(session, command, parameters or {}) is None:
                session.handle(command, parameters or {})
        look(game, session)
    assert len(codes) > 10


@pytest.mark.parametrize("name", GAMES)
def test_every_golden_story_folds_back(name):
    game = import_module(f"companion.games.{name}").GAME
    for case in cases_of(name):
        session = Session(game, case.get("setup") or {}, "1")
        stored = [session.opening()]
        for step in case["steps"]:
            ((command, parameters),) = step.items()
            if command == "expect":
                continue
            try:
                act = session.handle(command, parameters or {})
            except IllegalCommandError:
                continue
            stored.extend(rows(act))
            assert all(event.rules for event in act.events), [e for e in act.events if not e.rules]
        plain = json.loads(json.dumps(encode(stored)))
        again = Session.from_rows(game, enumerate(plain, start=1))
        assert again.state == session.state, case["id"]
