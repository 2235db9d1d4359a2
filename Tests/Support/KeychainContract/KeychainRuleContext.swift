// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting
import Threads

/// What a rule works with: an app with two groups, others if need be, and the lock state.
struct KeychainRuleContext {
  private let keychain: KeychainUnderTest
  let person = Person()
  /// An app with the groups "team.app" and "team.shared".
  let app: any KeychainService

  init(_ keychain: KeychainUnderTest) throws {
    self.keychain = keychain
    app = try keychain.service(
      KeychainCaller(groups: AccessGroupList(["team.app", "team.shared"]), entitlements: []), person)
  }

  func caller(
    _ groups: [String], _ entitlements: KeychainCaller.Entitlements = []
  ) throws -> any KeychainService {
    try keychain.service(KeychainCaller(groups: AccessGroupList(groups), entitlements: entitlements), person)
  }

  var keys: FakeClassKeys { keychain.keys }
}

/// Who is asked when an item wants authentication.
final class Person: ItemAuthorizer {
  enum Answer: Sendable { case yes, no, cancels, isAnotherPersonNow, hasAuthenticated }

  private struct State {
    var answer = Answer.yes
    var asked: [AccessControl] = []
  }
  private let state = Locked(State())

  func will(_ answer: Answer) { state.withLock { $0.answer = answer } }
  /// How often somebody was asked.
  var timesAsked: Int { state.withLock { $0.asked.count } }

  func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    let answer = state.withLock { $0.answer }
    if answer == .hasAuthenticated { return }
    if answer == .isAnotherPersonNow { throw .decode }
    switch choice.prompt {
    case .skip: throw .authenticationNeeded
    case .fail: throw .interactionNotAllowed
    case .allow: state.withLock { $0.asked.append(access) }
    }
    switch answer {
    case .no: throw .authFailed
    case .cancels: throw .userCanceled
    default: return
    }
  }
}
