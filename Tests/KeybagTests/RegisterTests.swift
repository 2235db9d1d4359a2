// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import Testing

@testable import Keybag

/// Which state of the register of apps counts.
@Suite struct RegisterTests {
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)

  @Test func `The newest register that was in force counts, also after a restart`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    #expect(keybag.registerNumber == 0)
    let first = try keybag.sealRegister(one)
    #expect(try keybag.acceptRegister(one, first) == .accepted)
    let second = try keybag.sealRegister(two)
    // Until it is in force, the one before counts.
    #expect(try keybag.acceptRegister(one, first) == .accepted)
    #expect(try keybag.acceptRegister(two, second) == .accepted)
    #expect(try keybag.acceptRegister(one, first) == .older)
    let again = try world.open()
    #expect(again.registerNumber == second.number)
    #expect(try again.acceptRegister(one, first) == .older)
    #expect(try again.acceptRegister(two, second) == .accepted)
  }

  @Test func `A code is for one digest and one number`() throws {
    let keybag = try KeybagWorld().open()
    let seal = try keybag.sealRegister(one)
    #expect(try keybag.acceptRegister(two, seal) == .forged)
    let other = try #require(RegisterSeal(number: seal.number + 1, code: seal.code))
    #expect(try keybag.acceptRegister(one, other) == .forged)
    #expect(try KeybagWorld().open().acceptRegister(one, seal) == .forged)
  }

  @Test func `No number is sealed twice, also after a restart`() throws {
    let world = KeybagWorld()
    let lost = try world.open().sealRegister(one)
    let next = try world.open().sealRegister(two)
    #expect(next.number > lost.number)
  }
}
