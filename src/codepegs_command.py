"""The console script: beside the package, so that a Ctrl-C is quiet while that is imported."""

import signal


def main() -> None:
    """`codepegs`."""
    usual = signal.getsignal(signal.SIGINT)
    # Whoever started it may have asked that Ctrl-C is ignored.
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from codepegs.cli.main import main as command

    signal.signal(signal.SIGINT, usual)
    command()
