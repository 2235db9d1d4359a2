// SPDX-License-Identifier: Apache-2.0
import AppModel
import PromptModel
import BrokerMessages
import KeychainBackup
import KeychainModel
import ProtectionModel
import SecretMemory
import Testing
import WidgetUpdates
import WidgetModel
import WireFormat

/// The bytes of version 3: a change here is a change of the protocol.
@Suite struct GoldenBytesTests {
  static let nonce: [UInt8] = Array(1...16)
  static let nonceHex = "0102030405060708090a0b0c0d0e0f10"
  /// No return, no limit, no filter, prompts allowed, nothing else.
  static let noOptions = "00 00 00 00 00 00 00 00 00 01 00 00 0000 00 00 00000000"
  /// The end of a query: no object, no options.
  static let query = "00 " + noOptions
  private let page: ProtocolPage

  init() throws { page = try ProtocolPage() }

  @Test func `Requests have these bytes`() throws {
    try check(.hello(lowest: 1, highest: 2, nonce: Self.nonce), "0101 01 02 \(Self.nonceHex) 0000")
    try check(.hello(lowest: 1, highest: 2, nonce: Self.nonce, ticket: [7]), "0101 01 02 \(Self.nonceHex) 0001 07")
    try check(keychain: .find(ItemQuery(nil)), "02 0102 00 00 00 \(Self.query)")
    try check(
      keychain: .find(ItemQuery(.genericPassword, [.service: "s", .account: .data([7])])),
      "02 0102 01 00 02 61636374 02 00000001 07 73766365 01 00000001 73 \(Self.query)")
    try check(keychain: .delete(ItemQuery(.certificate)), "02 0104 03 00 00 \(Self.query)")
    try check(keychain: .secrets(ofService: "s", ["a", "b"]), "02 010c 00000001 73 0002 00000001 61 00000001 62")
    try check(
      keychain: .change([.delete(ItemQuery(.certificate)), .delete(ItemQuery(nil))]),
      "02 010d 02 03 03 00 00 \(Self.query) 03 00 00 00 \(Self.query)")
    try check(
      .keychain(.secrets([.success(SecretData(copying: [7].span)), .failure(.itemNotFound)])),
      "02 010d 0002 01 00000001 07 00 ffff9d2c")
    try check(keychain: .ownersChanges(otherThan: 3, seconds: 5), "02 010e 0000000000000003 0005")
    try check(.keychain(.ownersChanges(7)), "02 010e 0000000000000007")
    try check(apps: .access, "02 0201")
    try check(apps: .register(path: Array("/a".utf8), xml: Array("<".utf8)), "02 0202 00000002 2f61 00000001 3c")
    try check(apps: .unregister(path: Array("/a".utf8)), "02 0204 00000002 2f61")
    try check(apps: .registrations, "02 0206")
    let owner = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    try check(
      apps: .unregisterByOwner(owner, path: Array("/a".utf8)),
      "02 0205 \(String(repeating: "09", count: 16)) 00000002 2f61")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    try check(
      apps: .registerByOwner(number, path: Array("/a".utf8), xml: Array("<".utf8)),
      "02 0203 \(String(repeating: "09", count: 16)) 00000002 2f61 00000001 3c")
  }

