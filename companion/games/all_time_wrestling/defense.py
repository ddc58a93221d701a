"""The DEFENSE and COUNTER windows (section 1.9)."""

from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.abilities import apply_changes, need_ability
from companion.games.all_time_wrestling.model import (
    BLOCK_CARDS,
    BLOCK_STAMINA,
    Ability,
    Asked,
    Phase,
    Reversal,
    State,
    one_time_token,
    rival,
)
from companion.games.all_time_wrestling.numbers import blockable_with_stamina
from companion.games.all_time_wrestling.opening import need_faces
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    card_back,
    check_ends,
    deal_damage,
    move_momentum,
    need_card,
    need_discardable,
    need_in_hand,
    need_owner,
    need_stamina,
    need_value,
    open_window,
    pay,
    take_initiative,
)


def _need_defense(state: State, seat: str) -> None:
    need_owner(state, Phase.DEFENSE, seat, state.defender)


def check_reversal(state: State, seat: str, *, free: bool = False) -> tuple[int, int, int]:
    """Cost, damage and momentum of a reversal that can be used now (ATW-150..154).

    Raises:
        IllegalCommandError: `token_spent`, `value_missing` or `stamina`.
    """
    player = state.players[seat]
    board: Reversal = player.board.reversal
    if not player.tokens.reversal:
        raise no("token_spent")
    cost = 0 if free else need_value(board.cost, "reversal.cost", f"board.{seat}.reversal.cost")
    damage = need_value(board.damage, "reversal.damage", f"board.{seat}.reversal.damage")
    momentum = need_value(board.momentum, "reversal.momentum", f"board.{seat}.reversal.momentum")
    need_stamina(state, seat, cost)
    return cost, damage, momentum


def _reverse(play: Play, seat: str, numbers: tuple[int, int, int]) -> None:
    cost, damage, momentum = numbers
    play.tell(ev.TokenDiscarded(player=seat, token="reversal", rules=("ATW-154",)))  # noqa: S106  # a token of cardboard
    pay(play, seat, cost, "ATW-152")
    deal_damage(play, rival(seat), damage, "ATW-151")
    move_momentum(play, seat, momentum, "ATW-154")


def _stopped(play: Play, by: ev.By, rule: str) -> None:
    """The card goes back, the defender takes the initiative (ATW-191)."""
    defender = play.state.defender
    card_back(play, "ATW-191")
    play.tell(ev.AttackEnded(streak=play.state.small_streak, rules=(rule,)))
    take_initiative(play, defender, by, rule)
    if not check_ends(play):
        open_window(play, Phase.ACTION, rule)


def defend_reversal(play: Play, command: cmd.DefendReversal) -> None:
    state = play.state
    _need_defense(state, command.player)
    numbers = check_reversal(state, command.player)
    play.tell(ev.DefenseTried(player=command.player, way="reversal", success=True, rules=("ATW-150",)))
    _reverse(play, command.player, numbers)
    _stopped(play, "reversal", "ATW-151")


def check_defense_ability(state: State, seat: str, ref: str, kind: str) -> Ability:
    """The ability, if it can be tried now (ATW-160, ATW-170, ATW-025).

    Raises:
        IllegalCommandError: `unknown_ability`, `ability_timing`, `ability_used`, `token_spent`, `value_missing`,
            `stamina`.
    """
    ability = need_ability(state, seat, ref)
    if ability.kind != kind or ability.window != "defense":
        raise no("ability_timing", card=ref)
    if kind == "permanent" and ref in state.in_play.used_abilities:
        raise no("ability_used", card=ref)
    if kind == "one_time":
        need_token(state, seat, ref)
    cost = need_value(ability.cost, f"{ref}.cost", f"board.{seat}.abilities.{ref}.cost")
    need_stamina(state, seat, cost)
    return ability


def need_token(state: State, seat: str, ref: str) -> str:
    player = state.players[seat]
    token = one_time_token(player.board, ref)
    if token is None or not player.tokens.has(token):
        raise no("token_spent")
    return token


def _roll_for(ability: Ability, roll: int | None) -> bool:
    """The ability's own die, never modified (ATW-053, ATW-161)."""
    if ability.tn is None:
        return True
    need_faces(() if roll is None else (roll,), 1)
    assert roll is not None
    return roll >= ability.tn


def _tried(
    command: cmd.DefendPermanent | cmd.DefendOneTime, ability: Ability, *rules: str, success: bool
) -> ev.DefenseTried:
    """An ability that may need a die; what was thrown for one that needs none is not told."""
    roll = None if ability.tn is None else command.roll
    return ev.DefenseTried(
        player=command.player, way=command.ability, success=success, roll=roll, tn=ability.tn, rules=rules
    )


def defend_permanent(play: Play, command: cmd.DefendPermanent) -> None:
    seat, ref = command.player, command.ability
    _need_defense(play.state, seat)
    ability = check_defense_ability(play.state, seat, ref, "permanent")
    success = _roll_for(ability, command.roll)
    pay(play, seat, ability.cost or 0, "ATW-025")
    play.tell(
        _tried(command, ability, "ATW-160", "ATW-161", success=success),
    )
    if not success:
        return
    _stopped(play, "permanent", "ATW-161")
    if ability.effect is None:
        play.tell(ev.AbilityPrompted(player=seat, ability=ref, waits=False, rules=("ATW-023",)))
    else:
        apply_changes(play, seat, ability.effect, "ATW-023")


