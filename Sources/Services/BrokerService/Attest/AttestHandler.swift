// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppModel
import AppRegistry
import AttestedApps
import BrokerMessages
import CallerIdentity
import PromptModel
import PromptQueue
import ProofModel

/// Answers apps that prove to their servers that they are those apps.
///
/// Which app asks is decided by the socket that it came in on and by the signature that was verified when it was installed: nothing
/// that the app says, and nothing that its files say by now.
struct AttestHandler {
  /// The attested apps; nil where what is kept cannot be used.
  let apps: AttestedApps?
  let installed: InstalledApps?
  let barrier: RequestBarrier
  let enrolment: KeptEnrolment
  let issuer: IssuerChannel
  let machine: any MachineKeyService
  let authenticator: PersonAuthenticator

  func answer(_ request: AttestRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    guard let apps else { throw .attest(.unavailable) }
    switch request {
    case .support: return .done
    case .makeKey:
      return .attest(.key(try noting(session, apps) { (app) throws(AppAttestFailure) in try apps.makeKey(of: app) }))
    case .attest(let id, let hash): return .attest(.object(try attest(id, hash, session, apps)))
    case .assert(let id, let hash):
      return .attest(
        .object(
          try noting(session, apps) { (app) throws(AppAttestFailure) in
            try apps.assertion(by: id, of: app, clientDataHash: hash)
          }))
    case .report:
      do { return .attest(.report(try apps.report())) } catch { throw .attest(error) }
    case .enrol(let text, let proof):
      guard let enrolment = IssuerEnrolment(text) else { throw .malformed(.badValue) }
      return try keeping(enrolment, proof, session)
    case .leaveIssuer(let proof): return try keeping(nil, proof, session)
    case .deviceSupport:
      guard enrolment.enrolment != nil else { throw .attest(.notEnrolled) }
      return .done
    case .deviceToken: return .attest(.object(try deviceToken(session, apps)))
    case .enrolment: return .attest(.enrolment(enrolment.enrolment?.text ?? ""))
    case .root:
      if let enrolment = enrolment.enrolment { return .attest(.object(enrolment.root)) }
      do { return .attest(.object(try apps.root())) } catch { throw .attest(error) }
    case .reset(let appID):
      do { return .attest(.removed(UInt32(clamping: try apps.forgetKeys(of: appID)))) } catch { throw .attest(error) }
    }
  }

  /// Whoever chooses the issuer chooses the root under which servers know the apps of this instance.
  private func keeping(
    _ new: IssuerEnrolment?, _ proof: QuestionNumber?, _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    try authenticator.checkProof(proof, .chooseIssuer(new.map { Array($0.text.utf8) }), of: session)
    do { try enrolment.set(new) } catch { throw .attest(.unavailable) }
    return .done
  }

  /// The issuer of an organisation is asked outside of the barrier: a lock does not wait for a network.
  private func attest(
    _ id: [UInt8], _ hash: [UInt8], _ session: BrokerSession, _ apps: AttestedApps
  ) throws(BrokerRefusal) -> [UInt8] {
    let step = try noting(session, apps) { (app) throws(AppAttestFailure) in
      try apps.attest(id, of: app, clientDataHash: hash, enrolment: enrolment.enrolment)
    }
    switch step {
    case .attested(let object): return object
    case .asks(let question):
      let challenge = try asking(session, apps) { (app) throws(IssuerCallFailure) in
        try issuer.challenge(for: app.appID)
      }
      let request = try noting(session, apps) { (_) throws(AppAttestFailure) in
        try apps.vouched(question, challenge: challenge, by: machine)
      }
      let answer = try asking(session, apps) { (app) throws(IssuerCallFailure) in
        try issuer.attestation(of: request, for: app.appID)
      }
      return try noting(session, apps) { (_) throws(AppAttestFailure) in try apps.take(answer, for: question) }
    }
  }

  private func deviceToken(_ session: BrokerSession, _ apps: AttestedApps) throws(BrokerRefusal) -> [UInt8] {
    // First, that it is an app which may ask at all.
    let enrolment = try noting(session, apps) { (_) throws(AppAttestFailure) in
      guard let known = self.enrolment.enrolment else { throw .notEnrolled }
      return known
    }
    let challenge = try asking(session, apps) { (app) throws(IssuerCallFailure) in
      try issuer.challenge(for: app.appID)
    }
    let request = try noting(session, apps) { (app) throws(AppAttestFailure) in
      try apps.deviceRequest(of: app, enrolment, challenge: challenge, by: machine)
    }
    return try asking(session, apps) { (app) throws(IssuerCallFailure) in
      try issuer.deviceToken(of: request, for: app.appID)
    }
  }

  private func asking(
    _ session: BrokerSession, _ apps: AttestedApps, _ body: (AttestedApp) throws(IssuerCallFailure) -> [UInt8]
  ) throws(BrokerRefusal) -> [UInt8] {
    let app = app(of: session)
    do throws(AppAttestFailure) {
      guard let app else { throw .noApplicationIdentifier }
      do { return try body(app) } catch { throw AppAttestFailure(error) }
    } catch {
      apps.note(error, of: app?.appID ?? session.requester.program ?? "?")
      throw .attest(error)
    }
  }

  private func noting<Value>(
    _ session: BrokerSession, _ apps: AttestedApps, _ body: (AttestedApp) throws(AppAttestFailure) -> Value
  ) throws(BrokerRefusal) -> Value {
    let app = app(of: session)
    do throws(AppAttestFailure) {
      guard let app else { throw .noApplicationIdentifier }
      return try barrier.pass { () throws(AppAttestFailure) in try body(app) }
    } catch {
      apps.note(error, of: app?.appID ?? session.requester.program ?? "?")
      throw .attest(error)
    }
  }

  /// The attested app of a session: only one that Bailey started in its own sandbox, of whose installation it is. A
  /// registered program says itself which application it is, and no signature does.
  /// What was started counts, with its version, whatever was installed meanwhile.
  private func app(of session: BrokerSession) -> AttestedApp? {
    guard session.identity.tier == .launched, let launched = session.caller.origin.app, !launched.isExtension,
      let started = launched.installation, let app = installed?.app(launched.identifier), app.isUpdate(of: started),
      installed?.isRevoked(app.requirement.publisher) == false
    else { return nil }
    return AttestedApp(started)
  }
}
