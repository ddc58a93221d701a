"""Sentences of the rules file that its golden cases leave out, every option of its decisions, every refusal."""

import pytest

from companion.errors import NotationError
from companion.games.raw_deal import GAME
from companion.kernel.outcome import Result
from companion.kernel.session import Session

from .table import CARDS, card, do, down, play, refusal, shown, table

STARS = {
    "the_rock": {"value": 9},
    "kane": {"value": 6, "hand_size": 5},
    "mankind": {"value": 8, "hand_size": 6},
    "the_undertaker": {"value": 8, "hand_size": 5},
}
TWO = {"p1": "the_rock", "p2": "kane"}
FOUR = {"p1": "the_rock", "p2": "mankind", "p3": "kane", "p4": "the_undertaker"}
TEAMS = {"team_a": ["p1", "p3"], "team_b": ["p2", "p4"]}


class TestStart:
    """RD-201..207."""

    def test_the_higher_value_begins(self):
        session = table(phase="SETUP", superstars=STARS)
        assert refusal(session, "start_match", superstars={"p1": "the_rock"}) == "unknown_superstar"
        assert refusal(session, "start_match", superstars={"p1": "the_rock", "p2": "hulk"}) == "unknown_superstar"
        assert refusal(session, "start_match", superstars={**TWO, "z": "kane"}) == "unknown_seat"
        assert refusal(session, "start_match", superstars=TWO, decks={"z": {}}) == "unknown_seat"
        assert refusal(session, "flip_for_start", value="p1") == "wrong_window"
        do(session, "start_match", superstars=TWO)
        assert (shown(session, "active"), shown(session, "turn_no")) == ("p1", 1)
        assert shown(session, "hand_count") == {"p1": 5, "p2": 5}
        assert refusal(session, "start_match", superstars=TWO) == "wrong_window"

    @pytest.mark.parametrize(("rule", "phase"), [("superstar_value", "PRE_DRAW"), ("coin", "FIRST_PLAYER")])
    def test_first_player(self, rule, phase):
        session = table(phase="SETUP", superstars=STARS, house_rules={"first_player": rule})
        do(session, "start_match", superstars=TWO)
        assert shown(session, "phase") == phase

    def test_the_coin(self):
        session = table(phase="SETUP")
        do(session, "start_match", superstars={"p1": "the_rock", "p2": "stone_cold_steve_austin"})
        assert refusal(session, "flip_for_start") == "value_missing"
        assert refusal(session, "flip_for_start", value="z") == "unknown_seat"
        seeded = table("5", phase="SETUP")
        do(seeded, "start_match", superstars={"p1": "the_rock", "p2": "stone_cold_steve_austin"})
        do(seeded, "flip_for_start")
        assert shown(seeded, "active") in {"p1", "p2"}

    def test_a_hand_size_that_nobody_told_is_typed_by_a_ruling(self):
        session = table(phase="SETUP")
        do(session, "start_match", superstars=TWO)
        assert refusal(session, "flip_for_start", value="p2") == "value_missing"
        do(session, "referee_ruling", topic="superstars", value={"kane": {"hand_size": 6}})
        do(session, "flip_for_start", value="p2")
        assert shown(session, "hand_count")["p2"] == 6

    def test_from_nothing(self):
        session = Session(GAME)
        do(session, "start_match", superstars={"a": "the_rock", "b": "stone_cold_steve_austin"}, cards=CARDS)
        do(session, "flip_for_start", value="b")
        assert shown(session, "arsenal") == {"a": 55, "b": 53}

    def test_deck_refusals(self):
        session = table(phase="SETUP", superstars=STARS)

        def code(**deck):
            rest = 60 - sum(deck.values())
            full = {**deck, "jockeying_for_position": rest}
            return refusal(session, "start_match", superstars=TWO, decks={"p1": full})

        assert code(zzz=1) == "unknown_card"
        assert code(tagged=1) == "tag_card"
        assert code(theirs=1) == "wrong_superstar"
        wrong = {"p1": {"jockeying_for_position": 61, "punch": -1}}
        assert refusal(session, "start_match", superstars=TWO, decks=wrong) == "deck_size"
        do(session, "start_match", superstars=TWO, decks={"p2": {"theirs": 1, "jockeying_for_position": 59}})


