"""Proofs and censuses by a Dask cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra: cluster)")
PROGRAM = (sys.executable, "-m", "codepegs", "strategy")
PATIENCE = 250
"""Seconds, for workers that share their cores with others."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    cluster: Any = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL"
    )
    with cluster:
        yield cluster.scheduler_address


def shown(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE)


def test_a_cluster_proves_what_one_process_proves(address: str, tmp_path: Path) -> None:
    saved = tmp_path / "proof.txt"
    words = ("prove", "-e", "classic-1 colours=5", "--cluster", address, "--checkpoint", str(saved))
    found = shown(*words)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Proved: 2,463 guesses for 625 codes, with at most 10 rows.\n")
    jobs = len(saved.read_text().splitlines())
    assert jobs > 50
    assert shown(*words).stdout == found.stdout
    assert len(saved.read_text().splitlines()) < jobs + 10


LEAVING = """
import sys
from concurrent.futures import FIRST_COMPLETED, wait
import numpy
from codepegs.cli.cluster import connect
for _ in range(3):
    with connect(sys.argv[1]) as executor:
        wait([executor.submit(numpy.zeros, 1_000_000) for _ in range(20)], None, FIRST_COMPLETED)
"""


def test_leaving_while_results_are_on_their_way_is_silent(address: str) -> None:
    words = (sys.executable, "-c", LEAVING, address)
    found = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.returncode, found.stderr) == (0, "")


CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL") as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


@pytest.mark.night
def test_a_lost_cluster_is_named_in_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "cluster.py"
    program.write_text(CLUSTER)
    words = (sys.executable, str(program))
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as cluster:
        assert cluster.stdout is not None
        with start_proof(cluster.stdout.readline().strip(), tmp_path / "proof.txt") as proof:
            os.killpg(cluster.pid, signal.SIGKILL)
            _, errors = proof.communicate(timeout=PATIENCE)
    assert proof.returncode == 1
    assert errors.startswith("Error: The connection to the cluster at tcp://")
    assert errors.count("\n") == 1


def start_proof(address: str, saved: Path) -> subprocess.Popen[str]:
    """Start a proof, and wait until some of its jobs are done."""
    words = ("prove", "-e", "classic-1 colours=6", "--cluster", address, "--checkpoint", str(saved))
    process = subprocess.Popen(
        [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = monotonic() + PATIENCE
    while not saved.exists() or len(saved.read_text().splitlines()) < 10:
        assert process.poll() is None
        assert monotonic() < until
        sleep(0.02)
    return process


PROVED = "Proved: 5,625 guesses for 1,296 codes, with at most 10 rows.\n"


@pytest.mark.night
@pytest.mark.timeout(3 * PATIENCE)
def test_killing_a_worker_does_not_spoil_a_proof(address: str, tmp_path: Path) -> None:
    with distributed.Client(address, set_as_default=False) as client:
        workers = [*client.run(os.getpid).values()]
    with start_proof(address, tmp_path / "proof.txt") as process:
        os.kill(workers[0], signal.SIGKILL)
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert output.startswith(PROVED)


@pytest.mark.night
@pytest.mark.timeout(3 * PATIENCE)
def test_a_proof_stops_with_ctrl_c_and_goes_on(address: str, tmp_path: Path) -> None:
    saved = tmp_path / "proof.txt"
    with start_proof(address, saved) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert output.startswith("Stopped. 1,296 codes")
    assert "Traceback" not in errors
    before = saved.read_text()
    words = ("prove", "-e", "classic-1 colours=6", "--cluster", address, "--checkpoint", str(saved))
    assert shown(*words).stdout.startswith(PROVED)
    assert saved.read_text().startswith(before)


@pytest.mark.night
def test_a_cluster_takes_the_census_of_one_process(address: str) -> None:
    words = ("census", "random-consistent", "-e", "mini", "--json")
    found = shown(*words, "--cluster", address)
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout) == json.loads(shown(*words, "--workers", "1").stdout)


def test_a_cluster_without_workers_is_named() -> None:
    empty: Any = distributed.LocalCluster(
        n_workers=0, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL"
    )
    with empty:
        found = shown("prove", "-e", "mini", "--cluster", empty.scheduler_address)
    assert found.returncode == 1
    assert "has no workers. Start one with: dask worker tcp://" in found.stderr


@pytest.mark.night
def test_a_cluster_grows_a_tree(address: str, tmp_path: Path) -> None:
    script = Path(__file__).resolve().parents[2] / "scripts" / "grow_tree.py"
    words = ("classic-1", "1122", "--cluster", address, "-o", str(tmp_path / "grown.tree"))
    grown = subprocess.run(
        [sys.executable, str(script), *words], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (grown.returncode, grown.stderr) == (0, "")
    assert "1,296 codes     5,715 guesses" in grown.stdout
    assert "5,715" in shown("tree", "verify", str(tmp_path / "grown.tree")).stdout
