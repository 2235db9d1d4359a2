// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import EnclaveMessages
import PasskeyKeys
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import Testing
import WireFormat

/// The bytes of version 1: a change here is a change of the protocol.
@Suite struct GoldenBytesTests {
  @Test func `Requests have these bytes`() throws {
    let zeros = String(repeating: "00", count: 40)
    let long = String(repeating: "00", count: 72)
    try check(.hello(lowest: 1, highest: 3), "0101 01 03")
    try check(.status, "0102")
    try check(.setPasscode(secret("ab")), "0103 0002 6162")
    try check(.changePasscode(PasscodeChange(from: secret("a"), to: secret("bc"))), "0104 0001 61 0002 6263")
    try check(.offer(secret("abc")), "0132 0003 616263")
    try check(.offerChange(PasscodeChange(from: secret("a"), to: secret("bc"))), "0133 0001 61 0002 6263")
    try check(.adoptLocker, "0134")
    try check(.removePasscode(secret("z")), "0105 0001 7a")
    try check(.unlock(secret("1234")), "0106 0004 31323334")
    try check(.lock(.afterGrace), "0107 01")
    try check(.lock(.now), "0107 02")
    try check(.erase, "0108")
    try check(.volumeKey, "0109")
    try check(.makeKeys(.fileComplete, count: 16), "010a 01 10")
    try check(.unwrapKey(wrapped(.fileNone)), "010b 04 \(zeros)")
    try check(.unwrapKey(wrapped(.fileCompleteUnlessOpen)), "010b 02 \(long)")
    try check(.rewrapKey(wrapped(.fileNone), to: .keychainAlways), "010c 08 04 \(zeros)")
    try check(.acknowledge(epoch: 0x0102_0304_0506_0708, lost: 9), "010d 0102030405060708 00000009")
    try check(.adoptEvents, "010e")
    try check(.adoptFiles, "010f")
    try check(.adoptBroker, "0110")
    try check(.makeEnclaveKey(.keychainAlways, binding: [1, 2]), "0111 08 0002 0102")
    try check(.sign(enclaveKey(), digest: [7, 8, 9]), "0112 00a1 \(Self.enclaveKeyBytes) 0003 070809")
    let point = String(repeating: "04", count: 65)
    try check(
      .agree(enclaveKey(), publicKey: [UInt8](repeating: 4, count: 65)), "0113 00a1 \(Self.enclaveKeyBytes) \(point)")
    try check(.signHere(digest: [7, 8]), "0117 0002 0708")
    try check(.dismissSigners, "0118")
    try check(.shareMemoryChannel(.pages), "0119 01")
    try check(.shareMemoryChannel(.replyNotifier), "0119 02")
    try check(.shareMemoryChannel(.requestNotifier), "0119 03")
    try check(.look, "011a")
    let digest = String(repeating: "03", count: 32)
    try check(.eraseByOwner(secret("1234")), "0121 0004 31323334")
    let settings = LockSettings(graceSeconds: 300, .erases)
    try check(.chooseSettings(settings), "0122 012c 01")
    try check(.chooseSettingsByOwner(SettingsChoice(settings, by: secret("a"))), "0123 012c 01 0001 61")
    try check(.limitSettings(LockLimits(graceSeconds: 10, tenthFailure: .waits)), "0124 000a 00")
    try check(.limitSettings(LockLimits()), "0124 ffff ff")
    try check(.registerNumber(.apps), "0125 01")
    try check(.sealRegister(.surfaces, digest: [UInt8](repeating: 3, count: 32)), "0126 02 \(digest)")
    try check(
      .acceptRegister(.apps, digest: [UInt8](repeating: 3, count: 32), try seal()),
      "0127 01 \(digest) \(Self.sealBytes)")
  }

