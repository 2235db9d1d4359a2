// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Extended attributes

extension Repair {
  /// Removes attributes that do not authenticate. Those of a file with several names may have been removed by another of
  /// them.
  func remove(
    _ attributes: [String], of id: FileID, from descriptor: borrowing FileDescriptor
  ) throws(SystemError) {
    for attribute in attributes {
      if AccessList.Kind(storedAttribute: attribute) == .access {
        // Without any list, the bits that a mode has for a mask would be the owning group's, which may have had less.
        let list = try? AccessList.withoutOwningGroup.sealed(.access, of: id, AttributeCipher(keys))
        guard let list else { throw SystemError(.setxattr, code: EIO) }
        try descriptor.setExtendedAttribute(attribute, to: list.span)
        continue
      }
      do {
        try descriptor.removeExtendedAttribute(attribute)
      } catch  where error.code == ENODATA {}
    }
  }

  /// Removes what was sealed for an id that is lost.
  func removeSealed(of id: FileID, from descriptor: borrowing FileDescriptor) throws(SystemError) {
    let names = try descriptor.extendedAttributeNames()
    let sealed = names.filter { $0.hasPrefix(AttributeCipher.prefix) || AccessList.Kind(storedAttribute: $0) != nil }
    try remove(sealed, of: id, from: descriptor)
  }
}
