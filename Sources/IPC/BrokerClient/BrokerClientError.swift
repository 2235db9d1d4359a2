// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import SystemCalls

/// Why a call to `baileyd` gave nothing.
package enum BrokerClientError: Error, Equatable, Sendable {
  case refused(BrokerRefusal)
  /// There is nobody to talk to.
  case unreachable(SystemError)
  /// The daemon went away in the middle of a call, or would not answer.
  case closed
  /// The answer is none that fits the request.
  case unexpectedReply
  /// The request holds more than a message may: nothing was sent.
  case tooLarge
}
