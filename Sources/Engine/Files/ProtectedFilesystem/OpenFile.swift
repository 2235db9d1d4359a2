// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import Synchronization
import Threads

/// A regular file whose contents or record are in use.
///
/// All uses go through this object, so that whoever renames, opens, writes or locks the file sees what the others did.
/// Readers share its lock; everything else holds it alone.
final class OpenFile: Sendable {
  let node: NodeID
  private let state = SharedLocked(State())
  private let waiting = Atomic(0)
  /// Whether the record does not name the exact size, or a write has been acknowledged that is not stored yet. Kept
  /// here to be read without the lock.
  private let unsettled = Atomic(false)
  /// Negative while the file is not open. Otherwise twice the size, plus one if backing bytes are missing.
  private let packedSize = Atomic(-1)
  /// The size of a file that was closed whole. Negative if it was not, or has not been open yet.
  private let packedRest = Atomic(-1)
  private let openCount = Atomic(0)
  private let idle = Atomic(true)
  /// The class in the header, once the file was loaded. Headers change through this object alone.
  private let packedStanding = Atomic(0)

  init(_ node: NodeID) { self.node = node }

  var isUnsettled: Bool { unsettled.load(ordering: .acquiring) }

  /// The size in the record, and whether the backing bytes agree; nil unless the file is open.
  var openSize: (recorded: Int, isWhole: Bool)? {
    let packed = packedSize.load(ordering: .acquiring)
    return packed < 0 ? nil : (packed >> 1, packed & 1 == 0)
  }

  /// The size in the record of a closed file, where that is known without reading it.
  var closedSize: Int? {
    let size = packedRest.load(ordering: .acquiring)
    return size < 0 ? nil : size
  }

  /// The class; nil if the file was never loaded.
  var standing: ClassStanding? { ClassStanding(packed: packedStanding.load(ordering: .acquiring)) }

  /// Whether the kernel has openings, as of the last change that has ended. Kept here to be read without waiting.
  var isOpen: Bool { openCount.load(ordering: .acquiring) > 0 }

  /// Whether nothing of the file is known here that its backing file does not say.
  var isIdle: Bool { idle.load(ordering: .acquiring) }

  /// Whether another thread waits for the file at this moment.
  var isAwaited: Bool { waiting.load(ordering: .acquiring) > 0 }

  func reading<Result: Sendable, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waiting.add(1, ordering: .acquiringAndReleasing)
    return try state.reading { (state) throws(Failure) in
      waiting.subtract(1, ordering: .acquiringAndReleasing)
      return try body(state)
    }
  }

  /// Changes the file while nobody else uses it, and notes what can be read of it without the lock.
  func changing<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waiting.add(1, ordering: .acquiringAndReleasing)
    return try state.changing { (state) throws(Failure) in
      waiting.subtract(1, ordering: .acquiringAndReleasing)
      defer {
        unsettled.store(state.isUnsettled, ordering: .releasing)
        packedSize.store(state.packedSize, ordering: .releasing)
        packedRest.store(state.closedRecord?.size ?? -1, ordering: .releasing)
        openCount.store(state.openings, ordering: .releasing)
        idle.store(!state.isLoaded && state.openings == 0 && state.acknowledged == .stored, ordering: .releasing)
        if let standing = state.standing { packedStanding.store(standing.packed, ordering: .releasing) }
      }
      return try body(&state)
    }
  }

  /// Lets the record name the exact size. To be called before attributes are answered: settling the file later would
  /// change its time of change.
  func settle() throws(FileError) {
    try changing { (state) throws(FileError) in
      guard state.isUnsettled else { return }
      try state.changing { (contents) throws(FileError) in
        try served { () throws(FileFormatError) in try contents.file.settle() }
      }
    }
  }

  /// Marks the attributes as unsettled. It is called within `changing`, before a write is acknowledged. From here on,
  /// whoever asks for attributes waits for that write.
  func beginAcknowledged() { unsettled.store(true, ordering: .releasing) }

  struct State: ~Copyable, Sendable {
    /// The number of openings that the kernel has.
    var openings = 0
    /// The share of all open files that it takes, while it is open.
    var share: OpenFileShares.Share?
    /// The contents, while the file is open, or used for a moment.
    private(set) var contents: Contents?
    /// The state of writes that were acknowledged before they were stored.
    var acknowledged = Acknowledged.stored
    /// The record of a file that was closed whole. As long as nobody opens the file, only this object changes it.
    private(set) var closedRecord: FileRecord?
    fileprivate(set) var closedStanding: ClassStanding?
  }

  /// The way of acknowledging writes. After the first failure, writes are stored before they are acknowledged.
  enum Acknowledged: Equatable, Sendable {
    case stored
    /// The next write reports it: most likely it comes from the program whose write was acknowledged.
    case failed(FileError)
    /// Every fsync(2) reports it until nobody has the file open.
    case reported(FileError)
    /// The file was closed before any program was told. The next fsync(2) reports it.
    case closedUnreported(FileError)
  }

  struct Contents: ~Copyable, Sendable {
    var file: ProtectedFile
    /// The key, empty after a lock, until the contents are next used.
    let key: HeldKey
    /// The mode, kept here to know whether a write takes rights away.
    var mode: UInt32
  }
}

