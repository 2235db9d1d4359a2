# SPDX-License-Identifier: Apache-2.0
"""Another verifier asked about App Attest's objects: pyattest.

Reads one line of JSON for each: `attestation` or `assertion` as `kind`, the `object`, the `keyId` and, for an attestation, the
`challenge` whose SHA-256 the app gave, for an assertion the `publicKey` (DER) and the `clientDataHash`; bytes in base64. Writes
one line for each: what it objects to, or null where it accepts. The root is the first argument, DER in base64, the App ID the
second, the environment the third.
"""
import asyncio
import base64
import json
import sys

from cryptography.hazmat.primitives.serialization import load_der_public_key
from pyattest.assertion import Assertion
from pyattest.attestation import Attestation
from pyattest.configs.apple import AppleConfig

root = b"-----BEGIN CERTIFICATE-----\n" + sys.argv[1].encode() + b"\n-----END CERTIFICATE-----\n"


def objection(case):
    bytes_of = {name: base64.b64decode(value) for name, value in case.items() if name != "kind"}
    config = AppleConfig(bytes_of["keyId"], sys.argv[2], sys.argv[3] == "production", root)
    try:
        if case["kind"] == "attestation":
            asyncio.run(Attestation(bytes_of["object"], bytes_of["challenge"], config).verify())
        else:
            key = load_der_public_key(bytes_of["publicKey"])
            Assertion(bytes_of["object"], bytes_of["clientDataHash"], key, config).verify()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return None


for line in sys.stdin:
    print(json.dumps(objection(json.loads(line))), flush=True)