class TestTurn:
    """RD-301..308."""

    def test_windows_and_seats(self):
        session = table(phase="PRE_DRAW")
        assert refusal(session, "draw_segment", player="z") == "unknown_seat"
        assert refusal(session, "draw_segment", player="p2") == "not_active"
        assert refusal(session, "end_turn", player="p1") == "draw_first"
        assert refusal(session, "draw_segment", player="p1", cards=["punch", "kick"]) == "card_count"
        assert refusal(session, "draw_segment", player="p1", cards=["zzz"]) == "unknown_card"
        do(session, "draw_segment", player="p1")
        assert refusal(session, "draw_segment", player="p1") == "wrong_window"
        assert refusal(session, "stun_draw", player="p1", count=1) == "wrong_window"
        assert refusal(session, "reveal_result", player="p2", revealed=1) == "wrong_window"
        assert refusal(session, "resolve_effect", player="p1", effect="draw") == "wrong_window"
        assert refusal(session, "decline_reversal", player="p2") == "wrong_window"
        assert refusal(session, "reverse_from_hand", player="p2", card="any") == "wrong_window"

    def test_no_more_is_drawn_than_the_arsenal_has(self):
        """RD-D21: no card, no penalty by itself."""
        cards = {"spring": card(kinds=["action"], d=0, effects=[{"draw": 2, "each_turn": True}])}
        session = table(cards=cards, players={"p2": {"ring": ["spring"], "arsenal": 1, "hand_count": 5}})
        do(session, "end_turn", player="p1")
        assert (shown(session, "arsenal")["p2"], shown(session, "hand_count")["p2"]) == (0, 6)
        assert shown(session, "winner") is None

    @pytest.mark.parametrize(("rule", "left"), [("turn_end", 0), ("until_used", 2)])
    def test_next_bonus_expiry(self, rule, left):
        session = table(house_rules={"next_bonus_expiry": rule})
        play(session, "boost", "action")
        do(session, "end_turn", player="p1")
        assert shown(session, "next_d") == left
        do(session, "draw_segment", player="p2")
        do(session, "play_card", player="p2", card="grab", as_="maneuver")
        assert shown(session, "play")["damage"] == 3
        assert shown(session, "next_d") == left

    @pytest.mark.parametrize(("rule", "outcome"), [("any_turn_end", "p1"), ("own_turn_end", None), ("immediate", "p1")])
    def test_count_out_check(self, rule, outcome):
        session = table(house_rules={"count_out_check": rule}, players={"p2": {"arsenal": 3}})
        play(session, "grab")
        do(session, "reveal_result", player="p2", revealed=3)
        assert (shown(session, "winner") == "p1") is (rule == "immediate")
        if rule != "immediate":
            do(session, "end_turn", player="p1")
        assert shown(session, "winner") == outcome


