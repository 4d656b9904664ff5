"""Code breaking with numpy and C: strategies, exact search and strategy trees."""

from codepegs.engine.codespace import CodeSpace
from codepegs.engine.measure import MEASURES, Measure
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.strategy import STRATEGIES, Strategy, find_strategy

__all__ = ["MEASURES", "STRATEGIES", "Bounds", "CodeSpace", "Measure", "Optimum", "Strategy", "find_strategy"]
