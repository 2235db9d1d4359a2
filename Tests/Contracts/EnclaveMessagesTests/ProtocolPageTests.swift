// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Foundation
import RepositoryFolder
import Testing

/// `Documentation/EnclaveProtocol.md` has the requests that the enclave takes, and no others.
@Suite struct ProtocolPageTests {
  @Test func `Each request has its row, under its number and name`() throws {
    let page = RepositoryFolder.url.appending(path: "Documentation/EnclaveProtocol.md")
    let lines = try String(decoding: Data(contentsOf: page), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let head = try #require(lines.firstIndex { $0.hasPrefix("| number | request |") })
    let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
    let requests = EnclaveRequest.Number.allCases.sorted { $0.rawValue < $1.rawValue }
    #expect(rows == requests.map { "\($0.rawValue) \($0)" })
  }
}
