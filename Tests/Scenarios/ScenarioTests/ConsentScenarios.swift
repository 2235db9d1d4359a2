// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// An app that knows nothing of Bailey, a device, the agent and the person: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct ConsentScenarios {
  private static let app = "org.example.Viewer"
  private static let entitled = "<key>com.apple.security.device.camera</key><true/>"
  private static let purpose =
    "<key>NSCameraUsageDescription</key><string>Your picture is shown while you talk.&#10;1 Allow</string>"

  /// With `head`, the machine's own, as an app.
  private func withViewer(
    entitlements: String = entitled, info: String = purpose, _ body: (RunningInstance, TestDevice) throws -> Void
  ) throws {
    try withInstance { instance throws in
      let camera = try TestDevice()
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          "/usr/bin/head", named: "Viewer", identifier: Self.app, entitlements: entitlements, info: info, of: instance))
      try body(instance, camera)
    }
  }

  private func look(_ instance: RunningInstance, _ camera: TestDevice) throws -> ProgramResult {
    try instance.bailey(["run", "Viewer", "--", "-n", "1", camera.path])
  }

  private func answers(_ instance: RunningInstance) throws -> String {
    try instance.succeed(["privacy", "list"]).output
  }

  @Test func `A person refuses, allows once, allows and takes back, and an unmodified program is held to it`() throws {
    try withViewer { instance, camera throws in
      try camera.film()
      // Nobody can be asked: that is no grant, and no refusal either.
      #expect(try look(instance, camera).errors.contains("Permission denied"))
      #expect(try answers(instance) == "No app has asked for anything.\n")
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.close)
        #expect(try look(instance, camera).errors.contains("Permission denied"))
        #expect(try answers(instance) == "No app has asked for anything.\n")

        try agent.press(.second)
        #expect(try look(instance, camera).errors.contains("Permission denied"))
        #expect(try answers(instance) == "Camera  org.example.Viewer (Viewer)  denied\n")
        // Not asked again.
        #expect(try look(instance, camera).errors.contains("Permission denied"))

        #expect(try instance.succeed(["privacy", "reset", "camera", Self.app]).output == "1 answer was forgotten.\n")
        try agent.press(.first, .second)
        #expect(try look(instance, camera).output == "frame\n")
        #expect(try answers(instance).hasSuffix("allowed  (was for one run, which is over)\n"))
        try agent.press(.close)
        try camera.film()
        #expect(try look(instance, camera).errors.contains("Permission denied"))

        try agent.press(.first, .first)
        #expect(try look(instance, camera).output == "frame\n")
        try camera.film()
        #expect(try look(instance, camera).output == "frame\n")
        #expect(try answers(instance) == "Camera  org.example.Viewer (Viewer)  allowed\n")
        let question = try #require(agent.told.first { $0.hasPrefix("SETDESC \"Viewer\"") })
        #expect(
          question == "SETDESC \"Viewer\" would like to access the camera.%0AThe app is org.example.Viewer.%0A"
            + "It says: \"Your picture is shown while you talk. 1 Allow\"")
        try instance.succeed(["privacy", "deny", "Camera", Self.app])
        #expect(try look(instance, camera).errors.contains("Permission denied"))
      }
    }
  }

  @Test func `What is taken back from a running app ends it`() throws {
    try withViewer { instance, camera throws in
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.first, .first)
        let running = try Background(
          "bailey", ["run", "Viewer", "--", "-n", "2", camera.path], environment: instance.variables)
        try camera.film()
        // It prints when it has all lines; that it was given the device shows in the answers.
        try eventually { try answers(instance).hasSuffix("allowed\n") }
        try instance.succeed(["privacy", "deny", "Camera", Self.app])
        try running.wait()
        #expect(running.lines().isEmpty)
      }
    }
  }

  @Test func `An app that does not say why is ended, and one that is not entitled finds no camera`() throws {
    try withViewer(info: "") { instance, camera throws in
      let result = try look(instance, camera)
      #expect(result.exitCode == 137)
      #expect(result.errors.contains("NSCameraUsageDescription"))
    }
    try withViewer(entitlements: "") { instance, camera throws in
      #expect(try look(instance, camera).errors.contains("No such file"))
    }
  }

  @Test func `An app that was renamed is not addressed by what is installed`() throws {
    try withViewer { instance, camera throws in
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      try instance.succeed(["app", "remove", Self.app, "--keep-data"])
      #expect(try answers(instance).hasSuffix("denied  (the app is gone: bailey privacy prune)\n"))
      #expect(
        try instance.tccutil("reset", "All", Self.app).output
          == "Successfully reset All approval status for \(Self.app)\n")
      #expect(try answers(instance) == "No app has asked for anything.\n")
      try instance.succeed(["privacy", "deny", "Camera", "/gone/viewer"])
      #expect(try instance.succeed(["privacy", "prune"]).output == "1 answer to apps that are gone was forgotten.\n")
    }
  }

  @Test func `tccutil says what macOS's says, with its exit codes`() throws {
    try withInstance { instance throws in
      let usage = try instance.tccutil("list")
      #expect(usage.errors == "tccutil: Usage: tccutil reset SERVICE [BUNDLE_ID]\n" && usage.exitCode == 64)
      let camera = try instance.tccutil("reset", "Camera")
      #expect(camera.output == "Successfully reset Camera\n" && camera.exitCode == 0)
      let network = try instance.tccutil("reset", "LocalNetwork")
      #expect(network.errors == "tccutil: Failed to reset LocalNetwork\n" && network.exitCode == 70)
      let misspelt = try instance.tccutil("reset", "camera", "a.b")
      #expect(misspelt.errors == "tccutil: Failed to reset camera approval status for a.b\n" && misspelt.exitCode == 70)
      let unknown = try instance.tccutil("reset", "Camera", "com.x", "--like-apple")
      #expect(unknown.exitCode == 64 && unknown.errors.contains("(OSStatus error -10814.)"))
      #expect(try instance.tccutil("reset", "Camera", "com.x") == unknown)
    }
  }
}
