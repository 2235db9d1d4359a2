#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs somebody in to Examples/shop in Chromium, by a passkey in a popup and without one, and deletes their account there; prints what
there is to see, a line each.

Usage: shop.py SHOP PROVIDER MAIL PASSWORD [remove]      (with SIGNIN_SCREENSHOTS=FOLDER pictures of the pages go there)
"""
import os
import sys

import chromium
from chromium import find_all

SHOP, PROVIDER, MAIL, PASSWORD = sys.argv[1:5]
# What happens to the consent in the end: the account is deleted at the shop, or the shop removed at the provider.
REMOVES = sys.argv[5:] == ["remove"]
SHOTS = os.environ.get("SIGNIN_SCREENSHOTS")


def find(selector):
    return chromium.find(browser, selector)


def wait_for(what, condition):
    return chromium.wait_for(browser, what, condition)


def look(name):
    if SHOTS:
        browser.save_screenshot(f"{SHOTS}/shop-{name}.png")


def heading(beginning):
    return wait_for(beginning, lambda b: find("h1").text.startswith(beginning) and find("h1").text)


def press(selector):
    wait_for(selector, lambda b: find(selector).is_displayed())
    find(selector).click()


def authenticator():
    """One that the window has from now on, with the passkeys of before."""
    browser.execute_cdp_cmd("WebAuthn.enable", {})
    device = browser.execute_cdp_cmd("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})["authenticatorId"]
    for credential in passkeys:
        browser.execute_cdp_cmd("WebAuthn.addCredential", {"authenticatorId": device, "credential": credential})
    return device


def make_passkey():
    device = authenticator()
    browser.get(PROVIDER + "/account")
    find("#mail").send_keys(MAIL)
    find("#password").send_keys(PASSWORD)
    press("button[value=continue]")
    press("[data-passkey=create] button")
    wait_for("a passkey", lambda b: "Passkey 1" in find("main").text)
    press("form[action='/account/sign-out'] button")
    wait_for("its end", lambda b: find("#mail"))
    return browser.execute_cdp_cmd("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]


def by_popup():
    browser.get(SHOP)
    press("#appleid-signin button")
    main = browser.current_window_handle
    wait_for("a popup", lambda b: len(b.window_handles) == 2)
    browser.switch_to.window(next(handle for handle in browser.window_handles if handle != main))
    authenticator()
    look("popup")
    press("[data-passkey=get] button")
    wait_for("consent", lambda b: find("#given"))
    look("consent")
    press("button[value=continue]")
    browser.switch_to.window(main)


def by_redirect(first):
    browser.get(SHOP)
    press("form[action='/sign-in'] button")
    wait_for("consent", lambda b: find("button[value=continue]"))
    print("asks for the name:", bool(find_all(browser, "#given")))
    if first:
        find("#given").clear()
        find("#given").send_keys("<i>Ännchen</i>")
    press("button[value=continue]")


browser = chromium.open_chromium(preferences=chromium.WITHOUT_THIRD_PARTY_COOKIES)
passkeys = []
try:
    passkeys = make_passkey()
    browser.get(SHOP)
    wait_for("a button", lambda b: find("#appleid-signin button").is_displayed())
    look("welcome")
    by_popup()
    print("by popup and passkey:", heading("Hello"))
    print(find("main p").text)
    look("account")
    press("form[action='/sign-out'] button")
    heading("Lemons")
    by_redirect(first=False)
    print("without a popup:", heading("Hello"))
    print("at:", browser.current_url.removeprefix(SHOP))
    browser.get(SHOP + "/finish")
    print("loaded again:", find("code").text)
    look("problem")
    if REMOVES:
        browser.get(PROVIDER + "/account")
        press("form[action='/account/remove'] button")
        wait_for("an empty list", lambda b: not find_all(b, "form[action='/account/remove']"))
        print("removed:", find("main").text.count("Shop"))

        def signed_out(_):
            browser.get(SHOP)
            return find("h1").text.startswith("Lemons")
        wait_for("the notification", signed_out)
        print("the shop:", find("h1").text)
        sys.exit()
    browser.get(SHOP)
    press("form[action='/delete'] button")
    print("deleted:", heading("Your account is gone"))
    look("deleted")
    browser.get(PROVIDER + "/account")
    print("left at the provider:", find("main").text.count("Shop"))
    by_redirect(first=True)
    print("new:", heading("Hello"))
    press("form[action='/sign-out'] button")
    heading("Lemons")
    browser.get(SHOP)
    press("form[action='/sign-in'] button")
    press("button[value=cancel]")
    print("went back:", heading("You went back"))
finally:
    browser.quit()
