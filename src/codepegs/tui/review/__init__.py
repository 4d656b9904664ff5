"""Review screen: a match step by step, with an analysis of its guesses."""
