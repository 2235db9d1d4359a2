// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import SecretMemory
import Testing

/// The power goes at every write and every sync of an operation, and takes every part of what was not synced.
@Suite struct PowerCutTests {
  private let needsPasscode = KeyClass.keychainWhenPasscodeSetThisDeviceOnly

  /// Runs an operation with the power cut after 1, 2, 3 ... steps, until it gets through, and looks at what is found.
  private func cutting(
    _ world: KeybagWorld, _ operation: (KeybagWorld) throws -> Void,
    then check: (KeybagWorld, _ survival: Survival) throws -> Void
  ) throws {
    for steps in 1...100 {
      var cut = world
      cut.disk = world.disk.copy()
      cut.disk.cutPower(afterSteps: steps)
      try? operation(cut)
      for survival in Survival.all {
        var found = cut
        found.restart(survival)
        try check(found, survival)
      }
      if !cut.disk.isDead { return #expect(steps > 4) }
    }
    Issue.record("the operation never ends")
  }

  @Test func `Changing the passcode leaves the old or the new one`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("older"))
    let belongings = try Belongings(keybag)
    try cutting(world) {
      try $0.open().changePasscode(from: secret("older"), to: secret("newer"))
    } then: { found, _ in
      let keybag = try found.open()
      #expect(found.disk.keybag.slotsAgree)
      let old = try keybag.answer(to: "older")
      let new = try keybag.answer(to: "newer")
      #expect((old == .opens) != (new == .opens))
      #expect(try belongings.areWhole(in: keybag))
    }
  }

  @Test func `Setting the passcode leaves none or the new one`() throws {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    try cutting(world) {
      try $0.open().setPasscode(secret("newer"))
    } then: { found, _ in
      let keybag = try found.open()
      if keybag.passcode == .set { #expect(try keybag.answer(to: "newer") == .opens) }
      #expect(try belongings.areWhole(in: keybag))
    }
  }

  @Test func `Removing the passcode leaves none or the old one`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("older"))
    let belongings = try Belongings(keybag)
    try cutting(world) {
      try $0.open().removePasscode(secret("older"))
    } then: { found, _ in
      let keybag = try found.open()
      let removed: Set<KeyClass> = keybag.passcode == .set ? [] : [needsPasscode]
      if keybag.passcode == .set { #expect(try keybag.answer(to: "older") == .opens) }
      #expect(try belongings.areWhole(in: keybag, without: removed))
    }
  }

  @Test func `Unlocking loses nothing`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("1234"))
    let belongings = try Belongings(keybag)
    try cutting(world) {
      try $0.open().unlock(secret("1234"))
    } then: { found, _ in
      let keybag = try found.open()
      #expect(keybag.failures <= 1)
      #expect(try keybag.answer(to: "1234") == .opens)
      #expect(keybag.failures == 0)
      #expect(try belongings.areWhole(in: keybag))
    }
  }

  @Test func `A wrong passcode that was answered is counted`() throws {
    let world = KeybagWorld()
    try world.open().setPasscode(secret("1234"))
    var answered = false
    try cutting(world) { world in
      answered = try world.open().answer(to: "wrong") == .isWrong
    } then: { found, _ in
      let failures = try found.open().failures
      #expect(answered ? failures == 1 : failures <= 1)
    }
  }

  @Test(arguments: [0, 1]) func `A wrong passcode that was answered is not won back by slots that cannot be read`(
    slot: Int
  ) throws {
    let world = KeybagWorld()
    try world.open().setPasscode(secret("1234"))
    var (answered, opened) = (false, 0)
    try cutting(world) { world in
      answered = try world.open().answer(to: "wrong") == .isWrong
    } then: { found, _ in
      found.disk.keybag.unreadable = [slot]
      // Where the power cut tore the other slot too, nothing opens.
      guard let failures = try? found.open().failures else { return }
      opened += 1
      #expect(answered ? failures == 1 : failures <= 1)
    }
    #expect(opened > 100)
  }

  @Test func `A kill in the middle of a check does not save the wait`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("1234"))
    for guess in 1...3 { #expect(try keybag.answer(to: "wrong \(guess)") == .isWrong) }
    var answered = false
    try cutting(world) { world in
      answered = try world.open().answer(to: "wrong 4") == .isWrong
    } then: { found, _ in
      let keybag = try found.open()
      #expect(keybag.waitSeconds == (keybag.failures == 4 ? 60 : 0))
      if answered { #expect(keybag.failures == 4) }
    }
  }

  @Test func `Creating is begun again until it is complete`() throws {
    try cutting(KeybagWorld()) {
      _ = try $0.open()
    } then: { found, _ in
      let belongings = try Belongings(try found.open())
      #expect(try belongings.areWhole(in: try found.open()))
    }
  }

  /// Whatever is found after the first write of the mark, the next start finishes; before it nothing has happened.
  @Test func `Erasing leaves everything or nothing and is finished by the next start`() throws {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    let key = world.disk.effaceable.effaceableKey
    var (wholes, isDone) = (0, false)
    try cutting(world) {
      isDone = false
      try $0.open().erase()
      isDone = true
    } then: { found, _ in
      var found = found
      found.root = FakeRoot()
      do {
        let keybag = try found.open()
        #expect(!isDone)
        #expect(try belongings.areWhole(in: keybag))
        wholes += 1
      } catch KeybagError.erased {
        #expect(found.root.isDestroyed)
        #expect(found.disk.keybag.durable.allSatisfy { $0 == 0 })
        #expect(!found.disk.effaceable.durable.contains(key))
        #expect(throws: KeybagError.erased) { _ = try found.open() }
      }
    }
    #expect(wholes > 0)
  }

  // MARK: - A disk that refuses

  @Test(arguments: 0..<4) func `A disk that takes the mark once is erased`(call: Int) throws {
    var world = KeybagWorld()
    let key = try effaceableKey(in: world)
    let keybag = try world.open()
    world.disk.effaceable.failNext(call)
    try keybag.erase()
    #expect(keybag.condition == .erased && world.root.isDestroyed)
    world.restart()
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    #expect(!world.disk.effaceable.durable.contains(key))
  }

  @Test func `An erasure whose key the disk keeps is said to be`() throws {
    var world = KeybagWorld()
    let key = try effaceableKey(in: world)
    let keybag = try world.open()
    world.root.destruction = .fails
    world.disk.effaceable.failFrom(2)
    #expect(throws: KeybagError.oldCopyRemains(code: 5)) { try keybag.erase() }
    #expect(keybag.condition == .erased)
    #expect(world.disk.effaceable.durable.contains(key))
    world.restart()
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    #expect(!world.disk.effaceable.durable.contains(key))
  }

  @Test func `A disk that takes no mark erases nothing until it is well`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    let belongings = try Belongings(keybag)
    world.disk.effaceable.failFrom(0)
    #expect(throws: KeybagError.inDoubt(code: 5)) { try keybag.erase() }
    #expect(keybag.condition == .alive && !world.root.isDestroyed)
    #expect(try belongings.areWhole(in: keybag))
    world.disk.effaceable.recover()
    try keybag.erase()
    #expect(throws: KeybagError.erased) { _ = try world.open() }
  }

  private func effaceableKey(in world: KeybagWorld) throws -> [UInt8] {
    _ = try world.open()
    return world.disk.effaceable.effaceableKey
  }

  @Test func `A passcode is not looked at when the try cannot be counted`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("1234"))
    keybag.classKeys.eraseLockingKeys()
    world.disk.cutPower(afterSteps: 0)
    #expect(throws: KeybagError.inDoubt(code: 5)) { try keybag.unlock(secret("1234")) }
    #expect(!keybag.classKeys.isAvailable(.fileComplete))
  }

  /// The disk refuses the first slot or, once the try is in that one, the other.
  @Test(arguments: 0..<4, [true, false])
  func `A try that is not counted in both slots is taken back`(call: Int, hasCounter: Bool) throws {
    var world = KeybagWorld()
    world.root = FakeRoot(counter: hasCounter ? FakeCounter() : nil)
    try world.open().setPasscode(secret("older"))
    let keybag = try world.open()
    world.disk.keybag.failNext(call)
    #expect(throws: KeybagError.storage(code: 5)) { try keybag.unlock(secret("older")) }
    #expect(!keybag.classKeys.isAvailable(.fileComplete) && keybag.failures == 0)
    world.disk.keybag.failNext(call)
    #expect(throws: KeybagError.storage(code: 5)) {
      try keybag.changePasscode(from: secret("older"), to: secret("newer"))
    }
    world.restart()
    let again = try world.open()
    #expect(again.failures == 0)
    #expect(try again.answer(to: "newer") == .isWrong)
    #expect(try again.answer(to: "older") == .opens)
  }

  @Test(arguments: [2, 3]) func `A try that cannot be taken back is in doubt`(call: Int) throws {
    let world = KeybagWorld()
    try world.open().setPasscode(secret("1234"))
    let keybag = try world.open()
    world.disk.keybag.failFrom(call)
    for _ in 1...3 { #expect(throws: KeybagError.inDoubt(code: 5)) { try keybag.unlock(secret("1234")) } }
    #expect(!keybag.classKeys.isAvailable(.fileComplete) && keybag.failures == 0)
    world.disk.keybag.recover()
    #expect(try keybag.answer(to: "1234") == .opens)
    #expect(keybag.failures == 0)
  }

  @Test(arguments: 0..<2)
  func `A change that the disk refuses is taken back`(call: Int) throws {
    var world = KeybagWorld()
    let keybag = try world.open()
    world.disk.keybag.failNext(call)
    #expect(throws: KeybagError.storage(code: 5)) { try keybag.setPasscode(secret("1234")) }
    #expect(keybag.passcode == .notSet)
    world.restart(.tail(0))
    #expect(try world.open().passcode == .notSet)
  }

  /// The write or its sync fails, and then everything: the change cannot even be taken back.
  @Test(arguments: 0..<2)
  func `A change that cannot be taken back is not in force and holds up the next`(call: Int) throws {
    var world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("older"))
    world.disk.keybag.failFrom(4 + call)  // after the try of the old passcode has been counted in both slots
    #expect(throws: KeybagError.inDoubt(code: 5)) {
      try keybag.changePasscode(from: secret("older"), to: secret("newer"))
    }
    #expect(throws: KeybagError.inDoubt(code: 5)) { try keybag.unlock(secret("newer")) }
    #expect(throws: KeybagError.inDoubt(code: 5)) { try keybag.unlock(secret("older")) }
    world.disk.keybag.recover()
    #expect(try keybag.answer(to: "newer") == .isWrong)
    #expect(try keybag.answer(to: "older") == .opens)
    world.restart(.tail(0))
    #expect(try world.open().answer(to: "older") == .opens)
  }

  @Test func `After a change in doubt a restart finds the old or the new passcode`() throws {
    for survival in Survival.all {
      var world = KeybagWorld()
      let keybag = try world.open()
      try keybag.setPasscode(secret("older"))
      let belongings = try Belongings(keybag)
      world.disk.keybag.failFrom(5)
      #expect(throws: KeybagError.inDoubt(code: 5)) {
        try keybag.changePasscode(from: secret("older"), to: secret("newer"))
      }
      world.restart(survival)
      let again = try world.open()
      #expect((try again.answer(to: "older") == .opens) != (try again.answer(to: "newer") == .opens))
      #expect(try belongings.areWhole(in: again))
    }
  }

  @Test(arguments: 2..<4)
  func `A change whose old copy the disk keeps is in force and said to be`(call: Int) throws {
    var world = KeybagWorld()
    let keybag = try world.open()
    world.disk.keybag.failNext(call)
    #expect(throws: KeybagError.oldCopyRemains(code: 5)) { try keybag.setPasscode(secret("1234")) }
    #expect(keybag.passcode == .set)
    world.restart(.tail(0))
    #expect(try world.open().answer(to: "1234") == .opens)
    #expect(world.disk.keybag.slotsAgree)
  }
}
