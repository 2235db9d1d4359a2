# SPDX-License-Identifier: Apache-2.0
"""Every page at three widths, in both colour schemes, in forced colours and in three languages: what does not fit, is cut off, or
cannot be seen."""
import time

from actions import *
from owned import open_passkey, rows, site_asks, title
from walks import pictures

LANGUAGES = ["en", "it", "zh"]
# 768 is little more than where the list of pages becomes a menu.
WIDTHS = [360, 390, 768, 1440]
SCHEMES = {
    "light": [("prefers-color-scheme", "light"), ("forced-colors", "none")],
    "dark": [("prefers-color-scheme", "dark"), ("forced-colors", "none")],
    "forced": [("prefers-color-scheme", "dark"), ("forced-colors", "active")],
}


def set_scheme(browser, scheme):
    features = [{"name": name, "value": value} for name, value in SCHEMES[scheme]]
    features.append({"name": "prefers-reduced-motion", "value": "reduce"})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def cut(browser):
    """Text outside of the window or of the box that it stands in, and choices that are wider than their list."""
    return browser.execute_script(
        """
        const found = [];
        const say = (what, e) => found.push(what + ": " + e.outerHTML.slice(0, 100));
        const pen = document.createElement("canvas").getContext("2d");
        const clips = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
        for (const e of document.querySelectorAll("body *")) {
          if (!e.checkVisibility() || e.closest(".hidden, .skip, svg, option, script, noscript")) continue;
          const style = getComputedStyle(e);
          if (e.localName === "select") {
            pen.font = style.font;
            // Beside the text there is the arrow.
            const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            if (e.selectedOptions[0] && pen.measureText(e.selectedOptions[0].text).width > room - 14) say("choice", e);
            continue;
          }
          const texts = [...e.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
          if (texts.length === 0) continue;
          if (clips(style) && e.scrollWidth > e.clientWidth + 1 && !e.title) { say("clipped", e); continue; }
          const own = style.display === "inline" ? null : e.getBoundingClientRect();
          const around = [];
          for (let a = e; a && a !== document.body; a = a.parentElement) if (clips(getComputedStyle(a))) around.push(a.getBoundingClientRect());
          const rects = texts.flatMap((text) => { const range = new Range(); range.selectNodeContents(text); return [...range.getClientRects()]; })
            .filter((r) => r.width > 0);
          const leaves = (r, box) => r.left < box.left - 1.5 || r.right > box.right + 1.5;
          if (rects.some((r) => leaves(r, { left: 0, right: document.documentElement.clientWidth }))) say("outside of the window", e);
          else if (own && !e.title && rects.some((r) => leaves(r, own))) say("outside of its box", e);
          else if (!e.title && rects.some((r) => around.some((box) => leaves(r, box) || r.bottom > box.bottom + 4 || r.top < box.top - 4))) say("behind an edge", e);
        }
        return found;
        """)


def borderless(browser):
    """Controls that nothing shows in forced colours, where backgrounds are gone: without a border and without words underlined."""
    return browser.execute_script(
        """
        const canvas = getComputedStyle(document.documentElement).backgroundColor;
        const shows = (style, side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0
          && style[`border${side}Color`] !== canvas;
        return [...document.querySelectorAll("button, select, textarea, input, .button, .item, dialog[open]")].filter((e) => {
          if (!e.checkVisibility() || e.closest(".hidden")) return false;
          const style = getComputedStyle(e);
          if (style.appearance !== "none" && /checkbox|radio|range|file/.test(e.type)) return false;
          return !["Top", "Right", "Bottom", "Left"].every((side) => shows(style, side));
        }).map((e) => e.outerHTML.slice(0, 100));
        """)


def poking(browser):
    """Controls that reach into the edge of their card, or beyond."""
    return browser.execute_script(
        """
        return [...document.querySelectorAll("main .card, dialog[open]")].flatMap((card) => {
          const box = card.getBoundingClientRect(), style = getComputedStyle(card);
          const right = box.right - parseFloat(style.paddingRight);
          return [...card.querySelectorAll("button, select, input, textarea, a, .tag, code")]
            .filter((e) => e.checkVisibility() && !e.closest(".hidden") && e.getBoundingClientRect().right > right + 2)
            .map((e) => e.outerHTML.slice(0, 100));
        });
        """)


