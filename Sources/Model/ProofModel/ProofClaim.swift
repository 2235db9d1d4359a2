// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import PromptModel

/// The question that the passcode is said to have been given for, and what is about to be done, of which the enclave makes
/// the hash itself.
package struct ProofClaim: Sendable, Hashable {
  package let question: QuestionNumber
  package let statement: ProofStatement

  package init(of question: QuestionNumber, for statement: ProofStatement) {
    self.question = question
    self.statement = statement
  }
}

extension QuestionNumber {
  /// A random number, which nobody else knows.
  package static func random() -> QuestionNumber {
    guard let number = QuestionNumber(SystemRandom.bytes(size)) else {
      preconditionFailure("a number is made of as many bytes as it has")
    }
    return number
  }
}
