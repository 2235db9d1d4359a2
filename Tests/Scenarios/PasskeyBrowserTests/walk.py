# SPDX-License-Identifier: Apache-2.0
"""A person signs in at a site of python-fido2 with Debian's own Chromium and Bailey's extension. Words: the folder of Bailey's programs,
the folder below which `bailey browser install` has put the extension, a folder for what this makes, the Python that has python-fido2.
Prints a line for each step."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

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
    (work / "names").write_text(f"subjectAltName=DNS:{HOST},DNS:example.org\n")
    run("openssl", "x509", "-req", "-in", "site.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "site.pem",
        "-days", "30", "-extfile", "names")
    database = work / "home/.pki/nssdb"
    database.mkdir(parents=True)
    run("certutil", "-d", f"sql:{database}", "-N", "--empty-password")
    run("certutil", "-d", f"sql:{database}", "-A", "-t", "C,,", "-n", "authority", "-i", "ca.pem")


def browser(port):
    profile = work / "profile"
    hosts = profile / "NativeMessagingHosts"
    hosts.mkdir(parents=True)
    shutil.copy(root / "etc/chromium/native-messaging-hosts/bailey.browser.json", hosts)
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in ["--headless=new", "--no-sandbox", f"--user-data-dir={profile}", "--disable-background-networking",
                 "--disable-features=DisableLoadExtensionCommandLineSwitch",
                 f"--load-extension={root}/usr/share/bailey/browser-extension",
                 f"--host-resolver-rules=MAP example.org 127.0.0.1:{port},MAP *.example.org 127.0.0.1:{port}"]:
        options.add_argument(word)
    os.environ["HOME"] = str(work / "home")
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(60)
    return driver


def show(name, answer):
    kept = {key: value for key, value in answer.items() if key not in ("credential", "results", "message", "blob")}
    print(f"{name}: {json.dumps(kept, sort_keys=True)}", flush=True)


certificate()
site = subprocess.Popen(
    [python, pathlib.Path(__file__).parent / "site.py", work / "site.pem", work / "site.key", "example.org"],
    stdout=subprocess.PIPE, text=True)
try:
    driver = browser(int(site.stdout.readline()))
    try:
        driver.get(f"https://{HOST}/")

        def ask(call):
            return driver.execute_async_script(f"{call}.then(arguments[arguments.length - 1])")

        def begin(call):
            driver.execute_script(f"window.got = null; {call}.then((answer) => window.got = answer)")

        def got():
            return WebDriverWait(driver, 30).until(lambda _: driver.execute_script("return window.got"))

        salt = "{prf: {eval: {first: 'AQID'}}}"
        made = ask("register({extensions: {credProps: true, largeBlob: {support: 'required'}, prf: {eval: {first: 'AQID'}}}})")
        show("registered", made)
        print(f"discoverable: {made['results']['credProps']['rk']}, kept: {made['results']['largeBlob']['supported']}, "
              f"function: {made['results']['prf']['enabled']}", flush=True)
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
        begin("signIn({named: true})")
        try:
            WebDriverWait(driver, 1.5).until(lambda _: driver.execute_script("return window.got"))
            print("while locked: answered", flush=True)
        except Exception:
            print("while locked: waits", flush=True)
        bailey("unlock", given=f"{PASSCODE}\n")
        show("unlocked", got())
        print("errors:", [line["message"] for line in driver.get_log("browser")], flush=True)
    finally:
        driver.quit()
finally:
    site.terminate()
