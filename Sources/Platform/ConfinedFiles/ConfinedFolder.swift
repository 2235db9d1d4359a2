// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import Glibc
package import SystemCalls

/// A folder below which files are reached by paths that cannot lead out of it: links are not followed, and neither `..` nor a
/// mount leads anywhere. Paths and names are bytes, as the file system has them.
package struct ConfinedFolder: ~Copyable, Sendable {
  private let root: FileDescriptor

  /// Holds the folder itself, whatever becomes of its name.
  package init(_ path: String) throws(SystemError) {
    root = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW)
  }

  /// A folder that is open.
  package init(of folder: borrowing FileDescriptor) throws(SystemError) { root = try folder.duplicate() }

  /// A handle of a path, without rights: the folder itself where it is empty, a symbolic link as such.
  package func handle(_ path: [UInt8]) throws(SystemError) -> FileDescriptor {
    let path = path.isEmpty ? [UInt8(ascii: ".")] : path
    let raw = unsafe withText(path) { unsafe clinux_open_below(root.raw, $0, OpenFlag.path | O_NOFOLLOW, 0) }
    guard raw >= 0 else { throw SystemError(.open) }
    return FileDescriptor(owning: raw)
  }
}

/// Lends bytes to C as text; a zero among them would end it early, so that such a name is found nowhere.
func withText<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  unsafe (bytes + [0]).withUnsafeBytes { buffer in
    unsafe body(buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
  }
}

/// Turns -1 into an error. Nothing here is slow enough to be interrupted.
@discardableResult
func check(_ call: SystemCall, _ result: Int32) throws(SystemError) -> Int32 {
  guard result >= 0 else { throw SystemError(call) }
  return result
}
