"""Hints, reviews, puzzles and records over HTTP."""
