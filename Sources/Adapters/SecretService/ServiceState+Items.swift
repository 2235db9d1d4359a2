// SPDX-License-Identifier: Apache-2.0
import AccessModel
import KeychainModel
import MessageBus
import SecretServiceModel

extension ServiceState {
  // MARK: - Finding

  /// Finds items in all collections: first those that the caller can read now, then the others.
  mutating func search(_ wanted: LookupAttributes, _ caller: SecretCaller) throws(SecretFailure) -> [BusValue] {
    // An empty answer would say that there is none, and a program would make a new secret in place of the one it has.
    guard isKnown else { throw .isLocked }
    var (open, locked) = ([String](), [String]())
    for number in index.search(wanted) {
      guard let name = index.collection(of: number), let record = index.record(number, in: name) else { continue }
      let path = SecretObject.item(number, in: name).path
      if isLocked(record, name, for: caller) { locked.append(path) } else { open.append(path) }
    }
    return [.paths(open), .paths(locked)]
  }

  mutating func secret(
    _ number: UInt64, _ name: PathElement, _ caller: SecretCaller
  ) throws(SecretFailure) -> SecretContent {
    let record = try record(number, name)
    try requireUnlocked(name, record.secretClass)
    try requireReadable(record, name, caller)
    return try given(number, name, caller)
  }

  /// The secret of an item that the caller may read, which is noted.
  mutating func given(
    _ number: UInt64, _ name: PathElement, _ caller: SecretCaller
  ) throws(SecretFailure) -> SecretContent {
    let record = try record(number, name)
    try requireUnlocked(name, record.secretClass)
    if name == .session {
      guard let content = memory[number] else { throw .noSuchObject }
      note(record, caller)
      return content
    }
    guard let stored = try keychain.secrets(of: [KeychainSecrets.Place(number: number, collection: name)]).first else {
      throw .failed
    }
    return try given(stored, record, number, name, caller)
  }

  private mutating func given(
    _ stored: Result<SecretContent, SecretFailure>, _ record: ItemRecord, _ number: UInt64, _ name: PathElement,
    _ caller: SecretCaller
  ) throws(SecretFailure) -> SecretContent {
    do throws(SecretFailure) {
      let content = try stored.get()
      note(record, caller)
      return content
    } catch .noSuchObject {
      // It was never written: see `KeychainSecrets`.
      try removeItem(number, name)
      throw .noSuchObject
    }
  }

  private mutating func note(_ record: ItemRecord, _ caller: SecretCaller) {
    // Without a name it is written down all the same.
    let reading = SecretReading(program: caller.title, label: record.label.isEmpty ? "?" : record.label)
    readings[reading, default: 0] += 1
  }

  /// The secrets of those items that can be read now; the others are left out.
  mutating func secrets(
    _ paths: [String], _ session: Session, _ path: String, _ caller: SecretCaller
  ) throws(SecretFailure) -> BusValue {
    var entries: [BusEntry] = []
    var room = SecretServiceLimits.answer
    // In parts, so that no more secrets than those of one lie in memory open.
    for first in stride(from: 0, to: paths.count, by: KeychainLimits.secretsAtOnce) {
      for (item, content) in try contents(of: paths[first...].prefix(KeychainLimits.secretsAtOnce), caller) {
        room -= content.secret.count + item.utf8.count
        guard room >= 0 else { throw .limitsExceeded }
        entries.append(BusEntry(key: .objectPath(item), value: try sent(content, session, path)))
      }
    }
    return .dictionary(keys: "o", values: "(oayays)", entries)
  }

  private mutating func contents(
    of paths: ArraySlice<String>, _ caller: SecretCaller
  ) throws(SecretFailure) -> [(path: String, content: SecretContent)] {
    var found: [(path: String, content: SecretContent)] = []
    var stored: [(path: String, place: KeychainSecrets.Place, record: ItemRecord)] = []
    for path in paths {
      do throws(SecretFailure) {
        guard case .item(let number, let name) = try place(path) else { continue }
        if name == .session {
          found.append((path, try secret(number, name, caller)))
          continue
        }
        let record = try record(number, name)
        try requireUnlocked(name, record.secretClass)
        try requireReadable(record, name, caller)
        stored.append((path, KeychainSecrets.Place(number: number, collection: name), record))
      } catch .isLocked { continue } catch .noSuchObject { continue }
    }
    for (item, secret) in zip(stored, try keychain.secrets(of: stored.map(\.place))) {
      do throws(SecretFailure) {
        let content = try given(secret, item.record, item.place.number, item.place.collection, caller)
        found.append((item.path, content))
      } catch .isLocked { continue } catch .noSuchObject { continue }
    }
    return found
  }

  // MARK: - Making and changing

