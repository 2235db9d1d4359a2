// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import ProtectionModelTesting
import Testing

@Suite struct KeybagContractTests {
  @Test func `Class keys keep the contract`() throws {
    let world = KeybagWorld()
    var keybag = try world.open()
    try keybag.setPasscode(secret("1234"))
    let contract = ClassKeyContract { state in
      switch state {
      case .beforeFirstUnlock: keybag = try world.open()
      case .unlocked: try keybag.unlock(secret("1234"))
      case .grace: break
      case .locked:
        keybag.classKeys.refuseLockingKeys()
        keybag.classKeys.eraseLockingKeys()
      }
      return keybag.classKeys
    }
    #expect(try contract.violations() == [])
  }
}
