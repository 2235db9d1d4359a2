// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import KeychainModel
import PasskeyItems
import PasskeyKeys
import PromptModel
import ProtectionModel
import Testing

extension GoldenBytesTests {
  private func filled(_ byte: UInt8, _ count: Int = 32) -> [UInt8] { [UInt8](repeating: byte, count: count) }
  private func hex(_ byte: UInt8, _ count: Int = 32) -> String {
    String(repeating: (byte < 16 ? "0" : "") + String(byte, radix: 16), count: count)
  }

  @Test func `Requests about passkeys`() throws {
    let request = try #require(ContextToken(filled(0xCC)))
    let salts = try #require(PRFSalts([filled(2)]))
    let making = PasskeyMaking(
      request, relyingParty: "a.b", userHandle: [7], userName: "u", displayName: "d", clientDataHash: filled(9),
      salts: salts, excluded: [[1]], .thisDeviceOnly, at: AskingPage("p", inside: "t"), .transient)
    try check(
      .passkeys(.make(making)),
      "02 0b16 \(hex(0xCC)) 00000003 612e62 00000001 07 00000001 75 00000001 64 \(hex(9)) 01 \(hex(2)) "
        + "00000001 00000001 01 00 01 00000001 70 01 00000001 74 01")
    func using(_ blob: PasskeyUsing.BlobWish) -> PasskeyUsing {
      PasskeyUsing(
        request, relyingParty: "a.b", allowed: [[1], [2, 3]], clientDataHash: filled(9), salts: PRFSalts(),
        ownSalts: [PasskeyUsing.OwnSalts([1], salts)], blob: blob, .immediate)
    }
    let start =
      "02 0b17 \(hex(0xCC)) 00000003 612e62 00000002 00000001 01 00000002 0203 \(hex(9)) 00 "
      + "00000001 00000001 01 01 \(hex(2)) 01"
    try check(.passkeys(.use(using(.none))), "\(start) 00 00 00")
    try check(.passkeys(.use(using(.read))), "\(start) 01 00 00")
    try check(.passkeys(.use(using(.write([5])))), "\(start) 02 00000001 05 00 00")
    #expect(PasskeyUsing.Urgency.patient.rawValue == 0 && UserActivation.absent.rawValue == 0)
    for (news, hex) in [
      (PasskeySignal.News.unknown(credential: [1]), "01 00000001 01"),
      (.accepted(userHandle: [7], credentials: [[1]]), "02 00000001 07 00000001 00000001 01"),
      (.details(userHandle: [7], name: "u", displayName: "d"), "03 00000001 07 00000001 75 00000001 64"),
    ] { try check(.passkeys(.signal(PasskeySignal(news, of: "a.b"))), "02 0b12 00000003 612e62 \(hex)") }
    try check(.passkeys(.reach(nil)), "02 0b13 00")
    try check(.passkeys(PasskeysRequest.reach(.thisDeviceOnly)), "02 0b13 01 00")
    try check(.passkeys(.withdraw(request)), "02 0b04 \(hex(0xCC))")
    let number = try #require(QuestionNumber(filled(9, 16)))
    try check(.passkeys(.list(nil)), "02 0b05 00")
    try check(.passkeys(.list(number)), "02 0b05 01 \(hex(9, 16))")
    try check(
      .passkeys(.change(.rename, credential: [1], name: "n", number)),
      "02 0b06 03 00000001 01 00000001 6e 01 \(hex(9, 16))")
    #expect(PasskeyOperation.allCases.map(\.rawValue) == [1, 2, 3])
  }

