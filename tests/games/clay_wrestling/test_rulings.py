"""The referee overrules: any field, reviews, undo; and the field notes that concern this game."""

import json
from random import Random

import pytest

from companion.errors import NotationError
from companion.games.clay_wrestling import GAME, legal_commands
from companion.games.clay_wrestling.model import Mode
from companion.games.clay_wrestling.players import line_up, suggest
from companion.games.clay_wrestling.questions import defences
from companion.kernel.game import plain_event
from companion.kernel.session import Session, rows

from .table import Table, known, started

DUEL = {"adjacent": "all", "fighters": {"A": {}, "B": {}}}
THREE = {"adjacent": "all", "fighters": {"A": {}, "B": {}, "C": {}}}


class TestRulings:
    """K-15: any field of the state, with a reason, undone like any command."""

    @pytest.mark.parametrize(
        ("topic", "subject", "value", "key", "due"),
        [
            ("stamina", "A", 7, "stamina", {"A": 7}),
            ("posture", "A", "lying", "posture", {"A": "lying"}),
            ("zone", "A", "ringside", "zone", {"A": "ringside"}),
            ("wounds.strike", "A", 1, "wounds", {"A": {"strike": 1}}),
            ("finisher.spent", "A", True, "finisher_spent", {"A": True}),
            ("flags", "A", ["resting"], "flags", {"A": ["resting"]}),
            ("class", "A", "beast", "class", {"A": "beast"}),
            ("speed_left", "A", 1, "speed_left", {"A": 1}),
            ("turn.order", "match", ["B", "A"], "order", ["B", "A"]),
            ("clock_s", "", 12.0, "clock_s", 12.0),
            ("fighters.B.stamina", "match", 3, "stamina", {"B": 3}),
            ("flags.dq", "match", False, "turn", 5),
            ("profile.fatigue_cap", "", 3, "turn", 5),
            ("facts.near_ropes", "match", ["A"], "turn", 5),
        ],
    )
    def test_any_field(self, topic, subject, value, key, due):
        table = Table(DUEL)
        before = table.match
        table.do("referee_ruling", topic=topic, subject=subject, value=value, note="seen by all")
        table.expect(**{key: due, "events": [{"ruling_made": {"topic": topic, "note": "seen by all"}}]})
        assert table.match != before
        table.do("undo", commands=1)
        assert table.match == before

    @pytest.mark.parametrize(
        ("topic", "subject", "value"),
        [
            ("charm", "A", 1),
            ("stamina", "A", "much"),
            ("speed_left", "A", "much"),
            ("stamina", "Z", 1),
            ("fighters.Z.stamina", "match", 1),
            ("profile.charm", "", 1),
            ("profile.fatigue_cap", "", 9),
            ("landing", "A", "moon"),
            ("legal", "red", "A"),
            ("winner", "", "Z"),
            ("review", "", "perhaps"),
        ],
    )
    def test_what_does_not_exist_is_told(self, topic, subject, value):
        table = Table(DUEL)
        with pytest.raises(NotationError):
            table.session.plan("referee_ruling", {"topic": topic, "subject": subject, "value": value})

    def test_a_winner_can_be_taken_back(self):
        table = Table(DUEL).do("referee_ruling", topic="winner", value="A")
        table.expect(winner="A", ending="ruling")
        table.do("referee_ruling", topic="winner", value=None, note="wrong key").expect(winner=None)
        assert table.do("start_turn").refused is None

    def test_rulings_of_facts_let_the_turn_go_on(self):
        table = started("A", "B").do("start_turn")
        table.do("referee_ruling", topic="facts.unsure", subject="match", value={})
        assert table.match.phase.value == "announcements"


