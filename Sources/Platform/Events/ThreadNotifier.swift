// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// Wakes one thread of this process that waits for something.
package final class ThreadNotifier: Sendable {
  private let event: FileDescriptor

  package init() throws(SystemError) { event = try .event() }

  package func notify() { event.signal() }

  /// The descriptor to be polled, never read from: readable from `notify` until somebody has waited.
  package var raw: Int32 { event.raw }

  /// Whether `notify` was called since somebody waited.
  package var isNotified: Bool { (try? Poll.readable([event.raw], within: .zero)) == [true] }

  /// Returns when `notify` was called since the last time, or when the time is over; whether it was the first.
  @discardableResult
  package func wait(within time: Duration) -> Bool {
    // On an error the thread looks at what it waits for, as it does when the time is over.
    let ready = try? Poll.readable([event.raw], within: time)
    event.clear()
    return ready == [true]
  }
}
