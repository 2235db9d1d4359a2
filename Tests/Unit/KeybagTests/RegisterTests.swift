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
    #expect(keybag.number(of: .apps) == 0)
    let first = try keybag.seal(one, of: .apps)
    #expect(try keybag.accept(one, first, of: .apps) == .accepted)
    let second = try keybag.seal(two, of: .apps)
    // Until it is in force, the one before counts.
    #expect(try keybag.accept(one, first, of: .apps) == .accepted)
    #expect(try keybag.accept(two, second, of: .apps) == .accepted)
    #expect(try keybag.accept(one, first, of: .apps) == .older)
    let again = try world.open()
    #expect(again.number(of: .apps) == second.number)
    #expect(try again.accept(one, first, of: .apps) == .older)
    #expect(try again.accept(two, second, of: .apps) == .accepted)
  }

  @Test func `A code is for one digest and one number`() throws {
    let keybag = try KeybagWorld().open()
    let seal = try keybag.seal(one, of: .apps)
    #expect(try keybag.accept(two, seal, of: .apps) == .forged)
    let other = try #require(RegisterSeal(number: seal.number + 1, code: seal.code))
    #expect(try keybag.accept(one, other, of: .apps) == .forged)
    #expect(try KeybagWorld().open().accept(one, seal, of: .apps) == .forged)
  }

  @Test func `A state of one register is none of another`() throws {
    let keybag = try KeybagWorld().open()
    let seal = try keybag.seal(one, of: .surfaces)
    #expect(try keybag.accept(one, seal, of: .apps) == .forged)
    #expect(try keybag.accept(one, seal, of: .surfaces) == .accepted)
    #expect(keybag.number(of: .surfaces) == 1 && keybag.number(of: .apps) == 0)
  }

  @Test func `No number is sealed twice, also after a restart`() throws {
    let world = KeybagWorld()
    let lost = try world.open().seal(one, of: .apps)
    let next = try world.open().seal(two, of: .apps)
    #expect(next.number > lost.number)
  }
}
