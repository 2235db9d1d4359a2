// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The record of an item besides its secret.
package struct ItemRecord: Sendable, Equatable {
  package var label: String
  package var attributes: LookupAttributes
  /// The class of the item's secret.
  package var secretClass: SecretClass
  /// Seconds since 1970.
  package var created: UInt64
  package var modified: UInt64
  /// The program that stored the item; nil where that is not known.
  package var owner: ItemOwner?

  package init(
    label: String, attributes: LookupAttributes, secretClass: SecretClass, created: UInt64, modified: UInt64,
    owner: ItemOwner? = nil
  ) {
    self.owner = owner
    self.label = label
    self.attributes = attributes
    self.secretClass = secretClass
    self.created = created
    self.modified = modified
  }

  /// The size of the texts in bytes.
  package var textSize: Int {
    attributes.pairs.reduce(label.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

/// The record of a collection besides its items.
package struct CollectionRecord: Sendable, Equatable {
  package var label: String
  /// The class of items that are not of a kind of their own.
  package var secretClass: SecretClass
  package var created: UInt64
  package var modified: UInt64
  /// A program has locked it by itself: it stays so until the person says otherwise.
  package var isLocked: Bool
  package var aliases: [PathElement]
  /// The programs that may read the items.
  package var access: CollectionAccess

  package init(
    label: String, secretClass: SecretClass, created: UInt64, modified: UInt64, isLocked: Bool = false,
    aliases: [PathElement] = [], access: CollectionAccess = .own
  ) {
    self.access = access
    self.label = label
    self.secretClass = secretClass
    self.created = created
    self.modified = modified
    self.isLocked = isLocked
    self.aliases = aliases
  }
}

// MARK: - Bytes

// Integers are big-endian; a text is its length in four bytes and its UTF-8.

private let recordFormat: UInt8 = 2
/// The format of records without `owner` and `access`.
private let firstFormat: UInt8 = 1
private let largestRecord = 1 << 17

extension ItemRecord {
  /// Throws `full` for one that is larger than the limits allow.
  package func encoded() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: largestRecord)
    try buffer.append(integer: recordFormat)
    try buffer.append(integer: secretClass.rawValue)
    try buffer.append(integer: created)
    try buffer.append(integer: modified)
    try buffer.append(counted: label)
    guard let count = UInt8(exactly: attributes.pairs.count) else { throw .full }
    try buffer.append(integer: count)
    for pair in attributes.pairs {
      try buffer.append(counted: pair.name)
      try buffer.append(counted: pair.value)
    }
    try buffer.append(integer: UInt8(owner == nil ? 0 : 1))
    if let owner {
      try buffer.append(bytes: owner.key.span)
      try buffer.append(counted: owner.title)
    }
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Throws for bytes that `encoded` does not make.
  package init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    let format = try cursor.byte(in: bytes)
    guard format == recordFormat || format == firstFormat else { throw .badValue }
    secretClass = try cursor.number(in: bytes)
    created = try cursor.integer(in: bytes)
    modified = try cursor.integer(in: bytes)
    label = try cursor.countedText(atMost: SecretServiceLimits.label, bytes)
    let count = Int(try cursor.byte(in: bytes))
    var pairs: [LookupAttributes.Pair] = []
    pairs.reserveCapacity(min(count, SecretServiceLimits.attributes))
    for _ in 0..<count {
      let name = try cursor.countedText(atMost: SecretServiceLimits.attributeName, bytes)
      pairs.append(
        LookupAttributes.Pair(name, try cursor.countedText(atMost: SecretServiceLimits.attributeValue, bytes)))
    }
    guard let attributes = LookupAttributes(inOrder: pairs) else { throw .badValue }
    self.attributes = attributes
    owner = format == firstFormat ? nil : try cursor.owner(in: bytes)
    try cursor.end(in: bytes)
  }
}

extension CollectionRecord {
  package func encoded() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: largestRecord)
    try buffer.append(integer: recordFormat)
    try buffer.append(integer: secretClass.rawValue)
    try buffer.append(integer: created)
    try buffer.append(integer: modified)
    try buffer.append(counted: label)
    try buffer.append(integer: UInt8(isLocked ? 1 : 0))
    guard let count = UInt8(exactly: aliases.count) else { throw .full }
    try buffer.append(integer: count)
    for alias in aliases { try buffer.append(counted: alias.text) }
    try buffer.append(integer: access.rawValue)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  package init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    let format = try cursor.byte(in: bytes)
    guard format == recordFormat || format == firstFormat else { throw .badValue }
    secretClass = try cursor.number(in: bytes)
    created = try cursor.integer(in: bytes)
    modified = try cursor.integer(in: bytes)
    label = try cursor.countedText(atMost: SecretServiceLimits.label, bytes)
    let flag = try cursor.byte(in: bytes)
    let count = Int(try cursor.byte(in: bytes))
    guard flag <= 1, count <= SecretServiceLimits.aliases else { throw .badValue }
    isLocked = flag == 1
    aliases = []
    for _ in 0..<count {
      guard let alias = PathElement(try cursor.countedText(atMost: PathElement.longest, bytes)) else { throw .badValue }
      aliases.append(alias)
    }
    access = format == firstFormat ? .own : try cursor.number(in: bytes)
    try cursor.end(in: bytes)
  }
}

extension WireBuffer {
  mutating func append(counted text: String) throws(WireError) {
    guard let count = UInt32(exactly: text.utf8.count) else { throw .full }
    try append(integer: count)
    try append(bytes: Array(text.utf8).span)
  }
}

extension WireCursor {
  mutating func countedText(atMost longest: Int, _ bytes: Span<UInt8>) throws(WireError) -> String {
    let count = try integer(UInt32.self, in: bytes)
    guard count <= longest else { throw .badValue }
    return try text(Int(count), in: bytes)
  }

  fileprivate mutating func owner(in bytes: Span<UInt8>) throws(WireError) -> ItemOwner? {
    switch try byte(in: bytes) {
    case 0: return nil
    case 1:
      let key = try self.bytes(SecretProgram.keySize, in: bytes)
      let title = try countedText(atMost: SecretProgram.longestTitle, bytes)
      guard let owner = ItemOwner(title: title, key: key) else { throw .badValue }
      return owner
    default: throw .badValue
    }
  }
}
