"""What was done, step by step, in few words: the lines of the journal browser. Pure but for what it remembers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.clay_wrestling.choices import LABELS
from companion.games.clay_wrestling.events import ReviewAnnulled, ReviewOpened, ReviewUpheld, RulingMade
from companion.games.clay_wrestling.model import Match
from companion.games.clay_wrestling.tell import palms_told
from companion.kernel.acts import Act, Roll
from companion.kernel.game import Game
from companion.kernel.text import Text
from companion.screens.clay_words import CLASSES, COMMANDS
from companion.screens.needs import WORDS
from companion.screens.view_model import ActLine

MOST_NAMES = 4
"""More people than that make a line no clearer."""
RULING, TABLE = "referee_ruling", "observe"
RULED = (RulingMade, ReviewOpened, ReviewUpheld, ReviewAnnulled)
NOBODY = Text("nobody", "nadie")
FACTS: Mapping[str, Text] = {
    "adjacent": Text("adjacent", "adyacentes"),
    "near_ropes": Text("at the ropes", "en las cuerdas"),
    "near_post": Text("at a post", "en un poste"),
    "behind": Text("behind", "detrás"),
    "zone": Text("place", "lugar"),
}
TURNED: Mapping[str, Text] = {
    "half_turn": Text("with a turn", "con giro"),
    "backward": Text("backwards", "hacia atrás"),
    "stand": Text("stands up", "se levanta"),
}


CALLED: Mapping[str, Text] = {
    **LABELS,
    **COMMANDS,
    "rope_choice": Text("At the ropes", "En las cuerdas"),
    "load_profile": Text("House rules", "Reglas de la casa"),
    "register_player": Text("Player", "Jugador"),
    "sculpt_timer": Text("Sculpting time", "Tiempo de modelado"),
}
"""What a step of the journal is called: every command of the game has words."""


@dataclass
class PastLines:
    """One line a command that counts; a line that was made once is kept."""

    game: Game[Any]
    _made: dict[int, tuple[Act, Text]] = field(default_factory=dict)
    _newest: tuple[tuple[Act, ...], tuple[ActLine, ...]] = ((), ())

    def lines(self, done: Sequence[tuple[Act, Any]], seqs: Sequence[int] = ()) -> tuple[ActLine, ...]:
        """The lines of `done`: acts with the states they were given in, oldest first.

        Args:
            seqs: the journal's number of each, as the play-by-play tells it.
        """
        acts = tuple(act for act, _ in done)
        if self._newest[0] != acts:
            texts = [self._text(act, before) for act, before in done]
            numbers = seqs or [0] * len(texts)
            told = enumerate(zip(texts, numbers, strict=True))
            self._newest = acts, tuple(ActLine(index, text, seq) for index, (text, seq) in told)
        return self._newest[1]

    def _text(self, act: Act, before: Any) -> Text:
        made = self._made.get(id(act))
        if made is None or made[0] is not act:
            made = self._made[id(act)] = act, text_of(self.game, act, before)
        return made[1]


REGISTERED = "register_fighter"
OF_PLAYERS, EVERYBODY = frozenset({"register_player", "sculpt_timer"}), "*"


def text_of(game: Game[Any], act: Act, before: Any) -> Text:
    """What was asked for, of whom, with its dice; for card games what the first event told."""
    if isinstance(before, Match):
        names = {one: fighter.name or one for one, fighter in before.fighters.items()}
        if act.name == REGISTERED:  # nobody of that name was there before
            names[str(act.parameters.get("fighter"))] = str(act.parameters.get("name") or act.parameters.get("fighter"))
        if act.name in OF_PLAYERS and (player := str(act.parameters.get("player"))) != EVERYBODY:
            known = before.players.get(player)
            names = {player: str(act.parameters.get("name") or (known is not None and known.name) or player)}
        if act.name == RULING:
            return _ruled(game, act, before) or _asked(act, CALLED.get(act.name), names)
        if act.name == TABLE:
            return _observed(act, names)
        return _with(_asked(act, CALLED.get(act.name), names), tuple(_how(act.parameters)))
    state = before
    for event in act.events:
        state = game.evolve(state, event)
        told = game.tell(state, event)
        if told is not None:
            return told
    return _asked(act, None, {})


def _ruled(game: Game[Any], act: Act, before: Any) -> Text | None:
    """A ruling as the play-by-play tells it: the field, whose it is, what it was set to and why."""
    state = before
    for event in act.events:
        state = game.evolve(state, event)
        if isinstance(event, RULED) and (told := game.tell(state, event)) is not None:
            return told
    return None


def _observed(act: Act, names: Mapping[str, str]) -> Text:
    """Which fact of the table was told, and of whom: nobody, too, is an answer."""
    told = []
    for fact, words in FACTS.items():
        if fact not in act.parameters:
            continue
        about = act.parameters[fact]
        if isinstance(about, Mapping):
            who = [
                Text(f"{names.get(one, one)} {value}", f"{names.get(one, one)} {value}") for one, value in about.items()
            ]
        else:
            pairs = [[one] if isinstance(one, str) else list(one) for one in about]
            who = [Text(said, said) for said in ("–".join(names.get(one, one) for one in pair) for pair in pairs)]
        told.append(_with(words, tuple(who or (NOBODY,)), ": "))
    return _with(COMMANDS[TABLE], tuple(told), ": ") if told else _asked(act, COMMANDS[TABLE], names)


def _how(parameters: Mapping[str, Any]) -> Iterator[Text]:
    """How far, which way, on what side: what tells one step from another of its kind."""
    for key in ("palms", "distance"):
        far = parameters.get(key)
        if isinstance(far, int | float) and not isinstance(far, bool):
            yield palms_told(far)
    for key in ("direction", "to", "side", "obstacle", "choice"):
        word = WORDS.get(str(parameters.get(key)))
        if word is not None:
            yield word
    clay = next((words for one, words in CLASSES.items() if one.value == parameters.get("class")), None)
    if clay is not None:
        yield clay
    for key, words in TURNED.items():
        if parameters.get(key) is True:
            yield words


def _with(line: Text, more: tuple[Text, ...], between: str = " · ") -> Text:
    if not more:
        return line
    return Text(
        line.en + between + ", ".join(one.en for one in more), line.es + between + ", ".join(one.es for one in more)
    )


def _asked(act: Act, label: Text | None, names: Mapping[str, str]) -> Text:
    people = [names[word] for word in _words(act.parameters) if word in names]
    shared = [roll for roll in act.rolls if _owner(roll, names) is None]
    dice = " ".join(str(face) for roll in shared for face in faces_of(roll.faces))
    owned = throws_of_several(act, names)
    who = " › ".join(list(dict.fromkeys(people))[:MOST_NAMES]) if shared or not owned else ""
    told = " · ".join(part for part in (who + (f" ({dice})" if dice else ""), *owned) if part)
    plain = act.name.replace("_", " ").capitalize()
    label = label or Text(plain, plain)
    return Text(f"{label.en}: {told}", f"{label.es}: {told}") if told else label


def _owner(roll: Roll, names: Mapping[str, str]) -> str | None:
    """Whose dice they are, where several throw for the same (`dice.Momia`, `rerolls.0.Momia`)."""
    field, _, rest = roll.field.partition(".")
    who = rest.rpartition(".")[2] if rest.partition(".")[0].isdigit() else rest
    return names.get(who) if field and who else None


def throws_of_several(act: Act, names: Mapping[str, str]) -> list[str]:
    """Everybody's own dice by name: each throw, and each throw again of those who had the same."""
    throws: dict[str, list[str]] = {}
    for roll in act.rolls:
        who = _owner(roll, names)
        if who is not None:
            faces = " ".join(str(face) for face in faces_of(roll.faces))
            throws.setdefault(_throw_of(roll.field), []).append(f"{who} {faces}")
    return [", ".join(one) for one in throws.values()]


def _throw_of(field: str) -> str:
    """`dice` of `dice.Momia`, `rerolls.0` of `rerolls.0.Momia`."""
    parts = field.split(".", 2)
    return ".".join(parts[:2]) if len(parts) == 3 and parts[1].isdigit() else parts[0]


def _words(value: Any) -> Iterator[str]:
    """Every word of the parameters, however deep; dice are told by themselves."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if isinstance(key, str) and not key.endswith("dice"):
                yield key
                yield from _words(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _words(one)


def faces_of(faces: Any) -> Iterator[Any]:
    """Faces, or what chance chose, however deep they lie."""
    if isinstance(faces, Mapping):
        for one in faces.values():
            yield from faces_of(one)
    elif isinstance(faces, Sequence) and not isinstance(faces, str):
        for one in faces:
            yield from faces_of(one)
    elif faces is not None:
        yield faces
