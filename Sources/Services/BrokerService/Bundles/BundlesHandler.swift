// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import AppModel
import AppRegistry
import BrokerMessages
import CallerIdentity
import CertificateTrust
import Clocks
import ConsentModel
import CryptoPrimitives
import LockFollowing
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel
import SystemCalls
import X509Certificates

/// Answers what is asked about apps that are bundles: whose they are is decided here, by what their signatures prove.
struct BundlesHandler {
  /// The installed apps; nil where the register is damaged: then no app can be installed or started.
  let installed: InstalledApps?
  let launches: LaunchedApps
  let authenticator: PersonAuthenticator
  let lockStates: LockStateBoard
  /// Removes every item of the keychain in a group.
  let removeItems: @Sendable (String) throws(BrokerRefusal) -> Void
  /// Whether the person has answered anything to an app.
  let hasAnswers: @Sendable (String) -> Bool
  /// Removes what the person answered to an app, as far as the lock state lets answers be forgotten.
  let removeAnswers: @Sendable (String) throws(BrokerRefusal) -> Void
  /// Removes the keys with which an app proved to its server that it is that app.
  let removeAttestedKeys: @Sendable (String) throws(BrokerRefusal) -> Void

  func answer(_ request: BundlesRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    guard let installed else { throw .registryDamaged }
    switch request {
    case .installed where installed.defect != nil, .launch where installed.defect != nil,
      .launchExtension where installed.defect != nil:
      throw .registryRefused
    case .installed:
      return .bundles(.installed(session.caller.role == .widgets ? installed.valid : installed.apps, .last))
    case .trust(let certificate):
      // Without a passcode there is nobody to ask.
      guard !authenticator.mayHavePasscode else { throw .authentication(.notInteractive) }
      try trust(certificate, in: installed)
    case .trustByOwner(let number, let certificate):
      try checkProof(number, .trustAuthority(certificate), session)
      try trust(certificate, in: installed)
    case .revoke(let publisher):
      guard !authenticator.mayHavePasscode else { throw .authentication(.notInteractive) }
      try revoke(publisher, in: installed)
    case .revokeByOwner(let number, let publisher):
      try checkProof(number, .revokePublisher(publisher), session)
      try revoke(publisher, in: installed)
    case .install(let papers): try install(papers, nil, session, in: installed)
    case .installByOwner(let number, let papers): try install(papers, number, session, in: installed)
    case .remove(let identifier, let choice): try remove(identifier, choice, in: installed)
    case .launch(let request): return try launch(request, installed, for: session.launcher)
    case .launchExtension(let request): return try launch(request, installed, for: session.launcher)
    case .running:
      return .bundles(
        .running(launches.running.map { RunningApp(identifier: $0.identifier, process: $0.launcher) }))
    case .vendor: return .bundles(.vendor(vendorIdentifier(of: session.caller, installed)))
    }
    return .done
  }

  private func checkProof(
    _ number: QuestionNumber, _ purpose: ProofPurpose, _ session: BrokerSession
  ) throws(BrokerRefusal) {
    guard authenticator.takeProof(of: number, for: purpose, in: session.caller.process) else {
      throw .authentication(.notInteractive)
    }
  }

  // MARK: - Authorities

  private func trust(_ certificate: [UInt8], in installed: InstalledApps) throws(BrokerRefusal) {
    guard let authority = try? Certificate(certificate.span), authority.encoded == certificate,
      authority.mayIssueCertificates
    else { throw .bundle(BundleRefusal(.notAnAuthority)) }
    try changing { () throws(InstalledAppsError) in try installed.trust(certificate) }
  }

  /// Revokes a publisher, whose running apps are served no more.
  private func revoke(_ key: [UInt8], in installed: InstalledApps) throws(BrokerRefusal) {
    try changing { () throws(InstalledAppsError) in try installed.revoke(.key(key)) }
    for app in installed.apps where app.requirement.publisher == .key(key) { launches.end(app.identifier) }
  }

  // MARK: - Installing

