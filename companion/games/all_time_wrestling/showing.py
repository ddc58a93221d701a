"""What is shown of a state: to scripts and JSON, to the crowd, to a seat; and which question is open."""

from companion.games.all_time_wrestling.actions import links_of, must_draw, must_rest
from companion.games.all_time_wrestling.aftermath import compensation_options, offense_options
from companion.games.all_time_wrestling.defense import check_defense_ability, check_reversal
from companion.games.all_time_wrestling.model import (
    BLOCK_CARDS,
    BLOCK_STAMINA,
    SEATS,
    Attack,
    Phase,
    State,
    is_finisher,
)
from companion.games.all_time_wrestling.numbers import (
    blockable_with_stamina,
    declared_damage,
    low_health,
    low_stamina,
    target_number,
)
from companion.kernel.codec import Plain, encode
from companion.kernel.decisions import REFEREE, Pending
from companion.kernel.outcome import Outcome, Result, method_told
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text
from companion.kernel.visibility import REFEREE_EYES

FACE_DOWN = "face_down"
_PLAIN_FIELDS = (
    "wrestler",
    "hand_count",
    "draw_count",
    "discard_count",
    "depleted",
    "blind_attacks",
    "finisher_at",
)
METHOD_WORDS = {
    "pinfall": Text("pinfall", "cuenta de tres"),
    "referee_stoppage": Text("Referee Stoppage", "detención arbitral"),
    "time_limit_draw": Text("time-limit draw", "empate por límite de tiempo"),
    "concession": Text("concession", "abandono"),
}


def snapshot(state: State) -> dict[str, Plain]:
    """The state model of section 4; fields of a player as `{seat: value}`."""
    players = state.players
    shown: dict[str, Plain] = {
        "phase": state.phase.value,
        "initiative": state.initiative,
        "initiative_phase": state.initiative_phase,
        "momentum": state.momentum,
        "small_streak": state.small_streak,
    }
    for key in _PLAIN_FIELDS:
        shown[key] = {seat: getattr(player, key) for seat, player in players.items()}
    for key in ("health", "stamina"):  # nothing is invented for a seat that has no wrestler yet
        shown[key] = {seat: getattr(player, key) if player.told else None for seat, player in players.items()}
    shown["low_health"] = {seat: low_health(state, seat) for seat in players}
    shown["low_stamina"] = {seat: low_stamina(state, seat) for seat in players}
    shown["hand"] = {seat: list(player.hand) for seat, player in players.items()}
    shown["discard"] = {seat: list(player.discard) for seat, player in players.items()}
    shown["tokens"] = {seat: encode(player.tokens) for seat, player in players.items()}
    shown["attack"] = None if state.attack is None else attack_plain(state, state.attack)
    shown["combo"] = _combo(state)
    shown["pin"] = None if state.pin is None else encode(state.pin)
    shown["winner"] = state.winner
    shown["method"] = state.method
    shown["house_rules"] = dict(state.house_rules)
    if state.profile is not None:
        shown["profile"] = encode(state.profile)
    return shown


def attack_plain(state: State, attack: Attack) -> dict[str, Plain]:
    damage = declared_damage(state, attack)
    if attack.hits and attack.kind == "rampage":
        damage = sum(state.cards[card].damage or 0 for card in attack.hits)
    shown: dict[str, Plain] = {
        "cards": list(attack.cards),
        "kind": attack.kind,
        "cost": attack.cost,
        "damage": damage,
        "dice": list(attack.dice),
        "used_abilities": list(attack.used_abilities),
    }
    if attack.kind != "rampage":
        try:
            found = target_number(state, attack.cards[0])
        except IllegalCommandError:
            return {**shown, "tn": None, "tn_breakdown": None}
        shown["tn"] = found.total
        parts = {part.rule: part.amount for part in found.modifiers}
        shown["tn_breakdown"] = {"printed": found.base, **parts}
    return shown


