// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentStore
import WireFormat

/// What is kept of people's answers, policies, and apps' own words: a row is the bytes it was read from, and nothing that
/// is shown holds a line end.
package enum ConsentRecordsTarget: FuzzTarget {
  package static let name = "ConsentRecords"

  package static func run(_ bytes: [UInt8]) {
    if let row = try? ConsentRow(decoding: bytes.span) {
      var buffer = WireBuffer(smallest: 256, capacity: ConsentRow.largestEncoding)
      do { try row.encode(into: &buffer) } catch { preconditionFailure("what decodes does not encode: \(error)") }
      let same = buffer.withBytes { written in
        written.count == bytes.count && bytes.indices.allSatisfy { written[$0] == bytes[$0] }
      }
      precondition(same, "a row has two encodings")
    }
    if let files = try? SharedFilesCoding.decode(bytes.span) {
      var buffer = WireBuffer(smallest: 256, capacity: SharedFilesCoding.largest)
      do { try SharedFilesCoding.encode(files, into: &buffer) } catch { preconditionFailure("\(error)") }
      precondition(buffer.withBytes { $0.count } == bytes.count, "a list of files has two encodings")
    }
    if let policy = try? ConsentPolicy(xml: bytes.span) {
      precondition(policy.lines.allSatisfy { $0.rule == .deny || !ConsentPolicy.denyOnly.contains($0.service) })
      precondition(policy.name.map { !$0.contains(where: \.isNewline) } ?? true)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let condition = CodeCondition(text) {
      let nobody = AppCode(identifier: "", team: nil, contents: [])
      precondition(!condition.holds(of: nobody) || text.contains("identifier"), "code that nobody knows is another's")
    }
    guard let shown = PurposeString(String(decoding: bytes, as: UTF8.self))?.text else { return }
    precondition(!shown.contains(where: \.isNewline) && shown.utf8.count <= PurposeString.longestBytes)
    precondition(PurposeString(shown)?.text == shown || shown.hasSuffix("…"))
  }
}
