"""One board, asked from the command line: the same link as in a match, but the caller waits for each answer.

It keeps to the same limit for flashing light: scenes (`show`) and test patterns change twice a second at most.
"""

import time
from collections.abc import Callable
from types import TracebackType

from companion.kernel.flashing import ChangePacer
from companion.kernel.text import Text
from companion.leds.backends import Connection
from companion.leds.layout import Layout, ZonePlace
from companion.leds.link import BoardLink, LinkState
from companion.leds.link_texts import odd_answer_text, silent_text
from companion.leds.packets import AskStatus, BoardStatus, Command, ConfigPart, Configure, ReplyStatus, Test
from companion.leds.port import PortError
from companion.leds.scenes import LightScene
from companion.leds.wled import WledLink
from companion.leds.zones import ZONES

ANSWER_FOR_S = 3.0
ZONE_BYTES = 4
SAVING = 8  # flag of BoardStatus
SAVE_FOR_S = 6.0
READY_FOR_S = 6.0
GOODBYE_S = 0.6
READ_BACK_FOR_S = 6.0


def taught(layout: Layout) -> Text:
    """What is told once a board has been configured."""
    return Text(
        f"the board has learned {layout.leds} LEDs and keeps them",
        f"la placa ha aprendido {layout.leds} LED y los recuerda",
    )


class Session:
    """Use as a context; leaves the lights dark and lets go of the port at the end, whatever ends it."""

    def __init__(self, connection: Connection, clock: Callable[[], float] = time.monotonic) -> None:
        self.port = connection.port
        self.link = connection.link
        self._ropes_per_side = connection.ropes_per_side
        self._clock = clock
        self._pacer = ChangePacer()

    def __enter__(self) -> "Session":  # noqa: PYI034 typing.Self is younger than Python 3.10
        try:
            self._until(lambda: self.link.state is LinkState.READY, READY_FOR_S)
        except BaseException:
            self.port.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._say_goodbye()
        except PortError:
            pass  # gone already: then it is dark, or will be by itself
        finally:
            self.port.close()

    @property
    def board(self) -> BoardLink | None:
        """The link if it is our own board, None for WLED."""
        return self.link if isinstance(self.link, BoardLink) else None

    @property
    def ropes_per_side(self) -> int:
        """As our board says it; of a WLED, as it was told here."""
        board = self.board
        return self._ropes_per_side if board is None or board.info is None else board.info.ropes_per_side

    def read_back(self) -> None:
        """Wait until a WLED has told its state, or is known to tell nothing; changes nothing there."""
        link, end_s = self.link, self._clock() + READ_BACK_FOR_S
        while isinstance(link, WledLink) and not link.read_back_known and self._clock() < end_s:
            self._step()

    def show(self, scene: LightScene) -> None:
        """Until the board has it; waits first while the light has changed too often lately."""
        self._keep_pace()
        self.link.want(scene, self._clock())
        self._until(lambda: self.link.settled, ANSWER_FOR_S * 3)

    def run(self, seconds: float) -> None:
        """Keep the link alive for a while."""
        end_s = self._clock() + seconds
        while self._clock() < end_s:
            self._step()

    def ask(self, command: Command) -> bytes:
        """One command; the data of its answer.

        Raises:
            PortError: no answer, or the board refuses.
        """
        board = self._our_board()
        if isinstance(command, Test):
            self._keep_pace()
        board.request(command)
        self._until(lambda: bool(board.replies), ANSWER_FOR_S)
        _, status, data = board.replies.popleft()
        if status is not ReplyStatus.OK and board.problem is not None:
            raise PortError(board.problem)
        return data

    def status(self) -> BoardStatus:
        return BoardStatus.parse(self.ask(AskStatus()))

    def read_layout(self) -> Layout:
        """Which LED belongs to which zone, as the board has it."""
        board = self._our_board()
        if board.info is None:
            raise PortError(silent_text())
        places = []
        for number in range(ZONES):
            told = self.ask(Configure(ConfigPart.READ, bytes([number])))
            if len(told) != ZONE_BYTES:
                raise PortError(odd_answer_text())
            lane, start, count, backwards = told
            places.append(ZonePlace(lane, start, count, bool(backwards)))
        return Layout(tuple(places), board.info.ropes_per_side, board.info.colour_order)

    def configure(self, layout: Layout, maximum_ma: int) -> None:
        """Teach the board its LEDs and keep them over power-off."""
        for command in (*layout.commands(), Configure(ConfigPart.POWER, maximum_ma.to_bytes(2, "big"))):
            self.ask(command)
        self.ask(Configure(ConfigPart.SAVE, b"OK"))
        end_s = self._clock() + SAVE_FOR_S
        while self.status().flags & SAVING and self._clock() < end_s:
            self.run(0.1)
        self._our_board().greet(self._clock())  # what it said of itself before is old
        self._until(lambda: self.link.state is LinkState.READY, ANSWER_FOR_S)

    def _keep_pace(self) -> None:
        """Wait until the light may change, and count this change."""
        now_s = self._clock()
        self.run(self._pacer.may_change_at(now_s) - now_s)
        self._pacer.changed(self._clock())

    def _say_goodbye(self) -> None:
        self.link.say_goodbye(self._clock())
        end_s = self._clock() + GOODBYE_S
        while self._clock() < end_s and self.link.state is LinkState.READY:
            self._step()

    def _our_board(self) -> BoardLink:
        board = self.board
        if board is None:
            raise TypeError("only our own board takes commands; WLED is shown scenes")
        return board

    def _step(self) -> None:
        now_s = self._clock()
        out = self.link.poll(now_s)
        if out:
            self.port.write(out)
        self.link.receive(self.port.read(min(0.02, max(0.001, self.link.wake_s(now_s)))), self._clock())

    def _until(self, done: Callable[[], bool], limit_s: float) -> None:
        end_s = self._clock() + limit_s
        while not done():
            if self._clock() > end_s or self.link.state in {LinkState.LOST, LinkState.REFUSED}:
                raise PortError(self.link.problem or silent_text())
            self._step()
