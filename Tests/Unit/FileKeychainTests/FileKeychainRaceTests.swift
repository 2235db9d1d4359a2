// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing

@testable import FileKeychain
import Clocks
import Threads
import Events
import SystemCalls

/// File-based keychains where something comes between: a lock, a refusal, another thread, a disk that fails.
@Suite struct FileKeychainRaceTests {
  private let build: KeychainName
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  init() throws { build = try #require(KeychainName("build.keychain")) }

  private func keychains(_ folder: String, _ idle: IdleClock = .system) throws -> FileKeychains {
    try FileKeychains(
      in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 }, idle: idle)
  }

  private func secret(_ text: String) -> SecretData {
    let bytes = Array(text.utf8)
    return SecretData(copying: bytes.span)
  }

  private func item(_ account: String) -> ItemAddition {
    ItemAddition(.genericPassword, [.account: .string(account)], data: secret("of " + account))
  }

  private func add(_ account: String, _ keychains: FileKeychains, _ kind: KeychainKind) throws {
    _ = try keychains.session(kind, for: caller, passwords: ToldPerson([])).add(item(account))
  }

  private func find(
    _ keychains: FileKeychains, _ person: ToldPerson, _ limit: MatchLimit = .one
  ) throws -> [String?] {
    let query = ItemQuery(.genericPassword, options: RequestOptions(returns: [.attributes, .data], limit: limit))
    return try keychains.session(.file, for: caller, passwords: person).find(query)
      .map { $0.attributes?[.account]?.string }
  }

  // MARK: - Questions

