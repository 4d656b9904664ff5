"""Limits on connections: which one is closed, and how many there can be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.server.http.connections import MAX_DESCRIPTORS, Connections, raise_descriptor_limit
from codepegs.server.ops.metrics import Metrics

PROXY = "10.0.0.1"
HOSTS = ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", PROXY)
"""Four addresses and a proxy, because the two hosts of one /64 network count as one."""
ADDRESSES = dict(zip(HOSTS, ("a", "b", "c", "c", "d", None), strict=True))


FEW = ("192.0.2.1", "2001:db8::1", "2001:db8::2", PROXY)
"""A property finds more with few of them."""


class Line:
    """Transport that remembers that it was aborted."""

    def __init__(self, host: str) -> None:
        self.host, self.aborted = host, False

    def abort(self) -> None:
        self.aborted = True


def made(*, per_address: int = 3, total: int = 6) -> tuple[Any, Metrics]:
    metrics = Metrics()
    return Connections(per_address=per_address, total=total, proxies=(PROXY,), metrics=metrics), metrics


def add(limited: Any, host: str = HOSTS[0]) -> Line:
    line = Line(host)
    limited.add(line, host)
    return line


def test_the_longest_waiting_connection_of_an_address_is_closed() -> None:
    limited, _ = made()
    other, first, second, third = add(limited, HOSTS[1]), add(limited), add(limited), add(limited)
    limited.serve(first)
    fourth = add(limited)
    assert second.aborted
    assert [line.aborted for line in (other, first, third, fourth)] == [False] * 4
    limited.wait(first)  # after its response it waits again, behind the others
    add(limited)
    assert third.aborted
    assert not first.aborted


def test_a_new_connection_is_closed_if_all_are_served() -> None:
    limited, metrics = made()
    served = [add(limited) for _ in range(3)]
    for line in served:
        limited.serve(line)
    assert add(limited).aborted
    assert not any(line.aborted for line in served)
    assert not add(limited, HOSTS[1]).aborted
    assert 'codepegs_closed_connections_total{limit="address"} 1.0\n' in metrics.text()
    assert "codepegs_connections 4.0\n" in metrics.text()


def test_the_longest_waiting_connection_of_all_is_closed() -> None:
    limited, metrics = made()
    lines = [add(limited, host) for host in (*HOSTS[:3], HOSTS[0], HOSTS[4], HOSTS[1])]
    assert not add(limited, HOSTS[2]).aborted
    assert [line.aborted for line in lines] == [True, *[False] * 5]
    assert 'codepegs_closed_connections_total{limit="total"} 1.0\n' in metrics.text()


@given(
    st.lists(
        st.tuples(st.sampled_from(("add", "add", "wait", "serve", "remove")), st.integers(0, 20)), max_size=60
    )
)
def test_no_sequence_exceeds_the_limits_or_closes_served_connections(steps: list[tuple[str, int]]) -> None:
    limited, metrics = made()
    lines: list[Line] = []
    served: set[Line] = set()
    gone: set[Line] = set()
    for step, number in steps:
        if step == "add":
            host = FEW[number % len(FEW)]
            before = [ADDRESSES[line.host] for line in lines if not line.aborted and line not in gone]
            lines.append(add(limited, host))
            if len(before) < 6 and (host == PROXY or before.count(ADDRESSES[host]) < 3):
                # Nothing is remembered about those that are closed.
                assert len(before) + 1 == sum(not line.aborted and line not in gone for line in lines)
        elif lines:
            line = lines[number % len(lines)]
            getattr(limited, step)(line)
            (served.add if step == "serve" else served.discard)(line)
            if step == "remove":
                gone.add(line)
        still_open = [line for line in lines if not line.aborted and line not in gone]
        counts = Counter(ADDRESSES[line.host] for line in still_open)
        assert len(still_open) <= 6
        assert all(count <= 3 for address, count in counts.items() if address)
        assert not any(line.aborted for line in served - gone if line in still_open)
        assert f"codepegs_connections {len(still_open)}.0\n" in metrics.text()


UNLIMITED = -1


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [
        (1024, 4096, 4096),
        (1024, 1024, 1024),
        (1024, 10**6, MAX_DESCRIPTORS),
        (1024, UNLIMITED, MAX_DESCRIPTORS),
        (10**6, 10**6, None),
        (UNLIMITED, UNLIMITED, None),
    ],
)
def test_the_descriptor_limit_is_raised_within_reason(
    soft: int, hard: int, raised: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    now = [(soft, hard)]
    monkeypatch.setattr(resource, "RLIM_INFINITY", UNLIMITED)
    monkeypatch.setattr(resource, "getrlimit", lambda _: now[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: now.append(limit))
    assert raise_descriptor_limit() == (raised or MAX_DESCRIPTORS)
    assert now[-1] == (raised or soft, hard)
