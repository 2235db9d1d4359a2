// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeychainContract
import KeychainModel
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing

@testable import FileKeychain
import Threads
import Clocks

/// The device locks while a call is on its way: it waits for the call, so nobody is asked any more, and nothing is opened.
@Suite struct InterruptedCallTests {
  private let build: KeychainName
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))
  private let query = ItemQuery(.genericPassword, options: RequestOptions(returns: .data))

  init() throws { build = try #require(KeychainName("build.keychain")) }

  private func secret(_ text: String) -> SecretData { SecretData(copying: Array(text.utf8).span) }

  /// The login keychain and another one, an item in each, under the password "x", and locked.
  private func withKeychains(
    _ device: any ClassKeyService = FakeClassKeys(), idle: IdleClock = .system, _ body: (FileKeychains) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      func open() throws -> FileKeychains {
        try FileKeychains(
          in: folder, device: device, cost: .smallest, examiner: PlainCertificates(), clock: { 0 }, idle: idle)
      }
      do {
        let keychains = try open()
        for name in [.login, build] {
          try keychains.create(name, secret("x"))
          _ = try keychains.session(.named(name), for: caller, passwords: ToldPerson([])).add(
            ItemAddition(.genericPassword, [.account: .string(name.text)], data: secret("y")))
        }
        try keychains.setSearched([.named(.login), .named(build)])
      }
      try body(try open())
    }
  }

  @Test func `One that was open is not asked for`() throws {
    let device = InterruptedKeys()
    try withKeychains(device) { keychains in
      try keychains.unlock(.login, secret("x"))
      let person = ToldPerson(["x"])
      let session = try keychains.session(.file, for: caller, passwords: person)
      device.event.set { keychains.lockAll() }
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.find(query) }
      #expect(device.event.isOver && person.asked.isEmpty)
      #expect(keychains.listing.entries.map(\.condition) == [.locked, .locked])
      // Another call is another matter.
      #expect(try session.find(query).count == 1)
    }
  }

  @Test func `After a wrong password nobody is asked again`() throws {
    try withKeychains { keychains in
      let asked = Locked(0)
      let person = InterruptedPerson("wrong") {
        asked.withLock { $0 += 1 }
        keychains.lockAll()
      }
      let session = try keychains.session(.named(.login), for: caller, passwords: person)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.find(query) }
      #expect(asked.withLock { $0 } == 1)
    }
  }

  @Test(arguments: [MatchLimit.one, .all])
  func `The next keychain is not asked for, nor opened`(limit: MatchLimit) throws {
    try withKeychains { keychains in
      let asked = Locked(0)
      let lock = Once()
      lock.set { keychains.lockAll() }
      let person = InterruptedPerson("x") {
        asked.withLock { $0 += 1 }
        lock.fire()
      }
      var query = query
      query.options.limit = limit
      let session = try keychains.session(.file, for: caller, passwords: person)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.find(query) }
      #expect(asked.withLock { $0 } == 1)
      #expect(keychains.listing.entries.map(\.condition) == [.locked, .locked])
    }
  }

  /// Nobody waits for a keychain that locked by itself.
  @Test func `One that was not used for too long is asked for`() throws {
    let now = Locked(BootInstant(milliseconds: 1))
    try withKeychains(idle: IdleClock(now: { now.withLock { $0 } }, asleep: { 0 })) { keychains in
      try keychains.unlock(build, secret("x"))
      try keychains.set(KeychainSettings(timeout: 1), of: build)
      // Its time comes while the other one's password is typed.
      let person = InterruptedPerson("x") { now.withLock { $0 = BootInstant(milliseconds: 5000) } }
      var query = query
      query.options.limit = .all
      #expect(try keychains.session(.file, for: caller, passwords: person).find(query).count == 2)
    }
  }
}

/// Something that happens at its first occasion, and then no more.
final class Once: Sendable {
  private let operation = Locked<(@Sendable () -> Void)?>(nil)
  var isOver: Bool { operation.withLock { $0 == nil } }
  func set(_ new: @escaping @Sendable () -> Void) { operation.withLock { $0 = new } }
  func fire() { operation.withLock { $0.take() }?() }
}

/// The device's keys, and what happens when one of them is needed.
private final class InterruptedKeys: ClassKeyService {
  private let keys = FakeClassKeys()
  let event = Once()

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try keys.makeKey(keyClass) }
  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    event.fire()
    return try keys.unwrap(wrapped)
  }
  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try keys.rewrap(wrapped, to: keyClass)
  }
  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}

/// Somebody who gives a password, and what happens before it is there.
struct InterruptedPerson: KeychainPasswordSource {
  private let password: String
  private let event: @Sendable () -> Void

  init(_ password: String, _ event: @escaping @Sendable () -> Void) {
    self.password = password
    self.event = event
  }

  func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    event()
    return SecretData(copying: Array(password.utf8).span)
  }
}
