// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import SecretMemory
import Threads

/// In processes of their own: the weakest pages a process has needed are never forgotten.
@Suite struct SecretPagesTests {
  @Test func `Whoever watches hears once of pages that can be swapped out`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let calls = Locked(Int32(0))
      SecretPages.whenSwappable { calls.withLock { $0 += 1 } }
      SecretPages.note(.secret)
      SecretPages.note(.locked)
      guard calls.withLock({ $0 }) == 0 else { exit(1) }
      SecretPages.note(.swappable)
      SecretPages.note(.swappable)
      SecretPages.note(.secret)
      guard SecretPages.kind == .swappable else { exit(2) }
      exit(6 + calls.withLock { $0 })
    }
  }

  @Test func `Whoever watches too late hears at once`() async {
    await #expect(processExitsWith: .exitCode(8)) {
      SecretPages.note(.swappable)
      SecretPages.whenSwappable { exit(8) }
    }
  }
}
