# SPDX-License-Identifier: Apache-2.0
"""Another page in the same browser, and all that it tries."""
import http.server
import json
import threading

from actions import *

STRANGER = """<!doctype html><meta charset=utf-8><title>working</title><iframe src="ADDRESS/" id=frame></iframe><img src="ADDRESS/api/overview" id=img>
<form id=f method=post target=frame2 enctype=text/plain action="ADDRESS/api/lock"><input name=a value=b></form><iframe name=frame2></iframe>
<script>
const tries = [];
const attempt = async (name, body) => { try { tries.push(name + ": " + await body()); } catch (e) { tries.push(name + ": failed"); } };
addEventListener("load", async () => {
  await attempt("read", async () => (await fetch("ADDRESS/api/overview", {credentials: "include"})).status);
  await attempt("word", async () => (await fetch("ADDRESS/api/overview", {credentials: "include", headers: {"X-Bailey-CSRF": "00"}})).status);
  await attempt("lock", async () => (await fetch("ADDRESS/api/lock", {method: "POST", credentials: "include"})).status);
  await attempt("blind", async () => { const r = await fetch("ADDRESS/api/lock", {method: "POST", credentials: "include", mode: "no-cors"}); return r.type + " " + r.status; });
  await attempt("events", async () => new Promise((done, fail) => { const s = new EventSource("ADDRESS/api/events", {withCredentials: true}); s.onmessage = () => done("heard"); s.onerror = () => fail(); }));
  await attempt("script", async () => new Promise((done, fail) => { const s = document.createElement("script"); s.type = "module"; s.src = "ADDRESS/api.js"; s.onload = () => done("run"); s.onerror = () => fail(); document.head.append(s); }));
  await attempt("frame", async () => document.getElementById("frame").contentDocument ? "seen" : "closed");
  f.submit();
  setTimeout(() => { document.title = JSON.stringify(tries); }, 500);
});
</script>"""


def stranger(browser, passcode):
    """Another page in the same browser, of the same machine: it has the cookie, and gets nothing."""
    page = STRANGER.replace("ADDRESS", browser.current_url.split("/#")[0]).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser.switch_to.new_window("tab")
    browser.get(f"http://127.0.0.1:{server.server_port}/")
    wait_for(browser, "all tries", lambda b: b.title.startswith("["))
    for line in json.loads(browser.title):
        print("stranger,", line)
    browser.close()
    browser.switch_to.window(browser.window_handles[0])
    server.shutdown()
    # What that page had refused stands in the log of the browser.
    browser.get_log("browser")
    wait_for_badge(browser, "Unlocked")