  @Test func `Apps that are bundles`() throws {
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let seal = [UInt8](repeating: 0x5E, count: 32)
    let sealHex = String(repeating: "5e", count: 32)
    try check(.bundles(.trust([0x30])), "02 0401 00000001 30")
    try check(.bundles(.trustByOwner(number, [0x30])), "02 0402 \(String(repeating: "09", count: 16)) 00000001 30")
    let papers = BundlePapers(sealedList: [1], signature: [2], info: [3], entitlements: [], extensions: [[4]])
    try check(.bundles(.install(papers)), "02 0405 00000001 01 01 00000001 02 00000001 03 00000000 01 00000001 04")
    try check(
      .bundles(.installByOwner(number, papers)),
      "02 040b \(String(repeating: "09", count: 16)) 00000001 01 01 00000001 02 00000001 03 00000000 01 00000001 04")
    try check(.bundles(.remove("a", .keep)), "02 0406 00000001 61 02")
    try check(.bundles(.installed), "02 0407")
    try check(.bundles(.launch(LaunchRequest(identifier: "a", seal: nil))), "02 0408 00000001 61 00")
    try check(.bundles(.launch(LaunchRequest(identifier: "a", seal: seal))), "02 0408 00000001 61 01 \(sealHex)")
    try check(
      .bundles(.launchExtension(ExtensionLaunchRequest(identifier: "a", seal: seal, entitlements: nil))),
      "02 040c 00000001 61 \(sealHex) 00")
    try check(
      .bundles(.launchExtension(ExtensionLaunchRequest(identifier: "a", seal: seal, entitlements: [9]))),
      "02 040c 00000001 61 \(sealHex) 01 00000001 09")
    try check(.bundles(.running), "02 0409")
    try check(.bundles(.vendor), "02 040a")
    try check(.bundles(.revoke(seal)), "02 0403 \(sealHex)")
    try check(.bundles(.revokeByOwner(number, seal)), "02 0404 \(String(repeating: "09", count: 16)) \(sealHex)")
    try check(.bundles(.installed([], .last)), "02 0401 02 00000000")
    try check(.bundles(.running([RunningApp(identifier: "a", process: 7)])), "02 0403 00000001 00000001 61 00000007")
    try check(.bundles(.vendor([UInt8](repeating: 9, count: 16))), "02 0404 01 \(String(repeating: "09", count: 16))")
    try check(.bundles(.vendor(nil)), "02 0404 00")
    try check(.refused(.bundle(BundleRefusal(.otherPublisher, "a"))), "0147 19 0d 00000001 61")
  }

  @Test func `Pictures of widgets`() throws {
    let bare = PublishedPicture(folder: [0x2F], hidden: ".a.bailey-1", name: "a", cover: nil, state: .unlocked)
    let hidden = "0000000b 2e612e6261696c65792d31"
    try check(.widgets(.publish(bare)), "02 0a01 00000001 2f \(hidden) 00000001 61 00 02")
    let covered = PublishedPicture(
      folder: [0x2F], hidden: ".a.bailey-1", name: "a", cover: ".a.bailey-1", state: .locked)
    try check(.widgets(.publish(covered)), "02 0a01 00000001 2f \(hidden) 00000001 61 01 \(hidden) 04")
  }

  @Test func `What surfaces show`() throws {
    try check(.widgets(.surfaces), "02 0a07")
    let change = try #require(SurfaceChange("column=show"))
    let line = "00000001 0000000b 636f6c756d6e3d73686f77"
    try check(.widgets(.chooseSurfaces([change], nil)), "02 0a08 \(line) 00")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    try check(
      .widgets(.chooseSurfaces([change], number)), "02 0a08 \(line) 01 \(String(repeating: "09", count: 16))")
    try check(.widgets(.surfaces([change], isInForce: true)), "02 0a03 \(line) 01")
  }

  @Test func `Reloads of widgets`() throws {
    try check(.widgets(.reload(kind: nil)), "02 0a02 00")
    try check(.widgets(.reload(kind: "k")), "02 0a02 01 00000001 6b")
    try check(.widgets(.shown), "02 0a03")
    let reload = WidgetReload(owner: "o", kind: "k", number: 7, charge: .free)
    let reloadHex = "00000001 6f 01 00000001 6b 0000000000000007 02"
    try check(.widgets(.reloadExtension(reload)), "02 0a04 \(reloadHex)")
    let widget = ShownWidget(owner: "o", kind: "k", family: "f")
    let widgetHex = "00000001 6f 00000001 6b 00000001 66"
    let following = WidgetFollowing(state: .unlocked, number: 7, widgets: [widget], seconds: 3)
    try check(.widgets(.follow(following)), "02 0a05 01 02 0000000000000007 0003 00000001 \(widgetHex)")
    try check(.widgets(.shownExtension("o")), "02 0a06 00000001 6f")
    try check(.widgets(.shown([widget])), "02 0a01 00000001 \(widgetHex)")
    try check(
      .widgets(.changes(WidgetNews(state: .locked, number: 7, reloads: [reload]))),
      "02 0a02 04 0000000000000007 00000001 \(reloadHex)")
    let other = WidgetReload(owner: "o", kind: nil, charge: .patient)
    try check(.widgets(.reloadExtension(other)), "02 0a04 00000001 6f 00 0000000000000000 03")
    #expect(WidgetReload.Charge.allCases.map(\.rawValue) == [1, 2, 3])
  }

