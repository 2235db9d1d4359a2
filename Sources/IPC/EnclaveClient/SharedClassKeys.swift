// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import SecretMemory
import Threads

/// The enclave's class keys for many threads at once: each call takes a channel that nobody uses at the moment.
package final class SharedClassKeys: ClassKeyService {
  private let slots: CountingSemaphore
  private let idle: Locked<[RemoteClassKeys]>
  private let count: Int

  package init(_ channels: [RemoteClassKeys]) {
    precondition(!channels.isEmpty)
    slots = CountingSemaphore(channels.count)
    idle = Locked(channels)
    count = channels.count
  }

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try use { channel, waiting throws(ClassKeyError) in try channel.makeKey(keyClass, waiting) }
  }

  package func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    try use { channel throws(ClassKeyError) in try channel.makeKeys(keyClass, count: count, take) }
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    try use { channel, waiting throws(ClassKeyError) in try channel.unwrap(wrapped, waiting) }
  }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try use { channel throws(ClassKeyError) in try channel.rewrap(wrapped, to: keyClass) }
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool { use { $0.isAvailable(keyClass) } }

  func use<Result: ~Copyable, Failure: Error>(
    _ body: (RemoteClassKeys) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try use { channel, _ throws(Failure) in try body(channel) }
  }

  private func use<Result: ~Copyable, Failure: Error>(
    _ body: (RemoteClassKeys, WaitStrategy) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slots.enter { () throws(Failure) in
      let (taken, left) = idle.withLock { ($0.popLast(), $0.count) }
      guard let channel = taken else { preconditionFailure("who is let in has a channel") }
      defer { idle.withLock { $0.append(channel) } }
      return try body(channel, .forAnswer(alone: left == count - 1))
    }
  }
}
