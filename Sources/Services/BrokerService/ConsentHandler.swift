// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import AppModel
import BrokerMessages
import CallerIdentity
import ConsentAuthority
import ConsentModel
import LinuxSystem
import PromptModel
import PromptQueue
import ProofModel
import SealedRecords

/// Answers what apps ask of what belongs to the person, and takes what the person says of it.
struct ConsentHandler {
  /// Nil where what people answered cannot be read: then nobody has a grant, and nobody is asked.
  let authority: ConsentAuthority?
  let apps: KnownApps
  let launches: LaunchedApps
  let authenticator: PersonAuthenticator
  let data: AppData

  func answer(_ request: ConsentRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    guard let authority else { throw .consent(.unavailable) }
    let result: Result<BrokerReply, BrokerRefusal>
    do { result = try answer(request, session, authority) } catch { throw .consent(ConsentRefusal(error)) }
    return try result.get()
  }

  private func answer(
    _ request: ConsentRequest, _ session: BrokerSession, _ authority: ConsentAuthority
  ) throws(SealedRecordsError) -> Result<BrokerReply, BrokerRefusal> {
    switch request {
    case .status(let service):
      guard let subject = apps.subject(of: session.asking) else { return .failure(.consent(.notAnApp)) }
      let standing = try authority.standing(service, of: subject)
      return .success(.consent(.outcome(.stands(standing.told(of: service)))))
    case .request(let service, let extent):
      let moment = authenticator.now
      guard let subject = apps.subject(of: session.asking) else { return .failure(.consent(.notAnApp)) }
      let outcome = try authority.request(service, extent, for: subject, since: moment)
      return .success(.consent(.outcome(outcome.told(of: service))))
    case .lend(let service, let asking, let app):
      let moment = authenticator.now
      // Extensions run where nobody looks: they ask nobody, and have the network alone.
      let isOpen = asking == .standing && [.tracking, .localNetwork].contains(service)
      guard isOpen || session.caller.role == .runtime else { return .failure(.notPermitted) }
      guard let started = apps.run(startedIn: session, named: app, launches),
        let subject = apps.subject(started, of: session.asking)
      else { return .failure(.consent(.notAnApp)) }
      if asking == .standing {
        return .success(.consent(.outcome(.stands(try authority.standing(service, of: subject)))))
      }
      let outcome = try authority.request(service, .usual, for: subject, since: moment, asking: asking)
      return .success(.consent(.outcome(outcome)))
    case .preciseLocation(let key):
      let moment = authenticator.now
      guard let subject = apps.subject(of: session.asking) else { return .failure(.consent(.notAnApp)) }
      return .success(
        .consent(.outcome(try authority.requestPreciseLocation(because: key, for: subject, since: moment))))
    case .locationButton(let look):
      let moment = authenticator.now
      guard let subject = apps.subject(of: session.asking) else { return .failure(.consent(.notAnApp)) }
      let outcome = try authority.tapLocationButton(look, of: subject, since: moment)
      return .success(.consent(.outcome(outcome.told(of: .location))))
    case .advertisingIdentifier:
      guard let subject = apps.subject(of: session.asking) else { return .failure(.consent(.notAnApp)) }
      return .success(.consent(.advertisingIdentifier(try authority.advertisingIdentifier(for: subject))))
    case .itemCount(let app):
      do { return .success(.consent(.itemCount(try data.itemCount(of: app)))) } catch {
        return .failure(.keychain(error))
      }
    case .erase(let app):
      do { try data.erase(app) } catch { return .failure(.keychain(error)) }
      try authority.takeBack(from: ConsentClient.Key(kind: .bundle, identifier: app))
      return .success(.done)
    case .agent: return .success(.consent(.agent(authenticator.queue.seatedAgent)))
    case .changes(let known, let seconds):
      let count = try? authority.changes.count(otherThan: known, within: .seconds(Int(seconds)))
      guard let count else { return .failure(.consent(.unavailable)) }
      return .success(.consent(.changes(count)))
    case .rows:
      return .success(.consent(.rows(try authority.listings(presence: apps.presence, runs: apps.runs), .last)))
    case .deny, .giveEmpty, .grant: return try set(request, session, authority)
    case .reset(let service, let client):
      return .success(.consent(.removed(UInt32(try authority.reset(service, client).count))))
    case .prune:
      let gone = try authority.remove { apps.presence(of: $0.client.key) == .gone }
      return .success(.consent(.removed(UInt32(gone.count))))
    case .policy: return .success(.consent(.policy(try authority.policyText())))
    case .setPolicy(let text, let proof): return try setPolicy(text, proof, session, authority)
    case .share(let paths, let app, let right, let proof):
      guard isProved(proof, .share(paths, withApp: app, right), session) else { return .failure(.consent(.notProved)) }
      let key = ConsentClient.Key(kind: .bundle, identifier: app)
      guard let known = apps.client(key), paths.allSatisfy(SharedFile.isPath) else {
        return .failure(.consent(.unknownApp))
      }
      try authority.share(paths, with: known.client, right)
      return .success(.done)
    case .unshare(let path, let app):
      let key = ConsentClient.Key(kind: .bundle, identifier: app)
      return .success(.consent(.removed(UInt32(try authority.unshare(path, with: key)))))
    case .choosePath(let wish): return choosePath(wish, session)
    case .withdrawPath: return withdrawPath(session)
    case .portal(let program, let words): return askForPortal(program, words, session)
    case .sharedFiles(let app):
      // Whoever started an app hears of what that one was handed, whichever it names.
      let isRuntime = session.caller.role == .runtime
      let named = isRuntime ? launches.run(startedBy: session.caller.process)?.identifier ?? "" : app
      return .success(.consent(.sharedFiles(try authority.sharedFiles(ofApp: named, presence: apps.presence), .last)))
    }
  }

