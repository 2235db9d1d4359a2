// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The second copy of the wrapped key of the digests, so that a damaged page of the database does not lose all items.
/// It is a file beside the database, written once: Documentation/KeychainFormat.md.
struct LookupKeyFile {
  private static let head = Array("Bkl1".utf8)
  static let keySize = 40

  private let path: String

  init(besides store: String) { path = store + "-lookup" }

  /// Reads the key; nil if there is no file, or none that can be read: the database has the first copy.
  func read() -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW),
      let bytes = try? file.read(count: 4 + Self.keySize + 1, at: 0), bytes.count == 4 + Self.keySize,
      bytes[..<4].elementsEqual(Self.head)
    else { return nil }
    return Array(bytes[4...])
  }

  /// May fail silently: the database has the key as well, and the next start tries again.
  func write(_ wrapped: [UInt8]) {
    if read() != wrapped { replace(wrapped) }
  }

  private func replace(_ wrapped: [UInt8]) {
    let (path, name) = (SplitPath(path), SplitPath(path).name)
    do {
      let folder = try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
      let file = try folder.open(name + "-new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      try file.write((Self.head + wrapped).span, at: 0)
      try file.sync()
      try folder.rename(name + "-new", to: folder, as: name)
      try folder.sync()
    } catch {}
  }
}
