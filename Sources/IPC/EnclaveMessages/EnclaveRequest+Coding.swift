// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import PasskeyKeys
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
package import WireFormat

extension EnclaveRequest {
  /// Fails only where a passcode or a count is outside the limits of `EnclaveProtocol`.
  package borrowing func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.begin(number.rawValue)
    switch self {
    case .hello(let lowest, let highest):
      try buffer.append(integer: lowest)
      try buffer.append(integer: highest)
    case .setPasscode(let passcode): try buffer.append(passcode: passcode)
    case .removePasscode(let passcode): try buffer.append(passcode: passcode)
    case .unlock(let passcode): try buffer.append(passcode: passcode)
    case .offer(let password): try buffer.append(passcode: password)
    case .changePasscode(let change):
      try buffer.append(passcode: change.old)
      try buffer.append(passcode: change.new)
    case .offerChange(let change):
      try buffer.append(passcode: change.old)
      try buffer.append(passcode: change.new)
    case .lock(let mode): try buffer.append(integer: mode.rawValue)
    case .shareMemoryChannel(let part): try buffer.append(integer: part.rawValue)
    case .makeKeys(let keyClass, let count):
      guard EnclaveProtocol.keyCounts.contains(count) else { throw .badValue }
      try buffer.append(integer: keyClass.rawValue)
      try buffer.append(integer: UInt8(count))
    case .unwrapKey(let wrapped): try buffer.append(wrapped: wrapped)
    case .rewrapKey(let wrapped, let keyClass):
      try buffer.append(integer: keyClass.rawValue)
      try buffer.append(wrapped: wrapped)
    case .acknowledge(let epoch, let lost):
      try buffer.append(integer: epoch)
      try buffer.append(integer: lost)
    case .prove(let proof):
      try buffer.append(bytes: proof.question.bytes.span)
      try buffer.append(bytes: proof.digest.bytes.span)
      try buffer.append(passcode: proof.passcode)
    case .takeProof(let claim): try buffer.append(claim: claim)
    case .takeUnlock(let claim, let seconds):
      try buffer.append(claim: claim)
      try buffer.append(integer: seconds)
    case .forgetPresence(let question): try buffer.append(bytes: question.bytes.span)
    case .signPresent(let key, let digest, let claim):
      try buffer.append(claim: claim)
      try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
      try buffer.append(counted: digest, in: EnclaveProtocol.digestLengths)
    case .agreePresent(let key, let publicKey, let claim):
      try buffer.append(claim: claim)
      try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
      guard publicKey.count == EnclaveKey.publicKeySize else { throw .badValue }
      try buffer.append(bytes: publicKey.span)
    case .makePasskey(let creation, let claim): try buffer.append(creation: creation, claim)
    case .assertPasskey(let use, let claim): try buffer.append(use: use, claim)
    case .openTransfer(let transfer):
      try buffer.append(integer: transfer.direction.rawValue)
      try buffer.append(secret: transfer.key.bytes)
      try buffer.append(passcode: transfer.passcode)
    case .takeOutPasskey(let key): try buffer.append(bytes: key.encoded.span)
    case .bringInPasskey(let passkey): try buffer.append(bytes: passkey.encoded.span)
    case .makeAppKey(let hash):
      guard hash.count == AppAttestKey.hashSize else { throw .badValue }
      try buffer.append(bytes: hash.span)
    case .assertApp(let use): try buffer.append(use: use)
    case .makeMachineKey(let kind): try buffer.append(integer: kind.rawValue)
    case .endorsementCertificate(let kind, let offset):
      try buffer.append(integer: kind.rawValue)
      try buffer.append(integer: offset)
    case .activateMachine(let credential, let claim):
      try buffer.append(optional: claim)
      try buffer.append(credential: credential)
    case .vouchForApp(let voucher): try buffer.append(voucher: voucher)
    case .status: break
    case .erase: break
    case .eraseByOwner(let passcode): try buffer.append(passcode: passcode)
    case .volumeKey: break
    case .adoptEvents: break
    case .adoptFiles: break
    case .adoptBroker: break
    case .adoptLocker: break
    case .dismissSigners: break
    case .look: break
    case .registerNumber(let register): try buffer.append(integer: register.rawValue)
    case .sealRegister(let register, let digest):
      try buffer.append(integer: register.rawValue)
      try buffer.append(digest: digest)
    case .acceptRegister(let register, let digest, let seal):
      try buffer.append(integer: register.rawValue)
      try buffer.append(digest: digest)
      try buffer.append(seal: seal)
    case .chooseSettings(let settings): try buffer.append(settings: settings)
    case .chooseSettingsByOwner(let choice):
      try buffer.append(settings: choice.settings)
      try buffer.append(passcode: choice.passcode)
    case .limitSettings(let limits): try buffer.append(limits: limits)
    case .adoptSigner(let key): try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
    case .signHere(let digest): try buffer.append(counted: digest, in: EnclaveProtocol.digestLengths)
    case .makeEnclaveKey(let keyClass, let binding):
      try buffer.append(integer: keyClass.rawValue)
      try buffer.append(counted: binding, in: EnclaveKey.bindingLengths)
    case .sign(let key, let digest):
      try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
      try buffer.append(counted: digest, in: EnclaveProtocol.digestLengths)
    case .agree(let key, let publicKey):
      try buffer.append(counted: key.encoded, in: EnclaveKey.encodedLengths)
      guard publicKey.count == EnclaveKey.publicKeySize else { throw .badValue }
      try buffer.append(bytes: publicKey.span)
    }
  }

  package init(decoding packet: Span<UInt8>) throws(Malformation) {
    guard packet.count <= EnclaveProtocol.largestRequest else { throw .long }
    var cursor = WireCursor()
    let number = try cursor.head(Number.self, in: packet)
    do {
      let request = try Self.fields(of: number, &cursor, in: packet)
      try cursor.end(in: packet)
      self = request
    } catch {
      throw Malformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    switch number {
    case .hello: .hello(lowest: try cursor.byte(in: packet), highest: try cursor.byte(in: packet))
    case .status: .status
    case .setPasscode: .setPasscode(try cursor.passcode(in: packet))
    case .changePasscode:
      .changePasscode(PasscodeChange(from: try cursor.passcode(in: packet), to: try cursor.passcode(in: packet)))
    case .removePasscode: .removePasscode(try cursor.passcode(in: packet))
    case .unlock: .unlock(try cursor.passcode(in: packet))
    case .offer: .offer(try cursor.passcode(in: packet))
    case .offerChange:
      .offerChange(PasscodeChange(from: try cursor.passcode(in: packet), to: try cursor.passcode(in: packet)))
    case .lock: .lock(try cursor.number(in: packet))
    case .erase: .erase
    case .eraseByOwner: .eraseByOwner(try cursor.passcode(in: packet))
    case .volumeKey: .volumeKey
    case .makeKeys: .makeKeys(try cursor.number(in: packet), count: try cursor.keyCount(in: packet))
    case .unwrapKey: .unwrapKey(try cursor.wrappedKey(in: packet))
    case .rewrapKey: try rewrap(&cursor, in: packet)
    case .acknowledge: .acknowledge(epoch: try cursor.integer(in: packet), lost: try cursor.integer(in: packet))
    case .adoptEvents: .adoptEvents
    case .adoptFiles: .adoptFiles
    case .adoptBroker: .adoptBroker
    case .adoptLocker: .adoptLocker
    case .makeEnclaveKey:
      .makeEnclaveKey(
        try cursor.number(in: packet), binding: try cursor.counted(EnclaveKey.bindingLengths, in: packet))
    case .sign:
      .sign(
        try cursor.enclaveKey(in: packet), digest: try cursor.counted(EnclaveProtocol.digestLengths, in: packet))
    case .agree:
      .agree(
        try cursor.enclaveKey(in: packet), publicKey: try cursor.bytes(EnclaveKey.publicKeySize, in: packet))
    case .prove:
      .prove(
        PasscodeProof(
          of: try cursor.question(in: packet), for: try cursor.proofDigest(in: packet),
          by: try cursor.passcode(in: packet)))
    case .takeProof: .takeProof(try cursor.proofClaim(in: packet))
    case .takeUnlock: .takeUnlock(try cursor.proofClaim(in: packet), seconds: try cursor.integer(in: packet))
    case .forgetPresence: .forgetPresence(try cursor.question(in: packet))
    case .signPresent: try signPresent(&cursor, in: packet)
    case .agreePresent: try agreePresent(&cursor, in: packet)
    case .makePasskey: try makePasskey(&cursor, in: packet)
    case .assertPasskey: try assertPasskey(&cursor, in: packet)
    case .openTransfer: .openTransfer(try cursor.passkeyTransfer(in: packet))
    case .takeOutPasskey: .takeOutPasskey(try cursor.passkeyKey(in: packet))
    case .bringInPasskey: .bringInPasskey(try cursor.transferredPasskey(in: packet))
    case .makeAppKey: .makeAppKey(try cursor.bytes(AppAttestKey.hashSize, in: packet))
    case .assertApp: .assertApp(try cursor.appKeyUse(in: packet))
    case .makeMachineKey: .makeMachineKey(try cursor.number(in: packet))
    case .endorsementCertificate:
      .endorsementCertificate(try cursor.number(in: packet), from: try cursor.integer(in: packet))
    case .activateMachine: try activateMachine(&cursor, in: packet)
    case .vouchForApp: .vouchForApp(try cursor.machineVoucher(in: packet))
    case .adoptSigner: .adoptSigner(try cursor.enclaveKey(in: packet))
    case .signHere: .signHere(digest: try cursor.counted(EnclaveProtocol.digestLengths, in: packet))
    case .dismissSigners: .dismissSigners
    case .look: .look
    case .registerNumber: .registerNumber(try cursor.number(in: packet))
    case .sealRegister:
      .sealRegister(try cursor.number(in: packet), digest: try cursor.bytes(RegisterSeal.size, in: packet))
    case .acceptRegister:
      .acceptRegister(
        try cursor.number(in: packet), digest: try cursor.bytes(RegisterSeal.size, in: packet),
        try cursor.registerSeal(in: packet))
    case .chooseSettings: .chooseSettings(try cursor.settings(in: packet))
    case .chooseSettingsByOwner:
      .chooseSettingsByOwner(SettingsChoice(try cursor.settings(in: packet), by: try cursor.passcode(in: packet)))
    case .limitSettings: .limitSettings(try cursor.limits(in: packet))
    case .shareMemoryChannel: .shareMemoryChannel(try cursor.number(in: packet))
    }
  }

  private static func signPresent(
    _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    let claim = try cursor.proofClaim(in: packet)
    let key = try cursor.enclaveKey(in: packet)
    return .signPresent(key, digest: try cursor.counted(EnclaveProtocol.digestLengths, in: packet), claim)
  }

  private static func agreePresent(
    _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    let claim = try cursor.proofClaim(in: packet)
    let key = try cursor.enclaveKey(in: packet)
    return .agreePresent(key, publicKey: try cursor.bytes(EnclaveKey.publicKeySize, in: packet), claim)
  }

  private static func makePasskey(
    _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    let claim = try cursor.proofClaim(in: packet)
    return .makePasskey(try cursor.passkeyCreation(in: packet), claim)
  }

  private static func assertPasskey(
    _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    let claim = try cursor.proofClaim(in: packet)
    return .assertPasskey(try cursor.passkeyUse(in: packet), claim)
  }

  private static func activateMachine(
    _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveRequest {
    let claim = try cursor.optionalProofClaim(in: packet)
    return .activateMachine(try cursor.machineCredential(in: packet), claim)
  }

  private static func rewrap(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) -> EnclaveRequest {
    let keyClass = try cursor.number(KeyClass.self, in: packet)
    return .rewrapKey(try cursor.wrappedKey(in: packet), to: keyClass)
  }
}
