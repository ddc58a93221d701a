"""What is shown of a state: to scripts and JSON, to the crowd, to a seat; and which question is open."""

from companion.games.raw_deal.damage import stun_options
from companion.games.raw_deal.effects import due_count
from companion.games.raw_deal.model import Phase, State, fortitude, fortitude_against, opponent
from companion.kernel.codec import Plain, encode
from companion.kernel.decisions import REFEREE, Pending
from companion.kernel.outcome import Outcome, Result, method_told
from companion.kernel.text import Text
from companion.kernel.visibility import REFEREE_EYES

HIDDEN = "hidden"
METHOD_WORDS = {
    "pin": Text("pin", "pin"),
    "count_out": Text("count-out", "count out"),
    "draw": Text("draw", "empate"),
    "concession": Text("concession", "abandono"),
}
EFFECT_WORDS = {
    "mill": Text("mill", "descartar del arsenal"),
    "opponent_mill": Text("the opponent mills", "el oponente descarta del arsenal"),
    "draw": Text("draw", "robar"),
    "discard": Text("discard", "descartar"),
    "opponent_discard": Text("the opponent discards", "el oponente descarta"),
    "to_hand": Text("Ringside to hand", "del Ringside a la mano"),
    "to_arsenal": Text("Ringside to arsenal", "del Ringside al arsenal"),
    "look_top": Text("look at the top cards", "mirar las primeras cartas"),
    "look_hand": Text("look at the hand", "mirar la mano"),
    "next_d": Text("bonus for the next maneuver", "bono a la siguiente maniobra"),
    "next_reversal_f": Text("penalty on reversals", "penalización a las reversas"),
}


def snapshot(state: State) -> dict[str, Plain]:
    """The state model of section 4; fields of a player as `{seat: value}`."""
    players = state.players
    shown: dict[str, Plain] = {
        "seats": list(state.seats),
        "active": state.active,
        "turn_no": state.turn_no,
        "phase": state.phase.value,
        "superstar": {seat: player.superstar for seat, player in players.items()},
        "fr": {seat: fortitude(state, seat) for seat in players},
        "arsenal": {seat: player.arsenal for seat, player in players.items()},
        "hand_count": {seat: player.hand_count for seat, player in players.items()},
        "hand": {seat: list(player.hand) for seat, player in players.items()},
        "ringside_count": {seat: player.ringside_count for seat, player in players.items()},
        "ringside": {seat: list(player.ringside) for seat, player in players.items()},
        "ring_count": {seat: len(player.ring) for seat, player in players.items()},
        "ring": {
            seat: [card.card for card in player.ring if card.card is not None] for seat, player in players.items()
        },
        "zone_sum": {seat: player.total for seat, player in players.items()},
        "ability_used": list(state.ability_used),
        "bonuses": [{"source": bonus.source, "d": bonus.d, "reversal_f": bonus.reversal_f} for bonus in state.bonuses],
        "next_d": sum(bonus.d for bonus in state.bonuses),
        "next_reversal_f": sum(bonus.reversal_f for bonus in state.bonuses),
        "play": _play(state),
        "last_card": _last(state),
        "damage": _damage(state),
        "winner": state.winner,
        "method": state.method,
        "house_rules": dict(state.house_rules),
    }
    if state.profile is not None:
        shown["profile"] = encode(state.profile)
    if state.teams:
        shown["teams"] = {team: list(members) for team, members in state.teams.items()}
        shown["active_team"] = state.active_team
        shown["fr_against"] = {team: _against(state, team) for team in state.teams}
    return shown


def _against(state: State, team: str) -> dict[str, int]:
    enemies = [seat for name, members in state.teams.items() if name != team for seat in members]
    return {enemy: fortitude_against(state, team, enemy) for enemy in enemies}


def _play(state: State) -> Plain:
    down = state.play
    if down is None:
        return None
    return {
        "player": down.player,
        "card": down.card,
        "used_as": down.used_as,
        "f": down.f,
        "damage": down.damage,
        "reversal_f": down.reversal_f,
    }


def _last(state: State) -> Plain:
    last = state.last_card
    if last is None:
        return None
    return {"card": last.card, "kind": last.kind, "damage": last.damage, "reversed": last.reversed_}


