"""Sentences of the rules file that its golden cases leave out, every option of its decisions, every refusal."""

import pytest

from companion.errors import NotationError
from companion.games.wrasslin_manager import GAME
from companion.games.wrasslin_manager.card_file import FORMAT
from companion.games.wrasslin_manager.events import CardDiscarded
from companion.games.wrasslin_manager.model import CardEntry
from companion.kernel.card_files import Content
from companion.kernel.codec import decode
from companion.kernel.outcome import Result
from companion.kernel.session import Session

from .table import CARDS, do, play, refusal, shown, table

FANS = {"kind": "fans", "amount": 3}

WRESTLERS = {
    "ana": {"fue": 3, "agi": 2, "tec": 2, "deck_count": 12},
    "bea": {"fue": 2, "agi": 3, "tec": 2, "deck_count": 12},
    "cid": {"fue": 2, "agi": 3, "tec": None, "deck_count": 12},
}


class TestSeason:
    """WM-001..005, WM-D29."""

    def test_what_a_start_needs(self):
        session = table(phase="SETUP", wrestlers=WRESTLERS)
        assert refusal(session, "start_season", wrestlers={"p1": "ana", "p2": "zoe"}) == "unknown_wrestler"
        assert refusal(session, "start_season", wrestlers={"p1": "ana", "p2": "cid"}) == "value_missing"
        assert refusal(session, "start_season", wrestlers={"p1": "ana"}) == "value_missing"
        assert refusal(session, "start_season", wrestlers={"p1": "ana", "p3": "bea"}) == "unknown_seat"
        assert refusal(session, "finish_discard") == "wrong_phase"
        do(session, "start_season", wrestlers={"p1": "ana", "p2": "bea"}, house_rules={"grave_injury": "never"})
        assert session.state.rule("grave_injury") == "never"
        assert refusal(session, "start_season", wrestlers={"p1": "ana", "p2": "bea"}) == "wrong_phase"
        assert refusal(session, "declare_grave_injury", player="p1") == "grave_injury_disabled"

    def test_from_nothing_with_files(self):
        session = Session(GAME)
        assert GAME.pending(session.state)[-1].kind == "start_season"
        do(session, "start_season", wrestlers={"p1": "ana", "p2": "bea"}, wrestler_file=WRESTLERS, cards=CARDS)
        assert GAME.pending(session.state)[-1].owner == ("p1", "p2")


