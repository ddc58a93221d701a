"""Rules that other tests pass over: each fails when its rule is disabled (`scripts/mutate_cards.py`)."""

from typing import ClassVar

from companion.games.all_time_wrestling import GAME
from companion.games.all_time_wrestling.events import CounterRolled

from .table import attack, board, do, hit, refusal, shown, table


def rampage(session, *refs, faces):
    do(session, "play_rampage", player="p1", cards=list(refs))
    do(session, "decline_defense", player="p2")
    return do(session, "attack_roll", values=list(faces))


def test_atw064_the_marker_starts_at_0():
    assert GAME.start().momentum == 0


def test_atw100_one_option_of_the_window_is_told():
    session = table()
    hit(session, "show")
    assert "offense_chosen" in do(session, "offense", player="p1", kind="none")


def test_atw116_a_rampage_in_vain_is_a_miss_and_its_cards_are_discarded():
    session = table()
    events = rampage(session, "r1", "r2", faces=(1, 1))
    assert "attack_missed" in events
    assert shown(session, "discard")["p1"] == ["r1", "r2"]


def test_atw117_a_rampage_counts_once_for_the_streak():
    session = table()
    rampage(session, "r1", "rp", faces=(6, 6))
    do(session, "assign_dice", player="p1", map={"r1": 6, "rp": 6})
    do(session, "choose_compensation", player="p2", kind="stamina")
    if shown(session, "phase") == "OFFENSE":
        do(session, "offense", player="p1", kind="none")
    assert shown(session, "small_streak") == 1


def test_atw135_a_chained_card_needs_its_own_success():
    session = table()
    hit(session, "first")
    do(session, "offense", player="p1", kind="combo")
    attack(session, "second", 1, link="circle")
    do(session, "decline_reroll", player="p1")
    assert shown(session, "initiative") == "p2"
    assert shown(session, "health") == {"p1": 15, "p2": 14}


def test_atw150_a_reversal_is_told_as_a_try_that_succeeds():
    session = table(players={"p2": {"board": {"reversal": {"cost": 1, "damage": 1, "momentum": 1}, "fixture": True}}})
    do(session, "play_attack", player="p1", card="jab")
    assert "defense_tried" in do(session, "defend_reversal", player="p2")


def test_atw_d23_health_stops_at_0_and_that_is_no_loss():
    session = table(players={"p2": {"health": 1}})
    hit(session, "slam")
    assert (shown(session, "health")["p2"], shown(session, "winner")) == (0, None)


