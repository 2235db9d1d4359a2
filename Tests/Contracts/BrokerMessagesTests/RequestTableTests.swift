// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ProtectionModel
import Testing

/// What holds of the rows of all requests. That each is the one of the page, `GoldenBytesTests` hold.
@Suite struct RequestTableTests {
  private let page: ProtocolPage

  init() throws { page = try ProtocolPage() }

  @Test func `Each request has a line in the page, and the page no other`() {
    let numbers = BrokerRequest.numbers.flatMap(\.numbers)
    #expect(Set(numbers.map(\.rawValue)).count == numbers.count)
    for (number, name) in numbers.map({ ($0.rawValue, $0.name) }) {
      #expect(page.lines[number]?.name == name, "a new request needs a line: \(name)")
    }
    #expect(Set(page.lines.keys) == Set(numbers.map(\.rawValue)).union([1]))
  }

  @Test func `A number says its family`() {
    for (family, numbers) in BrokerRequest.numbers {
      #expect(numbers.allSatisfy { UInt8($0.rawValue >> 8) == family.rawValue && $0.rawValue & 255 != 0 })
    }
    #expect(BrokerRequest.numbers.map(\.family) == Array(MessageFamily.allCases.dropFirst()))
  }

  /// The owner's operations are for the programs that the owner types and clicks in. What reads what apps send does none of them.
  @Test func `Operations are the owner's programs' alone`() {
    for line in page.lines.values {
      for row in line.rows {
        let words = row.split(separator: " ")
        let roles = words[0].split(separator: ",")
        if words.count > 3 { #expect(Set(roles).isSubset(of: ["commandLine", "console"]), "\(line.name)") }
      }
    }
  }

  /// What changes something at the owner's request is an operation, and so has the lock states that it is done in: unless other requests of
  /// its number are.
  @Test func `What the owner's programs alone may make, and once, is an operation`() {
    for line in page.lines.values where line.rows.count == 1 {
      let words = line.rows[0].split(separator: " ")
      let roles = Set(words[0].split(separator: ","))
      guard roles.isSubset(of: ["commandLine", "console"]), words[2] == "once" else { continue }
      #expect(words.count == 4, "\(line.name)")
    }
  }
}
