"""After the roll: damage, momentum, compensation, the offensive window, disposal (sections 1.7 and 1.11)."""

from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.abilities import BOARD_ABILITIES, apply_benefit, apply_changes, need_ability
from companion.games.all_time_wrestling.defense import need_token
from companion.games.all_time_wrestling.model import (
    COMPENSATION,
    SMALL_DAMAGE,
    Ability,
    Asked,
    Phase,
    State,
    is_finisher,
)
from companion.games.all_time_wrestling.numbers import damage_of, declared_damage, icons_in_play, kickout_attempts
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    change_stamina,
    check_ends,
    deal_damage,
    draw_named,
    move_momentum,
    need_owner,
    need_stamina,
    need_value,
    open_window,
    pay,
    take_initiative,
)
from companion.kernel.refusals import IllegalCommandError


def hit(play: Play, cards: tuple[str, ...]) -> None:
    """ATW-088, ATW-089; a rampage without success is no hit (ATW-D18)."""
    if not cards:
        _rampage_in_vain(play)
        return
    state = play.state
    attacker, defender = state.attacker, state.defender
    damage = damage_of(state, cards, state.in_play.links)
    momentum = sum(state.cards[card].momentum or 0 for card in cards)
    finisher = any(is_finisher(state, card) for card in cards)
    play.tell(ev.AttackHit(cards=cards, finisher=finisher, rules=("ATW-088",)))
    deal_damage(play, defender, damage, "ATW-088")
    move_momentum(play, attacker, momentum, "ATW-089")
    if damage > 0 or state.in_play.kind != "rampage":
        open_window(play, Phase.COMPENSATION, "ATW-090")
    else:
        _to_offense(play)


def _rampage_in_vain(play: Play) -> None:
    play.tell(ev.AttackMissed(rules=("ATW-116",)))
    if play.state.rule("rampage_zero") == "keep_initiative":
        dispose(play)
        return
    _discard_cards(play)
    lose_attack(play, "ATW-D18")


def lose_attack(play: Play, rule: str) -> None:
    """The attack ends, the defender takes the initiative (ATW-098)."""
    defender = play.state.defender
    play.tell(ev.AttackEnded(streak=0, rules=(rule,)))
    take_initiative(play, defender, "miss", rule)
    if not check_ends(play):
        open_window(play, Phase.ACTION, rule)


# -- compensation ---------------------------------------------------------------------------------------------------


def compensation_options(state: State) -> tuple[str, ...]:
    """ATW-090, ATW-232, ATW-D30."""
    player = state.players[state.defender]
    return ("stamina",) if player.depleted or player.draw_count == 0 else ("stamina", "card")


def choose_compensation(play: Play, command: cmd.ChooseCompensation) -> None:
    state = play.state
    seat = command.player
    need_owner(state, Phase.COMPENSATION, seat, state.defender)
    if command.kind not in {"stamina", "card"}:
        raise no("compensation_kind", kind=command.kind)
    if command.kind == "card":
        if state.players[seat].depleted:
            raise no("compensation_kind", kind=command.kind)
        if state.players[seat].draw_count == 0:
            raise no("draw_pile_empty", player=seat)
        play.tell(ev.CompensationTaken(player=seat, kind="card", rules=("ATW-090",)))
        draw_named(play, seat, "ATW-091", command.drawn, command.shuffle_back, always=True)
    else:
        play.tell(ev.CompensationTaken(player=seat, kind="stamina", rules=("ATW-090",)))
        change_stamina(play, seat, COMPENSATION, "ATW-090")
    _to_offense(play)


# -- the offensive window -------------------------------------------------------------------------------------------


def offense_options(state: State) -> tuple[str, ...]:
    """Everything that would be accepted besides `none` (ATW-100..106, ATW-115, ATW-235)."""
    attack = state.in_play
    icons = icons_in_play(state)
    rampage = attack.kind == "rampage"
    full = not rampage or state.rule("rampage_offense") == "full"
    found = [name for name in BOARD_ABILITIES if name in icons and attack.kind != "blind"]
    if full and "pin" in icons:
        found.append("pin")
    if combo_icons(state):
        found.append("combo")
    if full:
        found.extend(ref for ref in state.players[state.attacker].board.abilities if _usable(state, ref))
    return tuple(found)


def combo_icons(state: State) -> tuple[str, ...]:
    """Icons that a next card could match; none for a rampage (ATW-137)."""
    attack = state.in_play
    if attack.kind == "rampage" or not state.rule("enable_combo"):
        return ()
    return state.cards[attack.cards[0]].right


def _usable(state: State, ref: str) -> bool:
    ability = state.players[state.attacker].board.abilities[ref]
    if ability.kind is None:
        return False
    try:
        check_offense_ability(state, ref, ability.kind)
    except IllegalCommandError:
        return False
    return True


