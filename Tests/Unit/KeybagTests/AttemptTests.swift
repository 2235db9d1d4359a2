// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import SecretMemory
import Testing

@Suite struct AttemptTests {
  private static let table: [UInt32] = [0, 0, 0, 60, 300, 900, 3600, 10_800, 28_800, 86_400, 86_400]

  /// Fails so many times, each wait served.
  private func fail(_ times: Int, _ keybag: Keybag, _ clock: HandClock) throws {
    for number in 1...times {
      clock.advance(seconds: UInt64(keybag.waitSeconds))
      #expect(try keybag.answer(to: "wrong \(number) of \(times)") == .isWrong)
    }
  }

  private func withPasscode(_ world: KeybagWorld) throws -> Keybag {
    let keybag = try world.open()
    try keybag.setPasscode(secret("right"))
    return keybag
  }

  @Test(arguments: 1...11)
  func `Every failure costs the wait of the table`(failures: Int) throws {
    let world = KeybagWorld()
    let keybag = try withPasscode(world)
    try fail(failures, keybag, world.clock)
    #expect(keybag.failures == failures)
    #expect(keybag.waitSeconds == Self.table[failures - 1])
    if keybag.waitSeconds > 0 {
      #expect(throws: KeybagError.wait(seconds: keybag.waitSeconds)) { try keybag.unlock(secret("right")) }
      world.clock.advance(seconds: UInt64(keybag.waitSeconds) - 1)
      #expect(throws: KeybagError.wait(seconds: 1)) { try keybag.unlock(secret("right")) }
      world.clock.advance(seconds: 1)
    }
    #expect(try keybag.answer(to: "right") == .opens)
    #expect(keybag.failures == 0)
  }

  @Test func `The same wrong passcode counts once`() throws {
    var world = KeybagWorld()
    let keybag = try withPasscode(world)
    for _ in 0..<20 { #expect(try keybag.answer(to: "wrong") == .isWrong) }
    #expect(keybag.failures == 1)
    world.restart()
    let again = try world.open()
    #expect(try again.answer(to: "wrong") == .isWrong)
    #expect(again.failures == 1)
    #expect(try again.answer(to: "another") == .isWrong)
    #expect(try again.answer(to: "wrong") == .isWrong)
    #expect(again.failures == 3)
  }

  @Test func `The count survives a restart and a wait that was not served begins again`() throws {
    var world = KeybagWorld()
    let keybag = try withPasscode(world)
    try fail(5, keybag, world.clock)
    world.clock.advance(seconds: 299)
    #expect(keybag.waitSeconds == 1)
    world.restart()
    let again = try world.open()
    #expect(again.failures == 5)
    #expect(again.waitSeconds == 300)
  }

  @Test func `A wait that was served does not begin again`() throws {
    var world = KeybagWorld()
    let keybag = try withPasscode(world)
    try fail(5, keybag, world.clock)
    world.clock.advance(seconds: 300)
    keybag.serveDelay()
    #expect(keybag.delayEnds == nil)
    world.restart()
    let again = try world.open()
    #expect(again.waitSeconds == 0)
    #expect(again.failures == 5)
    #expect(try again.answer(to: "wrong") == .isWrong)
    #expect(again.waitSeconds == 900)
  }

  @Test func `A wrong old passcode counts whatever it was given for`() throws {
    let keybag = try withPasscode(KeybagWorld())
    #expect(throws: KeybagError.wrongPasscode(failures: 1, waitSeconds: 0)) {
      try keybag.changePasscode(from: secret("a"), to: secret("xxxx"))
    }
    #expect(throws: KeybagError.wrongPasscode(failures: 2, waitSeconds: 0)) { try keybag.removePasscode(secret("b")) }
    #expect(throws: KeybagError.wrongPasscode(failures: 3, waitSeconds: 0)) { try keybag.unlock(secret("c")) }
    #expect(throws: KeybagError.wrongPasscode(failures: 4, waitSeconds: 60)) { try keybag.unlock(secret("d")) }
  }

