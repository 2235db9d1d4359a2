// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Threads

/// Class keys that count what they are asked for, and let a test do something while keys are on their way.
final class CountedKeys: ClassKeyService {
  let keys = FakeClassKeys(.unlocked)
  private let counts = Locked((single: 0, batches: 0))
  private let interruption = Locked<(@Sendable () -> Void)?>(nil)
  private let conclusion = Locked<(@Sendable () -> Void)?>(nil)

  var single: Int { counts.withLock { $0.single } }
  var batches: Int { counts.withLock { $0.batches } }

  func interrupt(_ body: @escaping @Sendable () -> Void) { interruption.withLock { $0 = body } }

  /// The same when all of them are there, and whoever wanted them does not know it yet.
  func conclude(_ body: @escaping @Sendable () -> Void) { conclusion.withLock { $0 = body } }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    counts.withLock { $0.single += 1 }
    return try keys.makeKey(keyClass)
  }
  func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    counts.withLock { $0.batches += 1 }
    for number in 1...count {
      let key = try keys.makeKey(keyClass)
      if number == count { interruption.withLock { $0.take() }?() }
      take(key)
    }
    conclusion.withLock { $0.take() }?()
  }
  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try keys.unwrap(wrapped) }
  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try keys.rewrap(wrapped, to: keyClass)
  }
  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}
