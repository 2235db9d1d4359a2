// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// A link of the way, and what is wrong with it.
struct BrowserLink {
  let name: String
  let defect: String?
  /// The command that mends it, where the sentence about the defect does not name one.
  let remedy: String?

  init(_ name: String, defect: String?, remedy: String? = nil) {
    (self.name, self.defect, self.remedy) = (name, defect, remedy)
  }
}

/// The state of the link in the file system. What cannot be read is not there.
enum FileStatus {
  static func contents(of path: String) -> [UInt8]? {
    try? FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 20)
  }

  static func target(of path: String) -> String? {
    let path = SplitPath(path)
    let folder = try? FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
    guard let folder, let target = try? folder.symbolicLinkTarget(path.name) else { return nil }
    return String(decoding: target, as: UTF8.self)
  }
}
