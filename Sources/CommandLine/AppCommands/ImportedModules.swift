// SPDX-License-Identifier: Apache-2.0

/// The modules that Swift sources import, by which the parts of the SDK are chosen.
package enum ImportedModules {
  /// The modules that the SDK keeps apart: other packages take the presence of these for that of an app's windows.
  private static let keptApart: Set<Substring> = [
    "ActivityKit", "AppIntents", "Charts", "Combine", "CoreLocationUI", "Intents", "OSLog", "SwiftUI", "UIKit",
    "WidgetKit",
    "os",
  ]
  /// The words that import one thing of a module: `import struct SwiftUI.Color`.
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

  /// Whether a source imports a module that the SDK keeps apart.
  ///
  /// - Parameter source: The text of a file.
  /// - Returns: Whether there is such a line.
  package static func needWindows(_ source: String) -> Bool {
    source.split { $0.isNewline || $0 == ";" }.contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(isBeforeImport) else { return false }
      var rest = words[(place + 1)...]
      if let kind = rest.first, kinds.contains(kind) { rest = rest.dropFirst() }
      return rest.first.map { keptApart.contains($0.prefix { $0 != "." && $0 != "/" }) } ?? false
    }
  }

  /// Whether a source has a part that is compiled for iOS, or is left out there: a line `#if` or `#elseif` with `os(iOS)`.
  ///
  /// - Parameter source: The text of a file.
  /// - Returns: Whether there is such a line.
  package static func askForIOS(_ source: String) -> Bool {
    source.split(whereSeparator: \.isNewline).contains { line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("#if") || line.hasPrefix("#elseif") else { return false }
      // What follows a comment's mark is no condition.
      let condition = line.prefix { $0 != "/" }
      return condition.ranges(of: "os(iOS)").contains { range in
        condition[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? false
      }
    }
  }

  private static func isBeforeImport(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
