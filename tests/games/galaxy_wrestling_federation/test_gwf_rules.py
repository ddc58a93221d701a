"""Sentences of the rules file that its golden cases leave out, and every option of its decisions."""

import pytest

from companion.errors import NotationError
from companion.games.galaxy_wrestling_federation import GAME
from companion.kernel.outcome import Result
from companion.kernel.session import Session

from .table import CARDS, combat, do, refusal, shown, table

TWO_PAIRS_AND_A_THREE = [1, 1, 2, 2, 3]


class TestStart:
    """GWF-010, GWF-D01, GWF-D02."""

    def test_two_seats_only_by_house_rule(self):
        start = {"seats": ["p1", "p2"], "first": "p1"}
        assert refusal(table(phase="SETUP"), "start_game", **start) == "seats"
        assert "game_started" in do(table(phase="SETUP", house_rules={"min_players": 2}), "start_game", **start)

    @pytest.mark.parametrize("seats", [[f"p{n}" for n in range(9)], ["p1", "p1", "p2"]])
    def test_at_most_eight_different_seats(self, seats):
        assert refusal(table(phase="SETUP"), "start_game", seats=seats, first=seats[0]) == "seats"

    def test_chance_without_a_word_and_without_a_seed(self):
        start = {"seats": ["a", "b", "c"], "first": "random"}
        assert refusal(table(phase="SETUP"), "start_game", **start) == "random_value_missing"
        session = table("7", phase="SETUP")
        do(session, "start_game", **start)
        assert shown(session, "active") in {"a", "b", "c"}
        again = table("7", phase="SETUP")
        do(again, "start_game", **start)
        assert again.state == session.state

    def test_the_random_seat_survives_an_undo(self):
        session = table("3", phase="SETUP")
        start = {"seats": ["a", "b", "c"], "first": "random"}
        do(session, "start_game", **start)
        first = shown(session, "active")
        session.handle("undo", {"commands": 1})
        assert session.handle("start_game", start).rolls[0].method == "kept"
        assert shown(session, "active") == first

    def test_chosen_wants_a_name(self):
        session = table(phase="SETUP", house_rules={"first_player": "chosen"})
        assert refusal(session, "start_game", seats=["a", "b", "c"], first="random", value="a") == "unknown_seat"
        do(session, "start_game", seats=["a", "b", "c"], first="b")
        assert shown(session, "active") == "b"

    def test_house_rules_of_the_start_count(self):
        session = table(phase="SETUP")
        do(session, "start_game", seats=["a", "b"], first="b", house_rules={"min_players": 2})
        assert session.state.rule("min_players") == 2

    def test_unknown_first_unknown_card_and_second_start(self):
        session = table(phase="SETUP")
        seats = ["a", "b", "c"]
        assert refusal(session, "start_game", seats=seats, first="z") == "unknown_seat"
        assert refusal(session, "start_game", seats=seats, first="a", hands={"a": ["c99"]}) == "unknown_card"
        assert refusal(session, "start_game", seats=seats, first="a", hands={"z": []}) == "unknown_seat"
        do(session, "start_game", seats=seats, first="a")
        assert refusal(session, "start_game", seats=seats, first="a") == "wrong_phase"


class TestChallenge:
    """GWF-020, GWF-021."""

    def test_refusals(self):
        session = table()
        challenge = {"player": "p1", "opponent": "p2", "kind": "speed"}
        assert refusal(session, "challenge", **{**challenge, "player": "p2"}) == "not_active"
        assert refusal(session, "challenge", **{**challenge, "player": "z"}) == "unknown_seat"
        assert refusal(session, "challenge", **{**challenge, "opponent": "z"}) == "unknown_seat"
        assert refusal(session, "challenge", **{**challenge, "opponent": "p1"}) == "self_challenge"
        do(session, "challenge", **challenge)
        assert refusal(session, "challenge", **challenge) == "wrong_phase"

    def test_without_cards_goes_before_protected(self):
        session = table(table={"p2": list(range(10))}, has_victory={"p2": False})
        assert refusal(session, "challenge", player="p1", opponent="p2", kind="speed") == "opponent_without_cards"


