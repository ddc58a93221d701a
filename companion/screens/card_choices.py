"""What the referee can choose in a card game: offers by their cards' titles, and what they still need. Pure."""

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.all_time_wrestling import GAME as ALL_TIME
from companion.games.all_time_wrestling.model import State as AllTime
from companion.games.all_time_wrestling.model import rival
from companion.games.all_time_wrestling.rolling import by_copy
from companion.games.galaxy_wrestling_federation.model import FACE_DOWN, VICTORY_REF
from companion.games.galaxy_wrestling_federation.model import State as Galaxy
from companion.games.raw_deal.effects import due_count
from companion.games.raw_deal.model import AUSTIN, JERICHO, KANE, ROCK, UNDERTAKER
from companion.games.raw_deal.model import State as RawDeal
from companion.games.raw_deal.values import may_fit
from companion.games.wrasslin_manager.maintenance import check_reward, of_round
from companion.games.wrasslin_manager.model import STAR_SLOT, Reward
from companion.games.wrasslin_manager.model import State as Wrasslin
from companion.kernel.codec import key_of
from companion.kernel.decisions import Offer
from companion.kernel.game import Game
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of
from companion.kernel.visibility import entered_face_down
from companion.screens import card_rulings
from companion.screens.card_words import same
from companion.screens.needs import Kind, Need, needs_of
from companion.screens.raw_deal_view import TYPES
from companion.screens.wrasslin_view import REWARDS as REWARD_WORDS

