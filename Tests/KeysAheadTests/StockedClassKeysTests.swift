// SPDX-License-Identifier: Apache-2.0
import KeysAhead
import LinuxSystem
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Testing

@Suite struct StockedClassKeysTests {
  private let service: CountedKeys
  private let stock: StockedClassKeys

  init() {
    service = CountedKeys()
    stock = StockedClassKeys(service)
  }

  private static let locking: [KeyClass] = [.keychainWhenUnlocked, .keychainWhenUnlockedThisDeviceOnly]
  private static let staying: [KeyClass] = [
    .keychainAfterFirstUnlock, .keychainAfterFirstUnlockThisDeviceOnly, .keychainAlways, .keychainAlwaysThisDeviceOnly,
  ]

  private func lock() {
    service.keys.beginLocking()
    stock.shut()
    service.keys.move(to: .locked)
  }

  @Test(arguments: locking + staying) func aRoundTripIsForSixteenKeys(keyClass: KeyClass) throws {
    var seen: Set<[UInt8]> = []
    for _ in 0..<33 {
      let made = try stock.makeKey(keyClass)
      #expect(made.wrapped.keyClass == keyClass)
      #expect(seen.insert(made.wrapped.bytes).inserted)
      let unwrapped = try service.unwrap(made.wrapped).withBytes { $0.array }
      #expect(unwrapped == made.key.withBytes { $0.array })
    }
    #expect(service.batches == 3 && service.single == 0)
  }

  @Test(arguments: locking) func afterALockTheServiceDecides(keyClass: KeyClass) throws {
    _ = try stock.makeKey(keyClass)
    lock()
    #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try stock.makeKey(keyClass) }
    service.keys.move(to: .unlocked)
    // The notice of it may still be on its way.
    _ = try stock.makeKey(keyClass)
    #expect(service.batches == 1)
    stock.open()
    _ = try stock.makeKey(keyClass)
    #expect(service.batches == 2)
  }

  /// Whoever is told of a lock late must not use what is left of the time before it.
  @Test(arguments: locking) func noKeyIsKeptThroughALock(keyClass: KeyClass) throws {
    _ = try stock.makeKey(keyClass)
    lock()
    stock.open()
    #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try stock.makeKey(keyClass) }
  }

  @Test(arguments: staying) func aLockLeavesKeysThatItDoesNotTake(keyClass: KeyClass) throws {
    _ = try stock.makeKey(keyClass)
    lock()
    _ = try stock.makeKey(keyClass)
    #expect(service.batches == 1)
  }

  @Test func keysThatArriveAfterTheLockAreNotKept() throws {
    service.interrupt { [service, stock] in
      service.keys.beginLocking()
      stock.shut()
    }
    // The last of the sixteen was made before the lock; it began while they were on their way.
    _ = try stock.makeKey(.keychainWhenUnlocked)
    service.keys.move(to: .locked)
    stock.open()
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try stock.makeKey(.keychainWhenUnlocked)
    }
  }

  /// Removing the passcode destroys its key, without a lock.
  @Test func theClassThatGoesWithThePasscodeHasNoStock() throws {
    let keyClass = KeyClass.keychainWhenPasscodeSetThisDeviceOnly
    _ = try stock.makeKey(keyClass)
    service.keys.destroyKey(of: keyClass)
    #expect(throws: ClassKeyError.noSuchKey(keyClass)) { _ = try stock.makeKey(keyClass) }
  }

  @Test func whatIsRefusedLeavesNothing() throws {
    service.keys.move(to: .beforeFirstUnlock)
    #expect(throws: ClassKeyError.self) { _ = try stock.makeKey(.keychainAfterFirstUnlock) }
    service.keys.move(to: .unlocked)
    _ = try stock.makeKey(.keychainAfterFirstUnlock)
  }

  @Test func eightAtOnceHaveKeysOfTheirOwn() throws {
    let seen = Locked<[[UInt8]]>([])
    let threads = try (0..<8).map { number in
      try SystemThread(named: "keys-\(number)") { [stock] in
        for _ in 0..<50 {
          guard let made = try? stock.makeKey(.keychainAfterFirstUnlock) else { continue }
          seen.withLock { $0.append(made.wrapped.bytes) }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(seen.withLock { Set($0).count } == 400)
  }
}
