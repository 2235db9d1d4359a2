// SPDX-License-Identifier: Apache-2.0
import AccessModel
import PrivacyReports
import WireFormat

/// What is kept of what apps used: a record is the bytes it was read from, and no page holds markup of it.
package enum AccessRecordsTarget: FuzzTarget {
  package static let name = "AccessRecords"

  package static func run(_ bytes: [UInt8]) {
    _ = LocationSource(String(decoding: bytes, as: UTF8.self))
    var cursor = WireCursor()
    guard let record = try? AccessRecord(decoding: bytes.span, &cursor), (try? cursor.end(in: bytes.span)) != nil else {
      return
    }
    var buffer = WireBuffer(smallest: 256, capacity: AccessRecord.largestEncoding)
    do { try record.encode(into: &buffer) } catch { preconditionFailure("what decodes does not encode: \(error)") }
    let same = buffer.withBytes { written in
      written.count == bytes.count && bytes.indices.allSatisfy { written[$0] == bytes[$0] }
    }
    precondition(same, "a record has two encodings")
    let report = PrivacyReport([record], now: 1_795_435_200_000, offset: 0, since: 0)
    precondition(!report.html.contains("<script") && record.exported(offset: 0).allSatisfy { !$0.contains("\n") })
  }
}