class TestPlaying:
    """RD-401..420."""

    def test_refusals(self):
        session = table(players={"p1": {"hand": ["grab", "pay"], "superstar": "the_rock"}})
        assert refusal(session, "play_card", player="z", card="grab", as_="maneuver") == "unknown_seat"
        assert refusal(session, "play_card", player="p1", card="zzz", as_="maneuver") == "unknown_card"
        assert refusal(session, "play_card", player="p1", card="push", as_="maneuver") == "wrong_kind"
        assert refusal(session, "play_card", player="p1", card="big", as_="maneuver") == "card_not_in_hand"
        assert refusal(session, "play_card", player="p1", card="theirs", as_="maneuver") == "wrong_superstar"
        assert refusal(session, "play_card", player="p1", card="tagged", as_="maneuver") == "tag_card"
        alone = table(players={"p1": {"hand": ["pay"]}})
        assert refusal(alone, "play_card", player="p1", card="pay", as_="maneuver") == "cost"

    def test_values_that_are_null_are_typed(self):
        session = table()
        powerbomb = {"player": "p1", "card": "powerbomb", "as_": "maneuver"}
        assert refusal(session, "play_card", **powerbomb) == "value_missing"
        assert refusal(session, "play_card", **powerbomb, typed={"f": 0}) == "value_missing"
        do(session, "play_card", **powerbomb, typed={"f": 0, "d": 7, "type": "grapple"})
        assert shown(session, "play")["damage"] == 7
        with_type = {"player": "p2", "card": "escape_move"}
        assert refusal(session, "reverse_from_hand", **with_type) == "value_missing"
        do(session, "reverse_from_hand", **with_type, typed={"d": 0})
        assert shown(session, "active") == "p2"

    def test_an_action_that_goes_to_ringside(self):
        session = table()
        play(session, "away", "action")
        assert shown(session, "ringside")["p1"] == ["away"]
        assert shown(session, "fr")["p1"] == 0

    def test_a_discard_as_cost_is_asked_for(self):
        session = table(players={"p1": {"hand": ["pay", "big", "grab"]}})
        play(session, "pay")
        assert GAME.pending(session.state)[-1].details == {"effect": "discard", "count": 1, "may": False}
        effect = {"player": "p1", "effect": "discard"}
        assert refusal(session, "resolve_effect", **effect, choice="decline") == "mandatory_effect"
        assert refusal(session, "resolve_effect", player="p1", effect="draw") == "wrong_effect"
        assert refusal(session, "resolve_effect", **effect, cards=["big", "grab"]) == "card_count"
        assert refusal(session, "resolve_effect", **effect, cards=["kick"]) == "card_not_in_hand"
        assert refusal(session, "resolve_effect", **effect, cards=["zzz"]) == "unknown_card"
        events = do(session, "resolve_effect", **effect, cards=["big"])
        assert "cost_paid" in events
        assert shown(session, "hand")["p1"] == ["grab"]

    def test_what_the_opponent_must_do(self):
        session = table(players={"p2": {"hand": ["kick", "chop", "hmmm"]}})
        play(session, "force")
        assert GAME.pending(session.state)[-1].owner == "p2"
        do(session, "resolve_effect", player="p2", effect="opponent_discard", cards=["kick", "hmmm"])
        assert shown(session, "ringside")["p2"] == ["kick", "hmmm"]
        assert shown(session, "arsenal")["p2"] == 49

    def test_cards_back_from_ringside(self):
        session = table(players={"p1": {"ringside": ["kick"], "arsenal": 54, "hand_count": 5}})
        play(session, "back")
        effect = {"player": "p1", "effect": "to_hand"}
        assert refusal(session, "resolve_effect", **effect, cards=["chop"]) == "card_not_in_ringside"
        do(session, "resolve_effect", **effect, choice="decline")
        assert shown(session, "phase") == "REVEAL"

    @pytest.mark.parametrize(("rule", "window"), [("as_far_as_possible", "MAIN"), ("free", "EFFECT")])
    def test_plain_effects(self, rule, window):
        session = table(house_rules={"plain_effects": rule})
        play(session, "push", "action")
        assert shown(session, "phase") == window
        if rule == "free":
            do(session, "resolve_effect", player="p1", effect="draw", choice="decline")
            assert shown(session, "hand_count")["p1"] == 4

    def test_a_total_below_zero_is_zero(self):
        """RD-D14: what makes a card cheaper makes it free at the most."""
        session = table(cards={"cheap": card(2, 0, f_if={"after": "grab", "f": -5})})
        play(session, "grab")
        do(session, "reveal_result", player="p2", revealed=3)
        do(session, "play_card", player="p1", card="cheap", as_="maneuver")
        assert shown(session, "play")["f"] == 0

    @pytest.mark.parametrize(("rule", "fr"), [("damage_value", 3), ("fortitude_value", 0)])
    def test_fortitude_source(self, rule, fr):
        session = table(house_rules={"fortitude_source": rule})
        play(session, "grab")
        assert shown(session, "fr")["p1"] == fr

    @pytest.mark.parametrize(("rule", "fr"), [(True, 2), (False, 0)])
    def test_hybrid_action_fortitude(self, rule, fr):
        session = table(house_rules={"hybrid_action_fortitude": rule})
        play(session, "ram", "action")
        assert shown(session, "fr")["p1"] == fr

    @pytest.mark.parametrize(("rule", "code"), [(True, "requirement"), (False, None)])
    def test_strict_after(self, rule, code):
        cards = {"follow": card(requires={"after_d": 3})}
        session = table(cards=cards, house_rules={"strict_after": rule}, last_card={"card": "grab", "damage": 3})
        play(session, "push", "action")
        if code:
            assert refusal(session, "play_card", player="p1", card="follow", as_="maneuver") == code
        else:
            down(session, "follow")

    @pytest.mark.parametrize(("rule", "code"), [("net", "requirement"), ("printed", None)])
    def test_requirement_damage(self, rule, code):
        cards = {"follow": card(requires={"after_d": 3})}
        players = {"p2": {"superstar": "mankind"}}
        session = table(cards=cards, house_rules={"requirement_damage": rule}, players=players)
        play(session, "grab")
        do(session, "reveal_result", player="p2", revealed=2)
        if code:
            assert refusal(session, "play_card", player="p1", card="follow", as_="maneuver") == code
        else:
            down(session, "follow")


