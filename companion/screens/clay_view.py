"""A clay match as the two screens show it. Pure: state and surroundings in, views out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.ability import breakdown, sheet, speed_left
from companion.games.clay_wrestling.model import (
    ABILITIES,
    KNOCK_OUT_AT,
    STAMINA_AT_THE_BELL,
    Card,
    Fighter,
    Flag,
    Match,
    Mode,
    Phase,
    Posture,
    Zone,
)
from companion.games.clay_wrestling.profile import number as house_number
from companion.games.clay_wrestling.slots import late_waiting
from companion.kernel.decisions import Offer, Pending
from companion.kernel.outcome import Outcome, Result
from companion.kernel.text import Text
from companion.screens import clay_words as words
from companion.screens.choices import decision_of
from companion.screens.clay import chips
from companion.screens.clay_choices import asked, choices_of
from companion.screens.surroundings import SURE, Surroundings, Track, numbered
from companion.screens.view_model import (
    Ability,
    Action,
    CardColour,
    Chip,
    Count,
    CrowdView,
    Decision,
    Ending,
    FighterView,
    Finisher,
    FinisherState,
    Gauge,
    Ghost,
    Link,
    MapFigure,
    Reach,
    Reason,
    RefereeView,
    RingMap,
    StatusCard,
)

TURNS_TO_LOSE = 4
"""CW-WIN-04, CW-WIN-05."""
_LYING = frozenset({Posture.LYING, Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS})
_QUIET = frozenset({Flag.SUBMITTED})
"""Flags that a card tells already, but for whose doing it is."""
_WITH_WHOM = {
    Flag.PINNING: words.PINS,
    Flag.PINNED: words.PINNED_BY,
    Flag.HOLDING: words.HOLDS,
    Flag.SUBMITTING: words.SUBMITS,
    Flag.SUBMITTED: words.SUBMITTED_BY,
}


def _phase(match: Match) -> Phase:
    """Where nobody is late the phase of the late ones has nobody who acts: it is the end of the turn already."""
    is_empty = match.phase is Phase.LATE_SLOTS and match.turn.active is None and not late_waiting(match)
    return Phase.TURN_END if is_empty and not match.turn.pending else match.phase


def referee_view(
    match: Match,
    around: Surroundings,
    pending: Sequence[Pending] = (),
    offers: Sequence[Offer] = (),
    outcome: Outcome | None = None,
) -> RefereeView:
    """The referee screen of a match.

    Args:
        pending: `GAME.pending(match)`, innermost last.
        offers: `clay_choices.offers_now(match)`; worked out once a state, not once a picture.
        outcome: `GAME.outcome(match)`.
    """
    question = pending[-1] if pending else None
    answers, others = choices_of(match, pending, offers)
    return RefereeView(
        title=words.TITLE,
        mode=words.MODES[match.mode],
        rules_note=_rules_note(match),
        turn_no=match.turn_no or None,
        phase=words.PHASES[_phase(match)],
        slot=_slot(match),
        fighters=fighters(match, around),
        ring=ring_map(match, around, for_referee=True, may_move=_may_move(match, offers)),
        decision=_decision(match, question, answers),
        actions=others,
        proposals=numbered(around.proposals),
        journal=around.journal,
        health=around.health,
        timers=around.timers,
        ending=ending(match, around, outcome),
        notice=around.notice,
        review=around.review or match.review is not None,
        can_undo=around.can_undo,
        undoes=around.undoes,
        can_redo=around.can_redo,
        acts=around.acts,
        rolled=around.rolled,
        lying=around.lying,
        reduced_motion=around.reduced_motion,
        muted=around.muted,
        light_hall=around.light_hall,
    )


def _decision(match: Match, question: Pending | None, answers: tuple[Action, ...]) -> Decision | None:
    """The open question; a fact of the table with the command that waits for it."""
    found = decision_of(None if question is None else asked(match, question), names_of(match), answers)
    waits = match.turn.asked.command if match.turn.asked is not None else ""
    return replace(found, waits=waits) if found is not None and waits else found


def crowd_view(match: Match, around: Surroundings, outcome: Outcome | None = None) -> CrowdView:
    """The crowd board of a match: everything here is public (clay has no secrets but the referee's notes).

    Under review it shows the match as it was when the review was opened: what is done meanwhile may be annulled.
    """
    if match.review is not None:
        return crowd_view(match.review, replace(around, review=True), GAME.outcome(match.review))
    headline = around.headline or (around.journal[-1].text if around.journal else None)
    ring = ring_map(match, around, for_referee=False)
    return CrowdView(
        title=words.TITLE,
        mode=words.MODES[match.mode],
        turn_no=match.turn_no or None,
        phase=words.PHASES[match.phase],
        slot=_slot(match),
        fighters=fighters(match, around),
        ring=ring if ring.figures else None,  # an empty ring tells the crowd nothing: the fighters get its room
        headline=headline,
        moment=around.moment,
        timers=around.timers,
        ending=ending(match, around, outcome),
        review=around.review,
        silent_ms=around.silent_ms,
        reduced_motion=around.reduced_motion,
        light_hall=around.light_hall,
    )


def acting(match: Match) -> str | None:
    """Who has the slot, or is next to begin one."""
    if match.over:
        return None
    if match.turn.active is not None:
        return match.turn.active
    stack = GAME.pending(match)
    owner = stack[-1].owner if stack and stack[-1].kind in {"slot", "Q-STAND"} else None
    return owner if isinstance(owner, str) and owner in match.fighters else None


def names_of(match: Match) -> dict[str, str]:
    """Every fighter's name by id, in table order; the id where nobody gave a name."""
    return {one: fighter.name or one for one, fighter in match.fighters.items()}


def chips_of(match: Match, around: Surroundings) -> dict[str, Chip]:
    """Everybody's chip."""
    clay_names = {one: fighter.clay_colour for one, fighter in match.fighters.items()}
    return chips(names_of(match), around.colours, clay_names)


def order_of(match: Match) -> tuple[str, ...]:
    """Who acts in which order this turn: tie-ups first, then initiative, then the late ones."""
    turn = match.turn
    groups = [turn.groups[index] for index in turn.group_order if index < len(turn.groups)] or list(turn.groups)
    first = [one for group in groups for one in group.order]
    return tuple(dict.fromkeys((*first, *turn.order, *turn.late)))


def fighters(match: Match, around: Surroundings) -> tuple[FighterView, ...]:
    """Everybody of the match in initiative order; then those without a place; then those who are out."""
    order = order_of(match)
    roster = match.roster or tuple(match.fighters)
    place = {one: number for number, one in enumerate(order, start=1)}
    shown = sorted(
        roster,
        key=lambda one: (match.fighters[one].zone is Zone.OUT, place.get(one, len(roster) + 1), roster.index(one)),
    )
    signs = chips_of(match, around)
    now = acting(match)
    return tuple(_fighter(match, one, signs[one], place.get(one), active=one == now) for one in shown)


def _fighter(match: Match, who: str, sign: Chip, place: int | None, *, active: bool) -> FighterView:
    fighter = match.fighters[who]
    out = fighter.zone is Zone.OUT
    player = match.players.get(fighter.player)
    return FighterView(
        id=who,
        name=fighter.name or who,
        chip=sign,
        player=(player.name if player is not None else "") or fighter.player,
        klass=None if fighter.class_ is None else words.CLASSES[fighter.class_],
        team=fighter.team,
        gauge=_gauge(match, fighter),
        posture=words.POSTURES[fighter.posture],
        flags=_flags(match, fighter),
        card=None if out else status_card(fighter),
        abilities=_abilities(match, fighter) if active else (),
        place=None if out else place,
        wounds=_wounds(fighter),
        counter_loss=fighter.counter_loss,
        finisher=_finisher(fighter),
        counts=_counts(match, fighter),
        group=_group(match, who),
        stance=None if out or fighter.posture is Posture.STANDING else words.POSTURES[fighter.posture],
        partners=_partners(match, who),
        active=active,
        acted=fighter.has_acted,
        out=out,
    )


def status_card(fighter: Fighter) -> StatusCard | None:
    """The card beside the figure; green before yellow before red (DEC-92)."""
    if fighter.posture is Posture.UNCONSCIOUS:
        return StatusCard(CardColour(Card.GREEN.value), words.UNCONSCIOUS)
    if Flag.SUBMITTED in fighter.flags:
        return StatusCard(CardColour(Card.YELLOW.value), words.SUBMITTED)
    if fighter.posture is Posture.KNOCKED_DOWN:
        return StatusCard(CardColour(Card.RED.value), words.KNOCKED_DOWN)
    return None


def _flags(match: Match, fighter: Fighter) -> tuple[Text, ...]:
    names = names_of(match)
    told = []
    for flag, text in words.FLAGS.items():
        if flag not in fighter.flags:
            continue
        bond = fighter.pin if flag in {Flag.PINNING, Flag.PINNED} else fighter.hold
        with_name = _WITH_WHOM.get(flag)
        if bond is not None and with_name is not None:
            told.append(with_name.filled(name=names.get(bond.partner, bond.partner)))
        elif flag not in _QUIET:
            told.append(text)
    if fighter.posture is Posture.HELD and fighter.hold is not None:
        told.append(words.HELD_BY.filled(name=names.get(fighter.hold.partner, fighter.hold.partner)))
    if fighter.zone is Zone.RINGSIDE and not match.flags.get("count_out"):  # else its count tells it
        turns = fighter.ringside_turns
        told.insert(0, words.AT_RINGSIDE_SO_LONG.filled(n=turns) if turns else words.AT_RINGSIDE)
    return tuple(told)


def _gauge(match: Match, fighter: Fighter) -> Gauge:
    high = max(STAMINA_AT_THE_BELL, fighter.stamina)
    return Gauge(fighter.stamina, KNOCK_OUT_AT, high, house_number(match, "fatigue_threshold"))


def _abilities(match: Match, fighter: Fighter) -> tuple[Ability, ...]:
    """All ten as they count now, in sheet order, with the reasons."""
    shown = []
    for key in ABILITIES:
        if not sheet(fighter, key):
            continue
        found = breakdown(match, fighter, key)
        reasons = tuple(Reason(one.amount, one.rule, one.source) for one in found.modifiers)
        shown.append(Ability(key, words.SHORT_ABILITIES[key], found.base, found.total, reasons))
    return tuple(shown)


def _wounds(fighter: Fighter) -> tuple[Text, ...]:
    return tuple(
        (words.WOUND if count == 1 else words.INJURY).filled(ability=words.ABILITIES[key])
        for key, count in fighter.wounds.items()
        if count > 0 and key in words.ABILITIES
    )


def _finisher(fighter: Fighter) -> Finisher | None:
    entry = fighter.finisher
    if entry.position is None and not entry.name:
        return None
    state = FinisherState.READY
    if entry.waits or entry.bonus or Flag.FINISHER_ACTIVE in fighter.flags:
        state = FinisherState.ACTIVE
    elif entry.spent:
        state = FinisherState.SPENT
    position = Text("", "") if entry.position is None else words.FINISHER_POSITIONS[entry.position]
    return Finisher(entry.name, position, state)


def _counts(match: Match, fighter: Fighter) -> tuple[Count, ...]:
    counts = []
    if fighter.pin is not None and Flag.PINNED in fighter.flags:
        counts.append(Count(words.PIN_COUNT, fighter.pin.count, 3))
    if fighter.ko_turns and match.flags.get("last_man_standing"):
        counts.append(Count(words.KNOCK_OUT_COUNT, fighter.ko_turns, TURNS_TO_LOSE))
    if fighter.zone is Zone.RINGSIDE and match.flags.get("count_out"):
        counts.append(Count(words.RINGSIDE_COUNT, fighter.ringside_turns, TURNS_TO_LOSE))
    return tuple(counts)


def _group(match: Match, who: str) -> str | None:
    for number, group in enumerate(match.turn.groups, start=1):
        if who in group.members and who not in group.left:
            return str(number)
    return None


def _partners(match: Match, who: str) -> tuple[str, ...]:
    """Who else is in his tie-up or melee."""
    names = names_of(match)
    group = next((one for one in match.turn.groups if who in one.members and who not in one.left), None)
    members = () if group is None else tuple(one for one in group.members if one != who and one not in group.left)
    return tuple(names.get(one, one) for one in members)


def _slot(match: Match) -> Text | None:
    active = acting(match)
    if active is None:
        return None
    return words.ACTS.filled(name=names_of(match).get(active, active))


def _rules_note(match: Match) -> Text | None:
    if match.mode is Mode.IRON_MAN and match.falls:
        names = names_of(match)
        told = ", ".join(f"{names.get(one, one)} {falls}" for one, falls in match.falls.items())
        return Text(f"falls: {told}", f"caídas: {told}")
    if match.profile_name in {"", "classic"}:
        return None
    spanish = match.profile_name_es or match.profile_name
    return Text(f"house rules: {match.profile_name}", f"reglas de la casa: {spanish}")


# -- the ring ----------------------------------------------------------------------------------------------------


def _may_move(match: Match, offers: Sequence[Offer]) -> bool:
    """Whether who acts may go anywhere now: else no circle shows how far."""
    return any(one.command == "move" and one.legal and one.actor == acting(match) for one in offers)


def ring_map(match: Match, around: Surroundings, *, for_referee: bool, may_move: bool = True) -> RingMap:
    """The ring from above; proposals, reach and zones are for the referee alone."""
    signs = chips_of(match, around)
    now = acting(match)
    figures = tuple(
        figure
        for one in (match.roster or tuple(match.fighters))
        if (figure := _figure(match, one, signs[one], around, active=one == now)) is not None
    )
    places = {figure.id: figure for figure in figures}
    return RingMap(
        size_mm=around.ring_size_mm,
        ringside_mm=around.ringside_mm,
        figures=figures,
        links=_links(match),
        ghosts=_ghosts(around, signs, places) if for_referee else (),
        reach=_reach(match, around, places) if for_referee and may_move else None,
        zone_mm=around.zone_mm if for_referee else 0.0,
        lights=around.lights,
        picture=around.picture if for_referee else None,
    )


def _figure(match: Match, who: str, sign: Chip, around: Surroundings, *, active: bool) -> MapFigure | None:
    fighter = match.fighters[who]
    if fighter.zone is Zone.OUT:
        return None
    track = around.tracks.get(who)
    if track is None:
        pose = fighter.pose
        if pose.x_mm is None or pose.y_mm is None:
            return None
        track = Track(pose.x_mm, pose.y_mm, pose.facing_deg, confidence=pose.confidence)
    card = status_card(fighter)
    return MapFigure(
        id=who,
        chip=sign,
        x_mm=track.x_mm,
        y_mm=track.y_mm,
        facing_deg=track.facing_deg,
        radius_mm=track.radius_mm,
        lying=fighter.posture in _LYING,
        held=track.held,
        uncertain=track.confidence < SURE,
        active=active,
        card=None if card is None else card.colour,
    )


def _links(match: Match) -> tuple[Link, ...]:
    links: list[Link] = []
    for group in match.turn.groups:
        still = [
            one
            for one in group.members
            if one not in group.left and match.fighters[one].flags & {Flag.IN_TIEUP, Flag.IN_MELEE}
        ]
        links += [Link(a, b, group.kind) for a, b in pairwise(still)]
    for one in match.in_play:
        if one.hold is not None and one.hold.role == "holder":
            links.append(Link(one.id, one.hold.partner, one.hold.kind))
        if one.pin is not None and Flag.PINNING in one.flags:
            links.append(Link(one.id, one.pin.partner, "pin"))
    return tuple(links)


def _ghosts(around: Surroundings, signs: Mapping[str, Chip], places: Mapping[str, MapFigure]) -> tuple[Ghost, ...]:
    ghosts = []
    for number, one in enumerate(around.proposals, start=1):
        if one.fighter is None or one.to_mm is None or one.fighter not in signs:
            continue
        start = places.get(one.fighter)
        from_mm = one.to_mm if start is None else (start.x_mm, start.y_mm)
        ghosts.append(Ghost(signs[one.fighter], *one.to_mm, *from_mm, number))
    return tuple(ghosts)


def _reach(match: Match, around: Surroundings, places: Mapping[str, MapFigure]) -> Reach | None:
    """Circles of the acting player's palms, as far as his Speed still carries."""
    active = acting(match)
    if active is None or active not in places or match.phase is Phase.PLACEMENT:
        return None
    fighter = match.fighters[active]
    player = match.players.get(fighter.player)
    palm = (player.palm_mm if player is not None else None) or around.palm_mm
    left = speed_left(match, fighter)
    if not palm or left <= 0:
        return None
    figure = places[active]
    return Reach(figure.x_mm, figure.y_mm, tuple(palm * steps for steps in range(1, left + 1)))


# -- questions and the end ---------------------------------------------------------------------------------------


def ending(match: Match, around: Surroundings, outcome: Outcome | None) -> Ending | None:
    """The result, once there is one."""
    if outcome is None:
        return None
    names = names_of(match)
    signs = chips_of(match, around)
    detail = outcome.text if outcome.text.en else words.ENDINGS.get(outcome.method)
    if outcome.result is not Result.WON:
        return Ending(words.DRAW, detail)
    winners = tuple(names.get(one, one) for one in outcome.winners)
    title = (words.WINS if len(winners) == 1 else words.WIN_TOGETHER).filled(name=", ".join(winners))
    return Ending(title, detail, winners, tuple(signs[one] for one in outcome.winners if one in signs))
