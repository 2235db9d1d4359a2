# SPDX-License-Identifier: Apache-2.0
"""Debian's Chromium, as the walks through sign-in drive it."""
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

WITHOUT_THIRD_PARTY_COOKIES = {"profile.block_third_party_cookies": True, "profile.cookie_controls_mode": 1}


def open_chromium(language="en", hosts=(), script=True, preferences=None):
    """`hosts` are names with ports, each with the port on this machine that it stands for."""
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", f"--lang={language}"]:
        options.add_argument(argument)
    if hosts:
        options.add_argument("--host-resolver-rules=" + ", ".join(f"MAP {name} 127.0.0.1:{port}" for name, port in hosts))
    wanted = {"intl.accept_languages": language, **(preferences or {})}
    if not script:
        wanted["profile.managed_default_content_settings.javascript"] = 2
    options.add_experimental_option("prefs", wanted)
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def find(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def find_all(browser, selector):
    return browser.find_elements(By.CSS_SELECTOR, selector)


def wait_for(browser, what, condition):
    return WebDriverWait(browser, 120, poll_frequency=0.05, ignored_exceptions=[Exception]).until(condition, what)


def click(browser, selector):
    """Once it can be hit: a page that has just been given another size moves under the pointer."""
    waiting = WebDriverWait(browser, 120, poll_frequency=0.05, ignored_exceptions=[ElementClickInterceptedException])
    waiting.until(lambda b: find(b, selector).click() is None, selector)
