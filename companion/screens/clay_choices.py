"""What the referee can choose in a clay match: the game's offers, shaped so that three keys reach any act. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.ability import speed_left
from companion.games.clay_wrestling.draft import is_resting, is_unsure
from companion.games.clay_wrestling.model import Asked, ClayClass, Match, Mode, Phase, Zone, pair
from companion.games.clay_wrestling.modes import GENERAL_CAPACITY, capacity
from companion.games.clay_wrestling.profile import rule_is
from companion.games.clay_wrestling.slots import queue
from companion.kernel.decisions import REFEREE, Offer, Pending
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text, decimal
from companion.screens import clay_words as words
from companion.screens.choices import FLAT_UP_TO, action_of, actors_now
from companion.screens.clay_rulings import review_answers, ruling_entries, ruling_need
from companion.screens.menu import CHOICE_KEYS
from companion.screens.needs import Kind, Need, needs_of
from companion.screens.view_model import Action

Choices = tuple[tuple[Action, ...], tuple[Action, ...]]
"""Answers to the open question, and what else may be done."""
YES: Final = Text("Yes", "Sí")
NO: Final = Text("No", "No")
NOBODY: Final = Text("Nobody", "Nadie")
NOBODY_RESTS: Final = Text("Nobody rests or taunts: on to {what}", "Nadie descansa ni se burla: seguir con {what}")
NOBODY_ELSE: Final = Text(
    "Nobody else rests or taunts: on to {what}", "Nadie más descansa ni se burla: seguir con {what}"
)
AS_KNOWN: Final = Text("As the table shows: {pairs}", "Como se ve en la mesa: {pairs}")
CHOOSE_PAIRS: Final = Text("Choose who touches whom", "Elegir quién toca a quién")
TABLE: Final = Text("Correct what the table shows", "Corregir lo que se ve en la mesa")
TABLE_FACTS: Final[Mapping[str, Text]] = {
    "adjacent": Text("Who is adjacent", "Quién está adyacente"),
    "near_ropes": Text("Who is at the ropes", "Quién está en las cuerdas"),
    "near_post": Text("Who is at a post", "Quién está en un poste"),
    "behind": Text("Who is behind whom", "Quién está detrás de quién"),
}
ZONES: Final = Text("Who is at ringside or in the ring", "Quién está en ringside o en el ring")
AT_RINGSIDE: Final = Text("{name} is at ringside", "{name} está en ringside")
IN_RING: Final = Text("{name} is in the ring", "{name} está en el ring")
MOVE_AND_TURN: Final = Text("Turn and half a palm", "Girar y medio palmo")
MOVE_BACK: Final = Text("Half a palm back", "Medio palmo hacia atrás")
HALF_PALM: Final = 0.5
"""CW-MOVE-03, CW-MOVE-05."""
OPENING_STEP: Final = Text("One palm before the first turn: …", "Un palmo antes del primer turno: …")
TOUCHING: Final = Text("{what} (they touch)", "{what} (se tocan)")
"""Whoever attacks somebody says that they touch."""
ALL_THE_SAME: Final = Text("{what}: {name} does nothing more", "{what}: {name} no hace nada más")
"""Asked before a slot ends by what comes after it."""
DONE_AND: Final = Text("Done, then {what}", "Listo, luego {what}")
NO_FINISHER: Final = Text(
    "Done, the called finisher not tried: {name} loses the next turn",
    "Listo, sin intentar el finisher anunciado: {name} pierde el turno siguiente",
)
HOW_FAR: Final = Text(
    "{name}: how many palms? At most {most}; then move the figure.",
    "{name}: ¿cuántos palmos? Como mucho {most}; luego mueve la figura.",
)
GO_ON: Final = Text("Go on", "Seguir")
STANDS_UP: Final = Text("Stands up", "Se levanta")
STAYS_DOWN: Final = Text("Stays down", "Sigue en el suelo")
REGISTER: Final = Text("Register a fighter", "Inscribir a un luchador")
FORM: Final = "sheet"
"""What the menu asks for by the character sheet's form."""
START: Final = Text("Start: {mode}", "Empezar: {mode}")
CHOOSE_WHO: Final = Text("{start}: tick who fights, {most} at most", "{start}: marcar quién lucha, hasta {most}")
TEAMS_BY_PAGE: Final = Text(
    "The teams are made on the page Mode and rules: key G.",
    "Los equipos se hacen en la página Modo y reglas: tecla G.",
)
DRAW: Final = Text("Draw", "Empate")
DISQUALIFY: Final = Text("Disqualified", "Descalificado")
WAVE_OFF: Final = Text("Wave it off: the attack does not happen", "Dejarlo pasar: el ataque no se hace")
REPAIRS: Final = 3
"""Entries that always can be taken: the table, rulings on a fighter and on the match."""
NOTHING: Final[Mapping[str, Any]] = {}
_SLOT_QUESTIONS: Final = frozenset({"slot", "slots", "turn_start", "turn_end"})
_FACT_OF: Final = {"Q-ADJ": "adjacent", "Q-BACK": "behind", "Q-ROPES": "near_ropes", "Q-POST": "near_post"}
_OBSTACLES: Final[Mapping[str, tuple[Text, tuple[str, ...]]]] = {
    "none": (Text("Nothing in the way", "Nada en el camino"), ()),
    "ropes": (Text("The ropes", "Las cuerdas"), ("distance",)),
    "post": (Text("A post", "Un poste"), ("distance",)),
    "fighter": (Text("A fighter", "Un luchador"), ("distance", "target")),
}


