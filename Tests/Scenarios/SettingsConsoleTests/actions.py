# SPDX-License-Identifier: Apache-2.0
"""What a person does with a page, and what there is to see in it."""
import os
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


# Where pictures of the pages go, for people to look at.
SHOTS = os.environ.get("CONSOLE_SCREENSHOTS")


def open_browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,900"]:
        options.add_argument(argument)
    if relay := os.environ.get("CONSOLE_RELAY"):
        options.add_argument("--host-resolver-rules=" + relay)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def find(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def wait_for(browser, what, condition):
    return WebDriverWait(browser, 120, poll_frequency=0.05, ignored_exceptions=[Exception]).until(condition, what)


def wait_for_badge(browser, text):
    wait_for(browser, f"the badge {text}", lambda b: find(b, "#badge").text == text)
    print("state:", text)


def remember_at_lock(browser, expression):
    """Keeps in `window.seen` what an expression gives when the badge first says anything but Unlocked. The badge is written anew at each
    piece of news, with the same word too."""
    browser.execute_script(
        f"""
        const badge = document.getElementById("badge");
        new MutationObserver(() => {{ if (badge.textContent !== "Unlocked") window.seen ??= String({expression}); }})
          .observe(badge, {{ childList: true, characterData: true, subtree: true }});
        """)


def type_passcode(browser, place, passcode):
    field = find(browser, f"{place} input[type=password]")
    field.send_keys(passcode)
    find(browser, f"{place} button.main").click()


def weak(browser):
    """What is hard to see, as WCAG 2 measures it: text has 4.5 to 1 against what is behind it, where it is large 3 to 1,
    as signs and switches have. What is half transparent counts as it is mixed."""
    return browser.execute_script(
        """
        const part = (v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
        const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
        const numbers = (text) => { const [r, g, b, a = 1] = (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number); return [r, g, b, a]; };
        const mix = ([r, g, b, a], under) => [r, g, b].map((v, i) => v * a + under[i] * (1 - a));
        const behind = (e) => { if (!e) return [255, 255, 255]; const c = numbers(getComputedStyle(e).backgroundColor);
          return c[3] === 1 ? c.slice(0, 3) : mix(c, behind(e.parentElement)); };
        const opacity = (e) => e ? getComputedStyle(e).opacity * opacity(e.parentElement) : 1;
        const ratio = (color, e, under) => { const [r, g, b, a] = numbers(color);
          const [x, y] = [light(mix([r, g, b, a * opacity(e)], under)), light(under)].sort((one, two) => two - one);
          return (x + .05) / (y + .05); };
        const found = [];
        const check = (e, color, under, wanted) => { if (ratio(color, e, under) < wanted) found.push(ratio(color, e, under).toFixed(2) + " " + e.outerHTML.slice(0, 80)); };
        const isOff = (e) => e.closest(":disabled, [aria-disabled=true], option");
        for (const e of document.querySelectorAll("body *")) {
          if (!e.checkVisibility() || isOff(e)) continue;
          const style = getComputedStyle(e);
          const size = parseFloat(style.fontSize);
          const wanted = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
          if ([...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.localName === "select" || e.value && e.localName.match(/input|textarea/) && e.type !== "checkbox")
            check(e, e.localName === "text" ? style.fill : style.color, behind(e.localName === "text" ? e.closest("svg").parentElement : e), wanted);
          if (e.placeholder && !e.value) check(e, getComputedStyle(e, "::placeholder").color, behind(e), 4.5);
          if (e.localName === "path" && e.closest("svg")) check(e, style.stroke === "none" ? style.fill : style.stroke, behind(e.closest("svg")), 3);
          if (e.localName === "rect") check(e, style.fill, behind(e.closest("svg").parentElement), 3);
          if (e.role === "switch") check(e, style.backgroundColor, behind(e.parentElement), 3);
        }
        return found;
        """)


def set_width(browser, width):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})


def nameless(browser):
    """What a screen reader could only call by its kind."""
    return browser.execute_script(
        """
        const isField = (e) => e.matches("input, select, textarea, meter, progress");
        return [...document.querySelectorAll("button, a, input, select, textarea, meter, progress, summary, svg[role=img], dialog[open], [role=img], [role=group]")].filter((e) =>
          e.checkVisibility() && !(e.ariaLabel || e.getAttribute("aria-labelledby") || (isField(e) ? [...e.labels ?? []].some((l) => l.textContent.trim())
          : e.textContent.trim()))).map((e) => e.outerHTML.slice(0, 80));
        """) + structure(browser)


