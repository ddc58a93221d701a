"""Steps that many rules share: checks, draws, moves, and the windows."""

from companion.games.raw_deal import events as ev
from companion.games.raw_deal.model import Phase, State, Zone
from companion.games.raw_deal.reasons import no
from companion.kernel.game import Unfolding

Play = Unfolding[State]


def need_seat(state: State, seat: str | None) -> None:
    if seat not in state.players:
        raise no("unknown_seat", player=seat)


def need_window(state: State, *phases: Phase) -> None:
    if state.phase not in phases:
        raise no("wrong_window", phase=state.phase.value)


def need_active(state: State, seat: str, *phases: Phase) -> None:
    """Seat, then window (section 5): the active player, in one of these windows."""
    need_seat(state, seat)
    if state.phase in {Phase.SETUP, Phase.FIRST_PLAYER, Phase.TEAM_ACTIVE}:
        raise no("wrong_window", phase=state.phase.value)
    if seat != state.active:
        raise no("not_active", other=state.active)
    need_window(state, *phases)


def need_owner(state: State, seat: str, owner: str | None, phase: Phase) -> None:
    """A command that belongs to one seat while its window is open."""
    need_seat(state, seat)
    need_window(state, phase)
    if seat != owner:
        raise no("not_yours", other=owner)


def need_card(state: State, card: str) -> None:
    if card not in state.cards:
        raise no("unknown_card", card=card)


def need_named(state: State, seat: str, zone: Zone, cards: tuple[str, ...]) -> None:
    """Hold that the zone can hold the cards; unknown parts of hand and Ringside accept any card."""
    if zone == "arsenal":
        for card in cards:
            need_card(state, card)
        return
    player = state.players[seat]
    known, count = (player.hand, player.hand_count) if zone == "hand" else (player.ringside, player.ringside_count)
    left, unknown = list(known), count - len(known)
    for card in cards:
        need_card(state, card)
        if card in left:
            left.remove(card)
        elif unknown > 0:
            unknown -= 1
        else:
            raise no(f"card_not_in_{zone}", card=card, player=seat)


def need_count(cards: tuple[object, ...] | None, due: int) -> None:
    if cards is not None and len(cards) != due:
        raise no("card_count", due=due, given=len(cards))


def draw(play: Play, seat: str, count: int, rule: str, cards: tuple[str, ...] = ()) -> int:
    """Draw as many as there are (RD-D21). Returns how many."""
    got = min(count, play.state.players[seat].arsenal)
    if got > 0:
        play.tell(ev.CardsDrawn(player=seat, count=got, cards=cards, rules=(rule,)))
    return got


def mill(play: Play, seat: str, count: int, rule: str) -> int:
    """The top cards of the arsenal go to Ringside, as many as there are. Returns how many."""
    got = min(count, play.state.players[seat].arsenal)
    if got > 0:
        play.tell(ev.CardsMilled(player=seat, count=got, rules=(rule,)))
    return got


def move(play: Play, seat: str, count: int, source: Zone, target: Zone, rule: str, cards: tuple[str, ...] = ()) -> None:
    if count > 0:
        play.tell(
            ev.CardsMoved(player=seat, count=count, from_=source, to=target, cards=cards, rules=(rule,)),
        )


def open_window(play: Play, phase: Phase, rule: str) -> None:
    play.tell(ev.WindowOpened(phase=phase, rules=(rule,)))
