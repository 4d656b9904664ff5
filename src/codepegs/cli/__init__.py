"""The command line. Commands import heavy modules inside their functions."""
