// SPDX-License-Identifier: Apache-2.0

/// What somebody does in the console while it is measured.
enum ConsoleWalk {
  /// Prints what `ConsoleOutcome` reads, a line each.
  ///
  /// A page is shown when the frame that has the first of its rows has been drawn; a key is answered when the frame with the
  /// rows that match has. All are medians, but for a lock, of which the worst counts.
  static let script = """
    import http.client, os, statistics, subprocess, sys, time
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    program, home, passcode = sys.argv[1:]
    console = subprocess.Popen([program + "-console"], stdout=subprocess.PIPE, text=True)
    options = webdriver.chrome.options.Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}/browser"]:
        options.add_argument(argument)
    browser, nginx = None, None
    def until(condition):
        end = time.time() + 20
        while not condition():
            if time.time() > end: raise SystemExit("too late")
            time.sleep(.005)
    def rate(process, address):
        for number in process: subprocess.run(["taskset", "-a", "-p", "-c", "0", str(number)], check=True, stdout=subprocess.DEVNULL)
        out = subprocess.run(["taskset", "-c", "1", "wrk", "-t1", "-c8", "-d4", address], capture_output=True, text=True, check=True)
        return float(next(l.split()[1] for l in out.stdout.split("\\n") if l.startswith("Requests/sec")))
    def script(text, *words): return browser.execute_async_script(text, *words)
    drawn = "const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));"
    def rest():
        script("const done = arguments[0]; location.hash = 'security'; requestAnimationFrame(() => setTimeout(done, 300))")
    def arrival(page, rows):
        rest()
        return script("const [page, rows, done] = arguments; const start = performance.now();" + drawn + '''
          const look = () => document.querySelector(rows) ? drawn() : requestAnimationFrame(look);
          location.hash = page; setTimeout(look)''', page, rows)
    def opened():
        rest()
        browser.execute_script("location.hash = 'passwords'; performance.clearResourceTimings()")
        until(lambda: browser.find_elements(By.CSS_SELECTOR, "main input[type=password]"))
        browser.find_element(By.CSS_SELECTOR, "main input[type=password]").send_keys(passcode)
        return script('''const done = (at) => arguments[0](at - performance.getEntriesByType("resource").findLast((e) => e.name.endsWith("/api/keychain/open")).responseEnd);
          const start = 0;''' + drawn + '''
          const look = () => document.querySelector("#items .item") ? drawn() : requestAnimationFrame(look);
          document.querySelector("main button.main").click(); setTimeout(look)''')
    def keys(field, text):
        return statistics.median(script("const [field, text, done] = arguments;" + '''
          const input = document.querySelector(field);
          const start = performance.now();''' + drawn + '''
          const observer = new MutationObserver((changes) => {
            if (!changes.some(({ addedNodes }) => [...addedNodes].some((e) => e.localName === "li" || e.querySelector?.("li")))) return;
            observer.disconnect(); drawn();
          });
          observer.observe(document.querySelector("main"), { childList: true, subtree: true });
          input.value = text; input.dispatchEvent(new Event("input"))''', field, text[:count]) for count in range(1, len(text) + 1))
    try:
        address = console.stdout.readline().strip()
        browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        browser.set_script_timeout(30)
        browser.get(address)
        mark = "return performance.getEntriesByName('interactive')[0]?.startTime ?? null"
        until(lambda: browser.execute_script(mark))
        base = address.split("#")[0]
        times = []
        for _ in range(7):
            browser.get("about:blank")
            browser.get(base)
            until(lambda: browser.execute_script(mark))
            times.append(browser.execute_script(mark))
        print(statistics.median(times))
        size = browser.execute_script("return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((e) => !e.name.includes('/api/')).reduce((sum, e) => sum + e.transferSize, 0)")
        until(lambda: browser.execute_script("return document.getElementById('badge').textContent") == "Unlocked")
        pages = [("privacy", "main a.item[href^='#privacy/app/']"), ("files", ".tree .entry"), ("report", "main .use")]
        for page, rows in pages: print(statistics.median(arrival(page, rows) for _ in range(5)))
        print(statistics.median(opened() for _ in range(3)))
        password_key = keys("#search", "shop 1234")
        for page, rows, field, text in [(*pages[0], "#app-search", "notes 123"), (*pages[1], "#file-search", "letter 123")]:
            arrival(page, rows)
            print(keys(field, text))
        print(password_key)
        print(statistics.median(script('''const done = arguments[0];
          import("/api.js").then(async (api) => { const start = performance.now(); await api.accesses(); done(performance.now() - start); })''') for _ in range(5)))
        late = []
        for _ in range(5):
            browser.execute_script("window.at = 0; new MutationObserver(() => { if (!window.at && document.getElementById('badge').textContent !== 'Unlocked') requestAnimationFrame(() => { window.at = Date.now(); }); }).observe(document.getElementById('badge'), {childList: true, characterData: true, subtree: true})")
            subprocess.run([program, "lock", "--now"], check=True)
            end = time.time() * 1000
            until(lambda: browser.execute_script("return window.at"))
            late.append(max(0, browser.execute_script("return window.at") - end))
            subprocess.run([program, "unlock"], input=passcode + "\\n", text=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: browser.execute_script("return document.getElementById('badge').textContent") == "Unlocked")
        print(max(late))
        print(size)
        cookie = browser.get_cookie("bailey-console")["value"]
        csrf = browser.execute_script("return localStorage.getItem('csrf')")
        windows = []
        for _ in range(20):
            window = http.client.HTTPConnection(base.split("/")[2])
            window.request("GET", "/api/events", headers={"Cookie": "bailey-console=" + cookie, "X-Bailey-CSRF": csrf})
            window.getresponse().readline()
            windows.append(window)
        time.sleep(1)
        print(next(int(l.split()[1]) for l in open(f"/proc/{console.pid}/status") if l.startswith("VmRSS")))
        for window in windows: window.close()
        style = http.client.HTTPConnection(base.split("/")[2])
        style.request("GET", "/style.css")
        os.mkdir(home + "/www")
        open(home + "/www/style.css", "wb").write(style.getresponse().read())
        style.close()
        browser.quit()
        browser = None
        print(rate([console.pid], base + "style.css"))
        port = 20000 + os.getpid() % 20000
        conf = f"worker_processes 1; daemon off; pid {home}/nginx.pid; error_log /dev/null; events {{}} http {{ access_log off; keepalive_requests 1000000; types {{ text/css css; }} client_body_temp_path {home}/t1; proxy_temp_path {home}/t2; fastcgi_temp_path {home}/t3; uwsgi_temp_path {home}/t4; scgi_temp_path {home}/t5; server {{ listen 127.0.0.1:{port}; root {home}/www; }} }}"
        if os.getuid() == 0: conf = "user root; " + conf
        open(home + "/nginx.conf", "w").write(conf)
        nginx = subprocess.Popen(["/usr/sbin/nginx", "-c", home + "/nginx.conf"], stderr=subprocess.DEVNULL)
        time.sleep(.5)
        worker = subprocess.run(["pgrep", "-P", str(nginx.pid)], capture_output=True, text=True).stdout.split()
        print(rate(worker, f"http://127.0.0.1:{port}/style.css"))
    finally:
        if browser: browser.quit()
        for process in [console, nginx]:
            if process: process.terminate()
    """
}
