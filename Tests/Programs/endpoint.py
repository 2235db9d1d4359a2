#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A server that takes notifications, well or badly: its path says how. Each request is a line of JSON on standard output.

Usage: endpoint.py FOLDER [PORT]     with TLS by an authority of its own, FOLDER/authority.pem; the first line is the port
"""
import base64
import http.server
import json
import os
import ssl
import subprocess
import sys
import threading
import time

FOLDER, PORT = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
tries = {}
lock = threading.Lock()


def openssl(*words):
    subprocess.run(["openssl", *words], cwd=FOLDER, check=True, capture_output=True)


def certificate():
    if os.path.exists(FOLDER + "/endpoint.pem"):
        return
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=Authority", "-days", "9")
    openssl("req", *key, "-keyout", "endpoint.key", "-out", "endpoint.csr", "-subj", "/CN=Endpoint")
    with open(FOLDER + "/names", "w") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "endpoint.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-days", "9", "-extfile", "names", "-out", "endpoint.pem")


def claims(body):
    payload = json.loads(body)["payload"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        try:
            token = claims(body)
        except (ValueError, KeyError, IndexError):
            token = {}
        with lock:
            number = tries[self.path] = tries.get(self.path, 0) + 1
            print(json.dumps({"path": self.path, "type": self.headers.get("Content-Type"), "body": body, "token": token}),
                  flush=True)
        {"/third": lambda: self.answer(200 if number > 3 else 500), "/never": self.wait, "/endless": self.endless,
         "/head": self.head, "/big": lambda: self.answer(200, b"x" * 100_000),
         "/redirect": lambda: self.answer(302, b"", ("Location", "/ok")),
         "/slow": lambda: (time.sleep(0.3), self.answer(200)), "/broken": lambda: self.connection.shutdown(2)}.get(self.path, lambda: self.answer(200, b"taken"))()

    def answer(self, status, body=b"", *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def wait(self):
        self.connection.recv(1)

    def endless(self):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"x" * 4096)

    def head(self):
        self.send_response(200)
        while True:
            self.send_header("X-Long", "x" * 1000)
            self.flush_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


certificate()
server = Server(("127.0.0.1", PORT), Endpoint)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(FOLDER + "/endpoint.pem", FOLDER + "/endpoint.key")
# The handshake is each connection's own.
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
server.serve_forever()
