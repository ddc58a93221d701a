"""Every refusal of the game, with its code, its rule and the reason in both languages (section 5, K-17)."""

from companion.kernel.refusals import IllegalCommandError, refuse

# code: (rule, English, Spanish); places in braces are filled by the caller
_WORDS: dict[str, tuple[str, str, str]] = {
    "match_over": ("RD-801", "The match is over.", "La partida ha terminado."),
    "wrong_window": ("RD-303", "That is not due now; open is: {phase}.", "Eso no toca ahora; está abierto: {phase}."),
    "not_active": ("RD-308", "It is {other}'s turn.", "Es el turno de {other}."),
    "not_yours": ("RD-501", "That is for {other} to do now.", "Ahora le toca a {other}."),
    "own_turn": (
        "RD-501",
        "Reversals are played in the opponent's turn.",
        "Las reversals se juegan en el turno del oponente.",
    ),
    "draw_first": ("RD-305", "The draw comes first.", "Antes hay que robar."),
    "unknown_seat": ("RD-202", "Nobody called {player} plays.", "No juega nadie llamado {player}."),
    "unknown_card": ("RD-001", "There is no card {card}.", "No existe la carta {card}."),
    "unknown_superstar": ("RD-109", "There is no Superstar {card}.", "No existe la Superstar {card}."),
    "wrong_kind": ("RD-411", "{card} cannot be used as {kind}.", "{card} no se puede usar como {kind}."),
    "card_not_in_hand": ("RD-106", "{card} is not in {player}'s hand.", "{card} no está en la mano de {player}."),
    "card_not_in_ringside": (
        "RD-105",
        "{card} is not in {player}'s Ringside pile.",
        "{card} no está en el Ringside de {player}.",
    ),
    "card_count": ("RD-412", "Cards due: {due}, not {given}.", "Cartas que tocan: {due}, no {given}."),
    "value_missing": (
        "RD-D15",
        "A value is missing and must be typed: {what}.",
        "Falta un valor, hay que escribirlo: {what}.",
    ),
    "fortitude": (
        "RD-304",
        "{card} needs Fortitude {due}; {player} has {given}.",
        "{card} exige Fortitude {due}; {player} tiene {given}.",
    ),
    "requirement": (
        "RD-419",
        "{card} may only follow a maneuver of {due}D or more.",
        "{card} solo puede seguir a una maniobra de {due}D o más.",
    ),
    "cost": ("RD-413", "The cost of {card} cannot be paid.", "No se puede pagar el coste de {card}."),
    "reversal_no_fit": ("RD-502", "{card} does not reverse that.", "{card} no invierte eso."),
    "not_confirmed": (
        "RD-108",
        "The referee must confirm that {card} fits.",
        "El árbitro debe confirmar que {card} encaja.",
    ),
    "reveal_count": (
        "RD-601",
        "Cards to reveal: {due}, not {given}.",
        "Cartas por revelar: {due}, no {given}.",
    ),
    "not_reversible": ("RD-512", "This damage cannot be reversed.", "Este daño no se puede invertir."),
    "reversal_must_stop": ("RD-D18", "{card} fits and stops the damage.", "{card} encaja y detiene el daño."),
    "wrong_effect": ("RD-402", "The effect due is {due}.", "El efecto que toca es {due}."),
    "mandatory_effect": ("RD-412", "That must be done: {what}.", "Eso es obligatorio: {what}."),
    "draw_count": ("RD-302", "Cards to draw: {due}, not {given}.", "Cartas por robar: {due}, no {given}."),
    "stun_count": (
        "RD-902",
        "{given} is not allowed; the Stun Value allows {due}.",
        "{given} no vale; el Stun Value permite {due}.",
    ),
    "no_ability": ("RD-112", "{player} has no ability to use.", "{player} no tiene habilidad que usar."),
    "ability_used": ("RD-112", "That ability was used in this turn.", "Esa habilidad ya se ha usado en este turno."),
    "ability_timing": (
        "RD-301",
        "That ability cannot be used at this time.",
        "Esa habilidad no se puede usar en este momento.",
    ),
    "hand_too_small": ("RD-D23", "{player} has too few cards in hand.", "{player} tiene pocas cartas en la mano."),
    "ringside_empty": (
        "RD-702",
        "{player}'s Ringside pile has too few cards.",
        "El Ringside de {player} tiene pocas cartas.",
    ),
    "arsenal_empty": ("RD-D21", "{player}'s arsenal has too few cards.", "El arsenal de {player} tiene pocas cartas."),
    "deck_size": (
        "RD-006",
        "{player}'s deck has {given} cards; {due} are needed.",
        "El mazo de {player} tiene {given} cartas; hacen falta {due}.",
    ),
    "unique_card": ("RD-009", "{card} is unique: {due} at most.", "{card} es única: {due} como máximo."),
    "too_many_copies": ("RD-007", "{card}: {due} copies at most.", "{card}: {due} copias como máximo."),
    "wrong_superstar": ("RD-010", "{card} belongs to another Superstar.", "{card} es de otra Superstar."),
    "heel_and_face": (
        "RD-012",
        "A deck uses Heel or Face cards, not both.",
        "Un mazo usa cartas Heel o Face, no ambas.",
    ),
    "tag_card": ("RD-013", "{card} is for Tag Team games only.", "{card} es solo para Tag Team."),
    "tag_team_disabled": (
        "RD-D28",
        "By this event's rules there is no Tag Team.",
        "Según las reglas de este evento no hay Tag Team.",
    ),
    "same_superstar": (
        "RD-910",
        "Partners may not use the same Superstar.",
        "Los compañeros no pueden usar la misma Superstar.",
    ),
    "tag_active": ("RD-915", "{player} is the active wrestler.", "{player} es el luchador activo."),
}
CODES = tuple(_WORDS)


def no(code: str, missing: str = "", **values: object) -> IllegalCommandError:
    """The refusal with that code, its sentences filled.

    Args:
        missing: the value that a ruling can tell, where one is missing.
    """
    rule, en, es = _WORDS[code]
    return refuse(code, rule, en.format(**values), es.format(**values), missing)
