"""The ACTION window: draw, rest, attack, rampage, Blind Attack (sections 1.7, 1.8, 1.11)."""

from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.model import REST, AttackKind, CardEntry, Phase, State, is_finisher
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    change_stamina,
    draw_named,
    need_card,
    need_in_hand,
    need_owner,
    need_stamina,
    need_value,
    open_window,
    pay,
    take_initiative,
)

SHAPES = ("circle", "square")


def _need_action(state: State, seat: str) -> None:
    need_owner(state, Phase.ACTION, seat, state.attacker)


# -- A and B --------------------------------------------------------------------------------------------------------


def must_draw(state: State) -> bool:
    """`strict`: without cards only A (ATW-D04)."""
    return state.rule("forced_pass") == "strict" and state.players[state.attacker].hand_count == 0


def must_rest(state: State) -> bool:
    """`strict`: cards, but none affordable: only B; told only where the whole hand is known."""
    player = state.players[state.attacker]
    if state.rule("forced_pass") != "strict" or player.hand_count == 0 or not player.hand_known:
        return False
    costs = [state.cards[card].cost for card in player.hand]
    return all(cost is not None and cost > player.stamina for cost in costs)


def pass_draw(play: Play, command: cmd.PassDraw) -> None:
    """ATW-081."""
    state = play.state
    seat = command.player
    _need_action(state, seat)
    player = state.players[seat]
    if player.depleted:
        raise no("depleted", player=seat)
    if must_rest(state):
        raise no("wrong_window", phase="rest (ATW-D04)")
    if player.draw_count == 0:
        raise no("draw_pile_empty", player=seat)
    draw_named(play, seat, "ATW-081", command.drawn, command.shuffle_back)
    _give_away(play)


def pass_rest(play: Play, command: cmd.PassRest) -> None:
    """ATW-082, ATW-236."""
    state = play.state
    seat = command.player
    _need_action(state, seat)
    player = state.players[seat]
    if must_draw(state) and not player.depleted and player.draw_count > 0:
        raise no("wrong_window", phase="draw (ATW-D04)")
    change_stamina(play, seat, REST, "ATW-082")
    _give_away(play)


def _give_away(play: Play) -> None:
    take_initiative(play, play.state.defender, "pass", "ATW-080")
    open_window(play, Phase.ACTION, "ATW-080")


# -- C --------------------------------------------------------------------------------------------------------------


def need_numbers(state: State, card: str) -> CardEntry:
    """The card, every number of it told (ATW-030)."""
    entry = state.cards[card]
    for key in ("cost", "damage", "tn", "momentum"):
        need_value(getattr(entry, key), f"{card}.{key}", f"cards.{card}.{key}")
    return entry


def play_attack(play: Play, command: cmd.PlayAttack) -> None:
    """ATW-083, ATW-084, ATW-106."""
    state = play.state
    seat = command.player
    _need_action(state, seat)
    card = command.card
    need_card(state, card)
    if state.players[seat].depleted and not is_finisher(state, card):
        raise no("depleted", player=seat)
    links = links_of(state, card, command.link)
    need_in_hand(state, seat, (card,))
    cost = need_numbers(state, card).cost or 0
    need_stamina(state, seat, cost)
    _declare(play, seat, (card,), "single", cost, links)


def links_of(state: State, card: str, wanted: str | None) -> tuple[str, ...]:
    """Which links the card has to the chain before it (ATW-132, ATW-D21, ATW-D22)."""
    if state.combo is None:
        if wanted is not None:
            raise no("combo_mismatch", card=card)
        return ()
    fitting = tuple(shape for shape in SHAPES if _fits(state.combo.icons, state.cards[card].left, shape))
    if not fitting:
        if state.rule("combo_commitment") == "free" and wanted is None:
            return ()
        raise no("combo_mismatch", card=card)
    if wanted is not None and wanted not in fitting:
        raise no("combo_mismatch", card=card)
    if state.rule("combo_links") == "all":
        return fitting
    if len(fitting) > 1 and wanted is None:
        raise no("link_missing")
    return (wanted or fitting[0],)


def _fits(before: tuple[str, ...], after: tuple[str, ...], shape: str) -> bool:
    """One pair of the shape and of one colour; an icon without colour matches every one of its shape."""
    for right in before:
        for left in after:
            if right.endswith(shape) and left.endswith(shape) and (right == left or shape in {right, left}):
                return True
    return False


