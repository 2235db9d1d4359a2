// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import BrokerMessages
import CallerIdentity
import PromptModel
import PromptQueue
import ProofModel
import SystemCalls

/// Answers what is asked about programs, and says which app each caller is.
struct AppsHandler {
  /// The registered apps; nil where the registrations are damaged: then nobody is registered, and nobody can be.
  let registry: AppRegistry?
  let files: ProgramFiles
  let authenticator: PersonAuthenticator
  /// Whether the keychain has items in a group, of whichever program.
  let hasItems: @Sendable (String) -> Bool
  /// Ends what programs do with keys of the enclave past this process.
  let dismissSigners: @Sendable () -> Void

  var generation: UInt64 { registry?.generation ?? 0 }

  func identity(of caller: VerifiedCaller) -> AppIdentity {
    AppIdentity(of: caller) { registry?.registration(at: $0) }
  }

  func answer(_ request: AppsRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .access: return .apps(.access(session.identity.access))
    case .registrations: return .apps(.registrations(try registrations(), .last))
    case .register(let path, let xml):
      // Without a passcode there is nobody to ask.
      try register(path, xml, by: authenticator.mayHavePasscode ? .anyone : .owner)
    case .registerByOwner(let number, let path, let xml):
      try register(path, xml, by: authority(number, .register(path: path, entitlements: xml), session))
    case .unregister(let path):
      try unregister(path, by: authenticator.mayHavePasscode ? .anyone : .owner)
    case .unregisterByOwner(let number, let path):
      try unregister(path, by: authority(number, .unregister(path: path), session))
    }
    return .done
  }

  private func authority(
    _ number: QuestionNumber, _ purpose: ProofPurpose, _ session: BrokerSession
  ) -> AppRegistry.Authority {
    authenticator.takeProof(of: number, for: purpose, in: session.caller.process) ? .owner : .anyone
  }

  private func register(
    _ path: [UInt8], _ xml: [UInt8], by authority: AppRegistry.Authority
  ) throws(BrokerRefusal) {
    defer { dismissSigners() }
    if path.last == UInt8(ascii: "/") { return try registerFolder(path, xml, by: authority) }
    let program: ProgramFile
    do throws(ExecutableFailure) {
      program = try files.executable(at: String(decoding: path, as: UTF8.self))
    } catch {
      throw BrokerRefusal(error)
    }
    let app: AppRegistration
    do {
      app = try AppRegistration(path: program.path, digest: program.digest, xml: xml)
    } catch {
      throw .entitlements
    }
    try changing { registry throws(AppRegistryError) in
      try registry.register(app, by: authority, hasItems: hasItems)
    }
  }

  /// Registers a folder, always by the owner: what is built there later has the groups too.
  private func registerFolder(
    _ path: [UInt8], _ xml: [UInt8], by authority: AppRegistry.Authority
  ) throws(BrokerRefusal) {
    let app: AppRegistration
    do {
      let folder = try DevelopmentFolder(at: String(decoding: path, as: UTF8.self))
      app = try AppRegistration(path: folder.path, digest: AppRegistration.folderDigest, xml: xml)
    } catch let error as ExecutableFailure {
      throw BrokerRefusal(error)
    } catch {
      throw .entitlements
    }
    guard authority == .owner else { throw .groupTaken(app.entitlements.accessGroups.first ?? "") }
    try changing { registry throws(AppRegistryError) in
      try registry.register(app, by: authority, hasItems: hasItems)
    }
  }

  private func unregister(_ path: [UInt8], by authority: AppRegistry.Authority) throws(BrokerRefusal) {
    defer { dismissSigners() }
    try changing { registry throws(AppRegistryError) in
      try registry.unregister(path, by: authority, hasItems: hasItems)
    }
  }

  private func registrations() throws(BrokerRefusal) -> [RegisteredApp] {
    guard let registry else { throw .registryDamaged }
    guard registry.defect == nil else { throw .registryRefused }
    return registry.registrations.map { app in
      RegisteredApp(
        path: app.path, digest: app.digest, identifier: app.entitlements.applicationIdentifier,
        groups: app.entitlements.accessGroups, condition: condition(of: app))
    }
  }

  private func condition(of app: AppRegistration) -> RegisteredApp.Condition {
    if app.isFolder {
      let folder = try? DevelopmentFolder(at: String(decoding: app.path, as: UTF8.self))
      return folder?.path == app.path ? .folder : .missing
    }
    guard let program = try? files.file(at: String(decoding: app.path, as: UTF8.self)) else { return .missing }
    return program.path == app.path && program.digest == app.digest ? .current : .changed
  }

  private func changing(_ body: (AppRegistry) throws(AppRegistryError) -> Void) throws(BrokerRefusal) {
    guard let registry else { throw .registryDamaged }
    do {
      try body(registry)
    } catch {
      switch error {
      case .storage(let error): throw .storage(code: error.code)
      case .damaged, .newerVersion: throw .registryDamaged
      case .full: throw .registryFull
      case .notRegistered: throw .notRegistered
      case .groupTaken(let group): throw .groupTaken(group)
      case .refused: throw .registryRefused
      case .noSeal: throw .registryDamaged
      }
    }
  }
}

extension BrokerRefusal {
  fileprivate init(_ failure: ExecutableFailure) {
    switch failure {
    case .unreadable(let error): self = .file(code: error.code)
    case .script: self = .script
    case .served: self = .served
    }
  }
}
