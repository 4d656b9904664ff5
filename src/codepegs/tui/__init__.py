"""Terminal application, made with Textual. It decides no rule of the game."""
