"""Table service: one match being played, with its seats, commands, clock, bots and subscribers.

It knows no HTTP, no database and no user interface. The caller passes in a store, a codec
for messages and an observer, so the same code can serve a website or a terminal.
"""