  @Test func `Who refused one password is not asked for the next one`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(.login, secret("x"))
      try keychains.create(build, secret("x"))
      try add("login", keychains, .named(.login))
      try add("build", keychains, .named(build))
      try keychains.setSearched([.named(.login), .named(build)])
      keychains.lockAll()
      let refusing = ToldPerson([])
      #expect(throws: KeychainStatus.userCanceled) { _ = try find(keychains, refusing) }
      #expect(refusing.asked == [.unlock])
      let stranger = ToldPerson(["a", "b", "c", "x"])
      #expect(throws: KeychainStatus.authFailed) { _ = try find(keychains, stranger) }
      #expect(stranger.asked == [.unlock, .again, .again])
      #expect(stranger.keychains == [.login, .login, .login])
      let person = ToldPerson(["x", "x"])
      #expect(try find(keychains, person, .all) == ["login", "build"])
      #expect(person.keychains == [.login, build])
      keychains.lockAll()
      // What takes no question is still found.
      try keychains.unlock(build, secret("x"))
      #expect(try find(keychains, ToldPerson([])) == ["build"])
      #expect(throws: KeychainStatus.userCanceled) { _ = try find(keychains, ToldPerson([]), .all) }
    }
  }

  // MARK: - Locks

  @Test func `A key that was found out during a lock is not kept`() {
    var state = PasswordState(record: nil, settings: KeychainSettings())
    let before = state.locks
    state.lock()
    #expect(state.unlock(secret("key"), since: before, .system) == .staysLocked)
    #expect(state.master == nil)
    #expect(state.unlock(secret("key"), since: state.locks, .system) == .unlocked)
    #expect(state.master != nil)
  }

  @Test func `A password that was asked for before a lock opens nothing after it`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let person = InterruptedPerson("x") { keychains.lockAll() }
      let session = try keychains.session(.file, for: caller, passwords: person)
      // That the login keychain is made is one question, and what is locked then stays so.
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.add(item("a")) }
      #expect(keychains.login.condition == .locked)
      try keychains.unlock(.login, secret("x"))
      _ = try session.add(item("a"))
      keychains.lockAll()
      let query = ItemQuery(.genericPassword, options: RequestOptions(returns: [.data]))
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try session.find(query) }
      #expect(keychains.login.condition == .locked)
    }
  }

  @Test func `A password that waits for others while the device locks opens nothing`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(.login, secret("x"))
      keychains.lockAll()
      let began = keychains.login.keys.now
      keychains.lockAll()
      #expect(throws: KeychainStatus.interactionNotAllowed) { try keychains.login.unlock(secret("x"), since: began) }
      #expect(keychains.login.condition == .locked)
    }
  }

  @Test func `A keychain that is made while the device locks is locked`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let lock = Once()
      lock.set { keychains.lockAll() }
      let plan = FaultPlan { call in
        if call.call == .rename { lock.fire() }
        return nil
      }
      try FaultPlan.$current.withValue(plan) { try keychains.create(build, secret("x")) }
      #expect(keychains.listing.entries.map(\.condition) == [.absent, .locked])
      try keychains.unlock(build, secret("x"))
    }
  }

  @Test func `Of two that are made under one name the second is not left open`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let late = Locked<FileKeychain?>(nil)
      #expect(throws: KeychainStatus.duplicateKeychain) {
        try keychains.create(build) { (keychain) throws(KeychainStatus) in
          try keychain.create(secret("late"), since: keychain.keys.now)
          late.withLock { $0 = keychain }
          try keychains.create(build, secret("x"))
        }
      }
      #expect(late.withLock { $0?.condition } == .locked)
      #expect(keychains.listing.entries.map(\.condition) == [.absent, .unlocked])
    }
  }

  @Test func `A login keychain that is made twice is there already the second time`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      #expect(throws: KeychainStatus.duplicateKeychain) {
        try keychains.create(.login) { (keychain) throws(KeychainStatus) in
          try keychains.create(.login, secret("x"))
          try keychain.create(secret("late"), since: keychain.keys.now)
        }
      }
      try keychains.lock(.login)
      try keychains.unlock(.login, secret("x"))
    }
  }

  @Test func `A login keychain that another call makes has the password that was typed there`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      let password = secret("x")
      let person = InterruptedPerson("late") { try? keychains.create(.login, password) }
      #expect(throws: KeychainStatus.authFailed) {
        _ = try keychains.session(.file, for: caller, passwords: person).add(item("a"))
      }
      try keychains.lock(.login)
      try keychains.unlock(.login, password)
    }
  }

  @Test func `What is unlocked while others are looked at has its alarm`() throws {
    try withTemporaryFolder { folder in
      let now = Locked(BootInstant(milliseconds: 1))
      let other = Once()
      let idle = IdleClock(
        now: {
          other.fire()
          return now.withLock { $0 }
        }, asleep: { 0 })
      let keychains = try keychains(folder, idle)
      let (build, password) = (build, secret("x"))
      for name in [.login, build] {
        try keychains.create(name, password)
        try keychains.set(KeychainSettings(timeout: 1), of: name)
      }
      try keychains.lock(build)
      now.withLock { $0 = BootInstant(milliseconds: 1002) }
      // The login keychain's time has come; the other one is unlocked after it was looked at.
      other.set { try? keychains.unlock(build, password) }
      keychains.lockUnused()
      #expect(keychains.listing.entries.map(\.condition) == [.locked, .unlocked])
      #expect(try Poll.readable(keychains.alarms, within: .seconds(600)) == [true, false])
    }
  }

  // MARK: - Disks

  @Test func `A keychain that cannot be looked at is not taken for deleted`() throws {
    try withTemporaryFolder { folder in
      try keychains(folder).create(build, secret("x"))
      let plan = FaultPlan { $0.call == .stat ? EIO : nil }
      let again = try FaultPlan.$current.withValue(plan) { try keychains(folder) }
      #expect(again.listing.entries.map(\.name) == [.login, build])
      try again.unlock(build, secret("x"))
    }
  }

  @Test func `A file that goes while a keychain is deleted does not keep it`() throws {
    try withTemporaryFolder { folder in
      let keychains = try keychains(folder)
      try keychains.create(build, secret("x"))
      try add("a", keychains, .named(build))
      let count = Locked(0)
      // The second one is said to be gone, and is found again.
      let plan = FaultPlan { call in
        guard call.call == .unlink else { return nil }
        return count.withLock { count in
          count += 1
          return count == 2 ? ENOENT : nil
        }
      }
      try FaultPlan.$current.withValue(plan) { try keychains.delete(build) }
      #expect(count.withLock { $0 } > 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/keychains") == ["list"])
    }
  }

  @Test func `What was to go into a default that cannot be opened goes into no other`() throws {
    try withTemporaryFolder { folder in
      do {
        let keychains = try keychains(folder)
        try keychains.create(build, secret("x"))
        try keychains.setStandard(.named(build))
      }
      try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder + "/keychains/1/keychain-password"))
      let again = try keychains(folder)
      let person = ToldPerson(["new"])
      #expect(throws: KeychainStatus.invalidKeychain) {
        _ = try again.session(.file, for: caller, passwords: person).add(item("a"))
      }
      #expect(person.asked.isEmpty)
      #expect(throws: KeychainStatus.itemNotFound) { _ = try find(again, ToldPerson([])) }
    }
  }

  @Test func `Under a list that cannot be read the login keychain goes on, and nothing else is touched`() throws {
    try withTemporaryFolder { folder in
      do {
        let keychains = try keychains(folder)
        try keychains.create(.login, secret("x"))
        try keychains.create(build, secret("x"))
      }
      let list = URL(fileURLWithPath: folder + "/keychains/list")
      let before = try Data(contentsOf: list)
      try Data("nothing".utf8).write(to: list)
      let again = try keychains(folder)
      #expect(again.listDefect == SystemError(.read, code: EBADMSG))
      try again.unlock(.login, secret("x"))
      try add("a", again, .file)
      #expect(try find(again, ToldPerson([])) == ["a"])
      #expect(again.listing == KeychainListing([.init(.login, .unlocked, .new)], extent: .known))
      for operation in [
        { try again.create(build, secret("y")) }, { try again.delete(build) }, { try again.unlock(build, secret("x")) },
        { try again.setStandard(nil) }, { try again.setSearched([]) }, { try again.set(.new, of: .login) },
      ] as [() throws -> Void] {
        #expect(throws: KeychainStatus.invalidKeychain) { try operation() }
      }
      #expect(try Data(contentsOf: list) == Data("nothing".utf8))
      try before.write(to: list)
      try keychains(folder).unlock(build, secret("x"))
    }
  }
}
