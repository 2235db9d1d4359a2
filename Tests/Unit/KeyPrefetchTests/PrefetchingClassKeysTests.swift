// SPDX-License-Identifier: Apache-2.0
import KeyPrefetch
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import SystemCalls
import Testing
import Threads

@Suite struct PrefetchingClassKeysTests {
  private let service: CountedKeys
  private let keys: PrefetchingClassKeys

  init() {
    service = CountedKeys()
    keys = PrefetchingClassKeys(service)
  }

  private static let locking: [KeyClass] = [.keychainWhenUnlocked, .keychainWhenUnlockedThisDeviceOnly]
  private static let staying: [KeyClass] = [
    .keychainAfterFirstUnlock, .keychainAfterFirstUnlockThisDeviceOnly, .keychainAlways, .keychainAlwaysThisDeviceOnly,
  ]

  private func lock() {
    service.keys.beginLocking()
    keys.shut()
    service.keys.move(to: .locked)
  }

  @Test(arguments: locking + staying) func `A round trip is for sixteen keys`(keyClass: KeyClass) throws {
    var seen: Set<[UInt8]> = []
    for _ in 0..<33 {
      let made = try keys.makeKey(keyClass)
      #expect(made.wrapped.keyClass == keyClass)
      #expect(seen.insert(made.wrapped.bytes).inserted)
      let unwrapped = try service.unwrap(made.wrapped).withBytes { $0.array }
      #expect(unwrapped == made.key.withBytes { $0.array })
    }
    #expect(service.batches == 3 && service.single == 0)
  }

  @Test(arguments: locking) func `After a lock the service decides`(keyClass: KeyClass) throws {
    _ = try keys.makeKey(keyClass)
    lock()
    #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try keys.makeKey(keyClass) }
    service.keys.move(to: .unlocked)
    // The notice of it may still be on its way.
    _ = try keys.makeKey(keyClass)
    #expect(service.batches == 1)
    keys.open()
    _ = try keys.makeKey(keyClass)
    #expect(service.batches == 2)
  }

  /// Whoever is told of a lock late must not use what is left of the time before it.
  @Test(arguments: locking) func `No key is kept through a lock`(keyClass: KeyClass) throws {
    _ = try keys.makeKey(keyClass)
    lock()
    keys.open()
    #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try keys.makeKey(keyClass) }
  }

  @Test(arguments: staying) func `A lock leaves keys that it does not take`(keyClass: KeyClass) throws {
    _ = try keys.makeKey(keyClass)
    lock()
    _ = try keys.makeKey(keyClass)
    #expect(service.batches == 1)
  }

  @Test func `Keys that arrive after the lock are not kept`() throws {
    service.interrupt { [service, keys] in
      service.keys.beginLocking()
      keys.shut()
    }
    // The last of the sixteen was made before the lock; it began while they were on their way.
    _ = try keys.makeKey(.keychainWhenUnlocked)
    service.keys.move(to: .locked)
    keys.open()
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try keys.makeKey(.keychainWhenUnlocked)
    }
  }

  /// Removing the passcode destroys its key, without a lock.
  @Test func `The class that goes with the passcode has no stock`() throws {
    let keyClass = KeyClass.keychainWhenPasscodeSetThisDeviceOnly
    _ = try keys.makeKey(keyClass)
    service.keys.destroyKey(of: keyClass)
    #expect(throws: ClassKeyError.noSuchKey(keyClass)) { _ = try keys.makeKey(keyClass) }
  }

  @Test func `What is refused leaves nothing`() throws {
    service.keys.move(to: .beforeFirstUnlock)
    #expect(throws: ClassKeyError.self) { _ = try keys.makeKey(.keychainAfterFirstUnlock) }
    service.keys.move(to: .unlocked)
    _ = try keys.makeKey(.keychainAfterFirstUnlock)
  }

  @Test func `Eight at once have keys of their own`() throws {
    let seen = Locked<[[UInt8]]>([])
    let threads = try (0..<8).map { number in
      try SystemThread(named: "keys-\(number)") { [keys] in
        for _ in 0..<50 {
          guard let made = try? keys.makeKey(.keychainAfterFirstUnlock) else { continue }
          seen.withLock { $0.append(made.wrapped.bytes) }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(seen.withLock { Set($0).count } == 400)
  }
}