class TestMaintenance:
    """WM-101..114."""

    def test_refill_refusals(self):
        session = table(phase="REFILL")
        assert refusal(session, "refill_hand", player="z", drawn=2) == "unknown_seat"
        assert refusal(session, "refill_hand", player="p1", drawn=2, reshuffled=True) == "reshuffle_flag"
        do(session, "refill_hand", player="p1", drawn=2)
        assert refusal(session, "refill_hand", player="p1", drawn=0) == "already_refilled"
        assert refusal(session, "place_event", slot=1, kind="minor") == "wrong_phase"

    def test_drawing_stops_where_nothing_is_left(self):
        session = table(phase="REFILL", players={"p1": {"hand_count": 1, "deck_count": 2}})
        assert refusal(session, "refill_hand", player="p1", drawn=5) == "draw_count"
        do(session, "refill_hand", player="p1", drawn=2)

    @pytest.mark.parametrize(("rule", "hand"), [("keep", 6), ("discard_down", 4)])
    def test_hand_excess(self, rule, hand):
        players = {"p1": {"stats": [1, 2, 1], "hand_count": 6}}
        session = table(phase="REFILL", house_rules={"hand_excess": rule}, players=players)
        do(session, "refill_hand", player="p1", drawn=0)
        assert shown(session, "hand_count")["p1"] == hand
        assert shown(session, "discard_count")["p1"] == 6 - hand

    def test_the_starter_by_chance(self):
        session = table(phase="REFILL")
        for seat in ("p1", "p2"):
            do(session, "refill_hand", player=seat, drawn=2)
        assert refusal(session, "set_random_starter") == "value_missing"
        assert refusal(session, "set_random_starter", value="z") == "unknown_seat"
        seeded = table("4", phase="REFILL")
        for seat in ("p1", "p2"):
            do(seeded, "refill_hand", player=seat, drawn=2)
        do(seeded, "set_random_starter")
        assert shown(seeded, "starting_player") in {"p1", "p2"}

    def events(self, **rules):
        session = table(phase="REFILL", house_rules=rules, players={"p1": {"stats": [2, 3, 2]}})
        do(session, "refill_hand", player="p1", drawn=3)
        do(session, "refill_hand", player="p2", drawn=2)
        return session

    @pytest.mark.parametrize(
        ("entry", "fitting"),
        [({}, (1, 3, 4)), ({"round": 4}, (4,)), ({"round": 3}, (3,)), ({"world_title": True}, (4,))],
    )
    def test_a_star_event_is_laid_out_in_its_round(self, entry, fitting):
        """WM-114."""
        for number in (1, 3, 4):
            setup = {"round": number, "phase": "REFILL", "players": {"p1": {"stats": [2, 3, 2]}}}
            session = table(**setup, cards={**CARDS, "big": {"kind": "star_event", **entry}})
            for seat in ("p1", "p2"):
                offers = GAME.offers(session.state, seat)
                session.handle("refill_hand", next(one.parameters for one in offers if one.command == "refill_hand"))
            for slot in (1, 2):
                do(session, "place_event", slot=slot, kind="minor")
            star = {"slot": 3, "kind": "star", "card": "big"}
            if number in fitting:
                do(session, "place_event", **star)
            else:
                assert refusal(session, "place_event", **star) == "event_order"

    @pytest.mark.parametrize(
        "entry",
        [
            {"kind": "star_event", "round": 5},
            {"kind": "star_event", "round": 1, "world_title": True},
            {"kind": "minor_event", "round": 2},
        ],
    )
    def test_the_checker_finds_a_round_that_cannot_be(self, entry):
        content = Content({}, {"cards": {"big": decode(CardEntry, entry, "big")}, "wrestlers": {}})
        assert [one.path for one in FORMAT.check("cards", "big", content)] == [("round",)]

    def test_events_are_laid_out_in_order(self):
        session = self.events()
        assert refusal(session, "place_event", slot=4, kind="minor") == "unknown_event"
        assert refusal(session, "place_event", slot=2, kind="minor") == "event_order"
        assert refusal(session, "place_event", slot=1, kind="minor", card="zzz") == "unknown_card"
        assert refusal(session, "place_event", slot=1, kind="minor", card="hold") == "card_kind"
        assert refusal(session, "place_event", slot=1, kind="minor", rewards={"top": "nothing"}) == "reward_kind"
        bad = {"left": {"kind": "gold"}}
        assert refusal(session, "place_event", slot=1, kind="minor", rewards=bad) == "reward_kind"
        wrong = {"left": {"kind": "training", "card": "hold"}}
        assert refusal(session, "place_event", slot=1, kind="minor", rewards=wrong) == "card_kind"
        missing = {"left": {"kind": "training", "card": "zzz"}}
        assert refusal(session, "place_event", slot=1, kind="minor", rewards=missing) == "unknown_card"
        do(session, "place_event", slot=1, kind="minor", card="fair", rewards={"center": FANS})
        slot = shown(session, "slots")["1"]
        assert slot["left"] == {"kind": "fans", "amount": 2}
        assert slot["center"] == FANS
        assert slot["right"] == "unknown"

    @pytest.mark.parametrize(("rule", "accepted"), [("manual", True), ("file", False)])
    def test_card_source(self, rule, accepted):
        session = self.events(card_source=rule)
        if accepted:
            do(session, "place_event", slot=1, kind="minor")
        else:
            assert refusal(session, "place_event", slot=1, kind="minor") == "value_missing"


