// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
package import SystemCalls

// MARK: - Reading

extension ProtectedFilesystem {
  package func read(
    _ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply
  ) throws(FileError) {
    let file = try nodes.file(node)
    while true {
      let progress = try file.reading { (state) throws(FileError) in
        try state.reading { (contents) throws(FileError) in
          try read(contents, offset, count, &reply)
        }
      }
      if progress == .sent { return }
      try use(node) { (contents) throws(FileError) in try requireKey(&contents) }
    }
  }

  private enum Progress { case sent, lacksKey }

  /// The reply is sent while the file is held: a lock that has waited for the file knows that no plaintext follows.
  private func read(
    _ contents: borrowing OpenFile.Contents, _ offset: Int, _ count: Int, _ reply: inout ReadReply
  ) throws(FileError) -> Progress {
    let protection = contents.file.protection
    guard gate.permits(.program, of: protection) else { throw .locked }
    guard contents.key.isThere else { return .lacksKey }
    return try served { () throws(FileFormatError) in
      try workspaces.withWorkspace { (workspace) throws(FileFormatError) in
        defer { if protection.isForgotten { workspace.wipePlaintext() } }
        let count = min(count, ContentWorkspace.largestRequest)
        let range = try contents.file.read(count, at: offset, key: contents.key.key, in: &workspace)
        try workspace.withPlain(range) { reply.send($0, isForgotten: protection.isForgotten) }
        return .sent
      }
    }
  }

  // MARK: - Size and space

  func truncate(_ node: NodeID, to size: Int) throws(FileError) {
    try use(node) { (contents) throws(FileError) in
      try modify(&contents) { (file, key, workspace) throws(FileFormatError) in
        try file.truncate(to: size, key: key, in: &workspace)
      }
    }
  }

  package func allocate(
    _ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int
  ) throws(FileError) {
    guard offset >= 0, count > 0, offset <= BlockLayout.largestSize - count else { throw FileError(EFBIG) }
    let range = offset..<offset + count
    let rule = mode & AllocationMode.keepSize != 0 ? SizeRule.keep : .extend
    let ways = mode & ~AllocationMode.keepSize
    guard ways == 0 || ways == AllocationMode.zeroRange || (ways == AllocationMode.punchHole && rule == .keep) else {
      throw .unsupported
    }
    try use(node) { (contents) throws(FileError) in
      try modify(&contents) { (file, key, workspace) throws(FileFormatError) in
        switch ways {
        case AllocationMode.punchHole: try file.punchHole(range, key: key, in: &workspace)
        case AllocationMode.zeroRange: try file.zeroRange(range, rule, key: key, in: &workspace)
        default: try file.allocate(range, rule, key: key, in: &workspace)
        }
      }
      // The kernel does not say whether the caller is privileged, so special rights are taken away for all callers.
      try drop(.clear, &contents)
    }
  }

  package func seek(
    _ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int
  ) throws(FileError) -> Int {
    try nodes.file(node).reading { (state) throws(FileError) in
      try state.reading { (contents) throws(FileError) in
        let found: Int?
        do throws(FileFormatError) { found = try contents.file.seek(target, from: offset) } catch {
          throw FileError(error)
        }
        guard let found else { throw FileError(ENXIO) }
        return found
      }
    }
  }
}
