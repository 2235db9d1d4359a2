// SPDX-License-Identifier: Apache-2.0

/// Lets any number of threads in until it is closed. Closing waits for those inside.
package final class Gate: Sendable {
  private let isOpen = SharedLocked(true)

  package init() {}

  /// Runs the body, or returns nil when the gate is closed. Not to be called from inside: a thread that closes the gate
  /// would wait for the outer call, and the inner one for that thread.
  package func pass<Result, Failure: Error>(
    _ body: () throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try isOpen.reading { (isOpen) throws(Failure) in isOpen ? try body() : nil }
  }

  /// Closes the gate and waits for all inside, so nobody inside may call it. Threads that come later do not delay it.
  package func close() { isOpen.changing { $0 = false } }
}
