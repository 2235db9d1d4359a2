// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import JSONCoding
import PrivacyReports
import Testing

@Suite struct PrivacyReportTests {
  /// 2026-11-23T12:00:00Z, a Monday.
  private static let now: Int64 = 1_795_435_200_000
  private static let hour: Int64 = 3_600_000

  private static func record(
    _ number: UInt8, _ kind: AccessRecord.Kind, began: Int64, ended: Int64?, app: String = "org.example.Viewer",
    hits: UInt32 = 0, refused: UInt32 = 0
  ) throws -> AccessRecord {
    try #require(
      AccessRecord(
        identifier: [UInt8](repeating: number, count: 16), app: app, kind: kind, began: began, ended: ended, hits: hits,
        refused: refused))
  }

  private static func sample() throws -> [AccessRecord] {
    let tracker = try #require(NetworkActivity(domain: "follow.example", isTracker: true))
    let host = try #require(NetworkActivity(domain: "api.example", isTracker: false))
    return [
      try record(1, .access(.camera), began: now - 2 * hour, ended: nil),
      try record(1, .access(.camera), began: now - 2 * hour, ended: now - hour),
      try record(2, .access(.location), began: now - 30 * hour, ended: now - 30 * hour),
      try record(3, .network(host), began: now - 30 * hour, ended: now - hour, hits: 12),
      try record(4, .network(tracker), began: now - hour, ended: now - hour, hits: 0, refused: 3),
    ]
  }

  @Test func `A record that changed counts once, as it was last`() throws {
    let report = PrivacyReport(try Self.sample(), now: Self.now, offset: 0, since: 0)
    #expect(report.uses.counts == [0, 0, 0, 0, 0, 1, 1])
    #expect(report.connections.counts == [0, 0, 0, 0, 0, 0, 12])
    #expect(report.apps.map(\.identifier) == ["org.example.Viewer"])
    #expect(report.apps[0].uses.map(\.running) == [0, 0])
    #expect(report.hosts.map(\.domain) == ["api.example", "follow.example"])
    #expect(report.weekday(6) == "Mon")
  }

  @Test func `The terminal shows bars, apps and hosts`() throws {
    let report = PrivacyReport(
      try Self.sample(), now: Self.now, offset: 0, since: 0, names: ["org.example.Viewer": "Viewer"])
    #expect(
      report.lines { $0 } == [
        "The last seven days, from 2026-11-17 to 2026-11-23", "",
        "Data and sensors: 2", "  Tue  0", "  Wed  0", "  Thu  0", "  Fri  0", "  Sat  0",
        "  Sun  " + String(repeating: "█", count: 40) + " 1", "  Mon  " + String(repeating: "█", count: 40) + " 1", "",
        "Connections: 12", "  Tue  0", "  Wed  0", "  Thu  0", "  Fri  0", "  Sat  0", "  Sun  0",
        "  Mon  " + String(repeating: "█", count: 40) + " 12", "",
        "Viewer (org.example.Viewer)",
        "  Camera            ······█      1  1 h 0 min, last 2026-11-23 11:00:00",
        "  Location          ·····█·      1  last 2026-11-22 06:00:00",
        "  Network           ······█     12  2 hosts, 3 refused", "",
        "Hosts", "  api.example                            12",
        "  follow.example                          0  follows people, 3 refused",
      ])
  }

  @Test func `Exported lines are those of Apple's report`() throws {
    let lines = try Self.sample().dropFirst().flatMap { $0.exported(offset: 3600) }
    #expect(
      lines == [
        #"{"accessor":{"identifier":"org.example.Viewer","identifierType":"bundleID"},"category":"camera","#
          + #""identifier":"01010101-0101-4101-8101-010101010101","kind":"intervalBegin","#
          + #""timeStamp":"2026-11-23T11:00:00.000+01:00","type":"access"}"#,
        #"{"accessor":{"identifier":"org.example.Viewer","identifierType":"bundleID"},"category":"camera","#
          + #""identifier":"01010101-0101-4101-8101-010101010101","kind":"intervalEnd","#
          + #""timeStamp":"2026-11-23T12:00:00.000+01:00","type":"access"}"#,
        #"{"accessor":{"identifier":"org.example.Viewer","identifierType":"bundleID"},"category":"location","#
          + #""identifier":"02020202-0202-4202-8202-020202020202","kind":"intervalBegin","#
          + #""timeStamp":"2026-11-22T07:00:00.000+01:00","type":"access"}"#,
        #"{"accessor":{"identifier":"org.example.Viewer","identifierType":"bundleID"},"category":"location","#
          + #""identifier":"02020202-0202-4202-8202-020202020202","kind":"intervalEnd","#
          + #""timeStamp":"2026-11-22T07:00:00.000+01:00","type":"access"}"#,
        #"{"bundleID":"org.example.Viewer","context":"","domain":"api.example","domainOwner":"","domainType":2,"#
          + #""firstTimeStamp":"2026-11-22T07:00:00.000+01:00","hits":12,"initiatedType":"AppInitiated","#
          + #""timeStamp":"2026-11-23T12:00:00.000+01:00","type":"networkActivity"}"#,
      ])
  }

  @Test func `A page holds no markup of an app's name or a host's`() throws {
    let evil = "<script>alert(1)</script>\u{202E}\"'&"
    let host = try #require(NetworkActivity(domain: evil, isTracker: false))
    let record = try Self.record(1, .network(host), began: Self.now, ended: Self.now, app: evil, hits: 1)
    let html = PrivacyReport([record], now: Self.now, offset: 0, since: 0).html
    #expect(!html.contains("<script") && !html.contains("\u{202E}"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;\u{FFFD}&quot;&#39;&amp;"))
    #expect(!html.contains("http://") && !html.contains("https://") && !html.contains("url("))
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000+00:00", 0), (-1, "1969-12-31T23:59:59.999+00:00", 0),
    (951_782_400_000, "2000-02-29T00:00:00.000+00:00", 0),
    (1_795_435_200_123, "2026-11-23T06:30:00.123-05:30", -19_800),
    (Int64.max, "9999-01-01T00:00:00.000+00:00", 0),
  ])
  func `Moments are written as ISO 8601 says`(milliseconds: Int64, text: String, offset: Int) {
    #expect(CivilTime(milliseconds, offset: offset).text == text)
  }
}
