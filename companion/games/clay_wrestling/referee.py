"""From a command to its events: the one place that knows every rule of the game (STYLE.md, section 3)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.errors import NotationError
from companion.games.clay_wrestling import (
    commands as c,
)
from companion.games.clay_wrestling import (
    counter,
    defence,
    effects,
    finisher,
    initiative,
    irish_whip,
    lineup,
    modes,
    movement,
    observe,
    pin,
    recovery,
    rest,
    ruling,
    sheets,
    slots,
    specials,
    strike,
    submission,
    suplex,
    technique,
    tieup,
    turn,
)
from companion.games.clay_wrestling.draft import DiceDueError, Draft, NeedFactError, command_parameters, fact_about
from companion.games.clay_wrestling.events import ClayEvent, RefereeAsked, Rejected
from companion.games.clay_wrestling.fouls import FoulError
from companion.games.clay_wrestling.model import Asked, Match, changed
from companion.games.clay_wrestling.modes import MatchEndedError
from companion.games.clay_wrestling.observe import FACT_ASKED
from companion.games.clay_wrestling.reasons import no
from companion.kernel.codec import decode, name_of
from companion.kernel.dice import DiceRequest, dice_count
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal

Rule = Callable[[Draft, Any], None]


def _no_defence(draft: Draft, command: c.NoDefence) -> None:
    effects.commit(draft, defence.waiting_attack(draft, command.defender, "section 5.1"))


def _check_stamina(draft: Draft, command: c.StaminaCheck) -> None:
    recovery.check(draft, command.fighter, command.d10)
    turn.go_on(draft)


def _check_pin(draft: Draft, command: c.PinCheck) -> None:
    pin.second_count(draft, command.fighter, command.d10)
    turn.go_on(draft)


RULES: Final[Mapping[type[Command], Rule]] = MappingProxyType(
    {
        c.LoadProfile: sheets.load_profile,
        c.RegisterPlayer: sheets.register_player,
        c.RegisterFighter: sheets.register_fighter,
        c.Classify: sheets.classify,
        c.GrantTitle: sheets.grant_title,
        c.SculptTimer: sheets.sculpt_timer,
        c.StartMatch: lineup.start,
        c.Place: lambda d, x: lineup.place(d, x.fighter, x.zone, x.pose),
        c.OpeningStep: lambda d, x: movement.opening_step(d, x.fighter, x.palms),
        c.Observe: observe.observe,
        c.StartTurn: lambda d, _: turn.start(d),
        c.StaminaCheck: _check_stamina,
        c.PinCheck: _check_pin,
        c.Rest: lambda d, x: rest.rest(d, x.fighter, x.die),
        c.Taunt: lambda d, x: rest.taunt(d, x.fighter, x.dice),
        c.GroupRoll: lambda d, x: tieup.group_roll(d, x.dice, x.rerolls),
        c.TieupRoll: lambda d, x: tieup.roll(d, x.dice, x.tiebreak),
        c.InitiativeRoll: lambda d, x: initiative.roll(d, x.dice, x.rerolls),
        c.LateInitiativeRoll: lambda d, x: initiative.late_roll(d, x.dice, x.rerolls),
        c.BeginSlot: lambda d, x: turn.begin_slot(d, x.fighter),
        c.EndSlot: lambda d, x: turn.end_slot(d, x.fighter),
        c.Escape: lambda d, x: movement.escape(d, x.fighter, x.dice, x.rival_dice),
        c.Move: lambda d, x: movement.move(
            d, x.fighter, x.palms, half_turn=x.half_turn, backward=x.backward, facing_deg=x.facing_deg
        ),
        c.StandUp: lambda d, x: movement.stand_up(d, x.fighter),
        c.EnterRing: lambda d, x: movement.enter_ring(d, x.fighter),
        c.LeaveRing: lambda d, x: movement.leave_ring(d, x.fighter),
        c.Strike: lambda d, x: strike.strike(d, x.attacker, x.defender, x.strike_dice, x.strength_dice),
        c.Charge: lambda d, x: specials.charge(d, x.attacker, x.defenders, x.strike_dice),
        c.Counter: lambda d, x: counter.counter(d, x.defender, x.dice, x.landing),
        c.Technique: lambda d, x: technique.technique(d, x.defender, x.dice),
        c.NoDefence: _no_defence,
        c.Damage: lambda d, x: strike.damage(d, x.attacker, x.defender, x.strength_dice),
        c.WoundRoll: lambda d, x: strike.wound(d, x.fighter, x.d10),
        c.DownedBlow: lambda d, x: strike.downed_blow(d, x.attacker, x.defender),
        c.Whip: lambda d, x: irish_whip.whip(d, x.attacker, x.defender, x.whip_dice, x.direction_deg),
        c.WhipPath: lambda d, x: irish_whip.path(d, x.obstacle, x.distance, x.target),
        c.Dodge: lambda d, x: irish_whip.dodge(d, x.fighter, x.dice, x.side),
        c.NoDodge: lambda d, x: irish_whip.no_dodge(d, x.fighter),
        c.RopeCheck: lambda d, x: irish_whip.rope_check(d, x.fighter, x.dice),
        c.RopeChoice: lambda d, x: irish_whip.rope_choice(d, x.by, x.choice),
        c.ReboundClash: lambda d, x: irish_whip.clash(d, x.dice, x.tiebreak),
        c.ReboundStrike: lambda d, x: irish_whip.rebound_strike(d, x.attacker, x.strike_dice),
        c.SuplexGrab: lambda d, x: suplex.grab(d, x.attacker, x.defender, x.suplex_dice),
        c.Carry: lambda d, x: suplex.carry(d, x.attacker, x.palms),
        c.SuplexHold: lambda d, x: suplex.hold_on(d, x.attacker, x.suplex_dice),
        c.SuplexThrow: lambda d, x: suplex.throw(d, x.attacker, x.direction, x.to, x.hits, x.palms),
        c.Submission: lambda d, x: submission.apply_hold(d, x.attacker, x.defender, x.submission_dice),
        c.SubmissionHold: lambda d, x: submission.hold_on(d, x.attacker, x.submission_dice),
        c.SubmissionCheck: lambda d, x: submission.check(d, x.fighter, x.d10),
        c.Release: lambda d, x: submission.release(d, x.attacker),
        c.Pin: lambda d, x: pin.pin(d, x.attacker, x.defender, x.d10),
        c.KickoutChoice: lambda d, x: pin.stand_after_kickout(d, x.fighter, x.stand),
        c.FinisherActivate: lambda d, x: finisher.activate(d, x.attacker, x.target),
        c.ClimbPost: lambda d, x: specials.climb(d, x.fighter),
        c.RopeJump: lambda d, x: specials.jump(d, x.jumper, x.to, x.touched),
        c.Tag: lambda d, x: movement.tag(d, x.from_, x.to),
        c.Clock: lambda d, x: modes.set_clock(d, x.seconds),
        c.EndTurn: lambda d, _: turn.end(d),
        c.RefereeRuling: ruling.rule,
    }
)

ANY_TIME: Final = frozenset(
    {
        c.LoadProfile,
        c.RegisterPlayer,
        c.RegisterFighter,
        c.Classify,
        c.GrantTitle,
        c.SculptTimer,
        c.StartMatch,
        c.RefereeRuling,
    }
)
"""Allowed outside a match, and after its end."""
ANSWERS: Final = frozenset({c.Observe, c.RefereeRuling, c.Tag})
"""Commands that can give the fact somebody was asked for."""


def run(draft: Draft, command: Command) -> None:
    """Let the rule of `command` write into the draft.

    Raises:
        IllegalCommandError: it is not allowed now.
        DiceDueError: it needs dice.
        NeedFactError: it needs a fact of the table.
    """
    if type(command) not in ANY_TIME:
        if draft.match.over:
            raise no("match_over", "CW-WIN-01")
        if not draft.match.roster:
            raise no("not_active", "CW-WIN-07")
    try:
        RULES[type(command)](draft, command)
    except FoulError:
        pass  # the attack did not happen; whoever was put out may have been the last of his step
    except MatchEndedError:
        return
    slots.settle(draft)


def decide(match: Match, command: Command) -> tuple[ClayEvent, ...]:
    """What `command` does. A missing fact becomes a question, never a guess (section 6).

    Raises:
        IllegalCommandError: the rules forbid it now.
    """
    draft = Draft(match)
    try:
        run(draft, command)
    except DiceDueError as error:
        first = error.requests[0]
        raise dice_count(0, first.count, first.rule) from None
    except NeedFactError as error:
        refusal = hopeless(match, command, error)
        if refusal is not None:
            raise IllegalCommandError(refusal) from None
        return _ask(match, command, error)
    if match.turn.asked is not None and draft.turn.asked == match.turn.asked:
        _answered(draft, command)
    return tuple(draft.events)


def hopeless(match: Match, command: Command, need: NeedFactError) -> Refusal | None:
    """Why a command that waits for a fact is refused whatever the answer; None where an answer lets it happen.

    The reason is that of the answer yes: what stands in the way then is more than the fact.
    """
    if need.question not in FACT_ASKED:
        return None
    refused = None
    for holds in (True, False):
        try:
            run(Draft(_supposed(match, need, holds=holds)), command)
        except IllegalCommandError as error:
            refused = refused or error.refusal
            continue
        except DiceDueError:
            return None
        except NeedFactError as error:
            further = hopeless(_supposed(match, need, holds=holds), command, error)
            if further is not None:
                refused = refused or further
                continue
        return None
    return refused


def _supposed(match: Match, need: NeedFactError, *, holds: bool) -> Match:
    """The match as if the referee had answered."""
    told = fact_about(FACT_ASKED[need.question], need.about)
    fact, item = told[0], told[1] if len(told) == 2 else told[1:]
    known = [one for one in getattr(match.facts, fact) if one != item]
    facts = changed(match.facts, **{fact: (*known, *([item] if holds else []))}, told=(*match.facts.told, told))
    return changed(match, facts=facts)


def _ask(match: Match, command: Command, error: NeedFactError) -> tuple[ClayEvent, ...]:
    draft = Draft(match)
    asked = Asked(error.question, error.about, name_of(type(command)), command_parameters(command))
    draft.mark_turn(asked=asked)
    draft.emit(RefereeAsked(question=error.question, about=error.about, rules=("section 6",)))
    return tuple(draft.events)


def _answered(draft: Draft, command: Command) -> None:
    """Something was asked. An answer lets the waiting command go on; any other command means it was given up."""
    asked = draft.turn.asked
    assert asked is not None
    if type(command) not in ANSWERS or not asked.command:
        draft.mark_turn(asked=None)
        return
    again: Any = decode(c.COMMANDS[asked.command], asked.parameters, asked.command)
    assert isinstance(again, Command)
    trial = Draft(draft.match)
    trial.mark_turn(asked=None)
    try:
        run(trial, again)
    except NeedFactError as error:
        if error.question == asked.question:
            return  # this was not the answer
        refusal = hopeless(trial.match, again, error)
        trial = Draft(draft.match)
        if refusal is not None:
            _refused(trial, asked.command, refusal.code, refusal.rule)
        else:
            trial.mark_turn(asked=Asked(error.question, error.about, asked.command, asked.parameters))
            trial.emit(RefereeAsked(question=error.question, about=error.about, rules=("section 6",)))
    except DiceDueError:
        trial = Draft(draft.match)
        trial.mark_turn(asked=None)
    except IllegalCommandError as error:
        trial = Draft(draft.match)
        _refused(trial, asked.command, error.code, error.rule)
    draft.events.extend(trial.events)
    draft.match = trial.match


def _refused(draft: Draft, command: str, code: str, rule: str) -> None:
    """What waited for the fact is not allowed after all."""
    draft.mark_turn(asked=None)
    draft.emit(Rejected(command=command, code=code, rule=rule, rules=(rule,)))


def dice_due(match: Match, command: Command) -> tuple[DiceRequest, ...]:
    """Dice the command lacks; none for one that is not allowed, or that needs a fact first."""
    try:
        run(Draft(match), command)
    except DiceDueError as error:
        return error.requests
    except (IllegalCommandError, NeedFactError, NotationError):
        return ()
    return ()