class TestReview:
    """Field note J-03."""

    def test_annul_goes_back_to_the_opening(self):
        table = Table(THREE)
        before = table.match
        table.do("referee_ruling", topic="review", value="open", subject="A", note="was it adjacent?")
        assert table.do("referee_ruling", topic="review", value="open").refused == "not_active"
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 4], strength_dice=[6, 6, 1, 1])
        table.do("strike", attacker="C", defender="A", strike_dice=[4, 1], strength_dice=[4, 1])
        table.do("referee_ruling", topic="review", value="annul", note="not adjacent")
        assert table.match == before
        table.expect(events=[{"review_annulled": {"note": "not adjacent"}}])

    def test_uphold_lets_it_stand(self):
        table = Table(THREE).do("referee_ruling", topic="review", value="open")
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 4], strength_dice=[4, 4, 1, 1])
        table.do("referee_ruling", topic="review", value="uphold", note="seen").expect(stamina={"B": 18})
        assert table.match.review is None
        assert table.do("referee_ruling", topic="review", value="annul").refused == "nothing_pending"


class TestFieldNotes:
    """Field notes R-23 to R-29, G-01, G-02, G-04, G-11, I-02, I-04, I-05."""

    def test_r_23_fatigue(self):
        table = Table({"fighters": {"A": {"strike": 4, "title": {"strike": 1}, "stamina": 10}}})
        table.expect(pool={"A.strike": 4})
        table.do("referee_ruling", topic="stamina", subject="A", value=11).expect(pool={"A.strike": 5})

    @pytest.mark.parametrize(("rule", "refused"), [(False, "escaped_rival"), (True, None)])
    def test_r_24_escaping(self, rule, refused):
        setup = {
            "profile": {"escape_may_attack_same": rule},
            "adjacent": "all",
            "tieup": [["A", "B"]],
            "fighters": {"A": {}, "B": {}},
        }
        table = Table(setup).do("escape", fighter="A", dice=[6, 6], rival_dice={"B": [1, 1]})
        table.do("observe", adjacent="all")
        assert table.do("strike", attacker="A", defender="B", strike_dice=[1, 1]).refused == refused

    def test_r_25_ten_dice(self):
        table = Table({"adjacent": "all", "fighters": {"A": {"strike": 3, "strength": 4}, "B": {}}}, seed="1")
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 5, 6])
        table.do("damage", attacker="A", defender="B").expect(damage_dice=10)

    def test_r_26_minus_three_acts(self):
        table = Table({"adjacent": "all", "fighters": {"A": {"stamina": -3}, "B": {}}})
        assert table.do("strike", attacker="A", defender="B", strike_dice=[1, 1]).refused is None

    def test_r_27_eight_and_twenty(self):
        table = Table()
        assert table.do("start_match", mode="katz_rumble", count=20).refused is None
        assert table.do("start_match", mode="elimination_match", count=9).refused == "capacity"
        assert table.last is not None
        assert table.last.rule == "CW-PLAYER-01"

    def test_r_28_no_defence_buttons_from_behind(self):
        table = Table({**DUEL, "behind": [["A", "B"]]})
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 1])
        assert GAME.pending(table.match)[-1].options == ("no_defence",)
        assert defences(table.match, table.match.turn.pending[0]) == ()
        assert [offer.command for offer in legal_commands(table.match, "B")] == ["no_defence"]

    def test_r_29_only_the_tied_roll_again(self):
        table = Table({"fighters": {"A": {}, "B": {}, "C": {}}}).do("start_turn")
        command = GAME.command("initiative_roll", {"dice": {"A": 6, "B": 6, "C": 3}})
        assert [one.field for one in GAME.dice_due(table.match, command)] == ["rerolls.0.A", "rerolls.0.B"]
        again = {"dice": {"A": 6, "B": 6, "C": 3}, "rerolls": [{"A": 1, "C": 2}]}
        assert table.do("initiative_roll", **again).refused == "dice_count"
        again["rerolls"] = [{"A": 1, "B": 2}]
        table.do("initiative_roll", **again).expect(order=["B", "A", "C"])

    def test_g_01_the_same_events_whoever_gives_the_command(self):
        one, other = Session(GAME, DUEL, "4"), Session(GAME, DUEL, "4")
        for session, by in ((one, "keyboard"), (other, "camera")):
            session.handle("strike", {"attacker": "A", "defender": "B"}, by=by)
        assert one.state == other.state
        assert one.history() == other.history()

    def test_g_02_a_ruling_before_the_first_turn_is_marked(self):
        table = started("A", "B").do("referee_ruling", topic="stamina", subject="A", value=15, note="weigh-in")
        table.expect(stamina={"A": 15}, events=[{"ruling_made": {"early": True}}])
        known(table).do("start_turn").do("referee_ruling", topic="stamina", subject="A", value=14)
        table.expect(events=[{"ruling_made": {"early": False}}])
        table.do("referee_ruling", topic="winner", value="A")
        table.do("start_match", mode="wrestling_match", fighters=["A", "B"]).expect(stamina={"A": 20})

    def test_g_04_undo_all_is_the_start_and_redo_comes_back(self):
        random = Random(3)
        session = Session(GAME, seed="9")
        for name, parameters in line_up(random.randrange, Mode.ELIMINATION_MATCH, 4):
            session.handle(name, parameters)
        start, opened = session.state, session.can_undo
        for _ in range(200):
            if not session.state.over:
                session.handle(*suggest(session.state, random.randrange))
        end, done = session.state, session.can_undo - opened
        session.handle("undo", {"commands": done})
        assert session.state == start
        session.handle("redo", {"commands": done})
        assert session.state == end

    def test_g_11_the_second_press_is_refused(self):
        table = Table(DUEL).do("strike", attacker="A", defender="B", strike_dice=[1, 1])
        assert table.do("strike", attacker="A", defender="B", strike_dice=[1, 1]).refused == "attack_used"
        hit = Table(DUEL).do("strike", attacker="A", defender="B", strike_dice=[4, 1])
        hit.do("damage", attacker="A", defender="B", strength_dice=[4, 1])
        assert hit.do("damage", attacker="A", defender="B", strength_dice=[4, 1]).refused == "nothing_pending"
        hit.expect(stamina={"B": 19})

    def test_i_02_undo_keeps_the_dice(self):
        table = Table({"adjacent": "all", "fighters": {"A": {"strike": 3}, "B": {}}}, seed="11")
        table.do("strike", attacker="A", defender="B", strike_dice=[6, 6, 1])
        table.do("undo", commands=1).do("strike", attacker="A", defender="B")
        assert table.session.acts()[-1].rolls[0].faces == [6, 6, 1]
        assert table.session.acts()[-1].rolls[0].method == "kept"
        rolled = Table(DUEL, seed="11").do("strike", attacker="A", defender="B")
        faces = rolled.session.acts()[-1].rolls[0].faces
        rolled.do("undo").do("strike", attacker="A", defender="B")
        assert rolled.session.acts()[-1].rolls[0].faces == faces

    def test_i_04_the_profile_is_frozen_shown_and_changed_only_by_a_ruling(self):
        table = started("A", "B")
        assert table.do("load_profile", profile={"fatigue_cap": 3}).refused == "mode"
        table.do("referee_ruling", topic="profile.fatigue_cap", value=3, note="the hall agreed")
        assert table.match.profile["fatigue_cap"] == 3
        started_event = next(
            event for event in table.session.history() if plain_event(event)["name"] == "match_started"
        )
        line = GAME.tell(table.match, started_event)
        assert line is not None
        assert "Reglas de la casa: las del libro" in line.es
        table.do("referee_ruling", topic="winner", value="A")
        assert table.do("load_profile", profile={"profile": "hall", "pin_checks": 3}).refused is None
        assert (table.match.profile_name, table.match.profile["fatigue_cap"]) == ("hall", 4)

    def test_i_05_typed_dice(self):
        table = Table({"adjacent": "all", "fighters": {"A": {}, "B": {"posture": "lying", "stamina": -9}}})
        assert table.do("pin", attacker="A", defender="B", d10=11).refused == "dice_face"
        table.do("pin", attacker="A", defender="B", d10=0).expect(check=3)
        assert table.session.acts()[-1].rolls[0].method == "typed"
        pool = Table({"adjacent": "all", "fighters": {"A": {"strike": 4}, "B": {}}})
        pool.do("strike", attacker="A", defender="B", strike_dice=[4, 6, 6, 1]).expect(net=3)
        assert pool.do("damage", attacker="A", defender="B", strength_dice=[7]).refused == "dice_count"