class TestReversals:
    """RD-501..512."""

    def test_refusals(self):
        session = table(players={"p2": {"hand": ["any", "small", "vague", "kick", "rock_bottom"], "fr": 30}})
        down(session, "big")
        assert refusal(session, "reverse_from_hand", player="z", card="any") == "unknown_seat"
        assert refusal(session, "reverse_from_hand", player="p2", card="zzz") == "unknown_card"
        assert refusal(session, "reverse_from_hand", player="p2", card="kick") == "wrong_kind"
        assert refusal(session, "reverse_from_hand", player="p2", card="strong") == "card_not_in_hand"
        assert refusal(session, "reverse_from_hand", player="p2", card="small") == "reversal_no_fit"
        assert refusal(session, "reverse_from_hand", player="p2", card="vague") == "not_confirmed"
        rock = {"player": "p2", "card": "rock_bottom", "confirmed": True}
        assert refusal(session, "reverse_from_hand", **rock, discards=["any", "kick"]) == "card_count"
        assert refusal(session, "reverse_from_hand", **rock, discards=["chop"]) == "card_not_in_hand"
        assert refusal(session, "decline_reversal", player="p1") == "not_yours"
        do(session, "reverse_from_hand", player="p2", card="vague", confirmed=True)
        assert shown(session, "active") == "p2"

    def test_a_cost_that_cannot_be_paid(self):
        session = table(players={"p2": {"hand": ["rock_bottom"], "fr": 30}})
        down(session, "grab")
        assert refusal(session, "reverse_from_hand", player="p2", card="rock_bottom", confirmed=True) == "cost"

    def test_a_cost_that_is_not_named_is_asked_for(self):
        session = table(players={"p2": {"hand": ["rock_bottom", "kick", "chop"], "fr": 30}})
        down(session, "grab")
        do(session, "reverse_from_hand", player="p2", card="rock_bottom", confirmed=True)
        assert GAME.pending(session.state)[-1].kind == "effect"
        do(session, "resolve_effect", player="p2", effect="discard", cards=["kick"])
        assert GAME.pending(session.state)[-1].details == {"amount": 20, "reversible": False}

    def test_the_referees_word_for_an_untold_type(self):
        session = table(cards={"escape_move": {"d": 0}})
        down(session, "punch")
        assert refusal(session, "reverse_from_hand", player="p2", card="escape_move") == "reversal_no_fit"
        do(session, "reverse_from_hand", player="p2", card="escape_move", confirmed=True)
        assert shown(session, "active") == "p2"

    def test_a_type_told_at_the_table_reaches_the_card_that_lies_there(self):
        session = table(cards={"escape_move": {"d": 0}, "step_aside": {"d": 0}})
        down(session, "punch")
        value = {"punch": {"types": ["strike"], "d": 5}}
        do(session, "referee_ruling", topic="cards", value=value)
        down_now = session.state.down
        assert (down_now.types, down_now.printed, down_now.damage) == (("strike",), 5, 5)
        refused = {"player": "p2", "card": "escape_move", "confirmed": True}
        assert refusal(session, "reverse_from_hand", **refused) == "reversal_no_fit"
        do(session, "reverse_from_hand", player="p2", card="step_aside")

    def test_a_revealed_reversal_by_type_stops_a_maneuver_of_no_known_type(self):
        session = table(cards={"escape_move": {"f": 0, "d": 0}})
        play(session, "punch")
        do(session, "reveal_result", player="p2", revealed=1, reversal="escape_move")
        assert shown(session, "active") == "p2"

    def test_an_action_is_reversed_only_by_what_says_so(self):
        session = table()
        down(session, "push", "action")
        assert refusal(session, "reverse_from_hand", player="p2", card="any") == "reversal_no_fit"
        do(session, "reverse_from_hand", player="p2", card="heckle")

    @pytest.mark.parametrize(("rule", "code"), [("net", "reversal_no_fit"), ("printed", None)])
    def test_reversal_limit(self, rule, code):
        session = table(house_rules={"reversal_limit": rule}, bonuses=[{"source": "boost", "d": 2}])
        down(session, "grab")
        if code:
            assert refusal(session, "reverse_from_hand", player="p2", card="small") == code
        else:
            do(session, "reverse_from_hand", player="p2", card="small")

    @pytest.mark.parametrize(("rule", "amount"), [("all_damage", 3), ("maneuvers", 4)])
    def test_mankind_reduces(self, rule, amount):
        session = table(house_rules={"mankind_reduces": rule}, players={"p1": {"superstar": "mankind"}})
        down(session, "grab")
        do(session, "reverse_from_hand", player="p2", card="strong")
        assert GAME.pending(session.state)[-1].details["amount"] == amount

    @pytest.mark.parametrize(("rule", "code"), [("referee", "not_confirmed"), ("never", "reversal_no_fit")])
    def test_disqualification(self, rule, code):
        session = table(house_rules={"disqualification": rule})
        down(session, "grab")
        do(session, "reverse_from_hand", player="p2", card="strong")
        assert refusal(session, "reverse_from_hand", player="p1", card="dq") == code
        assert refusal(session, "reverse_from_hand", player="p1", card="any") == "own_turn"
        if rule == "referee":
            do(session, "reverse_from_hand", player="p1", card="dq", confirmed=True)
            assert shown(session, "ringside") == {"p1": ["grab"], "p2": ["strong"]}


