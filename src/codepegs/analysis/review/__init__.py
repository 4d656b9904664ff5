"""Reviews of finished games: how good each guess was, and how lucky each answer."""
