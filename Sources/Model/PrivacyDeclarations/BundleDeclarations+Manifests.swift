// SPDX-License-Identifier: Apache-2.0
import PropertyLists

extension BundleDeclarations {
  mutating func collectParts(_ executables: [(path: String, symbols: [String])], main: String?) {
    var byOwner: [String: Part] = [:]
    for executable in executables {
      if SwiftRuntime.isLibrary(executable.path) {
        runtimeLibraries.append(executable.path)
        continue
      }
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
      part.manifest = try? PrivacyManifest.read(bytes.span).manifest
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
    return SwiftRuntime.isSharedObject(parts.last ?? "") ? path : ""
  }

  mutating func lintManifests() {
    for part in parts {
      guard let file = part.manifestFile, let bytes = contents[file] else {
        findings.append(
          LintFinding(
            .noManifest, in: part.name.isEmpty ? info : part.name,
            "\(part.name.isEmpty ? "The app" : part.name) has no \(PrivacyManifest.file)."))
        continue
      }
      let lines = SourceLines(bytes)
      do throws(PropertyListError) {
        for defect in try PrivacyManifest.read(bytes.span).defects + part.borrowedReasons {
          findings.append(
            LintFinding(
              defect.rule, in: file, line: lines.line(of: defect.key), key: defect.key, level: defect.level,
              defect.message))
        }
      } catch {
        findings.append(LintFinding(file, error, breaking: .manifest))
        continue
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
}

extension BundleDeclarations.Part {
  /// Categories of symbols that its manifest gives no reason for.
  package var missingReasons: [RequiredReason] {
    RequiredReason.allCases.filter { symbols[$0] != nil && (manifest?.accessed[$0.rawValue] ?? []).isEmpty }
  }

  /// Reasons that Apple has for those alone who write libraries for others.
  fileprivate var borrowedReasons: [PrivacyManifest.Defect] {
    guard !isLibrary else { return [] }
    return RequiredReason.allCases.flatMap { category in
      (manifest?.accessed[category.rawValue] ?? []).filter(category.reasonsOfLibraries.contains).map { reason in
        PrivacyManifest.Defect(
          .reason, "NSPrivacyAccessedAPITypes",
          "“\(reason)” is for libraries that others use, and not for an app or its extensions.")
      }
    }
  }

  private var isLibrary: Bool {
    [".framework", ".bundle", ".resources"].contains { name.hasSuffix($0) } || SwiftRuntime.isSharedObject(name)
  }
}

/// The libraries that come with Swift: an app that is not linked statically has some in its bundle.
enum SwiftRuntime {
  static func isLibrary(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last, name.hasPrefix("lib"), name.hasSuffix(".so") else { return false }
    return libraries.contains(String(name.dropFirst(3).dropLast(3)))
  }

  static func isSharedObject(_ path: String) -> Bool { path.hasSuffix(".so") || path.contains(".so.") }

  private static let libraries: Set<String> = [
    "BlocksRuntime", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "_FoundationICU", "dispatch", "swiftCore", "swiftDispatch", "swiftDistributed", "swiftGlibc",
    "swiftObservation", "swiftRegexBuilder", "swiftRemoteMirror", "swiftRuntime", "swiftSwiftOnoneSupport",
    "swiftSynchronization", "swift_Builtin_float", "swift_Concurrency", "swift_Differentiation", "swift_RegexParser",
    "swift_StringProcessing", "swift_Volatile", "Testing", "XCTest", "_InternalSwiftStaticMirror", "_TestingInterop",
    "_Testing_Foundation",
  ]
}
