// SPDX-License-Identifier: Apache-2.0
package import AppModel
import CryptoPrimitives
import Files
import Glibc
package import ProtectionModel
import Synchronization
package import SystemCalls
import Threads

/// The executables somebody has registered, with their entitlements: durable before `register` returns.
///
/// The file `apps` is replaced as a whole; a crash leaves the old one or the new one. Every program of the user can write
/// it, so it counts only with a seal of the enclave, which also knows the newest number that was in force. A file that does
/// not count is refused: then nobody is registered until the owner begins a new register.
package final class AppRegistry: Sendable {
  /// Registrations there can be.
  package static let maximum = 1024

  private static let name = "apps"
  private let folder: FileDescriptor
  private let seals: any RegisterSeals
  private let state: Locked<State>
  /// Grows with every change: whoever keeps an `AppIdentity` makes it again when it has.
  private let changes = Atomic<UInt64>(0)

  private struct State {
    var register: AppRegister
    var defect: RegisterDefect?
    var listener: @Sendable (RegisterDefect?) -> Void = { _ in }
  }

  /// Reads what is in the folder; throws where that is damaged or from a newer version.
  package init(in folder: consuming FileDescriptor, _ seals: any RegisterSeals) throws(AppRegistryError) {
    let bytes: [UInt8]?
    do { bytes = try Self.read(folder) } catch { throw .storage(error) }
    let contents = try bytes.map { bytes throws(AppRegistryError) in try AppRegistryFile.decode(bytes.span) }
    do {
      state = Locked(State(register: try Self.registerInForce(contents, seals), defect: nil))
    } catch .refused(let defect) {
      state = Locked(State(register: AppRegister(others: .unknown), defect: defect))
    }
    self.folder = folder
    self.seals = seals
    // One of an earlier version is sealed at once. May fail: then the next start, or the next change, seals it.
    if contents?.seal == nil, defect == nil { try? state.withLock { try save($0.register, .owner) } }
  }

  /// The register that applies. Before the enclave has sealed one, a file without a seal is accepted, and so is none:
  /// earlier versions left those.
  private static func registerInForce(
    _ contents: AppRegistryFile.Contents?, _ seals: any RegisterSeals
  ) throws(AppRegistryError) -> AppRegister {
    let isFirst = try Self.asking { () throws(RegisterSealError) in try seals.registerNumber() } == 0
    guard let contents else {
      guard isFirst else { throw .refused(.missing) }
      return AppRegister()
    }
    guard let seal = contents.seal else {
      guard isFirst else { throw .refused(.forged) }
      return contents.register
    }
    try Self.asking { () throws(RegisterSealError) in try seals.acceptRegister(contents.digest, seal) }
    return contents.register
  }

  var current: (register: AppRegister, defect: RegisterDefect?) { state.withLock { ($0.register, $0.defect) } }

  /// Why what was found does not count, if it does not.
  package var defect: RegisterDefect? { state.withLock { $0.defect } }

  /// Calls the listener now, and when the owner has begun a new register.
  package func onChange(ofDefect listener: @escaping @Sendable (RegisterDefect?) -> Void) {
    let defect = state.withLock { state in
      state.listener = listener
      return state.defect
    }
    listener(defect)
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

  /// The registrations in the order of their paths.
  package var registrations: [AppRegistration] {
    state.withLock { $0.register.apps.values.sorted { $0.path.lexicographicallyPrecedes($1.path) } }
  }

  /// The registration of a path; whether the program that asks is it is not decided here. That of the file itself comes
  /// before those of folders around it, the innermost first.
  package func registration(at path: [UInt8]) -> AppRegistration? {
    state.withLock { state in
      if let app = state.register.apps[path] { return app }
      guard state.register.apps.values.contains(where: \.isFolder) else { return nil }
      var rest = path[...]
      while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
        if let folder = state.register.apps[Array(rest[...slash])] { return folder }
        rest = rest[..<slash]
      }
      return nil
    }
  }

  // MARK: - Changes

  /// The authority for a registration with groups that are not free, or for giving groups up.
  package enum Authority: Sendable {
    /// The person, or there is nobody to ask.
    case owner
    case anyone
  }

  /// Takes the place of what was registered at the path before.
  ///
  /// `anyone` gets groups that the very same file has already, and groups that were never given to a program and have no
  /// items. A group that was given once is nobody else's without the owner, whether its program is registered or not: what
  /// programs keep in it cannot all be counted.
  package func register(
    _ app: AppRegistration, by authority: Authority, hasItems: (String) -> Bool
  ) throws(AppRegistryError) {
    let used = authority == .anyone ? usedGroups(among: app.entitlements.accessGroups, hasItems) : []
    try change(authority) { register throws(AppRegistryError) in
      if authority == .anyone, let group = register.takenGroup(by: app, used) { throw .groupTaken(group) }
      register.register(app)
      guard register.apps.count <= Self.maximum else { throw .full }
    }
  }

  /// The program has its groups no more. `anyone` may do that while nothing was made or stored in them, and they stay this
  /// program's; the owner takes them from it, and says whose they are next.
  package func unregister(
    _ path: [UInt8], by authority: Authority, hasItems: (String) -> Bool
  ) throws(AppRegistryError) {
    let registered = state.withLock { $0.register.apps[path] }
    let used = authority == .anyone ? usedGroups(among: registered?.entitlements.accessGroups ?? [], hasItems) : []
    try change(authority) { register throws(AppRegistryError) in
      guard let app = register.apps[path], app == registered else { throw .notRegistered }
      if authority == .anyone, let group = register.usedGroup(of: app, used) { throw .groupTaken(group) }
      register.remove(app)
      if authority == .owner { register.takeGroups(from: app) }
    }
  }

  /// The groups among these that are in use, asked before the register is locked: keychains and installed apps have
  /// locks of their own.
  private func usedGroups(among groups: [String], _ hasItems: (String) -> Bool) -> Set<String> {
    Set(groups.filter(hasItems))
  }

  /// A key of the enclave is about to be made that is bound to this group: durable before this returns. Of a program's private
  /// group nothing is kept, because nobody can be given one.
  package func noteKeys(in group: String) throws(AppRegistryError) {
    guard !PrivateGroup.isReserved(group), state.withLock({ $0.register.groups[group]?.mayHaveKeys != true })
    else { return }
    try change(.anyone) { register throws(AppRegistryError) in register.noteKeys(in: group) }
  }

  /// Changes the register. After a refused register only the owner begins a new one.
  func change(
    _ authority: Authority, _ body: (inout AppRegister) throws(AppRegistryError) -> Void
  ) throws(AppRegistryError) {
    let listener = try state.withLock { state throws(AppRegistryError) in
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

  /// The number is in force when the file is durable. A crash before that leaves the old file, whose number still is; one
  /// between the two leaves the new file, which is accepted.
  private func save(_ register: AppRegister, _ authority: Authority) throws(AppRegistryError) {
    let bytes = try AppRegistryFile.encode(register, leavingRoom: authority == .anyone)
    let digest = SHA256.hash(bytes.span)
    let seal = try Self.asking { () throws(RegisterSealError) in try seals.sealRegister(digest) }
    do { try write(bytes + AppRegistryFile.encode(seal)) } catch { throw .storage(error) }
    try Self.asking { () throws(RegisterSealError) in try seals.acceptRegister(digest, seal) }
  }

  private static func asking<Result>(
    _ body: () throws(RegisterSealError) -> Result
  ) throws(AppRegistryError) -> Result {
    do { return try body() } catch { throw AppRegistryError(error) }
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    do {
      let file = try folder.open(Self.name + ".new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
    try folder.rename(Self.name + ".new", to: folder, as: Self.name)
    try folder.sync()
  }
}
