// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// `bailey bench console`: the pages in Chromium, and the server of files against nginx.
package struct ConsoleBenchmark: Sendable {
  /// The `bailey` program, beside which `bailey-console` lies.
  let program: String
  /// The folder of the instance: on a tmpfs, so that no disk is measured.
  let folder: String
  let progress: @Sendable (String) -> Void

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  package func run() throws(BenchmarkError) -> ConsoleOutcome {
    for needed in ["chromedriver", "nginx", "wrk"] where BenchmarkProgram.path(of: needed) == nil {
      throw .notInstalled(program: needed)
    }
    let home = BaileyInstance.home(below: folder)
    let answer = try BaileyInstance(program: program).whileMounted(in: home) { _ in
      progress("opening the console in Chromium, then its files against nginx")
      // Debian's Python has Debian's driver of browsers.
      return try BenchmarkProgram.run(
        "/usr/bin/python3", ["-c", Self.script, program, home], environment: ["BAILEY_HOME=\(home)/home"])
    }
    let values = answer.split(separator: "\n").compactMap { Double($0) }
    guard let outcome = ConsoleOutcome(values) else { throw .unreadableAnswer(program: "chromedriver") }
    return outcome
  }

  /// Prints, a line each: milliseconds until the page can be used, its bytes, milliseconds from the end of a lock until the page
  /// says so, kibibytes with 20 windows, requests a second of the console, and of nginx.
  private static let script = """
    import http.client, os, statistics, subprocess, sys, time
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    program, home = sys.argv[1:]
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
    try:
        address = console.stdout.readline().strip()
        browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
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
        print(browser.execute_script("return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((e) => !e.name.includes('/api/')).reduce((sum, e) => sum + e.transferSize, 0)"))
        until(lambda: browser.execute_script("return document.getElementById('badge').textContent") == "Unlocked")
        late = []
        for _ in range(5):
            browser.execute_script("window.at = 0; new MutationObserver(() => { if (!window.at && document.getElementById('badge').textContent !== 'Unlocked') requestAnimationFrame(() => { window.at = Date.now(); }); }).observe(document.getElementById('badge'), {childList: true, characterData: true, subtree: true})")
            subprocess.run([program, "lock", "--now"], check=True)
            end = time.time() * 1000
            until(lambda: browser.execute_script("return window.at"))
            late.append(max(0, browser.execute_script("return window.at") - end))
            subprocess.run([program, "unlock"], input="benchmark\\n", text=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: browser.execute_script("return document.getElementById('badge').textContent") == "Unlocked")
        print(max(late))
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
