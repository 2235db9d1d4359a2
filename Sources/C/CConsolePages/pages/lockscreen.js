// SPDX-License-Identifier: Apache-2.0
// What others see while nobody has unlocked, beside what the owner sees, and each switch with the surface that it changes.
// Pictures leave the page before it says that it is locked, and are drawn anew. Those that nobody has scrolled to are not drawn.

import * as api from "./api.js";
import { choiceLine } from "./choices.js";
import { card, element, empty, icon, line, part, toggle } from "./elements.js";
import { complaint, passcodeField, sheet } from "./sheet.js";
import { language, word } from "./words.js";

const accessory = ["accessoryInline", "accessoryRectangular", "accessoryCircular", "accessoryCorner"];
const mostOfSurface = 6;
const large = ["systemSmall", "systemMedium"];
const surfaces = {
  lockScreen: ["accessoryRectangular", "accessoryCircular", ...large],
  alwaysOn: ["accessoryRectangular", "accessoryCircular", ...large],
  column: large,
  watchFace: ["accessoryCircular", "accessoryCorner", "accessoryRectangular", "accessoryInline"],
  home: large,
};
/** Those that are light where the person's screen is. */
const follows = ["home"];

let data = null;
let failure = "";
let asked = null;
/** Counts what makes pictures old: one that was asked for before is not shown any more. */
let generation = 0;

async function load(key, redraw) {
  asked = key;
  try {
    const found = await api.widgets();
    if (asked !== key) return;
    [data, failure] = [found, ""];
  } catch (refusal) {
    if (asked === key) failure = complaint(refusal);
  }
  redraw();
}

export const leaveLockScreen = () => { asked = null; };

/** Takes every picture out of the page. */
export function forgetPictures() {
  generation += 1;
  for (const shown of document.querySelectorAll(".widget img")) {
    URL.revokeObjectURL(shown.src);
    shown.parentElement.classList.add("covered");
    shown.remove();
  }
}

// MARK: - Pictures

/** All widgets that come in one of these sizes, each in the first of them that it has. */
function placed(families) {
  const found = [];
  for (const { extension, widgets } of data.extensions) {
    for (const widget of widgets ?? []) {
      const family = families.find((family) => widget.families.includes(family));
      if (family) found.push({ extension, kind: widget.kind, name: widget.name, family });
    }
  }
  return found.sort((one, two) => families.indexOf(one.family) - families.indexOf(two.family)).slice(0, mostOfSurface);
}

/** Asked for when it comes into view. */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.dispatchEvent(new Event("seen"));
  }
}, { rootMargin: "100px" });

function widget(surface, look, { extension, kind, name, family }) {
  const place = element("div", { class: `widget waiting ${family}`, role: "img", "aria-label": `${name}, ${word("look." + look)}` });
  const own = generation;
  const appearance = !follows.includes(surface) || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  place.addEventListener("seen", async () => {
    try {
      const address = await api.widget(extension, kind, family, surface, appearance, look === "locked" ? "locked" : "now");
      if (own !== generation) return URL.revokeObjectURL(address);
      place.replaceChildren(element("img", { src: address, alt: "" }));
    } catch {
      place.classList.add("covered");
      place.title = word("notDrawn");
    }
    place.classList.remove("waiting");
  }, { once: true });
  seen.observe(place);
  return place;
}

function screen(name, look, widgets, isOpen) {
  const now = new Date();
  const clock = name === "home" ? null : element("div", { class: "clock" },
    element("span", {}, new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(now)),
    element("strong", {}, new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).formatToParts(now)
      .filter(({ type }) => type === "hour" || type === "minute").map(({ value }) => value).join(":")));
  const drawn = (isAccessory) => element("div", { class: "widgets" }, widgets.filter(({ family }) => accessory.includes(family) === isAccessory).map((one) => widget(name, look, one)));
  // What only the owner sees is drawn for nobody while locked.
  const content = look === "locked" || isOpen ? [clock, drawn(true), drawn(false)] : [element("p", { class: "closed" }, word("lookClosed"))];
  return element("figure", { class: "surface" }, element("figcaption", {}, icon(look === "locked" ? "locked" : "unlocked", look === "locked" ? "calm" : "good"), element("strong", {}, word("look." + look))),
    element("div", { class: `device ${name}` }, content));
}

// MARK: - Switches

const setting = (surface) => data.settings.find((entry) => entry.surface === surface)?.choice === "show";

