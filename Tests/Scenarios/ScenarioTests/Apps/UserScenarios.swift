// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Several people on one machine: as root, with two users that every Debian has.
@Suite(
  .serialized,
  .enabled(if: Program.canConfine && getuid() == 0 && Program.isInstalled("setpriv"), "needs root, bwrap and FUSE"))
struct UserScenarios {
  /// An instance of another user.
  private struct Person {
    struct Failed: Error {
      let words: [String]
      let result: ProgramResult
    }

    let user: UInt32
    let folder: URL

    init(_ user: UInt32) throws {
      self.user = user
      folder = URL(fileURLWithPath: "/tmp/bailey-user-\(user)-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      guard unsafe chown(folder.path, user, user) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    func run(_ name: String, _ words: [String], input: String = "", home: URL? = nil) throws -> ProgramResult {
      let home = home ?? folder
      let program = try Program.locate(name).path
      return try Program.run(
        "setpriv",
        [
          "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "env", "-i", "PATH=/usr/bin:/bin",
          "HOME=\(folder.path)", "BAILEY_HOME=\(home.path)/home", program,
        ] + words, input: input)
    }

    func succeed(_ words: String..., input: String = "") throws -> String {
      let result = try run("bailey", words, input: input)
      guard result.exitCode == 0 else {
        throw Failed(words: words, result: result)
      }
      return result.output
    }

    func stop() {
      _ = try? run("bailey", ["down"])
      _ = try? FileManager.default.removeItem(at: folder)
    }
  }

  private static let script = """
    #!/bin/sh
    echo mine > "$HOME/Documents/file"
    ls -R / 2>/dev/null | grep -c "$1"
    cat "$2" 2>/dev/null || echo nothing
    echo "$(id -u)"
    """

  @Test func `Instances of two users see nothing of each other`() throws {
    let people = try [Person(65_534), Person(5)]
    defer { people.forEach { $0.stop() } }
    for person in people {
      _ = try person.succeed("up", "--mount", person.folder.path + "/mount")
      _ = try person.succeed("passcode", "set", input: "\(RunningInstance.passcode)\n")
    }
    let (ada, eve) = (people[0], people[1])
    let bundle = ada.folder.appending(path: "Tool.app")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(Self.script.utf8).write(to: bundle.appending(path: "Tool"))
    let info =
      "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>org.example.Tool</string>"
      + "<key>CFBundleExecutable</key><string>Tool</string></dict></plist>"
    try Data(info.utf8).write(to: bundle.appending(path: "Info.plist"))
    try Program.run("chmod", ["755", bundle.appending(path: "Tool").path])
    try Program.run("chown", ["-R", "65534:65534", bundle.path])
    _ = try ada.succeed("app", "sign", "--adhoc", bundle.path)
    _ = try ada.succeed("app", "install", bundle.path)
    let seen = try ada.succeed("run", "Tool", "bailey-user-5", eve.folder.path + "/mount")
    #expect(seen == "0\nnothing\n65534\n")
    // The other person has no such app, and reaches neither the instance nor its files.
    #expect(try eve.succeed("app", "list") == "")
    #expect(try eve.run("bailey", ["run", "Tool"]).errors.contains("is not installed"))
    for words in [["app", "list"], ["run", "Tool"], ["lock", "--now"], ["app", "ps"]] {
      #expect(try eve.run("bailey", words, home: ada.folder).exitCode != 0, "\(words)")
    }
    let container = ada.folder.path + "/mount/Containers/org.example.Tool/Documents/file"
    #expect(try eve.run("cat", [container]).exitCode != 0)
    #expect(try ada.run("cat", [container]).output == "mine\n")
    #expect(try eve.run("ls", [ada.folder.path + "/home/apps"]).exitCode != 0)
    #expect(try eve.run("ls", [ada.folder.path + "/home/run"]).exitCode != 0)
    #expect(try ada.succeed("status", "--json").contains("\"state\":\"unlocked\""))
  }

  /// Apple's rules for `identifierForVendor`.
  @Test func `The vendor identifier is the publishers and goes with its last app`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      func install(_ name: String, _ words: String...) throws {
        let bundle = try TestBundle("keychain-client", named: name, identifier: "org.example.\(name)", of: instance)
        try instance.succeed(["app", "sign"] + words + [bundle.path])
        try instance.succeed(["app", "install", bundle.path])
      }
      func vendor(_ name: String) throws -> String { try instance.succeed(["run", name, "vendor"]).output }
      try install("One", "--as", "Ada")
      try install("Two", "--as", "Ada")
      try instance.succeed(["app", "certificate", "Eve"])
      try install("Other", "--as", "Eve")
      let first = try vendor("One")
      #expect(first.split(separator: ".").count == 16)
      #expect(try vendor("Two") == first && vendor("Other") != first)
      // An update keeps it, and so does the removal of one of two apps.
      try install("One", "--as", "Ada")
      try instance.succeed(["app", "remove", "--yes", "org.example.One"])
      #expect(try vendor("Two") == first)
      // An ad-hoc signature says nothing of the maker: the identifier does.
      try install("Three", "--adhoc")
      #expect(try vendor("Three") != first && vendor("Three").split(separator: ".").count == 16)
      // A program outside has none, whatever it is.
      #expect(try ClientProgram("Outside", of: instance).run("vendor").output == "none\n")
      // Nor anybody before the first unlock.
      try instance.restart()
      #expect(try vendor("Two") == "none\n")
      try instance.unlock()
      #expect(try vendor("Two") == first)
      try instance.succeed(["app", "remove", "--yes", "org.example.Two"])
      try install("One", "--as", "Ada")
      let next = try vendor("One")
      #expect(next != first && next.split(separator: ".").count == 16)
    }
  }
}