BY_A_VALUE: Final = frozenset(
    {"value_missing", "not_confirmed", "card_count", "opening_count", "block_cards_count", "reveal_count"}
)
"""Refusals that the value which is still asked for may lift."""
LOWEST: Final[Mapping[str, int]] = {"f": 0, "d": 0}
"""Values of a Raw Deal card that no card file tells, as they forbid least."""
OPEN: Final = ("typed.", "board.")
"""Before a value that no card file tells, which goes with the command."""
REWARD_CARD: Final = "card:"
"""Before the kind of the reward that a card is granted as."""
BOARD_NUMBERS: Final = ("health_max", "stamina_max", "low_health_max", "low_stamina_max")
CARD_KEYS: Final = frozenset({"card", "cards", "discards", "discard", "skipped", "drawn", "shuffle_back"})
"""What is told by the names of cards."""
TYPE: Final = Text("What kind of maneuver? Enter: none of these.", "¿Qué tipo de maniobra? Intro: ninguno de estos.")
SECTIONS: Final[Mapping[str, Text]] = {
    "left": Text("Reward on the left? Enter: not known yet.", "¿Recompensa de la izquierda? Intro: aún no se sabe."),
    "center": Text("Reward in the centre? Enter: not known yet.", "¿Recompensa del centro? Intro: aún no se sabe."),
    "right": Text("Reward on the right? Enter: not known yet.", "¿Recompensa de la derecha? Intro: aún no se sabe."),
}
NEVER_LEFT_OUT: Final = frozenset({"reversal", "revealed"})
"""Asked only where the command would be refused without it."""
REWARDS: Final = tuple((kind, words) for kind, words in REWARD_WORDS.items() if kind != "unknown")
FEW: Final = 40
"""More sets of cards than this are typed, not chosen."""
PAIR: Final = 2
SEATS: Final = ("p1", "p2")
NONE: Final = Text("none", "ninguna")
FITS: Final = Text("Does it fit? The referee's word.", "¿Encaja? Palabra de árbitro.")
GAINED: Final = Text("Which card? Enter: no card is named.", "¿Qué carta? Intro: no se nombra ninguna.")
STOPS: Final = Text("A reversal comes up", "Sale una reversa")
WENT_BACK: Final = Text("Which card went back? Enter: not told.", "¿Qué carta se devuelve? Intro: no se dice.")
NO_WRESTLERS: Final = Text(
    "No wrestler is known: begin with --cards FILE (`companion cards sample` writes one).",
    "No se conoce ningún luchador: empieza con --cards ARCHIVO (`companion cards sample` escribe uno).",
)
LABELS: Final[Mapping[str, Text]] = {
    "seats": Text("Who plays? Names with commas.", "¿Quién juega? Nombres con comas."),
    "first": Text("Who begins? A name; Enter: by lot.", "¿Quién empieza? Un nombre; Intro: al azar."),
    "reason": Text("Why?", "¿Por qué?"),
    "card": Text("Which card?", "¿Qué carta?"),
    "map": Text("Which cards get a die?", "¿Qué cartas reciben dado?"),
    "cards": Text("Which cards?", "¿Qué cartas?"),
    "discards": Text("Which cards are discarded?", "¿Qué cartas se descartan?"),
    "skipped": Text("Which cards came before it?", "¿Qué cartas salieron antes?"),
    "drawn": Text("Which card is drawn? Enter: not told.", "¿Qué carta se roba? Intro: no se dice."),
    "shuffle_back": Text("Which card goes back? Enter: not told.", "¿Qué carta se devuelve? Intro: no se dice."),
    "reversal": Text("Which reversal?", "¿Qué reversa?"),
    "revealed": Text("Which card was it? The first revealed is 1.", "¿Qué carta fue? La primera revelada es 1."),
    "amount": Text("How many? Enter: 1.", "¿Cuántos? Intro: 1."),
    "confirmed": FITS,
}
TITLES: Final[Mapping[str, Text]] = {
    "choose_wrestler": Text("Take a wrestler", "Elegir luchador"),
    "start_game": Text("Start the game", "Empezar la partida"),
    "challenge": Text("Challenge", "Desafiar"),
    "interrupt": Text("Interrupt", "Interrumpir"),
    "play_attack": Text("Attack", "Ataque"),
    "play_blind": Text("Blind Attack", "Ataque a ciegas"),
    "defend_permanent": Text("Permanent ability", "Habilidad permanente"),
    "reroll": Text("Discard and reroll", "Descartar y repetir"),
    "offense": Text("Choose", "Elegir"),
    "play_card": Text("Play a card", "Jugar una carta"),
    "reverse_from_hand": Text("Reversal from hand", "Reversal de la mano"),
    "flip_for_start": Text("Who begins?", "¿Quién empieza?"),
    "stun_draw": Text("Stun Value", "Stun Value"),
    "tag_switch": Text("Who is active?", "¿Quién está activo?"),
    "tag_recover": Text("Who recovers?", "¿Quién recupera?"),
    "set_random_starter": Text("Who begins?", "¿Quién empieza?"),
    "play_maneuver": Text("Maneuver", "Maniobra"),
    "play_star_move": Text("Star move", "Movimiento estrella"),
    "play_training": Text("Training", "Entrenamiento"),
    "play_strategy": Text("Strategy", "Estrategia"),
    "use_effect": Text("Use the icon", "Usar el icono"),
    "grant_reward": Text("Reward", "Recompensa"),
    "recover": Text("Recover", "Recuperar"),
    "declare_grave_injury": Text("Grave injury", "Lesión grave"),
}
"""What stands over a list of cards or targets."""
CHANGE_WORDS: Final[Mapping[str, Text]] = {
    "health": Text("health", "salud"),
    "stamina": Text("stamina", "resistencia"),
    "momentum": Text("momentum", "momento"),
    "cards": Text("cards", "cartas"),
    "tn": Text("target number", "número objetivo"),
    "attempts": Text("kick-out attempts", "intentos de escapar"),
}
"""What `ability_effect` can change; target number and attempts only while there is an attack or a pin."""
CHANGE: Final = Text("{who}, {what}: + or −? Enter: no change.", "{who}, {what}: ¿+ o −? Intro: sin cambio.")
OWNER, OPPONENT = Text("Its owner", "Su dueño"), Text("The opponent", "El rival")
NOT_NAMED: Final = Text("not named", "sin nombrar")
VICTORY: Final = Text("Victory card", "Carta de victoria")
LAID: Final = Text("Which card? Enter: face down, not named.", "¿Qué carta? Intro: boca abajo, sin nombrar.")
SHOWN: Final = Text("Which card? Or its numbers: 3 > 2", "¿Qué carta? O sus números: 3 > 2")
WHICH: Final = Text("Who is {name}?", "¿Quién es {name}?")
WHOSE: Final = Text("{name}'s card? Or its numbers: 3 > 2", "¿Carta de {name}? O sus números: 3 > 2")
VALUES: Final = ("strength", "beats")
"""What two numbers of a fight card are, in the order in which people read them: 3 > 2, three beats two."""


