#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server of GuardedNotes: it takes notes from that app alone.

    server.py STORE init APPID < root.pem     a new store; the root is what `bailey attest root` prints
    server.py STORE challenge                 prints a challenge, good for five minutes and for one answer
    server.py STORE register < request        takes an app's key
    server.py STORE change < request          takes a change that the key signed
    server.py STORE notes                     prints the notes

A refusal is a line `refused: REASON`, and ends with 1. `bailey attest verify` says whether an object is good; what only a store knows
is decided here, in one transaction with what it guards: a challenge counts once, a counter rises, a key belongs to one person.
"""
import base64
import hashlib
import json
import secrets
import sqlite3
import subprocess
import sys
import time

CHALLENGE_SECONDS = 300
LARGEST_REQUEST = 1 << 20
COMMANDS = ("init", "challenge", "register", "change", "notes")
TABLES = """
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE challenges(hash BLOB PRIMARY KEY, expires INTEGER NOT NULL, used INTEGER);
CREATE TABLE keys(id TEXT PRIMARY KEY, stored TEXT NOT NULL, counter INTEGER NOT NULL);
CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
"""


class Refused(Exception):
    pass


def sha256(text):
    return hashlib.sha256(text.encode()).digest()


def setting(store, name):
    return store.execute("SELECT value FROM settings WHERE name=?", (name,)).fetchone()[0]


def read_request(*names):
    try:
        request = json.loads(sys.stdin.read(LARGEST_REQUEST))
        if set(request) != set(names) or not all(isinstance(value, str) for value in request.values()):
            raise ValueError
    except ValueError:
        raise Refused("malformed") from None
    return request


def spend(store, challenge):
    """Uses a challenge up, also for an answer that is refused."""
    now = int(time.time())
    with store:
        taken = store.execute(
            "UPDATE challenges SET used=? WHERE hash=? AND used IS NULL AND expires>?", (now, sha256(challenge), now)).rowcount
    if taken == 1:
        return
    there = store.execute("SELECT used FROM challenges WHERE hash=?", (sha256(challenge),)).fetchone()
    raise Refused("challengeUsed" if there and there[0] else "challengeUnknown")


def verified(store, question, client_data):
    """What `bailey attest verify` accepts; else the first of its reasons."""
    question["clientDataHash"] = base64.b64encode(sha256(client_data)).decode()
    question["appId"] = setting(store, "appId")
    question["environment"] = "development"
    answer = subprocess.run(
        ["bailey", "attest", "verify", "--json", "-"], input=json.dumps(question), capture_output=True, text=True, check=False)
    if answer.returncode not in (0, 1):
        raise Refused("malformed")
    answer = json.loads(answer.stdout)
    if not answer["accepted"]:
        raise Refused(answer["refusals"][0]["reason"])
    return answer


def register(store):
    request = read_request("challenge", "keyId", "attestation")
    spend(store, request["challenge"])
    root = setting(store, "root")
    answer = verified(
        store,
        {
            "attestation": request["attestation"], "keyId": request["keyId"], "anchors": [root],
            # What stands behind these keys is software, and only an app that is signed may have one.
            "policy": {"bases": ["software"], "categories": [6], "bundleVersions": ["1"], "receiptAnchors": [root]},
        }, request["challenge"])
    with store:
        new = store.execute(
            "INSERT INTO keys VALUES(?, ?, 0) ON CONFLICT DO NOTHING", (request["keyId"], json.dumps(answer["key"]))).rowcount
    if new != 1:
        raise Refused("keyOfAnotherPerson")
    print("registered")


def change(store):
    request = read_request("keyId", "change", "assertion")
    try:
        wanted = json.loads(request["change"])
        challenge, note = wanted["challenge"], wanted["add"]
    except (ValueError, KeyError, TypeError):
        raise Refused("malformed") from None
    spend(store, challenge)
    known = store.execute("SELECT stored, counter FROM keys WHERE id=?", (request["keyId"],)).fetchone()
    if not known:
        raise Refused("keyUnknown")
    stored = json.loads(known[0])
    stored["counter"] = known[1]
    answer = verified(store, {"assertion": request["assertion"], "stored": stored}, request["change"])
    counter = answer["key"]["counter"]
    with store:
        risen = store.execute(
            "UPDATE keys SET counter=? WHERE id=? AND counter<?", (counter, request["keyId"], counter)).rowcount
        if risen != 1:
            raise Refused("counterNotGreater")
        store.execute("INSERT INTO notes(text) VALUES(?)", (note,))
    print("kept")


def main():
    if len(sys.argv) != (4 if sys.argv[2:3] == ["init"] else 3) or sys.argv[2] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    store = sqlite3.connect(sys.argv[1], timeout=10)
    command = sys.argv[2]
    if command == "init":
        store.executescript(TABLES)
        with store:
            store.executemany("INSERT INTO settings VALUES(?, ?)", [("appId", sys.argv[3]), ("root", sys.stdin.read())])
    elif command == "challenge":
        challenge = secrets.token_urlsafe(32)
        with store:
            store.execute(
                "INSERT INTO challenges VALUES(?, ?, NULL)", (sha256(challenge), int(time.time()) + CHALLENGE_SECONDS))
        print(challenge)
    elif command == "notes":
        for (text,) in store.execute("SELECT text FROM notes ORDER BY id"):
            print(text)
    else:
        {"register": register, "change": change}[command](store)


try:
    main()
except Refused as refusal:
    print(f"refused: {refusal}")
    sys.exit(1)
