"""The console script. It is outside the package so that Ctrl-C is quiet while the package is imported."""

import signal


def main() -> None:
    """Run `codepegs`."""
    usual = signal.getsignal(signal.SIGINT)
    # A parent process may have set SIGINT to be ignored; then it stays ignored.
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from codepegs.cli.main import main as command

    signal.signal(signal.SIGINT, usual)
    command()
