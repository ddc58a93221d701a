"""Every command somebody might think of now, with dice, odds, and the reason where it is not allowed."""

from collections.abc import Iterator
from typing import Any

from companion.games.all_time_wrestling.commands import COMMANDS
from companion.games.all_time_wrestling.dice import dice_due, with_lowest_faces
from companion.games.all_time_wrestling.model import SIDES, Phase, State
from companion.games.all_time_wrestling.numbers import target_number
from companion.games.all_time_wrestling.referee import decide
from companion.games.all_time_wrestling.table import over_limit
from companion.games.all_time_wrestling.telling import WORDS
from companion.kernel.codec import decode
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.dice import DiceRequest
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text

LABELS = {
    "choose_wrestler": Text("Take {wrestler}", "Elegir a {wrestler}"),
    "set_opening_hand": Text("Opening hand", "Mano inicial"),
    "roll_initiative": Text("Roll for the initiative", "Tirar la iniciativa"),
    "starter_shuffle_back": Text("Shuffle a random card back", "Devolver una carta al azar"),
    "pass_draw": Text("Draw 1, lose the initiative", "Robar 1 y perder la iniciativa"),
    "pass_rest": Text("3 stamina, lose the initiative", "3 de resistencia y perder la iniciativa"),
    "play_attack": Text("Attack: {card}", "Ataque: {card}"),
    "play_rampage": Text("Rampaging Attack", "Ataque en tromba"),
    "play_blind": Text("Blind Attack", "Ataque a ciegas"),
    "defend_reversal": Text("Reversal", "Reversión"),
    "defend_permanent": Text("{ability}", "{ability}"),
    "defend_one_time": Text("{ability}", "{ability}"),
    "block_stamina": Text("Block for 2 stamina", "Bloquear con 2 de resistencia"),
    "block_cards": Text("Block with 2 cards", "Bloquear con 2 cartas"),
    "decline_defense": Text("No defence", "Sin defensa"),
    "counter_roll": Text("Counter: roll", "Contra: tirar"),
    "counter_reversal": Text("Counter: reversal", "Contra: reversión"),
    "decline_counter": Text("No counter", "Sin contra"),
    "attack_roll": Text("Roll", "Tirar"),
    "reroll": Text("Discard and reroll", "Descartar y repetir"),
    "decline_reroll": Text("No reroll", "Sin repetición"),
    "assign_dice": Text("Assign the dice", "Asignar los dados"),
    "choose_compensation": Text("Compensation: {kind}", "Compensación: {kind}"),
    "offense": Text("Choose: {kind}", "Elegir: {kind}"),
    "convert_stamina": Text("3 stamina for 1 health", "3 de resistencia por 1 de salud"),
    "kickout_roll": Text("Kick out", "Salir de la cuenta"),
    "ability_effect": Text("{ability}: tell the changes", "{ability}: decir los cambios"),
    "concede": Text("Give up", "Abandonar"),
}
ATTACKERS = ("decline_reroll", "counter_roll", "counter_reversal", "decline_counter", "pass_draw", "pass_rest")
DEFENDERS = ("defend_reversal", "block_stamina", "decline_defense", "kickout_roll")
ODDS_OF = Text("to hit", "de acertar")
ODDS_OF_ABILITY = Text("to succeed", "de éxito")
_Candidate = tuple[str, dict[str, Any], tuple[str, ...]]


def offers(state: State, actor: str) -> tuple[Offer, ...]:
    """What `actor` (a seat or the referee) could do now; nothing for anybody else."""
    if actor != REFEREE and actor not in state.players:
        return ()
    found = _for_referee() if actor == REFEREE else _for_seat(state, actor)
    return tuple(_offer(state, actor, *candidate) for candidate in found)


def _for_referee() -> Iterator[_Candidate]:
    yield "roll_initiative", {}, ()
    yield "attack_roll", {}, ()


