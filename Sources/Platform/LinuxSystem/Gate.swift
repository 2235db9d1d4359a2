// SPDX-License-Identifier: Apache-2.0

/// Lets any number of threads through until it is closed; closing waits for those inside.
package final class Gate: Sendable {
  private let isOpen = SharedLocked(true)

  package init() {}

  /// Runs the body, or answers nil when the gate is closed. Not from inside: whoever closes it would stand between.
  package func pass<Result, Failure: Error>(
    _ body: () throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try isOpen.reading { (isOpen) throws(Failure) in isOpen ? try body() : nil }
  }

  /// Not from inside: that would wait for itself. Those who come later cannot put it off.
  package func close() { isOpen.changing { $0 = false } }
}
