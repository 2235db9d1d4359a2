// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import Events
import KeychainAuthorization
import KeychainModel
import PromptModel
import PromptQueue
import Testing
import Threads

@Suite final class KeychainAuthorizationTests: AskedPerson {
  // MARK: - Passwords

  /// For a call that begins now.
  private func passwords() -> CallerPasswords {
    CallerPasswords(authenticator.queue, for: app, since: authenticator.now)
  }

  @Test func `Who is asked for a password is told of which keychain`() throws {
    let keychain = try #require(KeychainName("build.keychain"))
    let (authenticator, app) = (authenticator, app)
    let answer = try Answer<PendingQuestion?> {
      guard let pending = try? authenticator.queue.nextQuestion(for: .owners(9), within: .seconds(20)) else {
        return nil
      }
      authenticator.queue.give(SecretData.empty, for: pending.number, by: 9)
      return pending
    }
    while !authenticator.queue.hasAgent { _ = try Poll.readable([], within: .milliseconds(1)) }
    let choice = AuthenticationChoice(reason: "why")
    #expect(try passwords().password(of: keychain, .again, choice).count == 0)
    let pending = try #require(try answer.value())
    #expect(
      pending.kind == .password(of: "build.keychain", .again) && pending.reason == "why" && pending.requester == app)
  }

  @Test func `A call that began before a lock asks for no password after it`() throws {
    let agent = try agent(.cancelled)
    let call = passwords()
    authenticator.locked()
    #expect(throws: KeychainStatus.authFailed) {
      _ = try call.password(of: .login, .unlock, AuthenticationChoice())
    }
    #expect(throws: KeychainStatus.userCanceled) {
      _ = try passwords().password(of: .login, .unlock, AuthenticationChoice())
    }
    #expect(try agent.value()?.kind == .password(of: KeychainName.login.text, .unlock))
  }

  // MARK: - Items

  private func authorizer() -> CallerAuthorizer {
    CallerAuthorizer(authenticator, for: app, since: authenticator.now)
  }

  private func authorize(
    _ constraints: AccessConstraints, _ choice: AuthenticationChoice = AuthenticationChoice()
  ) throws -> KeychainStatus? {
    let access = try #require(AccessControl(.whenUnlocked, constraints: constraints))
    do throws(KeychainStatus) {
      try authorizer().authorize(access, choice)
      return nil
    } catch {
      return error
    }
  }

  @Test func `An item's constraint asks, fails or is skipped as the call says`() throws {
    #expect(try authorize(.userPresence, AuthenticationChoice(prompt: .fail)) == .interactionNotAllowed)
    #expect(try authorize(.userPresence, AuthenticationChoice(prompt: .skip)) == .authenticationNeeded)
    #expect(try authorize(.userPresence) == .interactionNotAllowed)
    try agent(.proved)
    #expect(try authorize(.devicePasscode) == nil)
    try agent(.cancelled)
    #expect(try authorize(.userPresence) == .userCanceled)
  }

  @Test func `A proved context answers for items`() throws {
    try agent(.proved)
    #expect(try ask(try question()).value() == nil)
    let context = AuthenticationContext(try token().bytes)
    #expect(try authorize(.userPresence, AuthenticationChoice(prompt: .fail, context: context)) == nil)
  }

  @Test func `A call that began before a lock opens no item with an answer from after it`() throws {
    let agent = try agent(.proved)
    let access = try #require(AccessControl(.whenUnlocked, constraints: .userPresence))
    let call = authorizer()
    authenticator.locked()
    #expect(throws: KeychainStatus.authFailed) { try call.authorize(access, AuthenticationChoice()) }
    #expect(authenticator.queue.isAwaited)
    #expect(try authorize(.userPresence) == nil)
    #expect(try agent.value() != nil)
  }

  @Test func `An unlock from before a lock opens no item after it`() throws {
    let authenticator = authenticator
    let context = AuthenticationContext(try token().bytes)
    let choice = AuthenticationChoice(prompt: .fail, context: context, reuseSeconds: 10)
    authenticator.unlocked()
    onTime.withLock { $0 = { [authenticator] in authenticator.locked() } }
    #expect(try authorize(.userPresence, choice) == .interactionNotAllowed)
    #expect(authenticator.presence(in: try token(), of: app) == nil)
    authenticator.unlocked()
    #expect(try authorize(.userPresence, choice) == nil)
  }

  private static let beyondThePasscode: [AccessConstraints] = [
    .biometryAny, .biometryCurrentSet, .applicationPassword, [.biometryAny, .and, .devicePasscode],
    // Several without a word between them are as if all were asked for.
    [.biometryAny, .devicePasscode],
  ]

  @Test(arguments: beyondThePasscode)
  func `What the passcode does not meet nobody can`(constraints: AccessConstraints) throws {
    #expect(try authorize(constraints) == .authFailed)
    try agent(.proved)
    #expect(try ask(try question()).value() == nil)
    let context = AuthenticationContext(try token().bytes)
    #expect(try authorize(constraints, AuthenticationChoice(context: context)) == .authFailed)
  }

  @Test(arguments: beyondThePasscode)
  func `What nobody can meet fails or is skipped as the call says`(constraints: AccessConstraints) throws {
    #expect(try authorize(constraints, AuthenticationChoice(prompt: .fail)) == .interactionNotAllowed)
    #expect(try authorize(constraints, AuthenticationChoice(prompt: .skip)) == .authenticationNeeded)
  }

  @Test func `One of several is enough where any will do`() throws {
    try agent(.proved)
    #expect(try authorize([.biometryAny, .or, .devicePasscode]) == nil)
  }
}
