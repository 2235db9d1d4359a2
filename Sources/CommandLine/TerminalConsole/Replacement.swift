// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls

/// Writes a file so that whoever looks finds the old one or the new one, and no part of either.
package enum Replacement {
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let path = SplitPath(path)
    let folder = try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
    let unfinished = try UnfinishedFile(in: folder, ".\(path.name.prefix(50)).bailey-")
    do throws(SystemError) {
      try unfinished.file.write(bytes.span)
      try unfinished.rename(to: path.name, in: folder, .replace)
    } catch {
      try? folder.unlink(unfinished.name)
      throw error
    }
  }
}
