// SPDX-License-Identifier: Apache-2.0
import CProgramPages
import Threads

/// The pages of the program's file and of its libraries that this process has mapped: half of a start's are never used again.
package final class ProgramPages: Sendable {
  private static let rest = Duration.seconds(1)

  private let last = Locked<ContinuousClock.Instant?>(nil)

  package init() {}

  /// Unmaps them, once a second at the most. What is used again comes back from the kernel's cache, without the disk as a rule.
  package func release() {
    let now = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, now - last < Self.rest { return false }
      last = now
      return true
    }
    if isDue { cprogram_pages_release() }
  }
}
