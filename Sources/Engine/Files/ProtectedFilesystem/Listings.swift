// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import SystemCalls
import Threads

/// The directories that are being listed.
final class Listings: Sendable {
  private struct State: Sendable {
    var open: [FileHandle: Listing] = [:]
    var last: UInt64 = 0
  }

  private let state = Locked(State())

  func add(_ listing: Listing) -> FileHandle {
    state.withLock { state in
      state.last += 1
      let handle = FileHandle(rawValue: state.last)
      state.open[handle] = listing
      return handle
    }
  }

  subscript(handle: FileHandle) -> Listing? { state.withLock { $0.open[handle] } }

  func remove(_ handle: FileHandle) -> Listing? { state.withLock { $0.open.removeValue(forKey: handle) } }
}

/// An opening of a directory.
final class Listing: Sendable {
  /// The descriptors of an opening: the one that is read, and the folder's own.
  static let descriptors = 2

  let directory: StoredDirectory
  let share: OpenFileShares.Share
  private let state: Locked<State>

  private struct State: ~Copyable, Sendable {
    var stream: DirectoryStream
    /// An entry that did not fit into the last reply, and the offset before it.
    var held: (before: Int, item: DirectoryStream.Item)?
  }

  init(_ directory: StoredDirectory, _ share: OpenFileShares.Share) throws(SystemError) {
    self.share = share
    self.directory = directory
    state = Locked(State(stream: DirectoryStream(try directory.descriptor.reopen()), held: nil))
  }

  /// Hands over entries from an offset on, until the last one, or until one does not fit.
  func read(
    from offset: Int, _ take: (DirectoryStream.Item) throws(FileError) -> DirectoryRoom
  ) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      var before = offset
      if let held = state.held, held.before == offset {
        state.held = nil
        guard try take(held.item) == .left else {
          state.held = held
          return
        }
        before = held.item.next
      } else {
        try request { () throws(SystemError) in try state.stream.seek(to: offset) }
      }
      while let item = try request({ () throws(SystemError) in try state.stream.next() }) {
        guard try take(item) == .left else {
          state.held = (before, item)
          return
        }
        before = item.next
      }
    }
  }
}
