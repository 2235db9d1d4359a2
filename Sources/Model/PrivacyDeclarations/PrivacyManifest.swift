// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// A `PrivacyInfo.xcprivacy`.
package struct PrivacyManifest: Sendable, Equatable {
  package struct Collected: Sendable, Equatable {
    package let type: String
    package let isLinked: Bool
    package let isForTracking: Bool
    package let purposes: [String]
  }

  package private(set) var isTracking = false
  package private(set) var domains: [String] = []
  package private(set) var collected: [Collected] = []
  /// Reasons by category, both without their prefix.
  package private(set) var accessed: [String: [String]] = [:]

  package static let file = "PrivacyInfo.xcprivacy"
  private static let keys = [
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
  ]
  private static let mostEntries = 1000

  package typealias Defect = (rule: LintRule, key: String, message: String)

  /// What can be read of it, and what is wrong with the rest.
  package static func read(_ bytes: Span<UInt8>) -> (manifest: PrivacyManifest?, defects: [Defect]) {
    let list: PropertyListValue
    do { list = try PropertyList.read(bytes) } catch {
      return (nil, [(.manifest, "", "Line \(error.line) cannot be read.")])
    }
    guard let values = list.dictionary else { return (nil, [(.manifest, "", "It is no dictionary.")]) }
    var manifest = PrivacyManifest()
    var defects: [Defect] = values.keys.sorted().filter { !keys.contains($0) }
      .map { (.manifestKey, $0, "“\($0)” is no key of a privacy manifest.") }
    defects += manifest.readTracking(values)
    defects += manifest.readCollected(values)
    defects += manifest.readAccessed(values)
    return (manifest, defects)
  }

  // MARK: - Tracking

  private mutating func readTracking(_ values: [String: PropertyListValue]) -> [Defect] {
    var defects: [Defect] = []
    if let flag = values["NSPrivacyTracking"] {
      if let isTracking = flag.boolean {
        self.isTracking = isTracking
      } else {
        defects.append((.trackingFlag, "NSPrivacyTracking", "It is no Boolean."))
      }
    }
    let key = "NSPrivacyTrackingDomains"
    if let list = values[key] {
      guard let texts = list.strings, texts.count <= Self.mostEntries else {
        return defects + [(.trackingDomain, key, "It is no array of strings.")]
      }
      for text in texts {
        if Self.isHost(text) {
          domains.append(text.lowercased())
        } else {
          defects.append((.trackingDomain, key, "“\(text)” is not a host alone."))
        }
      }
    }
    let hasDomains = !(values[key]?.strings ?? []).isEmpty
    if isTracking != hasDomains {
      defects.append(
        (
          .trackingDomains, key,
          isTracking
            ? "It is missing or empty, and NSPrivacyTracking is true."
            : "It has entries, and NSPrivacyTracking is false."
        ))
    }
    return defects
  }

  /// Without scheme, port, path, query and trailing dot.
  package static func isHost(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253 && labels.count >= 2
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default: false
            }
          }
      }
  }

  // MARK: - Data

  private mutating func readCollected(_ values: [String: PropertyListValue]) -> [Defect] {
    let key = "NSPrivacyCollectedDataTypes"
    guard let list = values[key] else { return [] }
    guard case .array(let entries) = list, entries.count <= Self.mostEntries else {
      return [(.collectedEntry, key, "It is no array.")]
    }
    var defects: [Defect] = []
    let parts =
      ["NSPrivacyCollectedDataType"]
      + ["Linked", "Purposes", "Tracking"].map { "NSPrivacyCollectedDataType" + $0 }
    for (index, entry) in entries.enumerated() {
      guard let members = entry.dictionary, members.keys.sorted() == parts.sorted(),
        let type = members[parts[0]]?.string, let isLinked = members[parts[1]]?.boolean,
        let purposes = members[parts[2]]?.strings, let isTracking = members[parts[3]]?.boolean
      else {
        defects.append((.collectedEntry, key, "Entry \(index + 1) has not exactly the four keys with their types."))
        continue
      }
      let short = Self.without("NSPrivacyCollectedDataType", type)
      if short.flatMap({ DataTypes.title(of: $0) }) == nil {
        defects.append((.dataType, key, "“\(type)” is no type of data."))
      }
      let known = purposes.compactMap { Self.without("NSPrivacyCollectedDataTypePurpose", $0) }
        .filter { DataTypes.purposes[$0] != nil }
      if purposes.isEmpty { defects.append((.purpose, key, "Entry \(index + 1) has no purpose.")) }
      if known.count != purposes.count {
        defects.append((.purpose, key, "Entry \(index + 1) has a purpose that Apple does not list."))
      }
      collected.append(
        Collected(type: short ?? type, isLinked: isLinked, isForTracking: isTracking, purposes: known))
    }
    return defects
  }

  private static func without(_ prefix: String, _ text: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  // MARK: - Required reasons

  private mutating func readAccessed(_ values: [String: PropertyListValue]) -> [Defect] {
    let key = "NSPrivacyAccessedAPITypes"
    guard let list = values[key] else { return [] }
    guard case .array(let entries) = list, !entries.isEmpty, entries.count <= Self.mostEntries else {
      return [(.accessedEntry, key, "It is empty or no array.")]
    }
    var defects: [Defect] = []
    for (index, entry) in entries.enumerated() {
      guard let members = entry.dictionary,
        members.keys.sorted() == ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"],
        let type = members["NSPrivacyAccessedAPIType"]?.string,
        let reasons = members["NSPrivacyAccessedAPITypeReasons"]?.strings
      else {
        defects.append((.accessedEntry, key, "Entry \(index + 1) has not exactly a category and its reasons."))
        continue
      }
      guard let short = Self.without("NSPrivacyAccessedAPICategory", type),
        let category = RequiredReason(rawValue: short)
      else {
        defects.append((.accessedEntry, key, "“\(type)” is no category."))
        continue
      }
      if reasons.isEmpty { defects.append((.reason, key, "\(short) has no reason.")) }
      for reason in reasons where !category.reasons.contains(reason) {
        defects.append((.reason, key, "“\(reason)” is no reason of \(short)."))
      }
      accessed[short, default: []] += reasons.filter { category.reasons.contains($0) }
    }
    return defects
  }
}
