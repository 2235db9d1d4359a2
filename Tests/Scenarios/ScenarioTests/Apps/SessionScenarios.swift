// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Sockets of a session: a real `dbus-daemon`, and listening sockets of the test's own in the place of a compositor's.
@Suite(
  .serialized,
  .enabled(
    if: Program.canConfine
      && ["dbus-daemon", "dbus-send", "xdg-dbus-proxy", "python3"].allSatisfy(Program.isInstalled),
    "needs bwrap, FUSE, python3, D-Bus and its proxy"))
struct SessionScenarios {
  /// What of the session an app sees, and whether it can connect.
  private static let look = """
    #!/usr/bin/python3
    import os, socket
    runtime = os.environ["XDG_RUNTIME_DIR"]
    print(*sorted(n for n in os.listdir(runtime) if n != "bailey"))
    for name in ("WAYLAND_DISPLAY", "PIPEWIRE_REMOTE", "DISPLAY"):
        print(name, os.environ.get(name))
    for name in ("wayland-0", "pipewire-0"):
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(f"{runtime}/{name}")
            print(name, "connected")
        except OSError as error:
            print(name, error.errno)
    print(os.path.exists("/tmp/.X11-unix"))
    """

  /// Owns the names that it is given, for as long as it runs.
  private static let owner = """
    import os, socket, struct, sys, time
    bus = socket.socket(socket.AF_UNIX)
    bus.connect(sys.argv[1] + "/bus")
    bus.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
    bus.recv(512)
    bus.sendall(b"BEGIN\\r\\n")
    def text(value):
        return struct.pack("<I", len(value)) + value.encode() + b"\\0"
    def padded(data, to):
        return data + b"\\0" * (-len(data) % to)
    def call(number, member, signature, body):
        fields = b""
        for code, kind, value in ((1, "o", "/org/freedesktop/DBus"), (2, "s", "org.freedesktop.DBus"), (3, "s", member),
                                  (6, "s", "org.freedesktop.DBus")):
            fields = padded(fields, 8) + struct.pack("<BB", code, 1) + kind.encode() + b"\\0" + text(value)
        if signature:
            fields = padded(fields, 8) + struct.pack("<BB", 8, 1) + b"g\\0" + bytes([len(signature)]) + signature.encode() + b"\\0"
        head = b"l" + struct.pack("<BBBIII", 1, 0, 1, len(body), number, len(fields)) + fields
        bus.sendall(padded(head, 8) + body)
        bus.recv(4096)
    call(1, "Hello", "", b"")
    for number, name in enumerate(sys.argv[2:], 2):
        call(number, "RequestName", "su", padded(text(name), 4) + struct.pack("<I", 0))
    print("owned", flush=True)
    time.sleep(600)
    """

  private func flag(_ name: String) -> String { "<key>bailey.sandbox.\(name)</key><true/>" }
  private func array(_ name: String, _ value: String) -> String {
    "<key>bailey.sandbox.\(name)</key><array><string>\(value)</string></array>"
  }