def overlapping(browser):
    """Controls of which one lies on another."""
    return browser.execute_script(
        """
        // What a dialog covers lies below it.
        const all = [...(document.querySelector("dialog[open]") ?? document.querySelector("main")).querySelectorAll("button, select, input, textarea, a, summary")].filter((e) => e.checkVisibility() && !e.closest(".done, .hidden"));
        // Of what a list has scrolled away, nothing lies on anything.
        const seen = (e) => {
          const box = e.getBoundingClientRect();
          const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
          for (let a = e.parentElement; a; a = a.parentElement) {
            if (!/auto|scroll|hidden/.test(getComputedStyle(a).overflowY) || a === document.body) continue;
            const edge = a.getBoundingClientRect();
            [part.top, part.bottom] = [Math.max(part.top, edge.top), Math.min(part.bottom, edge.bottom)];
          }
          return part;
        };
        const boxes = all.map(seen);
        const found = [];
        for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) {
          if (all[i].contains(all[j]) || all[j].contains(all[i])) continue;
          const [a, b] = [boxes[i], boxes[j]];
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (width > 2 && height > 2) found.push(all[i].outerHTML.slice(0, 60) + " on " + all[j].outerHTML.slice(0, 60));
        }
        return found;
        """)


def squeezed(browser):
    """Words that have so little room that they stand a letter or two on a line."""
    return browser.execute_script(
        """
        return [...document.querySelectorAll("main *, dialog[open] *")].filter((e) => {
          if (!e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim().length > 5)) return false;
          const [box, size] = [e.getBoundingClientRect(), parseFloat(getComputedStyle(e).fontSize)];
          return box.width > 0 && box.width < size * 3 && box.height > size * 5;
        }).map((e) => e.outerHTML.slice(0, 100));
        """)


def see(browser, name):
    """What is wrong with what the window shows now, at each width and in each scheme."""
    for scheme in SCHEMES:
        set_scheme(browser, scheme)
        for width in WIDTHS:
            set_width(browser, width)
            browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
            wrong = cut(browser) + overlapping(browser) + ["squeezed: " + e for e in squeezed(browser)] + ["poking out: " + e for e in poking(browser)]
            if browser.execute_script("return document.documentElement.scrollWidth > innerWidth"):
                wrong.append("too wide")
            if scheme == "forced":
                wrong += ["invisible: " + e for e in borderless(browser)]
            else:
                wrong += ["weak: " + e for e in weak(browser)]
            for one in wrong:
                print(f"{name}, {scheme} at {width}: {one}")
            if SHOTS:
                height = browser.execute_script("return Math.min(document.documentElement.scrollHeight, 2400)")
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": max(height, 900), "deviceScaleFactor": 1, "mobile": width < 500})
                browser.save_screenshot(f"{SHOTS}/{name}-{scheme}-{width}.png")
    set_scheme(browser, "light")
    set_width(browser, 1440)


def settled(browser):
    """Nothing is drawn any more, for a moment."""
    browser.execute_script(
        "window.drawn = performance.now(); window.observer ??= new MutationObserver(() => { window.drawn = performance.now(); });"
        "window.observer.observe(document.body, { childList: true, subtree: true });")
    wait_for(browser, "a page that is drawn", lambda b: b.execute_script("return performance.now() - window.drawn > 400"))


def every_page(browser, passcode):
    pages = ["overview", "requests", "privacy", "report", "lockscreen", "passwords", "passkeys", "files", "security",
             "developers", "welcome"]
    count = 0
    for language in LANGUAGES:
        choose_language(browser, language)
        for page in pages:
            go(browser, page)
            settled(browser)
            see(browser, f"{language}-{page}")
            count += 1
            if page == "privacy":
                for kind in ["service", "app"]:
                    links = browser.find_elements(By.CSS_SELECTOR, f"main a[href^='#privacy/{kind}/']")
                    browser.execute_script("location.hash = arguments[0].hash", links[0])
                    settled(browser)
                    see(browser, f"{language}-{kind}")
                    count += 1
            if page == "passwords":
                type_passcode(browser, "main", passcode)
                wait_for(browser, "items", lambda b: find(b, "#items").text)
                see(browser, f"{language}-passwords-open")
                find(browser, ".item").click()
                settled(browser)
                see(browser, f"{language}-passwords-item")
                find(browser, "#sheet input, #sheet button").send_keys("\ue00c")
                sheet_closes(browser)
                find(browser, "#add-password").click()
                settled(browser)
                see(browser, f"{language}-passwords-add")
                find(browser, "#sheet input").send_keys("\ue00c")
                sheet_closes(browser)
                count += 3
            if page == "security":
                browser.execute_script("document.getElementById('erase-after-ten').click()")
                wait_for(browser, "the dialog", lambda b: find(b, "#sheet h2").text)
                see(browser, f"{language}-dialog")
                find(browser, "#sheet input").send_keys("\ue00c")
                sheet_closes(browser)
                count += 1
        set_width(browser, 390)
        find(browser, "#menu").click()
        see(browser, f"{language}-menu")
        set_width(browser, 390)
        find(browser, "#menu").send_keys("\ue00c")
        set_width(browser, 1440)
    choose_language(browser, "en")
    print("pages:", count)


