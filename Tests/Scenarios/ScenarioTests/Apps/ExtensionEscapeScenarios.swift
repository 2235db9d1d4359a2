// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// A widget extension that tries each way out of a sandbox that an app tries, with all entitlements that it can claim.
@Suite(.serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct ExtensionEscapeScenarios {
  private static let app = "org.example.Escape"
  private static let folder = "PlugIns/Attack.appex"
  private static let network = "<key>com.apple.security.network.client</key><true/>"
  private static let escape = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "escape.py")

  /// What it finds out goes into its own folder: its output is read by others.
  private static func script(_ arguments: [String]) throws -> String {
    let words = arguments.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      #!/usr/bin/python3
      import os, sys
      sys.argv = [sys.argv[0], \(words)]
      sys.stdout = open(os.environ["HOME"] + "/result", "w")
      status = open("/proc/self/status").read()
      for key in ("CapEff", "CapBnd", "Seccomp"):
          value = [line.split()[1] for line in status.splitlines() if line.startswith(key + ":")][0]
          print(f"{key} {int(value, 16)}")
      print("environ", len(open("/proc/1/environ").read()))
      try:
          import ctypes
          libc = ctypes.CDLL(None, use_errno=True)
          print("remount", libc.mount(b"none", b"/usr", None, 0x1020, None))
      except OSError:
          print("remount -1")
      sys.stdout.flush()

      """ + (try String(contentsOf: escape, encoding: .utf8))
  }

  private func bundle(
    _ instance: RunningInstance, app: String, appex: String, script: String = "#!/bin/sh\n"
  ) throws -> TestBundle {
    let bundle = try TestBundle(
      script: "#!/bin/sh\n", named: "Ledger", identifier: Self.app, entitlements: app, of: instance)
    try FileManager.default.createDirectory(
      atPath: bundle.path + "/" + Self.folder, withIntermediateDirectories: true)
    try bundle.add(Self.folder + "/Attack", script)
    try bundle.write(
      "<key>CFBundleIdentifier</key><string>\(Self.app).attack</string><key>CFBundleExecutable</key>"
        + "<string>Attack</string><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.widgetkit-extension</string></dict>", to: Self.folder + "/Info.plist")
    try bundle.write(appex, to: Self.folder + "/Entitlements.plist")
    return bundle
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `Every way out is refused to an extension too`(user: UInt32?) throws {
    let instance = try RunningInstance(passcode: .absent, of: user)
    defer { instance.stop() }
    let outside = instance.home.deletingLastPathComponent().appending(path: "bailey-outside")
    try Data("the person's".utf8).write(to: outside)
    try instance.own(outside.path)
    let process = try Background("sleep", ["600"])
    defer { process.kill() }
    let script = try Self.script([
      instance.mount.appending(path: "Containers/\(Self.app)").path, "\(process.process)",
      instance.home.appending(path: "run/broker.sock").path, outside.path, "bailey-nobody",
    ])
    let name = "<key>application-identifier</key><string>ADHOC.\(Self.app)</string>"
    let bundle = try bundle(instance, app: Self.network, appex: Self.network + name, script: script)
    try bundle.sign("--adhoc")
    try instance.succeed(["app", "install", bundle.path])
    // The same program by its path, where what it claims for itself opens nothing.
    let alone = bundle.path + "/" + Self.folder + "/Attack"
    for source in [["--app", Self.app], ["--executable", alone]] {
      #expect(try instance.bailey(["widget", "render"] + source).exitCode != 0)
      let take = "cat \"$0\"/Widgets/*/Data/result && rm \"$0\"/Widgets/*/Data/result"
      let read = try instance.asUser("/bin/sh", ["-c", take, instance.mount.path])
      let lines = try Program.run(read[0], Array(read.dropFirst())).output.split(separator: "\n").map(String.init)
      let facts = ["CapEff 0", "CapBnd 0", "Seccomp 2", "environ 0", "remount -1"]
      #expect(Array(lines.prefix(facts.count)) == facts, "\(source)")
      // With the network of its app, addresses of others lead to the proxy, which holds them to the app's answers.
      let entitled = source[0] == "--app" ? ["reach the network: OUT"] : []
      let ways = lines.dropFirst(facts.count).filter { !entitled.contains($0) }
      #expect(ways.count >= 70, "\(source)")
      #expect(ways.allSatisfy { $0.contains(": refused (") }, "\(ways.filter { !$0.contains(": refused (") })")
    }
  }

  @Test func `An extension has no entitlement that its app does not have, at signing and at installation`() throws {
    try withInstance { instance in
      let bundle = try bundle(instance, app: "", appex: Self.network)
      let refused = try instance.bailey(["app", "sign", "--adhoc", bundle.path])
      let sentence = "the app is not entitled to 'com.apple.security.network.client'"
      #expect(refused.exitCode == 1 && refused.errors.contains(sentence), "\(refused)")
      // A bundle that another tool has sealed so.
      try bundle.write("", to: Self.folder + "/Entitlements.plist")
      try bundle.sign("--adhoc")
      try bundle.write(Self.network, to: Self.folder + "/Entitlements.plist")
      try Program.run("python3", ["-c", Self.seal, bundle.path, Self.folder + "/Entitlements.plist"])
      let installed = try bundle.install()
      #expect(installed.exitCode == 1 && installed.errors.contains("and its app is not"), "\(installed)")
      // A developer's signature makes no difference; with what the app has too it is installed.
      try instance.makeDeveloper()
      let alone = try self.bundle(instance, app: "", appex: Self.network)
      #expect(try instance.bailey(["app", "sign", alone.path]).errors.contains(sentence))
      let both = try self.bundle(instance, app: Self.network, appex: Self.network)
      try both.sign()
      #expect(try both.install().exitCode == 0)
    }
  }

  /// Writes the size and the digest of a file into an ad-hoc bundle's sealed list.
  private static let seal = """
    import hashlib, sys
    bundle, name = sys.argv[1:]
    path = bundle + "/_CodeSignature/SealedList"
    contents = open(f"{bundle}/{name}", "rb").read()
    lines = open(path).read().split("\\n")
    for index, line in enumerate(lines):
        parts = line.split(" ")
        if parts[0] == "file" and parts[-1] == name:
            lines[index] = " ".join(["file", parts[1], str(len(contents)), hashlib.sha256(contents).hexdigest(), name])
    open(path, "w").write("\\n".join(lines))
    """
}