def defend_one_time(play: Play, command: cmd.DefendOneTime) -> None:
    seat, ref = command.player, command.ability
    state = play.state
    _need_defense(state, seat)
    ability = check_defense_ability(state, seat, ref, "one_time")
    success = _roll_for(ability, command.roll)
    token = need_token(state, seat, ref)
    pay(play, seat, ability.cost or 0, "ATW-025")
    play.tell(
        ev.TokenDiscarded(player=seat, token=token, rules=("ATW-024",)),
        _tried(command, ability, "ATW-170", success=success),
    )
    if not success:
        return
    if ability.counterable:
        play.tell(ev.CounterOpened(ability=ref, rules=("ATW-171",)))
        card_back(play, "ATW-172")
        play.tell(ev.AttackStopped(rules=("ATW-172",)))
        open_window(play, Phase.COUNTER, "ATW-171")
        return
    _stopped(play, "one_time", "ATW-170")
    _text_of(play, seat, ref, ability)


def _text_of(play: Play, seat: str, ref: str, ability: Ability) -> None:
    """What the ability does besides; asked for where nobody has told it (ABILITY window)."""
    if ability.effect is not None:
        apply_changes(play, seat, ability.effect, "ATW-023")
        return
    play.tell(
        ev.AbilityPrompted(player=seat, ability=ref, rules=("ATW-023",)),
        ev.WindowOpened(phase=Phase.ABILITY, asked=Asked(seat, ref, "action"), rules=("ATW-023",)),
    )


# -- blocks ---------------------------------------------------------------------------------------------------------


def block_stamina(play: Play, command: cmd.BlockStamina) -> None:
    """ATW-180..184."""
    state = play.state
    seat = command.player
    _need_defense(state, seat)
    if not blockable_with_stamina(state):
        raise no("block_streak")
    need_stamina(state, seat, BLOCK_STAMINA)
    play.tell(ev.DefenseTried(player=seat, way="block_stamina", success=True, rules=("ATW-180",)))
    pay(play, seat, BLOCK_STAMINA, "ATW-180")
    _stopped(play, "block", "ATW-182")


def block_cards(play: Play, command: cmd.BlockCards) -> None:
    """ATW-185, ATW-186."""
    state = play.state
    seat = command.player
    _need_defense(state, seat)
    if len(command.cards) != BLOCK_CARDS:
        raise no("block_cards_count")
    for card in command.cards:
        need_card(state, card)
    need_discardable(state, command.cards)
    need_in_hand(state, seat, command.cards)
    play.tell(ev.DefenseTried(player=seat, way="block_cards", success=True, rules=("ATW-185",)))
    pay_with_cards(play, seat, command.cards, "ATW-185")
    _stopped(play, "block", "ATW-182")


def pay_with_cards(play: Play, seat: str, cards: tuple[str, ...], rule: str) -> None:
    """ATW-D08."""
    to_pile = play.state.rule("paid_discards_to") == "discard_pile"
    play.tell(
        ev.CardsDiscarded(
            player=seat,
            count=len(cards),
            cards=cards,
            to="discard_pile" if to_pile else "draw_pile",
            rules=(rule, "ATW-D08"),
        )
    )


def decline_defense(play: Play, command: cmd.DeclineDefense) -> None:
    _need_defense(play.state, command.player)
    open_window(play, Phase.ROLL, "ATW-086")


# -- counters -------------------------------------------------------------------------------------------------------


def _countered_ability(state: State) -> tuple[str, Ability]:
    assert state.counter is not None
    ref = state.counter.ability
    return ref, state.players[state.defender].board.abilities[ref]


def counter_roll(play: Play, command: cmd.CounterRoll) -> None:
    """ATW-171, ATW-173."""
    state = play.state
    need_owner(state, Phase.COUNTER, command.player, state.attacker)
    assert state.counter is not None
    if state.counter.rolled:
        raise no("counter_used")
    ref, ability = _countered_ability(state)
    due = need_value(ability.counter_tn, f"{ref}.counter_tn", f"board.{state.defender}.abilities.{ref}.counter_tn")
    need_faces(() if command.roll is None else (command.roll,), 1)
    assert command.roll is not None
    success = command.roll >= due
    play.tell(ev.CounterRolled(roll=command.roll, success=success, tn=due, rules=("ATW-171",)))
    if success:
        _countered(play, ref)


def counter_reversal(play: Play, command: cmd.CounterReversal) -> None:
    """ATW-173, ATW-D34."""
    state = play.state
    need_owner(state, Phase.COUNTER, command.player, state.attacker)
    numbers = check_reversal(state, command.player, free=state.rule("counter_reversal_cost") == "free")
    _reverse(play, command.player, numbers)
    _countered(play, _countered_ability(state)[0])


def _countered(play: Play, ref: str) -> None:
    """ATW-172: no damage, the attacker keeps the initiative."""
    state = play.state
    counter = state.counter
    assert counter is not None
    streak = state.small_streak
    if state.rule("stopped_attack_counts"):
        streak = streak + 1 if counter.small else 0
    play.tell(ev.AbilityCountered(ability=ref, rules=("ATW-172",)))
    if state.combo is not None:
        if state.rule("combo_after_stop") == "continues" and counter.combo is not None:
            play.tell(ev.ComboChosen(icons=counter.combo.icons, rules=("ATW-D38",)))
        else:
            play.tell(ev.ComboEnded(rules=("ATW-D38",)))
    play.tell(ev.AttackEnded(streak=streak, rules=("ATW-172", "ATW-D14")))
    open_window(play, Phase.ACTION, "ATW-172")


def decline_counter(play: Play, command: cmd.DeclineCounter) -> None:
    """The ability takes effect: its owner has the initiative."""
    state = play.state
    need_owner(state, Phase.COUNTER, command.player, state.attacker)
    ref, ability = _countered_ability(state)
    owner = state.defender
    play.tell(ev.AttackEnded(streak=0, rules=("ATW-170",)))
    take_initiative(play, owner, "one_time", "ATW-170")
    open_window(play, Phase.ACTION, "ATW-170")
    _text_of(play, owner, ref, ability)
