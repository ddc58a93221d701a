"""hardware_docs/serial_protocol.md, on the host's side."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.leds.packets import (
    MAX_RAW,
    OVERHEAD,
    BoardInfo,
    BoardStatus,
    Packet,
    PacketError,
    checksum,
    cobs_decode,
    cobs_encode,
)
from companion.leds.reader import Banner, StreamReader

GOLDEN = Path(__file__).parent.parent / "golden" / "packets"
GOOD = [line.split() for line in (GOLDEN / "good.txt").read_text().splitlines()]
BAD = [line.split() for line in (GOLDEN / "bad.txt").read_text().splitlines()]

packets = st.builds(
    Packet, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_RAW - OVERHEAD)
)  # fmt: skip


def test_the_checksum_is_genibus() -> None:
    assert checksum(b"123456789") == 0xD64E


class TestGoldenPackets:
    @pytest.mark.parametrize("line", GOOD, ids=lambda line: line[0])
    def test_python_writes_and_reads_these_bytes(self, line: list[str]) -> None:
        _, sequence, command, payload, raw, wire = line
        packet = Packet(int(sequence, 16), int(command, 16), bytes.fromhex(payload.replace("-", "")))
        assert packet.raw().hex() == raw
        assert packet.wire().hex() == wire
        assert Packet.parse(bytes.fromhex(raw)) == packet

    @pytest.mark.parametrize("line", BAD, ids=lambda line: line[0])
    def test_these_bytes_are_no_packet(self, line: list[str]) -> None:
        reader = StreamReader()
        assert reader.feed(bytes.fromhex(line[1])) == []
        assert reader.noise_bytes > 0

    def test_there_are_enough_of_them(self) -> None:
        assert len(GOOD) >= 20
        assert len(BAD) >= 8


class TestReplies:
    def test_what_a_board_says_of_itself(self) -> None:
        info = BoardInfo(1, (1, 0), 0x0102, (70, 70, 70, 70), 3, 0, 3000, 7, 320)
        assert BoardInfo.parse(info.data()) == info
        assert info.leds == 280

    def test_counters(self) -> None:
        status = BoardStatus(1000, 1, 2, 3, 4, 5, 1999, 128, 77, 0xBEEF, 0)
        assert BoardStatus.parse(status.data()) == status

    @pytest.mark.parametrize("kind", [BoardInfo, BoardStatus])
    def test_another_length_is_no_reply(self, kind: type[BoardInfo | BoardStatus]) -> None:
        with pytest.raises(PacketError):
            kind.parse(b"\x00" * 3)


class TestCobs:
    @given(st.binary(max_size=MAX_RAW))
    def test_no_zero_is_left_and_all_comes_back(self, raw: bytes) -> None:
        coded = cobs_encode(raw)
        assert 0 not in coded
        assert cobs_decode(coded) == raw

    @given(st.binary(max_size=60))
    def test_garbage_is_refused_or_read_and_never_more(self, coded: bytes) -> None:
        try:
            raw = cobs_decode(coded)
        except PacketError:
            return
        assert len(raw) <= len(coded)
        assert cobs_decode(cobs_encode(raw)) == raw


class TestReader:
    """Field note E-04: works on bytes, skips garbage, counts it, never raises."""

    @given(st.lists(packets, max_size=6), st.lists(st.integers(1, 30), min_size=1, max_size=40))
    def test_any_split_of_the_bytes_gives_the_same_packets(self, sent: list[Packet], cuts: list[int]) -> None:
        stream = b"".join(packet.wire() for packet in sent)
        reader = StreamReader()
        found = []
        at = 0
        for cut in cuts:
            found += reader.feed(stream[at : at + cut])
            at += cut
        found += reader.feed(stream[at:])
        assert found == sent
        assert reader.noise_bytes == 0

    @given(st.binary(max_size=400), packets)
    def test_a_packet_after_any_noise_is_found(self, noise: bytes, packet: Packet) -> None:
        reader = StreamReader()
        assert (reader.feed(noise) + reader.feed(packet.wire()))[-1] == packet

    def test_garbage_then_boot_text_then_a_valid_packet(self) -> None:
        reader = StreamReader()
        packet = Packet(1, 0x82, b"\x00")
        assert reader.feed(b"\xff\xfe\x95\xed" + b"ets Jun  8 2016 00:22:57\r\n" + packet.wire()) == [packet]
        assert reader.noise_bytes == 30

    def test_a_banner_after_boot_text_is_heard(self) -> None:
        assert StreamReader().feed(b"\xfe boot\r\n\x00RINGSIDE 1\r\n\x00") == [Banner(1)]
        assert StreamReader().feed(b"\x00RINGSIDE 1 START\r\n\x00") == [Banner(1, started=True)]
        assert StreamReader().feed(b"\x00RINGSIDE x\r\n\x00") == []

    def test_garbage_without_end_takes_no_memory(self) -> None:
        reader = StreamReader()
        for _ in range(100):
            reader.feed(b"\xaa" * 1000)
        assert len(reader._piece) <= 256
        assert reader.noise_bytes >= 99_000

    def test_three_seconds_of_garbage_suggest_another_baud_rate(self) -> None:
        reader = StreamReader()
        for tenth in range(31):
            reader.feed(b"\xf8\x1c\x00\x80\xe0" * 4 + b"\x00", now_s=tenth / 10)
        assert reader.wrong_baud_likely(3.0)
        for tenth in range(31, 70):
            reader.feed(Packet(1, 0x82, b"\x00").wire(), now_s=tenth / 10)
        assert not reader.wrong_baud_likely(6.9)
