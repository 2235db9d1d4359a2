// SPDX-License-Identifier: Apache-2.0
import Events
package import ProtectionModel
package import SystemCalls
import Threads

/// Prefetched keys that a thread refills before they run out, so that whoever makes one file after the other does not
/// wait for the enclave.
///
/// The owner listens for locks: `mayKeep` says whether keys of a class may be kept at the moment.
package final class BackgroundKeyPrefetch: Sendable {
  private let keys: PrefetchedKeys
  private let mayKeep: @Sendable (KeyClass) -> Bool
  private let refillNeeded: FileDescriptor
  private let ended: FileDescriptor

  package init(
    of classes: [KeyClass], from service: any ClassKeyService, mayKeep: @escaping @Sendable (KeyClass) -> Bool
  ) throws(SystemError) {
    let keys = PrefetchedKeys(of: classes, from: service)
    self.keys = keys
    self.mayKeep = mayKeep
    refillNeeded = try .event()
    ended = try .event()
    // The thread has descriptors of its own and does not hold this object, whose end ends the thread.
    let requests = try refillNeeded.duplicate()
    let end = try ended.duplicate()
    try SystemThread.start(named: "new-keys") {
      while let ready = try? Poll.readable([end.raw, requests.raw]), !ready[0] {
        // Cleared before the refill: a request that comes meanwhile is seen by the next poll.
        requests.clear()
        for keyClass in classes { keys.refillIfLow(keyClass) { mayKeep(keyClass) } }
      }
    }
  }

  deinit { ended.signal() }

  /// A key that nobody had before. While a lock has the class away none is kept, and the service decides.
  package func take(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try keys.take(keyClass, mayKeep: { mayKeep(keyClass) }, atLowWater: { refillNeeded.signal() })
  }

  /// Drops the keys of a class. To be called when a lock takes the class away.
  package func drop(_ keyClass: KeyClass) { keys.drop(keyClass) }
}
