// SPDX-License-Identifier: Apache-2.0
// The extension's words, given as the only argument, in three languages. Prints for each what a person reads of the extension that it does not have,
// or has for nothing.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const page = readFileSync(`${dirname(process.argv[2])}/options.html`, "utf8");
const marked = [...page.matchAll(/data-words="([a-z]+)"/g)].map(([, name]) => name);
for (const tag of ["it-IT", "zh-CN", "de"]) {
  Object.defineProperty(globalThis, "navigator", { value: { language: tag }, configurable: true });
  const { language, words } = await import(`${pathToFileURL(process.argv[2])}?${tag}`);
  const wanted = new Set(["button", "on", "off", ...(language === "en" ? [] : marked)]);
  const wrong = [...wanted].filter((name) => !words[name]).concat(Object.keys(words).filter((name) => !wanted.has(name)));
  console.log(language, wanted.size, wrong.join(" "));
}
