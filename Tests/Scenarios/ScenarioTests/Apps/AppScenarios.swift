// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Bundles with the real daemons and `bwrap`: signed, installed, started.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AppScenarios {
  private static let ledger = "org.example.Ledger"

  private func withLedger(_ body: (RunningInstance, TestBundle) throws -> Void) throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let bundle = try TestBundle("Ledger", identifier: Self.ledger, of: instance)
      try instance.installSigned(bundle)
      try body(instance, bundle)
    }
  }

  private func lines(_ instance: RunningInstance, _ words: String..., input: String = "") throws -> [String] {
    try instance.succeed(["run"] + words, input: input).output.split(separator: "\n").map(String.init)
  }

  @Test func `An app keeps a secret and a file in its own container and sees nothing else`() throws {
    try withLedger { instance, bundle in
      // It runs from the store, never from where it was.
      try FileManager.default.removeItem(atPath: bundle.path)
      #expect(try lines(instance, "Ledger", "write", input: "hunter2\n") == ["keychain: 0", "file: written"])
      #expect(try lines(instance, "Ledger", "read") == ["keychain: hunter2", "file: entry: hunter2"])
      let entries = instance.mount.appending(path: "Containers/\(Self.ledger)/Documents/entries.txt")
      #expect(try String(contentsOf: entries, encoding: .utf8) == "entry: hunter2\n")
      #expect(try instance.succeed(["files", "class", "get", entries.path]).output == "complete\n")
      let around = try lines(instance, "Ledger", "around")
      #expect(around.contains("app: \(Self.ledger)") && around.contains("network: lo"))
      #expect(around.contains("/home: nothing") && around.contains("/root: nothing"))
      try instance.lock()
      #expect(try lines(instance, "Ledger", "read") == ["keychain: -25308", "file: unreadable"])
    }
  }

  @Test func `Another app has neither the items nor the files of an app`() throws {
    try withLedger { instance, _ in
      try instance.succeed(["run", "Ledger", "write"], input: "hunter2\n")
      try instance.installSigned(TestBundle("Ledger", named: "Other", identifier: "org.example.Other", of: instance))
      #expect(try lines(instance, "Other", "read") == ["keychain: -25300", "file: unreadable"])
      // Nor has the program itself, outside of its sandbox.
      let outside = try ClientProgram("Ledger", of: instance, copying: "Ledger").run("read")
      #expect(outside.output.hasPrefix("keychain: -25300\n"))
    }
  }

  @Test func `An app that runs goes on being served when baileyd is killed`() throws {
    try withLedger { instance, _ in
      let bundle = try TestBundle("keychain-client", named: "Loop", identifier: "org.example.Loop", of: instance)
      try bundle.add(program: "keychain-client")
      try bundle.add(
        "Loop",
        """
        #!/bin/sh
        client="$(dirname "$0")/keychain-client"
        "$client" add me secret
        while :; do "$client" find me; sleep 0.05; done
        """)
      try instance.installSigned(bundle)
      let program = try Program.locate("bailey").path
      let running = try Background(program, ["run", "Loop"], environment: instance.variables)
      defer { running.kill() }
      try running.waitForLine("secret")
      #expect(try instance.succeed(["app", "ps"]).output.hasSuffix("  org.example.Loop\n"))
      let before = instance.processes(named: "baileyd")
      for process in before { kill(process, SIGKILL) }
      // What is asked meanwhile waits at the app's socket, which outlives baileyd.
      try eventually { Set(instance.processes(named: "baileyd")).subtracting(before).count == 1 }
      let count = running.lines().count
      try eventually { running.lines().count > count + 3 }
      #expect(running.lines().last == "secret")
    }
  }

  @Test func `The end of an app is the end of run`() throws {
    try withLedger { instance, _ in
      #expect(try instance.bailey(["run", "Ledger"]).exitCode == 2)
      let script = """
        #!/bin/sh
        case "$1" in
          exit) exit "$2" ;;
          kill) kill -9 $$ ;;
          echo) cat; echo error >&2 ;;
          wait) trap 'echo ended; exit 7' TERM; echo waiting; while :; do sleep 0.05; done ;;
        esac
        """
      try instance.installSigned(
        TestBundle(script: script, named: "Ends", identifier: "org.example.Ends", of: instance))
      #expect(try instance.bailey(["run", "Ends", "exit", "42"]).exitCode == 42)
      #expect(try instance.bailey(["run", "Ends", "kill"]).exitCode == 128 + SIGKILL)
      let echo = try instance.bailey(["run", "Ends", "echo"], input: "words\n")
      #expect(echo == ProgramResult(exitCode: 0, output: "words\n", errors: "error\n"))
      // A signal for run is a signal for the app.
      let running = try Background(
        Program.locate("bailey").path, ["run", "Ends", "wait"], environment: instance.variables)
      defer { running.kill() }
      try running.waitForLine("waiting")
      let start = try instance.succeed(["app", "ps"]).output.split(separator: " ").first.flatMap { Int32($0) }
      kill(try #require(start), SIGTERM)
      try running.waitForLine("ended")
      // And whoever is killed takes the sandbox along.
      let again = try Background(
        Program.locate("bailey").path, ["run", "Ends", "wait"], environment: instance.variables)
      try again.waitForLine("waiting")
      let runners = instance.processes(named: "bwrap")
      again.kill()
      try eventually { Set(instance.processes(named: "bwrap")).isDisjoint(with: runners) }
      #expect(Set(instance.processes(named: "bwrap")).isDisjoint(with: runners))
    }
  }

  // MARK: - Installing

  @Test func `An update keeps the data and another publisher is refused`() throws {
    try withLedger { instance, _ in
      try instance.succeed(["run", "Ledger", "write"], input: "hunter2\n")
      let next = try TestBundle("Ledger", identifier: Self.ledger, version: "2.0", of: instance)
      try next.sign()
      #expect(try next.install().output == "Updated: \(Self.ledger) 1.0 -> 2.0\n")
      #expect(try lines(instance, "Ledger", "read").first == "keychain: hunter2")
      // The version before has gone.
      let versions = try FileManager.default.contentsOfDirectory(
        atPath: instance.home.appending(path: "apps/\(Self.ledger)").path)
      #expect(versions.count == 1)
      try instance.succeed(["app", "certificate", "Eve"])
      let eves = try TestBundle("Ledger", identifier: Self.ledger, version: "3.0", of: instance)
      try eves.sign("--as", "Eve")
      let refused = try eves.install()
      #expect(refused.exitCode == 1 && refused.errors.contains("is another publisher's app"))
      let adHoc = try TestBundle("Ledger", identifier: Self.ledger, version: "3.0", of: instance)
      try adHoc.sign("--adhoc")
      #expect(try adHoc.install().errors.contains("is another publisher's app"))
      #expect(try instance.succeed(["app", "list"]).output.hasPrefix("Ledger  \(Self.ledger)  2.0  "))
      #expect(try lines(instance, "Ledger", "read").first == "keychain: hunter2")
    }
  }

  @Test func `A bundle that is not what was signed is refused and named`() throws {
    try withLedger { instance, bundle in
      func refusal(_ change: String, undo: String) throws -> String {
        try Program.run("sh", ["-c", "cd \"$0\" && \(change)", bundle.path])
        let result = try bundle.install()
        #expect(result.exitCode == 1, "\(change)")
        try Program.run("sh", ["-c", "cd \"$0\" && \(undo)", bundle.path])
        return result.errors
      }
      #expect(try refusal("echo >> Ledger", undo: "truncate -s -1 Ledger").contains("Ledger has changed"))
      #expect(try refusal("touch extra", undo: "rm extra").contains("extra was added"))
      #expect(try refusal("mv Info.plist ../", undo: "mv ../Info.plist .").contains("Info.plist"))
      #expect(try refusal("mkfifo pipe", undo: "rm pipe").contains("pipe is neither a file"))
      #expect(try refusal("chmod u+s Ledger", undo: "chmod u-s Ledger").contains("set-user-ID"))
      #expect(try refusal("chmod 700 Ledger", undo: "chmod 755 Ledger").contains("other permissions"))
      #expect(try refusal("ln -s /etc/passwd out", undo: "rm out").contains("out was added"))
      #expect(try bundle.install().exitCode == 0)
      try Program.run("rm", ["-r", bundle.path + "/_CodeSignature"])
      #expect(try bundle.install().errors.contains("is not signed"))
    }
  }

  @Test func `A developer of an authority that is not trusted is refused`() throws {
    try withLedger { instance, _ in
      try withInstance { other in
        try other.makeDeveloper("Eve")
        let bundle = try TestBundle("Ledger", identifier: Self.ledger, of: other)
        try bundle.sign()
        func refusal() throws -> String { try instance.bailey(["app", "install", bundle.path]).errors }
        #expect(try refusal().contains("No authority that is trusted here"))
        // Until its authority is: then it is another publisher.
        let authority = bundle.path + "/../authority.pem"
        try Data(other.succeed(["app", "ca", "--pem"], input: "\(RunningInstance.passcode)\n").output.utf8)
          .write(to: URL(fileURLWithPath: authority))
        try instance.succeed(["app", "trust", authority], input: "\(RunningInstance.passcode)\n")
        #expect(try refusal().contains("is another publisher's app"))
      }
    }
  }

  @Test func `Groups that are not the publishers are refused`() throws {
    try withLedger { instance, _ in
      let key = "<key>keychain-access-groups</key><array><string>AAAAAAAAAAAAAAAA.shared</string></array>"
      let bundle = try TestBundle("Ledger", identifier: "org.example.Thief", entitlements: key, of: instance)
      let refused = try instance.bailey(["app", "sign", bundle.path])
      #expect(refused.exitCode == 1 && refused.errors.contains("does not begin with the publisher's prefix"))
      let group = "<key>com.apple.security.application-groups</key><array><string>group.org.example</string></array>"
      try instance.installSigned(
        TestBundle("Ledger", named: "First", identifier: "org.example.First", entitlements: group, of: instance))
      try instance.succeed(["app", "certificate", "Eve"])
      let eves = try TestBundle("Ledger", identifier: "org.example.Eve", entitlements: group, of: instance)
      try eves.sign("--as", "Eve")
      #expect(try eves.install().errors.contains("The group 'group.org.example' is another publisher's."))
    }
  }

  @Test func `Removing says what is lost and takes items and files along`() throws {
    try withLedger { instance, bundle in
      try instance.succeed(["run", "Ledger", "write"], input: "hunter2\n")
      let warned = try instance.bailey(["app", "remove", Self.ledger])
      #expect(warned.exitCode == 1 && warned.errors.contains("With \(Self.ledger) go "))
      // With its data kept, it is found by the next installation of the same publisher.
      let entry = instance.home.deletingLastPathComponent().appending(
        path: "data/applications/bailey-\(Self.ledger).desktop")
      #expect(try String(contentsOf: entry, encoding: .utf8).contains("bailey-run\" \(Self.ledger)\n"))
      try instance.succeed(["app", "remove", "--keep-data", Self.ledger])
      #expect(!FileManager.default.fileExists(atPath: entry.path))
      #expect(try instance.bailey(["run", "Ledger", "read"]).errors.contains("is not installed"))
      try instance.succeed(["app", "install", bundle.path])
      #expect(try lines(instance, "Ledger", "read") == ["keychain: hunter2", "file: entry: hunter2"])
      try instance.succeed(["app", "remove", "--yes", Self.ledger])
      let container = instance.mount.appending(path: "Containers/\(Self.ledger)").path
      #expect(!FileManager.default.fileExists(atPath: container))
      try instance.succeed(["app", "install", bundle.path])
      #expect(try lines(instance, "Ledger", "read") == ["keychain: -25300", "file: unreadable"])
    }
  }

  /// Asks over one connection who it is, for as long as it is answered.
  private static let asking = """
    #!/usr/bin/python3
    import os, socket, struct, time
    path = f"/run/user/{os.getuid()}/bailey/broker.sock"
    name = "\\0" + os.readlink(path)[1:] if os.path.islink(path) else path
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.connect(name)
    made.send(struct.pack(">IBBBB", 22, 1, 1, 2, 255) + made.recv(4096)[6:22] + b"\\0\\0")
    made.recv(4096)
    def served():
        made.send(struct.pack(">IBH", 3, 2, 0x0201))
        return b"org.example.Asking" in made.recv(65536)
    print("served" if served() else "refused", flush=True)
    try:
        while served(): time.sleep(0.05)
    except OSError: pass
    print("no more", flush=True)
    while True: time.sleep(1)

    """

  @Test func `An app that was removed while it runs is served no more, and not anew`() throws {
    try withInstance { instance in
      let bundle = try TestBundle(
        script: Self.asking, named: "Asking", identifier: "org.example.Asking", of: instance)
      try bundle.sign("--adhoc")
      try instance.succeed(["app", "install", bundle.path])
      let program = try Program.locate("bailey").path
      let app = try Background(program, ["run", "Asking"], environment: instance.variables)
      defer { app.kill() }
      try app.waitForLine("served")
      try instance.succeed(["app", "remove", "--yes", "org.example.Asking"])
      try app.waitForLine("no more")
      // It is not served anew either, though what started it asks for that.
      #expect(try instance.succeed(["app", "ps"]).output.isEmpty)
    }
  }

  @Test func `An app named as another program leaves that program's menu entry alone`() throws {
    try withInstance { instance in
      let identifier = "org.gnome.Terminal"
      let entries = instance.home.deletingLastPathComponent().appending(path: "data/applications")
      try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
      let own = "[Desktop Entry]\nType=Application\nName=Terminal\nExec=gnome-terminal\n"
      let files = ["\(identifier).desktop", "bailey-\(identifier).desktop"].map { entries.appending(path: $0) }
      for file in files { try own.write(to: file, atomically: true, encoding: .utf8) }
      let bundle = try TestBundle(script: "#!/bin/sh\n", named: "Terminal", identifier: identifier, of: instance)
      try bundle.sign("--adhoc")
      #expect(try bundle.install().errors.contains("there is no entry in the desktop's menus"))
      let refused = try instance.bailey(["app", "export-desktop", identifier])
      #expect(refused.exitCode == 1 && refused.errors.contains("is not Bailey's, and stays as it is."))
      try instance.succeed(["app", "remove", "--yes", identifier])
      for file in files { #expect(try String(contentsOf: file, encoding: .utf8) == own) }
    }
  }

  @Test func `Two instances' menu entries do not collide, and go with the app and with the instance`() throws {
    func entries(_ folder: URL) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    }
    try withInstance { first in
      let data = first.home.deletingLastPathComponent().appending(path: "data")
      let folder = data.appending(path: "applications")
      let second = try RunningInstance()
      defer { second.stop() }
      func bailey(_ instance: RunningInstance, _ words: String..., input: String = "") throws -> ProgramResult {
        let variables = instance.variables.merging(["XDG_DATA_HOME": data.path]) { $1 }
        return try Program.run(Program.locate("bailey").path, words, input: input, environment: variables)
      }
      for instance in [first, second] {
        let bundle = try TestBundle(script: "#!/bin/sh\n", named: "Tool", identifier: "org.example.Tool", of: instance)
        try bundle.sign("--adhoc")
        // An update has the same one.
        for _ in 0..<2 { #expect(try bailey(instance, "app", "install", bundle.path).exitCode == 0) }
      }
      #expect(entries(folder).count == 2)
      let texts = try entries(folder).map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      for instance in [first, second] { #expect(texts.contains { $0.contains("BAILEY_HOME=\(instance.home.path)\"") }) }
      #expect(try bailey(first, "app", "remove", "--yes", "org.example.Tool").exitCode == 0)
      #expect(entries(folder).count == 1)
      #expect(try bailey(second, "erase", "--yes", input: "\(RunningInstance.passcode)\n").exitCode == 0)
      #expect(entries(folder).isEmpty)
    }
  }

  @Test func `Apps of one publisher share what their group has`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let group = "<key>com.apple.security.application-groups</key><array><string>group.org.example</string></array>"
      let script =
        "#!/bin/sh\ncase $1 in write) echo shared > /groups/group.org.example/f ;; read) cat /groups/group.org.example/f ;; esac\n"
      for name in ["One", "Two"] {
        try instance.installSigned(
          TestBundle(script: script, named: name, identifier: "org.example.\(name)", entitlements: group, of: instance))
      }
      try instance.installSigned(
        TestBundle(script: script, named: "Three", identifier: "org.example.Three", of: instance))
      try instance.succeed(["run", "One", "write"])
      #expect(try instance.succeed(["run", "Two", "read"]).output == "shared\n")
      #expect(try instance.bailey(["run", "Three", "read"]).exitCode != 0)
    }
  }

  @Test func `A container has the class that the entitlements name`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let key = "<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>"
      let script = "#!/bin/sh\necho text > \"$HOME/Documents/file\"\n"
      try instance.installSigned(
        TestBundle(script: script, named: "Safe", identifier: "org.example.Safe", entitlements: key, of: instance))
      try instance.succeed(["run", "Safe"])
      let file = instance.mount.appending(path: "Containers/org.example.Safe/Documents/file").path
      #expect(try instance.succeed(["files", "class", "get", file]).output == "complete\n")
    }
  }

  /// Whichever of its steps it is killed at, the app that was there runs, or the new one does.
  @Test func `An installer that is killed leaves one version or the other`() throws {
    try withLedger { instance, _ in
      try instance.succeed(["run", "Ledger", "write"], input: "hunter2\n")
      let next = try TestBundle("Ledger", identifier: Self.ledger, version: "2.0", of: instance)
      try next.sign()
      let program = try Program.locate("bailey").path
      for delay in stride(from: 5_000, through: 400_000, by: 25_000) {
        let installer = try Background(program, ["app", "install", next.path], environment: instance.variables)
        usleep(UInt32(delay))
        installer.kill()
        let listed = try instance.succeed(["app", "list"]).output
        #expect(listed.hasPrefix("Ledger  \(Self.ledger)  1.0") || listed.hasPrefix("Ledger  \(Self.ledger)  2.0"))
        #expect(try lines(instance, "Ledger", "read").first == "keychain: hunter2")
      }
      try instance.succeed(["app", "install", next.path])
      #expect(try instance.succeed(["app", "list"]).output.hasPrefix("Ledger  \(Self.ledger)  2.0"))
      // What the killed ones left is gone.
      let left = try FileManager.default.contentsOfDirectory(
        atPath: instance.home.appending(path: "apps/\(Self.ledger)").path)
      #expect(left.count == 1)
    }
  }
}