# MARK: - What is there once somebody has it

seen = 0


def in_each_language(browser, name, begin=None, end=None):
    """What is shown now, in each language; what a change of the language takes away is begun in each."""
    global seen
    for language in LANGUAGES:
        choose_language(browser, language)
        if begin:
            begin(language)
        settled(browser)
        see(browser, f"{language}-{name}")
        seen += 1
        if end:
            end(language)
    choose_language(browser, "en")


def cancel(browser):
    find(browser, "#sheet[open] :is(input, button)").send_keys("\ue00c")
    sheet_closes(browser)


def every_widget(browser, passcode):
    go(browser, "lockscreen")

    def drawn(_):
        for widget in browser.find_elements(By.CSS_SELECTOR, ".surface .widget"):
            # What comes into sight is noticed with the next frame.
            browser.execute_async_script(
                "arguments[0].scrollIntoView(); requestAnimationFrame(() => requestAnimationFrame(arguments[1]))", widget)
        pictures(browser)

    in_each_language(browser, "widgets", drawn)


def every_passkey(browser, passcode):
    go(browser, "passkeys")
    type_passcode(browser, "main", passcode)
    wait_for(browser, "passkeys", rows)
    in_each_language(browser, "passkeys-open")
    in_each_language(browser, "passkeys-one", lambda _: open_passkey(browser, "ada"), lambda _: cancel(browser))
    for name, words in [("rename", ["Rename", "Rinomina", "重新命名"]), ("delete", ["Delete", "Elimina", "删除"])]:
        def opened(language):
            open_passkey(browser, "ada")
            button(browser, words[LANGUAGES.index(language)])
            wait_for(browser, name, lambda b: find(b, "#sheet[open] input[type=password]").is_displayed())

        in_each_language(browser, "passkeys-" + name, opened, lambda _: cancel(browser))
    open_passkey(browser, "ada")
    button(browser, "Delete")
    title(browser, "Delete the passkey of “ada”")
    type_into_sheet(browser, passcode)
    sheet_closes(browser)
    wait_for(browser, "the deletion", lambda b: b.find_elements(By.CSS_SELECTOR, "#passkeys h2"))
    in_each_language(browser, "passkeys-deleted")


def every_locked(browser, passcode):
    """Each page that a lock changes, and where it is unlocked from any."""
    wait_for_badge(browser, "Locked")
    for page in ["overview", "privacy", "report", "lockscreen", "passwords", "passkeys", "files", "security", "welcome"]:
        go(browser, page)
        in_each_language(browser, page + "-locked")

    def unlocking(_):
        find(browser, "#lock").click()
        wait_for(browser, "the dialog", lambda b: find(b, "#sheet[open] input[type=password]").is_displayed())

    in_each_language(browser, "unlock", unlocking, lambda _: cancel(browser))


def every_stopped(browser, passcode):
    go(browser, "overview")
    wait_for_badge(browser, "Not running")
    in_each_language(browser, "stopped")


def count_seen(browser, passcode):
    print("views:", seen)


# MARK: - What is asked


def every_question(browser, name, ready):
    wait_for(browser, "a question", lambda b: find(b, "#alert[open] h2").is_displayed())
    # Buttons can be pressed a moment after they are there.
    in_each_language(browser, "asked-" + name, lambda _: wait_for(browser, "buttons", ready))


def enabled(browser):
    return browser.find_elements(By.CSS_SELECTOR, "#alert[open] button") and not browser.find_elements(By.CSS_SELECTOR, "#alert button:disabled")


def consent_in_all(browser, passcode):
    every_question(browser, "consent", enabled)


def question_refused(browser, passcode):
    button(browser, "Don’t Allow")
    wait_for(browser, "the end", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert[open]"))
    print("refused")


def file_in_all(browser, passcode):
    every_question(browser, "file", lambda b: enabled(b) and b.find_elements(By.CSS_SELECTOR, "#alert .places li"))


def site_in_all(browser, passcode):
    """A site that asks while locked, as whom, and what was confirmed."""
    every_question(browser, "locked", enabled)
    site_asks(browser, "wants a passkey at example.org")
    type_passcode(browser, "#alert", passcode)
    site_asks(browser, "wants to sign in at example.org. As whom?")
    every_question(browser, "whom", enabled)
    button(browser, "grace")
    site_asks(browser, "wants to sign in as “grace” at example.org")
    every_question(browser, "confirm", enabled)
    button(browser, "Confirm")
    wait_for(browser, "the end", lambda b: not b.find_elements(By.CSS_SELECTOR, "#alert[open]"))
