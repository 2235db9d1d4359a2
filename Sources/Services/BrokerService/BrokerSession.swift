// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import AppDirectory
import AppModel
import BrokerServer
import CallerIdentity
import ConsentModel
import FileKeychain
import KeychainModel
import PromptModel
import PromptQueue

/// The session of a connection: who calls, what it may reach, and the keychain as far as that goes.
final class BrokerSession {
  /// The keychain of one caller. What it gives serves one call, and is made with the moment at which that call began, so
  /// that it asks nobody after a later lock.
  struct View {
    let dataProtection: (PersonAuthenticator.Moment) -> any PagedKeychain & SearchExaminer
    let enclaveKeys: (PersonAuthenticator.Moment) -> EnclaveKeyHandler
    /// The file-based ones that are meant.
    let files: (KeychainKind, PersonAuthenticator.Moment) -> any PagedKeychain

    let role: CallerRole

    /// The one that is meant.
    func keychain(
      _ options: RequestOptions, since began: PersonAuthenticator.Moment
    ) throws(KeychainStatus) -> any PagedKeychain {
      guard options.kind.isOpen(to: role) else { throw .missingEntitlement }
      return options.kind == .dataProtection ? dataProtection(began) : files(options.kind, began)
    }
  }

  let caller: VerifiedCaller
  /// The requester as the person is told of it.
  let requester: Requester
  private(set) var identity: AppIdentity
  private(set) var view: View
  let claim: AnswerClaim
  /// The rest of an answer that is sent in parts.
  var rest: KeychainHandler.Rest?
  /// The process that answers are tied to which last until it ends: of an app in a sandbox, what started it. It is found out
  /// once: this connection is that process's for as long as it lasts.
  private(set) lazy var instance = ProcessInstance(
    running: caller.origin.app?.launcher ?? caller.process)
  var asking: AskingProgram {
    let caller = self.caller
    return AskingProgram(kind, process: caller.process, instance: instance, isAlive: { caller.isAlive })
  }
  /// The caller as one who starts apps.
  var launcher: AppLauncher {
    let caller = self.caller
    return AppLauncher(process: caller.process, isAlive: { caller.isAlive })
  }
  /// The keychains that a restore over this connection made.
  let restored = RestoredKeychains()
  private let apps: AppsHandler
  private let open: (KeychainCaller, Requester, CallerRole) -> View
  private var generation: UInt64

  init(
    _ caller: VerifiedCaller, _ apps: AppsHandler, _ claim: AnswerClaim,
    open: @escaping (KeychainCaller, Requester, CallerRole) -> View
  ) {
    self.caller = caller
    self.claim = claim
    requester = Requester(
      process: caller.process, program: Self.name(of: caller), mayAsk: caller.origin.app?.isExtension != true)
    self.apps = apps
    self.open = open
    generation = apps.generation
    identity = apps.identity(of: caller)
    view = open(KeychainCaller(identity.access), requester, caller.role)
  }

  /// An app that Bailey started is known by its identifier; of any other program the person is told the path.
  private static func name(of caller: VerifiedCaller) -> String? {
    if case .launched(let app, _) = caller.origin { return app.identifier }
    return caller.program.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private var kind: AskingProgram.Kind {
    switch caller.origin {
    case .launched(let app, _):
      return .app(AppRun(identifier: app.identifier, entitlements: app.entitlements, launcher: app.launcher))
    case .shared:
      guard let program = caller.program, program.place != .elsewhere else { return .unknown }
      return .program(path: program.path, digest: program.digest, isRegistered: identity.tier == .registered)
    }
  }

  /// Registering, or ceasing to be registered, counts from the next request on.
  func refresh() {
    let now = apps.generation
    guard now != generation else { return }
    generation = now
    identity = apps.identity(of: caller)
    view = open(KeychainCaller(identity.access), requester, caller.role)
  }
}

extension KeychainKind {
  /// Programs have the search list that the person made; only `bailey` picks a keychain by its name.
  func isOpen(to role: CallerRole) -> Bool {
    guard case .named = self else { return true }
    return role == .commandLine
  }
}

extension KeychainCaller {
  fileprivate init(_ access: AppAccess) {
    self.init(groups: AccessGroupList(access.groups), entitlements: access.isAppClip ? .isAppClip : [])
  }
}