class TestConfrontation:
    """WM-201..209."""

    def test_refusals_in_their_order(self):
        session = table(players={"p1": {"hand": ["hold", "comet"]}, "p2": {"sta": 1}})
        assert refusal(session, "play_maneuver", player="z", card="hold", event=1) == "unknown_seat"
        assert refusal(session, "play_maneuver", player="p2", card="hold", event=1) == "not_your_turn"
        assert refusal(session, "play_maneuver", player="p1", card="zzz", event=1) == "unknown_card"
        assert refusal(session, "play_maneuver", player="p1", card="comet", event=1) == "card_kind"
        assert refusal(session, "play_star_move", player="p1", card="hold", event=1) == "card_kind"
        assert refusal(session, "play_maneuver", player="p1", card="hold", event=9) == "unknown_event"
        assert refusal(session, "play_maneuver", player="p1", card="hit", event=1) == "card_not_in_hand"
        assert refusal(session, "use_effect", player="p1", icon="cancel") == "no_effect_pending"
        assert refusal(session, "prevent_knockout", player="p1", card="none") == "no_effect_pending"
        assert refusal(session, "resolve_event", slot=1) == "wrong_phase"
        do(session, "pass_turn", player="p1")
        assert refusal(session, "play_maneuver", player="p2", card="slam", event=1) == "requirement"
        assert refusal(session, "play_maneuver", player="p2", card="dear", event=1) == "stamina"

    @pytest.mark.parametrize(("rule", "left"), [("card_cost_if_given", 1), ("manual", 3)])
    def test_stamina_use(self, rule, left):
        session = table(house_rules={"stamina_use": rule})
        play(session, "p1", "dear")
        assert shown(session, "sta")["p1"] == left

    def test_pass_mode_two_consecutive(self):
        session = table(house_rules={"pass_mode": "two_consecutive"})
        do(session, "pass_turn", player="p1")
        play(session, "p2", "hold")
        assert shown(session, "passed") == {"p1": False, "p2": False}
        do(session, "pass_turn", player="p1")
        do(session, "pass_turn", player="p2")
        assert shown(session, "phase") == "RESOLVE"

    @pytest.mark.parametrize(("rule", "code"), [(True, None), (False, "knocked_out")])
    def test_knockout_can_play(self, rule, code):
        session = table(house_rules={"knockout_can_play": rule}, players={"p1": {"knocked_out": True}})
        if code is None:
            play(session, "p1", "hold")
        else:
            assert refusal(session, "play_maneuver", player="p1", card="hold", event=1) == code
            do(session, "pass_turn", player="p1")

    def test_support_cards(self):
        session = table(players={"p1": {"training": 1, "strategy": ["plan"]}})
        assert refusal(session, "play_training", player="p1", card="plan") == "card_kind"
        assert refusal(session, "play_training", player="p1", card="zzz") == "unknown_card"
        assert refusal(session, "play_strategy", player="p1") == "card_not_available"
        do(session, "play_training", player="p1", ruling="runs a lap")
        assert shown(session, "training_count")["p1"] == 0

    @pytest.mark.parametrize("rule", [False, True])
    def test_support_cards_any_time(self, rule):
        session = table(house_rules={"support_cards_any_time": rule}, players={"p2": {"training": ["drill"]}})
        if rule:
            do(session, "play_training", player="p2", card="drill")
            assert shown(session, "turn") == "p1"
        else:
            assert refusal(session, "play_training", player="p2", card="drill") == "not_your_turn"
        early = table(phase="SETUP", house_rules={"support_cards_any_time": rule})
        assert refusal(early, "play_training", player="p2", card="drill") == "wrong_phase"


