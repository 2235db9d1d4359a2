// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Glibc
import Keybag
import ProtectionModel
import RootKey
import SecretMemory
import SystemCalls
import Testing
import Threads

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

func bytes(of secret: borrowing SecretBytes) -> [UInt8] { secret.withBytes { span in span.indices.map { span[$0] } } }

/// A machine for a keybag: a disk, a root key, a clock that a test turns.
struct KeybagWorld {
  var disk = CrashingDisk()
  var root = FakeRoot()
  var clock = HandClock()
  var limits = LockLimits()

  func open() throws -> Keybag {
    let clock = clock
    return try Keybag.open(
      KeybagEnvironment(
        keybag: disk.keybag, effaceable: disk.effaceable, root: root, limits: limits,
        clock: BootClock { clock.now }, stretching: { .smallest }))
  }

  /// Off and on again: what was not synced is lost.
  mutating func restart(_ survival: Survival = .head(0)) {
    disk = disk.restarted(survival)
    clock = HandClock()
  }
}

final class HandClock: Sendable {
  private let time = Locked(UInt64(1000))
  var now: BootInstant { BootInstant(milliseconds: time.withLock { $0 }) }
  func advance(seconds: UInt64) { time.withLock { $0 += seconds * 1000 } }
}

/// A root key in the open, with a counter that no restored file resets if the test asks for one.
final class FakeRoot: RootKeyProvider {
  private let key: [UInt8]
  let fakeCounter: FakeCounter?
  private(set) var isDestroyed = false
  var destruction = Destruction.works
  enum Destruction { case works, fails }
  let kind = RootKeyKind.file

  init(key: UInt8 = 1, counter: FakeCounter? = nil) {
    self.key = [UInt8](repeating: key, count: 32)
    fakeCounter = counter
  }

  var counter: (any MonotonicCounter)? { fakeCounter }

  func tangle(_ stretched: borrowing SecretBytes) throws(RootKeyError) -> SecretBytes {
    let key = key
    return HMACSHA256.secret(of: stretched, key: SecretBytes(copying: key.span))
  }

  func derive(_ purpose: String) throws(RootKeyError) -> SecretBytes {
    let (key, info) = (key, Array(purpose.utf8))
    return HKDFSHA256.derive(from: SecretBytes(copying: key.span), salt: key.span, info: info.span, count: 32)
  }

  func destroy() throws(RootKeyError) {
    if destruction == .fails { throw .storage(SystemError(.pwrite, code: EIO)) }
    isDestroyed = true
  }
}

final class FakeCounter: MonotonicCounter {
  private var count: UInt64 = 100
  func advance(by steps: Int) { count += UInt64(steps) }
  func value() throws(RootKeyError) -> UInt64 { count }
  func increment() throws(RootKeyError) -> UInt64 {
    count += 1
    return count
  }
}

/// Keys made under every class before something happens, to be found whole afterwards.
struct Belongings {
  private let volumeKey: [UInt8]
  private let made: [(wrapped: WrappedKey, key: [UInt8])]

  init(_ keybag: Keybag) throws {
    volumeKey = bytes(of: try keybag.volumeKey())
    made = try KeyClass.allCases.compactMap { keyClass in
      guard keybag.classKeys.isAvailable(keyClass) else { return nil }
      let new = try keybag.classKeys.makeKey(keyClass)
      return (new.wrapped, bytes(of: new.key))
    }
  }

  /// Needs an unlocked keybag.
  func areWhole(in keybag: Keybag, without missing: Set<KeyClass> = []) throws -> Bool {
    guard bytes(of: try keybag.volumeKey()) == volumeKey else { return false }
    return try made.allSatisfy { made in
      if missing.contains(made.wrapped.keyClass) { return true }
      return bytes(of: try keybag.classKeys.unwrap(made.wrapped)) == made.key
    }
  }
}

extension Keybag {
  enum Answer: Equatable { case opens, isWrong, noPasscode }

  func answer(to passcode: String) throws -> Answer {
    do {
      try unlock(secret(passcode))
      return .opens
    } catch KeybagError.wrongPasscode {
      return .isWrong
    } catch KeybagError.noPasscode {
      return .noPasscode
    }
  }
}
