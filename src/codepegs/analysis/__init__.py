"""Looking back, and looking through: what a strategy does on every code."""

from codepegs.analysis.census import Census, census

__all__ = ["Census", "census"]