class TestIcons:
    """WM-301..361."""

    def test_refusals(self):
        session = table()
        play(session, "p1", "two")
        assert refusal(session, "pass_turn", player="p1") == "effect_pending"
        assert refusal(session, "use_effect", player="p2", icon="attrition") == "not_yours"
        assert refusal(session, "use_effect", player="z", icon="attrition") == "unknown_seat"
        assert refusal(session, "skip_effect", player="p1", icon="momentum") == "wrong_icon"

    def test_effect_order_player_choice(self):
        session = table(house_rules={"effect_order": "player_choice"})
        play(session, "p1", "two")
        assert set(GAME.pending(session.state)[-1].options) == {"attrition", "momentum", "skip"}
        do(session, "use_effect", player="p1", icon="momentum")
        assert refusal(session, "use_effect", player="p1", icon="momentum") == "wrong_icon"
        do(session, "use_effect", player="p1", icon="attrition")
        assert shown(session, "turn") == "p2"

    @pytest.mark.parametrize(("rule", "used"), [("all_effects", []), ("attrition_only", ["momentum"])])
    def test_requirement_gate(self, rule, used):
        session = table(house_rules={"requirement_gate": rule})
        play(session, "p1", "slam")
        assert [effect.icon for effect in session.state.effects] == ([] if not used else ["momentum", "attrition"])
        for icon in used:
            do(session, "use_effect", player="p1", icon=icon)
        assert shown(session, "stats")["p2"] == [2, 2, 2]
        assert shown(session, "turn") == "p2"

    @pytest.mark.parametrize(("rule", "markers"), [("per_event", ["center", "p1"]), ("single", ["p1", "p1"])])
    def test_momentum_scope(self, rule, markers):
        session = table(house_rules={"momentum_scope": rule})
        play(session, "p1", "surge", 2)
        do(session, "use_effect", player="p1", icon="momentum")
        slots = shown(session, "slots")
        assert [slots["1"]["momentum"], slots["2"]["momentum"]] == markers

    @pytest.mark.parametrize(("rule", "available"), [("same_event", False), ("any_open_event", True)])
    def test_reverse_scope(self, rule, available):
        for card, icon in (("stop", "cancel"), ("answer", "return")):
            session = table(house_rules={"reverse_scope": rule})
            play(session, "p1", "hold", 1)
            play(session, "p2", card, 2)
            if available:
                do(session, "use_effect", player="p2", icon=icon)
            zone = shown(session, "slots")["1"]["zone"]
            assert zone["p1"] == ([] if available else ["hold"])
            if icon == "return" and available:
                assert zone["p2"] == ["hold"]

    def test_a_roll_back_undoes_knock_out_and_marker(self):
        cards = {**CARDS, "both": {"effects": ["attrition", "momentum"]}}
        session = table(cards=cards, house_rules={"cancel_rolls_back": True}, players={"p2": {"stats": [1, 1, 2]}})
        do(session, "play_maneuver", player="p1", card="both", event=1)
        do(session, "use_effect", player="p1", icon="attrition")
        do(session, "use_effect", player="p1", icon="momentum")
        assert shown(session, "knocked_out")["p2"] is True
        play(session, "p2", "stop")
        do(session, "use_effect", player="p2", icon="cancel")
        assert shown(session, "knocked_out")["p2"] is False
        assert shown(session, "stats")["p2"] == [1, 1, 2]
        assert shown(session, "slots")["1"]["momentum"] == "center"

    @pytest.mark.parametrize(("rule", "waiting"), [(True, True), (False, False)])
    def test_return_uses_effects(self, rule, waiting):
        session = table(house_rules={"return_uses_effects": rule}, slots={1: {"zone": {"p1": ["hit"]}}}, turn="p2")
        play(session, "p2", "answer")
        do(session, "use_effect", player="p2", icon="return")
        assert bool(session.state.effects) is waiting

    def test_the_thief_must_meet_the_requirement(self):
        session = table(slots={1: {"zone": {"p1": ["slam"]}}}, turn="p2")
        assert "effect_skipped" in play(session, "p2", "answer")
        session = table(slots={1: {"zone": {"p1": ["slam"]}}}, turn="p2", players={"p2": {"stats": [4, 2, 2]}})
        assert "effect_skipped" not in play(session, "p2", "answer")

    def test_breather(self):
        session = table(players={"p1": {"hand": ["rest", "hold"], "hand_count": 3, "deck_count": 1, "discard": 2}})
        play(session, "p1", "rest")
        assert refusal(session, "use_effect", player="p1", icon="breather", card="zzz") == "unknown_card"
        assert refusal(session, "use_effect", player="p1", icon="breather", card="drill") == "card_kind"
        events = do(session, "use_effect", player="p1", icon="breather", card="hold")
        assert "deck_reshuffled" in events
        assert shown(session, "discard")["p1"] == ["hold"]
        assert shown(session, "deck_count")["p1"] == 2

    def test_breather_from_a_deck_that_is_empty(self):
        session = table(players={"p1": {"deck_count": 0, "discard": 2}})
        play(session, "p1", "rest")
        do(session, "use_effect", player="p1", icon="breather")
        assert (shown(session, "deck_count")["p1"], shown(session, "discard_count")["p1"]) == (1, 1)
        nothing = table(players={"p1": {"deck_count": 0}})
        assert "effect_skipped" in play(nothing, "p1", "rest")

    def test_remove_refusals(self):
        session = table(players={"p1": {"hand": ["trim", "hold", "comet"]}})
        play(session, "p1", "trim")
        assert refusal(session, "use_effect", player="p1", icon="remove", card="hit") == "card_not_in_hand"
        assert refusal(session, "use_effect", player="p1", icon="remove", card="comet") == "card_kind"

    @pytest.mark.parametrize(("rule", "supply"), [(True, ["hold"]), (False, [])])
    def test_removed_card_returns(self, rule, supply):
        session = table(house_rules={"removed_card_returns": rule}, players={"p1": {"hand": ["trim", "hold"]}})
        play(session, "p1", "trim")
        do(session, "use_effect", player="p1", icon="remove", card="hold")
        assert shown(session, "supply") == supply
        assert shown(session, "supply_gained") == len(supply)

    def test_a_card_that_is_gone_is_no_reward(self):
        session = table(
            house_rules={"removed_card_returns": False},
            players={"p1": {"hand": ["trim", "hold"], "stats": [3, 3, 3]}},
            slots={1: {"center": "unknown"}},
        )
        play(session, "p1", "trim")
        do(session, "use_effect", player="p1", icon="remove", card="hold")
        do(session, "pass_turn", player="p2")
        do(session, "pass_turn", player="p1")
        do(session, "resolve_event", slot=1)
        grant = {"player": "p1", "slot": 1, "section": "center", "kind": "maneuver", "card": "hold"}
        assert refusal(session, "grant_reward", **grant) == "card_not_available"

    @pytest.mark.parametrize(("rule", "available"), [(False, False), (True, True)])
    def test_remove_star_moves(self, rule, available):
        session = table(house_rules={"remove_star_moves": rule}, players={"p1": {"hand": ["trim", "comet"]}})
        play(session, "p1", "trim")
        assert session.state.effects  # asked of every hand: a skip would tell which cards are there
        if not available:
            use = {"player": "p1", "icon": "remove", "card": "comet"}
            assert refusal(session, "use_effect", **use) == "card_kind"
        else:
            do(session, "use_effect", player="p1", icon="remove", card="comet")
            assert shown(session, "star_moves_owned")["p1"] == 0

    @pytest.mark.parametrize(("ref", "options"), [("jaw", ("jaw", "none")), ("drill", ("none",))])
    def test_the_question_of_a_knockout_does_not_tell_what_lies_face_down(self, ref, options):
        session = table(players={"p2": {"stats": [1, 1, 2], "training": [ref]}})
        play(session, "p1", "hit")
        act = session.handle("use_effect", {"player": "p1", "icon": "attrition"})
        told = [line.en for event in act.events if (line := GAME.tell(session.state, event))]
        assert told == ["p1 uses Attrition.", "p2: TEC 2 → 1.", "p2: is it a knock-out?"]
        assert GAME.pending(session.state)[-1].options == options
        do(session, "prevent_knockout", player="p2", card="none")
        assert shown(session, "knocked_out")["p2"]

    def test_prevention_refusals_and_unnamed_cards(self):
        session = table(players={"p2": {"stats": [1, 1, 2], "training": 1}})
        play(session, "p1", "hit")
        do(session, "use_effect", player="p1", icon="attrition")
        assert GAME.pending(session.state)[-1].options == ("jaw", "none")
        assert refusal(session, "prevent_knockout", player="p1", card="none") == "not_yours"
        assert refusal(session, "prevent_knockout", player="z", card="none") == "unknown_seat"
        assert refusal(session, "prevent_knockout", player="p2", card="zzz") == "unknown_card"
        assert refusal(session, "prevent_knockout", player="p2", card="drill") == "card_not_available"
        assert refusal(session, "use_effect", player="p1", icon="attrition") == "effect_pending"
        do(session, "prevent_knockout", player="p2", card="jaw")
        assert shown(session, "training_count")["p2"] == 0


