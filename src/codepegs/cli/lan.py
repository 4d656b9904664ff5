"""Addresses of this machine in its networks, and a QR code that leads to one."""

from __future__ import annotations

import socket
from io import StringIO
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr
import segno

_REMOTE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}
"""An address outside of this network for each family, reserved for documentation (RFC 5737, RFC 3849)."""


def find_addresses() -> list[str]:
    """Return the IP addresses at which other machines can reach this one, the most likely first.

    That is the address with which it reaches other networks. IPv4 comes before IPv6, because it
    is easier to type.
    """
    found = [
        ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    outgoing = _outgoing()
    usable = sorted(
        (address for address in set(found) if _is_reachable(address)),
        key=lambda address: (address.version, str(address) not in outgoing, address.packed),
    )
    return list(map(str, usable))


def _is_reachable(address: IPv4Address | IPv6Address) -> bool:
    # Browsers cannot open a link-local IPv6 address, which needs the name of an interface.
    return not (address.is_loopback or address.is_link_local or address.is_multicast)


def _outgoing() -> set[str]:
    """Return the addresses with which this machine reaches other networks, if it does."""
    found: set[str] = set()
    for family, remote in _REMOTE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                # A UDP socket sends nothing when it connects. It only chooses its own address.
                probe.connect(remote)
                found.add(probe.getsockname()[0])
        except OSError:
            continue  # It has no such network.
    return found


def draw_qr_code(url: str) -> str:
    """Return a QR code for a terminal, in characters that are light where the code is light."""
    drawn = StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
