// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import Events
import Glibc
package import KeychainModel
package import KeychainStore
import LockFollowing
package import ProtectionModel
package import SystemCalls
import Threads

/// The file-based keychains of one person: the login keychain, for programs that use the rules of macOS, and the keychains
/// that scripts create and delete.
///
/// Locking the device locks them. Unlocking the device does not unlock them.
package final class FileKeychains: Sendable {
  static let storeName = "keychain"

  private struct State {
    var catalog: KeychainCatalog
    /// The keychains that were opened so far. Each is opened when it is first needed.
    var opened: [KeychainName: FileKeychain] = [:]
    /// How often all keychains were locked. A keychain that is created during a lock is locked too.
    var locks = 0
  }

  /// Why the keychains cannot be opened.
  package enum Defect: Error, Sendable {
    case password(PasswordRecord.Defect)
    case system(SystemError)
  }

  package let login: FileKeychain
  /// Why the list of keychains cannot be read, otherwise nil. The login keychain is the only one then. A list that is
  /// damaged, or was written by a newer version, gives `EBADMSG`.
  package let listDefect: SystemError?
  private let folder: KeychainFolder
  private let device: any ClassKeyService
  private let cost: Argon2id.Parameters
  private let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let idle: IdleClock
  private let timer: IdleTimer
  /// The kernel's reports that the machine woke up; nil if it does not report that. Keychains that lock after sleep
  /// then lock when they are next used.
  private let wakes: WakeDescriptor?
  private let state: Locked<State>

  /// The keychains in the folder `path`. `device` has the keys of items that may be read while their keychain is locked.
  package init(
    in path: String, device: any ClassKeyService, cost: Argon2id.Parameters = .recommended,
    examiner: any CertificateExaminer, clock: @escaping @Sendable () -> Double, idle: IdleClock = .system,
    wakes: WakeDescriptor? = try? WakeDescriptor()
  ) throws(Defect) {
    let timer: IdleTimer
    do throws(SystemError) {
      timer = try IdleTimer()
      folder = try KeychainFolder(in: path)
    } catch {
      throw .system(error)
    }
    self.timer = timer
    self.wakes = wakes
    let catalog = KeychainCatalog(in: folder)
    listDefect = catalog.defect
    do {
      let keys = try PasswordKeys(
        in: .open(path, O_RDONLY | O_DIRECTORY), device: device, cost: cost, settings: catalog.list.login, clock: idle,
        watch: timer.watch)
      let name = KeychainName.login
      login = FileKeychain(name, at: "\(path)/\(name.text)", keys: keys, examiner: examiner, clock: clock)
    } catch let error as PasswordRecord.Defect {
      throw .password(error)
    } catch {
      throw .password(.system)
    }
    self.device = device
    self.cost = cost
    self.examiner = examiner
    self.clock = clock
    self.idle = idle
    state = Locked(State(catalog: catalog))
  }

  // MARK: - For programs

  /// The keychains of a kind as one caller sees them. Their passwords are asked for through `passwords`.
  package func session(
    _ kind: KeychainKind, for caller: KeychainCaller, passwords: any KeychainPasswordSource
  ) throws(KeychainStatus) -> FileKeychainSession {
    let (keychains, target) = try state.withLock {
      state throws(KeychainStatus) -> ([FileKeychain], Result<FileKeychain, KeychainStatus>) in
      if case .named(let name) = kind {
        let one = try keychain(name, &state)
        return ([one], .success(one))
      }
      let searched = (state.catalog.list.searched ?? [.named(.login)]).compactMap { file($0, &state) }
      return (searched, standard(&state))
    }
    return FileKeychainSession(keychains: keychains, target: target, caller: caller, passwords: passwords)
  }

  /// The keychain that new items go into. If the one that was chosen cannot be opened, adding fails rather than putting
  /// the item elsewhere.
  private func standard(_ state: inout State) -> Result<FileKeychain, KeychainStatus> {
    guard case .named(let name) = state.catalog.list.standard else { return .success(login) }
    do throws(KeychainStatus) { return .success(try keychain(name, &state)) } catch { return .failure(error) }
  }

  /// Opens a file-based keychain; nil if it is none, or one that is gone or cannot be opened: a search leaves it out.
  private func file(_ kind: KeychainKind, _ state: inout State) -> FileKeychain? {
    guard case .named(let name) = kind else { return nil }
    return try? keychain(name, &state)
  }

  private func keychain(_ name: KeychainName, _ state: inout State) throws(KeychainStatus) -> FileKeychain {
    if name == .login { return login }
    if let known = state.opened[name] { return known }
    let keychain = try open(try state.catalog.entry(name))
    state.opened[name] = keychain
    return keychain
  }

  private func open(_ entry: KeychainList.Entry) throws(KeychainStatus) -> FileKeychain {
    do {
      let keys = try PasswordKeys(
        in: folder.open(entry.number), named: Self.storeName, device: device, cost: cost, settings: entry.settings,
        clock: idle, watch: timer.watch)
      return FileKeychain(
        entry.name, at: "\(folder.path(of: entry.number))/\(Self.storeName)", keys: keys, examiner: examiner,
        clock: clock)
    } catch {
      throw .invalidKeychain
    }
  }

  // MARK: - For the command line

  package var listing: KeychainListing {
    state.withLock { state in
      let list = state.catalog.list
      var entries = [KeychainListing.Entry(.login, login.condition, list.login)]
      for entry in list.entries {
        // A keychain that cannot be opened is listed as absent.
        let condition = (try? keychain(entry.name, &state))?.condition ?? .absent
        entries.append(KeychainListing.Entry(entry.name, condition, entry.settings))
      }
      let extent: KeychainListing.Extent = listDefect == nil ? .all : .known
      return KeychainListing(entries, standard: list.standard, searched: list.searched, extent: extent)
    }
  }

  /// Creates a keychain, which is unlocked afterwards.
  package func create(_ name: KeychainName, _ password: SecretData) throws(KeychainStatus) {
    try create(name) { (keychain) throws(KeychainStatus) in
      try keychain.create(password, since: keychain.keys.now)
    }
  }

  func create(
    _ name: KeychainName, _ settings: KeychainSettings = .new,
    _ begin: (FileKeychain) throws(KeychainStatus) -> Void
  ) throws(KeychainStatus) {
    if name == .login {
      guard login.condition == .absent else { throw .duplicateKeychain }
      return try begin(login)
    }
    // Deriving the key takes a while, so it is done outside the lock.
    let (entry, locks) = try state.withLock { state throws(KeychainStatus) in
      (try state.catalog.newEntry(name, settings), state.locks)
    }
    do { _ = try folder.make(entry.number) } catch { throw .inputOutput }
    do throws(KeychainStatus) {
      try enter(try open(entry), as: entry, since: locks, begin)
    } catch {
      // May fail: without an entry in the list the folder is not a keychain.
      try? folder.remove(entry.number)
      throw error
    }
  }

  private func enter(
    _ keychain: FileKeychain, as entry: KeychainList.Entry, since locks: Int,
    _ begin: (FileKeychain) throws(KeychainStatus) -> Void
  ) throws(KeychainStatus) {
    do throws(KeychainStatus) {
      try begin(keychain)
      try state.withLock { state throws(KeychainStatus) in
        guard !state.catalog.has(entry.name) else { throw .duplicateKeychain }
        try state.catalog.change { $0.entries.append(entry) }
        state.opened[entry.name] = keychain
        if state.locks != locks { keychain.lock() }
      }
    } catch {
      // Another thread may still have this object, which `lockAll` does not know of.
      keychain.delete()
      throw error
    }
    // `lockUnused` may have run before the keychain was in the list of opened ones.
    keychain.keys.watchDeadline()
  }

  /// Deletes a keychain with all its items. The login keychain, which has items of all programs, cannot be deleted.
  package func delete(_ name: KeychainName) throws(KeychainStatus) {
    guard name != .login else { throw login.condition == .absent ? .noSuchKeychain : .readOnly }
    try state.withLock { state throws(KeychainStatus) in
      let entry = try state.catalog.entry(name)
      state.opened.removeValue(forKey: name)?.delete()
      do { try folder.remove(entry.number) } catch { throw .inputOutput }
      try state.catalog.change { list in
        list.entries.removeAll { $0.name == name }
        list.searched?.removeAll { $0 == .named(name) }
        if list.standard == .named(name) { list.standard = nil }
      }
    }
  }

  package func unlock(_ name: KeychainName, _ password: SecretData) throws(KeychainStatus) {
    let keychain = try existing(name)
    try keychain.unlock(password, since: keychain.keys.now)
  }

  /// Locks a keychain, which also ends a restore into it.
  package func lock(_ name: KeychainName) throws(KeychainStatus) {
    try existing(name).finish()
  }

  package func lockAll() {
    login.lock()
    let opened = state.withLock { state in
      state.locks += 1
      return Array(state.opened.values)
    }
    for keychain in opened { keychain.lock() }
  }

  package func setPassword(
    _ name: KeychainName, from old: SecretData, to new: SecretData
  ) throws(KeychainStatus) {
    try existing(name).change(old, to: new)
  }

  /// Sets when a keychain locks by itself. It must be unlocked, so that nobody without its password can keep it unlocked
  /// for longer.
  package func set(_ settings: KeychainSettings, of name: KeychainName) throws(KeychainStatus) {
    try state.withLock { state throws(KeychainStatus) in
      let keychain = try keychain(name, &state)
      switch keychain.condition {
      case .absent: throw .noSuchKeychain
      case .locked: throw .interactionNotAllowed
      case .unlocked: break
      }
      try state.catalog.change { list in
        if name == .login { list.login = settings }
        for index in list.entries.indices where list.entries[index].name == name {
          list.entries[index].settings = settings
        }
      }
      keychain.keys.set(settings)
    }
  }

  /// Chooses the keychain that new items go into; nil for the usual one.
  package func setStandard(_ kind: KeychainKind?) throws(KeychainStatus) {
    try state.withLock { state throws(KeychainStatus) in try state.catalog.change { $0.standard = kind } }
  }

  /// Chooses the keychains that are searched; nil for the usual ones. As on macOS, the list may name keychains that do not
  /// exist.
  package func setSearched(_ kinds: [KeychainKind]?) throws(KeychainStatus) {
    guard (kinds?.count ?? 0) <= KeychainList.maximumSearched else { throw .param }
    try state.withLock { state throws(KeychainStatus) in try state.catalog.change { $0.searched = kinds } }
  }

  /// The store of one keychain, with the items of all programs.
  package func store(of name: KeychainName) throws(KeychainStatus) -> KeychainStore { try existing(name).store() }

  /// The keychain of a name, or nil. The login keychain is known before it was created.
  func known(_ name: KeychainName) -> FileKeychain? { state.withLock { state in try? keychain(name, &state) } }

  func existing(_ name: KeychainName) throws(KeychainStatus) -> FileKeychain {
    let found = try state.withLock { state throws(KeychainStatus) in try keychain(name, &state) }
    guard found.condition != .absent else { throw .noSuchKeychain }
    return found
  }

  // MARK: - Locking by itself

  /// Descriptors that become readable when `lockUnused` has to be called: a keychain's time may be over, or the machine
  /// has slept.
  package var alarms: [Int32] { [timer.descriptor, wakes?.raw].compactMap(\.self) }

  /// Locks the keychains that were not used for as long as their settings say, and after a sleep those that lock then.
  package func lockUnused() {
    wakes?.clear()
    // A keychain that is unlocked from now on sets the timer itself.
    timer.disarm()
    let keychains = state.withLock { Array($0.opened.values) } + [login]
    if let next = keychains.compactMap({ $0.keys.expire() }).min() { timer.watch(next) }
  }
}

extension FileKeychains: LockFollower {
  package func keysWillGo() { lockAll() }
  /// A restore that was under way may have made one just before.
  package func requestsAreOver() { lockAll() }
}