  @Test func `Questions for the person`() throws {
    let context = try #require(ContextToken([UInt8](repeating: 0xCC, count: 32)))
    let token = String(repeating: "cc", count: 32)
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let nines = String(repeating: "09", count: 16)
    try check(person: .authentication(.hasPasscode), "02 0301 01")
    let question = AuthenticationQuestion(
      context: context, reason: "why", cancelTitle: "No", reuseSeconds: 10, interaction: .refused)
    try check(
      person: .authentication(.authenticate(question)), "02 0301 02 \(token) 00000003 776879 01 00000002 4e6f 000a 02")
    try check(person: .authentication(.invalidate(context)), "02 0301 03 \(token)")
    try check(
      person: .authentication(.permission(question)), "02 0301 04 \(token) 00000003 776879 01 00000002 4e6f 000a 02")
    try check(person: .permission(.once), "02 0305 01")
    try check(person: .authentication(.biometry), "02 0301 05")
    var biometric = question
    biometric.factor = .biometry
    try check(
      person: .authentication(.authenticate(biometric)),
      "02 0301 06 \(token) 00000003 776879 01 00000002 4e6f 000a 02")
    biometric.factor = .passcode
    try check(
      person: .authentication(.authenticate(biometric)),
      "02 0301 07 \(token) 00000003 776879 01 00000002 4e6f 000a 02")
    let set = try #require(FingerSet([UInt8](repeating: 0x5a, count: FingerSet.size)))
    try check(person: .biometry(.unavailable), "02 0306 01")
    try check(person: .biometry(.notEnrolled), "02 0306 02")
    try check(person: .biometry(.lockedOut(set)), "02 0306 03" + String(repeating: " 5a", count: 32))
    try check(person: .biometry(.ready(set)), "02 0306 04" + String(repeating: " 5a", count: 32))
    try check(person: .agent(.settle(number, .provedOnce)), "02 0302 02 \(nines) 06")
    try check(person: .agent(.nextQuestion(seconds: 25)), "02 0302 01 0019")
    try check(person: .agent(.settle(number, .cancelled)), "02 0302 02 \(nines) 02")
    try check(person: .lockState(otherThan: .locked, seconds: 5), "02 0303 01 04 0005")
    try check(person: .lockState(otherThan: nil, seconds: 0), "02 0303 00 0000")
    try check(person: .passcode(true), "02 0301 01")
    let pending = PendingQuestion(
      number: number, requester: Requester(process: 7, program: "/a"), reason: "why", cancelTitle: nil)
    try check(person: .question(pending), "02 0302 01 \(nines) 00000007 01 00000002 2f61 00000003 776879 00 01 00")
    let seat = PendingQuestion(
      number: number, requester: Requester(process: 7, program: "/a"), reason: "", cancelTitle: nil,
      kind: .passcode(.agentSeat))
    try check(person: .question(seat), "02 0302 01 \(nines) 00000007 01 00000002 2f61 00000000 00 07 00")
    for (occasion, byte) in [(PasswordOccasion.new, "02"), (.unlock, "03"), (.again, "04")] {
      let pending = PendingQuestion(
        number: number, requester: Requester(process: 7, program: nil), reason: "", cancelTitle: nil,
        kind: .password(of: "k", occasion))
      try check(person: .question(pending), "02 0302 01 \(nines) 00000007 00 00000000 00 \(byte) 0001 6b 00")
    }
    try check(person: .question(nil), "02 0302 00")
    try check(person: .lockState(.unlocked), "02 0304 02")
    try check(.refused(.authentication(.userCancelled)), "0147 0d 02")
  }

