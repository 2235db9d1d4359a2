// SPDX-License-Identifier: Apache-2.0
// The page's texts: one file a language. A text that a language lacks is the English one.
// All are loaded with the page: what is fetched later could come from whoever has the port then.

import en from "./en.js";
import it from "./it.js";
import zh from "./zh.js";

const all = { en, it, zh };
const wanted = localStorage.getItem("language") ?? navigator.languages.map((name) => name.slice(0, 2)).find((name) => Object.hasOwn(all, name));
export let language = Object.hasOwn(all, wanted) ? wanted : "en";

export function choose(name) {
  language = name;
  localStorage.setItem("language", language);
}

/** `{name}` in a text stands for the value of that name. */
export function word(key, values = {}) {
  const text = all[language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text of a key that may be a stranger's, else what it says itself. */
export const named = (key, text) => all[language][key] ?? en[key] ?? text;

export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = Math.min(units.length - 1, count > 0 ? Math.floor(Math.log10(count) / 3) : 0);
  return new Intl.NumberFormat(language, { style: "unit", unit: units[step], unitDisplay: step ? "short" : "long", maximumFractionDigits: 1 }).format(count / 1000 ** step);
}

/** Of seconds since 1970. */
export const date = (seconds) => seconds ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000) : "";
