// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import ItemSealing
import KeychainBackup
import KeychainStore
import WireFormat

/// Heads, frames and opened records of backups: a head that is one encodes to the very bytes it came from; anything else
/// is refused, whatever it says of sizes.
package enum KeychainBackupTarget: FuzzTarget {
  package static let name = "KeychainBackup"

  package static func run(_ bytes: [UInt8]) {
    if let head = BackupHead(bytes.span) { precondition(head.bytes == bytes, "a head has two encodings") }
    var frames = BackupFrames()
    var again: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 7) {
      frames.add(Array(bytes[start..<min(bytes.count, start + 7)]))
      while case .record(let record) = frames.next() { again += BackupFrames.frame(record) }
    }
    precondition(bytes.starts(with: again), "frames have two encodings")
    _ = try? BackupItem.decode(bytes.span)
    if let copy = try? KeychainCopy(decoding: bytes.span) {
      let again = try? copy.encoded()
      let isSame = again?.withBytes { span in
        span.count == bytes.count && bytes.indices.allSatisfy { span[$0] == bytes[$0] }
      }
      precondition(isSame == true, "a keychain has two encodings")
    }
    _ = BackupFormat.judge(bytes.span, number: 0)
  }
}