PILES: Final[Mapping[str, Text]] = {
    "hand": Text("Which cards from the hand?", "¿Qué cartas de la mano?"),
    "ringside": Text("Which card from Ringside?", "¿Qué carta del Ringside?"),
    "drawn": Text("Which card is drawn?", "¿Qué carta se roba?"),
    "bottom": Text("Which card goes under the arsenal?", "¿Qué carta va debajo del arsenal?"),
}
"""What a Superstar's ability moves."""
UNSEEN: Final = frozenset({"bottom", "drawn"})
ABILITY_PILES: Final[Mapping[str, tuple[str, ...]]] = {
    AUSTIN: ("drawn", "bottom"),
    ROCK: ("ringside",),
    UNDERTAKER: ("hand", "ringside"),
    JERICHO: ("hand",),
}
FOR_ENTER: Final = Text("{asked} Enter: not told.", "{asked} Intro: no se dice.")
COST_WORDS: Final = Text("{n} stamina", "{n} de resistencia")
DAMAGE_WORDS: Final = Text("{n} damage", "{n} de daño")


def own_cards(state: Any, seat: str | None) -> frozenset[str]:
    """Cards that a seat brought in its deck, holds, or that are its wrestler's own; empty where nobody told."""
    if seat is None or isinstance(state, Galaxy):
        return frozenset()
    deck = state.decks.get(seat)
    people: Mapping[str, Any] = state.managers if isinstance(state, Wrasslin) else state.players
    person = people.get(seat)
    found = set() if deck is None else {*deck.cards, *getattr(deck, "training", ()), *getattr(deck, "strategy", ())}
    found |= _hand(state, seat)
    for key in ("wrestler", "superstar"):
        name = getattr(person, key, None)
        if name is not None and deck is None:
            found |= {ref for ref, entry in state.cards.items() if getattr(entry, key, None) == name}
    return frozenset(found)


def _hand(state: Any, seat: str | None) -> set[str]:
    """Cards that the seat is known to hold."""
    people: Mapping[str, Any] = state.managers if isinstance(state, Wrasslin) else state.players
    return set(getattr(people.get(seat or ""), "hand", None) or ())


