"""One module a revision, numbered in order. What is published here is not changed any more."""
