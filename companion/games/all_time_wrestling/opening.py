"""Set-up: wrestlers, opening hands, who begins (section 1.6)."""

from collections.abc import Mapping

from companion.errors import NotationError
from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.card_file import FORMAT
from companion.games.all_time_wrestling.model import (
    JAX,
    NO_BOARD,
    OPENING_DAMAGE,
    OPENING_HAND,
    SEATS,
    SIDES,
    Board,
    CardEntry,
    Phase,
    State,
    is_finisher,
    rival,
)
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.sample import BOARDS, board_over, card_over_sample
from companion.games.all_time_wrestling.table import (
    Play,
    change_stamina,
    need_card,
    need_in_deck,
    need_in_hand,
    need_owner,
    need_seat,
    need_value,
    need_window,
    open_window,
    take_initiative,
)
from companion.kernel.card_files import need_sound
from companion.kernel.codec import decode


def choose_wrestler(play: Play, command: cmd.ChooseWrestler) -> None:
    """ATW-060..062; what the board leaves open must be typed."""
    state = play.state
    need_window(state, Phase.SETUP_WRESTLERS)
    seat = command.player
    need_seat(seat)
    if state.players[seat].ready:
        raise no("not_yours", other=rival(seat))
    brought = state.decks.get(seat)
    if command.wrestler not in state.boards or (brought is not None and command.wrestler != brought.wrestler):
        raise no("unknown_wrestler", card=command.wrestler)
    plain = board_over(state.boards[command.wrestler], command.board)
    board = decode(Board, plain, "choose_wrestler.board")
    need_sound(FORMAT, {"boards": {command.wrestler: board}}, {"boards": [command.wrestler]}, "choose_wrestler")
    need_value(board.health_max, "board.health_max")
    need_value(board.stamina_max, "board.stamina_max")
    cards = {
        ref: card_over_sample(ref, decode(CardEntry, given or {}, f"choose_wrestler.cards.{ref}"))
        for ref, given in command.cards.items()
    }
    rules = OPTIONS.resolve({**state.house_rules, **command.house_rules})
    play.tell(
        ev.WrestlerChosen(
            player=seat,
            wrestler=command.wrestler,
            board=board,
            house_rules=rules,
            cards=cards,
            rules=("ATW-060", "ATW-061", "ATW-062"),
        )
    )
    if all(play.state.players[one].ready for one in SEATS):
        open_window(play, Phase.OPENING_HANDS, "ATW-065")


def opening_size(state: State, seat: str) -> int:
    return OPENING_HAND + int(state.players[seat].wrestler == JAX)


def set_opening_hand(play: Play, command: cmd.SetOpeningHand) -> None:
    """ATW-065, ATW-066."""
    state = play.state
    need_window(state, Phase.OPENING_HANDS)
    seat = command.player
    need_seat(seat)
    if state.players[seat].ready:
        raise no("not_yours", other=rival(seat))
    due = opening_size(state, seat)
    if len(command.cards) != due:
        raise no("opening_count", due=due, given=len(command.cards))
    total = 0
    for card in command.cards:
        need_card(state, card)
        need_in_deck(state, seat, card, command.cards.count(card))
        total += need_value(state.cards[card].damage, f"{card}.damage", f"cards.{card}.damage")
    if total > OPENING_DAMAGE:
        raise no("opening_damage", given=total)
    finisher = any(is_finisher(state, card) for card in command.cards)
    play.tell(
        ev.OpeningHandSet(player=seat, cards=command.cards, finisher=finisher, rules=("ATW-065", "ATW-067")),
    )
    if all(play.state.players[one].ready for one in SEATS):
        open_window(play, Phase.INITIATIVE_ROLL, "ATW-068")


def roll_initiative(play: Play, command: cmd.RollInitiative) -> None:
    """ATW-068..070, ATW-D09."""
    need_window(play.state, Phase.INITIATIVE_ROLL)
    for seat in command.values:
        need_seat(seat)
    if set(command.values) != set(SEATS):
        raise no("dice_count", due=2, given=len(command.values))
    need_faces(tuple(command.values.values()), 2)
    one, two = (command.values[seat] for seat in SEATS)
    play.tell(ev.InitiativeRolled(values=command.values, tie=one == two, rules=("ATW-068", "ATW-D09")))
    if one == two:
        return
    starter = "p1" if one > two else "p2"
    take_initiative(play, starter, "roll", "ATW-068")
    change_stamina(play, starter, -1, "ATW-069")
    open_window(play, Phase.STARTER_PENALTY, "ATW-070")


def need_faces(faces: tuple[int, ...], due: int) -> None:
    """Hold the number of dice and their faces (ATW-D01)."""
    if len(faces) != due:
        raise no("dice_count", due=due, given=len(faces))
    for face in faces:
        if not 1 <= face <= SIDES:
            raise no("dice_face", given=face)


def starter_shuffle_back(play: Play, command: cmd.StarterShuffleBack) -> None:
    state = play.state
    need_owner(state, Phase.STARTER_PENALTY, command.player, state.attacker)
    if command.card is not None:
        need_card(state, command.card)
        need_in_hand(state, command.player, (command.card,))
    play.tell(
        ev.CardsShuffledBack(player=command.player, count=1, card=command.card, rules=("ATW-070",)),
    )
    open_window(play, Phase.ACTION, "ATW-080")


def read_board(ref: str, given: Mapping[str, object]) -> Board:
    """A board of a set-up over the sample data.

    Raises:
        NotationError: an unknown key or a wrong value.
    """
    return decode(Board, board_over(BOARDS.get(ref, NO_BOARD), given), f"setup.boards.{ref}")


def read_cards(given: dict[str, object]) -> dict[str, CardEntry]:
    """Cards of a set-up over the sample data.

    Raises:
        NotationError: a card has an unknown key or a wrong value.
    """
    cards = {}
    for ref, entry in given.items():
        if not isinstance(entry, dict):
            raise NotationError(
                f"setup.cards.{ref}", repr(entry), "give a mapping", allowed_es="pon un grupo (clave: valor)"
            )
        cards[ref] = card_over_sample(ref, decode(CardEntry, entry, f"setup.cards.{ref}"))
    return cards
