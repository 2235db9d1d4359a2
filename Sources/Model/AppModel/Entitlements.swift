// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// The entitlements of an app: Apple's own keys and their values.
package struct Entitlements: Sendable, Equatable {
  package let values: [String: PropertyListValue]

  /// The name of the file in which a bundle has them.
  package static let file = "Entitlements.plist"

  package init(_ values: [String: PropertyListValue] = [:]) { self.values = values }

  /// Reads the XML text that code signing tools write.
  package init(xml: Span<UInt8>) throws(EntitlementsError) {
    let list: PropertyListValue
    do { list = try XMLPropertyList.read(xml) } catch { throw .unreadable(error) }
    guard let values = list.dictionary else { throw .notADictionary }
    self.init(values)
    if let reserved = claimedGroups.first(where: { PrivateGroup.isReserved($0) }) { throw .reservedGroup(reserved) }
  }

  /// `application-identifier`, as iOS spells it, before macOS's spelling.
  package var applicationIdentifier: String? {
    values["application-identifier"]?.string ?? values["com.apple.application-identifier"]?.string
  }

  /// Whether the app claims an entitlement: with `true`, or with a list.
  package func claims(_ key: String) -> Bool {
    values[key]?.boolean == true || values[key]?.strings?.isEmpty == false
  }

  package var isAppClip: Bool {
    values["com.apple.developer.on-demand-install-capable"]?.boolean == true
  }

  /// The access groups of the keychain in the order that decides where a new item goes (`SecTaskCopyAccessGroups`).
  ///
  /// An array that holds anything but strings counts as absent. The group of tokens comes last, and the group that
  /// stands for all is for the platform's own programs: nobody gets it by claiming it.
  package var accessGroups: [String] {
    let claimed = claimedGroups.filter { $0 != Self.everyGroup }
    return claimed.filter { $0 != Self.tokens } + (claimed.contains(Self.tokens) ? [Self.tokens] : [])
  }

  /// `com.apple.security.application-groups`, each of which is a folder and an access group too.
  package var applicationGroups: [String] { strings("com.apple.security.application-groups") }

  /// All groups by which it shares something, be it items or folders: an App Clip has the folders of its groups alone.
  package var sharingGroups: [String] {
    let groups = accessGroups
    return groups + applicationGroups.filter { !groups.contains($0) }
  }

  private var claimedGroups: [String] {
    strings("keychain-access-groups") + strings("com.apple.developer.associated-application-identifier")
      + (applicationIdentifier.map { [$0] } ?? [])
      + (isAppClip ? [] : applicationGroups)
  }

  private static let everyGroup = "*"
  private static let tokens = "com.apple.token"

  private func strings(_ key: String) -> [String] { values[key]?.strings ?? [] }
}

/// Why a text holds no entitlements that can be granted.
package enum EntitlementsError: Error, Equatable, Sendable {
  case unreadable(PropertyListError)
  case notADictionary
  /// A group that Bailey gives out itself.
  case reservedGroup(String)
}
