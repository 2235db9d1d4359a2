// SPDX-License-Identifier: Apache-2.0
// The extension's files become part of the program that installs them.
#include "browser_extension.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char manifest_json[] = {
#embed "extension/manifest.json"
};
static const unsigned char background_js[] = {
#embed "extension/background.js"
};
static const unsigned char carrier_js[] = {
#embed "extension/carrier.js"
};
static const unsigned char page_js[] = {
#embed "extension/page.js"
};
static const unsigned char options_html[] = {
#embed "extension/options.html"
};
static const unsigned char options_js[] = {
#embed "extension/options.js"
};

static const unsigned char words_js[] = {
#embed "extension/words.js"
};

static const struct browser_extension_file files[] = {
    {"manifest.json", manifest_json, sizeof manifest_json}, {"background.js", background_js, sizeof background_js},
    {"carrier.js", carrier_js, sizeof carrier_js},          {"page.js", page_js, sizeof page_js},
    {"options.html", options_html, sizeof options_html},    {"options.js", options_js, sizeof options_js},
    {"words.js", words_js, sizeof words_js},
    {NULL, NULL, 0},
};

struct browser_extension_file browser_extension_file_at(size_t index) {
  size_t last = sizeof files / sizeof *files - 1;
  return files[index < last ? index : last];
}
