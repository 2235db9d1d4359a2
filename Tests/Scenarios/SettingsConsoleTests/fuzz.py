#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends a running console what no page sends, and prints what there is to see, a line each.

Usage: fuzz.py ADDRESS PROCESS SECONDS [DESCRIPTION]

With a description, schemathesis makes requests of it, signed in as a page is; then come raw bytes, signed in and not.
"""
import http.client
import random
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit


def resident(process):
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


def sign_in(host, token):
    connection = http.client.HTTPConnection(host)
    connection.request("POST", "/api/session", token)
    answer = connection.getresponse()
    body = answer.read().decode()
    return answer.getheader("Set-Cookie").split(";")[0], body.split('"')[3]


PARTS = [
    b"GET / HTTP/1.1\r\n", b"POST /api/unlock HTTP/1.1\r\n", b"GET /api/files/%2e%2e/ HTTP/1.1\r\n", b"\r\n", b"\r\n\r\n", b"Host: ",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n", b"Transfer-Encoding: chunked\r\n",
    b"5\r\nhello\r\n", b"ffffffffffffffff\r\n", b"Cookie: bailey-console=", b"X-Bailey-CSRF: ", b"\x00", b"\xff\xfe", b"%00", b"%c0%af",
    b"Expect: 100-continue\r\n", b"Connection: keep-alive\r\n", b"GET /api/widgets/a/zz/b/c/d HTTP/1.1\r\n", b"OPTIONS * HTTP/1.1\r\n",
    b"POST /api/privacy/grant HTTP/1.1\r\n", b"X-Bailey-Nonce: " + b"0a" * 16 + b"\r\n", b"A" * 5000, b"x: " + b"y" * 40000 + b"\r\n",
]


def raw(random_source, head):
    parts = [random_source.choice(PARTS) for _ in range(random_source.randrange(1, 9))]
    if random_source.random() < 0.7:
        parts.insert(min(1, len(parts)), head)
    text = bytearray(b"".join(parts))
    for _ in range(random_source.randrange(0, 6)):
        if text:
            text[random_source.randrange(len(text))] = random_source.randrange(256)
    return bytes(text)


def send(host, data):
    """The status of the first answer; None where the connection was closed."""
    name, port = host.split(":")
    try:
        with socket.create_connection((name, int(port)), timeout=5) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(64)
            return int(answer.split()[1]) if answer.startswith(b"HTTP/1.") else None
    except (OSError, ValueError, IndexError):
        return None


def main():
    address, process, seconds, *description = sys.argv[1:]
    host = urlsplit(address).netloc
    cookie, csrf = sign_in(host, address.split("#token=")[1].split("&")[0])
    if description:
        result = subprocess.run(
            ["st", "run", description[0], "--base-url", f"http://{host}", "-H", f"Cookie: {cookie}", "-H", f"X-Bailey-CSRF: {csrf}",
             "-c", "not_a_server_error", "--exclude-path", "/api/events", "--exclude-path", "/api/session",
             "--hypothesis-max-examples", "10", "--rate-limit", "15/s", "--hypothesis-suppress-health-check", "all", "--no-color"],
            capture_output=True, text=True)
        print("described:", "no server error" if result.returncode == 0 else result.stdout[-2000:] + result.stderr[-2000:])
    source = random.Random(4711)
    head = f"Host: {host}\r\nCookie: {cookie}\r\nX-Bailey-CSRF: {csrf}\r\n".encode()
    for _ in range(400):
        send(host, raw(source, head))
    before = resident(process)
    statuses = set()
    end = time.monotonic() + float(seconds)
    count = 0
    while time.monotonic() < end:
        statuses.add(send(host, raw(source, head)))
        count += 1
    time.sleep(1)
    print("answers of 500 and more:", sorted(s for s in statuses if s and s >= 500 and s not in [503, 505]))
    print("still serves:", send(host, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()))
    grown = resident(process) - before
    print("grown:", "little" if grown < 4096 else f"{grown} KiB after {count} requests")


main()
