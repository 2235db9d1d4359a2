// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import Synchronization
import Threads

/// The key of one file, shared by all who use the file. A lock can take it from all of them at any moment: nobody holds
/// it for longer than a computation takes.
package final class FileKey: Sendable {
  private struct State: ~Copyable, Sendable {
    var secret: SecretBytes?
  }

  private let state = Locked(State())
  /// Whether there is a secret. Kept here to be read without the lock, because each request asks more than once.
  private let present = Atomic(false)

  /// Makes a slot without a key.
  package init() {}

  package convenience init(_ secret: consuming SecretBytes) {
    self.init()
    put(secret)
  }

  package var isThere: Bool { present.load(ordering: .acquiring) }

  package func put(_ secret: consuming SecretBytes) {
    var secret = Optional(secret)
    state.withLock {
      $0.secret = secret.take()
      present.store(true, ordering: .releasing)
    }
  }

  package func drop() {
    state.withLock {
      present.store(false, ordering: .releasing)
      $0.secret = nil
    }
  }

  enum Presence: Sendable { case there, gone }

  func lend(_ body: (borrowing SecretBytes) -> Void) -> Presence {
    state.withLock { state in
      switch state.secret {
      case .some(let secret):
        body(secret)
        return .there
      case .none: return .gone
      }
    }
  }
}
