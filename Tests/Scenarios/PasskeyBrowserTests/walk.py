# SPDX-License-Identifier: Apache-2.0
"""A person signs in at a site of python-fido2 with one of Debian's browsers and Bailey's extension. Words: the folder of Bailey's programs,
the folder below which `bailey browser install` has put the extension, a folder for what this makes, the Python that has python-fido2, `chromium` or `firefox`.
Prints a line for each step."""
import base64
import json
import sys
import time

from browsers import HOST, PASSCODE, Chromium, Firefox, Site, bailey, passkeys, show

with Site() as site:
    browser = {"chromium": Chromium, "firefox": Firefox}[sys.argv[5]](site.port)
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
            browser.answer_unreached(True)
            browser.run("fill()")
            made = ask(f"register({{user: 'hopper', extensions: {{credProps: true, ...{salt}}}}})")
            show("out of reach, registered", made)
            print(f"there: discoverable: {made['results']['credProps']['rk']}, function: {made['results']['prf']['enabled']}", flush=True)
            show("out of reach, signed in", ask("signIn({last: true})"))
            browser.run("asker = window")
            show("reached, and left to the browser", ask("look('login.example.org', {})"))
            browser.driver.get("https://shop.test/around?publickey-credentials-get")
            browser.enter_frame()
            browser.run("fill()")
            show("out of reach, inside another", ask("look('example.org', {})"))
            browser.leave_frame()
            browser.answer_unreached(False)
            browser.run("fill()")
            show("out of reach, off", ask("look('example.org', { signal: AbortSignal.timeout(500) })"))
            browser.run("asker = window")
        else:
            print("settings:", browser.options(), flush=True)
        bailey("passkey", "new", "--this-device-only")
        show("of this device", ask("register({user: 'grace'})"))
        if isinstance(browser, Chromium):
            show("behind another tab", browser.ask_hidden("register({user: 'grace'})"))
    finally:
        browser.end()