def _for_seat(state: State, seat: str) -> Iterator[_Candidate]:
    player = state.players[seat]
    if state.phase is Phase.SETUP_WRESTLERS:
        brought = state.decks.get(seat)
        for wrestler in state.boards if brought is None else (brought.wrestler,):
            open_values = state.boards[wrestler].health_max is None or state.boards[wrestler].stamina_max is None
            yield "choose_wrestler", {"player": seat, "wrestler": wrestler}, ("board",) if open_values else ()
    if state.phase is Phase.OPENING_HANDS:
        deck = state.decks.get(seat)
        hand = () if deck is None or deck.hand is None else deck.hand
        yield "set_opening_hand", {"player": seat, "cards": list(hand)}, () if hand else ("cards",)
    yield "starter_shuffle_back", {"player": seat}, ()
    for name in (*ATTACKERS, *DEFENDERS):
        yield name, {"player": seat}, _of_a_draw(state, seat) if name == "pass_draw" else ()
    if state.phase is Phase.ACTION:
        yield from _attacks(state, seat)
    if state.phase is Phase.DEFENSE:
        for ref, ability in player.board.abilities.items():
            if ability.kind is not None:
                yield f"defend_{ability.kind}", {"player": seat, "ability": ref}, ()
        yield "block_cards", {"player": seat, "cards": list(_spare(state, seat)[:2])}, ("cards",)
    if state.phase is Phase.REROLL:
        for card in _spare(state, seat)[:1]:
            yield "reroll", {"player": seat, "discard": card}, ("discard",)
    if state.phase is Phase.ASSIGN:
        yield "assign_dice", {"player": seat, "map": {}}, ("map",)
    for kind in ("stamina", "card"):
        needs = _of_a_draw(state, seat, always=True) if kind == "card" else ()
        yield "choose_compensation", {"player": seat, "kind": kind}, needs
    if state.phase is Phase.OFFENSE:
        yield from _offense(state, seat)
    yield "convert_stamina", {"player": seat, "health_points": 1}, ()
    if state.asked is not None and state.asked.player == seat:
        yield "ability_effect", {"player": seat, "ability": state.asked.ability, "changes": {}}, ("changes",)
    yield "concede", {"player": seat}, ()


def _of_a_draw(state: State, seat: str, *, always: bool = False) -> tuple[str, ...]:
    """Where hands are entered: the card drawn, and at the limit the one that goes back (ATW-091)."""
    if not state.players[seat].hand and seat not in state.decks:
        return ()
    return ("drawn", "shuffle_back") if over_limit(state, seat, always=always) else ("drawn",)


def _spare(state: State, seat: str) -> tuple[str, ...]:
    """Cards that could be discarded: known ones, else any of the file that are not in the discard pile."""
    player = state.players[seat]
    known = player.hand if player.hand_known else (*player.hand, *state.cards)
    usable = (card for card in known if state.cards[card].class_ != "finisher" and card not in player.discard)
    return tuple(dict.fromkeys(usable))


def _attacks(state: State, seat: str) -> Iterator[_Candidate]:
    player = state.players[seat]
    known = player.hand if player.hand_known else tuple(state.cards)
    for card in dict.fromkeys(known):
        yield "play_attack", {"player": seat, "card": card}, ()
    several = known if player.hand_known else dict.fromkeys(known)
    rampage = [card for card in several if "rampage" in state.cards[card].icons]
    yield "play_rampage", {"player": seat, "cards": rampage[: max(2, player.hand_count)]}, ("cards",)
    if player.depleted:
        for card in state.cards:
            yield "play_blind", {"player": seat, "card": card}, ("skipped",)


def _offense(state: State, seat: str) -> Iterator[_Candidate]:
    for kind in ("none", "taunt", "recover", "pin", "combo"):
        yield "offense", {"player": seat, "kind": kind}, ()
    for ref, ability in state.players[seat].board.abilities.items():
        if ability.kind is not None:
            yield "offense", {"player": seat, "kind": ability.kind, "ability": ref}, ()


def _offer(state: State, actor: str, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    values = {key: WORDS.get(str(value), value) for key, value in given.items()}
    command: Command = decode(COMMANDS[name], given, name)
    due = dice_due(state, command)
    tn = _fixed_number(state, name, given)
    odds = _odds(state) if name == "attack_roll" else None if tn is None else _chance(tn)
    label = LABELS[name].filled(**values)
    if tn is not None:
        label = Text(f"{label.en} ({tn}+)", f"{label.es} ({tn}+)")
    refusal = _refusal(state, command, due)
    odds_of = None if odds is None else ODDS_OF if tn is None else ODDS_OF_ABILITY
    return Offer(name, given, actor, label, refusal, due, odds, odds_of, needs)


def _fixed_number(state: State, name: str, given: dict[str, Any]) -> int | None:
    """What the die of an ability or of a counter must reach; never modified (ATW-053)."""
    if name == "counter_roll" and state.counter is not None:
        return state.players[state.defender].board.abilities[state.counter.ability].counter_tn
    if name in {"defend_permanent", "defend_one_time"}:
        return state.players[given["player"]].board.abilities[given["ability"]].tn
    return None


def _chance(tn: int) -> float:
    return sum(1 for face in range(1, SIDES + 1) if face >= tn) / SIDES


def _odds(state: State) -> float | None:
    """Exact chance of a single attack's roll."""
    if state.phase is not Phase.ROLL or state.in_play.kind == "rampage":
        return None
    try:
        tn = target_number(state, state.in_play.cards[0]).total
    except IllegalCommandError:
        return None
    lowest = 2 if state.rule("natural_one_misses") else 1
    return sum(1 for face in range(lowest, SIDES + 1) if face >= tn) / SIDES


def _refusal(state: State, command: Command, due: tuple[DiceRequest, ...]) -> Refusal | None:
    """Why not; dice that are still to roll stand at their lowest face meanwhile."""
    try:
        decide(state, with_lowest_faces(command, due))
    except IllegalCommandError as error:
        return error.refusal
    return None
