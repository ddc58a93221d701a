"""The start of the season and the Maintenance phase (sections 1.1 and 1.2)."""

from dataclasses import replace

from companion.games.wrasslin_manager import commands as cmd
from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.model import (
    HAND_LIMIT,
    ROUNDS,
    SEATS,
    SECTIONS,
    SLOTS,
    STAR_SLOT,
    STATS,
    CardEntry,
    Deck,
    Manager,
    Phase,
    Reward,
    StarMoves,
    State,
    WrestlerEntry,
    draw_due,
    rival,
    runs_out,
)
from companion.games.wrasslin_manager.options import OPTIONS
from companion.games.wrasslin_manager.play import Play, need_phase, need_seat
from companion.games.wrasslin_manager.reasons import no
from companion.kernel.refusals import refuse


def start_season(play: Play, command: cmd.StartSeason) -> None:
    state = play.state
    need_phase(state, Phase.SETUP)
    rules = OPTIONS.resolve({**state.house_rules, **command.house_rules})
    known = {**state.wrestlers, **command.wrestler_file}
    for seat in command.wrestlers:
        need_seat(seat)
    managers = {}
    for seat in SEATS:
        if seat not in command.wrestlers:
            raise no("value_missing", what=f"wrestlers.{seat}")
        ref = command.wrestlers[seat]
        if ref not in known:
            raise no("unknown_wrestler", card=ref)
        managers[seat] = _manager_of(state, seat, ref, known[ref])
    play.tell(
        ev.SeasonStarted(
            wrestlers=command.wrestlers,
            managers=managers,
            house_rules=rules,
            cards=command.cards,
            rules=("WM-001", "WM-D29"),
        ),
        ev.RoundStarted(round=1, rules=("WM-005",)),
    )


def _manager_of(state: State, seat: str, ref: str, entry: WrestlerEntry) -> Manager:
    deck = state.decks.get(seat)
    if deck is not None and deck.wrestler != ref:
        raise no("unknown_wrestler", card=ref)
    total = entry.deck_count if deck is None else sum(deck.cards.values())
    values = {}
    for key in (*STATS, "deck_count"):
        value = total if key == "deck_count" else getattr(entry, key)
        if value is None:
            raise no("value_missing", f"wrestlers.{ref}.{key}", what=f"{ref}.{key}")
        values[key] = value
    fue, agi, tec = (values[key] for key in STATS)
    manager = replace(
        Manager(fue, agi, tec, fue, agi, tec),
        fans=entry.fans_start or 0,
        deck_count=values["deck_count"],
        wrestler=ref,
    )
    return manager if deck is None else _with_deck(state, manager, deck)


def _with_deck(state: State, manager: Manager, deck: Deck) -> Manager:
    """The entered cards: which are in hand, how many of deck and hand are star moves."""
    held = sum(1 for ref in deck.hand if state.cards[ref].kind == "star_move")
    stars = sum(copies for ref, copies in deck.cards.items() if state.cards[ref].kind == "star_move")
    return replace(
        manager,
        hand=deck.hand,
        hand_count=len(deck.hand),
        deck_count=manager.deck_count - len(deck.hand),
        training=deck.training,
        strategy=deck.strategy,
        star_moves=StarMoves(deck=stars - held, hand=held),
    )


def refill_hand(play: Play, command: cmd.RefillHand) -> None:
    """WM-102..106."""
    state = play.state
    need_phase(state, Phase.REFILL)
    seat = command.player
    need_seat(seat)
    manager = state.managers[seat]
    if manager.refilled:
        raise no("already_refilled", player=seat)
    due = draw_due(state, seat)
    if command.drawn != due:
        raise no("draw_count", player=seat, due=due, given=command.drawn)
    shuffle = runs_out(manager, due)
    if command.reshuffled != shuffle:
        raise no("reshuffle_flag", due="a" if shuffle else "no", due_es="sí" if shuffle else "no")
    play.tell(ev.HandRefilled(player=seat, drawn=due, rules=("WM-102", "WM-104")))
    if shuffle:
        play.tell(ev.DeckReshuffled(player=seat, count=manager.discard_count, rules=("WM-106",)))
    if state.rule("hand_excess") == "discard_down":
        limit = min(manager.fue + manager.agi + manager.tec, HAND_LIMIT)
        for _ in range(manager.hand_count - limit):
            play.tell(ev.CardDiscarded(player=seat, card=None, rules=("WM-D21",)))
    if all(play.state.managers[other].refilled for other in SEATS):
        _stamina_and_starter(play)


