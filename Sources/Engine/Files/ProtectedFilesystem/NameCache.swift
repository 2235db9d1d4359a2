// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import Threads

/// Names that were sealed a moment ago: the kernel looks a name up before it creates, renames or removes it.
final class NameCache: Sendable {
  private struct Key: Hashable, Sendable {
    let directory: FileID
    let name: [UInt8]
  }

  private struct State: Sendable {
    var slots: [(key: Key, name: BackingName)?] = Array(repeating: nil, count: NameCache.capacity)
  }

  private static let capacity = 4096
  private let cipher: NameCipher
  private let state = Locked(State())

  init(_ cipher: NameCipher) { self.cipher = cipher }

  func seal(_ name: [UInt8], in directory: FileID) throws(FileFormatError) -> BackingName {
    let key = Key(directory: directory, name: name)
    let slot = Int(UInt(bitPattern: key.hashValue) % UInt(Self.capacity))
    if let known = state.withLock({ $0.slots[slot] }), known.key == key { return known.name }
    let sealed = try cipher.seal(name, in: directory)
    state.withLock { $0.slots[slot] = (key, sealed) }
    return sealed
  }
}