def _declare(
    play: Play, seat: str, cards: tuple[str, ...], kind: AttackKind, cost: int, links: tuple[str, ...]
) -> None:
    if play.state.combo is not None and not links:
        play.tell(ev.ComboEnded(rules=("ATW-D21",)))
    finisher = any(is_finisher(play.state, card) for card in cards)
    play.tell(
        ev.AttackDeclared(
            player=seat,
            cards=cards,
            kind=kind,
            cost=cost,
            links=links,
            finisher=finisher,
            rules=("ATW-083",),
        )
    )
    for link in links:
        play.tell(ev.ComboLinked(link=link, rules=("ATW-132",)))
    pay(play, seat, cost, "ATW-084")
    open_window(play, Phase.DEFENSE, "ATW-085")


def rampage_cost(state: State, cards: tuple[str, ...]) -> int:
    """ATW-112; a single card has no discount (field note R-19)."""
    total = sum(state.cards[card].cost or 0 for card in cards)
    return max(0, total - 1) if len(cards) > 1 else total


def play_rampage(play: Play, command: cmd.PlayRampage) -> None:
    """ATW-111..113, ATW-137."""
    state = play.state
    seat = command.player
    _need_action(state, seat)
    if not state.rule("enable_rampage"):
        raise no("rampage_disabled")
    if state.players[seat].depleted:
        raise no("depleted", player=seat)
    if state.combo is not None and state.rule("combo_commitment") != "free":
        raise no("combo_and_rampage")
    least = int(state.rule("rampage_min_cards"))
    if len(command.cards) < least:
        raise no("rampage_cards", due=least)
    for card in command.cards:
        need_card(state, card)
    for card in command.cards:
        if "rampage" not in state.cards[card].icons:
            raise no("rampage_icon", card=card)
    need_in_hand(state, seat, command.cards)
    for card in command.cards:
        need_numbers(state, card)
    cost = rampage_cost(state, command.cards)
    need_stamina(state, seat, cost)
    _declare(play, seat, command.cards, "rampage", cost, ())


def play_blind(play: Play, command: cmd.PlayBlind) -> None:
    """ATW-235, ATW-237, ATW-D26, ATW-D27."""
    state = play.state
    seat = command.player
    _need_action(state, seat)
    player = state.players[seat]
    if not player.depleted:
        raise no("not_depleted")
    seen = (*command.skipped, command.card)
    if player.draw_count < len(seen):
        raise no("draw_pile_empty", player=seat)
    for card in seen:
        need_card(state, card)
        if card in player.discard:
            raise no("card_not_in_hand", card=card, player=seat)
    for card in command.skipped:
        if need_value(state.cards[card].cost, f"{card}.cost", f"cards.{card}.cost") <= player.stamina:
            raise no("blind_affordable", card=card)
    cost = need_numbers(state, command.card).cost or 0
    if cost > player.stamina:
        if len(seen) == player.draw_count:
            _none_affordable(play, seat)
            return
        need_stamina(state, seat, cost)
    if command.skipped:
        _put_skipped_away(play, seat, command.skipped)
    play.tell(ev.BlindAttack(player=seat, rules=("ATW-235",)))
    _declare(play, seat, (command.card,), "blind", cost, ())


def _put_skipped_away(play: Play, seat: str, skipped: tuple[str, ...]) -> None:
    if play.state.rule("blind_unaffordable") == "shuffle_back":
        play.tell(ev.CardsShuffledBack(player=seat, count=len(skipped), from_="draw", rules=("ATW-D26",)))
        return
    gone = tuple(card for card in skipped if not is_finisher(play.state, card))
    if gone:
        play.tell(
            ev.CardsDiscarded(player=seat, count=len(gone), cards=gone, from_="draw", rules=("ATW-D26",)),
        )


def _none_affordable(play: Play, seat: str) -> None:
    """The whole pile was looked through (ATW-D27)."""
    if play.state.rule("blind_none") == "lose":
        play.tell(ev.MatchEnded(winner=play.state.defender, method="referee_stoppage", rules=("ATW-D27",)))
        return
    change_stamina(play, seat, REST, "ATW-D27")
    _give_away(play)