def _stamina_and_starter(play: Play) -> None:
    for seat in SEATS:
        play.tell(ev.StaminaReset(player=seat, rules=("WM-107", "WM-108")))
    one, two = (play.state.managers[seat] for seat in SEATS)
    for stat, rule in (("agi", "WM-109"), ("tec", "WM-110")):
        if one.stat(stat) != two.stat(stat):
            first = "p1" if one.stat(stat) > two.stat(stat) else "p2"
            play.tell(ev.StartingPlayerSet(player=first, by="agi" if stat == "agi" else "tec", rules=(rule,)))
            return
    before = play.state.previous_starting_player
    if play.state.round == 1 or before is None:
        play.tell(ev.RandomStarterAsked(rules=("WM-111",)))
    else:
        play.tell(ev.StartingPlayerSet(player=rival(before), by="alternation", rules=("WM-112",)))


def set_random_starter(play: Play, command: cmd.SetRandomStarter) -> None:
    need_phase(play.state, Phase.STARTER)
    if command.value is None:
        raise no("value_missing", what="value")
    need_seat(command.value)
    play.tell(ev.StartingPlayerSet(player=command.value, by="random", rules=("WM-111",)))


def place_event(play: Play, command: cmd.PlaceEvent) -> None:
    """WM-113, WM-114: two minor Events, then the Star Event."""
    state = play.state
    need_phase(state, Phase.EVENTS)
    if command.slot not in SLOTS:
        raise no("unknown_event", slot=command.slot)
    entry = _event_card(state, command)
    due = next(number for number in SLOTS if state.slots[number].kind is None)
    if command.slot != due or command.kind != ("star" if due == STAR_SLOT else "minor"):
        raise no("event_order")
    left, center, right = (_reward(state, command, entry, section) for section in SECTIONS)
    play.tell(
        ev.EventPlaced(
            slot=due,
            kind=command.kind,
            card=command.card,
            world_title=due == STAR_SLOT and state.round == ROUNDS,
            left=left,
            center=center,
            right=right,
            rules=("WM-114" if due == STAR_SLOT else "WM-113",),
        )
    )
    if due == STAR_SLOT:
        play.tell(ev.ConfrontationOpened(rules=("WM-201", "WM-204")))


def _event_card(state: State, command: cmd.PlaceEvent) -> CardEntry | None:
    if command.card is None:
        if state.rule("card_source") == "file":
            raise no("value_missing", what="card")
        return None
    entry = state.cards.get(command.card)
    if entry is None:
        raise no("unknown_card", card=command.card)
    if entry.kind != f"{command.kind}_event":
        raise no("card_kind", card=command.card)
    if not of_round(entry, state.round):
        raise refuse(
            "event_order",
            "WM-114",
            f"{command.card} is the Star Event of Round {round_due(entry)}; this is Round {state.round}.",
            f"{command.card} es el Evento Estrella de la Ronda {round_due(entry)}; esta es la Ronda {state.round}.",
        )
    return entry


def round_due(entry: CardEntry) -> int | None:
    """The Round of a Star Event, where its card tells it; the one for the world title is the last (WM-114)."""
    if entry.kind != "star_event":
        return None
    return ROUNDS if entry.round is None and entry.world_title else entry.round


def of_round(entry: CardEntry, number: int) -> bool:
    """Whether the Event can be laid out in that Round."""
    return round_due(entry) in {None, number}


def _reward(state: State, command: cmd.PlaceEvent, entry: CardEntry | None, section: str) -> Reward:
    for key in command.rewards:
        if key not in SECTIONS:
            raise no("reward_kind", kind=key)
    given = command.rewards.get(section)
    if given is None:
        return Reward() if entry is None else as_reward(getattr(entry, section))
    reward = as_reward(given)
    check_reward(state, reward)
    return reward


def as_reward(given: str | Reward) -> Reward:
    return Reward(given) if isinstance(given, str) else given


def check_reward(state: State, reward: Reward) -> None:
    """Hold that kind and card exist and fit.

    Raises:
        IllegalCommandError: `reward_kind`, `unknown_card` or `card_kind`.
    """
    if reward.kind not in {"nothing", "unknown", "fans", "maneuver", "training", "strategy", "recovery"}:
        raise no("reward_kind", kind=reward.kind)
    if reward.card is None:
        return
    entry = state.cards.get(reward.card)
    if entry is None:
        raise no("unknown_card", card=reward.card)
    fitting = {"maneuver": ("maneuver", "star_move"), "training": ("training",), "strategy": ("strategy",)}
    if entry.kind not in fitting.get(reward.kind, ()):
        raise no("card_kind", card=reward.card)
    if reward.kind == "maneuver" and reward.card in state.gone:
        raise no("card_not_available", card=reward.card, player="-")
