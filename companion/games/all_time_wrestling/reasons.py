"""Every refusal of the game, with its code, its rule and the reason in both languages (section 5, K-17)."""

from companion.kernel.refusals import IllegalCommandError, refuse

# code: (rule, English, Spanish); places in braces are filled by the caller
_WORDS: dict[str, tuple[str, str, str]] = {
    "match_over": ("ATW-200", "The match is over.", "El combate ha terminado."),
    "wrong_window": ("ATW-080", "That is not due now; open is: {phase}.", "Eso no toca ahora; está abierto: {phase}."),
    "not_yours": ("ATW-011", "That is for {other} to do now.", "Ahora le toca a {other}."),
    "unknown_seat": (
        "ATW-060",
        "Nobody called {player} plays; seats are p1 and p2.",
        "No juega nadie llamado {player}; los asientos son p1 y p2.",
    ),
    "unknown_card": ("ATW-030", "There is no card {card}.", "No existe la carta {card}."),
    "unknown_wrestler": ("ATW-060", "There is no wrestler {card}.", "No existe el luchador {card}."),
    "unknown_ability": ("ATW-022", "{player} has no ability {card}.", "{player} no tiene la habilidad {card}."),
    "unknown_field": ("ATW-003", "There is no field {topic}.", "No existe el campo {topic}."),
    "unknown_change": ("ATW-023", "An ability cannot change {topic}.", "Una habilidad no puede cambiar {topic}."),
    "value_missing": (
        "ATW-030",
        "A value is missing and must be typed: {what}.",
        "Falta un valor, hay que escribirlo: {what}.",
    ),
    "opening_count": (
        "ATW-065",
        "The opening hand has {due} cards, not {given}.",
        "La mano inicial tiene {due} cartas, no {given}.",
    ),
    "opening_damage": (
        "ATW-065",
        "The opening hand may have 9 damage in all, not {given}.",
        "La mano inicial puede sumar 9 de daño, no {given}.",
    ),
    "stamina": (
        "ATW-084",
        "That costs {due} stamina; {player} has {given}.",
        "Eso cuesta {due} de resistencia; {player} tiene {given}.",
    ),
    "card_not_in_hand": ("ATW-011", "{card} is not in {player}'s hand.", "{card} no está en la mano de {player}."),
    "depleted": (
        "ATW-233",
        "{player}'s deck is depleted: Finisher, Blind Attack or rest only.",
        "El mazo de {player} está agotado: solo remate, ataque a ciegas o descanso.",
    ),
    "not_depleted": ("ATW-235", "Blind Attacks need a depleted deck.", "Los ataques a ciegas exigen un mazo agotado."),
    "draw_pile_empty": ("ATW-D30", "{player}'s draw pile is empty.", "El mazo de robo de {player} está vacío."),
    "blind_affordable": ("ATW-237", "{card} could have been paid.", "{card} se podía pagar."),
    "rampage_disabled": (
        "ATW-D31",
        "By this event's rules there are no Rampaging Attacks.",
        "Según las reglas de este evento no hay ataques en tromba.",
    ),
    "rampage_cards": (
        "ATW-111",
        "A Rampaging Attack needs at least {due} different cards.",
        "Un ataque en tromba necesita al menos {due} cartas distintas.",
    ),
    "rampage_icon": ("ATW-111", "{card} has no Rampaging icon.", "{card} no tiene el icono de tromba."),
    "combo_and_rampage": (
        "ATW-137",
        "A combo and a Rampaging Attack exclude each other.",
        "Un combo y un ataque en tromba se excluyen.",
    ),
    "combo_mismatch": ("ATW-106", "{card} does not fit the combo.", "{card} no encaja en el combo."),
    "link_missing": ("ATW-D22", "Two links fit: say circle or square.", "Encajan dos enlaces: di círculo o cuadrado."),
    "token_spent": (
        "ATW-024",
        "That ability has been used in this match.",
        "Esa habilidad ya se ha usado en este combate.",
    ),
    "ability_used": (
        "ATW-160",
        "{card} was already tried against this attack.",
        "{card} ya se ha intentado contra este ataque.",
    ),
    "ability_timing": ("ATW-023", "{card} cannot be used at this time.", "{card} no se puede usar en este momento."),
    "counter_used": ("ATW-171", "The counter roll has been made.", "La tirada de contra ya está hecha."),
    "block_streak": (
        "ATW-180",
        "Only the third small attack in a row can be blocked with stamina.",
        "Con resistencia solo se bloquea el tercer ataque pequeño seguido.",
    ),
    "block_cards_count": ("ATW-185", "A block by cards takes 2 cards.", "Bloquear con cartas cuesta 2 cartas."),
    "finisher_not_discardable": ("ATW-186", "A Finisher can never be discarded.", "Un remate nunca se descarta."),
    "assignment": ("ATW-114", "{what} cannot be assigned.", "{what} no se puede asignar."),
    "compensation_kind": (
        "ATW-090",
        "{kind} is not on offer as compensation.",
        "{kind} no se ofrece como compensación.",
    ),
    "offense_option": ("ATW-100", "{kind} is not on offer now.", "{kind} no se ofrece ahora."),
    "health_cap": (
        "ATW-D03",
        "{player}'s health cannot go above {due}.",
        "La salud de {player} no puede pasar de {due}.",
    ),
    "dice_count": (
        "ATW-086",
        "Wrong number of dice: {due} due, {given} given.",
        "Número de dados incorrecto: tocan {due}, se han dado {given}.",
    ),
    "dice_face": ("ATW-D01", "A die has no face {given}.", "Un dado no tiene la cara {given}."),
}
CODES = tuple(_WORDS)


def no(code: str, missing: str = "", **values: object) -> IllegalCommandError:
    """The refusal with that code, its sentences filled.

    Args:
        missing: the value that a ruling can tell, where one is missing.
    """
    rule, en, es = _WORDS[code]
    return refuse(code, rule, en.format(**values), es.format(**values), missing)


def not_in_draw_pile(card: str, player: str) -> IllegalCommandError:
    """A card that lies somewhere else cannot be drawn: the code of its counterpart, with its own words."""
    en = f"{card} cannot be in {player}'s draw pile."
    return refuse("card_not_in_hand", "ATW-016", en, f"{card} no puede estar en el mazo de {player}.")
