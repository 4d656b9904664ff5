"""Addresses of this machine in its networks, and how `codepegs serve` shows them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import segno

from codepegs.cli import lan, run_server
from codepegs.server.ops.config import Config

ADAPTERS: dict[str, list[object]] = {
    "lo": ["127.0.0.1", ("::1", 0, 0)],
    "docker0": ["172.17.0.1"],
    "wlan0": ["192.168.1.20", ("fd00::20", 0, 0), ("fe80::1", 0, 3), "169.254.7.7"],
}


@pytest.fixture
def adapters(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    monkeypatch.setattr(
        "ifaddr.get_adapters",
        lambda: [SimpleNamespace(ips=[SimpleNamespace(ip=ip) for ip in ips]) for ips in found.values()],
    )
    monkeypatch.setattr(lan, "_outgoing", lambda: {"192.168.1.20"})
    return found


def test_addresses_that_others_can_open_are_listed(adapters: dict[str, list[object]]) -> None:
    adapters.update(ADAPTERS)
    assert lan.find_addresses() == ["192.168.1.20", "172.17.0.1", "fd00::20"]


def test_the_addresses_of_this_machine_are_found() -> None:
    assert not {"127.0.0.1", "::1"} & {*lan.find_addresses()}


def test_a_terminal_shows_the_qr_code_of_the_first_address(
    adapters: dict[str, list[object]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    adapters.update(ADAPTERS)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run_server._announce(Config(host="::", lan=True))
    told = capsys.readouterr()
    assert told.out == "http://127.0.0.1:8000\n"
    assert "  http://192.168.1.20:8000\n" in told.err
    assert "  http://[fd00::20]:8000\n" in told.err
    rows = [line for line in told.err.splitlines() if "█" in line or "▀" in line]
    size = segno.make("http://192.168.1.20:8000", micro=False).symbol_size()[0]
    assert len(rows) == (size + 1) // 2
    assert lan.draw_qr_code("http://192.168.1.20:8000").splitlines()[2] in rows[2]


@pytest.mark.parametrize(
    ("config", "shown"),
    [
        (Config(host="::", lan=True), True),
        (Config(host="0.0.0.0"), True),
        (Config(host="0.0.0.0", origins=("https://pegs.example",)), False),
        (Config(), False),
    ],
)
def test_addresses_are_shown_if_they_can_be_played(
    adapters: dict[str, list[object]], capsys: pytest.CaptureFixture[str], config: Config, shown: bool
) -> None:
    adapters.update(ADAPTERS)
    run_server._announce(config)
    told = capsys.readouterr().err
    assert ("http://192.168.1.20:8000" in told) is shown
    assert "█" not in told, "a log is not a terminal"


@pytest.mark.usefixtures("adapters")
def test_a_machine_without_a_network_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    run_server._announce(Config(host="::", lan=True))
    assert "isn't on a network" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "origins"),
    [
        ("pegs.lan", ("http://pegs.lan:8000",)),
        ("localhost", ()),
        ("127.0.0.1", ()),
        ("::", ()),
    ],
)
def test_a_server_at_a_name_is_played_under_that_name(host: str, origins: tuple[str, ...]) -> None:
    assert run_server._completed(Config(host=host), port=8000).origins == origins
