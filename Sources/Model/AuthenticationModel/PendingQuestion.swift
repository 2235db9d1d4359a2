// SPDX-License-Identifier: Apache-2.0

/// A question as the agent gets it that puts it to the person.
package struct PendingQuestion: Sendable, Equatable {
  package let number: QuestionNumber
  /// Which program wants to know, as the kernel knows it.
  package let asker: Asker
  /// In the program's own words.
  package let reason: String
  package let cancelTitle: String?
  package let kind: QuestionKind

  package init(
    number: QuestionNumber, asker: Asker, reason: String, cancelTitle: String?, kind: QuestionKind = .passcode
  ) {
    self.kind = kind
    self.number = number
    self.asker = asker
    self.reason = reason
    self.cancelTitle = cancelTitle
  }
}

/// What is to be typed.
package enum QuestionKind: UInt8, Sendable, CaseIterable {
  /// The passcode, which is given to the enclave.
  case passcode = 1
  /// A password for a file-based keychain that is to be made.
  case newKeychainPassword = 2
  case keychainPassword = 3
  /// What was typed before was not the password.
  case keychainPasswordAgain = 4
}

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
package struct Asker: Sendable, Hashable {
  package let process: Int32
  /// The file it runs; nil where that cannot be told.
  package let program: String?

  package init(process: Int32, program: String?) {
    self.process = process
    self.program = program
  }
}

/// What an agent says became of a question.
package enum QuestionOutcome: UInt8, Sendable, CaseIterable {
  /// The passcode was right. Believed only if the enclave says so too.
  case proved = 1
  case cancelled = 2
  case failed = 3
}
