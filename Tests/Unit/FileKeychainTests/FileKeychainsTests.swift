// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import FileKeychain
import Clocks
import Threads
import SystemCalls

/// The file-based keychains that scripts make beside the login keychain: each with a password, settings and items of its
/// own.
@Suite struct FileKeychainsTests {
  let build: KeychainName
  let gone: KeychainName

  init() throws {
    build = try #require(KeychainName("build.keychain"))
    gone = try #require(KeychainName("gone"))
  }

  let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  /// The hands of a clock.
  final class Hands: Sendable {
    let now = Locked(BootInstant(milliseconds: 1_000_000))
    let asleep = Locked(UInt64(0))
    func move(seconds: UInt64) { now.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1000) } }
    var idle: IdleClock {
      IdleClock(now: { self.now.withLock { $0 } }, asleep: { self.asleep.withLock { $0 } })
    }
  }

  func keychains(
    _ folder: String, _ keys: FakeClassKeys = FakeClassKeys(), _ hands: Hands = Hands()
  ) throws -> FileKeychains {
    try FileKeychains(
      in: folder, device: keys, cost: .smallest, examiner: PlainCertificates(), clock: { 0 }, idle: hands.idle)
  }

  func secret(_ text: String) -> SecretData {
    let bytes = Array(text.utf8)
    return SecretData(copying: bytes.span)
  }

  func session(_ keychains: FileKeychains, _ kind: KeychainKind) throws -> FileKeychainSession {
    try keychains.session(kind, for: caller, passwords: Nobody())
  }

  func add(_ account: String, _ keychains: FileKeychains, _ kind: KeychainKind) throws {
    _ = try session(keychains, kind).add(
      ItemAddition(.genericPassword, [.account: .string(account)], data: secret("of " + account)))
  }

  func accounts(
    _ keychains: FileKeychains, _ kind: KeychainKind, _ limit: MatchLimit = .all
  ) throws -> [String?] {
    let query = ItemQuery(.genericPassword, options: RequestOptions(returns: [.attributes, .data], limit: limit))
    return try session(keychains, kind).find(query).map { $0.attributes?[.account]?.string }
  }

  // MARK: - Making and deleting

  @Test func `Each has items of its own`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let other = try #require(KeychainName("/tmp/ci/other.keychain-db"))
      try keychains.create(build, secret("one"))
      try keychains.create(other, secret("two"))
      try add("a", keychains, .named(build))
      try add("b", keychains, .named(other))
      #expect(try accounts(keychains, .named(build)) == ["a"])
      #expect(try accounts(keychains, .named(other)) == ["b"])
      #expect(throws: KeychainStatus.duplicateKeychain) { try keychains.create(build, secret("three")) }
      #expect(throws: KeychainStatus.noSuchKeychain) { _ = try session(keychains, .named(gone)) }
    }
  }

  @Test func `A deleted keychain leaves nothing, and one of its name is a new one`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("one"))
      try add("a", keychains, .named(build))
      try keychains.setSearched([.dataProtection, .named(build)])
      try keychains.setStandard(.named(build))
      let open = try session(keychains, .named(build))
      try keychains.delete(build)
      #expect(throws: KeychainStatus.noSuchKeychain) { _ = try open.find(ItemQuery(.genericPassword)) }
      #expect(throws: KeychainStatus.noSuchKeychain) { try keychains.delete(build) }
      #expect(
        keychains.listing == KeychainListing([.init(.login, .absent, KeychainSettings())], searched: [.dataProtection]))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/keychains") == ["list"])
      try keychains.create(build, secret("two"))
      #expect(throws: KeychainStatus.itemNotFound) { _ = try accounts(keychains, .named(build)) }
    }
  }

  @Test func `They are there after a restart, locked, with their settings and the search list`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let settings = KeychainSettings(locksOnSleep: false, timeout: 21600)
      do {
        let keychains = try keychains(folder, keys)
        try keychains.create(build, secret("one"))
        try keychains.set(settings, of: build)
        try keychains.setSearched([.named(build), .dataProtection])
        try keychains.setStandard(.named(build))
        try add("a", keychains, .file)
      }
      let again = try keychains(folder, keys)
      #expect(
        again.listing
          == KeychainListing(
            [.init(.login, .absent, KeychainSettings()), .init(build, .locked, settings)],
            standard: .named(build), searched: [.named(build), .dataProtection]))
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try accounts(again, .named(build)) }
      #expect(throws: KeychainStatus.authFailed) { try again.unlock(build, secret("two")) }
      try again.unlock(build, secret("one"))
      #expect(try accounts(again, .named(build)) == ["a"])
    }
  }

  @Test func `The login keychain is not deleted with what programs have in it`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      #expect(throws: KeychainStatus.noSuchKeychain) { try keychains.delete(.login) }
      #expect(throws: KeychainStatus.noSuchKeychain) { try keychains.unlock(.login, secret("x")) }
      try keychains.create(.login, secret("x"))
      #expect(throws: KeychainStatus.duplicateKeychain) { try keychains.create(.login, secret("y")) }
      #expect(throws: KeychainStatus.readOnly) { try keychains.delete(.login) }
    }
  }

  @Test func `A keychain may have an empty password, which is still one`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, .empty)
      try keychains.lock(build)
      #expect(throws: KeychainStatus.authFailed) { try keychains.unlock(build, secret("x")) }
      try keychains.unlock(build, .empty)
    }
  }

  @Test func `There are as many as there can be, and a full disk makes none`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let plan = FaultPlan { $0.call == .rename ? ENOSPC : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: KeychainStatus.self) { try keychains.create(build, secret("x")) }
      }
      #expect(keychains.listing.entries.count == 1)
      for number in 0..<KeychainList.maximumKeychains {
        let name = try #require(KeychainName("k\(number)"))
        try keychains.create(name, .empty)
      }
      #expect(throws: KeychainStatus.allocate) { try keychains.create(build, secret("x")) }
    }
  }

  @Test func `A deletion that was interrupted is over after a restart`() throws {
    try withTemporaryFolder { folder in
      do {
        let keychains = try keychains(folder)
        try keychains.create(build, secret("one"))
        try add("a", keychains, .named(build))
        let plan = FaultPlan { $0.call == .rename ? EIO : nil }
        FaultPlan.$current.withValue(plan) {
          #expect(throws: KeychainStatus.inputOutput) { try keychains.delete(build) }
        }
      }
      let again = try keychains(folder)
      #expect(again.listing.entries.map(\.name) == [.login])
      try again.create(build, secret("two"))
      #expect(throws: KeychainStatus.itemNotFound) { _ = try accounts(again, .named(build)) }
    }
  }

  // MARK: - The password

  @Test func `Another password opens the same items, and the old one nothing`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("old"))
      try add("a", keychains, .named(build))
      #expect(throws: KeychainStatus.authFailed) {
        try keychains.setPassword(build, from: secret("wrong"), to: secret("new"))
      }
      try keychains.setPassword(build, from: secret("old"), to: secret("new"))
      try keychains.lock(build)
      #expect(throws: KeychainStatus.authFailed) { try keychains.unlock(build, secret("old")) }
      try keychains.unlock(build, secret("new"))
      #expect(try accounts(keychains, .named(build)) == ["a"])
    }
  }

  @Test func `A password cannot be written is not changed`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("old"))
      let plan = FaultPlan { $0.call == .rename ? EIO : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: KeychainStatus.notAvailable) {
          try keychains.setPassword(build, from: secret("old"), to: secret("new"))
        }
      }
      try keychains.unlock(build, secret("old"))
    }
  }

  @Test func `What a lock comes between stays locked`() throws {
    var state = PasswordState(record: nil, settings: KeychainSettings())
    let before = state.locks
    state.lock()
    #expect(state.locks != before)
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("x"))
      keychains.lockAll()
      #expect(keychains.listing.entries.map(\.condition) == [.absent, .locked])
      #expect(throws: KeychainStatus.interactionNotAllowed) { try keychains.set(.new, of: build) }
    }
  }

  // MARK: - The search list

  @Test func `Programs search the list and add to the default`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(.login, secret("x"))
      try keychains.create(build, secret("x"))
      try add("login", keychains, .file)
      try add("build", keychains, .named(build))
      #expect(try accounts(keychains, .file) == ["login"])
      try keychains.setSearched([.named(build), .named(gone), .named(.login)])
      try keychains.setStandard(.named(build))
      try add("new", keychains, .file)
      #expect(try accounts(keychains, .file) == ["build", "new", "login"])
      #expect(try accounts(keychains, .file, .count(2)) == ["build", "new"])
      #expect(try accounts(keychains, .file, .one) == ["build"])
      #expect(try accounts(keychains, .named(.login)) == ["login"])
      // One that is locked may hold the rest.
      try keychains.lock(.login)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try accounts(keychains, .file) }
      #expect(try accounts(keychains, .file, .one) == ["build"])
      let all = ItemQuery(.genericPassword, options: RequestOptions(limit: .all))
      try keychains.unlock(.login, secret("x"))
      try session(keychains, .file).delete(all)
      #expect(throws: KeychainStatus.itemNotFound) { _ = try accounts(keychains, .file) }
    }
  }
}

struct Nobody: KeychainPasswordSource {
  func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData { throw .interactionNotAllowed }
}
