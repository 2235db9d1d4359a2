// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// The example app, signed and installed, and what it uses: from the first refusal to the report.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct WholeWalkScenarios {
  private static let app = "org.example.Viewfinder"
  private static let entitlements = ["device.camera", "personal-information.location", "network.client"]
    .map { "<key>com.apple.security.\($0)</key><true/>" }.joined()
  private static let info =
    ["Camera", "LocationWhenInUse", "LocalNetwork"].map {
      "<key>NS\($0)UsageDescription</key><string>The app shows what \($0) is for.</string>"
    }.joined() + "<key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>"

  private func withViewfinder(_ body: (RunningInstance, TestDevice, TestHost) throws -> Void) throws {
    try withInstance { instance throws in
      let camera = try TestDevice()
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle("Viewfinder", identifier: Self.app, entitlements: Self.entitlements, info: Self.info, of: instance))
      let host = try TestHost()
      defer { host.remove() }
      try body(instance, camera, host)
    }
  }

  private func run(_ instance: RunningInstance, _ words: [String]) throws -> String {
    let result = try instance.bailey(["run", "Viewfinder"] + words)
    return result.output + result.errors
  }

  private struct Stop {
    let service: String
    let words: [String]
    let refused: String
    let allowed: String
    /// What uses it until it is taken back.
    let goesOn: [String]
    /// What it says then; nil where it is ended.
    var last: String?
    let waitUntilUsed: (Background) throws -> Void
  }

  @Test func `One app is refused, allowed once, allowed and cut off, and the report has all of it`() throws {
    try withViewfinder { instance, camera, host throws in
      try instance.succeed(["privacy", "record", "on"])
      try instance.succeed(["privacy", "location", "set", "48.8584,2.2945"])
      let page = "http://\(host.address)/"
      let stops = [
        Stop(
          service: "Camera", words: ["camera", camera.path], refused: "camera: refused\n", allowed: "camera: frame\n",
          goesOn: ["camera", camera.path]
        ) { _ in try waitForUse(of: "Camera", instance) },
        Stop(
          service: "Location", words: ["location"], refused: "location: denied\n",
          allowed: "location: authorizedWhenInUse\n", goesOn: ["follow"], last: "where: denied"
        ) { try $0.waitForLine("where: fullAccuracy 48.8584,2.2945") },
        Stop(
          service: "LocalNetwork", words: ["fetch", page], refused: "network: refused (403)\n",
          allowed: "network: hello\n", goesOn: ["fetch", page + "stream"], last: "network: ended"
        ) { _ in try host.waitForReader() },
      ]
      try withAgent(of: instance, .refuses) { agent throws in
        for stop in stops { try walk(stop, instance, camera, agent) }
      }
      let log = try instance.succeed(["privacy", "log"]).output
      for line in ["\(Self.app)  Camera", "\(Self.app)  Location", "\(Self.app)  \(host.address)"] {
        #expect(log.contains(line), "\(line) is not in \(log)")
      }
      let file = instance.home.deletingLastPathComponent().appending(path: "report.html")
      try instance.succeed(["privacy", "report", "--html", file.path])
      let report = try String(contentsOf: file, encoding: .utf8)
      #expect(report.contains(Self.app) && report.contains(host.address))
    }
  }

  private func walk(_ stop: Stop, _ instance: RunningInstance, _ camera: TestDevice, _ agent: PasscodeAgent) throws {
    func used(_ expected: String, pressing buttons: PasscodeAgent.Button...) throws {
      try agent.press(buttons)
      if expected == stop.allowed { try camera.film() }
      let said = try run(instance, stop.words)
      #expect(said == expected)
    }
    try used(stop.refused, pressing: .second)
    // Not asked again: the agent would close what is asked.
    try used(stop.refused)
    try instance.succeed(["privacy", "reset", stop.service, Self.app])
    try used(stop.allowed, pressing: .first, .second)
    try used(stop.refused, pressing: .second)
    try instance.succeed(["privacy", "reset", stop.service, Self.app])
    try used(stop.allowed, pressing: .first, .first)
    try used(stop.allowed)
    // Taken back while the app uses it.
    let running = try Background("bailey", ["run", "Viewfinder"] + stop.goesOn, environment: instance.variables)
    defer { running.kill() }
    try stop.waitUntilUsed(running)
    try instance.succeed(["privacy", "deny", stop.service, Self.app])
    if let last = stop.last { try running.waitForLine(last) }
    try running.wait()
    try used(stop.refused)
  }

  /// Until the report says that something is used at this moment.
  private func waitForUse(of service: String, _ instance: RunningInstance) throws {
    try eventually {
      let report = try instance.succeed(["privacy", "report"]).output
      return report.split(separator: "\n").contains(where: { $0.contains(service) && $0.contains("in use now") })
    }
  }
}
