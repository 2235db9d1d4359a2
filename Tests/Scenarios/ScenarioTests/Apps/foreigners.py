#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that want to be an app which runs: a line `NAME: refused REASON` or `NAME: OUT` for each way.

Its arguments: the `bailey` program, and an empty folder for an instance. Called as `inside`, it is the app: over its standard
input, a socket, it sends what it has of its own connection to `baileyd`, or tries to use what another app has sent.
"""
import array
import json
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import time

BROKER = f"/run/user/{os.getuid()}/bailey/broker.sock"
VICTIM, THIEF = "org.example.Victim", "org.example.Thief"


def own_name():
    """What `baileyd` is called in the sandbox; where it has a file, that."""
    return "\0" + os.readlink(BROKER)[1:] if os.path.islink(BROKER) else BROKER


def fresh():
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.settimeout(20)
    return made


class Client:
    """The broker's protocol, far enough to ask which identifier and groups one has."""

    def __init__(self, connected):
        self.socket = connected
        challenge = self.socket.recv(4096)
        if not challenge:
            raise ConnectionError("closed before the challenge")
        self.socket.send(struct.pack(">IBBBB", 2 + 2 + 16 + 2, 1, 1, 2, 255) + challenge[6:22] + b"\0\0")
        if self.socket.recv(4096)[5:6] != b"\x41":
            raise ConnectionError("closed at hello")

    def access(self):
        self.socket.send(struct.pack(">IBH", 3, 2, 0x0201))
        return self.socket.recv(65536)


def identity(connected, whose):
    answer = Client(connected).access()
    return whose.encode() in answer


def send(channel, word, descriptors):
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
    channel.sendmsg([word.encode()], rights)


def receive(channel):
    word, ancillary, _, _ = channel.recvmsg(65536, socket.CMSG_SPACE(4 * 8))
    descriptors = array.array("i")
    for _, kind, data in ancillary:
        if kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) // 4 * 4])
    return word.decode(), list(descriptors)


# MARK: the ways

def by_what_has_a_path(place, name, whose):
    reached = fresh()
    reached.connect(f"/proc/self/fd/{place}")
    return identity(reached, whose)


def by_an_unconnected_socket(made, name, whose):
    reached = socket.socket(fileno=os.dup(made))
    reached.settimeout(20)
    reached.connect(name)
    return identity(reached, whose)


def by_a_connected_socket(made, name, whose):
    reached = socket.socket(fileno=os.dup(made))
    reached.settimeout(20)
    return identity(reached, whose)


def by_the_name_alone(_, name, whose):
    reached = fresh()
    reached.connect(name)
    return identity(reached, whose)


WAYS = [by_what_has_a_path, by_an_unconnected_socket, by_a_connected_socket, by_the_name_alone]


def attempt(who, whose, name, descriptors):
    for way, descriptor in zip(WAYS, descriptors + [None]):
        label = f"{who} {way.__name__.replace('_', ' ')}"
        try:
            print(f"{label}: OUT" if way(descriptor, name, whose) else f"{label}: refused (not the app)", flush=True)
        except OSError as error:
            print(f"{label}: refused ({error})", flush=True)


def inside(role):
    channel = socket.socket(fileno=os.dup(0))
    if role == "lends":
        own = fresh()
        own.connect(own_name())
        alike = identity(own, VICTIM)
        # A child is the app as well.
        reading, writing = os.pipe()
        if os.fork() == 0:
            own = fresh()
            own.connect(own_name())
            os.write(writing, b"1" if identity(own, VICTIM) else b"0")
            os._exit(0)
        alike = alike and os.read(reading, 1) == b"1"
        place = os.open(BROKER, os.O_PATH | os.O_NOFOLLOW)
        given = []
        for _ in range(2):
            unconnected, connected = fresh(), fresh()
            connected.connect(own_name())
            given += [os.dup(place), unconnected.detach(), connected.detach()]
        send(channel, json.dumps({"alike": alike, "name": own_name()}), given)
    else:
        name, descriptors = receive(channel)
        attempt("another app", VICTIM, name, descriptors)
        send(channel, "done", [])
    channel.recv(1)


# MARK: outside

def bailey(program, *words):
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make(folder, program, identifier):
    name = identifier.split(".")[-1]
    bundle = f"{folder}/{name}.app"
    os.makedirs(bundle)
    with open(f"{bundle}/Info.plist", "w") as file:
        file.write(
            f'<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>{identifier}</string>'
            f"<key>CFBundleExecutable</key><string>{name}</string></dict></plist>")
    with open(__file__) as source, open(f"{bundle}/{name}", "w") as file:
        file.write(source.read())
    os.chmod(f"{bundle}/{name}", 0o755)
    bailey(program, "app", "sign", "--adhoc", bundle)
    bailey(program, "app", "install", "--yes", bundle)


def start(program, identifier, role):
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.settimeout(60)
    running = subprocess.Popen([program, "run", identifier, "--", "inside", role], stdin=far.fileno(), close_fds=True)
    far.close()
    return running, near


def sockets_below(folder):
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if stat.S_ISSOCK(os.lstat(path).st_mode):
                yield path


def by_each_file(home, whose):
    """Sockets that have a file, the one for all programs among them."""
    for path in sockets_below(home + "/run"):
        if os.path.basename(path) in ("enclave.sock", "supervisor.sock"):
            continue
        label = f"a program outside by {os.path.basename(path).split('.')[-2]}"
        try:
            reached = fresh()
            reached.connect(path)
            print(f"{label}: OUT" if identity(reached, whose) else f"{label}: refused (not the app)", flush=True)
        except OSError as error:
            print(f"{label}: refused ({error})", flush=True)


def main():
    program, folder = sys.argv[1:3]
    os.environ.update({"BAILEY_HOME": folder + "/home", "HOME": folder, "XDG_DATA_HOME": folder + "/data"})
    try:
        bailey(program, "up", "--mount", folder + "/mount")
        make(folder, program, VICTIM)
        make(folder, program, THIEF)
        victim, channel = start(program, VICTIM, "lends")
        word, descriptors = receive(channel)
        known = json.loads(word)
        print("the app itself: " + ("known" if known["alike"] else "unknown"), flush=True)
        by_each_file(folder + "/home", VICTIM)
        attempt("a program outside", VICTIM, known["name"], descriptors[:3])
        thief, other = start(program, THIEF, "borrows")
        send(other, known["name"], descriptors[3:])
        receive(other)
        for running, end in ((victim, channel), (thief, other)):
            end.send(b"1")
            running.wait(20)
    finally:
        subprocess.run([program, "down"], stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if sys.argv[1] == "inside":
        inside(sys.argv[2])
    else:
        main()
