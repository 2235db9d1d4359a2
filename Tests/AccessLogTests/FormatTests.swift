// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import Foundation
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import AccessLog

/// Logs that were written by the Bailey of each format: `Tests/Formats/accesses`.
@Suite struct FormatTests {
  private static let formats = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Formats/accesses")

  @Test func `Records of a format that is known are read, and what was under way has ended`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/accesses"
      try FileManager.default.copyItem(atPath: Self.formats.path + "/v1", toPath: path)
      let log = AccessLog(path, keys: FakeClassKeys(), clock: { 1_700_000_000_500 })
      #expect(try log.current() == AccessLogState(isOn: true, since: 1_700_000_000_000))
      let page = try log.records(after: 0, atMost: 10, within: .zero)
      #expect(page.records.allSatisfy { $0.app == "org.example.a" && $0.ended == 1_700_000_000_000 })
      let activity = try #require(NetworkActivity(domain: "example.org", isTracker: true))
      #expect(
        Set(page.records.map(\.kind)) == [.access(.camera), .emptySource(.contacts), .network(activity)])
      #expect(page.records.filter { $0.kind == .network(activity) }.map { [$0.hits, $0.refused] } == [[3, 1]])
    }
  }
}
