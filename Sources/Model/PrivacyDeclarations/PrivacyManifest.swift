// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// A `PrivacyInfo.xcprivacy`.
package struct PrivacyManifest: Sendable, Equatable {
  package struct Collected: Sendable, Equatable {
    package let type: String
    package let isLinked: Bool
    package let isForTracking: Bool
    /// Apple's without their prefix, others as they stand there.
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

  package struct Defect: Sendable {
    let rule: LintRule
    let key: String
    let message: String
    var level: LintRule.Level?

    init(_ rule: LintRule, _ key: String, _ message: String, _ level: LintRule.Level? = nil) {
      (self.rule, self.key, self.message, self.level) = (rule, key, message, level)
    }
  }

  /// The manifest, and what is wrong with parts of it.
  package static func read(
    _ bytes: Span<UInt8>
  ) throws(PropertyListError) -> (manifest: PrivacyManifest, defects: [Defect]) {
    guard let values = try PropertyList.read(bytes).dictionary else {
      throw PropertyListError(line: 1, problem: .expected(.key))
    }
    var manifest = PrivacyManifest()
    var defects = values.keys.sorted().filter { !keys.contains($0) }
      .map { Defect(.manifestKey, $0, "“\($0)” is no key of a privacy manifest.") }
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
        defects.append(Defect(.trackingFlag, "NSPrivacyTracking", "It is no Boolean."))
      }
    }
    let key = "NSPrivacyTrackingDomains"
    if let list = values[key] {
      guard let texts = list.strings, texts.count <= Self.mostEntries else {
        return defects + [Defect(.trackingDomain, key, "It is no array of strings.")]
      }
      for text in texts {
        if Self.isHost(text) {
          domains.append(text.lowercased())
        } else {
          defects.append(Defect(.trackingDomain, key, "“\(text)” is not a host alone."))
        }
      }
    }
    let hasDomains = !(values[key]?.strings ?? []).isEmpty
    if isTracking != hasDomains {
      defects.append(
        Defect(
          .trackingDomains, key,
          isTracking
            ? "It is missing or empty, and NSPrivacyTracking is true."
            : "It has entries, and NSPrivacyTracking is false."))
    }
    return defects
  }

  /// Whether a text is a host alone, without scheme, port, path, query and trailing dot.
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
      return [Defect(.collectedEntry, key, "It is no array.")]
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
        defects.append(
          Defect(.collectedEntry, key, "Entry \(index + 1) has not exactly the four keys with their types."))
        continue
      }
      let short = Self.without("NSPrivacyCollectedDataType", type)
      if short.flatMap({ DataTypes.title(of: $0) }) == nil {
        defects.append(Defect(.dataType, key, "“\(type)” is no type of data."))
      }
      let listed = purposes.map { Self.without("NSPrivacyCollectedDataTypePurpose", $0) }
        .map { $0.flatMap { DataTypes.purposes[$0] == nil ? nil : $0 } }
      if purposes.isEmpty { defects.append(Defect(.purpose, key, "Entry \(index + 1) has no purpose.")) }
      if listed.contains(nil) {
        defects.append(Defect(.purpose, key, "Entry \(index + 1) has a purpose that Apple does not list."))
      }
      collected.append(
        Collected(
          type: short ?? type, isLinked: isLinked, isForTracking: isTracking,
          purposes: zip(listed, purposes).map { $0 ?? $1 }))
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
    guard case .array(let entries) = list, entries.count <= Self.mostEntries else {
      return [Defect(.accessedEntry, key, "It is no array.")]
    }
    guard !entries.isEmpty else {
      return [Defect(.accessedEntry, key, "It is empty: without reasons, leave it out.", .note)]
    }
    var defects: [Defect] = []
    for (index, entry) in entries.enumerated() {
      guard let members = entry.dictionary,
        members.keys.sorted() == ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"],
        let type = members["NSPrivacyAccessedAPIType"]?.string,
        let reasons = members["NSPrivacyAccessedAPITypeReasons"]?.strings
      else {
        defects.append(Defect(.accessedEntry, key, "Entry \(index + 1) has not exactly a category and its reasons."))
        continue
      }
      guard let short = Self.without("NSPrivacyAccessedAPICategory", type),
        let category = RequiredReason(rawValue: short)
      else {
        defects.append(Defect(.accessedEntry, key, "“\(type)” is no category."))
        continue
      }
      if reasons.isEmpty { defects.append(Defect(.reason, key, "\(short) has no reason.")) }
      for reason in reasons where !category.reasons.contains(reason) {
        defects.append(Defect(.reason, key, "“\(reason)” is no reason of \(short)."))
      }
      accessed[short, default: []] += reasons.filter { category.reasons.contains($0) }
    }
    return defects
  }
}
