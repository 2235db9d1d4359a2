// SPDX-License-Identifier: Apache-2.0
import PropertyLists

extension Entitlements {
  /// The entitlements that every app has of its own, whatever its publisher's certificate allows.
  private static let own: Set<String> = [
    "application-identifier", "com.apple.application-identifier", "com.apple.developer.team-identifier",
    "com.apple.developer.default-data-protection", "DataProtectionClass", "keychain-access-groups",
  ]

  /// The first entitlement that a certificate does not allow that names what its holder may claim. One that is false, or an
  /// empty list, claims nothing.
  package func first(notIn allowed: [String]) -> String? {
    let allowed = Self.own.union(allowed)
    return values.keys.sorted().first { key in
      guard !allowed.contains(key) else { return false }
      switch values[key] {
      case .boolean(false), .array([]), nil: return false
      default: return true
      }
    }
  }
}
