// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import SystemCalls

extension FileDescriptor {
  private static let attribute = "user.bailey.protection"

  /// The class of this file, or of an entry of this folder, which a lock may forbid to open; nil where nothing is
  /// protected: outside a mount of Bailey.
  ///
  /// There the attribute exists and is not listed; on any other file system an attribute that exists is listed.
  func protection(of entry: String? = nil) throws(SystemError) -> ProtectionClass? {
    do {
      guard let value = try value(of: entry), try !names(of: entry).contains(Self.attribute) else { return nil }
      return ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self))
    } catch  where error.code == ENOTSUP {
      return nil
    }
  }

  /// Changes the class, where there is one.
  func setProtection(_ protection: ProtectionClass, of entry: String? = nil) throws(SystemError) {
    let value = Array(protection.attributeValue.utf8)
    if let entry {
      try setExtendedAttribute(Self.attribute, of: entry, to: value.span)
    } else {
      try setExtendedAttribute(Self.attribute, to: value.span)
    }
  }

  private func value(of entry: String?) throws(SystemError) -> [UInt8]? {
    guard let entry else { return try extendedAttribute(Self.attribute) }
    return try extendedAttribute(Self.attribute, of: entry)
  }

  private func names(of entry: String?) throws(SystemError) -> [String] {
    guard let entry else { return try extendedAttributeNames() }
    return try extendedAttributeNames(of: entry)
  }
}