  private func withSession(_ body: (RunningInstance, [String: String]) throws -> Void) throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let runtime = URL(fileURLWithPath: "/tmp/bailey-session-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: runtime) }
      let script = """
        import socket, sys, time
        kept = [socket.socket(socket.AF_UNIX) for _ in range(2)]
        for one, name in zip(kept, ("wayland-7", "pipewire-0")):
            one.bind(f"{sys.argv[1]}/{name}")
            one.listen(8)
        print("listening", flush=True)
        time.sleep(600)
        """
      let sockets = try Background("python3", ["-c", script, runtime.path])
      defer { sockets.kill() }
      try sockets.waitForLine("listening")
      let address = "unix:path=\(runtime.path)/bus"
      let bus = try Background("dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=\(address)"])
      defer { bus.kill() }
      try eventually { !bus.lines().isEmpty }
      try body(
        instance,
        [
          "XDG_RUNTIME_DIR": runtime.path, "WAYLAND_DISPLAY": "wayland-7", "DISPLAY": ":0",
          "DBUS_SESSION_BUS_ADDRESS": address,
        ])
    }
  }

  private func run(_ name: String, _ instance: RunningInstance, _ variables: [String: String]) throws -> ProgramResult {
    try Program.run(
      "bailey", ["run", name], environment: instance.variables.merging(variables) { $1 })
  }

  @Test func `Only an entitled app has the sockets of the session`() throws {
    try withSession { instance, variables in
      try instance.installSigned(
        TestBundle(script: Self.look, named: "Plain", identifier: "org.example.Plain", of: instance))
      #expect(
        try run("Plain", instance, variables).output
          == "\nWAYLAND_DISPLAY None\nPIPEWIRE_REMOTE None\nDISPLAY None\nwayland-0 2\npipewire-0 2\nFalse\n")
      try instance.installSigned(
        TestBundle(
          script: Self.look, named: "Windows", identifier: "org.example.Windows", entitlements: flag("wayland"),
          of: instance))
      #expect(
        try run("Windows", instance, variables).output
          == "wayland-0\nWAYLAND_DISPLAY wayland-0\nPIPEWIRE_REMOTE None\nDISPLAY None\nwayland-0 connected\npipewire-0 2\nFalse\n"
      )
      try instance.installSigned(
        TestBundle(
          script: Self.look, named: "Sound", identifier: "org.example.Sound", entitlements: flag("pipewire"),
          of: instance))
      #expect(try run("Sound", instance, variables).output.contains("wayland-0 2\npipewire-0 connected\n"))
    }
  }

  @Test func `The session bus has only the names that an app is entitled to`() throws {
    try withSession { instance, variables in
      // Two names on the bus, of which the app may know one.
      let owner = try Background(
        "python3",
        ["-c", Self.owner, variables["XDG_RUNTIME_DIR"] ?? "", "org.example.Talks.Service", "org.example.Other"])
      defer { owner.kill() }
      try owner.waitForLine("owned")
      let call = "dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus"
      let script = """
        #!/bin/sh
        \(call).ListNames | grep -o 'org.example[.a-zA-Z]*'
        \(call).GetNameOwner string:org.example.Other 2>&1 | head -1

        """
      let entitled = try TestBundle(
        script: script, named: "Talks", identifier: "org.example.Talks",
        entitlements: array("session-bus.talk", "org.example.Talks.Service"), of: instance)
      try instance.installSigned(entitled)
      let result = try run("Talks", instance, variables)
      #expect(
        result.exitCode == 0 && result.output.hasPrefix("org.example.Talks.Service\nError"),
        "\(result.output) \(result.errors)")
      // Nothing of it stays.
      let left = try FileManager.default.contentsOfDirectory(
        atPath: instance.home.appending(path: "run/apps").path)
      #expect(left == [])
      let others = [
        "org.freedesktop.systemd1", "org.freedesktop.*", "*", "a.b --talk=c.d.e", "ca.desrt.dconf",
        "org.freedesktop.portal.Desktop", "org.gtk.vfs.Daemon", "org.kde.plasmashell", "org.example.Other",
      ]
      for (index, name) in others.enumerated() {
        try instance.installSigned(
          TestBundle(
            script: script, named: "Greedy\(index)", identifier: "org.example.Greedy\(index)",
            entitlements: array("session-bus.talk", name), of: instance))
        let refused = try run("Greedy\(index)", instance, variables)
        #expect(refused.exitCode == 1 && refused.errors.contains("session-bus.talk"), "\(name)")
      }
    }
  }

  @Test func `No bus tells an app which machine it runs on`() throws {
    try withSession { instance, variables in
      let owner = try Background(
        "python3", ["-c", Self.owner, variables["XDG_RUNTIME_DIR"] ?? "", "org.freedesktop.Notifications"])
      defer { owner.kill() }
      try owner.waitForLine("owned")
      let script = """
        #!/bin/sh
        for name in org.freedesktop.DBus org.freedesktop.Notifications org.freedesktop.portal.Desktop; do
          for path in / /org/freedesktop/Notifications /org/freedesktop/portal/desktop; do
            dbus-send --session --print-reply --reply-timeout=2000 --dest=$name $path \
              org.freedesktop.DBus.Peer.GetMachineId 2>&1 | head -1
          done
        done
        dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId | head -1

        """
      for (name, entitlements) in [
        ("Portals", flag("portals")), ("Talks", array("session-bus.talk", "org.freedesktop.Notifications")),
      ] {
        try instance.installSigned(
          TestBundle(
            script: script, named: name, identifier: "org.example.\(name)", entitlements: entitlements, of: instance))
        let lines = try run(name, instance, variables).output.split(separator: "\n")
        #expect(lines.count == 10 && lines.dropLast().allSatisfy { $0.hasPrefix("Error ") }, "\(name): \(lines)")
        // The bus was there to be asked.
        #expect(lines.last?.hasPrefix("method return") == true, "\(name): \(lines)")
      }
    }
  }
}