def _damage(state: State) -> Plain:
    damage = state.damage
    if damage is None:
        return None
    shown: dict[str, Plain] = {
        "amount": damage.amount,
        "from": damage.from_,
        "target": damage.target,
        "reversible": damage.reversible,
    }
    if damage.reversible:
        shown["breakdown"] = {"printed": damage.printed, "bonus": damage.bonus, "reduction": damage.reduction}
    return shown


def view(state: State, viewer: str) -> dict[str, Plain]:
    """`snapshot` as the crowd or a seat may see it: the hands of others are hidden (RD-D37 for Ringside piles)."""
    seen = snapshot(state)
    if viewer == REFEREE_EYES:
        return seen
    for seat in state.players:
        if seat == viewer:
            continue
        seen["hand"][seat] = HIDDEN
        if not state.rule("ringside_public"):
            seen["ringside"][seat] = HIDDEN
    return seen


def pending(state: State) -> tuple[Pending, ...]:
    match state.phase:
        case Phase.SETUP:
            return (Pending("start_match", REFEREE, (), Text("Who plays whom?", "¿Quién juega con quién?"), "RD-202"),)
        case Phase.FIRST_PLAYER:
            ask = Text("Flip a coin: who begins?", "Lanzad una moneda: ¿quién empieza?")
            return (Pending("coin", REFEREE, state.seats, ask, "RD-206"),)
        case Phase.TEAM_ACTIVE:
            waiting = tuple(team for team in state.teams if team not in state.team_active)
            ask = Text("Who begins for each team?", "¿Quién empieza en cada equipo?")
            return (Pending("team_active", waiting, (), ask, "RD-912"),)
        case Phase.PRE_DRAW:
            ask = Text("{seat}: draw.", "{seat}: roba.").filled(seat=state.active)
            return (Pending("draw", state.turn_of, ("use_ability", "draw_segment"), ask, "RD-302"),)
        case Phase.MAIN:
            ask = Text("{seat} plays.", "Juega {seat}.").filled(seat=state.active)
            return (Pending("main", state.turn_of, ("play_card", "use_ability", "end_turn"), ask, "RD-303"),)
        case Phase.ENDED:
            return ()
        case _:
            return (_window(state),)


def _window(state: State) -> Pending:
    match state.phase:
        case Phase.REVERSAL:
            owner = opponent(state, state.down.player)
            ask = Text("{seat}: reverse it?", "{seat}: ¿la inviertes?").filled(seat=owner)
            return Pending("reversal", owner, ("reverse_from_hand", "decline_reversal"), ask, "RD-501")
        case Phase.EFFECT:
            effect = state.effects[0]
            details = {"effect": effect.kind, "count": due_count(state, effect), "may": effect.may}
            options = ("use", "decline") if effect.may else ("use",)
            ask = Text("{seat}: {what}", "{seat}: {what}").filled(seat=effect.owner, what=EFFECT_WORDS[effect.kind])
            return Pending("effect", effect.owner, options, ask, "RD-402", details)
        case Phase.REVEAL:
            damage = state.damage
            assert damage is not None
            details = {"amount": damage.amount, "reversible": damage.reversible}
            ask = Text("{seat} reveals {n}.", "{seat} revela {n}.").filled(seat=damage.target, n=damage.amount)
            return Pending("reveal", damage.target, ("reveal_result",), ask, "RD-601", details)
        case _:
            numbers = stun_options(state)
            ask = Text("{seat}: Stun Value, draw?", "{seat}: Stun Value, ¿robas?").filled(seat=state.active)
            words = tuple(str(number) for number in numbers)
            return Pending("stun", state.turn_of, words, ask, "RD-902", {"options": list(numbers)})


def outcome(state: State) -> Outcome | None:
    if state.phase is not Phase.ENDED:
        return None
    method = state.method or ""
    how = method_told(METHOD_WORDS, method)
    if state.winner is None:
        return Outcome(Result.DRAW, method, (), (), Text("The match is a draw.", "La partida es un empate."))
    winners = next((team for team in state.teams.values() if state.winner in team), (state.winner,))
    losers = tuple(seat for seat in state.seats if seat not in winners)
    text = Text("{seat} wins by {how}.", "Gana {seat} por {how}.").filled(seat=", ".join(winners), how=how)
    return Outcome(Result.WON, method, winners, losers, text)
