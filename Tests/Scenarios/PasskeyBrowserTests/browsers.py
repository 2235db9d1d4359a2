# SPDX-License-Identifier: Apache-2.0
"""Debian's browsers with Bailey's extension, and a site of python-fido2. Words of the program: the folder of Bailey's programs, the folder below
which `bailey browser install` has put the extension, a folder for what this makes, the Python that has python-fido2."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from selenium import webdriver

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Programs"))
from marionette import Marionette

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

    def answer_unreached(self, is_on):
        """The extension's setting, by its page."""
        self.driver.get("chrome-extension://bhgcoknaoekhjgmhpefmfoocimdjhdml/options.html")
        self.driver.execute_script("document.getElementById('proxy').click()")
        deadline = time.monotonic() + 30
        said = "return document.getElementById('state').textContent"
        while self.driver.execute_script(said) != ("On." if is_on else "Off."):
            assert time.monotonic() < deadline, self.driver.execute_script(said)
            time.sleep(0.02)
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

    def open(self, host=HOST, path="/"):
        self.driver.get(f"https://{host}{path}")

    def run(self, script):
        return self.driver.execute_script(script)

    def enter_frame(self, number=0):
        self.driver.switch_to.frame(number)

    def leave_frame(self):
        self.driver.switch_to.default_content()

    def windows(self):
        return len(self.driver.window_handles)

    def act(self, *sources):
        """What a person does with keys and mouse (WebDriver, 15)."""
        self.driver.execute("actions", {"actions": sources})

    def end(self):
        self.driver.quit()


class Firefox(Marionette):
    """By Marionette, with the extension loaded for a time."""

    # Under which Firefox keeps the extension's pages, where nothing is set before by chance.
    PAGES = "3c6d2a7e-5b1f-4e0a-9c48-d2f7a1b6e935"

    def __init__(self, port):
        profile, hosts = work / "profile", work / "home/.mozilla/native-messaging-hosts"
        profile.mkdir()
        hosts.mkdir(parents=True)
        shutil.copy(root / "usr/lib/mozilla/native-messaging-hosts/bailey.browser.json", hosts)
        run("certutil", "-d", f"sql:{profile}", "-N", "--empty-password")
        run("certutil", "-d", f"sql:{profile}", "-A", "-t", "C,,", "-n", "authority", "-i", "ca.pem")
        settings = {"network.dns.forceResolve": "127.0.0.1",
                    "extensions.webextensions.uuids": json.dumps({"passkeys@bailey.localhost": self.PAGES})}
        super().__init__(profile, settings, "--remote-allow-system-access")
        self.command("WebDriver:SetTimeouts", script=60000)
        self.command("Addon:Install", path=str(root / "usr/share/bailey/browser-extension"), temporary=True)
        self.port = port
        self.open()

    def ask(self, call):
        script = f"window.eval({json.dumps(call)}).then((answer) => arguments[0](JSON.stringify(answer)))"
        return json.loads(self.command("WebDriver:ExecuteAsyncScript", script=script, args=[]))

    def open(self, host=HOST, path="/"):
        self.command("WebDriver:Navigate", url=f"https://{host}:{self.port}{path}")

    def options(self):
        """What a person reads on the extension's page of settings, which no page may go to."""
        before = self.command("WebDriver:GetWindowHandles")
        self.command("Marionette:SetContext", value="chrome")
        self.command("WebDriver:ExecuteScript", args=[f"moz-extension://{self.PAGES}/options.html"], script="gBrowser.addTab("
                     "arguments[0], { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })")
        self.command("Marionette:SetContext", value="content")
        handle, = set(self.command("WebDriver:GetWindowHandles")) - set(before)
        self.command("WebDriver:SwitchToWindow", handle=handle)
        script = "return document.URL.startsWith('moz-extension:') && document.readyState === 'complete' ? document.body.innerText : ''"
        deadline = time.monotonic() + 30
        while not (text := self.command("WebDriver:ExecuteScript", script=script, args=[])):
            assert time.monotonic() < deadline, "the page of settings is not there"
            time.sleep(0.02)
        self.command("WebDriver:CloseWindow")
        self.command("WebDriver:SwitchToWindow", handle=before[0])
        return " ".join(text.split())

    def run(self, script):
        call = f"JSON.stringify((() => {{ {script} }})())"
        found = self.command("WebDriver:ExecuteScript", script=f"return window.eval({json.dumps(call)})", args=[])
        return None if found is None else json.loads(found)

    def enter_frame(self, number=0):
        self.command("WebDriver:SwitchToFrame", id=number)

    def leave_frame(self):
        self.command("WebDriver:SwitchToFrame", id=None)

    def windows(self):
        return len(self.command("WebDriver:GetWindowHandles"))

    def act(self, *sources):
        self.command("WebDriver:PerformActions", actions=sources)


class Site:
    """Of python-fido2, which serves all names."""

    def __init__(self):
        certificate()
        self.process = subprocess.Popen(
            [python, pathlib.Path(__file__).parent / "site.py", work / "site.pem", work / "site.key", "example.org"],
            stdout=subprocess.PIPE, text=True)
        os.environ["HOME"] = str(work / "home")
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *reasons):
        self.process.terminate()


def passkeys():
    listed = json.loads(bailey("passkey", "list", "--json", "example.org", given=f"{PASSCODE}\n"))
    return [(passkey["userName"], passkey["state"]) for passkey in listed]


def show(name, answer):
    kept = {key: value for key, value in answer.items() if value is not None and key not in ("credential", "results", "message", "blob")}
    if "origin" in kept:
        kept["origin"] = re.sub(r":[0-9]+$", "", kept["origin"])
    print(f"{name}: {json.dumps(kept, sort_keys=True)}", flush=True)
