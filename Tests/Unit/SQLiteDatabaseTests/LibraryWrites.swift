// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import Threads

/// The library's own writes to files, seen and refused: those of the calling thread, one test at a time.
enum LibraryWrites {
  struct Seen: Sendable {
    fileprivate let thread: pthread_t
    /// The number of the error that writes fail with.
    var failure: Int32?
    /// How many bytes each had.
    var sizes: [Int] = []
  }

  fileprivate static let current = Locked<Seen?>(nil)

  /// The sizes of what the body writes; or each fails with the error.
  static func during(failing failure: Int32? = nil, _ body: () throws -> Void) throws -> [Int] {
    guard isObserving else { return [] }
    current.withLock { $0 = Seen(thread: pthread_self(), failure: failure) }
    defer { current.withLock { $0 = nil } }
    try body()
    return current.withLock { $0?.sizes ?? [] }
  }

  /// Whether the library writes through the function below: it has a name for each of the two it may use.
  private static let isObserving: Bool = {
    guard let vfs = unsafe sqlite3_vfs_find(nil), let set = unsafe vfs.pointee.xSetSystemCall else { return false }
    let function: @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int = unsafe observedWrite
    let call = unsafe unsafeBitCast(function, to: sqlite3_syscall_ptr.self)
    return unsafe set(vfs, "pwrite", call) == SQLITE_OK && set(vfs, "pwrite64", call) == SQLITE_OK
  }()
}

private func observedWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int) -> Int {
  let failure: Int32? = LibraryWrites.current.withLock { seen in
    guard seen?.thread == pthread_self() else { return nil }
    seen?.sizes.append(count)
    return seen?.failure
  }
  guard let failure else { return unsafe pwrite(file, bytes, count, offset) }
  errno = failure
  return -1
}
