// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import PasskeyKeys
import ProtectionModel
import SecretMemory
package import WireFormat

extension EnclaveReply {
  package borrowing func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.begin(number.rawValue)
    switch self {
    case .welcome(let version): try buffer.append(integer: version)
    case .done: break
    case .status(let status): try status.encode(into: &buffer)
    case .volumeKey(let key): try buffer.append(secret: key)
    case .key(let key): try buffer.append(secret: key)
    case .newKeys(let batch): try batch.encode(into: &buffer)
    case .wrapped(let wrapped): try buffer.append(wrapped: wrapped)
    case .enclaveKey(let key): try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
    case .signature(let signature): try buffer.append(counted: signature, in: EnclaveProtocol.signatureLengths)
    case .registerNumber(let number): try buffer.append(integer: number)
    case .registerSeal(let seal): try buffer.append(seal: seal)
    case .passkey(let new):
      try buffer.append(bytes: new.key.encoded.span)
      try buffer.append(outputs: new.outputs)
    case .assertion(let assertion):
      guard assertion.authenticatorData.count == PasskeyKey.headSize else { throw .badValue }
      try buffer.append(bytes: assertion.authenticatorData.span)
      try buffer.append(counted: assertion.signature, in: EnclaveProtocol.signatureLengths)
      try buffer.append(outputs: assertion.outputs)
    case .transferredPasskey(let passkey): try buffer.append(bytes: passkey.encoded.span)
    case .appKey(let key): try buffer.append(bytes: key.encoded.span)
    case .machineKey(let new):
      try buffer.append(counted: new.endorsementKey, in: EndorsementKeyKind.lengths)
      try buffer.append(machineKey: new.key)
    case .certificatePart(let part):
      try buffer.append(integer: part.size)
      try buffer.append(counted: part.octets, in: CertificatePart.lengths)
    case .machineQuote(let quote):
      try buffer.append(counted: quote.statement, in: MachineQuote.statementLengths)
      try buffer.append(bytes: quote.signature.span)
    case .refused(let refusal): try refusal.encode(into: &buffer)
    }
  }

  package init(decoding packet: Span<UInt8>) throws(Malformation) {
    var cursor = WireCursor()
    let number = try cursor.head(Number.self, in: packet)
    do {
      let reply = try Self.fields(of: number, &cursor, in: packet)
      try cursor.end(in: packet)
      self = reply
    } catch {
      throw Malformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveReply {
    switch number {
    case .welcome: .welcome(version: try cursor.byte(in: packet))
    case .done: .done
    case .status: .status(try EnclaveStatus(decoding: packet, &cursor))
    case .volumeKey: .volumeKey(try cursor.secret(EnclaveProtocol.volumeKeyLength, in: packet))
    case .newKeys: .newKeys(try NewKeyBatch(decoding: packet, &cursor))
    case .key: .key(try cursor.secret(EnclaveProtocol.keyLength, in: packet))
    case .wrapped: .wrapped(try cursor.wrappedKey(in: packet))
    case .enclaveKey: .enclaveKey(try cursor.enclaveKey(in: packet))
    case .signature: .signature(try cursor.counted(EnclaveProtocol.signatureLengths, in: packet))
    case .registerNumber: .registerNumber(try cursor.integer(in: packet))
    case .registerSeal: .registerSeal(try cursor.registerSeal(in: packet))
    case .passkey: .passkey(NewPasskey(try cursor.passkeyKey(in: packet), try cursor.outputs(in: packet)))
    case .assertion:
      .assertion(
        PasskeyAssertion(
          try cursor.bytes(PasskeyKey.headSize, in: packet),
          try cursor.counted(EnclaveProtocol.signatureLengths, in: packet), try cursor.outputs(in: packet)))
    case .transferredPasskey: .transferredPasskey(try cursor.transferredPasskey(in: packet))
    case .appKey: .appKey(try cursor.appKey(in: packet))
    case .machineKey: .machineKey(try cursor.newMachineKey(in: packet))
    case .certificatePart: .certificatePart(try cursor.certificatePart(in: packet))
    case .machineQuote: .machineQuote(try cursor.machineQuote(in: packet))
    case .refused: .refused(try EnclaveRefusal(decoding: packet, &cursor))
    }
  }
}

// MARK: - Fields

extension EnclaveStatus {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: state.rawValue)
    try buffer.append(integer: passcode.rawValue)
    try buffer.append(integer: root.rawValue)
    try buffer.append(integer: epoch)
    try buffer.append(integer: failures)
    try buffer.append(integer: waitSeconds)
    try buffer.append(integer: lost)
    try buffer.append(integer: open.reduce(UInt16(0)) { $0 | 1 << UInt16($1.rawValue) })
    try buffer.append(integer: awaited.rawValue)
    try buffer.append(integer: keyPages.rawValue)
    try buffer.append(integer: workingMemory.rawValue)
    try buffer.append(integer: keyFiles.rawValue)
    try buffer.append(settings: settings)
    try buffer.append(settings: chosenSettings)
    try buffer.append(limits: limits)
    try buffer.append(integer: verdict.rawValue)
    try buffer.append(integer: stretching.memoryKiB)
    try buffer.append(integer: stretching.passes)
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    state = try cursor.number(in: packet)
    passcode = try cursor.number(in: packet)
    root = try cursor.number(in: packet)
    epoch = try cursor.integer(in: packet)
    failures = try cursor.integer(in: packet)
    waitSeconds = try cursor.integer(in: packet)
    lost = try cursor.integer(in: packet)
    let mask = try cursor.integer(UInt16.self, in: packet)
    open = Set(KeyClass.allCases.filter { mask & 1 << UInt16($0.rawValue) != 0 })
    awaited = try cursor.keyHolders(in: packet)
    keyPages = try cursor.number(in: packet)
    workingMemory = try cursor.number(in: packet)
    keyFiles = try cursor.number(in: packet)
    settings = try cursor.settings(in: packet)
    chosenSettings = try cursor.settings(in: packet)
    limits = try cursor.limits(in: packet)
    verdict = try cursor.number(in: packet)
    let memoryKiB = try cursor.integer(UInt32.self, in: packet)
    stretching = StretchingCost(memoryKiB: memoryKiB, passes: try cursor.integer(in: packet))
    guard mask == open.reduce(UInt16(0), { $0 | 1 << UInt16($1.rawValue) }) else { throw .badValue }
  }
}

extension WireCursor {
  mutating func keyHolders(in packet: Span<UInt8>) throws(WireError) -> KeyHolders {
    let holders = KeyHolders(rawValue: try byte(in: packet))
    guard holders.isSubset(of: .all) else { throw .badValue }
    return holders
  }
}

extension NewKeyBatch {
  borrowing func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard EnclaveProtocol.keyCounts.contains(count) else { throw .badValue }
    try buffer.append(integer: keyClass.rawValue)
    try buffer.append(integer: UInt8(count))
    try withKeys { (keys) throws(WireError) in try buffer.append(bytes: keys) }
    for wrapped in wrapped { try buffer.append(bytes: wrapped.bytes.span) }
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let keyClass = try cursor.number(KeyClass.self, in: packet)
    let count = try cursor.keyCount(in: packet)
    let keys = try cursor.secret(count * EnclaveProtocol.keyLength, in: packet)
    var wrapped: [WrappedKey] = []
    for _ in 0..<count { wrapped.append(try cursor.wrappedKey(of: keyClass, in: packet)) }
    self.init(keyClass, keys: keys, wrapped: wrapped)
  }
}