  /// What a statement is made of is held by `ProofStatementTests`.
  @Test func `Requests about proofs have these bytes`() throws {
    let question = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let number = String(repeating: "09", count: 16)
    let digest = try #require(ProofDigest(bytes: [UInt8](repeating: 8, count: 32)))
    let given = String(repeating: "08", count: 32)
    let proof = PasscodeProof(of: question, for: digest, by: secret("1234"))
    try check(.prove(proof), "011f \(number) \(given) 0004 31323334")
    let claim = ProofClaim(of: question, for: ProofStatement(.showPasswords, by: .owner(in: 258)))
    let claimed = "\(number) 0026 0c 00000102 00 \(String(repeating: "00", count: 32))"
    try check(.takeProof(claim), "0120 \(claimed)")
    try check(.takeUnlock(claim, seconds: 300), "0128 \(claimed) 012c")
    try check(.forgetPresence(question), "0129 \(number)")
    try check(
      .signPresent(enclaveKey(), digest: [7, 8, 9], claim), "012a \(claimed) 00a1 \(Self.enclaveKeyBytes) 0003 070809")
    let point = String(repeating: "04", count: 65)
    try check(
      .agreePresent(enclaveKey(), publicKey: [UInt8](repeating: 4, count: 65), claim),
      "012b \(claimed) 00a1 \(Self.enclaveKeyBytes) \(point)")
  }

