"""Pre-match, and Tag Team bookkeeping (sections 1.3 and 1.10)."""

from collections.abc import Mapping

from companion.games.raw_deal import commands as cmd
from companion.games.raw_deal import events as ev
from companion.games.raw_deal.decks import check_deck
from companion.games.raw_deal.model import CardEntry, Phase, State
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.reasons import no
from companion.games.raw_deal.sample import CARDS, over
from companion.games.raw_deal.table import Play, draw, move, need_seat, need_window, open_window
from companion.games.raw_deal.turn import start_turn
from companion.kernel.codec import decode
from companion.kernel.profile import Value

Rules = Mapping[str, Value]
TEAMS = 2
TEAM_SIZE = 2


def start_match(play: Play, command: cmd.StartMatch) -> None:
    """RD-202..207, RD-910..912."""
    state = play.state
    need_window(state, Phase.SETUP)
    rules = OPTIONS.resolve({**state.house_rules, **command.house_rules})
    cards = {
        ref: over(CARDS.get(ref), decode(CardEntry, given or {}, f"start_match.cards.{ref}"))
        for ref, given in command.cards.items()
    }
    known = {**state.cards, **cards}
    seats = state.seats or tuple(command.superstars)
    _need_superstars(state, seats, command)
    _need_teams(seats, command, rules)
    entered = {seat: deck.cards for seat, deck in state.decks.items() if seat in seats}
    for seat, cards_of_deck in {**entered, **command.decks}.items():
        if seat not in seats:
            raise no("unknown_seat", player=seat)
        superstar = command.superstars[seat]
        star = state.superstars[superstar]
        check_deck(cards_of_deck, known, seat, superstar, star, state.edition, tag=bool(command.teams))
    _need_hands(state, seats, command)
    if not _coin_decides(state, seats, command, rules):
        _need_hand_sizes(state, tuple(command.superstars[seat] for seat in seats))
    play.tell(
        ev.MatchPrepared(seats=seats, house_rules=rules, teams=command.teams, cards=cards, rules=("RD-202", "RD-203")),
    )
    for seat in seats:
        play.tell(ev.SuperstarRevealed(player=seat, superstar=command.superstars[seat], rules=("RD-204",)))
    if _coin_decides(state, seats, command, rules):
        play.tell(ev.CoinAsked(rules=("RD-206", "RD-D04")))
        return
    first = max(_parties(seats, command), key=lambda party: _value(state, command, party))[0]
    _begin(play, first, "superstar_value")


def _need_hands(state: State, seats: tuple[str, ...], command: cmd.StartMatch) -> None:
    """An entered opening hand has Hand Size cards (RD-111), as far as the Superstar tells it."""
    for seat, deck in state.decks.items():
        if deck.hand is None or seat not in seats:
            continue
        size = state.superstars[command.superstars[seat]].hand_size
        if size is not None and len(deck.hand) != size:
            raise no("card_count", due=size, given=len(deck.hand))


def _need_superstars(state: State, seats: tuple[str, ...], command: cmd.StartMatch) -> None:
    for seat in command.superstars:
        if seat not in seats:
            raise no("unknown_seat", player=seat)
    for seat in seats:
        if seat not in command.superstars:
            raise no("unknown_superstar", card=f"({seat})")
        if command.superstars[seat] not in state.superstars:
            raise no("unknown_superstar", card=command.superstars[seat])


def _need_teams(seats: tuple[str, ...], command: cmd.StartMatch, rules: Rules) -> None:
    """RD-910, RD-D28."""
    if not command.teams:
        if len(seats) != 2:
            raise no("unknown_seat", player=f"({len(seats)})")
        return
    if rules["tag_team"] == "none" or rules["ruleset"] != "advanced":
        raise no("tag_team_disabled")
    members = [seat for team in command.teams.values() for seat in team]
    for seat in members:
        if seat not in seats:
            raise no("unknown_seat", player=seat)
    sizes = {len(team) for team in command.teams.values()}
    if len(command.teams) != TEAMS or sizes != {TEAM_SIZE} or sorted(members) != sorted(seats):
        raise no("unknown_seat", player=", ".join(members))
    for team in command.teams.values():
        if len({command.superstars[seat] for seat in team}) < len(team):
            raise no("same_superstar")


