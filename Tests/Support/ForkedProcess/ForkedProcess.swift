// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Copies of this process, for the body of an exit test.
package enum ForkedProcess {
  /// What `fork` answers. Swift does not import it: what a child does is up to who calls it.
  package static func fork() -> Int32 {
    let name = unsafe dlsym(nil, "fork")
    typealias Fork = @convention(c) () -> Int32
    return unsafe name.map { unsafe unsafeBitCast($0, to: Fork.self)() } ?? -1
  }

  /// Runs `body` in a child, which has no thread but the one that asks, and ends this process as the child ended.
  ///
  /// The process of an exit test has threads that start, rest and end when they like, with calls of their own: under a
  /// sandbox for the whole process it is they that may be killed for, instead of what the test does.
  ///
  /// The exit code is 1 when `body` throws, and 0 when it returns.
  package static func endsWithOneThread(_ body: () throws -> Void) -> Never {
    let child = fork()
    if child == 0 {
      do { try body() } catch { _exit(1) }
      _exit(0)
    }
    var status: Int32 = 0
    guard child > 0, unsafe waitpid(child, &status, 0) == child else { _exit(2) }
    let signalled = status & 0x7f
    if signalled == 0 { _exit(status >> 8 & 0xff) }
    _ = signal(signalled, SIG_DFL)
    raise(signalled)
    _exit(3)
  }
}
