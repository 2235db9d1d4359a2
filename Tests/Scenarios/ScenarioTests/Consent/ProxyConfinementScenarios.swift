// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Under what the processes run that serve an app with a network.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: TestHost.canBeMade, "no network namespace can be made here"))
struct ProxyConfinementScenarios {
  private static let script = """
    #!/bin/sh
    echo runs
    exec sleep 600
    """

  /// Of every thread of a process: the values of a line of its status. A thread that has ended meanwhile has none.
  private static func values(_ key: String, of process: Int32) throws -> Set<String> {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return Set(
      threads.compactMap { thread in
        let text = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) }
      })
  }

  private static let nothing = String(repeating: "0", count: 16)

  @Test
  func `Both processes of an app's network are under a filter, without capabilities, and so is what serves the app`()
    throws
  {
    try NetworkStage.with(Self.script) { stage throws in
      let app = try stage.start([])
      defer { app.kill() }
      try app.waitForLine("runs")
      let proxies = try NetworkStage.proxies(of: app.process)
      #expect(proxies.map(\.words.count).sorted() == [1, 2])
      for (process, words) in proxies {
        #expect(try Self.values("Seccomp", of: process) == ["2"], "\(words)")
        #expect(
          try Self.values("CapEff", of: process) == [Self.nothing]
            && Self.values("CapPrm", of: process) == [Self.nothing])
        #expect(try Self.values("NoNewPrivs", of: process) == ["1"])
        // Its standard streams lead nowhere, and of what this process has it was given two sockets.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
        }
        #expect(open.count { $0 == "/dev/null" } == 3)
        // The proxy has the app's way out too, where the machine has a device for that.
        let known = words.count == 2 ? [] : ["/dev/net/tun"]
        #expect(open.allSatisfy { $0 == "/dev/null" || $0.hasPrefix("socket:") || known.contains($0) }, "\(open)")
        guard words.count == 2 else { continue }
        // Root's connector is nobody, and finds nothing of the machine's but what names are resolved with.
        #expect(try Self.values("Uid", of: process) == [[String](repeating: "65534", count: 4).joined(separator: "\t")])
        let found = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/root")
        #expect(Set(found).isSubset(of: ["etc", "lib", "lib64", "run", "usr", "var"]), "\(found)")
      }
      #expect(try Self.values("Seccomp", of: app.process) == ["2"])
    }
  }
}