class TestBadInput:
    """Wrong count, face, owner, moment, fighter: refused with code, rule and reason, nothing changed."""

    @pytest.mark.parametrize(
        ("command", "parameters", "code"),
        [
            ("strike", {"attacker": "A", "defender": "B", "strike_dice": [4]}, "dice_count"),
            ("strike", {"attacker": "A", "defender": "B", "strike_dice": [4, 7]}, "dice_face"),
            ("strike", {"attacker": "A", "defender": "Z", "strike_dice": [4, 4]}, "target_out"),
            ("strike", {"attacker": "Z", "defender": "A", "strike_dice": [4, 4]}, "target_out"),
            ("strike", {"attacker": "A", "defender": "A", "strike_dice": [4, 4]}, "mode"),
            ("strike", {"attacker": "A", "defender": "B", "strike_dice": [1, 1], "strength_dice": [4]}, "dice_count"),
            ("damage", {"attacker": "A", "defender": "B", "strength_dice": [4]}, "nothing_pending"),
            ("counter", {"defender": "B", "dice": [4, 4]}, "nothing_pending"),
            ("no_defence", {"defender": "B"}, "nothing_pending"),
            ("dodge", {"fighter": "B", "dice": [4, 4]}, "nothing_pending"),
            ("rope_check", {"fighter": "B", "dice": [4, 4]}, "nothing_pending"),
            ("rope_choice", {"by": "B", "choice": "grab"}, "nothing_pending"),
            ("wound_roll", {"fighter": "B", "d10": 4}, "nothing_pending"),
            ("stamina_check", {"fighter": "B", "d10": 4}, "nothing_pending"),
            ("stamina_check", {"fighter": "Z", "d10": 4}, "target_out"),
            ("pin_check", {"fighter": "B", "d10": 4}, "pin_posture"),
            ("pin_check", {"fighter": "Z", "d10": 4}, "not_active"),
            ("submission_check", {"fighter": "B", "d10": 4}, "nothing_pending"),
            ("submission_hold", {"attacker": "A", "submission_dice": [4, 4]}, "nothing_pending"),
            ("suplex_hold", {"attacker": "A", "suplex_dice": [4, 4]}, "nothing_pending"),
            ("suplex_throw", {"attacker": "A", "direction": "back", "to": "ring"}, "nothing_pending"),
            ("carry", {"attacker": "A", "palms": 1}, "nothing_pending"),
            ("release", {"attacker": "A"}, "nothing_pending"),
            ("escape", {"fighter": "A", "dice": [4, 4], "rival_dice": {}}, "nothing_pending"),
            ("kickout_choice", {"fighter": "A", "stand": True}, "nothing_pending"),
            ("downed_blow", {"attacker": "A", "defender": "B"}, "pin_posture"),
            ("rope_jump", {"jumper": "A", "to": "ring", "touched": []}, "not_near_post"),
            ("stand_up", {"fighter": "A"}, "lying"),
            ("stand_up", {"fighter": "Z"}, "target_out"),
            ("enter_ring", {"fighter": "A"}, "not_near_ropes"),
            ("leave_ring", {"fighter": "A"}, "not_near_ropes"),
            ("move", {"fighter": "A", "palms": -1}, "overshoot"),
            ("move", {"fighter": "A", "palms": 0.5, "half_turn": True, "backward": True}, "overshoot"),
            ("tag", {"from": "A", "to": "B"}, "mode"),
            ("clock", {"seconds": 3}, "mode"),
            ("tieup_roll", {"dice": {}}, "nothing_pending"),
            ("group_roll", {"dice": {}}, "nothing_pending"),
            ("late_initiative_roll", {"dice": {}}, "nothing_pending"),
            ("rest", {"fighter": "A", "die": 3}, "rest_not_allowed"),
            ("taunt", {"fighter": "A", "dice": [3, 3]}, "wrong_class"),
            ("charge", {"attacker": "A", "defenders": ["B"], "strike_dice": [4]}, "wrong_class"),
            ("finisher_activate", {"attacker": "A", "target": "B"}, "finisher_no_attack"),
            ("whip_path", {"obstacle": "none"}, "nothing_pending"),
            ("rebound_clash", {"dice": {}}, "nothing_pending"),
            ("rebound_strike", {"attacker": "A"}, "nothing_pending"),
            ("opening_step", {"fighter": "A", "palms": 1}, "not_active"),
        ],
    )
    def test_refusal(self, command, parameters, code):
        table = Table(DUEL)
        assert table.do(command, **parameters).refused == code
        assert table.last is not None
        assert table.last.rule
        reason = table.last.refusal.reason
        assert reason.en
        assert reason.es
        assert reason.en != reason.es

    @pytest.mark.parametrize(
        ("command", "parameters"),
        [
            ("chop_duel", {}),
            ("strike", {"attacker": "A"}),
            ("strike", {"attacker": "A", "defender": "B", "power": 9}),
            ("strike", {"attacker": "A", "defender": "B", "strike_dice": "six"}),
            ("move", {"fighter": "A", "palms": "far"}),
            ("suplex_throw", {"attacker": "A", "direction": "up", "to": "ring"}),
            ("start_match", {"mode": "battle_royal"}),
        ],
    )
    def test_what_cannot_be_read(self, command, parameters):
        with pytest.raises(NotationError):
            Table(DUEL).session.plan(command, parameters)

    @pytest.mark.parametrize("name", ["\u202eabc", "x" * 300, "🤼 \n\t", "{0}{who}", "'; DROP TABLE", ""])
    def test_hostile_names_do_no_harm(self, name):
        setup = {"adjacent": "all", "near_ropes": ["B"], "fighters": {"A": {"name": name}, "B": {"name": name}}}
        table = Table(setup).do("strike", attacker="A", defender="B", strike_dice=[4, 4], strength_dice=[6, 6, 6, 1])
        for event in table.session.history():
            line = GAME.tell(table.match, event)
            if line is not None:
                assert len(line.en) < 400
                assert all(sign.isprintable() for sign in line.es)
        assert json.loads(json.dumps(GAME.snapshot(table.match)))
        assert table.do("strike", attacker="B", defender="A", strike_dice=[4, 4]).refused == "knocked_down"


class TestJournal:
    """Everything that happened can be written down and read back."""

    def test_the_journal_tells_the_same_match(self):
        random = Random(8)
        session = Session(GAME, seed="8")
        journal = [session.opening()]

        def give(name, parameters):
            act = session.plan(name, parameters)
            journal.extend(json.loads(json.dumps(rows(act))))
            session.apply(act)

        for name, parameters in line_up(random.randrange, Mode.KATZ_RUMBLE, 6):
            give(name, parameters)
        for number in range(250):
            if session.state.over:
                break
            if number % 40 == 39:
                give("undo", {"commands": 3})
            give(*suggest(session.state, random.randrange))
        read = Session.from_rows(GAME, list(enumerate(journal, start=1)))
        assert read.state == session.state
        assert read.history() == session.history()
