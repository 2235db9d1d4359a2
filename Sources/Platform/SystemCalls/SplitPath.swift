// SPDX-License-Identifier: Apache-2.0

/// A path as its folder and the name in it, split at the last slash.
///
/// Names are bytes: one that begins with a combining character makes no other character of the slash before it.
package struct SplitPath: Sendable, Equatable {
  /// The folder as it can be opened: `.` for a path without a slash, `/` for a name below the root.
  package let folder: String
  /// The name in the folder; empty for a path that ends in a slash.
  package let name: String

  package init(_ path: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      (folder, name) = (".", path)
      return
    }
    folder = slash == path.startIndex ? "/" : String(path.utf8[..<slash]) ?? path
    name = String(path.utf8[path.utf8.index(after: slash)...]) ?? ""
  }

  /// The path of another name in the folder.
  package func sibling(_ name: String) -> String { folder == "/" ? "/" + name : "\(folder)/\(name)" }
}
