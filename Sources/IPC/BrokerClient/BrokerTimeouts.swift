// SPDX-License-Identifier: Apache-2.0

/// The times that a program waits for `baileyd`.
package struct BrokerTimeouts: Sendable {
  /// The time until `baileyd` has greeted a new connection.
  let handshake: Duration
  /// The time until an answer has come.
  let answer: Duration

  /// A `baileyd` that is started again takes a moment; and somebody may be asked for a passcode before the answer.
  package static let calls = BrokerTimeouts(handshake: .seconds(20), answer: .seconds(300))
  /// The timeouts of commands that only show something: they show it without the part of a `baileyd` that does not
  /// answer.
  package static let looks = BrokerTimeouts(handshake: .seconds(3), answer: .seconds(3))
}