class TestResolution:
    """WM-401..430."""

    def resolve(self, rules=None, **setup):
        session = table(phase="RESOLVE", house_rules=rules or {}, **setup)
        do(session, "resolve_event", slot=1)
        return session

    @pytest.mark.parametrize(
        ("rule", "winner", "fans"),
        [("no_winner", None, [0, 0]), ("starting_player", "p1", [3, 0]), ("both", None, [3, 3])],
    )
    def test_power_tie(self, rule, winner, fans):
        session = self.resolve({"power_tie": rule}, slots={1: {"center": FANS}})
        assert shown(session, "slots")["1"]["winner"] == winner
        assert list(shown(session, "fans").values()) == fans

    @pytest.mark.parametrize(("rule", "winner"), [(False, "p1"), (True, "p2")])
    def test_central_needs_card(self, rule, winner):
        players = {"p1": {"stats": [3, 3, 3]}}
        session = self.resolve({"central_needs_card": rule}, players=players, slots={1: {"zone": {"p2": ["hold"]}}})
        assert shown(session, "slots")["1"]["winner"] == winner

    @pytest.mark.parametrize(("rule", "winner"), [("no_winner", None), ("compare_power", "p1")])
    def test_double_knockout(self, rule, winner):
        players = {"p1": {"stats": [3, 3, 3], "knocked_out": True}, "p2": {"knocked_out": True}}
        session = self.resolve({"double_knockout": rule}, players=players)
        assert shown(session, "slots")["1"]["winner"] == winner

    @pytest.mark.parametrize(("rule", "fans"), [(True, 3), (False, 0)])
    def test_knockout_keeps_lateral(self, rule, fans):
        session = self.resolve(
            {"knockout_keeps_lateral": rule},
            players={"p1": {"knocked_out": True}},
            slots={1: {"zone": {"p1": ["hold"]}, "left": FANS}},
        )
        assert shown(session, "fans")["p1"] == fans

    def recovery(self, rules=None, amount=None, **player):
        reward = {"kind": "recovery"} if amount is None else {"kind": "recovery", "amount": amount}
        players = {"p1": {"stats": [1, 1, 1], "start": [4, 2, 2], **player}}
        return self.resolve(rules, players=players, slots={1: {"zone": {"p1": ["hold"]}, "left": reward}})

    @pytest.mark.parametrize(("rule", "fue"), [("one", 2), ("full", 4)])
    def test_recovery_amount(self, rule, fue):
        session = self.recovery({"recovery_amount": rule})
        do(session, "recover", player="p1", stat="fue")
        assert shown(session, "fue")["p1"] == fue

    def test_recovery_of_several_points(self):
        session = self.recovery(amount=2)
        do(session, "recover", player="p1", stat="fue")
        assert shown(session, "fue")["p1"] == 3

    @pytest.mark.parametrize(("rule", "options"), [("start_value", {"none"}), ("none", {"fue", "agi", "tec", "none"})])
    def test_recovery_cap(self, rule, options):
        slots = {1: {"zone": {"p1": ["hold"]}, "left": {"kind": "recovery"}}}
        session = self.resolve({"recovery_cap": rule}, slots=slots)
        pending = GAME.pending(session.state)[-1]
        assert (set(pending.options) == options) if rule == "none" else (pending.kind == "resolve_event")

    @pytest.mark.parametrize(("rule", "down"), [("round", True), ("while_at_floor", False)])
    def test_knockout_lasts(self, rule, down):
        session = self.recovery({"knockout_lasts": rule}, knocked_out=True)
        do(session, "recover", player="p1", stat="agi")
        assert shown(session, "knocked_out")["p1"] is down

    def test_recover_refusals(self):
        session = self.recovery()
        assert refusal(session, "recover", player="p2", stat="fue") == "not_yours"
        assert refusal(session, "recover", player="z", stat="fue") == "unknown_seat"
        assert refusal(session, "recover", player="p1", stat="luck") == "unknown_stat"
        assert refusal(session, "recover", player="p1", stat="sta") == "stat_at_cap"
        grant = {"player": "p1", "slot": 1, "section": "left", "kind": "fans"}
        assert refusal(session, "grant_reward", **grant) == "reward_not_due"
        do(session, "recover", player="p1", stat="none")
        assert refusal(session, "recover", player="p1", stat="fue") == "reward_not_due"

    def test_grant_refusals(self):
        session = self.resolve(players={"p1": {"stats": [3, 3, 3]}}, slots={1: {"center": "unknown"}})
        grant = {"player": "p1", "slot": 1, "section": "center", "kind": "fans"}
        assert refusal(session, "grant_reward", **{**grant, "player": "p2"}) == "not_yours"
        assert refusal(session, "grant_reward", **{**grant, "player": "z"}) == "unknown_seat"
        assert refusal(session, "grant_reward", **{**grant, "slot": 2}) == "reward_not_due"
        assert refusal(session, "grant_reward", **{**grant, "section": "left"}) == "reward_not_due"
        assert refusal(session, "grant_reward", **{**grant, "kind": "gold"}) == "reward_kind"
        assert refusal(session, "grant_reward", **{**grant, "amount": -1}) == "reward_kind"
        assert refusal(session, "grant_reward", **{**grant, "card": "hold"}) == "card_kind"
        do(session, "grant_reward", **{**grant, "kind": "strategy", "amount": 2})
        assert shown(session, "strategy_count")["p1"] == 2

    def test_an_unknown_recovery_is_told_then_chosen(self):
        session = self.resolve(
            players={"p1": {"stats": [3, 3, 3], "start": [4, 4, 4]}}, slots={1: {"center": "unknown"}}
        )
        events = do(session, "grant_reward", player="p1", slot=1, section="center", kind="recovery")
        assert "reward_granted" not in events
        assert "reward_granted" in do(session, "recover", player="p1", stat="fue")
        assert shown(session, "fue")["p1"] == 4

    def test_nothing_is_a_reward_too(self):
        session = self.resolve(players={"p1": {"stats": [3, 3, 3]}}, slots={1: {"center": "unknown"}})
        do(session, "grant_reward", player="p1", slot=1, section="center", kind="nothing")
        assert shown(session, "slots")["1"]["resolved"] is True

    def test_lateral_side_choose(self):
        lateral = {"zone": {"p1": ["hold"], "p2": ["hit"]}, "left": FANS, "right": {"kind": "fans", "amount": 1}}
        session = self.resolve({"lateral_side": "choose"}, slots={1: lateral})
        assert GAME.pending(session.state)[-1].options == ("left", "right")
        wrong = {"player": "p1", "slot": 1, "section": "right", "kind": "training"}
        assert refusal(session, "grant_reward", **wrong) == "reward_kind"
        do(session, "grant_reward", player="p1", slot=1, section="right", kind="fans")
        assert shown(session, "fans") == {"p1": 1, "p2": 3}

    def test_events_resolve_in_their_order(self):
        session = self.resolve()
        assert refusal(session, "resolve_event", slot=1) == "event_resolved"
        assert refusal(session, "resolve_event", slot=3) == "event_order"
        assert refusal(session, "resolve_event", slot=7) == "unknown_event"

    def test_star_moves_won_go_under_the_deck(self):
        session = self.resolve(
            players={"p1": {"stats": [3, 3, 3]}}, slots={1: {"center": {"kind": "maneuver", "card": "comet"}}}
        )
        assert shown(session, "star_moves_owned")["p1"] == 1
        assert shown(session, "deck_count")["p1"] == 11


