"""Unfinished input: a row or an answer before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from codepegs.rules.code import Code, Colour
from codepegs.rules.feedback import Feedback


@dataclass(frozen=True, slots=True)
class Draft:
    """Row that is being built. None stands for a hole without a peg.

    >>> draft = Draft.of(4).place(Colour(2)).fill()
    >>> str(draft.code), draft.hole
    ('cccc', 4)
    """

    pegs: tuple[Colour | None, ...]
    hole: int = 0
    """Hole for the next peg. In a full row it may be the number of pegs, which is none of them."""
    last: Colour | None = None
    """Colour placed last."""

    @classmethod
    def of(cls, pegs: int) -> Draft:
        return cls((None,) * pegs)

    @property
    def code(self) -> Code | None:
        """The row, or None if a peg is missing."""
        pegs = tuple(colour for colour in self.pegs if colour is not None)
        return Code(pegs) if len(pegs) == len(self.pegs) else None

    @property
    def full(self) -> bool:
        return self.hole == len(self.pegs)

    def place(self, colour: Colour) -> Draft:
        """Place a colour and go to the next empty hole. In a full row, go to the next hole."""
        if self.full:
            return self
        pegs = (*self.pegs[: self.hole], colour, *self.pegs[self.hole + 1 :])
        later = [*range(self.hole + 1, len(pegs)), *range(self.hole)]
        empty = [place for place in later if pegs[place] is None]
        replaced = self.pegs[self.hole] is not None
        return Draft(pegs, empty[0] if empty else self.hole + 1 if replaced else len(pegs), colour)

    def go(self, hole: int) -> Draft:
        return replace(self, hole=min(max(hole, 0), len(self.pegs) - 1))

    def move(self, start: int, end: int) -> Draft:
        """Move a peg to another hole. A peg that is there takes its place."""
        pegs = list(self.pegs)
        pegs[start], pegs[end] = pegs[end], pegs[start]
        return replace(self, pegs=tuple(pegs), hole=end)

    def fill(self) -> Draft:
        """Place the last colour in all empty holes."""
        if self.last is None:
            return self
        pegs = tuple(self.last if colour is None else colour for colour in self.pegs)
        return replace(self, pegs=pegs, hole=len(pegs))

    def prefill(self, pegs: Mapping[int, Colour]) -> Draft:
        """Place pegs by hole, and go to the first empty hole."""
        row = tuple(pegs.get(hole, colour) for hole, colour in enumerate(self.pegs))
        empty = [hole for hole, colour in enumerate(row) if colour is None]
        return replace(self, pegs=row, hole=empty[0] if empty else len(row))

    def copy(self, code: Code) -> Draft:
        return replace(self, pegs=tuple(code.pegs), hole=len(code))

    def erase(self) -> Draft:
        """Remove the peg in the current hole, or else the nearest one before it, around the row."""
        back = [*range(min(self.hole, len(self.pegs) - 1), -1, -1), *range(len(self.pegs) - 1, self.hole, -1)]
        filled = [place for place in back if self.pegs[place] is not None]
        return self.remove(filled[0]) if filled else self

    def remove(self, hole: int) -> Draft:
        """Remove the peg in a hole, and go there."""
        return replace(self, pegs=(*self.pegs[:hole], None, *self.pegs[hole + 1 :]), hole=hole)

    def delete(self) -> Draft:
        """Remove the peg in the current hole."""
        return self if self.full else self.remove(self.hole)

    def clear(self) -> Draft:
        return Draft.of(len(self.pegs))


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """Answer that is being given. None stands for a missing count."""

    counts: tuple[int | None, int | None] = (None, None)
    """Numbers of black and white key pegs."""
    arm: int = 0
    """Count that the next digit sets: 0 black, 1 white, 2 neither."""

    @property
    def feedback(self) -> Feedback | None:
        """The answer, or None if a count is missing."""
        black, white = self.counts
        return None if black is None or white is None else Feedback(black, white)

    def say(self, count: int) -> AnswerDraft:
        """Set the current count and go to the next one."""
        return replace(self._with(self.arm, count), arm=self.arm + 1) if self.arm < 2 else self

    def add(self, arm: int, by: int = 1) -> AnswerDraft:
        """Add one key peg. Counts that are missing become 0."""
        counts = [count or 0 for count in self.counts]
        counts[arm] = max(0, counts[arm] + by)
        return AnswerDraft((counts[0], counts[1]), arm)

    def go(self, arm: int) -> AnswerDraft:
        return replace(self, arm=min(max(arm, 0), 2))

    def erase(self) -> AnswerDraft:
        """Take the last key peg back, or the last number."""
        if self.arm < 2 and self.counts[self.arm]:
            return self.add(self.arm, -1)
        if self.arm == 1 and self.counts == (0, 0):
            return AnswerDraft()
        back = self.go(self.arm - 1)
        return back.erase() if self.arm == 1 and self.counts[1] == 0 else back._with(back.arm, None)

    def clear(self) -> AnswerDraft:
        return AnswerDraft()

    def _with(self, arm: int, count: int | None) -> AnswerDraft:
        black, white = self.counts
        return replace(self, counts=(count, white) if arm == 0 else (black, count))