def offers_now(match: Match) -> tuple[Offer, ...]:
    """The offers of everybody the referee may have to act for now."""
    stack = GAME.pending(match)
    actors = actors_now(stack, match.turn.active)
    if match.phase in {Phase.ANNOUNCEMENTS, Phase.PLACEMENT}:
        actors = (*(one.id for one in match.in_play), REFEREE)
    known = [one for one in actors if one == REFEREE or one in match.fighters]
    return tuple(offer for actor in known for offer in GAME.offers(match, actor))


def choices_of(match: Match, stack: Sequence[Pending], offers: Sequence[Offer]) -> Choices:
    """The referee's choices now.

    Args:
        offers: as `offers_now` gives them.
    """
    if not stack:
        return (), ruling_entries(match) if match.over else ()
    question = stack[-1]
    # whatever is asked, the referee may overrule first; before the start there is nothing to rule on
    repairs = (*review_answers(match), _table(match), *ruling_entries(match)) if match.roster else ()
    fact = _fact_answers(match, question)
    if fact is not None:
        return fact, repairs
    special = tuple(_special(match, question))
    if special:
        return special, repairs
    if question.kind in _SLOT_QUESTIONS:
        able, unable = _slot(match, question, offers)
        # what can be done stands on the first page, what cannot be done after it
        return (), (*able, *repairs, *unable)
    answers = [one for one in offers if one.command in question.options or _names_option(one, question)]
    shaped = [action for one in answers for action in _shaped(match, one)]
    if question.kind == "Q-DEFEND" and question.options == ("no_defence",):
        shaped = [replace(one, label=GO_ON) for one in shaped]
    if question.kind == "Q-REST":
        return tuple(_announcements(match, shaped)), repairs
    return tuple(_grouped(match, shaped)), repairs


