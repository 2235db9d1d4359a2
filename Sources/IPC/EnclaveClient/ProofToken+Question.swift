// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
package import PromptModel

extension ProofToken {
  /// The token of a question that a program has put to the person.
  package init(_ question: QuestionNumber) {
    guard let token = ProofToken(question.bytes) else {
      preconditionFailure("a question's number is as long as a token")
    }
    self = token
  }
}
