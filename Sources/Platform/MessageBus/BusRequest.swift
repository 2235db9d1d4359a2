// SPDX-License-Identifier: Apache-2.0
import Threads

/// A call that came from another process and waits for its answer. One that nobody answers is refused when the last who
/// holds it lets it go.
package final class BusRequest: Sendable {
  package let message: BusMessage
  private let link: BusLink
  private let number: UInt64
  private let isAnswered = Locked(false)

  init(_ message: BusMessage, _ link: BusLink, _ number: UInt64) {
    self.message = message
    self.link = link
    self.number = number
  }

  deinit { fail("org.freedesktop.DBus.Error.Failed", "The request was not answered.") }

  /// Answers the request, from any thread. The first answer counts.
  package func answer(_ values: BusValue...) { finish(.success(values)) }

  /// Answers with values that were gathered.
  package func answer(_ values: [BusValue]) { finish(.success(values)) }

  /// Answers with an error's name, such as `org.freedesktop.DBus.Error.AccessDenied`, and words for people.
  package func fail(_ name: String, _ words: String) { finish(.failure(.refused(name: name, message: words))) }

  private func finish(_ result: Result<[BusValue], BusError>) {
    let isFirst = isAnswered.withLock { isAnswered in
      defer { isAnswered = true }
      return !isAnswered
    }
    guard isFirst else { return }
    let number = number
    // Where it fails, the connection has ended, and who asked knows.
    try? link.perform { $0.answer(number, result) }
  }
}
