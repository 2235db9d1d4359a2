# SPDX-License-Identifier: Apache-2.0
"""A person signs in at a site of python-fido2 with one of Debian's browsers and Bailey's extension. Words: the folder of Bailey's programs,
the folder below which `bailey browser install` has put the extension, a folder for what this makes, the Python that has python-fido2, `chromium` or `firefox`.
Prints a line for each step."""
import base64
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

from selenium import webdriver

programs, root, work, python = (pathlib.Path(word) for word in sys.argv[1:5])
HOST = "login.example.org"
PASSCODE = "correct horse 42"


def run(*words):
    subprocess.run(words, check=True, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def bailey(*words, given=""):
    done = subprocess.run([programs / "bailey", *words], input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def certificate():
    """For the site, by an authority that only this browser's own database trusts."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    run("openssl", "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=An authority", "-days", "30",
        "-addext", "basicConstraints=critical,CA:true")
    run("openssl", "req", *key, "-keyout", "site.key", "-out", "site.csr", "-subj", f"/CN={HOST}")
    (work / "names").write_text(f"subjectAltName=DNS:{HOST},DNS:example.org,DNS:shop.test\n")
    run("openssl", "x509", "-req", "-in", "site.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "site.pem",
        "-days", "30", "-extfile", "names")
    database = work / "home/.pki/nssdb"
    database.mkdir(parents=True)
    run("certutil", "-d", f"sql:{database}", "-N", "--empty-password")
    run("certutil", "-d", f"sql:{database}", "-A", "-t", "C,,", "-n", "authority", "-i", "ca.pem")


class Chromium:
    """By chromedriver, with the extension as a folder of its own."""

    def __init__(self, port):
        profile = work / "profile"
        hosts = profile / "NativeMessagingHosts"
        hosts.mkdir(parents=True)
        shutil.copy(root / "etc/chromium/native-messaging-hosts/bailey.browser.json", hosts)
        options = webdriver.chrome.options.Options()
        options.binary_location = "/usr/bin/chromium"
        for word in ["--headless=new", "--no-sandbox", f"--user-data-dir={profile}", "--disable-background-networking",
                     "--disable-features=DisableLoadExtensionCommandLineSwitch",
                     f"--load-extension={root}/usr/share/bailey/browser-extension",
                     f"--host-resolver-rules=MAP * 127.0.0.1:{port}"]:
            options.add_argument(word)
        self.driver = webdriver.Chrome(options=options, service=webdriver.chrome.service.Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(60)
        self.driver.get(f"https://{HOST}/")

    def ask_hidden(self, call):
        """Asks from behind another tab."""
        self.driver.execute_script("document.addEventListener('visibilitychange', async () => { "
                                   f"localStorage.answer = JSON.stringify(await {call}); }}, {{ once: true }})")
        self.driver.switch_to.new_window("tab")
        self.driver.get(f"https://{HOST}/")
        return self.ask("new Promise((end) => { const look = () => localStorage.answer ? end(JSON.parse(localStorage.answer)) : "
                        "setTimeout(look, 20); look(); })")

    def ask(self, call):
        return self.driver.execute_async_script(f"{call}.then(arguments[arguments.length - 1])")

    def end(self):
        self.driver.quit()


class Firefox:
    """By Marionette itself: Debian has no geckodriver."""

    def __init__(self, port):
        profile, hosts = work / "profile", work / "home/.mozilla/native-messaging-hosts"
        profile.mkdir()
        hosts.mkdir(parents=True)
        shutil.copy(root / "usr/lib/mozilla/native-messaging-hosts/bailey.browser.json", hosts)
        run("certutil", "-d", f"sql:{profile}", "-N", "--empty-password")
        run("certutil", "-d", f"sql:{profile}", "-A", "-t", "C,,", "-n", "authority", "-i", "ca.pem")
        with socket.create_server(("127.0.0.1", 0)) as free:
            marionette = free.getsockname()[1]
        settings = {"network.dns.forceResolve": "127.0.0.1", "marionette.port": marionette,
                    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False}
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()))
        self.process = subprocess.Popen(
            ["/usr/lib/firefox-esr/firefox-esr", "--headless", "--marionette", "--profile", profile, "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count = 0
        deadline = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", marionette))
                break
            except OSError:
                assert time.monotonic() < deadline and self.process.poll() is None, "Firefox does not answer"
                time.sleep(0.05)
        self.receive()
        self.command("WebDriver:NewSession", capabilities={})
        self.command("WebDriver:SetTimeouts", script=60000)
        self.command("Addon:Install", path=str(root / "usr/share/bailey/browser-extension"), temporary=True)
        self.command("WebDriver:Navigate", url=f"https://{HOST}:{port}/")

    def receive(self):
        count = b""
        while (byte := self.socket.recv(1)) != b":":
            count += byte
        body = b""
        while len(body) < int(count):
            body += self.socket.recv(int(count) - len(body))
        return json.loads(body)

    def command(self, name, **parameters):
        self.count += 1
        body = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(str(len(body)).encode() + b":" + body)
        _, _, error, result = self.receive()
        assert not error, error
        return result

    def ask(self, call):
        script = f"window.eval({json.dumps(call)}).then((answer) => arguments[0](JSON.stringify(answer)))"
        return json.loads(self.command("WebDriver:ExecuteAsyncScript", script=script, args=[])["value"])

    def end(self):
        self.process.terminate()
        self.process.wait()


def passkeys():
    listed = json.loads(bailey("passkey", "list", "--json", "example.org", given=f"{PASSCODE}\n"))
    return [(passkey["userName"], passkey["state"]) for passkey in listed]


def show(name, answer):
    kept = {key: value for key, value in answer.items() if value is not None and key not in ("credential", "results", "message", "blob")}
    if "origin" in kept:
        kept["origin"] = re.sub(r":[0-9]+$", "", kept["origin"])
    print(f"{name}: {json.dumps(kept, sort_keys=True)}", flush=True)


certificate()
site = subprocess.Popen(
    [python, pathlib.Path(__file__).parent / "site.py", work / "site.pem", work / "site.key", "example.org"],
    stdout=subprocess.PIPE, text=True)
os.environ["HOME"] = str(work / "home")
try:
    port = int(site.stdout.readline())
    browser = {"chromium": Chromium, "firefox": Firefox}[sys.argv[5]](port)
    try:
        ask = browser.ask
        made = ask("register({extensions: {credProps: true, largeBlob: {support: 'required'}, prf: {eval: {first: 'AQID'}}}})")
        show("registered", made)
        print(f"discoverable: {made['results']['credProps']['rk']}, kept: {made['results']['largeBlob']['supported']}, "
              f"function: {made['results']['prf']['enabled']}", flush=True)
        salt = "{prf: {eval: {first: 'AQID'}}}"
        first = ask(f"signIn({{extensions: {salt}}})")
        show("signed in", first)
        again = ask(f"signIn({{named: true, extensions: {salt}}})")
        print("function again:", again["results"]["prf"] == first["results"]["prf"], flush=True)
        show("kept", ask("signIn({named: true, extensions: {largeBlob: {write: 'aGVsbG8'}}})"))
        print("read:", ask("signIn({named: true, extensions: {largeBlob: {read: true}}})")["blob"], flush=True)
        show("a second one", ask("register({exclude: true})"))
        show("for a top domain", ask("signIn({options: {rpId: 'org'}})"))
        show("for another site", ask("signIn({options: {rpId: 'example.com'}})"))
        bailey("lock", "--now")
        # One entry of the passcode unlocks, and signs in.
        show("while locked", ask("signIn({named: true})"))
        asked = ask("PublicKeyCredential.getClientCapabilities()")
        print("can:", *(name for name in ("conditionalGet", "extension:prf", "immediateGet", "relatedOrigins",
                                         "signalUnknownCredential", "userVerifyingPlatformAuthenticator") if asked[name]), flush=True)
        show("at once", ask("look('example.org', { uiMode: 'immediate' })"))
        show("at once, without any", ask("look('login.example.org', { uiMode: 'immediate' })"))
        print("conditional:", json.dumps(ask("pending({ mediation: 'conditional' })")), flush=True)
        for name, call in [
                ("unknown", "PublicKeyCredential.signalUnknownCredential({rpId: 'example.org', credentialId: own})"),
                ("accepted", "PublicKeyCredential.signalAllAcceptedCredentials("
                             "{rpId: 'example.org', userId: btoa('ada').replace(/=/g, ''), allAcceptedCredentialIds: [own]})"),
                ("named", "PublicKeyCredential.signalCurrentUserDetails("
                          "{rpId: 'example.org', userId: btoa('ada').replace(/=/g, ''), name: 'ada l.', displayName: 'Ada'})"),
                ("of another site", "PublicKeyCredential.signalUnknownCredential({rpId: 'example.com', credentialId: own})")]:
            own = base64.urlsafe_b64encode(bytes.fromhex(first["credential"])).rstrip(b"=").decode()
            ask(f"(async (own) => {{ await ({call})?.catch?.(() => {{}}); return true; }})({json.dumps(own)})")
            # The site is told nothing, so the list says when it is so.
            wanted = {"unknown": ("ada", "hidden"), "accepted": ("ada", "current")}.get(name, ("ada l.", "current"))
            deadline = time.monotonic() + 30
            while (found := passkeys()) != [wanted] and time.monotonic() < deadline:
                time.sleep(0.05)
            print(f"{name}:", *found[0], flush=True)
        if isinstance(browser, Chromium):
            browser.driver.get("https://shop.test/")
            show("at a related site", ask("look('example.org', { uiMode: 'immediate' })"))
            # What a page says to the extension by itself, past the script that stands between: two sites in one request.
            show("of two sites", ask('''new Promise((end) => {
              document.addEventListener("bailey-passkey-answer", ({ detail }) => {
                const answer = JSON.parse(detail);
                if (answer.number === 77) end(answer);
              });
              document.dispatchEvent(new CustomEvent("bailey-passkey-request", { detail: JSON.stringify({ kind: "get", number: 77, options: {
                challenge: "AAECAwQFBgcICQoLDA0ODw", rp: { id: "example.org" }, rpId: "other.test", allowCredentials: [] } }) }));
            })'''))
            show("at no related site", ask("look('other.test', { uiMode: 'immediate' })"))
            for name, policy in [("inside another site", "publickey-credentials-get"), ("inside, without its leave", "")]:
                browser.driver.get(f"https://shop.test/around?{policy}")
                browser.driver.switch_to.frame(0)
                show(name, ask("look('example.org', { uiMode: 'immediate' })"))
            browser.driver.get(f"https://{HOST}/")
        bailey("passkey", "new", "--this-device-only")
        show("of this device", ask("register({user: 'grace'})"))
        if isinstance(browser, Chromium):
            show("behind another tab", browser.ask_hidden("register({user: 'grace'})"))
    finally:
        browser.end()
finally:
    site.terminate()