class TestReveal:
    """RD-601, RD-509..511, RD-801."""

    def revealing(self, ref="grab", **setup):
        session = table(**setup)
        play(session, ref)
        return session

    def test_refusals(self):
        session = self.revealing()
        reveal = {"player": "p2"}
        assert refusal(session, "reveal_result", player="p1", revealed=3) == "not_yours"
        assert refusal(session, "reveal_result", **reveal, revealed=4) == "reveal_count"
        assert refusal(session, "reveal_result", **reveal, revealed=3, cards=["kick"]) == "card_count"
        assert refusal(session, "reveal_result", **reveal, revealed=1, cards=["zzz"]) == "reveal_count"
        assert refusal(session, "reveal_result", **reveal, revealed=3, cards=["zzz", None, None]) == "unknown_card"
        assert refusal(session, "reveal_result", **reveal, revealed=1, reversal="zzz") == "unknown_card"
        assert refusal(session, "reveal_result", **reveal, revealed=1, reversal="kick") == "wrong_kind"
        assert refusal(session, "reveal_result", **reveal, revealed=1, reversal="heckle") == "reversal_no_fit"
        mixed = {"revealed": 2, "reversal": "any", "cards": [None, "small"]}
        assert refusal(session, "reveal_result", **reveal, **mixed) == "reveal_count"
        passed = {"revealed": 2, "reversal": "any", "cards": ["small", "any"]}
        assert refusal(session, "reveal_result", **reveal, **passed) == "reversal_must_stop"

    @pytest.mark.parametrize(("rule", "code"), [("automatic", "reversal_must_stop"), ("optional", None)])
    def test_arsenal_reversal(self, rule, code):
        session = self.revealing(house_rules={"arsenal_reversal": rule})
        result = {"player": "p2", "revealed": 3, "cards": [None, "any", None]}
        if code:
            assert refusal(session, "reveal_result", **result) == code
        else:
            do(session, "reveal_result", **result)
            assert shown(session, "phase") == "MAIN"

    @pytest.mark.parametrize(("rule", "code"), [("count", None), ("titles", "value_missing")])
    def test_reveal_entry(self, rule, code):
        session = self.revealing(house_rules={"reveal_entry": rule})
        if code:
            assert refusal(session, "reveal_result", player="p2", revealed=3) == code
        do(session, "reveal_result", player="p2", revealed=3, cards=["kick", "chop", "hmmm"])
        assert shown(session, "ringside")["p2"] == ["kick", "chop", "hmmm"]

    @pytest.mark.parametrize(("rule", "window"), [("quick", "PRE_DRAW"), ("basic", "PRE_DRAW"), ("advanced", "STUN")])
    def test_ruleset(self, rule, window):
        session = self.revealing("star", house_rules={"ruleset": rule})
        do(session, "reveal_result", player="p2", revealed=2, reversal="any")
        assert shown(session, "phase") == window

    @pytest.mark.parametrize(("rule", "options"), [("optional", [0, 1, 2]), ("mandatory", [2])])
    def test_stun_draw(self, rule, options):
        session = self.revealing("star", house_rules={"stun_draw": rule})
        do(session, "reveal_result", player="p2", revealed=2, reversal="any")
        assert GAME.pending(session.state)[-1].details == {"options": options}
        assert refusal(session, "stun_draw", player="p2", count=2) == "not_active"
        assert refusal(session, "stun_draw", player="p1", count=3) == "stun_count"
        do(session, "stun_draw", player="p1", count=2)
        assert shown(session, "arsenal")["p1"] == 48

    @pytest.mark.parametrize(("rule", "window"), [(True, "STUN"), (False, "PRE_DRAW")])
    def test_stun_on_last_card(self, rule, window):
        session = self.revealing("star", house_rules={"stun_on_last_card": rule})
        do(session, "reveal_result", player="p2", revealed=5, reversal="any")
        assert shown(session, "phase") == window


