"""The secret: a code behind its shield."""

from __future__ import annotations

from typing import NoReturn, final

from codepegs.rules.code import Code


@final
class Secret:
    """A code that shows itself only when asked to by name.

    Printing, formatting, hashing, serialising or looking into it gives nothing away,
    so a secret that strays into a log line or a message is not lost. Two secrets can
    be compared with each other: matches that hide different codes differ.

    >>> print(Secret(Code.parse("AABB")))
    <hidden>
    """

    __slots__ = ("__code",)

    def __init__(self, code: Code) -> None:
        self.__code = code

    def reveal(self) -> Code:
        """The code. Every call of this is a place where secrecy is decided."""
        return self.__code

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
        raise TypeError("A secret is not serialised; a record keeps it, veiled, while its game goes on.")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self.__getstate__()
