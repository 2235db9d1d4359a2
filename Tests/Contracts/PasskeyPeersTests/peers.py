# SPDX-License-Identifier: Apache-2.0
"""Two other verifiers asked about responses: python-fido2 and py_webauthn.

Reads one line of JSON for each response: `registration` or `authentication` as `kind`, the `challenge`, the `response` in
the standard's form and, for a sign-in, `publicKey` and `signCount`. Writes one line for each: what either of them objects
to, or null where it accepts. The attestation root is the first argument, DER in base64url.
"""
import base64
import json
import sys
import warnings

warnings.filterwarnings("ignore")

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from fido2 import cbor
from fido2.attestation import AttestationVerifier
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.webauthn import AttestationObject, AttestedCredentialData, PublicKeyCredentialRpEntity
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import AttestationFormat

RELYING_PARTY, ORIGIN = "example.org", "https://example.org"


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


root = x509.load_der_x509_certificate(decoded(sys.argv[1]))
root_der = root.public_bytes(Encoding.DER)
root_pem = root.public_bytes(Encoding.PEM)
roots = {format: [root_pem] for format in AttestationFormat if format != AttestationFormat.NONE}


class Verifier(AttestationVerifier):
    def ca_lookup(self, result, auth_data):
        return root_der


party = PublicKeyCredentialRpEntity(name="Example", id=RELYING_PARTY)
server = Fido2Server(party, attestation="direct", verify_origin=lambda origin: origin == ORIGIN,
                     verify_attestation=Verifier())


# Without attestation there is nothing for the one above to verify.
trusting = Fido2Server(party, verify_origin=lambda origin: origin == ORIGIN)


def state(case):
    return {"challenge": case["challenge"], "user_verification": None}


def fido2_registration(case):
    attested = AttestationObject(decoded(case["response"]["response"]["attestationObject"]))
    (trusting if attested.fmt == "none" else server).register_complete(state(case), case["response"])


def fido2_authentication(case):
    key = CoseKey.parse(cbor.decode(decoded(case["publicKey"])))
    credential = AttestedCredentialData.create(bytes(16), decoded(case["response"]["rawId"]), key)
    server.authenticate_complete(state(case), [credential], case["response"])


def webauthn_registration(case):
    verify_registration_response(
        credential=case["response"], expected_challenge=decoded(case["challenge"]), expected_rp_id=RELYING_PARTY,
        expected_origin=ORIGIN, require_user_verification=False, pem_root_certs_bytes_by_fmt=roots,
        supported_pub_key_algs=list(COSEAlgorithmIdentifier))


def webauthn_authentication(case):
    verify_authentication_response(
        credential=case["response"], expected_challenge=decoded(case["challenge"]), expected_rp_id=RELYING_PARTY,
        expected_origin=ORIGIN, credential_public_key=decoded(case["publicKey"]),
        credential_current_sign_count=case["signCount"], require_user_verification=False)


def objection(check, case):
    try:
        check(case)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return None


for line in sys.stdin:
    case = json.loads(line)
    if case["kind"] == "registration":
        checks = fido2_registration, webauthn_registration
    else:
        checks = fido2_authentication, webauthn_authentication
    print(json.dumps({"fido2": objection(checks[0], case), "webauthn": objection(checks[1], case)}), flush=True)
