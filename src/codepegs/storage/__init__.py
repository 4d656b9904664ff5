"""Keeping: an archive of matches, move by move."""
