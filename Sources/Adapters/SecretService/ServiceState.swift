// SPDX-License-Identifier: Apache-2.0
import AccessModel
import MessageBus
import ProtectionModel
import SecretServiceModel

/// All that the service knows at one moment. What is kept is in the keychain: whoever starts this anew finds it there.
struct ServiceState {
  let keychain: KeychainSecrets
  let clock: @Sendable () -> UInt64
  var mostRecordBytes = SecretServiceLimits.records

  /// The lock state of the device; nil while `baileyd` does not answer.
  var device: LockState?
  /// Whether collections and items are those of the keychain: they cannot be read before the first unlock.
  var isKnown = false
  var collections: [PathElement: CollectionRecord] = [:]
  /// The paths of the collections in the order in which they were made.
  var order: [PathElement] = []
  var index = SecretIndex()
  /// The secrets of the collection that lives here.
  var memory: [UInt64: SecretContent] = [:]
  var sessions: [UInt64: Session] = [:]
  var prompts = PromptList()
  /// Items of which somebody was told whether they are locked.
  var told: Set<UInt64> = []
  /// What the person allowed programs to read.
  var permissions: [ReadPermission.Key: ReadPermission] = [:]
  /// The same once, and to programs that cannot be told from others: until they leave the bus.
  var allowedOnce: Set<ReadPermission.Key> = []
  /// What the person refused: nobody is asked again until this process ends.
  var refused: Set<ReadPermission.Key> = []
  /// The same of what every program would have been let read.
  var refusedAccess: Set<RefusedAccess> = []
  /// What programs were given since it was written down last.
  var readings: [SecretReading: UInt32] = [:]
  /// What is to be said on the bus.
  var signals: [BusSignal] = []
  /// The last number of a session or prompt. They do not begin anew with the process: a program may hold an older one.
  private var lastNumber = UInt64(UInt32.random(in: 1 ... .max))

  struct Session {
    let owner: String
    let cipher: SessionCipher
  }

  struct RefusedAccess: Hashable {
    /// The program that asked, as in `ReadPermission.Key`.
    let asker: [UInt8]
    let name: PathElement
    let access: CollectionAccess
  }

  init(_ keychain: KeychainSecrets, clock: @escaping @Sendable () -> UInt64) {
    self.keychain = keychain
    self.clock = clock
    forget()
  }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// One that no item has, whatever was deleted before.
  func freeItemNumber() -> UInt64 {
    var number: UInt64 = 0
    while !index.isFree(number) { number = UInt64.random(in: 1...UInt64(Int64.max)) }
    return number
  }

  // MARK: - Content

  /// Forgets what was loaded. Before the first unlock there is what is always there: the default collection, locked,
  /// and what lives in memory.
  mutating func forget() {
    let own = index.items(in: .session).compactMap { number in
      index.record(number, in: .session).map { (number, $0) }
    }
    let session = collections[.session]
    index = SecretIndex()
    for (number, record) in own { _ = index.put(number, record, in: .session) }
    collections = [.default: .standard, .session: session ?? .session]
    order = [.default, .session]
    told = []
    permissions = [:]
    isKnown = false
  }

  /// Reads everything but the secrets.
  mutating func load() throws(SecretFailure) {
    let collections = try keychain.collections()
    let items = try keychain.items()
    let permissions = try keychain.permissions()
    forget()
    for permission in permissions { self.permissions[permission.key] = permission }
    for (name, record) in collections where name != .session {
      if self.collections.updateValue(record, forKey: name) == nil { order.append(name) }
    }
    for item in items where self.collections[item.collection] != nil && item.collection != .session {
      _ = index.put(item.number, item.record, in: item.collection)
    }
    isKnown = true
  }

  // MARK: - Objects

  enum Place: Equatable {
    case service
    case collection(PathElement)
    case item(UInt64, PathElement)
    case session(UInt64)
    case prompt(UInt64)
  }

  /// What a path leads to now. Where that is not known yet, it is locked.
  func place(_ path: String) throws(SecretFailure) -> Place {
    guard let object = SecretObject(path: path) else { throw .noSuchObject }
    switch object {
    case .service: return .service
    case .session(let number): return .session(number)
    case .prompt(let number): return .prompt(number)
    case .collection(let name): return .collection(try existing(name))
    case .item(let number, let name): return try item(number, name)
    case .alias(let alias): return .collection(try collection(named: alias))
    case .aliasedItem(let number, let alias): return try item(number, collection(named: alias))
    }
  }

  private func existing(_ name: PathElement) throws(SecretFailure) -> PathElement {
    guard collections[name] == nil else { return name }
    throw isKnown ? .noSuchObject : .isLocked
  }

  private func item(_ number: UInt64, _ name: PathElement) throws(SecretFailure) -> Place {
    guard index.collection(of: number) != name else { return .item(number, name) }
    throw isKnown || name == .session ? .noSuchObject : .isLocked
  }

  private func collection(named alias: PathElement) throws(SecretFailure) -> PathElement {
    if let name = collection(withAlias: alias) { return name }
    throw isKnown ? .noSuchObject : .isLocked
  }

  func collection(withAlias alias: PathElement) -> PathElement? {
    alias == .session ? .session : order.first { collections[$0]?.aliases.contains(alias) == true }
  }

  func collection(_ name: PathElement) throws(SecretFailure) -> CollectionRecord {
    guard let record = collections[name] else { throw .noSuchObject }
    return record
  }

  func record(_ number: UInt64, _ name: PathElement) throws(SecretFailure) -> ItemRecord {
    guard let record = index.record(number, in: name) else { throw .noSuchObject }
    return record
  }

  // MARK: - Locks

  func isLocked(_ name: PathElement) -> Bool {
    guard let record = collections[name], isKnown || name == .session else { return true }
    return record.isLocked || !record.secretClass.isReadable(in: device)
  }

  /// Whether an item of a class in it is.
  func isLocked(_ name: PathElement, _ secretClass: SecretClass) -> Bool {
    guard let record = collections[name], isKnown || name == .session else { return true }
    return record.isLocked || !secretClass.isReadable(in: device)
  }

  func requireUnlocked(_ name: PathElement, _ secretClass: SecretClass) throws(SecretFailure) {
    guard !isLocked(name, secretClass) else { throw .isLocked }
  }
}

extension CollectionRecord {
  /// The collection in which programs store that name none.
  static let standard = CollectionRecord(
    label: "Default", secretClass: .whenUnlocked, created: 0, modified: 0, aliases: [.default])
  static let session = CollectionRecord(label: "Session", secretClass: .whenUnlocked, created: 0, modified: 0)
}
