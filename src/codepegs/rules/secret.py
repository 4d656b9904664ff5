"""The secret: a code that does not show itself by accident."""

from __future__ import annotations

from typing import NoReturn, final

from codepegs.rules.code import Code


@final
class Secret:
    """A code that only :meth:`reveal` shows.

    Printing, formatting, hashing or serialising it gives nothing away, so a secret that
    ends up in a log line or a message does not leak. Secrets can be compared: matches with
    different codes differ.

    A code with a commitment has a salt, which is as secret as the code, and the commitment,
    which is public. :mod:`codepegs.notation.commitment` makes both. They do not count in
    comparisons.

    >>> print(Secret(Code.parse("aabb")))
    <hidden>
    """

    __slots__ = ("__code", "__salt", "commitment")

    def __init__(self, code: Code, *, salt: bytes | None = None, commitment: bytes | None = None) -> None:
        if (salt is None) is not (commitment is None):
            raise TypeError("A salt and a commitment must be given together.")
        if not isinstance(code, Code):
            raise TypeError("A secret holds a code, such as edition.code('RRBB').")
        self.__code, self.__salt = code, salt
        self.commitment = commitment

    def reveal(self) -> Code:
        """Return the code. Each caller must make sure that nobody sees it who should not."""
        return self.__code

    def salt(self) -> bytes | None:
        """Return the salt of the commitment. It must not be shown before the code."""
        return self.__salt

    def __eq__(self, other: object) -> bool:
        return self.__code == other.__code if isinstance(other, Secret) else NotImplemented

    def __hash__(self) -> int:
        return hash(Secret)

    def __repr__(self) -> str:
        return "<hidden>"

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

    def __getstate__(self) -> NoReturn:
        raise TypeError("A secret cannot be pickled. Save the match as a record instead.")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self.__getstate__()
