// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import SecretMemory
import Testing

/// Passwords that the login has accepted, and that may be the passcode.
@Suite struct OfferTests {
  private func withPasscode(_ world: KeybagWorld) throws -> Keybag {
    let keybag = try world.open()
    try keybag.setPasscode(secret("right"))
    keybag.classKeys.eraseLockingKeys()
    return keybag
  }

  @Test func `The passcode opens when it is offered, and takes back what was wrong before`() throws {
    let keybag = try withPasscode(KeybagWorld())
    #expect(try keybag.answer(to: "wrong") == .isWrong)
    keybag.classKeys.eraseLockingKeys()
    try keybag.unlock(byOffer: secret("right"))
    #expect(keybag.classKeys.isAvailable(.fileComplete))
    #expect(keybag.failures == 0)
  }

  /// Somebody's password is another than their passcode: each login offers it.
  @Test func `The same password is offered for years and costs nothing`() throws {
    var world = KeybagWorld()
    world.limits = LockLimits(tenthFailure: .erases)
    var keybag = try withPasscode(world)
    for _ in 0..<30 {
      #expect(throws: KeybagError.self) { try keybag.unlock(byOffer: secret("password")) }
      #expect(keybag.failures == 0 && keybag.waitSeconds == 0)
      #expect(try keybag.answer(to: "right") == .opens)
      // Compared and known, so that a passcode which became the same would be found.
      #expect(throws: KeybagError.notThePasscode) { try keybag.unlock(byOffer: secret("password")) }
      world.restart()
      keybag = try world.open()
    }
    #expect(keybag.condition == .alive)
  }

  /// A program of the same user can pretend to be the login.
  @Test(arguments: [false, true])
  func `Who guesses by offers has one guess until the passcode was given`(restarts: Bool) throws {
    var world = KeybagWorld()
    var keybag = try withPasscode(world)
    for number in 0..<20 {
      #expect(throws: number == 0 ? KeybagError.notThePasscode : .offersUsedUp) {
        try keybag.unlock(byOffer: secret("guess \(number)"))
      }
      guard restarts else { continue }
      world.restart()
      keybag = try world.open()
    }
    #expect(throws: KeybagError.offersUsedUp) { try keybag.unlock(byOffer: secret("right")) }
    #expect(throws: KeybagError.offersUsedUp) {
      try keybag.changePasscode(byOffer: secret("right"), to: secret("mine"))
    }
    #expect(keybag.failures == 0)
    #expect(try keybag.answer(to: "right") == .opens)
    try keybag.unlock(byOffer: secret("right"))
  }

  @Test func `Offers are not looked at while wrong passcodes cost a wait`() throws {
    let world = KeybagWorld()
    let keybag = try withPasscode(world)
    for number in 0..<4 { #expect(try keybag.answer(to: "wrong \(number)") == .isWrong) }
    #expect(throws: KeybagError.wait(seconds: 60)) { try keybag.unlock(byOffer: secret("right")) }
    world.clock.advance(seconds: 60)
    try keybag.unlock(byOffer: secret("right"))
  }

  @Test func `A wrong passcode that is offered after it was tried tells nothing and costs nothing`() throws {
    let keybag = try withPasscode(KeybagWorld())
    #expect(try keybag.answer(to: "wrong") == .isWrong)
    #expect(throws: KeybagError.notThePasscode) { try keybag.unlock(byOffer: secret("wrong")) }
    try keybag.unlock(byOffer: secret("right"))
  }

  @Test func `The passcode changes along with the password where they were the same`() throws {
    let keybag = try withPasscode(KeybagWorld())
    try keybag.changePasscode(byOffer: secret("right"), to: secret("newer"))
    #expect(try keybag.answer(to: "right") == .isWrong)
    #expect(try keybag.answer(to: "newer") == .opens)
    #expect(throws: KeybagError.notThePasscode) {
      try keybag.changePasscode(byOffer: secret("another"), to: secret("newest"))
    }
    #expect(keybag.failures == 0)
    #expect(try keybag.answer(to: "newer") == .opens)
  }

  @Test func `A password that the passcode was changed to opens, though it was refused before`() throws {
    let keybag = try withPasscode(KeybagWorld())
    #expect(throws: KeybagError.notThePasscode) { try keybag.unlock(byOffer: secret("password")) }
    try keybag.changePasscode(from: secret("right"), to: secret("password"))
    try keybag.unlock(byOffer: secret("password"))
  }

  /// The disk may lose what was written last, at any of these moments.
  @Test(arguments: 1...4) func `An offer that could not be counted is not compared`(failures: Int) throws {
    let world = KeybagWorld()
    let keybag = try withPasscode(world)
    world.disk.keybag.failNext(failures)
    let outcome = Result { () throws(KeybagError) in try keybag.unlock(byOffer: secret("right")) }
    if case .failure = outcome {
      #expect(!keybag.classKeys.isAvailable(.fileComplete))
      try keybag.unlock(byOffer: secret("right"))
    }
  }

  @Test func `A root key with a counter notices that a copy from before the guess was put back`() throws {
    var world = KeybagWorld()
    world.root = FakeRoot(counter: FakeCounter())
    let keybag = try withPasscode(world)
    #expect(throws: KeybagError.notThePasscode) { try keybag.unlock(byOffer: secret("guess")) }
    world.root.fakeCounter?.advance(by: 3)
    world.restart()
    #expect(try world.open().failures == 3)
  }
}
