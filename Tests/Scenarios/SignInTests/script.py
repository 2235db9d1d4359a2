#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives a page that was written for Apple's script, with the provider's script in its place, in Chromium without third-party cookies;
prints what there is to see, a line each.

Usage: script.py FACTS-JSON      (with SIGNIN_SCREENSHOTS=FOLDER pictures of the pages go there)
"""
import http.server
import json
import os
import sys
import threading
import urllib.parse

import chromium
from chromium import find_all

FACTS = json.loads(sys.argv[1])
SHOTS = os.environ.get("SIGNIN_SCREENSHOTS")
SITE, EVIL = "http://localhost:8000", "http://localhost:8001"
received = []

PAGE = """<!doctype html>
<html lang="LANGUAGE"><head><meta charset="utf-8"><title>Shop</title>
<meta name="appleid-signin-client-id" content="CLIENT">
<meta name="appleid-signin-scope" content="name email">
<meta name="appleid-signin-redirect-uri" content="SITE/callback">
<meta name="appleid-signin-state" content="state 1">
<meta name="appleid-signin-nonce" content="nonce 1">
<meta name="appleid-signin-use-popup" content="POPUP">
</head><body style="background: #888">
<div id="appleid-signin" data-color="COLOR" data-border="true" data-type="TYPE"></div>
<script src="PROVIDER/signin.js"></script>
<script>
var heard = [];
document.addEventListener("AppleIDSignInOnSuccess", (event) => heard.push(event.detail));
document.addEventListener("AppleIDSignInOnFailure", (event) => heard.push(event.detail));
</script></body></html>"""

# What wants the answer of somebody else's popup.
THIEF = """<!doctype html><title>Thief</title><script>
var heard = [];
addEventListener("message", (event) => heard.push(event.data));
function ask(address) { window.open(address, "_blank", "popup,width=600,height=700"); }
</script>"""


class Site(http.server.BaseHTTPRequestHandler):
    def answer(self, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        wish = dict(urllib.parse.parse_qsl(query))
        if path == "/thief":
            return self.answer(THIEF)
        text = PAGE
        for name, value in [("LANGUAGE", wish.get("lang", "en")), ("CLIENT", wish.get("client", FACTS["service"])),
                            ("PROVIDER", FACTS["address"]), ("POPUP", wish.get("popup", "true")),
                            ("COLOR", wish.get("color", "black")), ("TYPE", wish.get("type", "sign-in")), ("SITE", SITE)]:
            text = text.replace(name, value)
        return self.answer(text)

    def do_POST(self):
        received.append(dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode())))
        self.answer("<!doctype html><title>Back</title><h1>Back</h1>")

    def log_message(self, *_):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def open_browser(port):
    return chromium.open_chromium(
        hosts=[("localhost:8000", port), ("localhost:8001", port)], preferences=chromium.WITHOUT_THIRD_PARTY_COOKIES)


def find(selector):
    return chromium.find(browser, selector)


def wait_for(what, condition):
    return chromium.wait_for(browser, what, condition)


def look(name):
    if SHOTS:
        browser.save_screenshot(f"{SHOTS}/{name}.png")


def to_popup():
    main = browser.current_window_handle
    wait_for("a popup", lambda b: len(b.window_handles) == 2)
    browser.switch_to.window(next(handle for handle in browser.window_handles if handle != main))
    return main


def heard(count=1):
    wait_for("an event", lambda b: len(b.execute_script("return heard")) >= count)
    return browser.execute_script("return heard")


def press_in_popup(choice):
    """What the page hears, after a choice in the popup."""
    find("#appleid-signin button").click()
    main = to_popup()
    wait_for("consent", lambda b: find_all(b, f"button[value={choice}]"))
    look("popup-" + choice)
    find(f"button[value={choice}]").click()
    browser.switch_to.window(main)
    return heard()


def popups():
    browser.get(SITE + "/")
    button = wait_for("a button", lambda b: find("#appleid-signin button"))
    print("button:", button.text, button.aria_role, button.accessible_name == button.text, button.size["height"] >= 44)
    look("button")
    button.click()
    main = to_popup()
    wait_for("a page", lambda b: find("#mail"))
    find("#mail").send_keys("anna@example.test")
    find("#password").send_keys(FACTS["password"])
    find("button[value=continue]").click()
    wait_for("consent", lambda b: find("#given"))
    look("popup-first")
    find("button[value=continue]").click()
    browser.switch_to.window(main)
    answer = heard()[0]
    print("success:", sorted(answer["authorization"]), answer["authorization"]["state"], answer["user"]["name"],
          answer["user"]["email"])
    wait_for("its end", lambda b: len(b.window_handles) == 1)
    browser.get(SITE + "/")
    again = press_in_popup("continue")[0]
    print("again:", sorted(again))
    browser.get(SITE + "/")
    print("went back:", press_in_popup("cancel"))
    browser.get(SITE + "/")
    find("#appleid-signin button").click()
    main = to_popup()
    browser.close()
    browser.switch_to.window(main)
    print("closed:", heard())
    # The session's own words are no answer.
    browser.execute_script("heard = []; postMessage({authorization: {code: 'x'}}, '*')")
    find("#appleid-signin button").click()
    wait_for("a popup", lambda b: len(b.window_handles) == 2)
    browser.execute_script("postMessage({authorization: {code: 'x'}}, '*')")
    browser.execute_script("AppleID.auth.signIn().catch((error) => { window.second = error; })")
    print("two attempts:", heard())
    to = [handle for handle in browser.window_handles if handle != main]
    for handle in to:
        browser.switch_to.window(handle)
        browser.close()
    browser.switch_to.window(main)
    print("the promise:", wait_for("an error", lambda b: b.execute_script("return window.second")))


def misuse():
    browser.get(SITE + "/?client=nobody")
    find("#appleid-signin button").click()
    main = to_popup()
    print("unknown client:", wait_for("a word", lambda b: find("main code").text))
    browser.close()
    browser.switch_to.window(main)
    browser.get(EVIL + "/")
    find("#appleid-signin button").click()
    print("another origin:", heard())
    browser.get(EVIL + "/thief")
    query = urllib.parse.urlencode({
        "client_id": FACTS["service"], "redirect_uri": SITE + "/callback", "response_type": "code id_token",
        "response_mode": "web_message", "scope": "name email"}, quote_via=urllib.parse.quote)
    browser.execute_script("ask(arguments[0])", FACTS["address"] + "/auth/authorize?" + query)
    main = to_popup()
    wait_for("consent", lambda b: find("button[value=continue]")).click()
    wait_for("the last page", lambda b: "data-message" in b.page_source)
    look("popup-last")
    browser.close()
    browser.switch_to.window(main)
    # What was sent to it before comes before this.
    browser.execute_script("postMessage('own', '*')")
    print("the thief hears:", heard())


def redirects():
    browser.get(SITE + "/?popup=false&lang=it&type=continue&color=white")
    print("button:", wait_for("a button", lambda b: find("#appleid-signin button")).text)
    look("button-it")
    find("#appleid-signin button").click()
    wait_for("consent", lambda b: find("button[value=continue]")).click()
    wait_for("the site", lambda b: b.title == "Back")
    print("posted:", sorted(received[-1]), received[-1]["state"])


browser = open_browser(serve())
try:
    popups()
    misuse()
    redirects()
finally:
    browser.quit()
