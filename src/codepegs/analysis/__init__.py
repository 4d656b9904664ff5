"""Looking back, and looking through: what a strategy does on every code."""

from codepegs.analysis.census import Census, census
from codepegs.analysis.plot import census_plot

__all__ = ["Census", "census", "census_plot"]
