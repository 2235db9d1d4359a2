// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import PropertyLists

/// The privacy declarations of a bundle, and their defects.
package struct BundleDeclarations: Sendable {
  /// A file of the bundle with its bytes, by its path inside.
  package typealias Contents = [String: [UInt8]]

  /// A program or library, with the manifest that is for it.
  package struct Part: Sendable {
    package let name: String
    /// The path of the manifest in the bundle; nil where it has none.
    package var manifestFile: String?
    /// What the bundle says of its privacy; nil where it has no manifest, or one that cannot be read.
    package var manifest: PrivacyManifest?
    /// Symbols of programs and libraries that need a reason, by category.
    package var symbols: [RequiredReason: Set<String>] = [:]

    package init(name: String) { self.name = name }

    package var isUnreadable: Bool { manifestFile != nil && manifest == nil }
  }

  package internal(set) var parts: [Part] = []
  /// Swift's own libraries, which need no manifest, as the system's frameworks need none on Apple's systems.
  package internal(set) var runtimeLibraries: [String] = []
  package internal(set) var findings: [LintFinding] = []
  package let name: String
  package let addresses: PrivacyAddresses
  /// The path of `Info.plist` in the bundle.
  let info: String
  let contents: Contents

  package static let infoFiles = ["Info.plist", "Contents/Info.plist"]

  /// `contents` are the property lists and texts; `executables` the symbols that each program or library of the bundle takes
  /// from others; `isEntitled` whether the app's entitlements say so; `unreadable` the files that somebody else reads and could
  /// not.
  package init(
    contents: Contents, executables: [(path: String, symbols: [String])],
    unreadable: [(file: String, error: PropertyListError)] = [], isEntitled: (String) -> Bool
  ) {
    let info = Self.infoFiles.first { contents[$0] != nil } ?? Self.infoFiles[0]
    let bytes = contents[info] ?? []
    let read = Result { () throws(PropertyListError) in try PropertyList.read(bytes.span).dictionary }
    let values = (try? read.get()) ?? [:]
    let names = ["CFBundleDisplayName", "CFBundleName", "CFBundleIdentifier"].compactMap { values[$0]?.string }
    name = names.first ?? "?"
    addresses = PrivacyAddresses(values)
    (self.info, self.contents) = (info, contents)
    switch read {
    case .failure(let error): findings.append(LintFinding(info, error))
    case .success(nil): findings.append(LintFinding(info, PropertyListError(line: 1, problem: .expected(.key))))
    case .success:
      lintPurposes(values, names, isEntitled)
      lintScreens(values)
      lintTransport(values)
    }
    findings += unreadable.map { LintFinding($0.file, $0.error) }
    collectParts(executables, main: values["CFBundleExecutable"]?.string)
    lintManifests()
    if !values.isEmpty { lintAddresses(values) }
    applyIgnores()
    findings.sort {
      ($0.file, $0.line, $0.rule.rawValue, $0.message) < ($1.file, $1.line, $1.rule.rawValue, $1.message)
    }
  }

  /// The findings of `bailey privacy lint` that refuse the screens which an `Info.plist` declares.
  package static func refusedScreens(of info: [UInt8]) -> [LintFinding] {
    BundleDeclarations(contents: [infoFiles[0]: info], executables: [], isEntitled: { _ in false }).findings
      .filter { $0.counts && $0.level == .error && $0.key == PreAlertScreen.key }
  }

  // MARK: - Connections

  /// Checks `NSAppTransportSecurity` for what nothing outside of the app can enforce.
  private mutating func lintTransport(_ values: [String: PropertyListValue]) {
    guard let settings = values["NSAppTransportSecurity"]?.dictionary else { return }
    let exceptions = settings["NSExceptionDomains"]?.dictionary ?? [:]
    let asksForRecords = exceptions.values.contains {
      $0.dictionary?["NSRequiresCertificateTransparency"]?.boolean == true
    }
    let keys =
      (settings["NSPinnedDomains"] == nil ? [] : ["NSPinnedDomains"])
      + (asksForRecords ? ["NSRequiresCertificateTransparency"] : [])
    let lines = SourceLines(contents[info] ?? [])
    for key in keys {
      findings.append(
        LintFinding(
          .transport, in: info, line: lines.line(of: key), key: key,
          "Nothing holds the app to \(key): with TLS 1.3 a proxy sees no certificate. The app has to look at them itself."
        ))
    }
  }

  // MARK: - Screens

  private mutating func lintScreens(_ values: [String: PropertyListValue]) {
    let lines = SourceLines(contents[info] ?? [])
    func entries(_ key: String) -> [[String: PropertyListValue]] {
      guard case .array(let entries) = values[key] else { return [] }
      return entries.prefix(PreAlertScreen.most).map { $0.dictionary ?? [:] }
    }
    let screens = entries(PreAlertScreen.key).enumerated().flatMap {
      PreAlertScreen($0.element, number: $0.offset + 1).violations.map { (PreAlertScreen.key, $0) }
    }
    let languages = languages(values)
    let buttons = entries(LocationButtonDeclaration.key).enumerated().flatMap {
      LocationButtonDeclaration($0.element, number: $0.offset + 1, in: languages).violations.map {
        (LocationButtonDeclaration.key, $0)
      }
    }
    for (key, violation) in screens + buttons {
      findings.append(
        LintFinding(violation.rule, in: info, line: lines.line(of: key), key: key, violation.message))
    }
  }

  // MARK: - Ignoring

  private mutating func applyIgnores() {
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