class TestAbilities:
    """RD-701..709."""

    def turn(self, superstar, phase="MAIN", rules=None, other=None, **player):
        players = {"p1": {"superstar": superstar, **player}, "p2": other or {}}
        return table(phase=phase, house_rules=rules or {}, players=players)

    def test_refusals(self):
        session = self.turn(None)
        assert refusal(session, "use_ability", player="p1") == "no_ability"
        austin = self.turn("stone_cold_steve_austin", arsenal=0)
        assert refusal(austin, "use_ability", player="p1") == "arsenal_empty"
        assert refusal(austin, "use_ability", player="p2") == "not_active"
        assert refusal(austin, "use_ability", player="p1", ability="dance") == "no_ability"
        rock = self.turn("the_rock", "PRE_DRAW", ringside=["kick"], arsenal=54)
        two = {"ringside": ["kick", "chop"]}
        assert refusal(rock, "use_ability", player="p1", cards=two) == "card_count"
        assert refusal(rock, "use_ability", player="p1", cards={"ringside": ["chop"]}) == "card_not_in_ringside"
        jericho = self.turn("chris_jericho", hand=["kick"])
        assert refusal(jericho, "use_ability", player="p1", cards={"hand": ["chop"]}) == "card_not_in_hand"

    @pytest.mark.parametrize(("rule", "code"), [("draw_then_bottom", None), ("bottom_then_draw", "hand_too_small")])
    def test_austin_order(self, rule, code):
        session = self.turn("stone_cold_steve_austin", rules={"austin_order": rule}, hand_count=0)
        if code:
            assert refusal(session, "use_ability", player="p1") == code
        else:
            do(session, "use_ability", player="p1")
        held = self.turn("stone_cold_steve_austin", rules={"austin_order": rule}, hand=["kick"])
        do(held, "use_ability", player="p1", cards={"drawn": ["chop"], "bottom": ["kick"]})
        assert shown(held, "hand")["p1"] == ["chop"]

    def test_austin_may_put_back_what_is_drawn_unseen(self):
        session = self.turn("stone_cold_steve_austin", hand=["kick"])
        do(session, "use_ability", player="p1", cards={"bottom": ["chop"]})
        assert shown(session, "hand_count")["p1"] == 1

    @pytest.mark.parametrize(
        ("rule", "kane", "jericho"),
        [
            ("as_written", "mandatory_effect", None),
            ("optional", None, None),
            ("mandatory", "mandatory_effect", "mandatory_effect"),
        ],
    )
    def test_forced_abilities(self, rule, kane, jericho):
        session = self.turn("kane", "PRE_DRAW", {"forced_abilities": rule})
        if kane:
            assert refusal(session, "draw_segment", player="p1") == kane
            do(session, "use_ability", player="p1")
        do(session, "draw_segment", player="p1")
        session = self.turn("chris_jericho", rules={"forced_abilities": rule})
        if jericho:
            assert refusal(session, "end_turn", player="p1") == jericho
            do(session, "use_ability", player="p1")
            do(session, "resolve_effect", player="p2", effect="opponent_discard")
        do(session, "end_turn", player="p1")

    def test_the_undertaker_may_take_what_he_has_just_put_down(self):
        session = self.turn("the_undertaker", hand=["kick", "chop"], ringside=["punch"], arsenal=57)
        wrong = {"hand": ["kick", "chop"], "ringside": ["hmmm"]}
        assert refusal(session, "use_ability", player="p1", cards=wrong) == "card_not_in_ringside"
        do(session, "use_ability", player="p1", cards={"hand": ["kick", "chop"], "ringside": ["kick"]})
        assert shown(session, "hand")["p1"] == ["kick"]


