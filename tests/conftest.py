"""What every test stands on."""

from hypothesis import settings

# a busy machine is no failing property: how long an example takes is the bench's business
settings.register_profile("house", deadline=None)
settings.load_profile("house")
