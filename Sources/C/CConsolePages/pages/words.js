// SPDX-License-Identifier: Apache-2.0
// The page's texts: one file a language. A text that a language lacks is the English one.

import en from "./en.js";
import it from "./it.js";
import zh from "./zh.js";

const all = { en, it, zh };
export const languages = Object.keys(all);

const wanted = localStorage.getItem("language") ?? navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in all);
export let language = wanted in all ? wanted : "en";

export function choose(name) {
  language = name in all ? name : "en";
  localStorage.setItem("language", language);
}

/** `{name}` in a text stands for the value of that name. */
export function word(key, values = {}) {
  const text = all[language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
