"""Legal commands: what is due, the odds, and the reason why not; one check with `decide`."""

from random import Random

import pytest

from companion.games.clay_wrestling import GAME, legal_commands, offers
from companion.games.clay_wrestling.choices import LABELS
from companion.games.clay_wrestling.model import Mode
from companion.games.clay_wrestling.players import line_up, suggest
from companion.kernel.decisions import REFEREE
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

from .table import Table, started

THREE = {"adjacent": "all", "fighters": {"A": {}, "B": {}, "C": {"posture": "lying", "stamina": -8}}}


def offer_of(table, actor, command, target=None):
    for offer in sorted(offers(table.match, actor), key=lambda one: not one.legal):
        if offer.command == command and target in {None, *map(str, offer.parameters.values())}:
            return offer
    raise AssertionError(command)


class TestOffers:
    def test_legal_with_dice_and_odds(self):
        offer = offer_of(Table(THREE), "A", "strike", "B")
        assert offer.legal
        assert (offer.dice[0].field, offer.dice[0].count) == ("strike_dice", 2)
        assert offer.odds == 0.75
        assert offer.odds_of is not None
        assert offer.label.es == "Golpear a B"

    def test_illegal_with_the_reason(self):
        offer = offer_of(Table(THREE), "A", "suplex_grab", "C")
        assert not offer.legal
        assert offer.refusal is not None
        assert (offer.refusal.code, offer.refusal.rule) == ("target_lying", "CW-STATUS-11")
        assert "C" in offer.refusal.reason.es

    @pytest.mark.parametrize(
        ("setup", "steps", "actor", "command", "chance"),
        [
            ({"adjacent": [["A", "C"]], "fighters": THREE["fighters"]}, [], "A", "pin", 0.6),
            ({**THREE, "tieup": [["A", "B"]]}, [], "A", "strike", 8 / 9),
            ({**THREE, "tieup": [["A", "B"]]}, [], "A", "escape", 0.5563),
            ({**THREE, "melee": [["A", "B", "C"]], "fighters": {"A": {}, "B": {}, "C": {}}}, [], "A", "escape", 0.3920),
            (
                {
                    **THREE,
                    "profile": {"melee_escape_vs": "sum_of_rivals"},
                    "melee": [["A", "B", "C"]],
                    "fighters": {"A": {}, "B": {}, "C": {}},
                },
                [],
                "A",
                "escape",
                0.0608,
            ),
            (THREE, [{"strike": {"attacker": "A", "defender": "B", "strike_dice": [4, 4]}}], "B", "counter", 0.25),
            (
                THREE,
                [
                    {"strike": {"attacker": "A", "defender": "B", "strike_dice": [4, 4]}},
                    {"no_defence": {"defender": "B"}},
                ],
                "A",
                "damage",
                0.1319,
            ),
            (THREE, [{"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 1]}}], "B", "technique", 0.75),
            (
                {**THREE, "fighters": {"A": {"class": "beast", "forward_palms": 1}, "B": {}}},
                [],
                "A",
                "charge",
                0.875,
            ),
            (
                {**THREE, "fighters": {"A": {}, "B": {"stamina": -6}}},
                [
                    {"submission": {"attacker": "A", "defender": "B", "submission_dice": [4, 1]}},
                    {"no_defence": {"defender": "B"}},
                ],
                "B",
                "submission_check",
                0.3,
            ),
            (
                {"fighters": {"A": {}, "B": {"posture": "unconscious", "stamina": -12}}},
                [{"start_turn": {}}],
                "B",
                "stamina_check",
                0.3,
            ),
            (
                {"pins": [{"by": "A", "target": "B"}], "fighters": {"A": {}, "B": {"posture": "lying", "stamina": -8}}},
                [{"start_turn": {}}],
                "B",
                "pin_check",
                0.4,
            ),
            (
                {**THREE, "fighters": {"A": {"whip": 3}, "B": {}, "C": {}}},
                [
                    {"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 4, 4]}},
                    {"whip_path": {"obstacle": "ropes", "distance": 1}},
                ],
                "B",
                "rope_check",
                0.25,
            ),
            (
                {**THREE, "fighters": {"A": {"whip": 3}, "B": {}, "C": {}}},
                [
                    {"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 4, 4]}},
                    {"whip_path": {"obstacle": "fighter", "distance": 1, "target": "C"}},
                ],
                "C",
                "dodge",
                0.75,
            ),
            ({**THREE, "holds": [{"kind": "suplex", "holder": "A", "held": "B"}]}, [], "A", "suplex_hold", 0.75),
            (
                {**THREE, "holds": [{"kind": "submission", "holder": "A", "held": "B"}]},
                [],
                "A",
                "submission_hold",
                0.75,
            ),
        ],
    )
    def test_odds(self, setup, steps, actor, command, chance):
        offer = offer_of(Table(setup).all(*steps), actor, command)
        assert offer.legal, offer.refusal
        assert offer.odds == pytest.approx(chance, abs=0.0001)

    def test_a_pin_on_an_unconscious_fighter_is_certain(self):
        table = Table({"adjacent": "all", "fighters": {"A": {}, "B": {"posture": "unconscious", "stamina": -12}}})
        assert offer_of(table, "A", "pin").odds == 1.0
        table.do("pin", attacker="A", defender="B").do("end_turn").do("start_turn")
        assert offer_of(table, "B", "pin_check").odds == 0.0

    def test_the_rebound(self):
        table = Table({"adjacent": "all", "fighters": {"A": {"whip": 3}, "B": {}, "C": {}}}).all(
            {"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 4, 4]}},
            {"whip_path": {"obstacle": "ropes", "distance": 2}},
            {"rope_check": {"fighter": "B", "dice": [4, 1]}},
        )
        choices = [one.label.en for one in offers(table.match, "B") if one.command == "rope_choice"]
        assert choices == ["Choose: grab the ropes", "Choose: rebound"]
        table.do("rope_choice", by="B", choice="rebound")
        assert offer_of(table, REFEREE, "rebound_clash").odds == pytest.approx(0.344, abs=0.001)
        table.do("rebound_clash", dice={"A": [4, 4], "B": [1, 1, 1]})
        assert offer_of(table, "A", "rebound_strike").odds == 0.75

    def test_unknown_facts_are_named(self):
        table = started("A", "B").do("observe", adjacent=[]).do("start_turn").do("initiative_roll")
        first, other = table.match.turn.order
        table.do("move", fighter=first, palms=1)
        offer = offer_of(table, first, "strike", other)
        assert offer.legal
        assert offer.needs == ("Q-ADJ",)
        assert offer.odds == 0.75

    def test_before_and_after_the_match(self):
        table = started("A", "B")
        assert {one.command for one in offers(table.match, "A")} == {"opening_step"}
        assert offer_of(table, REFEREE, "start_turn").legal
        table.do("observe", adjacent=[]).do("start_turn")
        assert {one.command for one in legal_commands(table.match, "A")} == {"rest"}
        table.do("referee_ruling", topic="winner", value="A")
        assert offers(table.match, "A") == ()
        assert GAME.offers(table.match, "A") == ()

    def test_special_positions(self):
        table = Table({"fighters": {"A": {"posture": "on_post", "post_since": 4}, "B": {}}})
        assert offer_of(table, "A", "rope_jump").legal
        pinned = Table({"pins": [{"by": "A", "target": "B"}], "fighters": {"A": {}, "B": {"posture": "lying"}}})
        assert offer_of(pinned, "A", "release").legal
        teams = {"red": ["A", "B"], "blue": ["C"]}
        team = Table({"teams": teams, "adjacent": "all", "near_ropes": ["A"], "fighters": {"A": {}, "B": {}, "C": {}}})
        assert offer_of(team, "A", "tag").legal
        kick = Table(THREE).do("pin", attacker="A", defender="C", d10=10)
        assert offer_of(kick, "C", "kickout_choice").needs == ("stand",)
        hurt = Table(THREE).do("strike", attacker="A", defender="B", strike_dice=[4, 4], strength_dice=[6, 6, 6, 1])
        assert offer_of(hurt, "B", "wound_roll").legal

    def test_offers_and_decide_agree(self):
        """Every legal offer with its dice filled in is accepted, every refused one is refused."""
        random = Random(5)
        session = Session(GAME, seed="5")
        for name, parameters in line_up(random.randrange, Mode.SURVIVOR_SERIES, 6):
            session.handle(name, parameters)
        for _ in range(120):
            if session.state.over:
                break
            for actor in (*session.state.roster, REFEREE):
                for offer in offers(session.state, actor):
                    assert offer.command in LABELS
                    given = {**offer.parameters, **FILLED.get(offer.command, {})}
                    try:
                        session.plan(offer.command, given)
                    except IllegalCommandError:
                        assert not offer.legal, offer
                    else:
                        assert offer.legal, offer
            session.handle(*suggest(session.state, random.randrange))


FILLED = {
    "move": {"palms": 0.5},
    "carry": {"palms": 1.0},
    "opening_step": {"palms": 1.0},
    "kickout_choice": {"stand": True},
    "rope_jump": {"to": "ring", "touched": []},
    "whip_path": {"obstacle": "none"},
    "suplex_throw": {"direction": "front", "to": "ring"},
    "clock": {"seconds": 0.0},
}
