// SPDX-License-Identifier: Apache-2.0
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import WireFormat

// The fields that several messages share.

extension WireBuffer {
  /// The head of every message.
  mutating func begin(_ number: UInt8) throws(WireError) {
    wipe()
    try append(integer: EnclaveProtocol.version)
    try append(integer: number)
  }

  mutating func append(passcode: borrowing SecretBytes) throws(WireError) {
    guard EnclaveProtocol.passcodeLengths.contains(passcode.count) else { throw .badValue }
    try append(counting: passcode)
  }

  /// Appends a 16-bit length, which must lie in the range, then the bytes.
  mutating func append(counted bytes: [UInt8], in lengths: ClosedRange<Int>) throws(WireError) {
    guard lengths.contains(bytes.count), let length = UInt16(exactly: bytes.count) else { throw .badValue }
    try append(integer: length)
    try append(bytes: bytes.span)
  }

  mutating func append(wrapped: WrappedKey) throws(WireError) {
    try append(integer: wrapped.keyClass.rawValue)
    try append(bytes: wrapped.bytes.span)
  }

  mutating func append(claim: ProofClaim) throws(WireError) {
    try append(bytes: claim.question.bytes.span)
    try append(counted: claim.statement.bytes, in: ProofStatement.sizes)
  }

  mutating func append(digest: [UInt8]) throws(WireError) {
    guard digest.count == RegisterSeal.size else { throw .badValue }
    try append(bytes: digest.span)
  }

  mutating func append(settings: LockSettings) throws(WireError) {
    guard settings.graceSeconds <= LockSettings.longestGrace else { throw .badValue }
    try append(integer: settings.graceSeconds)
    try append(integer: settings.tenthFailure.rawValue)
  }

  /// Appends limits. What is not set is written as all ones.
  mutating func append(limits: LockLimits) throws(WireError) {
    guard (limits.graceSeconds ?? 0) <= LockSettings.longestGrace else { throw .badValue }
    try append(integer: limits.graceSeconds ?? .max)
    try append(integer: limits.tenthFailure?.rawValue ?? .max)
  }

  mutating func append(seal: RegisterSeal) throws(WireError) {
    try append(integer: seal.number)
    try append(bytes: seal.code.span)
  }
}

extension WireCursor {
  mutating func head<Number: RawRepresentable>(
    _ type: Number.Type, in packet: Span<UInt8>
  ) throws(Malformation) -> Number where Number.RawValue == UInt8 {
    guard packet.count >= 2 else { throw .short }
    guard packet[0] == EnclaveProtocol.version else { throw .unknownVersion }
    guard let number = Number(rawValue: packet[1]) else { throw .unknownNumber }
    self = WireCursor(at: 2)
    return number
  }

  mutating func passcode(in packet: Span<UInt8>) throws(WireError) -> SecretBytes {
    try secret(counting: EnclaveProtocol.passcodeLengths, in: packet)
  }

  mutating func keyCount(in packet: Span<UInt8>) throws(WireError) -> Int {
    let count = Int(try byte(in: packet))
    guard EnclaveProtocol.keyCounts.contains(count) else { throw .badValue }
    return count
  }

  mutating func wrappedKey(in packet: Span<UInt8>) throws(WireError) -> WrappedKey {
    let keyClass = try number(KeyClass.self, in: packet)
    return try wrappedKey(of: keyClass, in: packet)
  }

  mutating func wrappedKey(of keyClass: KeyClass, in packet: Span<UInt8>) throws(WireError) -> WrappedKey {
    let bytes = try bytes(WrappedKey.size(of: keyClass), in: packet)
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { throw .badValue }
    return wrapped
  }

  mutating func counted(_ lengths: ClosedRange<Int>, in packet: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt16.self, in: packet))
    guard lengths.contains(count) else { throw .badValue }
    return try bytes(count, in: packet)
  }

  mutating func enclaveKey(in packet: Span<UInt8>) throws(WireError) -> EnclaveKey {
    let bytes = try counted(EnclaveKey.encodedLengths, in: packet)
    guard let key = EnclaveKey(encoded: bytes.span) else { throw .badValue }
    return key
  }

  mutating func settings(in packet: Span<UInt8>) throws(WireError) -> LockSettings {
    let seconds = try integer(UInt16.self, in: packet)
    guard seconds <= LockSettings.longestGrace else { throw .badValue }
    return LockSettings(graceSeconds: seconds, try number(in: packet))
  }

  mutating func limits(in packet: Span<UInt8>) throws(WireError) -> LockLimits {
    let seconds = try integer(UInt16.self, in: packet)
    guard seconds <= LockSettings.longestGrace || seconds == .max else { throw .badValue }
    let failure = try integer(UInt8.self, in: packet)
    guard let known = TenthFailure(rawValue: failure) else {
      guard failure == .max else { throw .badValue }
      return LockLimits(graceSeconds: seconds == .max ? nil : seconds)
    }
    return LockLimits(graceSeconds: seconds == .max ? nil : seconds, tenthFailure: known)
  }

  mutating func question(in packet: Span<UInt8>) throws(WireError) -> QuestionNumber {
    guard let question = QuestionNumber(try bytes(QuestionNumber.size, in: packet)) else { throw .badValue }
    return question
  }

  mutating func proofDigest(in packet: Span<UInt8>) throws(WireError) -> ProofDigest {
    guard let digest = ProofDigest(bytes: try bytes(ProofDigest.size, in: packet)) else { throw .badValue }
    return digest
  }

  mutating func proofClaim(in packet: Span<UInt8>) throws(WireError) -> ProofClaim {
    let question = try question(in: packet)
    guard let statement = ProofStatement(bytes: try counted(ProofStatement.sizes, in: packet)) else { throw .badValue }
    return ProofClaim(of: question, for: statement)
  }

  mutating func registerSeal(in packet: Span<UInt8>) throws(WireError) -> RegisterSeal {
    let number = try integer(UInt64.self, in: packet)
    guard let seal = RegisterSeal(number: number, code: try bytes(RegisterSeal.size, in: packet)) else {
      throw .badValue
    }
    return seal
  }
}
