// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
package import SecretMemory

/// The key of one file, for all who use the file. It can be taken from all of them at any moment: nobody holds it for
/// longer than a computation takes.
package final class FileKey: Sendable {
  private struct State: ~Copyable, Sendable {
    var secret: SecretBytes?
  }

  private let state = Locked(State())

  /// No key yet.
  package init() {}

  package convenience init(_ secret: consuming SecretBytes) {
    self.init()
    put(secret)
  }

  package var isThere: Bool { state.withLock { $0.secret != nil } }

  package func put(_ secret: consuming SecretBytes) {
    var secret = Optional(secret)
    state.withLock { $0.secret = secret.take() }
  }

  package func drop() { state.withLock { $0.secret = nil } }

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
