// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import IdentityService
import SystemCalls

/// The name of a copy of the provider's rows on a server while it is unfinished: whoever has the folder knows it, so that what a killed
/// process left there can be told from what is somebody else's.
enum CopyName {
  private static let file = ".copy"
  private static let length = 26

  /// Finds the name of the last copy; nil where none was written, or not to its end: then nothing was copied under it.
  static func found(in folder: borrowing FileDescriptor) -> String? {
    guard let bytes = try? folder.open(file, O_RDONLY | O_NOFOLLOW).readToEnd(atMost: length + 1),
      bytes.count == length
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The one that is there, or a new one, which is on the disk when this returns.
  static func kept(in folder: borrowing FileDescriptor) throws(IdentityHome.Failure) -> String {
    if let known = found(in: folder) { return known }
    let name = RandomText.identifier(length)
    do throws(SystemError) {
      let file = try folder.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      try file.write(Array(name.utf8).span)
      try file.sync()
      try folder.sync()
    } catch { throw .system(error) }
    return name
  }

  static func remove(from folder: borrowing FileDescriptor) { try? folder.unlink(file) }
}
