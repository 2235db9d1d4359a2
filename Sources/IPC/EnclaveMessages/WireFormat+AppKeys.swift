// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import ProofModel
import WireFormat

// The fields of messages about keys of apps.

extension WireBuffer {
  mutating func append(use: AppAttestKeyUse) throws(WireError) {
    try append(bytes: use.key.encoded.span)
    try append(integer: use.counter)
    try append(counted: use.launch, in: AppAttestKeyUse.launchLengths)
    try append(counted: use.clientDataHash, in: AppAttestKeyUse.hashLengths)
  }

  mutating func append(machineKey key: StoredMachineKey) throws(WireError) {
    try append(counted: key.publicArea, in: StoredMachineKey.areaLengths)
    try append(counted: key.privateArea, in: StoredMachineKey.areaLengths)
  }

  /// Whether there is one, and it.
  mutating func append(optional claim: ProofClaim?) throws(WireError) {
    try append(integer: UInt8(claim == nil ? 0 : 1))
    if let claim { try append(claim: claim) }
  }

  mutating func append(credential: MachineCredential) throws(WireError) {
    try append(machineKey: credential.key)
    try append(counted: credential.object, in: MachineCredential.partLengths)
    try append(counted: credential.secret, in: MachineCredential.partLengths)
  }

  mutating func append(voucher: MachineVoucher) throws(WireError) {
    try append(bytes: voucher.key.encoded.span)
    try append(machineKey: voucher.machineKey)
    try append(bytes: voucher.request.span)
  }
}

extension WireCursor {
  mutating func appKey(in packet: Span<UInt8>) throws(WireError) -> AppAttestKey {
    guard let key = AppAttestKey(encoded: try bytes(AppAttestKey.encodedSize, in: packet)) else { throw .badValue }
    return key
  }

  mutating func appKeyUse(in packet: Span<UInt8>) throws(WireError) -> AppAttestKeyUse {
    let key = try appKey(in: packet)
    let counter = try integer(UInt32.self, in: packet)
    let launch = try counted(AppAttestKeyUse.launchLengths, in: packet)
    guard
      let use = AppAttestKeyUse(
        key, counter: counter, launch: launch, clientDataHash: try counted(AppAttestKeyUse.hashLengths, in: packet))
    else { throw .badValue }
    return use
  }

  mutating func optionalProofClaim(in packet: Span<UInt8>) throws(WireError) -> ProofClaim? {
    switch try integer(UInt8.self, in: packet) {
    case 0: nil
    case 1: try proofClaim(in: packet)
    default: throw .badValue
    }
  }

  private mutating func machineKey(in packet: Span<UInt8>) throws(WireError) -> StoredMachineKey {
    let area = try counted(StoredMachineKey.areaLengths, in: packet)
    guard
      let key = StoredMachineKey(
        publicArea: area, privateArea: try counted(StoredMachineKey.areaLengths, in: packet))
    else { throw .badValue }
    return key
  }

  mutating func newMachineKey(in packet: Span<UInt8>) throws(WireError) -> NewMachineKey {
    let endorsementKey = try counted(EndorsementKeyKind.lengths, in: packet)
    guard let new = NewMachineKey(try machineKey(in: packet), endorsementKey: endorsementKey) else { throw .badValue }
    return new
  }

  mutating func certificatePart(in packet: Span<UInt8>) throws(WireError) -> CertificatePart {
    let size = try integer(UInt16.self, in: packet)
    guard let part = CertificatePart(of: size, try counted(CertificatePart.lengths, in: packet)) else {
      throw .badValue
    }
    return part
  }

  mutating func machineCredential(in packet: Span<UInt8>) throws(WireError) -> MachineCredential {
    let key = try machineKey(in: packet)
    let object = try counted(MachineCredential.partLengths, in: packet)
    let secret = try counted(MachineCredential.partLengths, in: packet)
    guard let credential = MachineCredential(key, object: object, secret: secret) else { throw .badValue }
    return credential
  }

  mutating func machineVoucher(in packet: Span<UInt8>) throws(WireError) -> MachineVoucher {
    let (key, machineKey) = (try appKey(in: packet), try machineKey(in: packet))
    guard
      let voucher = MachineVoucher(
        for: key, by: machineKey, request: try bytes(MachineVoucher.requestSize, in: packet))
    else { throw .badValue }
    return voucher
  }

  mutating func machineQuote(in packet: Span<UInt8>) throws(WireError) -> MachineQuote {
    let statement = try counted(MachineQuote.statementLengths, in: packet)
    guard
      let quote = MachineQuote(statement: statement, signature: try bytes(MachineQuote.signatureSize, in: packet))
    else { throw .badValue }
    return quote
  }
}
