"""Fixtures of the table tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.asgi import Site, site


@pytest.fixture
async def here() -> AsyncIterator[Site]:
    """An application with default limits, in the event loop of the test."""
    async with site() as running:
        yield running
