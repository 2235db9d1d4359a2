// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import KeychainContract
import KeychainModel
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing

@testable import FileKeychain
import Threads
import SystemCalls

/// The file-based keychain of programs with the rules of macOS: its password, its own lock, and what it keeps of the
/// rules of the other one.
@Suite struct FileKeychainTests {
  private func secret(_ text: String) -> SecretBytes {
    let bytes = Array(text.utf8)
    return SecretBytes(copying: bytes.span)
  }

  private func keychain(_ folder: String, _ keys: FakeClassKeys = FakeClassKeys()) throws -> FileKeychain {
    let files = try PasswordKeys(
      in: FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY), device: keys, cost: .smallest)
    let seconds = Locked(700_000_000.0)
    let name = KeychainName.login
    return FileKeychain(name, at: "\(folder)/\(name.text)", keys: files, examiner: PlainCertificates()) {
      seconds.withLock { now in
        now += 1
        return now
      }
    }
  }

  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))
  private let query = ItemQuery(.genericPassword, [.account: "me"], options: RequestOptions(returns: .data))

  private func item(_ text: String) -> ItemAddition {
    let bytes = Array(text.utf8)
    return ItemAddition(.genericPassword, [.account: "me"], data: SecretData(copying: bytes.span))
  }

  private func text(_ items: [ItemResult]) -> String? {
    items.first?.data?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  // MARK: - The password

  @Test func `The first item makes it, under a password that the person chooses`() throws {
    try withTemporaryFolder { folder in
      let person = ToldPerson(["correct"])
      let keychain = try keychain(folder)
      let session = keychain.session(for: caller, passwords: person)
      #expect(throws: KeychainStatus.itemNotFound) { _ = try session.find(query) }
      #expect(person.asked.isEmpty)
      _ = try session.add(item("secret"))
      #expect(person.asked == [.new])
      #expect(try text(session.find(query)) == "secret")
      #expect(person.asked == [.new])
    }
  }

  @Test func `Locked, it opens with its password and with no other`() throws {
    try withTemporaryFolder { folder in
      let first = try keychain(folder)
      _ = try first.session(for: caller, passwords: ToldPerson(["correct"])).add(item("secret"))
      first.lock()
      let person = ToldPerson(["wrong", "correct"])
      #expect(try text(first.session(for: caller, passwords: person).find(query)) == "secret")
      #expect(person.asked == [.unlock, .again])
      first.lock()
      let stranger = ToldPerson(["a", "b", "c", "correct"])
      #expect(throws: KeychainStatus.authFailed) {
        _ = try first.session(for: caller, passwords: stranger).find(query)
      }
      #expect(throws: KeychainStatus.userCanceled) {
        _ = try first.session(for: caller, passwords: ToldPerson([])).find(query)
      }
      #expect(first.condition == .locked)
    }
  }

  @Test func `It is there again after a restart, locked`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      do {
        _ = try keychain(folder, keys).session(for: caller, passwords: ToldPerson(["correct"])).add(item("secret"))
      }
      let again = try keychain(folder, keys)
      #expect(again.condition == .locked)
      #expect(try text(again.session(for: caller, passwords: ToldPerson(["correct"])).find(query)) == "secret")
    }
  }

  @Test func `Locked, what is not there is not found without asking, and nobody is asked who may not be`() throws {
    try withTemporaryFolder { folder in
      let keychain = try keychain(folder)
      _ = try keychain.session(for: caller, passwords: ToldPerson(["correct"])).add(item("secret"))
      keychain.lock()
      let person = ToldPerson(["correct"])
      let session = keychain.session(for: caller, passwords: person)
      #expect(throws: KeychainStatus.itemNotFound) {
        _ = try session.find(ItemQuery(.genericPassword, [.account: "x"]))
      }
      var quiet = query
      quiet.options.authentication.prompt = .fail
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.find(quiet) }
      quiet.options.authentication.prompt = .skip
      #expect(throws: KeychainStatus.itemNotFound) { _ = try session.find(quiet) }
      #expect(person.asked.isEmpty)
    }
  }

  @Test func `Nothing of a secret is in its files`() throws {
    try withTemporaryFolder { folder in
      let keychain = try keychain(folder)
      _ = try keychain.session(for: caller, passwords: ToldPerson(["passw0rd-7f3a"])).add(item("secret-91bc"))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        for needle in ["secret-91bc", "passw0rd-7f3a"] { #expect(bytes.range(of: Data(needle.utf8)) == nil) }
      }
    }
  }

  // MARK: - The record

  /// As version 1 wrote it, for "open sesame".
  private static let stored =
    "QkFJTEVZRksAAAABAAEAAAAAAAMAAAABAAECAwQFBgcICQoLDA0OD8yFWqBPt66OHX/2lljcS41i"
    + "KJMhlCouXgX1STRt8aXn6VqkYodAdscuhCfWimyYEfdpvsUy8d9EG5z6+DqGX/UXQq1GquAejQ=="

  @Test func `The record of version 1 opens`() throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: Self.stored)))
    let record = try PasswordRecord(encoded: bytes.span)
    #expect(record.encoded == bytes)
    #expect(throws: Never.self) { _ = try record.open(secret("open sesame")) }
    #expect(throws: PasswordRecord.Defect.wrongPassword) { _ = try record.open(secret("open barley")) }
  }

  @Test func `A record that was changed is damaged`() throws {
    let record = try PasswordRecord(SystemRandom.secret(32), secret("x"), .smallest).encoded
    for index in record.indices {
      var changed = record
      changed[index] ^= 1
      #expect(throws: PasswordRecord.Defect.damaged) { _ = try PasswordRecord(encoded: changed.span) }
    }
    for count in [0, 1, record.count - 1] {
      #expect(throws: PasswordRecord.Defect.damaged) {
        _ = try PasswordRecord(encoded: Array(record.prefix(count)).span)
      }
    }
  }

  @Test func `A record that cannot be written leaves no keychain`() throws {
    try withTemporaryFolder { folder in
      let keychain = try keychain(folder)
      let session = keychain.session(for: caller, passwords: ToldPerson(["correct", "correct"]))
      let plan = FaultPlan { $0.call == .rename ? EIO : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: KeychainStatus.notAvailable) { _ = try session.add(item("secret")) }
      }
      #expect(keychain.condition == .absent)
      _ = try session.add(item("secret"))
      #expect(try text(session.find(query)) == "secret")
    }
  }

  // MARK: - Names of certificates

  /// DER of a name: MouseCA, as UTF8String, in a country, as PrintableString.
  private static func name(country: String) -> [UInt8] {
    func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
    func part(_ type: UInt8, _ tag: UInt8, _ text: String) -> [UInt8] {
      tagged(0x31, tagged(0x30, tagged(0x06, [0x55, 0x04, type]) + tagged(tag, Array(text.utf8))))
    }
    return tagged(0x30, part(3, 0x0C, "MouseCA") + part(6, 0x13, country))
  }

  /// As in the other keychain, but with its outer SEQUENCE.
  @Test func `An issuer is found by a whole name however it is written, and is a normalized one`() throws {
    try withTemporaryFolder { folder in
      let session = try keychain(folder).session(for: caller, passwords: ToldPerson(["x"]))
      _ = try session.add(
        ItemAddition(.certificate, [.issuer: .data(Self.name(country: " gb  "))], data: SecretData(copying: [1].span)))
      for country in ["gb", "GB", " Gb"] {
        let found = try session.find(
          ItemQuery(
            .certificate, [.issuer: .data(Self.name(country: country))], options: RequestOptions(returns: .attributes)))
        #expect(found.first?.attributes?[.issuer] == .data(Self.name(country: "GB")))
      }
    }
  }

  // MARK: - The contract, as far as macOS keeps it

  @Test(arguments: KeychainRule.all.filter { rule in Self.kept.contains { rule.description.hasPrefix($0) } })
  func `The rule holds`(_ rule: KeychainRule) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let keychain = try keychain(folder, keys)
      try rule.check(
        KeychainUnderTest(keys: keys) { caller, _ in keychain.session(for: caller, passwords: ToldPerson(["x"])) })
    }
  }

  /// The rules of the data protection keychain that have no other row in Apple's table of differences, and need no
  /// attribute that the file-based one knows nothing of.
  private static let kept = [
    "absent: ", "gena: ", "comparison: ", "cdat and mdat: ", "uniqueness: an absent", "uniqueness: classes are apart",
    "conversion: a blob", "conversion: data is made", "conversion: a number", "conversion: text that",
    "Add: a duplicate is -25299", "Add: data of no bytes", "CopyMatching: the default limit",
    "CopyMatching: none found", "CopyMatching: certificates are looked into",
    "CopyMatching: m_HostOrSubdomainOfHost is",
    "CopyMatching: other m_ keys", "results: an item stored without data", "Update: no match is -25300",
    "Update: data can be replaced", "Update: the primary key of another item", "Delete: r_ keys are ignored",
    "Delete: nothing deleted", "m_Limit: ", "persistent reference: a deletion",
  ]
}

/// Types these, one for each question, and then refuses.
final class ToldPerson: KeychainPasswordSource {
  private struct State {
    var answers: [String]
    var asked: [KeychainPasswordOccasion] = []
    var keychains: [KeychainName] = []
  }
  private let state: Locked<State>

  init(_ answers: [String]) { state = Locked(State(answers: answers)) }

  var asked: [KeychainPasswordOccasion] { state.withLock { $0.asked } }
  var keychains: [KeychainName] { state.withLock { $0.keychains } }

  func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    let answer = state.withLock { state in
      state.asked.append(occasion)
      state.keychains.append(keychain)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw .userCanceled }
    let bytes = Array(answer.utf8)
    return SecretData(copying: bytes.span)
  }
}