def check_offense_ability(state: State, ref: str, kind: str) -> Ability:
    """ATW-101, ATW-102, ATW-025.

    Raises:
        IllegalCommandError: `unknown_ability`, `ability_timing`, `token_spent`, `value_missing`, `stamina`.
    """
    seat = state.attacker
    ability = need_ability(state, seat, ref)
    if ability.kind != kind or ability.window != "offense":
        raise no("ability_timing", card=ref)
    if kind == "one_time":
        need_token(state, seat, ref)
    need_stamina(state, seat, need_value(ability.cost, f"{ref}.cost", f"board.{seat}.abilities.{ref}.cost"))
    return ability


def _to_offense(play: Play) -> None:
    """The window closes by itself where only `none` is left."""
    if offense_options(play.state):
        open_window(play, Phase.OFFENSE, "ATW-092")
    else:
        dispose(play)


def offense(play: Play, command: cmd.Offense) -> None:
    state = play.state
    seat = command.player
    need_owner(state, Phase.OFFENSE, seat, state.attacker)
    kind = command.kind
    if kind in {"permanent", "one_time"}:
        _offense_ability(play, command)
        return
    if kind != "none" and kind not in offense_options(state):
        raise no("offense_option", kind=kind)
    if kind not in {"none", "pin", "combo", *BOARD_ABILITIES}:
        raise no("offense_option", kind=kind)
    play.tell(ev.OffenseChosen(kind=kind, rules=("ATW-100",)))
    match kind:
        case "none":
            dispose(play)
        case "pin":
            _start_pin(play)
        case "combo":
            icons = combo_icons(state)
            play.tell(ev.ComboChosen(icons=icons, rules=("ATW-106", "ATW-136")))
            dispose(play, chained=True)
        case _:
            _board_ability(play, kind)


def _board_ability(play: Play, kind: str) -> None:
    """Taunt or Recover; amounts that the board does not tell are asked for."""
    seat = play.state.attacker
    board = play.state.players[seat].board
    benefit = board.taunt if kind == "taunt" else board.recover
    if benefit is None:
        _ask(play, seat, kind)
        return
    apply_benefit(play, benefit, "ATW-103" if kind == "taunt" else "ATW-104")
    dispose(play)


def _offense_ability(play: Play, command: cmd.Offense) -> None:
    state = play.state
    seat, kind = command.player, command.kind
    if command.ability is None:
        raise no("offense_option", kind=kind)
    if state.in_play.kind == "rampage" and state.rule("rampage_offense") != "full":
        raise no("offense_option", kind=kind)
    ref = command.ability
    ability = check_offense_ability(state, ref, kind)
    play.tell(ev.OffenseChosen(kind=kind, ability=ref, rules=("ATW-101" if kind == "one_time" else "ATW-102",)))
    if kind == "one_time":
        play.tell(ev.TokenDiscarded(player=seat, token=need_token(state, seat, ref), rules=("ATW-024",)))
    pay(play, seat, ability.cost or 0, "ATW-025")
    if ability.effect is None:
        _ask(play, seat, ref)
        return
    apply_changes(play, seat, ability.effect, "ATW-023")
    dispose(play)


def _ask(play: Play, seat: str, ref: str) -> None:
    play.tell(
        ev.AbilityPrompted(player=seat, ability=ref, rules=("ATW-023",)),
        ev.WindowOpened(phase=Phase.ABILITY, asked=Asked(seat, ref, "dispose"), rules=("ATW-023",)),
    )


def _start_pin(play: Play) -> None:
    """ATW-201..204, ATW-D24."""
    attempts = kickout_attempts(play.state)
    play.tell(ev.PinStarted(attempts=attempts, rules=("ATW-203", "ATW-220")))
    open_window(play, Phase.KICKOUT, "ATW-202")
    pinned_if_out_of_attempts(play)


def pinned_if_out_of_attempts(play: Play) -> None:
    pin = play.state.pin
    if pin is not None and pin.attempts_left == 0:
        play.tell(ev.MatchEnded(winner=play.state.attacker, method="pinfall", rules=("ATW-204",)))


# -- disposal and the other ends ------------------------------------------------------------------------------------


def dispose(play: Play, *, chained: bool = False) -> None:
    """ATW-093, ATW-094, ATW-033; then the ends that do not need a pin (section 1.11)."""
    state = play.state
    streak = state.small_streak
    if state.attack is not None and state.attack.hits:
        streak = streak + 1 if declared_damage(state, state.attack) <= SMALL_DAMAGE else 0
    if state.combo is not None and not chained:
        play.tell(ev.ComboEnded(rules=("ATW-136",)))
    if state.attack is not None:
        _discard_cards(play)
    play.tell(ev.AttackEnded(streak=streak, rules=("ATW-094",)))
    if not check_ends(play):
        open_window(play, Phase.ACTION, "ATW-094")


def _discard_cards(play: Play) -> None:
    seat = play.state.attacker
    for card in play.state.in_play.cards:
        if is_finisher(play.state, card):
            play.tell(ev.FinisherReturned(player=seat, rules=("ATW-033",)))
        else:
            play.tell(ev.CardDiscarded(player=seat, card=card, rules=("ATW-093",)))