class TestCommit:
    """GWF-022."""

    def test_refusals(self):
        session = table(has_victory={"p1": False})
        assert refusal(session, "commit_card", player="p1", card="c71") == "wrong_phase"
        do(session, "challenge", player="p1", opponent="p2", kind="speed")
        assert refusal(session, "commit_card", player="p3", card="c71") == "not_combatant"
        assert refusal(session, "commit_card", player="z", card="c71") == "unknown_seat"
        assert refusal(session, "commit_card", player="p1", card="c99") == "unknown_card"
        assert refusal(session, "commit_card", player="p1", card="V") == "no_victory_card"
        do(session, "commit_card", player="p1", card="c71")
        assert refusal(session, "commit_card", player="p1", card="c49") == "already_committed"
        assert refusal(session, "commit_card", player="p2", card="c71") == "card_not_in_hand"
        assert refusal(session, "start_count") == "not_committed"

    def test_typed_values_need_both_numbers(self):
        session = table()
        do(session, "challenge", player="p1", opponent="p2", kind="speed")
        assert refusal(session, "commit_card", player="p1", card={"strength": 4}) == "card_values_missing"

    def test_nobody_sees_a_committed_card(self):
        session = table()
        do(session, "challenge", player="p1", opponent="p2", kind="speed")
        do(session, "commit_card", player="p1", card="V")
        do(session, "commit_card", player="p2", card="c71")
        public = GAME.view(session.state, "public")
        assert public["combat"]["committed"] == {"p1": "face_down", "p2": "face_down"}
        assert public["hand_count"] == {"p1": 9, "p2": 9, "p3": 10}
        assert GAME.view(session.state, "p1")["combat"]["committed"] == {"p1": "V", "p2": "face_down"}
        assert GAME.view(session.state, "referee")["combat"]["committed"] == {"p1": "V", "p2": "c71"}

    def test_the_crowd_sees_only_spent_victory_cards(self):
        session = combat("V", "c71")
        do(session, "reveal")
        assert GAME.view(session.state, "public")["has_victory"] == {
            "p1": "spent",
            "p2": "face_down",
            "p3": "face_down",
        }
        assert GAME.view(session.state, "p2")["has_victory"]["p2"] is True


class TestEnteredHands:
    def start(self):
        session = table(phase="SETUP")
        do(session, "start_game", seats=["p1", "p2", "p3"], first="p1", hands={"p1": ["c71", "c49"], "p2": ["c38"]})
        do(session, "challenge", player="p1", opponent="p2", kind="strength")
        return session

    def test_only_cards_of_the_hand(self):
        session = self.start()
        assert refusal(session, "commit_card", player="p1", card="c83") == "card_not_in_hand"
        assert refusal(session, "commit_card", player="p1", card="c38") == "card_not_in_hand"
        assert refusal(session, "commit_card", player="p1", card={"strength": 9, "beats": 9}) == "card_not_in_hand"
        do(session, "commit_card", player="p1", card={"strength": 7, "beats": 1})
        assert shown(session, "hand")["p1"] == ["c49"]
        assert GAME.view(session.state, "public")["hand"]["p1"] == ["face_down"] * 9

    def test_a_returned_card_is_in_the_hand_again(self):
        session = self.start()
        do(session, "commit_card", player="p1", card="c71")
        do(session, "commit_card", player="p2", card="face_down")
        do(session, "start_count")
        do(session, "reveal", cards={"p2": {"strength": 3, "beats": 8}})
        assert shown(session, "hand") == {"p1": ["c49", "c71"], "p2": []}

    def test_a_blank_card_takes_the_values_that_are_typed(self):
        session = table(cards={"b1": {}}, hands={"p1": ["b1"]})
        do(session, "challenge", player="p1", opponent="p2", kind="strength")
        do(session, "commit_card", player="p1", card="b1")
        do(session, "commit_card", player="p2", card={"strength": 2, "beats": 2})
        do(session, "start_count")
        assert refusal(session, "reveal") == "card_values_missing"
        do(session, "reveal", cards={"p1": {"strength": 6, "beats": 4}})
        assert shown(session, "belts")["p1"] == 1
        assert shown(session, "hand")["p1"] == ["b1"]

    def test_typed_values_may_be_those_of_a_blank_card(self):
        session = table(cards={"b1": {}}, hands={"p1": ["b1"]})
        do(session, "challenge", player="p1", opponent="p2", kind="strength")
        do(session, "commit_card", player="p1", card={"strength": 6, "beats": 4})
        assert shown(session, "combat")["committed"] == {"p1": "b1"}


