// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls
import Threads

/// Tells records whose bytes are on the disk from those a power cut may have left alone.
///
/// The size of a file that was closed, but not synced, is in its record before its bytes are on the disk. After a power
/// cut that record would call the file cut short by somebody. So a record names the epoch it was written in; an epoch
/// ends with a sync of the whole file system, and after a crash the two that may have been under way are in doubt: in
/// a file of theirs, what is missing at the end was lost. A record of epoch 0 was synced with its bytes.
///
/// The file `epochs` of the store:
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 8 | `BAILEYE` and the version, 1 |
/// | 8 | 4 | the last epoch known to be on the disk |
/// | 12 | 2 | 1 while the store is in use, else 0 |
/// | 14 | 2 | number of doubts |
/// | 16 | 8 each | first and last epoch in doubt |
/// | then | 16 | seal |
package final class StoreEpochs: Sendable {
  private static let magic = Array("BAILEYE".utf8) + [1]
  /// The maximum number of doubts: as many as fit into one sector, which a disk writes whole or not at all. The oldest
  /// doubts are dropped first.
  private static let maximumDoubts = 60

  private struct State: Sendable {
    var settled: UInt32 = 0
    var doubts: [ClosedRange<UInt32>] = []
    var current: UInt32 = 0
    var hasRecords = false
  }

  private let file: FileDescriptor
  private let keys: VolumeKeys
  private let state: Locked<State>

  /// Begins a period of use. If the last one did not end, its last two epochs are in doubt from now on.
  package init(in directory: borrowing FileDescriptor, _ keys: VolumeKeys) throws(SystemError) {
    file = try directory.open(StoreLayout.epochs, O_RDWR | O_CREAT, mode: 0o600)
    self.keys = keys
    let found = try file.read(count: 4096, at: 0)
    guard var state = found.isEmpty ? State() : Self.state(after: found, keys) else {
      // The file does not authenticate: it is left as it is, and records are relied on without epochs.
      state = Locked(State())
      return
    }
    state.current = state.settled + 1
    self.state = Locked(state)
    try store(state, inUse: true)
  }

  /// Opens epochs to check a store that is not in use: reads what is in doubt and changes nothing.
  package init(lookingIn directory: borrowing FileDescriptor, _ keys: VolumeKeys) throws(SystemError) {
    file = try directory.open(StoreLayout.epochs, O_RDONLY)
    self.keys = keys
    state = Locked(Self.state(after: try file.read(count: 4096, at: 0), keys) ?? State())
  }

  /// The epochs that a period of use left; nil if the file does not authenticate.
  private static func state(after bytes: [UInt8], _ keys: VolumeKeys) -> State? {
    guard let found = decode(bytes, keys) else { return nil }
    var state = State(settled: found.settled, doubts: found.doubts)
    if found.isInUse {
      state.doubts.append(state.settled + 1...state.settled + 2)
      state.settled += 2
    }
    return state
  }

  /// The epoch to name in a record that is about to be written.
  func forRecord() -> UInt32 {
    state.withLock { state in
      state.hasRecords = true
      return state.current
    }
  }

  func isInDoubt(_ epoch: UInt32) -> Bool {
    epoch != 0 && state.withLock { state in state.doubts.contains { $0.contains(epoch) } }
  }

  /// Syncs the file system: what was recorded before is no longer in doubt. Takes as long as the disk does.
  package func checkpoint() throws(SystemError) {
    let ending = state.withLock { state -> UInt32? in
      guard state.hasRecords, state.current > 0 else { return nil }
      state.hasRecords = false
      state.current += 1
      return state.current - 1
    }
    guard let ending else { return }
    try file.syncFileSystem()
    let now = state.withLock { state in
      state.settled = ending
      return state
    }
    try store(now, inUse: true)
  }

  /// Ends the period of use.
  package func close() throws(SystemError) {
    try checkpoint()
    let now = state.withLock { $0 }
    if now.current > 0 { try store(now, inUse: false) }
  }

  // MARK: - Bytes

  private func store(_ state: State, inUse: Bool) throws(SystemError) {
    let doubts = state.doubts.suffix(Self.maximumDoubts)
    var bytes = Self.magic + state.settled.bigEndianBytes
    bytes += UInt16(inUse ? 1 : 0).bigEndianBytes + UInt16(doubts.count).bigEndianBytes
    for doubt in doubts { bytes += doubt.lowerBound.bigEndianBytes + doubt.upperBound.bigEndianBytes }
    FileRecordSeal.seal(&bytes, .epochs, keys)
    try file.write(bytes.span, at: 0)
    try file.sync()
  }

  private struct Stored {
    var settled: UInt32
    var isInUse: Bool
    var doubts: [ClosedRange<UInt32>]
  }

  private static func decode(_ bytes: [UInt8], _ keys: VolumeKeys) -> Stored? {
    guard bytes.count >= 16, Array(bytes[0..<8]) == magic else { return nil }
    let count = Int(UInt16(bigEndian: bytes[14..<16]))
    let size = 16 + 8 * count
    guard count <= maximumDoubts, bytes.count >= size + FileRecordSeal.size,
      let record = FileRecordSeal.opened(Array(bytes[..<(size + FileRecordSeal.size)]), .epochs, keys)
    else { return nil }
    var doubts: [ClosedRange<UInt32>] = []
    for start in stride(from: 16, to: size, by: 8) {
      let first = UInt32(bigEndian: record[start..<start + 4])
      let last = UInt32(bigEndian: record[start + 4..<start + 8])
      guard first <= last else { return nil }
      doubts.append(first...last)
    }
    let settled = UInt32(bigEndian: record[8..<12])
    guard settled < UInt32.max - 4 else { return nil }
    return Stored(settled: settled, isInUse: record[13] == 1, doubts: doubts)
  }
}
