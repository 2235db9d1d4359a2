# SPDX-License-Identifier: Apache-2.0
"""Walks of the owner through the pages of passkeys and passwords. Each is called with the browser and the passcode."""
import os

from selenium.common.exceptions import TimeoutException

from actions import *


def rows(browser):
    return [[line.text for line in row.find_elements(By.CSS_SELECTOR, ".name, .quiet:not(.small)")]
            for row in browser.find_elements(By.CSS_SELECTOR, "#passkeys .item")]


def open_passkey(browser, account):
    wait_for(browser, account, lambda b: b.execute_script(
        """
        const found = [...document.querySelectorAll("#passkeys .item")].find((e) => e.textContent.includes(arguments[0]));
        found?.click();
        return Boolean(found) && document.querySelector("#sheet[open]") !== null;
        """, account))


def title(browser, part):
    wait_for(browser, part, lambda b: part in find(b, "#sheet h2").text)


def passkeys_listed(browser, passcode):
    go(browser, "passkeys")
    look(browser, "passkeys-closed")
    type_passcode(browser, "main", "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "main [role=alert]").text)
    print("wrong passcode:", find(browser, "main [role=alert]").text, rows(browser))
    type_passcode(browser, "main", passcode)
    wait_for(browser, "passkeys", lambda b: rows(b))
    print("listed:", rows(browser))
    print("passcodes in the page:", browser.page_source.count(passcode))
    look(browser, "passkeys")
    titles(browser, [("it", "Passkey"), ("zh", "通行密钥"), ("en", "Passkeys")])
    find(browser, "#search-passkeys").send_keys("example.com")
    wait_for(browser, "what was searched for", lambda b: len(rows(b)) == 1)
    print("found:", rows(browser), find(browser, "main [role=status]").text)
    find(browser, "#search-passkeys").clear()
    find(browser, "#search-passkeys").send_keys(" ")
    open_passkey(browser, "ada")
    print("shown:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#sheet dt")])
    look(browser, "passkeys-one")


def passkey_renamed(browser, passcode):
    button(browser, "Rename")
    title(browser, "Name the passkey of “ada”")
    type_into_sheet(browser, "my mail", "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    fields = [e.get_attribute("value") for e in browser.find_elements(By.CSS_SELECTOR, "#sheet input")]
    print("wrong passcode:", find(browser, "#sheet [role=alert]").text, fields)
    look(browser, "passkeys-rename")
    find(browser, "#sheet input[type=password]").send_keys(passcode)
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "the name", lambda b: any("my mail" in str(row) for row in rows(b)))
    print("renamed:", rows(browser)[1])


def passkey_deleted(browser, passcode):
    open_passkey(browser, "ada")
    button(browser, "Delete")
    title(browser, "Delete the passkey of “ada”")
    look(browser, "passkeys-delete")
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    wait_for(browser, "the deletion", lambda b: b.find_elements(By.CSS_SELECTOR, "#passkeys h2"))
    print("deleted:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#passkeys h2")], [row[0] for row in rows(browser)])
    look(browser, "passkeys-deleted")


def passkey_restored(browser, passcode):
    open_passkey(browser, "ada")
    button(browser, "Restore")
    title(browser, "Restore the passkey of “ada”")
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    wait_for(browser, "the passkey", lambda b: not b.find_elements(By.CSS_SELECTOR, "#passkeys h2"))
    print("restored:", [row[0] for row in rows(browser)])
    remember_at_lock(browser, 'document.documentElement.innerHTML.split("ada").length - 1')


def locked_passkeys(browser, passcode):
    wait_for(browser, "a lock", lambda b: b.execute_script("return window.seen"))
    print("left at the lock:", browser.execute_script("return window.seen"))
    wait_for_badge(browser, "Locked")
    look(browser, "passkeys-locked")


def passkeys_in_two_windows(browser, passcode):
    """What is deleted in one window leaves the other, which asks for the passcode again."""
    for place in ["here", "there"]:
        if place == "there":
            address = browser.current_url.split("#")[0]
            browser.switch_to.new_window("tab")
            browser.get(address)
            wait_for(browser, "the page", lambda b: find(b, "h1").text)
        go(browser, "passkeys")
        type_passcode(browser, "main", passcode)
        wait_for(browser, "passkeys", lambda b: rows(b))
    open_passkey(browser, "ada")
    button(browser, "Delete")
    title(browser, "Delete the passkey of “ada”")
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    wait_for(browser, "the deletion", lambda b: b.find_elements(By.CSS_SELECTOR, "#passkeys h2"))
    browser.switch_to.window(browser.window_handles[0])
    wait_for(browser, "a closed page", lambda b: b.find_elements(By.CSS_SELECTOR, "main .empty [name=passcode]"))
    print("closed:", rows(browser))


