// SPDX-License-Identifier: Apache-2.0
import MessageBus
import SecretServiceModel

extension ServiceState {
  // MARK: - Making and changing

  /// The path. A collection that has the alias already is the one that is meant.
  mutating func createCollection(
    _ label: String, _ secretClass: SecretClass?, _ alias: String
  ) throws(SecretFailure) -> String {
    guard isKnown else { throw .isLocked }
    let wanted = alias.isEmpty ? nil : PathElement(alias)
    guard alias.isEmpty || wanted != nil else { throw .invalidArguments }
    if let wanted, let name = collection(withAlias: wanted) { return SecretObject.collection(name).path }
    if let wanted { try requireDefault(wanted, is: secretClass ?? .whenUnlocked) }
    guard collections.count < SecretServiceLimits.collections else { throw .limitsExceeded }
    let now = clock()
    let name = PathElement(resembling: label) { collections[$0] != nil }
    try save(
      CollectionRecord(
        label: label, secretClass: secretClass ?? .whenUnlocked, created: now, modified: now,
        aliases: wanted.map { [$0] } ?? []), name)
    order.append(name)
    announce("CollectionCreated", name)
    tellCollections()
    return SecretObject.collection(name).path
  }

  /// The two that are always there stay.
  mutating func deleteCollection(_ name: PathElement, _ caller: SecretCaller) throws(SecretFailure) {
    guard name != .default, name != .session else { throw .notSupported }
    let record = try collection(name)
    try requireUnlocked(name, record.secretClass)
    try requireChangeable(all: name, caller)
    for number in index.items(in: name) { try deleteItem(number, name, caller) }
    do throws(SecretFailure) { try keychain.removeCollection(name) } catch .noSuchObject {}
    collections[name] = nil
    order.removeAll { $0 == name }
    announce("CollectionDeleted", name)
    tellCollections()
  }

  /// Throws where anything in it is not the caller's to change.
  func requireChangeable(all name: PathElement, _ caller: SecretCaller) throws(SecretFailure) {
    for number in index.items(in: name) {
      guard let item = index.record(number, in: name) else { continue }
      try requireUnlocked(name, item.secretClass)
      try requireChangeable(item, name, caller)
    }
  }

  mutating func change(
    _ changed: CollectionRecord, _ name: PathElement, tells properties: [String: BusValue]
  ) throws(SecretFailure) {
    var record = changed
    record.modified = clock()
    try save(record, name)
    let told = properties.merging(["Modified": .uint64(record.modified)]) { one, _ in one }
    tell(.collection, SecretObject.collection(name).path, told)
    announce("CollectionChanged", name)
  }

  private mutating func save(_ record: CollectionRecord, _ name: PathElement) throws(SecretFailure) {
    if name != .session {
      guard isKnown else { throw .isLocked }
      try keychain.save(record, name)
    }
    collections[name] = record
  }

  // MARK: - Aliases

  /// `/` where there is none. Before the first unlock the alias stands for whatever it will name.
  func readAlias(_ name: String) -> String {
    guard let alias = PathElement(name) else { return SecretObject.none }
    guard isKnown || alias == .session else {
      return alias == .default ? SecretObject.alias(alias).path : SecretObject.none
    }
    return collection(withAlias: alias).map { SecretObject.collection($0).path } ?? SecretObject.none
  }

  /// `/` takes an alias away; that of what lives in memory stays.
  mutating func setAlias(_ name: String, _ path: String) throws(SecretFailure) {
    guard let alias = PathElement(name), alias != .session else { throw .invalidArguments }
    guard isKnown else { throw .isLocked }
    var target: PathElement?
    if path != SecretObject.none {
      guard case .collection(let found) = try place(path) else { throw .noSuchObject }
      guard found != .session else { throw .notSupported }
      try requireDefault(alias, is: collection(found).secretClass)
      // What is stored there from now on would be read by every program, which nobody was asked about.
      guard alias != .default || access(of: found) != .open else { throw .notSupported }
      target = found
    }
    let before = collection(withAlias: alias)
    guard before != target else { return }
    // The new one first: killed in between, both have it, and the older counts.
    if let target {
      var record = try collection(target)
      guard record.aliases.count < SecretServiceLimits.aliases else { throw .limitsExceeded }
      record.aliases.append(alias)
      try save(record, target)
    }
    if let before {
      var record = try collection(before)
      record.aliases.removeAll { $0 == alias }
      try save(record, before)
    }
  }

  /// Refuses an alias of lower protection: no program lowers what all others store where they name no collection.
  private func requireDefault(_ alias: PathElement, is secretClass: SecretClass) throws(SecretFailure) {
    guard alias != .default || secretClass == .whenUnlocked else { throw .notSupported }
  }

  // MARK: - Locks

  /// A program locks what it names, and with an item its collection.
  mutating func lock(_ paths: [String]) throws(SecretFailure) -> [String] {
    var locked: [String] = []
    for path in paths {
      guard let name = collection(at: path) else { continue }
      if isKnown || name == .session { try set(locked: true, name) }
      locked.append(path)
    }
    return locked
  }

  mutating func set(locked isLocked: Bool, _ name: PathElement) throws(SecretFailure) {
    var record = try collection(name)
    guard record.isLocked != isLocked else { return }
    let before = lockedObjects()
    record.isLocked = isLocked
    try save(record, name)
    tellLocks(since: before)
  }

  func collection(at path: String) -> PathElement? {
    switch try? place(path) {
    case .collection(let name), .item(_, let name): name
    case .service, .session, .prompt, nil: nil
    }
  }

  // MARK: - Signals

  private mutating func announce(_ member: String, _ name: PathElement) {
    signals.append(
      BusSignal(
        SecretObject.root, SecretInterface.service.rawValue, member, .objectPath(SecretObject.collection(name).path)))
  }

  private mutating func tellCollections() {
    tell(.service, SecretObject.root, ["Collections": collectionPaths])
  }

  /// What is there has come to be known, or is not known any more.
  mutating func tellContent(since names: [PathElement]) {
    tellCollections(since: names)
    tellLists()
  }

  mutating func tellCollections(since names: [PathElement]) {
    for name in order where !names.contains(name) { announce("CollectionCreated", name) }
    for name in names where !order.contains(name) { announce("CollectionDeleted", name) }
    if order != names { tellCollections() }
  }

  mutating func tellLists() {
    for name in order where name != .session {
      tell(.collection, SecretObject.collection(name).path, [:], invalidated: ["Items"])
    }
  }

  var collectionPaths: BusValue { .paths(order.map { SecretObject.collection($0).path }) }

  /// The collections that are locked, and those items that somebody asked about.
  func lockedObjects() -> (collections: Set<PathElement>, items: Set<UInt64>) {
    let items = told.filter { number in
      guard let name = index.collection(of: number), let record = index.record(number, in: name) else { return true }
      return isLocked(name, record.secretClass)
    }
    return (Set(order.filter(isLocked)), items)
  }

  mutating func tellLocks(since before: (collections: Set<PathElement>, items: Set<UInt64>)) {
    let now = lockedObjects()
    for name in order where before.collections.contains(name) != now.collections.contains(name) {
      let path = SecretObject.collection(name).path
      tell(.collection, path, ["Locked": .boolean(now.collections.contains(name))])
      announce("CollectionChanged", name)
    }
    for number in told.sorted() where before.items.contains(number) != now.items.contains(number) {
      guard let name = index.collection(of: number) else { continue }
      tell(.item, SecretObject.item(number, in: name).path, ["Locked": .boolean(now.items.contains(number))])
    }
  }
}
