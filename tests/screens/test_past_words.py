"""The journal page calls every step as people do, in both languages."""

import inspect
import re

from companion.games.clay_wrestling import GAME, commands
from companion.kernel.session import Session
from companion.screens.past_lines import CALLED, text_of
from screens.stand import line_up


def test_every_command_of_the_game_has_words() -> None:
    """`Enter ring: Momia` was told in Spanish, too: the command's own name."""
    kinds = [one for _, one in inspect.getmembers(commands, inspect.isclass) if issubclass(one, commands.Command)]
    names = {re.sub(r"(?<!^)(?=[A-Z])", "_", one.__name__).lower() for one in kinds if one is not commands.Command}
    assert len(names) > 50
    assert names - set(CALLED) == set()
    assert not [name for name, words in CALLED.items() if "{" in words.en or "_" in words.en + words.es]


def test_players_and_classes_are_told_by_their_words() -> None:
    session = Session(GAME, None, "a")
    given = [
        ("register_player", {"player": "p1", "name": "Ana", "palm_mm": 190.0}),
        ("sculpt_timer", {"player": "p1", "action": "start"}),
        ("sculpt_timer", {"player": "*", "action": "start"}),
        *line_up(1),
    ]
    for name, parameters in given:
        session.handle(name, parameters)
    assert [text_of(GAME, act, before).es for act, before in session.done()] == [
        "Jugador: Ana",
        "Tiempo de modelado: Ana",
        "Tiempo de modelado",
        "Inscripción: Momia",
        "Clase de una figura: Momia · Humanoide",
    ]
