// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuseSession
import Glibc

/// A folder of its own with a filesystem mounted on it, for as long as the value lives.
final class MountedFolder: Sendable {
  let path: String
  let mount: Mount

  init(_ operations: any FileSystemOperations, _ configure: (inout MountOptions) -> Void = { _ in }) throws {
    path = try temporaryFolder()
    var options = MountOptions(name: "tests")
    configure(&options)
    mount = try Mount(at: path, operations, options)
  }

  deinit {
    mount.unmount()
    _ = unsafe rmdir(path)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  static var isPossible: Bool { unsafe access("/dev/fuse", R_OK | W_OK) == 0 }
}

func temporaryFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: "fuse-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.path
}

extension MountOptions.Transport {
  /// Those that are different here.
  static var offered: [Self] { ringsAreOffered ? allCases : [.device] }

  static var ringsAreOffered: Bool {
    (try? String(contentsOfFile: "/sys/module/fuse/parameters/enable_uring", encoding: .utf8))?.first == "Y"
  }
}
