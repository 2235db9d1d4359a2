// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import ProtectionModel
import PropertyLists

/// The protection that an extension asks for its data, which its widgets' visibility follows.
package enum DataProtectionEntitlement {
  /// The keys of the entitlement: today's, and the one of old signing tools.
  private static let keys = ["com.apple.developer.default-data-protection", "DataProtectionClass"]

  /// The class that an extension's entitlements ask for; nil where they ask for none. A value that is not known means
  /// the strictest class, and so does one that is no string; of two keys the stricter counts.
  package static func protection(in entitlements: Entitlements) -> ProtectionClass? {
    keys.compactMap { key -> ProtectionClass? in
      guard let value = entitlements.values[key] else { return nil }
      return value.string.flatMap { ProtectionClass(attributeValue: $0) } ?? .complete
    }.min { $0.rawValue < $1.rawValue }
  }

  /// The keys whose values are not known, for whoever wrote them.
  package static func unknown(in entitlements: Entitlements) -> [String] {
    keys.filter { key in
      guard let value = entitlements.values[key] else { return false }
      return value.string.flatMap { ProtectionClass(attributeValue: $0) } == nil
    }
  }
}
