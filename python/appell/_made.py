"""Laws and motions that can be pickled: what is kept is the call that made them, with all that it read."""

from __future__ import annotations

import contextlib
import os
import pickle
from typing import Any, Optional, Tuple, Type, TypeVar

import numpy as np

from . import _core

T = TypeVar("T", bound="Made")


def _blake2b(content: bytes = b"") -> Any:
    import hashlib  # It takes a while, and few need it.

    return hashlib.blake2b(content)


class ReadFile:
    """A file that was read. A pickle of it holds what the file held, and is read where the file is not."""

    def __init__(self, path: str, content: Optional[bytes] = None) -> None:
        self.path = path
        self._content = content
        self._hash = b"" if content is not None or not os.path.isfile(path) else self._hash_now()

    def _hash_now(self) -> bytes:
        whole = _blake2b()
        with open(self.path, "rb") as file:
            for block in iter(lambda: file.read(1 << 20), b""):
                whole.update(block)
        digest: bytes = whole.digest()
        return digest

    def __reduce__(self) -> Tuple[Type[ReadFile], Tuple[str, bytes]]:
        if self._content is not None:
            return (ReadFile, (self.path, self._content))
        if not os.path.isfile(self.path):
            raise pickle.PicklingError(f"{self.path} is not there any more, or is no regular file: its motion cannot be pickled")
        with open(self.path, "rb") as file:
            content = file.read()
        if _blake2b(content).digest() != self._hash:
            raise pickle.PicklingError(f"{self.path} has changed since it was read: its motion cannot be pickled")
        return (ReadFile, (self.path, content))

    def at_hand(self, stack: contextlib.ExitStack) -> str:
        """The path of a file with that content: its own, or a copy that goes with the stack."""
        if self._content is None:
            return self.path
        with contextlib.suppress(OSError):
            if _blake2b(self._content).digest() == self._hash_now():
                return self.path
        import tempfile  # Few need it, and it takes a while.

        folder = stack.enter_context(tempfile.TemporaryDirectory())
        copy = os.path.join(folder, os.path.basename(self.path))
        with open(copy, "wb") as file:
            file.write(self._content)
        return copy


class Call:
    """A function of the extension, or a method of the first argument, and its arguments."""

    def __init__(self, function: str, *arguments: Any) -> None:
        self.function = function
        # Arrays are the user's, who may change them.
        self.arguments = tuple(x.copy() if isinstance(x, np.ndarray) else x for x in arguments)

    def core(self) -> Any:
        """Makes the call."""
        with contextlib.ExitStack() as stack:

            def own(value: Any) -> Any:
                if isinstance(value, Made):
                    return value._core
                if isinstance(value, ReadFile):
                    return value.at_hand(stack)
                if isinstance(value, dict):
                    return {key: own(x) for key, x in value.items()}
                return [own(x) for x in value] if isinstance(value, list) else value

            given = [own(value) for value in self.arguments]
            function = getattr(_core, self.function, None)
            core = function(*given) if function is not None else getattr(given[0], self.function)(*given[1:])
            if self.arguments and isinstance(self.arguments[0], ReadFile):
                core.source = self.arguments[0].path  # Not that of a copy.
            return core


class Made:
    """A law or a motion of the extension, which never changes, and the call that makes it again."""

    _core: Any
    _call: Optional[Call]

    @classmethod
    def _made(cls: Type[T], function: str, *arguments: Any) -> T:
        made = cls.__new__(cls)
        made._call = Call(function, *arguments)
        made._core = made._call.core()
        return made

    def __reduce__(self) -> Tuple[Any, ...]:
        if self._call is None:
            raise pickle.PicklingError("the path of this motion is the way of a Motion that no file has: it cannot be pickled")
        return (type(self)._made, (self._call.function, *self._call.arguments))

    def __copy__(self: T) -> T:
        return self

    def __deepcopy__(self: T, _: object) -> T:
        return self
