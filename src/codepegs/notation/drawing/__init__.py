"""Drawings of a board: plain text for terminals, and SVG."""
