// SPDX-License-Identifier: Apache-2.0
package import AppModel
import CryptoPrimitives
import Glibc
package import LinuxSystem
import Synchronization

/// The executables somebody has registered, with their entitlements: durable before `register` returns.
///
/// The file `apps` is replaced as a whole; a crash leaves the old one or the new one.
package final class AppRegistry: Sendable {
  /// Registrations there can be.
  package static let most = 1024

  private static let name = "apps"
  private let folder: FileDescriptor
  private let apps: Locked<[[UInt8]: AppRegistration]>
  /// Grows with every change: whoever keeps an `AppAccess` asks again when it has.
  private let changes = Atomic<UInt64>(0)

  /// Reads what is in the folder; throws where that is damaged or from a newer version.
  package init(in folder: consuming FileDescriptor) throws(AppRegistryError) {
    let bytes: [UInt8]?
    do { bytes = try Self.read(folder) } catch { throw .storage(error) }
    var apps: [[UInt8]: AppRegistration] = [:]
    if let bytes {
      for app in try AppRegistryFile.decode(bytes.span) { apps[app.path] = app }
    }
    self.apps = Locked(apps)
    self.folder = folder
  }

  private static func read(_ folder: borrowing FileDescriptor) throws(SystemError) -> [UInt8]? {
    do {
      return try folder.open(name, O_RDONLY).read(count: AppRegistryFile.largest + 1, at: 0)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  package var generation: UInt64 { changes.load(ordering: .acquiring) }

  /// By path.
  package var registrations: [AppRegistration] {
    apps.withLock { apps in Self.inOrder(apps) }
  }

  // MARK: - Changes

  /// Who says that a registration may have groups that are not free.
  package enum Authority: Sendable {
    /// The person, or there is nobody to ask.
    case owner
    case anyone
  }

  /// Takes the place of what was registered at the path before.
  ///
  /// For `anyone` a group is free that no other program is registered for and that has no items: who takes it can read
  /// nothing. What the very same file is registered for already it keeps.
  package func register(
    _ app: AppRegistration, by authority: Authority, hasItems: (String) -> Bool
  ) throws(AppRegistryError) {
    try apps.withLock { apps throws(AppRegistryError) in
      if authority == .anyone, let group = Self.takenGroup(app, apps, hasItems) { throw .groupTaken(group) }
      var changed = apps
      changed[app.path] = app
      guard changed.count <= Self.most else { throw .full }
      try save(changed)
      apps = changed
    }
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  private static func takenGroup(
    _ app: AppRegistration, _ apps: [[UInt8]: AppRegistration], _ hasItems: (String) -> Bool
  ) -> String? {
    let own = apps[app.path].flatMap { $0.digest == app.digest ? Set($0.entitlements.accessGroups) : nil } ?? []
    let others = Set(apps.values.filter { $0.path != app.path }.flatMap { $0.entitlements.accessGroups })
    return app.entitlements.accessGroups.first { !own.contains($0) && (others.contains($0) || hasItems($0)) }
  }

  package func unregister(_ path: [UInt8]) throws(AppRegistryError) {
    try apps.withLock { apps throws(AppRegistryError) in
      var changed = apps
      guard changed.removeValue(forKey: path) != nil else { throw .notRegistered }
      try save(changed)
      apps = changed
    }
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  private static func inOrder(_ apps: [[UInt8]: AppRegistration]) -> [AppRegistration] {
    apps.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private func save(_ apps: [[UInt8]: AppRegistration]) throws(AppRegistryError) {
    let bytes = try AppRegistryFile.encode(Self.inOrder(apps))
    do throws(SystemError) {
      do {
        let file = try folder.open(Self.name + ".new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        try file.write(bytes.span, at: 0)
        try file.sync()
      }
      try folder.rename(Self.name + ".new", to: folder, as: Self.name)
      try folder.sync()
    } catch {
      throw .storage(error)
    }
  }
}

// MARK: - Who may reach what

extension AppRegistry {
  /// Entitlements count only for the very file that was registered, at its path.
  package func access(of program: ProgramFile, user: UInt32) -> AppAccess {
    let registered = apps.withLock { $0[program.path] }
    guard let registered else { return privateAccess(of: program, user, .unregistered) }
    guard program.place != .elsewhere, registered.digest == program.digest else {
      return privateAccess(of: program, user, .changed)
    }
    let entitlements = registered.entitlements
    let groups = entitlements.accessGroups
    return AppAccess(
      standing: .registered, identifier: entitlements.applicationIdentifier,
      groups: groups.isEmpty ? [privateGroup(of: program, user)] : groups, isAppClip: entitlements.isAppClip)
  }

  private func privateAccess(of program: ProgramFile, _ user: UInt32, _ standing: AppStanding) -> AppAccess {
    AppAccess(standing: standing, identifier: nil, groups: [privateGroup(of: program, user)], isAppClip: false)
  }

  /// A program where only root can put one is known by its path, and keeps its items when it is updated. Any other is
  /// known by its path and its contents: whoever can write there could put another one in its place.
  private func privateGroup(of program: ProgramFile, _ user: UInt32) -> String {
    let user = Array("bailey private group\0\(user)\0".utf8)
    let known = user + program.path + [0] + (program.place == .guarded ? [] : program.digest)
    let digest = SHA256.hash(known.span)
    return PrivateGroup.prefix + digest.prefix(20).map { byte in hexadecimal(byte) }.joined()
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
