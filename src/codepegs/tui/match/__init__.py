"""Match screen: people at one keyboard, and computers."""