class TestReveal:
    """GWF-023..035."""

    def test_victory_turns_up_where_a_face_down_card_lay(self):
        session = combat("face_down", "c71")
        assert shown(session, "hand_count") == {"p1": 9, "p2": 9, "p3": 10}
        do(session, "reveal", cards={"p1": "V"})
        assert shown(session, "hand_count") == {"p1": 10, "p2": 9, "p3": 10}
        assert shown(session, "has_victory")["p1"] is False

    def test_refusals(self):
        session = combat("face_down", "c71", has_victory={"p1": False})
        assert refusal(session, "reveal", cards={"z": "V"}) == "unknown_seat"
        assert refusal(session, "reveal", cards={"p3": "V"}) == "not_combatant"
        assert refusal(session, "reveal", cards={"p2": "c49"}) == "already_committed"
        assert refusal(session, "reveal", cards={"p1": "V"}) == "no_victory_card"
        assert refusal(session, "reveal", cards={"p1": "face_down"}) == "card_values_missing"
        assert refusal(session, "show_target", card="c49") == "wrong_phase"
        assert refusal(session, "rule_no_decision", choice="draw") == "wrong_phase"

    def test_a_player_without_fight_cards_can_only_have_laid_his_victory_card(self):
        session = table(house_rules={"min_players": 2}, seats=["p1", "p2"], table={"p2": list(range(10))})
        do(session, "challenge", player="p1", opponent="p2", kind="strength")
        do(session, "commit_card", player="p2", card="face_down")
        do(session, "commit_card", player="p1", card="c71")
        do(session, "start_count")
        assert refusal(session, "reveal", cards={"p2": "c49"}) == "card_not_in_hand"
        do(session, "reveal", cards={"p2": "V"})
        assert shown(session, "method") == "stalemate"

    def test_the_count_is_told_with_its_seconds(self):
        session = table(house_rules={"count_seconds": 5})
        do(session, "challenge", player="p1", opponent="p2", kind="speed")
        do(session, "commit_card", player="p1", card="c71")
        do(session, "commit_card", player="p2", card="c49")
        assert session.handle("start_count", {}).events[0].seconds == 5
        assert do(session, "reveal")[:4] == ["count_tick", "count_tick", "count_tick", "revealed"]

    def test_one_card_may_beat_several_values(self):
        session = combat({"strength": 2, "beats": [6, 7]}, "c71")
        do(session, "reveal")
        assert shown(session, "belts")["p1"] == 1

    @pytest.mark.parametrize(("rule", "winner"), [("exact", "p2"), ("at_most", "p1")])
    def test_beats_match(self, rule, winner):
        session = combat({"strength": 2, "beats": 8}, "c71", rules={"beats_match": rule})
        do(session, "reveal")
        assert shown(session, "belts")[winner] == 1


