// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Instance
import InstanceLayout
import Processes
import SystemCalls

/// Removal of an instance's files after its keys are gone. Nothing secret depends on it: it gives the space back and
/// makes room for a new instance.
///
/// A crash at any point is made good by the next start: `enclave.erased` exists as long as there is something left of
/// the erased instance, and goes last; nothing of a new instance is made while it exists.
enum Erasure {
  private static let marked = ".erased"

  static func begin(in folder: borrowing InstanceFolder) throws(SystemError) {
    try folder.home.rename("enclave", to: folder.home, as: "enclave" + marked)
    try folder.home.sync()
  }

  /// Does nothing where nothing was erased.
  static func finish(in folder: borrowing InstanceFolder) throws(SystemError) {
    guard try exists("enclave" + marked, in: folder.home) else { return }
    for name in ["files", "broker"] where try !exists(name + marked, in: folder.home) {
      try folder.home.rename(name, to: folder.home, as: name + marked)
    }
    for name in ["files", "broker", "enclave"] {
      let path = "\(folder.location.home)/\(name)\(marked)"
      let end = try ChildProcess.start(ChildPlan(path: "/bin/rm", arguments: ["-rf", "--", path])).wait()
      guard end == .exited(0) else { throw SystemError(.unlink, code: EIO) }
      if try !exists(name, in: folder.home) { try folder.home.makeDirectory(name, mode: 0o700) }
    }
    try folder.home.sync()
  }

  private static func exists(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    do {
      _ = try folder.status(of: name)
      return true
    } catch {
      if error.code == ENOENT { return false }
      throw error
    }
  }
}
