// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Foundation
import Glibc
import IdentityDatabase
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import SecretMemory
import SignInRules
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@testable import IdentityServer

/// Everything of a provider in one file, and the provider of such a file.
@Suite struct BackupTests {
  private let folder: TemporaryFolder
  private let home: IdentityHome
  private var file: String { folder.path + "/backup" }
  private var place: String { folder.path + "/restored" }

  init() throws {
    folder = try TemporaryFolder()
    home = IdentityHome(folder.path + "/home")
    let address = "http://127.0.0.1:1"
    try home.create(SettingsFile(IdentitySettings(issuer: address, address: address, name: "Example ID"), port: 1))
    let store = try home.openFile()
    try store.add(Team(id: "TEAM000001", name: "Team"))
    try store.add(
      SignInClient(
        id: "com.example.app", kind: .app, primaryApp: "com.example.app", team: "TEAM000001", name: "App",
        stage: .published))
    let account = try store.add(
      Account(
        mail: "anna@example.org", givenName: "Anna", familyName: "Ferrari",
        password: try AccountPassword(of: Self.secret("correct horse battery"), .smallest)))
    try store.add(
      BrowserSession(digest: TokenDigest(of: "s"), account: account, signedInAt: 1, expiresAt: .max, browser: ""))
    _ = try store.grant(grant(account), at: 1)
  }

  private static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

  private func grant(_ account: Int64) -> CodeGrant {
    CodeGrant(
      code: TokenDigest(of: "code"), client: "com.example.app", primaryApp: "com.example.app", account: account,
      redirectURI: "https://a/", nonce: nil, sharesName: .shared, sharesMail: .shared, signedInAt: 1, expiresAt: .max,
      family: [1])
  }

  private func backUp(_ home: IdentityHome? = nil) throws {
    try (home ?? self.home).backUp(to: file, Self.secret("pass phrase"), .smallest)
  }

  private func restore(_ file: String? = nil, _ passphrase: String = "pass phrase") throws {
    try IdentityHome(place).restore(file ?? self.file, Self.secret(passphrase))
  }

  private func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `What was backed up is restored, and nothing that was used can be used again`() throws {
    let published = try home.keyRing(try home.openFile()).0.published.json.text
    try backUp()
    #expect(try FileDescriptor.open(file, O_RDONLY).status().st_mode & 0o777 == 0o600)
    #expect(names(in: home.path).filter { $0.hasPrefix(".") }.isEmpty)
    try restore()
    let restored = IdentityHome(place)
    #expect(try restored.settings() == home.settings())
    let store = try restored.openFile()
    #expect(try restored.keyRing(store).0.published.json.text == published)
    let account = try #require(try store.account(mail: "anna@example.org"))
    let isRight = account.password.isRight(Self.secret("correct horse battery"))
    #expect(isRight)
    #expect(try store.consents(of: account.id).count == 1)
    #expect(try store.session(TokenDigest(of: "s"), at: 2) == nil)
    #expect(try store.takeCode(TokenDigest(of: "code"), at: 2) == .unknown)
    #expect(names(in: folder.path) == ["backup", "home", "restored"])
    let modes = try names(in: place).map {
      try FileDescriptor.open("\(place)/\($0)", O_RDONLY).status().st_mode & 0o777
    }
    #expect(Set(modes) == [0o600])
    #expect(try FileDescriptor.open(place, O_RDONLY).status().st_mode & 0o777 == 0o700)
  }

  @Test func `Settings that were read before the rows went to a server open the file no more`() throws {
    let before = try home.settings()
    let file = URL(filePath: home.path + "/settings.json")
    var members = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    members["database"] = "host=\(folder.path)/none dbname=identity"
    try JSONSerialization.data(withJSONObject: members).write(to: file)
    #expect(throws: IdentityHome.Failure.self) { try home.openDatabase(before) }
  }

