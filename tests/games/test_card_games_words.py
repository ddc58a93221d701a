"""Every event is told and every refusal explained, in Spanish and English, with the rule (K-17)."""

import ast
import contextlib
import re
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
import yaml

from companion.errors import CompanionError
from companion.kernel.codec import name_of
from companion.kernel.game import Event
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.rulings import NOT_TOLD
from companion.kernel.session import Session
from companion.kernel.visibility import entered_face_down

from .test_card_games_rule_map import RULES, every_rule

BOUTS = Path(__file__).parents[1] / "golden" / "bouts"
PACKAGE = Path(__file__).parents[2] / "companion" / "games"
# book-keeping: another event of the same command is what people hear
SILENT = {
    "galaxy_wrestling_federation": "count_tick interrupt_won",
    "wrasslin_manager": (
        "random_starter_asked stamina_reset confrontation_opened turn_changed card_drawn card_discarded "
        "resolution_opened reward_settled reward_told reward_chosen discard_opened round_ended"
    ),
    "all_time_wrestling": (
        "window_opened cost_paid card_discarded attack_hit attack_ended attack_stopped combo_chosen combo_ended "
        "counter_opened dice_assigned ability_resolved attempts_changed target_number_changed blind_attack"
    ),
    "raw_deal": (
        "match_prepared coin_asked window_opened bonus_consumed effects_queued cost_paid card_finished damage_ended "
        "stun_opened"
    ),
}
SECRET = {
    "galaxy_wrestling_federation": {"hand": ["a", "b"], "has_victory": False},
    "wrasslin_manager": {"hand": ["x"], "training": ["t"], "strategy": ["t"], "star_moves": {"deck": 3}},
    "all_time_wrestling": {"hand": ["big_boot"], "finisher_at": "hand", "cards": {"big_boot": {"damage": 1}}},
    "raw_deal": {"hand": ["punch"], "cards": {"punch": {"d": 1}}},
}
# the same word in both languages
ALIKE = re.compile(r"Combo: .*|p\d: [^a-z]*|[^a-z]*")


def game_of(name):
    return import_module(f"companion.games.{name}").GAME


def told_in_golden_cases(name):
    """`(state, event)` of every event of every golden case."""
    game = game_of(name)
    for case in yaml.safe_load((BOUTS / f"{name}.yaml").read_text(encoding="utf-8")):
        session = Session(game, case.get("setup") or {}, "1")
        for step in case["steps"]:
            ((command, parameters),) = step.items()
            if command in {"expect", "undo"}:
                continue
            try:
                act = session.handle(command, parameters or {})
            except (CompanionError, IllegalCommandError):  # refused steps are part of the cases
                continue
            for event in act.events:
                yield session.state, event