def no_passkeys(browser, passcode):
    go(browser, "passkeys")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "the list", lambda b: "No passkeys yet" in find(b, "main").text)
    print("none:", find(browser, "main code").text)
    look(browser, "passkeys-none")


def fields(browser, *texts):
    """What is typed into the fields of the dialog, but for those that are left as they are."""
    for field, text in zip(browser.find_elements(By.CSS_SELECTOR, "#sheet input"), texts):
        if text is not None:
            field.clear()
            field.send_keys(text)


def own_passwords(browser, passcode):
    """One is added with a password that is made up, and edited; others come from a file; what Bailey made stands apart."""
    go(browser, "passwords")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "the list", lambda b: find(b, "#items").text)
    names = lambda: [e.text.split("\n")[0] for e in browser.find_elements(By.CSS_SELECTOR, "#items li")]
    button(browser, "Add a password")
    fields(browser, "My mail", "mail.example", "ada")
    button(browser, "Make one up")
    made = browser.find_elements(By.CSS_SELECTOR, "#sheet input")[3].get_attribute("value")
    print("made up:", len(made), "of", len(set(made)) > 8)
    look(browser, "passwords-add")
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "the new one", lambda b: "My mail" in names())
    print("listed:", names())
    button(browser, "Add a password")
    fields(browser, "Again", "mail.example", "ada", "x")
    find(browser, "#sheet button.main").click()
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("twice:", find(browser, "#sheet [role=alert]").text)
    button(browser, "Cancel")
    next(e for e in browser.find_elements(By.CSS_SELECTOR, ".item") if "My mail" in e.text).click()
    button(browser, "Edit")
    fields(browser, "Post", None, None, "new secret")
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "the new title", lambda b: "Post" in names())
    find(browser, "input[type=file]").send_keys(os.environ["PASSWORDS"])
    wait_for(browser, "the question", lambda b: "Import" in find(b, "#sheet h2").text)
    print("asked:", find(browser, "#sheet h2").text)
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "what came of it", lambda b: "Added" in find(b, "main .note").text and "Shop" in names())
    print("imported:", find(browser, "main .note").text, names())
    titles(browser, [("it", "Password e chiavi"), ("zh", "密码与密钥"), ("en", "Passwords & Keys")])
    print("secrets in the page:", browser.page_source.count("new secret") + browser.page_source.count("pa,ss"))


# MARK: - A site that waits for one

def site_asks(browser, part):
    try:
        wait_for(browser, part, lambda b: part in find(b, "#alert[open] h2").text)
    except TimeoutException as failure:
        there = browser.execute_script("const a = document.getElementById('alert'); return [a.open, a.innerText, document.getElementById('badge').innerText];")
        raise AssertionError(f"{part} does not come; there is: {there}") from failure


def unlocks_for_site(browser, passcode):
    """One entry of the passcode: then what it is for can be read, and a button is enough."""
    site_asks(browser, "wants a passkey at example.org")
    type_passcode(browser, "#alert", "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#alert [role=alert]").text)
    print("wrong passcode:", find(browser, "#alert [role=alert]").text)
    find(browser, "#alert input").clear()
    type_passcode(browser, "#alert", passcode)


def chooses_account(browser, passcode):
    site_asks(browser, "wants to sign in at example.org. As whom?")
    button(browser, "grace")


def reads_what_for(browser, passcode):
    site_asks(browser, "wants to sign in as “grace” at example.org")
    print("read:", find(browser, "#alert p:not([role]):not(.quiet):not(.note)").text, len(browser.find_elements(By.CSS_SELECTOR, "#alert input")),
          browser.page_source.count(passcode))
    look(browser, "passkey-given")


def agrees(browser, passcode):
    button(browser, "Confirm")
    wait_for(browser, "the end", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert[open]"))
    print("agreed")


def says_no(browser, passcode):
    site_asks(browser, "wants to sign in as “grace” at example.org")
    button(browser, "Don’t Allow")
    wait_for(browser, "the end", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert[open]"))
    print("refused")


def asked_again(browser, passcode):
    site_asks(browser, "wants to sign in as “grace” at example.org")
    print("asked again:", len(browser.find_elements(By.CSS_SELECTOR, "#alert input[type=password]")))
    type_passcode(browser, "#alert", passcode)
