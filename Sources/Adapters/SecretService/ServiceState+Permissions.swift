// SPDX-License-Identifier: Apache-2.0
import MessageBus
import PromptModel
import SecretServiceModel

/// The right to read: a program has it for what it stored itself, and for what the person allowed it.
extension ServiceState {
  func access(of name: PathElement) -> CollectionAccess { collections[name]?.access ?? .own }

  func mayRead(_ record: ItemRecord, _ name: PathElement, _ caller: SecretCaller) -> Bool {
    switch access(of: name) {
    case .open: true
    case .own: caller.owns(record) || isAllowed(caller, record.owner)
    case .ask: isAllowed(caller, record.owner)
    }
  }

  /// Whether a caller may change an item. The program that stored it may, even where the person is asked before it reads it.
  func mayChange(_ record: ItemRecord, _ name: PathElement, _ caller: SecretCaller) -> Bool {
    caller.owns(record) || mayRead(record, name, caller)
  }

  func isAllowed(_ caller: SecretCaller, _ owner: ItemOwner?) -> Bool {
    if allowedOnce.contains(caller.keyOnce(reading: owner)) { return true }
    return caller.program != nil && permissions[caller.key(reading: owner)] != nil
  }

  func requireReadable(_ record: ItemRecord, _ name: PathElement, _ caller: SecretCaller) throws(SecretFailure) {
    guard mayRead(record, name, caller) else { throw .isLocked }
  }

  func requireChangeable(_ record: ItemRecord, _ name: PathElement, _ caller: SecretCaller) throws(SecretFailure) {
    guard mayChange(record, name, caller) else { throw .isLocked }
  }

  func isLocked(_ record: ItemRecord, _ name: PathElement, for caller: SecretCaller) -> Bool {
    isLocked(name, record.secretClass) || !mayRead(record, name, caller)
  }

  // MARK: - What is to be asked

  /// What a prompt needs the person's permission for; nil where it needs none.
  func reading(_ prompt: PromptList.Prompt) -> PromptBatch.Reading? {
    var owners: [ItemOwner?] = []
    var labels: [String] = []
    for path in prompt.paths {
      guard case .item(let number, let name)? = try? place(path), let record = index.record(number, in: name),
        !mayRead(record, name, prompt.caller)
      else { continue }
      labels.append(record.label)
      if !owners.contains(record.owner) { owners.append(record.owner) }
    }
    return owners.isEmpty ? nil : PromptBatch.Reading(caller: prompt.caller, owners: owners, labels: labels)
  }

  /// Whether the person has refused already all that a prompt needs permission for.
  func isRefused(_ prompt: PromptList.Prompt) -> Bool {
    if let widening = prompt.widening, refusedAccess.contains(RefusedAccess(prompt.caller, widening)) { return true }
    guard let reading = reading(prompt) else { return false }
    return reading.owners.contains { refused.contains(prompt.caller.key(reading: $0)) }
  }

  /// All that asked for it have heard the no.
  mutating func refuse(_ widening: PromptBatch.Widening, to prompts: [PromptList.Prompt]) {
    for prompt in prompts where refusedAccess.count < SecretServiceLimits.permissions {
      refusedAccess.insert(RefusedAccess(prompt.caller, widening))
    }
  }

  mutating func settle(_ reading: PromptBatch.Reading, _ decision: PromptBatch.Decision) {
    for owner in reading.owners {
      let key = reading.caller.key(reading: owner)
      switch decision {
      case .allowed: allow(reading.caller, owner, key, .lasting)
      case .allowedOnce: allow(reading.caller, owner, key, .once)
      case .refused: if refused.count < SecretServiceLimits.permissions { refused.insert(key) }
      case .unasked, .postponed: break
      }
    }
  }

  private mutating func allow(
    _ caller: SecretCaller, _ owner: ItemOwner?, _ key: ReadPermission.Key, _ extent: PermissionExtent
  ) {
    refused.remove(key)
    // Who cannot be told from others is never allowed it for longer.
    guard extent == .lasting, let program = caller.program else {
      allowedOnce.insert(caller.keyOnce(reading: owner))
      return
    }
    guard permissions.count < SecretServiceLimits.permissions else { return }
    let permission = ReadPermission(program, reads: owner, since: clock())
    // On an error it is not allowed, and asked about again.
    guard (try? keychain.save(permission)) != nil else { return }
    permissions[key] = permission
    // What was allowed to the program as it was before counts for nothing.
    for old in permissions.values
    where old.key != key && old.reader == permission.reader && old.key.owner == key.owner {
      remove(old)
    }
  }

  private mutating func remove(_ permission: ReadPermission) {
    permissions[permission.key] = nil
    try? keychain.remove(permission)
  }

  // MARK: - Shown and taken back

  /// Answers the calls of `bailey.Secret.Permissions`.
  mutating func answerPermissions(_ call: SecretCall, _ caller: SecretCaller) throws(SecretFailure) -> [BusValue] {
    guard isKnown else { throw .isLocked }
    switch call {
    case .listPermissions: return [listed]
    case .forgetPermissions(let reader): return [.uint32(UInt32(clamping: forgetPermissions(of: reader)))]
    case .listAccess:
      let rows = order.map { name in
        BusValue.structure([
          .objectPath(SecretObject.collection(name).path), .string(collections[name]?.label ?? ""),
          .string(access(of: name).name),
        ])
      }
      return [.array(of: "(oss)", rows)]
    case .setAccess(let path, let access):
      guard case .collection(let name) = try place(path), name != .session else { throw .noSuchObject }
      return [.objectPath(try set(access, name, path, caller))]
    default: throw .unknownMethod
    }
  }

  private var listed: BusValue {
    let sorted = permissions.values.sorted { ($0.reader, $0.owner, $0.since) < ($1.reader, $1.owner, $1.since) }
    return .array(
      of: "(sst)", sorted.map { .structure([.string($0.reader), .string($0.owner), .uint64($0.since)]) })
  }

  /// Takes nothing but permissions away, so that every program may.
  private mutating func forgetPermissions(of reader: String) -> Int {
    // A script is called by its interpreter and its path.
    let found = permissions.values.filter { $0.reader == reader || $0.reader.hasSuffix(" " + reader) }
    for permission in found { remove(permission) }
    return found.count
  }

  /// What lets nobody read more holds at once; for the rest there is a prompt.
  private mutating func set(
    _ access: CollectionAccess, _ name: PathElement, _ path: String, _ caller: SecretCaller
  ) throws(SecretFailure) -> String {
    if access.isWider(than: self.access(of: name)) {
      let number = nextNumber()
      let record = try collection(name)
      try prompts.add(
        PromptList.Prompt(
          number: number, caller: caller, paths: [path],
          widening: PromptBatch.Widening(
            name: name, label: record.label, isDefault: collection(withAlias: .default) == name, access: access)))
      return SecretObject.prompt(number).path
    }
    try put(access, name)
    return SecretObject.none
  }

  mutating func put(_ access: CollectionAccess, _ name: PathElement) throws(SecretFailure) {
    var record = try collection(name)
    guard record.access != access else { return }
    record.access = access
    try change(record, name, tells: [:])
  }
}

extension ServiceState.RefusedAccess {
  init(_ caller: SecretCaller, _ widening: PromptBatch.Widening) {
    self.init(asker: caller.key(reading: nil).reader, name: widening.name, access: widening.access)
  }
}
