#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a passkey at a provider in Chromium and signs in with it, on an authenticator that the browser plays.

Usage: passkeys.py ADDRESS MAIL PASSWORD      (with SIGNIN_SCREENSHOTS=FOLDER pictures of the pages go there)
"""
import os
import sys

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ADDRESS, MAIL, PASSWORD = sys.argv[1:]
SHOTS = os.environ.get("SIGNIN_SCREENSHOTS")


def open_browser(language="en"):
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", f"--lang={language}"]:
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def find(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def wait_for(browser, what, condition):
    WebDriverWait(browser, 30, poll_frequency=0.05, ignored_exceptions=[Exception]).until(condition, what)


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
    find(browser, f"[data-passkey={kind}] button").click()


def signed_in(browser):
    wait_for(browser, "the account", lambda b: MAIL in find(b, ".account").text)


def walk(browser):
    device = authenticator(browser)
    browser.get(ADDRESS + "/account")
    look(browser, "passkey-sign-in")
    find(browser, "#mail").send_keys(MAIL)
    find(browser, "#password").send_keys(PASSWORD)
    find(browser, "button[value=continue]").click()
    signed_in(browser)
    press(browser, "create")
    wait_for(browser, "a passkey", lambda b: "Passkey 1" in find(b, "main").text)
    look(browser, "passkey-account")
    print("passkeys:", len(browser.find_elements(By.CSS_SELECTOR, ".site")))
    press(browser, "create")
    wait_for(browser, "a refusal", lambda b: find(b, "[data-passkey] .problem").text)
    print("the same device again:", find(browser, "[data-passkey] .problem").text)
    find(browser, "form[action='/account/sign-out'] button").click()
    press(browser, "get")
    signed_in(browser)
    held = browser.execute_cdp_cmd("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    print("signed in with it:", held[0]["rpId"], held[0]["signCount"])
    find(browser, "form[action='/account/passkey/remove'] button").click()
    wait_for(browser, "an empty list", lambda b: not b.find_elements(By.CSS_SELECTOR, ".site"))
    find(browser, "form[action='/account/sign-out'] button").click()
    press(browser, "get")
    wait_for(browser, "a complaint", lambda b: find(b, "p.problem").text)
    print("after removal:", find(browser, "p.problem").text)


def languages():
    for language in ["it", "zh-CN"]:
        browser = open_browser(language)
        try:
            authenticator(browser)
            browser.get(ADDRESS + "/account")
            wait_for(browser, "the button", lambda b: find(b, "[data-passkey] button").is_displayed())
            look(browser, "passkey-sign-in-" + language)
            find(browser, "#mail").send_keys(MAIL)
            find(browser, "#password").send_keys(PASSWORD)
            find(browser, "button[value=continue]").click()
            signed_in(browser)
            press(browser, "create")
            wait_for(browser, "a passkey", lambda b: b.find_elements(By.CSS_SELECTOR, ".site"))
            look(browser, "passkey-account-" + language)
            print("language:", find(browser, "html").get_attribute("lang"), find(browser, ".site strong").text)
            find(browser, "form[action='/account/passkey/remove'] button").click()
            wait_for(browser, "an empty list", lambda b: not b.find_elements(By.CSS_SELECTOR, ".site"))
        finally:
            browser.quit()


chromium = open_browser()
try:
    walk(chromium)
finally:
    chromium.quit()
languages()
