// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
import AppModel
import AttestedApps
import Keybag
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing
import Threads

/// What an app gets is held against the verifier of servers.
@Suite struct AttestedAppsTests {
  private static let now: Int64 = 1_790_000_000
  private static let hash = [UInt8](repeating: 8, count: 32)
  private let classKeys = FakeClassKeys()
  private let time = Locked(now)

  private func apps(in folder: String, seed: UInt8? = nil) throws -> AttestedApps {
    let keys = seed.map { FakeClassKeys(seed: $0) } ?? classKeys
    return try AttestedApps(
      folder + "/attest", keys: AppAttestKeyring(keys), classKeys: keys, version: "1.0",
      clock: { [time] in time.withLock { $0 } })
  }

  static func app(
    _ identifier: String = "org.example.notes", _ publisher: Publisher = .key([UInt8](repeating: 3, count: 32)),
    version: String? = "7", lines more: String = "", entitlements: String = ""
  ) throws -> AttestedApp {
    let line = version.map { "<key>CFBundleVersion</key><string>\($0)</string>" } ?? ""
    let info = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleExecutable</key><string>Notes</string>\(line)\(more)</dict></plist>
      """
    let xml = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entitlements)</dict></plist>"
    return AttestedApp(
      try InstalledApp(
        publisher: publisher, signer: "Notes", seal: [UInt8](repeating: 1, count: 32), info: Array(info.utf8),
        xml: Array(xml.utf8)))
  }

  @Test func `What is run from a package is under development, and nobody's entitlement makes more of it`() throws {
    let trial = "<key>BaileyTrial</key><true/>"
    let key = "<key>com.apple.developer.devicecheck.appattest-environment</key>"
    let production = key + "<string>production</string>"
    let built = try Self.app("org.example.notes", .adHoc, lines: trial, entitlements: production)
    #expect(built.category == 3 && built.environment == .development)
    let local = try Self.app("org.example.notes", .adHoc, entitlements: production)
    #expect(local.category == 7 && local.environment == .development)
    // A publisher signs for more than that.
    let signed = try Self.app(lines: trial)
    #expect(signed.category == 6 && signed.environment == .production)
    #expect(try Self.app(entitlements: key + "<string>development</string>").environment == .development)
  }

  private func verify(
    _ attestation: [UInt8], _ id: [UInt8], _ apps: AttestedApps, _ app: AttestedApp,
    change: (inout AppAttestPolicy) -> Void = { _ in }
  ) throws -> AttestedAppKey {
    let root = try #require(try apps.report().root)
    var policy = AppAttestPolicy(appID: app.appID, .development, anchors: [root], time: Int(Self.now))
    (policy.bases, policy.receiptAnchors) = ([.software], [root])
    change(&policy)
    return try AppAttestationVerification(policy).verify(attestation, keyID: id, clientDataHash: Self.hash).key
  }

  private func counter(_ assertion: [UInt8], _ key: AttestedAppKey, _ app: AttestedApp) throws -> UInt32 {
    let policy = AppAttestPolicy(appID: app.appID, .development, anchors: [], time: Int(Self.now))
    return try AppAssertionVerification(policy).verify(assertion, by: key, clientDataHash: Self.hash).counter
  }

  @Test func `A server accepts what an app attests and asserts, and sees its signing and version`() throws {
    try withTemporaryFolder { folder in
      let (apps, app) = (try apps(in: folder), try Self.app())
      let id = try apps.makeKey(of: app)
      let attestation = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
      var key = try verify(attestation, id, apps, app) { ($0.categories, $0.bundleVersions) = ([6], ["7"]) }
      for expected in UInt32(1)...130 {
        key.counter = try counter(apps.assertion(by: id, of: app, clientDataHash: Self.hash), key, app)
        #expect(key.counter == expected)
      }
      let local = try Self.app("org.example.local", .adHoc, version: nil)
      #expect(local.appID == "ADHOC.org.example.local")
      let other = try apps.makeKey(of: local)
      let unversioned = try apps.attestedHere(other, of: local, clientDataHash: Self.hash)
      _ = try verify(unversioned, other, apps, local) { $0.categories = [7] }
      #expect(throws: AppAttestRefusals.self) {
        _ = try verify(unversioned, other, apps, local) { $0.categories = [6] }
      }
      #expect(throws: AppAttestRefusals.self) {
        _ = try verify(unversioned, other, apps, local) { $0.bundleVersions = ["7"] }
      }
    }
  }

  @Test func `Keys, counters and the authority outlast a restart, and no counter comes twice`() throws {
    try withTemporaryFolder { folder in
      let app = try Self.app()
      let (id, key): ([UInt8], AttestedAppKey)
      do {
        let apps = try apps(in: folder)
        id = try apps.makeKey(of: app)
        key = try verify(apps.attestedHere(id, of: app, clientDataHash: Self.hash), id, apps, app)
        let first = try counter(apps.assertion(by: id, of: app, clientDataHash: Self.hash), key, app)
        #expect(first == 1)
      }
      let apps = try apps(in: folder)
      let next = try counter(apps.assertion(by: id, of: app, clientDataHash: Self.hash), key, app)
      #expect(next > 1)
      let other = try apps.makeKey(of: app)
      let attestation = try apps.attestedHere(other, of: app, clientDataHash: Self.hash)
      _ = try verify(attestation, other, apps, app)
    }
  }

  @Test func `Another app's key is none, and neither is one that went`() throws {
    try withTemporaryFolder { folder in
      let (apps, app, other) = (try apps(in: folder), try Self.app(), try Self.app("org.example.other"))
      let id = try apps.makeKey(of: app)
      #expect(throws: AppAttestFailure.keyGone) { _ = try apps.attestedHere(id, of: other, clientDataHash: Self.hash) }
      _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
      #expect(throws: AppAttestFailure.keyGone) { _ = try apps.assertion(by: id, of: other, clientDataHash: Self.hash) }
      #expect(throws: AppAttestFailure.keyGone) {
        _ = try apps.attestedHere([UInt8](repeating: 0, count: 32), of: app, clientDataHash: Self.hash)
      }
      let kept = try apps.makeKey(of: other)
      #expect(try apps.forgetKeys(of: app.appID) == 1)
      #expect(throws: AppAttestFailure.keyGone) { _ = try apps.assertion(by: id, of: app, clientDataHash: Self.hash) }
      #expect(try apps.report().keys.map(\.id) == [kept])
      try apps.forgetAllKeys()
      #expect(throws: AppAttestFailure.keyGone) {
        _ = try apps.attestedHere(kept, of: other, clientDataHash: Self.hash)
      }
    }
  }

  @Test func `After an erase no key is there, and there is another authority`() throws {
    try withTemporaryFolder { folder in
      let app = try Self.app()
      let (id, root): ([UInt8], [UInt8]?)
      do {
        let apps = try apps(in: folder)
        id = try apps.makeKey(of: app)
        _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
        root = try apps.report().root
      }
      let apps = try apps(in: folder, seed: 2)
      #expect(throws: AppAttestFailure.keyGone) { _ = try apps.assertion(by: id, of: app, clientDataHash: Self.hash) }
      #expect(try apps.report().root == nil)
      #expect(try apps.root() != root)
      let new = try apps.makeKey(of: app)
      _ = try verify(apps.attestedHere(new, of: app, clientDataHash: Self.hash), new, apps, app)
      #expect(try apps.report().root != root)
    }
  }

  @Test func `An app that was given the same answer twice is given it no third time`() throws {
    try withTemporaryFolder { folder in
      let app = try Self.app()
      let (id, other): ([UInt8], [UInt8])
      let attestation: [UInt8]
      do {
        let apps = try apps(in: folder)
        (id, other) = (try apps.makeKey(of: app), try apps.makeKey(of: app))
        attestation = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
        _ = try apps.attestedHere(other, of: app, clientDataHash: Self.hash)
      }
      do {
        let apps = try apps(in: folder)
        #expect(try apps.attestedHere(id, of: app, clientDataHash: Self.hash) == attestation)
        #expect(throws: AppAttestFailure.alreadyAttested) {
          _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
        }
        _ = try apps.assertion(by: id, of: app, clientDataHash: Self.hash)
        #expect(throws: AppAttestFailure.alreadyAttested) {
          _ = try apps.attestedHere(other, of: Self.app(version: "8"), clientDataHash: Self.hash)
        }
      }
      let apps = try apps(in: folder)
      #expect(throws: AppAttestFailure.alreadyAttested) {
        _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
      }
      time.withLock { $0 += 2 * 86_400 }
      #expect(throws: AppAttestFailure.alreadyAttested) {
        _ = try apps.attestedHere(other, of: app, clientDataHash: Self.hash)
      }
    }
  }

  @Test func `A key is attested once, and asserts nothing before`() throws {
    try withTemporaryFolder { folder in
      let (apps, app) = (try apps(in: folder), try Self.app())
      let id = try apps.makeKey(of: app)
      #expect(throws: AppAttestFailure.notAttested) {
        _ = try apps.assertion(by: id, of: app, clientDataHash: Self.hash)
      }
      for (count, failure) in [(15, AppAttestFailure.hashTooShort), (513, .hashTooLong)] {
        let hash = [UInt8](repeating: 0, count: count)
        #expect(throws: failure) { _ = try apps.attestedHere(id, of: app, clientDataHash: hash) }
      }
      _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
      #expect(throws: AppAttestFailure.alreadyAttested) {
        _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
      }
    }
  }

  @Test func `A clock that was set back attests nothing, and the same key goes through once it is right`() throws {
    try withTemporaryFolder { folder in
      let (apps, app) = (try apps(in: folder), try Self.app())
      _ = try apps.attestedHere(apps.makeKey(of: app), of: app, clientDataHash: Self.hash)
      let id = try apps.makeKey(of: app)
      for seconds in [Self.now - 2 * 86_400, Self.now + 20 * 365 * 86_400] {
        time.withLock { $0 = seconds }
        #expect(throws: AppAttestFailure.clockWrong) {
          _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash)
        }
        #expect(try !apps.report().isClockRight)
      }
      time.withLock { $0 = Self.now }
      #expect(try apps.report().isClockRight)
      _ = try verify(apps.attestedHere(id, of: app, clientDataHash: Self.hash), id, apps, app)
    }
  }

  @Test func `Before the first unlock nothing is made, and the same key goes through later`() throws {
    try withTemporaryFolder { folder in
      let (apps, app) = (try apps(in: folder), try Self.app())
      let id = try apps.makeKey(of: app)
      classKeys.move(to: .beforeFirstUnlock)
      #expect(throws: AppAttestFailure.locked) { _ = try apps.makeKey(of: app) }
      #expect(throws: AppAttestFailure.locked) { _ = try apps.attestedHere(id, of: app, clientDataHash: Self.hash) }
      classKeys.move(to: .locked)
      _ = try verify(apps.attestedHere(id, of: app, clientDataHash: Self.hash), id, apps, app)
    }
  }

  @Test func `An app has so many keys and no more`() throws {
    try withTemporaryFolder { folder in
      let (apps, app) = (try apps(in: folder), try Self.app())
      for _ in 0..<AttestedApps.mostKeys { _ = try apps.makeKey(of: app) }
      #expect(throws: AppAttestFailure.tooManyKeys) { _ = try apps.makeKey(of: app) }
      _ = try apps.makeKey(of: Self.app("org.example.other"))
      // Keys of which their app never heard, because something ended first, give their room back.
      let attested = try #require(try apps.report().keys.first { $0.appID == app.appID }?.id)
      _ = try apps.attestedHere(attested, of: app, clientDataHash: Self.hash)
      time.withLock { $0 += 86_401 }
      let new = try apps.makeKey(of: app)
      #expect(try Set(apps.report().keys.filter { $0.appID == app.appID }.map(\.id)) == [attested, new])
      #expect(try apps.forgetKeys(of: app.appID) == 2)
      _ = try apps.makeKey(of: app)
    }
  }

  @Test func `The latest refusals are told, and no more than there is room for`() throws {
    try withTemporaryFolder { folder in
      let apps = try apps(in: folder)
      for number in 0...AttestReport.mostRefusals { apps.note(.hashTooShort, of: "app \(number)") }
      let refusals = try apps.report().refusals
      #expect(refusals.count == AttestReport.mostRefusals && refusals.last?.program == "app 64")
    }
  }
}

extension AttestedApps {
  /// The attestation by this instance, which is enrolled with nobody.
  func attestedHere(
    _ id: [UInt8], of app: AttestedApp, clientDataHash: [UInt8]
  ) throws(AppAttestFailure) -> [UInt8] {
    guard case .attested(let object) = try attest(id, of: app, clientDataHash: clientDataHash) else {
      throw .unavailable
    }
    return object
  }
}
