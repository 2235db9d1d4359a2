#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that want to be taken for the registered one: a line `NAME: refused REASON` or `NAME: OUT` for each way, and
`NAME: known` or `NAME: unknown` for what is the program.

Its arguments: the `bailey` program, and an empty folder for an instance. The programs are copies of Python, each another file.
"""
import ctypes
import mmap
import os
import shutil
import socket
import struct
import subprocess
import sys
import time

GROUP = "T.shared"
PYTHON = "/usr/bin/python3"


# MARK: what baileyd is asked

class Client:
    """The broker's protocol, far enough to ask which groups one has."""

    def __init__(self, ticket=b""):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(20)
        self.socket.connect(os.environ["BAILEY_HOME"] + "/run/broker.sock")
        challenge = self.socket.recv(4096)
        hello = struct.pack(">BB", 1, 255) + challenge[6:22] + struct.pack(">H", len(ticket)) + ticket
        self.socket.send(struct.pack(">IBB", 2 + len(hello), 1, 1) + hello)
        welcome = self.socket.recv(8192)
        if welcome[5:6] != b"\x41":
            raise ConnectionError("not welcome")
        self.ticket = welcome[9:]

    def has_group(self):
        return ask(self.socket)


def ask(connected):
    connected.send(struct.pack(">IBH", 3, 2, 0x0201))
    answer = connected.recv(65536)
    if answer[4:7] != b"\x02\x02\x01":
        raise ConnectionError("the connection is ended")
    return GROUP.encode() in answer


def hide():
    if ctypes.CDLL(None).prctl(4, 0, 0, 0, 0):
        raise OSError("it cannot hide")


# MARK: what the programs do

def say(name, is_known):
    print(f"{name}: {'known' if is_known else 'unknown'}", flush=True)


def attempt(name, body):
    try:
        print(f"{name}: OUT" if body() else f"{name}: refused (not the program)", flush=True)
    except OSError as error:
        print(f"{name}: refused ({error})", flush=True)


def become(other, name, connected):
    os.set_inheritable(connected.fileno(), True)
    os.execv(other, [other, __file__, name, str(connected.fileno())])


def hides_and_becomes(other):
    client = Client()
    hide()
    become(other, "is another", Client(client.ticket).socket)


def inherited(number):
    connected = socket.socket(fileno=int(number))
    connected.settimeout(20)
    return connected


def registered_program(other):
    """Runs as the registered program, and says what is to be seen of it on its own."""
    client = Client()
    say("the program", client.has_group())
    read, write = os.pipe()
    if os.fork() == 0:
        # Not the process that it was given to.
        hide()
        attempt("a child that hides, with its ticket", lambda: not sees_all() and Client(client.ticket).has_group())
        os._exit(0)
    os.wait()
    hide()
    say("the program that hides", Client(client.ticket).has_group())
    say("the program that hides without a ticket, where it can be seen", True if sees_all() else not Client().has_group())
    altered = client.ticket[:-1] + bytes([client.ticket[-1] ^ 1])
    attempt("with an altered ticket", lambda: not sees_all() and Client(altered).has_group())
    cut = client.ticket[:40]
    attempt("with a part of a ticket", lambda: not sees_all() and Client(cut).has_group())


def sees_all():
    """`baileyd` of root looks into every process."""
    return os.geteuid() == 0


ROLES = {
    "registered": lambda other: registered_program(other),
    "becomes another": lambda other: become(other, "is another", Client().socket),
    "becomes another that hides": lambda other: become(other, "hides", Client().socket),
    "hides and becomes another": lambda other: hides_and_becomes(other),
    "is another": lambda number: attempt("a program that it becomes", lambda: ask(inherited(number))),
    "hides": lambda number: (hide(), attempt("a program that it becomes and that hides", lambda: ask(inherited(number)))),
    "is known": lambda name: say(name, Client().has_group()),
    "asks": lambda name: attempt(name, lambda: Client().has_group()),
}


# MARK: outside

def bailey(program, *words):
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def copy(path, tail=b""):
    with open(PYTHON, "rb") as source, open(path, "wb") as file:
        file.write(source.read() + tail)
        # What is not on the disk yet goes there with whatever else does, and the next write is seen again.
        os.fsync(file.fileno())
    os.chmod(path, 0o755)


def run(program, *words):
    print(subprocess.run([program, __file__, *words], stdout=subprocess.PIPE, text=True).stdout, end="", flush=True)


class Mapping:
    """Of a file that is to be changed without its times' saying so."""

    def __init__(self, path):
        self.path = path
        with open(path, "r+b") as file:
            self.mapped = mmap.mmap(file.fileno(), 0)

    def touch(self):
        """The first write through a mapping gives the file other times; those after it do not."""
        self.mapped[-1] = self.mapped[-1]
        return self

    def change(self):
        """Whether nothing shows it."""
        before = os.stat(self.path)
        self.mapped[-1] ^= 1
        after = os.stat(self.path)
        return (before.st_mtime_ns, before.st_ctime_ns) == (after.st_mtime_ns, after.st_ctime_ns)


def change_unseen(mapping, register):
    """After `baileyd` read the file, while it was mapped: what is kept of it is kept then. The machine may write the file back
    at any moment, and then the next change shows."""
    for _ in range(20):
        register(mapping.path)
        if mapping.change():
            return mapping.mapped.close()
        mapping.change()
        # Nothing is kept of a file that was changed so lately.
        time.sleep(2.1)
    print(f"{mapping.path}: the change was seen", flush=True)


def main():
    program, folder = sys.argv[1:3]
    os.environ.update({"BAILEY_HOME": folder + "/home", "HOME": folder, "XDG_DATA_HOME": folder + "/data"})
    memory = f"/dev/shm/{os.path.basename(folder)}"
    os.makedirs(memory)
    first, other, third, fourth = f"{folder}/first", f"{folder}/other", f"{folder}/third", f"{memory}/fourth"
    for number, path in enumerate((first, other, third, fourth)):
        copy(path, bytes(number))
    third_mapping = Mapping(third).touch()
    with open(folder + "/plist", "w") as file:
        file.write(f"<plist><dict><key>keychain-access-groups</key><array><string>{GROUP}</string></array></dict></plist>")

    def register(path):
        bailey(program, "app", "register", "--executable", path, "--entitlements", folder + "/plist")

    try:
        bailey(program, "up", "--mount", folder + "/mount")
        register(first)
        run(first, "registered", other)
        run(first, "becomes another", other)
        run(first, "becomes another that hides", other)
        run(first, "hides and becomes another", other)
        change_unseen(third_mapping, register)
        run(third, "asks", "a file that was changed through a mapping")
        register(fourth)
        run(fourth, "is known", "a file in memory")
        change_unseen(Mapping(fourth), register)
        run(fourth, "asks", "a file in memory that was changed through a mapping")
    finally:
        subprocess.run([program, "down"], stdout=subprocess.DEVNULL)
        shutil.rmtree(memory)


if __name__ == "__main__":
    if sys.argv[1] in ROLES:
        ROLES[sys.argv[1]](*sys.argv[2:])
    else:
        main()
