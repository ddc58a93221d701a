"""The clay game from the menu alone: every act in three presses, a whole match by keys, the journal as scripted."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Asked, Match, changed
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest
from companion.kernel.refusals import Refusal
from companion.kernel.session import Session, rows
from companion.kernel.text import Text
from companion.screens import clay_choices
from companion.screens.choices import grouped
from companion.screens.clay_choices import choices_of, known_now, needs, offers_now
from companion.screens.clay_rulings import OF_A_FIGHTER, OF_THE_MATCH
from companion.screens.clay_view import crowd_view
from companion.screens.interaction import press
from companion.screens.menu import choices, on_page
from companion.screens.needs import Kind
from companion.screens.order_keys import order_shown
from companion.screens.referee_window import RefereeLoop
from companion.screens.surroundings import Surroundings
from companion.screens.ui_state import Game, Give, Order, Ui
from companion.screens.view_model import Action
from screens.play import Player
from screens.presses import Wanderer
from screens.stand import Stand, screen

MOST_PRESSES = 3


def fight(given: dict[str, Any]) -> Match:
    return GAME.set_up(given)


class TestAWholeMatch:
    @pytest.mark.parametrize("count", [2, 6])
    def test_is_played_to_its_end_from_the_menu_alone(self, count: int) -> None:
        player = Player(Stand.of(count, "whole"), 7)
        player.play(600)
        assert player.stand.session.state.over, player.loop.view(0).decision
        assert max(player.counted.values()) <= MOST_PRESSES, dict(player.counted)

    def test_the_journal_equals_the_same_match_from_its_script(self) -> None:
        player = Player(Stand.of(2, "whole"), 7)
        player.play(600)
        played = [row for act in player.stand.acts for row in rows(act)]
        again = Stand.of(2, "whole")
        for act in player.stand.acts:
            again.acts.append(again.give(act.name, act.parameters, "typed"))
        scripted = [row for act in again.acts for row in rows(act)]
        # the script gives the faces that were rolled: only the way they came differs
        unlike = {"dice_rolled", "commanded"}
        assert [row for row in played if row["name"] not in unlike] == [
            row for row in scripted if row["name"] not in unlike
        ]
        assert again.session.state == player.stand.session.state

    def test_the_same_keys_give_the_same_journal(self) -> None:
        """Field note G-01: what is pressed, not where it is pressed, makes the journal."""
        player = Player(Stand.of(2, "whole"), 7)
        player.play(600)
        again = Stand.of(2, "whole")
        loop = RefereeLoop(again)
        for key in player.keys:
            loop.press(key, 0)
        assert [rows(act) for act in again.acts] == [rows(act) for act in player.stand.acts]

    def test_undo_all_is_the_start_and_redo_all_is_the_end(self) -> None:
        player = Player(Stand.of(2, "whole"), 7)
        start = player.stand.session.state
        player.play(600)
        end, count = player.stand.session.state, len(player.stand.acts)
        for _ in range(count):
            player.loop.press("u", 0)
        assert player.stand.session.state == start
        for _ in range(count):
            player.loop.press("y", 0)
        assert player.stand.session.state == end

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(4))
    def test_no_random_walk_gets_stuck(self, seed: int) -> None:
        stand = Stand.of(2 + seed, str(seed))
        player = Player(stand, seed)
        for _ in range(150):
            view = player.loop.view(0)
            if stand.session.state.over:
                break
            acts = [(key, action) for key, action in on_page(view) if action.legal]
            page = [key for key, action in acts if action.command != "referee_ruling"]
            assert page or view.dice is not None or view.entry is not None or player.loop.ui.order is not None
            key = player.rng.choice(page) if page and view.dice is None and view.entry is None else player.next_key()
            player.loop.press(key, 0)


class TestFacts:
    """Questions about the table are answered by yes and no."""

    def asked(self) -> Stand:
        stand = Stand.of(2, "facts")
        stand.session.handle("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
        stand.session.handle("start_turn", {})
        return stand

    def test_the_turn_asks_who_touches_whom(self) -> None:
        state = self.asked().session.state
        stack = GAME.pending(state)
        assert stack[-1].kind == "Q-ADJ"
        answers, others = choices_of(state, stack, offers_now(state))
        assert answers[0].parameters == {"adjacent": []}
        assert answers[-1].needs == ("adjacent",)
        assert {one.shortcut for one in others} == {"s", "a", "b"}  # what can be overruled whatever is asked

    def test_a_pair_is_two_names_one_after_the_other(self) -> None:
        stand = self.asked()
        loop = RefereeLoop(stand)
        loop.press("2", 0)
        assert [action.label.en for _, action in on_page(loop.view(0))] == ["Momia", "Pulpo"]
        loop.press("2", 0)
        decision = loop.view(0).decision
        assert decision is not None
        assert decision.question.es == "¿A quién toca Pulpo?"
        for key in ("1", "enter"):
            loop.press(key, 0)
        assert stand.acts[-1].parameters == {"adjacent": [["Momia", "Pulpo"]]}

    def test_a_correction_begins_with_what_is_known(self) -> None:
        state = fight({"fighters": {"A": {}, "B": {}, "C": {}}, "adjacent": [["A", "C"]]})
        (need,) = needs(state, "observe", ("adjacent",))
        assert need.two
        assert need.given == (["A", "C"],)
        (behind,) = needs(state, "observe", ("behind",))
        assert behind.ordered
        assert behind.given == ()

    def test_who_has_moved_is_not_known_to_touch_anybody(self) -> None:
        state = fight({"fighters": {"A": {}, "B": {}, "C": {}}, "adjacent": [["A", "C"], ["A", "B"]]})
        moved = changed(state, facts=changed(state.facts, unsure={"adjacent": ("C",)}))
        assert known_now(moved, "adjacent") == (("A", "B"),)
        told = changed(moved, facts=changed(moved.facts, told=(("adjacent", "A", "C"),)))
        assert known_now(told, "adjacent") == (("A", "B"), ("A", "C"))

    def test_yes_adds_a_pair_and_no_takes_it_away(self) -> None:
        state = fight({"fighters": {"A": {}, "B": {}, "C": {}}, "adjacent": [["A", "C"]]})
        turn = changed(state.turn, asked=Asked("Q-ADJ", ("B", "A"), "strike", {}))
        asked = changed(state, turn=turn)
        question = Pending("Q-ADJ", "referee", ("observe",), Text("?", "?"), "CW-ATK-02")
        (yes, no), _ = choices_of(asked, (question,), ())
        assert yes.parameters == {"adjacent": [["A", "C"], ["A", "B"]]}
        assert no.parameters == {"adjacent": [["A", "C"]]}

    def test_facts_the_engine_asks_itself_are_not_asked_before(self) -> None:
        state = self.asked().session.state
        assert needs(state, "strike", ("Q-ADJ", "Q-BACK")) == ()

    def test_palms_take_one_key(self) -> None:
        state = self.asked().session.state
        (palms,) = needs(state, "move", ("palms",))
        assert palms.kind is Kind.PALMS


class TestRulings:
    """Any total can be set by hand, with a reason; a review is upheld or annulled (K-15, J-03)."""

    def started(self) -> tuple[Stand, RefereeLoop]:
        stand = Stand.of(2, "rulings")
        stand.session.handle("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]})
        return stand, RefereeLoop(stand)

    def key_of(self, loop: RefereeLoop, words: str) -> str:
        return next(key for key, action in on_page(loop.view(0)) if words in action.label.en)

    def press(self, loop: RefereeLoop, *keys: str) -> None:
        for key in keys:
            loop.press(key, 0)

    def test_stamina_is_set_with_the_reason_that_stands(self) -> None:
        stand, loop = self.started()
        self.press(loop, "a", self.key_of(loop, "Stamina") if loop.ui.inside else "1")
        loop.press(self.key_of(loop, "Pulpo"), 0)
        self.press(loop, "7", "enter")
        assert stand.session.state.fighters["Pulpo"].stamina == 7
        assert stand.acts[-1].parameters["note"] == "según se ve en la mesa"

    def test_another_reason_is_chosen_or_written_and_the_list_comes_back(self) -> None:
        stand, loop = self.started()
        self.press(loop, "a", "w", "2")
        assert loop.ui.reason.en == "a die was misread"
        assert loop.view(0).reason == loop.ui.reason
        assert self.key_of(loop, "Stamina") == "1"
        self.press(loop, "w", "8", "text:o", "text:k", "enter")
        assert loop.ui.reason.es == "ok"
        self.press(loop, "2", "1", "2")
        assert stand.acts[-1].parameters["note"] == "ok"
        assert stand.session.state.fighters["Momia"].posture.value == "lying"

    def test_esc_goes_back_list_by_list(self) -> None:
        _, loop = self.started()
        self.press(loop, "a", "1", "escape")
        assert self.key_of(loop, "Posture") == "2"
        self.press(loop, "escape")
        assert loop.ui.inside is None

    @pytest.mark.parametrize(("key", "topics"), [("a", OF_A_FIGHTER), ("b", OF_THE_MATCH)])
    def test_every_topic_is_ruled_in_three_presses_and_the_name(self, key: str, topics: dict[str, Text]) -> None:
        """Field by field: the entry, the topic, [the name], the value; written values end with Enter."""
        for number in range(len(topics)):
            stand, loop = self.started()
            stand.session.handle("referee_ruling", {"topic": "wounds", "subject": "Momia", "value": {"strike": 1}})
            before = stand.session.state
            self.press(loop, key, "1234567890"[number])
            if loop.ui.inside is not None and loop.ui.outer:
                loop.press("1", 0)
            entry = loop.view(0).entry
            if entry is not None and entry.letters:
                typed = {7: "fatigue_cap=3", 8: "carry_palms=2", 9: "stepped_off=Momia,"}[number]
                self.press(loop, *(f"text:{letter}" for letter in typed), "enter")
            elif entry is not None:
                self.press(loop, "3", "enter")
            else:
                self.press(loop, on_page(loop.view(0))[0 if number == 9 else -1][0])
            assert stand.acts, (key, number, loop.ui.notice)
            assert stand.acts[-1].name == "referee_ruling"
            assert stand.session.state != before
            assert stand.acts[-1].parameters["note"]

    def test_whatever_is_asked_the_referee_may_rule_first(self) -> None:
        """Facts of the table, dice, defences, landings: every question of a match that has begun."""
        player, asked = Wanderer(Stand.of(4, "rule"), 5), set()
        while len(player.stand.acts) < 60 and not player.stand.session.state.over:
            match = player.stand.session.state
            stack = GAME.pending(match)
            if match.roster and stack and player.loop.ui.order is None and player.loop.ui.inside is None:
                kind = stack[-1].kind
                letters = {one.shortcut for one in choices(player.stand.view(0, Ui()))}
                assert {"a", "b", "s"} <= letters, kind
                asked.add(kind)
            player.press()
        assert {"Q-ADJ", "Q-DEFEND", "slot"} < asked

    def test_a_review_holds_the_crowd_back_and_is_annulled_by_one_key(self) -> None:
        stand, loop = self.started()
        before = stand.session.state
        stand.session.handle("referee_ruling", {"topic": "review", "value": "open"})
        loop.press(self.key_of(loop, "Start the turn"), 0)
        assert loop.view(0).review
        assert crowd_view(stand.session.state, Surroundings()).review
        while not any("annulled" in action.label.en for _, action in on_page(loop.view(0))):
            loop.press("1", 0)
        loop.press(self.key_of(loop, "annulled"), 0)
        assert stand.session.state.turn_no == before.turn_no
        assert not loop.view(0).review


class TestBeforeTheMatch:
    def test_a_figure_without_a_class_is_asked_about(self) -> None:
        session = Session(GAME, None, "x")
        main = dict.fromkeys(("combat", "speed", "strength", "technique", "resistance"), 2)
        combat = dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2)
        session.handle("register_fighter", {"fighter": "A", "main": main, "combat_abilities": combat})
        state = session.state
        answers, _ = choices_of(state, GAME.pending(state), ())
        assert [one.parameters for one in answers] == [
            {"fighter": "A", "class": kind} for kind in ("humanoid", "beast", "absurd")
        ]

    def test_a_match_starts_in_any_mode(self) -> None:
        state = Stand.of(2).session.state
        answers, _ = choices_of(state, GAME.pending(state), ())
        assert {one.parameters.get("mode") for one in answers} >= {"wrestling_match", "elimination_match"}


class TestGrouping:
    """The generic grouping for games without choices of their own."""

    def test_many_targets_become_one_entry(self) -> None:
        offers = [Offer("strike", {"defender": str(n)}, "A", Text(str(n), str(n))) for n in range(5)]
        (entry,) = grouped(offers, {})
        assert len(entry.children) == 5

    def test_legal_ones_come_first_and_refused_ones_tell_why(self) -> None:
        no = Refusal("held", "CW-STATUS-04", Text("held", "agarrado"))
        offers = [Offer("pin", {}, "A", Text("Pin", "Pin"), no), Offer("move", {}, "A", Text("Move", "Moverse"))]
        move, pin = grouped(offers, {})
        assert (move.command, pin.legal, pin.rule) == ("move", False, "CW-STATUS-04")


def test_every_command_has_a_word() -> None:
    """What several targets hide behind must be called something."""
    offered = {offer.command for offer in offers_now(fight({"fighters": {"A": {}, "B": {}, "C": {}}}))}
    assert offered
    for command in ("strike", "whip", "suplex_grab", "submission", "pin", "finisher_activate", "rest", "taunt"):
        assert command in clay_choices.words.COMMANDS


class TestNames:
    """Nobody has to guess whom an entry means."""

    def test_every_entry_of_a_whole_match_names_each_person_once(self) -> None:
        player = Wanderer(Stand.of(4, "names"), 5)
        for _ in range(500):
            if player.stand.session.state.over:
                break
            for action in choices(player.loop.view(0)):
                for one in (action, *action.children):
                    told = one.label.es.split(": ")[:-1]
                    assert len(told) == len(set(told)), one.label
                with_names = {one.label.es.count(": ") for one in action.children if one.command != "observe"}
                assert len(with_names) <= 1, [one.label.es for one in action.children]
            player.press()

    def test_questions_of_the_table_say_who_is_meant(self) -> None:
        player = Wanderer(Stand.of(3, "q1"), 1)
        asked = set()
        for _ in range(600):
            if player.stand.session.state.over:
                break
            decision = player.loop.view(0).decision
            asked.add("" if decision is None else decision.question.es)
            player.press()
        assert "¿Quién toca a quién?" in asked
        assert not any(":" in one and "¿Est" in one for one in asked)


def test_nine_ticked_for_eight_places_are_refused_and_stay_ticked() -> None:
    stand = Stand.of(9)
    loop = RefereeLoop(stand)
    for key in (*"2123456789", "enter"):
        loop.press(key, 0)
    assert loop.ui.notice is not None
    assert loop.ui.notice.rule == "CW-PLAYER-01"
    assert loop.ui.order is not None
    assert len(loop.ui.order.picked) == 9
    for key in ("9", "enter"):
        loop.press(key, 0)
    assert len(stand.session.state.roster) == 8


def test_d_asks_once_where_a_called_finisher_was_not_tried() -> None:
    """CW-FIN-06: he loses his next turn."""
    state = Stand.of(2).session
    for name, given in (
        ("start_match", {"mode": "wrestling_match", "fighters": ["Momia", "Pulpo"]}),
        ("start_turn", {}),
        ("observe", {"adjacent": []}),
        ("initiative_roll", {"dice": {"Momia": 6, "Pulpo": 1}}),
    ):
        state.handle(name, given)
    stand = Stand(state)
    (before,) = [one for one in choices(stand.view(0, Ui())) if one.command == "end_slot"]
    assert before.children == ()
    momia = state.state.fighters["Momia"]
    waiting = changed(momia, finisher=changed(momia.finisher, waits=True))
    match = changed(state.state, fighters={**state.state.fighters, "Momia": waiting})
    (after,) = [one for one in choices(screen(match, Surroundings())) if one.command == "end_slot"]
    (sure,) = after.children
    assert sure.label == clay_choices.NO_FINISHER.filled(name="Momia")
    assert (sure.command, sure.parameters) == (before.command, before.parameters)
    view = screen(match, Surroundings())
    game = Game(lambda _name, _given: (), lambda _name, _keys: ())
    ui, asked = press(Ui(), "d", view, game)
    assert asked == ()
    assert press(ui, "d", view, game)[1] == (Give("end_slot", before.parameters),)


def test_dice_of_a_name_with_a_dot_say_whose_they_are() -> None:
    view = screen(Stand.of(2).session.state, Surroundings())
    view = replace(view, fighters=(replace(view.fighters[0], id="St. John", name="St. John"),))
    due = DiceRequest("dice.St. John", 6, 1, Text("initiative", "iniciativa"), "CW-INIT-01")
    order = Order(Action(Text("Initiative", "Iniciativa"), "initiative_roll"), {}, dice=(due,))
    told = order_shown(Ui(order=order), order, view).dice
    assert told is not None
    assert told.purpose.en == "St. John: initiative"
