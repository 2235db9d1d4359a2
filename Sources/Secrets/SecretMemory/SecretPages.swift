// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Threads

/// The kind of memory that secrets are kept in.
package enum SecretPages {
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// Pages of `memfd_secret(2)`, which no other process can read, root included.
    case secret = 1
    /// Ordinary pages that the kernel never swaps out.
    case locked = 2
    /// The limit of locked memory leaves no room for them.
    case swappable = 3
  }

  private static let weakest = Atomic(Kind.secret.rawValue)

  /// The weakest of all that have been needed so far.
  package static var kind: Kind { Kind(rawValue: weakest.load(ordering: .relaxed)) ?? .swappable }

  /// Whether the limit of locked memory leaves room for this much more of `memfd_secret`.
  package static func haveRoom(for size: Int) -> Bool {
    guard let probe = unsafe SecretArena.mapSecret(size) else { return false }
    unsafe munmap(probe, size)
    return true
  }

  private static let watcher = Locked<(@Sendable () -> Void)?>(nil)

  /// Runs the action when the first secret gets pages that can be swapped out; now, if one has already.
  ///
  /// The action runs on the thread that needs the secret, during the allocation. It must not allocate a secret itself.
  package static func whenSwappable(_ action: @escaping @Sendable () -> Void) {
    watcher.withLock { $0 = action }
    tellWatcher()
  }

  static func note(_ kind: Kind) {
    weakest.max(kind.rawValue, ordering: .relaxed)
    if kind == .swappable { tellWatcher() }
  }

  private static func tellWatcher() {
    guard kind == .swappable else { return }
    watcher.withLock { $0.take() }?()
  }

  /// `BAILEY_SECRET_PAGES=locked` asks for locked pages even where `memfd_secret` exists: it is how the memory
  /// search test proves that its search would find a key that is there.
  static let avoidsMemfdSecret: Bool = {
    guard let value = unsafe getenv("BAILEY_SECRET_PAGES") else { return false }
    return unsafe strcmp(value, "locked") == 0
  }()
}
