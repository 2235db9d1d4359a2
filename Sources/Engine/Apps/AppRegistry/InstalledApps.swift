// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Glibc
package import LinuxSystem
import Synchronization

/// The apps that are installed, the authorities whose developers may publish, and what is promised to publishers: durable
/// before each change returns.
///
/// The file `installed` is replaced as a whole; a crash leaves the old one or the new one.
package final class InstalledApps: Sendable {
  /// Apps there can be.
  package static let maximum = 512
  package static let maximumAuthorities = 64

  private static let name = "installed"
  private let folder: FileDescriptor
  private let register: Locked<InstalledRegister>
  private let changes = Atomic<UInt64>(0)

  package init(in folder: consuming FileDescriptor) throws(InstalledAppsError) {
    let bytes: [UInt8]?
    do { bytes = try Self.read(folder) } catch { throw .storage(error) }
    register = Locked(
      try bytes.map { bytes throws(InstalledAppsError) in try InstalledAppsFile.decode(bytes.span) }
        ?? InstalledRegister())
    self.folder = folder
  }

  private static func read(_ folder: borrowing FileDescriptor) throws(SystemError) -> [UInt8]? {
    do {
      return try folder.open(name, O_RDONLY).read(count: InstalledAppsFile.largest + 1, at: 0)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Grows with every change.
  package var generation: UInt64 { changes.load(ordering: .acquiring) }
  /// DER.
  package var authorities: [[UInt8]] { register.withLock { $0.authorities } }
  /// In the order of their identifiers.
  package var apps: [InstalledApp] {
    register.withLock { $0.apps.values.sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) } }
  }

  package func app(_ identifier: String) -> InstalledApp? { register.withLock { $0.apps[identifier] } }

  /// What stands for the vendor of an app: sixteen bytes that all apps of one publisher share.
  package func vendorIdentifier(of publisher: Publisher) -> [UInt8]? { register.withLock { $0.vendors[publisher] } }

  // MARK: - Changes

  package func trust(_ certificate: [UInt8]) throws(InstalledAppsError) {
    try change { register throws(InstalledAppsError) in
      guard !register.authorities.contains(certificate) else { return }
      guard register.authorities.count < Self.maximumAuthorities else { throw .full }
      register.authorities.append(certificate)
    }
  }

  /// Takes the place of an earlier version. `vendor` becomes the identifier of a publisher that has none.
  package func install(_ app: InstalledApp, vendor: [UInt8]) throws(InstalledAppsError) {
    try change { register throws(InstalledAppsError) in
      try register.install(app, vendor: vendor)
      guard register.apps.count <= Self.maximum else { throw .full }
    }
  }

  /// With its data kept, the identifier and the groups stay the publisher's.
  package func remove(_ identifier: String, data: DataFate) throws(InstalledAppsError) {
    try change { register throws(InstalledAppsError) in try register.remove(identifier, data) }
  }

  private func change(
    _ body: (inout InstalledRegister) throws(InstalledAppsError) -> Void
  ) throws(InstalledAppsError) {
    try register.withLock { register throws(InstalledAppsError) in
      var changed = register
      try body(&changed)
      try save(changed)
      register = changed
    }
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  private func save(_ register: InstalledRegister) throws(InstalledAppsError) {
    let bytes = try InstalledAppsFile.encode(register)
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

/// What becomes of an app's data when the app is removed.
package enum DataFate: UInt8, Sendable, CaseIterable {
  case removed = 1
  case kept = 2
}

/// Why the installed apps could not be read or changed; nothing has changed then.
package enum InstalledAppsError: Error, Equatable, Sendable {
  case storage(SystemError)
  case damaged
  /// Written by a newer Bailey.
  case newerVersion
  case full
  case notInstalled
  /// The identifier is another publisher's.
  case otherPublisher(String)
  /// A group of apps that is another publisher's.
  case groupTaken(String)
}
