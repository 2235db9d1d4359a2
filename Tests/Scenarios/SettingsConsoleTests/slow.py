# SPDX-License-Identifier: Apache-2.0
"""Takes up a server: opens COUNT connections to HOST:PORT, whose requests never become whole.

Usage: slow.py HOST:PORT COUNT SECONDS      prints how many have ended within so many seconds, and what they were told. Where all
                                            have, it opens as many again and again; else the others go on.
"""
import selectors
import socket
import sys
import time

HOST, PORT = sys.argv[1].split(":")
COUNT, SECONDS = int(sys.argv[2]), float(sys.argv[3])


def connect(selector):
    connection = socket.create_connection((HOST, int(PORT)))
    connection.setblocking(False)
    try:
        connection.send(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    except OSError:
        pass
    selector.register(connection, selectors.EVENT_READ)


def ended(selector, within):
    """How many have ended, and the bytes that came."""
    (count, told) = (0, b"")
    for key, _ in selector.select(within):
        try:
            part = key.fileobj.recv(4096)
        except OSError:
            part = b""
        told += part
        if not part:
            selector.unregister(key.fileobj)
            key.fileobj.close()
            count += 1
    return count, told


selector = selectors.DefaultSelector()
for _ in range(COUNT):
    connect(selector)
(gone, told, end) = (0, b"", time.monotonic() + SECONDS)
while gone < COUNT and time.monotonic() < end:
    (more, part) = ended(selector, 0.1)
    (gone, told) = (gone + more, told + part)
print(f"{gone} of {COUNT} ended, told {len(told)} bytes", flush=True)
while True:
    ended(selector, 0.05)
    for key in list(selector.get_map().values()):
        try:
            key.fileobj.send(b"x")
        except OSError:
            pass
    for _ in range(COUNT - len(selector.get_map()) if gone == COUNT else 0):
        try:
            connect(selector)
        except OSError:
            pass
