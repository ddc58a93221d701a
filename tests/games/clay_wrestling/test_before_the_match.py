"""Before the match: people, clay, sheets, titles, ring, line-up (CW-GEN to CW-SHEET, CW-START)."""

import pytest

from companion.errors import NotationError
from companion.games.clay_wrestling import arena
from companion.games.clay_wrestling.model import ClayClass, Mode, Phase
from companion.games.clay_wrestling.modes import PRESETS
from companion.games.clay_wrestling.reasons import no_class
from companion.games.clay_wrestling.sheets import SCULPT_SECONDS
from companion.games.clay_wrestling.specials import SPECIAL_OF

from .table import SHEET, Table, known, started


class TestClay:
    """CW-CLAY."""

    def test_fifteen_minutes_and_no_later_building(self):
        """CW-CLAY-01, CW-CLAY-04."""
        table = Table().do("sculpt_timer", player="p", action="start")
        assert table.events()[-1]["seconds"] == SCULPT_SECONDS == 15 * 60
        table.do("sculpt_timer", player="p", action="stop")
        assert table.do("sculpt_timer", player="p", action="start").refused == "already_acted"
        assert table.do("sculpt_timer", player="q", action="stop").refused == "nothing_pending"

    def test_leftover_clay_is_a_note(self):
        """CW-CLAY-02, CW-CLAY-03, CW-CLAY-05."""
        table = Table({"fighters": {"A": {}}})
        table.do("referee_ruling", topic="clay_left_over", subject="A", value=True)
        assert "fouled" not in table.names()
        table.do("referee_ruling", topic="cannot_stand", subject="A", value=True)
        assert "fouled" not in table.names()
        table.do("referee_ruling", topic="foreign_clay", subject="A", value=True)
        assert "fouled" in table.names()
        assert table.match.winner is None

    def test_repairs_while_a_match_runs_and_between(self):
        """DEC-04."""
        rule = {"topic": "repair", "subject": "A"}
        running = started("A", "B")
        assert running.do("referee_ruling", **rule, value="reattach").refused is None
        assert running.do("referee_ruling", **rule, value="resculpt").refused == "mode"
        between = Table({"profile": {"clay_repair": "between_matches"}})
        between.do("register_fighter", fighter="A", **SHEET)
        assert between.do("referee_ruling", **rule, value="resculpt").refused is None
        with pytest.raises(NotationError):
            between.do("referee_ruling", **rule, value="glue")

    @pytest.mark.parametrize(
        ("kind", "special"),
        [("humanoid", "rope_jump"), ("beast", "charge"), ("absurd", "taunt")],
    )
    def test_the_referees_rule_the_class_and_the_class_has_its_ability(self, kind, special):
        """CW-CLAY-06, CW-CLAY-07, CW-CLAY-08, CW-CLAY-09, CW-CLAY-10, CW-CLAY-11, CW-CLAY-12, CW-CLAY-13."""
        table = Table().do("register_fighter", fighter="A", **SHEET)
        assert table.find("asks", None) == "Q-CLASS"
        table.do("classify", fighter="A", class_=kind).expect(**{"class": {"A": kind}})
        assert SPECIAL_OF[ClayClass(kind)] == special
        assert table.do("classify", fighter="Z", class_=kind).refused == "target_out"


class TestSheet:
    """CW-SHEET."""

    def test_the_sheet_holds_who_and_what(self):
        """CW-SHEET-01, CW-SHEET-02, CW-SHEET-03, CW-SHEET-04, CW-SHEET-20."""
        table = Table().do(
            "register_fighter",
            fighter="1",
            name="Momia",
            player="Ana",
            clay_colour="red",
            finisher={"name": "La Venda", "position": "in_corner"},
            **SHEET,
        )
        fighter = table.fighter("1")
        assert (fighter.name, fighter.player, fighter.clay_colour) == ("Momia", "Ana", "red")
        assert fighter.finisher.name == "La Venda"
        assert table.do("register_fighter", fighter="1", name="Pulpo", **SHEET).fighter("1").name == "Pulpo"

    @pytest.mark.parametrize(
        ("main", "code"),
        [
            ({"combat": 2, "speed": 2, "strength": 2, "technique": 2}, "ability_under_min"),
            ({**SHEET["main"], "charm": 1}, "ability_over_max"),
            ({**SHEET["main"], "combat": 5}, "ability_over_max"),
            ({**SHEET["main"], "combat": 3}, "points_total"),
            ({**SHEET["main"], "combat": 0}, "ability_under_min"),
        ],
    )
    def test_wrong_sheets(self, main, code):
        """CW-SHEET-05."""
        table = Table().do("register_fighter", fighter="A", main=main, combat_abilities=SHEET["combat_abilities"])
        assert table.refused == code
        assert table.match.fighters == {}

    def test_only_the_noted_minimum_can_be_relaxed(self):
        """DEC-06."""
        profile = {"profile": {"min_points_rule": "annotated_only"}}
        main = {"combat": 0, "speed": 3, "strength": 3, "technique": 2, "resistance": 2}
        table = Table(profile).do(
            "register_fighter", fighter="A", main=main, combat_abilities=SHEET["combat_abilities"]
        )
        assert table.refused == "ability_under_min"

    def test_titles(self):
        """CW-SHEET-19, DEC-07."""
        table = Table().do("register_fighter", fighter="A", **SHEET)
        table.do("grant_title", fighter="A", ability="strike", points=1)
        table.do("grant_title", fighter="A", ability="strike", points=2).expect(pool={"A.strike": 5})
        assert table.do("grant_title", fighter="A", ability="charm", points=1).refused == "ability_over_max"
        assert table.do("grant_title", fighter="Z", ability="strike", points=1).refused == "target_out"
        assert table.do("grant_title", fighter="A", ability="strike", points=0).refused == "points_total"
        fixed = Table({"profile": {"title_points": 2}}).do("register_fighter", fighter="A", **SHEET)
        assert fixed.do("grant_title", fighter="A", ability="strike", points=1).refused == "points_total"

    def test_a_finisher_on_the_sheet_needs_its_kind(self):
        """DEC-09."""
        table = Table({"profile": {"finisher_attack_choice": "on_sheet"}})
        entry = {"name": "Ola", "position": "on_ropes"}
        assert table.do("register_fighter", fighter="A", finisher=entry, **SHEET).refused == "finisher_kind"
        assert table.do("register_fighter", fighter="A", finisher={**entry, "kind": "strike"}, **SHEET).refused is None


