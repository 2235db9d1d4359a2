// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// gnome-keyring on a bus of its own, asked through libsecret as Python programs do it.
///
/// Its keyring is written as a file before it starts, because storing 10,000 items through it takes most of an hour. The
/// calls measured go through the service.
struct Libsecret {
  let folder: String

  static var isInstalled: Bool { BenchmarkProgram.path(of: "gnome-keyring-daemon") != nil && canBeUsed }

  /// Whether libsecret can be used, with whatever service there is.
  static var canBeUsed: Bool {
    ["dbus-run-session", "python3"].allSatisfy { BenchmarkProgram.path(of: $0) != nil }
      && (try? BenchmarkProgram.run("python3", ["-c", "import gi; gi.require_version('Secret', '1')"])) != nil
  }

  /// Measures into the series. `withAll` also measures finding all items, which takes minutes where there are many.
  func measure(into series: inout KeychainOutcome.Series, withAll: Bool) throws(BenchmarkError) {
    let values = try values(series.size, series.processors, withAll: withAll)
    for (metric, value) in zip(KeychainMetrics.inOrder(series.size), values) {
      series.table.add(value, to: metric, of: KeychainBenchmark.peer)
    }
  }

  /// Medians of find, store, update, delete in microseconds; of all in milliseconds.
  func values(
    _ size: Int, _ processors: KeychainBenchmark.Processors, withAll: Bool
  ) throws(BenchmarkError) -> [Double] {
    let home = "\(folder)/keyring-bench-\(getpid())"
    defer { _ = try? BenchmarkProgram.run("rm", ["-rf", home]) }
    try BenchmarkProgram.run("mkdir", ["-p", "\(home)/keyrings", "\(home)/run"])
    try BenchmarkProgram.run("chmod", ["700", "\(home)/run"])
    try BenchmarkProgram.run("python3", ["-c", Self.writeKeyring, home, String(size)])
    let script =
      "echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec /usr/bin/python3 -c \"$0\" \"$@\""
    let words = [
      "dbus-run-session", "--", "sh", "-c", script, Self.measureCalls, String(size), withAll ? "all" : "most",
    ]
    let launcher = processors == .one ? ["taskset", "-c", "0"] + words : words
    let answer = try BenchmarkProgram.run(
      launcher[0], Array(launcher.dropFirst()),
      environment: ["XDG_DATA_HOME=\(home)", "XDG_RUNTIME_DIR=\(home)/run", "HOME=\(home)"])
    let values = answer.split(separator: "\n").compactMap { Double($0) }
    guard values.count == (withAll ? 5 : 4) else { throw .unreadableAnswer(program: KeychainBenchmark.peer) }
    return values
  }

  /// A keyring without a password is a text file.
  private static let writeKeyring = """
    import sys
    home, size = sys.argv[1], int(sys.argv[2])
    open(home + "/keyrings/default", "w").write("login")
    with open(home + "/keyrings/login.keyring", "w") as out:
        out.write("[keyring]\\ndisplay-name=login\\nctime=0\\nmtime=1\\nlock-on-idle=false\\nlock-after=false\\n")
        for number in range(1, size + 1):
            out.write(f"\\n[{number}]\\nitem-type=0\\ndisplay-name=Item {number}\\nsecret=correct horse {number}\\nmtime=1\\nctime=1\\n")
            attributes = [("account", f"account {number - 1}"), ("service", "benchmark"), ("xdg:schema", "bailey.benchmark")]
            for index, (name, value) in enumerate(attributes):
                out.write(f"\\n[{number}:attribute{index}]\\nname={name}\\ntype=string\\nvalue={value}\\n")
    """

  /// The same in a service that has nothing yet: stores the items first, and prints the kibibytes of the service at the end.
  static let measureStored =
    preparation + """

      for number in range(size): store(number, f"correct horse {number}")

      """ + measurement + """

      from gi.repository import Gio, GLib
      bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      process = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
        GLib.Variant("(s)", ("org.freedesktop.secrets",)), None, 0, -1, None).unpack()[0]
      print([line.split()[1] for line in open(f"/proc/{process}/status") if line.startswith("VmRSS")][0])
      """

  /// Prints medians: find, store, update, delete in microseconds; if asked to, find all in milliseconds.
  private static let measureCalls = preparation + "\n" + waiting + "\n" + measurement

  /// gnome-keyring takes its name when it has read the file; asked for it before, the bus would start another one.
  private static let waiting = """
    from gi.repository import Gio, GLib
    def is_there():
        return Gio.bus_get_sync(Gio.BusType.SESSION).call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus",
            "org.freedesktop.DBus", "NameHasOwner", GLib.Variant("(s)", ("org.freedesktop.secrets",)), None, 0, -1,
            None).unpack()[0]
    deadline = time.monotonic() + 600
    while not is_there():
        if time.monotonic() > deadline: raise SystemExit(5)
        time.sleep(0.02)
    """

  private static let preparation = """
    import sys, time, statistics, gi
    gi.require_version("Secret", "1")
    from gi.repository import Secret
    size = int(sys.argv[1])
    kind = Secret.SchemaAttributeType.STRING
    schema = Secret.Schema.new("bailey.benchmark", Secret.SchemaFlags.NONE, {"account": kind, "service": kind})
    def key(number): return {"account": f"account {number}", "service": "benchmark"}
    def store(number, text): Secret.password_store_sync(schema, key(number), None, f"Item {number}", text, None)
    """

  private static let measurement = """
    def timed(count, body):
        times = []
        for number in range(count):
            start = time.perf_counter()
            body(number)
            times.append(time.perf_counter() - start)
        return statistics.median(times)
    def find(number):
        if Secret.password_lookup_sync(schema, key(number * 7919 % size), None) is None: raise SystemExit(3)
    def find_all(_):
        flags = Secret.SearchFlags.ALL | Secret.SearchFlags.LOAD_SECRETS | Secret.SearchFlags.UNLOCK
        service = Secret.Service.get_sync(Secret.ServiceFlags.OPEN_SESSION, None)
        # A search of many takes a busy service longer than the 25 seconds after which a call is given up.
        service.set_default_timeout(1_800_000)
        found = service.search_sync(schema, {"service": "benchmark"}, flags, None)
        if sum(1 for item in found if item.get_secret().get_text()) != size: raise SystemExit(4)
    find(0)
    some = 20 if size < 5000 else 5
    print(timed(300 if size < 5000 else 100, find) * 1e6)
    print(timed(some, lambda number: store(size + number, "new")) * 1e6)
    print(timed(some, lambda number: store(size + number, "changed")) * 1e6)
    print(timed(some, lambda number: Secret.password_clear_sync(schema, key(size + number), None)) * 1e6)
    if sys.argv[2] == "all": print(timed(1 if size > 500 else 3, find_all) * 1e3)
    """
}