class TestDraws:
    """GWF-D04, GWF-D05, GWF-D06."""

    @pytest.mark.parametrize(
        ("choice", "hand", "phase"),
        [("draw", 10, "CHALLENGE"), ("rematch", 10, "COMMIT"), ("table_both", 9, "CHALLENGE")],
    )
    def test_equal_values(self, choice, hand, phase):
        for rules in ({"equal_values": choice}, {"equal_values": "referee"}):
            session = combat("c51", "c52", rules=rules)
            do(session, "reveal")
            if rules["equal_values"] == "referee":
                assert refusal(session, "reveal") == "wrong_phase"
                assert GAME.pending(session.state)[-1].options == ("draw", "rematch", "table_both")
                do(session, "rule_no_decision", choice=choice)
            assert shown(session, "hand_count")["p1"] == hand
            assert shown(session, "phase") == phase

    @pytest.mark.parametrize("limit", [1, 2])
    def test_rematch_limit(self, limit):
        """Field note R-31: no loop without an end."""
        session = table(house_rules={"equal_values": "rematch", "rematch_limit": limit})
        do(session, "challenge", player="p1", opponent="p2", kind="strength")
        for _ in range(limit + 1):
            assert shown(session, "phase") == "COMMIT"
            do(session, "commit_card", player="p1", card={"strength": 5, "beats": 1})
            do(session, "commit_card", player="p2", card={"strength": 5, "beats": 2})
            do(session, "start_count")
            do(session, "reveal")
        assert shown(session, "phase") == "NO_DECISION"

    def test_a_rematch_can_be_interrupted_again(self):
        session = combat("c51", "c52", rules={"equal_values": "rematch"})
        do(session, "interrupt", player="p3", target="p1", card="c38")
        do(session, "reveal")
        assert shown(session, "combat")["interrupted_by"] == []

    @pytest.mark.parametrize(("rule", "left"), [("spend_both", False), ("return_both", True)])
    def test_double_victory(self, rule, left):
        session = combat("V", "V", rules={"double_victory": rule})
        do(session, "reveal")
        assert shown(session, "has_victory") == {"p1": left, "p2": left, "p3": True}


