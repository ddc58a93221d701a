"""The card games on both screens: the frame that every game has, with the game's own table in it. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.all_time_wrestling.model import State as AllTime
from companion.games.all_time_wrestling.showing import METHOD_WORDS as ALL_TIME_METHODS
from companion.games.galaxy_wrestling_federation.model import State as Galaxy
from companion.games.galaxy_wrestling_federation.showing import METHOD_WORDS as GALAXY_METHODS
from companion.games.raw_deal.model import State as RawDeal
from companion.games.raw_deal.showing import METHOD_WORDS as RAW_DEAL_METHODS
from companion.games.wrasslin_manager.model import State as Wrasslin
from companion.games.wrasslin_manager.showing import METHOD_WORDS as WRASSLIN_METHODS
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.game import Game
from companion.kernel.outcome import Result
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.kernel.visibility import PUBLIC, REFEREE_EYES
from companion.screens import (
    all_time_view,
    card_choices,
    card_lists,
    card_rulings,
    card_words,
    galaxy_view,
    raw_deal_view,
    wrasslin_view,
)
from companion.screens.card_parts import Board
from companion.screens.choices import LAST, actors_now
from companion.screens.needs import Need, needs_of
from companion.screens.order_keys import BACK, RULING
from companion.screens.plain_view import plain_crowd_view, plain_referee_view
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import Action, Chip, CrowdView, Decision, Ending, RefereeView, Rgb

Boarded = Callable[..., Board]


@dataclass(frozen=True)
class Panels:
    """What one game shows: its table, its names, who is asked and which part of the game it is."""

    board: Boarded
    names: Callable[[Any], Mapping[str, str]]
    asked: Callable[[Any], tuple[str, ...]]
    phases: Mapping[Any, Text]
    methods: Mapping[str, Text]


PANELS: Mapping[type, Panels] = {
    module_state: Panels(module.board, module.names, module.asked, module.PHASES, methods)
    for module_state, module, methods in (
        (AllTime, all_time_view, ALL_TIME_METHODS),
        (Galaxy, galaxy_view, GALAXY_METHODS),
        (RawDeal, raw_deal_view, RAW_DEAL_METHODS),
        (Wrasslin, wrasslin_view, WRASSLIN_METHODS),
    )
}
TELL_WHY = frozenset({"challenge"})
"""A rival who is protected or has no cards is not left out but greyed, with the reason."""
WINS = Text("wins: {how}", "gana: {how}")
WIN = Text("win: {how}", "ganan: {how}")
DRAW = Text("Draw", "Empate")
NOBODY = Text("Nobody wins", "No gana nadie")
DECLINES = "decline_"
NOT_DUE = frozenset({"wrong_window", "wrong_phase", "not_active", "no_count", "game_over", "match_over", "season_over"})
PLAY_ON = Text("No, the match goes on", "No, sigue la partida")
GIVES_UP = Text("Yes, {name} gives up", "Sí, {name} se rinde")
BY_REFEREE = f" ({REFEREE})"
_ASKED = Text("{name} decides", "decide {name}")
_BOTH_ASKED = Text("{name} decide", "deciden {name}")
_OF = Text("{name}: {what}", "{name}: {what}")


def asked_now(game: Game[Any], state: Any) -> tuple[str, ...]:
    """Those whom the innermost question is put to, and the referee."""
    return actors_now(game.pending(state), None)


def offers_now(game: Game[Any], state: Any) -> tuple[Offer, ...]:
    """The offers of everybody who may act now, as the screen lists them; once a state, not once a picture.

    A seat that no question is put to may act all the same (an interruption, giving up): of those what is allowed is
    listed, and not why the rest is not.
    """
    asked = asked_now(game, state)
    offers = [offer for actor in asked for offer in card_choices.own_first(state, actor, game.offers(state, actor))]
    if type(state) not in PANELS:
        return tuple(offers)
    beside = [offer for seat in names_of(state) if seat not in asked for offer in game.offers(state, seat)]
    listed = card_choices.shaped(game, state, offers)
    return (*listed, *(one for one in card_choices.shaped(game, state, beside) if one.legal))


def card_referee_view(game: Game[Any], state: Any, around: Surroundings, offers: Sequence[Offer] = ()) -> RefereeView:
    """The referee screen of a card game; a game without panels of its own shows its fields as they are.

    Args:
        offers: as `offers_now` gives them.
    """
    panels = PANELS.get(type(state))
    if panels is None:
        return plain_referee_view(game, state, around, offers)
    view = plain_referee_view(game, state, around, offers, titles=card_choices.TITLES, tell_why=TELL_WHY)
    board = panels.board(state, game.view(state, REFEREE_EYES), around.colours, full=True)
    called, closed = panels.names(state), _not_due(offers)
    shown = [one for one in view.actions if one.legal or one.reason not in closed]
    return replace(
        view,
        decision=_decision(view.decision, called, state.cards),
        actions=(
            *_whose(tuple(_confirmed(_listed(one, called, state.cards), called) for one in shown), called),
            *card_rulings.entries(state, called),
        ),
        journal=tuple(replace(line, text=card_words.called(line.text, called)) for line in view.journal),
        undoes=None if view.undoes is None else _without_stop(card_words.called(view.undoes, called)),
        mode=_mode(state),
        phase=panels.phases[state.phase],
        slot=_slot(panels, state),
        turn_no=_turn(state),
        board=board,
        ending=_ending(game, state, around.colours),
    )


def _without_stop(text: Text) -> Text:
    """A sentence to stand in another one."""
    return Text(text.en.rstrip("."), text.es.rstrip("."))


def card_crowd_view(game: Game[Any], state: Any, around: Surroundings) -> CrowdView:
    """The crowd board of a card game: what everybody may know, and nothing else."""
    view = plain_crowd_view(game, state, around)
    panels = PANELS.get(type(state))
    if panels is None:
        return view
    board = panels.board(state, game.view(state, PUBLIC), around.colours, full=False)
    return replace(
        view,
        mode=game.title,
        headline=None if view.headline is None else card_words.called(view.headline, panels.names(state)),
        phase=_crowd_phase(panels, state),
        slot=_slot(panels, state),
        turn_no=_turn(state),
        board=board,
        ending=_ending(game, state, around.colours),
    )


def _decision(decision: Decision | None, called: Mapping[str, str], cards: Mapping[str, Any]) -> Decision | None:
    """The open question by the wrestlers' names, answers that are allowed first."""
    if decision is None:
        return None
    owners = tuple(called.get(seat, seat) for seat in decision.owners)
    # what declines has the first number in every window: one that moved would be pressed by habit
    order = sorted(decision.options, key=lambda one: (not one.legal, not one.command.startswith(DECLINES)))
    answers = tuple(_named(one, called) for one in order)
    answers = _whose(card_lists.folded(answers, cards), called)
    return replace(decision, question=card_words.called(decision.question, called), owners=owners, options=answers)


