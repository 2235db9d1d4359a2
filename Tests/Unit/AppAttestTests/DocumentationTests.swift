// SPDX-License-Identifier: Apache-2.0
import AppAttest
import Foundation
import RepositoryFolder
import Testing

/// `Documentation/AppAttest.md` says what is so.
@Suite struct DocumentationTests {
  private let text: String

  init() throws {
    text = try String(
      contentsOf: RepositoryFolder.url.appending(path: "Documentation/AppAttest.md"), encoding: .utf8)
  }

  @Test func `Every reason of a refusal is in the table, in the order in which they decide`() throws {
    let table = text.components(separatedBy: "## Why something is refused").last ?? ""
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
      line.split(separator: "`").dropFirst().first.map(String.init)
    }
    let reasons = AppAttestRefusal.Reason.allCases.map(\.rawValue)
    #expect(rows.filter { reasons.contains($0) } == reasons)
  }

  @Test func `The numbers of receipts' fields are those of the code`() {
    let numbers = [
      AppReceipt.Number.appID, AppReceipt.Number.certificate, AppReceipt.Number.clientDataHash, AppReceipt.Number.token,
      AppReceipt.Number.kind, AppReceipt.Number.environment, AppReceipt.Number.created, AppReceipt.Number.risk,
      AppReceipt.Number.notBefore, AppReceipt.Number.expires,
    ]
    let row = text.split(separator: "\n").first { $0.hasPrefix("Fields: ") } ?? ""
    let written = row.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(written == numbers)
  }

  @Test func `The documented access control list is the one that is compared`() {
    #expect(text.contains("`\(AppAttestPolicy.fullSecurity.base64)`"))
  }
}
