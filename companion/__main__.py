"""`python -m companion` is the command `companion`."""

from companion.cli.main import run

run()
