// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// Extensions in an app's bundle: `PlugIns/NAME.appex`, sealed and signed with it.
package enum BundleExtension {
  private static let ending = ".appex"

  /// Whether a path is that of such a folder.
  package static func isFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == "PlugIns" && parts[1].hasSuffix(ending)
  }

  /// The folders of the extensions, in their order. What leads there by a link is none.
  package static func folders(in list: SealedList) -> [String] {
    list.entries.compactMap { entry in
      guard case .folder = entry.content, isFolder(entry.path) else { return nil }
      return entry.path
    }
  }

  /// The path in such a folder of what the extension claims to be entitled to.
  package static func entitlements(in folder: String) -> String { "\(folder)/\(Entitlements.file)" }

  /// All of them that there are, in the order of the folders.
  package static func entitlements(in list: SealedList) -> [String] {
    folders(in: list).map { entitlements(in: $0) }.filter { list[$0] != nil }
  }

  /// A bundle has no more extensions with entitlements of their own.
  package static let maximum = 64
}

extension Entitlements {
  private static let identifiers = ["application-identifier", "com.apple.application-identifier"]
  private static let clip = "com.apple.developer.on-demand-install-capable"
  private static let team = "com.apple.developer.team-identifier"
  /// The entitlements that an extension asks for itself: they open nothing.
  private static let protection = ["com.apple.developer.default-data-protection", "DataProtectionClass"]

  /// The first entitlement of an extension that is no part of its app's: whatever it is given would be more than the person
  /// knows the app to have. One that is false, or an empty list, claims nothing.
  package func first(notOf app: Entitlements) -> String? {
    values.keys.sorted().first { key in
      guard let value = values[key], !Self.protection.contains(key) else { return false }
      return !(Self.isPart(value, of: app.values[key]) || isOwnName(value, key, in: app))
    }
  }

  /// The entitlements that an extension is served with: of the groups of its own those that its app has, and nothing by
  /// which it would be given others. A clip's extension is a clip's, whatever it says.
  package func served(besides app: Entitlements) -> Entitlements {
    let groups = accessGroups.filter(app.accessGroups.contains)
    var served: [String: PropertyListValue] = ["keychain-access-groups": .array(groups.map { .string($0) })]
    if app.isAppClip { served[Self.clip] = .boolean(true) }
    return Entitlements(served)
  }

  private static func isPart(_ value: PropertyListValue, of whole: PropertyListValue?) -> Bool {
    switch (value, whole) {
    case (.boolean(false), _), (.array([]), _): true
    case (.array(let some), .array(let all)): some.allSatisfy(all.contains)
    default: value == whole
    }
  }

  /// An extension's identifier begins with its app's, and so does what it is called here.
  private func isOwnName(_ value: PropertyListValue, _ key: String, in app: Entitlements) -> Bool {
    guard let text = value.string, let name = app.applicationIdentifier else { return false }
    if key == Self.team { return name.hasPrefix(text + ".") }
    return Self.identifiers.contains(key) && (text == name || text.hasPrefix(name + "."))
  }
}
