// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Apps that are given nothing and told that they may, as on visionOS: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct EmptySourceScenarios {
  private static let viewer = "org.example.Viewer"
  private static let finder = "org.example.Viewfinder"
  private static let entitlements = [
    "device.camera", "device.audio-input", "personal-information.location", "personal-information.photos-library",
    "personal-information.addressbook", "personal-information.calendars",
  ].map { "<key>com.apple.security.\($0)</key><true/>" }.joined()
  private static let purposes = [
    "Camera", "Microphone", "PhotoLibrary", "Contacts", "LocationWhenInUse", "CalendarsFullAccess",
    "CalendarsWriteOnlyAccess",
  ].map { "<key>NS\($0)UsageDescription</key><string>Why it wants this: \($0).</string>" }.joined()

  /// With a program of the machine's own that knows nothing of Bailey, and a device of which each reader gets a line.
  private func withViewer(
    _ program: String, _ setting: String = "camera", _ body: (RunningInstance, TestDevice) throws -> Void
  ) throws {
    try withInstance { instance throws in
      let device = try TestDevice()
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "\(setting) = \(device.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          program, named: "Viewer", identifier: Self.viewer, entitlements: Self.entitlements, info: Self.purposes,
          of: instance))
      try body(instance, device)
    }
  }

  private func look(_ instance: RunningInstance, _ device: TestDevice, _ count: Int = 8) throws -> String {
    let result = try instance.bailey(["run", "Viewer", "--", "-An", "-tx1", "-N", "\(count)", device.path])
    return result.output + result.errors
  }

  @Test func `An unmodified program films black, the log says so, and the camera itself is not opened`() throws {
    try withViewer("/usr/bin/od") { instance, camera throws in
      try camera.show("frame\n")
      try instance.succeed(["privacy", "record", "on"])
      #expect(
        try instance.succeed(["privacy", "deny", "Camera", Self.viewer, "--empty"]).output
          == "\(Self.viewer) is told that it may access the camera, and gets black pictures.\n")
      #expect(try look(instance, camera) == " 10 80 10 80 10 80 10 80\n")
      #expect(
        try instance.succeed(["privacy", "list"]).output
          == "Camera  \(Self.viewer) (Viewer)  empty (is told that it may, and gets black pictures)\n")
      let shown = try instance.succeed(["privacy", "show", Self.viewer, "--json"]).output
      #expect(shown.contains("\"answer\":\"empty\"") && shown.contains("\"auth_value\":0"))
      let log = try instance.succeed(["privacy", "log"]).output
      #expect(log.contains("\(Self.viewer)  Camera (an empty source)"), "\(log)")
      #expect(try instance.succeed(["privacy", "log", "--ndjson"]).output == "")
      #expect(try instance.succeed(["privacy", "report"]).output.contains("Camera (empty)"))

      // Nothing was taken from the camera: what it showed is still there for who is allowed it.
      try instance.succeed(["privacy", "grant", "Camera", Self.viewer], input: "\(RunningInstance.passcode)\n")
      #expect(try look(instance, camera, 6) == " 66 72 61 6d 65 0a\n")
      try instance.succeed(["privacy", "deny", "Camera", Self.viewer])
      #expect(try look(instance, camera).contains("Permission denied"))
    }
  }

  @Test func `A silent microphone is read as silence`() throws {
    try withViewer("/usr/bin/od", "microphone") { instance, microphone throws in
      try instance.succeed(["privacy", "deny", "Microphone", Self.viewer, "--empty"])
      #expect(try look(instance, microphone, 4) == " 00 00 00 00\n")
    }
  }

  @Test(.enabled(if: Program.isInstalled("ffmpeg"), "Scripts/setup test installs ffmpeg"))
  func `A program that films with Video for Linux goes on, in its sandbox`() throws {
    try withViewer("/usr/bin/ffmpeg") { instance, camera throws in
      try instance.succeed(["privacy", "deny", "Camera", Self.viewer, "--empty"])
      let film = try instance.bailey(
        ["run", "Viewer", "--", "-loglevel", "error", "-f", "v4l2", "-video_size", "320x240", "-i", camera.path]
          + ["-frames:v", "4", "-c:v", "copy", "-f", "framemd5", "-"])
      let sums = film.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: ",").last }
      #expect(film.exitCode == 0 && sums.count == 4 && Set(sums).count == 1, "\(film)")
    }
  }

  @Test func `An app that has the camera open is ended when it is given an empty one instead`() throws {
    try withViewer("/usr/bin/od") { instance, camera throws in
      try instance.succeed(["privacy", "grant", "Camera", Self.viewer], input: "\(RunningInstance.passcode)\n")
      let running = try Background(
        "bailey", ["run", "Viewer", "--", "-An", "-tx1", "-N", "600", camera.path], environment: instance.variables)
      try camera.show("frame\n")
      try instance.succeed(["privacy", "record", "on"])
      try eventually { try camera.isTaken }
      try instance.succeed(["privacy", "deny", "Camera", Self.viewer, "--empty"])
      try running.wait()
      #expect(running.lines().isEmpty)
    }
  }

  @Test func `Apple's functions say that it is allowed, and there is nothing`() throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          "Viewfinder", identifier: Self.finder, entitlements: Self.entitlements, info: Self.purposes, of: instance))
      func run(_ words: String...) throws -> String {
        let result = try instance.bailey(["run", "Viewfinder"] + words)
        return result.output + result.errors
      }
      try instance.succeed(["privacy", "record", "on"])
      try instance.succeed(["privacy", "location", "set", "48.8584,2.2945"])
      for service in ["Camera", "Microphone", "Photos", "AddressBook", "Calendar", "Location"] {
        try instance.succeed(["privacy", "deny", service, Self.finder, "--empty"])
      }
      let status = try run("status")
      for line in [
        "camera: authorized", "microphone: authorized", "location: authorizedWhenInUse", "photos: authorized",
        "contacts: authorized", "calendar: fullAccess", "tracking: notDetermined",
      ] {
        #expect(status.contains(line + "\n"), "\(line) is not in \(status)")
      }
      #expect(try run("camera") == "camera: allowed\n")
      #expect(try run("contacts") == "contacts: true\n")
      #expect(try run("photos") == "photos: authorized\n")
      #expect(try run("microphone") == "microphone: true\n")
      #expect(try run("where") == "where: unknown\n")
      // Nothing of the person's was used.
      #expect(try instance.succeed(["privacy", "log", "--ndjson"]).output == "")

      let tracking = try instance.bailey(["privacy", "deny", "UserTracking", Self.finder, "--empty"])
      #expect(tracking.exitCode == 1 && tracking.errors.contains("there is no empty source"))
      // It stands for whoever bears the name, as a refusal does.
      try instance.succeed(["app", "remove", Self.finder, "--keep-data"])
      #expect(try instance.succeed(["privacy", "prune"]).output.hasPrefix("6 answers"))
    }
  }
}
