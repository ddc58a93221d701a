"""The firmware's portable core on this machine, with sanitizers."""

from collections.abc import Callable


def test_the_core_holds_on_a_pc(run_make: Callable[..., None]) -> None:
    run_make("host_tests")
