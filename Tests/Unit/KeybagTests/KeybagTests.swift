// SPDX-License-Identifier: Apache-2.0
import Keybag
import ProtectionModel
import SecretMemory
import Testing

@Suite struct KeybagTests {
  private let needsPasscode = KeyClass.keychainWhenPasscodeSetThisDeviceOnly

  @Test func `Without a passcode every class is open but the one that needs it`() throws {
    let keybag = try KeybagWorld().open()
    #expect(keybag.passcode == .notSet)
    for keyClass in KeyClass.allCases {
      #expect(keybag.classKeys.isAvailable(keyClass) == (keyClass != needsPasscode))
    }
    #expect(throws: ClassKeyError.noSuchKey(needsPasscode)) { _ = try keybag.classKeys.makeKey(needsPasscode) }
    #expect(try keybag.volumeKey().count == 64)
  }

  @Test func `A restart without a passcode finds everything`() throws {
    var world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    world.restart()
    #expect(try belongings.areWhole(in: try world.open()))
  }

  @Test(arguments: KeyClass.allCases)
  func `After a restart the passcode guards all but class D`(keyClass: KeyClass) throws {
    var world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("1234"))
    let made = try first.classKeys.makeKey(keyClass)
    world.restart()
    let keybag = try world.open()
    #expect(keybag.passcode == .set)
    #expect(keybag.classKeys.isAvailable(keyClass) == (keyClass.availability == .always))
    try keybag.unlock(secret("1234"))
    #expect(bytes(of: try keybag.classKeys.unwrap(made.wrapped)) == bytes(of: made.key))
  }

  @Test func `Class B wraps before first unlock`() throws {
    var world = KeybagWorld()
    try world.open().setPasscode(secret("1234"))
    world.restart()
    let keybag = try world.open()
    let made = try keybag.classKeys.makeKey(.fileCompleteUnlessOpen)
    let wrapped = made.wrapped
    #expect(throws: ClassKeyError.refusedByLockState(.fileCompleteUnlessOpen)) {
      _ = try keybag.classKeys.unwrap(wrapped)
    }
    try keybag.unlock(secret("1234"))
    #expect(bytes(of: try keybag.classKeys.unwrap(made.wrapped)) == bytes(of: made.key))
  }

  @Test func `A changed passcode opens the same keys and the old one none`() throws {
    var world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("older"))
    let belongings = try Belongings(first)
    try first.changePasscode(from: secret("older"), to: secret("newer"))
    world.restart()
    let keybag = try world.open()
    #expect(try keybag.answer(to: "older") == .isWrong)
    #expect(try keybag.answer(to: "newer") == .opens)
    #expect(try belongings.areWhole(in: keybag))
  }

  @Test func `Removing the passcode destroys the keys that need one`() throws {
    var world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("1234"))
    let belongings = try Belongings(first)
    let lost = try first.classKeys.makeKey(needsPasscode).wrapped
    try first.removePasscode(secret("1234"))
    #expect(throws: ClassKeyError.noSuchKey(needsPasscode)) { _ = try first.classKeys.unwrap(lost) }
    world.restart()
    let keybag = try world.open()
    #expect(keybag.passcode == .notSet)
    #expect(try belongings.areWhole(in: keybag, without: [needsPasscode]))
    try keybag.setPasscode(secret("1234"))
    #expect(throws: ClassKeyError.damaged) { _ = try keybag.classKeys.unwrap(lost) }
  }

  @Test func `Passcodes are set once and removed once`() throws {
    let keybag = try KeybagWorld().open()
    #expect(throws: KeybagError.noPasscode) { try keybag.removePasscode(secret("x")) }
    #expect(throws: KeybagError.noPasscode) { try keybag.changePasscode(from: secret("x"), to: secret("yyyy")) }
    #expect(throws: KeybagError.noPasscode) { try keybag.unlock(secret("x")) }
    try keybag.setPasscode(secret("xxxx"))
    #expect(throws: KeybagError.passcodeAlreadySet) { try keybag.setPasscode(secret("yyyy")) }
    #expect(throws: KeybagError.wrongPasscode(failures: 1, waitSeconds: 0)) { try keybag.removePasscode(secret("y")) }
  }

  @Test(arguments: ["1", "123", "ьяж", "1\u{0301}\u{0301}"])
  func `A new passcode has four characters at least, and one that is refused changes nothing`(short: String) throws {
    let keybag = try KeybagWorld().open()
    guard short.unicodeScalars.count < 4 else { return }
    #expect(throws: KeybagError.passcodeTooShort) { try keybag.setPasscode(secret(short)) }
    #expect(keybag.passcode == .notSet && keybag.verdict == .unknown)
    try keybag.setPasscode(secret("ьяж8"))
    #expect(throws: KeybagError.passcodeTooShort) { try keybag.changePasscode(from: secret("ьяж8"), to: secret(short)) }
    #expect(keybag.failures == 0)
    try keybag.unlock(secret("ьяж8"))
  }

  @Test func `Whether the passcode is long is known once it was given, and is nowhere on the disk`() throws {
    let world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("correct horse battery"))
    #expect(first.verdict == .long)
    let again = try world.open()
    #expect(again.verdict == .unknown)
    _ = try again.answer(to: "wrong but very long indeed")
    #expect(again.verdict == .unknown)
    try again.unlock(secret("correct horse battery"))
    #expect(again.verdict == .long)
    try again.changePasscode(from: secret("correct horse battery"), to: secret("1234"))
    #expect(again.verdict == .short)
    try again.removePasscode(secret("1234"))
    #expect(again.verdict == .unknown)
  }

  @Test func `Locking takes the keys of the classes that lock`() throws {
    let keybag = try KeybagWorld().open()
    try keybag.setPasscode(secret("1234"))
    let made = try keybag.classKeys.makeKey(.fileComplete).wrapped
    keybag.classKeys.refuseLockingKeys()
    for keyClass in KeyClass.allCases {
      #expect(keybag.classKeys.isAvailable(keyClass) == (keyClass.availability != .whileUnlocked))
    }
    keybag.classKeys.eraseLockingKeys()
    for keyClass in KeyClass.allCases {
      #expect(keybag.classKeys.isAvailable(keyClass) == LockState.locked.permitsUnwrap(keyClass))
    }
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try keybag.classKeys.unwrap(made) }
    try keybag.unlock(secret("1234"))
    _ = try keybag.classKeys.unwrap(made)
  }

  // MARK: - What does not open

  @Test func `Another root key opens nothing`() throws {
    var world = KeybagWorld()
    _ = try world.open()
    world.root = FakeRoot(key: 2)
    #expect(throws: KeybagError.damaged) { _ = try world.open() }
  }

  @Test func `A changed wrap is damaged`() throws {
    let keys = try KeybagWorld().open().classKeys
    for keyClass in [KeyClass.fileNone, .fileCompleteUnlessOpen] {
      let made = try keys.makeKey(keyClass).wrapped
      for index in made.bytes.indices {
        var bytes = made.bytes
        bytes[index] ^= 1
        let changed = try #require(WrappedKey(keyClass: keyClass, bytes: bytes))
        // The top bit of an X25519 key is not part of it (RFC 7748, section 5): that bit alone is not tried here.
        #expect(throws: ClassKeyError.damaged) { _ = try keys.unwrap(changed) }
      }
      let other = try #require(WrappedKey(keyClass: .fileComplete, bytes: Array(made.bytes.suffix(40))))
      #expect(throws: ClassKeyError.damaged) { _ = try keys.unwrap(other) }
    }
  }

  @Test(arguments: [0, 4096], 0..<12)
  func `A flipped bit in one slot is mended`(slot: Int, place: Int) throws {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    let offset = slot + [0, 7, 8, 15, 16, 27, 28, 29, 30, 100, 300, 500][place]
    try world.disk.keybag.flip(offset)
    #expect(try belongings.areWhole(in: try world.open()))
    #expect(world.disk.keybag.slotsAgree)
  }

  @Test func `Two damaged slots are damage`() throws {
    let world = KeybagWorld()
    _ = try world.open()
    try world.disk.keybag.flip(100)
    try world.disk.keybag.flip(4096 + 100)
    #expect(throws: KeybagError.damaged) { _ = try world.open() }
  }

  @Test(arguments: [KeybagFile.keybag, .effaceable], [0, 1])
  func `A slot that cannot be read stays as it is until the next change`(file: KeybagFile, slot: Int) throws {
    let world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("1234"))
    let belongings = try Belongings(first)
    let stored = file == .keybag ? world.disk.keybag : world.disk.effaceable
    stored.unreadable = [slot]
    let before = stored.durable
    let keybag = try world.open()
    #expect(stored.unreadable == [slot] && stored.durable == before)
    #expect(try keybag.answer(to: "1234") == .opens)
    #expect(try belongings.areWhole(in: keybag))
    // No change but an erase writes the effaceable record.
    if file == .effaceable { try keybag.erase() }
    #expect(stored.unreadable.isEmpty && stored.slotsAgree)
  }

  @Test(arguments: [KeybagFile.keybag, .effaceable], [0, 1])
  func `A copy that cannot be read is told`(file: KeybagFile, slot: Int) throws {
    let world = KeybagWorld()
    #expect(try world.open().copies == .whole)
    let stored = file == .keybag ? world.disk.keybag : world.disk.effaceable
    stored.unreadable = [slot]
    let keybag = try world.open()
    #expect(keybag.copies == .oneUnreadable)
    // The next change writes both copies of the keybag; nothing but an erase writes the other file.
    try keybag.setPasscode(secret("1234"))
    #expect(keybag.copies == (file == .keybag ? .whole : .oneUnreadable))
    stored.unreadable = []
    #expect(try world.open().copies == .whole)
  }

  /// The other slot is blank, torn, or cannot be read either: what was there is not known, and nothing is made of it.
  @Test(arguments: [KeybagFile.keybag, .effaceable], ["blank", "torn", "unreadable"])
  func `A slot that cannot be read beside none that is whole is a disk that failed`(file: KeybagFile, other: String)
    throws
  {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    let stored = file == .keybag ? world.disk.keybag : world.disk.effaceable
    let whole = stored.durable
    if other == "blank" { try stored.overwrite(with: [UInt8](repeating: 0, count: 4096) + whole[4096...]) }
    if other == "torn" { try stored.flip(20) }
    let left = stored.durable
    stored.unreadable = other == "unreadable" ? [0, 1] : [1]
    #expect(throws: KeybagError.storage(code: 5)) { _ = try world.open() }
    #expect(stored.durable == left)
    stored.unreadable = []
    try stored.overwrite(with: whole)
    #expect(try belongings.areWhole(in: try world.open()))
  }

  /// The slot that cannot be read may be the one that says that the keybag is complete.
  @Test func `A half read creation is not begun again`() throws {
    let world = KeybagWorld()
    world.disk.cutPower(afterSteps: 10)  // four of the effaceable record, four of the keybag, then the first slot
    #expect(throws: KeybagError.self) { _ = try world.open() }
    let disk = world.disk.restarted(.tail(0))
    let progress = [18, 4096 + 18].map { disk.effaceable.durable[$0] }
    #expect(Set(progress) == [1, 2])
    var found = KeybagWorld()
    found.disk = disk
    disk.effaceable.unreadable = [progress[0] == 2 ? 0 : 1]
    let (keybag, effaceable) = (disk.keybag.durable, disk.effaceable.durable)
    let key = disk.effaceable.effaceableKey
    #expect(throws: KeybagError.storage(code: 5)) { _ = try found.open() }
    #expect(disk.keybag.durable == keybag && disk.effaceable.durable == effaceable)
    disk.effaceable.unreadable = []
    _ = try found.open()
    #expect(disk.keybag.durable == keybag && disk.effaceable.effaceableKey == key)
  }

  // MARK: - Erasing

  @Test func `An erased keybag gives nothing and stays erased`() throws {
    var world = KeybagWorld()
    let first = try world.open()
    try first.setPasscode(secret("1234"))
    let kept = try first.classKeys.makeKey(.fileNone).wrapped
    let before = world.disk.copy()
    try first.erase()
    #expect(world.root.isDestroyed)
    #expect(throws: ClassKeyError.noSuchKey(.fileNone)) { _ = try first.classKeys.unwrap(kept) }
    #expect(throws: KeybagError.erased) { _ = try first.volumeKey() }
    #expect(throws: KeybagError.erased) { try first.unlock(secret("1234")) }
    #expect(world.disk.keybag.durable.allSatisfy { $0 == 0 })
    #expect(!world.disk.effaceable.durable.contains(before.effaceable.effaceableKey))
    world.restart()
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    // A copy of the keybag from before is worth nothing without the effaceable key.
    let marked = world.disk.effaceable.durable
    world.disk = before
    try world.disk.effaceable.overwrite(with: marked)
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    // Whose files were removed starts anew.
    world.disk = CrashingDisk()
    let second = try world.open()
    #expect(second.passcode == .notSet)
    #expect(throws: ClassKeyError.damaged) { _ = try second.classKeys.unwrap(kept) }
  }

  /// The power went when the mark was in one slot, and nothing else had happened yet.
  private func halfErased() throws -> (world: KeybagWorld, belongings: Belongings) {
    var world = KeybagWorld()
    let keybag = try world.open()
    let belongings = try Belongings(keybag)
    world.disk.cutPower(afterSteps: 3)
    try? keybag.erase()
    world.restart()
    world.root = FakeRoot()
    return (world, belongings)
  }

  @Test func `An erase is finished where the keybag cannot be read`() throws {
    let (world, _) = try halfErased()
    world.disk.keybag.unreadable = [0, 1]
    #expect(try Keybag.stage(keybag: world.disk.keybag, effaceable: world.disk.effaceable) == .erased)
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    #expect(world.root.isDestroyed && world.disk.keybag.durable.allSatisfy { $0 == 0 })
  }

  /// What cannot be read may be any bad sector, and that stops nothing.
  @Test func `A mark that cannot be read is left for a later start`() throws {
    let (world, belongings) = try halfErased()
    let stored = world.disk.effaceable
    let marked = try #require([0, 1].first { stored.durable[$0 * 4096 + 18] == 3 })
    stored.unreadable = [marked]
    #expect(try belongings.areWhole(in: try world.open()))
    #expect(!world.root.isDestroyed)
    stored.unreadable = []
    #expect(throws: KeybagError.erased) { _ = try world.open() }
    #expect(world.root.isDestroyed)
  }

  // MARK: - Files that are lost

  /// What damage and restored copies leave of the effaceable record; an erase leaves none of it.
  @Test(arguments: ["both slots blank", "one slot blank", "no slot whole"])
  func `A lost effaceable record is no erasure`(loss: String) throws {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    let whole = world.disk.effaceable.durable
    var bytes = whole
    if loss != "no slot whole" { for index in 0..<4096 { bytes[index] = 0 } }
    if loss == "both slots blank" { for index in 4096..<8192 { bytes[index] = 0 } }
    if loss != "both slots blank" { bytes[4096 + 20] ^= 1 }
    if loss == "no slot whole" { bytes[20] ^= 1 }
    try world.disk.effaceable.overwrite(with: bytes)
    for _ in 1...2 {
      #expect(throws: KeybagError.lost(.effaceable)) { _ = try world.open() }
      #expect(world.disk.effaceable.durable == bytes && !world.root.isDestroyed)
    }
    try world.disk.effaceable.overwrite(with: whole)
    #expect(try belongings.areWhole(in: try world.open()))
  }

  @Test func `A lost keybag is not made again`() throws {
    let world = KeybagWorld()
    let belongings = try Belongings(try world.open())
    let whole = world.disk.keybag.durable
    try world.disk.keybag.overwrite(with: [UInt8](repeating: 0, count: Keybag.fileSize))
    #expect(throws: KeybagError.lost(.keybag)) { _ = try world.open() }
    #expect(throws: KeybagError.lost(.keybag)) {
      try Keybag.stage(keybag: nil, effaceable: world.disk.effaceable)
    }
    try world.disk.keybag.overwrite(with: whole)
    #expect(try belongings.areWhole(in: try world.open()))
  }
}

extension CrashingFile {
  func flip(_ offset: Int) throws {
    var bytes = durable
    bytes[offset] ^= 1
    try overwrite(with: bytes)
  }

  func overwrite(with bytes: [UInt8]) throws {
    try write(bytes.span, at: 0)
    try syncData()
  }

  var effaceableKey: [UInt8] { Array(durable[19..<51]) }

  /// Both slots come from the same change: nothing of an earlier one is left.
  var slotsAgree: Bool { durable[8..<16] == durable[4096 + 8..<4096 + 16] }
}
