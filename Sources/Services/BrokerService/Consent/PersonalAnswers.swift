// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import CallerIdentity
import ConsentAuthority
import ConsentModel
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel
import SealedRecords

/// The answers of people to apps, or why they are unknown.
struct PersonalAnswers {
  /// The answers of people; nil where they cannot be read: then nobody has a grant, and nobody is asked.
  let stored: ConsentAuthority?

  func authority() throws(BrokerRefusal) -> ConsentAuthority {
    guard let stored else { throw .consent(.unavailable) }
    return stored
  }

  func asking<Result>(
    _ body: (ConsentAuthority) throws(SealedRecordsError) -> Result
  ) throws(BrokerRefusal) -> Result {
    let authority = try authority()
    do { return try body(authority) } catch { throw .consent(ConsentRefusal(error)) }
  }
}

// MARK: - Answers to one app

extension PersonalAnswers {
  /// Removes what was answered to an app that is removed, and what it was handed of the person's files.
  ///
  /// An app can be removed in every lock state, and a refusal be forgotten in the unlocked one alone: in the others what was
  /// given goes, and what was refused stays. What cannot be read now could be read when the app is back, so that nothing is
  /// removed then.
  func remove(to app: String, _ gate: OperationGate) throws(BrokerRefusal) {
    let client = ConsentClient.Key(kind: .bundle, identifier: app)
    let mayForget = try mayForget(by: gate)
    try asking { (stored) throws(SealedRecordsError) in
      if mayForget { _ = try stored.reset(nil, client) }
      try stored.takeBack(from: client)
    }
  }

  private func mayForget(by gate: OperationGate) throws(BrokerRefusal) -> Bool {
    do {
      try gate.permit(.forgetAnswers)
      return true
    } catch {
      guard case .locked = error else { throw error }
      return false
    }
  }

  /// Whether there are answers. On any error, assume so, so that the passcode is asked for.
  func areThere(to app: String) -> Bool {
    let client = ConsentClient.Key(kind: .bundle, identifier: app)
    guard let rows = try? stored?.rows() else { return true }
    return rows.contains { $0.client.key == client }
  }
}

extension PersonAuthenticator {
  /// Checks a proof. Without a passcode there is nobody to ask.
  func checkProof(
    _ proof: QuestionNumber?, _ purpose: ProofPurpose, of session: BrokerSession
  ) throws(BrokerRefusal) {
    guard mayHavePasscode else { return }
    guard let proof, takeProof(of: proof, for: purpose, in: session.caller.process) else {
      throw .consent(.notProved)
    }
  }
}

extension ConsentRefusal {
  init(_ error: SealedRecordsError) {
    self =
      switch error {
      case .locked: .locked
      case .newer: .newer
      case .full: .full
      case .database, .unavailable: .unavailable
      }
  }
}

extension KnownApps {
  /// `bailey-widgets` alone names an app, of which it has an extension.
  func run(startedIn session: BrokerSession, named app: String?, _ launches: LaunchedApps) -> AppRun? {
    guard app == nil || session.caller.role == .widgets else { return nil }
    return run(of: session.launcher, named: app, launches)
  }
}
