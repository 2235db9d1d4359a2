// SPDX-License-Identifier: Apache-2.0

/// Pages in Chromium: a passkey that is made and signs in at once, against Chromium's own virtual authenticator, and how long a page
/// takes to load with the extension and without.
///
/// The page asks its site for each ceremony and tells it of the end, as pages do; the site answers at once. A program answers in the person's place as soon as it is asked. Each ceremony is proved by the passcode, which takes Argon2id's time.
struct PasskeyPages {
  /// The `bailey` program, beside which `bailey-browser` lies.
  let program: String
  /// The folder of the instance: on a tmpfs, so that no disk is measured.
  let folder: String

  /// All in milliseconds.
  struct Times {
    /// A registration and the sign-in after it, with the site's answers.
    let ceremonies: [Double]
    let chromiums: [Double]
    let loads: [Double]
    let loadsAlone: [Double]
    /// One derivation of the passcode.
    let stretching: [Double]
  }

  /// Measures the pages in a browser; nil where there is no Chromium to be driven.
  func measure() throws(BenchmarkError) -> Times? {
    guard BenchmarkProgram.path(of: "chromedriver") != nil else { return nil }
    let home = BaileyInstance.home(below: folder)
    return try BaileyInstance(program: program).whileMounted(in: home) { _ in
      // Debian's Python has Debian's driver of browsers.
      let answer = try BenchmarkProgram.run(
        "/usr/bin/python3", ["-c", Self.script, program, home], environment: ["BAILEY_HOME=\(home)/home"])
      let rows = answer.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      guard rows.count == 4, rows.allSatisfy({ !$0.isEmpty }) else {
        throw BenchmarkError.unreadableAnswer(program: "chromedriver")
      }
      return Times(
        ceremonies: rows[0], chromiums: rows[1], loads: rows[2], loadsAlone: rows[3],
        stretching: try PasscodeCost.milliseconds(ofInstanceIn: "\(home)/home"))
    }
  }

  /// Prints a line each, in milliseconds: both ceremonies with Bailey, and with Chromium's authenticator; loads with the extension, and
  /// without.
  private static let script = #"""
    import http.server, os, pathlib, shutil, subprocess, sys, threading, time
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    program, home = sys.argv[1], pathlib.Path(sys.argv[2])
    CEREMONIES, LOADS = 15, 40

    SCRIPT = b"""window.ceremony = async () => {
      const start = performance.now();
      const site = (what) => fetch("/" + what, { method: "POST", body: "{}" }).then((answer) => answer.json());
      const rp = { id: "localhost", name: "A site" };
      await site("begin");
      const made = await navigator.credentials.create({ publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)), rp, user: { id: new Uint8Array([1]), name: "ada", displayName: "Ada" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }], authenticatorSelection: { userVerification: "required", residentKey: "required" } } });
      await site("end");
      await site("begin");
      await navigator.credentials.get({ publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)), rpId: rp.id, userVerification: "required",
        allowCredentials: [{ type: "public-key", id: made.rawId }] } });
      await site("end");
      return performance.now() - start;
    };"""
    # What an ordinary page has: some hundred kilobytes, a thousand elements, scripts and pictures.
    FILLER = b"window.words = [" + b",".join(b'"word %d"' % number for number in range(3000)) + b"];"
    PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20"/></svg>'
    PAGE = (b'<!doctype html><meta charset="utf-8"><title>A site</title><script src="/ceremony.js"></script>'
            + b"".join(b'<script src="/%d.js"></script><img alt="" src="/%d.svg">' % (number, number) for number in range(8))
            + b"".join(b"<section><h2>Part %d</h2><p>Some words of a page that somebody reads.</p></section>" % number for number in range(400)))

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        def do_GET(self):
            kinds = {".js": ("text/javascript", SCRIPT if self.path == "/ceremony.js" else FILLER), ".svg": ("image/svg+xml", PICTURE)}
            kind, body = kinds.get(pathlib.Path(self.path).suffix, ("text/html", PAGE))
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")
        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://localhost:{server.server_address[1]}/"

    def until(what, condition):
        end = time.time() + 30
        while not condition():
            if time.time() > end: raise SystemExit(f"{what}: too late")
            time.sleep(.02)

    def browser(name, *words):
        options = webdriver.chrome.options.Options()
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", f"--user-data-dir={home / name}", *words]:
            options.add_argument(word)
        driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        driver.set_script_timeout(60)
        driver.get(address)
        return driver

    def ceremony(driver):
        found = driver.execute_async_script("ceremony().then(arguments[0], (error) => arguments[0](String(error)))")
        return found

    def ceremonies(driver):
        times = [ceremony(driver) for _ in range(CEREMONIES + 2)][2:]
        for found in times:
            if not isinstance(found, float | int): raise SystemExit(found)
        return times

    def load(driver):
        driver.get(address)
        mark = "return performance.getEntriesByType('navigation')[0].loadEventEnd"
        until("the page", lambda: driver.execute_script(mark))
        return driver.execute_script(mark)

    subprocess.run([program, "browser", "install", "--root", home / "system"], check=True, stdout=subprocess.DEVNULL)
    hosts = home / "with/NativeMessagingHosts"
    hosts.mkdir(parents=True)
    shutil.copy(home / "system/etc/chromium/native-messaging-hosts/bailey.browser.json", hosts)
    person = home / "pinentry"
    person.write_text("#!/bin/sh\necho OK\nwhile read -r line; do\n  case $line in\n  GETPIN) echo 'D benchmark'; echo OK ;;\n  *) echo OK ;;\n  esac\ndone\n")
    person.chmod(0o700)
    agent = subprocess.Popen([program, "agent", "--pinentry", person], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browsers = []
    try:
        with_bailey = browser("with", "--disable-features=DisableLoadExtensionCommandLineSwitch",
                              f"--load-extension={home}/system/usr/share/bailey/browser-extension")
        browsers.append(with_bailey)
        alone = browser("alone")
        browsers.append(alone)
        def is_there():
            with_bailey.get(address)
            return not with_bailey.execute_script("return CredentialsContainer.prototype.get.toString().includes('[native code]')")
        until("the extension", is_there)
        # The agent may have begun a moment later.
        until("a sign-in", lambda: isinstance(ceremony(with_bailey), float | int))
        print(*ceremonies(with_bailey))
        alone.execute_cdp_cmd("WebAuthn.enable", {})
        alone.execute_cdp_cmd("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}})
        print(*ceremonies(alone))
        # In turn, so that both meet the same machine.
        loads = [(load(with_bailey), load(alone)) for _ in range(LOADS + 3)][3:]
        print(*[pair[0] for pair in loads])
        print(*[pair[1] for pair in loads])
    finally:
        for driver in browsers: driver.quit()
        agent.terminate()
        agent.wait()
    """#
}
