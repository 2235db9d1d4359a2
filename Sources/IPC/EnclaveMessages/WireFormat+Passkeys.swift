// SPDX-License-Identifier: Apache-2.0
import PasskeyKeys
import ProofModel
import SecretMemory
import WireFormat

// The fields of messages about passkeys.

extension WireBuffer {
  mutating func append(creation: PasskeyCreation, _ claim: ProofClaim) throws(WireError) {
    try append(claim: claim)
    try append(integer: creation.portability.rawValue)
    try append(bytes: creation.relyingPartyHash.span)
    try append(bytes: creation.userHash.span)
    try append(bytes: creation.clientDataHash.span)
    try append(salts: creation.salts)
  }

  mutating func append(use: PasskeyUse, _ claim: ProofClaim) throws(WireError) {
    try append(claim: claim)
    try append(bytes: use.key.encoded.span)
    try append(bytes: use.clientDataHash.span)
    try append(salts: use.salts)
  }

  mutating func append(outputs: borrowing PRFOutputs) throws(WireError) {
    try append(integer: UInt8(outputs.count))
    switch outputs.bytes {
    case .some(let bytes): try append(secret: bytes)
    case .none: break
    }
  }

  private mutating func append(salts: PRFSalts) throws(WireError) {
    try append(integer: UInt8(salts.all.count))
    for salt in salts.all { try append(bytes: salt.span) }
  }
}

extension WireCursor {
  mutating func passkeyKey(in packet: Span<UInt8>) throws(WireError) -> PasskeyKey {
    guard let key = PasskeyKey(encoded: try bytes(PasskeyKey.encodedSize, in: packet)) else { throw .badValue }
    return key
  }

  mutating func transferredPasskey(in packet: Span<UInt8>) throws(WireError) -> TransferredPasskey {
    let bytes = try bytes(TransferredPasskey.encodedSize, in: packet)
    guard let passkey = TransferredPasskey(encoded: bytes) else { throw .badValue }
    return passkey
  }

  mutating func passkeyTransfer(in packet: Span<UInt8>) throws(WireError) -> PasskeyTransfer {
    let direction = try number(TransferDirection.self, in: packet)
    let key = PasskeyTransferKey(try secret(PasskeyTransferKey.size, in: packet))
    return PasskeyTransfer(direction, key, by: try passcode(in: packet))
  }

  mutating func passkeyCreation(in packet: Span<UInt8>) throws(WireError) -> PasskeyCreation {
    let portability = try number(PasskeyKey.Portability.self, in: packet)
    let party = try bytes(PasskeyKey.hashSize, in: packet)
    let user = try bytes(PasskeyKey.hashSize, in: packet)
    guard
      let creation = PasskeyCreation(
        relyingPartyHash: party, userHash: user, portability,
        clientDataHash: try bytes(PasskeyKey.hashSize, in: packet), salts: try salts(in: packet))
    else { throw .badValue }
    return creation
  }

  mutating func passkeyUse(in packet: Span<UInt8>) throws(WireError) -> PasskeyUse {
    let key = try passkeyKey(in: packet)
    guard
      let use = PasskeyUse(
        key, clientDataHash: try bytes(PasskeyKey.hashSize, in: packet), salts: try salts(in: packet))
    else { throw .badValue }
    return use
  }

  mutating func outputs(in packet: Span<UInt8>) throws(WireError) -> PRFOutputs {
    let count = Int(try byte(in: packet))
    guard count <= PRFSalts.most else { throw .badValue }
    return count == 0 ? PRFOutputs() : PRFOutputs(try secret(count * PRFOutputs.size, in: packet))
  }

  private mutating func salts(in packet: Span<UInt8>) throws(WireError) -> PRFSalts {
    let count = Int(try byte(in: packet))
    guard count <= PRFSalts.most else { throw .badValue }
    var all: [[UInt8]] = []
    for _ in 0..<count { all.append(try bytes(PRFSalts.size, in: packet)) }
    guard let salts = PRFSalts(all) else { throw .badValue }
    return salts
  }
}
