// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

/// Logs of blocks and, where the first byte is 1, the journal of writes. Nothing authenticates them as a whole: whatever
/// they hold, a file that is put in order by them shows what was written to it, or an error.
package enum UndoLogsTarget: FuzzTarget {
  package static let name = "UndoLogs"

  package static func run(_ bytes: [UInt8]) {
    do {
      let folder = try FuzzFolder()
      defer { folder.remove() }
      try put(bytes, in: folder)
    } catch {
      preconditionFailure("no folder to work in: \(error)")
    }
  }

  private static func put(_ bytes: [UInt8], in folder: borrowing FuzzFolder) throws {
    guard let id = FileID([UInt8](repeating: 4, count: FileID.size)) else { return }
    let plain = [UInt8](repeating: 9, count: 5000)
    for tearing in [false, true] {
      let undo = UndoDirectory(try folder.open())
      let rest = Array(bytes.dropFirst())
      if bytes.first == 1 {
        try journal(rest, in: folder, undo)
      } else {
        try folder.descriptor.open(id.hexadecimal, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600).write(rest.span, at: 0)
      }
      let entries = try undo.entries(id)
      var file = try Self.file(id, plain, folder, undo)
      if tearing { try file.descriptor.write([1, 2, 3].span, at: 600) }
      var workspace = try ContentWorkspace()
      try file.recover(entries, key: key(), in: &workspace)
      check(file, plain, tearing, &workspace)
      try folder.descriptor.unlink("contents")
    }
  }

  /// The bytes as the first buffer of a journal that this boot has written.
  private static func journal(_ bytes: [UInt8], in folder: borrowing FuzzFolder, _ undo: UndoDirectory) throws {
    let boot = try FileDescriptor.open("/proc/sys/kernel/random/boot_id", O_RDONLY).read(count: 36, at: 0)
    let head = Array("BAILEYI".utf8) + [1] + boot
    let file = try folder.descriptor.open("journal", O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    try file.write(head.span, at: 0)
    try file.write(bytes.span, at: 4096)
    _ = try IntentJournal(in: folder.descriptor, undo, buffers: 1)
  }

  private static func file(
    _ id: FileID, _ plain: [UInt8], _ folder: borrowing FuzzFolder, _ undo: UndoDirectory
  ) throws -> ProtectedFile {
    let wrap = WrappedKey(keyClass: .fileNone, bytes: [UInt8](repeating: 7, count: 40))
    guard let wrap, let header = FileHeader(sequence: 1, id: id, protection: .none, wrappedKey: wrap),
      let link = LinkTag(backingName: "AAAAAAAAAAAA")
    else { preconditionFailure("the sizes are right") }
    let descriptor = try folder.descriptor.open("contents", O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    var file = try ProtectedFile(creating: descriptor, header, link: link, StoreContext(FormatSeal.volume, undo: undo))
    var workspace = try ContentWorkspace()
    _ = try file.write(plain.span, at: 0, key: key(), in: &workspace)
    return file
  }

  private static func check(
    _ file: borrowing ProtectedFile, _ plain: [UInt8], _ isTorn: Bool, _ workspace: inout ContentWorkspace
  ) {
    // The file was never synced: what is torn is cut off, with what comes after it.
    precondition(file.size == plain.count || isTorn && file.size == 0, "no block is added, no whole one taken away")
    for offset in [0, 4096] where offset < file.size {
      if let range = try? file.read(4096, at: offset, key: key(), in: &workspace) {
        let isRight = try? workspace.withPlain(range) { bytes in
          bytes.indices.allSatisfy { bytes[$0] == plain[offset + $0] }
        }
        precondition(isRight == true, "never wrong bytes")
      } else {
        precondition(isTorn && offset == 0, "what was whole stays whole")
      }
    }
  }

  private static func key() -> FileKey { FileKey(SecretBytes(count: 32) { for index in 0..<32 { $0[index] = 8 } }) }
}
