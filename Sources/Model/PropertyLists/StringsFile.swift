// SPDX-License-Identifier: Apache-2.0

/// `InfoPlist.strings` and the like: what texts are called in one language. A property list in any of its forms, mostly the
/// older text; an empty file has no texts.
package enum StringsFile {
  package static func read(_ bytes: Span<UInt8>) throws(PropertyListError) -> [String: String] {
    guard !bytes.isEmpty else { return [:] }
    guard let values = try PropertyList.read(bytes).dictionary else {
      throw PropertyListError(line: 1, problem: .expected(.key))
    }
    return values.compactMapValues(\.string)
  }
}
