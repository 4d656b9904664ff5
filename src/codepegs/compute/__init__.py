"""Compute pool: engine work in worker processes with a time and a memory limit."""
