// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import CallerIdentity
import ConsentAuthority
import ConsentModel
import PromptModel
import PromptQueue
import ProofModel
import SealedRecords

/// What people answered to apps, or why nobody can say.
struct PersonalAnswers {
  /// Nil where what people answered cannot be read: then nobody has a grant, and nobody is asked.
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

extension PersonAuthenticator {
  /// Without a passcode there is nobody to ask.
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