def structure(browser):
    """What a screen reader stumbles over: landmarks, headings, labels, references, pictures, names used twice."""
    return browser.execute_script(
        """
        const found = [];
        const all = (selector) => [...document.querySelectorAll(selector)];
        const say = (what, elements) => elements.forEach((e) => found.push(what + ": " + (e.outerHTML ?? e).slice(0, 80)));
        if (!document.documentElement.lang) found.push("no language");
        if (!document.title) found.push("no title");
        for (const one of ["main", "nav", "header"]) if (all(one).length !== 1) found.push(one + ": " + all(one).length);
        if (all("main h1").length > 1) found.push("several h1");
        for (const place of ["main", "dialog[open]"]) {
          const levels = all(`${place} :is(h1, h2, h3, h4, h5, h6)`).filter((e) => e.checkVisibility()).map((e) => Number(e.localName[1]));
          if (levels.some((level, index) => level > (levels[index - 1] ?? (place === "main" ? 1 : level)) + 1)) found.push(`headings of ${place}: ${levels}`);
        }
        say("outside of the landmarks", all("body > *").filter((e) => e.checkVisibility() && e.textContent.trim() && !e.matches("header, aside, dialog, .skip, .frame, [role=alert], noscript, script")));
        say("outside of the landmarks", all(".frame > *").filter((e) => !e.matches("nav, main")));
        say("hidden and usable", all("[aria-hidden=true] :is(a, button, input, select, textarea)"));
        say("row", all("table").filter((e) => !e.tHead || [...e.tBodies].some((b) => [...b.rows].some((r) => r.cells.length !== e.tHead.rows[0].cells.length))));
        say("picture without words", all("img:not([alt])"));
        const ids = all("[id]").map((e) => e.id);
        say("twice", ids.filter((id, index) => ids.indexOf(id) !== index));
        for (const attribute of ["for", "aria-labelledby", "aria-controls", "aria-describedby"])
          say(attribute, all(`[${attribute}]`).filter((e) => !document.getElementById(e.getAttribute(attribute)) && (e.checkVisibility() || e.open)));
        say("order", all("[tabindex]").filter((e) => e.tabIndex > 0));
        say("list", all("ul > :not(li)"));
        say("outside of a list", all("li").filter((e) => e.parentElement.localName !== "ul"));
        say("cell", all("th:not([scope])"));
        say("small", all("button, select, input:not([type=checkbox])").filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 24));
        say("nested", all("button button, a a, a button, button a"));
        return found;
        """)


def too_wide(browser):
    """Whether something of the page, of a dialog or of a card is cut, or takes a scroll to the side."""
    return browser.execute_script(
        "return document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('dialog[open], .card')]"
        ".some((box) => box.scrollWidth > box.clientWidth + 1)")


def look(browser, name):
    """A page as it is, in both colour schemes and at two widths. It fits the narrowest screens and the widest too."""
    for width in [360, 3840]:
        set_width(browser, width)
        time.sleep(0.2)
        if too_wide(browser):
            print(f"{name}: too wide at {width}")
        if SHOTS:
            browser.save_screenshot(f"{SHOTS}/{name}-{width}.png")
    for scheme in ["light", "dark"]:
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        for width in [390, 1440]:
            set_width(browser, width)
            time.sleep(0.3)
            print(f"{name}, {scheme} at {width}:", "too wide" if too_wide(browser) else "fits,", "weak:", weak(browser),
                  "nameless:", nameless(browser))
            if SHOTS:
                browser.save_screenshot(f"{SHOTS}/{name}-{scheme}-{width}.png")


def go(browser, page):
    browser.execute_script("location.hash = arguments[0]", page)
    wait_for(browser, page, lambda b: b.find_elements(By.CSS_SELECTOR, f"nav a[href='#{page}'][aria-current]"))


def choose_language(browser, language):
    browser.execute_script(
        "const s = document.getElementById('language'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))",
        language)


def titles(browser, expected):
    for language, title in expected:
        choose_language(browser, language)
        wait_for(browser, title, lambda b: find(b, "h1").text == title)
        for width in [360, 1800]:
            set_width(browser, width)
            if browser.execute_script("return document.documentElement.scrollWidth > innerWidth"):
                print(f"{language}: too wide at {width}")
        print(f"{language}:", "translated")


def button(browser, text):
    """Clicks the button that says this."""
    wait_for(browser, text, lambda b: b.execute_script(
        """
        const found = [...document.querySelectorAll("dialog[open] button, dialog[open] summary, main button")]
          .find((e) => e.checkVisibility() && !e.disabled && e.textContent.includes(arguments[0]));
        found?.click();
        return Boolean(found);
        """, text))


def type_into_sheet(browser, *texts):
    for field, text in zip(browser.find_elements(By.CSS_SELECTOR, "#sheet input"), texts):
        field.send_keys(text)
    find(browser, "#sheet button.main").click()


def sheet_closes(browser):
    wait_for(browser, "the end of the dialog", lambda b: not b.find_elements(By.CSS_SELECTOR, "#sheet[open]"))
