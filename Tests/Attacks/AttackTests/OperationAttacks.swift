// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// A program of the same user, or somebody at its terminal, that has not the passcode: it can destroy, and see no more.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct OperationAttacks {
  /// What loosens something, as it is typed.
  private static let operations = [
    ["widget", "settings", "lockScreen=show"], ["widget", "settings", "column=hide", "watchFace:any=show"],
    ["settings", "grace-seconds=3600"], ["settings", "erase-after-ten=yes"],
    ["privacy", "grant", "camera", "/usr/bin/true"],
  ]

  private func settings(_ instance: RunningInstance) throws -> String {
    try instance.succeed(["widget", "settings"]).output + instance.succeed(["settings"]).output
  }

  @Test func `While locked nothing is shown, lengthened or allowed, with the passcode either`() throws {
    try withInstance { instance in
      let before = try settings(instance)
      for lock in [["lock"], ["lock", "--now"], ["restart"]] {
        try instance.succeed(lock)
        let more = [
          ["privacy", "reset", "All", "--yes"], ["privacy", "record", "on"],
          ["files", "class", "set", instance.mount.path, "none"],
        ]
        for operation in Self.operations + more {
          #expect(
            try instance.bailey(operation, input: "\(RunningInstance.passcode)\n").exitCode == 77,
            "\(lock) \(operation)")
        }
        #expect(try settings(instance) == before)
        for operation in [
          ["widget", "settings", "lockScreen=hide"], ["settings", "grace-seconds=10"],
          ["privacy", "deny", "camera", "/usr/bin/true"],
        ] where lock != ["restart"] || operation[0] != "privacy" {
          #expect(try instance.bailey(operation).exitCode == 0, "\(lock) \(operation)")
        }
        try instance.unlock()
      }
    }
  }

  @Test func `Unlocked, they take the passcode`() throws {
    try withInstance { instance in
      for operation in Self.operations.prefix(4) {
        #expect(try instance.bailey(operation, input: "wrong\n").exitCode == 3, "\(operation)")
        #expect(try instance.bailey(operation).exitCode == 1, "\(operation)")
      }
      try instance.succeed(["settings", "grace-seconds=60"], input: "\(RunningInstance.passcode)\n")
      try instance.succeed(["settings", "grace-seconds=30"])
      try instance.succeed(["widget", "settings", "lockScreen=show"], input: "\(RunningInstance.passcode)\n")
      try instance.succeed(["restart"])
      #expect(try settings(instance).contains("lockScreen=show"))
      #expect(try settings(instance).contains("grace-seconds=30"))
    }
  }

  @Test func `Without a passcode nobody is asked`() throws {
    try withInstance(.absent) { instance in
      try instance.succeed(["settings", "grace-seconds=60", "erase-after-ten=yes"])
      try instance.succeed(["widget", "settings", "lockScreen=show"])
      try instance.succeed(["erase", "--yes"])
    }
  }

  /// The text files are any program's to write.
  @Test func `A text file makes the settings stricter, and what would loosen them is said and ignored`() throws {
    try withInstance { instance in
      let config = instance.home.appending(path: "config")
      let widgets = instance.home.appending(path: "widgets")
      let text = try String(contentsOf: config, encoding: .utf8)
      try (text + "grace-seconds = 3600\n").write(to: config, atomically: true, encoding: .utf8)
      try "lockScreen=show\nwatchFace:any=show\n".write(to: widgets, atomically: true, encoding: .utf8)
      try instance.succeed(["restart"])
      #expect(try settings(instance).contains("lockScreen=hide"))
      #expect(try settings(instance).contains("grace-seconds=10\n"))
      let status = try instance.succeed(["status"]).output
      for word in [
        "'grace-seconds=3600' in the file 'config'", "'lockScreen=show' in the file 'widgets'", "watchFace:any=show",
      ] {
        #expect(status.contains(word), "\(status)")
      }
      try instance.unlock()
      // The owner takes it over, and the files say nothing of it any more.
      try instance.succeed(["settings", "grace-seconds=3600"], input: "\(RunningInstance.passcode)\n")
      try instance.succeed(["widget", "settings", "lockScreen=show"], input: "\(RunningInstance.passcode)\n")
      #expect(try !String(contentsOf: config, encoding: .utf8).contains("\ngrace-seconds"))
      #expect(try String(contentsOf: widgets, encoding: .utf8) == "watchFace:any=show\n")
      // Stricter counts: at once for widgets, at the next start for locking.
      try (text + "grace-seconds = 5\nerase-after-ten = yes\n").write(to: config, atomically: true, encoding: .utf8)
      try "lockScreen=hide\n".write(to: widgets, atomically: true, encoding: .utf8)
      try instance.succeed(["restart"])
      #expect(try settings(instance).contains("lockScreen=hide"))
      #expect(try settings(instance).contains("grace-seconds=5\nerase-after-ten=yes"))
    }
  }

  @Test func `A record of surfaces that was forged, put back or removed shows nothing, and the status says so`() throws
  {
    try withInstance { instance in
      let record = instance.home.appending(path: "broker/surfaces")
      let passcode = "\(RunningInstance.passcode)\n"
      try instance.succeed(["widget", "settings", "lockScreen=show"], input: passcode)
      let old = try Data(contentsOf: record)
      try instance.succeed(["widget", "settings", "lockScreen=hide"])
      for bytes in [old, Data("lockScreen=show\n".utf8), nil] {
        try instance.succeed(["down"])
        try FileManager.default.removeItem(at: record)
        if let bytes { try bytes.write(to: record) }
        try instance.succeed(["up", "--mount", instance.mount.path, "--passcode-stdin"], input: passcode)
        #expect(try instance.succeed(["widget", "settings"]).output.hasPrefix("lockScreen=hide\n"))
        #expect(try instance.status().contains(#""surfaces":"refused""#))
        // The owner begins anew.
        try instance.succeed(["widget", "settings", "column=show"], input: passcode)
        #expect(try instance.status().contains(#""surfaces":"inForce""#))
      }
    }
  }

  @Test func `An erase takes the passcode in every state, and the emergency word takes a terminal`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      for lock in [[], ["lock"], ["lock", "--now"], ["restart"]] {
        if !lock.isEmpty { try instance.succeed(lock) }
        #expect(try instance.bailey(["erase", "--yes"]).exitCode == 1)
        #expect(try instance.bailey(["erase", "--yes"], input: "wrong\n").exitCode == 3)
        #expect(try instance.bailey(["erase", "--yes", "--without-passcode"]).exitCode == 1)
        try instance.unlock()
        #expect(try Data(contentsOf: file) == Data("hello".utf8))
      }
      try instance.lock()
      for number in 1...4 { _ = try instance.bailey(["erase", "--yes"], input: "wrong \(number)\n") }
      #expect(try instance.bailey(["erase", "--yes"], input: "\(RunningInstance.passcode)\n").exitCode == 4)
      // Somebody at the terminal, who types it.
      let program = try Program.locate("bailey").path
      let typed = try Program.run(
        "script", ["-qec", "'\(program)' erase --yes --without-passcode", "/dev/null"], environment: instance.variables)
      #expect(typed.exitCode == 0, "\(typed.output)")
      #expect(try instance.bailey(["status"]).exitCode == 1)
    }
  }

  @Test func `With the passcode everything is erased while locked, too`() throws {
    try withInstance { instance in
      try instance.lock()
      try instance.succeed(["erase", "--yes"], input: "\(RunningInstance.passcode)\n")
    }
  }
}
