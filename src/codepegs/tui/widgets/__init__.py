"""Widgets that several screens share: boards, pegs, forms and messages."""
