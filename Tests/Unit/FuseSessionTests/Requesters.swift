// SPDX-License-Identifier: Apache-2.0
import Glibc
import Threads

/// One request, which the kernel never answers itself.
func ask(_ path: String) {
  var status = statvfs()
  _ = unsafe statvfs(path, &status)
}

/// Threads that ask without a pause.
struct Requesters {
  private let isOver = Locked(false)
  private let threads: [SystemThread]

  init(of count: Int = 4, at path: String) throws {
    threads = try (0..<count).map { [isOver] _ in
      try SystemThread(named: "asks") {
        while !isOver.withLock({ $0 }) { ask(path) }
      }
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    for thread in threads { thread.join() }
  }
}
