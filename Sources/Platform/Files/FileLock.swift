// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// An advisory lock of an open file.
package struct FileLock: Equatable, Sendable {
  package enum Kind: Int32, Sendable {
    /// No lock: gives back what was taken.
    case none = 0
    case shared = 1
    case exclusive = 2
  }

  package enum Extent: Equatable, Sendable {
    /// The whole file, as `flock(2)` has it.
    case whole
    /// A range of bytes; 0 of them reach to the end, wherever that is.
    case range(start: Int, count: Int)
  }

  package var kind: Kind
  package var extent: Extent

  package init(_ kind: Kind, _ extent: Extent) {
    self.kind = kind
    self.extent = extent
  }

  fileprivate var native: clinux_lock {
    switch extent {
    case .whole: clinux_lock(kind: kind.rawValue, is_whole: 1, start: 0, count: 0)
    case .range(let start, let count):
      clinux_lock(kind: kind.rawValue, is_whole: 0, start: Int64(start), count: Int64(count))
    }
  }
}

// MARK: - Locks that belong to the opening, not to a process

extension FileDescriptor {
  /// Takes a lock for as long as the file stays open, or gives it back. False where others still hold one against it after
  /// `time`; zero does not wait.
  package func take(_ lock: FileLock, within time: Duration = .zero) throws(SystemError) -> Bool {
    let milliseconds = Int32(time / .milliseconds(1))
    var native = lock.native
    guard unsafe clinux_lock(raw, &native, milliseconds) != 0 else { return true }
    let error = SystemError(lock.extent == .whole ? .flock : .fcntl)
    guard [EAGAIN, EINTR].contains(error.code) else { throw error }
    return false
  }

  /// A lock of others that keeps one of a range from being taken; nil where there is none.
  package func conflict(with lock: FileLock) throws(SystemError) -> FileLock? {
    var native = lock.native
    guard unsafe clinux_lock_conflict(raw, &native) == 0 else { throw SystemError(.fcntl) }
    guard let kind = FileLock.Kind(rawValue: native.kind), kind != .none else { return nil }
    return FileLock(kind, .range(start: Int(native.start), count: Int(native.count)))
  }
}
