"""Line mode: a match played by typing lines, in a terminal or through a pipe."""