def _parties(seats: tuple[str, ...], command: cmd.StartMatch) -> list[tuple[str, ...]]:
    """Who competes for the first turn: seats, or teams."""
    return list(command.teams.values()) or [(seat,) for seat in seats]


def _value(state: State, command: cmd.StartMatch, party: tuple[str, ...]) -> int:
    """RD-206, RD-911."""
    return sum(state.superstars[command.superstars[seat]].value or 0 for seat in party)


def _coin_decides(state: State, seats: tuple[str, ...], command: cmd.StartMatch, rules: Rules) -> bool:
    if rules["first_player"] == "coin":
        return True
    if any(state.superstars[command.superstars[seat]].value is None for seat in seats):
        return True
    values = [_value(state, command, party) for party in _parties(seats, command)]
    return values.count(max(values)) > 1


def _need_hand_sizes(state: State, superstars: tuple[str, ...]) -> None:
    for superstar in superstars:
        if state.superstars[superstar].hand_size is None:
            raise no("value_missing", f"superstars.{superstar}.hand_size", what=f"{superstar}.hand_size")


def flip_for_start(play: Play, command: cmd.FlipForStart) -> None:
    state = play.state
    need_window(state, Phase.FIRST_PLAYER)
    if command.value is None:
        raise no("value_missing", what="value")
    need_seat(state, command.value)
    _need_hand_sizes(state, tuple(str(player.superstar) for player in state.players.values()))
    _begin(play, command.value, "coin")


def _begin(play: Play, first: str, by: str) -> None:
    play.tell(
        ev.FirstPlayerSet(player=first, by="coin" if by == "coin" else "superstar_value", rules=("RD-206",)),
    )
    if play.state.teams:
        open_window(play, Phase.TEAM_ACTIVE, "RD-912")
        return
    _opening_draw(play, first)


def _opening_draw(play: Play, first: str) -> None:
    """RD-205, RD-207."""
    for seat in play.state.seats:
        superstar = play.state.players[seat].superstar
        assert superstar is not None
        size = play.state.superstars[superstar].hand_size or 0
        deck = play.state.decks.get(seat)
        named = () if deck is None or deck.hand is None else deck.hand[:size]
        draw(play, seat, size, "RD-205", named)
    start_turn(play, first)


# -- Tag Team -------------------------------------------------------------------------------------------------------


def _need_team(state: State, team: str, seat: str) -> None:
    if not state.teams:
        raise no("tag_team_disabled")
    if team not in state.teams or seat not in state.teams[team]:
        raise no("unknown_seat", player=f"{team}.{seat}")


def tag_switch(play: Play, command: cmd.TagSwitch) -> None:
    """The active seat of a team; at the start each team names its own (RD-912, RD-D28)."""
    state = play.state
    _need_team(state, command.team, command.seat)
    need_window(state, Phase.TEAM_ACTIVE, Phase.PRE_DRAW, Phase.MAIN)
    play.tell(ev.TagSwitched(team=command.team, seat=command.seat, rules=("RD-912", "RD-D28")))
    if state.phase is Phase.TEAM_ACTIVE and set(play.state.team_active) == set(state.teams):
        assert play.state.active_team is not None
        _opening_draw(play, play.state.team_active[play.state.active_team])


def tag_recover(play: Play, command: cmd.TagRecover) -> None:
    """RD-915, RD-D29."""
    state = play.state
    _need_team(state, command.team, command.seat)
    if state.team_active.get(command.team) == command.seat:
        raise no("tag_active", player=command.seat)
    if state.players[command.seat].ringside_count == 0:
        raise no("ringside_empty", player=command.seat)
    move(play, command.seat, 1, "ringside", "arsenal", "RD-915")
    to_bottom = state.rule("tag_recover_to") == "bottom"
    play.tell(
        ev.TagRecovered(seat=command.seat, to="bottom" if to_bottom else "shuffle", rules=("RD-915", "RD-D29")),
    )
