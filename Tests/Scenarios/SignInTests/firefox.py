#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs somebody in to Examples/shop in Firefox without third-party cookies, by a popup and without one, and removes the shop at the account's
page; prints what there is to see, a line each.

Usage: firefox.py FOLDER SHOP PROVIDER MAIL PASSWORD      (the profile goes into FOLDER)
"""
import pathlib
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Programs"))
from marionette import WAIT, Marionette

SHOP, PROVIDER, MAIL, PASSWORD = sys.argv[2:]


class Firefox(Marionette):
    """With the words of this walk."""

    def __init__(self, profile):
        profile.mkdir()
        super().__init__(profile, {"network.cookie.cookieBehavior": 1})

    def run(self, script, *arguments):
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments))

    def get(self, address):
        self.command("WebDriver:Navigate", url=address)

    def wait_for(self, what, condition):
        """Until then pages come and go, and with them what was found on them."""
        deadline, last = time.monotonic() + WAIT, None
        while time.monotonic() < deadline:
            try:
                if found := condition():
                    return found
            except RuntimeError as error:
                last = error
            time.sleep(0.05)
        raise AssertionError(f"{what} did not come: {last}; {self.text('body')!r}")

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def element(self, selector):
        return self.command("WebDriver:FindElement", using="css selector", value=selector)

    def press(self, selector):
        def pressed():
            element = self.element(selector)
            self.command("WebDriver:ElementClick", id=next(iter(element.values())))
            return True
        self.wait_for(selector, pressed)

    def type(self, selector, text):
        element = self.wait_for(selector, lambda: self.element(selector))
        self.command("WebDriver:ElementSendKeys", id=next(iter(element.values())), text=text)


browser = Firefox(pathlib.Path(sys.argv[1]) / "firefox")


def heading(beginning):
    return browser.wait_for(beginning, lambda: browser.text("h1").startswith(beginning) and browser.text("h1"))


def windows():
    return browser.command("WebDriver:GetWindowHandles")


def sign_in():
    browser.type("#mail", MAIL)
    browser.type("#password", PASSWORD)
    browser.press("button[value=continue]")


try:
    browser.get(SHOP)
    main = browser.command("WebDriver:GetWindowHandle")
    browser.press("#appleid-signin button")
    popup = browser.wait_for("a popup", lambda: [handle for handle in windows() if handle != main])[0]
    browser.command("WebDriver:SwitchToWindow", handle=popup)
    sign_in()
    browser.wait_for("consent", lambda: browser.element("#given"))
    browser.press("button[value=continue]")
    browser.wait_for("the popup's end", lambda: windows() == [main])
    browser.command("WebDriver:SwitchToWindow", handle=main)
    print("by popup:", heading("Hello"))
    browser.press("form[action='/sign-out'] button")
    heading("Lemons")
    browser.press("form[action='/sign-in'] button")
    browser.press("button[value=continue]")
    print("without a popup:", heading("Hello"))
    browser.get(PROVIDER + "/account")
    browser.press("form[action='/account/remove'] button")
    browser.wait_for("an empty list", lambda: browser.run(
        "return document.readyState === 'complete' && !document.querySelector(\"form[action='/account/remove']\")"))

    def signed_out():
        browser.get(SHOP)
        return browser.text("h1").startswith("Lemons")
    browser.wait_for("the notification", signed_out)
    print("removed:", browser.text("h1"))
finally:
    browser.end()
