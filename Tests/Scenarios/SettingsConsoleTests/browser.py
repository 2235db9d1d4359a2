#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does in a real browser what a person does in the console, and prints what there is to see, a line each.

Usage: browser.py ADDRESS PASSCODE SCRIPT...     (scripts: the functions below main)
"""
import subprocess
import sys

from selenium.common.exceptions import TimeoutException

import beginning
import choosing
import matrix
import owned
import storage
import walks
from actions import *


def overview(browser, passcode):
    wait_for_badge(browser, "Unlocked")
    button(browser, "Lock now")
    wait_for_badge(browser, "Locked")
    type_passcode(browser, "main", "not it")
    wait_for(browser, "a complaint", lambda b: "not the passcode" in find(b, "main [role=alert]").text)
    print("wrong passcode:", find(browser, "main [role=alert]").text)
    wait_for(browser, "a warning", lambda b: "If that was not you" in find(b, ".notes").text)
    print("last tries:", "warned of" if "when they were is not written down" in find(browser, "main dl").text else "told of times")
    type_passcode(browser, "main", passcode)
    wait_for_badge(browser, "Unlocked")
    print("passcodes in the page:", browser.page_source.count(passcode))
    wait_for(browser, "space", lambda b: "free of" in find(b, "main").text)
    print("space:", "shown")
    look(browser, "overview")
    titles(browser, [("it", "Panoramica"), ("zh", "概览"), ("en", "Overview")])
    print("address without token:", "token" not in browser.current_url)


def security(browser, passcode):
    go(browser, "security")
    print("root key:", "shown" if "In a file" in find(browser, "main").text else "missing")
    look(browser, "security")
    titles(browser, [("it", "Sicurezza"), ("zh", "安全"), ("en", "Security")])
    button(browser, "Change passcode")
    type_into_sheet(browser, passcode, "another 4711", "something else")
    print("typed twice:", find(browser, "#sheet [role=alert]").text)
    button(browser, "Cancel")
    button(browser, "Change passcode")
    type_into_sheet(browser, "not it", "another 4711", "another 4711")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("old one wrong:", find(browser, "#sheet [role=alert]").text,
          [field.get_attribute("value") for field in browser.find_elements(By.CSS_SELECTOR, "#sheet input")])
    type_into_sheet(browser, passcode, "another 4711", "another 4711")
    sheet_closes(browser)
    print("changed:", browser.page_source.count("another 4711"), "passcodes in the page")
    browser.execute_script(
        "const s = document.getElementById('grace'); s.value = '300'; s.dispatchEvent(new Event('change'))")
    wait_for(browser, "the dialog", lambda b: find(b, "#sheet h2").text)
    type_into_sheet(browser, "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("longer:", find(browser, "#sheet [role=alert]").text, find(browser, "#grace").get_attribute("value"))
    type_into_sheet(browser, "another 4711")
    sheet_closes(browser)
    wait_for(browser, "the choice", lambda b: find(b, "#grace").get_attribute("value") == "300")
    browser.execute_script(
        "const s = document.getElementById('grace'); s.value = '60'; s.dispatchEvent(new Event('change'))")
    wait_for(browser, "the choice", lambda b: find(b, "#grace").get_attribute("value") == "60")
    print("shorter:", len(browser.find_elements(By.CSS_SELECTOR, "#sheet[open]")), "dialogs")
    browser.execute_script("document.getElementById('erase-after-ten').click()")
    wait_for(browser, "the dialog", lambda b: find(b, "#sheet h2").text)
    look(browser, "security-dialog")
    type_into_sheet(browser, "another 4711")
    sheet_closes(browser)
    wait_for(browser, "the switch", lambda b: find(b, "#erase-after-ten").get_attribute("checked"))
    print("settings:", "counts at once" if not browser.find_elements(By.CSS_SELECTOR, "main .note") else find(browser, "main .note").text)


def first_passcode(browser, passcode):
    go(browser, "security")
    button(browser, "Set passcode")
    type_into_sheet(browser, passcode, passcode)
    sheet_closes(browser)
    wait_for(browser, "the passcode", lambda b: "A passcode is set" in find(b, "main").text)
    print("set")


def erase(browser, passcode):
    go(browser, "security")
    button(browser, "Erase all")
    type_into_sheet(browser, "erase it", passcode)
    print("not typed:", find(browser, "#sheet [role=alert]").text)
    find(browser, "#sheet input").clear()
    type_into_sheet(browser, "ERASE")
    wait_for(browser, "the end", lambda b: "Everything is erased" in find(b, "main").text)
    look(browser, "erased")
    print("erased")


def passwords(browser, passcode):
    go(browser, "passwords")
    look(browser, "passwords-closed")
    type_passcode(browser, "main", "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "main [role=alert]").text)
    print("wrong passcode:", find(browser, "main [role=alert]").text)
    type_passcode(browser, "main", passcode)
    wait_for(browser, "items", lambda b: find(b, "#items").text)
    print("items:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, ".item .name")])
    look(browser, "passwords")
    titles(browser, [("it", "Password e chiavi"), ("zh", "密码与密钥"), ("en", "Passwords & Keys")])
    find(browser, "#search").send_keys("github")
    wait_for(browser, "what was searched for", lambda b: "1 of" in find(b, "main [role=status]").text)
    print("found:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, ".item .name")])
    print("secrets before they are asked for:", browser.page_source.count("tr0ub4dor"))
    find(browser, ".item").click()
    button(browser, "Show")
    wait_for(browser, "the secret", lambda b: find(b, ".secret").text == "tr0ub4dor")
    print("shown")
    look(browser, "passwords-item")
    remember_at_lock(browser, 'String(document.documentElement.innerHTML.split("tr0ub4dor").length) + document.querySelectorAll(".item").length')


def locked_passwords(browser, passcode):
    wait_for(browser, "a lock", lambda b: b.execute_script("return window.seen"))
    print("left at the lock:", browser.execute_script("return window.seen"))
    wait_for_badge(browser, "Locked")
    look(browser, "passwords-locked")


def delete_password(browser, passcode):
    go(browser, "passwords")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "items", lambda b: find(b, "#items").text)
    find(browser, ".item").click()
    button(browser, "Delete")
    wait_for(browser, "the question", lambda b: "any more" in find(b, "#sheet").text)
    type_into_sheet(browser, "yes")
    print("not typed:", find(browser, "#sheet [role=alert]").text)
    look(browser, "passwords-delete")
    find(browser, "#sheet input").clear()
    type_into_sheet(browser, "DELETE")
    wait_for(browser, "an empty list", lambda b: "No passwords yet" in find(b, "main").text)
    print("deleted")


def files(browser, passcode):
    go(browser, "files")
    wait_for(browser, "a tree", lambda b: b.find_elements(By.CSS_SELECTOR, ".tree .entry"))
    toggle = find(browser, "[data-path=diary]")
    toggle.send_keys("\n")
    wait_for(browser, "a file", lambda b: "monday.txt" in find(b, ".tree").text)
    print("tree:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, ".tree .name, .tree .size")],
          [e.get_attribute("value") for e in browser.find_elements(By.CSS_SELECTOR, ".tree select")])
    print("focus stays:", browser.execute_script("return document.activeElement.dataset.path"))
    wait_for(browser, "what is open", lambda b: "monday.txt" in b.find_elements(By.CSS_SELECTOR, ".card")[1].text)
    print("open:", find(browser, ".card:nth-of-type(2) .line .tag").text)
    look(browser, "files")
    titles(browser, [("it", "File"), ("zh", "文件"), ("en", "Files")])


def check(browser, passcode):
    go(browser, "files")
    button(browser, "Check the files")
    find(browser, "#sheet button.main").click()
    wait_for(browser, "the check", lambda b: "Nothing is damaged" in find(b, "main").text)
    print("checked")


def requests_page(browser, passcode):
    go(browser, "requests")
    look(browser, "requests")
    titles(browser, [("it", "Richieste"), ("zh", "请求"), ("en", "Requests")])


def second_window(browser, passcode):
    """Of the same browser: it is signed in, and both hear of everything."""
    browser.switch_to.new_window("tab")
    browser.get(browser_address)
    wait_for_badge(browser, "Unlocked")
    browser.switch_to.window(browser.window_handles[0])
    button(browser, "Lock now")
    wait_for_badge(browser, "Locked")
    browser.switch_to.window(browser.window_handles[1])
    wait_for_badge(browser, "Locked")


def request(browser, passcode):
    wait_for(browser, "a question", lambda b: find(b, "dialog[open] h2").is_displayed())
    print("asked:", find(browser, "#alert blockquote").text)
    type_passcode(browser, "#alert", passcode)
    wait_for(browser, "the end of the question", lambda b: not b.find_elements(By.CSS_SELECTOR, "dialog[open]"))
    print("answered")


def first_page(browser):
    """A connection whose owner the kernel does not name ends, and with it a part of the page: a person would load it again."""
    shows = lambda b: find(b, "h1").text
    try:
        wait_for(browser, "the page", shows)
    except TimeoutException:
        print("loaded again:", [e["message"] for e in browser.get_log("browser")], file=sys.stderr)
        browser.refresh()
        wait_for(browser, "the page", shows)


def main():
    global browser_address
    address, passcode, *scripts = sys.argv[1:]
    browser_address = address.split("#")[0]
    browser = open_browser()
    try:
        browser.get(address)
        first_page(browser)
        for script in scripts:
            if script.startswith("run:"):
                subprocess.run(script[4:], shell=True, check=True, stdout=subprocess.DEVNULL)
            else:
                (globals().get(script) or getattr(walks, script, None) or getattr(choosing, script, None) or getattr(owned, script, None) or getattr(beginning, script, None) or getattr(storage, script, None) or getattr(matrix, script))(browser, passcode)
        expected = [" 401 ", " 403 ", " 409 ", " 423 ", "ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY_RESPONSE", "ERR_NETWORK_CHANGED", " 503 "]
        print("errors:", [e["message"] for e in browser.get_log("browser") if not any(x in e["message"] for x in expected)])
    finally:
        browser.quit()


main()
