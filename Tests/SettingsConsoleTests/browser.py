#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does in a real browser what a person does in the console, and prints what there is to see, a line each.

Usage: browser.py ADDRESS PASSCODE SCRIPT...     (scripts: overview, request)
"""
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


def open_browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,900"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def find(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def wait_for(browser, what, condition):
    WebDriverWait(browser, 30, poll_frequency=0.05, ignored_exceptions=[Exception]).until(condition, what)


def wait_for_badge(browser, text):
    wait_for(browser, f"the badge {text}", lambda b: find(b, "#badge").text == text)
    print("state:", text)


def type_passcode(browser, place, passcode):
    field = find(browser, f"{place} input[type=password]")
    field.send_keys(passcode)
    find(browser, f"{place} button.main").click()


def contrast_is_enough(browser):
    """Every text against what is behind it, as WCAG 2 measures it: 4.5 to 1."""
    return browser.execute_script(
        """
        const part = (v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
        const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
        const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
        const behind = (e) => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
          if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
        return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() &&
            [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).filter((e) => {
          const [a, b] = [light(numbers(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
          return (a + .05) / (b + .05) < 4.5;
        }).map((e) => e.outerHTML.slice(0, 80));
        """)


def overview(browser, passcode):
    wait_for_badge(browser, "Unlocked")
    find(browser, "main button.main").click()
    wait_for_badge(browser, "Locked")
    type_passcode(browser, "main", "not it")
    wait_for(browser, "a complaint", lambda b: "not the passcode" in find(b, "main [role=alert]").text)
    print("wrong passcode:", find(browser, "main [role=alert]").text)
    type_passcode(browser, "main", passcode)
    wait_for_badge(browser, "Unlocked")
    print("passcodes in the page:", browser.page_source.count(passcode))
    for scheme in ["light", "dark"]:
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for width in [390, 1440]:
            browser.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
            time.sleep(0.3)
            wide = browser.execute_script("return document.documentElement.scrollWidth > innerWidth")
            print(f"{scheme} at {width}:", "too wide" if wide else "fits,", "weak:", contrast_is_enough(browser))
    for language, title in [("it", "Panoramica"), ("zh", "概览"), ("en", "Overview")]:
        browser.execute_script(
            "const s = document.getElementById('language'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))",
            language)
        print(f"{language}:", "translated" if find(browser, "h1").text == title else find(browser, "h1").text)
    print("address without token:", "token" not in browser.current_url)


def request(browser, passcode):
    wait_for(browser, "a question", lambda b: find(b, "dialog[open] h2").is_displayed())
    print("asked:", find(browser, "dialog blockquote").text)
    type_passcode(browser, "dialog", passcode)
    wait_for(browser, "the end of the question", lambda b: not b.find_elements(By.CSS_SELECTOR, "dialog[open]"))
    print("answered")


def main():
    address, passcode, *scripts = sys.argv[1:]
    browser = open_browser()
    try:
        browser.get(address)
        for script in scripts:
            {"overview": overview, "request": request}[script](browser, passcode)
        print("errors:", [e["message"] for e in browser.get_log("browser") if " 403 " not in e["message"]])
    finally:
        browser.quit()


main()
