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
  package static let maximum = 1024

  private static let name = "apps"
  private let folder: FileDescriptor
  private let register: Locked<AppRegister>
  /// Grows with every change: whoever keeps an `AppIdentity` makes it again when it has.
  private let changes = Atomic<UInt64>(0)

  /// Reads what is in the folder; throws where that is damaged or from a newer version.
  package init(in folder: consuming FileDescriptor) throws(AppRegistryError) {
    let bytes: [UInt8]?
    do { bytes = try Self.read(folder) } catch { throw .storage(error) }
    register = Locked(
      try bytes.map { bytes throws(AppRegistryError) in try AppRegistryFile.decode(bytes.span) } ?? AppRegister())
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

  /// In the order of their paths.
  package var registrations: [AppRegistration] {
    register.withLock { $0.apps.values.sorted { $0.path.lexicographicallyPrecedes($1.path) } }
  }

  /// What is registered at a path; whether the program that asks is it is not decided here.
  package func registration(at path: [UInt8]) -> AppRegistration? { register.withLock { $0.apps[path] } }

  // MARK: - Changes

  /// Who says that a registration may have groups that are not free, or that groups are given up.
  package enum Authority: Sendable {
    /// The person, or there is nobody to ask.
    case owner
    case anyone
  }

  /// Takes the place of what was registered at the path before.
  ///
  /// `anyone` gets groups that the very same file has already, and groups that were never given to a program and have no
  /// items. A group that was given to a program stays that program's until the owner unregisters it: programs keep
  /// passwords of file-based keychains and keys of the enclave, which nobody can count.
  package func register(
    _ app: AppRegistration, by authority: Authority, hasItems: (String) -> Bool
  ) throws(AppRegistryError) {
    try change { register throws(AppRegistryError) in
      if authority == .anyone, let group = register.takenGroup(by: app, hasItems) { throw .groupTaken(group) }
      register.register(app)
      guard register.apps.count <= Self.maximum else { throw .full }
    }
  }

  /// Gives the groups up, so that other programs can have them. `anyone` may do that while nothing was made or stored in
  /// them.
  package func unregister(
    _ path: [UInt8], by authority: Authority, hasItems: (String) -> Bool
  ) throws(AppRegistryError) {
    try change { register throws(AppRegistryError) in
      guard let app = register.apps[path] else { throw .notRegistered }
      if authority == .anyone, let group = register.usedGroup(of: app, hasItems) { throw .groupTaken(group) }
      register.remove(app)
    }
  }

  /// A key of the enclave is about to be made that is bound to this group: durable before this returns. Of a group that is
  /// no registered program's nothing is kept.
  package func noteKeys(in group: String) throws(AppRegistryError) {
    guard register.withLock({ $0.groups[group]?.mayHaveKeys == false }) else { return }
    try change { register throws(AppRegistryError) in register.noteKeys(in: group) }
  }

  private func change(_ body: (inout AppRegister) throws(AppRegistryError) -> Void) throws(AppRegistryError) {
    try register.withLock { register throws(AppRegistryError) in
      var changed = register
      try body(&changed)
      try save(changed)
      register = changed
    }
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  private func save(_ register: AppRegister) throws(AppRegistryError) {
    let bytes = try AppRegistryFile.encode(register)
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
