// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import AppRegistry
package import ConsentAuthority
package import ConsentModel
import CryptoPrimitives
import Glibc
import PropertyLists
import SystemCalls

/// The installed and running apps, by which the app that asks for consent is identified, never by what it says.
package struct KnownApps: Sendable {
  /// The installed apps; nil where the register is damaged: then no app in a sandbox is known.
  let installed: InstalledApps?
  /// SHA-256 of the file at a path; nil where it cannot be read.
  let digest: @Sendable (String) -> [UInt8]?
  /// The contents of a file of this name beside a program, of so many bytes at most; nil where it cannot be read, or
  /// trusted to be the same for everybody.
  let description: @Sendable (String, [UInt8], Int) -> [UInt8]?
  let registration: @Sendable ([UInt8]) -> AppRegistration?

  package init(
    installed: InstalledApps?, digest: @escaping @Sendable (String) -> [UInt8]?,
    description: @escaping @Sendable (String, [UInt8], Int) -> [UInt8]?,
    registration: @escaping @Sendable ([UInt8]) -> AppRegistration?
  ) {
    (self.installed, self.digest, self.registration) = (installed, digest, registration)
    self.description = description
  }

  // MARK: - Who asks

  /// The subject of decisions that a program is; nil for a program that cannot be told from others.
  package func subject(of asking: AskingProgram) -> ConsentSubject? {
    switch asking.kind {
    case .unknown: return nil
    case .app(let run): return subject(run, of: asking)
    case .program(let name, let digest, let isRegistered):
      let path = String(decoding: name, as: UTF8.self)
      // Bailey's own programs are known by where they lie.
      guard let client = ConsentClient(.path, path, requirement: SHA256.hash((digest.isEmpty ? name : digest).span))
      else { return nil }
      let registered = isRegistered ? registration(name) : nil
      return ConsentSubject(
        client, Self.code(of: path, digest), name: path, entitlements: registered?.entitlements ?? Entitlements(),
        purposes: registered == nil ? [:] : Self.purposes(in: values(beside: name)),
        instance: asking.instance, process: asking.process, isAlive: asking.isAlive)
    }
  }

  /// An app in a sandbox, for whoever is connected as it, or has started it.
  package func subject(_ app: AppRun, of asking: AskingProgram) -> ConsentSubject? {
    guard let installed = installed?.app(app.identifier), let client = Self.client(installed) else { return nil }
    let values = installed.description.values
    var subject = ConsentSubject(
      client, AppCode(installed), name: installed.description.name, entitlements: app.entitlements,
      purposes: Self.purposes(in: values), instance: asking.instance,
      process: asking.process, isAlive: asking.isAlive)
    subject.wantsReducedAccuracy = values["NSLocationDefaultAccuracyReduced"]?.boolean == true
    return subject
  }

  /// The app that a process has started; for a named app, a start of one of its extensions, whatever the process has
  /// started.
  package func run(of launcher: AppLauncher, named app: String?, _ launches: LaunchedApps) -> AppRun? {
    guard let app else { return launches.run(startedBy: launcher.process) }
    return installed?.app(app).map { AppRun($0, by: launcher) }
  }

  /// The values of `Info.plist` beside an executable, where Foundation looks for it. What cannot be read says nothing:
  /// then the program does not say why it asks.
  private func values(beside program: [UInt8]) -> [String: PropertyListValue] {
    let bytes = description(AppDescription.file, program, PropertyListLimits.bytes)
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

  package func client(_ key: ConsentClient.Key) -> KnownApp? {
    switch key.kind {
    case .bundle:
      guard let app = installed?.app(key.identifier), let client = Self.client(app) else { return nil }
      return KnownApp(client: client, name: String(app.description.name.prefix(64)), code: AppCode(app))
    case .path:
      guard let digest = self.digest(key.identifier),
        let client = ConsentClient(.path, key.identifier, requirement: SHA256.hash(digest.span))
      else { return nil }
      return KnownApp(
        client: client, name: String(key.identifier.suffix(64)), code: Self.code(of: key.identifier, digest))
    }
  }

  package func presence(of key: ConsentClient.Key) -> AppPresence {
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
  package func isEntitled(to service: ConsentService, _ key: ConsentClient.Key) -> Bool {
    guard key.kind == .bundle, let entitlement = service.entitlement, let app = installed?.app(key.identifier) else {
      return true
    }
    return app.entitlements.values[entitlement]?.boolean == true
  }

  /// Whether the process that something was allowed to once still runs.
  package func runs(_ instance: ProcessInstance) -> Bool { ProcessInstance(running: instance.process) == instance }

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
package struct KnownApp: Sendable {
  package let client: ConsentClient
  package let name: String
  package let code: AppCode
}
