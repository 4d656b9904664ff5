"""`codepegs strategy`: how well codes can be broken."""

from __future__ import annotations

import click

from codepegs.cli.commands import strategy_census, strategy_check, strategy_prove, strategy_tree


@click.group()
def command() -> None:
    """Prove the best strategy; measure, save and check others."""


command.add_command(strategy_prove.command, "prove")
command.add_command(strategy_check.command, "check")
command.add_command(strategy_census.command, "census")
command.add_command(strategy_tree.command, "tree")
