// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import FileKeychain
import Threads
import Events
import Files
import SystemCalls

/// Locking by itself.
extension FileKeychainsTests {
  @Test func `It locks when it was not used for as long as it says`() throws {
    try withTemporaryFolder { folder in
      let hands = Hands()
      let keychains = try keychains(folder, FakeClassKeys(), hands)
      try keychains.create(build, secret("x"))
      #expect(keychains.listing.entries[1].settings == KeychainSettings(locksOnSleep: true, timeout: 300))
      try add("a", keychains, .named(build))
      hands.move(seconds: 299)
      #expect(try accounts(keychains, .named(build)) == ["a"])
      hands.move(seconds: 299)
      #expect(try accounts(keychains, .named(build)) == ["a"])
      hands.move(seconds: 300)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try accounts(keychains, .named(build)) }
      try keychains.unlock(build, secret("x"))
      try keychains.set(KeychainSettings(), of: build)
      hands.move(seconds: 1_000_000)
      #expect(try accounts(keychains, .named(build)) == ["a"])
    }
  }

  /// Not when it is used next, but when it is time: nothing of the key stays in memory.
  @Test func `The alarm rings when it is time`() throws {
    try withTemporaryFolder { folder in
      let keychains = try FileKeychains(
        in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 })
      try keychains.create(build, secret("x"))
      try keychains.set(KeychainSettings(timeout: 1), of: build)
      #expect(try Poll.readable(keychains.alarms, within: .seconds(600)) == [true, false])
      keychains.lockUnused()
      #expect(keychains.listing.entries[1].condition == .locked)
      #expect(try Poll.readable(keychains.alarms, within: .zero) == [false, false])
    }
  }

  @Test func `It locks when the machine has slept, if it says so`() throws {
    try withTemporaryFolder { folder in
      let hands = Hands()
      let keychains = try keychains(folder, FakeClassKeys(), hands)
      try keychains.create(build, secret("x"))
      hands.asleep.withLock { $0 += 999 }
      #expect(keychains.listing.entries[1].condition == .unlocked)
      hands.asleep.withLock { $0 += 1 }
      #expect(keychains.listing.entries[1].condition == .locked)
      try keychains.unlock(build, secret("x"))
      try keychains.set(KeychainSettings(), of: build)
      hands.asleep.withLock { $0 += 10_000 }
      #expect(keychains.listing.entries[1].condition == .unlocked)
    }
  }

  /// At waking, and not when it is used next: without a timeout as well.
  @Test func `What locks on sleep is locked when the machine wakes up`() throws {
    try withTemporaryFolder { folder in
      let hands = Hands()
      let keychains = try keychains(folder, FakeClassKeys(), hands)
      for name in [build, gone] { try keychains.create(name, secret("x")) }
      try keychains.set(KeychainSettings(locksOnSleep: true), of: build)
      try keychains.set(KeychainSettings(), of: gone)
      hands.asleep.withLock { $0 = 5000 }
      keychains.lockUnused()
      // Whoever looks sees no sleep: what is locked now was locked before.
      hands.asleep.withLock { $0 = 0 }
      #expect(keychains.listing.entries.map(\.condition) == [.absent, .locked, .unlocked])
    }
  }

  @Test func `Where nobody says when the machine wakes up it is seen at the next use`() throws {
    try withTemporaryFolder { folder in
      let hands = Hands()
      let keychains = try FileKeychains(
        in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 },
        idle: hands.idle, wakes: nil)
      #expect(keychains.alarms.count == 1)
      try keychains.create(build, secret("x"))
      try add("a", keychains, .named(build))
      keychains.lockUnused()
      #expect(keychains.listing.entries[1].condition == .unlocked)
      hands.asleep.withLock { $0 += 1000 }
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try accounts(keychains, .named(build)) }
    }
  }

  @Test func `Its log takes no room that nothing is in`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("x"))
      try add("a", keychains, .named(build))
      let log = try FileDescriptor.open(folder + "/keychains/1/keychain-wal", O_RDONLY).status()
      #expect(log.st_size > 0 && log.st_size < 256 << 10)
    }
  }
}