class TestDrawsOfAnEnteredHand:
    """ATW-091, section 5: what is drawn and what goes back is asked for, and may stay untold."""

    HAND = ("jab", "slam", "r1", "r2", "end")

    @staticmethod
    def needs(session, command, **given):
        found = [one for one in GAME.offers(session.state, given["player"]) if one.command == command]
        return next(one.needs for one in found if given.items() <= one.parameters.items())

    def test_both_are_asked_for_at_the_limit_only(self):
        full = table(players={"p1": {"hand": self.HAND}, "p2": {"hand": self.HAND}})
        assert self.needs(full, "pass_draw", player="p1") == ("drawn", "shuffle_back")
        assert self.needs(full, "choose_compensation", player="p2", kind="card") == ("drawn", "shuffle_back")
        assert self.needs(full, "choose_compensation", player="p2", kind="stamina") == ()
        room = table(players={"p1": {"hand": self.HAND[:4]}})
        assert self.needs(room, "pass_draw", player="p1") == ("drawn",)
        assert self.needs(table(), "pass_draw", player="p1") == ()

    def test_the_hand_stays_known(self):
        session = table(players={"p1": {"hand": self.HAND}})
        do(session, "pass_draw", player="p1", drawn="cover", shuffle_back="slam")
        assert shown(session, "hand")["p1"] == ["jab", "r1", "r2", "end", "cover"]
        assert shown(session, "hand_count")["p1"] == 5
        told = [str(GAME.tell(session.state, event)) for event in session.acts()[-1].events]
        assert not [line for line in told if "over" in line or "lam" in line]

    def test_the_card_drawn_may_go_back_at_once(self):
        session = table(players={"p1": {"hand": self.HAND}})
        do(session, "pass_draw", player="p1", drawn="cover", shuffle_back="cover")
        assert shown(session, "hand")["p1"] == list(self.HAND)

    def test_untold_it_is_known_no_more(self):
        session = table(players={"p1": {"hand": self.HAND}})
        do(session, "pass_draw", player="p1")
        assert (shown(session, "hand")["p1"], shown(session, "hand_count")["p1"]) == ([], 5)

    def test_the_compensation(self):
        session = table(players={"p2": {"hand": self.HAND}})
        attack(session, "jab", 4)
        do(session, "choose_compensation", player="p2", kind="card", drawn="cover", shuffle_back="jab")
        assert shown(session, "hand")["p2"] == ["slam", "r1", "r2", "end", "cover"]

    def test_a_finisher_that_is_drawn_is_in_hand(self):
        session = table(players={"p1": {"hand": self.HAND[:3], "finisher_at": "draw"}})
        do(session, "pass_draw", player="p1", drawn="end")
        assert shown(session, "finisher_at")["p1"] == "hand"

    def test_what_lies_elsewhere_is_not_drawn_and_what_is_not_held_does_not_go_back(self):
        session = table(players={"p1": {"hand": self.HAND, "discard": ["costly"]}})
        assert refusal(session, "pass_draw", player="p1", drawn="zzz") == "unknown_card"
        assert refusal(session, "pass_draw", player="p1", drawn="costly") == "card_not_in_hand"
        assert refusal(session, "pass_draw", player="p1", drawn="cover", shuffle_back="show") == "card_not_in_hand"
        deck = {"wrestler": "shumba", "cards": {"jab": 1, "cover": 1}}
        entered = table(players={"p1": {"hand": ["jab"]}}, decks={"p1": deck})
        assert refusal(entered, "pass_draw", player="p1", drawn="jab") == "card_not_in_hand"
        do(entered, "pass_draw", player="p1", drawn="cover")


class TestNumbersOfAbilities:
    """What a die must reach stands in the entry and in the play-by-play."""

    KING: ClassVar = {"kind": "permanent", "window": "defense", "cost": 0, "tn": 6}
    TRICK: ClassVar = {"kind": "one_time", "window": "defense", "cost": 0, "counterable": True, "counter_tn": 4}

    def lines(self, session):
        told = (GAME.tell(session.state, event) for event in session.acts()[-1].events)
        return [(line.en, line.es) for line in told if line is not None]

    def test_of_an_ability_and_its_counter(self):
        session = table(players={"p2": board(abilities={"king": self.KING, "trick": self.TRICK})})
        do(session, "play_attack", player="p1", card="jab")
        tried = next(one for one in GAME.offers(session.state, "p2") if one.command == "defend_permanent")
        assert (tried.label.en, tried.odds) == ("king (6+)", 1 / 6)
        do(session, "defend_permanent", player="p2", ability="king", roll=5)
        assert ("p2 tries King: 5, 6 needed: failure.", "p2 prueba King: 5, hace falta 6: fallo.") in self.lines(
            session
        )
        do(session, "defend_one_time", player="p2", ability="trick")
        assert ("p2 tries Trick: success.", "p2 prueba Trick: éxito.") in self.lines(session)
        counter = next(one for one in GAME.offers(session.state, "p1") if one.command == "counter_roll")
        assert (counter.label.es, counter.odds) == ("Contra: tirar (4+)", 1 / 2)
        do(session, "counter_roll", player="p1", roll=4)
        assert ("Counter: 4, 4 needed: success.", "Contra: 4, hace falta 4: éxito.") in self.lines(session)

    def test_of_a_journal_of_before(self):
        old = CounterRolled(roll=3, success=False)
        assert GAME.tell(table().state, old).es == "Contra: 3: fallo."


def test_who_has_no_wrestler_has_no_numbers():
    session = table(phase="SETUP_WRESTLERS")
    do(session, "choose_wrestler", player="p1", wrestler="shumba", board={"health_max": 14, "stamina_max": 9})
    do(session, "concede", player="p1")
    assert shown(session, "health") == {"p1": 14, "p2": None}
    assert shown(session, "stamina") == {"p1": 9, "p2": None}
    assert GAME.outcome(session.state).winners == ("p2",)
