# SPDX-License-Identifier: Apache-2.0
"""A site that people sign in at with passkeys, of python-fido2: https on a port of this machine. Words: certificate, key, identifier of the
relying party. Prints its port. Each answer says what python-fido2 said."""
import http.server
import json
import secrets
import ssl
import sys

from fido2.server import Fido2Server
from fido2.webauthn import (
    AuthenticationResponse, PublicKeyCredentialRpEntity, PublicKeyCredentialUserEntity, RegistrationResponse)

PAGE = b"""<!doctype html><meta charset="utf-8"><title>A site</title><h1>Sign in</h1><script>
const post = async (path, body) => (await fetch(path, { method: "POST", body: JSON.stringify(body ?? {}) })).json();
const failed = (error) => ({ error: error.name, message: error.message });
// Whose functions are called: this window's, or those of a frame that has the page's origin and no address, which no extension's script is in.
window.asker = window;
window.fill = () => { asker = document.body.appendChild(document.createElement("iframe")).contentWindow; };
window.register = async (changes) => {
  const options = { ...await post("/register/begin", changes ?? {}), ...(changes?.options ?? {}) };
  try {
    const made = await asker.navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    const looks = made instanceof asker.PublicKeyCredential && made.response instanceof asker.AuthenticatorAttestationResponse
      && made.response.getPublicKey().byteLength === 91;
    return { looks, ...await post("/register/end", made.toJSON()), results: made.getClientExtensionResults() };
  } catch (error) { return failed(error); }
};
// What is signed of the page, and nothing that a server would have to know.
window.look = async (rpId, how) => {
  try {
    const challenge = crypto.getRandomValues(new Uint8Array(16));
    const found = await asker.navigator.credentials.get({ publicKey: { challenge, rpId }, ...how });
    const { origin, crossOrigin, topOrigin } = JSON.parse(new TextDecoder().decode(found.response.clientDataJSON));
    return { origin, crossOrigin, topOrigin };
  } catch (error) { return failed(error); }
};
window.pending = async (how) => {
  const control = new AbortController();
  const asked = look("example.org", { ...how, signal: control.signal });
  const first = await Promise.race([asked, new Promise((end) => setTimeout(() => end("pending"), 500))]);
  control.abort();
  return { first, then: (await asked).error };
};
window.signIn = async (changes, signal) => {
  const options = { ...await post("/signin/begin", changes ?? {}), ...(changes?.options ?? {}) };
  try {
    const found = await asker.navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), signal });
    const looks = found instanceof asker.PublicKeyCredential && found.response instanceof asker.AuthenticatorAssertionResponse;
    const blob = found.getClientExtensionResults().largeBlob?.blob;
    return { looks, ...await post("/signin/end", found.toJSON()), results: found.toJSON().clientExtensionResults,
      blob: blob && new TextDecoder().decode(blob) };
  } catch (error) { return failed(error); }
};
</script>"""

server = Fido2Server(PublicKeyCredentialRpEntity(id=sys.argv[3], name="A site"))
state = {}
credentials = []


def answer(path, body):
    if path == "/register/begin":
        user = PublicKeyCredentialUserEntity(
            id=body.get("user", "ada").encode(), name=body.get("user", "ada"), display_name="Ada")
        options, state["register"] = server.register_begin(
            user, credentials if body.get("exclude") else [], user_verification="required")
        return {**dict(options.public_key), "extensions": body.get("extensions", {})}
    if path == "/register/end":
        data = server.register_complete(state.pop("register"), RegistrationResponse.from_dict(body))
        credentials.append(data.credential_data)
        return {"registered": True, "flags": int(data.flags)}
    if path == "/signin/begin":
        options, state["signin"] = server.authenticate_begin(
            credentials[-1:] if body.get("last") else credentials if body.get("named") else [], user_verification="required")
        return {**dict(options.public_key), "extensions": body.get("extensions", {})}
    if path == "/signin/end":
        found = server.authenticate_complete(state.pop("signin"), credentials, AuthenticationResponse.from_dict(body))
        return {"signedIn": True, "credential": found.credential_id.hex()}
    raise KeyError(path)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/.well-known/webauthn":
            related = {"origins": ["https://nobody.test", "https://shop.test"]}
            return self.reply(json.dumps(related).encode(), "application/json")
        if self.path.startswith("/around"):
            allow = self.path.partition("?")[2]
            port = self.headers["host"].partition(":")[2]
            inside = "https://login.example.org" + (f":{port}" if port else "")
            return self.reply(f'<!doctype html><iframe src="{inside}/" allow="{allow}"></iframe>'.encode(), "text/html")
        self.reply(PAGE, "text/html")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            result = answer(self.path, body)
        except Exception as error:
            result = {"refused": f"{type(error).__name__}: {error}"}
        self.reply(json.dumps(result, default=self.plain).encode(), "application/json")

    @staticmethod
    def plain(value):
        if isinstance(value, bytes):
            import base64
            return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
        return dict(value)

    def reply(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
listener.socket = context.wrap_socket(listener.socket, server_side=True)
print(listener.server_address[1], flush=True)
listener.serve_forever()
