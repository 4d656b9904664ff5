"""Dask clusters, which share long computations between hosts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import click

from codepegs import __version__

F = TypeVar("F", bound=Any)
P = ParamSpec("P")
T = TypeVar("T")

CONNECT_TIMEOUT = "10s"


def option(function: F) -> F:
    """`--cluster`: the address of a Dask scheduler."""
    decorate: Any = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on a Dask cluster. ADDRESS is that of its scheduler, such as tcp://127.0.0.1:8786.",
    )
    return decorate(function)  # type: ignore[no-any-return]


@contextmanager
def connect(address: str) -> Iterator[ClusterExecutor]:
    """Connect to the workers of a cluster."""
    try:
        from distributed import Client
    except ImportError:
        raise click.ClickException(
            "--cluster needs Dask, which is not installed. Install codepegs with its extra: codepegs[cluster]"
        ) from None
    # This module reports a lost connection itself, in one sentence. Lost workers are replaced silently.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise click.ClickException(
            f"No Dask scheduler answers at {address!r}. Start one with: dask scheduler"
        ) from None
    with client:
        _check_versions(client, address)
        try:
            with ClusterExecutor(client) as executor:
                yield executor
        except _ConnectionLost:
            raise click.ClickException(
                f"The connection to the cluster at {address} was lost. Check it, then try again."
            ) from None


class _ConnectionLost(Exception):
    """The cluster cannot be reached any more, or has dropped a job."""


class ClusterExecutor(ThreadPoolExecutor):
    """Executor whose threads wait for the jobs of a cluster. All have ended when its block is left.

    The executor of Dask gets results in its event loop, and prints a traceback if one is on its way
    when the client is closed.
    """

    def __init__(self, client: Any) -> None:
        self.workers = sum(client.nthreads().values())
        """How many jobs the cluster runs at once."""
        # One more, so that no worker waits for its next job.
        super().__init__(self.workers + 1)
        self._client, self._jobs, self._closed = client, set[Any](), False

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(lambda: self._run(function, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Cancel all jobs. A worker still finishes the one that it is at."""
        self._closed = True
        super().shutdown(wait=False, cancel_futures=True)
        self._cancel([*self._jobs])
        super().shutdown(wait)

    def _run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            job = self._client.submit(function, *args, pure=False, **kwargs)
            self._jobs.add(job)
            try:
                if self._closed:
                    self._cancel([job])
                result: T = job.result()
                return result
            finally:
                self._jobs.discard(job)
        except (CancelledError, OSError) as error:
            raise _ConnectionLost from error

    def _cancel(self, jobs: list[Any]) -> None:
        if self._client.status == "running":
            self._client.cancel(jobs)


def _check_versions(client: Any, address: str) -> None:
    try:
        versions = set(client.run(_version).values())
    except ModuleNotFoundError:
        versions = {None}
    if not versions:
        raise click.ClickException(
            f"The cluster at {address} has no workers. Start one with: dask worker {address}"
        )
    if versions != {__version__}:
        raise click.ClickException(
            f"The workers of the cluster at {address} have another version of codepegs, or none. "
            f"Install version {__version__} there."
        )


def _version() -> str:
    return __version__