  mutating func createItem(
    _ label: String, _ attributes: LookupAttributes, _ content: SecretContent, replaces: Bool, in name: PathElement,
    _ caller: SecretCaller
  ) throws(SecretFailure) -> UInt64 {
    let secretClass = SecretClass.of(attributes, in: try collection(name).secretClass)
    try requireUnlocked(name, secretClass)
    if replaces, let number = replaceable(attributes, in: name, caller) {
      try replace(number, name, label, content, caller)
      return number
    }
    guard index.count < SecretServiceLimits.items else { throw .limitsExceeded }
    let now = clock()
    let record = ItemRecord(
      label: label, attributes: attributes, secretClass: secretClass, created: now, modified: now,
      owner: caller.program.map { ItemOwner($0) })
    try requireRoom(record.textSize)
    let item = KeychainSecrets.Item(number: freeItemNumber(), collection: name, record: record)
    if name == .session { try remember(content, as: item.number) } else { try keychain.add(item, content) }
    guard index.put(item.number, record, in: name) else { throw .invalidArguments }
    announce("ItemCreated", item.number, name)
    return item.number
  }

  /// What another program stored is not replaced without permission: this one gets an item beside it.
  private func replaceable(
    _ attributes: LookupAttributes, in name: PathElement, _ caller: SecretCaller
  ) -> UInt64? {
    index.first(with: attributes, in: name) { mayChange($0, name, caller) }
  }

  private mutating func replace(
    _ number: UInt64, _ name: PathElement, _ label: String, _ content: SecretContent, _ caller: SecretCaller
  ) throws(SecretFailure) {
    var record = try record(number, name)
    guard record.label != label else { return try setSecret(content, number, name, caller) }
    record.label = label
    try change(record, number, name, caller, tellsItem: ["Label": .string(label)], content)
  }

  mutating func setSecret(
    _ content: SecretContent, _ number: UInt64, _ name: PathElement, _ caller: SecretCaller
  ) throws(SecretFailure) {
    try change(record(number, name), number, name, caller, tellsItem: [:], content)
  }

  /// What an item is called and found by, and its secret where there is another. `tellsItem` are the properties that are others now.
  mutating func change(
    _ changed: ItemRecord, _ number: UInt64, _ name: PathElement, _ caller: SecretCaller,
    tellsItem properties: [String: BusValue], _ content: SecretContent? = nil
  ) throws(SecretFailure) {
    let before = try record(number, name)
    var record = changed
    record.modified = clock()
    record.secretClass = SecretClass.of(record.attributes, in: try collection(name).secretClass)
    // Nobody but who stored it has it open while the device is locked.
    if before.secretClass == .whenUnlocked, !caller.owns(before) { record.secretClass = .whenUnlocked }
    try requireChangeable(before, name, caller)
    try requireUnlocked(name, before.secretClass)
    try requireUnlocked(name, record.secretClass)
    try requireRoom(record.textSize - before.textSize)
    if name != .session {
      let item = KeychainSecrets.Item(number: number, collection: name, record: record)
      try keychain.change(item, classWas: before.secretClass, content)
    } else if let content {
      try remember(content, as: number)
    }
    guard index.put(number, record, in: name) else { throw .invalidArguments }
    let told = properties.merging(["Modified": .uint64(record.modified)]) { one, _ in one }
    tell(.item, SecretObject.item(number, in: name).path, told)
    announce("ItemChanged", number, name)
  }

  private func requireRoom(_ more: Int) throws(SecretFailure) {
    guard more <= 0 || index.bytes + more <= mostRecordBytes else { throw .limitsExceeded }
  }

  mutating func deleteItem(_ number: UInt64, _ name: PathElement, _ caller: SecretCaller) throws(SecretFailure) {
    let record = try record(number, name)
    try requireUnlocked(name, record.secretClass)
    try requireChangeable(record, name, caller)
    try removeItem(number, name)
  }

  private mutating func removeItem(_ number: UInt64, _ name: PathElement) throws(SecretFailure) {
    if name == .session { memory[number] = nil } else { try keychain.removeItem(number, in: name) }
    index.remove(number)
    told.remove(number)
    announce("ItemDeleted", number, name)
  }

  private mutating func remember(_ content: SecretContent, as number: UInt64) throws(SecretFailure) {
    let others = memory.reduce(0) { $1.key == number ? $0 : $0 + $1.value.secret.count }
    guard others + content.secret.count <= SecretServiceLimits.memory else { throw .limitsExceeded }
    memory[number] = content
  }

  // MARK: - Signals

  mutating func announce(_ member: String, _ number: UInt64, _ name: PathElement) {
    let collection = SecretObject.collection(name).path
    signals.append(
      BusSignal(
        collection, SecretInterface.collection.rawValue, member, .objectPath(SecretObject.item(number, in: name).path)))
    // How long the list is must not be what a change costs: whoever wants it asks.
    if member != "ItemChanged" { tell(.collection, collection, [:], invalidated: ["Items"]) }
  }

  mutating func tell(
    _ interface: SecretInterface, _ path: String, _ changed: [String: BusValue], invalidated: [String] = []
  ) {
    signals.append(
      BusSignal(
        path, SecretInterface.properties.rawValue, "PropertiesChanged", .string(interface.rawValue), .options(changed),
        .strings(invalidated)))
  }
}
