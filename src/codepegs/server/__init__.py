"""The game between two people apart: a server, and what a program needs to play there."""
