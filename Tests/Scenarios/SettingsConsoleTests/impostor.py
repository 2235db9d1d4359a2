#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands where a console's pages send what they ask.

Usage: impostor.py HOST:PORT RECORD       carries everything to the console there, and prints its own port. From when there is a
                                          file RECORD it answers itself, and writes down what it is sent.
       impostor.py take HOST:PORT         takes the console's port, in every way that a socket can: prints what came of each

It answers as a console whose pages nobody has used for a time, which wants the passcode: with codes that it has seen.
"""
import os
import socket
import sys
import threading
import time

SEEN = {"proof": b""}
# Connections that lead to the console, and are no streams.
CARRIED = set()


def shut(*ends):
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def carry(source, target):
    try:
        while data := source.recv(65536):
            if b"X-Bailey-Proof" in data:
                SEEN["proof"] = data.split(b"X-Bailey-Proof: ")[1].split(b"\r\n")[0]
            if data.startswith(b"GET /api/events "):
                CARRIED.discard(source)
            target.sendall(data)
    except OSError:
        pass
    CARRIED.discard(source)
    shut(source, target)


def watch(record):
    """A page hears of nothing: its stream stays."""
    while not os.path.exists(record):
        time.sleep(0.01)
    shut(*CARRIED)


def answer(connection, record):
    """One request, with all that it brings."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    length = next((int(l.split(b":")[1]) for l in head.lower().split(b"\r\n") if l.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += connection.recv(65536)
    with open(record, "ab") as file:
        file.write(head + b"\n" + body + b"\n")
    path = head.split()[1]
    status, kind, text = b"200 OK", b"application/json", b"{}"
    if path == b"/api/events":
        kind, text = b"text/event-stream", b'data: {"idle": true}\n\n'
    elif path == b"/":
        kind, text = b"text/html", b"<!doctype html><title>Bailey</title><h1>impostor</h1><input type=password>"
    connection.sendall(
        b"HTTP/1.1 " + status + b"\r\nContent-Type: " + kind + b"\r\nX-Bailey-Proof: " + SEEN["proof"]
        + b"\r\nConnection: close\r\nContent-Length: " + str(len(text)).encode() + b"\r\n\r\n" + text)


def serve(connection, console, record):
    with connection:
        try:
            if os.path.exists(record):
                return answer(connection, record)
            with socket.create_connection(console) as other:
                CARRIED.add(connection)
                threading.Thread(target=carry, args=(other, connection), daemon=True).start()
                carry(connection, other)
        except OSError:
            pass


def take(host, port):
    kinds = [[], [socket.SO_REUSEADDR], [socket.SO_REUSEPORT], [socket.SO_REUSEADDR, socket.SO_REUSEPORT]]
    for place in [host, "0.0.0.0", "::", "::ffff:" + host]:
        for options in kinds:
            with socket.socket(socket.AF_INET6 if ":" in place else socket.AF_INET) as attempt:
                for option in options:
                    attempt.setsockopt(socket.SOL_SOCKET, option, 1)
                try:
                    attempt.bind((place, port))
                    attempt.listen()
                    print("got", place, options)
                except OSError:
                    print("refused")


def main():
    name = sys.argv[2] if sys.argv[1] == "take" else sys.argv[1]
    host, port = name.split(":")
    if sys.argv[1] == "take":
        return take(host, int(port))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        threading.Thread(target=watch, args=(sys.argv[2],), daemon=True).start()
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection, (host, int(port)), sys.argv[2]), daemon=True).start()


main()
