// SPDX-License-Identifier: Apache-2.0

/// An access control list, as Linux keeps it beside a mode.
///
/// Bytes are those of the attributes `system.posix_acl_*`: the version 2 (4 bytes), then for each entry tag and permissions
/// (2 bytes each) and whom it names (4 bytes). All integers are little-endian, because they are Linux's.
package struct AccessList: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    let tag: Tag
    /// `rwx`, as in an octal digit of a mode.
    var permissions: UInt16
    /// The user or group, where the tag means a certain one.
    let id: UInt32
  }

  /// The kinds of entries, in the order in which a list has them.
  enum Tag: UInt16, Sendable {
    case owner = 0x01
    case user = 0x02
    case owningGroup = 0x04
    case group = 0x08
    /// The most that users, groups and the owning group are given.
    case mask = 0x10
    case others = 0x20
  }

  /// The most entries, which is the kernel's own limit: lists of 4096 bytes.
  private static let maximumEntries = 511
  private static let version: UInt32 = 2
  private static let entrySize = 8
  private static let nobody = UInt32.max

  private var entries: [Entry]

  private init(_ entries: [Entry]) { self.entries = entries }

  /// Gives the owning group nothing, and names nobody; the rest is as the mode says.
  package static let withoutOwningGroup = AccessList(
    [Tag.owner, .owningGroup, .mask, .others].map { Entry(tag: $0, permissions: 0, id: nobody) })

  // MARK: - Lists and modes

  /// Whether the list says no more than a mode can.
  package var isMinimal: Bool { entries.count == 3 }

  /// The mode that goes with the list: the bits of the group are those of the mask, where there is one.
  package func mode(insteadOf mode: UInt32) -> UInt32 {
    var bits: UInt32 = 0
    for entry in entries {
      if let shift = shift(of: entry.tag) { bits |= UInt32(entry.permissions) << shift }
    }
    return mode & ~0o777 | bits
  }

  /// The list as it is once its file has that mode.
  package func following(mode: UInt32) -> AccessList {
    var list = self
    for index in entries.indices {
      if let shift = shift(of: entries[index].tag) { list.entries[index].permissions = UInt16(mode >> shift & 7) }
    }
    return list
  }

  /// The list of something made in a folder with this default list: at most what was asked for.
  package func limited(to mode: UInt32) -> AccessList {
    var list = self
    for index in entries.indices {
      if let shift = shift(of: entries[index].tag) { list.entries[index].permissions &= UInt16(mode >> shift & 7) }
    }
    return list
  }

  /// The mode bits of the owning group by the list, its mask applied.
  package var owningGroupMode: UInt32 {
    let mask = entries.first { $0.tag == .mask }?.permissions ?? 7
    return UInt32(mask & (entries.first { $0.tag == .owningGroup }?.permissions ?? 0)) << 3
  }

  /// The place of an entry's permissions in a mode; nil for those that have no place there.
  private func shift(of tag: Tag) -> UInt32? {
    switch tag {
    case .owner: 6
    case .others: 0
    case .mask: 3
    case .owningGroup: entries.contains { $0.tag == .mask } ? nil : 3
    case .user, .group: nil
    }
  }

  // MARK: - Bytes

  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: Self.version)
    for entry in entries {
      bytes.append(littleEndian: entry.tag.rawValue)
      bytes.append(littleEndian: entry.permissions)
      bytes.append(littleEndian: entry.id)
    }
    return bytes
  }

  /// Reads a list; nil for bytes that are none: an owner, an owning group and others once each, a mask where somebody
  /// is named.
  package init?(_ bytes: [UInt8]) {
    let list = bytes.dropFirst(4)
    guard bytes.count >= 4, UInt32(littleEndian: bytes.prefix(4)) == Self.version, list.count % Self.entrySize == 0,
      list.count / Self.entrySize <= Self.maximumEntries
    else { return nil }
    entries = []
    for start in stride(from: list.startIndex, to: list.endIndex, by: Self.entrySize) {
      guard let entry = Entry(list[start..<start + Self.entrySize]) else { return nil }
      entries.append(entry)
    }
    guard isComplete else { return nil }
  }

  private var isComplete: Bool {
    let tags = entries.map(\.tag)
    let count = { (tag: Tag) in tags.count { $0 == tag } }
    let isNaming = tags.contains(.user) || tags.contains(.group)
    guard entries.allSatisfy({ ($0.tag != .user && $0.tag != .group) || $0.id != Self.nobody }) else { return false }
    return zip(tags, tags.dropFirst()).allSatisfy { $0.rawValue <= $1.rawValue } && count(.owner) == 1
      && count(.owningGroup) == 1 && count(.others) == 1 && (isNaming ? count(.mask) == 1 : count(.mask) <= 1)
  }
}

extension AccessList.Entry {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let tag = AccessList.Tag(rawValue: UInt16(littleEndian: bytes.prefix(2))) else { return nil }
    let permissions = UInt16(littleEndian: bytes.dropFirst(2).prefix(2))
    guard permissions <= 7 else { return nil }
    self.init(tag: tag, permissions: permissions, id: UInt32(littleEndian: bytes.dropFirst(4)))
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  fileprivate init(littleEndian bytes: ArraySlice<UInt8>) { self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) } }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}

// MARK: - In the store

extension AccessList {
  /// The two lists that Linux knows.
  package enum Kind: String, CaseIterable, Sendable {
    /// Says who may use a file or folder.
    case access
    /// The default list of a folder: what is made in it begins with this list.
    case forNew = "default"

    /// The name of the attribute by which programs know the list.
    package var attribute: [UInt8] { Array("system.posix_acl_\(rawValue)".utf8) }

    /// The attribute of the backing file that holds the sealed list.
    package var storedAttribute: String { self == .access ? "user.bailey-acl" : "user.bailey-acl-default" }

    /// The label of the list's kind. No program's attribute has a name with a zero byte.
    fileprivate var label: [UInt8] { [0] + Array(rawValue.utf8) }

    package init?(attribute name: [UInt8]) {
      guard let kind = Self.allCases.first(where: { $0.attribute == name }) else { return nil }
      self = kind
    }

    package init?(storedAttribute name: String) {
      guard let kind = Self.allCases.first(where: { $0.storedAttribute == name }) else { return nil }
      self = kind
    }
  }

  package func sealed(_ kind: Kind, of file: FileID, _ cipher: AttributeCipher) throws(FileFormatError) -> [UInt8] {
    try cipher.sealValue(encoded.span, name: kind.label, of: file)
  }

  package init(
    sealed: [UInt8], _ kind: Kind, of file: FileID, _ cipher: AttributeCipher
  ) throws(FileFormatError) {
    guard let list = AccessList(try cipher.openValue(sealed, name: kind.label, of: file)) else { throw .damagedName }
    self = list
  }
}
