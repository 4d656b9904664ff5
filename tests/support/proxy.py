"""Real proxies with the configuration files of `deploy`, on free ports, with a new certificate."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.terminal import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
LOOPBACK = "127.0.0.1"
KINDS = ("nginx", "caddy", "haproxy")

_NGINX = """\
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def require(tool: str) -> str:
    """Return the path of a program, or skip the test."""
    path = shutil.which(tool) or shutil.which(tool, path="/usr/sbin:/sbin")
    if path is None:
        pytest.skip(f"{tool} is not installed")
    return path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def url_of(port: int) -> str:
    """Return the URL of the proxy at this port."""
    return f"https://localhost:{port}"


def replace(text: str, values: Mapping[str, str]) -> str:
    """Return a text with these parts replaced. Each must be there."""
    for old, new in values.items():
        assert old in text, f"{old!r} is not in the file"
        text = text.replace(old, new)
    return text


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Return a new certificate for 127.0.0.1 and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(key), "-out", str(certificate))
    subprocess.run(
        [require("openssl"), "req", "-x509", *kind, "-days", "2", "-subj", "/CN=localhost", *files],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    return certificate, key


class Proxy:
    """Configured proxy of one of the `KINDS`, for two servers at these addresses of this machine."""

    def __init__(
        self,
        kind: str,
        folder: Path,
        servers: Sequence[str],
        *,
        port: int,
        limits: Mapping[str, str] | None = None,
    ) -> None:
        """`limits` are parts of the file, each with what replaces it."""
        self.port = port
        self.url = url_of(port)
        program = require(kind)
        one, two = servers
        certificate, key = make_certificate(folder)
        if kind == "nginx":
            site = replace(
                (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
                {
                    "    listen [::]:80;\n": "",
                    "    listen [::]:443 ssl http2;\n": "",
                    "listen 80;": f"listen {LOOPBACK}:{free_port()};",
                    "listen 443 ssl http2;": f"listen {LOOPBACK}:{self.port} ssl http2;",
                    "/etc/letsencrypt/live/pegs.example/fullchain.pem": str(certificate),
                    "/etc/letsencrypt/live/pegs.example/privkey.pem": str(key),
                    "127.0.0.1:8001": one,
                    "127.0.0.1:8002": two,
                },
            )
            (folder / "site.conf").write_text(replace(site, limits or {}), encoding="utf-8")
            user = "user root;" if os.geteuid() == 0 else ""
            file = folder / "nginx.conf"
            file.write_text(_NGINX.format(folder=folder, user=user), encoding="utf-8")
            self.check = [program, "-t", "-e", str(folder / "error.log"), "-c", str(file)]
            self.start = [*self.check[:1], *self.check[2:], "-g", "daemon off;"]
        elif kind == "caddy":
            site = replace(
                (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
                {
                    "\tservers {\n": "\tadmin off\n\tauto_https disable_redirects\n\tservers {\n",
                    "{$CODEPEGS_DOMAIN:pegs.example} {": f"{self.url} {{\n\ttls {certificate} {key}\n"
                    f"\tbind {LOOPBACK}",
                    "{$CODEPEGS_SERVERS:127.0.0.1:8001 127.0.0.1:8002}": f"{one} {two}",
                },
            )
            file = folder / "Caddyfile"
            file.write_text(replace(site, limits or {}), encoding="utf-8")
            self.check = [program, "validate", "--adapter", "caddyfile", "--config", str(file)]
            self.start = [program, "run", *self.check[2:]]
        else:
            both = folder / "both.pem"
            both.write_bytes(certificate.read_bytes() + key.read_bytes())
            site = replace(
                (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8"),
                {
                    "bind :80": f"bind {LOOPBACK}:{free_port()}",
                    "bind :443": f"bind {LOOPBACK}:{self.port}",
                    "/etc/haproxy/pegs.example.pem": str(both),
                    "127.0.0.1:8001": one,
                    "127.0.0.1:8002": two,
                },
            )
            file = folder / "haproxy.cfg"
            file.write_text(replace(site, limits or {}), encoding="utf-8")
            self.check = [program, "-c", "-f", str(file)]
            self.start = [program, "-f", str(file)]
        self._environment = {**os.environ, "HOME": str(folder)}

    def validate(self) -> subprocess.CompletedProcess[str]:
        """Let the proxy check its configuration."""
        return subprocess.run(
            self.check, check=False, capture_output=True, text=True, timeout=PATIENCE, env=self._environment
        )

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run the proxy during a block, and give its URL."""
        process = subprocess.Popen(
            self.start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._environment
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while not _answers(self.port):
                assert process.poll() is None, f"{self.start[0]} has ended"
                assert time.monotonic() < deadline, f"{self.start[0]} does not listen"
                time.sleep(0.05)
            yield self.url
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0
