// SPDX-License-Identifier: Apache-2.0

extension SignInBenchmark {
  /// What the script measures with a server: codes redeemed a second where the provider's database is on PostgreSQL, with full synchronisation, and
  /// pgbench's rate for the statements that redeem one, by as many clients: the client with its keys, the code's transaction, the person and the
  /// log's line. Both 0 where PostgreSQL is not there.
  static let databaseScript = #"""
    def on_postgresql(port):
        programs = "/usr/lib/postgresql/15/bin/"
        if not os.path.exists(programs + "pgbench"): return 0, 0
        place = home + "-db"
        os.mkdir(place, 0o700)
        more = {"cwd": "/", "stdout": subprocess.DEVNULL}
        if os.getuid() == 0:
            # PostgreSQL refuses root.
            os.chown(place, 65534, 65534); more |= {"user": 65534, "group": 65534, "extra_groups": []}
        subprocess.run([programs + "initdb", "-D", place + "/data", "-U", "bench", "-A", "trust", "-E", "UTF8"], check=True, **more)
        started.append(subprocess.Popen([programs + "postgres", "-D", place + "/data", "-k", place, "-c", "listen_addresses="], stderr=subprocess.DEVNULL, **more))
        def psql(text): return subprocess.run([programs + "psql", "-h", place, "-U", "bench", "-d", "postgres", "-q", "-c", text], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        while not psql("SELECT 1"): time.sleep(.1)
        own = home + "/server"
        def at(*words, **more): return subprocess.run([program, *words, "--home", own], check=True, stdout=subprocess.PIPE, text=True, **more).stdout
        address = f"http://127.0.0.1:{port}"
        at("init", "--issuer", address, "--name", "Example", "--port", str(port), "--database", f"host={place} dbname=postgres user=bench")
        at("team", "add", "TEAM000001", "T")
        at("app", "add", "com.example.app", "S", "--team", "TEAM000001")
        at("service", "add", "com.example.web", "S", "--app", "com.example.app")
        at("redirect", "add", "com.example.web", "https://site.example.org/back")
        made = json.loads(at("key", "new", "--app", "com.example.app", "--output", home, "--json"))
        at("user", "add", "anna@example.org", "--given", "A", "--family", "F", input="correct horse battery\n")
        server = start([program, "serve", "--home", own]); server.stdout.readline()
        codes = redemptions({"address": address, "back": "https://site.example.org/back", "issuer": address, "team": "TEAM000001", "service": "com.example.web", "keyID": made["id"], "keyFile": made["file"], "people": ["anna@example.org"], "password": "correct horse battery"}, False)
        psql("INSERT INTO codes SELECT decode(md5(n::text), 'hex'), 'c', 'a', 1, 'r', NULL, 1, 1, 1, 1, decode(md5('f' || n), 'hex'), NULL, NULL FROM generate_series(1, 200000) AS n")
        token = "INSERT INTO tokens VALUES(decode(md5(random()::text), 'hex'), {}, 'c', 'a', 1, decode(md5('f' || :n), 'hex'), 1, 1, NULL, NULL, 0);\n"
        client = "SELECT own.id, own.kind, own.primary_app, own.team, own.name, own.stage, app_keys.id, app_keys.primary_app, app_keys.point, app_keys.revoked_at FROM clients AS own LEFT JOIN (app_keys JOIN clients AS apps ON apps.id=app_keys.primary_app) ON apps.team=own.team WHERE own.id='com.example.web' ORDER BY app_keys.id;\n"
        person = "SELECT id, mail, given, family, password, subject FROM accounts LEFT JOIN subjects ON subjects.account=id AND team='TEAM000001' WHERE id=1;\n"
        line = "INSERT INTO requests(id, at, record) VALUES(md5(random()::text), 1, repeat('x', 300));\n"
        with open(home + "/transaction", "w") as file:
            file.write("\\set n random(1, 200000)\n" + client + "BEGIN ISOLATION LEVEL SERIALIZABLE;\nUPDATE codes SET used_at=1 WHERE digest=decode(md5(:n::text), 'hex') AND used_at IS NULL RETURNING client;\n" + token.format(1) + token.format(2) + "COMMIT;\n" + person + line)
        out = subprocess.run([programs + "pgbench", "-h", place, "-U", "bench", "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", "3", "--max-tries=10", "-f", home + "/transaction", "postgres"], capture_output=True, text=True, check=True, env=os.environ | {"PGOPTIONS": "-c enable_seqscan=off"}).stdout
        return codes, float(re.search(r"tps = ([0-9.]+)", out).group(1))

    """#
}