class TestInterruption:
    """GWF-050..054."""

    def test_refusals(self):
        session = combat("c71", "c49", has_victory={"p3": False})
        assert refusal(session, "interrupt", player="z", target="p1", card="c27") == "unknown_seat"
        assert refusal(session, "interrupt", player="p3", target="z", card="c27") == "unknown_seat"
        assert refusal(session, "interrupt", player="p3", target="p3", card="c27") == "target_not_combatant"
        assert refusal(session, "interrupt", player="p3", target="p1", card="V") == "no_victory_card"
        assert refusal(session, "interrupt", player="p3", target="p1", card="c99") == "unknown_card"
        assert refusal(session, "interrupt", player="p3", target="p1", card="c71") == "card_not_in_hand"
        assert refusal(session, "interrupt", player="p3", target="p1", card="face_down") == "card_values_missing"
        assert refusal(session, "start_count") == "wrong_phase"
        assert refusal(session, "skip_turn", player="p1", reason="x") == "wrong_phase"

    def test_a_blank_card_cannot_interrupt_untold(self):
        session = combat("c71", "c49")
        session = table(cards={**CARDS, "b1": {}}, combat={"kind": "strength", "committed": {"p1": "c71", "p2": "c49"}})
        assert refusal(session, "interrupt", player="p3", target="p1", card="b1") == "card_values_missing"

    def test_the_others_card_stays_unseen(self):
        session = combat("face_down", "face_down")
        do(session, "interrupt", player="p3", target="p1", card="c27")
        assert shown(session, "combat")["interruption"] == {"player": "p3", "target": "p1", "card": "c27"}
        assert refusal(session, "show_target", card="face_down") == "card_values_missing"
        assert refusal(session, "interrupt", player="p3", target="p1", card="c38") == "no_count"
        events = do(session, "show_target", card="c71")
        assert events.count("target_shown") == 1
        assert shown(session, "hand_count") == {"p1": 9, "p2": 10, "p3": 10}

    @pytest.mark.parametrize(
        ("rule", "hands"),
        [("target_tables", (9, 10)), ("both_table", (9, 9)), ("both_return", (10, 10))],
    )
    def test_interrupt_loser(self, rule, hands):
        session = combat("c71", "c49", rules={"interrupt_loser": rule})
        do(session, "interrupt", player="p3", target="p1", card="c27")
        count = shown(session, "hand_count")
        assert (count["p1"], count["p2"]) == hands

    def test_both_table_turns_up_the_other_card_too(self):
        session = combat("c71", "face_down", rules={"interrupt_loser": "both_table"})
        do(session, "interrupt", player="p3", target="p1", card="c27")
        assert shown(session, "phase") == "INTERRUPT_SHOW"
        assert "p2" in GAME.pending(session.state)[-1].question.en
        do(session, "show_target", card="c49")
        assert shown(session, "table") == {"p1": [7], "p2": [4], "p3": []}

    def test_both_table_never_lays_a_victory_card(self):
        session = combat("c71", "V", rules={"interrupt_loser": "both_table"})
        do(session, "interrupt", player="p3", target="p1", card="c27")
        assert shown(session, "has_victory")["p2"] is True
        assert shown(session, "hand_count")["p2"] == 10

    @pytest.mark.parametrize(("rule", "shown_seats"), [("target", ["p2"]), ("both", ["p2", "p1"])])
    def test_interrupt_shows(self, rule, shown_seats):
        session = combat("c71", "c49", rules={"interrupt_shows": rule})
        act = session.handle("interrupt", {"player": "p3", "target": "p2", "card": "c83"})
        assert [event.player for event in act.events if type(event).__name__ == "TargetShown"] == shown_seats

    def test_both_unknown_cards_are_shown_one_after_the_other(self):
        session = combat("face_down", "face_down", rules={"interrupt_shows": "both"})
        do(session, "interrupt", player="p3", target="p2", card="c83")
        do(session, "show_target", card="c49")
        assert shown(session, "phase") == "INTERRUPT_SHOW"
        do(session, "show_target", card="V")
        assert shown(session, "phase") == "COUNT"
        assert shown(session, "hand_count")["p1"] == 10

    def test_recommit_after_interrupt(self):
        session = combat("c71", "c49", rules={"recommit_after_interrupt": True})
        do(session, "interrupt", player="p3", target="p2", card="c83")
        assert shown(session, "phase") == "COMMIT"
        assert shown(session, "combat")["interrupted_by"] == ["p3"]
        assert shown(session, "hand_count") == {"p1": 10, "p2": 10, "p3": 9}

    def test_by_value_opposition_still_goes_first(self):
        session = combat("c71", {"strength": 4, "beats": 8}, rules={"interrupt_by": "opposition_or_value"})
        assert "interrupt_failed" in do(session, "interrupt", player="p3", target="p2", card="c83")

    def test_by_value_speed_wants_the_lower(self):
        for kind, won in (("speed", False), ("strength", True)):
            session = combat("c71", "c49", kind, rules={"interrupt_by": "opposition_or_value"})
            events = do(session, "interrupt", player="p3", target="p2", card="c83")
            assert ("interrupt_won" in events) is won

    def test_nobody_interrupts_without_fight_cards_where_victory_cards_may_not(self):
        session = combat("c71", "c49", rules={"interrupt_with_victory": False}, table={"p3": list(range(10))})
        assert GAME.pending(session.state)[-1].options == ()