  /// The passcode was right; that the disk then refused the new one is not its owner's fault.
  @Test(arguments: [true, false]) func `A change that the disk refuses is no wrong try`(isChange: Bool) throws {
    var world = KeybagWorld()
    let keybag = try withPasscode(world)
    for _ in 0..<5 {
      world.disk.keybag.failNext(4)  // the first write of the change itself, after the try was counted in both slots
      #expect(throws: KeybagError.storage(code: 5)) {
        try isChange
          ? keybag.changePasscode(from: secret("right"), to: secret("newer")) : keybag.removePasscode(secret("right"))
      }
      #expect(keybag.failures == 0)
    }
    #expect(keybag.waitSeconds == 0)
    world.restart()
    let again = try world.open()
    #expect(again.failures == 0 && again.waitSeconds == 0)
    #expect(try again.answer(to: "right") == .opens)
  }

  @Test func `The tenth failure erases if that is asked`() throws {
    var world = KeybagWorld()
    world.limits = LockLimits(tenthFailure: .erases)
    let keybag = try withPasscode(world)
    let kept = try keybag.classKeys.makeKey(.fileNone).wrapped
    try fail(9, keybag, world.clock)
    world.clock.advance(seconds: UInt64(keybag.waitSeconds))
    #expect(throws: KeybagError.erased) { try keybag.unlock(secret("the tenth")) }
    #expect(throws: ClassKeyError.noSuchKey(.fileNone)) { _ = try keybag.classKeys.unwrap(kept) }
    world.restart()
    #expect(throws: KeybagError.erased) { _ = try world.open() }
  }

  @Test func `Whether the tenth failure erases can be changed while the keybag is open`() throws {
    let world = KeybagWorld()
    let keybag = try withPasscode(world)
    try keybag.choose(LockSettings(graceSeconds: 10, .erases))
    try fail(8, keybag, world.clock)
    try keybag.choose(LockSettings(graceSeconds: 10, .waits))
    world.clock.advance(seconds: UInt64(keybag.waitSeconds))
    #expect(try keybag.answer(to: "the ninth") != .opens)
    try keybag.choose(LockSettings(graceSeconds: 10, .erases))
    world.clock.advance(seconds: UInt64(keybag.waitSeconds))
    #expect(throws: KeybagError.erased) { try keybag.unlock(secret("the tenth")) }
  }

  @Test func `The tenth try may still be right`() throws {
    var world = KeybagWorld()
    world.limits = LockLimits(tenthFailure: .erases)
    let keybag = try withPasscode(world)
    try fail(9, keybag, world.clock)
    world.clock.advance(seconds: UInt64(keybag.waitSeconds))
    #expect(try keybag.answer(to: "right") == .opens)
  }

  // MARK: - With a counter in the root key

  @Test func `A restored copy does not reset the count`() throws {
    var world = KeybagWorld()
    world.root = FakeRoot(counter: FakeCounter())
    let keybag = try withPasscode(world)
    let old = world.disk.copy()
    try fail(4, keybag, world.clock)
    world.disk = old
    let restored = try world.open()
    #expect(restored.failures == 4)
    #expect(restored.waitSeconds == 60)
    #expect(throws: KeybagError.wait(seconds: 60)) { try restored.unlock(secret("right")) }
    world.clock.advance(seconds: 60)
    #expect(try restored.answer(to: "right") == .opens)
  }

  /// Every unlock since the copy was made is one the copy has missed.
  private func restoredAfterUnlocks(_ times: Int) throws -> KeybagWorld {
    var world = KeybagWorld()
    world.root = FakeRoot(counter: FakeCounter())
    world.limits = LockLimits(tenthFailure: .erases)
    let keybag = try withPasscode(world)
    let old = world.disk.copy()
    for _ in 0..<min(times, 10) { #expect(try keybag.answer(to: "right") == .opens) }
    world.root.fakeCounter?.advance(by: times - min(times, 10))
    world.disk = old
    return world
  }

  @Test(arguments: [9, 10, 30, 70_000]) func `A typo after an honest restore erases nothing`(unlocks: Int) throws {
    var world = try restoredAfterUnlocks(unlocks)
    let restored = try world.open()
    #expect(restored.failures == min(unlocks, 65_535))
    #expect(restored.waitSeconds == (unlocks == 9 ? 28_800 : 86_400))
    world.clock.advance(seconds: 86_400)
    #expect(try restored.answer(to: "typo") == .isWrong)
    #expect(restored.waitSeconds == 86_400)
    world.restart()
    let again = try world.open()
    #expect(again.waitSeconds == 86_400)
    world.clock.advance(seconds: 86_400)
    #expect(try again.answer(to: "another typo") == .isWrong)
    world.clock.advance(seconds: 86_400)
    #expect(try again.answer(to: "right") == .opens)
    #expect(again.failures == 0)
  }

  @Test func `Ten wrong ones after a restore erase`() throws {
    let world = try restoredAfterUnlocks(30)
    let restored = try world.open()
    try fail(9, restored, world.clock)
    world.clock.advance(seconds: 86_400)
    #expect(throws: KeybagError.erased) { try restored.unlock(secret("the tenth")) }
  }

  /// Whoever puts the same copy back before each guess is not erased, but waits a day for each from the tenth on.
  @Test func `A copy that is put back before each guess saves no wait`() throws {
    var world = try restoredAfterUnlocks(0)
    let old = world.disk.copy()
    for guess in 0..<15 {
      world.disk = old.copy()
      let restored = try world.open()
      let wait = guess == 0 ? 0 : Self.table[min(guess, Self.table.count) - 1]
      #expect(restored.waitSeconds == wait)
      world.clock.advance(seconds: UInt64(wait))
      #expect(try restored.answer(to: "guess \(guess)") == .isWrong)
    }
  }

  @Test func `With the counter a restart counts nothing twice`() throws {
    var world = KeybagWorld()
    world.root = FakeRoot(counter: FakeCounter())
    try fail(2, try withPasscode(world), world.clock)
    world.restart()
    let keybag = try world.open()
    #expect(keybag.failures == 2)
    #expect(try keybag.answer(to: "right") == .opens)
    world.restart()
    #expect(try world.open().failures == 0)
  }
}
