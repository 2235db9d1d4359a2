// SPDX-License-Identifier: Apache-2.0
import Threads

/// The calls of programs that wait for the person or for another service, each on a thread of its own; a portal has so many at
/// one time, and refuses more.
final class WaitingCalls: Sendable {
  private let most: Int
  private let count = Locked(0)

  init(atMost most: Int) { self.most = most }

  /// Runs the body on a thread of its own. False where as many wait as may, or there is no thread for it: then it does not run.
  func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    let hasRoom = count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return false }
    do {
      try SystemThread.start(named: "portal") { [self] in
        body()
        leave()
      }
      return true
    } catch {
      leave()
      return false
    }
  }

  private func leave() { count.withLock { $0 -= 1 } }
}
