// SPDX-License-Identifier: Apache-2.0
// The console's files become part of the program: whoever serves them reads no file.
#include "console_pages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "pages/index.html"
};
static const unsigned char style_css[] = {
#embed "pages/style.css"
};
static const unsigned char main_js[] = {
#embed "pages/main.js"
};
static const unsigned char begin_js[] = {
#embed "pages/begin.js"
};
static const unsigned char api_js[] = {
#embed "pages/api.js"
};
static const unsigned char proof_js[] = {
#embed "pages/proof.js"
};
static const unsigned char overview_js[] = {
#embed "pages/overview.js"
};
static const unsigned char requests_js[] = {
#embed "pages/requests.js"
};
static const unsigned char chooser_js[] = {
#embed "pages/chooser.js"
};
static const unsigned char passwords_js[] = {
#embed "pages/passwords.js"
};
static const unsigned char files_js[] = {
#embed "pages/files.js"
};
static const unsigned char privacy_js[] = {
#embed "pages/privacy.js"
};
static const unsigned char own_js[] = {
#embed "pages/own.js"
};
static const unsigned char held_js[] = {
#embed "pages/held.js"
};
static const unsigned char lockscreen_js[] = {
#embed "pages/lockscreen.js"
};
static const unsigned char developers_js[] = {
#embed "pages/developers.js"
};
static const unsigned char report_js[] = {
#embed "pages/report.js"
};
static const unsigned char growing_js[] = {
#embed "pages/growing.js"
};
static const unsigned char choices_js[] = {
#embed "pages/choices.js"
};
static const unsigned char choice_js[] = {
#embed "pages/choice.js"
};
static const unsigned char strength_js[] = {
#embed "pages/strength.js"
};
static const unsigned char passkeys_js[] = {
#embed "pages/passkeys.js"
};
static const unsigned char secrets_js[] = {
#embed "pages/secrets.js"
};
static const unsigned char security_js[] = {
#embed "pages/security.js"
};
static const unsigned char sheet_js[] = {
#embed "pages/sheet.js"
};
static const unsigned char elements_js[] = {
#embed "pages/elements.js"
};
static const unsigned char places_js[] = {
#embed "pages/places.js"
};
static const unsigned char welcome_js[] = {
#embed "pages/welcome.js"
};
static const unsigned char words_js[] = {
#embed "pages/words.js"
};
static const unsigned char en_js[] = {
#embed "pages/en.js"
};
static const unsigned char it_js[] = {
#embed "pages/it.js"
};
static const unsigned char zh_js[] = {
#embed "pages/zh.js"
};
static const unsigned char icon_svg[] = {
#embed "pages/icon.svg"
};

#define PAGE(path, type, bytes) {path, type, bytes, sizeof bytes}
#define SCRIPT "text/javascript; charset=utf-8"

static const struct console_page pages[] = {
    PAGE("/", "text/html; charset=utf-8", index_html),
    PAGE("/style.css", "text/css; charset=utf-8", style_css),
    PAGE("/main.js", SCRIPT, main_js),
    PAGE("/begin.js", SCRIPT, begin_js),
    PAGE("/api.js", SCRIPT, api_js),
    PAGE("/proof.js", SCRIPT, proof_js),
    PAGE("/overview.js", SCRIPT, overview_js),
    PAGE("/requests.js", SCRIPT, requests_js),
    PAGE("/passwords.js", SCRIPT, passwords_js),
    PAGE("/files.js", SCRIPT, files_js),
    PAGE("/privacy.js", SCRIPT, privacy_js),
    PAGE("/own.js", SCRIPT, own_js),
    PAGE("/held.js", SCRIPT, held_js),
    PAGE("/lockscreen.js", SCRIPT, lockscreen_js),
    PAGE("/chooser.js", SCRIPT, chooser_js),
    PAGE("/developers.js", SCRIPT, developers_js),
    PAGE("/report.js", SCRIPT, report_js),
    PAGE("/growing.js", SCRIPT, growing_js),
    PAGE("/choice.js", SCRIPT, choice_js),
    PAGE("/choices.js", SCRIPT, choices_js),
    PAGE("/strength.js", SCRIPT, strength_js),
    PAGE("/passkeys.js", SCRIPT, passkeys_js),
    PAGE("/secrets.js", SCRIPT, secrets_js),
    PAGE("/security.js", SCRIPT, security_js),
    PAGE("/sheet.js", SCRIPT, sheet_js),
    PAGE("/elements.js", SCRIPT, elements_js),
    PAGE("/places.js", SCRIPT, places_js),
    PAGE("/welcome.js", SCRIPT, welcome_js),
    PAGE("/words.js", SCRIPT, words_js),
    PAGE("/en.js", SCRIPT, en_js),
    PAGE("/it.js", SCRIPT, it_js),
    PAGE("/zh.js", SCRIPT, zh_js),
    PAGE("/icon.svg", "image/svg+xml", icon_svg),
};

struct console_page console_page_at(size_t index) {
  static const struct console_page none;
  return index < sizeof pages / sizeof *pages ? pages[index] : none;
}
