// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel

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
package enum QuestionKind: Sendable, Equatable {
  /// The passcode, which is given to the enclave.
  case passcode
  /// The password of one file-based keychain: who types it is told of which.
  case password(KeychainName, KeychainPasswordOccasion)
}
