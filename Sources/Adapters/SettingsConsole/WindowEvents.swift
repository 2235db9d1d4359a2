// SPDX-License-Identifier: Apache-2.0
import Events
import SystemCalls
import Threads
import WebServer

/// The events of one window, as its browser reads them.
final class WindowEvents: EventSource {
  private struct State {
    /// What is true last is all that a window needs: older texts it has not read yet are dropped.
    var text: String?
    var isOver = false
  }

  private let state = Locked(State())
  private let wakeUp: FileDescriptor
  private let left: @Sendable (WindowEvents) -> Void

  /// How long a stream is silent at the most: a browser that is gone is noticed when something is sent.
  private static let pause = Duration.seconds(15)

  init(left: @escaping @Sendable (WindowEvents) -> Void) throws(SystemError) {
    wakeUp = try FileDescriptor.event()
    self.left = left
  }

  func tell(_ text: String) {
    state.withLock { $0.text = text }
    wakeUp.signal()
  }

  func next() -> [UInt8]? {
    _ = try? Poll.readable([wakeUp.raw], within: Self.pause)
    wakeUp.clear()
    let (text, isOver) = state.withLock { state in
      defer { state.text = nil }
      return (state.text, state.isOver)
    }
    guard !isOver else { return nil }
    return Array((text.map { "data: \($0)\n\n" } ?? ": still here\n\n").utf8)
  }

  func cancel() {
    state.withLock { $0.isOver = true }
    wakeUp.signal()
    left(self)
  }
}