async function hide(surface, redraw) {
  failure = "";
  forgetPictures();
  try {
    data = { ...data, settings: await api.widgetSetting(`${surface}=hide`) };
  } catch (refusal) {
    failure = complaint(refusal);
  }
  redraw();
}

/** What hides takes nothing; to show takes the passcode, and the switch stays as it was until it was right. */
function change(input, surface, name, shows, status, redraw) {
  if (!shows) return hide(surface, redraw);
  input.checked = !input.checked;
  sheet({
    title: word("showAsk", { name }), body: [element("p", {}, word("showLost"))], action: word("showWhileLocked"), fields: passcodeField(status),
    async run(passcode) {
      failure = "";
      data = { ...data, settings: await api.widgetSetting(`${surface}=show`, passcode) };
      forgetPictures();
      redraw();
    },
  });
}

function switches(status, redraw) {
  const locked = status.state !== "unlocked";
  /** On a locked screen more can be hidden, and nothing shown. */
  const made = (id, surface, name, shows, inverted) => {
    const input = toggle(id, shows !== inverted, (input) => change(input, surface, name, input.checked !== inverted, status, redraw));
    input.disabled = locked && !shows;
    return input;
  };
  const row = (id, surface, name, text, inverted) => line(element("label", { for: id }, name), text,
    made(id, surface, inverted ? word("complications") : name, setting(surface), Boolean(inverted)));
  const kinds = data.extensions.flatMap(({ widgets }) => widgets ?? []).filter(({ families }) => families.some((family) => accessory.includes(family)));
  // A single complication follows the switch for all until it has one of its own.
  const single = (kind) => data.settings.find((entry) => entry.surface === "watchFace:" + kind)?.choice ?? (setting("watchFace") ? "show" : "hide");
  return {
    lockScreen: [row("show-lock", "lockScreen", word("allowLockScreen"), word("allowLockScreenText"))],
    alwaysOn: [row("show-always-on", "alwaysOn", word("allowAlwaysOn"), word("allowAlwaysOnText"))],
    column: [row("show-column", "column", word("allowColumn"), word("allowColumnText"))],
    watchFace: [row("hide-all", "watchFace", word("hideAll"), word(kinds.length > 0 ? "hideSingleText" : "hideAllText"), true),
      ...kinds.map(({ kind, name }, index) => line(element("label", { for: "hide-" + index }, name), null,
        made("hide-" + index, "watchFace:" + kind, name, single(kind) === "show", true)))],
    home: [],
  };
}

function surfaceCard(name, status, redraw) {
  const widgets = placed(surfaces[name]);
  const rows = switches(status, redraw)[name];
  const isOpen = status.state === "unlocked";
  return card(word("surface." + name), element("p", { class: "quiet" }, word(`surface.${name}Text`)),
    rows.length > 0 ? element("ul", { class: "lines" }, rows) : null,
    widgets.length > 0 ? element("div", { class: "surfaces" }, ["locked", "unlocked"].map((look) => screen(name, look, widgets, isOpen))) : null);
}

// MARK: - Choices

function choicesCard(status, redraw) {
  const found = data.extensions.flatMap(({ extension, widgets }) => (widgets ?? []).filter(({ parameters }) => parameters > 0)
    .map(({ kind, name }) => ({ extension, kind, name })));
  if (found.length === 0) return null;
  const done = () => { forgetPictures(); redraw(); };
  return card(word("choices"), element("p", { class: "quiet" }, word("choicesText")),
    element("ul", { class: "lines" }, found.map((widget, index) => choiceLine(widget, index, status.state === "unlocked", done))));
}

// MARK: - The page

export function lockScreenPage({ status, widgetSettings, answers, redraw }) {
  const key = JSON.stringify([widgetSettings]);
  if (asked !== key) load(key, redraw);
  const complain = failure ? part(failure, () => element("p", { class: "note bad", role: "alert" }, failure)) : null;
  if (!data) return [complain ?? part("loading", () => element("p", { class: "quiet", role: "status" }, word("loading")))];
  const none = data.extensions.every(({ widgets }) => !widgets?.length);
  return [
    complain,
    none ? part("none", () => empty("lockscreen", word("noWidgets"), word("noWidgetsText")))
      : status.state === "beforeFirstUnlock" ? part(status.state, () => element("p", { class: "note calm" }, word("state." + status.state))) : null,
    part(["choices", status.state, data], () => choicesCard(status, redraw) ?? element("div", {})),
    ...Object.keys(surfaces).map((name) => part([name, status.state, status.passcode, data, generation], () => surfaceCard(name, status, redraw))),
  ];
}
