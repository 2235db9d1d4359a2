// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import KeychainModel
import LockFollowing
import PasskeyItems
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel

/// The asker of a passkey: the site, the page where that is not the site's own, and the number by which the request is taken back.
struct PasskeyAsker: Sendable {
  let relyingParty: String
  let page: AskingPage?
  let request: ContextToken
  let activation: UserActivation

  init(_ wish: PasskeyMaking) {
    (relyingParty, page, request, activation) = (wish.relyingParty, wish.page, wish.request, wish.activation)
  }

  init(_ wish: PasskeyUsing) {
    (relyingParty, page, request, activation) = (wish.relyingParty, wish.page, wish.request, wish.activation)
  }
}

/// The questions to the person where a site wants a passkey. Who asked hears nothing of it but how it ended.
struct PasskeyQuestions: Sendable {
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard
  let files: ProgramFiles
  let refusals = PasskeyRefusals()

  /// The time between the end of the question and the moment at which everything is open again.
  private static let opening = Duration.seconds(10)

  /// The proof to the enclave that the person wants this, and nothing else: it is consumed there. Nil where they want
  /// to use another device.
  func proof(
    _ use: PasscodeUse, for asker: PasskeyAsker, _ session: BrokerSession
  ) throws(BrokerRefusal) -> ProofClaim? {
    switch try ask(.passcode(use), for: asker, session) {
    case .proved(let claim): return claim
    case .elsewhere: return nil
    default: throw .authentication(.failed)
    }
  }

  /// The one that the person chose; nil where they want to use another device.
  func choice(
    of passkeys: [StandingPasskey], for asker: PasskeyAsker, _ session: BrokerSession
  ) throws(BrokerRefusal) -> StandingPasskey? {
    let question = AccountQuestion(
      relyingParty: asker.relyingParty, accounts: passkeys.map(AccountQuestion.Account.init))
    switch try ask(.account(question), for: asker, session) {
    case .answered(let answer as AccountAnswer) where Int(answer.place) < question.accounts.count:
      return passkeys[Int(answer.place)]
    case .elsewhere: return nil
    default: throw .authentication(.failed)
    }
  }

  var isUnlocked: Bool { lockStates.state == .unlocked }

  /// Returns when the device is unlocked.
  ///
  /// - Throws: `interactionNotAllowed` where nobody can be asked to unlock: whoever asks waits for it, or tries again.
  func unlock(
    to operation: UnlockQuestion.Operation, for asker: PasskeyAsker, _ session: BrokerSession
  ) throws(BrokerRefusal) {
    guard authenticator.queue.hasAgent else { throw .keychain(.interactionNotAllowed) }
    let end = try ask(.unlock(UnlockQuestion(operation, at: asker.relyingParty)), for: asker, session)
    guard case .answered(_ as DeviceUnlocked) = end else { throw .authentication(.failed) }
    let deadline = ContinuousClock.now + Self.opening
    while !isUnlocked {
      guard ContinuousClock.now < deadline else { throw .authentication(.systemCancelled) }
      _ = try? lockStates.state(otherThan: lockStates.state, within: .milliseconds(200))
    }
  }

  private func ask(
    _ kind: QuestionKind, for asker: PasskeyAsker, _ session: BrokerSession
  ) throws(BrokerRefusal) -> QuestionEnd {
    let requester = AskingBrowser.requester(of: session.caller, files)
    do throws(AuthenticationRefusal) {
      // Without a passcode nobody could show who they are.
      guard try authenticator.hasPasscode() else { throw .noPasscode }
      guard refusals.mayAsk(requester, asker.relyingParty, asker.activation) else { throw .notInteractive }
      let end = try authenticator.queue.ask(
        PersonQuestion(kind, reason: "", context: asker.request, at: asker.page), for: requester,
        since: authenticator.now,
        while: { session.caller.isAlive })
      switch end {
      case .proved:
        refusals.note(.granted, of: requester, asker.relyingParty)
        return end
      case .answered, .elsewhere: return end
      case .cancelled:
        refusals.note(.refused, of: requester, asker.relyingParty)
        throw .userCancelled
      case .failed, .provedOnce, .touched, .lockedOut:
        refusals.note(.refused, of: requester, asker.relyingParty)
        throw .failed
      case .invalidated:
        refusals.note(.takenBack, of: requester, asker.relyingParty)
        throw .contextInvalidated
      case .withdrawn: throw .systemCancelled
      case .unattended: throw .notInteractive
      }
    } catch {
      throw .authentication(error)
    }
  }
}

extension AccountQuestion.Account {
  fileprivate init(_ standing: StandingPasskey) {
    let passkey = standing.passkey
    self.init(
      name: passkey.userName.isEmpty ? passkey.displayName : passkey.userName, label: passkey.label,
      isReplaced: standing.standing == .replaced)
  }
}
