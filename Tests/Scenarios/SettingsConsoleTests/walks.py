# SPDX-License-Identifier: Apache-2.0
"""Walks through the pages that several programs take part in. Each is called with the browser and the passcode."""
import sys

from selenium.webdriver.common.keys import Keys

from actions import *
from strangers import stranger


def shown(browser, selector):
    return [e.text for e in browser.find_elements(By.CSS_SELECTOR, selector) if e.is_displayed()]


def alert(browser):
    wait_for(browser, "a question", lambda b: find(b, "#alert[open] h2").is_displayed())
    return find(browser, "#alert")


def alert_closes(browser):
    wait_for(browser, "the end of the question", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert[open]"))


def choose(browser, text):
    """Presses a button of the alert, which can be pressed a moment after it is there."""
    wait_for(browser, text, lambda b: b.execute_script(
        """
        const found = [...document.querySelectorAll("#alert[open] button")].find((e) => !e.disabled && e.textContent === arguments[0]);
        found?.click();
        return Boolean(found);
        """, text))


def consent_asked(browser, passcode):
    question = alert(browser)
    print("asked:", find(browser, "#alert h2").text)
    print("says:", find(browser, "#alert blockquote").text)
    print("at first:", browser.execute_script("return document.activeElement.tagName"))
    wait_for(browser, "buttons", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert button:disabled"))
    print("buttons:", shown(browser, "#alert button"))
    look(browser, "request-consent")
    for language, title in [("it", "vorrebbe accedere alla fotocamera"), ("zh", "想要访问相机"), ("en", "access the camera")]:
        choose_language(browser, language)
        wait_for(browser, language, lambda b: title in find(b, "#alert h2").text)
    print("three languages")


def allow_once(browser, passcode):
    alert(browser)
    choose(browser, "Allow Once")
    alert_closes(browser)
    print("allowed once")


def allow_while_asked(browser, passcode):
    alert(browser)
    choose(browser, "Allow")
    alert_closes(browser)
    print("allowed")


def consent_waits(browser, passcode):
    alert(browser)
    print("waits:", find(browser, "#alert h2").text)


def title_counts(browser, passcode):
    alert(browser)
    print("title:", browser.title, "· badge:", browser.execute_script("return document.querySelector('#asking').textContent"))


def asked_while_idle(browser, passcode):
    """The page says that somebody asks, and not who or what; what is half typed stays."""
    wait_for(browser, "the lock of the console", lambda b: "The console is locked" in find(b, "main").text)
    find(browser, "main input[type=password]").send_keys(passcode[:3])
    print("ready")


def told_while_idle(browser, passcode):
    wait_for(browser, "the request", lambda b: find(b, "#asking").is_displayed())
    print("idle:", browser.title, "·", find(browser, "#asking").text, "·", find(browser, "main .note").text)
    page = browser.page_source
    print("told of it:", [word for word in ["Viewer", "camera", "org.example"] if word in page])
    print("typed:", len(find(browser, "main input[type=password]").get_attribute("value")))
    look(browser, "idle-asked")
    type_passcode(browser, "main", passcode[3:])
    alert(browser)
    print("then:", find(browser, "#alert h2").text)
    choose(browser, "Don’t Allow")
    alert_closes(browser)


def consent_gone(browser, passcode):
    alert_closes(browser)
    print("gone")


def two_requests(browser, passcode):
    alert(browser)
    wait_for(browser, "the second one", lambda b: "1 more" in find(b, "#alert .queue").text)
    first = find(browser, "#alert h2").text
    wait_for(browser, "buttons", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert button:disabled"))
    look(browser, "request-queue")
    choose(browser, "Don’t Allow")
    wait_for(browser, "the next one", lambda b: find(b, "#alert[open] h2").text not in ["", first])
    choose(browser, "Don’t Allow")
    alert_closes(browser)
    print("both answered")


# MARK: - Passwords of the desktop's programs


def secret_asked(browser, passcode):
    alert(browser)
    print("asked:", find(browser, "#alert h2").text)
    print("says:", find(browser, "#alert blockquote").text)
    print("buttons:", shown(browser, "#alert button"))
    look(browser, "request-permission")
    find(browser, "#alert input").send_keys(passcode)
    choose(browser, "Allow")
    alert_closes(browser)
    print("answered")


def desktop_secrets(browser, passcode):
    go(browser, "passwords")
    wait_for(browser, "the program", lambda b: "secret-reader.py" in find(b, "main").text)
    print("allowed:", find(browser, "main .name.identifier").text.split("/")[-1])
    look(browser, "passwords-desktop")
    titles(browser, [("it", "Password e chiavi"), ("zh", "密码与密钥"), ("en", "Passwords & Keys")])
    button(browser, "Take Back")
    wait_for(browser, "nobody", lambda b: "You have allowed no program" in find(b, "main").text)
    print("taken back")
    chosen = find(browser, "main select[id$='/default']")
    browser.execute_script("arguments[0].value = 'open'; arguments[0].dispatchEvent(new Event('change'))", chosen)
    alert(browser)
    find(browser, "#alert input").send_keys(passcode)
    find(browser, "#alert button.main").click()
    alert_closes(browser)
    wait_for(browser, "the setting", lambda b: "Every program reads everything." in find(b, "main").text)
    print("opened:", find(browser, "main li:has(select[id$='/default']) .quiet").text)
    type_passcode(browser, "main", passcode)
    wait_for(browser, "items", lambda b: find(b, "#items").text)
    print("stored by:", shown(browser, "#items h2.group"))
    print("listed:", [e.text.split("\n") for e in browser.find_elements(By.CSS_SELECTOR, "#items .item")])
    find(browser, ".item").click()
    button(browser, "Show")
    wait_for(browser, "the password", lambda b: "•" not in find(b, "#sheet .secret").text)
    print("it is:", find(browser, "#sheet .secret").text, shown(browser, "#sheet dd")[:4])
    print("can be edited:", "Edit" in find(browser, "#sheet").text)
    look(browser, "passwords-desktop-item")
    button(browser, "Delete")
    wait_for(browser, "the question", lambda b: b.find_elements(By.CSS_SELECTOR, "#sheet input"))
    type_into_sheet(browser, "DELETE")
    wait_for(browser, "an empty list", lambda b: "No passwords yet" in find(b, "main").text)
    print("deleted")


# MARK: - Privacy & Security


def privacy(browser, passcode):
    go(browser, "privacy")
    wait_for(browser, "services", lambda b: "Camera" in find(b, "main").text)
    print("services:", shown(browser, ".card:nth-of-type(1) > .lines .name"))
    look(browser, "privacy")
    titles(browser, [("it", "Privacy e sicurezza"), ("zh", "隐私与安全性"), ("en", "Privacy & Security")])


def privacy_service(browser, passcode):
    browser.execute_script("location.hash = 'privacy/service/Camera'")
    wait_for(browser, "the service", lambda b: "Enforced" in find(b, "main").text)
    print("apps:", shown(browser, "main a.name"))
    look(browser, "privacy-service")


def privacy_app(browser, passcode):
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    wait_for(browser, "the app", lambda b: "Code signature" in find(b, "main").text)
    text = find(browser, "main").text
    for part in ["Your picture is shown while you talk", "Ada", "Containers/org.example.Viewer", "Privacy label", "Precise location"]:
        print(part + ":", "shown" if part in text else "missing")
    look(browser, "privacy-app")


def select_access(browser, service, value):
    name = {"allow": "Allow", "deny": "Don’t Allow", "ask": "Ask next time"}[value]
    wait_for(browser, "the choice", lambda b: b.execute_script(
        """
        const found = [...document.querySelectorAll("main select")].find((e) => e.ariaLabel.startsWith(arguments[0]));
        if (!found) return false;
        found.value = arguments[1];
        found.dispatchEvent(new Event("change"));
        return true;
        """, service, value))
    return name


def access_is(browser, service, value):
    wait_for(browser, value, lambda b: b.execute_script(
        "return [...document.querySelectorAll('main select')].find((e) => e.ariaLabel.startsWith(arguments[0]))?.value", service) == value)


def grant(browser, passcode):
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    wait_for(browser, "the app", lambda b: "Code signature" in find(b, "main").text)
    select_access(browser, "Camera", "allow")
    wait_for(browser, "the sheet", lambda b: find(b, "#sheet h2").text)
    look(browser, "privacy-grant")
    type_into_sheet(browser, "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("wrong passcode:", find(browser, "#sheet [role=alert]").text)
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    access_is(browser, "Camera", "allow")
    print("granted:", browser.page_source.count(passcode), "passcodes in the page")


def deny(browser, passcode):
    browser.execute_script("location.hash = 'privacy/service/Camera'")
    wait_for(browser, "the service", lambda b: "Enforced" in find(b, "main").text)
    select_access(browser, "Camera", "deny")
    access_is(browser, "Camera", "deny")
    print("denied")


def give_nothing(browser, passcode):
    """The app is told that it may, and gets nothing: chosen by hand, for a service that has something empty to give."""
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    wait_for(browser, "the app", lambda b: "Code signature" in find(b, "main").text)
    select = [e for e in browser.find_elements(By.CSS_SELECTOR, "main select") if e.get_attribute("aria-label").startswith("Camera")][0]
    print("offered:", [e.text for e in select.find_elements(By.CSS_SELECTOR, "option")])
    # With the keyboard, as everything else: the third choice of the list.
    select.send_keys("Give")
    print("typed:", browser.execute_script("return document.querySelector('#done').textContent"))
    select.send_keys(Keys.ENTER)
    access_is(browser, "Camera", "empty")
    print("done:", find(browser, "#done").text.replace("\n", " · "))
    find(browser, "#done button").click()
    access_is(browser, "Camera", "ask")
    select = [e for e in browser.find_elements(By.CSS_SELECTOR, "main select") if e.get_attribute("aria-label").startswith("Camera")][0]
    select.send_keys("Give", Keys.ENTER)
    access_is(browser, "Camera", "empty")
    wait_for(browser, "what it means", lambda b: "is told that it may" in find(b, "main").text)
    print("tags:", shown(browser, "main .line .tag.none"))
    look(browser, "privacy-empty")
    for language, words in [("it", "riceve solo dati vuoti"), ("zh", "只得到空数据"), ("en", "is told that it may")]:
        choose_language(browser, language)
        wait_for(browser, language, lambda b: words in find(b, "main").text)
    print("three languages")


def give_nothing_over(browser, passcode):
    select_access(browser, "Camera", "deny")
    access_is(browser, "Camera", "deny")
    wait_for(browser, "the end of it", lambda b: "is told that it may" not in find(b, "main").text)
    print("denied")


def estimates(browser, passcode):
    """What is said of a passcode while it is typed: the cases of PasscodeStrengthTests."""
    go(browser, "security")
    button(browser, "Change passcode")
    for typed in ["123", "1234", "correct horse 42"]:
        field = browser.find_elements(By.CSS_SELECTOR, "#sheet input")[1]
        field.clear()
        field.send_keys(typed)
        print(typed + ":", find(browser, "#sheet .hint").text)
        if typed == "1234":
            look(browser, "security-short")
    button(browser, "Cancel")
    print(browser.execute_async_script(
        """
        import("/strength.js").then(({ tries, characters }) => arguments[0]([
          "1", "1234", "7777", "4711", "2580", "aceg", "password", "Password1", "паук", "a b", "MONKEYmonkey",
        ].map((text) => `${characters(text)} ${tries(text)}`)));
        """))


def warned_of_short(browser, passcode):
    go(browser, "overview")
    wait_for(browser, "a warning", lambda b: "the passcode is weak" in find(b, ".notes").text)
    look(browser, "overview-short")
    go(browser, "security")
    button(browser, "Change passcode")
    type_into_sheet(browser, "1234", passcode, passcode)
    sheet_closes(browser)
    go(browser, "overview")
    wait_for(browser, "the end of the warning", lambda b: "the passcode is weak" not in find(b, "main").text)
    print("warned until it was long")


def revoke_in_use(browser, passcode):
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    wait_for(browser, "the app", lambda b: "Running" in find(b, "main").text)
    access_is(browser, "Camera", "allow")
    select_access(browser, "Camera", "deny")
    wait_for(browser, "the warning", lambda b: "will be closed" in find(b, "#sheet").text)
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    access_is(browser, "Camera", "deny")
    print("revoked")


def held_data(browser, passcode):
    """What an app holds is exported, and deleted; the app is removed."""
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    wait_for(browser, "what it holds", lambda b: "Items in the keychain" in find(b, "main").text)
    print("holds:", [e.split("\n")[0] for e in shown(browser, "main li:has(> div > .name > code)")], "handed:", [e.split("/")[-1] for e in shown(browser, "main .name.path")])
    look(browser, "privacy-held")
    button(browser, "Export")
    wait_for(browser, "the question", lambda b: "not encrypted" in find(b, "#sheet").text)
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "the archive", lambda b: "Exported, not encrypted" in find(b, "main").text)
    print("exported")
    button(browser, "Take Back")
    wait_for(browser, "it back", lambda b: not shown(b, "main .name.path"))
    print("taken back")
    button(browser, "Delete its data")
    wait_for(browser, "the question", lambda b: find(b, "#sheet h2").text)
    type_into_sheet(browser, "yes")
    print("not typed:", find(browser, "#sheet [role=alert]").text)
    find(browser, "#sheet input").clear()
    type_into_sheet(browser, "DELETE")
    sheet_closes(browser)
    print("deleted")


def remove_app(browser, passcode):
    browser.execute_script("location.hash = 'privacy/app/org.example.Viewer'")
    button(browser, "Remove the app")
    wait_for(browser, "the question", lambda b: find(b, "#sheet h2").text)
    look(browser, "privacy-remove")
    find(browser, "#sheet input[type=text]").send_keys("DELETE")
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    wait_for(browser, "the list", lambda b: b.execute_script("return location.hash") == "#privacy" and "No apps" in find(b, "main").text)
    print("removed")


# MARK: - On every page


def getting_around(browser, passcode):
    """On a narrow screen the pages are a menu; what is on every page skips, locks and unlocks there."""
    go(browser, "files")
    set_width(browser, 390)
    wait_for(browser, "a menu", lambda b: not find(b, "#links").is_displayed() and find(b, "#menu").is_displayed())
    find(browser, "#menu").click()
    print("menu:", len(shown(browser, "#links a")), "pages")
    look(browser, "menu")
    set_width(browser, 390)
    find(browser, "#links a").send_keys(Keys.ESCAPE)
    print("Escape:", find(browser, "#links").is_displayed(), browser.execute_script("return document.activeElement.id"))
    find(browser, "#menu").click()
    find(browser, "#links a[href='#security']").click()
    wait_for(browser, "the page", lambda b: find(b, "h1").text == "Security" and not find(b, "#links").is_displayed())
    browser.execute_script("document.getElementById('skip').focus()")
    find(browser, "#skip").send_keys(Keys.ENTER)
    print("skipped to:", browser.execute_script("return document.activeElement.id + location.hash"))
    find(browser, "#lock").click()
    wait_for_badge(browser, "Locked")
    find(browser, "#lock").click()
    type_into_sheet(browser, "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("wrong passcode:", find(browser, "#sheet [role=alert]").text)
    type_into_sheet(browser, passcode)
    wait_for_badge(browser, "Unlocked")
    sheet_closes(browser)
    print("page:", find(browser, "h1").text, browser.page_source.count(passcode), "passcodes")


# MARK: - Lock Screen


def pictures(browser):
    wait_for(browser, "pictures", lambda b: b.execute_script(
        """
        // Those that nobody has scrolled to are not drawn.
        const all = [...document.querySelectorAll(".surface .widget")].filter((e) => !e.classList.contains("waiting") || e.getBoundingClientRect().top < innerHeight);
        return all.length > 0 && all.every((e) => e.querySelector("img")?.complete || e.classList.contains("covered"));
        """))
    return browser.execute_script(
        """
        return [...document.querySelectorAll(".surface .widget:not(.waiting)")].map((e) => e.querySelector("img")?.naturalWidth ?? 0);
        """)


def digest(browser, look="locked", size=".widget"):
    """A number for each picture of the lock screen, as it is while locked or unlocked, of all sizes or of one."""
    return browser.execute_script(
        """
        return [...document.querySelectorAll(`.surface:nth-child(${arguments[0]}) .lockScreen ${arguments[1]} img`)].map((img) => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
          const context = canvas.getContext("2d");
          context.drawImage(img, 0, 0);
          return context.getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, byte) => (sum * 31 + byte) % 1000003, 7);
        });
        """, 1 if look == "locked" else 2, size)


def lockscreen(browser, passcode):
    global before
    go(browser, "lockscreen")
    print("all drawn:", 0 not in pictures(browser))
    before = digest(browser)
    print("beside each other:", digest(browser, "unlocked") not in [before, []])
    look(browser, "lockscreen")
    titles(browser, [("it", "Schermata di blocco"), ("zh", "锁定屏幕"), ("en", "Lock Screen")])
    pictures(browser)
    remember_at_lock(browser, 'document.querySelectorAll(".surface .widget img").length')


def lockscreen_locked(browser, passcode):
    global hidden
    wait_for_badge(browser, "Locked")
    print("pictures at the lock:", browser.execute_script("return window.seen"))
    pictures(browser)
    hidden = digest(browser)
    print("as it was shown before:", hidden == before, "· unlocked:", digest(browser, "unlocked"))
    look(browser, "lockscreen-locked")
    print("can be shown:", find(browser, "#show-lock").is_enabled())


def lockscreen_chosen(browser, passcode):
    wait_for_badge(browser, "Unlocked")
    browser.execute_script("document.getElementById('show-lock').click()")
    type_into_sheet(browser, "not it")
    wait_for(browser, "a complaint", lambda b: find(b, "#sheet [role=alert]").text)
    print("wrong passcode:", find(browser, "#show-lock").is_selected())
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    wait_for(browser, "the switch", lambda b: find(b, "#show-lock").is_selected())


def lockscreen_shown(browser, passcode):
    wait_for_badge(browser, "Locked")
    wait_for(browser, "another picture", lambda b: pictures(b) and digest(b) not in [hidden, []])
    print("shown:", find(browser, "#show-lock").is_selected())
    # To hide takes nothing, on a locked screen too.
    browser.execute_script("document.getElementById('show-lock').click()")
    wait_for(browser, "the first pictures", lambda b: pictures(b) and digest(b) == hidden)
    print("hidden again")



def parameters(browser, passcode):
    """What a widget shows is chosen in a dialog, drawn at once, and there when the dialog is opened again."""
    go(browser, "lockscreen")
    first = trip(browser, [])
    opens(browser)
    print("fields:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#sheet .field")][:2])
    look(browser, "lockscreen-parameters")
    browser.execute_script(
        "const [place, day] = document.querySelectorAll('#sheet input'); place.value = 'Hiddensee'; day.value = '2026-12-24T18:30';")
    find(browser, "#sheet button.main").click()
    sheet_closes(browser)
    trip(browser, first)
    look(browser, "lockscreen-chosen")
    opens(browser)
    print("kept:", [e.get_attribute("value") for e in browser.find_elements(By.CSS_SELECTOR, "#sheet input, #sheet select")])
    find(browser, "#sheet input").send_keys(Keys.ESCAPE)
    sheet_closes(browser)


def trip(browser, before):
    """The picture of the one widget that has parameters, once it is another than before."""
    return wait_for(browser, "a picture that is not as before", lambda b: (now := digest(b, "unlocked", ".systemSmall")) not in [before, []] and now)


def opens(browser):
    wait_for(browser, "a widget with parameters", lambda b: find(b, "#choose-0").is_enabled())
    browser.execute_script("document.getElementById('choose-0').click()")
    wait_for(browser, "the fields", lambda b: len(b.find_elements(By.CSS_SELECTOR, "#sheet[open] .field")) == 3)


def parameters_locked(browser, passcode):
    wait_for_badge(browser, "Locked")
    wait_for(browser, "the end of the button", lambda b: not find(b, "#choose-0").is_enabled())
    print("nothing can be chosen")


# MARK: - For developers


def developers(browser, passcode):
    go(browser, "developers")
    field = find(browser, "#query")
    field.clear()
    field.send_keys('{"kSecClass": "kSecClassGenericPassword", "kSecAttrServce": "example.org"}')
    find(browser, "main form button.main").click()
    wait_for(browser, "an explanation", lambda b: "SecItemCopyMatching" in find(b, "#explained").text)
    print("explained:", len(shown(browser, "#explained .note")) > 0)
    print("typed text stays:", "kSecAttrServce" in find(browser, "#query").get_attribute("value"))
    look(browser, "developers")
    titles(browser, [("it", "Per sviluppatori"), ("zh", "开发者"), ("en", "For developers")])


def inspect(browser, passcode):
    go(browser, "developers")
    path = os.environ["BUNDLE"]
    find(browser, "#bundle").send_keys(path)
    button(browser, "Inspect")
    wait_for(browser, "findings", lambda b: find(b, "#inspected").text)
    print("lints:", "shown" if shown(browser, "#inspected .note") else find(browser, "#inspected").text)
    print("not signed:", "Not signed" in find(browser, "#inspected").text)
    look(browser, "developers-bundle")


# MARK: - Privacy Report


def report_on(browser, passcode):
    go(browser, "report")
    wait_for(browser, "the page", lambda b: "Nothing is written down" in find(b, "main").text)
    look(browser, "report-off")
    button(browser, "Turn on")
    wait_for(browser, "an empty report", lambda b: "No app has used anything" in find(b, "main").text)
    print("on")


def report(browser, passcode):
    wait_for(browser, "an access", lambda b: "Viewer" in find(b, "main").text and find(b, "#each .line"))
    print("today:", find(browser, "#day-uses-6 .count-of").text, "· others:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, ".bars.uses .count-of")][:6])
    find(browser, "summary.use").click()
    wait_for(browser, "what is inside", lambda b: find(b, ".inner .name").text)
    print("by app:", find(browser, "summary.use .name").text, "·", find(browser, ".inner .name").text)
    print("each:", find(browser, "#each .line .name").text)
    look(browser, "report")
    # A day without anything, as somebody who has no mouse chooses it, and back.
    find(browser, "#day-uses-0").send_keys("\n")
    wait_for(browser, "an empty day", lambda b: "Nothing was used on that day" in find(b, "main").text)
    print("focus stays:", browser.execute_script("return document.activeElement.id"))
    find(browser, "#chip-day").click()
    find(browser, "#by-services").click()
    wait_for(browser, "services", lambda b: find(b, "summary.use .name").text == "Camera")
    print("by service:", find(browser, "summary.use .quiet").text)
    titles(browser, [("it", "Resoconto sulla privacy"), ("zh", "隐私报告"), ("en", "Privacy Report")])
    folder = os.environ["DOWNLOADS"]
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
    button(browser, "Export")
    wait_for(browser, "the file", lambda b: [n for n in os.listdir(folder) if n.endswith(".ndjson")])
    with open(os.path.join(folder, [n for n in os.listdir(folder) if n.endswith(".ndjson")][0])) as file:
        lines = file.read().splitlines()
    print("exported:", '"category":"camera"' in lines[0].replace(" ", ""))
    find(browser, "#record").click()
    wait_for(browser, "the question", lambda b: "erased at once" in find(b, "#sheet").text)
    look(browser, "report-erase")
    type_into_sheet(browser, "ERASE")
    wait_for(browser, "off", lambda b: "Nothing is written down" in find(b, "main").text)
    print("off")


# MARK: - Bailey is away, or slow


def type_everywhere(browser, passcode):
    go(browser, "developers")
    find(browser, "#bundle").send_keys("/home/me/Half.ap")
    print("typed")


def away(browser, passcode):
    wait_for(browser, "the banner", lambda b: "does not answer" in find(b, "#banner").text)
    print("says:", find(browser, "#banner").text)


def back_again(browser, passcode):
    wait_for(browser, "the end of the banner", lambda b: not find(b, "#banner").is_displayed())
    print("typed text:", find(browser, "#bundle").get_attribute("value"))


def stopped(browser, passcode):
    go(browser, "overview")
    wait_for_badge(browser, "Not running")
    print("can be done:", [e.text for e in browser.find_elements(By.CSS_SELECTOR, "main button") if e.is_displayed()])
    print("says:", find(browser, "main .lead .quiet").text)
    look(browser, "stopped")


def starts_again(browser, passcode):
    wait_for_badge(browser, "Not unlocked yet")


def typed_passcode(browser, passcode):
    go(browser, "overview")
    wait_for(browser, "a field", lambda b: b.find_elements(By.CSS_SELECTOR, "main input[type=password]"))
    find(browser, "main input[type=password]").send_keys("half a passc")
    print("typed a passcode")


def passcode_gone(browser, passcode):
    print("left of it:", repr("".join(e.get_attribute("value") for e in browser.find_elements(By.CSS_SELECTOR, "main input[type=password]"))))


# MARK: - The console is gone


def passcode_fields(browser):
    """Whatever could be typed into is typed into, as a person does who is asked."""
    fields = [e for e in browser.find_elements(By.CSS_SELECTOR, "input[type=password]") if e.is_displayed()]
    for field in fields:
        field.send_keys(sys.argv[2] + "\n")
    return len(fields)


def lost(browser, passcode):
    wait_for(browser, "the loss", lambda b: "asks for nothing" in find(b, "#lost").text)
    print("fields for a passcode:", passcode_fields(browser))


def unlock_now(browser, passcode):
    type_passcode(browser, "main", passcode)
    print("sent")
    # Until there is an answer the field stands there with what was typed.
    shown = "return [...document.querySelectorAll('input[type=password]')].some(field => field.offsetParent)"
    wait_for(browser, "the answer", lambda b: not b.execute_script(shown))


def ended(browser, passcode):
    """Nothing is asked, and the window has left the address."""
    asked = []

    def has_left(b):
        asked.append(passcode_fields(b))
        return b.current_url.startswith("blob:")

    wait_for(browser, "the end", has_left)
    print("fields for a passcode:", sum(asked))
    print("left:", find(browser, "body").text[:22])
    browser.refresh()
    time.sleep(0.3)
    print("loaded again:", "the impostor" if "impostor" in browser.page_source else "nothing of it")


def slow(browser, passcode):
    browser.execute_script("location.hash = 'overview'")
    wait_for(browser, "unlock", lambda b: b.find_elements(By.CSS_SELECTOR, "main form input"))
    type_passcode(browser, "main", passcode)
    # At once, because what it says may change at any time.
    wait_for(browser, "the banner", lambda b: b.execute_script(
        """
        const [banner, language] = [document.getElementById("banner"), document.getElementById("language")];
        if (!banner.textContent.includes("slow to answer")) return false;
        window.said = [banner.textContent];
        for (const name of ["it", "en"]) {
          language.value = name;
          language.dispatchEvent(new Event("change"));
          window.said.push(banner.textContent);
        }
        return true;
        """))
    said = browser.execute_script("return window.said")
    print("slow:", said[0])
    print("in Italian:", said[1])


def fast_again(browser, passcode):
    wait_for_badge(browser, "Unlocked")
    wait_for(browser, "the end of the banner", lambda b: not find(b, "#banner").is_displayed())
    print("fast again")


# MARK: - Keyboard


def keyboard(browser, passcode):
    """Tab reaches everything that can be used, and shows where it is."""
    from selenium.webdriver.common.keys import Keys
    for page in ["overview", "requests", "privacy", "report", "lockscreen", "passwords", "passkeys", "files", "security", "developers"]:
        go(browser, page)
        time.sleep(0.6)
        browser.execute_script("document.activeElement.blur(); getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus()")
        wanted = browser.execute_script(
            """
            return [...document.querySelectorAll("a[href], button, select, input, textarea, summary, [tabindex='0']")]
              .filter((e) => e.checkVisibility() && !e.disabled).map((e, index) => { e.dataset.stop = index; return String(index); });
            """)
        seen, invisible = [], []
        for _ in range(len(wanted) + 3):
            browser.switch_to.active_element.send_keys(Keys.TAB)
            stop, visible = browser.execute_script(
                "const e = document.activeElement; const s = getComputedStyle(e); return [e.dataset.stop, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2]")
            if stop is not None:
                seen.append(stop)
                if not visible:
                    invisible.append(stop)
        print(f"{page}: left out:", sorted(set(wanted) - set(seen)), "not seen:", invisible)