class TestEnd:
    """GWF-060..062."""

    def lose(self, rules=None, **setup):
        return combat(
            "c38",
            "c71",
            rules=rules,
            table={"p1": TWO_PAIRS_AND_A_THREE, **setup.pop("table", {})},
            **setup,
        )

    def test_the_loser_may_have_most_belts_and_the_others_share(self):
        session = self.lose(belts={"p1": 5, "p2": 2, "p3": 3})
        do(session, "reveal")
        assert GAME.pending(session.state) == ()
        outcome = GAME.outcome(session.state)
        assert outcome.result is Result.WON
        assert (outcome.winners, outcome.losers, outcome.method) == (("p2", "p3"), ("p1",), "three_pairs")

    def test_fewest_table_cards_breaks_the_tie(self):
        session = self.lose({"belt_tie": "fewest_table_cards"}, belts={"p2": 2, "p3": 3}, table={"p3": [8]})
        do(session, "reveal")
        assert shown(session, "winners") == ["p2"]

    def test_a_play_off_is_fought_by_the_tied(self):
        session = self.lose({"belt_tie": "playoff"}, belts={"p2": 2, "p3": 3})
        assert "playoff_started" in do(session, "reveal")
        assert shown(session, "phase") == "CHALLENGE"
        assert shown(session, "active") == "p2"
        assert shown(session, "playoff") == ["p2", "p3"]
        assert GAME.pending(session.state)[-1].options == ("p3",)
        assert refusal(session, "challenge", player="p2", opponent="p1", kind="speed") == "protected_opponent"
        self.fight(session, "p2", "p3", "c51", "c52")
        assert shown(session, "active") == "p3"
        self.fight(session, "p3", "p2", "c71", "c49")
        assert shown(session, "winners") == ["p3"]
        assert shown(session, "losers") == ["p1"]

    def test_only_the_tied_interrupt_in_a_play_off(self):
        session = self.lose({"belt_tie": "playoff"}, belts={"p2": 2, "p3": 3})
        do(session, "reveal")
        do(session, "challenge", player="p2", opponent="p3", kind="strength")
        do(session, "commit_card", player="p2", card="c51")
        do(session, "commit_card", player="p3", card="c52")
        do(session, "start_count")
        assert refusal(session, "interrupt", player="p1", target="p2", card="c91") == "protected_opponent"

    def test_a_play_off_without_cards_is_a_shared_victory(self):
        session = self.lose(
            {"belt_tie": "playoff"}, belts={"p2": 2, "p3": 3}, table={"p3": list(range(10))}, has_victory={"p3": False}
        )
        do(session, "reveal")
        assert shown(session, "winners") == ["p2", "p3"]

    @staticmethod
    def fight(session, one, two, first, second):
        do(session, "challenge", player=one, opponent=two, kind="strength")
        do(session, "commit_card", player=one, card=first)
        do(session, "commit_card", player=two, card=second)
        do(session, "start_count")
        do(session, "reveal")

    def test_both_reach_three_pairs_together(self):
        session = combat(
            "c38",
            {"strength": 8, "beats": 3},
            rules={"draw_cards": "table_both"},
            seats=["p1", "p2", "p3"],
            table={"p1": TWO_PAIRS_AND_A_THREE, "p2": [1, 1, 2, 2, 8]},
        )
        do(session, "reveal")
        assert shown(session, "losers") == ["p1", "p2"]
        assert shown(session, "winners") == ["p3"]

    def test_nobody_left_nobody_wins(self):
        session = combat(
            "c38",
            "c83",
            rules={"draw_cards": "table_both", "min_players": 2},
            seats=["p1", "p2"],
            table={"p1": TWO_PAIRS_AND_A_THREE, "p2": [1, 1, 2, 2, 8]},
        )
        do(session, "reveal")
        assert shown(session, "winners") == []
        assert GAME.outcome(session.state).result is Result.NOBODY

    @pytest.mark.parametrize(("rule", "phase"), [("immediate", "ENDED"), ("after_combat", "COUNT")])
    def test_when_the_end_is_checked(self, rule, phase):
        session = combat("c71", "c52", rules={"end_check": rule}, table={"p3": [4, 4, 6, 6, 9]})
        do(session, "interrupt", player="p3", target="p2", card="c91")
        assert shown(session, "phase") == phase
        if phase == "COUNT":
            do(session, "reveal")
            assert shown(session, "losers") == ["p3"]

    def test_belts_may_run_out(self):
        session = combat("c71", "c49", rules={"belt_supply": 2}, belts={"p3": 2})
        assert "belt_awarded" not in do(session, "reveal")
        session = combat("c71", "c49", rules={"belt_supply": 3}, belts={"p3": 2})
        assert "belt_awarded" in do(session, "reveal")


