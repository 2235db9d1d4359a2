// SPDX-License-Identifier: Apache-2.0

/// A question's name: random, so that only who was given it can answer.
package struct QuestionNumber: Sendable, Hashable {
  package static let size = 16
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The program a question comes from.
package struct Requester: Sendable, Hashable {
  package let process: Int32
  /// The file it runs; nil where that cannot be told.
  package let program: String?
  /// Whether a person may be asked; false for what runs while nobody looks at it.
  package let mayAsk: Bool

  package init(process: Int32, program: String?, mayAsk: Bool = true) {
    self.mayAsk = mayAsk
    self.process = process
    self.program = program
  }
}

/// The outcome of a question, as an agent says it.
package enum QuestionOutcome: UInt8, Sendable, CaseIterable {
  /// The passcode was right. Believed only if the enclave says so too.
  case proved = 1
  case cancelled = 2
  case failed = 3
  /// Refused, and until the next unlock nothing more is to be asked on behalf of this program.
  case silenced = 4
  /// The person wants to use another device or a security key.
  case elsewhere = 5
  /// The outcome `proved` of a question for a permission that ends with the program.
  case provedOnce = 6
}