extension OpenFile.State {
  var isLoaded: Bool { contents != nil }

  fileprivate var packedSize: Int {
    switch contents {
    case .some(let contents): contents.file.size << 1 | (contents.file.wholeness == .whole ? 0 : 1)
    case .none: -1
    }
  }

  var isUnsettled: Bool {
    switch contents {
    case .some(let contents): contents.file.isUnsettled
    case .none: false
    }
  }

  /// The class in the header; of a closed file, that at its closing.
  var standing: ClassStanding? {
    switch contents {
    case .some(let contents): contents.file.header.standing
    case .none: closedStanding
    }
  }

  /// Throws if a write that was acknowledged is not stored.
  mutating func reportFailure(to call: ReportingCall) throws(FileError) {
    switch (acknowledged, call) {
    case (.failed(let error), _), (.reported(let error), .sync), (.closedUnreported(let error), .sync):
      acknowledged = .reported(error)
      throw error
    case (.stored, _), (.reported, .write), (.closedUnreported, .write): break
    }
  }

  enum ReportingCall { case write, sync }

  mutating func load(_ contents: consuming OpenFile.Contents) {
    self.contents = consume contents
    closedRecord = nil
  }

  /// Closes the file: changes that were guarded are synced, and the record names the exact size.
  mutating func close() throws(FileError) {
    switch acknowledged {
    case .failed(let error): acknowledged = .closedUnreported(error)
    case .reported: acknowledged = .stored
    case .stored, .closedUnreported: break
    }
    guard var closing = contents.take() else { return }
    closedStanding = closing.file.header.standing
    try served { () throws(FileFormatError) in
      try closing.file.finishUndo()
      try closing.file.settle()
    }
    if closing.file.wholeness == .whole && !closing.file.isUnsettled { closedRecord = closing.file.record }
  }

  /// Changes the record of a closed file: first in the store, then here.
  mutating func changeClosed(
    _ store: (FileRecord?) throws(FileError) -> FileRecord?
  ) throws(FileError) -> RecordOutcome {
    guard let changed = try store(closedRecord) else { return .asBefore }
    if closedRecord != nil { closedRecord = changed }
    return .changed
  }

  mutating func changing<Result>(
    _ body: (inout OpenFile.Contents) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    guard var current = contents.take() else { throw FileError(ESTALE) }
    do throws(FileError) {
      let result = try body(&current)
      contents = consume current
      return result
    } catch {
      contents = consume current
      throw error
    }
  }

  borrowing func reading<Result>(
    _ body: (borrowing OpenFile.Contents) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    switch contents {
    case .some(let contents): try body(contents)
    case .none: throw FileError(ESTALE)
    }
  }
}

// MARK: - A class in one number

extension ClassStanding {
  /// The standing in one number, which is never 0.
  fileprivate var packed: Int {
    Int(protection.rawValue) | Int(origin.rawValue) << 8 | Int(owed?.rawValue ?? 0) << 16
  }

  fileprivate init?(packed: Int) {
    guard let protection = ProtectionClass(rawValue: UInt8(truncatingIfNeeded: packed)),
      let origin = ClassOrigin(rawValue: UInt8(truncatingIfNeeded: packed >> 8))
    else { return nil }
    self.init(protection, origin, owed: ProtectionClass(rawValue: UInt8(truncatingIfNeeded: packed >> 16)))
  }
}