def _whose(actions: tuple[Action, ...], called: Mapping[str, str]) -> tuple[Action, ...]:
    """Two people's acts that are called the same say whose they are."""
    alike = Counter((one.label, one.command) for one in {(one.label, one.actor): one for one in actions}.values())
    return tuple(
        replace(one, label=_OF.filled(name=called.get(one.actor, one.actor), what=one.label))
        if alike[one.label, one.command] > 1 and one.actor
        else one
        for one in actions
    )


def _confirmed(action: Action, called: Mapping[str, str]) -> Action:
    """What ends the match at once is asked for once more; the first answer is the safe one."""
    if action.command not in LAST or not action.legal or action.children:
        return action
    who = called.get(action.actor, action.actor)
    yes = replace(action, label=GIVES_UP.filled(name=who))
    return replace(action, children=(Action(PLAY_ON, BACK), yes))


def _listed(action: Action, called: Mapping[str, str], cards: Mapping[str, Any]) -> Action:
    """The entry by the wrestlers' names, a long list behind it card by card."""
    named = _named(action, called)
    return replace(named, children=card_lists.by_card(named.children, cards))


def _named(action: Action, called: Mapping[str, str]) -> Action:
    """The entry, and the list behind it, by the wrestlers' names."""
    label = card_words.called(action.label, called)
    label = Text(label.en.removesuffix(BY_REFEREE), label.es.removesuffix(BY_REFEREE))
    reason = None if action.reason is None else card_words.called(action.reason, called)
    children = tuple(_named(one, called) for one in action.children)
    return replace(action, label=label, reason=reason, children=children)


