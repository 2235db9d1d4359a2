// SPDX-License-Identifier: Apache-2.0
package import MessageBus

/// What fprintd says while it reads a finger: `VerifyStatus`, with whether this reading is over.
package struct VerifyStatus: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    case match, noMatch
    /// The finger could not be read well.
    case retry
    /// The sensor is gone, or says what nobody knows.
    case over
  }

  package let result: Result
  package let isDone: Bool

  package init(_ result: Result, isDone: Bool) {
    self.result = result
    self.isDone = isDone
  }

  /// Reads a signal. What is none of fprintd's words is the end: nothing unknown is a match.
  package init(_ arguments: [BusValue]) {
    guard arguments.count == 2, case .string(let word) = arguments[0], case .boolean(let isDone) = arguments[1] else {
      self.init(.over, isDone: true)
      return
    }
    switch word {
    case "verify-match": self.init(.match, isDone: isDone)
    case "verify-no-match": self.init(.noMatch, isDone: isDone)
    case "verify-retry-scan", "verify-swipe-too-short", "verify-finger-not-centered", "verify-remove-and-retry",
      "verify-too-fast":
      self.init(.retry, isDone: isDone)
    default: self.init(.over, isDone: true)
    }
  }
}
