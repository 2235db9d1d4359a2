// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// The proxy and what opens devices are killed while they are in use: with the real daemons, `bwrap` and `curl`.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct ProxyKillScenarios {
  /// It takes a stream, holds the camera, and tries again and again what it may not; all of it in sessions of their own, so
  /// that no signal of a terminal ends them.
  private static let script = """
    #!/bin/sh
    setsid curl -sN -o /dev/null "http://$1/stream" &
    [ -z "$2" ] || exec 3< "$2"
    while :; do
      setsid curl -sk -m 2 -o /dev/null -w '%{http_code}\\n' --connect-to "::$1:443" https://follow.example/
      curl -sk -m 2 -o /dev/null --noproxy '*' "http://$1/direct"
      echo tried
    done
    """

  private static let refused = "\(NetworkStage.app)  follow.example  refused"

  @Test func `With the proxy its app ends, nothing that was refused gets through, and the report has ends`() throws {
    try NetworkStage.with(Self.script) { stage throws in
      let (instance, host) = (stage.instance, stage.host)
      try instance.succeed(["privacy", "record", "on"])
      for round in 1...3 {
        let app = try stage.start([host.address, stage.camera.path])
        defer { app.kill() }
        try host.waitForReader(round)
        try app.waitForLine("tried")
        try eventually { try instance.succeed(["privacy", "report"]).output.contains("in use now") }
        // Hosts are written down once a second.
        try eventually { try instance.succeed(["privacy", "log"]).output.contains(Self.refused) }
        let proxies = try NetworkStage.proxies(of: app.process).map(\.process)
        #expect(proxies.count == 2)
        app.kill()
        try host.waitForEnd(round)
        // With `bailey-run` both end, though nobody ends them.
        try eventually { proxies.allSatisfy { kill($0, 0) != 0 } }
        try eventually { Self.processes(talkingTo: host.address).isEmpty }
        try eventually { try !instance.succeed(["privacy", "report"]).output.contains("in use now") }
      }
      #expect(!host.seen.contains { $0.hasSuffix("follow.example") }, "\(host.seen)")
      let lines = try instance.succeed(["privacy", "log", "--ndjson"]).output.split(separator: "\n")
      let (begun, ended) = (
        lines.count { $0.contains("\"intervalBegin\"") }, lines.count { $0.contains("\"intervalEnd\"") }
      )
      #expect(begun == 3 && ended == 3, "\(lines)")
      // Started again, it is held as before, and reaches what it may.
      let again = try stage.start([host.address])
      defer { again.kill() }
      try host.waitForReader(4)
      try again.waitForLine("000")
    }
  }

  /// Either of the two that are its network, as an app might bring them down that has found a fault in them.
  @Test func `Where its proxy or what connects for it ends, the app goes on without a network, and that is said`()
    throws
  {
    try NetworkStage.with(Self.script) { stage throws in
      let log = stage.instance.home.appending(path: "log")
      for (round, words) in [[], ["--connector"]].enumerated() {
        let app = try stage.start([stage.host.address], joining: .outputAndErrors)
        defer { app.kill() }
        try stage.host.waitForReader(round + 1)
        let both = try NetworkStage.proxies(of: app.process)
        #expect(both.count == 2, "\(both)")
        let (process, _) = try #require(both.first { Array($0.words.dropFirst()) == words })
        kill(process, SIGKILL)
        // What it had open ends, and nothing new comes about.
        try stage.host.waitForEnd(round + 1)
        try eventually { app.lines().contains { $0.contains("goes on without a network") } }
        try eventually { try NetworkStage.proxies(of: app.process).isEmpty }
        let tried = app.lines().count { $0 == "tried" }
        try eventually { app.lines().count { $0 == "tried" } > tried + 1 }
        #expect(app.lines().last { $0.count == 3 } == "000")
        try eventually { try Self.text(below: log).contains("\(NetworkStage.app) to others has ended") }
      }
      #expect(!stage.host.seen.contains { $0.hasSuffix("follow.example") })
    }
  }

  private static func text(below folder: URL) throws -> String {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// Of every process: those whose words have this address, but for `bailey` itself and the host's server.
  private static func processes(talkingTo address: String) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.filter { Int32($0) != nil }.compactMap { entry in
      guard let words = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline") else { return nil }
      let text = String(decoding: words, as: UTF8.self)
      return text.contains(address) && !text.contains("test-host.py") ? text : nil
    }
  }
}