def _not_due(offers: Sequence[Offer]) -> list[Text]:
    """Reasons that say no more than that another window is open: such acts are not listed at all."""
    return [one.refusal.reason for one in offers if one.refusal is not None and one.refusal.code in NOT_DUE]


def told_refusal(state: Any, refusal: Refusal, parameters: Mapping[str, Any]) -> Refusal:
    """A refusal as people read it: cards by their titles, seats by their wrestlers; of any other game as it is.

    Args:
        parameters: of the command that was refused.
    """
    if type(state) not in PANELS:
        return refusal
    reason = card_choices.titled(state, refusal.reason, parameters)
    return replace(refusal, reason=card_words.called(reason, names_of(state)))


def told_value(state: Any, refusal: Refusal) -> Action | None:
    """The ruling that tells the value which a refused command lacks (K-14)."""
    if not refusal.missing or type(state) not in PANELS:
        return None
    return card_rulings.told_action(state, refusal.missing, names_of(state))


def method_words(game: str, method: str) -> Text | None:
    """How a match of a card game ended, in words; None where they are not known."""
    return next(
        (one.methods.get(method) for kind, one in PANELS.items() if kind.__module__.split(".")[2] == game), None
    )


def names_of(state: Any) -> Mapping[str, str]:
    """The wrestlers by seat, as the screens call them."""
    return PANELS[type(state)].names(state)


def needs(game: Game[Any], state: Any, command: str, keys: tuple[str, ...]) -> tuple[Need, ...]:
    """What a person must still give; a game without panels of its own is asked by its fields as they are."""
    if type(state) not in PANELS:
        return needs_of(game.commands[command], keys, {name: name for name in getattr(state, "seats", ())})
    if command == RULING:
        return card_rulings.needs(state, keys, names_of(state), PANELS[type(state)])
    return card_choices.needs(game, state, command, keys, names_of(state))


def chips_of(state: Any, colours: Mapping[str, Rgb]) -> dict[str, Chip]:
    """Everybody's chip, by seat."""
    return card_words.seat_chips(names_of(state), colours)


def _turn(state: Any) -> int | None:
    return (state.turn_no or None) if isinstance(state, RawDeal) else None


def _mode(state: Any) -> Text:
    return wrasslin_view.round_text(state) if isinstance(state, Wrasslin) else Text("", "")


def _crowd_phase(panels: Panels, state: Any) -> Text:
    phase: Text = panels.phases[state.phase]
    if not isinstance(state, Wrasslin):
        return phase
    turn = wrasslin_view.round_text(state)
    return Text(f"{turn.en} · {phase.en}", f"{turn.es} · {phase.es}")


def _slot(panels: Panels, state: Any) -> Text | None:
    called = panels.names(state)
    asked = [called.get(seat, seat) for seat in panels.asked(state)]
    return (_BOTH_ASKED if len(asked) > 1 else _ASKED).filled(name=" / ".join(asked)) if asked else None


def _ending(game: Game[Any], state: Any, colours: Mapping[str, Rgb]) -> Ending | None:
    """The result in few words: who under their names, and how."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    panels = PANELS[type(state)]
    called = panels.names(state)
    signs = card_words.seat_chips(called, colours)
    shown = ", ".join(called.get(seat, seat) for seat in outcome.winners)
    how = panels.methods.get(outcome.method, card_words.same(outcome.method))
    title = card_words.same(shown) if shown else DRAW if outcome.result is Result.DRAW else NOBODY
    if shown:  # several long names leave no room for more beside them
        how = (WINS if len(outcome.winners) == 1 else WIN).filled(how=how)
    return Ending(title, how, outcome.winners, tuple(signs[seat] for seat in outcome.winners if seat in signs))