  @Test func `Keys of the enclave`() throws {
    let wrapped = try #require(
      WrappedKey(keyClass: .keychainAlways, bytes: [UInt8](repeating: 2, count: 40)))
    let key = try #require(
      EnclaveKey(
        wrapped: wrapped, binding: [1], publicKey: [UInt8](repeating: 3, count: 65),
        sealed: [UInt8](repeating: 4, count: 48)))
    let keyHex =
      "009c 01 08"
      + [(40, "02"), (65, "03"), (48, "04"), (1, "01")].map {
        String(repeating: $0.1, count: $0.0)
      }.joined()
    let point = String(repeating: "05", count: 65)
    let publicKey = [UInt8](repeating: 5, count: 65)
    try check(keychain: .enclaveKey(.make(AccessControl(.always), group: nil)), "02 0106 01 01080000000000 00")
    try check(
      keychain: .enclaveKey(.make(AccessControl(.always), group: "g")), "02 0106 01 01080000000000 01 00000001 67")
    try check(
      keychain: .enclaveKey(.sign(key, digest: [7, 8], AuthenticationChoice(prompt: .fail))),
      "02 0106 02 \(keyHex) 02 0708 02 00 00 0000"
    )
    try check(
      keychain: .enclaveKey(.signer(key)), "02 0106 04 \(keyHex)")
    try check(
      keychain: .enclaveKey(.agree(key, publicKey: publicKey, AuthenticationChoice())),
      "02 0106 03 \(keyHex) \(point) 01 00 00 0000"
    )
    try check(keychain: .enclaveKey(key), "02 0103 \(keyHex)")
    try check(keychain: .signature([1, 2]), "02 0104 00000002 0102")
    try check(keychain: .secret(secret("s")), "02 0105 01 00000001 73")
  }

  @Test func `Additions and changes`() throws {
    var addition = ItemAddition(.key, [.keyClass: 1], data: secret("abc"))
    try check(
      keychain: .add(addition), "02 0101 04 00 01 6b636c73 03 0000000000000001 \(Self.noOptions) 01 00000003 616263 00")
    addition = ItemAddition(.identity, data: .empty)
    addition.certificate = CertificatePart(attributes: [.label: "l"], data: nil)
    addition.persistentReference = PersistentReference(.identity, row: 2)
    try check(
      keychain: .add(addition),
      "02 0101 05 02 05 0000000000000002 00 \(Self.noOptions) 01 00000000 01 01 6c61626c 01 00000001 6c 00")
    try check(
      keychain: .update(ItemQuery(.genericPassword), ItemChanges(data: secret("z"), defect: .noSuchAttribute)),
      "02 0103 01 00 00 \(Self.query) 00 01 00000001 7a ffff9d29")
  }

  @Test func `Every type of value`() throws {
    let control = try #require(AccessControl(.whenPasscodeSetThisDeviceOnly, constraints: .userPresence))
    let attributes: ItemAttributes = [
      .account: .string("é"), .comment: .data([]), .creator: .number(-2), .isInvisible: .boolean(true),
      .creationDate: .date(1.5), .accessControl: .accessControl(control),
    ]
    try check(
      keychain: .find(ItemQuery(.internetPassword, attributes)),
      """
      02 0102 02 00 06 61636363 06 010c0100000001 61636374 01 00000002 c3a9 63646174 05 3ff8000000000000
      63727472 03 fffffffffffffffe 69636d74 02 00000000 696e7669 04 01 \(Self.query)
      """)
  }

  @Test func `Every option has these bytes`() throws {
    var match = MatchFilters()
    match.hostOrSubdomain = "h"
    match.issuers = [[1], []]
    match.validOn = .date(1)
    match.emailAddress = "m"
    match.trustedOnly = true
    match.policy = MatchPolicy(identifier: "p", name: "n")
    match.hasOthers = true
    let options = RequestOptions(
      returns: .all, limit: .count(5), match: match,
      authentication: AuthenticationChoice(
        prompt: .skip, context: AuthenticationContext([9]), reason: "r", reuseSeconds: 300),
      useTombstones: false, defect: .param)
    try check(
      keychain: .find(ItemQuery(nil, options: options)),
      """
      02 0102 00 00 00 00 0f 03 00000005 01 00000001 68 01 0002 00000001 01 00000000 02 3ff0000000000000 01 00000001 6d 02
      01 00000001 70 01 00000001 6e 01 03 01 09 01 00000001 72 012c 01 00 ffffffce
      """)
    match = MatchFilters()
    match.validOn = .now
    match.trustedOnly = false
    match.policy = MatchPolicy(identifier: "")
    let others = RequestOptions(limit: .all, match: match, useTombstones: true)
    try check(
      keychain: .find(ItemQuery(nil, options: others)),
      "02 0102 00 00 00 00 00 02 00 00 01 00 01 01 00000000 00 00 01 00 00 0000 02 00 00000000")
    match = MatchFilters()
    match.policy = MatchPolicy(identifier: "p", side: .client)
    let client = RequestOptions(limit: .all, match: match)
    try check(
      keychain: .find(ItemQuery(nil, options: client)),
      "02 0102 00 00 00 00 00 02 00 00 00 00 00 01 00000001 70 00 02 01 00 00 0000 00 00 00000000")
    try check(
      keychain: .find(ItemQuery(nil, options: RequestOptions(limit: .one))),
      "02 0102 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 0000 00 00 00000000")
  }

  @Test func `Replies have these bytes`() throws {
    let reference = try #require(PersistentReference(.genericPassword, identifier: Self.nonce))
    let item = ItemResult(
      .genericPassword, attributes: [.account: "a"], data: secret("s"), persistentReference: reference)
    let itemHex = "01 01 01 61636374 01 00000001 61 01 00000001 73 00 01 01 \(Self.nonceHex)"
    try check(.challenge(nonce: Self.nonce), "0140 \(Self.nonceHex)")
    try check(.welcome(version: 3), "0141 03 0000")
    try check(.welcome(version: 3, ticket: [7]), "0141 03 0001 07")
    try check(.done, "0142")
    try check(keychain: .added(nil), "02 0101 00")
    try check(keychain: .added(item), "02 0101 01 \(itemHex)")
    try check(keychain: .items([], .last), "02 0102 02 00000000")
    try check(keychain: .items([item, ItemResult(.key)], .more), "02 0102 01 00000002 \(itemHex) 04 00 00 00 00")
    try check(
      apps: .access(AppAccess(standing: .registered, identifier: "i", groups: ["g", "h"], isAppClip: true)),
      "02 0201 01 01 00000001 69 0002 00000001 67 00000001 68 01")
    try check(
      apps: .access(AppAccess(standing: .unregistered, identifier: nil, groups: [], isAppClip: false)),
      "02 0201 03 00 0000 00")
    let app = RegisteredApp(
      path: Array("/a".utf8), digest: [UInt8](repeating: 5, count: 32), identifier: nil, groups: ["g"],
      condition: .missing)
    let digest = String(repeating: "05", count: 32)
    try check(apps: .registrations([app], .last), "02 0202 02 00000001 00000002 2f61 \(digest) 00 0001 00000001 67 03")
    try check(.idleClose, "0148")
  }

  @Test(
    arguments: [
      (.malformed(.unknownNumber), "01 05"), (.notPermitted, "02"), (.outOfOrder, "03"), (.noSharedVersion, "04"),
      (.keychain(.itemNotFound), "05 ffff9d2c"), (.tooManyRequests, "06"), (.file(code: 2), "07 00000002"),
      (.entitlements, "08"), (.storage(code: 28), "09 0000001c"), (.registryDamaged, "0a"), (.registryFull, "0b"),
      (.notRegistered, "0c"), (.groupTaken("g"), "14 00000001 67"),
      (.script, "15"), (.served, "16"), (.registryRefused, "17"), (.stateChanged, "2d"),
      (.locked(.showWhileLocked), "3c 14"),
    ] as [(BrokerRefusal, String)])
  func `Refusals have these bytes`(refusal: BrokerRefusal, hex: String) throws {
    try check(.refused(refusal), "0147 " + hex)
  }

  // MARK: - Parts

  /// And who may make it, as `Documentation/BrokerProtocol.md` says.
  func check(_ request: BrokerRequest, _ hex: String) throws {
    let line = try #require(page.lines[request.row.number.rawValue])
    #expect(line.rows.contains(request.row.text), "\(line.name): \(request.row.text)")
    var buffer = WireBuffer(smallest: 64, capacity: 1 << 16)
    try request.encode(into: &buffer)
    let contents = bytes(of: hex)
    #expect(buffer.bytes == head(contents) + contents)
    try BrokerRequest(decoding: contents.span).encode(into: &buffer)
    #expect(buffer.bytes == head(contents) + contents)
  }

  func check(_ reply: BrokerReply, _ hex: String) throws {
    var buffer = WireBuffer(smallest: 64, capacity: 1 << 16)
    try reply.encode(into: &buffer)
    let contents = bytes(of: hex)
    #expect(buffer.bytes == head(contents) + contents)
    try BrokerReply(decoding: contents.span).encode(into: &buffer)
    #expect(buffer.bytes == head(contents) + contents)
  }

  func check(keychain request: KeychainRequest, _ hex: String) throws { try check(.keychain(request), hex) }
  func check(apps request: AppsRequest, _ hex: String) throws { try check(.apps(request), hex) }
  func check(person request: PersonRequest, _ hex: String) throws { try check(.person(request), hex) }
  func check(keychain reply: KeychainReply, _ hex: String) throws { try check(.keychain(reply), hex) }
  func check(apps reply: AppsReply, _ hex: String) throws { try check(.apps(reply), hex) }
  func check(person reply: PersonReply, _ hex: String) throws { try check(.person(reply), hex) }

  func head(_ contents: [UInt8]) -> [UInt8] { [0, 0, UInt8(contents.count >> 8), UInt8(contents.count & 255)] }

  func secret(_ text: String) -> SecretData { SecretData(copying: Array(text.utf8).span) }
}