  private func install(
    _ papers: BundlePapers, _ proof: QuestionNumber?, _ session: BrokerSession, in installed: InstalledApps
  ) throws(BrokerRefusal) {
    let list: SealedList
    do { list = try SealedList.decode(papers.sealedList.span) } catch { throw .bundle(BundleRefusal(.seal)) }
    // What is decided here is decided by the very files that are sealed.
    guard list.seals(papers.info, at: AppDescription.file), list.seals(papers.entitlements, at: Entitlements.file)
    else {
      throw .bundle(BundleRefusal(.seal))
    }
    let (publisher, signer, allowed) = try publisher(of: papers, installed.authorities)
    guard !installed.isRevoked(publisher) else { throw .bundle(BundleRefusal(.revoked)) }
    let app: InstalledApp
    do {
      app = try InstalledApp(
        publisher: publisher, signer: signer, seal: SHA256.hash(papers.sealedList.span), info: papers.info,
        xml: papers.entitlements)
    } catch {
      switch error {
      case .description: throw .bundle(BundleRefusal(.description))
      case .entitlements: throw .bundle(BundleRefusal(.entitlements))
      case .foreignGroup(let group): throw .bundle(BundleRefusal(.foreignGroup, group))
      }
    }
    if let allowed, let entitlement = app.entitlements.first(notIn: allowed) {
      throw .bundle(BundleRefusal(.notInProfile, entitlement))
    }
    try check(papers.extensions, in: list, of: app, allowed)
    guard case .file = list[app.description.executable]?.content else { throw .bundle(BundleRefusal(.description)) }
    if authenticator.mayHavePasscode, leadsPastAnswers(app, installed) {
      guard let proof else { throw .authentication(.notInteractive) }
      try checkProof(proof, .widenApp(app.identifier, seal: app.seal), session)
    }
    // Keys go first, so that none is there when something starts that nobody knows to be the same app.
    if let before = installed.app(app.identifier), before.requirement == app.requirement, !app.isUpdate(of: before) {
      try removeAttestedKeys(app.requirement.applicationIdentifier)
    }
    try changing { () throws(InstalledAppsError) in try installed.install(app, vendor: SystemRandom.bytes(16)) }
  }

  /// Whether what the person answered to the app so far would not bind it any more. Where nothing of it is installed, answers to it
  /// may have been kept.
  private func leadsPastAnswers(_ app: InstalledApp, _ installed: InstalledApps) -> Bool {
    let before = installed.app(app.identifier)
    guard WiderClaims(app.entitlements, beyond: before?.entitlements ?? Entitlements()).leadsPastAnswers else {
      return false
    }
    return before != nil || hasAnswers(app.identifier)
  }

  /// An extension has no entitlement that its app does not have, nor one that the certificate does not allow.
  private func check(
    _ extensions: [[UInt8]], in list: SealedList, of app: InstalledApp, _ allowed: [String]?
  ) throws(BrokerRefusal) {
    let paths = BundleExtension.entitlements(in: list)
    guard paths.count == extensions.count, zip(paths, extensions).allSatisfy({ list.seals($1, at: $0) }) else {
      throw .bundle(BundleRefusal(.seal))
    }
    for xml in extensions {
      let entitlements: Entitlements
      do { entitlements = try Entitlements(xml: xml.span) } catch { throw .bundle(BundleRefusal(.entitlements)) }
      if let entitlement = entitlements.first(notOf: app.entitlements) {
        throw .bundle(BundleRefusal(.notOfApp, entitlement))
      }
      if let allowed, let entitlement = entitlements.first(notIn: allowed) {
        throw .bundle(BundleRefusal(.notInProfile, entitlement))
      }
    }
  }

  private func publisher(
    of papers: BundlePapers, _ authorities: [[UInt8]]
  ) throws(BrokerRefusal) -> (Publisher, String, allowed: [String]?) {
    guard let signature = papers.signature else { return (.adHoc, "", nil) }
    let signer: CodeSigner
    do { signer = try CodeSignature.signer(of: signature, over: papers.sealedList) } catch {
      throw .bundle(BundleRefusal(BundleRefusal.Cause(error)))
    }
    var question = TrustQuestion(signer.certificate, at: WallClock.seconds)
    question.others = signer.others
    question.anchors = authorities
    question.trustsSystem = false
    question.purpose = .codeSigning
    if let defect = TrustEvaluation.answer(question).defect {
      throw .bundle(BundleRefusal(BundleRefusal.Cause(defect.kind)))
    }
    guard let certificate = try? Certificate(signer.certificate.span) else { throw .bundle(BundleRefusal(.signature)) }
    let key = certificate.publicKeyBits
    let allowed: [String]?
    do { allowed = try certificate.allowedEntitlements() } catch { throw .bundle(BundleRefusal(.signature)) }
    return (Publisher(publicKey: key.span), certificate.commonName ?? certificate.summary ?? "?", allowed)
  }

  private func remove(
    _ identifier: String, _ choice: DataChoice, in installed: InstalledApps
  ) throws(BrokerRefusal) {
    // It is ended first: it could put everything back.
    try launches.end(identifier) { () throws(BrokerRefusal) in
      // Items and answers go before the app: should that fail, it is still there to be removed, and no later installation finds
      // answers that were given to this one.
      // An installation later is another one, whether or not its data was kept.
      if let app = installed.app(identifier) { try removeAttestedKeys(app.requirement.applicationIdentifier) }
      if choice == .remove {
        for group in installed.app(identifier)?.ownGroups ?? [] { try removeItems(group) }
        try removeAnswers(identifier)
      }
      try changing { () throws(InstalledAppsError) in
        try installed.remove(identifier, data: choice == .keep ? .kept : .removed)
      }
    }
  }

