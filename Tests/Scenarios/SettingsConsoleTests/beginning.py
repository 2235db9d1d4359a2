# SPDX-License-Identifier: Apache-2.0
"""The first page of the console: what a person decides at the beginning."""
import os

from actions import *


def step(browser, name):
    return find(browser, "#step-" + name)


def answer(browser, name, wanted):
    """Presses the step's button, and waits until the button says what can be done next."""
    wait_for(browser, name, lambda b: step(b, name).is_enabled())
    step(browser, name).click()
    wait_for(browser, f"{name}: {wanted}", lambda b: step(b, name).text == wanted and step(b, name).is_enabled())


def welcome(browser, passcode):
    print("begins at:", find(browser, "h1").text)
    wait_for(browser, "the steps", lambda b: step(b, "folder"))
    titles(browser, [("it", "Configurazione"), ("zh", "设置向导"), ("en", "Set Up")])
    button(browser, "Set passcode")
    type_into_sheet(browser, passcode, passcode)
    sheet_closes(browser)
    wait_for(browser, "the passcode", lambda b: "A passcode is set" in find(b, "main").text)
    for name in ["git", "recording", "folder"]:
        answer(browser, name, "Take back")
    find(browser, "details > summary").click()
    print("which files:", find(browser, "details pre").text.count("~/.netrc:"))
    look(browser, "welcome-done")
    answer(browser, "git", "Join")
    print("taken back: git")
    find(browser, "#lock").click()
    wait_for_badge(browser, "Locked")
    wait_for(browser, "closed steps", lambda b: not step(b, "recording").is_enabled())
    print("while locked:", find(browser, "main").text.count("To change it, unlock first."))


def picked(browser, passcode):
    """A bundle is found where its path would be typed, and a folder that cannot be opened says so."""
    go(browser, "developers")
    find(browser, "#pick-bundle").click()
    wait_for(browser, "folders", lambda b: b.find_elements(By.CSS_SELECTOR, "#sheet .entry"))
    print("begins in the home:", find(browser, "#sheet .path").text == os.environ["HOME_OF_CONSOLE"])
    print("hidden ones:", any(e.text.startswith(".") for e in browser.find_elements(By.CSS_SELECTOR, "#sheet .entry")))
    button(browser, "Apps")
    wait_for(browser, "the bundle", lambda b: find(b, "#sheet .path").text.endswith("/Apps"))
    look(browser, "pick")
    button(browser, "Ledger.app")
    sheet_closes(browser)
    wait_for(browser, "findings", lambda b: find(b, "#inspected").text)
    print("path:", find(browser, "#bundle").get_attribute("value").endswith("/Apps/Ledger.app"))
    find(browser, "#pick-bundle").click()
    wait_for(browser, "the last folder", lambda b: find(b, "#sheet .path").text.endswith("/Apps"))
    button(browser, "Close")
    sheet_closes(browser)
