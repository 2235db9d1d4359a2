# SPDX-License-Identifier: Apache-2.0
"""Walks through what is kept: files and their classes, containers, certificates and keys."""
import os

from selenium.webdriver.common.keys import Keys

from actions import *


def choose_class(browser, place, name):
    wait_for(browser, place, lambda b: b.execute_script(
        """
        const found = document.getElementById("class-" + arguments[0]);
        if (!found) return false;
        found.value = arguments[1];
        found.dispatchEvent(new Event("change"));
        return true;
        """, place, name))


def class_is(browser, place, name):
    wait_for(browser, f"{place} {name}", lambda b: b.execute_script(
        "return document.getElementById('class-' + arguments[0])?.value", place) == name)


def file_classes(browser, passcode):
    """A file's class changes at once; a folder's is asked about."""
    go(browser, "files")
    wait_for(browser, "a tree", lambda b: b.find_elements(By.CSS_SELECTOR, "[data-path=diary]"))
    find(browser, "[data-path=diary]").send_keys("\n")
    choose_class(browser, "diary/monday.txt", "complete")
    class_is(browser, "diary/monday.txt", "complete")
    print("file: Complete")
    choose_class(browser, "diary", "completeUnlessOpen")
    wait_for(browser, "the question", lambda b: find(b, "#sheet[open] h2").text)
    print("asked:", find(browser, "#sheet h2").text)
    look(browser, "files-class")
    button(browser, "Cancel")
    class_is(browser, "diary", "completeUntilFirstUserAuthentication")
    choose_class(browser, "diary", "completeUnlessOpen")
    wait_for(browser, "the question", lambda b: find(b, "#everything"))
    find(browser, "#everything").click()
    button(browser, "Change")
    sheet_closes(browser)
    class_is(browser, "diary", "completeUnlessOpen")
    class_is(browser, "diary/monday.txt", "completeUnlessOpen")
    print("folder: Unless open, with everything")


def focused_class(browser):
    return browser.execute_script("return [document.activeElement.id, document.activeElement.value]")


def arrow_keys(browser, passcode):
    """What the arrow keys pass over is no choice, Escape leaves it as it was, and Enter chooses; less is confirmed, and can be undone."""
    go(browser, "files")
    wait_for(browser, "a tree", lambda b: b.find_elements(By.CSS_SELECTOR, "[data-path=diary]"))
    find(browser, "[data-path=diary]").send_keys("\n")
    class_is(browser, "diary/monday.txt", "complete")
    choice = lambda: browser.find_element(By.ID, "class-diary/monday.txt")
    choice().send_keys(Keys.ARROW_DOWN)
    print("passed over:", focused_class(browser)[1], "says:", find(browser, "#done").text)
    look(browser, "files-pending")
    choice().send_keys(Keys.ESCAPE)
    print("escaped:", focused_class(browser)[1])
    choice().send_keys(Keys.ARROW_DOWN)
    browser.execute_script("document.activeElement.blur()")
    class_is(browser, "diary/monday.txt", "complete")
    print("left:", len(browser.find_elements(By.CSS_SELECTOR, "#sheet[open]")), "dialogs")
    choice().send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    wait_for(browser, "the question", lambda b: find(b, "#sheet[open] h2").text)
    print("asked:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#sheet h2, #sheet p:not([role])")])
    look(browser, "files-less")
    button(browser, "Change")
    sheet_closes(browser)
    class_is(browser, "diary/monday.txt", "completeUnlessOpen")
    wait_for(browser, "what was done", lambda b: "Undo" in find(b, "#done").text)
    wait_for(browser, "the focus", lambda b: focused_class(b) == ["class-diary/monday.txt", "completeUnlessOpen"])
    print("done:", find(browser, "#done").text.replace("\n", " · "))
    look(browser, "files-done")
    find(browser, "#done button").click()
    class_is(browser, "diary/monday.txt", "complete")
    print("undone")


def classes_locked(browser, passcode):
    wait_for(browser, "what to do", lambda b: "Unlock to change classes" in find(b, "main").text)
    print("locked:", len(browser.find_elements(By.CSS_SELECTOR, ".tree select")), "choices")


def containers(browser, passcode):
    go(browser, "files")
    wait_for(browser, "containers", lambda b: "Containers of apps" in find(b, "main").text)
    card = "//section[h2='Containers of apps']//li"
    print("containers:", [[part.text for part in e.find_elements(By.CSS_SELECTOR, ".name, .quiet, .tag")]
                          for e in browser.find_elements(By.XPATH, card)])
    look(browser, "files-containers")


