// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The access controls that have been authenticated in the course of a call.
struct AuthenticationState {
  private var answers: [AccessControl: Answer] = [:]
  private var waiting: Set<AccessControl> = []

  enum Answer {
    case granted
    /// Items with this access control are left out of the result.
    case skipped
    /// The constraints can never be met again.
    case neverMet
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// The answer for an access control; nil if the person has to be asked first: the access control is then added to
  /// those that wait.
  mutating func answer(for access: AccessControl) -> Answer? {
    guard access.needsAuthentication else { return .granted }
    if let answer = answers[access] { return answer }
    waiting.insert(access)
    return nil
  }

  /// Asks for every access control that waits.
  mutating func settle(_ authorizer: any ItemAuthorizer, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    for access in waiting {
      do {
        try authorizer.authorize(access, choice)
        answers[access] = .granted
      } catch .authenticationNeeded where choice.prompt == .skip {
        answers[access] = .skipped
      } catch .decode {
        answers[access] = .neverMet
      }
    }
    waiting = []
  }
}
