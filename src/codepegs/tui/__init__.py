"""In a terminal: the game as a Textual application. No rule is decided here."""
