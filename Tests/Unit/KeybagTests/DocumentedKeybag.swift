// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import SecretMemory

/// Reads a keybag as `Documentation/Keybag.md` describes it, with nothing of the program but its cryptography.
struct DocumentedKeybag {
  struct Damaged: Error { let what: String }

  /// By the class's number.
  private(set) var classKeys: [UInt8: [UInt8]] = [:]
  private(set) var volumeKey: [UInt8] = []
  private(set) var wrongPasscodes = 0
  private(set) var missedTries = 0
  private(set) var digestOfWrongPasscode: [UInt8] = []

  private let root: [UInt8]
  private var identifier: [UInt8] = []
  private var salt: [UInt8] = []
  private var stretching = Argon2id.Parameters.smallest

  init(in folder: URL, passcode: String) throws {
    func file(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appending(path: name))) }
    root = try Self.rootKey(file("root.key"))
    let effaceable = try Self.newest(file("effaceable"), "BAILEYEF", Self.effaceable)
    try expect(effaceable[0] == 2, "progress")
    let both = hkdf(root, "bailey device secret 1") + effaceable[1...]
    let sealing = hkdf(both, "bailey keybag seal 1")
    let plain = try Self.newest(file("keybag"), "BAILEYKB") { try Self.unsealed($0, sealing) }
    try read(plain, device: hkdf(both, "bailey device key 1"), passcode)
  }

  // MARK: - Slots

  /// The magic number and the sequence number of both slots; the contents of the slot with the higher one.
  static func newest(_ file: [UInt8], _ magic: String, _ open: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
    try expect(file.count == 8192, "size")
    let slots = [Array(file[..<4096]), Array(file[4096...])]
    let newest = slots.filter { Array($0[..<8]) == Array(magic.utf8) }.max { integer($0[8..<16]) < integer($1[8..<16]) }
    guard let newest else { throw Damaged(what: "magic") }
    return try open(newest)
  }

  static func effaceable(_ slot: [UInt8]) throws -> [UInt8] {
    try expect(integer(slot[16..<18]) == 33, "length")
    try expect(Array(slot[51..<83]) == SHA256.hash(Array(slot[..<51]).span), "digest")
    try expect(slot[83...].allSatisfy { $0 == 0 }, "zeros")
    return Array(slot[18..<51])
  }

  private static func unsealed(_ slot: [UInt8], _ key: [UInt8]) throws -> [UInt8] {
    let count = Int(integer(slot[28..<30]))
    try expect(slot[(30 + count + 16)...].allSatisfy { $0 == 0 }, "zeros")
    var plain = [UInt8](repeating: 0, count: count)
    var span = plain.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(SecretBytes(copying: key.span))
    try cipher.open(
      Array(slot[30..<30 + count + 16]).span, nonce: Array(slot[16..<28]).span, associated: Array(slot[..<16]).span,
      into: &span)
    return plain
  }

  private static func rootKey(_ file: [UInt8]) throws -> [UInt8] {
    try expect(file.count == 8192 && file[..<4096] == file[4096...], "two slots with the same record")
    try expect(Array(file[..<8]) == Array("BAILEYRK".utf8) && file[8] == 1, "magic, version")
    try expect(file[9] == 2 && integer(file[10..<12]) == 32, "kind, size")
    try expect(Array(file[44..<76]) == SHA256.hash(Array(file[..<44]).span), "digest")
    try expect(file[76..<4096].allSatisfy { $0 == 0 }, "zeros")
    return Array(file[12..<44])
  }

  // MARK: - The plain contents

  private mutating func read(_ plain: [UInt8], device: [UInt8], _ passcode: String) throws {
    try expect(integer(plain[0..<2]) == 1, "format")
    identifier = Array(plain[2..<18])
    let parameters = Argon2id.Parameters(
      memoryKiB: UInt32(integer(plain[18..<22])), passes: UInt32(integer(plain[22..<26])),
      lanes: UInt32(integer(plain[26..<30])))
    guard let parameters else { throw Damaged(what: "stretching") }
    stretching = parameters
    salt = Array(plain[30..<46])
    try expect(plain[46] == 1, "a passcode is set")
    missedTries = Int(integer(plain[47..<49]))
    wrongPasscodes = Int(integer(plain[49..<51]))
    try expect(plain[51] <= 1 && integer(plain[52..<60]) == 0 && plain[60] <= 1, "wait, counter, known")
    digestOfWrongPasscode = plain[60] == 1 ? Array(plain[61..<93]) : []
    volumeKey = try unwrapped(plain[93..<165], device)
    let tangled = try tangled(passcode)
    let passcodeKey = hkdf(tangled, "bailey passcode key 1", salt: identifier)
    var rest = plain[166...]
    for _ in 0..<plain[165] {
      guard let number = rest.popFirst(), let guardian = rest.popFirst() else { throw Damaged(what: "class") }
      let key = try unwrapped(rest.prefix(40), guardian == 0 ? device : passcodeKey)
      rest = rest.dropFirst(40)
      classKeys[number] = key
      guard number == 2 else { continue }
      try expect(Array(rest.prefix(32)) == X25519.publicKey(of: SecretBytes(copying: key.span)), "public half")
      rest = rest.dropFirst(32)
    }
    try expect(rest.isEmpty, "end")
  }

  func digest(ofWrong passcode: String) throws -> [UInt8] {
    hkdf(try tangled(passcode), "bailey wrong passcode 1", salt: identifier)
  }

  private func tangled(_ passcode: String) throws -> [UInt8] {
    let stretched = try Argon2id.derive(
      from: SecretBytes(copying: Array(passcode.utf8).span), salt: salt.span, parameters: stretching)
    return bytes(of: HMACSHA256.secret(of: stretched, key: SecretBytes(copying: root.span)))
  }
}

// MARK: - Primitives

private func unwrapped(_ wrapped: ArraySlice<UInt8>, _ key: [UInt8]) throws -> [UInt8] {
  bytes(of: try AESKeyWrap.unwrap(Array(wrapped).span, with: SecretBytes(copying: key.span)))
}

private func hkdf(_ key: [UInt8], _ purpose: String, salt: [UInt8] = []) -> [UInt8] {
  let info = Array(purpose.utf8)
  return bytes(
    of: HKDFSHA256.derive(from: SecretBytes(copying: key.span), salt: salt.span, info: info.span, count: 32))
}

private func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

private func expect(_ isTrue: Bool, _ what: String) throws {
  if !isTrue { throw DocumentedKeybag.Damaged(what: what) }
}
