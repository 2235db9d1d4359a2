#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that want to speak on the message bus of an app which runs: a line `NAME: refused REASON` or `NAME: OUT` for each way.

Its arguments: the `bailey` program, and an empty folder for an instance. Called as `inside`, it is the app: over its standard
input, a socket, it says what it has of its bus, and lends what it can, or tries to use what another app has lent.
"""
import array
import json
import os
import socket
import stat
import struct
import subprocess
import sys
import threading

VICTIM, THIEF = "org.example.Victim", "org.example.Thief"
ASKED = {
    "portals": ("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
                "GetServerInformation"),
    "session": ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames"),
}
EXPECTED = {"portals": b"Bailey", "session": b"org.freedesktop.DBus"}


def padded(data, to):
    return data + b"\0" * (-len(data) % to)


def fresh():
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.settimeout(20)
    return made


def exactly(bus, count):
    data = b""
    while len(data) < count:
        more = bus.recv(count - len(data))
        if not more:
            raise ConnectionError("closed")
        data += more
    return data


def message(bus):
    head = exactly(bus, 16)
    body, _, fields = struct.unpack("<III", head[4:])
    return head[1], exactly(bus, fields + -fields % 8 + body)


def call(bus, number, destination, path, interface, member):
    fields = b""
    for code, kind, value in ((1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)):
        text = struct.pack("<I", len(value)) + value.encode() + b"\0"
        fields = padded(fields, 8) + struct.pack("<BB", code, 1) + kind.encode() + b"\0" + text
    head = b"l" + struct.pack("<BBBIII", 1, 0, 1, 0, number, len(fields)) + fields
    bus.sendall(padded(head, 8))


def say_hello(bus):
    bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    line = bus.recv(512)
    if not line.startswith(b"OK"):
        raise ConnectionError("closed at the greeting")
    bus.sendall(b"BEGIN\r\n")
    call(bus, 1, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")


def asks_as_the_app(bus, kind):
    call(bus, 2, *ASKED[kind])
    while True:
        what, content = message(bus)
        # Not the answer to the greeting, nor a signal.
        if what == 3 or what == 2 and EXPECTED[kind] in content:
            return what == 2


def speaks(bus, kind):
    say_hello(bus)
    return asks_as_the_app(bus, kind)


def own_address():
    kind, _, value = os.environ["DBUS_SESSION_BUS_ADDRESS"].partition(":")[2].partition("=")
    return "\0" + value if kind == "abstract" else value


def send(channel, word, descriptors=()):
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
    channel.sendmsg([word.encode()], rights)


def receive(channel):
    word, ancillary, _, _ = channel.recvmsg(65536, socket.CMSG_SPACE(4 * 8))
    descriptors = array.array("i")
    for _, kind, data in ancillary:
        if kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) // 4 * 4])
    return word.decode(), list(descriptors)


def attempt(label, body):
    try:
        print(f"{label}: OUT" if body() else f"{label}: refused (not the app)", flush=True)
    except OSError as error:
        print(f"{label}: refused ({error})", flush=True)


def by_an_unconnected_socket(lent, address, kind):
    bus = socket.socket(fileno=os.dup(lent))
    bus.settimeout(20)
    bus.connect(address)
    return speaks(bus, kind)


def by_its_address(address, kind):
    bus = fresh()
    bus.connect(address)
    return speaks(bus, kind)


def inside(role, kind):
    channel = socket.socket(fileno=os.dup(0))
    if role == "lends":
        own = fresh()
        own.connect(own_address())
        served = speaks(own, kind)
        # A child is the app as well, and so is one after the other.
        for _ in range(3):
            child = os.fork()
            if child == 0:
                own = fresh()
                own.connect(own_address())
                os._exit(0 if speaks(own, kind) else 1)
            served = served and os.waitpid(child, 0)[1] == 0
        with open("/proc/self/mountinfo") as file:
            told = [line for line in file if "/run/apps/" in line or ".bus" in line]
        send(channel, json.dumps({"served": served, "address": own_address(), "told": told}), [fresh().detach() for _ in range(2)])
    else:
        word, descriptors = receive(channel)
        attempt("another app by an unconnected socket", lambda: by_an_unconnected_socket(descriptors[0], word, kind))
        attempt("another app by its address", lambda: by_its_address(word, kind))
        send(channel, "done")
    channel.recv(1)


# MARK: outside

def bailey(program, *words):
    subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)


def make(folder, program, identifier, kind):
    name = identifier.split(".")[-1]
    bundle = f"{folder}/{kind}/{name}.app"
    os.makedirs(bundle)
    with open(f"{bundle}/Info.plist", "w") as file:
        file.write(
            f'<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>{identifier}</string>'
            f"<key>CFBundleExecutable</key><string>{name}</string></dict></plist>")
    entitlements = {
        "portals": "<key>bailey.sandbox.portals</key><true/>",
        "session": "<key>bailey.sandbox.session-bus.talk</key><array><string>org.freedesktop.Notifications</string></array>",
    }
    with open(f"{bundle}/Entitlements.plist", "w") as file:
        file.write(f'<plist version="1.0"><dict>{entitlements[kind]}</dict></plist>')
    with open(__file__) as source, open(f"{bundle}/{name}", "w") as file:
        file.write(source.read())
    os.chmod(f"{bundle}/{name}", 0o755)
    bailey(program, "app", "sign", "--adhoc", bundle)
    bailey(program, "app", "install", "--yes", bundle)


def start(program, identifier, role, kind):
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.settimeout(60)
    words = [program, "run", identifier, "--", "inside", role, kind]
    running = subprocess.Popen(words, stdin=far.fileno(), close_fds=True)
    far.close()
    return running, near


class Watch(threading.Thread):
    """Takes hold of every bus that ever has a file, and connects to it at once."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder, self.held, self.seen, self.over = folder, [], set(), False

    def run(self):
        while not self.over:
            try:
                names = [name for name in os.listdir(self.folder) if name.endswith(".bus")]
            except OSError:
                continue
            for name in names:
                try:
                    place = os.open(f"{self.folder}/{name}", os.O_PATH | os.O_NOFOLLOW)
                    self.seen.add(name)
                    connected = fresh()
                    connected.connect(f"/proc/self/fd/{place}")
                    self.held.append((place, connected))
                except OSError:
                    pass
                if len(self.held) > 8:
                    return


