"""Screens of the menu: matches, statistics, settings and help."""
