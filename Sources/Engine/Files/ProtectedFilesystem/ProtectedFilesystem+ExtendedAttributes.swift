// SPDX-License-Identifier: Apache-2.0
package import Files
package import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SystemCalls

// MARK: - Extended attributes

extension ProtectedFilesystem {
  /// A file's or directory's class, as Apple spells it. Not listed: programs that copy all attributes would carry
  /// classes along, and a copy takes its directory's class.
  static let protectionAttribute = Array("user.bailey.protection".utf8)
  private static let reserved = Array("user.bailey".utf8)
  private static let programs = Array("user.".utf8)

  package func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8] {
    if name == Self.protectionAttribute { return Array(try protection(of: node).attributeValue.utf8) }
    if let kind = AccessList.Kind(attribute: name) { return try accessList(kind, of: node).encoded }
    let plain = try programName(name)
    let target = try attributeSubject(node)
    let stored = try served { () throws(FileFormatError) in try store.attributes.sealName(plain) }
    guard let sealed = try target.extendedAttribute(stored) else { throw FileError(ENODATA) }
    let id = try id(of: node, target)
    return try served { () throws(FileFormatError) in try store.attributes.openValue(sealed, name: plain, of: id) }
  }

  package func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]] {
    let target = try attributeSubject(node)
    let names = try target.extendedAttributeNames()
    return names.compactMap { name in
      if let kind = AccessList.Kind(storedAttribute: name) { return kind.attribute }
      let plain = try? store.attributes.openName(name, value: try? target.extendedAttribute(name))
      return plain.map { Self.programs + $0 }
    }
  }

  package func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError) {
    if name == Self.protectionAttribute {
      if mode == .create { throw FileError(EEXIST) }
      guard value.count <= 64, let text = String(validating: value.array, as: UTF8.self),
        let protection = ProtectionClass(attributeValue: text)
      else { throw FileError(EINVAL) }
      return try setProtection(protection, of: node)
    }
    if let kind = AccessList.Kind(attribute: name) { return try setAccessList(kind, of: node, to: value, caller) }
    let plain = try programName(name)
    let target = try attributeSubject(node)
    let id = try id(of: node, target)
    let (stored, sealed) = try served { () throws(FileFormatError) in
      (try store.attributes.sealName(plain), try store.attributes.sealValue(value, name: plain, of: id))
    }
    try target.setExtendedAttribute(stored, to: sealed.span, mode)
  }

  package func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError) {
    if name == Self.protectionAttribute { return try removeProtection(of: node) }
    if let kind = AccessList.Kind(attribute: name) { return try removeAccessList(kind, of: node) }
    let plain = try programName(name)
    let stored = try served { () throws(FileFormatError) in try store.attributes.sealName(plain) }
    try attributeSubject(node).removeExtendedAttribute(stored)
  }

  /// The name without `user.`: no other kind can be kept here, and those under `user.bailey` are the store's.
  private func programName(_ name: [UInt8]) throws(FileError) -> [UInt8] {
    guard name.starts(with: Self.programs), !name.starts(with: Self.reserved) else { throw .unsupported }
    return Array(name.dropFirst(Self.programs.count))
  }

  private func attributeSubject(_ node: NodeID) throws(FileError) -> AttributeTarget {
    let type = node == .root ? S_IFDIR : try nodes.node(node).type
    guard type == S_IFREG || type == S_IFDIR else { throw .unsupported }
    return try attributeTarget(node)
  }

  /// The id values are sealed for.
  func id(of node: NodeID, _ target: AttributeTarget) throws(FileError) -> FileID {
    if node == .root { return store.root.id }
    if try nodes.node(node).type == S_IFDIR { return try directory(node).id }
    guard let found = try target.extendedAttribute(StoredDirectory.attribute),
      let record = try? FileRecord(found, store.keys)
    else { throw .damaged }
    return record.id
  }
}