def own_first(state: Any, seat: str | None, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """The offers of each command: cards that the seat is known to hold, the others that it brought, all others."""
    own = own_cards(state, seat)
    if not own:
        return tuple(offers)
    first: dict[str, int] = {}
    for place, one in enumerate(offers):
        first.setdefault(one.command, place)
    held = _hand(state, seat)

    def place_of(one: Offer) -> tuple[int, bool, bool]:
        card = one.parameters.get("card", "")
        return first[one.command], card not in held, card not in own

    return tuple(sorted(offers, key=place_of))


# -- offers -------------------------------------------------------------------------------------------------------


def shaped(game: Game[Any], state: Any, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """The offers as the screen lists them: titles for references, and no question that has but one answer."""
    return tuple(_titled(state, _asks(one)) for offer in offers for one in _shaped(game, state, offer))


def _asks(offer: Offer) -> Offer:
    """A value that no card file tells forbids nothing: it is asked for when the command is given."""
    return replace(offer, refusal=None) if offer.refusal is not None and offer.refusal.missing else offer


def _shaped(game: Game[Any], state: Any, offer: Offer) -> Iterator[Offer]:
    match offer.command:
        case "start_match":
            # a deck of 60 cards is no matter of a screen: it comes from its file
            yield _opened(replace(offer, needs=tuple(key for key in offer.needs if key != "decks")))
        case "start_season" if not state.wrestlers:
            yield replace(offer, refusal=Refusal("value_missing", "WM-D29", NO_WRESTLERS))
        case "use_ability" if (
            isinstance(state, RawDeal) and state.players[offer.parameters["player"]].superstar == KANE
        ):
            yield replace(offer, needs=())  # it moves no card of his own
        case "starter_shuffle_back":
            player = state.players[offer.parameters["player"]]
            yield replace(offer, needs=("card",) if player.hand_known else ())
        case "play_rampage":
            yield _rampage(game, state, offer)
        case "play_card" if offer.needs:
            entry = state.cards[offer.parameters["card"]]
            type_ = ("typed.type",) if offer.parameters["as"] == "maneuver" and not entry.types else ()
            yield _at_best(game, state, replace(offer, needs=(*_open_numbers(entry), *type_)), typed=LOWEST)
        case "choose_wrestler" if offer.needs:
            board = state.boards[offer.parameters["wrestler"]]
            unknown = tuple(f"board.{key}" for key in BOARD_NUMBERS if getattr(board, key) is None)
            yield _opened(replace(offer, needs=unknown))
        case "reverse_from_hand":
            asked = tuple(_of_reversal(game, state, offer))
            yield _at_best(game, state, replace(offer, needs=asked), typed=LOWEST, confirmed=True)
        case "reveal_result" if offer.needs:
            titles = state.rule("reveal_entry") == "titles"
            yield _opened(replace(offer, needs=("cards",) if titles else ()))
            if offer.legal and state.damage is not None and state.damage.reversible:
                asked = ("reversal", "revealed", *(("cards",) if titles else ()))
                yield replace(offer, label=STOPS, needs=asked)
        case "place_event":
            known = any(True for _ in _event_cards(state))
            yield _opened(replace(offer, needs=("card",) if known else ("rewards",)))
        case "grant_reward":
            kind = offer.parameters["kind"]
            carded = (f"{REWARD_CARD}{kind}",) if kind in {"maneuver", "training", "strategy"} else ()
            yield replace(offer, needs=() if kind == "nothing" else ("amount", *carded))
        case "use_effect" | "reroll" if offer.needs:
            yield from _spread(game, state, offer)
        case _:
            yield _opened(offer)


def _opened(offer: Offer) -> Offer:
    """Nothing is forbidden by a value that is still to be asked for."""
    if offer.needs and offer.refusal is not None and offer.refusal.code in BY_A_VALUE:
        return replace(offer, refusal=None)
    return offer


def _at_best(game: Game[Any], state: Any, offer: Offer, **given: Any) -> Offer:
    """The offer, forbidden only by what no value that is still asked for can lift."""
    if offer.refusal is None or offer.refusal.code not in BY_A_VALUE | {"reversal_no_fit"}:
        return offer
    return replace(offer, refusal=_refusal(game, state, offer.command, {**offer.parameters, **given}))


def _refusal(game: Game[Any], state: Any, command: str, parameters: Mapping[str, Any]) -> Refusal | None:
    try:
        game.decide(state, game.command(command, parameters))
    except IllegalCommandError as error:
        return error.refusal
    return None


def _rampage(game: Game[Any], state: Any, offer: Offer) -> Offer:
    """Any two cards that go together are enough; which, and how many, is chosen."""
    if not offer.legal:
        for two in itertools.combinations(offer.parameters["cards"], PAIR):
            if _refusal(game, state, offer.command, {**offer.parameters, "cards": list(two)}) is None:
                return replace(offer, refusal=None)
    return offer


def _of_reversal(game: Game[Any], state: RawDeal, offer: Offer) -> Iterator[str]:
    """What is really open about a reversal from hand."""
    entry = state.cards[offer.parameters["card"]]
    yield from _open_numbers(entry)
    if any("discard" in cost for cost in entry.must_costs):
        yield "discards"
    refusal = _refusal(game, state, offer.command, {**offer.parameters, "typed": LOWEST})
    if refusal is not None and refusal.code in {"not_confirmed", "reversal_no_fit"}:
        yield "confirmed"


def _open_numbers(entry: Any) -> tuple[str, ...]:
    """F and D of a Raw Deal card, as far as no card file tells them (RD-D15)."""
    return tuple(f"typed.{key}" for key in ("f", "d") if getattr(entry, key) is None)


def _spread(game: Game[Any], state: Any, offer: Offer) -> Iterator[Offer]:
    """One entry a card that the command takes now; its plain form where there is none."""
    (key,) = offer.needs
    found = False
    own, held = own_cards(state, offer.actor), _hand(state, offer.actor)
    for card in sorted(state.cards, key=lambda ref: (ref not in held, ref not in own)):
        given = {**offer.parameters, key: card}
        due = game.dice_due(state, game.command(offer.command, given))
        if due or _refusal(game, state, offer.command, given) is None:
            if due and not offer.legal:
                continue
            found = True
            what = title_of(state.cards, card)
            label = Text(f"{offer.label.en}: {what}", f"{offer.label.es}: {what}")
            yield replace(offer, label=label, parameters=given, needs=(), refusal=None)
    if not found:
        yield _opened(offer)


def _titled(state: Any, offer: Offer) -> Offer:
    """The label with titles where it names cards, wrestlers or abilities by their references."""
    if isinstance(state, Galaxy):
        return offer
    label = titled(state, offer.label, offer.parameters)
    refusal = offer.refusal
    if refusal is not None:
        refusal = replace(refusal, reason=titled(state, refusal.reason, offer.parameters))
    return replace(offer, label=_with_numbers(state, offer, label), refusal=refusal)


def _with_numbers(state: Any, offer: Offer, label: Text) -> Text:
    """What an attack of All Time Wrestling costs, needs and does, beside its title; what nobody told is left out."""
    if not isinstance(state, AllTime):
        return label
    if offer.command == "counter_roll" and state.counter is not None:
        tn = state.players[state.defender].board.abilities[state.counter.ability].counter_tn
        return label if tn is None else Text(f"{label.en} · {tn}+", f"{label.es} · {tn}+")
    if offer.command not in {"play_attack", "play_blind"}:
        return label
    entry = state.cards[offer.parameters["card"]]
    parts = [
        words.filled(n=n) for n, words in ((entry.cost, COST_WORDS), (entry.damage, DAMAGE_WORDS)) if n is not None
    ]
    if entry.tn is not None:
        parts.insert(len(parts) - (entry.damage is not None), same(f"{entry.tn}+"))
    for part in parts:
        label = Text(f"{label.en} · {part.en}", f"{label.es} · {part.es}")
    return label


def titled(state: Any, text: Text, parameters: Mapping[str, Any]) -> Text:
    """`text` with titles where it names cards, wrestlers or abilities of a command by their references."""
    names = {
        ref: title_of(state.cards, ref) if ref in state.cards else readable(ref)
        for key, value in parameters.items()
        for ref in ([value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else ())
        if isinstance(ref, str) and (ref in state.cards or key in {"wrestler", "ability"})
    }
    if isinstance(state, RawDeal):
        names |= {ref: one.title or readable(ref) for ref, one in state.superstars.items()}
    if not names:
        return text
    words = re.compile("|".join(rf"(?<!\w){re.escape(ref)}(?!\w)" for ref in sorted(names, key=len, reverse=True)))
    return Text(*(words.sub(lambda one: names[one[0]], told) for told in (text.en, text.es)))


# -- needs --------------------------------------------------------------------------------------------------------


def needs(
    game: Game[Any], state: Any, command: str, keys: tuple[str, ...], called: Mapping[str, str]
) -> tuple[Need, ...]:
    """What a person must still give for a command of a card game, one after another.

    Args:
        called: the wrestlers by seat.
    """
    kind = game.commands[command]
    secrets = entered_face_down(kind)
    given_anyway = {
        key_of(one)
        for one in dataclasses.fields(kind)
        if one.default is not dataclasses.MISSING or one.default_factory is not dataclasses.MISSING
    }
    found: list[Need] = [_open_value(key) for key in keys if key.startswith(OPEN)]
    found += [_reward_card(state, key.removeprefix(REWARD_CARD)) for key in keys if key.startswith(REWARD_CARD)]
    plain = tuple(key for key in keys if not key.startswith((*OPEN, REWARD_CARD)))
    for need in needs_of(kind, plain, called):
        label = LABELS.get(need.key, need.label)
        lacking = need.key in NEVER_LEFT_OUT
        optional = not lacking and need.key in given_anyway
        if (command, need.key) == ("ability_effect", "changes"):
            found += _changes(state, called)
            continue
        if (command, need.key) == ("use_ability", "cards"):
            found += _of_ability(state)
            continue
        secret = need.key in secrets
        found += _asked(state, command, replace(need, label=label, optional=optional, secret=secret), called)
    return tuple(map(_says_enter, found))


def _says_enter(need: Need) -> Need:
    """What may be left out says so."""
    if not need.optional or "Enter" in need.label.en:
        return need
    if need.kind is Kind.CHOICE and need.key == "card":
        return replace(need, label=GAINED)
    if need.kind is not Kind.TEXT:
        return need
    return replace(need, label=FOR_ENTER.filled(asked=need.label))


def _asked(state: Any, command: str, need: Need, called: Mapping[str, str]) -> list[Need]:
    """The need with its choices where they are few, or one need a seat where a mapping is given by seat."""
    if isinstance(state, Galaxy):
        return _of_galaxy(state, command, need, called)
    if isinstance(state, RawDeal) and need.key == "superstars":
        return _by_seat(state, need, state.superstars, called)
    if isinstance(state, Wrasslin) and need.key == "wrestlers":
        return _by_seat(state, need, state.wrestlers, called)
    if command == "starter_shuffle_back":
        need = replace(need, label=WENT_BACK)
    if need.key == "rewards":
        return [Need(f"rewards.{one}", label, Kind.CHOICE, REWARDS, optional=True) for one, label in SECTIONS.items()]
    values = tuple(_values(state, command, need))
    if not values:
        return [_by_name(state, need)]
    return [replace(need, kind=Kind.CHOICE, choices=values, many=command == "play_rampage", pairs=False)]


def _of_ability(state: RawDeal) -> list[Need]:
    """Cards that a Superstar's ability moves, pile by pile."""
    seat = state.active
    superstar = None if seat is None else state.players[seat].superstar
    held = _hand(state, seat)
    own = own_cards(state, seat)
    cards = sorted(state.cards, key=lambda ref: (ref not in held, ref not in own))
    choices = tuple((ref, same(title_of(state.cards, ref))) for ref in cards)
    return [
        Need(f"cards.{pile}", label, Kind.TEXT, choices, many=True, optional=True, secret=pile in UNSEEN)
        for pile, label in PILES.items()
        if superstar is None or pile in ABILITY_PILES.get(superstar, tuple(PILES))
    ]


def _changes(state: AllTime, called: Mapping[str, str]) -> list[Need]:
    """What a printed ability changes, a titled number each: first of its owner, then of the opponent."""
    seat = None if state.asked is None else state.asked.player
    names = (OWNER, OPPONENT) if seat is None else tuple(same(called[one]) for one in (seat, rival(seat)))
    now = {"tn": state.attack is not None, "attempts": state.pin is not None and not state.pin.begun}
    own = tuple(key for key in CHANGE_WORDS if now.get(key, True))
    theirs = tuple(key for key in own if key not in {*now, "momentum"})  # one meter for both
    return [
        Need(f"changes.{path}{key}", label, Kind.NUMBER, whole=True, optional=True)
        for path, keys, name in (("", own, names[0]), ("opponent.", theirs, names[1]))
        for key in keys
        for label in (CHANGE.filled(who=name, what=CHANGE_WORDS[key]),)
    ]


def _by_name(state: Any, need: Need) -> Need:
    """Cards are written by their titles."""
    if need.kind is not Kind.TEXT or need.pairs or need.key not in CARD_KEYS:
        return need
    seat = _seat_asked(state)
    own, held = own_cards(state, seat), _hand(state, seat)
    cards = sorted(state.cards, key=lambda ref: (ref not in held, ref not in own))
    return replace(need, choices=tuple((ref, same(title_of(state.cards, ref))) for ref in cards))


def _seat_asked(state: Any) -> str | None:
    """The one seat whose cards are spoken of now; None where there are several, or nobody."""
    if isinstance(state, RawDeal):
        if state.effects:
            return state.effects[0].owner
        return state.damage.target if state.damage is not None else state.active
    return getattr(state, "turn", None) or getattr(state, "initiative", None)


def _reward_card(state: Wrasslin, kind: str) -> Need:
    """The cards that a reward of that kind can be."""
    choices = []
    for card in state.cards:
        try:
            check_reward(state, Reward(kind, 1, card))
        except IllegalCommandError:
            continue
        choices.append((card, same(title_of(state.cards, card))))
    return Need("card", GAINED, Kind.CHOICE, tuple(choices), optional=True)


def _open_value(key: str) -> Need:
    """One value that no card file tells."""
    field = key.rpartition(".")[2]
    if field == "type":
        return Need(key, TYPE, Kind.CHOICE, tuple(TYPES.items()), optional=True)
    return Need(key, card_rulings.WORDS[field], Kind.NUMBER, whole=True, optional=field.startswith("low_"))


def _values(state: Any, command: str, need: Need) -> Iterator[tuple[Any, Text]]:
    match command, need.key:
        case "assign_dice", "map":
            yield from _assignments(state)
        case "play_rampage", "cards":
            yield from _rampage_cards(state)
        case "starter_shuffle_back", "card":
            for card in dict.fromkeys(state.players[state.attacker].hand):
                yield card, same(title_of(state.cards, card))
        case "block_cards", "cards":
            player = state.players[state.defender]
            yield from _sets(state, player.hand if player.hand_known else (), PAIR)
        case "resolve_effect", "cards" if state.effects:
            yield from _of_effect(state)
        case "reveal_result", "reversal":
            for card, entry in state.cards.items():
                if "reversal" in entry.kinds and (state.play is None or may_fit(state, card, state.play)):
                    yield card, same(title_of(state.cards, card))
        case "reveal_result", "revealed" if state.damage is not None:
            most = min(state.damage.amount, state.players[state.damage.target].arsenal)
            for number in range(1, most + 1):
                yield number, same(str(number))
        case "place_event", "card":
            for card in _event_cards(state):
                yield card, same(title_of(state.cards, card))
        case _:
            return


def _assignments(state: AllTime) -> Iterator[tuple[Any, Text]]:
    """One entry a set of cards that can be hit at once, the largest first; which equal die it is does not matter."""
    attack, seat = state.in_play, state.attacker
    copies = by_copy(attack.cards)
    able = {
        key: [None, *(face for face in sorted(set(attack.dice)) if _takes(ALL_TIME, state, seat, {key: face}))]
        for key in copies
    }
    found: dict[tuple[str, ...], dict[str, int]] = {}
    for faces in itertools.product(*able.values()):
        chosen = {key: face for key, face in zip(able, faces, strict=True) if face is not None}
        if not Counter(chosen.values()) - Counter(attack.dice):
            found.setdefault(tuple(copies[key] for key in chosen), chosen)
    for chosen in sorted(found.values(), key=lambda one: (-len(one), [key not in one for key in copies])):
        shown = ", ".join(f"{title_of(state.cards, copies[key])} ({face})" for key, face in chosen.items())
        yield chosen, same(shown) if shown else NONE


def _takes(game: Game[Any], state: AllTime, seat: str, chosen: Mapping[str, int]) -> bool:
    return _refusal(game, state, "assign_dice", {"player": seat, "map": chosen}) is None


def _rampage_cards(state: AllTime) -> Iterator[tuple[Any, Text]]:
    player = state.players[state.attacker]
    for card in player.hand if player.hand_known else state.cards:
        if "rampage" in state.cards[card].icons:
            yield card, same(title_of(state.cards, card))


def _of_effect(state: RawDeal) -> Iterator[tuple[Any, Text]]:
    """Sets of as many cards as the effect takes, from the hand or the Ringside that everybody has named."""
    effect = state.effects[0]
    player = state.players[effect.owner]
    if effect.kind in {"discard", "opponent_discard"}:
        pile, count = player.hand, player.hand_count
    elif effect.kind in {"to_hand", "to_arsenal"}:
        pile, count = player.ringside, player.ringside_count
    else:
        return
    if len(pile) == count:
        yield from _sets(state, pile, due_count(state, effect))


def _sets(state: Any, pile: Sequence[str], size: int) -> Iterator[tuple[Any, Text]]:
    """Every different set of so many cards, two of a kind among them; nothing where there are too many."""
    if size < 1 or (size > 1 and len(pile) ** size > FEW * 4):
        return
    different = list(dict.fromkeys(tuple(sorted(one)) for one in itertools.combinations(pile, size)))
    if len(different) <= FEW:
        for cards in different:
            yield list(cards), same(" + ".join(title_of(state.cards, card) for card in cards))


def _event_cards(state: Wrasslin) -> Iterator[str]:
    slot = next((number for number, one in state.slots.items() if one.kind is None), STAR_SLOT)
    kind = "star_event" if slot == STAR_SLOT else "minor_event"
    yield from (card for card, entry in state.cards.items() if entry.kind == kind and of_round(entry, state.round))


def _by_seat(state: Any, need: Need, known: Mapping[str, Any], called: Mapping[str, str]) -> list[Need]:
    """Who is who, one seat after another; what came with a deck file is not asked."""
    seats = getattr(state, "seats", ()) or SEATS
    titles = {ref: getattr(entry, "title", None) or getattr(entry, "name", None) for ref, entry in known.items()}
    people = tuple((ref, same(title or readable(ref))) for ref, title in titles.items())
    return [
        Need(f"{need.key}.{seat}", WHICH.filled(name=called.get(seat, seat.upper())), Kind.CHOICE, people)
        for seat in seats
        if seat not in state.decks
    ]


def _of_galaxy(state: Galaxy, command: str, need: Need, called: Mapping[str, str]) -> list[Need]:
    """At the count every face-down card that nobody named is named, one after another."""
    if need.key == "card":
        cards = tuple(_galaxy_cards(state))
        if command == "commit_card":
            laid = ((FACE_DOWN, NOT_NAMED), *cards)
            return [replace(need, label=LAID, choices=laid, default=FACE_DOWN, numbers=VALUES)]
        return [replace(need, label=SHOWN, choices=cards, numbers=VALUES)]
    if need.key == "first":
        return [replace(need, default="random")]
    if (command, need.key) != ("reveal", "cards") or state.combat is None:
        return [need]
    cards = tuple(_galaxy_cards(state))
    return [
        Need(
            f"cards.{seat}",
            WHOSE.filled(name=called.get(seat, seat)),
            Kind.TEXT,
            cards,
            pairs=True,
            word=True,
            numbers=VALUES,
        )
        for seat, card in state.running.committed.items()
        if not card.known
    ]


def _galaxy_cards(state: Galaxy) -> Iterator[tuple[Any, Text]]:
    yield VICTORY_REF, VICTORY
    yield from (
        (ref, same(title_of(state.cards, ref))) for ref, entry in state.cards.items() if entry.kind != "victory"
    )