class TestTagTeam:
    """RD-910..915."""

    def started(self, **rules):
        session = table(
            phase="SETUP",
            seats=list(FOUR),
            superstars=STARS,
            house_rules={"tag_team": "bookkeeping", **rules},
        )
        do(session, "start_match", superstars=FOUR, teams=TEAMS)
        return session

    @pytest.mark.parametrize("rule", ["none", "bookkeeping"])
    def test_tag_team(self, rule):
        session = table(phase="SETUP", seats=list(FOUR), superstars=STARS, house_rules={"tag_team": rule})
        if rule == "none":
            assert refusal(session, "start_match", superstars=FOUR, teams=TEAMS) == "tag_team_disabled"
            assert refusal(session, "start_match", superstars=FOUR) == "unknown_seat"
            assert refusal(session, "tag_switch", team="team_a", seat="p1") == "tag_team_disabled"
        else:
            short = {"team_a": ["p1"], "team_b": ["p2", "p3", "p4"]}
            assert refusal(session, "start_match", superstars=FOUR, teams=short) == "unknown_seat"
            strange = {"team_a": ["p1", "z"], "team_b": ["p2", "p4"]}
            assert refusal(session, "start_match", superstars=FOUR, teams=strange) == "unknown_seat"
            do(session, "start_match", superstars=FOUR, teams=TEAMS)

    def test_a_match_begins_with_the_active_seats(self):
        session = self.started()
        assert refusal(session, "tag_switch", team="team_a", seat="p2") == "unknown_seat"
        do(session, "tag_switch", team="team_a", seat="p3")
        do(session, "tag_switch", team="team_b", seat="p4")
        assert shown(session, "active") == "p4"
        assert shown(session, "hand_count") == {"p1": 5, "p2": 6, "p3": 5, "p4": 5}
        do(session, "draw_segment", player="p4")
        do(session, "play_card", player="p4", card="grab", as_="maneuver")
        do(session, "decline_reversal", player="p3")
        do(session, "reveal_result", player="p3", revealed=3)
        assert shown(session, "fr_against")["team_b"] == {"p1": 0, "p3": 3}
        do(session, "tag_switch", team="team_b", seat="p2")
        assert shown(session, "active") == "p2"
        do(session, "end_turn", player="p2")
        assert shown(session, "active_team") == "team_a"
        do(session, "concede", player="p3")
        outcome = GAME.outcome(session.state)
        assert set(outcome.winners) == {"p2", "p4"}
        assert set(outcome.losers) == {"p1", "p3"}

    def test_shared_fortitude_opens_cards(self):
        session = table(seats=list(FOUR), teams=TEAMS, house_rules={"tag_team": "bookkeeping"}, dealt={"p3": {"p2": 5}})
        cards = {"card": "russian_leg_sweep", "as_": "maneuver"}
        do(session, "play_card", player="p1", **cards)

    @pytest.mark.parametrize("rule", ["bottom", "shuffle"])
    def test_tag_recover_to(self, rule):
        session = table(seats=list(FOUR), teams=TEAMS, house_rules={"tag_team": "bookkeeping", "tag_recover_to": rule})
        act = session.handle("tag_recover", {"team": "team_a", "seat": "p3"})
        assert act.events[-1].to == rule
        empty = table(
            seats=list(FOUR),
            teams=TEAMS,
            house_rules={"tag_team": "bookkeeping"},
            players={"p3": {"arsenal": 55}},
        )
        assert refusal(empty, "tag_recover", team="team_a", seat="p3") == "ringside_empty"