def needs(match: Match, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
    """What a person must still give for a clay command; facts (`Q-..`) are asked by the engine itself."""
    people = {one.id: one.name or one.id for one in match.in_play}
    wanted = tuple(key for key in keys if not key.startswith("Q-"))
    if command == "referee_ruling":
        return tuple(need for key in wanted if (need := ruling_need(match, key)) is not None)
    found = needs_of(GAME.commands[command], wanted, people)
    acting = match.turn.active or next(iter(queue(match)), None)
    if command == "move" and acting is not None:
        found = tuple(replace(one, label=_palms_left(match, acting)) if one.key == "palms" else one for one in found)
    return tuple(_clay_need(match, one, people) for one in found)


QUESTIONS: Final[Mapping[str, Text]] = {
    "adjacent": Text("Do {one} and {other} touch?", "¿Están adyacentes {one} y {other}?"),
    "behind": Text("Is {one} behind {other}?", "¿Está {one} detrás de {other}?"),
    "near_ropes": Text("Is {one} at the ropes?", "¿Está {one} en las cuerdas?"),
    "near_post": Text("Is {one} at a post?", "¿Está {one} en un poste?"),
}
WHO_TOUCHES: Final = Text("Who touches whom?", "¿Quién toca a quién?")


def asked(match: Match, question: Pending) -> Pending:
    """The question in whole words where it is about the table: who exactly, and in which order."""
    fact = _FACT_OF.get(question.kind)
    if fact is None:
        return question
    if match.turn.asked is None:
        return replace(question, question=WHO_TOUCHES)
    names = [match.fighters[one].name or one for one in match.turn.asked.about if one in match.fighters]
    if not names or (fact in {"adjacent", "behind"} and len(names) < 2):
        return question
    return replace(question, question=QUESTIONS[fact].filled(one=names[0], other=names[-1]))


def _names_option(offer: Offer, question: Pending) -> bool:
    return offer.parameters.get("choice") in question.options


# -- shaping offers ----------------------------------------------------------------------------------------------


def _shaped(match: Match, offer: Offer) -> list[Action]:
    """An offer as one entry, or as several where a parameter is better chosen at once."""
    action = action_of(offer)
    facts = tuple(key for key in action.needs if key.startswith("Q-"))
    action = replace(action, needs=tuple(key for key in action.needs if key not in facts))
    if facts[:1] == ("Q-ADJ",):
        action = replace(action, label=TOUCHING.filled(what=action.label), touching=True)
    if not action.legal:
        return [action]
    match offer.command:
        case "move":
            return [
                replace(action, needs=("palms",)),
                _tried(match, _with(action, MOVE_AND_TURN, (), palms=HALF_PALM, half_turn=True)),
                _tried(match, _with(action, MOVE_BACK, (), palms=HALF_PALM, backward=True)),
            ]
        case "kickout_choice":
            return [_with(action, STANDS_UP, (), stand=True), _with(action, STAYS_DOWN, (), stand=False)]
        case "dodge":
            sides = (("left", Text("to the left", "a la izquierda")), ("right", Text("to the right", "a la derecha")))
            return [_with(action, _joined(action.label, side), (), side=key) for key, side in sides]
        case "whip_path":
            return [
                _barring(match, _with(action, label, asked, obstacle=key), "target", rest={"distance": 0.0})
                for key, (label, asked) in _OBSTACLES.items()
            ]
        case "rope_jump":
            zones = (("ring", Text("onto the mat", "a la lona")), ("ringside", Text("to ringside", "a ringside")))
            return [_with(action, _joined(action.label, zone), ("touched",), to=key) for key, zone in zones]
        case "suplex_throw":
            return [_throws(match, action)]
    return [action]


def _with(action: Action, label: Text, asked: tuple[str, ...], **parameters: Any) -> Action:
    return replace(action, label=label, needs=asked, parameters={**action.parameters, **parameters})


def _tried(match: Match, action: Action) -> Action:
    """The same with the rule's own word on it: a variant may be forbidden where the plain command is not."""
    try:
        GAME.decide(match, GAME.command(action.command, action.parameters))
    except IllegalCommandError as error:
        return replace(action, legal=False, reason=error.refusal.reason, rule=error.rule)
    return action


def _joined(one: Text, other: Text) -> Text:
    return Text(f"{one.en} {other.en}", f"{one.es} {other.es}")


def _barring(match: Match, action: Action, key: str, rest: Mapping[str, Any] = NOTHING) -> Action:
    """With the reasons against everybody whom the rules do not let it be.

    Args:
        rest: a likely value of what else is still asked for.
    """
    if key not in action.needs:
        return action
    barred = []
    for one in match.in_play:
        given = {**action.parameters, **rest, key: one.id}
        try:
            GAME.decide(match, GAME.command(action.command, given))
        except IllegalCommandError as error:
            barred.append((one.id, error.refusal))
    if key == "target" and len(barred) == len(match.in_play):  # nobody may be it
        refusal = barred[-1][1]
        return replace(action, legal=False, reason=refusal.reason, rule=refusal.rule)
    return replace(action, barred={key: tuple(barred)})


def _throws(match: Match, action: Action) -> Action:
    """Four ways on the mat and four to ringside; whom the body hits is asked last and may be nobody."""
    ways = {
        "front": Text("forwards", "hacia delante"),
        "back": Text("backwards", "hacia atrás"),
        "left": Text("to the left", "a la izquierda"),
        "right": Text("to the right", "a la derecha"),
    }
    zones = {"ring": Text("mat", "lona"), "ringside": Text("ringside", "ringside")}
    children = [
        _with(action, Text(f"{way.en}, {zone.en}", f"{way.es}, {zone.es}"), ("hits",), direction=key, to=to)
        for to, zone in zones.items()
        for key, way in ways.items()
    ]
    tried = [_tried(match, one) for one in children]
    barred = {one.parameters["to"]: _barring(match, one, "hits").barred for one in tried if one.legal}  # once a zone
    shown = [_hitting(match, one, barred[one.parameters["to"]]) if one.legal else one for one in tried]
    able = sorted(shown, key=lambda one: not one.legal)
    return replace(action, parameters={}, needs=(), children=tuple(able))


def _hitting(match: Match, throw: Action, barred: Mapping[str, tuple[tuple[Any, Refusal], ...]]) -> Action:
    """A throw that asks whom the body hits; where nobody is that it can hit, nothing is asked."""
    if len(barred.get("hits", ())) == len(match.in_play):
        return replace(throw, needs=())
    return replace(throw, barred=barred)


def _grouped(match: Match, actions: Sequence[Action], flat: int = FLAT_UP_TO) -> Iterator[Action]:
    """One entry a command with its targets or actors behind it; legal ones first.

    Args:
        flat: so many variants of a command stand beside each other instead.
    """
    names = {one.id: one.name or one.id for one in match.fighters.values()}
    by_command: dict[tuple[str, Text | None], list[Action]] = {}
    for one in actions:
        # variants of one command that were split on purpose stay apart
        key = (one.command, None if one.command in words.COMMANDS and not _is_split(one) else one.label)
        by_command.setdefault(key, []).append(one)
    refused = []
    for (command, _), same in by_command.items():
        legal, barred = [one for one in same if one.legal], [one for one in same if not one.legal]
        title = words.COMMANDS.get(command, same[0].label)
        if not legal:
            refused.append(same[0] if len(same) == 1 else replace(same[0], label=title))
        elif len(legal) <= flat:
            yield from legal if len({one.actor for one in legal}) == 1 else (_named(one, names) for one in legal)
            refused += barred if len(match.in_play) <= GENERAL_CAPACITY else []  # of twenty nobody reads them
        else:
            # targets differ by their labels; people who may do the same are told apart by name
            alike = len({one.label for one in same}) < len(same)
            children = tuple(_named(one, names) if alike else one for one in (*legal, *barred))
            yield Action(title, command, {}, legal[0].actor, children=children)
    yield from refused


def _is_split(action: Action) -> bool:
    return action.command in {"move", "dodge", "whip_path", "rope_jump", "kickout_choice", "rope_choice"}


def _named(action: Action, names: Mapping[str, str]) -> Action:
    """With the actor's name in front, where several may do the same."""
    name = names.get(action.actor)
    if name is None:
        return action
    return replace(action, label=Text(f"{name}: {action.label.en}", f"{name}: {action.label.es}"))


def _slot(match: Match, question: Pending, offers: Sequence[Offer]) -> Choices:
    """A slot: what its owner can do and what leads on; and what he cannot do, with the reasons."""
    owner = question.owner if isinstance(question.owner, str) else REFEREE
    mine = [a for one in offers if one.actor == owner != REFEREE for a in _shaped(match, one)]
    if owner in match.fighters and match.fighters[owner].finisher.waits:
        mine = [_finisher_first(match, owner, one) if one.command == "end_slot" and one.legal else one for one in mine]
    leading_on = [
        action_of(one)
        for one in offers
        if one.actor == REFEREE and one.legal and one.command not in {"observe", "clock"}
    ]
    if match.turn.active == owner:
        may_act = any(one.legal and one.command != "end_slot" for one in mine)
        leading_on = [
            _asked_first(match, one) if may_act else replace(one, label=_after_him(one)) for one in leading_on
        ]
    grouped = list(_grouped(match, mine))
    if sum(1 for a in grouped if a.legal) + len(leading_on) + REPAIRS > len(CHOICE_KEYS):
        grouped = list(_grouped(match, mine, flat=1))  # everything that can be done is on the first page
    steps = tuple(_opening_steps(match, offers)) if match.phase is Phase.PLACEMENT else ()
    able = (*(a for a in grouped if a.legal), *leading_on, *steps)
    return able, tuple(a for a in grouped if not a.legal)


def _finisher_first(match: Match, owner: str, done: Action) -> Action:
    """Whoever called a finisher and does not try it loses his next turn (CW-FIN-06): one press more."""
    label = NO_FINISHER.filled(name=match.fighters[owner].name or owner)
    return replace(done, children=(replace(done, label=label, rule="CW-FIN-06"),))


def _asked_first(match: Match, action: Action) -> Action:
    """What ends the slot of somebody who can still act, and more with it: one press more, so that it is meant."""
    who = match.turn.active
    name = "" if who is None else match.fighters[who].name or who
    label = _after_him(action)
    sure = replace(action, label=ALL_THE_SAME.filled(what=label, name=name))
    return Action(label, action.command, {}, action.actor, children=(sure,))


def _after_him(action: Action) -> Text:
    """What comes next, with the slot that ends by it."""
    return DONE_AND.filled(what=Text(_lowered(action.label.en), _lowered(action.label.es)))


def _opening_steps(match: Match, offers: Sequence[Offer]) -> Iterator[Action]:
    """A palm for everybody before the first turn, as far as he has not taken it (CW-START-03)."""
    names = {one.id: one.name or one.id for one in match.fighters.values()}
    steps = [
        replace(action_of(one), label=Text(names[one.actor], names[one.actor]))
        for one in offers
        if one.command == "opening_step" and one.legal
    ]
    if steps:
        yield Action(OPENING_STEP, "opening_step", {}, REFEREE, children=tuple(steps))


def _announcements(match: Match, actions: Sequence[Action]) -> Iterator[Action]:
    """Who rests or taunts, each by name; what comes next where nobody does stands first."""
    names = {one.id: one.name or one.id for one in match.fighters.values()}
    # who has said so has acted before the first slot, or waits for his die
    is_said = any(one.has_acted or is_resting(match, one) for one in match.in_play)
    said = [one for one in actions if one.command in {"rest", "taunt"}]
    for one in actions:
        if one not in said:
            label = Text(_lowered(one.label.en), _lowered(one.label.es))
            yield replace(one, label=(NOBODY_ELSE if is_said else NOBODY_RESTS).filled(what=label))
    plain = {one.label for one in said}
    for one in _grouped(match, said):
        yield _named(one, names) if one.legal and not one.children and one.label in plain else one


def _lowered(words: str) -> str:
    """In the middle of a sentence; a word of the rulebook keeps its capitals."""
    return words[:1].lower() + words[1:]


# -- facts of the table ------------------------------------------------------------------------------------------


def _fact_answers(match: Match, question: Pending) -> tuple[Action, ...] | None:
    """Yes and no to a fact that the engine asks for; pairs for the tie-ups of a turn."""
    fact = _FACT_OF.get(question.kind)
    if fact is None:
        return None
    asked = match.turn.asked
    if asked is None:
        return tuple(_pairs_of_the_turn(match))
    return (
        Action(YES, "observe", {fact: _told(match, fact, asked, holds=True)}, REFEREE),
        Action(NO, "observe", {fact: _told(match, fact, asked, holds=False)}, REFEREE),
    )


def _told(match: Match, fact: str, asked: Asked, *, holds: bool) -> list[Any]:
    """The whole list of a fact after the answer: `observe` replaces what was known."""
    about = asked.about
    if fact in {"near_ropes", "near_post"}:
        known_names = [one for one in getattr(match.facts, fact) if one not in about]
        return [*known_names, *(about[:1] if holds else ())]
    one = pair(*about[:2]) if fact == "adjacent" else (about[0], about[1])
    known = [list(other) for other in getattr(match.facts, fact) if tuple(other) != one]
    return [*known, list(one)] if holds else known


def _pairs_of_the_turn(match: Match) -> Iterator[Action]:
    yield Action(NOBODY, "observe", {"adjacent": []}, REFEREE)
    known = [list(one) for one in known_now(match, "adjacent")]
    if known:
        names = {one.id: one.name or one.id for one in match.fighters.values()}
        told = ", ".join(f"{names.get(a, a)}–{names.get(b, b)}" for a, b in known)
        yield Action(AS_KNOWN.filled(pairs=told), "observe", {"adjacent": known}, REFEREE)
    yield Action(CHOOSE_PAIRS, "observe", {}, REFEREE, needs=("adjacent",))


def _table(match: Match) -> Action:
    """One entry to correct any fact of the table."""
    facts = [Action(label, "observe", {}, REFEREE, needs=(key,)) for key, label in TABLE_FACTS.items()]
    zones = []
    for one in match.in_play:
        inside = one.zone is Zone.RING
        label = (AT_RINGSIDE if inside else IN_RING).filled(name=one.name or one.id)
        zone = Zone.RINGSIDE if inside else Zone.RING
        zones.append(Action(label, "observe", {"zone": {one.id: zone.value}}, REFEREE))
    facts.append(Action(ZONES, "observe", {}, REFEREE, children=tuple(zones)))
    return Action(TABLE, "observe", {}, REFEREE, children=tuple(facts), shortcut="s")


def _palms_left(match: Match, name: str) -> Text:
    fighter = match.fighters[name]
    return HOW_FAR.filled(name=fighter.name or name, most=decimal(speed_left(match, fighter)))


def _clay_need(match: Match, need: Need, people: Mapping[str, str]) -> Need:
    """A need in the words of the table; a fact begins with what is known, so that a correction keeps the rest."""
    if need.key in {"palms", "distance"}:
        return replace(need, kind=Kind.PALMS)
    everybody = tuple((one, Text(name, name)) for one, name in people.items())
    if need.key in {"adjacent", "behind"}:
        ordered = need.key == "behind"
        given = tuple(list(one) for one in known_now(match, need.key))
        return replace(need, kind=Kind.CHOICE, many=True, two=True, ordered=ordered, choices=everybody, given=given)
    if need.key == "fighters":  # nobody is in the match yet
        roster = tuple((one.id, Text(one.name or one.id, one.name or one.id)) for one in match.fighters.values())
        return replace(need, kind=Kind.CHOICE, many=True, choices=roster)
    if need.key in {"near_ropes", "near_post"}:
        there = tuple(one[0] for one in known_now(match, need.key) if one[0] in people)
        return replace(need, kind=Kind.CHOICE, many=True, choices=everybody, given=there)
    if need.key in {"hits", "touched", "target"}:
        return replace(need, optional=need.key != "target")
    return need


def known_now(match: Match, fact: str) -> tuple[tuple[str, ...], ...]:
    """What is known of a fact: nothing about figures that have moved since, unless somebody has told it."""
    every = [(one,) if isinstance(one, str) else tuple(one) for one in getattr(match.facts, fact)]
    there = {one.id for one in match.in_play}  # who is out touches nobody any more
    return tuple(one for one in every if there.issuperset(one) and not is_unsure(match.facts, fact, one))


# -- questions with answers of their own -------------------------------------------------------------------------


def _special(match: Match, question: Pending) -> Iterator[Action]:
    """Questions that no offer answers: class rulings, the start of a match, rulings on a landing or a winner."""
    match question.kind:
        case "Q-CLASS":
            who = next(one.id for one in match.fighters.values() if one.class_ is None)
            for kind in ClayClass:
                yield Action(words.CLASSES[kind], "classify", {"fighter": who, "class": kind.value}, REFEREE)
        case "start_match":
            everybody = list(match.fighters)
            taken = {
                "names": [one.name or one.id for one in match.fighters.values()],
                "colours": [one.clay_colour for one in match.fighters.values() if one.clay_colour],
                "owners": [one.name or one.id for one in match.fighters.values() if one.clay_colour],
                "kinds": rule_is(match, "finisher_attack_choice", "on_sheet"),
            }
            yield Action(REGISTER, "register_fighter", taken, REFEREE, needs=(FORM,))
            for mode in Mode if len(everybody) > 1 else ():
                yield _start(match, mode, everybody)
        case "Q-LAND" if match.turn.asked is not None:
            who = match.turn.asked.about[0]
            for value, label in (("ring", Text("Mat", "Lona")), ("ringside", Text("Ringside", "Ringside"))):
                yield _ruling("landing", who, value, label)
        case "Q-DQ" if match.turn.asked is not None:
            for answer, label in ((True, DISQUALIFY), (False, WAVE_OFF)):
                yield _ruling("dq", match.turn.asked.about[0], answer, label)
        case "Q-TAG" if match.turn.asked is not None:
            for team in match.turn.asked.about:
                for member in match.teams[team].members if team in match.teams else ():
                    if match.fighters[member].zone is Zone.OUT:
                        continue
                    name = match.fighters[member].name or member
                    yield _ruling("legal", team, member, Text(name, name))
        case "Q-WINNER":
            last = () if match.turn.asked is None else match.turn.asked.about  # those who fell together
            for who in last or match.roster:
                name = match.fighters[who].name or who
                yield _ruling("winner", "match", who, Text(name, name))
            yield _ruling("winner", "match", "draw", DRAW)


def _start(match: Match, mode: Mode, everybody: list[str]) -> Action:
    """A match of everybody, or of those who are ticked where so many do not fit."""
    label = START.filled(mode=words.MODES[mode])
    action = _tried(match, Action(label, "start_match", {"mode": mode.value, "fighters": everybody}, REFEREE))
    if mode is Mode.SURVIVOR_SERIES and not action.legal:
        return replace(action, reason=TEAMS_BY_PAGE)
    if len(everybody) <= capacity(match, mode):
        return action
    label = CHOOSE_WHO.filled(start=label, most=capacity(match, mode))
    return Action(label, "start_match", {"mode": mode.value}, REFEREE, needs=("fighters",))


def _ruling(topic: str, subject: str, value: Any, label: Text) -> Action:
    given = {"topic": topic, "subject": subject, "value": value, "note": "asked"}
    return Action(label, "referee_ruling", given, REFEREE)