class TestRing:
    """CW-RING, CW-GEN-03, CW-START-02."""

    def test_measures_are_warned_about_only(self):
        """CW-RING-01, CW-RING-02, CW-RING-04."""
        assert arena.check_ring(600, 800, 250) == ()
        assert [one.code for one in arena.check_ring(599, 801, 199)] == ["ring_size", "ring_size", "ringside_width"]
        assert "599" in arena.check_ring(599, 700, 250)[0].text.es

    def test_three_ropes_on_four_sides(self):
        """CW-RING-03, CW-RING-05, CW-GEN-03."""
        assert arena.ROPES_A_SIDE * len(arena.SIDES) == 12
        assert arena.POSTS == 4
        assert arena.missing_equipment(arena.EQUIPMENT) == ()
        assert len(arena.missing_equipment({"ring"})) == len(arena.EQUIPMENT) - 1

    @pytest.mark.parametrize("count", [2, 4, 8, 20])
    def test_ideal_spots_are_inside_and_apart(self, count):
        """CW-START-02."""
        spots = arena.ideal_spots(count, 700, 700)
        assert len(set(spots)) == count
        assert all(abs(x) <= 310 and abs(y) <= 310 and 310 in {abs(x), abs(y)} for x, y in spots)


class TestLineUp:
    """CW-WIN-07, CW-MODE-10, CW-START."""

    def test_flags_and_profile_are_frozen_and_told(self):
        """CW-WIN-01, CW-WIN-07, CW-GEN-01, CW-GEN-02, CW-MODE-01."""
        table = Table({"profile": {"fatigue_cap": 3}})
        for name in "AB":
            table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
        table.do("start_match", mode="elimination_match", fighters=["A", "B"], flags={"count_out": True})
        told = next(event for event in table.events() if event["name"] == "match_started")
        assert told["changed"] == {"fatigue_cap": 3}
        assert told["flags"] == {**PRESETS[Mode.ELIMINATION_MATCH], "count_out": True}
        assert table.do("load_profile", profile={"fatigue_cap": 4}).refused == "mode"
        assert table.match.profile["fatigue_cap"] == 3

    @pytest.mark.parametrize("mode", Mode)
    def test_presets(self, mode):
        """CW-MODE-10."""
        falls = mode is not Mode.KATZ_RUMBLE
        assert PRESETS[mode] == {
            "win_pin": falls,
            "win_submission": falls,
            "dq": True,
            "count_out": False,
            "last_man_standing": False,
            "top_rope": not falls,
        }

    @pytest.mark.parametrize(
        ("start", "code"),
        [
            ({"mode": "wrestling_match", "fighters": ["A"]}, "capacity"),
            ({"mode": "wrestling_match", "fighters": ["A", "A"]}, "capacity"),
            ({"mode": "wrestling_match", "fighters": ["A", "Z"]}, "target_out"),
            ({"mode": "wrestling_match", "fighters": ["A", "N"]}, "wrong_class"),
            ({"mode": "wrestling_match", "fighters": ["A", "R"]}, "mode"),
            ({"mode": "wrestling_match", "fighters": ["A", "B"], "flags": {"fun": True}}, "mode"),
            ({"mode": "survivor_series", "fighters": ["A", "B"]}, "mode"),
            ({"mode": "survivor_series", "fighters": ["A", "B"], "teams": {"x": ["A"], "y": ["A"]}}, "mode"),
            ({"mode": "survivor_series", "fighters": ["A", "B"], "teams": {"x": ["A", "B"], "y": []}}, "capacity"),
            (
                {
                    "mode": "survivor_series",
                    "fighters": ["A", "B"],
                    "teams": {"x": ["A"], "y": ["B"]},
                    "legal": {"x": "B"},
                },
                "mode",
            ),
        ],
    )
    def test_wrong_line_ups(self, start, code):
        """CW-PLAYER-02, CW-PLAYER-03, CW-MODE-06: registered, classified, each once, a colour of his own."""
        table = Table()
        for name, colour in (("A", "red"), ("B", "blue"), ("R", "red"), ("N", "green")):
            table.do("register_fighter", fighter=name, clay_colour=colour, **SHEET)
            if name != "N":
                table.do("classify", fighter=name, class_="humanoid")
        assert table.do("start_match", **start).refused == code
        assert table.match.phase is Phase.SETUP

    def test_two_of_one_clay_are_told_by_name(self):
        """CW-PLAYER-02: a newcomer read that the match or its house rules did not allow it, and had to guess."""
        table = Table()
        for name in ("Dragón", "Rana"):
            table.do("register_fighter", fighter=name, clay_colour="green", **SHEET)
            table.do("classify", fighter=name, class_="beast")
        refusal = table.do("start_match", mode="wrestling_match", fighters=["Dragón", "Rana"]).last.refusal
        assert refusal.reason.en == "Dragón and Rana have the same clay: give one of them another colour."

    def test_who_has_no_class_is_told_so(self):
        """CW-CLAY-06."""
        told = no_class("Momia").refusal
        assert (told.code, told.rule) == ("wrong_class", "CW-CLAY-06")
        assert told.reason.en == "Momia has no class yet: humanoid, beast or absurd."
        assert told.reason.es == "Momia aún no tiene clase: humanoide, bicharraco o absurdo."

    def test_places_and_the_opening_step(self):
        """CW-START-01, CW-START-03."""
        table = started("A", "B")
        table.do("place", fighter="A", zone="ring", pose={"x_mm": -300, "y_mm": -300, "facing_deg": 45})
        assert table.fighter("A").pose.x_mm == -300
        assert table.do("opening_step", fighter="A", palms=1.2).refused == "overshoot"
        assert table.do("opening_step", fighter="A", palms=1.0).refused is None
        assert table.do("opening_step", fighter="A", palms=0.5).refused == "move_used"
        assert table.do("place", fighter="Z", zone="ring").refused == "target_out"
        assert table.do("place", fighter="A", zone="out").refused == "target_out"
        known(table).do("start_turn")
        assert table.do("opening_step", fighter="B", palms=1.0).refused == "not_active"
        assert table.do("place", fighter="B", zone="ring").refused == "not_active"

    def test_rumble_entrants_come_in_as_places_fall_free(self):
        """DEC-01: eight at once."""
        table = Table(seed="1").do("load_profile", profile={"capacity_rule": "hard_cap_8"})
        names = [f"F{number}" for number in range(10)]
        for name in names:
            table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
        assert table.do("start_match", mode="katz_rumble", fighters=names).refused == "capacity"
        table.do("start_match", mode="katz_rumble", fighters=names[:8])
        assert table.do("place", fighter="F8", zone="ring").refused == "capacity"
        known(table, near_ropes=["F0"])
        table.do("start_turn").do("initiative_roll")
        while table.fighter("F0").zone.value != "out":
            active = table.match.turn.active
            if active is None:
                table.do("begin_slot", fighter=table.match.turn.order[0])
            elif active == "F0":
                table.do("leave_ring", fighter="F0")
            else:
                table.do("end_slot", fighter=active)
                waiting = [name for name in table.match.turn.order if not table.fighter(name).has_acted]
                table.do("begin_slot", fighter=waiting[0])
        table.do("place", fighter="F8", zone="ring")
        assert table.refused is None
        assert "F8" in table.match.roster
        assert started("A", "B").do("place", fighter="C", zone="ring").refused == "target_out"

    def test_only_one_match_at_a_time(self):
        table = started("A", "B")
        assert table.do("start_match", mode="wrestling_match", fighters=["A", "B"]).refused == "mode"
        assert table.do("register_fighter", fighter="C", **SHEET).refused == "mode"
        assert table.do("classify", fighter="A", class_="beast").refused == "mode"
        assert table.do("rest", fighter="A", die=3).refused == "rest_not_allowed"

    def test_the_next_match_starts_fresh_but_for_injuries(self):
        """CW-STATUS-23: an injury takes one off, for one match."""
        table = Table(
            {"adjacent": "all", "fighters": {"A": {"wounds": {"strike": 2, "whip": 1}, "stamina": 3}, "B": {}}}
        )
        table.do("referee_ruling", topic="winner", value="A", note="test")
        table.do("start_match", mode="wrestling_match", fighters=["A", "B"])
        table.expect(pool={"A.strike": 1, "A.whip": 2}, stamina={"A": 20}, wounds={"A": {}}, winner=None)
        table.do("referee_ruling", topic="winner", value="A", note="test")
        table.do("start_match", mode="wrestling_match", fighters=["A", "B"]).expect(pool={"A.strike": 2})
