// SPDX-License-Identifier: Apache-2.0

package enum BusError: Error, Equatable, Sendable {
  /// No bus is there, or it does not let this process in; the `errno`.
  case unreachable(code: Int32)
  /// The connection has ended.
  case disconnected
  /// The other side answered with an error: its name and what it says, which is a stranger's text.
  case refused(name: String, message: String)
  /// Nobody answered in time, or whoever was asked has left the bus.
  case noAnswer
  /// Something to be sent that the bus does not know: a name, a path, text with a zero in it.
  case malformed
  /// The message is larger or deeper than `BusLimits` allows.
  case tooLarge
  /// The name belongs to another connection.
  case nameTaken(String)
  /// Waiting for an answer on the thread that would have to receive it.
  case calledByHandler
  /// The `errno` of anything else.
  case failed(code: Int32)
}

/// How much one message may hold, and how much may wait. The specification allows a message 128 MiB.
package enum BusLimits {
  /// Values in a message, with those inside of others.
  static let values = 65_536
  /// The most bytes of a message's strings and arrays of bytes together.
  static let bytes = 8 << 20
  /// Containers in one another; the specification's maximum.
  static let depth = 64
  /// Calls from others that nobody has answered yet.
  static let requests = 256
  /// Work that the connection's thread has not done yet.
  static let jobs = 16_384
}