  @Test func `A folder may be reached by a link`() throws {
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    try backUp(IdentityHome(link + "/home"))
    try IdentityHome(link + "/restored").restore(link + "/backup", Self.secret("pass phrase"))
    #expect(try IdentityHome(place).openFile().accounts().count == 1)
  }

  @Test func `Nothing of it can be read without the passphrase, and another one opens nothing`() throws {
    try backUp()
    let bytes = try Data(contentsOf: URL(filePath: file))
    for word in ["anna@example.org", "Ferrari", "SQLite format", "Example ID", "com.example.app"] {
      #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
    }
    let root = try Data(contentsOf: URL(filePath: home.path + "/root.key"))
    #expect(bytes.range(of: root.prefix(64)) == nil)
    #expect(throws: IdentityHome.Failure.backup(.wrongPassphrase)) { try restore(nil, "pass phrasE") }
    #expect(names(in: folder.path) == ["backup", "home"])
  }

  @Test func `A file that was changed anywhere, cut off, or put together otherwise restores nothing`() throws {
    try backUp()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let (head, prefix) = (BackupHead.size, BackupPart.prefixSize)
    // Where each part begins.
    var starts = [head]
    while let last = starts.last, last < bytes.count, let next = BackupPart.next(Array(bytes[last..<last + prefix])) {
      starts.append(last + prefix + next.count)
    }
    try #require(starts.count > 5 && starts.last == bytes.count)
    var broken: [[UInt8]] = []
    var positions = [0, head - 1, bytes.count - 1]
    for start in [starts[0], starts[2], starts[4], starts[starts.count - 2]] {
      positions += [start, start + 4, start + prefix, start + prefix + 16]
    }
    for position in positions {
      var changed = bytes
      changed[position] ^= 1
      broken.append(changed)
    }
    for start in starts.dropLast() { broken.append(Array(bytes[..<start])) }
    broken += [Array(bytes.dropLast()), bytes + [0], []]
    // A part of the database is left out, doubled, and put elsewhere.
    let (one, two) = (bytes[starts[3]..<starts[4]], bytes[starts[4]..<starts[5]])
    let (before, after) = (bytes[..<starts[3]], bytes[starts[5]...])
    broken.append(Array(before + two + after))
    broken.append(Array(before + one + one) + Array(two + after))
    broken.append(Array(before + two) + Array(one + after))
    for changed in broken {
      try Data(changed).write(to: URL(filePath: folder.path + "/broken"))
      do {
        try restore(folder.path + "/broken")
        Issue.record("it was restored")
      } catch let error as IdentityHome.Failure {
        guard case .backup = error else { throw error }
      }
      #expect(names(in: folder.path) == ["backup", "broken", "home"])
    }
  }

  @Test func `A head that asks for more memory or time than any backup is refused before it costs something`() throws {
    try backUp()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    for (offset, value) in [(24, [0x00, 0x40, 0x00, 0x00]), (28, [0, 0, 3, 0xE8])] as [(Int, [UInt8])] {
      bytes.replaceSubrange(offset..<offset + 4, with: value)
      try Data(bytes).write(to: URL(filePath: folder.path + "/broken"))
      #expect(throws: IdentityHome.Failure.backup(.notBackup)) { try restore(folder.path + "/broken") }
    }
  }

  @Test func `Where something is nothing is restored, and it stays as it was`() throws {
    try backUp()
    let manager = FileManager.default
    try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    try Data("a".utf8).write(to: URL(filePath: place + "/kept"))
    #expect(throws: IdentityHome.Failure.backup(.notEmpty)) { try restore() }
    #expect(names(in: place) == ["kept"])
    try manager.removeItem(atPath: place)
    try Data("a".utf8).write(to: URL(filePath: place))
    #expect(throws: IdentityHome.Failure.backup(.notEmpty)) { try restore() }
    try manager.removeItem(atPath: place)
    try manager.createSymbolicLink(atPath: place, withDestinationPath: folder.path)
    #expect(throws: (any Error).self) { try restore() }
    try manager.removeItem(atPath: place)
    try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    try restore()
    #expect(try IdentityHome(place).openFile().accounts().count == 1)
    // An existing file is not replaced by a backup either.
    #expect(throws: IdentityHome.Failure.system(SystemError(.open, code: EEXIST))) { try backUp() }
  }