class TestEnd:
    """WM-601..604, WM-011."""

    @pytest.mark.parametrize(("rule", "discarded"), [("by_type", 0), ("all_to_discard", 1)])
    def test_discard_routing(self, rule, discarded):
        session = table(house_rules={"discard_routing": rule}, players={"p1": {"training": ["drill"]}})
        do(session, "play_training", player="p1", card="drill")
        do(session, "pass_turn", player="p2")
        do(session, "pass_turn", player="p1")
        for slot in (1, 2, 3):
            do(session, "resolve_event", slot=slot)
        do(session, "finish_discard")
        assert shown(session, "discard_count")["p1"] == discarded

    @pytest.mark.parametrize(("rule", "winner"), [("owned", None), ("owned_plus_played", "p1")])
    def test_tiebreak_count(self, rule, winner):
        players = {"p1": {"training_played": 1}}
        session = table(round=4, phase="DISCARD", house_rules={"tiebreak_count": rule}, players=players)
        do(session, "finish_discard")
        assert shown(session, "winner") == winner
        outcome = GAME.outcome(session.state)
        assert outcome.result is (Result.NOBODY if winner is None else Result.WON)
        assert [line.en.partition(":")[0] for line in outcome.trace][:2] == ["fans", "star moves"]

    def test_both_gravely_injured(self):
        session = table()
        assert refusal(session, "declare_grave_injury", player="z") == "unknown_seat"
        do(session, "declare_grave_injury", player="both")
        assert (shown(session, "winner"), shown(session, "method")) == (None, "grave_injury")
        assert refusal(session, "pass_turn", player="p1") == "season_over"

    def test_an_injury_by_ruling_counts_at_the_end(self):
        session = table(round=4, phase="DISCARD", players={"p1": {"fans": 9}})
        do(session, "referee_ruling", topic="gravely_injured", subject="p1", value=True)
        do(session, "finish_discard")
        assert shown(session, "winner") == "p2"

    def test_stamina_by_hand(self):
        session = table()
        assert refusal(session, "adjust_stamina", player="z", delta=1, reason="x") == "unknown_seat"
        do(session, "adjust_stamina", player="p1", delta=-9, reason="cramp")
        assert shown(session, "sta")["p1"] == 0
        do(session, "adjust_stamina", player="p1", delta=9, reason="water")
        assert shown(session, "sta")["p1"] == 3


