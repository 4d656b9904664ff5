"""Breaking codes: boards in, codes out. Whole spaces of codes at once, with numpy."""

from codepegs.engine.codespace import CodeSpace
from codepegs.engine.measure import MEASURES, Measure
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.strategy import STRATEGIES, Strategy, find_strategy

__all__ = ["MEASURES", "STRATEGIES", "Bounds", "CodeSpace", "Measure", "Optimum", "Strategy", "find_strategy"]
