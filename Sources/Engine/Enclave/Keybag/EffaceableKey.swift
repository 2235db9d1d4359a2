// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import WireFormat

/// The contents of the effaceable file: the key without which nothing opens, and how far the keybag's creation or end
/// came.
///
/// Progress (1 byte), key (32): zeros once erased.
struct EffaceableKey {
  enum Progress: UInt8 { case creating = 1, complete = 2, erased = 3 }

  let progress: Progress
  let key: SharedSecret

  init(progress: Progress, key: SharedSecret) {
    self.progress = progress
    self.key = key
  }

  /// The mark that an erase writes instead of the key. Only an erase writes it, so a lost file is never taken for an erased
  /// one.
  static var erased: EffaceableKey {
    EffaceableKey(progress: .erased, key: SharedSecret(SecretBytes(count: KeyTree.effaceableKeySize) { _ in }))
  }

  init(decoding contents: borrowing SecretBytes) throws(KeybagError) {
    do {
      self = try contents.withBytes { bytes throws(WireError) in
        var cursor = WireCursor()
        let progress = try cursor.number(Progress.self, in: bytes)
        let key = try cursor.secret(KeyTree.effaceableKeySize, in: bytes)
        try cursor.end(in: bytes)
        return EffaceableKey(progress: progress, key: SharedSecret(key))
      }
    } catch {
      throw .damaged
    }
  }

  func encoded() -> SecretBytes {
    SecretBytes(count: 1 + KeyTree.effaceableKeySize) { bytes in
      bytes[0] = progress.rawValue
      key.secret.withBytes { key in for index in key.indices { bytes[1 + index] = key[index] } }
    }
  }
}
