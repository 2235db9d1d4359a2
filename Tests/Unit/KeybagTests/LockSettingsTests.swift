// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import Testing

/// How Bailey locks is the owner's word, and no file's.
@Suite struct LockSettingsTests {
  private let long = LockSettings(graceSeconds: 3600, .erases)

  @Test func `What the owner has chosen counts after a restart`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    #expect(keybag.settings == .standard)
    try keybag.choose(long)
    #expect(try world.open().settings == long)
  }

  @Test func `With the passcode alone, where it is right`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.setPasscode(secret("right"))
    #expect(throws: KeybagError.wrongPasscode(failures: 1, waitSeconds: 0)) {
      try keybag.choose(long, by: keybag.beginAttempt().stretch(secret("wrong")))
    }
    #expect(keybag.settings == .standard)
    try keybag.choose(long, by: keybag.beginAttempt().stretch(secret("right")))
    #expect(try world.open().settings == long && keybag.failures == 0)
  }

  @Test func `A text file makes them stricter, and no looser`() throws {
    var world = KeybagWorld()
    try world.open().choose(LockSettings(graceSeconds: 60, .waits))
    world.limits = LockLimits(graceSeconds: 3600, tenthFailure: .waits)
    #expect(try world.open().settings == LockSettings(graceSeconds: 60, .waits))
    world.limits = LockLimits(graceSeconds: 5, tenthFailure: .erases)
    let keybag = try world.open()
    #expect(keybag.settings == LockSettings(graceSeconds: 5, .erases))
    #expect(keybag.chosenSettings == LockSettings(graceSeconds: 60, .waits))
    try keybag.choose(LockSettings(graceSeconds: 60, .erases))
    world.limits = LockLimits(tenthFailure: .waits)
    #expect(try world.open().settings == LockSettings(graceSeconds: 60, .erases))
  }

  /// Who changes a byte of the record costs the instance its keys, and gains nothing.
  @Test func `A forged record opens nothing`() throws {
    let world = KeybagWorld()
    try world.open().choose(long)
    for slot in [0, 4096] {
      try world.disk.keybag.write([world.disk.keybag.durable[slot + 200] ^ 1].span, at: slot + 200)
    }
    try world.disk.keybag.syncData()
    #expect(throws: KeybagError.damaged) { _ = try world.open() }
  }

  @Test func `Of two slots the one with what was chosen last counts`() throws {
    let world = KeybagWorld()
    let keybag = try world.open()
    try keybag.choose(long)
    let old = world.disk.copy()
    try keybag.choose(LockSettings(graceSeconds: 0, .waits))
    // One slot is put back: the other is the newer one.
    try world.disk.keybag.write(Array(old.keybag.durable[..<4096]).span, at: 0)
    try world.disk.keybag.syncData()
    #expect(try world.open().settings.graceSeconds == 0)
  }

  @Test func `An erase takes the right passcode`() throws {
    let keybag = try KeybagWorld().open()
    try keybag.setPasscode(secret("right"))
    #expect(throws: KeybagError.wrongPasscode(failures: 1, waitSeconds: 0)) {
      try keybag.erase(by: keybag.beginAttempt().stretch(secret("wrong")))
    }
    #expect(keybag.condition == .alive)
    try keybag.erase(by: keybag.beginAttempt().stretch(secret("right")))
    #expect(keybag.condition == .erased)
  }

  @Test func `What shortens loosens nothing, and what decides about the tenth try is the owner's either way`() {
    let now = LockSettings(graceSeconds: 60, .waits)
    #expect(now.operation(after: now) == .tightenLocking)
    #expect(LockSettings(graceSeconds: 0, .waits).operation(after: now) == .tightenLocking)
    #expect(LockSettings(graceSeconds: 61, .waits).operation(after: now) == .loosenLocking)
    #expect(LockSettings(graceSeconds: 0, .erases).operation(after: now) == .loosenLocking)
    #expect(now.operation(after: LockSettings(graceSeconds: 60, .erases)) == .loosenLocking)
  }
}
