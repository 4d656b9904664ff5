"""Puzzles: positions with exactly one answer, generated and checked."""
