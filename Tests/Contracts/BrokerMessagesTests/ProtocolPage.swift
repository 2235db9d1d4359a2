// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Foundation
import RepositoryFolder
import Testing

/// The requests of `Documentation/BrokerProtocol.md`, which is the page that an auditor reads: of each who may make it, how often,
/// whether it may be sent again, and what the owner does by it.
struct ProtocolPage {
  struct Line {
    let name: String
    /// Several where it depends on what is in the request.
    let rows: [String]
  }

  /// By number.
  let lines: [UInt16: Line]

  init() throws {
    let file = RepositoryFolder.url.appending(path: "Documentation/BrokerProtocol.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    var lines: [UInt16: Line] = [:]
    for line in try #require(page.components(separatedBy: "\n## Replies\n").first).split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 7, let number = Self.number(cells[1]) else { continue }
      // Each row stands between two marks of code.
      let rows = cells[5].split(separator: "`").filter { $0 != "; " }.map(String.init)
      let other = lines.updateValue(Line(name: cells[2], rows: rows), forKey: number)
      #expect(other == nil, "\(number) stands there twice")
    }
    self.lines = lines
  }

  private static func number(_ text: String) -> UInt16? {
    text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
  }
}

extension RequestRow {
  /// As the page has it.
  var text: String {
    let roles = CallerRole.allCases.filter { callers.contains($0) }.map { "\($0)" }.joined(separator: ",")
    return "\(roles) \(pace) \(repetition)" + (operation.map { " \($0)" } ?? "")
  }
}