class TestRuling:
    """K-15."""

    def test_numbers_of_a_seat(self):
        session = table()
        do(session, "referee_ruling", topic="belts", subject="p2", value=3, note="miscounted")
        do(session, "referee_ruling", topic="has_victory", subject="p2", value=False)
        do(session, "referee_ruling", topic="active", value="p3")
        assert shown(session, "belts")["p2"] == 3
        assert shown(session, "has_victory")["p2"] is False
        assert shown(session, "active") == "p3"

    def test_a_table_keeps_the_ten_cards_and_may_end_the_game(self):
        session = table()
        do(session, "referee_ruling", topic="table", subject="p2", value=[1, 1, 2])
        assert shown(session, "hand_count")["p2"] == 7
        do(session, "referee_ruling", topic="table", subject="p2", value=[1, 1, 2, 2, 3, 3])
        assert shown(session, "losers") == ["p2"]
        do(session, "referee_ruling", topic="phase", value="CHALLENGE")
        assert shown(session, "phase") == "CHALLENGE"

    def test_house_rules_change_only_by_a_ruling(self):
        session = table()
        do(session, "referee_ruling", topic="house_rules", value={"belt_tie": "playoff"})
        assert session.state.rule("belt_tie") == "playoff"

    def test_a_combat_can_be_changed_or_called_off(self):
        session = combat("c71", "c49")
        do(session, "referee_ruling", topic="combat", value={"kind": "speed"})
        assert shown(session, "combat")["kind"] == "speed"
        do(session, "referee_ruling", topic="combat", value=None)
        assert shown(session, "combat") is None
        assert shown(session, "hand_count") == {"p1": 10, "p2": 10, "p3": 10}
        do(session, "referee_ruling", topic="combat", value=None)

    def test_a_called_off_interruption_returns_its_card(self):
        session = table(
            hands={"p1": ["c71"]}, combat={"kind": "strength", "committed": {"p1": "c71", "p2": "face_down"}}
        )
        do(session, "interrupt", player="p3", target="p2", card="c38")
        do(session, "referee_ruling", topic="combat", value=None)
        assert shown(session, "hand_count") == {"p1": 10, "p2": 10, "p3": 10}
        assert shown(session, "hand") == {"p1": ["c71"]}

    def test_a_called_off_interruption_gives_an_entered_hand_its_card_back(self):
        cards = {ref: {"strength": n, "beats": n} for n, ref in enumerate("abc", start=1)}
        hands = {"p3": ["c"] * 10}
        combat = {"kind": "strength", "committed": {"p1": "face_down", "p2": "b"}}
        session = Session(GAME, {"cards": cards, "hands": hands, "combat": combat})
        session.handle("interrupt", {"player": "p3", "target": "p1", "card": "c"})
        assert len(session.state.players["p3"].hand) == 9
        session.handle("referee_ruling", {"topic": "combat", "value": None})
        assert len(session.state.players["p3"].hand) == session.state.players["p3"].hand_count == 10

    def test_wrong_rulings(self):
        session = table()
        assert refusal(session, "referee_ruling", topic="belts", subject="z", value=3) == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="active", value="z") == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="winners", value=["z"]) == "unknown_seat"
        for topic, value in (("colour", 1), ("house_rules", {"no": 1}), ("phase", "LUNCH"), ("belts", -1)):
            with pytest.raises(NotationError):
                session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})


class TestTurn:
    def test_skip_turn(self):
        session = table()
        assert refusal(session, "skip_turn", player="p2", reason="x") == "not_active"
        assert refusal(session, "skip_turn", player="z", reason="x") == "unknown_seat"
        assert do(session, "skip_turn", player="p1", reason="telephone") == ["turn_skipped", "turn_passed"]


class TestSetup:
    @pytest.mark.parametrize(
        "setup",
        [
            {"tables": {}},
            {"active": "z"},
            {"belts": {"z": 1}},
            {"house_rules": {"belt_tie": "coin"}},
            {"combat": {"kind": "speed", "committed": {"p2": "c71", "p3": "c49"}}},
            {"combat": {"kind": "speed", "committed": {"p1": "c71"}}},
            {"phase": "REVEAL"},
        ],
    )
    def test_what_makes_no_sense_is_named(self, setup):
        with pytest.raises(NotationError):
            table(**setup)

    def test_a_given_hand_count_is_what_is_left(self):
        session = combat("c71", "c49", hand_count={"p1": 4})
        assert shown(session, "hand_count") == {"p1": 4, "p2": 9, "p3": 10}
