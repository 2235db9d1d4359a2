// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

// MARK: - Locks

extension FileSystemRule {
  static let locks = [
    FileSystemRule("flock keeps another opening out") { folder in
      let first = try folder.make("file")
      let second = try folder.open("file")
      try expectEqual(flock(first.raw, LOCK_EX | LOCK_NB), 0, "locking")
      try expectEqual(flock(second.raw, LOCK_SH | LOCK_NB), -1, "locking again")
      try expectEqual(flock(first.raw, LOCK_UN), 0, "unlocking")
      try expectEqual(flock(second.raw, LOCK_SH | LOCK_NB), 0, "sharing")
      try expectEqual(flock(first.raw, LOCK_SH | LOCK_NB), 0, "sharing both")
    },
    FileSystemRule("closing gives a lock up") { folder in
      try folder.make("file")
      do {
        let first = try folder.open("file")
        try expectEqual(flock(first.raw, LOCK_EX | LOCK_NB), 0, "locking")
      }
      let second = try folder.open("file")
      // A child that something else in this process is just starting has the first one open until it executes its
      // program, and the lock with it.
      for _ in 0..<6000 where flock(second.raw, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
      try expectEqual(flock(second.raw, LOCK_EX | LOCK_NB), 0, "locking after the first was closed")
    },
    FileSystemRule("locks of ranges keep others out of the range only") { folder in
      let first = try folder.make("file", pattern(100, seed: 9))
      let second = try folder.open("file")
      try expectEqual(lockRange(first.raw, 0, 10), 0, "locking 0..<10")
      try expectEqual(lockRange(second.raw, 5, 10), -1, "locking 5..<15")
      try expectEqual(lockRange(second.raw, 10, 10), 0, "locking 10..<20")
    },
  ]
}

/// A lock of an opening, not of a process: two openings of this one can be told apart.
private func lockRange(_ file: Int32, _ start: Int, _ count: Int) -> Int32 {
  var range = flock(
    l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: off_t(start), l_len: off_t(count), l_pid: 0)
  return unsafe fcntl(file, setOpeningLock, &range)
}

/// `F_OFD_SETLK`.
private let setOpeningLock: Int32 = 37