def play(program, folder, kind):
    apps = folder + "/home/run/apps"
    make(folder, program, VICTIM, kind)
    make(folder, program, THIEF, kind)
    watch = Watch(apps)
    watch.start()
    victim, channel = start(program, VICTIM, "lends", kind)
    word, lent = receive(channel)
    watch.over = True
    watch.join()
    known = json.loads(word)
    print(f"{kind}: the app itself: " + ("served" if known["served"] else "not served"), flush=True)
    print(f"{kind}: mounts inside: " + ("tell nothing" if not known["told"] else f"OUT {known['told']}"), flush=True)
    files = [name for name in os.listdir(apps) if stat.S_ISSOCK(os.lstat(f"{apps}/{name}").st_mode)]
    for name in files:
        attempt(f"{kind}: a program outside by a file", lambda: by_its_address(f"{apps}/{name}", kind))
    attempt(f"{kind}: a program outside by an unconnected socket", lambda: by_an_unconnected_socket(lent[0], known["address"], kind))
    attempt(f"{kind}: a program outside by its address", lambda: by_its_address(known["address"], kind))
    # The session's own bus is open to every program of the person's; the portals answer for the app.
    if kind == "portals":
        print(f"{kind}: its file was {'seen' if watch.seen else 'never seen'}", file=sys.stderr)
        for place, connected in watch.held:
            attempt(f"{kind}: who was there before by a connection", lambda: speaks(connected, kind))
            attempt(f"{kind}: who was there before by a file", lambda: by_its_address(f"/proc/self/fd/{place}", kind))
    thief, other = start(program, THIEF, "borrows", kind)
    send(other, known["address"], lent[1:])
    receive(other)
    for running, end in ((victim, channel), (thief, other)):
        end.send(b"1")
        running.wait(20)
    print(f"{kind}: left: {os.listdir(apps)}", flush=True)


def main():
    program, folder = sys.argv[1:3]
    os.environ.update({"BAILEY_HOME": folder + "/home", "HOME": folder, "XDG_DATA_HOME": folder + "/data"})
    bus = None
    try:
        bailey(program, "up", "--mount", folder + "/mount")
        play(program, folder, "portals")
        address = f"unix:path={folder}/machine.bus"
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1", "--address=" + address],
                               stdout=subprocess.PIPE)
        bus.stdout.readline()
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
        play(program, folder, "session")
    finally:
        if bus:
            bus.kill()
        subprocess.run([program, "down"], stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if sys.argv[1] == "inside":
        inside(*sys.argv[2:4])
    else:
        main()
