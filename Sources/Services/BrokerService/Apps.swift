// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import BrokerMessages
import IPCServer
import LinuxSystem

/// The registered apps, as requests see them.
struct Apps {
  /// Nil where the registrations are damaged: then nobody is registered, and nobody can be.
  let registry: AppRegistry?
  let files: ProgramFiles
  /// Whether the keychain has items in a group, of whichever program.
  let hasItems: @Sendable (String) -> Bool

  var generation: UInt64 { registry?.generation ?? 0 }

  /// A process that cannot be told apart has no groups at all.
  func access(of caller: VerifiedCaller) -> AppAccess {
    let nothing = AppAccess(standing: .unregistered, identifier: nil, groups: [], isAppClip: false)
    guard let program = caller.program else { return nothing }
    if caller.role == .commandLine {
      return AppAccess(
        standing: .unregistered, identifier: nil, groups: [PrivateGroup.commandLine], isAppClip: false)
    }
    return registry?.access(of: program, user: caller.user) ?? nothing
  }

  func register(
    _ path: [UInt8], _ xml: [UInt8], by authority: AppRegistry.Authority
  ) throws(BrokerRefusal) {
    let program: ProgramFile
    do { program = try files.file(at: String(decoding: path, as: UTF8.self)) } catch { throw .file(code: error.code) }
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

  func unregister(_ path: [UInt8]) throws(BrokerRefusal) {
    try changing { registry throws(AppRegistryError) in try registry.unregister(path) }
  }

  func registrations() throws(BrokerRefusal) -> [RegisteredApp] {
    guard let registry else { throw .registryDamaged }
    return registry.registrations.map { app in
      RegisteredApp(
        path: app.path, digest: app.digest, identifier: app.entitlements.applicationIdentifier,
        groups: app.entitlements.accessGroups, condition: condition(of: app))
    }
  }

  private func condition(of app: AppRegistration) -> RegisteredApp.Condition {
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
      }
    }
  }
}
