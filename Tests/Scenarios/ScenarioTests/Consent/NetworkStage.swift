// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import StreamSockets
import Threads

/// An app that is a script, in its sandbox, with a proxy for a network and a host that it can reach by that.
struct NetworkStage {
  static let app = "org.example.Net"
  let instance: RunningInstance
  let host: TestHost
  let camera: TestDevice
  private let resolver: String

  /// The app may follow nobody, and reach the local network.
  static func with(_ script: String, of user: UInt32? = nil, _ body: (NetworkStage) throws -> Void) throws {
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    do {
      let (host, camera) = (try TestHost(), try TestDevice())
      defer { host.remove() }
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      let bundle = try TestBundle(
        script: script, named: "Net", identifier: app, entitlements: entitlements, info: info, of: instance)
      try bundle.write(
        "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>follow.example</string></array>",
        to: "PrivacyInfo.xcprivacy")
      try instance.installSigned(bundle)
      for service in ["LocalNetwork", "Camera"] {
        try instance.succeed(["privacy", "grant", service, app], input: "\(RunningInstance.passcode)\n")
      }
      let resolver = instance.home.deletingLastPathComponent().appending(path: "resolv.conf").path
      try "nameserver \(host.address)\noptions timeout:2 attempts:1\n"
        .write(toFile: resolver, atomically: true, encoding: .utf8)
      try body(NetworkStage(instance: instance, host: host, camera: camera, resolver: resolver))
    }
  }

  private static let entitlements = ["network.client", "device.camera"]
    .map { "<key>com.apple.security.\($0)</key><true/>" }.joined()
  private static let info =
    ["Camera", "LocalNetwork"].map { "<key>NS\($0)UsageDescription</key><string>It shows what \($0) is.</string>" }
    .joined() + "<key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>"

  /// The lines it prints. Names are those of the test's host alone: nothing else of this machine sees that.
  func lines(_ words: [String]) throws -> [String] {
    let set = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\""
    let run = try instance.asUser("bailey", ["run", "Net", "--"] + words)
    let result = try Program.run(
      "unshare", ["--mount", "sh", "-c", set, resolver] + run,
      environment: instance.variables)
    guard result.errors.isEmpty else { throw Complained(errors: result.errors) }
    return result.output.split(separator: "\n").map(String.init)
  }

  private struct Complained: Error { let errors: String }

  enum Streams { case output, outputAndErrors }

  /// `streams` are those whose lines are kept.
  func start(_ words: [String], joining streams: Streams = .output) throws -> Background {
    let run = ["run", "Net", "--"] + words
    guard streams == .outputAndErrors else {
      return try Background("bailey", run, environment: instance.variables)
    }
    let shell = ["-c", "exec \"$0\" \"$@\" 2>&1", try Program.locate("bailey").path]
    return try Background("/bin/sh", shell + run, environment: instance.variables)
  }

  /// The processes of `bailey-proxy` that a process has started, which run still.
  static func proxies(of process: Int32) throws -> [(process: Int32, words: [String])] {
    let children = "/proc/\(process)/task/\(process)/children"
    return try String(contentsOfFile: children, encoding: .utf8).split(separator: " ").compactMap { child in
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(child)/cmdline"), let number = Int32(child) else {
        return nil
      }
      let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return words.first?.hasSuffix("/bailey-proxy") == true ? (number, words) : nil
    }
  }
}

/// A port of this computer that nobody is to reach.
final class UnreachedPort: Sendable {
  let port: UInt16
  private let reached = Locked(0)

  init() throws {
    let listener = try StreamListener()
    port = listener.port
    try SystemThread.start(named: "port") { [reached] in
      while (try? listener.accept()) != nil { reached.withLock { $0 += 1 } }
    }
  }

  var visits: Int { reached.withLock { $0 } }
}
