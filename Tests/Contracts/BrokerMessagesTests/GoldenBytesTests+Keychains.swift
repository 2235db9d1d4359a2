// SPDX-License-Identifier: Apache-2.0
import PromptModel
import BrokerMessages
import KeychainBackup
import KeychainModel
import SecretMemory
import Testing

/// What is asked about a keychain as a whole.
extension GoldenBytesTests {
  @Test func `Keychains as files`() throws {
    let name = try #require(KeychainName("k"))
    var query = ItemQuery(nil)
    query.options.kind = .file
    let options = "00 00 00 00 00 00 00 00 00 01 00 00 0000 00"
    try check(keychain: .find(query), "02 0102 00 00 00 00 \(options) 01 00000000")
    query.options.kind = .named(name)
    try check(keychain: .find(query), "02 0102 00 00 00 00 \(options) 02 0001 6b 00000000")
    try check(keychain: .file(.list), "02 010a 01")
    try check(keychain: .file(.create(name, secret("p"))), "02 010a 02 0001 6b 01 00000001 70")
    try check(keychain: .file(.delete(name)), "02 010a 03 0001 6b")
    try check(keychain: .file(.unlock(name, .empty)), "02 010a 04 0001 6b 01 00000000")
    try check(keychain: .file(.lock(nil)), "02 010a 05 00")
    try check(keychain: .file(.lock(name)), "02 010a 05 01 0001 6b")
    try check(
      keychain: .file(.setPassword(name, from: secret("a"), to: secret("b"))),
      "02 010a 06 0001 6b 01 00000001 61 01 00000001 62")
    try check(keychain: .file(.setSettings(name, .new)), "02 010a 07 0001 6b 01 0000012c")
    try check(keychain: .file(.setSettings(name, KeychainSettings())), "02 010a 07 0001 6b 00 ffffffff")
    try check(keychain: .file(.setStandard(nil)), "02 010a 08 00")
    try check(keychain: .file(.setStandard(.dataProtection)), "02 010a 08 01 0001 00")
    try check(keychain: .file(.setSearched([.dataProtection, .named(name)])), "02 010a 09 01 0002 00 02 0001 6b")
    try check(
      keychain: .keychains(KeychainListing([.init(name, .unlocked, .new)], standard: .named(name), searched: [])),
      "02 010c 0001 0001 6b 02 01 0000012c 01 0001 02 0001 6b 01 0000 01")
    try check(keychain: .keychains(KeychainListing([], extent: .known)), "02 010c 0000 00 00 02")
  }

  @Test func `Examinations have these bytes`() throws {
    try check(keychain: .examine(ItemQuery(nil)), "02 0105 00 00 00 \(Self.query)")
    let rows = [
      RowVerdict(.genericPassword, row: 1, group: 0, accessible: .whenUnlocked, .taken),
      RowVerdict(.key, row: 2, group: 1, accessible: nil, .differs([.account, .label])),
    ]
    try check(
      keychain: .examined(SearchReport(groups: ["g", ""], rows: rows, unlisted: 3)),
      """
      02 010b 0002 00000001 67 00000000 0002 01 0000000000000001 0000 06 01
      04 0000000000000002 0001 00 03 02 61636374 6c61626c 00000003
      """)
  }

  @Test func `Backups have these bytes`() throws {
    let name = try #require(KeychainName("k"))
    let key = BackupKey(SecretBytes(copying: [UInt8](repeating: 9, count: 32).span))
    let keyHex = String(repeating: "09", count: 32)
    try check(
      keychain: .backup(.part(.everything, of: nil, after: nil, first: 1, key: key)),
      "02 0109 01 01 00 \(keyHex) 0000000000000001 00")
    try check(
      keychain: .backup(.part(.own, of: name, after: BackupPosition(itemClass: .key, row: 7), first: 0, key: key)),
      "02 0109 01 02 01 0001 6b \(keyHex) 0000000000000000 01 04 0000000000000007")
    try check(
      keychain: .backup(.restore(.everything, of: name, [[1], []], first: 2, key: key)),
      "02 0109 02 01 01 0001 6b \(keyHex) 0000000000000002 0002 00000001 01 00000000")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    try check(keychain: .backup(.permit(number, .write, key: key)), "02 0109 05 \(keyHex.prefix(32)) 01 \(keyHex)")
    try check(keychain: .backup(.permit(number, .restore, key: key)), "02 0109 05 \(keyHex.prefix(32)) 02 \(keyHex)")
    try check(
      keychain: .backup(.groups([[1]], first: 2, key: key)), "02 0109 04 \(keyHex) 0000000000000002 0001 00000001 01")
    try check(keychain: .groups(["g", ""]), "02 010a 0002 00000001 67 00000000")
    var part = BackupPart()
    part.total = 5
    part.leftOut = 1
    part.next = BackupPosition(itemClass: .genericPassword, row: 3)
    part.records = [[0xAB]]
    try check(keychain: .backupPart(part), "02 0108 00000005 00000001 01 01 0000000000000003 0001 00000001 ab")
    var counts = RestoreCounts()
    (counts.added, counts.replaced, counts.kept, counts.foreign) = (1, 2, 3, 4)
    try check(keychain: .restored(counts), "02 0109 00000001 00000002 00000003 00000004")
  }

  @Test func `Looks at the whole keychain`() throws {
    let name = try #require(KeychainName("k"))
    try check(keychain: .verify(nil), "02 0107 00")
    try check(keychain: .verify(name), "02 0107 01 0001 6b")
    var report = StoreReport()
    try check(keychain: .verification(report), "02 0107 00000000 00000000 00000000 00 0000 0000 0000")
    report.items = 3
    report.tombstones = 2
    report.locked = 1
    report.newerFormat = 9
    let reference = PersistentReference(.key, identifier: Self.nonce)
    report.damaged = [DamagedItem(itemClass: .key, row: 7, reference: reference, damage: .unreadable)]
    report.lost = [
      LostItem(DamagedItem(itemClass: .genericPassword, row: 8, reference: nil, damage: .page), found: 1.5)
    ]
    report.pages = ["x"]
    try check(
      keychain: .verification(report),
      """
      02 0107 00000003 00000002 00000001 01 0000000000000009 0001 04 0000000000000007 02 01 04 \(Self.nonceHex)
      0001 01 0000000000000008 01 00 3ff8000000000000 0001 00000001 78
      """)
    try check(keychain: .forgetLost(nil, []), "02 0108 00 0000")
    try check(
      keychain: .forgetLost(name, report.lost), "02 0108 01 0001 6b 0001 01 0000000000000008 01 00 3ff8000000000000")
  }

  @Test func `What the owner asks`() throws {
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let reference = try #require(PersistentReference(.key, identifier: Self.nonce))
    try check(keychain: .owner(.permit(number)), "02 010b 01 09090909090909090909090909090909")
    try check(keychain: .owner(.list(.internetPassword)), "02 010b 02 02")
    try check(keychain: .owner(.reveal(reference)), "02 010b 03 01 04 \(Self.nonceHex)")
    try check(keychain: .owner(.delete(reference)), "02 010b 04 01 04 \(Self.nonceHex)")
    try check(
      keychain: .owner(.add(ItemAddition(.genericPassword, data: secret("abc")))),
      "02 010b 05 01 00 00 \(Self.noOptions) 01 00000003 616263 00")
    try check(
      keychain: .owner(.change(reference, ItemChanges(data: secret("z")))),
      "02 010b 06 01 04 \(Self.nonceHex) 00 01 00000001 7a 00000000")
  }
}