  @Test func `What one that was killed left is removed by the next; what another has is left alone`() throws {
    let copy = home.path + "/" + IdentityHome.copyBeginning
    for name in ["1", "2", "1-journal", "1-owner", "2-owner", "3-wal"] {
      try Data("x".utf8).write(to: URL(filePath: copy + name))
    }
    let locked = try FileDescriptor.open(copy + "2", O_RDONLY)
    #expect(try locked.tryLock())
    try backUp()
    #expect(names(in: home.path).filter { $0.hasPrefix(".") } == [".identity.db.copy-2", ".identity.db.copy-2-owner"])
    let hidden = folder.path + "/.restored.restoring"
    try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: false)
    for name in ["identity.db", "root.key"] { try Data("x".utf8).write(to: URL(filePath: "\(hidden)/\(name)")) }
    do {
      let other = try FileDescriptor.open(hidden, O_RDONLY | O_DIRECTORY)
      #expect(try other.tryLock())
      #expect(throws: IdentityHome.Failure.inUse) { try restore() }
      #expect(names(in: hidden) == ["identity.db", "root.key"])
    }
    try restore()
    #expect(try IdentityHome(place).openFile().accounts().count == 1)
    #expect(names(in: folder.path) == ["backup", "home", "restored"])
  }

  @Test func `A provider that serves is backed up as it is at one moment`() throws {
    let (store, stop) = (try home.openFile(), Locked(false))
    try AdministrationSocket.serve(
      Administration(store, .everywhere, facts: [], folder: home.path), in: try home.openFolder())
    let writer = try SystemThread(named: "writer") {
      for number in 2... where !stop.withLock({ $0 }) {
        let id = "TEAM" + String(repeating: "0", count: 6 - "\(number)".count) + "\(number)"
        guard (try? store.add(Team(id: id, name: "Team"))) != nil, !stop.withLock({ $0 }) else { return }
      }
    }
    defer {
      stop.withLock { $0 = true }
      writer.join()
    }
    while try store.teams().count < 5 { sched_yield() }
    try backUp()
    try restore()
    let teams = try IdentityHome(place).openFile().teams()
    #expect(teams.count >= 5 && teams.map { Int($0.id.dropFirst(4)) } == (1...teams.count).map { $0 })
  }

  @Test func `A copy has the name of one, and goes nowhere else`() throws {
    let administration = Administration(try home.openFile(), .everywhere, facts: [], folder: home.path)
    for name in [
      "root.key", "settings.json", ".identity.db.copy-", ".identity.db.copy-1/../../x", ".identity.db.copy-x",
    ] {
      #expect(throws: AdministrativeRefusal(.malformed, name)) {
        try administration.perform(AdministrativeRequest(.copy, ["file": name]), at: 1)
      }
    }
    // Whoever asks makes the file.
    #expect(throws: AdministrativeRefusal(.unavailable)) {
      try administration.perform(AdministrativeRequest(.copy, ["file": IdentityHome.copyBeginning + "7"]), at: 1)
    }
  }

  @Test func `A database that is away, or a newer version's, is a refusal that says so`() throws {
    for (error, reason) in [
      (IdentityStoreError.unavailable, AdministrativeRefusal.Reason.unavailable), (.newer, .newer),
    ] {
      #expect(AdministrativeRefusal(error) == AdministrativeRefusal(reason))
    }
    #expect(throws: AdministrativeRefusal(.unavailable, "")) {
      try Administration(UnreachableStore(), .everywhere, facts: []).perform(AdministrativeRequest(.teamList), at: 1)
    }
  }
}