  @Test func `Messages about passkeys that move`() throws {
    let wrapped = try #require(WrappedKey(keyClass: .keychainWhenUnlocked, bytes: filled(0, 40)))
    let key = try #require(
      PasskeyKey(
        wrapped: wrapped, .portable, relyingPartyHash: filled(7), userHash: filled(8), publicKey: filled(5, 65),
        sealed: filled(6, 112)))
    let stored = StoredPasskey(
      credential: [1], relyingParty: "a.b", userHandle: [7], userName: "u", displayName: "d", key: key, created: 258)
    var passkey = try #require(stored)
    (passkey.label, passkey.largeBlob) = ("l", [9])
    let bytes =
      "01 02 01 \(hex(0, 40)) \(hex(7)) \(hex(8)) \(hex(5, 65)) \(hex(6, 112)) 0000000000000102 \(hex(0, 32)) "
      + "0001 01 0003 612e62 0001 07 0001 09 0001 75 0001 64 0001 6c"
    let number = try #require(QuestionNumber(filled(9, 16)))
    try check(.passkeys(.fetch(nil)), "02 0b20 00")
    try check(.passkeys(.fetch(number)), "02 0b20 01 \(hex(9, 16))")
    try check(.passkeys(.keep([passkey], number)), "02 0b21 00000001 0000015b \(bytes) 01 \(hex(9, 16))")
    try check(.passkeys(.stored([passkey])), "02 0b20 00000001 0000015b \(bytes)")
    try check(.passkeys(.kept(KeptPasskeys(added: 2, there: 1))), "02 0b21 00000002 00000001")
  }

  @Test func `Replies about passkeys`() throws {
    let wrapped = try #require(WrappedKey(keyClass: .keychainWhenUnlocked, bytes: filled(0, 40)))
    let key = try #require(
      PasskeyKey(
        wrapped: wrapped, .portable, relyingPartyHash: filled(7), userHash: filled(8), publicKey: filled(5, 65),
        sealed: filled(6, 112)))
    let keyHex = "02 01 \(hex(0, 40)) \(hex(7)) \(hex(8)) \(hex(5, 65)) \(hex(6, 112))"
    try check(.passkeys(.elsewhere), "02 0b12")
    try check(.passkeys(.reach(.portable)), "02 0b13 01")
    try check(.passkeys(.made(credential: [1], key, outputs: nil)), "02 0b02 00000001 01 \(keyHex) 00")
    let outputs = SecretData(copying: filled(4).span)
    try check(
      .passkeys(.made(credential: [1], key, outputs: outputs)),
      "02 0b02 00000001 01 \(keyHex) 01 00000020 \(hex(4))")
    let used = UsedPasskey(
      credential: [1], authenticatorData: key.head(.authentication), signature: [3], userHandle: [7], outputs: nil,
      blob: [5],
      isWritten: true)
    try check(
      .passkeys(.used(used)),
      "02 0b11 00000001 01 \(hex(7)) 0d 00000000 00000001 03 00000001 07 00 01 00000001 05 01 01")
    for (standing, state) in [
      (PasskeyStanding.current, "01"), (.replaced, "02"), (.deleted(258), "03 0000000000000102"),
      (.hidden(258), "04 0000000000000102"),
    ] {
      let listing = PasskeyListing(
        credential: [1], relyingParty: "a.b", userHandle: [7], userName: "u", displayName: "d", label: "l", .portable,
        created: 1, lastUsed: 2, blobSize: 3, standing)
      try check(
        .passkeys(.passkeys([listing])),
        "02 0b04 00000001 00000001 01 00000003 612e62 00000001 07 00000001 75 00000001 64 00000001 6c 01 "
          + "0000000000000001 0000000000000002 0003 \(state)")
    }
  }

  @Test func `Questions about passkeys`() throws {
    let number = try #require(QuestionNumber(filled(9, 16)))
    let subject = try #require(
      PasskeySubject(
        relyingParty: "a.b", account: "u", userHash: filled(8), clientDataHash: filled(9), saltsHash: filled(7)))
    let subjectHex = "00000003 612e62 00000001 75 \(hex(8)) \(hex(9)) \(hex(7))"
    func question(_ kind: QuestionKind, on page: AskingPage? = nil) -> PendingQuestion {
      PendingQuestion(
        number: number, requester: Requester(process: 7, program: "/a"), reason: "", cancelTitle: nil, kind: kind,
        at: page)
    }
    let start = "02 0302 01 \(hex(9, 16)) 00000007 01 00000002 2f61 00000000 00"
    try check(
      person: .question(question(.passcode(.makePasskey(subject, .portable)))), "\(start) 08 \(subjectHex) 01 00")
    try check(person: .question(question(.passcode(.usePasskey(subject)))), "\(start) 09 \(subjectHex) 00")
    let account = AccountQuestion.Account(name: "u", label: "l", isReplaced: true)
    try check(
      person: .question(question(.account(AccountQuestion(relyingParty: "a.b", accounts: [account])))),
      "\(start) 0a 00000003 612e62 00000001 00000001 75 00000001 6c 01 00")
    try check(
      person: .question(question(.unlock(UnlockQuestion(.use, at: "a.b")))), "\(start) 0b 02 00000003 612e62 00")
    #expect(UnlockQuestion.Operation.make.rawValue == 1)
    try check(
      person: .question(question(.unlock(UnlockQuestion(.use, at: "a.b")), on: AskingPage("p", inside: "t"))),
      "\(start) 0d 00000001 70 01 00000001 74 0b 02 00000003 612e62 00")
    try check(
      person: .question(question(.passcode(.usePasskey(subject)), on: AskingPage("p"))),
      "\(start) 0d 00000001 70 00 09 \(subjectHex) 00")
  }
}
