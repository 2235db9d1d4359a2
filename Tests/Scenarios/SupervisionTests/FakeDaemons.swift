// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance

/// `bailey` beside stand-ins for its daemons, which behave as a test asks and mount nothing.
struct FakeDaemons {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fakes-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Written by other processes: what this one has open for writing, a child that another test is just starting has
    // open too, and the kernel runs no program that somebody has open for writing.
    try Program.run("cp", [Program.locate("bailey").path, folder.path])
    for (name, text) in ["bailey-enclave": Self.enclave, "bailey-fs": Self.filesystem, "baileyd": Self.broker] {
      try Program.run("install", ["/dev/stdin", folder.appending(path: name).path], input: text)
    }
  }

  /// Runs `bailey`; daemons it starts find how to behave in `FAKE_ENCLAVE`, `FAKE_FS` and `FAKE_BROKER`.
  func bailey(_ words: [String], enclave: String = "", filesystem: String = "", broker: String = "") throws
    -> ProgramResult
  {
    try Program.run(
      "env", [folder.appending(path: "bailey").path] + words,
      environment: [
        "BAILEY_HOME": home.path, "HOME": folder.path, "FAKE_ENCLAVE": enclave, "FAKE_FS": filesystem,
        "FAKE_BROKER": broker,
      ])
  }

  var home: URL { folder.appending(path: "home") }
  var mount: URL { folder.appending(path: "mount") }
  var log: String { (try? String(contentsOf: home.appending(path: "log/bailey.log"), encoding: .utf8)) ?? "" }

  func report() throws -> StatusReport {
    try JSONDecoder().decode(StatusReport.self, from: Data(bailey(["status", "--json"]).output.utf8))
  }

  /// For a shell: waits until a check has begun.
  var untilChecking: String {
    "until '\(folder.path)/bailey' status --json | grep -q '\"files\":\"checking\"'; do sleep 0.05; done"
  }

  func clear() {
    _ = try? bailey(["down"])
    _ = try? Program.run("chmod", ["-R", "u+rwx", folder.path])
    try? FileManager.default.removeItem(at: folder)
  }

  private static let enclave = #"""
    #!/usr/bin/env python3
    import os, select, signal, socket, sys
    mode = os.environ["FAKE_ENCLAVE"]
    if mode.startswith("exit"):
        print("out of luck", flush=True)
        sys.exit(int(mode[4:]))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    supervisor, listening = socket.socket(fileno=3), socket.socket(fileno=4)
    print("entries of its folder:", os.listdir(5), "words:", sys.argv[1:], flush=True)
    supervisor.send(bytes([1, 128]))
    clients = []
    while True:
        for ready in select.select([supervisor, listening] + clients, [], [], 0.2)[0]:
            if ready is listening:
                clients.append(listening.accept()[0])
                continue
            data = ready.recvmsg(2048, socket.CMSG_SPACE(4))[0]
            if not data:
                if ready is supervisor: sys.exit(0)
                clients.remove(ready)
            elif data[1] == 1: ready.send(bytes([1, 64, 1]))
            elif data[1] == 2:
                copies = 2 if mode == "one copy unreadable" else 1
                ready.send(bytes([1, 66, 2, 0, 2]) + bytes(22) + bytes([0, 1, 1, copies]) + bytes(18))
            else:
                if data[1] == 8: supervisor.send(bytes([1, 133]))
                ready.send(bytes([1, 65]))
    """#

  private static let broker = #"""
    #!/usr/bin/env python3
    import os, select, signal, socket, sys
    mode = os.environ["FAKE_BROKER"]
    if mode.startswith("exit"): sys.exit(int(mode[4:]))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print("words:", sys.argv[1:], "descriptors:", sorted(map(int, os.listdir("/proc/self/fd")))[:-1], flush=True)
    report, listening = socket.socket(fileno=5), socket.socket(fileno=4)
    print("listens:", listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN), flush=True)
    report.send(bytes([1]))
    if mode == "swappable": report.send(bytes([2]))
    # It answers nobody: a client sees its connection end, or waits.
    # A signal that comes just before a call that waits is looked at after it: no call waits for ever.
    while mode == "mute": select.select([], [], [], 0.2)
    while True:
        if select.select([listening], [], [], 0.2)[0]: listening.accept()[0].close()
    """#

  private static let filesystem = #"""
    #!/usr/bin/env python3
    import os, signal, socket, sys, time
    mode = os.environ["FAKE_FS"]
    report = socket.socket(fileno=5)
    number = lambda value: value.to_bytes(8, "big")
    print("descriptors:", sorted(map(int, os.listdir("/proc/self/fd")))[:-1], flush=True)
    if sys.argv[1] == "--check":
        if mode == "dies in check": os.kill(os.getpid(), 9)
        report.send(bytes([1, 192]) + number(1) + number(2))
        if mode == "checks for ever": time.sleep(1000)
        report.send(bytes([1, 193, 2, 1, 0, 3]) + b"a b")
        report.send(bytes([1, 194]) + number(2) + number(1) + number(0) + number(0))
        sys.exit(0)
    if mode.startswith("exit"): sys.exit(int(mode[4:]))
    if mode != "will not end": signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    report.send(bytes([1]))
    if mode == "swappable": report.send(bytes([2]))
    # A signal that comes just before a call that waits is looked at after it: no call waits for ever.
    while True: time.sleep(0.2)
    """#
}
