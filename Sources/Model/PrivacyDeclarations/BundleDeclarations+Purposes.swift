// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PropertyLists

extension BundleDeclarations {
  /// A purpose string in one language.
  private struct Purpose {
    let file: String
    let key: String
    let text: String
    let language: String
    let line: Int
  }

  private static let knownKeys = Set(ConsentService.allCases.flatMap(\.purposeKeys))

  /// A key that Apple lists, or any of the same form.
  private static func isPurposeKey(_ key: String) -> Bool {
    knownKeys.contains(key) || (key.hasPrefix("NS") && key.hasSuffix("UsageDescription"))
  }

  mutating func lintPurposes(
    _ values: [String: PropertyListValue], _ names: [String], _ isEntitled: (String) -> Bool
  ) {
    let rules = PurposeRules(appNames: names)
    lintMissing(values, isEntitled)
    let lines = SourceLines(contents[info] ?? [])
    let keys = values.keys.filter(Self.isPurposeKey).sorted()
    var purposes: [Purpose] = []
    for key in keys {
      guard let text = values[key]?.string else {
        findings.append(LintFinding(.present, in: info, line: lines.line(of: key), key: key, "It is no text."))
        continue
      }
      purposes.append(
        Purpose(file: info, key: key, text: text, language: Self.development(values), line: lines.line(of: key)))
    }
    purposes += localized(keys, values)
    for purpose in purposes {
      let isEnglish = purpose.language.lowercased().hasPrefix("en")
      for found in rules.violations(of: purpose.text, isEnglish: isEnglish) {
        findings.append(
          LintFinding(
            found.rule, in: purpose.file, line: purpose.line, key: purpose.key, level: found.level,
            "\(purpose.key): \(found.message)"))
      }
    }
    lintRepetition(purposes)
  }

  private mutating func lintMissing(_ values: [String: PropertyListValue], _ isEntitled: (String) -> Bool) {
    for service in ConsentService.allCases {
      guard let entitlement = service.entitlement, isEntitled(entitlement), !service.purposeKeys.isEmpty else {
        continue
      }
      // One sentence serves all that have this entitlement in common.
      let siblings = ConsentService.allCases.filter { $0.entitlement == entitlement }.flatMap(\.purposeKeys)
      if siblings.contains(where: { values[$0] != nil }) { continue }
      let key = service.purposeKeys[0]
      if findings.contains(where: { $0.rule == .present && $0.key == key }) { continue }
      findings.append(
        LintFinding(.present, in: info, key: key, "\(key) is missing, and the app is entitled to \(service.name)."))
    }
  }

  /// The same words for two things. Several keys of one thing, such as the location while the app is in use and always, may
  /// say the same.
  private mutating func lintRepetition(_ purposes: [Purpose]) {
    var first: [String: Purpose] = [:]
    for purpose in purposes where !purpose.text.isEmpty {
      let place = purpose.file + "\n" + purpose.text.lowercased()
      guard let other = first[place] else {
        first[place] = purpose
        continue
      }
      guard Self.subject(of: other.key) != Self.subject(of: purpose.key) else { continue }
      findings.append(
        LintFinding(
          .repeated, in: purpose.file, line: purpose.line, key: purpose.key,
          "\(purpose.key): It says what \(other.key) says."))
    }
  }

  /// The subject of a key, without the extent of the access.
  private static func subject(of key: String) -> Substring {
    var subject = key.dropFirst("NS".count).dropLast("UsageDescription".count)
    for extent in ["AlwaysAndWhenInUse", "WhenInUse", "Always", "FullAccess", "WriteOnlyAccess", "Peripheral"]
    where subject.hasSuffix(extent) {
      subject = subject.dropLast(extent.count)
    }
    return subject
  }

  // MARK: - Languages

  /// The development language of `Info.plist`. A variable that a build fills in stands for English, as in Xcode's
  /// templates.
  private static func development(_ values: [String: PropertyListValue]) -> String {
    let region = values["CFBundleDevelopmentRegion"]?.string ?? "en"
    return region.contains("$") ? "en" : region
  }

  /// All that the bundle speaks, by their folders and what it declares.
  func languages(_ values: [String: PropertyListValue]) -> Set<String> {
    let folders = contents.keys.compactMap { path in
      path.split(separator: "/").first { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) }
    }
    return Set(folders).union(values["CFBundleLocalizations"]?.strings ?? []).subtracting(["Base"])
      .union([Self.development(values)])
  }

  /// Reads the texts of all languages, and what is missing in one. What the development language does not have stands
  /// in `Info.plist`.
  private mutating func localized(_ keys: [String], _ values: [String: PropertyListValue]) -> [Purpose] {
    var result: [Purpose] = []
    let development = Self.development(values)
    for language in languages(values).sorted() {
      let wanted = language == development ? [] : keys
      let name = "\(language).lproj/InfoPlist.strings"
      guard let file = contents.keys.filter({ $0 == name || $0.hasSuffix("/" + name) }).min(),
        let bytes = contents[file]
      else {
        findMissing(wanted, in: name, language)
        continue
      }
      let texts: [String: String]
      do { texts = try StringsFile.read(bytes.span) } catch {
        findings.append(LintFinding(file, error))
        continue
      }
      findMissing(wanted.filter { texts[$0] == nil }, in: file, language)
      let lines = SourceLines(bytes)
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) where Self.isPurposeKey(key) {
        result.append(Purpose(file: file, key: key, text: text, language: language, line: lines.line(of: key)))
      }
    }
    return result
  }

  private mutating func findMissing(_ keys: [String], in file: String, _ language: String) {
    for key in keys {
      findings.append(LintFinding(.localized, in: file, key: key, "\(key) is not there in \(language)."))
    }
  }
}
