"""Setup of a new match: the edition, then players and house rules."""