def _combo(state: State) -> Plain:
    combo = state.combo
    links = () if combo is None else combo.links
    return {
        "active": combo is not None,
        "icons": [] if combo is None else list(combo.icons),
        "link": links[0] if links else None,
        "damage_bonus": int("circle" in links),
        "tn_bonus": -int("square" in links),
    }


def view(state: State, viewer: str) -> dict[str, Plain]:
    """`snapshot` as the crowd or a seat may see it: hands of others are counted only."""
    seen = snapshot(state)
    if viewer == REFEREE_EYES:
        return seen
    for seat in SEATS:
        if seat != viewer:
            seen["hand"][seat] = [FACE_DOWN] * len(seen["hand"][seat])
    seen["finisher_at"] = {seat: where for seat, where in seen["finisher_at"].items() if seat == viewer}
    return seen


# -- pending --------------------------------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    if state.phase is Phase.ENDED:
        return ()
    kind, ask, rule = _QUESTIONS[state.phase]
    owner = _owner(state)
    name = owner if isinstance(owner, str) else " / ".join(owner)
    return (Pending(kind, owner, _options(state), ask.filled(seat=name), rule),)


_QUESTIONS = {
    Phase.SETUP_WRESTLERS: ("choose_wrestler", Text("{seat}: which wrestler?", "{seat}: ¿qué luchador?"), "ATW-060"),
    Phase.OPENING_HANDS: ("opening_hand", Text("{seat}: opening hand.", "{seat}: mano inicial."), "ATW-065"),
    Phase.INITIATIVE_ROLL: ("initiative_roll", Text("Both roll a die.", "Tirad un dado cada uno."), "ATW-068"),
    Phase.STARTER_PENALTY: (
        "starter_shuffle_back",
        Text("{seat} shuffles a random card back.", "{seat} devuelve una carta al azar."),
        "ATW-070",
    ),
    Phase.ACTION: ("action", Text("{seat} attacks, draws or rests.", "{seat} ataca, roba o descansa."), "ATW-080"),
    Phase.DEFENSE: ("defense", Text("{seat}: block or reverse?", "{seat}: ¿bloqueas o reviertes?"), "ATW-085"),
    Phase.COUNTER: ("counter", Text("{seat}: counter the ability?", "{seat}: ¿contrarrestas la habilidad?"), "ATW-171"),
    Phase.ROLL: ("roll", Text("{seat} rolls.", "{seat} tira."), "ATW-086"),
    Phase.REROLL: ("reroll", Text("{seat}: discard a card to reroll?", "{seat}: ¿descartas para repetir?"), "ATW-095"),
    Phase.ASSIGN: ("assign", Text("{seat} assigns the dice.", "{seat} asigna los dados."), "ATW-114"),
    Phase.COMPENSATION: (
        "compensation",
        Text("{seat}: 1 stamina or 1 card?", "{seat}: ¿1 de resistencia o 1 carta?"),
        "ATW-090",
    ),
    Phase.OFFENSE: ("offense", Text("{seat}: which ability?", "{seat}: ¿qué habilidad?"), "ATW-100"),
    Phase.KICKOUT: ("kickout", Text("{seat} must kick out!", "¡{seat} debe salir de la cuenta!"), "ATW-202"),
    Phase.ABILITY: ("ability_effect", Text("{seat}: what does it do?", "{seat}: ¿qué hace?"), "ATW-023"),
}


def _owner(state: State) -> str | tuple[str, ...]:
    match state.phase:
        case Phase.SETUP_WRESTLERS | Phase.OPENING_HANDS:
            return tuple(seat for seat in SEATS if not state.players[seat].ready)
        case Phase.INITIATIVE_ROLL:
            return SEATS
        case Phase.DEFENSE | Phase.COMPENSATION | Phase.KICKOUT:
            return state.defender
        case Phase.ABILITY:
            return REFEREE if state.asked is None else state.asked.player
        case _:
            return state.attacker


