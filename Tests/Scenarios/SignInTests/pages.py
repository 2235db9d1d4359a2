#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs a person in at a provider for development in Chromium, and prints what there is to see, a line each.

Usage: pages.py FACTS-JSON      (with SIGNIN_SCREENSHOTS=FOLDER pictures of the pages go there)
"""
import http.server
import json
import os
import sys
import threading
import urllib.parse

from chromium import click, find, find_all, open_chromium, wait_for

FACTS = json.loads(sys.argv[1])
SHOTS = os.environ.get("SIGNIN_SCREENSHOTS")
SITE = "http://localhost:8000/callback"
received = []


class Site(http.server.BaseHTTPRequestHandler):
    """The site that people are sent back to. Its address on this machine is mapped to where it really listens."""

    def answer(self, text):
        if self.path.startswith("/callback"):
            received.append(dict(urllib.parse.parse_qsl(text)))
        body = b"<!doctype html><title>Back</title><h1>Back</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(urllib.parse.urlsplit(self.path).query)

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def log_message(self, *_):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def hosts(port):
    return [("localhost:8000", port)]


def title(browser, text):
    wait_for(browser, text, lambda b: find(b, "h1").text == text)


def look(browser, name):
    """Pictures by day and by night, on a telephone and on a desk; text that does not fit is said."""
    for scheme in ["light", "dark"]:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}]})
        for width, height in [(360, 740), (1280, 900), (3840, 2160)]:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
            if width < browser.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]["width"]:
                print("too wide:", name, width)
            if SHOTS:
                browser.save_screenshot(f"{SHOTS}/{name}-{scheme}-{width}.png")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def address(**changes):
    fields = {"client_id": FACTS["service"], "redirect_uri": SITE, "response_type": "code", "response_mode": "form_post",
              "scope": "name email", "state": "state 1"}
    fields.update(changes)
    return FACTS["address"] + "/auth/authorize?" + urllib.parse.urlencode(fields, quote_via=urllib.parse.quote)


def sign_in(browser, mail, password):
    find(browser, "#mail").clear()
    find(browser, "#mail").send_keys(mail)
    find(browser, "#password").send_keys(password)
    click(browser, "button[value=continue]")


def walk(port):
    browser = open_chromium(hosts=hosts(port))
    try:
        browser.get(address())
        title(browser, "Sign in")
        look(browser, "sign-in")
        sign_in(browser, "anna@example.test", "not it at all")
        wait_for(browser, "a complaint", lambda b: find(b, ".problem").text)
        print("wrong password:", find(browser, ".problem").text)
        sign_in(browser, "nobody@example.test", "not it at all")
        wait_for(browser, "a complaint", lambda b: find(b, ".problem").text and "nobody" in find(b, "#mail").get_attribute("value"))
        print("no account:", find(browser, ".problem").text)
        sign_in(browser, "anna@example.test", FACTS["password"])
        title(browser, "Allow Example Shop to know you?")
        look(browser, "consent")
        given = find(browser, "#given")
        given.clear()
        given.send_keys("<b>Änna</b>")
        click(browser, "button[value=continue]")
        title(browser, "Back")
        print("first:", json.loads(received[-1]["user"])["name"], received[-1]["state"])
        browser.get(address(response_mode="query", scope=""))
        title(browser, "Continue to Example Shop?")
        look(browser, "again")
        click(browser, "button[value=cancel]")
        title(browser, "Back")
        print("cancelled:", received[-1])
        browser.get(address(response_mode="query"))
        title(browser, "This request cannot be answered")
        look(browser, "error")
        print("broken:", find(browser, ".rules dt").text)
        browser.get(FACTS["address"] + "/account")
        title(browser, "Sites and apps that use my account")
        look(browser, "account")
        print("sites:", find(browser, ".site strong").text, "-", find(browser, ".site span").text.split(" · ")[1])
        print("sessions:", [row.text for row in find_all(browser, ".session strong")])
        click(browser, ".site button")
        wait_for(browser, "an empty list", lambda b: not find_all(b, ".site"))
        browser.get(address())
        title(browser, "Allow Example Shop to know you?")
        click(browser, "button[value=continue]")
        title(browser, "Back")
        print("after removal:", "user" in received[-1])
        print("framed:", framed(browser))
    finally:
        browser.quit()


def framed(browser):
    """Whether a page of another origin can show the provider inside itself."""
    browser.get(SITE)
    browser.execute_script(
        "document.body.innerHTML = '<iframe src=\"" + FACTS["address"] + "/account\"></iframe>'")
    wait_for(browser, "an answer", lambda b: b.execute_script("return frames[0].length !== undefined"))
    browser.switch_to.frame(0)
    return bool(find_all(browser, "main"))


def without_script(port):
    browser = open_chromium(hosts=hosts(port), script=False)
    try:
        browser.get(address(state="no script"))
        title(browser, "Sign in")
        sign_in(browser, "ben@example.test", FACTS["password"])
        title(browser, "Allow Example Shop to know you?")
        click(browser, "button[value=continue]")
        title(browser, "Back to Example Shop")
        look(browser, "no-script")
        click(browser, "main button")
        title(browser, "Back")
        print("without script:", received[-1]["state"])
        browser.get(FACTS["address"] + "/account")
        click(browser, "button[name=site]")
        wait_for(browser, "an empty list", lambda b: not find_all(b, "button[name=site]"))
        print("removed without script:", find(browser, "h1").text)
    finally:
        browser.quit()


def languages(port):
    for language, words, mail in [("it", "Accedi", "ben@example.test"), ("zh-CN", "登录", "chen@example.test")]:
        browser = open_chromium(language, hosts(port))
        try:
            browser.get(address())
            title(browser, words)
            look(browser, "sign-in-" + language)
            sign_in(browser, mail, FACTS["password"])
            wait_for(browser, "consent", lambda b: find_all(b, "#given"))
            look(browser, "consent-" + language)
            click(browser, "button[value=continue]")
            title(browser, "Back")
            browser.get(FACTS["address"] + "/account")
            wait_for(browser, "the account", lambda b: find_all(b, ".session"))
            look(browser, "account-" + language)
            print("language:", find(browser, "html").get_attribute("lang"), find(browser, ".session span").text.split(" · ")[1])
        finally:
            browser.quit()


where = serve()
walk(where)
without_script(where)
languages(where)
