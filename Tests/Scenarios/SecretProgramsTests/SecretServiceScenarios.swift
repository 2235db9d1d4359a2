// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import MessageBus
import RunningInstance
import Testing
import Threads

/// The service on a real bus and a real instance: how it starts, dies, and stands floods.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretServiceScenarios {
  private static let name = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let mail = ["service", "mail", "user", "ada"]

  @Test func `The bus starts it again whenever it was killed`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
      for _ in 0..<3 {
        let process = try #require(session.service)
        kill(process, SIGKILL)
        try eventually { kill(process, 0) != 0 || session.service != process }
        #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
      }
      try session.instance.lock()
      if let process = session.service { kill(process, SIGKILL) }
      let found = try session.run("secret-tool", ["search", "--all"] + Self.mail)
      #expect(found.output.contains("label = Mail") && !found.output.contains("opensesame"), "\(found)")
    }
  }

  @Test func `What a backup brings back is found at once`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
      let file = session.folder.appending(path: "backup").path
      let both = RunningInstance.passcode + "\na passphrase of many words\n"
      try session.instance.succeed(["keychain", "backup", file], input: both)
      try session.succeed("secret-tool", ["clear"] + Self.mail)
      let process = try #require(session.service)
      #expect(try session.run("secret-tool", ["lookup"] + Self.mail).exitCode == 1)
      try session.instance.succeed(["keychain", "restore", "--yes", file], input: both)
      try eventually { try session.run("secret-tool", ["lookup"] + Self.mail).output == "opensesame" }
      #expect(session.service == process)
    }
  }

  @Test func `Status says who answers and disabling ends it`() throws {
    try withSession { session in
      let status = try session.instance.succeed(["secrets", "status", "--json"]).output
      #expect(status.contains(#""enabled":true"#) && status.contains(#""owner":"bailey-secrets""#), "\(status)")
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
      try session.instance.succeed(["secrets", "disable"])
      try eventually { session.service == nil }
      let gone = try session.instance.bailey(["secrets", "status"])
      #expect(gone.exitCode == 1 && gone.output.contains("Not enabled"), "\(gone)")
      try session.enable()
      #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
    }
  }

  @Test func `Where another service has the name it is left to it and told of`() throws {
    let session = try DesktopSession()
    defer { session.end() }
    let other = try BusConnection(to: .address(session.address))
    try other.requestName(Self.name)
    let result = try session.instance.bailey(["secrets", "enable"])
    #expect(result.exitCode == 0 && result.errors.contains("has the name in this session"), "\(result)")
    #expect(try other.owner(of: Self.name) == other.uniqueName)
    let alone = try session.run("bailey-secrets", [])
    #expect(alone.exitCode == 1 && alone.errors.contains("another service answers"), "\(alone)")
    other.close()
    try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
    #expect(session.service != nil)
  }

  @Test func `A service file of somebody else is left alone`() throws {
    let session = try DesktopSession()
    defer { session.end() }
    let folder = session.instance.home.deletingLastPathComponent().appending(path: "data/dbus-1/services")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "org.freedesktop.secrets.service")
    try Data("[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/false\n".utf8).write(to: file)
    for word in ["enable", "disable"] {
      let result = try session.instance.bailey(["secrets", word])
      #expect(result.exitCode == 1 && result.errors.contains("is not Bailey's"), "\(result)")
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains("/bin/false"))
  }

  @Test func `A flood of calls and hostile values harms nobody`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
      let bus = try BusConnection(to: .address(session.address))
      defer { bus.close() }
      let calls = LongTests.rounds(2_000, of: 100_000)
      let (answers, refusals) = (Locked(0), Locked(0))
      for number in 0..<calls {
        // As many as a program may leave unanswered on the bus.
        try eventually { number - answers.withLock({ $0 }) < 1_000 }
        try bus.send(Self.call(number)) { result in
          if case .failure(let error) = result {
            if case .refused = error { refusals.withLock { $0 += 1 } }
          }
          answers.withLock { $0 += 1 }
        }
      }
      try eventually { answers.withLock { $0 } == calls }
      #expect(refusals.withLock { $0 } >= calls / 2)
      #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
      let status = try String(contentsOfFile: "/proc/\(#require(session.service))/status", encoding: .utf8)
      #expect(status.contains("bailey-secrets"))
    }
  }

  /// Half of them are as they should be.
  private static func call(_ number: Int) -> BusCall {
    let service = "org.freedesktop.Secret.Service"
    switch number % 8 {
    case 0: return BusCall(to: name, root, service, "SearchItems", .array(of: "s", [.string("x")]))
    case 1: return BusCall(to: name, root, service, "Unlock", .array(of: "s", [.string("/")]))
    case 2: return BusCall(to: name, "\(root)/collection/x/y/z", "org.freedesktop.Secret.Item", "Delete")
    case 3:
      let deep = (0..<30).reduce(BusValue.string("x")) { value, _ in .variant(value) }
      return BusCall(to: name, root, service, "OpenSession", .string("plain"), .variant(deep))
    case 4:
      return BusCall(
        to: name, root, service, "SearchItems",
        .dictionary(keys: "s", values: "s", [BusEntry(key: .string("user"), value: .string("ada"))]))
    case 5: return BusCall(to: name, root, service, "ReadAlias", .string("default"))
    case 6:
      return .property("Label", of: "org.freedesktop.Secret.Collection", at: "\(root)/collection/default", of: name)
    default: return BusCall(to: name, root, service, "Lock", .array(of: "o", []))
    }
  }
}