class TestRuling:
    """K-15, WM-D31."""

    @pytest.mark.parametrize(
        ("topic", "value"),
        [
            ("fue", 5),
            ("stats", [5, 5, 5]),
            ("power", 9),
            ("fans", 7),
            ("sta", 1),
            ("knocked_out", True),
            ("hand_count", 2),
            ("hand", ["hold", "hit", "stop", "rest", "two"]),
            ("discard", ["hold"]),
            ("training", ["drill"]),
        ],
    )
    def test_fields_of_a_manager(self, topic, value):
        session = table()
        do(session, "referee_ruling", topic=topic, subject="p1", value=value)
        assert shown(session, topic)["p1"] == value

    def test_unnamed_cards_and_star_moves(self):
        session = table()
        do(session, "referee_ruling", topic="strategy", subject="p1", value=2)
        do(session, "referee_ruling", topic="star_moves", subject="p1", value={"deck": 3})
        assert shown(session, "strategy_count")["p1"] == 2
        assert shown(session, "star_moves_owned")["p1"] == 3

    def test_fields_of_the_season(self):
        session = table()
        do(session, "referee_ruling", topic="turn", value="p2")
        do(session, "referee_ruling", topic="momentum", value="p2")
        do(session, "referee_ruling", topic="momentum", value={1: "p1"})
        do(session, "referee_ruling", topic="slots", value={2: {"winner": "p1", "left": {"kind": "fans"}}})
        do(session, "referee_ruling", topic="house_rules", value={"power_tie": "both"})
        slots = shown(session, "slots")
        assert [slots[number]["momentum"] for number in "123"] == ["p1", "p2", "p2"]
        assert slots["2"]["left"] == {"kind": "fans", "amount": 1}
        assert shown(session, "turn") == "p2"
        assert session.state.rule("power_tie") == "both"

    def test_a_bonus_to_power_holds_for_the_round(self):
        session = table(phase="RESOLVE")
        do(session, "referee_ruling", topic="power", subject="p2", value=8, note="Training card")
        do(session, "resolve_event", slot=1)
        assert shown(session, "slots")["1"]["power"] == {"p1": 6, "p2": 8}
        for slot in (2, 3):
            do(session, "resolve_event", slot=slot)
        do(session, "finish_discard")
        assert shown(session, "power")["p2"] == 6

    def test_refusals(self):
        session = table()
        assert refusal(session, "referee_ruling", topic="colour", value=1) == "unknown_field"
        assert refusal(session, "referee_ruling", topic="fans", subject="z", value=1) == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="fans", subject="p1") == "value_missing"
        assert refusal(session, "referee_ruling", topic="turn", value="z") == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="slots", value={9: {}}) == "unknown_event"
        assert refusal(session, "referee_ruling", topic="slots", value={1: {"colour": 1}}) == "unknown_field"
        for topic, value in (("fue", 0), ("fans", -1), ("momentum", "z"), ("momentum", {9: "p1"}), ("phase", "LUNCH")):
            with pytest.raises(NotationError):
                session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})


