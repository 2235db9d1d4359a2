// SPDX-License-Identifier: Apache-2.0
import Events
import SystemCalls
import Threads

/// Gives back the memory that a large answer took, a moment after it was sent and on a thread of its own.
package final class HeapRelief: Sendable {
  private static let moment = Duration.milliseconds(50)

  private let isUnderWay = Locked(false)

  package init() {}

  /// Begins to give memory back, at once where that is under way: one gives back what several answers took.
  package func begin() {
    let isFirst = isUnderWay.withLock { isUnderWay in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard isFirst else { return }
    do {
      try SystemThread.start(named: "heaps") { [self] in
        _ = try? Poll.readable([], within: Self.moment)
        isUnderWay.withLock { $0 = false }
        Heaps.trim()
      }
    } catch {
      // Without a thread the next large answer tries again.
      isUnderWay.withLock { $0 = false }
    }
  }
}
