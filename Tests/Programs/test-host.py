# SPDX-License-Identifier: Apache-2.0
"""A host of a local network: HTTP at port 80, the same by TLS at 443, and names at port 53. Says what it is asked for."""
import http.server
import socket
import ssl
import subprocess
import sys
import threading
import time

address, folder, six = sys.argv[1:]


def say(*words):
    print(*words, flush=True)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        say("http", self.headers.get("Host"))
        endless = self.path == "/stream"
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 40 if endless else 6))
        self.end_headers()
        self.wfile.write(b"hello\n")
        if not endless:
            return
        say("streaming")
        try:
            while True:
                self.wfile.write(b"more\n")
                time.sleep(0.02)
        except OSError:
            say("ended")

    def log_message(self, *words):
        pass


def secured(server):
    key, certificate = folder + "/key", folder + "/certificate"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=host", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.sni_callback = lambda _, name, __: say("tls", name)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server


def names():
    """Answers with addresses: of `rebind.example` with another one each time, of `both.example` with two."""
    at = {"host.example": [address], "rebound.example": ["127.0.0.1"], "both.example": ["203.0.113.9", "127.0.0.1"]}
    turns = {}
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind((address, 53))
    while True:
        query, sender = listener.recvfrom(512)
        end = query.index(b"\0", 12) + 5
        labels, at_byte = [], 12
        while query[at_byte]:
            labels.append(query[at_byte + 1:at_byte + 1 + query[at_byte]].decode())
            at_byte += 1 + query[at_byte]
        name = ".".join(labels).lower()
        say("name", name)
        kind = query[end - 4:end - 2]
        found = at.get(name, [])
        if name == "rebind.example" and kind == b"\0\1":
            turns[name] = turns.get(name, 0) + 1
            found = [["203.0.113.9", "127.0.0.1"][turns[name] % 2]]
        if kind != b"\0\1":
            found = []
        answers = b"".join(b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(one) for one in found)
        head = query[:2] + b"\x85\x80\0\1" + len(found).to_bytes(2, "big") + b"\0\0\0\0"
        listener.sendto(head + query[12:end] + answers, sender)


class SixthServer(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6


plain = http.server.ThreadingHTTPServer((address, 80), Handler)
tls = secured(http.server.ThreadingHTTPServer((address, 443), Handler))
threading.Thread(target=names, daemon=True).start()
threading.Thread(target=tls.serve_forever, daemon=True).start()
threading.Thread(target=SixthServer((six, 80), Handler).serve_forever, daemon=True).start()
say("listening")
plain.serve_forever()
