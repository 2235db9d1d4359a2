// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CallerIdentity
import ConsentAuthority
import ConsentModel
import CryptoPrimitives
import Glibc
import LinuxSystem
import PropertyLists

/// Which app asks for consent, and which apps there are: by what is installed and by what runs, never by what is said.
struct KnownApps {
  /// Nil where the register is damaged: then no app in a sandbox is known.
  let installed: InstalledApps?
  let files: ProgramFiles
  let registration: @Sendable ([UInt8]) -> AppRegistration?

  // MARK: - Who asks

  /// Nil for a program that cannot be told from others.
  func subject(of session: BrokerSession) -> ConsentSubject? {
    let caller = session.caller
    switch caller.origin {
    case .launched(let app, _): return subject(app, of: session)
    case .shared:
      guard let program = caller.program else { return nil }
      let path = String(decoding: program.path, as: UTF8.self)
      guard program.place != .elsewhere,
        // Bailey's own programs are known by where they lie.
        let client = ConsentClient(
          .path, path, requirement: SHA256.hash((program.digest.isEmpty ? program.path : program.digest).span))
      else { return nil }
      let registered = session.identity.tier == .registered ? registration(program.path) : nil
      return ConsentSubject(
        client, Self.code(of: path, program.digest), name: path,
        entitlements: registered?.entitlements ?? Entitlements(),
        purposes: registered == nil ? [:] : Self.purposes(in: description(beside: program.path)),
        instance: session.instance, process: caller.process, isAlive: { caller.isAlive })
    }
  }

  /// An app in a sandbox, for whoever is connected as it, or has started it.
  func subject(_ app: LaunchedApp, of session: BrokerSession) -> ConsentSubject? {
    guard let installed = installed?.app(app.identifier), let client = Self.client(installed) else { return nil }
    let caller = session.caller
    let values = installed.description.values
    var subject = ConsentSubject(
      client, AppCode(installed), name: installed.description.name, entitlements: app.entitlements,
      purposes: Self.purposes(in: values), instance: session.instance,
      process: caller.process, isAlive: { caller.isAlive })
    subject.wantsReducedAccuracy = values["NSLocationDefaultAccuracyReduced"]?.boolean == true
    return subject
  }

  /// Which app a process has started, or an extension of which; `bailey-widgets` alone names it.
  func started(by caller: VerifiedCaller, _ named: String?, _ launches: LaunchedApps) -> LaunchedApp? {
    guard caller.role == .widgets, let named else { return named == nil ? launches.app(startedBy: caller) : nil }
    let app = installed?.app(named)
    return app.map { LaunchedApp(identifier: named, entitlements: $0.entitlements, launcher: caller.process) }
  }

  /// `Info.plist` beside an executable, where Foundation looks for it. What cannot be read says nothing: then the program does not say
  /// why it asks.
  private func description(beside program: [UInt8]) -> [String: PropertyListValue] {
    let bytes = try? files.contents(of: AppDescription.file, beside: program, atMost: PropertyListLimits.bytes)
    return bytes.flatMap { try? PropertyList.read($0.span).dictionary } ?? [:]
  }

  /// The reasons for the precise location stand in a dictionary of their own.
  private static func purposes(in values: [String: PropertyListValue]) -> [String: String] {
    let dictionary = ConsentSubject.accuracyReasons
    return (values[dictionary]?.dictionary ?? [:]).reduce(into: values.compactMapValues(\.string)) {
      $0[ConsentSubject.nestedKey(dictionary, $1.key)] = $1.value.string
    }
  }

  // MARK: - Which there are

  func client(_ key: ConsentClient.Key) -> KnownApp? {
    switch key.kind {
    case .bundle:
      guard let app = installed?.app(key.identifier), let client = Self.client(app) else { return nil }
      return KnownApp(client: client, name: String(app.description.name.prefix(64)), code: AppCode(app))
    case .path:
      guard let program = try? files.file(at: key.identifier),
        let client = ConsentClient(.path, key.identifier, requirement: SHA256.hash(program.digest.span))
      else { return nil }
      return KnownApp(
        client: client, name: String(key.identifier.suffix(64)), code: Self.code(of: key.identifier, program.digest))
    }
  }

  func presence(of key: ConsentClient.Key) -> AppPresence {
    switch key.kind {
    case .bundle:
      guard let installed else { return .unknown }
      guard let app = installed.app(key.identifier), let client = Self.client(app) else { return .gone }
      return .present(requirement: client.requirement, AppCode(app))
    case .path:
      do throws(SystemError) {
        _ = try FileDescriptor.open(key.identifier, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      } catch {
        return error.code == ENOENT || error.code == ENOTDIR ? .gone : .unknown
      }
      return client(key).map { .present(requirement: $0.client.requirement, $0.code) } ?? .unknown
    }
  }

  /// Whether an app is, as it is now. What programs outside of the sandbox are entitled to binds nobody.
  func isEntitled(to service: ConsentService, _ key: ConsentClient.Key) -> Bool {
    guard key.kind == .bundle, let entitlement = service.entitlement, let app = installed?.app(key.identifier) else {
      return true
    }
    return app.entitlements.values[entitlement]?.boolean == true
  }

  /// Whether the process that something was allowed to once still runs.
  func runs(_ instance: ProcessInstance) -> Bool { ProcessInstance(running: instance.process) == instance }

  /// A program is called by its path alone: what its registration calls it, its owner chose.
  private static func code(of path: String, _ digest: [UInt8]) -> AppCode {
    AppCode(identifier: path, team: nil, contents: digest)
  }

  /// The publisher's key and the identifier; of an ad-hoc signature, which says nothing of its maker, the very contents.
  private static func client(_ app: InstalledApp) -> ConsentClient? {
    let requirement: [UInt8] =
      switch app.requirement.publisher {
      case .key(let key): [1] + key + Array(app.identifier.utf8)
      case .adHoc: [2] + app.seal + Array(app.identifier.utf8)
      }
    return ConsentClient(.bundle, app.identifier, requirement: SHA256.hash(requirement.span))
  }
}

/// An app or a program that is there.
struct KnownApp {
  let client: ConsentClient
  let name: String
  let code: AppCode
}

extension ProcessInstance {
  /// Nil where there is no such process.
  init?(running process: Int32) {
    guard let ticks = try? ProcessStart.ticks(of: process), let boot = try? ProcessStart.boot() else { return nil }
    self.init(process: process, began: ticks, boot: boot)
  }
}
