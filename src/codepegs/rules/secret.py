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

    A code that was committed to has a salt, which is as hidden as the code, and a
    commitment, which anyone may see: :mod:`codepegs.notation.commitment` makes them. They
    are not compared, since the same code hidden again is the same code.

    >>> print(Secret(Code.parse("AABB")))
    <hidden>
    """

    __slots__ = ("__code", "__salt", "commitment")

    def __init__(self, code: Code, *, salt: bytes | None = None, commitment: bytes | None = None) -> None:
        if (salt is None) is not (commitment is None):
            raise TypeError("A salt and a commitment come together.")
        self.__code, self.__salt = code, salt
        self.commitment = commitment

    def reveal(self) -> Code:
        """The code. Every call of this is a place where secrecy is decided."""
        return self.__code

    def salt(self) -> bytes | None:
        """What opens the commitment, together with the code; it is shown with the code and not before."""
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
        raise TypeError("A secret is not serialised; a record keeps it, veiled, while its game goes on.")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self.__getstate__()
