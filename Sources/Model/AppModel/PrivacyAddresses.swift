// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// The pages where people read how an app uses the data that it collects, and where they have it deleted:
/// `BaileyPrivacyPolicyURL` and `BaileyDataDeletionURL` of its `Info.plist`.
///
/// On Apple's systems a store has them beside the app. Here there is none, so that the bundle says it.
package struct PrivacyAddresses: Sendable, Equatable {
  package static let policyKey = "BaileyPrivacyPolicyURL"
  package static let deletionKey = "BaileyDataDeletionURL"
  /// The most bytes of an address.
  package static let longest = 2048

  /// The address of the privacy policy; nil where there is none, or one that cannot be followed.
  package let policy: String?
  /// The address for deleting what was collected, also what is on servers. It may be an address of mail.
  package let deletion: String?

  package init(_ values: [String: PropertyListValue]) {
    policy = values[Self.policyKey]?.string.flatMap { Self.isPage($0) ? $0 : nil }
    deletion = values[Self.deletionKey]?.string.flatMap { Self.isPage($0) || Self.isMail($0) ? $0 : nil }
  }

  package var isEmpty: Bool { policy == nil && deletion == nil }

  /// Whether a text is the address of a page over an authenticated connection.
  private static func isPage(_ text: String) -> Bool {
    guard isVisible(text), text.lowercased().hasPrefix("https://") else { return false }
    let host = text.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.contains(".") && !host.hasPrefix(".") && host.utf8.allSatisfy(isOfHost)
  }

  private static func isMail(_ text: String) -> Bool {
    guard isVisible(text), text.lowercased().hasPrefix("mailto:") else { return false }
    let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }

  private static func isVisible(_ text: String) -> Bool {
    text.utf8.count <= longest && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Whether a byte is one of a host. A user and a password are not allowed: what stands in front of an `@` would be
  /// taken for the host.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

extension AppDescription {
  package var privacyAddresses: PrivacyAddresses { PrivacyAddresses(values) }
}
