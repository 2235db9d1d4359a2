// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
package import SystemCalls
import Threads

/// Cleans up when a benchmark is ended early, as by Ctrl-C.
package enum BenchmarkEnd {
  /// Watches for signals from now on. Must be called before any thread is started, because threads inherit which signals
  /// are blocked. `program` is `bailey`; `folders` are those in which benchmarks make folders of their own.
  package static func watch(_ program: String, _ folders: [String]) throws(SystemError) {
    let signals = Signals(try SignalDescriptor([SIGINT, SIGTERM, SIGHUP]))
    try SystemThread.start(named: "end") {
      guard let signal = signals.wait() else { return }
      BenchmarkProgram.end()
      for folder in folders { clean(folder, program) }
      exit(128 + signal)
    }
  }

  private final class Signals: Sendable {
    private let descriptor: SignalDescriptor

    init(_ descriptor: consuming SignalDescriptor) { self.descriptor = descriptor }

    func wait() -> Int32? {
      _ = try? Poll.readable([descriptor.descriptor.raw])
      return descriptor.next()
    }
  }

  /// How often a folder is looked for: an instance that was about to start may make it after the first look.
  private static let looks = 20

  private static func clean(_ folder: String, _ program: String) {
    for own in ["\(folder)/bailey-bench-\(getpid())", "\(folder)/keyring-bench-\(getpid())"] {
      for _ in 0..<looks {
        guard (try? FileDescriptor.open(own, O_RDONLY | O_DIRECTORY)) != nil else { break }
        unmount(below: own, program)
        _ = try? BenchmarkProgram.runAtEnd("rm", ["-rf", own])
        _ = try? Poll.readable([], within: .milliseconds(50))
      }
    }
  }

  private static func unmount(below folder: String, _ program: String) {
    let mounts = (try? MountTable.current())?.entries.map(\.path).filter { $0.hasPrefix(folder + "/") } ?? []
    for mount in mounts {
      let home = SplitPath(mount).sibling("home")
      _ = try? BenchmarkProgram.runAtEnd(program, ["down"], environment: ["BAILEY_HOME=\(home)"])
      _ = try? BenchmarkProgram.runAtEnd("fusermount3", ["-u", "-z", "-q", mount])
    }
  }
}
