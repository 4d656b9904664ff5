"""Line mode: matches, puzzles and the assistant as a conversation, line by line."""
