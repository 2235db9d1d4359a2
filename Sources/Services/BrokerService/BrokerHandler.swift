// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import BrokerServer
import CallerIdentity
import KeychainAuthorization
import KeychainModel
import PromptModel
import PromptQueue

/// Answers requests, each family by its own handler.
struct BrokerHandler: RequestHandler {
  let keychain: KeychainHandler
  let apps: AppsHandler
  let person: PersonHandler
  let consent: ConsentHandler
  let privacySettings: PrivacySettingsHandler
  let sharedFiles: SharedFilesHandler
  let portal: PortalHandler
  let bundles: BundlesHandler
  let access: AccessHandler
  let widgets: WidgetsHandler
  let passkeys: PasskeysHandler
  let attest: AttestHandler
  let gate: OperationGate
  let open: @Sendable (KeychainCaller, Requester, CallerRole) -> BrokerSession.View

  func session(for caller: VerifiedCaller, _ claim: AnswerClaim) -> BrokerSession {
    BrokerSession(caller, apps, claim, open: open)
  }

  func isGone(_ process: Int32) {
    person.authenticator.forget(process)
    keychain.ownerPermits.forget(process)
  }

  func answer(_ request: BrokerRequest, in session: BrokerSession) -> BrokerReply {
    // An app that was removed, or its publisher revoked, may have been connected before.
    if let app = session.caller.origin.app, !bundles.launches.serves(app.identifier, startedBy: app.launcher) {
      return .idleClose
    }
    session.refresh()
    return answering { () throws(BrokerRefusal) in
      if session.caller.origin.app?.isExtension == true { try permitExtension(request) }
      if let operation = request.row.operation { try gate.permit(operation) }
      switch request {
      case .hello: throw .outOfOrder
      case .keychain(let request): return try keychain.answer(request, session)
      case .apps(let request): return try apps.answer(request, session)
      case .person(let request): return try person.answer(request, session)
      case .consent(let request): return try consent.answer(request, session)
      case .privacySettings(let request): return try privacySettings.answer(request, session)
      case .sharedFiles(let request): return try sharedFiles.answer(request, session)
      case .portal(let request): return try portal.answer(request, session)
      case .bundles(let request): return try bundles.answer(request, session)
      case .access(let request): return try access.answer(request, session)
      case .widgets(let request): return try widgets.answer(request, session)
      case .passkeys(let request): return try passkeys.answer(request, session)
      case .attest(let request): return try attest.answer(request, session)
      }
    }
  }

  /// An extension runs while nobody looks at it: it has its items, and asks nobody.
  private func permitExtension(_ request: BrokerRequest) throws(BrokerRefusal) {
    switch request {
    case .keychain, .apps(.access), .person(.lockState): return
    case .person: throw .authentication(.notInteractive)
    default: throw .notPermitted
    }
  }

  func rest(in session: BrokerSession) -> BrokerReply {
    answering { () throws(BrokerRefusal) in try keychain.rest(of: session) }
  }

  private func answering(_ body: () throws(BrokerRefusal) -> BrokerReply) -> BrokerReply {
    do { return try body() } catch { return .refused(error) }
  }
}

extension PersonAuthenticator {
  /// Whether there may be a passcode. On any error, assume that there is, so that it is asked for.
  var mayHavePasscode: Bool { (try? hasPasscode()) ?? true }
}