def some(annotation: Any, key: str) -> Any:
    """Any value of the kind, for an event that no golden case has."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if key in {"player", "winner", "first", "to", "owner"}:
        return "p1"
    if origin is Literal:
        return arguments[0]
    if origin in {Union, UnionType}:
        return some(next(one for one in arguments if one is not type(None)), key)
    if origin is tuple:
        return ("p1",)
    if annotation is Any:
        return ["p1", {"a": True}]
    if annotation in {int, str, bool}:
        return {int: 1, str: "p1", bool: True}[annotation]
    return {}


@pytest.mark.parametrize("name", SILENT)
def test_every_event_is_told_in_both_languages(name):
    game = game_of(name)
    told, silent = set(), set()
    state = game.set_up({})
    for at, event in told_in_golden_cases(name):
        state = at
        hears(game, at, event, told, silent)
    for kind in game.events.values():
        if name_of(kind) in told | silent:
            continue
        hints = {key: hint for key, hint in get_type_hints(kind).items() if key not in get_type_hints(Event)}
        hears(game, state, kind(**{key: some(hint, key) for key, hint in hints.items()}), told, silent)
    assert told | silent == set(game.events)
    assert silent - told == set(SILENT[name].split())


def hears(game, state, event, told, silent):
    line = game.tell(state, event)
    if line is None:
        silent.add(name_of(type(event)))
        return
    told.add(name_of(type(event)))
    for text in (line.en, line.es):
        assert text
        assert "{" not in text
        assert "None" not in text, (type(event), text)
    assert line.en != line.es or ALIKE.fullmatch(line.en), line


@pytest.mark.parametrize("name", SECRET)
def test_a_ruling_on_what_is_hidden_is_not_told_to_the_crowd(name):
    game = game_of(name)
    cards = {
        "galaxy_wrestling_federation": {ref: {"strength": 1, "beats": 1} for ref in "ab"},
        "wrasslin_manager": {"x": {}, "t": {"kind": "training"}},
    }
    for topic, value in SECRET[name].items():
        session = Session(game, {"cards": cards[name]} if name in cards else {})
        before = game.view(session.state, "public")
        act = session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})
        line = game.tell(session.state, act.events[0])
        assert line.en.endswith(f"{NOT_TOLD.en}.")
        assert line.es.endswith(f"{NOT_TOLD.es}.")
        after = game.view(session.state, "public")
        changed = {key for key in after if after[key] != before.get(key)}
        assert changed <= {
            "hand",
            "hand_count",
            "training",
            "training_count",
            "strategy",
            "strategy_count",
            "has_victory",
        }


@pytest.mark.parametrize("name", SILENT)
def test_every_refusal_has_a_reason_in_both_languages_and_a_rule(name):
    reasons = import_module(f"companion.games.{name}.reasons")
    known = every_rule(name)
    if hasattr(reasons, "_WORDS"):
        for code, (rule, en, es) in reasons._WORDS.items():
            assert rule in known, code
            assert en != es
            assert en.endswith(".")
            assert es.endswith(".")
            # what one language leaves open the other does too, but for words that differ
            holes = [{word.removesuffix("_es") for word in re.findall(r"{(\w+)}", text)} for text in (en, es)]
            assert holes[0] == holes[1], code
        return
    made = [getattr(reasons, node.name) for node in functions(Path(str(reasons.__file__)))]
    assert len(made) > 20
    for make in made:
        values = {key: 1 if hint is int else "p1" for key, hint in get_type_hints(make).items() if key != "return"}
        if "phase" in values:
            values["phase"] = "COUNT"
        refusal = make(**values).refusal
        assert refusal.rule in {*known, "p1"}
        assert refusal.reason.en != refusal.reason.es


def functions(path):
    return [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("name", RULES)
def test_every_open_question_is_asked_in_both_languages(name):
    game = game_of(name)
    kinds = set()
    for case in yaml.safe_load((BOUTS / f"{name}.yaml").read_text(encoding="utf-8")):
        session = Session(game, case.get("setup") or {}, "1")
        for step in case["steps"]:
            ((command, parameters),) = step.items()
            for question in game.pending(session.state):
                kinds.add(question.kind)
                assert question.rule in every_rule(name)
                assert question.question.en
                assert question.question.es
                assert "{" not in question.question.en + question.question.es
            if command not in {"expect", "undo"}:
                with contextlib.suppress(CompanionError, IllegalCommandError):
                    session.handle(command, parameters or {})
    assert len(kinds) >= 6


def test_what_a_seat_alone_may_know_is_entered_face_down():
    found = {
        f"{name}.{command}": keys
        for name in SILENT
        for command, kind in game_of(name).commands.items()
        if (keys := entered_face_down(kind))
    }
    assert found == {
        "galaxy_wrestling_federation.start_game": ("hands",),
        "galaxy_wrestling_federation.commit_card": ("card",),
        "all_time_wrestling.set_opening_hand": ("cards",),
        "all_time_wrestling.starter_shuffle_back": ("card",),
        "all_time_wrestling.pass_draw": ("drawn", "shuffle_back"),
        "all_time_wrestling.choose_compensation": ("drawn", "shuffle_back"),
        "raw_deal.start_match": ("decks",),
        "raw_deal.draw_segment": ("cards",),
    }


def test_a_card_entered_face_down_reaches_nobody_else_before_it_is_shown():
    """The seat names its card; crowd and rivals see a back, and the play-by-play too."""
    game = game_of("galaxy_wrestling_federation")
    session = Session(game, {"cards": {"gold": {"strength": 7, "beats": 1}}})
    session.handle("challenge", {"player": "p1", "opponent": "p2", "kind": "strength"})
    act = session.handle("commit_card", {"player": "p1", "card": "gold"}, by="p1")
    assert "gold" in str(game.view(session.state, "p1"))
    assert "gold" in str(game.view(session.state, "referee"))
    for viewer in ("public", "p2", "p3"):
        assert "gold" not in str(game.view(session.state, viewer))
    assert all("gold" not in line.en + line.es for event in act.events if (line := game.tell(session.state, event)))
