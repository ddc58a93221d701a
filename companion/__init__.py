"""The Ringside Companion: sees, rules, shows, lights and remembers a clay-wrestling evening."""

__version__ = "0.1.0"
