// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Glibc
import Processes
import SecretMemory
import Testing
import Threads

/// A program that makes a copy of itself: what is secret in one is not touched by the other.
@Suite struct ForkTests {
  @Test(arguments: ["", "locked"]) func `Parent and child have secrets of their own`(pages: String) async {
    await #expect(processExitsWith: .exitCode(9)) { [pages] in
      unsafe setenv("BAILEY_SECRET_PAGES", pages, 1)
      let kept = Secrets(1)
      var dropped: Secrets? = Secrets(2)
      let child = ForkedProcess.fork()
      guard child >= 0 else { exit(1) }
      guard kept.are(1), dropped?.are(2) == true else { exit(2) }
      // Each gives up what both have, and needs new ones.
      dropped = nil
      let mark: UInt8 = child == 0 ? 3 : 4
      let new = (0..<50).map { _ in Secrets(mark) }
      var status: Int32 = 0
      if child != 0 { unsafe waitpid(child, &status, 0) }
      guard kept.are(1), new.allSatisfy({ $0.are(mark) }), dropped == nil else { exit(3) }
      exit(child == 0 ? 0 : status == 0 ? 9 : 4)
    }
  }

  /// Whatever the other threads are doing with secrets in that moment.
  @Test func `Programs are started while secrets come and go`() throws {
    let ends = Locked(false)
    let threads = try (0..<4).map { _ in
      try SystemThread(named: "secrets") {
        while !ends.withLock({ $0 }) { _ = Secrets(5).are(5) }
      }
    }
    defer {
      ends.withLock { $0 = true }
      for thread in threads { thread.join() }
    }
    for _ in 0..<1000 {
      let child = try ChildProcess.start(ChildPlan(path: "/bin/true"))
      #expect(try child.wait() == .exited(0))
    }
  }

  private final class Secrets {
    private let small: SecretBytes
    private let large: SecretBytes

    init(_ mark: UInt8) {
      small = SecretBytes(copying: [UInt8](repeating: mark, count: 32).span)
      large = SecretBytes(copying: [UInt8](repeating: mark, count: 10_000).span)
    }

    func are(_ mark: UInt8) -> Bool {
      small.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == mark } }
        && large.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == mark } }
    }
  }
}
