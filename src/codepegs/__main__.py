"""`python -m codepegs` is `codepegs`."""

from codepegs.cli.main import main

main()