  // MARK: - Starting

  private func launch(
    _ request: LaunchRequest, _ installed: InstalledApps, for launcher: AppLauncher
  ) throws(BrokerRefusal) -> BrokerReply {
    guard let app = installed.app(request.identifier), request.seal.map({ $0 == app.seal }) ?? true else {
      throw .bundle(BundleRefusal(.notInstalled, request.identifier))
    }
    guard !installed.isRevoked(app.requirement.publisher) else { throw .bundle(BundleRefusal(.revoked)) }
    return try start(app, extension: nil, installed, for: launcher)
  }

  /// Starts an extension. Its entitlements are checked against its app's once more: whatever is wrong with them, it
  /// reaches nothing more.
  private func launch(
    _ request: ExtensionLaunchRequest, _ installed: InstalledApps, for launcher: AppLauncher
  ) throws(BrokerRefusal) -> BrokerReply {
    guard let app = installed.app(request.identifier), request.seal == app.seal else {
      throw .bundle(BundleRefusal(.notInstalled, request.identifier))
    }
    guard !installed.isRevoked(app.requirement.publisher) else { throw .bundle(BundleRefusal(.revoked)) }
    var entitlements = app.entitlements
    if let xml = request.entitlements {
      do { entitlements = try Entitlements(xml: xml.span) } catch { throw .bundle(BundleRefusal(.entitlements)) }
      if let more = entitlements.first(notOf: app.entitlements) { throw .bundle(BundleRefusal(.notOfApp, more)) }
    }
    return try start(app, extension: entitlements.served(besides: app.entitlements), installed, for: launcher)
  }

  private func start(
    _ app: InstalledApp, extension ofExtension: Entitlements?, _ installed: InstalledApps, for launcher: AppLauncher
  ) throws(BrokerRefusal) -> BrokerReply {
    let connection: FileDescriptor
    do {
      connection = try launches.prepare(app, extension: ofExtension, for: launcher)
    } catch {
      switch error {
      case .tooManyRunning: throw .bundle(BundleRefusal(.tooManyRunning))
      case .isLeaving: throw .bundle(BundleRefusal(.notInstalled, app.identifier))
      }
    }
    // It may have been removed or revoked since it was looked up. Where the connection is not handed over, the start ends.
    guard installed.app(app.identifier)?.requirement == app.requirement,
      !installed.isRevoked(app.requirement.publisher)
    else { throw .bundle(BundleRefusal(.notInstalled, app.identifier)) }
    return .bundles(.launched(app, HandedSocket(connection)))
  }

  /// The vendor identifier of an app that Bailey started: any other could name a publisher that is not its own. Nothing
  /// before the first unlock, as Apple's `identifierForVendor`.
  private func vendorIdentifier(of caller: VerifiedCaller, _ installed: InstalledApps) -> [UInt8]? {
    guard case .launched(let launched, _) = caller.origin, let app = installed.app(launched.identifier),
      lockStates.state != .beforeFirstUnlock
    else { return nil }
    return installed.vendorIdentifier(of: Vendor(app.requirement))
  }

  private func changing(_ body: () throws(InstalledAppsError) -> Void) throws(BrokerRefusal) {
    do {
      try body()
    } catch {
      switch error {
      case .storage(let error): throw .storage(code: error.code)
      case .damaged, .newerVersion: throw .registryDamaged
      case .full: throw .registryFull
      case .refused: throw .registryRefused
      case .noSeal: throw .registryDamaged
      case .notInstalled: throw .bundle(BundleRefusal(.notInstalled))
      case .spelledOtherwise(let identifier): throw .bundle(BundleRefusal(.spelledOtherwise, identifier))
      case .otherPublisher(let identifier): throw .bundle(BundleRefusal(.otherPublisher, identifier))
      case .groupTaken(let group): throw .bundle(BundleRefusal(.groupTaken, group))
      }
    }
  }
}

extension SealedList {
  fileprivate func seals(_ bytes: [UInt8], at path: String) -> Bool {
    guard case .file(_, let size, let digest) = self[path]?.content else { return false }
    return size == bytes.count && digest == SHA256.hash(bytes.span)
  }
}

extension BundleRefusal.Cause {
  fileprivate init(_ kind: TrustAnswer.Kind) {
    self =
      switch kind {
      case .expired: .expired
      case .notYetValid: .notYetValid
      case .revoked: .revoked
      case .wrongUse: .wrongUse
      case .unreadable, .badSignature: .signature
      case .untrusted, .hostMismatch, .emailMismatch, .revocationUnknown, .other: .foreign
      }
  }

  fileprivate init(_ error: CodeSignatureError) {
    self =
      switch error {
      case .weakDigest: .weakDigest
      case .weakKey: .weakKey
      case .certificate, .key, .library, .malformed, .mismatch: .signature
      }
  }
}