  @Test func `Messages about passkeys have these bytes`() throws {
    let question = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let (party, hash) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 32))
    let user = [UInt8](repeating: 8, count: 32)
    let key = try #require(
      PasskeyKey(
        wrapped: wrapped(.keychainWhenUnlocked), .portable, relyingPartyHash: party, userHash: user,
        publicKey: [UInt8](repeating: 5, count: 65), sealed: [UInt8](repeating: 6, count: 112)))
    let keyBytes =
      "02 01" + String(repeating: "00", count: 40) + String(repeating: "07", count: 32)
      + String(repeating: "08", count: 32)
      + String(repeating: "05", count: 65) + String(repeating: "06", count: 112)
    let (parties, hashes) = (String(repeating: "07", count: 32), String(repeating: "09", count: 32))
    let users = String(repeating: "08", count: 32)
    let salts = try #require(PRFSalts([[UInt8](repeating: 2, count: 32)]))
    let claim = ProofClaim(of: question, for: ProofStatement(.showPasswords, by: .owner(in: 258)))
    let claimed = "\(String(repeating: "09", count: 16)) 0026 0c 00000102 00 \(String(repeating: "00", count: 32))"
    let creation = try #require(
      PasskeyCreation(relyingPartyHash: party, userHash: user, .portable, clientDataHash: hash, salts: salts))
    try check(
      .makePasskey(creation, claim),
      "012c \(claimed) 01 \(parties) \(users) \(hashes) 01 \(String(repeating: "02", count: 32))")
    let use = try #require(PasskeyUse(key, clientDataHash: hash))
    try check(.assertPasskey(use, claim), "012d \(claimed) \(keyBytes) \(hashes) 00")
    try check(.passkey(NewPasskey(key, PRFOutputs())), "014c \(keyBytes) 00")
    let outputs = PRFOutputs(SecretBytes(copying: [UInt8](repeating: 4, count: 32).span))
    try check(
      .assertion(PasskeyAssertion(key.head(.authentication), [UInt8](repeating: 3, count: 8), outputs)),
      "014d \(parties) 0d 00000000 0008 0303030303030303 01 \(String(repeating: "04", count: 32))")
    let transferred = try #require(
      TransferredPasskey(
        relyingPartyHash: party, userHash: user, publicKey: [UInt8](repeating: 5, count: 65),
        nonce: [UInt8](repeating: 1, count: 12), sealed: [UInt8](repeating: 6, count: 112)))
    let transferredBytes =
      "03 \(parties) \(users)" + String(repeating: "05", count: 65) + String(repeating: "01", count: 12)
      + String(repeating: "06", count: 112)
    let transfer = PasskeyTransferKey(SecretBytes(copying: hash.span))
    try check(
      .openTransfer(PasskeyTransfer(.into, transfer, by: secret("1234"))), "0138 02 \(hashes) 0004 31323334")
    try check(.takeOutPasskey(key), "0139 \(keyBytes)")
    try check(.bringInPasskey(transferred), "013a \(transferredBytes)")
    try check(.transferredPasskey(transferred), "0150 \(transferredBytes)")
    #expect(TransferDirection.allCases.map(\.rawValue) == [1, 2])
  }

  @Test func `Messages about keys of apps have these bytes`() throws {
    let app = [UInt8](repeating: 7, count: 32)
    let key = try #require(
      AppAttestKey(
        wrapped: wrapped(.keychainAfterFirstUnlockThisDeviceOnly), appIDHash: app,
        publicKey: [UInt8](repeating: 5, count: 65), sealed: [UInt8](repeating: 6, count: 48)))
    func hex(_ byte: String, _ count: Int) -> String { String(repeating: byte, count: count) }
    let keyBytes = "03" + hex("00", 40) + hex("07", 32) + hex("05", 65) + hex("06", 48)
    try check(.makeAppKey(app), "013c \(hex("07", 32))")
    let use = try #require(
      AppAttestKeyUse(key, counter: 258, launch: [0xA0], clientDataHash: [UInt8](repeating: 9, count: 16)))
    try check(.assertApp(use), "013d \(keyBytes) 00000102 0001 a0 0010 \(hex("09", 16))")
    try check(.appKey(key), "015a \(keyBytes)")
    let machine = try #require(StoredMachineKey(publicArea: [1, 2], privateArea: [3]))
    try check(.makeMachineKey(.p256), "013e 01")
    try check(.makeMachineKey(.rsa2048), "013e 02")
    try check(.endorsementCertificate(.rsa2048, from: 258), "0137 02 0102")
    #expect(EndorsementKeyKind.allCases.map(\.rawValue) == [1, 2])
    let credential = try #require(MachineCredential(machine, object: [4], secret: [5, 6]))
    let credentialBytes = "0002 0102 0001 03 0001 04 0002 0506"
    try check(.activateMachine(credential, nil), "013f 00 \(credentialBytes)")
    #expect(credential.octets == [0, 2, 1, 2, 0, 1, 3, 0, 1, 4, 0, 2, 5, 6])
    let question = try #require(QuestionNumber([UInt8](repeating: 3, count: 16)))
    let claim = ProofClaim(of: question, for: ProofStatement(.activateMachine([5]), by: .owner(in: 258)))
    let claimBytes =
      "0046 19 00000102 00 \(hex("00", 32)) e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    try check(.activateMachine(credential, claim), "013f 01 \(hex("03", 16)) \(claimBytes) \(credentialBytes)")
    let voucher = try #require(MachineVoucher(for: key, by: machine, request: [UInt8](repeating: 9, count: 32)))
    try check(.vouchForApp(voucher), "013b \(keyBytes) 0002 0102 0001 03 \(hex("09", 32))")
    let new = try #require(NewMachineKey(machine, endorsementKey: [UInt8](repeating: 4, count: 65)))
    try check(.machineKey(new), "015b 0041 \(hex("04", 65)) 0002 0102 0001 03")
    let modulus = try #require(NewMachineKey(machine, endorsementKey: [UInt8](repeating: 9, count: 256)))
    try check(.machineKey(modulus), "015b 0100 \(hex("09", 256)) 0002 0102 0001 03")
    try check(.certificatePart(try #require(CertificatePart(of: 258, [7]))), "015d 0102 0001 07")
    try check(.certificatePart(try #require(CertificatePart(of: 0, []))), "015d 0000 0000")
    let quote = try #require(MachineQuote(statement: [7], signature: [UInt8](repeating: 8, count: 64)))
    try check(.machineQuote(quote), "015c 0001 07 \(hex("08", 64))")
  }

  @Test func `Replies have these bytes`() throws {
    let status = EnclaveStatus(
      state: .grace, passcode: .set, root: .tpm, epoch: 5, failures: 4, waitSeconds: 60, lost: 2,
      settings: LockSettings(graceSeconds: 10, .erases), chosenSettings: LockSettings(graceSeconds: 300, .waits),
      limits: LockLimits(graceSeconds: 10, tenthFailure: .erases),
      open: [.fileComplete, .fileNone, .keychainWhenPasscodeSetThisDeviceOnly], awaited: .broker,
      keyPages: .locked, workingMemory: .swappable, keyFiles: .oneCopyUnreadable,
      verdict: .long, stretching: StretchingCost(memoryKiB: 65536, passes: 3))
    let key = String(repeating: "07", count: 32)
    let zeros = String(repeating: "00", count: 40)
    try check(.welcome(version: 1), "0140 01")
    try check(.done, "0141")
    try check(
      .status(status),
      "0142 03 01 01 0000000000000005 00000004 0000003c 00000002 1012 02 02 02 02 000a01 012c00 000a01 "
        + "02 00010000 00000003"
    )
    try check(.volumeKey(SecretBytes(count: 64) { _ in }), "0143 \(String(repeating: "00", count: 64))")
    let batch = try NewKeyBatch(.fileNone, count: 2) { _ in
      NewKey(key: SecretBytes(copying: [UInt8](repeating: 7, count: 32).span), wrapped: try wrapped(.fileNone))
    }
    try check(.newKeys(batch), "0144 04 02 \(key)\(key) \(zeros)\(zeros)")
    try check(.key(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span)), "0145 \(key)")
    try check(.wrapped(wrapped(.fileNone)), "0146 04 \(zeros)")
    try check(.enclaveKey(enclaveKey()), "0148 00a1 \(Self.enclaveKeyBytes)")
    try check(.signature([UInt8](repeating: 3, count: 8)), "0149 0008 0303030303030303")
    try check(.registerNumber(258), "014a 0000000000000102")
    try check(.registerSeal(seal()), "014b \(Self.sealBytes)")
  }

  @Test(
    arguments: [
      (.malformed(.unknownNumber), "0147 01 05"), (.notPermitted, "0147 02"), (.outOfOrder, "0147 03"),
      (.noSharedVersion, "0147 04"), (.lockState(.locked), "0147 05 04"), (.noPasscode, "0147 06"),
      (.passcodeAlreadySet, "0147 07"), (.wrongPasscode(failures: 4, waitSeconds: 60), "0147 08 00000004 0000003c"),
      (.wait(seconds: 256), "0147 09 00000100"), (.damagedKey, "0147 0a"), (.noSuchKey(.fileComplete), "0147 0b 01"),
      (.storage(code: 28), "0147 0c 0000001c"), (.oldCopyRemains(code: 5), "0147 0d 00000005"), (.rootKey, "0147 0e"),
      (.tooManyRequests, "0147 0f"), (.erased, "0147 10"), (.descriptor, "0147 11"),
      (.keyLocked(.fileComplete), "0147 12 01"), (.lockUnfinished([.files, .broker]), "0147 13 03"),
      (.notProved, "0147 14"),
      (.inDoubt(code: 5), "0147 15 00000005"), (.registerForged, "0147 16"), (.registerOlder, "0147 17"),
      (.passcodeTooShort, "0147 18"), (.offerRefused, "0147 1e"),
    ] as [(EnclaveRefusal, String)])
  func `Refusals have these bytes`(refusal: EnclaveRefusal, hex: String) throws {
    try check(.refused(refusal), hex)
  }

  @Test(
    arguments: [
      (.ready, "0180"), (.willLock(epoch: 1, milliseconds: 10_000), "0181 0000000000000001 00002710"),
      (.locking(epoch: 1, milliseconds: 2000), "0182 0000000000000001 000007d0"),
      (.locked(epoch: 2), "0183 0000000000000002"), (.unlocked(epoch: 2), "0184 0000000000000002"), (.erased, "0185"),
      (.filesOverdue, "0186"), (.brokerOverdue, "0187"),
    ] as [(EnclaveEvent, String)])
  func `Events have these bytes`(event: EnclaveEvent, hex: String) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try event.encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: hex))
    #expect(try EnclaveEvent(decoding: buffer.bytes.span) == event)
  }

  private func check(_ request: consuming EnclaveRequest, _ hex: String) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestRequest)
    try request.encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: hex))
    try EnclaveRequest(decoding: buffer.bytes.span).encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: hex))
  }

  private func check(_ reply: consuming EnclaveReply, _ hex: String) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try reply.encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: hex))
    try EnclaveReply(decoding: buffer.bytes.span).encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: hex))
  }

  private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

  /// Version 1 of the stored form, of 161 bytes with what it is bound to.
  private static let enclaveKeyBytes =
    "01 08" + String(repeating: "00", count: 40) + String(repeating: "05", count: 65)
    + String(repeating: "06", count: 48) + "aabbccddeeff"

  private func enclaveKey() throws -> EnclaveKey {
    let key = EnclaveKey(
      wrapped: try wrapped(.keychainAlways), binding: [0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF],
      publicKey: [UInt8](repeating: 5, count: 65), sealed: [UInt8](repeating: 6, count: 48))
    return try #require(key)
  }

  private static let sealBytes = "0000000000000102" + String(repeating: "0a", count: 32)

  private func seal() throws -> RegisterSeal {
    try #require(RegisterSeal(number: 258, code: [UInt8](repeating: 10, count: 32)))
  }

  private func wrapped(_ keyClass: KeyClass) throws -> WrappedKey {
    let bytes = [UInt8](repeating: 0, count: WrappedKey.size(of: keyClass))
    return try #require(WrappedKey(keyClass: keyClass, bytes: bytes))
  }
}
