"""A writer to kill: appends commits of one to three events and prints `ack SEQ` after each durable commit.

Arguments: show file, number of commits. Goes on from the last event of the file: event N carries `n: N`.
"""

import sys

from companion.store.show import Show


def main(path: str, commits: int) -> None:
    with Show.open(path) as show:
        seq = show.last_seq
        for number in range(commits):
            events = [
                {"name": "strike_rolled", "n": seq + 1 + extra, "who": "Muñoz"} for extra in range(1 + number % 3)
            ]
            seq = show.append(events, by="referee", at_ms=1_000 * seq)[-1]
            print(f"ack {seq}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
