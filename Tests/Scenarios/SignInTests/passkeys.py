#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a passkey at a provider in Chromium and signs in with it, on an authenticator that the browser plays; then turns one-time codes
on and signs in with one, without script.

Usage: passkeys.py ADDRESS MAIL PASSWORD      (with SIGNIN_SCREENSHOTS=FOLDER pictures of the pages go there)
"""
import base64
import hashlib
import hmac
import os
import struct
import sys
import time

from chromium import click, find, find_all, open_chromium, wait_for

ADDRESS, MAIL, PASSWORD = sys.argv[1:]
SHOTS = os.environ.get("SIGNIN_SCREENSHOTS")


def authenticator(browser, verifies=True):
    browser.execute_cdp_cmd("WebAuthn.enable", {})
    return browser.execute_cdp_cmd("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": verifies, "automaticPresenceSimulation": True}})["authenticatorId"]


def look(browser, name):
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


def press(browser, kind):
    wait_for(browser, kind, lambda b: find(b, f"[data-passkey={kind}] button").is_displayed())
    click(browser, f"[data-passkey={kind}] button")


def signed_in(browser):
    wait_for(browser, "the account", lambda b: MAIL in find(b, ".account").text)


def walk(browser):
    device = authenticator(browser)
    browser.get(ADDRESS + "/account")
    look(browser, "passkey-sign-in")
    find(browser, "#mail").send_keys(MAIL)
    find(browser, "#password").send_keys(PASSWORD)
    click(browser, "button[value=continue]")
    signed_in(browser)
    press(browser, "create")
    wait_for(browser, "a passkey", lambda b: "Passkey 1" in find(b, "main").text)
    look(browser, "passkey-account")
    print("passkeys:", len(find_all(browser, ".site")))
    press(browser, "create")
    wait_for(browser, "a refusal", lambda b: find(b, "[data-passkey] .problem").text)
    print("the same device again:", find(browser, "[data-passkey] .problem").text)
    click(browser, "form[action='/account/sign-out'] button")
    press(browser, "get")
    signed_in(browser)
    held = browser.execute_cdp_cmd("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    print("signed in with it:", held[0]["rpId"], held[0]["signCount"])
    click(browser, "form[action='/account/passkey/remove'] button")
    wait_for(browser, "an empty list", lambda b: not find_all(b, ".site"))
    click(browser, "form[action='/account/sign-out'] button")
    press(browser, "get")
    wait_for(browser, "a complaint", lambda b: find(b, "p.problem").text)
    print("after removal:", find(browser, "p.problem").text)


def code(secret, later):
    """RFC 6238, as another implementation makes it."""
    step = struct.pack(">Q", int(time.time()) // 30 + later)
    mac = hmac.new(base64.b32decode(secret), step, hashlib.sha1).digest()
    place = mac[-1] & 15
    return "%06d" % ((struct.unpack(">I", mac[place:place + 4])[0] & 0x7FFFFFFF) % 1000000)


def type_password(browser):
    wait_for(browser, "the page", lambda b: find(b, "#mail").is_displayed())
    find(browser, "#mail").send_keys(MAIL)
    find(browser, "#password").send_keys(PASSWORD)
    click(browser, "button[value=continue]")


def codes():
    browser = open_chromium(script=False)
    try:
        browser.get(ADDRESS + "/account")
        print("without script:", find(browser, "[data-passkey]").is_displayed())
        type_password(browser)
        signed_in(browser)
        look(browser, "codes-off")
        click(browser, "form[action='/account/code/begin'] button")
        wait_for(browser, "the key", lambda b: find(b, "main code").text)
        look(browser, "codes-setup")
        secret = find(browser, "main code").text.replace(" ", "")
        find(browser, "#code").send_keys(code(secret, 0))
        click(browser, "main form button")
        wait_for(browser, "codes", lambda b: find_all(b, "form[action='/account/code/remove']"))
        click(browser, "form[action='/account/sign-out'] button")
        type_password(browser)
        wait_for(browser, "a question", lambda b: find(b, "#code").is_displayed())
        look(browser, "code")
        find(browser, "#code").send_keys("000")
        click(browser, "button[value=continue]")
        wait_for(browser, "a complaint", lambda b: find(b, "p.problem").text)
        print("wrong code:", find(browser, "p.problem").text)
        # The clock of the app may be ahead by one step: that code was not used yet.
        find(browser, "#code").send_keys(code(secret, 1))
        click(browser, "button[value=continue]")
        signed_in(browser)
        click(browser, "form[action='/account/code/remove'] button")
        wait_for(browser, "no codes", lambda b: find_all(b, "form[action='/account/code/begin']"))
        print("codes turned off")
    finally:
        browser.quit()


def languages():
    for language in ["it", "zh-CN"]:
        browser = open_chromium(language)
        try:
            authenticator(browser)
            browser.get(ADDRESS + "/account")
            wait_for(browser, "the button", lambda b: find(b, "[data-passkey] button").is_displayed())
            look(browser, "passkey-sign-in-" + language)
            find(browser, "#mail").send_keys(MAIL)
            find(browser, "#password").send_keys(PASSWORD)
            click(browser, "button[value=continue]")
            signed_in(browser)
            press(browser, "create")
            wait_for(browser, "a passkey", lambda b: find_all(b, ".site"))
            look(browser, "passkey-account-" + language)
            print("language:", find(browser, "html").get_attribute("lang"), find(browser, ".site strong").text)
            click(browser, "form[action='/account/passkey/remove'] button")
            wait_for(browser, "an empty list", lambda b: not find_all(b, ".site"))
        finally:
            browser.quit()


chromium = open_chromium()
try:
    walk(chromium)
finally:
    chromium.quit()
codes()
languages()