def certificates(browser, passcode):
    go(browser, "passwords")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "items", lambda b: find(b, "#items").text)
    print("kinds:", sorted(e.text for e in browser.find_elements(By.CSS_SELECTOR, ".item .quiet")))
    browser.execute_script(
        "const s = document.getElementById('kind'); s.value = 'certificateKind'; s.dispatchEvent(new Event('change'))")
    wait_for(browser, "certificates", lambda b: "1 of 2" in find(b, "main [role=status]").text and len(b.find_elements(By.CSS_SELECTOR, ".item")) == 1)
    print("certificates:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, ".item .name")])
    find(browser, ".item").click()
    wait_for(browser, "what it says", lambda b: "Valid until" in find(b, "#sheet").text)
    text = find(browser, "#sheet").text
    for part in ["Anna Rossi, Example, IT", "Itself", "anna@example.net", "RSA 2048", "private key of this certificate"]:
        print(part + ":", "shown" if part in text else "missing")
    print("to be shown:", len(browser.find_elements(By.CSS_SELECTOR, "#sheet .reveal")))
    look(browser, "passwords-certificate")
    button(browser, "Close")


def damage(browser, passcode):
    """A check finds what the disk has damaged, and the files are back afterwards."""
    go(browser, "files")
    button(browser, "Check the files")
    look(browser, "files-check")
    find(browser, "#sheet button.main").click()
    wait_for(browser, "the end of the check, and the tree", lambda b: "Problems found: 1" in find(b, "main").text
             and b.find_elements(By.CSS_SELECTOR, ".tree .entry"))
    # At once: the page may be drawn anew between two questions.
    print("damaged:", browser.execute_script(
        """
        const card = [...document.querySelectorAll("section")].find((e) => e.querySelector("h2")?.textContent === "Check");
        return [...card.querySelectorAll("li .name, li .quiet")].map((e) => e.textContent);
        """))
    look(browser, "files-damaged")


def delete_in_one_window(browser, passcode):
    """What is deleted in one window leaves the other, which has its list open."""
    address = browser.current_url.split("#")[0]
    for number in range(2):
        if number == 1:
            browser.switch_to.new_window("tab")
            browser.get(address)
            wait_for(browser, "the page", lambda b: find(b, "h1").text)
        go(browser, "passwords")
        type_passcode(browser, "main", passcode)
        wait_for(browser, "items", lambda b: len(b.find_elements(By.CSS_SELECTOR, ".item")) == 2)
    find(browser, ".item").click()
    button(browser, "Delete")
    wait_for(browser, "the question", lambda b: "any more" in find(b, "#sheet").text)
    type_into_sheet(browser, "DELETE")
    sheet_closes(browser)
    for window in browser.window_handles:
        browser.switch_to.window(window)
        wait_for(browser, "one item", lambda b: len(b.find_elements(By.CSS_SELECTOR, ".item")) == 1)
    print("gone in", len(browser.window_handles), "windows")


def dialog_keys(browser, passcode):
    """A dialog is opened with the keyboard, keeps the focus, and gives it back when Escape closes it."""
    go(browser, "security")
    wait_for(browser, "the button", lambda b: b.execute_script(
        "const e = document.querySelector('main button'); e?.focus(); return document.activeElement === e && e.textContent.startsWith('Change passcode')"))
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(browser, "the dialog", lambda b: b.execute_script("return document.activeElement.closest('#sheet[open]')?.contains(document.activeElement)"))
    print("focus:", browser.execute_script("return document.activeElement.labels[0].textContent"))
    outside = 0
    for _ in range(8):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        outside += browser.execute_script("return document.activeElement !== document.body && !document.activeElement.closest('#sheet')")
    print("left the dialog:", outside)
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    sheet_closes(browser)
    print("focus:", browser.execute_script("return document.activeElement.textContent"))


# MARK: - Nobody is there


def idle(browser, passcode):
    go(browser, "passwords")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "items", lambda b: find(b, "#items").text)
    wait_for(browser, "the lock of the console", lambda b: "The console is locked" in find(b, "main").text)
    print("left in the page:", browser.page_source.count("github.com"))
    look(browser, "idle")
    print("asked:", browser.execute_script(
        "return fetch('/api/keychain/-/-/0', {headers: {'X-Bailey-CSRF': localStorage.getItem('csrf')}}).then((a) => a.status)"))
    type_passcode(browser, "main", "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "main [role=alert]").text)
    print("wrong passcode:", find(browser, "main [role=alert]").text)
    type_passcode(browser, "main", passcode)
    wait_for(browser, "the page", lambda b: "Your passwords are closed" in find(b, "main").text)
    print("goes on:", browser.page_source.count(passcode), "passcodes in the page")


def followed(browser, passcode):
    """What other programs make, change and remove is seen at once, and what is typed stays."""
    mount = os.environ["MOUNT"]
    go(browser, "files")
    wait_for(browser, "the tree", lambda b: b.find_elements(By.CSS_SELECTOR, "[data-path=diary]"))
    find(browser, "[data-path=diary]").click()
    find(browser, "#file-search").send_keys("rep")
    wait_for(browser, "nothing", lambda b: "Nothing found" in find(b, ".tree").text or not b.find_elements(By.CSS_SELECTOR, "[data-path=diary]"))
    browser.execute_script("document.getElementById('file-search').mark = true")
    with open(mount + "/report.txt", "w") as file:
        file.write("made outside")
    class_is(browser, "report.txt", "completeUntilFirstUserAuthentication")
    os.setxattr(mount + "/report.txt", "user.bailey.protection", b"NSFileProtectionComplete")
    class_is(browser, "report.txt", "complete")
    field = browser.switch_to.active_element
    print("typed:", field.get_attribute("value"), "in the same field:", browser.execute_script("return document.activeElement.mark === true"))
    os.unlink(mount + "/report.txt")
    wait_for(browser, "its end", lambda b: not b.find_elements(By.ID, "class-report.txt"))
    print("gone")
    field.send_keys(Keys.BACKSPACE * 3)
    wait_for(browser, "the tree", lambda b: b.find_elements(By.CSS_SELECTOR, "[data-path=diary]"))
    os.rename(mount + "/diary/monday.txt", mount + "/diary/tuesday.txt")
    class_is(browser, "diary/tuesday.txt", "completeUntilFirstUserAuthentication")
    print("renamed in a folder that is open")
