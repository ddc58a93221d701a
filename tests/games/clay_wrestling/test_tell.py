"""Play-by-play in both languages, plural forms right (field note G-12)."""

from random import Random

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling import events as e
from companion.games.clay_wrestling.model import Match, Mode
from companion.games.clay_wrestling.players import line_up, suggest
from companion.games.clay_wrestling.tell import TELLERS
from companion.kernel.session import Session

NOBODY = Match()


def line(event):
    text = GAME.tell(NOBODY, event)
    assert text is not None
    return text.en, text.es


class TestForms:
    @pytest.mark.parametrize(
        ("before", "after", "en", "es"),
        [
            (20, 19, "A loses 1 point and has 19.", "A pierde 1 punto y le quedan 19."),
            (20, 15, "A loses 5 points and has 15.", "A pierde 5 puntos y le quedan 15."),
            (-12, -9, "A gains 3 points and has -9.", "A gana 3 puntos y tiene -9."),
        ],
    )
    def test_stamina(self, before, after, en, es):
        assert line(e.StaminaChanged(fighter="A", from_=before, to=after, cause="strike")) == (en, es)

    @pytest.mark.parametrize(
        ("palms", "en", "es"),
        [
            (1.0, "1 palm", "1 palmo"),
            (2.0, "2 palms", "2 palmos"),
            (0.5, "half a palm", "medio palmo"),
            (0.0, "0 palms", "0 palmos"),
            (1.98, "1.98 palms", "1,98 palmos"),
            (10.5, "10.5 palms", "10,5 palmos"),
            (0.46392, "0.46 palms", "0,46 palmos"),
        ],
    )
    def test_palms(self, palms, en, es):
        assert line(e.Moved(fighter="A", palms=palms, cost=1)) == (f"A moves {en}.", f"A avanza {es}.")

    @pytest.mark.parametrize(("hits", "en", "es"), [(1, "1 hit", "1 golpe"), (21, "21 hits", "21 golpes")])
    def test_hits(self, hits, en, es):
        event = e.DamageRolled(attacker="A", defender="B", hits=hits, damage_dice=2, damage=0, crits=0)
        assert line(event) == (f"A lands {en} on B: 0 points.", f"A conecta {es} a B: 0 puntos.")

    def test_lists_of_names(self):
        assert line(e.Jumped(fighter="A", to="ring", touched=("B",)))[1] == "¡A salta sobre B!"
        assert line(e.Jumped(fighter="A", to="ring", touched=("B", "C", "D")))[0] == "A jumps onto B, C and D!"
        assert line(e.Jumped(fighter="A", to="ring"))[1] == "A salta y no toca a nadie."

    def test_the_rest_of_the_special_lines(self):
        assert line(e.FatigueChanged(fighter="A", fatigued=True))[1] == "A está cansado."
        assert line(e.FatigueChanged(fighter="A", fatigued=False))[1] == "A recupera el aliento."
        assert line(e.GroupFormed(members=("A", "B"), kind="tieup"))[1] == "Toma de Nuca: A y B."
        assert line(e.GroupFormed(members=("A", "B", "C"), kind="melee"))[0] == "Melee: A, B and C."
        assert line(e.Moved(fighter="A", palms=0.5, cost=1, way="back"))[0] == "A steps back half a palm."
        assert line(e.BlowReturned(by="A", on="B", kind="whip", amount=1))[0] == "A turns it back on B: 1 palm!"
        assert line(e.MatchDrawn(by="time"))[1] == "El combate termina en empate."
        assert line(e.MatchWon(winner="A", by="pin"))[1] == "¡A gana por Pin!"
        assert line(e.FinisherMissed(attacker="A", finisher=""))[1] == "A falla el finisher."
        assert line(e.RulingMade(topic="stamina", subject="A", value=3, note="x"))[0] == "Referee: Stamina, A: 3 (x)."
        assert line(e.RulingMade(topic="winner", subject="match", value="A", note="x"))[1] == "Árbitro: gana A (x)."
        assert line(e.CardShown(fighter="A", card="red"))[1] == "cartulina ROJA para A."
        assert (
            line(e.TitleGranted(fighter="A", ability="whip", points=1))[1]
            == "Título: A gana 1 punto de Látigo Irlandés."
        )
        assert line(e.SuddenDeath())[0].startswith("Sudden death")

    def test_a_pin_that_wins_is_not_told_as_broken(self):
        assert line(e.PinBroken(fighter="A", by="B", cause="woke"))[1] == "Se rompe el Pin a A."
        for cause in ("counted", "out"):
            assert GAME.tell(NOBODY, e.PinBroken(fighter="A", by="B", cause=cause)) is None

    def test_book_keeping_is_not_told(self):
        assert GAME.tell(NOBODY, e.Marked(fighter="A", changes={})) is None


class TestEveryEvent:
    def test_whatever_happens_is_told_in_both_languages(self):
        seen = set()
        for seed, mode in enumerate(Mode):
            random = Random(seed)
            session = Session(GAME, seed=str(seed))
            for name, parameters in line_up(random.randrange, mode, 6):
                session.handle(name, parameters)
            for _ in range(150):
                if session.state.over:
                    break
                act = session.handle(*suggest(session.state, random.randrange))
                for event in act.events:
                    text = GAME.tell(session.state, event)
                    if text is not None:
                        seen.add(type(event))
                        assert text.en
                        assert text.es
                        assert "{" not in text.en + text.es
        assert len(seen) > 40
        assert seen <= set(TELLERS)
