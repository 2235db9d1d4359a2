// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import Files
import Foundation
import Glibc
import RunningInstance
import Testing

/// `bailey run` and apps are killed while something is asked or opened for them: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AskingKillScenarios {
  private static let viewer = "org.example.Viewer"
  private static let entitlements = [
    "device.camera", "personal-information.addressbook", "files.user-selected.read-only",
  ]
  .map { "<key>com.apple.security.\($0)</key><true/>" }.joined()
  private static let purposes = ["Camera", "Contacts"]
    .map { "<key>NS\($0)UsageDescription</key><string>Why it wants this.</string>" }.joined()

  /// With a program of the machine's own, and a device of the test's.
  private func withViewer(_ program: String, _ body: (RunningInstance, TestDevice) throws -> Void) throws {
    try withInstance { instance throws in
      let device = try TestDevice()
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "camera = \(device.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          program, named: "Viewer", identifier: Self.viewer, entitlements: Self.entitlements, info: Self.purposes,
          of: instance))
      try body(instance, device)
    }
  }

  private func look(_ instance: RunningInstance, _ camera: TestDevice, _ count: Int = 4) throws -> Background {
    try Background(
      "bailey", ["run", "Viewer", "--", "-An", "-tx1", "-N", "\(count)", camera.path], environment: instance.variables)
  }

  /// Those whose words have this text.
  private func processes(with text: String) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: words, as: UTF8.self).contains(text)
    }
  }

  private func mounts(of instance: RunningInstance) throws -> [String] {
    try MountTable.current().entries.map(\.path).filter { $0.hasPrefix(instance.home.path + "/run/apps/") }
  }

  private func files(of instance: RunningInstance) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: instance.home.path + "/run/apps")
  }

  /// Later and later after the start: before the app runs, while it opens the device, and while it has it open.
  @Test(arguments: [true, false])
  func `kill -9 while a device is opened leaves nothing behind, and gives nothing`(isEmpty: Bool) throws {
    try withViewer("/usr/bin/od") { instance, camera throws in
      try instance.succeed(["privacy", "record", "on"])
      if isEmpty {
        try instance.succeed(["privacy", "deny", "Camera", Self.viewer, "--empty"])
      } else {
        try instance.succeed(["privacy", "grant", "Camera", Self.viewer], input: "\(RunningInstance.passcode)\n")
      }
      // How long it takes until the app has it, on this machine as it is now.
      let clock = ContinuousClock()
      let begun = clock.now
      let first = try look(instance, camera, 1 << 30)
      try eventually { try instance.succeed(["privacy", "report"]).output.contains("in use now") }
      first.kill()
      let time = clock.now - begun
      for round in 0..<24 {
        let running = try look(instance, camera, 1 << 30)
        _ = try? Poll.readable([], within: time * round / 20)
        running.kill()
      }
      // But for a `bwrap` that waits for its parent: the next start ends that one.
      try eventually { processes(with: camera.path).allSatisfy { words(of: $0).hasPrefix("/usr/bin/bwrap") } }
      try eventually { try mounts(of: instance).isEmpty }
      // Nor an app's message bus.
      try eventually {
        processes(with: instance.home.path + "/run/apps/").allSatisfy { !words(of: $0).contains("dbus-daemon") }
      }
      try eventually { try !instance.succeed(["privacy", "report"]).output.contains("in use now") }
      // What was allowed stands, what was not is not, and the next start works as the first one.
      let expected = isEmpty ? " 10 80 10 80" : " 66 72 61 6d"
      try camera.film()
      let last = try look(instance, camera)
      try last.wait()
      #expect(last.lines() == [expected])
      #expect(processes(with: camera.path).isEmpty)
      let left = try files(of: instance)
      #expect(left.isEmpty, "\(left)")
      let lines = try instance.succeed(["privacy", "log", "--ndjson"]).output.split(separator: "\n")
      let ends = lines.count { $0.contains("\"intervalEnd\"") }
      #expect(lines.count == 2 * ends)
      try instance.succeed(["privacy", "deny", "Camera", Self.viewer])
      let refused = try look(instance, camera)
      try refused.wait()
      #expect(refused.lines().isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `The prompt of an app that is killed while it waits is taken back`(isInside: Bool) throws {
    try withViewer("/usr/bin/od") { instance, camera throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.none)
        let waiting = try look(instance, camera)
        try eventually { agent.told.contains { $0.contains("would like to access the camera") } }
        let dialog = instance.home.deletingLastPathComponent().path + "/person-refuses/pinentry"
        // The agent's own words have it too.
        func dialogs() -> Int { processes(with: dialog).count - 1 }
        #expect(dialogs() > 0)
        if isInside {
          // The program in the sandbox, which has neither `bwrap`'s words nor those of `bailey`.
          let insiders = processes(with: "-tx1").filter { words(of: $0).hasPrefix("/app/Viewer.app/") }
          for process in insiders { Glibc.kill(process, SIGKILL) }
          try waiting.wait()
        } else {
          waiting.kill()
        }
        // The dialog goes, and nothing was answered.
        try eventually { dialogs() == 0 }
        #expect(try instance.succeed(["privacy", "list"]).output == "No app has asked for anything.\n")
        // The next one is shown.
        try agent.press(.first, .first)
        try camera.film()
        let next = try look(instance, camera)
        try next.wait()
        #expect(next.lines() == [" 66 72 61 6d"])
      }
    }
  }

  @Test func `A prompt whose baileyd is killed goes, says so, and is shown again`() throws {
    try withViewer("/usr/bin/od") { instance, camera throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.none)
        let waiting = try look(instance, camera)
        func asked() -> Int { agent.told.count { $0.contains("would like to access the camera") } }
        try eventually { asked() == 1 }
        let before = instance.processes(named: "baileyd")
        try camera.film()
        try agent.press(.first, .first)
        for process in before { kill(process, SIGKILL) }
        try eventually("the prompt is shown again") { asked() > 1 }
        try waiting.wait()
        #expect(waiting.lines() == [" 66 72 61 6d"])
        #expect(agent.notes.contains { $0.contains("did not arrive, and you are asked again") })
      }
    }
  }

  private func words(of process: Int32) -> String {
    String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data(), as: UTF8.self)
  }
}
