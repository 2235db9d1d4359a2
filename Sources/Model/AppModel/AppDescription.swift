// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// The description of an app in its `Info.plist`.
package struct AppDescription: Sendable, Equatable {
  /// `CFBundleIdentifier`.
  package let identifier: String
  /// `CFBundleExecutable`: a file in the bundle's folder.
  package let executable: String
  /// `CFBundleDisplayName`, else `CFBundleName`, else the executable's.
  package let name: String
  /// `CFBundleShortVersionString`, else `CFBundleVersion`.
  package let version: String
  package let values: [String: PropertyListValue]

  package static let file = "Info.plist"
  /// The name of the bundle's folder where the app is installed.
  package var bundleName: String { executable + ".app" }
  private static let longest = 155

  package init(_ values: [String: PropertyListValue]) throws(DescriptionDefect) {
    guard let identifier = values["CFBundleIdentifier"]?.string else { throw .missing("CFBundleIdentifier") }
    guard Self.isIdentifier(identifier) else { throw .notAnIdentifier(identifier) }
    guard let executable = values["CFBundleExecutable"]?.string else { throw .missing("CFBundleExecutable") }
    guard BundlePath.isInside(executable), !executable.utf8.contains(UInt8(ascii: "/")) else {
      throw .notAFileName(executable)
    }
    self.identifier = identifier
    self.executable = executable
    name = values["CFBundleDisplayName"]?.string ?? values["CFBundleName"]?.string ?? executable
    version = values["CFBundleShortVersionString"]?.string ?? values["CFBundleVersion"]?.string ?? "1"
    self.values = values
  }

  package init(propertyList bytes: Span<UInt8>) throws(DescriptionDefect) {
    let list: PropertyListValue
    do { list = try PropertyList.read(bytes) } catch { throw .unreadable(error) }
    guard let values = list.dictionary else { throw .missing("CFBundleIdentifier") }
    try self.init(values)
  }

  /// Letters, digits, hyphens and dots (`CFBundleIdentifier`), and underscores, which Apple's systems take too; no part is empty, so
  /// that it is a folder's name.
  package static func isIdentifier(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default: false
            }
          }
      }
  }

  /// Whether two identifiers are one app's: capitals do not make another (`CFBundleIdentifier`).
  package static func areEqual(_ one: String, _ other: String) -> Bool { folded(one).elementsEqual(folded(other)) }

  /// The bytes of an identifier that tell it from others.
  package static func folded(_ identifier: String) -> [UInt8] {
    identifier.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// Why an `Info.plist` describes no app.
package enum DescriptionDefect: Error, Equatable, Sendable {
  case unreadable(PropertyListError)
  case missing(String)
  case notAnIdentifier(String)
  case notAFileName(String)
}
