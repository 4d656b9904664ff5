"""Transport for tests of protocols: nothing is sent, and the test sees what would be."""

from __future__ import annotations

from typing import Any


class Held:
    """Transport whose buffer keeps everything unless the client is `reading`."""

    def __init__(self) -> None:
        self.reading = False
        self.buffer, self.closed, self.aborted = bytearray(), False, False
        self.paused = False
        self.protocol: Any = None

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_extra_info(self, _: str) -> None:
        return None

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return 1 << 14, 1 << 16

    def get_write_buffer_size(self) -> int:
        return len(self.buffer)

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: bytes) -> None:
        self.buffer += b"" if self.reading else data

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True
        self.buffer.clear()
