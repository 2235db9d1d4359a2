// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
import SecretMemory
import WireFormat

// Formats 1 to 4, all integers big-endian:
//
//   format (2) · identifier (16) · Argon2id memory in KiB, passes, lanes (4 each) · salt (16) · passcode set (1)
//   missed tries (2) · wrong passcodes (2) · delay pending (1) · counter (8) · last wrong passcode: known (1), digest (32)
//   volume key (72) · number of class keys (1), then each, in the order of their numbers:
//     class (1) · wrapped with (1): 0 device, 1 passcode · wrapped key (40) · class B only: public key (32)
//   from format 2 on, register of apps: latest number sealed (8), number in force (8)
//   from format 3 on, settings of surfaces: the same two (16) · seconds of grace (2) · tenth failure: 0 waits, 1 erases (1)
//   from format 4 on, passwords of the login's that were no passcode (1) · the latest of them: known (1), digest (32)
//
// The lowest format is written that says all.

extension KeybagRecord {
  private static let formats: ClosedRange<UInt16> = 1...4
  private static let volumeKeySize = 72
  private static let largest = 2048

  func encoded() throws(WireError) -> SecretBytes {
    var buffer = WireBuffer(capacity: Self.largest)
    let format = format
    try buffer.append(integer: format)
    try buffer.append(bytes: identifier.span)
    try buffer.append(integer: stretching.memoryKiB)
    try buffer.append(integer: stretching.passes)
    try buffer.append(integer: stretching.lanes)
    try buffer.append(bytes: salt.span)
    try buffer.append(integer: passcode.rawValue)
    try attempts.encode(into: &buffer)
    try buffer.append(bytes: volumeKey.span)
    try buffer.append(integer: UInt8(classKeys.count))
    for keyClass in KeyClass.allCases {
      guard let key = classKeys[keyClass] else { continue }
      try buffer.append(integer: keyClass.rawValue)
      try key.encode(into: &buffer)
    }
    if format >= 2 { try registers.apps.encode(into: &buffer) }
    if format >= 3 {
      try registers.surfaces.encode(into: &buffer)
      try buffer.append(integer: settings.graceSeconds)
      try buffer.append(integer: settings.tenthFailure.rawValue)
    }
    if format >= 4 {
      try buffer.append(integer: attempts.offers)
      try buffer.append(digest: attempts.lastOffer)
    }
    return buffer.withBytes { SecretBytes(copying: $0) }
  }

  init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    let format = try cursor.integer(UInt16.self, in: bytes)
    guard Self.formats.contains(format) else { throw .badValue }
    identifier = try cursor.bytes(Self.identifierSize, in: bytes)
    stretching = try cursor.stretching(in: bytes)
    salt = try cursor.bytes(Self.saltSize, in: bytes)
    passcode = try cursor.number(in: bytes)
    attempts = try AttemptRecord(decoding: bytes, &cursor)
    volumeKey = try cursor.bytes(Self.volumeKeySize, in: bytes)
    classKeys = [:]
    var last: UInt8 = 0
    for _ in 0..<(try cursor.byte(in: bytes)) {
      let keyClass = try cursor.number(KeyClass.self, in: bytes)
      guard keyClass.rawValue > last else { throw .badValue }
      last = keyClass.rawValue
      classKeys[keyClass] = try WrappedClassKey(of: keyClass, decoding: bytes, &cursor)
    }
    if format >= 2 { registers.apps = try RegisterNumbers(decoding: bytes, &cursor) }
    if format >= 3 {
      registers.surfaces = try RegisterNumbers(decoding: bytes, &cursor)
      settings.graceSeconds = try cursor.integer(in: bytes)
      guard settings.graceSeconds <= LockSettings.longestGrace else { throw .badValue }
      settings.tenthFailure = try cursor.number(in: bytes)
    }
    if format >= 4 {
      attempts.offers = try cursor.byte(in: bytes)
      attempts.lastOffer = try cursor.digest(in: bytes)
    }
    try cursor.end(in: bytes)
  }
}

extension KeybagRecord {
  private var format: UInt16 {
    if attempts.offers != 0 || attempts.lastOffer != nil { return 4 }
    if registers.surfaces != RegisterNumbers() || settings != .standard { return 3 }
    return registers.apps == RegisterNumbers() ? 1 : 2
  }
}

extension RegisterNumbers {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: sealed)
    try buffer.append(integer: inForce)
  }

  fileprivate init(decoding bytes: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    sealed = try cursor.integer(in: bytes)
    inForce = try cursor.integer(in: bytes)
  }
}

extension AttemptRecord {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: missed)
    try buffer.append(integer: wrong)
    try buffer.append(integer: delay.rawValue)
    try buffer.append(integer: counter)
    try buffer.append(digest: lastWrong)
  }

  fileprivate init(decoding bytes: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    missed = try cursor.integer(in: bytes)
    wrong = try cursor.integer(in: bytes)
    delay = try cursor.number(in: bytes)
    counter = try cursor.integer(in: bytes)
    lastWrong = try cursor.digest(in: bytes)
  }
}

extension WireBuffer {
  /// Appends whether the digest is known, then the digest or zeros.
  fileprivate mutating func append(digest: [UInt8]?) throws(WireError) {
    try append(integer: digest == nil ? UInt8(0) : 1)
    let bytes = digest ?? [UInt8](repeating: 0, count: KeybagRecord.digestSize)
    try append(bytes: bytes.span)
  }
}

extension WireCursor {
  fileprivate mutating func digest(in bytes: Span<UInt8>) throws(WireError) -> [UInt8]? {
    let known = try byte(in: bytes)
    let digest = try self.bytes(KeybagRecord.digestSize, in: bytes)
    guard known <= 1 else { throw .badValue }
    return known == 1 ? digest : nil
  }
}

extension WrappedClassKey {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: guardian.rawValue)
    try buffer.append(bytes: wrapped.span)
    try buffer.append(bytes: publicKey.span)
  }

  fileprivate init(
    of keyClass: KeyClass, decoding bytes: Span<UInt8>, _ cursor: inout WireCursor
  ) throws(WireError) {
    guardian = try cursor.number(in: bytes)
    wrapped = try cursor.bytes(Self.size, in: bytes)
    publicKey = try cursor.bytes(keyClass == .fileCompleteUnlessOpen ? X25519.keySize : 0, in: bytes)
  }
}

extension WireCursor {
  fileprivate mutating func stretching(in bytes: Span<UInt8>) throws(WireError) -> Argon2id.Parameters {
    let memory = try integer(UInt32.self, in: bytes)
    let passes = try integer(UInt32.self, in: bytes)
    guard
      let parameters = Argon2id.Parameters(
        memoryKiB: memory, passes: passes, lanes: try integer(UInt32.self, in: bytes))
    else { throw .badValue }
    return parameters
  }
}