class TestSetup:
    @pytest.mark.parametrize(
        "setup",
        [
            {"colour": 1},
            {"round": 5},
            {"turn": "z"},
            {"players": {"z": {}}},
            {"slots": {4: {}}},
            {"slots": {1: {"zone": {"p1": ["zzz"]}}}},
            {"slots": {1: {"zone": {"p1": [{"card": "hold", "owner": "z"}]}}}},
            {"players": {"p1": {"hand": ["zzz"]}}},
            {"house_rules": {"power_tie": "coin"}},
        ],
    )
    def test_what_makes_no_sense_is_named(self, setup):
        with pytest.raises(NotationError):
            table(**setup)


def test_hidden_cards_stay_hidden():
    players = {"p1": {"hand": ["hold", "comet"], "training": ["drill"], "strategy": 1}}
    session = table(players=players)
    public = GAME.view(session.state, "public")
    assert public["hand"]["p1"] == ["face_down", "face_down"]
    assert public["training"]["p1"] == ["face_down"]
    assert public["star_moves_owned"] == {}
    assert GAME.view(session.state, "p1")["hand"]["p1"] == ["hold", "comet"]
    assert GAME.view(session.state, "referee")["star_moves_owned"] == {"p1": 1, "p2": 0}


def test_a_hand_that_an_unnamed_card_has_left_may_hold_any_or_none_of_its_names():
    session = table(players={"p1": {"hand": ["hold", "hit"], "hand_count": 3}})
    gone = CardDiscarded(player="p1", card=None, from_="hand")
    manager = GAME.evolve(session.state, gone).managers["p1"]
    assert (manager.hand, manager.hand_count) == ((), 2)
