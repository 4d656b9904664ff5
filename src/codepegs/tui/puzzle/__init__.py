"""Puzzles: a form to choose one, and a screen to solve it."""
