"""`codepegs serve`: what it is told by flags and by environment variables."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from codepegs.cli.main import group
from codepegs.server.ops.config import Config, Setting, settings


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """The settings with which servers would have run."""
    found: list[Config] = []
    monkeypatch.setattr("codepegs.cli.run_server.run", found.append)
    for setting in settings():
        monkeypatch.delenv(setting.variable, raising=False)
    return found


def test_settings_have_defaults(told: list[Config]) -> None:
    assert CliRunner().invoke(group, ["serve"]).exit_code == 0
    assert told == [Config()]


VALUES = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "lan": ("yes", True),
    "archive": ("sqlite:///x.db", "sqlite:///x.db"),
    "origins": ("https://a.example", ("https://a.example",)),
    "proxies": ("10.0.0.1", ("10.0.0.1",)),
    "log": ("json", "json"),
}
OTHERS = {
    "host": "1.2.3.4",
    "lan": "no",
    "archive": "y",
    "origins": "https://b.example",
    "proxies": "z",
    "log": "text",
}


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_each_setting_has_a_flag_and_a_variable(
    told: list[Config], monkeypatch: pytest.MonkeyPatch, setting: Setting
) -> None:
    text, value = VALUES.get(setting.name, ("7", setting.kind(7)))
    other = OTHERS.get(setting.name, "8")
    given = [setting.flag] if setting.kind is bool else [setting.flag, text]
    assert CliRunner().invoke(group, ["serve", *given]).exit_code == 0
    monkeypatch.setenv(setting.variable, text)
    assert CliRunner().invoke(group, ["serve"]).exit_code == 0
    monkeypatch.setenv(setting.variable, other)
    assert CliRunner().invoke(group, ["serve", *given]).exit_code == 0
    assert [getattr(config, setting.name) for config in told] == [value] * 3


def test_several_values_need_several_flags_or_commas(
    told: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    CliRunner().invoke(group, ["serve", "--origin", "https://a.example", "--origin", "https://b.example"])
    monkeypatch.setenv("CODEPEGS_ORIGINS", "https://a.example, https://b.example")
    CliRunner().invoke(group, ["serve"])
    assert [config.origins for config in told] == [("https://a.example", "https://b.example")] * 2


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("CODEPEGS_PORT", "many"),
        ("CODEPEGS_PORT", "70000"),
        ("CODEPEGS_RATE", "0"),
        ("CODEPEGS_COMPUTE", "0"),
    ],
)
def test_an_invalid_variable_is_refused(
    told: list[Config], monkeypatch: pytest.MonkeyPatch, variable: str, text: str
) -> None:
    monkeypatch.setenv(variable, text)
    refused = CliRunner().invoke(group, ["serve"])
    assert refused.exit_code == 2
    assert variable in refused.stderr
    assert told == []


def test_lan_with_a_host_is_refused(told: list[Config], monkeypatch: pytest.MonkeyPatch) -> None:
    assert CliRunner().invoke(group, ["serve", "--lan", "--host", "0.0.0.0"]).exit_code == 2
    monkeypatch.setenv("CODEPEGS_HOST", "0.0.0.0")
    refused = CliRunner().invoke(group, ["serve", "--lan"])
    assert refused.exit_code == 2
    assert "--host" in refused.stderr
    assert told == []


@pytest.mark.parametrize("flag", ["processes", "queue", "backup", "workers", "bus", "metrics-port"])
def test_an_option_that_was_removed_is_refused(told: list[Config], flag: str) -> None:
    refused = CliRunner().invoke(group, ["serve", f"--{flag}=1"])
    assert refused.exit_code == 2
    assert "No such option" in refused.stderr
    assert told == []


def test_a_variable_that_was_removed_is_named(told: list[Config], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEPEGS_WORKERS", "4")
    started = CliRunner().invoke(group, ["serve"])
    assert started.exit_code == 0
    assert "CODEPEGS_WORKERS" in started.stderr
    assert len(told) == 1
