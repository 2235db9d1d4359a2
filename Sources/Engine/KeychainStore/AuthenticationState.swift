// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// What has been authenticated for in the course of one call.
struct AuthenticationState {
  private var answers: [AccessControl: Answer] = [:]
  private var waiting: Set<AccessControl> = []

  enum Answer {
    case granted
    /// Items like this are left out of the result.
    case skipped
    /// The constraints can never be met again.
    case dead
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Nil where it has to be asked for first, which is remembered.
  mutating func answer(for access: AccessControl) -> Answer? {
    guard access.needsAuthentication else { return .granted }
    if let answer = answers[access] { return answer }
    waiting.insert(access)
    return nil
  }

  /// Asks for everything that is waited for.
  mutating func settle(_ authorizer: any ItemAuthorizer, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    for access in waiting {
      do {
        try authorizer.authorize(access, choice)
        answers[access] = .granted
      } catch .authenticationNeeded where choice.prompt == .skip {
        answers[access] = .skipped
      } catch .decode {
        answers[access] = .dead
      }
    }
    waiting = []
  }
}
