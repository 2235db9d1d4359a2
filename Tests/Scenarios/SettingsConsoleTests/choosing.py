# SPDX-License-Identifier: Apache-2.0
"""Walks of a person who chooses files for an app. Each is called with the browser and the passcode."""
from selenium.webdriver.common.keys import Keys

from actions import *
from walks import alert, alert_closes, choose


def field(browser):
    return find(browser, "#alert[open] [name=path]")


def ready(browser):
    """The dialog can be used a moment after it is there."""
    wait_for(browser, "the buttons", lambda b: b.find_elements(By.CSS_SELECTOR, "#alert[open] form")
             and not b.find_elements(By.CSS_SELECTOR, "#alert button:disabled"))


def names(browser):
    return [e.text.split("\n")[0] for e in browser.find_elements(By.CSS_SELECTOR, "#alert .places li") if e.is_displayed()]


def complains(browser, part):
    wait_for(browser, part, lambda b: part in find(b, "#alert[open] [role=alert]").text)
    ready(browser)


def file_asked(browser, passcode):
    alert(browser)
    ready(browser)
    print("asked:", find(browser, "#alert h2").text)
    print("focus:", browser.execute_script("return document.activeElement.name"))
    print("folders:", names(browser))
    look(browser, "request-file")
    for language, title in [("it", "vorrebbe aprire un file"), ("zh", "想要打开一个文件"), ("en", "open a file")]:
        choose_language(browser, language)
        wait_for(browser, language, lambda b: title in find(b, "#alert h2").text)
    ready(browser)
    print("three languages")


def file_wrong(browser, passcode):
    """What cannot be had is said, and what was typed stays."""
    field(browser).send_keys("~/Documents/lettre" + Keys.ENTER)
    complains(browser, "Nothing is there")
    print("typed text stays:", field(browser).get_attribute("value"))
    look(browser, "request-file-problem")
    field(browser).clear()
    field(browser).send_keys("Documents" + Keys.ENTER)
    complains(browser, "That is no file")
    field(browser).clear()
    field(browser).send_keys(os.environ["OWN"] + Keys.ENTER)
    complains(browser, "cannot be given to an app")
    print("three reasons")


def file_found(browser, passcode):
    """With the keyboard alone: into a folder, and what is begun narrows the list."""
    field(browser).clear()
    field(browser).send_keys("doc")
    wait_for(browser, "fewer names", lambda b: names(b) == ["Documents"])
    stops = []
    for _ in range(2):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        stops.append(browser.execute_script("return document.activeElement.ariaLabel ?? document.activeElement.textContent"))
    print("stops:", stops)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(browser, "the folder", lambda b: find(b, "#alert .path").text.endswith("/Documents"))
    ready(browser)
    print("found:", names(browser))
    choose_entry(browser, "letter")
    print("chosen:", field(browser).get_attribute("value").split("/")[-2:])
    field(browser).send_keys(Keys.ENTER)
    alert_closes(browser)
    print("opened")


def choose_entry(browser, name):
    wait_for(browser, name, lambda b: b.execute_script(
        """
        const found = document.querySelector(`#alert[open] li[data-name="${arguments[0]}"] button:enabled`);
        found?.click();
        return Boolean(found);
        """, name))


def file_saved(browser, passcode):
    alert(browser)
    ready(browser)
    print("asked:", find(browser, "#alert h2").text)
    print("offered:", field(browser).get_attribute("value").split("/")[-1])
    choose_entry(browser, "Documents")
    wait_for(browser, "the place", lambda b: field(b).get_attribute("value").endswith("/Documents/new.txt"))
    ready(browser)
    print("selected:", browser.execute_script("const e = document.activeElement; return e.value.slice(e.selectionStart, e.selectionEnd)"))
    look(browser, "request-save")
    choose(browser, "Save")
    alert_closes(browser)
    print("saved")


def files_chosen(browser, passcode):
    alert(browser)
    ready(browser)
    choose_entry(browser, "Documents")
    wait_for(browser, "the folder", lambda b: find(b, "#alert .path").text.endswith("/Documents"))
    ready(browser)
    choose_entry(browser, "letter")
    choose_entry(browser, "postcard")
    print("chosen:", [line.split("/")[-1] for line in field(browser).get_attribute("value").split("\n")])
    look(browser, "request-files")
    choose(browser, "Open")
    alert_closes(browser)
    print("opened")


def folder_chosen(browser, passcode):
    alert(browser)
    ready(browser)
    choose_entry(browser, "Documents")
    wait_for(browser, "the folder", lambda b: find(b, "#alert .path").text.endswith("/Documents"))
    ready(browser)
    look(browser, "request-folder")
    print("is chosen:", field(browser).get_attribute("value").split("/")[-1], "·", find(browser, "#alert .places [role=status]").text)
    choose(browser, "Open")
    alert_closes(browser)
    print("opened")


def file_refused(browser, passcode):
    alert(browser)
    ready(browser)
    choose(browser, "Cancel")
    alert_closes(browser)
    print("refused")


def file_waits(browser, passcode):
    alert(browser)
    print("waits:", find(browser, "#alert h2").text)


def file_gone(browser, passcode):
    alert_closes(browser)
    print("gone")
