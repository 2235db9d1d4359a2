// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The origin of a file's class.
package enum ClassOrigin: UInt8, Sendable {
  /// The class comes from the folder it was made in, or from a file that it replaced.
  case inherited = 0
  /// The class was set by somebody.
  case chosen = 1
}

/// A file's class, where it comes from, and what it is to become.
package struct ClassStanding: Sendable, Hashable {
  package let protection: ProtectionClass
  package let origin: ClassOrigin
  /// The class of a file that this one replaced, if its key could not be wrapped for it yet.
  package let owed: ProtectionClass?

  package init(_ protection: ProtectionClass, _ origin: ClassOrigin = .inherited, owed: ProtectionClass? = nil) {
    self.protection = protection
    self.origin = origin
    self.owed = owed
  }

  /// The class that counts where two files are compared.
  package var due: ProtectionClass { owed ?? protection }
}

// MARK: - Bytes

extension ClassStanding {
  /// The number of bytes of a standing, which follows the wrapped key in a header; no class is owed where the second is 0.
  static let size = 2

  var bytes: [UInt8] { [origin.rawValue, owed?.rawValue ?? 0] }

  /// Reads how a file stands to its class; nil for bytes that say neither.
  init?(_ protection: ProtectionClass, _ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.size, let first = bytes.first, let last = bytes.last,
      let origin = ClassOrigin(rawValue: first)
    else { return nil }
    let owed = ProtectionClass(rawValue: last)
    guard owed != nil || last == 0 else { return nil }
    self.init(protection, origin, owed: owed)
  }
}
