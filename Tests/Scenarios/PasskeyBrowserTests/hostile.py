# SPDX-License-Identifier: Apache-2.0
"""Pages that would like a passkey without the person, or many questions of them, in Chromium. Words as in `browsers.py`, then the folder of the
agent's person: what they were told, and what they type. Prints a line for each page."""
import contextlib
import json
import pathlib
import sys
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from browsers import HOST, PASSCODE, Chromium, Site, bailey, passkeys, show

person = pathlib.Path(sys.argv[5])


def types(text):
    # Replaced whole: pinentry may be reading it.
    (person / "answer.new").write_text(f"{text}\n")
    (person / "answer.new").rename(person / "answer")


def knows():
    types(f"D {PASSCODE}\nOK")


def thinks():
    types("# thinking")


def questions():
    return (person / "told").read_text().split("\n").count("GETPIN")


def wait(what, condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def used():
    listed = json.loads(bailey("passkey", "list", "--json", "example.org", given=f"{PASSCODE}\n"))
    return [passkey["lastUsed"] for passkey in listed]


def begin(call):
    """Asks, and does not wait for the answer."""
    driver.execute_script(f"window.answers = []; window.begun = {call}.then((answer) => window.answers.push(answer))")


def answers():
    return driver.execute_script("return window.answers")


def nothing_signed(name, *more):
    print(f"{name}:", *more, "signed" if used() != before else "nothing signed", flush=True)


def question_comes(asked):
    wait("a question", lambda: questions() > asked)


def goes_on(name):
    """Whatever was there before, one question leads to one sign-in."""
    global before
    asked = questions()
    thinks()
    driver.get(f"https://{HOST}/")
    begin("signIn({named: true})")
    # The person is asked one thing at a time: an earlier question that nobody waits for would be in the way.
    question_comes(asked)
    knows()
    wait("the sign-in", answers)
    print(f"after {name}:", json.dumps(answers()[0].get("signedIn") or answers()[0]), questions() - asked, flush=True)
    before = used()


def thousand():
    asked = questions()
    thinks()
    driver.execute_script("""
        window.answers = [];
        for (let number = 0; number < 1000; number += 1) look("example.org", {}).then((answer) => window.answers.push(answer.error));
    """)
    wait("the refusals", lambda: len(answers()) >= 999)
    question_comes(asked)
    nothing_signed("a thousand at once", questions() - asked, sorted(set(answers())), len(answers()))


def moving_frame():
    asked = questions()
    thinks()
    driver.get("https://shop.test/around?publickey-credentials-get")
    driver.switch_to.frame(0)
    wait("the frame", lambda: driver.execute_script("return typeof look === 'function'"))
    begin("look('example.org', {})")
    question_comes(asked)
    driver.switch_to.default_content()
    driver.execute_script("document.querySelector('iframe').src = 'https://example.org/'")
    nothing_signed("a frame that moves", questions() - asked)


def replaced():
    """What a page says to the extension past the script that stands between, with an origin, a frame and a site of its own choice, and
    what it asks once nothing that scripts use is what it was."""
    asked = questions()
    thinks()
    driver.get(f"https://{HOST}/")
    driver.execute_script("""
        const [stringify, parse, Custom, sort] = [JSON.stringify, JSON.parse, CustomEvent, Array.prototype.sort];
        const dispatch = document.dispatchEvent.bind(document);
        const [heard, kept] = [[], []];
        window.answers = [];
        const evil = () => { throw new Error("replaced"); };
        const replace = () => {
          for (const [of, names] of [
            [JSON, ["parse", "stringify"]], [EventTarget.prototype, ["dispatchEvent"]], [Reflect, ["apply", "defineProperty"]],
            [Map.prototype, ["get", "set", "delete", "values"]], [Object, ["entries", "fromEntries"]], [Uint8Array, ["from"]],
            [String.prototype, ["replaceAll", "replace"]], [window, ["CustomEvent", "DOMException", "atob", "btoa"]],
          ]) for (const name of names) {
            kept.push([of, name, of[name]]);
            of[name] = evil;
          }
        };
        // What drives this browser uses them too.
        const restore = () => { for (const [of, name, value] of kept) of[name] = value; };
        document.addEventListener("bailey-passkey-answer", ({ detail }) => {
          const answer = parse(detail);
          if (answer.number >= 900) heard.push(`${answer.number} ${answer.error} ${answer.browser} ${answer.credential}`);
          if (heard.length < 4) return;
          restore();
          window.heard = heard.sort();
        });
        const options = { challenge: "AAECAwQFBgcICQoLDA0ODw", rpId: "example.com", rp: { id: "example.com", name: "x" }, allowCredentials: [],
          user: { id: "AQ", name: "x", displayName: "x" }, pubKeyCredParams: [{ type: "public-key", alg: -7 }] };
        const send = (request) => dispatch(new Custom("bailey-passkey-request", { detail: stringify(request) }));
        const forged = { origin: "https://example.com", topOrigin: "https://example.com", related: ["https://login.example.org"], relatedTo: "example.com",
          mayInside: true, id: 1 };
        setTimeout(() => {
          replace();
          for (const number of [1, 2]) {
            try {
              navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: "example.org" } })
                .then(() => { window.answers.push("signed"); }, () => {});
            } catch { }
          }
          send({ kind: "get", number: 900, options, ...forged });
          send({ kind: "get", number: 901, options: { ...options, ...forged }, ...forged, conditional: false });
          send({ kind: "create", number: 902, options, ...forged });
          send({ kind: "get", number: 903, options: { ...options, rpId: "org" }, ...forged });
        });
    """)

    def heard():
        with contextlib.suppress(WebDriverException):
            return driver.execute_script("return window.heard")

    wait("the refusals", heard)
    nothing_signed("prototypes replaced", *heard(), answers())
    assert questions() - asked <= 1


def keys():
    """Keys and clicks of a script, with an offer in a form, and with a question on the screen."""
    asked = questions()
    thinks()
    driver.get(f"https://{HOST}/")
    press = """
        for (const target of [window, document, document.body, document.activeElement]) for (const kind of ["keydown", "keypress", "keyup"])
          for (const [key, code] of [["P", "KeyP"], ["Enter", "Enter"], [" ", "Space"], ["1", "Digit1"]])
            target.dispatchEvent(new KeyboardEvent(kind, { key, code, altKey: key === "P", shiftKey: key === "P", bubbles: true, composed: true }));
        for (const kind of ["pointerdown", "mousedown", "mouseup", "click"]) document.body.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
    """
    begin("look('example.org', { mediation: 'conditional' })")
    driver.execute_script(press)
    offered = questions() - asked
    begin("signIn({named: true})")
    question_comes(asked)
    driver.execute_script(press)
    driver.switch_to.active_element.send_keys(PASSCODE + "\n")
    nothing_signed("keys of a script", offered, questions() - asked, answers())


def overlay():
    """The question is nowhere in the page: what covers the page covers none of it, and no click reaches it."""
    asked = questions()
    thinks()
    driver.get(f"https://{HOST}/")
    driver.execute_script("""
        const cover = document.createElement("div");
        cover.style = "position: fixed; inset: 0; z-index: 2147483647; background: white";
        cover.popover = "manual";
        document.body.append(cover);
        cover.showPopover();
    """)
    state = "return [document.documentElement.outerHTML, frames.length, document.querySelectorAll('iframe, dialog').length]"
    (page, windows) = (driver.execute_script(state), len(driver.window_handles))
    begin("signIn({named: true})")
    question_comes(asked)
    is_same = driver.execute_script(state) == page and len(driver.window_handles) == windows
    for x in range(50, 800, 150):
        for y in range(50, 500, 150):
            ActionChains(driver).move_to_element_with_offset(driver.find_element(By.TAG_NAME, "html"), 0, 0).move_by_offset(x - 400, y - 250).click()
    ActionChains(driver).send_keys("\n").perform()
    names = "wants to sign in as \"ada\" at example.org" in (person / "told").read_text().split("GETPIN")[-2]
    nothing_signed("covered", "as it was" if is_same else "changed", "named" if names else "not named", answers())


def handed_back():
    """What the person wants to do with another device, and what the site wants of a security key, goes to the browser's own authenticator."""
    driver.get(f"https://{HOST}/")
    options = VirtualAuthenticatorOptions()
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    driver.add_virtual_authenticator(options)
    types("OK")
    asked = questions()
    show("another device", browser.ask("register({user: 'elsewhere'})"))
    first = questions() - asked
    show("security key", browser.ask("register({user: 'key', options: {hints: ['security-key']}})"))
    print("asked:", first, questions() - asked, *passkeys(), flush=True)


with Site() as site:
    browser = Chromium(site.port)
    driver = browser.driver
    try:
        show("registered", browser.ask("register({})"))
        before = used()
        for step in [thousand, moving_frame, replaced, keys, overlay]:
            step()
            goes_on(step.__name__)
        handed_back()
    finally:
        browser.end()
