// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PropertyLists

/// What a bundle declares about privacy, and what is wrong with it.
package struct BundleDeclarations: Sendable {
  /// A file of the bundle with its bytes, by its path inside.
  package typealias Contents = [String: [UInt8]]

  /// A program or library, with the manifest that is for it.
  package struct Part: Sendable {
    package let name: String
    /// In the bundle; nil where it has none.
    package var manifestFile: String?
    package var manifest: PrivacyManifest?
    /// Symbols of programs and libraries that need a reason, by category.
    package var symbols: [RequiredReason: Set<String>] = [:]

    package init(name: String) { self.name = name }
  }

  package private(set) var parts: [Part] = []
  package private(set) var findings: [LintFinding] = []
  package let name: String

  private static let info = "Info.plist"

  /// `contents` are the property lists and texts; `executables` the symbols that each program or library of the bundle takes
  /// from others; `isEntitled` whether the app's entitlements say so.
  package init(
    contents: Contents, executables: [(path: String, symbols: [String])], isEntitled: (String) -> Bool
  ) {
    let info = contents[Self.info] ?? contents["Contents/Info.plist"] ?? []
    let values = (try? PropertyList.read(info.span).dictionary) ?? [:]
    let names = ["CFBundleDisplayName", "CFBundleName", "CFBundleIdentifier"].compactMap { values[$0]?.string }
    name = names.first ?? "?"
    lintPurposes(values, contents, names, isEntitled)
    lintScreens(values, contents)
    lintTransport(values, contents)
    collectParts(contents, executables, main: values["CFBundleExecutable"]?.string)
    lintManifests(contents)
    applyIgnores(contents)
    findings.sort {
      ($0.file, $0.line, $0.rule.rawValue, $0.message) < ($1.file, $1.line, $1.rule.rawValue, $1.message)
    }
  }

  // MARK: - Connections

  /// What of `NSAppTransportSecurity` nothing outside of the app can hold it to.
  private mutating func lintTransport(_ values: [String: PropertyListValue], _ contents: Contents) {
    guard let settings = values["NSAppTransportSecurity"]?.dictionary else { return }
    let exceptions = settings["NSExceptionDomains"]?.dictionary ?? [:]
    let asksForRecords = exceptions.values.contains {
      $0.dictionary?["NSRequiresCertificateTransparency"]?.boolean == true
    }
    let keys =
      (settings["NSPinnedDomains"] == nil ? [] : ["NSPinnedDomains"])
      + (asksForRecords ? ["NSRequiresCertificateTransparency"] : [])
    let lines = SourceLines(contents[Self.info] ?? [])
    for key in keys {
      findings.append(
        LintFinding(
          .transport, in: Self.info, line: lines.line(of: key), key: key,
          "Nothing holds the app to \(key): with TLS 1.3 a proxy sees no certificate. The app has to look at them itself."
        ))
    }
  }

  // MARK: - Purpose strings

  private static let knownKeys = Set(ConsentService.allCases.flatMap(\.purposeKeys))

  /// A key that Apple lists, or any of the same form.
  private static func isPurposeKey(_ key: String) -> Bool {
    knownKeys.contains(key) || (key.hasPrefix("NS") && key.hasSuffix("UsageDescription"))
  }

  private mutating func lintPurposes(
    _ values: [String: PropertyListValue], _ contents: Contents, _ names: [String], _ isEntitled: (String) -> Bool
  ) {
    let rules = PurposeRules(appNames: names)
    let lines = SourceLines(contents[Self.info] ?? [])
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
        LintFinding(.present, in: Self.info, key: key, "\(key) is missing, and the app is entitled to \(service.name).")
      )
    }
    let keys = values.keys.filter(Self.isPurposeKey).sorted()
    var texts: [(file: String, key: String, text: String, language: String, line: Int)] = []
    let development = values["CFBundleDevelopmentRegion"]?.string ?? "en"
    for key in keys {
      guard let text = values[key]?.string else {
        findings.append(
          LintFinding(.present, in: Self.info, line: lines.line(of: key), key: key, "It is no text."))
        continue
      }
      texts.append((Self.info, key, text, development, lines.line(of: key)))
    }
    texts += localized(keys, contents, development, declared: values["CFBundleLocalizations"]?.strings ?? [])
    for text in texts {
      let isEnglish = text.language.lowercased().hasPrefix("en")
      for found in rules.violations(of: text.text, isEnglish: isEnglish) {
        findings.append(
          LintFinding(
            found.rule, in: text.file, line: text.line, key: text.key, level: found.level,
            "\(text.key): \(found.message)"))
      }
    }
    lintRepetition(texts)
  }

  private mutating func lintRepetition(
    _ texts: [(file: String, key: String, text: String, language: String, line: Int)]
  ) {
    var first: [String: String] = [:]
    for text in texts {
      let place = text.file + "\n" + text.text.lowercased()
      if let other = first[place], !text.text.isEmpty {
        findings.append(
          LintFinding(
            .repeated, in: text.file, line: text.line, key: text.key, "\(text.key): It says what \(other) says."))
      } else {
        first[place] = text.key
      }
    }
  }

  /// Those of all languages, and what is missing in one.
  private mutating func localized(
    _ keys: [String], _ contents: Contents, _ development: String, declared: [String]
  ) -> [(file: String, key: String, text: String, language: String, line: Int)] {
    var result: [(file: String, key: String, text: String, language: String, line: Int)] = []
    let folders = Set(
      contents.keys.compactMap { path in
        path.split(separator: "/").first { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) }
      })
    let languages = folders.union(declared).subtracting(["Base", development])
    for language in languages.sorted() {
      let file = contents.keys.filter { $0.hasSuffix("\(language).lproj/InfoPlist.strings") }.sorted().first
      guard let file, let bytes = contents[file] else {
        for key in keys {
          findings.append(
            LintFinding(
              .localized, in: "\(language).lproj/InfoPlist.strings", key: key, "\(key) is not there in \(language)."))
        }
        continue
      }
      let lines = SourceLines(bytes)
      guard let strings = StringsFile(bytes) else {
        findings.append(LintFinding(.localized, in: file, level: .error, "It cannot be read."))
        continue
      }
      for key in keys where strings.values[key] == nil {
        findings.append(LintFinding(.localized, in: file, key: key, "\(key) is not there in \(language)."))
      }
      for (key, text) in strings.values.sorted(by: { $0.key < $1.key }) where Self.isPurposeKey(key) {
        result.append((file, key, text, language, lines.line(of: key)))
      }
    }
    return result
  }

  // MARK: - Screens

  private mutating func lintScreens(_ values: [String: PropertyListValue], _ contents: Contents) {
    let lines = SourceLines(contents[Self.info] ?? [])
    func entries(_ key: String) -> [[String: PropertyListValue]] {
      guard case .array(let entries) = values[key] else { return [] }
      return entries.prefix(PreAlertScreen.most).map { $0.dictionary ?? [:] }
    }
    let screens = entries(PreAlertScreen.key).enumerated().flatMap {
      PreAlertScreen($0.element, number: $0.offset + 1).violations.map { (PreAlertScreen.key, $0) }
    }
    let buttons = entries(LocationButtonDeclaration.key).enumerated().flatMap {
      LocationButtonDeclaration($0.element, number: $0.offset + 1).violations.map {
        (LocationButtonDeclaration.key, $0)
      }
    }
    for (key, violation) in screens + buttons {
      findings.append(
        LintFinding(violation.rule, in: Self.info, line: lines.line(of: key), key: key, violation.message))
    }
  }

  // MARK: - Manifests

  private mutating func collectParts(
    _ contents: Contents, _ executables: [(path: String, symbols: [String])], main: String?
  ) {
    var byOwner: [String: Part] = [:]
    for executable in executables {
      let owner = Self.owner(of: executable.path, main: main)
      var part = byOwner[owner] ?? Part(name: owner)
      for symbol in executable.symbols {
        if let category = RequiredReason.category(of: symbol) { part.symbols[category, default: []].insert(symbol) }
      }
      byOwner[owner] = part
    }
    for (path, bytes) in contents where path.split(separator: "/").last.map(String.init) == PrivacyManifest.file {
      let owner = Self.owner(of: path, main: main)
      var part = byOwner[owner] ?? Part(name: owner)
      part.manifestFile = path
      part.manifest = PrivacyManifest.read(bytes.span).manifest
      byOwner[owner] = part
    }
    parts = byOwner.values.sorted { ($0.name.isEmpty ? 0 : 1, $0.name) < ($1.name.isEmpty ? 0 : 1, $1.name) }
  }

  /// The innermost bundle that a file lies in; a library that lies in none is a part of its own. The app itself is empty.
  private static func owner(of path: String, main: String?) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let endings = [".framework", ".bundle", ".resources", ".appex", ".xpc"]
    if let last = parts.dropLast().lastIndex(where: { part in endings.contains { part.hasSuffix($0) } }) {
      return parts[...last].joined(separator: "/")
    }
    let isLibrary = parts.last.map { $0.hasSuffix(".so") || $0.contains(".so.") } ?? false
    return isLibrary ? path : ""
  }

  private mutating func lintManifests(_ contents: Contents) {
    for part in parts {
      guard let file = part.manifestFile, let bytes = contents[file] else {
        findings.append(
          LintFinding(
            .noManifest, in: part.name.isEmpty ? Self.info : part.name,
            "\(part.name.isEmpty ? "The app" : part.name) has no \(PrivacyManifest.file)."))
        continue
      }
      let lines = SourceLines(bytes)
      for defect in PrivacyManifest.read(bytes.span).defects {
        findings.append(
          LintFinding(defect.rule, in: file, line: lines.line(of: defect.key), key: defect.key, defect.message))
      }
      for category in part.missingReasons {
        let symbols = part.symbols[category, default: []].sorted().prefix(4).joined(separator: ", ")
        findings.append(
          LintFinding(
            .undeclaredAPI, in: file, line: lines.line(of: "NSPrivacyAccessedAPITypes"),
            key: "NSPrivacyAccessedAPITypes", "\(category.rawValue) is used (\(symbols)) and has no reason here."))
      }
    }
  }

  // MARK: - Ignoring

  private mutating func applyIgnores(_ contents: Contents) {
    for (file, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      for ignored in SourceLines(bytes).ignored {
        guard LintRule(rawValue: ignored.rule) != nil, !ignored.reason.isEmpty else {
          findings.append(
            LintFinding(
              .ignore, in: file, line: ignored.line, key: ignored.key,
              ignored.reason.isEmpty
                ? "It does not say why \(ignored.rule) is ignored."
                : "“\(ignored.rule)” is no rule."))
          continue
        }
        for index in findings.indices
        where findings[index].file == file && findings[index].rule.rawValue == ignored.rule
          && (findings[index].key == ignored.key || ignored.key.isEmpty)
        {
          findings[index].ignoredBecause = ignored.reason
        }
      }
    }
  }
}

extension BundleDeclarations.Part {
  /// Categories of symbols that its manifest gives no reason for.
  package var missingReasons: [RequiredReason] {
    RequiredReason.allCases.filter { symbols[$0] != nil && (manifest?.accessed[$0.rawValue] ?? []).isEmpty }
  }
}
