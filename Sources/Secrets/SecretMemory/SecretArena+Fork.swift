// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Threads

// A forked child gets copies of the secrets. Pages of `memfd_secret` would otherwise be shared with it: each process would
// wipe, and hand out again, what the other one still uses.

extension SecretArena {
  @safe struct Pages {
    let start: UnsafeMutableRawPointer
    let size: Int
    fileprivate(set) var kind: SecretPages.Kind
    /// The copy that the child gets instead.
    fileprivate var copy: (start: UnsafeMutableRawPointer, kind: SecretPages.Kind)?

    init(_ start: UnsafeMutableRawPointer, size: Int, kind: SecretPages.Kind) {
      unsafe self.start = start
      (self.size, self.kind) = (size, kind)
      unsafe copy = nil
    }
  }

  /// The copies are made before the fork, when nobody changes what they are made of.
  func copyPagesAtFork() {
    pthread_atfork(
      { SecretArena.shared.state.hold { $0.forEach { $0.makeCopy() } } },
      { SecretArena.shared.state.letGo { $0.forEach { $0.dropCopy() } } },
      { SecretArena.shared.state.letGo { $0.forEach { $0.takeCopy() } } })
  }
}

extension SecretArena.State {
  fileprivate mutating func forEach(_ body: (inout SecretArena.Pages) -> Void) {
    for index in pages.values.indices { body(&pages.values[index]) }
  }
}

extension SecretArena.Pages {
  /// Copies the arena for the child. Where the limit of locked memory leaves no room for one, it could be swapped out
  /// until the child has become another program, as most do at once.
  fileprivate mutating func makeCopy() {
    guard kind == .secret else { return }
    let (copy, kind) = unsafe SecretArena.map(size)
    unsafe copy.copyMemory(from: start, byteCount: size)
    unsafe self.copy = (copy, kind)
  }

  /// Drops the parent's copy after a fork. What is shared with the child by now is the child's to wipe.
  fileprivate mutating func dropCopy() {
    guard let (copy, kind) = unsafe copy else { return }
    if kind != .secret { unsafe explicit_bzero(copy, size) }
    unsafe munmap(copy, size)
    unsafe self.copy = nil
  }

  /// Takes the child's copy after a fork. Locks are not inherited.
  fileprivate mutating func takeCopy() {
    if let (copy, kind) = unsafe copy {
      guard unsafe clinux_move_pages(copy, start, size) == 0 else { abort() }
      self.kind = kind
      unsafe self.copy = nil
    }
    if kind != .secret { kind = unsafe SecretArena.lock(start, size) }
    SecretPages.note(kind)
  }
}
