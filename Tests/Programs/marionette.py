# SPDX-License-Identifier: Apache-2.0
"""Debian's Firefox, which is told what to do by Marionette itself: Debian has no geckodriver."""
import json
import socket
import subprocess
import time

WAIT = 60


class Marionette:
    """A Firefox without a window, with a profile of its own; `words` are added to its command line."""

    def __init__(self, profile, settings, *words):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = {"marionette.port": port, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, **settings}
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()))
        self.process = subprocess.Popen(
            ["/usr/lib/firefox-esr/firefox-esr", "--headless", "--marionette", "--profile", profile, "--no-remote", *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count, deadline = 0, time.monotonic() + WAIT
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                assert time.monotonic() < deadline and self.process.poll() is None, "Firefox does not answer"
                time.sleep(0.05)
        self.receive()
        self.command("WebDriver:NewSession", capabilities={})

    def receive(self):
        """A message: how many bytes it has, a colon, and JSON."""
        count = b""
        while (byte := self.socket.recv(1)) != b":":
            assert byte, "Firefox has ended"
            count += byte
        body = b""
        while len(body) < int(count):
            piece = self.socket.recv(int(count) - len(body))
            assert piece, "Firefox has ended"
            body += piece
        return json.loads(body)

    def command(self, name, **parameters):
        """The value that a command of WebDriver or of Marionette answers."""
        self.count += 1
        body = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(str(len(body)).encode() + b":" + body)
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(error.get("error", "") + ": " + error.get("message", ""))
        return result.get("value") if isinstance(result, dict) else result

    def end(self):
        self.process.terminate()
        self.process.wait()