def _options(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.ACTION:
            return _action_options(state)
        case Phase.DEFENSE:
            return _defense_options(state)
        case Phase.COUNTER:
            return _counter_options(state)
        case Phase.REROLL:
            return ("reroll", "decline")
        case Phase.COMPENSATION:
            return compensation_options(state)
        case Phase.OFFENSE:
            return ("none", *offense_options(state))
        case Phase.KICKOUT:
            return ("convert_stamina", "kickout_roll")
        case _:
            return ()


def _action_options(state: State) -> tuple[str, ...]:
    player = state.players[state.attacker]
    if player.depleted:
        at_hand = player.finisher_at == "hand" or (player.finisher_at is None and player.hand_count > 0)
        finisher = at_hand and (not player.hand_known or any(_playable(state, card) for card in player.hand))
        found = ["finisher"] if finisher and player.hand_count > 0 else []
        return (*found, *(["blind"] if player.draw_count > 0 else []), "rest")
    found = []
    if player.hand_count > 0 and (not player.hand_known or any(_playable(state, card) for card in player.hand)):
        found.append("attack")
    if _rampage_possible(state):
        found.append("rampage")
    if player.draw_count > 0 and not must_rest(state):
        found.append("draw")
    if not (must_draw(state) and player.draw_count > 0):
        found.append("rest")
    return tuple(found)


def _playable(state: State, card: str) -> bool:
    player = state.players[state.attacker]
    entry = state.cards[card]
    if player.depleted and not is_finisher(state, card):
        return False
    try:
        links_of(state, card, None)
    except IllegalCommandError as error:
        if error.code != "link_missing":
            return False
    numbers = (entry.cost, entry.damage, entry.tn, entry.momentum)
    return None not in numbers and (entry.cost or 0) <= player.stamina


def _rampage_possible(state: State) -> bool:
    player = state.players[state.attacker]
    least = int(state.rule("rampage_min_cards"))
    if not state.rule("enable_rampage") or player.hand_count < least:
        return False
    if state.combo is not None and state.rule("combo_commitment") != "free":
        return False
    if not player.hand_known:
        return True
    fitting = {card for card in player.hand if "rampage" in state.cards[card].icons}
    return len(fitting) >= least


def _defense_options(state: State) -> tuple[str, ...]:
    seat = state.defender
    player = state.players[seat]
    found = []
    if _allowed(check_reversal, state, seat):
        found.append("reversal")
    for ref, ability in player.board.abilities.items():
        if ability.kind is not None and _allowed(check_defense_ability, state, seat, ref, ability.kind):
            found.append(ref)
    if blockable_with_stamina(state) and player.stamina >= BLOCK_STAMINA:
        found.append("block_stamina")
    spare = player.hand_count - int(player.finisher_at == "hand")
    if spare >= BLOCK_CARDS:
        found.append("block_cards")
    return (*found, "decline")


def _counter_options(state: State) -> tuple[str, ...]:
    counter = state.counter
    assert counter is not None
    ability = state.players[state.defender].board.abilities[counter.ability]
    found = ["roll"] if not counter.rolled and ability.counter_tn is not None else []
    free = state.rule("counter_reversal_cost") == "free"
    try:
        check_reversal(state, state.attacker, free=free)
    except IllegalCommandError:
        return (*found, "decline")
    return (*found, "reversal", "decline")


def _allowed(check: object, *arguments: object) -> bool:
    assert callable(check)
    try:
        check(*arguments)
    except IllegalCommandError:
        return False
    return True


def outcome(state: State) -> Outcome | None:
    if state.phase is not Phase.ENDED:
        return None
    method = state.method or ""
    how = method_told(METHOD_WORDS, method)
    if state.winner is None:
        return Outcome(
            Result.DRAW, method, (), (), Text("The match is a draw: {how}.", "Empate: {how}.").filled(how=how)
        )
    loser = tuple(seat for seat in SEATS if seat != state.winner)
    text = Text("{seat} wins by {how}.", "Gana {seat}: {how}.").filled(seat=state.winner, how=how)
    return Outcome(Result.WON, method, (state.winner,), loser, text)
