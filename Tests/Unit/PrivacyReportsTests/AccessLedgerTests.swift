// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import PrivacyReports
import Testing

@Suite struct AccessLedgerTests {
  /// 2026-11-23T12:00:00Z.
  private static let now: Int64 = 1_795_435_200_000
  private static let day: Int64 = 86_400_000

  private static func record(
    _ number: Int, _ kind: AccessRecord.Kind, began: Int64, ended: Int64?, app: String = "org.example.Viewer",
    hits: UInt32 = 0
  ) throws -> AccessRecord {
    let identifier = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) }
    return try #require(
      AccessRecord(identifier: identifier, app: app, kind: kind, began: began, ended: ended, hits: hits))
  }

  @Test func `A record that comes again takes the place of what it was, and what goes on is in use`() throws {
    var ledger = AccessLedger()
    let host = try #require(NetworkActivity(domain: "api.example", isTracker: false))
    ledger.add([try Self.record(1, .access(.camera), began: Self.now - 5000, ended: nil)], now: Self.now)
    ledger.add([try Self.record(2, .network(host), began: Self.now, ended: Self.now, hits: 1)], now: Self.now)
    #expect(ledger.inUse.map(\.kind) == [.access(.camera)])
    ledger.add([try Self.record(1, .access(.camera), began: Self.now - 5000, ended: Self.now)], now: Self.now)
    ledger.add([try Self.record(2, .network(host), began: Self.now, ended: Self.now, hits: 7)], now: Self.now)
    #expect(ledger.count == 2 && ledger.inUse.isEmpty)
    #expect(PrivacyReport(ledger, now: Self.now, offset: 0, since: 0).connections.total == 7)
  }

  @Test func `Lines are found by day, app and service, the newest first, from any line on`() throws {
    var ledger = AccessLedger()
    let records = try (0..<1000).map { index in
      try Self.record(
        index, .access(index % 2 == 0 ? .camera : .preciseLocation), began: Self.now - Int64(index) * Self.day / 200,
        ended: Self.now, app: "org.example.App\(index % 3)")
    }
    ledger.add(records, now: Self.now)
    func found(_ filter: AccessFilter, from first: Int = 0) -> ([Int64], Int) {
      let found = ledger.events(filter, from: first, atMost: 2, now: Self.now, offset: 0)
      return (found.events.map { (Self.now - $0.began) * 200 / Self.day }, found.total)
    }
    #expect(found(AccessFilter()) == ([0, 1], 1000) && found(AccessFilter(), from: 999) == ([999], 1000))
    #expect(found(AccessFilter(app: "org.example.App1")) == ([1, 4], 333))
    #expect(found(AccessFilter(app: "org.example.Nobody")) == ([], 0))
    // All ways to a location are one.
    #expect(found(AccessFilter(subject: .init(name: "Location"))) == ([1, 3], 500))
    let report = PrivacyReport(ledger, now: Self.now, offset: 0, since: 0)
    for day in 0..<7 { #expect(found(AccessFilter(day: day)).1 == report.uses.counts[day]) }
  }

  @Test func `What is older than the log keeps is forgotten, and what goes on is not`() throws {
    var ledger = AccessLedger()
    let old = Self.now - 8 * Self.day
    ledger.add(
      [
        try Self.record(1, .access(.camera), began: old, ended: old),
        try Self.record(2, .access(.camera), began: old, ended: nil),
        try Self.record(3, .access(.camera), began: Self.now, ended: Self.now),
      ], now: Self.now)
    ledger.forget(before: Self.now - 7 * Self.day)
    #expect(ledger.count == 2)
    ledger.add([try Self.record(2, .access(.camera), began: old, ended: Self.now)], now: Self.now)
    #expect(ledger.count == 2 && ledger.inUse.isEmpty)
  }

  @Test func `What was used has a word that leads back to it`() {
    for service in ConsentService.allCases {
      for kind in [AccessRecord.Kind.access(service), .emptySource(service)] {
        let subject = PrivacyReport.Subject(kind)
        #expect(PrivacyReport.Subject(name: subject.name) == subject)
      }
    }
    #expect(PrivacyReport.Subject(name: "network") == .network && PrivacyReport.Subject(name: "Nothing") == nil)
  }
}
