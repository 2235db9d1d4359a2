# SPDX-License-Identifier: Apache-2.0
"""Pages that would like a passkey without the person, or many questions of them. Words as in `browsers.py`, then `chromium` or `firefox`, the folder
of the agent's person: what they were told, and what they type; and the pages. Prints a line for each page."""
import contextlib
import json
import pathlib
import sys
import time

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from browsers import HOST, PASSCODE, Chromium, Firefox, Site, bailey, passkeys, show

person = pathlib.Path(sys.argv[6])


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
    browser.run(f"window.answers = []; window.begun = {call}.then((answer) => {{ window.answers.push(answer); }})")


def answers():
    return browser.run("return window.answers")


def keys_of(text):
    return {"type": "key", "id": "keys", "actions": [
        {"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]}


def click(x, y):
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}


def nothing_signed(name, *more):
    print(f"{name}:", *more, "signed" if used() != before else "nothing signed", flush=True)


def question_comes(asked):
    wait("a question", lambda: questions() > asked)


def is_asked(ask, asked):
    """Asks until there is a question. While an earlier one is being taken back, a second one is refused and asks nobody."""
    ask()

    def is_there():
        if questions() > asked:
            return True
        if answers():
            ask()
        return False
    wait("a question", is_there)


def goes_on(name):
    """Whatever was there before, one question leads to one sign-in."""
    global before
    asked = questions()
    thinks()
    browser.open()
    # The person is asked one thing at a time: an earlier question that nobody waits for would be in the way.
    is_asked(lambda: begin("signIn({named: true})"), asked)
    knows()
    wait("the sign-in", answers)
    print(f"after {name}:", json.dumps(answers()[0].get("signedIn") or answers()[0]), questions() - asked, flush=True)
    before = used()


def thousand():
    asked = questions()
    thinks()
    browser.run("""
        window.answers = [];
        for (let number = 0; number < 1000; number += 1) look("example.org", {}).then((answer) => window.answers.push(answer.error));
    """)
    wait("the refusals", lambda: len(answers()) >= 999)
    question_comes(asked)
    nothing_signed("a thousand at once", questions() - asked, sorted(set(answers())), len(answers()))


def around(host, policy):
    """A page with the site in a frame, which asks; says what the extension answered it first."""
    browser.open(host, f"/around?{policy}")
    browser.enter_frame()
    wait("the frame", lambda: browser.run("return typeof look === 'function'"))
    browser.run("window.heard = []; document.addEventListener('bailey-passkey-answer', ({ detail }) => heard.push(JSON.parse(detail)))")
    begin("look('example.org', {})")


def frame_goes(asked, name):
    browser.leave_frame()
    browser.run("document.querySelector('iframe').src = '/elsewhere'")
    nothing_signed(name, questions() - asked)


def moving_frame():
    asked = questions()
    thinks()
    around(HOST, "")
    question_comes(asked)
    frame_goes(asked, "a frame that moves")


def frame_inside():
    """Firefox says nowhere whether the page around it lets a frame ask: there the browser alone answers."""
    asked = questions()
    thinks()
    around("shop.test", "publickey-credentials-get")
    if isinstance(browser, Chromium):
        question_comes(asked)
    else:
        wait("an answer", lambda: browser.run("return heard.length > 0 && heard[0].browser"))
    frame_goes(asked, "a frame inside another site that moves")


def replaced():
    """What a page says to the extension past the script that stands between, with an origin, a frame and a site of its own choice, and
    what it asks once nothing that scripts use is what it was."""
    asked = questions()
    thinks()
    browser.open()
    browser.run("""
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
        # What drives the browser needs what the page has replaced.
        with contextlib.suppress(Exception):
            return browser.run("return window.heard")

    wait("the refusals", heard)
    nothing_signed("prototypes replaced", *heard(), answers())
    assert questions() - asked <= 1


def keys():
    """Keys and clicks of a script, with an offer in a form, and with a question on the screen."""
    asked = questions()
    thinks()
    browser.open()
    press = """
        for (const target of [window, document, document.body, document.activeElement]) for (const kind of ["keydown", "keypress", "keyup"])
          for (const [key, code] of [["P", "KeyP"], ["Enter", "Enter"], [" ", "Space"], ["1", "Digit1"]])
            target.dispatchEvent(new KeyboardEvent(kind, { key, code, altKey: key === "P", shiftKey: key === "P", bubbles: true, composed: true }));
        for (const kind of ["pointerdown", "mousedown", "mouseup", "click"]) document.body.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
    """
    begin("look('example.org', { mediation: 'conditional' })")
    browser.run(press)
    offered = questions() - asked
    begin("signIn({named: true})")
    question_comes(asked)
    browser.run(press)
    browser.act(keys_of(PASSCODE + "\n"))
    nothing_signed("keys of a script", offered, questions() - asked, answers())


def overlay():
    """The question is nowhere in the page: what covers the page covers none of it, and no click reaches it."""
    asked = questions()
    thinks()
    browser.open()
    browser.run("""
        const cover = document.createElement("div");
        cover.style = "position: fixed; inset: 0; z-index: 2147483647; background: white";
        cover.popover = "manual";
        document.body.append(cover);
        cover.showPopover();
    """)
    state = "return [document.documentElement.outerHTML, frames.length, document.querySelectorAll('iframe, dialog').length]"
    page, windows = browser.run(state), browser.windows()
    begin("signIn({named: true})")
    question_comes(asked)
    is_same = browser.run(state) == page and browser.windows() == windows
    for x in range(50, 800, 150):
        for y in range(50, 500, 150):
            browser.act(click(x, y))
    browser.act(keys_of("\n"))
    names = "wants to sign in as \"ada\" at example.org" in (person / "told").read_text().split("GETPIN")[-2]
    nothing_signed("covered", "as it was" if is_same else "changed", "named" if names else "not named", answers())


def flashing():
    """Asks and gives up in turn: after the second time nobody is asked, until the person clicks."""
    asked = questions()
    thinks()
    browser.open()
    for count in (1, 2):
        browser.run("window.control = new AbortController()")
        is_asked(lambda: begin("look('example.org', { signal: control.signal })"), asked + count - 1)
        browser.run("control.abort()")
        wait("the abort", answers)
    # This takes as long as it takes to note the second one.
    nothing_signed("asked and given up", questions() - asked)
    begin("look('example.org', {})")
    wait("a refusal", answers)
    refused = answers()[0]["error"]
    browser.run("onclick = () => { window.answers = []; look('example.org', {}).then((answer) => { window.answers.push(answer); }); }")
    is_asked(lambda: browser.act(click(300, 300)), asked + 2)
    knows()
    wait("the sign-in", answers)
    print("then:", refused, "and after a click:", answers()[0].get("origin", "")[:25], questions() - asked, flush=True)


def handed_back():
    """What the person wants to do with another device, and what the site wants of a security key, goes to the browser's own authenticator."""
    browser.open()
    options = VirtualAuthenticatorOptions()
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    browser.driver.add_virtual_authenticator(options)
    types("OK")
    asked = questions()
    show("another device", browser.ask("register({user: 'elsewhere'})"))
    first = questions() - asked
    show("security key", browser.ask("register({user: 'key', options: {hints: ['security-key']}})"))
    print("asked:", first, questions() - asked, *passkeys(), flush=True)


with Site() as site:
    browser = {"chromium": Chromium, "firefox": Firefox}[sys.argv[5]](site.port)
    try:
        show("registered", browser.ask("register({})"))
        before = used()
        for name in sys.argv[7:]:
            {step.__name__: step for step in [thousand, moving_frame, frame_inside, replaced, keys, overlay, flashing]}[name]()
            goes_on(name)
        if isinstance(browser, Chromium):
            handed_back()
    finally:
        browser.end()
