// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls
import Threads

/// The store's folder of undo logs, each named by the id of its file.
package final class UndoDirectory: Sendable {
  private let directory: FileDescriptor
  /// Files whose log was removed, but may come back after a power cut.
  private let removed = Locked<Set<FileID>>([])

  package init(_ directory: consuming FileDescriptor) {
    self.directory = directory
    // Makes certain what a killed predecessor has removed.
    try? self.directory.sync()
  }

  func begin(_ id: FileID) throws(SystemError) -> UndoLog {
    let log = UndoLog(try directory.open(id.hexadecimal, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600))
    try syncRemovals()
    return log
  }

  func remove(_ id: FileID) throws(SystemError) {
    do {
      try directory.unlink(id.hexadecimal)
    } catch  where error.code == ENOENT {
      return
    }
    removed.withLock { _ = $0.insert(id) }
  }

  /// Makes the removal of a log durable, before a block is written that no log guards. An old log that came back would
  /// take a partly written block for one of its own, and replace it with what was there before the last sync.
  func settleRemoval(of id: FileID) throws(SystemError) {
    if removed.withLock({ $0.contains(id) }) { try syncRemovals() }
  }

  private func syncRemovals() throws(SystemError) {
    let pending = removed.withLock { $0 }
    try directory.sync()
    removed.withLock { $0.subtract(pending) }
  }

  /// Adds blocks to a log, without a sync.
  func add(_ blocks: [RescueBlock], to id: FileID) throws(SystemError) {
    let file = try directory.open(id.hexadecimal, O_RDWR | O_CREAT, mode: 0o600)
    var log = UndoLog(file, end: UndoLog.size(of: try entries(id)))
    try log.append(blocks, .later)
  }

  package func entries(_ id: FileID) throws(SystemError) -> [RescueBlock] {
    do {
      return try UndoLog.entries(in: directory.open(id.hexadecimal, O_RDONLY))
    } catch  where error.code == ENOENT {
      return []
    }
  }

  /// The files that have a log: after a clean stop there are none.
  package func files() throws(SystemError) -> [FileID] {
    var files: [FileID] = []
    try directory.forEachEntry { entry in
      if let id = FileID(hexadecimal: String(decoding: entry.name, as: UTF8.self)) { files.append(id) }
      return .proceed
    }
    return files
  }
}