  // MARK: - What the person sets

  private func set(
    _ request: ConsentRequest, _ session: BrokerSession, _ authority: ConsentAuthority
  ) throws(SealedRecordsError) -> Result<BrokerReply, BrokerRefusal> {
    switch request {
    case .deny(let service, let key): return try refuse(service, key, as: .denied, authority)
    case .giveEmpty(let service, let key):
      guard service.hasEmptySource else { return .failure(.consent(.hasNoEmptySource)) }
      return try refuse(service, key, as: .empty, authority)
    case .grant(let service, let key, let proof):
      guard isProved(proof, .grant(service, to: key), session) else { return .failure(.consent(.notProved)) }
      // To what the code is now; a grant for code that nobody knows could be anyone's.
      guard let known = apps.client(key) else { return .failure(.consent(.unknownApp)) }
      guard try authority.policy().rule(service, key) == nil else { return .failure(.consent(.restricted)) }
      try authority.set(
        service, known.client, name: known.name, to: service == .location ? .whileInUse : .allowed)
    default: return .failure(.notPermitted)
    }
    return .success(.done)
  }

  /// What gives nothing counts for whoever bears the name, so that nothing else need be known of the app.
  private func refuse(
    _ service: ConsentService, _ key: ConsentClient.Key, as answer: ConsentAnswer, _ authority: ConsentAuthority
  ) throws(SealedRecordsError) -> Result<BrokerReply, BrokerRefusal> {
    let row = try authority.rows().first { $0.service == service && $0.client.key == key }
    let client = apps.client(key)?.client ?? row?.client
    let unknown = [UInt8](repeating: 0, count: ConsentClient.requirementSize)
    guard let client = client ?? ConsentClient(key.kind, key.identifier, requirement: unknown) else {
      return .failure(.consent(.unknownApp))
    }
    try authority.set(service, client, name: apps.client(key)?.name ?? row?.name ?? "", to: answer)
    return .success(.done)
  }

  private func setPolicy(
    _ text: [UInt8]?, _ proof: QuestionNumber?, _ session: BrokerSession, _ authority: ConsentAuthority
  ) throws(SealedRecordsError) -> Result<BrokerReply, BrokerRefusal> {
    guard isProved(proof, .setPolicy(text), session) else { return .failure(.consent(.notProved)) }
    guard let text else {
      try authority.setPolicy(ConsentPolicy(), text: nil)
      return .success(.done)
    }
    guard let policy = try? ConsentPolicy(xml: text.span) else { return .failure(.consent(.badPolicy)) }
    try authority.setPolicy(policy, text: text)
    return .success(.done)
  }

  /// Without a passcode there is nobody to ask.
  private func isProved(_ proof: QuestionNumber?, _ purpose: ProofPurpose, _ session: BrokerSession) -> Bool {
    guard authenticator.mayHavePasscode else { return true }
    return proof.map { authenticator.takeProof(of: $0, for: purpose, in: session.caller.process) } ?? false
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