class TestBeside:
    def test_move_cards(self):
        session = table(players={"p1": {"hand": ["kick"], "arsenal": 54, "ringside": ["chop"]}})
        move = {"player": "p1", "cause": "a text"}
        hand = {**move, "from_": "hand", "to": "arsenal"}
        assert refusal(session, "move_cards", **hand, count=2) == "hand_too_small"
        assert refusal(session, "move_cards", **hand, count=1, cards=["chop"]) == "card_not_in_hand"
        assert refusal(session, "move_cards", **hand, count=1, cards=["kick", "chop"]) == "card_count"
        assert refusal(session, "move_cards", **hand, count=-1) == "card_count"
        ringside = {**move, "from_": "ringside", "to": "hand"}
        assert refusal(session, "move_cards", **ringside, count=9) == "ringside_empty"
        arsenal = {**move, "from_": "arsenal", "to": "ringside"}
        assert refusal(session, "move_cards", **arsenal, count=99) == "arsenal_empty"
        assert refusal(session, "move_cards", **{**arsenal, "player": "z"}, count=1) == "unknown_seat"
        do(session, "move_cards", **arsenal, count=1, cards=["punch"])
        do(session, "move_cards", **ringside, count=1, cards=["chop"])
        do(session, "move_cards", **hand, count=1)
        assert shown(session, "zone_sum")["p1"] == 60
        assert shown(session, "ringside")["p1"] == ["punch"]
        early = table(phase="SETUP", superstars=STARS)
        do(early, "start_match", superstars={"p1": "the_rock", "p2": "stone_cold_steve_austin"})
        assert refusal(early, "move_cards", **arsenal, count=1) == "wrong_window"

    def test_the_end(self):
        session = table()
        assert refusal(session, "concede", player="z") == "unknown_seat"
        do(session, "concede", player="p1")
        assert refusal(session, "end_turn", player="p1") == "match_over"
        assert GAME.outcome(session.state).result is Result.WON
        assert GAME.pending(session.state) == ()

    def test_a_draw(self):
        session = table(players={"p1": {"arsenal": 0}, "p2": {"arsenal": 0}})
        do(session, "end_turn", player="p1")
        assert GAME.outcome(session.state).result is Result.DRAW


class TestRuling:
    """K-15."""

    @pytest.mark.parametrize(
        ("topic", "value"),
        [
            ("fr", 12),
            ("arsenal", 7),
            ("hand_count", 2),
            ("hand", ["kick", "chop", "grab", "any", "small", "dq"]),
            ("ringside", ["kick"]),
            ("ring", ["grab", "big"]),
            ("superstar", "kane"),
        ],
    )
    def test_fields_of_a_player(self, topic, value):
        session = table()
        do(session, "referee_ruling", topic=topic, subject="p1", value=value)
        assert shown(session, topic)["p1"] == value

    def test_fields_of_the_match(self):
        session = table()
        do(session, "referee_ruling", topic="bonuses", value=[{"source": "boost", "d": 4}])
        do(session, "referee_ruling", topic="last_card", value={"card": "kick", "kind": "maneuver", "damage": 5})
        do(session, "referee_ruling", topic="cards", value={"powerbomb": {"f": 0, "d": 6}})
        do(session, "referee_ruling", topic="house_rules", value={"stun_draw": "mandatory"})
        do(session, "referee_ruling", topic="turn_no", value=9)
        down(session, "powerbomb")
        assert shown(session, "play")["damage"] == 10
        assert shown(session, "turn_no") == 9
        do(session, "referee_ruling", topic="active", value="p2")
        assert shown(session, "active") == "p2"

    def test_refusals(self):
        session = table()
        assert refusal(session, "referee_ruling", topic="fr", subject="z", value=1) == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="active", value="z") == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="ring", subject="p1", value=["zzz"]) == "unknown_card"
        for topic, value in (("colour", 1), ("fr", -1), ("phase", "LUNCH"), ("house_rules", {"a": 1})):
            with pytest.raises(NotationError):
                session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})


class TestSetup:
    @pytest.mark.parametrize(
        "setup",
        [
            {"colour": 1},
            {"active": "z"},
            {"players": {"z": {}}},
            {"players": {"p1": {"superstar": "hulk"}}},
            {"players": {"p1": {"hand": ["zzz"]}}},
            {"dealt": {"p1": {"z": 1}}},
            {"cards": {"x": {"colour": 1}}},
            {"house_rules": {"ruleset": "expert"}},
        ],
    )
    def test_what_makes_no_sense_is_named(self, setup):
        with pytest.raises(NotationError):
            table(**setup)


@pytest.mark.parametrize(("rule", "seen"), [(True, ["kick"]), (False, "hidden")])
def test_ringside_public(rule, seen):
    players = {"p1": {"hand": ["grab"], "ringside": ["kick"], "arsenal": 54}}
    session = table(house_rules={"ringside_public": rule}, players=players)
    public = GAME.view(session.state, "public")
    assert public["ringside"]["p1"] == seen
    assert public["hand"]["p1"] == "hidden"
    assert GAME.view(session.state, "p1")["hand"]["p1"] == ["grab"]
    assert GAME.view(session.state, "referee")["hand"]["p1"] == ["grab"]
