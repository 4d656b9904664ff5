"""The command: one module a subcommand. What is heavy is imported inside the command that needs it."""
