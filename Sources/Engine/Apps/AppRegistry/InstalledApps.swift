// SPDX-License-Identifier: Apache-2.0
package import AppModel
import CryptoPrimitives
import Files
import Glibc
package import ProtectionModel
import Synchronization
package import SystemCalls
import Threads

/// The apps that are installed, the authorities whose developers may publish, and what is promised to publishers: durable
/// before each change returns.
///
/// The file `installed` is replaced as a whole; a crash leaves the old one or the new one. It counts only while the sealed
/// register of programs holds its SHA-256: a forged or older one is refused.
package final class InstalledApps: Sendable {
  /// Apps there can be.
  package static let maximum = 512
  package static let maximumAuthorities = 64
  package static let maximumRevoked = 4096

  private static let name = "installed"
  private static let next = name + ".new"
  private let folder: FileDescriptor
  private let seals: any InstalledSeals
  private let state: Locked<State>
  private let changes = Atomic<UInt64>(0)

  private struct State {
    var register = InstalledRegister()
    var defect: RegisterDefect?
    var listener: @Sendable (RegisterDefect?) -> Void = { _ in }
  }

  package init(in folder: consuming FileDescriptor, _ seals: any InstalledSeals) throws(InstalledAppsError) {
    let bytes: [UInt8]?
    var state = State()
    do {
      bytes = try Self.inForce(in: folder, seals)
    } catch .refused(let defect) {
      bytes = nil
      state.defect = defect
    }
    if let bytes { state.register = try InstalledAppsFile.decode(bytes.span) }
    self.state = Locked(state)
    self.folder = folder
    self.seals = seals
    guard let bytes, state.defect == nil else { return }
    // One of an earlier version. May fail: then the next change seals it.
    try? seals.noteInstalled(SHA256.hash(bytes.span), by: .anyone)
  }

  /// The file that counts. A crash between the seal and the new name leaves the new file under its first name.
  private static func inForce(
    in folder: borrowing FileDescriptor, _ seals: any InstalledSeals
  ) throws(InstalledAppsError) -> [UInt8]? {
    let (bytes, unnamed): ([UInt8]?, [UInt8]?)
    do { (bytes, unnamed) = try (read(name, in: folder), read(next, in: folder)) } catch { throw .storage(error) }
    switch seals.knownInstalled() {
    case .none: return bytes
    case .unknown:
      guard bytes == nil else { throw .refused(.forged) }
      return nil
    case .digest(let digest):
      if let bytes, SHA256.hash(bytes.span) == digest { return bytes }
      guard let unnamed, SHA256.hash(unnamed.span) == digest else {
        throw .refused(bytes == nil ? .missing : .forged)
      }
      do {
        try folder.rename(next, to: folder, as: name)
        try folder.sync()
      } catch {
        throw .storage(error)
      }
      return unnamed
    }
  }

  private static func read(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> [UInt8]? {
    do {
      return try folder.open(name, O_RDONLY).read(count: InstalledAppsFile.largest + 1, at: 0)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Why what was found does not count, if it does not: then no app is installed, until the owner begins anew.
  package var defect: RegisterDefect? { state.withLock { $0.defect } }

  /// Calls the listener now, and when the owner has begun a new register.
  package func onChange(ofDefect listener: @escaping @Sendable (RegisterDefect?) -> Void) {
    let defect = state.withLock { state in
      state.listener = listener
      return state.defect
    }
    listener(defect)
  }

  /// The number of the state, which grows with every change.
  package var generation: UInt64 { changes.load(ordering: .acquiring) }
  /// The certificates of publishers' authorities, in DER.
  package var authorities: [[UInt8]] { state.withLock { $0.register.authorities } }
  /// The installed apps in the order of their identifiers.
  package var apps: [InstalledApp] {
    state.withLock {
      $0.register.apps.values.sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
    }
  }

  /// The installed apps without those of revoked publishers.
  package var valid: [InstalledApp] { apps.filter { !isRevoked($0.requirement.publisher) } }

  /// Whether a group is an installed app's, or one's whose data was kept.
  package func holds(_ group: String) -> Bool { state.withLock { $0.register.holds(group) } }

  /// Capitals do not make another app.
  package func app(_ identifier: String) -> InstalledApp? {
    state.withLock { state in
      state.register.spelling(of: identifier).flatMap { state.register.apps[$0] }
    }
  }

  /// The identifier of an app's vendor: sixteen bytes that all apps of one vendor share.
  package func vendorIdentifier(of vendor: Vendor) -> [UInt8]? { state.withLock { $0.register.vendors[vendor] } }

  // MARK: - Changes

  /// Trusts a publisher on the owner's request: after a refused register this begins a new one.
  package func trust(_ certificate: [UInt8]) throws(InstalledAppsError) {
    try change(by: .owner) { register throws(InstalledAppsError) in
      guard !register.authorities.contains(certificate) else { return }
      guard register.authorities.count < Self.maximumAuthorities else { throw .full }
      register.authorities.append(certificate)
    }
  }

  /// Revokes a publisher: nothing that it signed is installed or started from now on.
  package func revoke(_ publisher: Publisher) throws(InstalledAppsError) {
    try change(by: .anyone) { register throws(InstalledAppsError) in
      guard register.revoked.contains(publisher) || register.revoked.count < Self.maximumRevoked else { throw .full }
      register.revoked.insert(publisher)
    }
  }

  package func isRevoked(_ publisher: Publisher) -> Bool {
    state.withLock { $0.register.revoked.contains(publisher) }
  }

  /// Takes the place of an earlier version. `vendor` becomes the identifier of a vendor that has none.
  package func install(_ app: InstalledApp, vendor: [UInt8]) throws(InstalledAppsError) {
    try change(by: .anyone) { register throws(InstalledAppsError) in
      try register.install(app, vendor: vendor)
      guard register.apps.count <= Self.maximum else { throw .full }
    }
  }

  /// Removes an app. Where its data is kept, the identifier and the groups stay the publisher's.
  package func remove(_ identifier: String, data: DataFate) throws(InstalledAppsError) {
    try change(by: .anyone) { register throws(InstalledAppsError) in try register.remove(identifier, data) }
  }

  private func change(
    by authority: AppRegistry.Authority, _ body: (inout InstalledRegister) throws(InstalledAppsError) -> Void
  ) throws(InstalledAppsError) {
    let listener = try state.withLock { state throws(InstalledAppsError) in
      var changed = state.register
      try body(&changed)
      if let defect = state.defect {
        guard authority == .owner else { throw .refused(defect) }
        // May fail: it is kept only to be looked at.
        try? folder.rename(Self.name, to: folder, as: Self.name + ".refused")
      }
      try save(changed, authority)
      let hadDefect = state.defect != nil
      (state.register, state.defect) = (changed, nil)
      return hadDefect ? state.listener : nil
    }
    changes.add(1, ordering: .acquiringAndReleasing)
    listener?(nil)
  }

  /// The new file lies there before the seal says that it counts, and has its name afterwards.
  private func save(_ register: InstalledRegister, _ authority: AppRegistry.Authority) throws(InstalledAppsError) {
    let bytes = try InstalledAppsFile.encode(register)
    do throws(SystemError) {
      let file = try folder.open(Self.next, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
      try folder.sync()
    } catch {
      throw .storage(error)
    }
    do throws(AppRegistryError) {
      try seals.noteInstalled(SHA256.hash(bytes.span), by: authority)
    } catch {
      switch error {
      case .storage(let error): throw .storage(error)
      case .refused(let defect): throw .refused(defect)
      default: throw .noSeal
      }
    }
    // It counts: a name that could not be given now is given at the next start.
    try? folder.rename(Self.next, to: folder, as: Self.name)
    try? folder.sync()
  }
}

/// The choice whether an app's data is kept when the app is removed.
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
  /// The register is not the one that was sealed last.
  case refused(RegisterDefect)
  case noSeal
  case notInstalled
  /// An app is called so in other capitals: it is the same one.
  case spelledOtherwise(String)
  /// The identifier is another publisher's.
  case otherPublisher(String)
  /// A group of apps that is another publisher's.
  case groupTaken(String)
}
