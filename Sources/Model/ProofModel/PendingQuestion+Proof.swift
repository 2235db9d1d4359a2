// SPDX-License-Identifier: Apache-2.0
package import PromptModel

extension PendingQuestion {
  /// The statement that the passcode is given for where this question is answered with it; nil for a question that asks
  /// for something else.
  package var statement: ProofStatement? {
    guard case .passcode(let use) = kind else { return nil }
    return ProofStatement(use.purpose(reason: reason), by: ProofAsker(requester))
  }
}

extension PasscodeUse {
  package func purpose(reason: String) -> ProofPurpose {
    switch self {
    case .presence, .presenceOrFinger, .permission: .presence(reason: reason)
    case .agentAuthorisation: .agentAuthorisation
    case .makePasskey(let subject, let reach): .makePasskey(subject, portability: reach.rawValue)
    case .usePasskey(let subject): .usePasskey(subject)
    }
  }
}

extension ProofAsker {
  package init(_ requester: Requester) { self.init(process: requester.process, program: requester.program) }
}
