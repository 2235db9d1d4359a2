// SPDX-License-Identifier: Apache-2.0
import CBrowserExtension

/// The browsers' extension: `Sources/C/CBrowserExtension/extension`, built into the program.
package enum BrowserExtension {
  package struct File: Sendable {
    package let name: String
    package let bytes: [UInt8]
  }

  package static let files: [File] = (0...).lazy.map(file).prefix { $0 != nil }.compactMap { $0 }

  /// The identifier of the extension in Chromium, which follows from the key in the manifest.
  package static let chromiumIdentifier = "bhgcoknaoekhjgmhpefmfoocimdjhdml"
  /// The identifier of the extension in Firefox.
  package static let firefoxIdentifier = "passkeys@bailey.localhost"
  /// The name of the native messaging host that speaks to Bailey.
  package static let host = "bailey.browser"

  private static func file(at index: Int) -> File? {
    let file = unsafe browser_extension_file_at(index)
    guard let name = unsafe file.name, let bytes = unsafe file.bytes else { return nil }
    return unsafe File(name: String(cString: name), bytes: Array(UnsafeBufferPointer(start: bytes, count: file.count)))
  }
}
