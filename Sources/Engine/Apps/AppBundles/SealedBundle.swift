// SPDX-License-Identifier: Apache-2.0
package import AppModel
import CryptoPrimitives
package import SystemCalls

/// An installed bundle whose sealed list is the one that was installed.
package struct SealedBundle: ~Copyable {
  private let folder: FileDescriptor
  package let list: SealedList

  /// Throws for a bundle whose sealed list has another SHA-256, or a link that leads out.
  package init(_ folder: consuming FileDescriptor, seal: [UInt8]) throws(BundleDefect) {
    let list = try BundleSeal.contents(of: BundlePath.sealedList, in: folder, atMost: SealLimits.bytes)
    guard let list, SHA256.hash(list.span) == seal else { throw .changed(BundlePath.sealedList) }
    do { self.list = try SealedList.decode(list.span) } catch { throw .seal(error) }
    self.folder = folder
  }

  /// The bytes of one small file, which must be those that were sealed; nil where none was.
  package func contents(of path: String, atMost limit: Int) throws(BundleDefect) -> [UInt8]? {
    guard let entry = list[path] else { return nil }
    let bytes = try BundleSeal.contents(of: path, in: folder, atMost: limit)
    guard let bytes, case .file(_, let size, let digest) = entry.content, bytes.count == size,
      SHA256.hash(bytes.span) == digest
    else { throw .changed(path) }
    return bytes
  }

  /// The folder itself.
  package consuming func take() -> FileDescriptor { folder }
}
