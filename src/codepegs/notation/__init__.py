"""The game as text: editions, positions and records, what people type, and drawings.

Pure Python without dependencies. Every reader gives a value or raises a CodepegsError.
"""
