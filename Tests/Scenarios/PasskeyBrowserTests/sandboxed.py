#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An app that would like to ask for passkeys as a browser does. Words: the machine's `bailey-browser`, the machine's broker socket, folders in
which browsers look for native messaging hosts. Prints a line for each way."""
import json
import os
import socket
import struct
import subprocess
import sys

PROGRAM, BROKER, *FOLDERS = sys.argv[1:]
HERE = os.path.dirname(os.path.abspath(sys.argv[0]))
ASKED = {"id": 1, "kind": "get", "origin": "https://example.org", "options": {"challenge": "AQIDBAUGBwgJCgsMDQ4PEA", "rpId": "example.org"}}


def answer_of(program):
    text = json.dumps(ASKED).encode()
    libraries = {"LD_LIBRARY_PATH": os.path.join(HERE, "Frameworks")}
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **libraries})
    process.stdin.write(struct.pack("I", len(text)) + text)
    process.stdin.flush()
    count, = struct.unpack("I", process.stdout.read(4))
    answer = process.stdout.read(count).decode()
    process.stdin.close()
    process.wait()
    return answer


def connection():
    socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect(BROKER)
    return "connected"


def manifest(folder):
    os.makedirs(folder, exist_ok=True)
    host = {"name": "bailey.browser", "description": "", "path": sys.argv[0], "type": "stdio"}
    with open(os.path.join(folder, "bailey.browser.json"), "w") as file:
        json.dump({**host, "allowed_extensions": ["passkeys@bailey.localhost"]}, file)
    return "written"


def tell(name, way, *words):
    try:
        said = way(*words)
    except OSError as error:
        said = type(error).__name__
    print(f"{name}: {said}", flush=True)


tell("its own bailey-browser", answer_of, os.path.join(HERE, "bailey-browser"))
tell("the machine's", answer_of, PROGRAM)
tell("the socket", connection)
for folder in FOLDERS:
    tell("a manifest", manifest, folder)
