#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of a console as a browser asks for them, and what each answers: a line `PAGE: STATUS` for each, in each condition.

Its arguments: the `bailey` program, and an empty folder for an instance of the user who runs this.
"""
import http.client
import os
import signal
import subprocess
import sys
import time
from urllib.parse import urlsplit

PAGES = ["overview", "keychain/-/-/0", "open-files", "containers", "privacy", "widgets", "accesses/0", "setup", "places/"]


class Window:
    def __init__(self, address):
        self.host = urlsplit(address).netloc
        status, body, head = self.ask("POST", "session", address.split("#token=")[1].split("&")[0])
        self.cookie, self.word = head["Set-Cookie"].split(";")[0], body.split('"')[3]

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        head = {"Cookie": self.cookie, "X-Bailey-CSRF": self.word} if hasattr(self, "cookie") else {}
        connection.request(method, "/api/" + path, body, head)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())

    def look(self, when):
        print(f"{when}, keychain, before the passcode: {self.ask('GET', 'keychain/-/-/0')[0]}", flush=True)
        print(f"{when}, the passcode: {self.ask('POST', 'keychain/open', PASSCODE)[0]}", flush=True)
        print(f"{when}, passkeys, with the passcode: {self.ask('POST', 'passkeys/list', PASSCODE)[0]}", flush=True)
        for page in PAGES:
            print(f"{when}, {page}: {self.ask('GET', page)[0]}", flush=True)


def process_of(program):
    report = subprocess.run([BAILEY, "status", "--json"], stdout=subprocess.PIPE, text=True).stdout
    return int(report.split(f'"{program}":')[1].split(",")[0].split("}")[0])


def run(*words, text=""):
    subprocess.run([BAILEY, *words], check=True, input=text, text=True, stdout=subprocess.DEVNULL)


def until(condition):
    for _ in range(600):
        try:
            if condition():
                return
        except (ValueError, IndexError, OSError):
            pass
        time.sleep(0.05)
    print("it did not come to that", flush=True)


def main():
    folder = sys.argv[2]
    os.environ.update({"BAILEY_HOME": folder + "/home", "HOME": folder, "XDG_DATA_HOME": folder + "/data"})
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        os.environ.pop(name, None)
    console = None
    try:
        run("up", "--mount", folder + "/mount")
        run("passcode", "set", text=PASSCODE + "\n")
        console = subprocess.Popen([BAILEY, "console"], stdout=subprocess.PIPE, text=True, start_new_session=True)
        window = Window(console.stdout.readline().strip())
        server = subprocess.run(["pgrep", "-P", str(console.pid)], stdout=subprocess.PIPE, text=True).stdout.strip()
        if os.geteuid():
            try:
                with open(f"/proc/{server}/maps") as maps:
                    print(f"its memory is hidden: {not maps.read(1)}", flush=True)
            except PermissionError:
                print("its memory is hidden: True", flush=True)
        window.look("at first")
        before = process_of("baileyd")
        os.kill(before, signal.SIGKILL)
        until(lambda: process_of("baileyd") not in (0, before))
        until(lambda: window.ask("GET", "keychain/-/-/0")[0] != 503)
        window.look("after a crash of baileyd")
        run("down")
        run("up", "--mount", folder + "/mount")
        run("unlock", text=PASSCODE + "\n")
        until(lambda: window.ask("GET", "keychain/-/-/0")[0] != 503)
        window.look("after a restart")
    finally:
        if console:
            os.killpg(console.pid, signal.SIGTERM)
        subprocess.run([BAILEY, "down"], stdout=subprocess.DEVNULL)


BAILEY = sys.argv[1]
PASSCODE = "correct horse 42"
main()
