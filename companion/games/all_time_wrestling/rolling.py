"""ROLL, REROLL and ASSIGN (sections 1.7 and 1.8)."""

from collections import Counter

from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.aftermath import hit, lose_attack
from companion.games.all_time_wrestling.defense import pay_with_cards
from companion.games.all_time_wrestling.model import Phase, State
from companion.games.all_time_wrestling.numbers import target_number
from companion.games.all_time_wrestling.opening import need_faces
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    card_back,
    need_card,
    need_discardable,
    need_in_hand,
    need_owner,
    need_window,
    open_window,
)


def dice_of_attack(state: State) -> int:
    """One die, for a rampage one a card (ATW-086, ATW-113)."""
    return len(state.in_play.cards)


def by_copy(cards: tuple[str, ...]) -> dict[str, str]:
    """The cards of a rampage by what `assign_dice` calls them: a second copy of `jab` is `jab#2`."""
    found: dict[str, str] = {}
    for place, card in enumerate(cards):
        number = cards[:place].count(card) + 1
        found[card if number == 1 else f"{card}#{number}"] = card
    return found


def reaches(state: State, card: str, face: int) -> bool:
    """Whether the face is a success for the card now (ATW-D10, ATW-D11)."""
    if face == 1 and state.rule("natural_one_misses"):
        return False
    return face >= target_number(state, card).total


def attack_roll(play: Play, command: cmd.AttackRoll) -> None:
    state = play.state
    need_window(state, Phase.ROLL)
    for card in state.in_play.cards:
        target_number(state, card)
    faces = command.values or ()
    need_faces(faces, dice_of_attack(state))
    if state.in_play.kind == "rampage":
        play.tell(ev.AttackRolled(values=faces, rules=("ATW-113",)))
        _after_rampage_roll(play)
        return
    (card,) = state.in_play.cards
    success = reaches(state, card, faces[0])
    play.tell(
        ev.AttackRolled(
            values=faces,
            tn=target_number(state, card).total,
            success=success,
            rules=("ATW-086", "ATW-087"),
        )
    )
    if success:
        hit(play, (card,))
    else:
        _after_miss(play)


def can_reroll(state: State) -> bool:
    """A reroll is left, and there is a card that may pay for it (ATW-095, ATW-D07, ATW-D19)."""
    attack = state.in_play
    if attack.kind == "rampage" and state.rule("rampage_reroll") == "none":
        return False
    allowed = state.rule("rerolls_per_attack")
    if isinstance(allowed, int) and attack.rerolls >= allowed:
        return False
    # asked of every hand: a window that only some cards open would tell the crowd which are there
    return state.players[state.attacker].hand_count > 0


def _after_miss(play: Play) -> None:
    if can_reroll(play.state):
        open_window(play, Phase.REROLL, "ATW-095")
    else:
        _missed(play)


def _missed(play: Play) -> None:
    """ATW-097, ATW-098."""
    play.tell(ev.AttackMissed(rules=("ATW-097",)))
    card_back(play, "ATW-097")
    lose_attack(play, "ATW-098")


def reroll(play: Play, command: cmd.Reroll) -> None:
    """ATW-095, ATW-096."""
    state = play.state
    need_owner(state, Phase.REROLL, command.player, state.attacker)
    need_card(state, command.discard)
    need_discardable(state, (command.discard,))
    need_in_hand(state, command.player, (command.discard,))
    attack = state.in_play
    given = command.roll
    faces = given if isinstance(given, tuple) else () if given is None else (given,)
    need_faces(faces, reroll_dice(state))
    pay_with_cards(play, command.player, (command.discard,), "ATW-095")
    roll = faces[0] if len(faces) == 1 else faces
    if attack.kind == "rampage":
        values = faces if len(faces) == len(attack.dice) else _with_worst_replaced(attack.dice, faces[0])
        play.tell(ev.Rerolled(roll=roll, values=values, rules=("ATW-D19",)))
        _after_rampage_roll(play)
        return
    (card,) = attack.cards
    success = reaches(play.state, card, faces[0])
    tn = target_number(play.state, card).total
    play.tell(ev.Rerolled(roll=roll, values=faces, tn=tn, success=success, rules=("ATW-095",)))
    if success:
        hit(play, (card,))
    else:
        _after_miss(play)


def reroll_dice(state: State) -> int:
    attack = state.in_play
    return len(attack.dice) if attack.kind == "rampage" and state.rule("rampage_reroll") == "all_dice" else 1


def _with_worst_replaced(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    values = list(dice)
    values[values.index(min(values))] = face
    return tuple(values)


def decline_reroll(play: Play, command: cmd.DeclineReroll) -> None:
    state = play.state
    need_owner(state, Phase.REROLL, command.player, state.attacker)
    if state.in_play.kind == "rampage":
        _to_assignment(play)
    else:
        _missed(play)


# -- rampage --------------------------------------------------------------------------------------------------------


def _after_rampage_roll(play: Play) -> None:
    """A reroll where the event allows one and a die is of no use, else the assignment."""
    state = play.state
    attack = state.in_play
    useless = any(not any(_useful(state, card, face) for card in attack.cards) for face in attack.dice)
    if useless and can_reroll(state):
        open_window(play, Phase.REROLL, "ATW-D19")
    else:
        _to_assignment(play)


def _useful(state: State, card: str, face: int) -> bool:
    return state.rule("rampage_assignment") == "referee" or reaches(state, card, face)


def _to_assignment(play: Play) -> None:
    state = play.state
    attack = state.in_play
    if any(_useful(state, card, face) for card in attack.cards for face in attack.dice):
        open_window(play, Phase.ASSIGN, "ATW-114")
    else:
        hit(play, ())


def assign_dice(play: Play, command: cmd.AssignDice) -> None:
    """ATW-114, ATW-D20."""
    state = play.state
    need_owner(state, Phase.ASSIGN, command.player, state.attacker)
    attack = state.in_play
    rolled = Counter(attack.dice)
    copies = by_copy(attack.cards)
    for key, face in command.map.items():
        card = copies.get(key)
        if card is None:
            need_card(state, key)
            raise no("assignment", what=key)
        rolled[face] -= 1
        if rolled[face] < 0 or not _useful(state, card, face):
            raise no("assignment", what=f"{face} ({card})")
    play.tell(ev.DiceAssigned(map=command.map, rules=("ATW-114",)))
    hit(play, tuple(card for key, card in copies.items() if key in command.map))
