"""The console script. It is outside the package so that Ctrl-C is quiet while the package is imported."""

import signal
import sys


def main() -> None:
    """Run `codepegs`."""
    usual = signal.getsignal(signal.SIGINT)
    # A parent process may have set SIGINT to be ignored; then it stays ignored.
    quiet = signal.SIG_DFL if usual is signal.default_int_handler else usual
    signal.signal(signal.SIGINT, quiet)
    from codepegs.cli.main import main as command

    try:
        signal.signal(signal.SIGINT, usual)
        command()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        # Python would print a traceback if Ctrl-C came while it ends.
        signal.signal(signal.SIGINT, quiet)
