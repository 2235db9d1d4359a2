// SPDX-License-Identifier: Apache-2.0
import Clocks
import Files
import Glibc
import JOSECoding
import SignInSite
import SystemCalls

/// `bailey bench signin`: the provider's files against nginx, codes for tokens against what the processor signs, and how fast a
/// site verifies.
package struct SignInBenchmark: Sendable {
  /// The `bailey` program, beside which `bailey-identity` lies.
  let program: String
  /// On a disk: codes are synchronised.
  let folder: String
  let progress: @Sendable (String) -> Void

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    (self.program, self.folder, self.progress) = (program, folder, progress)
  }

  private static let seconds = 2

  package func run() throws(BenchmarkError) -> SignInOutcome {
    for needed in ["nginx", "wrk", "openssl"] where BenchmarkProgram.path(of: needed) == nil {
      throw .notInstalled(program: needed)
    }
    let home = "\(folder)/bailey-bench-signin-\(getpid())"
    do { try FileDescriptor.makeFolders(home, mode: 0o700) } catch { throw .system(error) }
    defer { try? BenchmarkProgram.runAtEnd("rm", ["-rf", home, home + "-db"]) }
    progress("files against nginx, codes for tokens, 100,000 accounts")
    let answer = try BenchmarkProgram.run(
      "/usr/bin/python3", ["-c", Self.databaseScript + Self.script, program + "-identity", home])
    let values = answer.split(separator: "\n").compactMap { Double($0) }
    progress("verifying tokens")
    guard let verified = try? verifications(home), let outcome = SignInOutcome(values + [verified]) else {
      throw .unreadableAnswer(program: "bailey-identity")
    }
    return outcome
  }

  /// Tokens verified a second, with all of a site's rules, on one thread.
  private func verifications(_ home: String) throws -> Double {
    func text(_ name: String) throws -> [UInt8] {
      try FileDescriptor.open("\(home)/\(name)", O_RDONLY).readToEnd(atMost: 1 << 20)
    }
    let keys = try JSONWebKeySet(try text("keys"))
    let token = String(decoding: try text("token"), as: UTF8.self)
    let address = String(decoding: try text("address"), as: UTF8.self)
    let settings = SiteSettings(
      client: "test.example.web", team: "DEVTEAM001", keyID: "DEVKEY0001", redirect: "",
      provider: SignInProvider(address: address))
    let (clock, now) = (ContinuousClock(), WallClock.seconds)
    let start = clock.now
    var count = 0
    while clock.now - start < .seconds(Self.seconds) {
      for _ in 0..<20 {
        let unverified = try UnverifiedToken(token)
        guard let key = keys.keys.first(where: { $0.id == unverified.keyID }) else { throw TokenRefusal(.keyIdUnknown) }
        _ = try VerifiedIdentity(try unverified.verified(with: key), settings, nonce: nil, nil, at: now)
      }
      count += 20
    }
    return Double(count) / ((clock.now - start) / .seconds(1))
  }

  /// Prints, a line each: requests a second for keys, and of nginx; for discovery, and of nginx; codes redeemed a second; RSA-2048
  /// signatures a second, and verifications, of OpenSSL on one core; PyJWT's verifications, 0 where it is not there; kibibytes with
  /// 100,000 accounts; codes redeemed a second on PostgreSQL, and pgbench's such transactions. Leaves a token, the keys and the address for what is measured afterwards.
  private static let script = #"""
    import base64, http.client, json, os, re, sqlite3, subprocess, sys, time, urllib.parse
    program, home = sys.argv[1:]
    cores = os.cpu_count()
    started = []
    def start(words):
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        started.append(process)
        return process
    def get(host, path):
        link = http.client.HTTPConnection(host); link.request("GET", path); return link.getresponse().read()
    def rate(address, *more):
        out = subprocess.run(["wrk", "-t1", "-c8", *more, address], capture_output=True, text=True, check=True).stdout
        if "Non-2xx" in out: sys.exit("refused: " + out)
        return float(next(l.split()[1] for l in out.split("\n") if l.startswith("Requests/sec")))
    def speed():
        out = subprocess.run(["openssl", "speed", "-seconds", "2", "-mr", "rsa2048"], capture_output=True, text=True, check=True).stdout
        fields = next(l for l in out.split("\n") if l.startswith("+F2")).split(":")
        return [1 / float(f) if float(f) < 1 else float(f) for f in fields[-2:]]
    def b64(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    def secret(facts):
        now = int(time.time())
        claims = {"iss": facts["team"], "iat": now, "exp": now + 3000, "aud": facts["issuer"], "sub": facts["service"]}
        text = b64(json.dumps({"alg": "ES256", "kid": facts["keyID"]}).encode()) + "." + b64(json.dumps(claims).encode())
        der = subprocess.run(["openssl", "dgst", "-sha256", "-sign", facts["keyFile"]], input=text.encode(), capture_output=True, check=True).stdout
        one = der[4:4 + der[3]]; other = der[6 + der[3]:]
        return text + "." + b64(b"".join(int.from_bytes(n, "big").to_bytes(32, "big") for n in (one, other)))
    def form(page): return {n: v.replace("&amp;", "&") for n, v in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)}
    class Browser:
        def __init__(self, host): self.link, self.cookies = http.client.HTTPConnection(host), {}
        def send(self, method, path, fields=None):
            headers = {"Cookie": "; ".join(f"{n}={v}" for n, v in self.cookies.items())}
            if fields: headers["Content-Type"] = "application/x-www-form-urlencoded"
            self.link.request(method, path, urllib.parse.urlencode(fields) if fields else None, headers)
            answer = self.link.getresponse(); body = answer.read().decode()
            for value in answer.headers.get_all("Set-Cookie") or []:
                name, _, rest = value.partition("="); self.cookies[name] = rest.split(";")[0]
            return answer, body
    def redemptions(facts, keep):
        host, back = facts["address"].split("/")[2], facts.get("back", "http://localhost:8000/callback")
        query = urllib.parse.urlencode({"client_id": facts["service"], "redirect_uri": back, "response_type": "code"})
        browser = Browser(host)
        page = browser.send("GET", "/auth/authorize?" + query)[1]
        browser.send("POST", "/auth/sign-in", form(page) | {"mail": facts["people"][0], "password": facts["password"], "decision": "continue"})
        codes = []
        for _ in range(2000):
            page = browser.send("GET", "/auth/authorize?" + query)[1]
            answer = browser.send("POST", "/auth/consent", form(page) | {"given": "A", "family": "F", "decision": "continue"})[0]
            codes.append(urllib.parse.parse_qs(answer.headers["Location"].split("?")[1])["code"][0])
        proof = secret(facts)
        def body(code): return urllib.parse.urlencode({"client_id": facts["service"], "client_secret": proof, "grant_type": "authorization_code", "code": code, "redirect_uri": back})
        answer = browser.send("POST", "/auth/token", dict(urllib.parse.parse_qsl(body(codes.pop()))))
        if answer[0].status != 200: sys.exit("no token: " + answer[1])
        if keep:
            keys = get(host, "/auth/keys").decode()
            for name, data in [("token", json.loads(answer[1])["id_token"]), ("keys", keys), ("address", facts["address"])]: open(f"{home}/{name}", "w").write(data)
        with open(home + "/bodies", "w") as file: file.write("\n".join(body(code) for code in codes) + "\n")
        open(home + "/redeem.lua", "w").write(load.replace("BODIES", home + "/bodies"))
        wrk = start(["wrk", "-t1", "-c8", "-d120", "-s", home + "/redeem.lua", "http://" + host])
        good, nanoseconds = next(map(int, l.split()[1:]) for l in wrk.stdout if l.startswith("redeemed"))
        wrk.terminate()
        if good != len(codes): sys.exit(f"{len(codes) - good} codes were refused")
        return good / nanoseconds * 1e9
    # Each code once, by eight connections; what is asked beyond the last one is no code.
    load = """
    local ffi = require("ffi")
    ffi.cdef("typedef struct { long s, n; } moment; int clock_gettime(int, moment *);")
    local function now()
      local moment = ffi.new("moment")
      ffi.C.clock_gettime(1, moment)
      return tonumber(moment.s) * 1e9 + tonumber(moment.n)
    end
    local bodies = {}
    for line in io.lines("BODIES") do bodies[#bodies + 1] = line end
    local headers = {["Content-Type"] = "application/x-www-form-urlencoded"}
    -- The first request is made to look at, and not sent.
    local sent, answered, good, began = -1, 0, 0, 0
    function request()
      sent = sent + 1
      if sent < 1 or sent > #bodies then return wrk.format("GET", "/auth/keys") end
      if sent == 1 then began = now() end
      return wrk.format("POST", "/auth/token", headers, bodies[sent])
    end
    function response(status, headers, body)
      if body:find("keys", 1, true) == 3 then return end
      answered = answered + 1
      if status == 200 and body:find("id_token", 1, true) then good = good + 1 end
      if answered == #bodies then io.write(string.format("redeemed %d %.0f\\n", good, now() - began)); io.flush() end
    end
    """
    def nginx(files):
        os.mkdir(home + "/www")
        for name, data in files.items(): open(f"{home}/www/{name}", "wb").write(data)
        port = 20000 + os.getpid() % 20000
        temporary = "".join(f"{k}_temp_path {home}/t{i}; " for i, k in enumerate(["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]))
        conf = f"worker_processes {cores}; daemon off; pid {home}/nginx.pid; error_log /dev/null; events {{}} http {{ access_log off; keepalive_requests 1000000; default_type application/json; {temporary} server {{ listen 127.0.0.1:{port}; root {home}/www; }} }}"
        if os.getuid() == 0: conf = "user root; " + conf
        open(home + "/nginx.conf", "w").write(conf)
        started.append(subprocess.Popen(["/usr/sbin/nginx", "-c", home + "/nginx.conf"], stderr=subprocess.DEVNULL))
        time.sleep(.5)
        return f"127.0.0.1:{port}"
    try:
        os.mkdir(home + "/dev", 0o700)
        facts = json.loads(start([program, "dev", "--folder", home + "/dev"]).stdout.readline())
        host = facts["address"].split("/")[2]
        paths = ["/auth/keys", "/.well-known/openid-configuration"]
        files = {str(n): get(host, path) for n, path in enumerate(paths)}
        other = nginx(files)
        for number, path in enumerate(paths):
            print(rate("http://" + host + path, "-d3"))
            print(rate(f"http://{other}/{number}", "-d3"))
        print(redemptions(facts, True))
        signed, verified = speed()
        print(signed); print(verified)
        try:
            import jwt
            from jwt.algorithms import RSAAlgorithm
            key = RSAAlgorithm.from_jwk(json.dumps(json.loads(files["0"])["keys"][0]))
            began, count = time.perf_counter(), 0
            while time.perf_counter() - began < 2:
                jwt.decode(open(home + "/token").read(), key, algorithms=["RS256"], audience=facts["service"], issuer=facts["issuer"]); count += 1
            print(count / (time.perf_counter() - began))
        except ImportError: print(0)
        def run(*words, **more): subprocess.run([program, *words, "--home", home + "/big"], check=True, stdout=subprocess.DEVNULL, **more)
        port = 20001 + os.getpid() % 20000
        run("init", "--issuer", f"http://127.0.0.1:{port}", "--name", "Example", "--port", str(port))
        run("user", "add", "anna@example.org", "--given", "A", "--family", "F", input="correct horse battery\n", text=True)
        database = sqlite3.connect(home + "/big/identity.db")
        record = database.execute("SELECT password FROM accounts").fetchone()[0]
        database.executemany("INSERT INTO accounts(mail, given, family, password) VALUES(?, 'A', 'F', ?)", ((f"person{n}@example.org", record) for n in range(100000)))
        database.commit(); database.close()
        server = start([program, "serve", "--home", home + "/big"]); server.stdout.readline()
        browser = Browser(f"127.0.0.1:{port}")
        for number in range(200):
            page = browser.send("GET", "/account")[1]
            if number % 50 == 0: browser.send("POST", "/auth/sign-in", form(page) | {"mail": f"person{number}@example.org", "password": "correct horse battery", "decision": "continue"})
        time.sleep(1)
        print(next(int(l.split()[1]) for l in open(f"/proc/{server.pid}/status") if l.startswith("VmRSS")))
        server.terminate(); server.wait()
        for value in on_postgresql(port): print(value)
    finally:
        for process in started: process.terminate()
        for process in started: process.wait()
    """#
}
